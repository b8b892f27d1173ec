"""Odds of the draw of action cards are those of the rules: all dice and all orders of the cards are played."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from time import process_time
from typing import Any

import pytest

from engine.core.chance import Chance
from engine.core.commands import Command
from engine.kit.checks import exploding_dice
from engine.messages.message import Message
from engine.model.cards import is_joker, rank_of
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.card_deals import unseen_cards
from engine.odds.every_result import every_result
from engine.odds.odds import Odds
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.checks import check_chances
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import KeepReserve, RollReflex
from engine.rulesets.future_imperfect.initiative import initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import need_fighter, reserve_zone
from tests.engine.rulesets.future_imperfect.attack_helpers import THROW
from tests.engine.rulesets.future_imperfect.table import GAME, conflict, laid, play

ALL_ACES = exploding_dice.MAX_EXPLOSIONS
ROLL = RollReflex(seat="tom", actor="frost")


@pytest.fixture(autouse=True)
def _few_aces(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (exploding_dice, check_chances):
        monkeypatch.setattr(module, "MAX_EXPLOSIONS", 1)


def drawing(deck: str, *, others: str = "", discards: str = "", reserve: str = "", **options: Any) -> Table:
    """Return a draw phase with these cards of the crew: in the deck, in another hand, discarded, in reserve."""
    table = conflict(laid(sheets={"frost": {"reflex": "1d6"}}, options=options), "frost", "chuk")
    fighters = [need_fighter(table, actor)[1] for actor in ("frost", "chuk")]
    side = fighters[0].side
    cards = {
        f"deck:{side}": deck,
        f"discard:{side}": discards,
        fighters[1].hand: others,
        reserve_zone("frost"): reserve,
    }
    zones = {name: replace(table.zones[name], cards=tuple(some.split())) for name, some in cards.items()}
    return replace(table, zones={**table.zones, **zones})


def odds_of(table: Table, command: Command, viewer: str = "tom") -> Odds | None:
    return GAME.odds(table, Offer(name="any", command=command, label=Message(key="any")), viewer)


def chances_of(odds: Odds, title: str) -> dict[str, Fraction]:
    (found,) = [one for one in odds.distributions if one.title.key == f"odds.{title}"]
    return {part.outcome.name: part.chance for part in found.outcomes}


def every_world(table: Table, viewer: str) -> Iterator[Table]:
    """Yield the table with every order of the cards of the crew that a viewer does not see."""
    side = need_fighter(table, "frost")[1].side
    unseen = tuple(
        card for card in unseen_cards(table, viewer) if not (table.zone_of(card) or "").endswith(("gm", "master"))
    )
    assert {*table.zones[f"deck:{side}"].cards} <= {*unseen}
    for order in permutations(unseen):
        there = dict(zip(unseen, order, strict=True))
        zones = {
            name: replace(zone, cards=tuple(there.get(card, card) for card in zone.cards))
            for name, zone in table.zones.items()
        }
        yield replace(table, zones=zones)


def played(table: Table) -> dict[str, dict[str, Fraction]]:
    """Return the chances of what a draw brings, in all worlds that the player cannot tell apart."""
    chances: dict[str, dict[str, Fraction]] = {}
    worlds = list(every_world(table, "tom"))
    for rolled in [play(world, ROLL) for world in worlds]:

        def act(chance: Chance, rolled: Table = rolled) -> tuple[str, str, bool, bool]:
            after = GAME.apply(rolled, THROW, chance)
            _, fighter = need_fighter(after.table, "frost")
            side = fighter.side
            kept = initiative_rules.by_rank(c for c in after.table.zones[fighter.hand].cards if not is_joker(c))
            gone = {*rolled.zones[f"deck:{side}"].cards, *rolled.zones[f"discard:{side}"].cards}
            drawn = gone - {*after.table.zones[f"deck:{side}"].cards}
            if after.table.zones[f"discard:{side}"].cards[: len(rolled.zones[f"discard:{side}"].cards)] == (
                rolled.zones[f"discard:{side}"].cards
            ):
                drawn -= {*rolled.zones[f"discard:{side}"].cards}
            return (
                str(after.results["cards_drawn"]),
                rank_of(kept[0]) if kept else "none",
                "XR" in drawn,
                "XB" in drawn,
            )

        for (count, best, red, black), chance in every_result(act, most=2_000):
            share = chance / len(worlds)
            for title, name in (
                ("cards_drawn", count),
                ("highest_card", best),
                ("red_joker", "drawn" if red else "not_drawn"),
                ("black_joker", "drawn" if black else "not_drawn"),
            ):
                counts = chances.setdefault(title, {})
                counts[name] = counts.get(name, Fraction(0)) + share
    return chances


@pytest.mark.rule("FI-INIT-3", "FI-INIT-13", "FI-JOKER-3", "FI-JOKER-4", "FI-JOKER-7", "FI-RES-5")
@pytest.mark.parametrize("takes_red", [False, True])
@pytest.mark.parametrize(
    "cards",
    [
        {"deck": "AS KH XB XR"},
        {"deck": "AS XB", "others": "KD 7H"},  # what somebody else kept may be any of them
        {"deck": "KS XB 7C XR", "reserve": "9D"},
        {"deck": "5S", "discards": "AS XB XR"},  # an empty deck is filled with the discards
        {"deck": "5S 3D"},  # and where there are none, the draw ends
    ],
)
def test_a_draw_has_the_odds_of_all_dice_and_orders(cards: dict[str, str], takes_red: bool) -> None:
    table = drawing(**cards, black_joker_takes_red=takes_red)
    odds = odds_of(table, ROLL)
    assert odds is not None
    for title, chances in played(table).items():
        assert chances_of(odds, title) == chances
    assert Message(key="odds.equally_likely") in odds.assumptions
    assert all(odds_of(world, ROLL) == odds for world in every_world(table, "tom"))


@pytest.mark.rule("FI-RES-6")
def test_a_reserve_that_is_kept_says_what_the_draw_could_have_brought() -> None:
    table = drawing("KS XB 7C XR", reserve="9D")
    keep = KeepReserve(seat="tom", actor="frost")
    odds, draw = odds_of(table, keep), odds_of(table, ROLL)
    assert odds is not None
    assert draw is not None
    highest = chances_of(draw, "highest_card")
    assert chances_of(odds, "card_given_up") == highest
    assert odds.chance == 1 - highest["K"]
    assert [odds_of(table, keep, viewer) for viewer in ("eve", "shared", "print")] == [None] * 3


@pytest.mark.rule("FI-INIT-8")
def test_a_deck_that_somebody_has_looked_into_has_no_odds_of_cards() -> None:
    table = drawing("AS KH 7C")
    deck = f"deck:{need_fighter(table, 'frost')[1].side}"
    seen = replace(table, zones={**table.zones, deck: replace(table.zones[deck], shown={"AS": ("tom",)})})
    for viewer, known in (("tom", 1), ("eve", 5)):
        odds = odds_of(seen, ROLL, viewer)
        assert odds is not None
        assert len(odds.distributions) == known


def test_the_odds_of_a_whole_deck_are_there_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_chances, "MAX_EXPLOSIONS", ALL_ACES)
    table = conflict(laid(sheets={"frost": {"reflex": "3d12+2"}}), "frost", "thug")
    odds = odds_of(table, ROLL)
    took = []
    for _ in range(3):
        start = process_time()
        assert odds_of(table, ROLL) == odds
        took.append(process_time() - start)
    assert odds is not None
    assert sum(chances_of(odds, "highest_card").values()) == 1
    assert min(took) < 0.05
