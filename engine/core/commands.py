"""Commands, and the moves that answer them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, TypeVar
from unicodedata import category

import msgspec

from engine.core.draft import Draft
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table

CARD_FIELDS = ("card", "cards", "joker")
MAX_EXACT_INTEGER = 2**53
NOWHERE = "?"
"""The id of a card that is on no table."""
Need = Callable[[Table, Any], object]
"""Raises Refused if something is missing that a command needs."""


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Command:
    """A request of any kind by one seat.

    Attributes:
        seat: the seat that asks.
        RULES: the rules that this kind of command implements.
        FAR_REACHING: this kind destroys, hides or widely changes something.
        PASSES_TIME: this kind lets time pass in the story, with all that follows; the clock on the table offers it.
        PROGRAM_DICE: the program rolls its dice even if the group uses real dice, as they are many and not exciting.
        ADDS_CHARACTERS: this kind adds characters that people choose, so no program begins a table with it.
        ABSTRACT: this class itself is no kind of command, only what others derive from; not inherited.
        CITED: the rules that a refusal cites which many kinds share, as that of another seat; by default the first one.
        NEEDS: checks that several kinds make, in their order; each raises Refused. Those of base classes come first.
    """

    __slots__ = ()
    RULES: ClassVar[tuple[str, ...]] = ()
    FAR_REACHING: ClassVar[bool] = False
    PASSES_TIME: ClassVar[bool] = False
    PROGRAM_DICE: ClassVar[bool] = False
    ADDS_CHARACTERS: ClassVar[bool] = False
    ABSTRACT: ClassVar[bool] = False
    CITED: ClassVar[tuple[str, ...]] = ()
    NEEDS: ClassVar[tuple[Need, ...]] = ()
    if TYPE_CHECKING:
        seat: str

    def is_far_reaching(self) -> bool:
        """Say whether the command destroys, hides or widely changes something; taken by name, it needs a confirmation.

        A kind overrides this if the answer depends on its fields.
        """
        return self.FAR_REACHING

    @property
    def cited(self) -> tuple[str, ...]:
        """The rules that a refusal cites which many kinds share."""
        return self.CITED or self.RULES[:1]


@cache
def _needs_of(kind: type) -> tuple[Need, ...]:
    return tuple(need for base in reversed(kind.__mro__) for need in vars(base).get("NEEDS", ()))


def _makes_checks(kind: type) -> bool:
    """Say whether `verify` of a kind gets to the checks in `NEEDS`: each on the way calls that of its base class."""
    for base in kind.__mro__:
        code = getattr(vars(base).get("verify"), "__code__", None)
        if base is Request or (code is not None and "__class__" not in code.co_freevars):  # it has no `super()`
            return base is Request
    return False


class Request(Frozen, Command, tag_field="kind", tag=_snake):
    """The base class of each kind of command.

    In the fields `card`, `cards` and `joker` a card is named by its id or by its position: `hand:tom#2` is the third
    card of Tom's hand, so that a person can move a card without knowing it.
    """

    seat: Annotated[str, msgspec.Meta(description="who asks")]

    def verify(self, table: Table) -> None:
        """Raise Refused if the command is not allowed now; every seat may do what a kind does not forbid."""
        kind: Any = type(self)
        for need in _needs_of(kind):
            need(table, self)

    def decide(self, draft: Draft) -> None:
        """Write the events; called only after `verify` has accepted the command."""
        raise NotImplementedError


C = TypeVar("C", bound=Command)


@dataclass(frozen=True, slots=True)
class Move(Generic[C]):
    """One kind of command with its functions.

    Attributes:
        command: the kind.
        verify: raises Refused if the command is not allowed now.
        decide: writes the events; called only after `verify` has accepted the command.
    """

    command: type[C]
    verify: Callable[[Table, C], None]
    decide: Callable[[Draft, C], None]

    @classmethod
    def of(cls, listed: Move[Any] | type[Request]) -> Move[Any]:
        """Return the move of a command that checks and decides itself; a move is returned unchanged.

        Raises TypeError for a kind whose `verify` leaves out its `NEEDS`.
        """
        if isinstance(listed, Move):
            return listed
        kind: Any = listed
        if _needs_of(kind) and not _makes_checks(kind):
            raise TypeError(f"{listed.__name__}: verify must call super().verify(table), which checks NEEDS")
        return Move(listed, lambda table, command: command.verify(table), lambda draft, command: command.decide(draft))


def kind_of(command: type[Command] | Command) -> str:
    """Return the name of a kind of command in scripts and files."""
    cls: Any = command if isinstance(command, type) else type(command)
    return str(cls.__struct_config__.tag)


@cache
def _card_fields(cls: Any) -> tuple[str, ...]:
    return tuple(f.name for f in msgspec.structs.fields(cls) if f.name in CARD_FIELDS)


def with_cards_resolved(table: Table, command: C) -> C:
    """Return the command with every position (`hand:tom#2`) replaced by the card at it.

    A card that is named by its id becomes a card on no table if the seat may not know it: a guess must not reveal where
    a card is, or whether it is on the table.

    Raises:
        Refused: there is no such position.
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
        return reference  # no card is named
    if "#" in reference:
        return card_at(table, reference)
    where = table.zone_of(reference)
    zone = None if where is None else table.zones[where]
    known = zone is not None and zone.may_see(reference, seat)
    return reference if known or table.is_gm(seat) else NOWHERE


def card_at(table: Table, reference: str) -> str:
    """Return the card at a position; a card's own id is returned unchanged."""
    zone_id, mark, place = reference.rpartition("#")
    if not mark:
        return reference
    zone = table.zones.get(zone_id)
    if zone is None or not place.isdecimal() or int(place) >= len(zone.cards):
        raise Refused("no_such_place", place=reference)
    return zone.cards[int(place)]


def place_of(table: Table, card: str) -> str:
    """Return the position of a card, which names it for those who may not know it; empty if it is in no zone."""
    where = table.zone_of(card)
    return f"{where}#{table.zones[where].cards.index(card)}" if where is not None else ""


_NO_NUMBERS = frozenset({str, bool, type(None)})


def need_exact_numbers(command: Command) -> None:
    """Raise Refused for an integer that JSON readers may not read exactly."""
    asked: Any = command
    values = msgspec.structs.astuple(asked)
    for place, value in enumerate(values):
        if type(value) not in _NO_NUMBERS and not _exact(value):
            raise Refused("number_too_large", field=asked.__struct_fields__[place], most=MAX_EXACT_INTEGER)


def _exact(value: object) -> bool:
    match value:
        case str() | None:
            return True
        case int():
            return abs(value) <= MAX_EXACT_INTEGER
        case list() | tuple():
            return all(_exact(part) for part in value)
        case Mapping():
            return all(_exact(part) for part in value.values())
        case msgspec.Struct():
            return all(_exact(getattr(value, name)) for name in value.__struct_fields__)
        case _:
            return True


def need_seat(table: Table, command: Command) -> None:
    """Raise Refused unless the seat that asks is at the table."""
    if command.seat not in table.seats:
        raise Refused("no_such_seat", seat=command.seat)


def need_name(name: str) -> None:
    """Raise Refused unless a name has a visible character; spaces and invisible characters do not count."""
    if not any(category(sign)[0] in "LNPS" for sign in name):
        raise Refused("no_name")


def need_gm(table: Table, command: Command, *rules: str) -> None:
    """Raise Refused unless the GM asks."""
    if not table.is_gm(command.seat):
        need_seat(table, command)
        raise Refused("gm_only", *rules)


def need_actor(table: Table, actor: str) -> None:
    """Raise Refused unless the character exists."""
    if actor not in table.actors:
        raise Refused("no_such_actor", actor=actor)
