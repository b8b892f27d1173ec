"""The prepared records of a game that can be added to the table: read, validated, and made into characters.

A game declares one `PreparedCast`, gives it its `Ruleset.new_actor`, and has the commands of `cast_commands`, the
offers of `cast_offers`, and the members `cast_kinds`, `cast_name` and `cast_actor`, by which other content of the kit
brings its records to the table.

>>> from typing import Annotated
>>> from msgspec import Meta
>>> from engine.core.chance import ScriptedChance, SeededChance
>>> from engine.kit.content_editor.dice_numbers import Dice
>>> from engine.model.seats import Role, Seat
>>> class Wolf(Frozen):
...     id: str
...     name: str = ""
...     names: str = ""
...     bite: Annotated[int, Meta(ge=1, le=9)] | Dice = 1
>>> wolves = ({"id": "wolf", "name": "Wolf", "names": "Grey", "bite": "1d3+1"},)
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM)}
>>> table = Table(ruleset="example", seats=seats, lists={"wolves": wolves})
>>> library = ContentLibrary[Wolf]({"wolves": Wolf}, lambda _kind: ())
>>> def sheet(wolf, table):
...     return {"bite": wolf.bite}
>>> cast = PreparedCast("wolves", library, faults=lambda wolf, table: (), sheet=sheet)
>>> cast.record(table, "wolf").name, cast.has_dice(table, "wolf"), cast.to_roll_again(table)
('Wolf', True, {})
>>> draft = Draft(table, ScriptedChance({"d3": [3]}, SeededChance(1)))
>>> actor = cast.actor(draft, lambda table, actor, tracks: actor, "wolf", "", shown=False)
>>> actor.id, actor.name, actor.secret, actor.sheet["bite"], draft.events
('wolf-1', 'Grey', True, 4, [])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from engine.core.draft import Draft
from engine.core.memo import memo
from engine.kit.cast.individuals import WishedName, free_actor_id, listed_names, used_names
from engine.kit.cast.rolled_individuals import RolledIndividuals
from engine.kit.content_editor.content_library import ContentLibrary
from engine.kit.content_editor.dice_numbers import dice_numbers, roll_secretly, rolled
from engine.kit.content_editor.persistence import id_of, name_of
from engine.kit.content_editor.record_faults import Fault, errors_among
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Frozen, Json
from engine.model.seats import Actor
from engine.model.table import Table
from engine.sheets.editing.new_character_moves import NewActorSetup
from engine.sheets.editing.record_version import of_present_version

R = TypeVar("R", bound=Frozen)


def need_sound(record: R | None, id_: str, faults: Callable[[R], Iterable[Fault]]) -> R:
    """Return a prepared record. Raises Refused if there is none with the id, or if it has an error."""
    if record is None:
        raise Refused("cast_gone", id=id_[:60])
    for fault in errors_among(faults(record)):
        raise Refused("cast_not_sound", *filter(None, (fault.rule,)), name=name_of(record), why=say(fault.words))
    return record


class PreparedCast(Generic[R]):
    """The records of one kind that can be added to the table.

    Attributes:
        kind: the list with the records, and the name of the kind.
        rolled: the individuals whose numbers were rolled.

    Args:
        kind: the kind; its structs may have `names`, a text with names for individuals.
        library: the records of the group.
        faults: returns the faults of a record on a table.
        sheet: returns the fields of the sheet of an individual, whose numbers are rolled.
    """

    def __init__(
        self,
        kind: str,
        library: ContentLibrary[Any],
        *,
        faults: Callable[[R, Table], Iterable[Fault]],
        sheet: Callable[[R, Table], Mapping[str, Json]],
    ) -> None:
        self.kind = kind
        self.rolled = RolledIndividuals(f"brought_{kind}")
        self._library = library
        self._faults = faults
        self._sheet = sheet
        self._sound = memo(fine=True)(self._without_errors)

    def of_kind(self, kind: str) -> PreparedCast[R]:
        """Return this cast. Raises Refused for another kind."""
        if kind != self.kind:
            raise Refused("cast_gone", id=kind[:60])
        return self

    def record(self, table: Table, id_: str) -> R:
        """Return a record. Raises Refused for one that does not exist, or has an error."""
        record: R | None = self._library.records(table.lists, self.kind).get(id_)
        return need_sound(record, id_, lambda found: self._faults(found, table))

    def records(self, table: Table) -> Iterator[R]:
        """Yield the records without errors."""
        yield from self._sound(table).values()

    def _without_errors(self, table: Table) -> Mapping[str, R]:
        records: Mapping[str, R] = self._library.records(table.lists, self.kind)
        return {id_: record for id_, record in records.items() if not errors_among(self._faults(record, table))}

    def wished(self, table: Table, id_: str, name: str = "", *, alone: bool = True) -> WishedName:
        """Return the name of an individual: the next one of its record's list, or by a name."""
        record, asked = self.record(table, id_), " ".join(name.split())
        listed = () if asked else listed_names(getattr(record, "names", ""))
        return WishedName(asked or name_of(record), listed, alone=alone)

    def actor(self, draft: Draft, new_actor: NewActorSetup, id_: str, name: str, *, shown: bool) -> Actor:
        """Return an individual of a record, complete and of the GM, not yet on the table.

        The dice are rolled; nobody sees them. Its id is unused, and so is its name: the name itself, or else with a
        number; without a name, the next one of its record's list.
        """
        table, record = draft.table, self.record(draft.table, id_)
        unused = self.wished(table, id_, name).free(used_names(table, shown=shown))
        individual = rolled(record, lambda number: roll_secretly(draft, number))
        actor = Actor(
            id=free_actor_id(table, id_of(record)),
            name=unused,
            seat=table.gm(),
            sheet=of_present_version(table, {}, self._sheet(individual, table)),
            secret=not shown,
        )
        return new_actor(table, actor, {})

    def has_dice(self, table: Table, id_: str) -> bool:
        """Say whether a record exists, has no error, and has numbers that are dice."""
        record = self._sound(table).get(id_)
        return record is not None and next(dice_numbers(record), None) is not None

    def to_roll_again(self, table: Table) -> Mapping[str, tuple[str, ...]]:
        """Return the characters whose numbers can be rolled again, by the id of their record."""
        return self.rolled.groups(table, lambda id_: self.has_dice(table, id_))
