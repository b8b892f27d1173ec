"""The Prep room as its parts see it: what is listed, which record is open, and what the room can be asked to do."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal

from engine.core.commands import Command
from engine.kit.content_editor.content_editor import ContentEditor, HasDecks
from engine.kit.content_editor.view_models import Category, EditorView, Lists, Options, Record
from vtt.prep.category_pane import CategoryPane
from vtt.prep.unsaved_records import UnsavedRecord
from vtt.prep.visible_records import VisibleRecords
from vtt.shared.campaign_panel import CampaignPanel
from vtt.widgets.message_dialog import DialogButton


class RecordRoom(CampaignPanel):
    """A room in which one record of a list is open.

    Attributes:
        content_editor: the content editor of the game.
        decks: the same if its decks go to characters; None if it has none.
        visible_records: the records that the viewer may see.
        pane: the list.

    Signals:
        said: a sentence with the IDs of its rules.
        table_wanted: a record is on the table now; the window should show the table.
        library_wanted: a LibraryItem, to be saved to the library.
        encounter_print_wanted: the kind and the id of an encounter to print.
    """

    said = Signal(str, object)
    table_wanted = Signal()
    library_wanted = Signal(object)
    encounter_print_wanted = Signal(str, str)

    content_editor: ContentEditor
    decks: HasDecks | None
    visible_records: VisibleRecords
    pane: CategoryPane

    @property
    def seat(self) -> str:
        """The seat that writes."""
        return self.visible_records.seat

    @property
    def lists(self) -> Lists:
        """The group's own lists, as far as the viewer may know them."""
        return self.visible_records.lists

    @property
    def options(self) -> Options:
        """The options in force."""
        return self.visible_records.options

    @property
    def open_record(self) -> UnsavedRecord | None:
        """The open record; None where no record is open."""
        raise NotImplementedError

    @property
    def editor_view(self) -> EditorView | None:
        """The view of the open record."""
        raise NotImplementedError

    @property
    def kind(self) -> str:
        """The kind of the open category."""
        raise NotImplementedError

    @property
    def category(self) -> Category:
        """The open category."""
        raise NotImplementedError

    @property
    def is_closed(self) -> bool:
        """Whether the viewer may not see the open category."""
        raise NotImplementedError

    def submit(self, command: Command) -> bool:
        """Run a command; if the rules refuse it, the window says why."""
        raise NotImplementedError

    def ask(
        self, title: str, sentences: tuple[str, ...], choices: tuple[DialogButton, ...], then: Callable[[str], object]
    ) -> None:
        """Ask a question in a dialog; a change of the viewer closes it without an answer."""
        raise NotImplementedError

    def save(self) -> bool:
        """Save the open record; return whether it was saved."""
        raise NotImplementedError

    def take_up_made(self, make: Callable[[], Record], *, blank: bool = False) -> None:
        """Open a new record that the content editor makes, or say why it cannot."""
        raise NotImplementedError

    def take_up(self, record: Record, *, blank: bool = False) -> None:
        """Open a new record in the form."""
        raise NotImplementedError

    def removed(self, unsaved_record: UnsavedRecord) -> None:
        """Close a record that was removed, or open the original that it replaced."""
        raise NotImplementedError
