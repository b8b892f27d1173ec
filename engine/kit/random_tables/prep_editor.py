"""The content editor of the Prep room: that of the game, and the random tables that every game has.

>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> [category.kind for category in prep_editor_of(make_game(ManualGame("tiny"))).categories()]
['random_tables']
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

import tomli_w

from engine.core.commands import Command
from engine.kit.content_editor.content_editor import ContentEditor
from engine.kit.content_editor.content_file_format import HEAD, import_summary, read_plain
from engine.kit.content_editor.editor_fault_isolation import content_editor_of
from engine.kit.content_editor.view_models import (
    Category,
    CategoryEntry,
    EditorChoice,
    EditorView,
    EditRefused,
    Facet,
    ImportedFile,
    Lists,
    Options,
    Record,
    Trial,
)
from engine.kit.random_tables.random_table_editor import RandomTableEditor
from engine.kit.random_tables.random_table_records import table_text
from engine.model.frozen import Json, replace
from engine.presentation.game import Game
from engine.presentation.game_capabilities import RANDOM_TABLES

_PART: Final = "random_table"
"""The name of a random table in a file."""
T = TypeVar("T")
_Chosen = Sequence[tuple[str, str]]


def prep_editor_of(game: Game) -> ContentEditor:
    """Return everything that the GM can prepare in a game: its own content, and random tables.

    A game with a category of its own of this name keeps it.
    """
    own, tables = content_editor_of(game), RandomTableEditor(game)
    if own is None:
        return tables
    if any(category.kind == RANDOM_TABLES for category in own.categories()):
        return own
    return _PrepEditor(own, tables)


class _PrepEditor:
    """Two content editors as one; `ContentEditor` describes each member."""

    def __init__(self, own: ContentEditor, tables: ContentEditor) -> None:
        self._own = own
        self._tables = tables

    def _editor(self, kind: str) -> ContentEditor:
        return self._tables if kind == RANDOM_TABLES else self._own

    @property
    def gm_lists(self) -> frozenset[str]:
        """The lists that only the GM may know."""
        return self._own.gm_lists | self._tables.gm_lists

    def for_gm(self, kind: str, record: Record) -> bool:
        """Say whether a record is for the GM alone."""
        return self._editor(kind).for_gm(kind, record)

    def categories(self) -> tuple[Category, ...]:
        """Return the categories of the game, then that of the random tables."""
        return (*self._own.categories(), *self._tables.categories())

    def facets(self, lists: Lists, options: Options, kind: str) -> tuple[Facet, ...]:
        """Return the filters for the entries of a kind."""
        return self._editor(kind).facets(lists, options, kind)

    def entries(self, lists: Lists, options: Options, kind: str) -> tuple[CategoryEntry, ...]:
        """Return the entries of a kind."""
        return self._editor(kind).entries(lists, options, kind)

    def record(self, lists: Lists, options: Options, kind: str, id_: str) -> Record | None:
        """Return the current version of a record."""
        return self._editor(kind).record(lists, options, kind, id_)

    def blank(self, lists: Lists, options: Options, kind: str) -> Record:
        """Return a new record."""
        return self._editor(kind).blank(lists, options, kind)

    def duplicate(self, lists: Lists, options: Options, kind: str, record: Record) -> Record:
        """Return a copy under another name."""
        return self._editor(kind).duplicate(lists, options, kind, record)

    def editor_view(self, lists: Lists, options: Options, kind: str, record: Record) -> EditorView:
        """Return everything that an editor shows of a record."""
        return self._editor(kind).editor_view(lists, options, kind, record)

    def with_value(self, kind: str, record: Record, path: str, value: Json) -> Record:
        """Return a record with another value in a field."""
        return self._editor(kind).with_value(kind, record, path, value)

    def with_row(self, kind: str, record: Record, path: str, row: Record | None = None) -> Record:
        """Return a record with one more row."""
        return self._editor(kind).with_row(kind, record, path, row)

    def without_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a record without a row."""
        return self._editor(kind).without_row(kind, record, path)

    def moved_row(self, kind: str, record: Record, path: str, to: int) -> Record:
        """Return a record with a row at another position."""
        return self._editor(kind).moved_row(kind, record, path, to)

    def duplicated_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a record with a copy of a row behind the row."""
        return self._editor(kind).duplicated_row(kind, record, path)

    def save_command(self, seat: str, lists: Lists, options: Options, kind: str, record: Record) -> tuple[str, Command]:
        """Return the id of the saved record, and the command."""
        return self._editor(kind).save_command(seat, lists, options, kind, record)

    def disable_command(self, seat: str, lists: Lists, options: Options, kind: str, id_: str, aside: bool) -> Command:
        """Return the command that disables or enables a record."""
        return self._editor(kind).disable_command(seat, lists, options, kind, id_, aside)

    def delete_command(self, seat: str, lists: Lists, kind: str, id_: str) -> Command:
        """Return the command that deletes the group's version of a record."""
        return self._editor(kind).delete_command(seat, lists, kind, id_)

    def try_out(
        self,
        lists: Lists,
        options: Options,
        kind: str,
        record: Record,
        *,
        situation: str = "",
        answers: Sequence[str] = (),
    ) -> Trial:
        """Return what happens when a record is used."""
        return self._editor(kind).try_out(lists, options, kind, record, situation=situation, answers=answers)

    def situations(self, lists: Lists, options: Options, kind: str, record: Record) -> tuple[EditorChoice, ...]:
        """Return the situations for a try-out."""
        return self._editor(kind).situations(lists, options, kind, record)

    # ---- files: one file can hold records of both ----

    def export_file(self, lists: Lists, options: Options, chosen: _Chosen, form: str = "toml") -> str:
        """Return a file with some records."""
        own, tables = _parted(chosen, lambda one: one[0])
        if not tables:
            return self._own.export_file(lists, options, own, form)
        if not own:
            return self._tables.export_file(lists, options, tables, form)
        made = json.loads(self._own.export_file(lists, options, own, "json"))
        made[_PART] = json.loads(self._tables.export_file(lists, options, tables, "json"))[_PART]
        if form == "json":
            return json.dumps(made, ensure_ascii=False, indent=2) + "\n"
        return tomli_w.dumps(made, multiline_strings=False)

    def dependencies(self, lists: Lists, options: Options, chosen: _Chosen) -> tuple[tuple[str, str], ...]:
        """Return the records that some records refer to."""
        own, tables = _parted(chosen, lambda one: one[0])
        return (
            *(self._own.dependencies(lists, options, own) if own else ()),
            *(self._tables.dependencies(lists, options, tables) if tables else ()),
        )

    def read_file(self, lists: Lists, options: Options, data: bytes | str) -> ImportedFile:
        """Return the contents of a file; the records of the game come first."""
        try:
            raw = read_plain(data)
        except EditRefused:
            raw = {}  # the game may have another format, or says what is wrong
        if _PART not in raw:
            return self._own.read_file(lists, options, data)
        head = {key: raw[key] for key in HEAD if key in raw}
        rest = {key: value for key, value in raw.items() if key != _PART}
        tables = self._tables.read_file(lists, options, _plain_text({**head, _PART: raw[_PART]}))
        if rest.keys() <= head.keys():
            return tables
        own = self._own.read_file(lists, options, _plain_text(rest))
        after = max((record.at for record in own.records), default=-1) + 1
        records = (*own.records, *(replace(record, at=record.at + after) for record in tables.records))
        return ImportedFile(records=records, told=import_summary(records))

    def import_command(self, seat: str, lists: Lists, incoming: ImportedFile, chosen: Sequence[int]) -> Command:
        """Return the command that imports records of a file."""
        wanted = [record for record in incoming.records if record.at in chosen]
        own, tables = _parted(wanted, lambda record: record.kind)
        if own and tables:
            raise EditRefused(table_text("one_by_one"))
        return (self._tables if tables else self._own).import_command(seat, lists, incoming, chosen)


def _parted(items: Sequence[T], kind_of: Callable[[T], str]) -> tuple[list[T], list[T]]:
    """Return those that are no random tables, and those that are."""
    own = [item for item in items if kind_of(item) != RANDOM_TABLES]
    return own, [item for item in items if kind_of(item) == RANDOM_TABLES]


def _plain_text(values: Mapping[str, object]) -> str:
    """Return a part of a file as JSON; a value that no table can store becomes text."""
    return json.dumps(values, ensure_ascii=False, default=str)
