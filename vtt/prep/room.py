"""The Prep room: what a game is made of on the left, one of it on the desk, and beside it how it looks and works."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from engine.play.commands import Command
from engine.workshop.bench import (
    Desk,
    Drawer,
    Facet,
    HasWorkshop,
    Lists,
    Options,
    Origin,
    Record,
    Trial,
    Unworkable,
    Workshop,
)
from vtt.panels.panel import Panel, gm_seat
from vtt.panels.parts import column, set_prose
from vtt.prep.beside import Beside
from vtt.prep.drafts import SETTING, Draft, Drafts
from vtt.prep.drawer_pane import DrawerPane
from vtt.prep.errands import PrepErrands
from vtt.prep.form import RecordForm
from vtt.prep.head import DeskHead
from vtt.prep.part_box import Doing, Edit, PartBox, Tools
from vtt.prep.trying import Trying
from vtt.prep.words import told
from vtt.prep.workplace import Workplace
from vtt.session import Session
from vtt.widgets.dialogue import Choice, Dialogue, ask
from vtt.widgets.text import button_text, short
from vtt.widgets.theme import ThemeHub
from vtt.widgets.work import Job, Progress
from vtt.widgets.work import Workshop as Jobs

_WALK: Final = 120
"""Milliseconds that an entry is marked before it is laid on the desk: who walks through a list does not wait for it."""
_KEEP: Final = 800
"""Milliseconds after the last edit before what is not saved goes into the campaign's file."""
_MUCH: Final = 40
"""So many rows of the group’s own are no trouble to anybody."""
_NEW: Final = "new:"


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
        self._drawers = self.workshop.drawers()
        self.kind = self._drawers[0].kind
        self.drafts = Drafts()
        self.draft: Draft | None = None
        self.desk: Desk | None = None
        self._known: tuple[object, ...] = ()
        self._wanted: str | None = None
        self._dialog: Dialogue | None = None
        self._read_drafts = False
        self._wears = True
        """What it is made of is in the lengths of the theme."""
        self._warming: Job | None = None
        self._is_warm = False
        self._work = Jobs(self)
        self.destroyed.connect(self._work.close)
        self.pane = DrawerPane(theme_hub)
        self.place = Workplace(self.pane, Tools(theme_hub, self._facets))
        self.errands = PrepErrands(self)
        column(self).addWidget(self.place)
        self.setFocusProxy(self.pane)
        self._walk = _clock(self, _WALK, self._open_wanted)
        self._keep = _clock(self, _KEEP, self.keep_drafts)
        self.pane.drawer_wanted.connect(self.open_drawer)
        self.pane.entry_wanted.connect(self._want)
        self.pane.entered.connect(self._enter)
        self.pane.new_wanted.connect(self.make_new)
        self.pane.double_wanted.connect(self.double)
        self.pane.menu.aboutToShow.connect(lambda: self.pane.fill_menu(self.errands.lines()))
        for key, keys, do in (("save", "Ctrl+S", self.save), ("new_key", "Ctrl+Shift+N", self.make_new)):
            action = QAction(button_text(told(key)), self)
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.setProperty("group", told("title"))
            action.triggered.connect(do)
            self.addAction(action)
        session.closing.connect(self.keep_drafts)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)
        self._wire()

    def _wire(self) -> None:
        """Listen to head, form and look, which are made anew in other lengths."""
        head = self.head
        head.save_wanted.connect(self.save)
        head.let_go_wanted.connect(self.let_go)
        head.undo_wanted.connect(self.undo)
        head.redo_wanted.connect(self.redo)
        head.back_wanted.connect(self._go_back)
        head.turned.connect(self._turn)
        self.form.edited.connect(self.edit)
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
        return gm_seat(self.view)

    @property
    def lists(self) -> Lists:
        """The group's own lists, as far as the viewer may know them."""
        return self.view.lists

    @property
    def options(self) -> Options:
        """The options in force."""
        view = self.view
        return {**view.options, **view.scene}

    @property
    def closed(self) -> frozenset[str]:
        """The drawers that may not be opened before these eyes."""
        seat = self.view.seats.get(self.viewer)
        if seat is not None and seat.is_gm:
            return frozenset()
        return frozenset(drawer.kind for drawer in self._drawers if drawer.gm_only)

    @property
    def drawer(self) -> Drawer:
        """The drawer that is open."""
        return next(drawer for drawer in self._drawers if drawer.kind == self.kind)

    @property
    def is_closed(self) -> bool:
        """Whether what is in the drawer may not be seen here."""
        return self.kind in self.closed

    def _facets(self, kind: str) -> tuple[Facet, ...]:
        return self.workshop.facets(self.lists, self.options, kind)

    def refresh(self) -> None:
        """Show what is in the library now."""
        if not self.isVisible():
            return  # it is brought up to date when somebody comes here
        if self._warms():
            return
        view = self.view
        known = (self.viewer, *view.lists.values(), view.options, view.scene)
        if len(known) == len(self._known) and all(a is b for a, b in zip(known, self._known, strict=True)):
            self._show_also()
            return
        self._known = known
        self.drafts.follow(self._saved, self.closed)
        self._show_drawer()
        if self.draft is not None:
            self._show_desk()

    def _warms(self) -> bool:
        """Of much that the group has written the list is made beside the window the first time."""
        if self._is_warm:
            return False
        if self._warming is None:
            lists, options, shop = self.lists, self.options, self.workshop
            kinds = [drawer.kind for drawer in self._drawers if drawer.kind not in self.closed]
            if sum(len(lists.get(name, ())) for drawer in self._drawers for name in drawer.lists) < _MUCH:
                self._is_warm = True
                return False

            def task(_progress: Progress) -> None:
                for kind in kinds:
                    shop.entries(lists, options, kind)
                    shop.facets(lists, options, kind)

            def done(_none: None) -> None:
                self._is_warm = True
                self.refresh()

            self._warming = self._work.start(task, done)
        return True

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
        self._walk.stop()
        if self._dialog is not None:
            self._dialog.reject()
        self.errands.leave()
        self._known = ()
        self._lay_down(None)
        self.pane.show_entries((), (), {})
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Come up to date."""
        super().showEvent(event)
        if not self._wears:
            self.restyle()
        if not self._read_drafts:
            self._read_drafts = True
            self.drafts.read(self.session.setting(SETTING), self._saved)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep what is not saved, and say so once."""
        super().hideEvent(event)
        self.keep_drafts()

    # Drawers and entries --------------------------------------------------------------------------------

    def open_drawer(self, kind: str) -> None:
        """Open another drawer; what was being written stays as it is."""
        if kind == self.kind and self._known:
            self._show_drawer()
            return
        self.kind = kind
        self._lay_down(None)
        self._show_drawer()

    def open_entry(self, key: str) -> None:
        """Lay something on the desk: by its id, or by the key of something that is not saved yet."""
        if self.is_closed:
            return
        draft = self._by_key(key)
        if draft is None:
            record = self.workshop.record(self.lists, self.options, self.kind, key)
            if record is None:
                return
            draft = Draft(self.kind, key, record, record)
        if draft is self.draft:
            return
        self.drafts.hold(draft)
        self._lay_down(draft)

    def make_new(self) -> None:
        """Begin something new."""
        if not self.is_closed:
            blank = self.workshop.blank(self.lists, self.options, self.kind)
            self.take_up(blank, begun=blank)

    def double(self) -> None:
        """Begin something like what is on the desk."""
        if self.draft is not None and not self.is_closed:
            self.take_up(self.workshop.duplicate(self.lists, self.options, self.kind, self.draft.record))

    def take_up(self, record: Record, begun: Record | None = None) -> None:
        """Lay something new on the desk and go into it; `begun` is the blank that it may still be."""
        draft = Draft(self.kind, "", record, None, begun)
        self.drafts.hold(draft)
        self._lay_down(draft)
        self._show_drawer()
        self.place.in_record, self.place.turned = True, False
        self._arrange()
        self.form.go_in()
        self._keep.start()

    def _by_key(self, key: str) -> Draft | None:
        if key.startswith(_NEW):
            return next((draft for draft in self.drafts if self._key(draft) == key), None)
        return self.drafts.of(self.kind, key)

    def _key(self, draft: Draft) -> str:
        return draft.id or f"{_NEW}{id(draft)}"

    def _lay_down(self, draft: Draft | None) -> None:
        self._walk.stop()
        self._wanted = None
        if self.draft is not None:
            self.draft.pause()
        self.draft = draft
        self.drafts.tidy(draft)
        if draft is None:
            self.desk = None
            self.place.in_record = False
            self._clear_desk()
        else:
            self._show_desk(other=True)
            self.form.turn_over()
            self.pane.mark(self._key(draft))
        self._arrange()

    def _clear_desk(self) -> None:
        """Nothing of what lay there stays, not even unseen: other eyes may come."""
        nothing = Desk(kind="", id="", name="", origin=Origin.OWN, groups=())
        self.form.clear()
        self.head.show_desk(nothing, dirty=False, new=True, can_undo=False, can_redo=False)
        self.head.show_also({})
        self.beside.trying.stop()
        self.beside.show_desk(nothing, None, other=True)
        set_prose(self.place.hint, "")

    def _show_drawer(self) -> None:
        self.pane.show_drawers(self._drawers, self.kind, self.closed)
        if self.is_closed:
            self.pane.show_entries((), (), {})
            self._arrange()
            return
        entries = self.workshop.entries(self.lists, self.options, self.kind)
        self.pane.show_entries(entries, self._facets(self.kind), self._unsaved())
        if self.draft is not None:
            self.pane.mark(self._key(self.draft))
        else:
            self._want(self.pane.list.current())  # an empty desk tells nobody anything
        self._arrange()

    def _unsaved(self) -> dict[str, str]:
        return {self._key(draft): self._name(draft) for draft in self.drafts.unsaved(self.kind)}

    def _name(self, draft: Draft) -> str:
        if draft is self.draft and self.desk is not None:
            return self.desk.name
        name = draft.record.get("name")
        return name if isinstance(name, str) and name.strip() else told("unnamed", what=self.drawer.one)

    @Slot(object)
    def _want(self, key: object) -> None:
        self._wanted = key if isinstance(key, str) else None
        self._walk.start()

    @Slot(object)
    def _enter(self, key: object) -> None:
        if isinstance(key, str):
            self.open_entry(key)
            self.place.in_record, self.place.turned = True, False
            self._arrange()
            self.form.go_in()

    @Slot()
    def _open_wanted(self) -> None:
        if self._wanted is not None:
            self.open_entry(self._wanted)

    # The desk -------------------------------------------------------------------------------------------

    def edit(self, edit: Edit) -> None:
        """Take an edit, and show what has come of it."""
        draft = self.draft
        if draft is None:
            return
        shop, kind, record = self.workshop, draft.kind, draft.record
        made: Record
        match edit.doing:
            case Doing.VALUE:
                made = shop.with_value(kind, record, edit.path, edit.value)
            case Doing.ADD:
                made = shop.with_row(kind, record, edit.path)
            case Doing.REMOVE:
                made = shop.without_row(kind, record, edit.path)
            case Doing.MOVE:
                made = shop.moved_row(kind, record, edit.path, edit.value if isinstance(edit.value, int) else 0)
            case Doing.DOUBLE:
                made = shop.duplicated_row(kind, record, edit.path)
            case _:
                assert_never(edit.doing)
        was_dirty, name = draft.dirty, self._name(draft)
        draft.take(made, edit.path if edit.doing is Doing.VALUE else "")
        self._show_desk(typing=edit.path if edit.doing is Doing.VALUE else "")
        if was_dirty != draft.dirty or (not draft.id and name != self._name(draft)):
            self._show_drawer()
        self._keep.start()

    def undo(self) -> None:
        """Take the last edit back."""
        if self.draft is not None and self.draft.can_undo:
            self.draft.undo()
            self._edited_whole()

    def redo(self) -> None:
        """Bring it back."""
        if self.draft is not None and self.draft.can_redo:
            self.draft.redo()
            self._edited_whole()

    def let_go(self) -> None:
        """Go back to what is saved; of what is new nothing stays, so that is asked."""
        draft = self.draft
        if draft is None:
            return
        if draft.saved is not None:
            draft.let_go()
            self._edited_whole()
            return

        def answer(key: str) -> None:
            if key == "yes" and draft is self.draft:
                self.drafts.drop(draft)
                self._lay_down(None)
                self._show_drawer()
                self._keep.start()

        sentence = told("throw.sentence", name=short(self._name(draft), 60))
        choices = (Choice("", told("throw.no"), "primary"), Choice("yes", told("throw.yes"), "danger"))
        self.ask(told("throw.title"), (sentence,), choices, answer)

    def save(self) -> None:
        """Save what is on the desk."""
        draft = self.draft
        if draft is None or not draft.dirty:
            return
        try:
            id_, command = self.workshop.saving(self.seat, self.lists, self.options, draft.kind, draft.record)
        except Unworkable as why:
            self.said.emit(why.text, ())
            return
        record = draft.record
        if not self.submit(command):
            return
        saved = self.workshop.record(self.lists, self.options, draft.kind, id_)
        draft.saved_as(id_, saved if saved is not None else record)
        self._known = ()
        self.refresh()
        self.keep_drafts()

    def removed(self, draft: Draft) -> None:
        """Lay down what was taken out of the library, or show the original in its place."""
        record = self._saved(draft.kind, draft.id)
        self.drafts.drop(draft)
        self._lay_down(None)
        if record is not None:
            self.open_entry(draft.id)
        self._show_drawer()
        self.keep_drafts()

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

    def keep_drafts(self) -> None:
        """Put what is not saved into the campaign's file."""
        self._keep.stop()
        if self._read_drafts:
            self.session.keep_setting(SETTING, self.drafts.kept())

    def _edited_whole(self) -> None:
        self._show_desk()
        self._show_drawer()
        self._keep.start()

    def _show_desk(self, *, typing: str = "", other: bool = False) -> None:
        draft = self.draft
        if draft is None:
            return
        desk = self.desk = self.workshop.desk(self.lists, self.options, draft.kind, draft.record)
        self.head.show_desk(desk, dirty=draft.dirty, new=not draft.id, can_undo=draft.can_undo, can_redo=draft.can_redo)
        self.form.show_desk(desk, typing)
        self.beside.show_desk(desk, self._trying(draft), other=other)
        if not typing:
            self._show_also()

    def _trying(self, draft: Draft) -> Trying | None:
        if not self.drawer.tries:
            return None
        lists, options, kind, record, shop = self.lists, self.options, draft.kind, draft.record, self.workshop

        def run(situation: str, answers: tuple[str, ...]) -> Trial:
            return shop.try_out(lists, options, kind, record, situation=situation, answers=answers)

        return Trying(shop.situations(lists, options, kind, record), run)

    def _show_also(self) -> None:
        if self.draft is not None:
            self.head.show_also(self.errands.buttons())

    def _saved(self, kind: str, id_: str) -> Record | None:
        known = any(drawer.kind == kind for drawer in self._drawers)
        return self.workshop.record(self.lists, self.options, kind, id_) if known and id_ else None

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
            (self.undo if event.matches(QKeySequence.StandardKey.Undo) else self.redo)()
            return
        super().keyPressEvent(event)

    def _takes(self, event: QKeyEvent) -> bool:
        draft = self.draft
        if draft is None:
            return False
        undo, redo = (event.matches(key) for key in (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo))
        return (undo and draft.can_undo) or (redo and draft.can_redo)

    def _arrange(self) -> None:
        there = self.draft is not None and not self.is_closed
        self.place.arrange(self.width(), self.height(), there=there, closed=self.is_closed)

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


def _clock(room: QWidget, pause: int, then: Callable[[], object]) -> QTimer:
    clock = QTimer(room)
    clock.setSingleShot(True)
    clock.setInterval(pause)
    clock.timeout.connect(then)
    return clock
