"""Fair dice and cards: the test itself, what counts for a viewer, and what the sentences say."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from engine.core.commands import Command
from engine.core.events import CardsAdded, CardsMoved, CardsRemoved, CardsTurned, Event, Noted, Rolled, ZoneShuffled
from engine.core.manual_moves import ArrangeZone, MoveCards, ShuffleZone
from engine.kit.fairness.chi_square import upper_tail
from engine.kit.fairness.dice_and_card_counts import DiceAndCardCounts, PileDraws, SeenRoll
from engine.kit.fairness.fairness_notes import cards_page, dice_pages
from engine.kit.fairness.fairness_report import Verdict, card_report, dice_reports
from engine.messages.message import Message
from engine.model.cards import standard_decks
from engine.model.seats import Seat
from engine.model.table import Table
from engine.model.zones import Sight, Zone

QUANTILES = ((1, 3.841, 6.635), (2, 5.991, 9.210), (3, 7.815, 11.345), (5, 11.070, 15.086), (9, 16.919, 21.666))
"""Degrees of freedom, and the values that chance reaches in 5 and in 1 of 100 cases, from the usual tables."""
DECK = standard_decks(1, ("X", "X"))


@pytest.mark.parametrize(("degrees", "five", "one"), [*QUANTILES, (19, 30.144, 36.191), (99, 123.225, 134.642)])
def test_the_tail_of_chi_square_is_that_of_the_tables(degrees: int, five: float, one: float) -> None:
    assert upper_tail(five, degrees) == pytest.approx(0.05, abs=2e-5)
    assert upper_tail(one, degrees) == pytest.approx(0.01, abs=1e-5)


def _told(seat: str = "Ann", audience: tuple[str, ...] | None = None) -> Noted:
    return Noted(message=Message(key="log.rolled", params={"seat": seat}), audience=audience)


def _table(order: Sequence[str]) -> Table:
    zones = (
        Zone(id="deck", cards=tuple(order), sight=Sight.NOBODY),
        Zone(id="hand:ann", sight=Sight.OWNERS, owners=("ann",)),
        Zone(id="hand:bob", sight=Sight.OWNERS, owners=("bob",)),
        Zone(id="discard"),
    )
    seats = {id_: Seat(id=id_, name=id_.title()) for id_ in ("ann", "bob")}
    return Table(ruleset="tiny", seats=seats, zones={zone.id: zone for zone in zones})


def _session(order: Sequence[str], again: Random) -> tuple[Table, list[tuple[Event, ...]]]:
    """A deck is shuffled, both draw, bob plays all, and all but the cards of ann is shuffled again."""
    ann, bob, rest = tuple(order[:7]), tuple(order[7:19]), tuple(order[19:])
    second = [*rest, *bob]
    again.shuffle(second)
    events: list[tuple[Event, ...]] = [
        (ZoneShuffled(zone="deck", order=tuple(order)), _told()),
        (CardsMoved(cards=ann, source="deck", target="hand:ann"), _told()),
        (CardsMoved(cards=bob, source="deck", target="hand:bob"), _told()),
        (CardsMoved(cards=bob, source="hand:bob", target="discard"), _told()),
        (
            CardsMoved(cards=bob, source="discard", target="deck"),
            ZoneShuffled(zone="deck", order=tuple(second)),
            _told(),
        ),
        (CardsMoved(cards=tuple(second[:3]), source="deck", target="hand:bob"), _told()),
    ]
    return _table(tuple(sorted(order))), events


def _counted(
    table: Table, gestures: Sequence[tuple[Event, ...]], viewer: str
) -> tuple[list[SeenRoll], tuple[PileDraws, ...], int]:
    counts = DiceAndCardCounts(table, viewer)
    for events in gestures:
        counts.add(events)
    return counts.rolls, counts.draws, counts.uncounted


@pytest.mark.parametrize("seed", range(5))
def test_cards_count_only_while_their_viewer_knows_what_the_pile_was_made_of(seed: int) -> None:
    order = list(DECK)
    Random(seed).shuffle(order)
    table, gestures = _session(order, Random(seed))
    _, [pile], uncounted = _counted(table, gestures, "bob")
    assert pile.made_of == {"S": 13, "H": 13, "D": 13, "C": 13, "X": 2}
    assert sum(pile.drawn.values()) == 12
    assert uncounted == 3, "ann's hand was hidden at the second shuffle"
    _, [pile], uncounted = _counted(table, gestures, "ann")
    assert (sum(pile.drawn.values()), uncounted) == (7, 0)
    assert _counted(table, gestures, "shared")[1:] == ((), 0), "everybody saw no card as it was drawn"


@pytest.mark.parametrize("seed", range(5))
def test_hidden_cards_change_nothing_of_what_is_counted(seed: int) -> None:
    order = list(DECK)
    Random(seed).shuffle(order)
    hidden = [place for place in range(len(order)) if not 7 <= place < 19]  # all but the cards that bob draws and plays
    other = list(order)
    for place, source in zip(hidden, Random(seed + 1).sample(hidden, len(hidden)), strict=True):
        other[place] = order[source]
    told = [_counted(*_session(deck, Random(seed)), "bob") for deck in (order, other)]
    assert told[0] == told[1]


@pytest.mark.parametrize("hidden", ["KS", "Slash"])
@pytest.mark.parametrize("removed", [False, True])
def test_no_suit_counts_while_a_card_that_its_viewer_has_not_seen_is_elsewhere(hidden: str, removed: bool) -> None:
    """A hidden card may be any card, also one of the game's own; so may a card that was removed face down."""
    order = tuple(card for card in DECK if card != "KS")
    leaves = CardsRemoved(zone="deck", cards=(hidden,), unseen=True)
    gone = leaves if removed else CardsMoved(cards=(hidden,), source="deck", target="hand:ann")
    gestures: list[tuple[Event, ...]] = [
        (gone,),
        (ZoneShuffled(zone="deck", order=order),),
        (CardsMoved(cards=order[:5], source="deck", target="hand:bob"),),
    ]
    assert _counted(_table((hidden, *order)), gestures, "bob") == ([], (), 5)


@pytest.mark.parametrize(
    "command",
    [ArrangeZone(seat="ann", zone="deck", cards=DECK[::-1]), MoveCards(seat="ann", cards=DECK[::-1], target="deck")],
)
def test_a_pile_that_was_arranged_by_hand_is_no_shuffled_one(command: Command) -> None:
    order = tuple(DECK)
    counts = DiceAndCardCounts(_table(order), "bob")
    counts.add((ZoneShuffled(zone="deck", order=order),), ShuffleZone(seat="ann", zone="deck"))
    counts.add((ZoneShuffled(zone="deck", order=order[::-1]),), command)
    counts.add((CardsMoved(cards=order[:-6:-1], source="deck", target="hand:bob"),))
    assert (counts.draws, counts.uncounted) == ((), 5)


def test_of_a_mixed_pile_the_standard_cards_count() -> None:
    order = ("2S", "FIREBALLS", "XL", "3H", "X", "Slash", "4D")
    gestures: list[tuple[Event, ...]] = [
        (ZoneShuffled(zone="deck", order=order),),
        (CardsMoved(cards=order[:4], source="deck", target="hand:bob"),),
        (CardsAdded(zone="deck", cards=("Parry", "5C")),),
        (CardsMoved(cards=("Parry", "5C"), source="deck", target="discard"),),
    ]
    _, [pile], uncounted = _counted(_table(order), gestures, "bob")
    assert (pile.made_of, pile.drawn) == ({"S": 1, "H": 1, "X": 1, "D": 1}, {"S": 1, "H": 1})
    assert uncounted == 1, "a card without a suit is missing nowhere"


def test_a_card_that_its_viewer_has_seen_in_the_pile_is_no_draw_and_nothing_counts_after_it() -> None:
    order = tuple(DECK)
    gestures: list[tuple[Event, ...]] = [
        (ZoneShuffled(zone="deck", order=order), _told()),
        (CardsTurned(zone="deck", cards=order[:1], shown_to=("bob",)), _told()),
        (CardsMoved(cards=order[:1], source="deck", target="hand:bob"), _told()),
    ]
    assert _counted(_table(order), gestures, "bob") == ([], (), 0)
    gestures.append((CardsMoved(cards=order[1:3], source="deck", target="hand:bob"), _told()))
    assert _counted(_table(order), gestures, "bob") == ([], (), 2)


def test_dice_count_where_the_viewer_reads_of_them_with_the_name_in_the_line() -> None:
    counts = DiceAndCardCounts(_table(DECK), "bob")
    counts.add((Rolled(kind="d6", faces=(3,)), _told("Ann"), Rolled(kind="d8", faces=(5,)), _told("Bob")))
    counts.add((Rolled(kind="d6", faces=(6,)), _told(audience=("ann",))))
    counts.add((Rolled(kind="d6", faces=(6,)),))
    assert counts.rolls == [SeenRoll(sides=6, face=3, name="Ann"), SeenRoll(sides=8, face=5, name="Bob")]
    counts.start()
    assert counts.rolls == []


def test_of_many_fair_sessions_about_one_in_twenty_is_called_unusual() -> None:
    random, sessions = Random(20), 1000
    dice = cards = 0
    for _ in range(sessions):
        rolled = [SeenRoll(sides=6, face=random.randint(1, 6)) for _ in range(60)]
        [report] = dice_reports(rolled)
        dice += report.verdict in (Verdict.UNUSUAL, Verdict.RARE)
        drawn = dict.fromkeys("SHDC", 0)
        for card in random.sample(DECK[:52], 30):
            drawn[card[-1]] += 1
        counted = card_report([PileDraws(made_of=dict.fromkeys("SHDC", 13), drawn=drawn)])
        assert counted is not None
        cards += counted.verdict in (Verdict.UNUSUAL, Verdict.RARE)
    assert 30 <= dice <= 75
    assert 30 <= cards <= 75, "cards of one pile are no independent draws"


def test_a_loaded_die_is_called_rare_and_few_dice_are_not_judged() -> None:
    [loaded] = dice_pages(dice_reports([SeenRoll(sides=6, face=6)] * 20 + [SeenRoll(sides=6, face=1)] * 10))
    assert loaded.verdict.startswith("Rare")
    [few] = dice_pages(dice_reports([SeenRoll(sides=20, face=20)] * 9))
    assert few.verdict.startswith("Too few")
    report = card_report([PileDraws(made_of={"S": 1}, drawn={"S": 1})])
    assert report is not None
    assert cards_page(report).verdict.startswith("Too few")
    assert card_report([]) is None
