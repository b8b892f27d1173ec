"""The Prep room: what a game is made of on the left, one of it on the desk, and beside it how it looks and works."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from engine.play.commands import Command
from engine.workshop.bench import Desk, Drawer, HasWorkshop, Lists, Options, Record, Workshop
from vtt.panels.panel import Panel
from vtt.panels.parts import column, set_prose
from vtt.prep.beside import Beside
from vtt.prep.browsing import Browsing
from vtt.prep.desk_work import DeskWork
from vtt.prep.drafts import Draft, Drafts
from vtt.prep.drawer_pane import DrawerPane
from vtt.prep.errands import PrepErrands
from vtt.prep.form import RecordForm
from vtt.prep.head import DeskHead
from vtt.prep.part_box import PartBox, Tools
from vtt.prep.shelves import Shelves
from vtt.prep.words import told
from vtt.prep.workplace import Workplace
from vtt.session import Session
from vtt.widgets.dialogue import Choice, Dialogue, ask
from vtt.widgets.text import button_text
from vtt.widgets.theme import ThemeHub


class PrepRoom(Panel):
    """Everything that a game lets people make and change.

    Signals:
        said: a sentence with the IDs of its rules.
        table_wanted: something has come to the table.
    """

    said = Signal(str, object)
    table_wanted = Signal()

    def __init__(self, session: Session, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(session, viewer, theme_hub, parent)
        ruleset = session.game.ruleset
        if not isinstance(ruleset, HasWorkshop):
            raise TypeError(f"{ruleset.id} has no workshop")
        self.workshop: Workshop = ruleset.workshop
        self.shelves = Shelves(self.workshop, lambda: self.view)
        self._known: tuple[object, ...] = ()
        self._dialog: Dialogue | None = None
        self._wears = True
        """What it is made of is in the lengths of the theme."""
        self.pane = DrawerPane(theme_hub)
        self.place = Workplace(self.pane, Tools(theme_hub, self.shelves.facets))
        self.errands = PrepErrands(self)
        self.work = DeskWork(session, self.shelves, self.place, self, self)
        self._browsing = Browsing(self.shelves, self.pane, self.work, self)
        column(self).addWidget(self.place)
        self.setFocusProxy(self.pane)
        self._hear()
        self._wire()

    def _hear(self) -> None:
        """Listen to what stays: list, desk, keys, and where the focus goes."""
        pane, work = self.pane, self.work
        pane.drawer_wanted.connect(self.open_drawer)
        self._browsing.opened.connect(self.open_entry)
        self._browsing.shown.connect(self._arrange)
        pane.entered.connect(self._enter)
        pane.new_wanted.connect(self.make_new)
        pane.double_wanted.connect(self.double)
        pane.menu.aboutToShow.connect(lambda: pane.fill_menu(self.errands.lines()))
        work.said.connect(self.said)
        work.left.connect(self._left)
        work.path_wanted.connect(self._go_to)
        for key, keys, do in (("save", "Ctrl+S", self.save), ("new_key", "Ctrl+Shift+N", self.make_new)):
            action = QAction(button_text(told(key)), self)
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.setProperty("group", told("title"))
            action.triggered.connect(do)
            self.addAction(action)
        self.session.closing.connect(work.keep)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)

    def _wire(self) -> None:
        """Listen to head, form and look, which are made anew in other lengths."""
        head, work = self.head, self.work
        head.save_wanted.connect(self.save)
        head.let_go_wanted.connect(work.let_go)
        head.undo_wanted.connect(work.undo)
        head.redo_wanted.connect(work.redo)
        head.back_wanted.connect(self._go_back)
        head.turned.connect(self._turn)
        self.form.edited.connect(work.edit)
        self.beside.path_wanted.connect(self._go_to)
        self._arrange()

    @property
    def head(self) -> DeskHead:
        """The head of the form."""
        return self.place.head

    @property
    def form(self) -> RecordForm:
        """The form of what lies on the desk."""
        return self.place.form

    @property
    def beside(self) -> Beside:
        """What stands beside the form."""
        return self.place.beside

    # What is there --------------------------------------------------------------------------------------

    @property
    def seat(self) -> str:
        """On whose behalf things are written."""
        return self.shelves.seat

    @property
    def lists(self) -> Lists:
        """The group's own lists, as far as the viewer may know them."""
        return self.shelves.lists

    @property
    def options(self) -> Options:
        """The options in force."""
        return self.shelves.options

    @property
    def draft(self) -> Draft | None:
        """What lies on the desk."""
        return self.work.draft

    @property
    def drafts(self) -> Drafts:
        """What is not saved."""
        return self.work.drafts

    @property
    def desk(self) -> Desk | None:
        """What is shown of what lies on the desk."""
        return self.work.desk

    @property
    def kind(self) -> str:
        """What is in the drawer that is open."""
        return self._browsing.kind

    @property
    def drawer(self) -> Drawer:
        """The drawer that is open."""
        return self._browsing.drawer

    @property
    def is_closed(self) -> bool:
        """Whether what is in the drawer may not be seen here."""
        return self._browsing.is_closed

    def refresh(self) -> None:
        """Show what is in the library now."""
        if not self.isVisible():
            return  # it is brought up to date when somebody comes here
        if self._browsing.warms(self.refresh):
            return
        view = self.view
        known = (self.viewer, *view.lists.values(), view.options, view.scene)
        if len(known) == len(self._known) and all(a is b for a, b in zip(known, self._known, strict=True)):
            self.work.show_also()
            return
        self._known = known
        self.drafts.follow(self.shelves.record)
        self._browsing.show()
        self.work.show()

    def restyle(self) -> None:
        """Be made anew in other lengths, once somebody looks; what is being written stays."""
        self._wears = self.isVisible()
        if not self._wears:
            return
        self.place.build()
        self._wire()
        self._known = ()
        self.refresh()

    def viewer_changed(self) -> None:
        """Show what the new viewer may know, and nothing of what the old one knew."""
        self._browsing.rest()
        if self._dialog is not None:
            self._dialog.reject()
        self.errands.leave()
        self._known = ()
        self._lay_down(None)
        self._browsing.empty()
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Come up to date."""
        super().showEvent(event)
        if not self._wears:
            self.restyle()
        self.work.read()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep what is not saved, and say so once."""
        super().hideEvent(event)
        self.work.keep()

    # Drawers and entries --------------------------------------------------------------------------------

    def open_drawer(self, kind: str) -> None:
        """Open another drawer; what was being written stays as it is."""
        if kind != self.kind or not self._known:
            self._browsing.kind = kind
            self.pane.list.field.clear()  # what was looked for in another drawer would hide all of this one
            self._lay_down(None)
        self._browsing.show()

    @Slot(str)
    def open_entry(self, key: str) -> None:
        """Lay something on the desk: by its id, or by the key of something that is not saved yet."""
        if self.is_closed:
            return
        draft = self._browsing.found(key)
        if draft is None or draft is self.draft:
            return
        self.drafts.hold(draft)
        self._lay_down(draft)

    def make_new(self) -> None:
        """Begin something new."""
        if not self.is_closed:
            self.take_up(self.workshop.blank(self.lists, self.options, self.kind), blank=True)

    def double(self) -> None:
        """Begin something like what is on the desk."""
        if self.draft is not None and not self.is_closed:
            self.take_up(self.workshop.duplicate(self.lists, self.options, self.kind, self.draft.record))

    def take_up(self, record: Record, *, blank: bool = False) -> None:
        """Lay something new on the desk and go into it."""
        self._browsing.rest()
        self.work.take_up(self.kind, record, blank=blank)
        self._browsing.show()
        self._go_in()

    def save(self) -> bool:
        """Save what is on the desk; return whether that was done."""
        saved = self.work.save()
        if saved:
            self._known = ()
            self.refresh()
        return saved

    def removed(self, draft: Draft) -> None:
        """Lay down what was taken out of the library, or show the original in its place."""
        id_ = draft.id
        self.work.removed(draft)
        if self.shelves.record(draft.kind, id_) is not None:
            self.open_entry(id_)

    def _lay_down(self, draft: Draft | None) -> None:
        self._browsing.rest()
        self.work.lay(draft)
        if draft is None:
            self.place.in_record = False
        else:
            self._browsing.mark(draft)
        self._arrange()

    @Slot()
    def _left(self) -> None:
        self.place.in_record = False
        self._browsing.show()

    @Slot(object)
    def _enter(self, key: object) -> None:
        if isinstance(key, str):
            self.open_entry(key)
            self._go_in()

    # What is asked and done -----------------------------------------------------------------------------

    def submit(self, command: Command) -> bool:
        """Do a command; if the rules refuse it, the window says why."""
        return self.lens.submit(command, self)

    def ask(
        self, title: str, sentences: tuple[str, ...], choices: tuple[Choice, ...], then: Callable[[str], object]
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
        """Take undo and redo for the desk, where something was done there that can be taken back."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._takes(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Undo and redo on the desk; Escape goes back to the list."""
        if event.key() == Qt.Key.Key_Escape:
            self._go_back()
            return
        if self._takes(event):
            (self.work.undo if event.matches(QKeySequence.StandardKey.Undo) else self.work.redo)()
            return
        super().keyPressEvent(event)

    def _takes(self, event: QKeyEvent) -> bool:
        draft = self.draft
        if draft is None:
            return False
        undo, redo = (event.matches(key) for key in (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo))
        return (undo and draft.can_undo) or (redo and draft.can_redo)

    @Slot()
    def _arrange(self) -> None:
        there = self.draft is not None and not self.is_closed
        self.place.arrange(self.width(), self.height(), there=there, closed=self.is_closed)

    def _go_in(self) -> None:
        self.place.in_record, self.place.turned = True, False
        self._arrange()
        self.form.go_in()

    @Slot()
    def _turn(self) -> None:
        self.place.turned = not self.place.turned
        self._arrange()

    @Slot()
    def _go_back(self) -> None:
        self.place.in_record = False
        self._arrange()
        self.pane.setFocus()

    @Slot(str)
    def _go_to(self, path: str) -> None:
        self.place.turned = False
        self._arrange()
        self.form.go_to(path)

    @Slot(QWidget, QWidget)
    def _focus_changed(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Say below the form what the part is for in which somebody is; by keys nobody sees a tooltip."""
        if now is None or not self.isVisible():
            return
        box: QWidget | None = now
        while box is not None and box is not self and not isinstance(box, PartBox):
            box = box.parentWidget()
        if isinstance(box, PartBox) and box.part is not None:
            help_ = box.part.help
            set_prose(self.place.hint, f"{box.part.label}: {help_}" if help_ else "")
