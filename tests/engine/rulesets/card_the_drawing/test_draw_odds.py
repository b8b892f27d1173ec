"""Odds of drawn cards are those of the rules: every order of the pile and every shuffle is played."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest

from engine.core.chance import Chance, SeededChance
from engine.core.commands import Command
from engine.messages.message import Message
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.odds.every_result import every_result
from engine.odds.odds import Odds
from engine.presentation.offers import Offer
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.drawing_phase import BuyDraw, BuyReshuffle, DrawDue
from engine.rulesets.card_the_drawing.cards.card_library import outside_effects
from engine.rulesets.card_the_drawing.outside_combat import DrawHand, UseAbility
from engine.rulesets.card_the_drawing.settings import library
from tests.engine.rulesets.card_the_drawing.table import (
    GAME,
    arranged,
    deck,
    duel,
    laid,
    now,
    planned,
    planning,
    with_battle,
    with_tracks,
)

OWN = deck("punch thrown_rock retreat take_cover patch_up furious_charge")
RESHUFFLE = BuyReshuffle(seat="tom", actor="tia")
BUY = BuyDraw(seat="tom", actor="tia")
DUE = DrawDue(seat="tom", actor="tia")


def drawing(hand: str, pile: str, discard: str, /, *, adrenaline: int, due: int = 0, hand_size: int = 3) -> Table:
    """Return a Drawing phase of a later round with these cards and so much Adrenaline."""
    sheets: dict[str, dict[str, Json]] = {"tia": {"deck": OWN, "intelligence": hand_size}}
    table = planned(planning(duel(sheets=sheets)))
    table = with_tracks(arranged(table, "tia", hand=hand, pile=pile, discard=discard), "tia", Adrenaline=adrenaline)
    battle = now(table)
    fighters = {**battle.fighters, "tia": replace(battle.fighters["tia"], due=due)}
    return with_battle(table, replace(battle, fighters=fighters))


def odds_of(table: Table, command: Command, viewer: str = "tom") -> Odds | None:
    return GAME.odds(table, Offer(name="any", command=command, label=Message(key="any")), viewer)


def every_world(table: Table) -> Iterator[Table]:
    """Yield the table with every order of the pile."""
    pile = table.zones[actor_zones.draw_pile_zone("tia")]
    for order in permutations(pile.cards):
        yield replace(table, zones={**table.zones, pile.id: replace(pile, cards=order)})


def counted(table: Table, hand: Table) -> tuple[int, int]:
    """Return how many attacks and how many cards of the hand can be paid for with what is left."""
    adrenaline, cards = actor_sheet.adrenaline(hand, "tia"), actor_zones.hand_cards(hand, "tia")
    records = [actor_zones.card_record_in(library(table), card) for card in cards]
    paid = [record for record in records if (record.cost or 0) <= adrenaline]
    return sum(any(effect.do == "damage" for effect in record.effects) for record in paid), len(paid)


def played(table: Table, command: Command) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """Return the chances of both numbers, in all worlds that the player cannot tell apart."""
    attacks, cards = dict[str, Fraction](), dict[str, Fraction]()
    worlds = list(every_world(table))
    for world in worlds:

        def act(chance: Chance, world: Table = world) -> tuple[int, int]:
            return counted(table, GAME.apply(world, command, chance).table)

        for numbers, chance in every_result(act, most=1_000):
            for counts, number in zip((attacks, cards), numbers, strict=True):
                counts[str(number)] = counts.get(str(number), Fraction(0)) + chance / len(worlds)
    return attacks, cards


@pytest.mark.rule("CD-DRAW-2", "CD-DRAW-5", "CD-DRAW-6", "CD-DRAW-7", "CD-CORE-2")
@pytest.mark.parametrize(
    ("command", "cards", "numbers"),
    [
        (RESHUFFLE, ("retreat patch_up", "punch thrown_rock", "take_cover"), {"adrenaline": 7, "hand_size": 2}),
        (RESHUFFLE, ("punch", "thrown_rock", "furious_charge retreat"), {"adrenaline": 6, "hand_size": 2}),
        (BUY, ("retreat", "punch thrown_rock patch_up", ""), {"adrenaline": 3}),
        (BUY, ("retreat", "", "punch patch_up take_cover"), {"adrenaline": 4}),
        (DUE, ("retreat", "punch thrown_rock patch_up take_cover", ""), {"adrenaline": 1, "due": 2}),
        (DUE, ("retreat", "take_cover", "punch thrown_rock patch_up"), {"adrenaline": 1, "due": 2}),
    ],
)
def test_a_draw_has_the_odds_of_all_orders(
    command: Command, cards: tuple[str, str, str], numbers: dict[str, int]
) -> None:
    table = drawing(*cards, **numbers)
    odds = odds_of(table, command)
    assert odds is not None
    known = {part.title.key: {one.outcome.name: one.chance for one in part.outcomes} for part in odds.distributions}
    attacks, payable = played(table, command)
    assert known["odds.payable_attacks"] == attacks
    assert known["odds.payable_cards"] == payable
    assert len(payable) > 1 or len(attacks) > 1
    assert odds.chance == 1 - attacks.get("0", Fraction(0))
    assert odds.assumptions == (Message(key="odds.equally_likely"),)
    assert odds.before == min(1, counted(table, table)[0])
    assert all(odds_of(world, command) == odds for world in every_world(table))
    assert [odds_of(table, command, viewer) for viewer in ("eve", "gm", "shared", "print")] == [None] * 4


@pytest.mark.rule("CD-DECK-7")
@pytest.mark.parametrize("known", ["seen", "away"])
def test_a_pile_that_is_not_what_the_rules_left_has_no_odds(known: str) -> None:
    """Somebody has looked into it; or cards were taken away face down, and nobody knows which."""
    table = drawing("retreat", "punch thrown_rock patch_up", "", adrenaline=3)
    pile = table.zones[actor_zones.draw_pile_zone("tia")]
    if known == "seen":
        changed = replace(table, zones={**table.zones, pile.id: replace(pile, shown={pile.cards[0]: ("tom",)})})
    else:
        left = replace(pile, cards=pile.cards[1:])
        changed = replace(table, zones={**table.zones, pile.id: left}, away=pile.cards[:1])
    assert odds_of(table, BUY) is not None
    assert odds_of(changed, BUY) is None


SMALL: dict[str, dict[str, Json]] = {"tia": {"deck": deck("punch*2 retreat hamstring"), "intelligence": 2}}


@pytest.mark.rule("CD-OUT-3", "CD-CORE-2")
def test_cards_outside_combat_have_the_odds_of_every_order() -> None:
    """The first hand is dealt from a shuffled deck; a card that is used makes room for one of the pile."""
    table, draw = laid("tia", "eli", sheets=SMALL), DrawHand(seat="tom", actor="tia")
    drawn = GAME.apply(table, draw, SeededChance(1)).table
    use = UseAbility(seat="tom", actor="tia", card="hand:tom#0")
    for before, command, worlds in ((table, draw, [table]), (drawn, use, list(every_world(drawn)))):
        chances = dict[str, Fraction]()
        for world in worlds:

            def act(chance: Chance, world: Table = world) -> str:
                hand = GAME.apply(world, command, chance).table.cards_in("hand:tom")  # noqa: B023
                return outside_effects()[actor_zones.card_record_in(library(world), hand[-1]).out][0]

            for ability, chance in every_result(act, most=100):
                chances[ability] = chances.get(ability, Fraction(0)) + chance / len(worlds)
        odds = odds_of(before, command)
        assert odds is not None
        assert {one.outcome.name: one.chance for one in odds.distributions[0].outcomes} == chances
        assert all(odds_of(world, command) == odds for world in worlds)
        assert [odds_of(before, command, viewer) for viewer in ("eve", "gm", "shared")] == [None] * 3
