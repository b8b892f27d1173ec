"""The course of a combat: it starts, characters join and leave, rounds follow each other, it ends.

A game subclasses `CombatFlow` for its kind of combat and says only what differs. Its commands (`combat_commands`) check
themselves by it, and write what its rules say:

>>> from engine.core.chance import SeededChance
>>> from engine.model.frozen import Frozen
>>> from engine.model.seats import Actor, Seat
>>> from engine.presentation.offers import denial
>>> class Wolf(Frozen):
...     wounds: int = 0
...     has_bitten: bool = False
>>> class Hunt(Frozen, CombatProcedure, tag_field="procedure", tag="hunt"):
...     fighters: Mapping[str, Wolf]
...     round: int = 1
...     order: tuple[str, ...] = ()
>>> class Hunts(CombatFlow[Hunt]):
...     least = 2
...     fighter_fields = ("order",)
...     round_fields = ("order",)
...     fighter_round_fields = ("has_bitten",)
>>> flow = Hunts(Hunt)

>>> wolves = {name: Actor(id=name, name=name.title(), seat="gm") for name in ("grey", "white", "black")}
>>> table = Table(ruleset="hunt", seats={"gm": Seat(id="gm", name="GM")}, actors=wolves)
>>> denial(flow.verify_start, table, ("grey", "grey")).message.key
'refused.name_fighters'
>>> flow.verify_start(table, ("grey", "white"))
>>> draft = Draft(table, SeededChance(1))
>>> draft.push_procedure(Hunt(fighters={"grey": Wolf(), "white": Wolf()}, order=("white", "grey")))
>>> denial(flow.verify_join, draft.table, ("white",)).message.key
'refused.in_combat'
>>> flow.change_fighter(draft, "grey", wounds=3, has_bitten=True)
>>> flow.need(draft.table).fighters["grey"]
Wolf(wounds=3, has_bitten=True)
>>> flow.next_round(draft, round=2)
>>> flow.need(draft.table)
Hunt(fighters={'grey': Wolf(wounds=3, has_bitten=False), 'white': Wolf(wounds=0, has_bitten=False)}, round=2, order=())
>>> flow.change(draft, order=("grey", "white"))
>>> flow.take_out(draft, "white")
>>> flow.fighters(draft.table), flow.need(draft.table).order
(('grey',), ('grey',))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from engine.core.commands import need_actor
from engine.core.draft import Draft, find_procedure
from engine.core.memo import memo
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Procedure, Table

T = TypeVar("T")


class CombatProcedure(Procedure):
    """A combat in progress; a game's combat is a struct with this field and its own.

    Attributes:
        fighters: those who take part, in the order in which they joined; mostly a mapping with the state of each.
    """

    __slots__ = ()
    if TYPE_CHECKING:
        fighters: Collection[str]


C = TypeVar("C", bound=CombatProcedure)


class CombatFlow(Generic[C]):
    """The course of the combats of a game, which are of the kind `C`.

    Attributes:
        refusals: for a refusal of this class the game's own key and rules: `no_combat`, `combat_runs`,
            `name_fighters`, `too_few_fighters`, `in_combat`, `not_in_combat`.
        least: the minimum number of characters at the start.
        fighter_fields: the fields of a combat, besides `fighters`, that name fighters: in tuples, in groups inside
            tuples, or as keys. One that leaves is taken out of them.
        round_fields: the fields of a combat that every round begins anew, with their defaults.
        fighter_round_fields: the same for the state of a fighter.
    """

    refusals: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    least: ClassVar[int] = 1
    fighter_fields: ClassVar[tuple[str, ...]] = ()
    round_fields: ClassVar[tuple[str, ...]] = ()
    fighter_round_fields: ClassVar[tuple[str, ...]] = ()

    def __init__(self, kind: type[C]) -> None:
        self.kind = kind

    # ---- what a game says

    def need_free(self, table: Table) -> None:
        """Raise Refused while something in progress must be finished first; by default nothing must."""

    def fighter_of(self, combat: C, actor: str) -> str:
        """Return under which name a character takes part: by default its own; empty for one that does not."""
        return actor if actor in combat.fighters else ""

    # ---- look-ups

    def refused(self, key: str, **params: str) -> Refused:
        """Return a refusal by the game's own key and rules."""
        return Refused(*self.refusals.get(key, (key,)), **params)

    def current(self, table: Table) -> C | None:
        """Return the combat in progress; None if there is none."""
        return find_procedure(table, self.kind)

    def need(self, table: Table) -> C:
        """Return the combat in progress. Raises Refused if there is none."""
        combat = find_procedure(table, self.kind)
        if combat is None:
            raise self.refused("no_combat")
        return combat

    def need_fighter(self, table: Table, actor: str) -> str:
        """Return under which name a character takes part. Raises Refused for one that does not."""
        fighter = self.fighter_of(self.need(table), actor)
        if not fighter:
            raise self.refused("not_in_combat", actor=actor_name(table, actor))
        return fighter

    def fighters(self, table: Table) -> tuple[str, ...]:
        """Return those who take part; none without a combat."""
        combat = find_procedure(table, self.kind)
        return tuple(combat.fighters) if combat is not None else ()

    # ---- checks of commands

    def verify_start(self, table: Table, fighters: tuple[str, ...]) -> None:
        """Require that there is no combat yet, and enough characters that exist, each named once."""
        if self.current(table) is not None:
            raise self.refused("combat_runs")
        self.need_free(table)
        self._need_named(table, fighters)
        if len(fighters) < self.least:
            raise self.refused("too_few_fighters")

    def verify_join(self, table: Table, fighters: tuple[str, ...]) -> None:
        """Require a combat, and characters that exist and do not take part yet."""
        combat = self.need(table)
        self._need_named(table, fighters)
        for actor in fighters:
            if self.fighter_of(combat, actor):
                raise self.refused("in_combat", actor=actor_name(table, actor))

    def verify_leave(self, table: Table, actor: str) -> None:
        """Require a character that takes part, while nothing must be finished first."""
        self.need_fighter(table, actor)
        self.need_free(table)

    def need_between_actions(self, table: Table) -> C:
        """Return the combat, for its end or a new round. Raises Refused while something must be finished first."""
        combat = self.need(table)
        self.need_free(table)
        return combat

    def _need_named(self, table: Table, fighters: tuple[str, ...]) -> None:
        if not fighters or len(set(fighters)) != len(fighters):
            raise self.refused("name_fighters")
        for actor in fighters:
            need_actor(table, actor)

    # ---- changes

    def change(self, draft: Draft, **changes: object) -> None:
        """Change fields of the combat in progress."""
        draft.replace_procedure(replace(self.need(draft.table), **changes))

    def change_fighter(self, draft: Draft, fighter: str, **changes: object) -> None:
        """Change fields of the state of a fighter."""
        combat = self.need(draft.table)
        states: Any = combat.fighters
        fighters = {**states, fighter: replace(states[fighter], **changes)}
        draft.replace_procedure(replace(combat, fighters=fighters))

    def take_out(self, draft: Draft, fighter: str, **changes: object) -> None:
        """Take a fighter out of the combat and all fields that name fighters; the game makes its own changes.

        A group that loses its last fighter stays, as an empty one, because a game may count the groups that have acted.
        """
        combat = self.need(draft.table)
        left = {field: _without(getattr(combat, field), fighter) for field in ("fighters", *self.fighter_fields)}
        self.change(draft, **left, **changes)

    def next_round(self, draft: Draft, **changes: object) -> None:
        """Begin a round: what lasts a round begins anew, and the game makes its own changes, such as the number."""
        combat = self.need(draft.table)
        if isinstance(combat.fighters, Mapping):
            states = combat.fighters.items()
            names = self.fighter_round_fields
            changes = {"fighters": {name: _with_defaults(state, names) for name, state in states}, **changes}
        draft.replace_procedure(replace(_with_defaults(combat, self.round_fields), **changes))


def _without(named: Any, fighter: str) -> object:
    """Return a mapping without a key, or a tuple without a part; a group inside a tuple loses that part."""
    if isinstance(named, Mapping):
        return {name: state for name, state in named.items() if name != fighter}
    return tuple(_without(part, fighter) if isinstance(part, tuple) else part for part in named if part != fighter)


def _with_defaults(value: T, names: tuple[str, ...]) -> T:
    """Return a struct with some of its fields as they are by default."""
    defaults = _defaults(type(value), names)
    return replace(value, **{name: make() for name, make in defaults.items()})


@memo
def _defaults(kind: Any, names: tuple[str, ...]) -> Mapping[str, Callable[[], object]]:
    """Return what makes the default of each of some fields; the types of a struct take long to read."""
    return {field.name: _default(field) for field in msgspec.structs.fields(kind) if field.name in names}


def _default(field: msgspec.structs.FieldInfo) -> Callable[[], object]:
    value = field.default
    return (lambda: value) if field.default_factory is msgspec.NODEFAULT else field.default_factory
