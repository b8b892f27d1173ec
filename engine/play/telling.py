"""What real dice and cards must tell before a gesture can be done, so that the table here and the real one stay alike.

How real dice fall, and which real cards lie face down, nobody here can know. A gesture is therefore rehearsed: it is
played on a table that nobody keeps, until it needs a face that must be told; with all that is told it is really done.
Cards go by what the table believes. Where one comes to lie open, the group tells which it really was, and it changes
places with the card that was believed there (`NameCards`): so hands stay in people's hands, and no card is lost.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.play.chance import DICE, ORDER, ByHand, NotAmong, Seeded, Wanted
from engine.play.commands import CARD_FIELDS, Command, card_at, with_cards_named
from engine.play.events import CardsMoved, CardsTurned, Noted, ZoneSet, ZoneShuffled
from engine.play.evolve import evolve
from engine.play.game import Game, Outcome
from engine.play.moves import NameCards
from engine.play.refusal import Refused
from engine.play.ways import Means, Ways
from engine.play.words import Message
from engine.table.cards import face_of, is_joker
from engine.table.frozen import replace
from engine.table.table import Table
from engine.table.zones import Sight, Zone

CARD: Final = "card"
"""The kind of a blank that takes the face of a card."""
_SHUFFLED: Final = "*"
"""Begins the key of a card that was shuffled within the gesture: `*0#2` is the third one after the first shuffle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    """One thing that the group must tell.

    Attributes:
        key: by which it is told.
        kind: a die such as `d6`, `order` for a shuffle to be done, or `card`.
        count: how many cards are to be shuffled.
        source, zone: where a card lay, and where it comes to lie.
        place: a hidden card as commands name it; empty where it has just been shuffled.
        secret: the card stays hidden from others once it is told.
        about: what a die is thrown for, where the game says so.
    """

    key: str
    kind: str
    count: int = 1
    source: str = ""
    zone: str = ""
    place: str = ""
    secret: bool = False
    about: Message | None = None


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """How far a gesture came.

    Attributes:
        blanks: what was told and counts, and behind it what is to be told next; more may follow from that.
        outcome: what comes of the gesture, once nothing is left to tell.
        refused: why it cannot be, or why what was told cannot be so.
        known: the cards of which it was told where they lie.
    """

    blanks: tuple[Blank, ...]
    outcome: Outcome | None = None
    refused: Refused | None = None
    known: frozenset[str] = frozenset()


def rehearse(
    game: Game,
    table: Table,
    command: Command,
    ways: Ways,
    told: Mapping[str, int | str],
    known: frozenset[str] = frozenset(),
    seed: int = 0,
) -> Rehearsal:
    """Play a gesture as far as it goes with what was told.

    Args:
        game: the rules.
        table: where it begins.
        command: what is to be done; `NameCards` without faces asks for them.
        ways: how the group makes its chance.
        told: what was told so far, by the keys of the blanks: the faces of dice and cards, anything for a shuffle.
        known: hidden cards that were told before and need not be told again.
        seed: the chance of what is not made by hand; the same for each rehearsal of a gesture.
    """
    return _Stage(game, table, command, ways, known).rehearse(told, seed)


def refusal(
    game: Game, table: Table, command: Command, ways: Ways, known: frozenset[str] = frozenset()
) -> Refused | None:
    """Return why a command may not be done; None if it may, or may if the real cards that it names are such as fit."""
    return _Stage(game, table, command, ways, known).refusal()


def faces_for(game: Game, table: Table, blank: Blank) -> dict[str, bool]:
    """Return every face that a real card of a table may have, and whether this one may have it as things lie now.

    What lies where face down makes no difference to it, nor what was taken off the table so.
    """
    faces = dict.fromkeys(table.faces(), True)
    if blank.place:
        seat = table.gm() or next(iter(table.seats), "")
        for face in tuple(faces):
            naming = NameCards(seat=seat, cards=(blank.place,), faces=(face,))
            refused = game.refusal(table, naming)
            if refused is not None and refused.message.key == "refused.lies_open_elsewhere":
                faces[face] = False
            elif refused is not None:
                del faces[face]  # it is a card of another kind
    return faces


class _Stage:
    """One gesture while it is rehearsed."""

    def __init__(self, game: Game, table: Table, command: Command, ways: Ways, known: frozenset[str]) -> None:
        self._game = game
        self._table = table
        self._command = command
        self._real = ways.cards is Means.REAL
        self._asks_cards = ways.cards is not Means.SCREEN
        self._kinds = [DICE] * (ways.dice is not Means.SCREEN) + [ORDER] * self._real
        self._known = known
        self._faces: dict[str, list[int]] = {}
        self._orders: dict[int, dict[int, str]] = {}
        self._names: dict[str, str] = {}

    def rehearse(self, told: Mapping[str, int | str], seed: int) -> Rehearsal:
        """Go on until something is missing, cannot be, or nothing is left to tell."""
        blanks: list[Blank] = []
        while True:
            chance = ByHand(self._faces, self._orders, self._kinds, Seeded(seed))
            outcome: Outcome | None = None
            try:
                new = self._faces_to_ask() if self._asks_faces() else []
                if not new:
                    outcome, new = self._play(chance)
            except Wanted as wanted:
                new = self._blanks_for(wanted, len(chance.made))
            except NotAmong as missing:
                try:
                    self._put_among(missing)
                    continue
                except Refused as refused:
                    return Rehearsal(tuple(blanks), refused=refused)
            except Refused as refused:
                return Rehearsal(tuple(blanks), refused=refused)
            if not new:
                return Rehearsal(tuple(blanks), outcome, known=self._cards_told())
            # One by one, for what is told of one card may decide whether another is drawn at all. Dice fall in order.
            next_told = (blank for blank in (new if new[0].kind == CARD else new[:1]) if blank.key in told)
            blank = next(next_told, None)
            if blank is None:
                return Rehearsal((*blanks, *new))
            self._take(blank, told[blank.key])
            blanks.append(blank)

    def refusal(self) -> Refused | None:
        """Return why the command cannot be, whichever real cards it names."""
        if self._asks_faces():
            return None
        table, _ = self._named(self._names | self._ordinary())
        refused = self._game.refusal(table, self._command)
        return None if refused is None or self._may_be_joker() else refused

    def _play(self, chance: ByHand) -> tuple[Outcome | None, list[Blank]]:
        """Play it once; return what comes of it, or what must be told before anything can."""
        if isinstance(self._command, NameCards):
            return self._game.apply(self._table, self._command, chance), []
        table, naming = self._named(self._names | self._ordinary())
        refused = self._game.refusal(table, self._command)
        if refused is not None:
            if not self._may_be_joker():
                raise refused
            return None, [self._blank(place) for place in self._unknown()]
        outcome = self._game.apply(table, self._command, chance)
        new = list(self._come_to_light(table, outcome, chance.made)) if self._asks_cards else []
        if naming is not None:
            facts = (e for e in naming.events if not (isinstance(e, Noted) and e.message.key == "log.named_cards"))
            # To nobody is shown what is believed, so by what was merely taken for ordinary nobody learns anything.
            learned = outcome.learned | (naming.learned if self._names else frozenset())
            outcome = dataclasses.replace(outcome, events=(*facts, *outcome.events), learned=learned)
        return outcome, new

    # What is to be told, and what was.

    def _asks_faces(self) -> bool:
        return self._asks_cards and isinstance(self._command, NameCards) and not self._command.faces

    def _faces_to_ask(self) -> list[Blank]:
        """Return a blank for each card of a command that asks for their faces; with all of them it is complete."""
        named = with_cards_named(self._table, self._command)
        assert isinstance(named, NameCards)
        places = [_place_of(self._table, card) for card in named.cards]
        new = [self._blank(place, secret=True) for place in places if place not in self._names]
        if not new:
            self._command = replace(named, faces=tuple(self._names[place] for place in places))
        return new

    def _cards_told(self) -> frozenset[str]:
        table, _ = self._named(self._names)
        return frozenset(card for card in table.all_cards() if _place_of(table, card) in self._names)

    def _blanks_for(self, wanted: Wanted, shuffles: int) -> list[Blank]:
        if wanted.kind == ORDER:
            return [Blank(key=f"{ORDER}.{shuffles}", kind=ORDER, count=wanted.count)]
        thrown = len(self._faces.get(wanted.kind, ()))
        keys = (f"{wanted.kind}.{thrown + number}" for number in range(wanted.count))
        return [Blank(key=key, kind=wanted.kind, about=wanted.about) for key in keys]

    def _blank(self, place: str, secret: bool = False) -> Blank:
        zone = place.rpartition("#")[0]
        return Blank(key=place, kind=CARD, source=zone, zone=zone, place=place, secret=secret)

    def _take(self, blank: Blank, told: int | str) -> None:
        if blank.place:
            self._names[blank.place] = str(told)
        elif blank.kind == CARD:
            shuffle, _, index = blank.key.removeprefix(_SHUFFLED).partition("#")
            self._orders.setdefault(int(shuffle), {})[int(index)] = str(told)
        elif blank.kind == ORDER:
            self._orders[int(blank.key.rpartition(".")[2])] = {}
        else:
            self._faces.setdefault(blank.kind, []).append(int(told))

    def _put_among(self, missing: NotAmong) -> None:
        """Let a card that was really shuffled be believed among those: in the place of one that nobody knew."""
        table, _ = self._named(self._names | self._ordinary())
        for card in reversed(missing.cards):
            if self._is_unknown(table, card):
                place = _place_of(table, card)
                if place not in self._names:
                    self._names[place] = missing.face
                    return
        raise Refused("not_among_shuffled", card=missing.face)

    def _come_to_light(self, table: Table, outcome: Outcome, made: list[tuple[str, ...]]) -> Iterator[Blank]:
        """Yield a blank for each card that comes to lie open and was not told: for those that do so together."""
        where = {card: f"{zone.id}#{i}" for zone in table.zones.values() for i, card in enumerate(zone.cards)}
        shuffles = 0
        found = False
        for event in outcome.events:
            before, table = table, evolve(table, event)
            moved: tuple[tuple[str, ...], str, str] = ((), "", "")
            match event:
                case ZoneShuffled(order=order) if shuffles < len(made) and _ends_with(order, made[shuffles]):
                    where |= {card: f"{_SHUFFLED}{shuffles}#{i}" for i, card in enumerate(made[shuffles])}
                    shuffles += 1
                case CardsMoved(cards=cards, source=source, target=target):
                    moved = (cards, source, target)
                case CardsTurned(cards=cards, zone=zone):
                    moved = (cards, zone, zone)
                case ZoneSet(zone=made_so) if made_so.id in before.zones:
                    moved = (before.zones[made_so.id].cards, made_so.id, made_so.id)
                case _ if found:
                    return
                case _:
                    pass
            cards, source, target = moved
            for card in cards:
                place = where.get(card, "")
                if place and self._comes_to_light(before, before.zones[source], table.zones[target], card, place):
                    found = True
                    named = "" if place.startswith(_SHUFFLED) else place
                    yield Blank(key=place, kind=CARD, source=source, zone=target, place=named)

    def _comes_to_light(self, before: Table, source: Zone, target: Zone, card: str, place: str) -> bool:
        if source.may_see(card, "") or not target.may_see(card, "") or card in self._known:
            return False
        shuffle, _, index = place.removeprefix(_SHUFFLED).partition("#")
        told = self._orders.get(int(shuffle), {}) if place.startswith(_SHUFFLED) else {}
        if place in self._names or (told and int(index) in told):
            return False
        return self._real or not any(source.may_see(card, seat) for seat in before.seats)

    # What is believed of real cards.

    def _named(self, names: Mapping[str, str]) -> tuple[Table, Outcome | None]:
        """Return the table with these real cards in their places. Raises Refused where that cannot be."""
        if not names:
            return self._table, None
        seat = self._table.gm() or self._command.seat
        naming = NameCards(seat=seat, cards=tuple(names), faces=tuple(names.values()))
        outcome = self._game.apply(self._table, naming, Seeded(0))
        return outcome.table, outcome

    def _is_unknown(self, table: Table, card: str) -> bool:
        zone = table.where(card)
        return zone is not None and not table.zones[zone].may_see(card, "") and card not in self._known

    def _unknown(self) -> list[str]:
        """Return the places of the real cards that the command names and nobody has told."""
        if not self._real:
            return []
        try:
            command = with_cards_named(self._table, self._command)
        except Refused:
            return []
        places: list[str] = []
        for value in (getattr(command, field, None) for field in CARD_FIELDS):
            cards = (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()
            places += [_place_of(self._table, card) for card in cards if self._is_unknown(self._table, card)]
        return [place for place in places if place not in self._names]

    def _ordinary(self) -> dict[str, str]:
        """Take a card of which nothing was told for an ordinary one: a Joker would make itself felt."""
        faces: dict[str, str] = {}
        table, _ = self._named(self._names)  # what was told of others may have brought a Joker here
        for place in self._unknown():
            if is_joker(card_at(table, place)):
                spare = next(self._spares(table, place, {*faces.values(), *self._names.values()}), None)
                if spare is not None:
                    faces[place] = spare
        return faces

    def _spares(self, table: Table, place: str, used: set[str]) -> Iterator[str]:
        """Yield faces for a place: from the bottom of a pile, or if none are left from wherever cards lie hidden."""
        seat = self._table.gm() or self._command.seat
        # Of what the command itself names, or what was told, no copy may go where the Joker was.
        told = {card_at(table, named) for named in self._unknown()} | self._known
        barred = used | {face_of(card) for card in told}
        zones = sorted(table.zones.values(), key=lambda zone: zone.sight is not Sight.NOBODY or bool(zone.owners))
        for card in (*(card for zone in zones for card in reversed(zone.cards)), *table.away):
            face = face_of(card)
            naming = NameCards(seat=seat, cards=(place,), faces=(face,))
            if not is_joker(card) and face not in barred and self._game.refusal(table, naming) is None:
                yield face

    def _may_be_joker(self) -> bool:
        """Say whether the command could be done if one of the real cards that it names were a Joker."""
        ordinary = self._ordinary()
        jokers = [face for face in self._table.faces() if is_joker(face)]
        for place in self._unknown():
            for joker in jokers:
                try:
                    table, _ = self._named(self._names | ordinary | {place: joker})
                except Refused:
                    continue
                if self._game.refusal(table, self._command) is None:
                    return True
        return False


def _place_of(table: Table, card: str) -> str:
    zone = table.where(card)
    assert zone is not None
    return f"{zone}#{table.zones[zone].cards.index(card)}"


def _ends_with(order: tuple[str, ...], cards: tuple[str, ...]) -> bool:
    return order[len(order) - len(cards) :] == cards
