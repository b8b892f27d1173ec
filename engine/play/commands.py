"""What a person can ask of the table, and how a game answers each kind of request."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, TypeVar
from unicodedata import category

import msgspec

from engine.play.draft import Draft
from engine.play.refusal import Refused
from engine.table.frozen import Frozen, replace
from engine.table.table import Table

CARD_FIELDS = ("card", "cards", "joker")
MOST_EXACT = 2**53
NOWHERE = "?"
"""A card that is on no table."""


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Command:
    """A request by one seat, of any kind.

    Attributes:
        seat: who asks.
        RULES: the rules that the kind carries.
        FAR_REACHING: this kind destroys something, hides something, or goes far.
    """

    __slots__ = ()
    RULES: ClassVar[tuple[str, ...]] = ()
    FAR_REACHING: ClassVar[bool] = False
    if TYPE_CHECKING:
        seat: str

    def is_far_reaching(self) -> bool:
        """Say whether it destroys, hides or goes far: who finds it by name is asked first.

        A kind whose answer depends on its fields overrides this.
        """
        return self.FAR_REACHING


class Request(Frozen, Command, tag_field="kind", tag=_snake):
    """The base of each kind of command.

    In the fields `card`, `cards` and `joker` a card is named by its id, or by its place: `hand:tom#2` is the third card
    of Tom's hand, so that somebody who may not know a card can still move it.
    """

    seat: Annotated[str, msgspec.Meta(description="who asks")]


C = TypeVar("C", bound=Command)


@dataclass(frozen=True, slots=True)
class Move(Generic[C]):
    """One kind of command with its answers.

    Attributes:
        command: the kind.
        verify: raises Refused if the command may not be done now.
        decide: writes the facts; called only after `verify` has let the command through.
    """

    command: type[C]
    verify: Callable[[Table, C], None]
    decide: Callable[[Draft, C], None]


def kind_of(command: type[Command] | Command) -> str:
    """Return the name by which a kind of command goes in scripts and files."""
    cls: Any = command if isinstance(command, type) else type(command)
    return str(cls.__struct_config__.tag)


@cache
def _card_fields(cls: Any) -> tuple[str, ...]:
    return tuple(f.name for f in msgspec.structs.fields(cls) if f.name in CARD_FIELDS)


def with_cards_named(table: Table, command: C) -> C:
    """Return the command with every place (`hand:tom#2`) replaced by the card that lies there.

    A card named by its id that the one who asks may not know is replaced by one that lies nowhere: whoever guesses
    must not find out where it is, nor whether it is on the table at all.

    Raises:
        Refused: if there is no such place.
    """
    changes: dict[str, object] = {}
    kind: Any = type(command)
    for field in _card_fields(kind):
        value = getattr(command, field)
        if isinstance(value, str):
            changes[field] = _named(table, command.seat, value)
        elif isinstance(value, tuple):
            changes[field] = tuple(_named(table, command.seat, card) for card in value)
    changed: Any = command
    return replace(changed, **changes) if changes else command


def _named(table: Table, seat: str, reference: str) -> str:
    if not reference:
        return reference  # none was named
    if "#" in reference:
        return card_at(table, reference)
    where = table.where(reference)
    zone = None if where is None else table.zones[where]
    known = zone is not None and zone.may_see(reference, seat)
    return reference if known or table.is_gm(seat) else NOWHERE


def card_at(table: Table, reference: str) -> str:
    """Return the card that a reference names; a card's own id is returned as it is."""
    zone_id, mark, place = reference.rpartition("#")
    if not mark:
        return reference
    zone = table.zones.get(zone_id)
    if zone is None or not place.isdecimal() or int(place) >= len(zone.cards):
        raise Refused("no_such_place", place=reference)
    return zone.cards[int(place)]


_NO_NUMBERS = frozenset({str, bool, type(None)})


def need_exact_numbers(command: Command) -> None:
    """Raise Refused for a whole number that JSON does not carry exactly everywhere."""
    asked: Any = command
    for name in asked.__struct_fields__:
        value = getattr(asked, name)
        if type(value) not in _NO_NUMBERS and not _exact(value):
            raise Refused("number_too_large", field=name, most=MOST_EXACT)


def _exact(value: object) -> bool:
    match value:
        case str() | None:
            return True
        case int():
            return abs(value) <= MOST_EXACT
        case list() | tuple():
            return all(_exact(part) for part in value)
        case Mapping():
            return all(_exact(part) for part in value.values())
        case msgspec.Struct():
            return all(_exact(getattr(value, name)) for name in value.__struct_fields__)
        case _:
            return True


def need_seat(table: Table, command: Command) -> None:
    """Raise Refused unless the one who asks sits at the table."""
    if command.seat not in table.seats:
        raise Refused("no_such_seat", seat=command.seat)


def need_name(name: str) -> None:
    """Raise Refused unless a name has anything to read: spaces and signs that nobody sees are none."""
    if not any(category(sign)[0] in "LNPS" for sign in name):
        raise Refused("no_name")


def need_gm(table: Table, command: Command, *rules: str) -> None:
    """Raise Refused unless the one who asks is the GM."""
    if not table.is_gm(command.seat):
        need_seat(table, command)
        raise Refused("gm_only", *rules)


def need_actor(table: Table, actor: str) -> None:
    """Raise Refused unless the character is in the story."""
    if actor not in table.actors:
        raise Refused("no_such_actor", actor=actor)
