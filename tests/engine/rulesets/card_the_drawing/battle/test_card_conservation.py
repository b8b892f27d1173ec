"""No command adds or loses a card of any deck: draws, purchases, plans, plays, discards and undo."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command
from engine.core.evolve import fold
from engine.core.history import History
from engine.kit.control import controller_of
from engine.model.cards import face_of
from engine.model.table import Table
from engine.rulesets.card_the_drawing.battle import actor_zones, participants
from engine.rulesets.card_the_drawing.battle.battle_end import EndBattle
from engine.rulesets.card_the_drawing.battle.battle_procedures import Phase, current_battle, current_resolution
from engine.rulesets.card_the_drawing.battle.drawing_phase import BuyDraw, BuyReshuffle, DrawDue, FinishDrawing
from engine.rulesets.card_the_drawing.battle.gm_override import CarryOn
from engine.rulesets.card_the_drawing.battle.phase_flow import ForceOn
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import (
    PlanCards,
    ReopenPlan,
    dismissible_conditions,
)
from tests.engine.rulesets.card_the_drawing.table import GAME, SORCERER, deck, laid, now, started
from tests.properties import examples

STEPS = 90
SPELLS = "so_meteor*2 so_cataclysm*2 so_arcane_lance*2 so_spark*3 so_fireball*2 so_focus*2 punch*2 take_cover*2"


def _decks(table: Table) -> dict[str, Counter[str]]:
    """Return whose cards lie on the table, by what is printed on them."""
    decks: dict[str, Counter[str]] = {}
    for card in table.all_cards():
        decks.setdefault(now(table).owners[card], Counter())[face_of(card)] += 1
    return decks


def _piled(table: Table) -> list[tuple[str, str]]:
    """Return what lies on piles and in plans, with whose piles and plans they are."""
    kinds = (actor_zones.draw_pile_zone, actor_zones.discard_zone, actor_zones.plan_zone, actor_zones.open_zone)
    return [
        (actor, card)
        for actor in participants.taking_part(table)
        for kind in kinds
        for card in table.cards_in(kind(actor))
    ]


def _asked(table: Table, random: Random) -> Command:
    """Return something that somebody may ask for now, wise or not."""
    if current_resolution(table) is not None:
        return CarryOn(seat="gm")
    actor = random.choice(participants.standing_actors(table))
    if now(table).phase is Phase.DRAWING:
        kinds = (FinishDrawing, BuyDraw, BuyDraw, DrawDue)
        if random.random() < 0.15:
            return BuyReshuffle(seat="gm", actor=actor, sure=random.random() < 0.5)
        return ForceOn(seat="gm") if random.random() < 0.1 else random.choice(kinds)(seat="gm", actor=actor)
    if random.random() < 0.15:
        return ForceOn(seat="gm")
    if random.random() < 0.1:
        return ReopenPlan(seat="gm", actor=actor)
    hand = [*actor_zones.hand_cards(table, actor), *table.cards_in(actor_zones.plan_zone(actor))]
    planned = tuple(random.sample(hand, min(len(hand), random.randrange(4))))
    given_up = tuple(card for card in dismissible_conditions(table, actor) if random.random() < 0.3)
    return PlanCards(
        seat=controller_of(table, actor), actor=actor, cards=planned, dismissed=given_up, lock=random.random() < 0.8
    )


@pytest.mark.rule("CD-DECK-8", "CD-DECK-7", "CD-UI-12", "CD-UI-17")
@examples(12)
@given(seed=st.integers(0, 2**32))
def test_cards_are_conserved(seed: int) -> None:
    random, chance = Random(seed), SeededChance(seed)
    sheets = {"eli": {**SORCERER, "deck": deck(SPELLS)}}
    table = started(laid("tia", "eli", "ogre", "rats", sheets=sheets), environment=["env_foul_weather"])
    decks = _decks(table)
    timeline, codec = History(table), Codec(GAME)
    for _ in range(STEPS):
        table = timeline.table
        if current_battle(table) is None:
            break
        command = _asked(table, random)
        if GAME.refusal(table, command) is not None:
            continue
        outcome = GAME.apply(table, command, chance)
        assert fold(table, outcome.events) == outcome.table
        if current_battle(outcome.table) is not None:
            assert _decks(outcome.table) == decks
        timeline.add(outcome.entry(), outcome.table)
        if random.random() < 0.2:
            assert timeline.go_to(timeline.cursor - 1, consent=True) == table
            assert timeline.go_to(timeline.cursor + 1) == outcome.table
    table = timeline.table
    assert codec.table(codec.encode(table)) == table
    if current_battle(table) is not None:
        table = GAME.apply(table, EndBattle(seat="gm"), chance).table
    assert not table.all_cards()
