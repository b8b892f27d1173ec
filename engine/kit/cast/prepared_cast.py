"""The prepared records of a game that can be added to the table: read, validated, and made into characters.

A game declares one `PreparedCast`, gives it its `Ruleset.new_actor`, and has the commands of `cast_commands` and the
offers of `cast_offers`. Its ruleset lists it as one of its `casts`, so encounters can bring its records as well.

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
>>> name = cast.wished(table, "wolf").free(())
>>> actor = cast.actor(draft, lambda table, actor, tracks: actor, "wolf", name, shown=False)
>>> actor.id, actor.name, actor.secret, actor.sheet["bite"], draft.events
('wolf-1', 'Grey', True, 4, [])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from engine.core.draft import Draft
from engine.kit.cast.individuals import WishedName, free_actor_id, listed_names
from engine.kit.cast.rolled_individuals import RolledIndividuals
from engine.kit.cast.sound_records import SoundRecords
from engine.kit.content_editor.content_library import ContentLibrary, Fault
from engine.kit.content_editor.dice_numbers import DiceNumber, dice_numbers, roll_secretly, rolled
from engine.kit.content_editor.persistence import id_of, name_of
from engine.model.frozen import Frozen, Json
from engine.model.seats import Actor
from engine.model.table import Table
from engine.sheets.editing.new_character_moves import NewActorSetup
from engine.sheets.editing.record_version import of_present_version

R = TypeVar("R", bound=Frozen)


def sheet_fields(record: Frozen, *left_out: str) -> dict[str, Json]:
    """Return the fields of a record for a sheet, by their names in files: also default values, but nothing empty.

    Rows are tables of the sheet; `left_out` are the fields of the record that the sheet does not have.
    """
    form: Any = type(record)
    names = zip(form.__struct_encode_fields__, form.__struct_fields__, strict=True)
    fields = {key: getattr(record, name) for key, name in names}
    return {key: _cell(value) for key, value in fields.items() if key not in left_out and value not in (None, "", ())}


def _cell(value: Any) -> Json:
    if isinstance(value, tuple):
        return [sheet_fields(each) if isinstance(each, Frozen) else each for each in value]
    cell: Json = value
    return cell


class PreparedCast(SoundRecords[R]):
    """The records of one kind that can stand on the table.

    Attributes:
        rolled: the individuals whose numbers were rolled.
        noticed, arrived: as given.

    Args:
        kind: the kind; its structs may have `names`, a text with names for individuals.
        library: the records of the group.
        faults: returns the faults of a record on a table.
        sheet: returns the fields of the sheet of an individual, whose numbers are rolled.
        noticed: returns the ids of the secret characters that everybody knows.
        arrived: writes what else happens when an individual, by its id, has come to the table.
        roll: rolls the dice of a number, which nobody sees.
    """

    def __init__(
        self,
        kind: str,
        library: ContentLibrary[Any],
        *,
        faults: Callable[[R, Table], Iterable[Fault]],
        sheet: Callable[[R, Table], Mapping[str, Json]],
        noticed: Callable[[Table], Iterable[str]] = lambda _table: (),
        arrived: Callable[[Draft, str], None] = lambda _draft, _id: None,
        roll: Callable[[Draft, DiceNumber], int] = roll_secretly,
    ) -> None:
        super().__init__(kind, library, faults)
        self.rolled = RolledIndividuals(f"brought_{kind}")
        self.noticed = noticed
        self.arrived = arrived
        self._sheet = sheet
        self._roll = roll

    def wished(self, table: Table, id_: str, name: str = "", *, alone: bool = True) -> WishedName:
        """Return the name of an individual: the next one of its record's list, or by a name."""
        record, asked = self.record(table, id_), " ".join(name.split())
        listed = () if asked else listed_names(getattr(record, "names", ""))
        return WishedName(asked or name_of(record), listed, alone=alone)

    def actor(self, draft: Draft, new_actor: NewActorSetup, id_: str, name: str, *, shown: bool) -> Actor:
        """Return an individual of a record with a name, complete and of the GM, not yet on the table.

        The dice are rolled; nobody sees them. Its id is unused.
        """
        table, record = draft.table, self.record(draft.table, id_)
        individual = rolled(record, lambda number: self._roll(draft, number))
        actor = Actor(
            id=free_actor_id(table, id_of(record)),
            name=name,
            seat=table.gm(),
            sheet=of_present_version(table, {}, self._sheet(individual, table)),
            secret=not shown,
        )
        return new_actor(table, actor, {})

    def has_dice(self, table: Table, id_: str) -> bool:
        """Say whether a record exists, has no error, and has numbers that are dice."""
        record = self.records(table).get(id_)
        return record is not None and next(dice_numbers(record), None) is not None

    def to_roll_again(self, table: Table) -> Mapping[str, tuple[str, ...]]:
        """Return the characters whose numbers can be rolled again, by the id of their record."""
        return self.rolled.groups(table, lambda each: self.has_dice(table, each.foe))
