"""A game without programmed rules: the program has its decks, chips and bodies, and people move everything by hand.

Decks, chips and bodies are data: the tables `table` and `actor` of the file `ruleset.toml` in the game's folder.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from engine.asset_folder import cached_per_game, game_folder
from engine.core.audience import readable_actors
from engine.core.commands import Command, Move, Request
from engine.core.continuation import Continuation
from engine.core.draft import Draft
from engine.core.events import (
    ChipsMoved,
    OptionSet,
    SeatLeft,
    SeatSet,
    SheetEdited,
    TrackSet,
    ZoneSet,
)
from engine.core.game_options import OptionKind, OptionSpec
from engine.core.manual_moves import SetClock
from engine.core.memo import memo
from engine.kit.card_piles import remove_zones
from engine.kit.heroes.people_at_table import table_of_people
from engine.kit.new_character_offers import new_character_offers
from engine.kit.table_setup import StandardDeck, StartingCharacter, TableSetup
from engine.messages.refusal import Refused
from engine.model.cards import new_copies
from engine.model.frozen import Json, replace
from engine.model.seats import Actor, Seat
from engine.model.table import Procedure, Table
from engine.model.zones import Sight, Zone, hand_of
from engine.presentation.activity_view import ActivityView
from engine.presentation.offers import Offer, QuestionKind, make_offer, question

PRIVATE = "hands_private"
_HANDS = ("hand", "cards")
"""The prefixes of zones that are hands: those of seats, and of characters with a hand of their own."""
_FOLLOWED = frozenset({SheetEdited, SeatSet, SeatLeft, OptionSet})
"""The kinds of events that `after_command` follows up."""


@cached_per_game
def starting_character(ruleset: str) -> StartingCharacter:
    """Return the numbers and the body of a new character of a game."""
    return msgspec.convert(_read(ruleset).get("actor", {}), StartingCharacter)


class ManualGame:
    """A game with moves by hand only, and the base of other games; `Ruleset` describes each member."""

    id: str = ""
    moves: tuple[Move[Any] | type[Request], ...] = ()
    procedures: tuple[type[Procedure], ...] = ()
    continuations: tuple[type[Continuation[Any]], ...] = ()
    starting_procedures: tuple[Procedure, ...] = ()
    """The procedures that are in progress on a new table."""

    def __init__(self, ruleset: str = "", options: Mapping[str, OptionSpec] | None = None) -> None:
        self.id = ruleset = ruleset or type(self).id
        raw = _read(ruleset)
        self._pieces = msgspec.convert(raw.get("table", {}), TableSetup)
        self._person = starting_character(ruleset)
        self.options: Mapping[str, OptionSpec] = (
            {
                PRIVATE: OptionSpec(
                    kind=OptionKind.FLAG,
                    default=True,
                    label="Hands are private",
                    help="On: only the holder sees a hand, and others see how many cards it has."
                    " Off: everybody sees all hands.",
                    group="Table",
                )
            }
            if self._pieces.hands
            else {}
        )
        self.options = {**self.options, **(options or {})}

    def new_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        """Return a table with every deck and bag, and an empty hand for each seat if the game has hands."""
        zones: list[Zone] = []
        cards = self.deck_cards()
        for deck in self._pieces.decks:
            zones.append(Zone(id=deck.zone, cards=cards[deck.zone], sight=Sight.NOBODY))
            zones += [Zone(id=deck.discard)] if deck.discard else []
        gm = next((seat.id for seat in seats if seat.is_gm), "")
        zones += [
            Zone(id=zone.id, sight=zone.sight, owners=(gm,) if zone.owner else ())
            for zone in self._pieces.zones
            if zone.owner == "" or (zone.owner == "gm" and gm)
        ]
        private = _sight(bool(options.get(PRIVATE, True)))
        for seat in seats:
            zones += self._zones_of(seat, private)
        bags = dict(self._pieces.bags)
        if self._pieces.bag_of_seat or self._pieces.chips:
            bags |= {seat.id: dict(self._pieces.chips) if self._plays(seat) else {} for seat in seats}
        return Table(
            ruleset=self.id,
            options=options,
            seats={seat.id: seat for seat in seats},
            zones={zone.id: zone for zone in zones},
            chips=bags,
            procedures=self.starting_procedures,
        )

    def deck_faces(self, deck: StandardDeck) -> tuple[str, ...]:
        """Return the faces of all cards of a deck."""
        return deck.playing_cards * deck.copies

    def home_pile(self, table: Table, card: str) -> str:
        """Return the pile for a card of a person who leaves: the discards of the first deck; empty for none."""
        return next((deck.discard or deck.zone for deck in self._pieces.decks), "")

    def deck_cards(self) -> dict[str, tuple[str, ...]]:
        """Return the cards of each deck, in printed order."""
        cards: dict[str, tuple[str, ...]] = {}
        present: tuple[str, ...] = ()
        for deck in self._pieces.decks:
            cards[deck.zone] = new_copies(present, self.deck_faces(deck))
            present += cards[deck.zone]
        return cards

    def _plays(self, seat: Seat) -> bool:
        """Say whether a seat has a hand, chips and a turn like the others."""
        return self._pieces.gm_plays or not seat.is_gm

    def _zones_of(self, seat: Seat, hands: Sight) -> list[Zone]:
        """Return the places for cards that a seat has: its hand, seen by `hands`, and those of the game."""
        plays, zones = self._plays(seat), [zone for zone in self._pieces.zones if zone.owner == "seat"]
        own = [Zone(id=hand_of(seat.id), sight=hands, owners=(seat.id,))] if self._pieces.hands and plays else []
        places = zones if plays else []
        return [*own, *(Zone(id=f"{zone.id}:{seat.id}", sight=zone.sight, owners=(seat.id,)) for zone in places)]

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        """Return a character with the numbers and the body from the game's data."""
        for name in tracks:
            if name not in self._person.tracks:
                raise Refused("no_such_track", track=name[:40])
        known = {
            name: replace(track, value=track.clamped(tracks.get(name, track.value)))
            for name, track in self._person.tracks.items()
        }
        return replace(actor, tracks={**known, **actor.tracks}, body=actor.body or self._person.body)

    def track_maximums(self, table: Table, actor: Actor) -> Mapping[str, int | None]:
        """Return the maximum of each number that follows from a sheet; None if the sheet does not define it yet."""
        return {}

    def tracks_without_maximum(self, table: Table, actor: Actor) -> frozenset[str]:
        """Return the numbers with a maximum that the sheet does not define yet."""
        return frozenset(name for name, value in self.track_maximums(table, actor).items() if value is None)

    def without_unentered_numbers(self, table: Table, actor: Actor) -> Actor:
        """Return a character without the numbers that nobody has entered or changed."""
        first, silent = self._person.tracks, self.tracks_without_maximum(table, actor)
        unsaid = {name for name in silent if actor.tracks.get(name) == first.get(name)}
        if unsaid.isdisjoint(actor.tracks):
            return actor
        return replace(actor, tracks={name: track for name, track in actor.tracks.items() if name not in unsaid})

    def advised_options(self, players: int, options: Mapping[str, Json]) -> Mapping[str, Json]:
        """No options are advised."""
        return {}

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        """Return the offers for new characters and the clock; everything else is moved by hand."""
        return tuple(self._offers(table, seat, viewer)) if seat in table.seats else ()

    def _offers(self, table: Table, seat: str, viewer: str) -> Iterable[Offer]:
        return _offers_by_hand(table_of_people(table), table.clock, seat, viewer)

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        """Nothing is ever in progress."""
        return ()

    def verify_manual_move(self, table: Table, command: Command) -> None:
        """Every move is allowed."""

    def after_command(self, draft: Draft, command: Command) -> None:
        """Give a new person a hand and a bag; take back the cards and chips of a person who leaves."""
        events = [event for event in draft.events if type(event) in _FOLLOWED]
        for edited in dict.fromkeys([event.actor for event in events if type(event) is SheetEdited]):
            self._fill_tracks(draft, edited)
        for event in events:
            match event:
                case OptionSet(name="hands_private"):
                    _cover_hands(draft)
                case SeatSet(seat=seat):
                    self._set_out_places(draft, seat)
                case SeatLeft(seat=seat_id):
                    self._give_back(draft, seat_id)
                case _:
                    pass

    def _set_out_places(self, draft: Draft, seat: Seat) -> None:
        """Give a new person the places and the chips that the others have."""
        if hand_of(seat.id) in draft.table.zones:
            return
        is_new = seat.id not in draft.before.seats
        for zone in self._zones_of(seat, hand_sight(draft.table) if self._pieces.hands else Sight.OWNERS):
            if zone.id not in draft.table.zones:
                draft.emit(ZoneSet(zone=zone))
        if is_new and self._pieces.chips and self._plays(seat):
            draft.emit(ChipsMoved(source="", target=seat.id, chips=self._pieces.chips))

    def _fill_tracks(self, draft: Draft, actor: str) -> None:
        """Fill numbers that nobody has changed as soon as the sheet defines their maximum."""
        old, new = draft.before.actors.get(actor), draft.table.actors.get(actor)
        if old is None or new is None:
            return
        before = self.track_maximums(draft.before, old)
        for name, value in self.track_maximums(draft.table, new).items():
            first, track = self._person.tracks.get(name), new.tracks.get(name)
            if value is None or before.get(name) is not None or first is None or track is None:
                continue
            if track.value == first.value and old.tracks.get(name) == track:
                draft.emit(TrackSet(actor=actor, name=name, track=replace(track, value=track.clamped(value))))

    def _give_back(self, draft: Draft, seat: str) -> None:
        names = (hand_of(seat), *(f"{zone.id}:{seat}" for zone in self._pieces.zones if zone.owner == "seat"))
        for held in [draft.table.zones[name] for name in names if name in draft.table.zones]:
            piles: dict[str, list[str]] = {}
            for card in held.cards:
                piles.setdefault(self.home_pile(draft.table, card), []).append(card)
            for pile, cards in piles.items():
                if pile in draft.table.zones:
                    draft.move(cards, held.id, pile)
            remove_zones(draft, (held.id,))  # with the cards that have no pile
        chips = {colour: n for colour, n in draft.table.chips.get(seat, {}).items() if n}
        if chips:
            draft.emit(ChipsMoved(source=seat, target=next(iter(self._pieces.bags), ""), chips=chips))


def hand_sight(table: Table) -> Sight:
    """Return who sees the cards of a hand: its owner, or everybody if the group plays with open hands."""
    return _sight(bool(table.option(PRIVATE)))


def _sight(private: bool) -> Sight:
    return Sight.OWNERS if private else Sight.EVERYONE


def _cover_hands(draft: Draft) -> None:
    """Apply the current choice of open or private hands to every hand on the table."""
    for zone in tuple(draft.table.zones.values()):
        if zone.id.partition(":")[0] in _HANDS:
            draft.emit(ZoneSet(zone=replace(zone, sight=hand_sight(draft.table), cards=(), shown={})))


@memo
def _offers_by_hand(table: Table, now: int, seat: str, viewer: str) -> Iterator[Offer]:
    yield from new_character_offers(table, seat, readable_actors(table, viewer))
    if table.is_gm(seat):
        yield _clock(seat, now)


@memo
def _clock(seat: str, now: int) -> Offer:
    return make_offer(
        "set_clock",
        SetClock(seat=seat, seconds=now),
        questions=(question("clock", QuestionKind.TIME, field="seconds"),),
    )


@cached_per_game
def _read(ruleset: str) -> dict[str, Any]:
    path = game_folder(ruleset) / "ruleset.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
