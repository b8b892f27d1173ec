"""The Prep room: the categories on the left, the open record in the middle, its preview on the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from engine.core.commands import Command
from engine.kit.content_editor.content_editor import ContentEditor, HasDecks
from engine.kit.content_editor.view_models import Category, EditorView, EditRefused, Record
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.notes.note_records import LONGEST_TITLE, NOTES
from vtt.campaign.open_campaign import OpenCampaign
from vtt.prep.category_pane import CategoryPane
from vtt.prep.live_difficulty import LiveDifficulty
from vtt.prep.record_actions import RecordActions
from vtt.prep.record_browser import RecordBrowser, key_of
from vtt.prep.record_controller import RecordController
from vtt.prep.record_form.control_factory import make_control
from vtt.prep.record_form.form_field import FormTools, RecordFormField
from vtt.prep.record_form.record_form import RecordForm
from vtt.prep.record_header import HeaderButton, RecordHeader
from vtt.prep.record_preview import RecordPreview
from vtt.prep.record_room import RecordRoom
from vtt.prep.split_view import SplitView
from vtt.prep.unsaved_records import UnsavedRecord, UnsavedRecords
from vtt.prep.visible_records import VisibleRecords
from vtt.shared.lists.entry_drag import EntryDragSource
from vtt.shared.notes.note_link_actions import NoteLinkActions
from vtt.shared.notes.note_targets import CHARACTERS, NoteTarget, NoteTargets
from vtt.shared.notes.shipped_targets import ShippedTargets
from vtt.widgets.basic_widgets import column, set_prose
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog, ask
from vtt.widgets.plain_text import button_text
from vtt.widgets.tasks.task_runner import TaskRunner
from vtt.widgets.ui_texts import ui_text


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a viewer in Prep."""

    kind: str
    key: str
    searched: str
    in_record: bool


class PrepRoom(RecordRoom):
    """Everything that a game lets people make and change: a list, a form, and a preview beside it.

    Signals:
        actor_wanted: a character whose record is to be shown.
    """

    actor_wanted = Signal(str)

    def __init__(self, campaign: OpenCampaign, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        self.content_editor: ContentEditor = content_editor_of(campaign.game)
        self.decks = self.content_editor if isinstance(self.content_editor, HasDecks) else None
        self.visible_records = VisibleRecords(self.content_editor, lambda: self.view)
        self._known: tuple[object, ...] = ()
        self._dialog: MessageDialog | None = None
        self._place: _Place | None = None
        """Where the viewer comes back to, once the room is visible."""
        self._wears = True
        """Whether the widgets are built in the lengths of the current theme."""
        self.pane = CategoryPane(theme_hub)
        self._task_runner = TaskRunner(self)
        self.destroyed.connect(self._task_runner.close)
        self.split_view = SplitView(
            self.pane,
            FormTools(theme_hub, self.visible_records.facets, make_control, campaign, self._task_runner),
        )
        self.record_actions = RecordActions(self)
        self._dragging = EntryDragSource(theme_hub, self.pane.list, self._may_drag)
        self.note_links = NoteLinkActions(self, self._note_targets)
        self._shipped = ShippedTargets(self.content_editor, self.options, self)
        self._shipped.changed.connect(self._show_links)
        self.controller = RecordController(campaign, self.visible_records, self.split_view, self, self)
        self.live_difficulty = LiveDifficulty(self, self.record_actions, self._task_runner)
        self._browsing = RecordBrowser(self.visible_records, self.pane, self.controller, self)
        column(self).addWidget(self.split_view)
        self.setFocusProxy(self.pane)
        self._hear()
        self._wire()

    def _hear(self) -> None:
        """Listen to the list, the form, the keys and the focus."""
        pane, work = self.pane, self.controller
        pane.category_wanted.connect(self._category_wanted)
        self._browsing.opened.connect(self.open_entry)
        self._browsing.shown.connect(self._arrange)
        pane.entered.connect(self._enter)
        pane.new_wanted.connect(self.make_new)
        pane.double_wanted.connect(self.double)
        pane.menu.aboutToShow.connect(lambda: pane.fill_menu(self.record_actions.lines()))
        work.said.connect(self.said)
        self.note_links.said.connect(self.said)
        self.note_links.note_wanted.connect(self.write_note)
        self.note_links.target_wanted.connect(self._open_target)
        work.left.connect(self._left)
        work.path_wanted.connect(self._go_to)
        work.shown.connect(self.live_difficulty.follow)
        for key, keys, do in (
            ("save", "Ctrl+S", self.save),
            ("new_key", "Ctrl+Shift+N", self.make_new),
            ("show_key", "Ctrl+Return", self.record_actions.turn_handout),
        ):
            action = QAction(button_text(ui_text("prep", key)), self)
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.setProperty("group", ui_text("prep", "title"))
            action.triggered.connect(do)
            self.addAction(action)
        self.campaign.closing.connect(work.keep)
        self.campaign.handout_changed.connect(work.show_also)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)

    def _wire(self) -> None:
        """Listen to head, form and look, which are made anew in other lengths."""
        head, work = self.head, self.controller
        head.save_wanted.connect(self.save)
        head.let_go_wanted.connect(work.let_go)
        head.undo_wanted.connect(work.undo)
        head.redo_wanted.connect(work.redo)
        head.back_wanted.connect(self._go_back)
        head.turned.connect(self._turn)
        self.form.edited.connect(work.edit)
        self.beside.path_wanted.connect(self._go_to)
        self.live_difficulty.set_line(self.split_view.difficulty)
        self.beside.note_targets = self._note_targets
        self.beside.page.link_wanted.connect(self.note_links.follow)
        self._arrange()

    @property
    def head(self) -> RecordHeader:
        """The head of the form."""
        return self.split_view.head

    @property
    def form(self) -> RecordForm:
        """The form of the open record."""
        return self.split_view.form

    @property
    def beside(self) -> RecordPreview:
        """The preview beside the form."""
        return self.split_view.beside

    # What is there --------------------------------------------------------------------------------------

    @property
    def open_record(self) -> UnsavedRecord | None:
        """The open record."""
        return self.controller.open_record

    @property
    def unsaved_records(self) -> UnsavedRecords:
        """The records with unsaved changes."""
        return self.controller.unsaved_records

    @property
    def editor_view(self) -> EditorView | None:
        """The view of the open record."""
        return self.controller.editor_view

    @property
    def kind(self) -> str:
        """The kind of the open category."""
        return self._browsing.kind

    @property
    def category(self) -> Category:
        """The open category."""
        return self._browsing.category

    @property
    def is_closed(self) -> bool:
        """Whether the viewer may not see the open category."""
        return self._browsing.is_closed

    def refresh(self) -> None:
        """Show what is in the library now."""
        if not self.isVisible():
            return  # it is brought up to date when somebody comes here
        if self._browsing.warms(self.refresh):
            return
        view = self.view
        shown_state = (self.viewer, *view.lists.values(), view.options, view.scene)
        if len(shown_state) == len(self._known) and all(a is b for a, b in zip(shown_state, self._known, strict=True)):
            self.controller.show_also()
            return
        self._known = shown_state
        self.unsaved_records.follow(self.visible_records.record)
        self._browsing.show()
        self.controller.show()

    def restyle(self) -> None:
        """Build the widgets anew in the lengths of another theme, once the room is visible; unsaved input stays."""
        self._wears = self.isVisible()
        if not self._wears:
            return
        self.split_view.build()
        self._wire()
        self._known = ()
        self.refresh()

    def viewer_changed(self) -> None:
        """Show what the new viewer may know, and nothing of what the old one knew."""
        self._browsing.rest()
        if self._dialog is not None:
            self._dialog.reject()
        self.record_actions.leave()
        self.note_links.leave()
        self._known = ()
        self._place = None
        self.pane.list.field.clear()  # what the GM looked for may be a secret
        self._lay_down(None)
        self._browsing.empty()
        self.refresh()

    def place(self) -> object:
        """Return the open category and record; unsaved records stay among the unsaved ones."""
        if self._place is not None:
            return self._place
        record = self.open_record
        searched = self.pane.list.field.text()
        return _Place(self.kind, key_of(record) if record is not None else "", searched, self.split_view.in_record)

    def return_to(self, place: object) -> None:
        """Open category and record again, once the room is visible."""
        self._place = place if isinstance(place, _Place) else None
        self._take_place()

    def _take_place(self) -> None:
        place = self._place
        if place is None or not self.isVisible():
            return
        self._place = None
        self.open_category(place.kind)
        self.pane.list.field.setText(place.searched)
        if place.key:
            self.open_entry(place.key)
        self.split_view.in_record = place.in_record and self.open_record is not None
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        """Come up to date."""
        super().showEvent(event)
        if not self._wears:
            self.restyle()
        self.controller.read()
        self.refresh()
        self._take_place()

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep what is not saved, and say so once."""
        super().hideEvent(event)
        self.live_difficulty.stop()
        self.controller.keep()

    # Drawers and entries --------------------------------------------------------------------------------

    def open_category(self, kind: str) -> None:
        """Open another category; unsaved records stay as they are."""
        if kind != self.kind or not self._known:
            self._browsing.kind = kind
            self.pane.list.field.clear()  # a search in another category would hide all of this one
            self._lay_down(None)
        self._browsing.show()

    @Slot(str)
    def _category_wanted(self, kind: str) -> None:
        self.open_category(kind)
        if self.is_closed:
            self.gm_screen_wanted.emit()

    @Slot(str)
    def open_entry(self, key: str) -> None:
        """Open a record by its id, or by the key of an unsaved one."""
        if self.is_closed:
            return
        unsaved_record = self._browsing.record_for(key)
        if unsaved_record is None or unsaved_record is self.open_record:
            return
        self.unsaved_records.hold(unsaved_record)
        self._lay_down(unsaved_record)

    def _may_drag(self) -> bool:
        """Open the marked entry at once, and say whether it can be dragged to the table or to the library."""
        marked = self.pane.list.current()
        if isinstance(marked, str):
            self.open_entry(marked)
        return self.record_actions.may_be_dragged() or self.record_actions.may_be_saved_to_library()

    def show_entry(self, kind: str, id_: str) -> None:
        """Open a category, and a record in it."""
        self.open_category(kind)
        self.open_entry(id_)

    @Slot(str)
    def write_note(self, title: str) -> None:
        """Begin a note with a title."""
        self.open_category(NOTES)
        if not self.is_closed:
            blank = self.content_editor.blank(self.lists, self.options, NOTES)
            self.take_up({**blank, "name": title[:LONGEST_TITLE]}, blank=not title)

    @Slot(object)
    def _open_target(self, target: NoteTarget) -> None:
        if target.kind == CHARACTERS:
            self.actor_wanted.emit(target.id)
        else:
            self.show_entry(target.kind, target.id)

    def _note_targets(self) -> NoteTargets:
        """Return what links in a note can lead to, for this viewer."""
        return NoteTargets(self.view, self.visible_records.categories, self._shipped.targets())

    @Slot()
    def _show_links(self) -> None:
        """Show what links lead to now."""
        self._known = ()
        self.refresh()

    def make_new(self) -> None:
        """Begin something new."""
        if not self.is_closed:
            self.take_up_made(lambda: self.content_editor.blank(self.lists, self.options, self.kind), blank=True)

    def double(self) -> None:
        """Begin a copy of the open record."""
        if self.open_record is not None and not self.is_closed:
            kind, record = self.kind, self.open_record.record
            self.take_up_made(lambda: self.content_editor.duplicate(self.lists, self.options, kind, record))

    def take_up_made(self, make: Callable[[], Record], *, blank: bool = False) -> None:
        """Open a new record that the content editor makes, or say why it cannot."""
        try:
            record = make()
        except EditRefused as why:
            self.said.emit(why.text, ())
            return
        self.take_up(record, blank=blank)

    def take_up(self, record: Record, *, blank: bool = False) -> None:
        """Open a new record in the form."""
        self._browsing.rest()
        self.controller.take_up(self.kind, record, blank=blank)
        self._browsing.show()
        self._go_in()

    def save(self) -> bool:
        """Save the open record; return whether that was done."""
        saved = self.controller.save()
        if saved:
            self._known = ()
            self.refresh()
        return saved

    def removed(self, unsaved_record: UnsavedRecord) -> None:
        """Close a record that was removed, or open the original that it replaced."""
        id_ = unsaved_record.id
        self.controller.removed(unsaved_record)
        if self.visible_records.record(unsaved_record.kind, id_) is not None:
            self.open_entry(id_)

    def _lay_down(self, unsaved_record: UnsavedRecord | None) -> None:
        self._browsing.rest()
        self.controller.lay(unsaved_record)
        if unsaved_record is None:
            self.split_view.in_record = False
        else:
            self._browsing.mark(unsaved_record)
        self._arrange()

    @Slot()
    def _left(self) -> None:
        self.split_view.in_record = False
        self._browsing.show()

    @Slot(object)
    def _enter(self, key: object) -> None:
        if isinstance(key, str):
            self.open_entry(key)
            self._go_in()

    # What is asked and done -----------------------------------------------------------------------------

    def submit(self, command: Command) -> bool:
        """Do a command; if the rules refuse it, the window says why."""
        return self.viewer_campaign.submit(command, self)

    def header_buttons(self) -> Mapping[str, HeaderButton]:
        """Return the further buttons of the open record."""
        return self.record_actions.buttons()

    def ask(
        self, title: str, sentences: tuple[str, ...], choices: tuple[DialogButton, ...], then: Callable[[str], object]
    ) -> None:
        """Ask something, unless other eyes come meanwhile."""

        def gone(key: str) -> None:
            self._dialog = None
            then(key)

        self._dialog = ask(self.hub, self.window(), title, sentences, choices, gone, icon="prep")

    # Where things stand ---------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much side by side as there is room for."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Take undo and redo for the form, if it has a change to undo or redo."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._takes(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Undo and redo in the form; Escape goes back to the list."""
        if event.key() == Qt.Key.Key_Escape:
            self._go_back()
            return
        if self._takes(event):
            (self.controller.undo if event.matches(QKeySequence.StandardKey.Undo) else self.controller.redo)()
            return
        super().keyPressEvent(event)

    def _takes(self, event: QKeyEvent) -> bool:
        unsaved_record = self.open_record
        if unsaved_record is None:
            return False
        undo, redo = (event.matches(key) for key in (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo))
        return (undo and unsaved_record.can_undo) or (redo and unsaved_record.can_redo)

    @Slot()
    def _arrange(self) -> None:
        has_record = self.open_record is not None and not self.is_closed
        self.split_view.arrange(self.width(), self.height(), there=has_record, closed=self.is_closed)

    def _go_in(self) -> None:
        self.split_view.in_record, self.split_view.turned = True, False
        self._arrange()
        self.form.go_in()

    @Slot()
    def _turn(self) -> None:
        self.split_view.turned = not self.split_view.turned
        self._arrange()

    @Slot()
    def _go_back(self) -> None:
        self.split_view.in_record = False
        self._arrange()
        self.pane.setFocus()

    @Slot(str)
    def _go_to(self, path: str) -> None:
        self.split_view.turned = False
        self._arrange()
        self.form.go_to(path)

    @Slot(QWidget, QWidget)
    def _focus_changed(self, _old: QWidget | None, focused: QWidget | None) -> None:
        """Show the help of the focused field below the form; with the keyboard alone nobody sees a tooltip."""
        if focused is None or not self.isVisible():
            return
        box: QWidget | None = focused
        while box is not None and box is not self and not isinstance(box, RecordFormField):
            box = box.parentWidget()
        if isinstance(box, RecordFormField) and box.part is not None:
            help_ = box.part.help
            set_prose(self.split_view.hint, f"{box.part.label}: {help_}" if help_ else "")
