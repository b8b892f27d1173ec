"""Input of real dice and cards: the faces that must be entered before a command can be applied.

The program cannot know how real dice fall, or which real cards are face down. So a command is rehearsed: it is played
on a copy of the table until it needs a face that must be entered; with all input it is applied for real. Hidden cards
have assumed identities. When one becomes visible, the group enters which card it really is, and it swaps places with
the card that was assumed there (`NameCards`): so hands stay private, and no card is lost.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.core.chance import DICE, ORDER, CardNotPossible, InputRequired, PhysicalChance, SeededChance
from engine.core.commands import CARD_FIELDS, Command, card_at, place_of, with_cards_resolved
from engine.core.events import CardsMoved, CardsTurned, Noted, ZoneSet, ZoneShuffled
from engine.core.evolve import evolve
from engine.core.manual_moves import NameCards
from engine.core.rules import AppliedCommand
from engine.messages.message import Message
from engine.messages.refusal import Refused, without_traceback
from engine.model.cards import face_of, is_joker
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import Sight, Zone
from engine.presentation.dice_and_card_source import SourceKind, SourceSettings
from engine.presentation.game import Game

CARD: Final = "card"
"""The kind of a field that takes the face of a card."""
_SHUFFLED: Final = "*"
"""Prefix of the key of a card that was just shuffled: `*0#2` is the third one after the first shuffle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputField:
    """One value that the group must enter.

    Attributes:
        key: identifies the value.
        kind: a die such as `d6`, `order` for a shuffle, or `card`.
        count: the number of cards to shuffle.
        source, zone: the zone of a card before and after.
        place: the position of a hidden card, as commands name it; empty if it has just been shuffled.
        secret: the card stays hidden from others after the input.
        about: the purpose of a die, if the game gives it.
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
    """The state of a rehearsed command.

    Attributes:
        fields: the entered values that count, followed by those to enter next; more may follow from them.
        outcome: the result of the command, when nothing is left to enter.
        refused: the reason why the command, or an entered value, is impossible.
        known: the cards with a known position.
    """

    fields: tuple[InputField, ...]
    outcome: AppliedCommand | None = None
    refused: Refused | None = None
    known: frozenset[str] = frozenset()


def rehearse(
    game: Game,
    table: Table,
    command: Command,
    source_settings: SourceSettings,
    entered: Mapping[str, int | str],
    known: frozenset[str] = frozenset(),
    seed: int = 0,
) -> Rehearsal:
    """Play a command as far as the entered values allow.

    Args:
        game: the rules.
        table: the table before the command.
        command: the command; `NameCards` without faces asks for them.
        source_settings: the group's source of dice and cards.
        entered: the values by field key: the faces of dice and cards, any value for a shuffle.
        known: hidden cards that were entered before and need not be entered again.
        seed: the seed of all chance that is not physical; the same for each rehearsal of a command.
    """
    return _RehearsedCommand(game, table, command, source_settings, known).rehearse(entered, seed)


def refusal(
    game: Game, table: Table, command: Command, source_settings: SourceSettings, known: frozenset[str] = frozenset()
) -> Refused | None:
    """Return why a command is not allowed; None if it is, or is for some identity of the real cards that it names."""
    return _RehearsedCommand(game, table, command, source_settings, known).refusal()


def possible_faces(game: Game, table: Table, field: InputField) -> dict[str, bool]:
    """Return every face that a real card of a table may have, and whether this one may have it now.

    The places of face-down cards make no difference, nor do cards that were removed face down.
    """
    faces = dict.fromkeys(table.possible_faces(), True)
    if field.place:
        seat = table.gm() or next(iter(table.seats), "")
        for face in tuple(faces):
            naming = NameCards(seat=seat, cards=(field.place,), faces=(face,))
            refused = game.refusal(table, naming)
            if refused is not None and refused.message.plain_key == "refused.lies_open_elsewhere":
                faces[face] = False
            elif refused is not None:
                del faces[face]  # a card of another kind
    return faces


class _RehearsedCommand:
    """One command while it is rehearsed."""

    def __init__(
        self, game: Game, table: Table, command: Command, source_settings: SourceSettings, known: frozenset[str]
    ) -> None:
        self._game = game
        self._table = table
        self._command = command
        self._real = source_settings.cards is SourceKind.REAL
        self._asks_cards = source_settings.cards is not SourceKind.SCREEN
        real_dice = source_settings.dice is not SourceKind.SCREEN and not command.PROGRAM_DICE
        self._kinds = [DICE] * real_dice + [ORDER] * self._real
        self._known = known
        self._faces: dict[str, list[int]] = {}
        self._orders: dict[int, dict[int, str]] = {}
        self._names: dict[str, str] = {}

    def rehearse(self, entered: Mapping[str, int | str], seed: int) -> Rehearsal:
        """Continue until a value is missing, something is impossible, or nothing is left to enter."""
        fields: list[InputField] = []
        while True:
            chance = PhysicalChance(self._faces, self._orders, self._kinds, SeededChance(seed))
            outcome: AppliedCommand | None = None
            try:
                new = self._faces_to_ask() if self._asks_faces() else []
                if not new:
                    outcome, new = self._play(chance)
            except InputRequired as wanted:
                new = self._fields_for(wanted, len(chance.made))
            except CardNotPossible as missing:
                try:
                    self._put_among(missing)
                    continue
                except Refused as refused:
                    return Rehearsal(tuple(fields), refused=without_traceback(refused))
            except Refused as refused:
                return Rehearsal(tuple(fields), refused=without_traceback(refused))
            if not new:
                return Rehearsal(tuple(fields), outcome, known=self._cards_told())
            # One by one, because the identity of one card may decide whether another is drawn. Dice keep their order.
            next_told = (field for field in (new if new[0].kind == CARD else new[:1]) if field.key in entered)
            field = next(next_told, None)
            if field is None:
                return Rehearsal((*fields, *new))
            self._take(field, entered[field.key])
            fields.append(field)

    def refusal(self) -> Refused | None:
        """Return why the command is impossible for every identity of the real cards that it names."""
        if self._asks_faces():
            return None
        table, _ = self._named(self._names | self._ordinary())
        refused = self._game.refusal(table, self._command)
        return None if refused is None or self._may_be_joker() else refused

    def _play(self, chance: PhysicalChance) -> tuple[AppliedCommand | None, list[InputField]]:
        """Play it once; return the result, or the fields that must be entered first."""
        if isinstance(self._command, NameCards):
            return self._game.apply(self._table, self._command, chance), []
        table, naming = self._named(self._names | self._ordinary())
        refused = self._game.refusal(table, self._command)
        if refused is not None:
            if not self._may_be_joker():
                raise refused
            return None, [self._card_field(place) for place in self._unknown()]
        outcome = self._game.apply(table, self._command, chance)
        new = list(self._come_to_light(table, outcome, chance.made)) if self._asks_cards else []
        if naming is not None:
            facts = (
                e for e in naming.events if not (isinstance(e, Noted) and e.message.plain_key == "log.named_cards")
            )
            # Assumed cards are shown to nobody, so nobody learns anything from them.
            learned = outcome.learned | (naming.learned if self._names else frozenset())
            outcome = dataclasses.replace(outcome, events=(*facts, *outcome.events), learned=learned)
        return outcome, new

    # Values to enter, and entered ones.

    def _asks_faces(self) -> bool:
        return self._asks_cards and isinstance(self._command, NameCards) and not self._command.faces

    def _faces_to_ask(self) -> list[InputField]:
        """Return a field for each card of a command that asks for faces; with all of them the command is complete."""
        named = with_cards_resolved(self._table, self._command)
        assert isinstance(named, NameCards)
        places = [place_of(self._table, card) for card in named.cards]
        new = [self._card_field(place, secret=True) for place in places if place not in self._names]
        if not new:
            self._command = replace(named, faces=tuple(self._names[place] for place in places))
        return new

    def _cards_told(self) -> frozenset[str]:
        table, _ = self._named(self._names)
        return frozenset(card for card in table.all_cards() if place_of(table, card) in self._names)

    def _fields_for(self, wanted: InputRequired, shuffles: int) -> list[InputField]:
        if wanted.kind == ORDER:
            return [InputField(key=f"{ORDER}.{shuffles}", kind=ORDER, count=wanted.count)]
        thrown = len(self._faces.get(wanted.kind, ()))
        keys = (f"{wanted.kind}.{thrown + number}" for number in range(wanted.count))
        return [InputField(key=key, kind=wanted.kind, about=wanted.about) for key in keys]

    def _card_field(self, place: str, secret: bool = False) -> InputField:
        zone = place.rpartition("#")[0]
        return InputField(key=place, kind=CARD, source=zone, zone=zone, place=place, secret=secret)

    def _take(self, field: InputField, entered: int | str) -> None:
        if field.place:
            self._names[field.place] = str(entered)
        elif field.kind == CARD:
            shuffle, _, index = field.key.removeprefix(_SHUFFLED).partition("#")
            self._orders.setdefault(int(shuffle), {})[int(index)] = str(entered)
        elif field.kind == ORDER:
            self._orders[int(field.key.rpartition(".")[2])] = {}
        else:
            self._faces.setdefault(field.kind, []).append(int(entered))

    def _put_among(self, missing: CardNotPossible) -> None:
        """Assume that a card that was really shuffled is among the shuffled cards, in the place of an unknown one."""
        table, _ = self._named(self._names | self._ordinary())
        for card in reversed(missing.cards):
            if self._is_unknown(table, card):
                place = place_of(table, card)
                if place not in self._names:
                    self._names[place] = missing.face
                    return
        raise Refused("not_among_shuffled", card=missing.face)

    def _come_to_light(
        self, table: Table, outcome: AppliedCommand, made: list[tuple[str, ...]]
    ) -> Iterator[InputField]:
        """Yield a field for each card that becomes visible and was not entered: for the first ones together."""
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
                    yield InputField(key=place, kind=CARD, source=source, zone=target, place=named)

    def _comes_to_light(self, before: Table, source: Zone, target: Zone, card: str, place: str) -> bool:
        if source.may_see(card, "") or not target.may_see(card, "") or card in self._known:
            return False
        shuffle, _, index = place.removeprefix(_SHUFFLED).partition("#")
        entered = self._orders.get(int(shuffle), {}) if place.startswith(_SHUFFLED) else {}
        if place in self._names or (entered and int(index) in entered):
            return False
        return self._real or not any(source.may_see(card, seat) for seat in before.seats)

    # Assumed identities of real cards.

    def _named(self, names: Mapping[str, str]) -> tuple[Table, AppliedCommand | None]:
        """Return the table with these real cards in their places. Raises Refused if that is impossible."""
        if not names:
            return self._table, None
        seat = self._table.gm() or self._command.seat
        naming = NameCards(seat=seat, cards=tuple(names), faces=tuple(names.values()))
        outcome = self._game.apply(self._table, naming, SeededChance(0))
        return outcome.table, outcome

    def _is_unknown(self, table: Table, card: str) -> bool:
        zone = table.zone_of(card)
        return zone is not None and not table.zones[zone].may_see(card, "") and card not in self._known

    def _unknown(self) -> list[str]:
        """Return the positions of the real cards that the command names and nobody has entered."""
        if not self._real:
            return []
        try:
            command = with_cards_resolved(self._table, self._command)
        except Refused:
            return []
        places: list[str] = []
        for value in (getattr(command, field, None) for field in CARD_FIELDS):
            cards = (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()
            places += [place_of(self._table, card) for card in cards if self._is_unknown(self._table, card)]
        return [place for place in places if place not in self._names]

    def _ordinary(self) -> dict[str, str]:
        """Treat a card that was not entered as an ordinary one, because a Joker would have an effect of its own."""
        faces: dict[str, str] = {}
        table, _ = self._named(self._names)  # entered cards may have moved a Joker here
        for place in self._unknown():
            if is_joker(card_at(table, place)):
                spare = next(self._spares(table, place, {*faces.values(), *self._names.values()}), None)
                if spare is not None:
                    faces[place] = spare
        return faces

    def _spares(self, table: Table, place: str, used: set[str]) -> Iterator[str]:
        """Yield faces for a position: from the bottom of a pile, or else from any hidden cards."""
        seat = self._table.gm() or self._command.seat
        # No copy of a card that the command names, or that was entered, may take the place of the Joker.
        entered = {card_at(table, named) for named in self._unknown()} | self._known
        barred = used | {face_of(card) for card in entered}
        zones = sorted(table.zones.values(), key=lambda zone: zone.sight is not Sight.NOBODY or bool(zone.owners))
        for card in (*(card for zone in zones for card in reversed(zone.cards)), *table.away):
            face = face_of(card)
            naming = NameCards(seat=seat, cards=(place,), faces=(face,))
            if not is_joker(card) and face not in barred and self._game.refusal(table, naming) is None:
                yield face

    def _may_be_joker(self) -> bool:
        """Say whether the command is allowed if one of the real cards that it names is a Joker."""
        ordinary = self._ordinary()
        jokers = [face for face in self._table.possible_faces() if is_joker(face)]
        for place in self._unknown():
            for joker in jokers:
                try:
                    table, _ = self._named(self._names | ordinary | {place: joker})
                except Refused:
                    continue
                if self._game.refusal(table, self._command) is None:
                    return True
        return False


def _ends_with(order: tuple[str, ...], cards: tuple[str, ...]) -> bool:
    return order[len(order) - len(cards) :] == cards
