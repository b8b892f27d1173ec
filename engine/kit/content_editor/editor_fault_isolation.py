"""Isolation of faults in a game's content editor: one sentence names the game, and everything else continues.

A question has an answer that holds the sentence, or is empty. An edit or a command is refused with it.

>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> isolated_editor_of(make_game(ManualGame("example"))) is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import getattr_static
from typing import Final, TypeVar

from engine.core.commands import Command
from engine.core.fault_isolation import FAULT, isolated, need_kind, need_tuple_of, report_fault
from engine.kit.content_editor.content_editor import ContentEditor, HasContentEditor, HasDecks
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
    NoteKind,
    Options,
    Problem,
    Record,
    RecordOrigin,
    Trial,
)
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.presentation.game import Game
from engine.presentation.visibility import VisibleTable

T = TypeVar("T")

_FAULTY_KIND: Final = "fault"
"""The kind of the only category of an editor whose categories have a fault, and the id of a faulty note."""


def isolated_editor_of(game: Game) -> ContentEditor | None:
    """Return the content editor of a game with its faults isolated; None if it has none.

    It has the members of `HasDecks` if the editor of the game has them.
    """
    if getattr_static(game.ruleset, "content_editor", None) is None:  # no code of the game runs
        return None
    has_decks = isolated(lambda: isinstance(_editor(game), HasDecks), False)
    return _IsolatedDeckEditor(game) if has_decks else _IsolatedEditor(game)


def _editor(game: Game) -> ContentEditor:
    ruleset: object = game.ruleset
    if not isinstance(ruleset, HasContentEditor):
        raise TypeError("content_editor: it is missing")
    return ruleset.content_editor


class _IsolatedEditor:
    """A content editor with its faults isolated; `ContentEditor` describes each member."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def _own(self) -> ContentEditor:
        """The editor of the game. Asked for it, the game can have a fault too."""
        return _editor(self._game)

    @property
    def _sentence(self) -> str:
        return say(self._game.fault)

    def _made(self, make: Callable[[], T]) -> T:
        """Return the result of an edit or a command. Raises EditRefused, also for a fault of a game of other people.

        A fault of a game of the program is raised as it is: it is a fault of the program.
        """
        try:
            return make()
        except EditRefused:
            raise
        except Exception as fault:  # any fault
            if self._game.fault is FAULT:
                raise
            report_fault(fault)
            raise EditRefused(self._sentence) from fault

    # -- questions

    @property
    def gm_lists(self) -> frozenset[str]:
        """The lists that only the GM may know."""
        return isolated(lambda: need_kind("gm_lists", self._own.gm_lists, frozenset), frozenset())

    def for_gm(self, kind: str, record: Record) -> bool:
        """Say whether a record is for the GM alone; it is if nobody can say."""
        return isolated(lambda: need_kind("for_gm", self._own.for_gm(kind, record), bool), True)

    def categories(self) -> tuple[Category, ...]:
        """Return the categories, or one that is named for the fault."""
        title, one = editor_text("fault"), editor_text("fault_one")
        faulty = Category(kind=_FAULTY_KIND, title=title, one=one, lists=(), help=self._sentence)

        def categories() -> tuple[Category, ...]:
            found = need_tuple_of("categories", self._own.categories(), Category)
            if not found:
                raise ValueError("categories: at least one is needed")
            return found

        return isolated(categories, (faulty,))

    def facets(self, lists: Lists, options: Options, kind: str) -> tuple[Facet, ...]:
        """Return the filters for the entries of a kind."""
        return isolated(lambda: need_tuple_of("facets", self._own.facets(lists, options, kind), Facet), ())

    def entries(self, lists: Lists, options: Options, kind: str) -> tuple[CategoryEntry, ...]:
        """Return the entries of a kind, or one that is named by the sentence, and cannot be opened."""
        faulty = CategoryEntry(id="", name=self._sentence)
        return isolated(
            lambda: need_tuple_of("entries", self._own.entries(lists, options, kind), CategoryEntry), (faulty,)
        )

    def record(self, lists: Lists, options: Options, kind: str, id_: str) -> Record | None:
        """Return the current version of a record."""

        def record() -> Record | None:
            found = self._own.record(lists, options, kind, id_)
            return None if found is None else need_kind("record", found, Mapping)

        return isolated(record, None)

    def editor_view(self, lists: Lists, options: Options, kind: str, record: Record) -> EditorView:
        """Return what an editor shows of a record, or the sentence as its only problem."""
        id_, name = (str(record.get(field) or "") for field in ("id", "name"))
        problem = Problem(path="", text=self._sentence, form=True)
        faulty = EditorView(
            kind=kind,
            id=id_,
            name=name or editor_text("fault"),
            origin=RecordOrigin.OWN,
            groups=(),
            problems=(problem,),
            can_save=False,
        )
        return isolated(
            lambda: need_kind("editor_view", self._own.editor_view(lists, options, kind, record), EditorView), faulty
        )

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
        """Return what happens when a record is used, or the sentence."""

        def trial() -> Trial:
            return self._own.try_out(lists, options, kind, record, situation=situation, answers=answers)

        return isolated(lambda: need_kind("try_out", trial(), Trial), Trial(wrong=self._sentence))

    def situations(self, lists: Lists, options: Options, kind: str, record: Record) -> tuple[EditorChoice, ...]:
        """Return the situations for a try-out."""
        return isolated(
            lambda: need_tuple_of("situations", self._own.situations(lists, options, kind, record), EditorChoice), ()
        )

    def dependencies(
        self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]]
    ) -> tuple[tuple[str, str], ...]:
        """Return the records that some records refer to."""
        return isolated(
            lambda: need_tuple_of("dependencies", self._own.dependencies(lists, options, chosen), tuple), ()
        )

    # -- edits

    def blank(self, lists: Lists, options: Options, kind: str) -> Record:
        """Return a new record. Raises EditRefused for a fault."""
        return self._made(lambda: need_kind("blank", self._own.blank(lists, options, kind), Mapping))

    def duplicate(self, lists: Lists, options: Options, kind: str, record: Record) -> Record:
        """Return a copy. Raises EditRefused for a fault."""
        return self._made(lambda: need_kind("duplicate", self._own.duplicate(lists, options, kind, record), Mapping))

    def with_value(self, kind: str, record: Record, path: str, value: Json) -> Record:
        """Return a record with another value. Raises EditRefused for a fault."""
        return self._made(lambda: need_kind("with_value", self._own.with_value(kind, record, path, value), Mapping))

    def with_row(self, kind: str, record: Record, path: str, row: Record | None = None) -> Record:
        """Return a record with one more row. Raises EditRefused for a fault."""
        return self._made(lambda: need_kind("with_row", self._own.with_row(kind, record, path, row), Mapping))

    def without_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a record without a row. Raises EditRefused for a fault."""
        return self._made(lambda: need_kind("without_row", self._own.without_row(kind, record, path), Mapping))

    def moved_row(self, kind: str, record: Record, path: str, to: int) -> Record:
        """Return a record with a row at another position. Raises EditRefused for a fault."""
        return self._made(lambda: need_kind("moved_row", self._own.moved_row(kind, record, path, to), Mapping))

    def duplicated_row(self, kind: str, record: Record, path: str) -> Record:
        """Return a record with a copy of a row. Raises EditRefused for a fault."""
        return self._made(lambda: need_kind("duplicated_row", self._own.duplicated_row(kind, record, path), Mapping))

    # -- commands and files

    def save_command(self, seat: str, lists: Lists, options: Options, kind: str, record: Record) -> tuple[str, Command]:
        """Return the id and the command that saves. Raises EditRefused."""

        def save_command() -> tuple[str, Command]:
            id_, command = self._own.save_command(seat, lists, options, kind, record)
            return need_kind("save_command", id_, str), need_kind("save_command", command, Command)

        return self._made(save_command)

    def disable_command(self, seat: str, lists: Lists, options: Options, kind: str, id_: str, aside: bool) -> Command:
        """Return the command that disables or enables a record. Raises EditRefused."""

        def disable_command() -> Command:
            return self._own.disable_command(seat, lists, options, kind, id_, aside)

        return self._made(lambda: need_kind("disable_command", disable_command(), Command))

    def delete_command(self, seat: str, lists: Lists, kind: str, id_: str) -> Command:
        """Return the command that deletes the group's version of a record. Raises EditRefused."""
        return self._made(
            lambda: need_kind("delete_command", self._own.delete_command(seat, lists, kind, id_), Command)
        )

    def export_file(self, lists: Lists, options: Options, chosen: Sequence[tuple[str, str]], form: str = "toml") -> str:
        """Return a file with some records. Raises EditRefused."""
        return self._made(lambda: need_kind("export_file", self._own.export_file(lists, options, chosen, form), str))

    def read_file(self, lists: Lists, options: Options, data: bytes | str) -> ImportedFile:
        """Return the contents of a file. Raises EditRefused."""
        return self._made(lambda: need_kind("read_file", self._own.read_file(lists, options, data), ImportedFile))

    def import_command(self, seat: str, lists: Lists, incoming: ImportedFile, chosen: Sequence[int]) -> Command:
        """Return the command that imports records of a file. Raises EditRefused."""
        return self._made(
            lambda: need_kind("import_command", self._own.import_command(seat, lists, incoming, chosen), Command)
        )


class _IsolatedDeckEditor(_IsolatedEditor):
    """The same for an editor of decks that go to characters; `HasDecks` describes each member."""

    @property
    def _decks(self) -> HasDecks:
        editor: object = self._own
        if not isinstance(editor, HasDecks):
            raise TypeError("content_editor: it has no decks any more")
        return editor

    def deck_owners(self, view: VisibleTable) -> tuple[DeckRecipient, ...]:
        """Return the characters whose sheets can take a deck."""
        return isolated(lambda: need_tuple_of("deck_owners", self._decks.deck_owners(view), DeckRecipient), ())

    def assign_deck_command(self, seat: str, view: VisibleTable, record: Record, actor: str) -> Command:
        """Return the command that writes a deck on a character's sheet. Raises EditRefused."""

        def assign_deck_command() -> Command:
            return self._decks.assign_deck_command(seat, view, record, actor)

        return self._made(lambda: need_kind("assign_deck_command", assign_deck_command(), Command))

    def deck_of(self, view: VisibleTable, actor: str) -> Record:
        """Return the deck on a character's sheet as a new record. Raises EditRefused for a fault."""
        return self._made(lambda: need_kind("deck_of", self._decks.deck_of(view, actor), Mapping))

    def deck_statistics(self, view: VisibleTable, actor: str) -> tuple[Note, ...]:
        """Return the statistics of a character's deck, or one that is named by the sentence."""
        faulty = Note(id=_FAULTY_KIND, title=self._sentence, kind=NoteKind.FIGURES)
        return isolated(
            lambda: need_tuple_of("deck_statistics", self._decks.deck_statistics(view, actor), Note), (faulty,)
        )
