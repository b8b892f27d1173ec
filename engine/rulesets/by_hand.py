"""A game whose rules stand in a book: the table has its decks, chips and bodies, and people move all of it by hand.

What lies on the table is data: the part `table` and the part `actor` of `assets/rulesets/<game>/ruleset.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from engine.play.commands import Command, Move
from engine.play.draft import Draft
from engine.play.events import (
    CardsRemoved,
    ChipsMoved,
    OptionSet,
    SeatLeft,
    SeatSet,
    SheetEdited,
    TrackSet,
    ZoneGone,
    ZoneSet,
)
from engine.play.moves import SetClock
from engine.play.newcomers import new_character, readable
from engine.play.offers import AskKind, Offer, ask, offered
from engine.play.options import OptionKind, OptionSpec
from engine.play.refusal import Refused
from engine.play.sight import Glimpse
from engine.play.words import ASSETS
from engine.table.body import Body
from engine.table.cards import standard_decks
from engine.table.frozen import Frozen, Json, kept, replace
from engine.table.seats import Actor, Seat
from engine.table.table import Procedure, Table
from engine.table.tracks import Track
from engine.table.zones import Sight, Zone, hand_of

PRIVATE = "hands_private"
_HANDS = ("hand", "cards")
"""What zones that are hands are called, before whose they are: those of seats, and of characters who have their own."""


class Deck(Frozen):
    """A deck of 52 with these jokers, face down, and the pile that takes its discards."""

    zone: str
    discard: str
    jokers: tuple[str, ...] = ()


class Pieces(Frozen):
    """What lies on the table before anybody has done anything."""

    decks: tuple[Deck, ...] = ()
    hands: bool = False
    bags: Mapping[str, Mapping[str, int]] = {}
    bag_of_seat: bool = False


class Person(Frozen):
    """What a new character brings: its numbers and its body."""

    tracks: Mapping[str, Track] = {}
    body: Body | None = None


@cache
def first_person(ruleset: str) -> Person:
    """Return what a new character of a game brings."""
    return msgspec.convert(_read(ruleset).get("actor", {}), Person)


class ByHand:
    """A game of hand moves only; `Ruleset` says what each member is for."""

    moves: tuple[Move[Any], ...] = ()
    procedures: tuple[type[Procedure], ...] = ()

    def __init__(self, ruleset: str) -> None:
        self.id = ruleset
        raw = _read(ruleset)
        self._pieces = msgspec.convert(raw.get("table", {}), Pieces)
        self._person = first_person(ruleset)
        self.options: Mapping[str, OptionSpec] = (
            {
                PRIVATE: OptionSpec(
                    kind=OptionKind.FLAG,
                    default=True,
                    label="Hands are private",
                    help="Only the holder sees a hand; others see how many cards it has.",
                    group="Table",
                )
            }
            if self._pieces.hands
            else {}
        )

    def lay_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        """Return a table with every deck and bag, and an empty hand for everyone where the game has hands."""
        decks = self._pieces.decks
        jokers = max((deck.jokers for deck in decks), key=len, default=())
        cards = standard_decks(len(decks), jokers)
        size = 52 + len(jokers)
        zones: list[Zone] = []
        for number, deck in enumerate(decks):
            zones.append(Zone(id=deck.zone, cards=cards[number * size : (number + 1) * size], sight=Sight.NOBODY))
            zones.append(Zone(id=deck.discard))
        private = bool(options.get(PRIVATE, True))
        if self._pieces.hands:
            zones += [Zone(id=hand_of(seat.id), sight=_sight(private), owners=(seat.id,)) for seat in seats]
        bags = dict(self._pieces.bags)
        if self._pieces.bag_of_seat:
            bags |= {seat.id: {} for seat in seats}
        return Table(
            ruleset=self.id,
            options=options,
            seats={seat.id: seat for seat in seats},
            zones={zone.id: zone for zone in zones},
            chips=bags,
        )

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        """Return a character with the numbers and the body that the game's data give it."""
        for name in tracks:
            if name not in self._person.tracks:
                raise Refused("no_such_track", track=name[:40])
        known = {
            name: replace(track, value=track.clamped(tracks.get(name, track.value)))
            for name, track in self._person.tracks.items()
        }
        return replace(actor, tracks={**known, **actor.tracks}, body=actor.body or self._person.body)

    def full_tracks(self, table: Table, actor: Actor) -> Mapping[str, int | None]:
        """Return the numbers that follow from a sheet, at full; None for one of which the sheet says nothing yet."""
        return {}

    def silent_tracks(self, table: Table, actor: Actor) -> frozenset[str]:
        """Return the numbers of which the sheet does not say yet how much they are."""
        return frozenset(name for name, value in self.full_tracks(table, actor).items() if value is None)

    def said(self, table: Table, actor: Actor) -> Actor:
        """Return a character without the numbers that nobody has entered or touched."""
        first, silent = self._person.tracks, self.silent_tracks(table, actor)
        unsaid = {name for name in silent if actor.tracks.get(name) == first.get(name)}
        if unsaid.isdisjoint(actor.tracks):
            return actor
        return replace(actor, tracks={name: track for name, track in actor.tracks.items() if name not in unsaid})

    def advised(self, players: int, options: Mapping[str, Json]) -> Mapping[str, Json]:
        """Nothing is advised."""
        return {}

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        """Offer what begins a story; the rules are in people's heads, and every piece can be moved by hand."""
        return tuple(self._offers(table, seat, viewer)) if seat in table.seats else ()

    def _offers(self, table: Table, seat: str, viewer: str) -> Iterator[Offer]:
        yield from new_character(table, seat, readable(table, viewer))
        if table.is_gm(seat):
            yield _clock(seat, table.clock)

    def glimpse(self, table: Table, viewer: str) -> tuple[Glimpse, ...]:
        """Nothing is ever under way."""
        return ()

    def forbids(self, table: Table, command: Command) -> None:
        """Nothing is forbidden."""

    def after(self, draft: Draft, command: Command) -> None:
        """Give who sits down a hand and a bag; what a leaver held goes to the first discard pile and into the pot."""
        for edited in dict.fromkeys(event.actor for event in draft.events if type(event) is SheetEdited):
            self._fill_tracks(draft, edited)
        for event in [event for event in draft.events if type(event) in (SeatSet, SeatLeft, OptionSet)]:
            match event:
                case OptionSet(name="hands_private"):
                    _cover_hands(draft)
                case SeatSet(seat=seat) if self._pieces.hands and hand_of(seat.id) not in draft.table.zones:
                    draft.emit(
                        ZoneSet(zone=Zone(id=hand_of(seat.id), sight=hand_sight(draft.table), owners=(seat.id,)))
                    )
                case SeatLeft(seat=seat_id):
                    self._give_back(draft, seat_id)
                case _:
                    pass

    def _fill_tracks(self, draft: Draft, actor: str) -> None:
        """Let numbers that nobody has touched be full as soon as the sheet says how much that is."""
        old, new = draft.before.actors.get(actor), draft.table.actors.get(actor)
        if old is None or new is None:
            return
        before = self.full_tracks(draft.before, old)
        for name, value in self.full_tracks(draft.table, new).items():
            first, track = self._person.tracks.get(name), new.tracks.get(name)
            if value is None or before.get(name) is not None or first is None or track is None:
                continue
            if track.value == first.value and old.tracks.get(name) == track:
                draft.emit(TrackSet(actor=actor, name=name, track=replace(track, value=track.clamped(value))))

    def _give_back(self, draft: Draft, seat: str) -> None:
        hand = draft.table.zones.get(hand_of(seat))
        if hand is not None:
            for deck in self._pieces.decks[:1]:
                draft.move(hand.cards, hand.id, deck.discard)
            left = draft.table.zones[hand.id].cards
            if left:  # a game without a pile for them
                draft.emit(CardsRemoved(zone=hand.id, cards=left))
            draft.emit(ZoneGone(zone=hand.id))
        held = {colour: n for colour, n in draft.table.chips.get(seat, {}).items() if n}
        if held:
            draft.emit(ChipsMoved(source=seat, target=next(iter(self._pieces.bags), ""), chips=held))


def hand_sight(table: Table) -> Sight:
    """Return who sees the cards of a hand: its holder, or everybody where the group plays with open hands."""
    return _sight(bool(table.option(PRIVATE)))


def _sight(private: bool) -> Sight:
    return Sight.OWNERS if private else Sight.EVERYONE


def _cover_hands(draft: Draft) -> None:
    """Let every hand on the table be as open as the group plays now."""
    for zone in tuple(draft.table.zones.values()):
        if zone.id.partition(":")[0] in _HANDS:
            draft.emit(ZoneSet(zone=replace(zone, sight=hand_sight(draft.table), cards=(), shown={})))


@kept
def _clock(seat: str, now: int) -> Offer:
    return offered("set_clock", SetClock(seat=seat, seconds=now), asks=(ask("clock", AskKind.TIME, field="seconds"),))


@cache
def _read(ruleset: str) -> dict[str, Any]:
    return tomllib.loads((ASSETS / "rulesets" / ruleset / "ruleset.toml").read_text(encoding="utf-8"))
