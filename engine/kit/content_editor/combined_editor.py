"""The content editor of a game together with the editors that the kit gives every game, as one content editor.

Each kind of record belongs to one of the editors, and a file holds records of one editor. Where a game has a kind or
a list of the same name as the kit, its own counts.

>>> from engine.kit.every_game.full_content_editor import content_editor_of
>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> editor = content_editor_of(make_game(ManualGame("example")))
>>> editor.blank({}, {}, "handouts")
{'name': ''}
>>> try:
...     editor.blank({}, {}, "dragons")
... except EditRefused as refused:
...     print(refused.text)
There is no category “dragons”.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.commands import Command
from engine.kit.content_editor.content_editor import ContentEditor, HasDecks
from engine.kit.content_editor.content_file_format import file_text, name_in_files, plain_values
from engine.kit.content_editor.csv_format import first_cell
from engine.kit.content_editor.shared_editor_texts import editor_text
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
    Record,
    Trial,
)
from engine.model.frozen import Json, replace
from engine.presentation.visibility import VisibleTable


def combined_editor(own: ContentEditor | None, shared: Sequence[ContentEditor]) -> ContentEditor:
    """Return one editor for all; it has the members of `HasDecks` if the game's own has them."""
    editor: object = own
    return CombinedDeckEditor(own, shared) if isinstance(editor, HasDecks) else CombinedEditor(own, shared)


class CombinedEditor:
    """The editors of a game as one; `ContentEditor` describes each member."""

    def __init__(self, own: ContentEditor | None, shared: Sequence[ContentEditor]) -> None:
        self._own = own
        own_categories = own.categories() if own is not None else ()
        taken = {name for category in own_categories for name in (category.kind, *category.lists)}
        self._categories = own_categories
        self._shared: dict[str, ContentEditor] = {}
        for editor in shared:
            new = tuple(each for each in editor.categories() if taken.isdisjoint((each.kind, *each.lists)))
            self._categories += tuple(replace(category, in_every_game=True) for category in new)
            self._shared |= {category.kind: editor for category in new}

    def _of(self, kind: str) -> ContentEditor:
        """Return the editor of a kind. Raises EditRefused for a kind that there is not."""
        editor = self._shared.get(kind, self._own)
        if editor is None:
            raise EditRefused(editor_text("no_drawer", kind=kind[:60]))
        return editor

    def _of_all(self, kinds: Sequence[str]) -> ContentEditor:
        """Return the editor of several kinds. Raises EditRefused if they do not belong to the same."""
        editors = {id(editor): editor for editor in map(self._of, kinds)}
        if len(editors) > 1:
            raise EditRefused(editor_text("file.mixed"))
        if not editors:
            raise EditRefused(editor_text("file.nothing"))
        return next(iter(editors.values()))

    @property
    def gm_lists(self) -> frozenset[str]:
        """The lists that only the GM may know."""
        lists = [*self._shared.values(), *((self._own,) if self._own is not None else ())]
        return frozenset[str]().union(*(editor.gm_lists for editor in lists))

    def for_gm(self, kind: str, record: Record) -> bool:
        """Say whether a record is for the GM alone."""
        return self._of(kind).for_gm(kind, record)

    def categories(self) -> tuple[Category, ...]:
        """Return the categories of the game, then those of every game."""
        return self._categories

    def facets(self, lists: Lists, options: Options, kind: str) -> tuple[Facet, ...]:
        """Return the filters for the entries of a kind."""
        return self._of(kind).facets(lists, options, kind)

    def entries(self, lists: Lists, options: Options, kind: str) -> tuple[CategoryEntry, ...]:
        """Return the entries of a kind."""
        return self._of(kind).entries(lists, options, kind)

    def record(self, lists: Lists, options: Options, kind: str, id_: str) -> Record | None:
        """Return the current version of a record."""
        return self._of(kind).record(lists, options, kind, id_)

    def blank(self, lists: Lists, options: Options, kind: str) -> Record:
        """Return a new record."""
        return self._of(kind).blank(lists, options, kind)

    def duplicate(self, lists: Lists, options: Options, kind: str, record: Record) -> Record:
        """Return a copy."""
        return self._of(kind).duplicate(lists, options, kind, record)

    def editor_view(self, lists: Lists, options: Options, kind: str, record: Record) -> EditorView:
        """Return everything that an editor shows of a record."""
        return self._of(kind).editor_view(lists, options, kind, record)

    # -- edits

    def with_value(self, kind: str, record: Record, path: str, value: Json) -> Record:
        """Return a record with another value."""
        return self._of(kind).with_value(kind, record, path, value)

    def with_row(self, kind: str, record: Record, path: str, row: Record | None = None) -> Record:
        """Return a record with one more row."""
        return self._of(kind).with_row(kind, record, path, row)

    def without_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a record without a row."""
        return self._of(kind).without_row(kind, record, path)

    def moved_row(self, kind: str, record: Record, path: str, to: int) -> Record:
        """Return a record with a row at another position."""
        return self._of(kind).moved_row(kind, record, path, to)

    def duplicated_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a record with a copy of a row."""
        return self._of(kind).duplicated_row(kind, record, path)

    # -- commands

    def save_command(self, seat: str, lists: Lists, options: Options, kind: str, record: Record) -> tuple[str, Command]:
        """Return the id of the saved record, and the command."""
        return self._of(kind).save_command(seat, lists, options, kind, record)

    def disable_command(self, seat: str, lists: Lists, options: Options, kind: str, id_: str, aside: bool) -> Command:
        """Return the command that disables or enables a record."""
        return self._of(kind).disable_command(seat, lists, options, kind, id_, aside)

    def delete_command(self, seat: str, lists: Lists, kind: str, id_: str) -> Command:
        """Return the command that deletes the group's version of a record."""
        return self._of(kind).delete_command(seat, lists, kind, id_)

    # -- trying out

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
        return self._of(kind).try_out(lists, options, kind, record, situation=situation, answers=answers)

    def situations(self, lists: Lists, options: Options, kind: str, record: Record) -> tuple[EditorChoice, ...]:
        """Return the situations for a try-out."""
        return self._of(kind).situations(lists, options, kind, record)

    # -- files

    def export_file(self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]], form: str = "toml") -> str:
        """Return a file with some records of one editor."""
        return self._of_all([kind for kind, _ in chosen]).export_file(lists, options, chosen, form)

    def dependencies(
        self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]]
    ) -> tuple[tuple[str, str], ...]:
        """Return the records that some records refer to."""
        return self._of_all([kind for kind, _ in chosen]).dependencies(lists, options, chosen) if chosen else ()

    def read_file(self, lists: Lists, options: Options, data: bytes | str) -> ImportedFile:
        """Return the contents of a file; it is read by the editor that it has records of, else by the game's own."""
        by_part = {name_in_files(kind): editor for kind, editor in self._shared.items()}
        text = file_text(data)
        parts = _parts_of(text) if any(part in text for part in by_part) else ()
        editor = next((by_part[part] for part in parts if part in by_part), self._own)
        if editor is None:  # it says what is wrong with the file
            editor = next(iter(self._shared.values()))
        return editor.read_file(lists, options, data)

    def import_command(self, seat: str, lists: Lists, incoming: ImportedFile, chosen: Sequence[int]) -> Command:
        """Return the command that imports records of a file."""
        kinds = [record.kind for record in incoming.records]
        return self._of_all(kinds).import_command(seat, lists, incoming, chosen)


def _parts_of(text: str) -> tuple[str, ...]:
    """Return the names of the parts of a file; the first cell of one that is not JSON or TOML."""
    try:
        values = plain_values(text)
    except EditRefused:
        return (first_cell(text),)
    return tuple(values) if isinstance(values, dict) else ()


class CombinedDeckEditor(CombinedEditor):
    """The same where the game's own editor has decks that go to characters; `HasDecks` describes each member."""

    @property
    def _decks(self) -> HasDecks:
        editor: object = self._own
        assert isinstance(editor, HasDecks)
        return editor

    def deck_owners(self, view: VisibleTable) -> tuple[DeckRecipient, ...]:
        """Return the characters whose sheets can take a deck."""
        return self._decks.deck_owners(view)

    def assign_deck_command(self, seat: str, view: VisibleTable, record: Record, actor: str) -> Command:
        """Return the command that writes a deck on a character's sheet."""
        return self._decks.assign_deck_command(seat, view, record, actor)

    def deck_of(self, view: VisibleTable, actor: str) -> Record:
        """Return the deck on a character's sheet as a new record."""
        return self._decks.deck_of(view, actor)

    def deck_statistics(self, view: VisibleTable, actor: str) -> tuple[Note, ...]:
        """Return the statistics of a character's deck."""
        return self._decks.deck_statistics(view, actor)
