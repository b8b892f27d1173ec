"""The content editor of Classic d100 fantasy: it answers the window with the modules of this package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.commands import Command
from engine.kit.content_editor import shared_editor_texts, view_models
from engine.kit.content_editor.form_definitions import written
from engine.kit.content_editor.json_record_edits import RowEdits, rows_at, split_path, with_value_at
from engine.kit.content_editor.view_models import (
    Category,
    CategoryEntry,
    DeckRecipient,
    EditorChoice,
    EditorView,
    EditRefused,
    Facet,
    ImportedFile,
    Lists,
    Note,
    Options,
    Trial,
)
from engine.model.frozen import Json
from engine.presentation.game import Game
from engine.presentation.visibility import VisibleTable
from engine.rulesets.classic_fantasy.editor import (
    prepared_commands,
    prepared_files,
    prepared_library,
    prepared_listing,
    trap_simulation,
)
from engine.rulesets.classic_fantasy.editor.prepared_commands import KeepPrepared
from engine.rulesets.classic_fantasy.editor.prepared_editor_view import editor_view_of, read_record
from engine.rulesets.classic_fantasy.editor.prepared_forms import FORMS
from engine.rulesets.classic_fantasy.editor.prepared_messages import editor_text
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FOES,
    KINDS,
    PLACES,
    SECRET,
    TRAPS,
    PreparedTrap,
    id_key,
    id_of,
)
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS
from engine.rulesets.classic_fantasy.settings import settings_from

_OFFERS: Mapping[str, tuple[tuple[str, ...], str]] = {
    TRAPS: (("d100_lay_prepared",), "trap"),
    HAZARDS: (("d100_hazard",), "name"),
    FOES: (("d100_bring_foes",), "foe"),
    PLACES: (("d100_go_to_place",), "place"),
}
"""The offers that bring each kind to the table, and the question that the record's id answers."""
_STARTS: Mapping[str, view_models.Record] = {
    TRAPS: {"name": "", "maker": 50, "purposes": ["ensnaring"]},
    HAZARDS: {"name": "", "damage": "1d6"},
    FOES: {"name": "", "str": 11, "con": 11, "siz": 13, "dex": 11, "int": 13, "pow": 11, "cha": 11},
    PLACES: {"name": ""},
}
_ROW_STARTS: Mapping[str, view_models.Record] = {
    "resistance": {"skill": "Evade"},
    "weapons": {"name": "", "damage": "1d6", "size": "Medium"},
    "skills": {"name": "", "total": 50},
    "armour": {"location": "", "worn": 1},
    "fires": {"intensity": 2},
}
_NAMED = {"traps": ("trap", TRAPS), "foes": ("foe", FOES), "hazards": ("hazard", HAZARDS)}


class PreparedContentEditor(RowEdits):
    """The `ContentEditor` of this game; the protocol describes each member. With `game`, traps are tried out."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def gm_lists(self) -> frozenset[str]:
        """The lists that only the GM may read: all of them."""
        return SECRET

    def for_gm(self, kind: str, record: view_models.Record) -> bool:
        """Say whether only the GM may know a record: always."""
        return True

    def categories(self) -> tuple[Category, ...]:
        """Return the four categories; places first, as a GM begins with them."""
        return tuple(
            Category(
                kind=kind,
                title=editor_text(f"drawer.{kind}"),
                one=editor_text(f"one.{kind}"),
                lists=(kind,),
                help=editor_text(f"drawer_help.{kind}"),
                gm_only=True,
                tries=kind == TRAPS,
                offers=_OFFERS[kind][0],
                answers=_OFFERS[kind][1],
            )
            for kind in (PLACES, TRAPS, HAZARDS, FOES)
        )

    def facets(self, lists: Lists, options: Options, kind: str) -> tuple[Facet, ...]:
        """Return the filters of a category."""
        return prepared_listing.facets(lists, settings_from(options), kind)

    def entries(self, lists: Lists, options: Options, kind: str) -> tuple[CategoryEntry, ...]:
        """Return the entries of a category."""
        return prepared_listing.entries(lists, settings_from(options), kind)

    def record(self, lists: Lists, options: Options, kind: str, id_: str) -> view_models.Record | None:
        """Return a record as it is in use."""
        saved = prepared_library.records(lists, kind).get(id_) if kind in KINDS else None
        return None if saved is None else prepared_library.row_of(saved)

    def blank(self, lists: Lists, options: Options, kind: str) -> view_models.Record:
        """Return a new record; a place has the next number."""
        if kind == PLACES:
            return {
                **_STARTS[PLACES],
                "number": max((place.number for place in prepared_library.places(lists)), default=0) + 1,
            }
        return _STARTS[_known_kind(kind)]

    def duplicate(self, lists: Lists, options: Options, kind: str, record: view_models.Record) -> view_models.Record:
        """Return a copy under another name."""
        name = record.get("name")
        copied = {key: value for key, value in record.items() if key not in ("id", "rules")}
        return {**copied, "name": shared_editor_texts.editor_text("copy", name=name if isinstance(name, str) else "")}

    def editor_view(self, lists: Lists, options: Options, kind: str, record: view_models.Record) -> EditorView:
        """Return the whole view of an editor."""
        return editor_view_of(_known_kind(kind), record, lists, settings_from(options))

    # -- edits

    def with_value(self, kind: str, record: view_models.Record, path: str, value: Json) -> view_models.Record:
        """Return a record with another value in a field."""
        field = FORMS.field_at(kind, path)
        key, row, rest = split_path(path)
        if field is None:
            unknown = value is None and key in record and row is None and not rest
            return with_value_at(record, key, None) if unknown else record
        if row is not None and row >= len(rows_at(record, key)):
            return record
        return with_value_at(record, path, written(field, value))

    def has_rows(self, kind: str, path: str) -> bool:
        """Say whether a path belongs to a part with rows, or to one of its rows."""
        return FORMS.has_rows(kind, path)

    def new_row(self, kind: str, record: view_models.Record, path: str) -> view_models.Record:
        """Return a new row."""
        if path in _NAMED:
            key, named_kind = _NAMED[path]
            return {key: next(iter(prepared_library.shipped(named_kind)), "")}
        if path == "locations":
            last_numbers = (row.get("last") for row in rows_at(record, path) if isinstance(row, Mapping))
            first = max((number for number in last_numbers if isinstance(number, int)), default=0) + 1
            return {"first": min(first, 20), "last": 20, "name": "", "most": 4}
        return _ROW_STARTS[path]

    # -- commands

    def save_command(
        self, seat: str, lists: Lists, options: Options, kind: str, record: view_models.Record
    ) -> tuple[str, Command]:
        """Return the id and the command."""
        prepared, problems = read_record(_known_kind(kind), record, lists, settings_from(options))
        misfit = next((problem for problem in problems if problem.form), None)
        if misfit is not None:
            raise EditRefused(shared_editor_texts.editor_text("misfit_at", place=misfit.place, why=misfit.text))
        command = prepared_commands.save_command(seat, lists, ((kind, prepared),))
        if command is None:
            raise EditRefused(editor_text("shipped_stays"))
        return id_of(prepared), command

    def disable_command(self, seat: str, lists: Lists, options: Options, kind: str, id_: str, aside: bool) -> Command:
        """Refuse to set a record aside: it has no effect before it is brought to the table."""
        raise EditRefused(editor_text("no_aside"))

    def delete_command(self, seat: str, lists: Lists, kind: str, id_: str) -> Command:
        """Return the command that removes a record of the group."""
        if not any(row.get(id_key(kind)) == id_ for row in lists.get(_known_kind(kind), ())):
            raise EditRefused(
                editor_text(
                    "shipped_stays" if prepared_library.shipped_record(kind, id_) is not None else "nothing_there"
                )
            )
        return KeepPrepared(seat=seat, drop={kind: (id_,)})

    # -- trying out

    def try_out(
        self,
        lists: Lists,
        options: Options,
        kind: str,
        record: view_models.Record,
        *,
        situation: str = "",
        answers: Sequence[str] = (),
    ) -> Trial:
        """Return the result of a trap triggered at a dummy."""
        settings = settings_from(options)
        prepared, problems = read_record(_known_kind(kind), record, lists, settings)
        if not isinstance(prepared, PreparedTrap):
            return Trial(wrong=editor_text("no_trial"))
        misfit = next((problem for problem in problems if problem.form), None)
        if misfit is not None:
            return Trial(wrong=shared_editor_texts.editor_text("misfit_at", place=misfit.place, why=misfit.text))
        return trap_simulation.try_trap(self._game, prepared, lists, options, settings, situation, answers)

    def situations(
        self, lists: Lists, options: Options, kind: str, record: view_models.Record
    ) -> tuple[EditorChoice, ...]:
        """Return the situations in which a trap can be tried out."""
        prepared, _ = read_record(_known_kind(kind), record, lists, settings_from(options))
        return trap_simulation.situations(prepared) if isinstance(prepared, PreparedTrap) else ()

    # -- files

    def export_file(self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]], form: str = "toml") -> str:
        """Return a file with some records."""
        return prepared_files.exported(lists, chosen, form)

    def dependencies(
        self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]]
    ) -> tuple[tuple[str, str], ...]:
        """Return the group's own records that the chosen ones refer to."""
        return prepared_files.needed(lists, chosen)

    def read_file(self, lists: Lists, options: Options, data: bytes | str) -> ImportedFile:
        """Return the content of a file."""
        return prepared_files.read(data, lists, settings_from(options))

    def import_command(self, seat: str, lists: Lists, incoming: ImportedFile, chosen: Sequence[int]) -> Command:
        """Return the command that imports some records of a file."""
        command = prepared_commands.save_command(seat, lists, prepared_files.records_to_save(incoming, chosen))
        if command is None:
            raise EditRefused(shared_editor_texts.editor_text("file.nothing"))
        return command

    # -- decks: there are none in this game

    def deck_owners(self, view: VisibleTable) -> tuple[DeckRecipient, ...]:
        """Return nothing: this game has no decks."""
        return ()

    def assign_deck_command(self, seat: str, view: VisibleTable, record: view_models.Record, actor: str) -> Command:
        """Refuse: this game has no decks."""
        raise EditRefused(editor_text("no_trial"))

    def deck_of(self, view: VisibleTable, actor: str) -> view_models.Record:
        """Return nothing: this game has no decks."""
        return {}

    def deck_statistics(self, view: VisibleTable, actor: str) -> tuple[Note, ...]:
        """Return nothing: this game has no decks."""
        return ()


def _known_kind(kind: str) -> str:
    if kind not in KINDS:
        raise EditRefused(shared_editor_texts.editor_text("no_drawer", kind=kind[:60]))
    return kind
