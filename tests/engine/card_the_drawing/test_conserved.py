"""Whatever is drawn, bought, planned, played, laid down and undone: nobody's cards become more or fewer."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.chance import Seeded
from engine.play.codec import Codec
from engine.play.commands import Command
from engine.play.evolve import fold
from engine.play.leading import leader
from engine.play.timeline import Timeline
from engine.rulesets.card_the_drawing import facts, zones
from engine.rulesets.card_the_drawing.drawing import BuyDraw, BuyReshuffle, DrawDue, FinishDrawing
from engine.rulesets.card_the_drawing.ending import EndBattle
from engine.rulesets.card_the_drawing.flow import ForceOn
from engine.rulesets.card_the_drawing.planning import PlanCards, ReopenPlan, dismissible
from engine.rulesets.card_the_drawing.procedures import Phase, battle, carrying
from engine.rulesets.card_the_drawing.steering import CarryOn
from engine.table.cards import face_of
from engine.table.table import Table
from tests.engine.card_the_drawing.table import GAME, SORCERER, deck, laid, now, started
from tests.properties import examples

STEPS = 90
SPELLS = "so_meteor*2 so_cataclysm*2 so_arcane_lance*2 so_spark*3 so_fireball*2 so_focus*2 punch*2 take_cover*2"


def _decks(table: Table) -> dict[str, Counter[str]]:
    """Return whose cards lie on the table, by what is printed on them."""
    found: dict[str, Counter[str]] = {}
    for card in table.all_cards():
        found.setdefault(now(table).owners[card], Counter())[face_of(card)] += 1
    return found


def _piled(table: Table) -> list[tuple[str, str]]:
    """Return what lies on piles and in plans, with whose piles and plans they are."""
    kinds = (zones.draw_pile, zones.discard_of, zones.plan_of, zones.open_of)
    return [
        (actor, card)
        for actor in facts.taking_part(table)
        for kind in kinds
        for card in zones.cards_in(table, kind(actor))
    ]


def _asked(table: Table, random: Random) -> Command:
    """Return something that somebody may ask for now, wise or not."""
    if carrying(table) is not None:
        return CarryOn(seat="gm")
    actor = random.choice(facts.standing(table))
    if now(table).phase is Phase.DRAWING:
        kinds = (FinishDrawing, BuyDraw, BuyDraw, DrawDue)
        if random.random() < 0.15:
            return BuyReshuffle(seat="gm", actor=actor, sure=random.random() < 0.5)
        return ForceOn(seat="gm") if random.random() < 0.1 else random.choice(kinds)(seat="gm", actor=actor)
    if random.random() < 0.15:
        return ForceOn(seat="gm")
    if random.random() < 0.1:
        return ReopenPlan(seat="gm", actor=actor)
    hand = [*zones.hand_cards(table, actor), *zones.cards_in(table, zones.plan_of(actor))]
    planned = tuple(random.sample(hand, min(len(hand), random.randrange(4))))
    given_up = tuple(card for card in dismissible(table, actor) if random.random() < 0.3)
    return PlanCards(
        seat=leader(table, actor), actor=actor, cards=planned, dismissed=given_up, lock=random.random() < 0.8
    )


@pytest.mark.rule("CD-DECK-8", "CD-DECK-7", "CD-UI-12", "CD-UI-17")
@examples(12)
@given(seed=st.integers(0, 2**32))
def test_cards_are_conserved(seed: int) -> None:
    random, chance = Random(seed), Seeded(seed)
    sheets = {"eli": {**SORCERER, "deck": deck(SPELLS)}}
    table = started(laid("tia", "eli", "ogre", "rats", sheets=sheets), environment=["env_foul_weather"])
    decks = _decks(table)
    timeline, codec = Timeline(table), Codec(GAME)
    for _ in range(STEPS):
        table = timeline.table
        if battle(table) is None:
            break
        command = _asked(table, random)
        if GAME.refusal(table, command) is not None:
            continue
        outcome = GAME.apply(table, command, chance)
        assert fold(table, outcome.events) == outcome.table
        if battle(outcome.table) is not None:
            assert _decks(outcome.table) == decks
        timeline.add(outcome.entry(), outcome.table)
        if random.random() < 0.2:
            assert timeline.go_to(timeline.cursor - 1) == table
            assert timeline.go_to(timeline.cursor + 1) == outcome.table
    table = timeline.table
    assert codec.table(codec.encode(table)) == table
    if battle(table) is not None:
        table = GAME.apply(table, EndBattle(seat="gm"), chance).table
    assert not table.all_cards()
