"""The protocol of a content editor, with which people create and change a game's content: cards, decks, foes.

A game with such content has a `ContentEditor`. Everything is plain data: records are JSON mappings, `editor_view`
returns all that the editor shows of a record, edits return a new record, and commands save it in one step.
The window needs no rules; every text here is finished, and is plain text.

    categories ──► entries ──► record / blank / duplicate ──► editor_view ──► with_value … ──► editor_view ──► …
                                                                  │                                ──► save_command
                                                                  └──► try_out, at any time before saving

`lists` are the group's own (`VisibleTable.lists`), `options` those in force (`VisibleTable.options` with
`VisibleTable.scene` over them).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from engine.core.commands import Command
from engine.kit.content_editor.view_models import (
    Category,
    CategoryEntry,
    DeckRecipient,
    EditorChoice,
    EditorView,
    Facet,
    ImportedFile,
    Lists,
    Note,
    Options,
    Record,
    Trial,
)
from engine.model.frozen import Json
from engine.presentation.visibility import VisibleTable


class ContentEditor(Protocol):
    """The content editor of a game."""

    @property
    def gm_lists(self) -> frozenset[str]:
        """The lists of the group that only the GM may know."""
        ...

    def for_gm(self, kind: str, record: Record) -> bool:
        """Say whether a record, saved or not, is for the GM alone."""
        ...

    def categories(self) -> tuple[Category, ...]:
        """Return the categories of content, in display order."""
        ...

    def facets(self, lists: Lists, options: Options, kind: str) -> tuple[Facet, ...]:
        """Return the filters for the entries of a kind; values without entries are left out."""
        ...

    def entries(self, lists: Lists, options: Options, kind: str) -> tuple[CategoryEntry, ...]:
        """Return all entries of a kind, in display order."""
        ...

    def record(self, lists: Lists, options: Options, kind: str, id_: str) -> Record | None:
        """Return the current version of a record; None if there is none."""
        ...

    def blank(self, lists: Lists, options: Options, kind: str) -> Record:
        """Return a new record; it has no id yet."""
        ...

    def duplicate(self, lists: Lists, options: Options, kind: str, record: Record) -> Record:
        """Return a copy with another name; it has no id yet, and belongs to the group."""
        ...

    def editor_view(self, lists: Lists, options: Options, kind: str, record: Record) -> EditorView:
        """Return everything that an editor shows of a record. It is made again after each edit, and never fails."""
        ...

    # -- edits: a new record of an old one; a path that is not there changes nothing

    def with_value(self, kind: str, record: Record, path: str, value: Json) -> Record:
        """Return a record with another value in a field, as typed, chosen or counted. None clears it.

        A number may be given as the text that was typed. Unreadable text is kept as it was written.
        """
        ...

    def with_row(self, kind: str, record: Record, path: str, row: Record | None = None) -> Record:
        """Return a record with one more row at the end of a ROWS part: an empty one, or this."""
        ...

    def without_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a record without a row (`effects[1]`)."""
        ...

    def moved_row(self, kind: str, record: Record, path: str, to: int) -> Record:
        """Return a record with a row (`effects[1]`) at another position in its list."""
        ...

    def duplicated_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a record with a copy of a row behind the row."""
        ...

    # -- commands: each one gesture, and one undo

    def save_command(self, seat: str, lists: Lists, options: Options, kind: str, record: Record) -> tuple[str, Command]:
        """Return the id of the saved record, and the command. Raises EditRefused while `can_save` is False."""
        ...

    def disable_command(self, seat: str, lists: Lists, options: Options, kind: str, id_: str, aside: bool) -> Command:
        """Return the command that disables a saved record, or enables it again. Raises EditRefused."""
        ...

    def delete_command(self, seat: str, lists: Lists, kind: str, id_: str) -> Command:
        """Return the command that deletes the group's version of a record.

        The group's own record is gone then; for shipped content the original is restored. Raises EditRefused if the
        group has no version of it.
        """
        ...

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
        """Return what happens when a record is used against dummies, by the real rules of the game.

        The record is of a kind whose category `tries`.

        Args:
            lists: the group's lists.
            options: the options in force.
            kind: the kind of record.
            record: the record, saved or not.
            situation: one of `situations`; the first if it is empty.
            answers: the answers to the questions on the way, in order, each a value of `TrialQuestion.ways`; a missing
                or impossible answer is replaced by the first way.
        """
        ...

    def situations(self, lists: Lists, options: Options, kind: str, record: Record) -> tuple[EditorChoice, ...]:
        """Return the situations for a try-out, the most likely first; none if the record cannot be tried out."""
        ...

    # -- files

    def export_file(self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]], form: str = "toml") -> str:
        """Return a file with some records, each named by kind and id; the form is `toml` or `json`."""
        ...

    def dependencies(
        self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]]
    ) -> tuple[tuple[str, str], ...]:
        """Return the group's own records that some records refer to; a file needs them to be complete."""
        ...

    def read_file(self, lists: Lists, options: Options, data: bytes | str) -> ImportedFile:
        """Return the contents of a file. Raises EditRefused for other files, and for too much content."""
        ...

    def import_command(self, seat: str, lists: Lists, incoming: ImportedFile, chosen: Sequence[int]) -> Command:
        """Return the command that imports records of a file by their `at`. Raises EditRefused if there is nothing."""
        ...


@runtime_checkable
class HasDecks(Protocol):
    """A content editor of decks that go to the sheets of characters."""

    def deck_owners(self, view: VisibleTable) -> tuple[DeckRecipient, ...]:
        """Return the characters whose sheets can take a deck, as far as a viewer may know them."""
        ...

    def assign_deck_command(self, seat: str, view: VisibleTable, record: Record, actor: str) -> Command:
        """Return the command that writes a deck on a character's sheet, in place of the old one."""
        ...

    def deck_of(self, view: VisibleTable, actor: str) -> Record:
        """Return the deck on a character's sheet as a new record, to look at or to save under a name."""
        ...

    def deck_statistics(self, view: VisibleTable, actor: str) -> tuple[Note, ...]:
        """Return the statistics of the deck on a character's sheet, calculated for that character."""
        ...


@runtime_checkable
class HasContentEditor(Protocol):
    """A game with a content editor."""

    @property
    def content_editor(self) -> ContentEditor:
        """Its content editor."""
        ...
