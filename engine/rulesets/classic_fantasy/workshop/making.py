"""The workshop of Classic d100 fantasy, as a window asks for it; the rooms beside this one say everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.play.commands import Command
from engine.play.sight import View
from engine.rulesets.classic_fantasy.perils import HAZARDS
from engine.rulesets.classic_fantasy.settings import settings_from
from engine.rulesets.classic_fantasy.workshop import exchange, library, listing, trying
from engine.rulesets.classic_fantasy.workshop.desks import desk_of, read_record
from engine.rulesets.classic_fantasy.workshop.fields import FORMS
from engine.rulesets.classic_fantasy.workshop.keeping import KeepPrepared, keeping
from engine.rulesets.classic_fantasy.workshop.records import (
    FOES,
    KINDS,
    PLACES,
    SECRET,
    TRAPS,
    PreparedTrap,
    id_key,
    id_of,
)
from engine.rulesets.classic_fantasy.workshop.telling import tell
from engine.table.frozen import Json
from engine.workshop import bench, telling
from engine.workshop.bench import (
    Desk,
    Drawer,
    Entry,
    Facet,
    Holder,
    Incoming,
    Lists,
    Note,
    Options,
    Trial,
    Unworkable,
    Way,
)
from engine.workshop.editing import rows_at, split_path, with_value_at
from engine.workshop.fields import written
from engine.workshop.row_edits import RowEdits

_OFFERS: Mapping[str, tuple[tuple[str, ...], str]] = {
    TRAPS: (("d100_lay_prepared",), "trap"),
    HAZARDS: (("d100_hazard",), "name"),
    FOES: (("d100_bring_foes",), "foe"),
    PLACES: (("d100_go_to_place",), "place"),
}
"""By which offers each kind comes to the table, and which of their questions the id answers."""
_STARTS: Mapping[str, bench.Record] = {
    TRAPS: {"name": "", "maker": 50, "purposes": ["ensnaring"]},
    HAZARDS: {"name": "", "damage": "1d6"},
    FOES: {"name": "", "str": 11, "con": 11, "siz": 13, "dex": 11, "int": 13, "pow": 11, "cha": 11},
    PLACES: {"name": ""},
}
_ROW_STARTS: Mapping[str, bench.Record] = {
    "resistance": {"skill": "Evade"},
    "weapons": {"name": "", "damage": "1d6", "size": "Medium"},
    "skills": {"name": "", "total": 50},
    "armour": {"location": "", "worn": 1},
    "fires": {"intensity": 2},
}
_NAMED = {"traps": ("trap", TRAPS), "foes": ("foe", FOES), "hazards": ("hazard", HAZARDS)}


class PreparedWorkshop(RowEdits):
    """A `bench.Workshop`; each member is told there."""

    @property
    def gm_lists(self) -> frozenset[str]:
        """All of it."""
        return SECRET

    def for_gm(self, kind: str, record: bench.Record) -> bool:
        """Say whether only the GM may know a record: always."""
        return True

    def drawers(self) -> tuple[Drawer, ...]:
        """Return the four kinds; places first, for a GM begins where the evening does."""
        return tuple(
            Drawer(
                kind=kind,
                title=tell(f"drawer.{kind}"),
                one=tell(f"one.{kind}"),
                lists=(kind,),
                help=tell(f"drawer_help.{kind}"),
                gm_only=True,
                tries=kind == TRAPS,
                offers=_OFFERS[kind][0],
                answers=_OFFERS[kind][1],
            )
            for kind in (PLACES, TRAPS, HAZARDS, FOES)
        )

    def facets(self, lists: Lists, options: Options, kind: str) -> tuple[Facet, ...]:
        """Return what entries can be filtered by."""
        return listing.facets(lists, settings_from(options), kind)

    def entries(self, lists: Lists, options: Options, kind: str) -> tuple[Entry, ...]:
        """Return what there is."""
        return listing.entries(lists, settings_from(options), kind)

    def record(self, lists: Lists, options: Options, kind: str, id_: str) -> bench.Record | None:
        """Return a record as it is in force."""
        found = library.records(lists, kind).get(id_) if kind in KINDS else None
        return None if found is None else library.row_of(found)

    def blank(self, lists: Lists, options: Options, kind: str) -> bench.Record:
        """Return a record to begin with; a place has the next number."""
        if kind == PLACES:
            return {**_STARTS[PLACES], "number": max((one.number for one in library.places(lists)), default=0) + 1}
        return _STARTS[_known(kind)]

    def duplicate(self, lists: Lists, options: Options, kind: str, record: bench.Record) -> bench.Record:
        """Return a copy under another name."""
        name = record.get("name")
        copied = {key: value for key, value in record.items() if key not in ("id", "rules")}
        return {**copied, "name": telling.tell("copy", name=name if isinstance(name, str) else "")}

    def desk(self, lists: Lists, options: Options, kind: str, record: bench.Record) -> Desk:
        """Return all that an editor shows."""
        return desk_of(_known(kind), record, lists, settings_from(options))

    # -- edits

    def with_value(self, kind: str, record: bench.Record, path: str, value: Json) -> bench.Record:
        """Return a record with something else in a field."""
        field = FORMS.field_at(kind, path)
        key, row, rest = split_path(path)
        if field is None:
            unknown = value is None and key in record and row is None and not rest
            return with_value_at(record, key, None) if unknown else record
        if row is not None and row >= len(rows_at(record, key)):
            return record
        return with_value_at(record, path, written(field, value))

    def has_rows(self, kind: str, path: str) -> bool:
        """Say whether a path is that of a part with rows, or of one of them."""
        return FORMS.has_rows(kind, path)

    def new_row(self, kind: str, record: bench.Record, path: str) -> bench.Record:
        """Return a row to begin with."""
        if path in _NAMED:
            key, of = _NAMED[path]
            return {key: next(iter(library.shipped(of)), "")}
        if path == "locations":
            taken = (row.get("last") for row in rows_at(record, path) if isinstance(row, Mapping))
            first = max((number for number in taken if isinstance(number, int)), default=0) + 1
            return {"first": min(first, 20), "last": 20, "name": "", "most": 4}
        return _ROW_STARTS[path]

    # -- commands

    def saving(self, seat: str, lists: Lists, options: Options, kind: str, record: bench.Record) -> tuple[str, Command]:
        """Return the id and the command."""
        found, told = read_record(_known(kind), record, lists, settings_from(options))
        misfit = next((problem for problem in told if problem.form), None)
        if misfit is not None:
            raise Unworkable(telling.tell("misfit_at", place=misfit.place, why=misfit.text))
        command = keeping(seat, lists, ((kind, found),))
        if command is None:
            raise Unworkable(tell("shipped_stays"))
        return id_of(found), command

    def setting_aside(self, seat: str, lists: Lists, options: Options, kind: str, id_: str, aside: bool) -> Command:
        """Nothing here is put aside: what is not brought to the table does no harm."""
        raise Unworkable(tell("no_aside"))

    def removing(self, seat: str, lists: Lists, kind: str, id_: str) -> Command:
        """Return the command that takes away what the group has written."""
        if not any(row.get(id_key(kind)) == id_ for row in lists.get(_known(kind), ())):
            raise Unworkable(tell("shipped_stays" if library.original(kind, id_) is not None else "nothing_there"))
        return KeepPrepared(seat=seat, drop={kind: (id_,)})

    # -- trying out

    def try_out(
        self,
        lists: Lists,
        options: Options,
        kind: str,
        record: bench.Record,
        *,
        situation: str = "",
        answers: Sequence[str] = (),
    ) -> Trial:
        """Return what happens when a trap is sprung at a dummy."""
        settings = settings_from(options)
        found, told = read_record(_known(kind), record, lists, settings)
        if not isinstance(found, PreparedTrap):
            return Trial(wrong=tell("no_trial"))
        misfit = next((problem for problem in told if problem.form), None)
        if misfit is not None:
            return Trial(wrong=telling.tell("misfit_at", place=misfit.place, why=misfit.text))
        return trying.try_trap(found, lists, options, settings, situation, answers)

    def situations(self, lists: Lists, options: Options, kind: str, record: bench.Record) -> tuple[Way, ...]:
        """Return the situations in which a trap can be tried."""
        found, _ = read_record(_known(kind), record, lists, settings_from(options))
        return trying.situations(found) if isinstance(found, PreparedTrap) else ()

    # -- files

    def exported(self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]], form: str = "toml") -> str:
        """Return a file with some records."""
        return exchange.exported(lists, chosen, form)

    def needed(self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        """Return what of the group's own the chosen records speak of."""
        return exchange.needed(lists, chosen)

    def read(self, lists: Lists, options: Options, data: bytes | str) -> Incoming:
        """Return what a file holds."""
        return exchange.read(data, lists, settings_from(options))

    def taken_over(self, seat: str, lists: Lists, incoming: Incoming, chosen: Sequence[int]) -> Command:
        """Return the command that takes over some records of a file."""
        found = keeping(seat, lists, exchange.to_keep(incoming, chosen))
        if found is None:
            raise Unworkable(telling.tell("file.nothing"))
        return found

    # -- decks: there are none in this game

    def holders(self, view: View) -> tuple[Holder, ...]:
        """Nobody has a deck."""
        return ()

    def dealing(self, seat: str, view: View, record: bench.Record, actor: str) -> Command:
        """Nobody has a deck."""
        raise Unworkable(tell("no_trial"))

    def deck_of(self, view: View, actor: str) -> bench.Record:
        """Nobody has a deck."""
        return {}

    def notes_on(self, view: View, actor: str) -> tuple[Note, ...]:
        """There are no statistics of a deck."""
        return ()


def _known(kind: str) -> str:
    if kind not in KINDS:
        raise Unworkable(telling.tell("no_drawer", kind=kind[:60]))
    return kind
