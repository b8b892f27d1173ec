"""What is done with the one record on the desk: edits, undo, saving; and how all sides show what has come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Protocol, assert_never

from PySide6.QtCore import QObject, QTimer, Signal

from engine.play.commands import Command
from engine.table.frozen import replace
from engine.workshop.bench import Desk, Drawer, Lists, Options, Origin, Part, Record, Trial, Unworkable
from vtt.panels.parts import set_prose
from vtt.prep.drafts import SETTING, Draft, Drafts, Spared
from vtt.prep.errands import PrepErrands
from vtt.prep.part_box import Doing, Edit
from vtt.prep.shelves import Shelves
from vtt.prep.trying import Trying
from vtt.prep.words import told
from vtt.prep.workplace import Workplace
from vtt.session import Session
from vtt.widgets.dialogue import Choice
from vtt.widgets.gradual import Gradual
from vtt.widgets.text import short

_KEEP: Final = 800
"""Milliseconds after the last edit before what is not saved goes into the campaign's file."""
_NOTHING: Final = Desk(kind="", id="", name="", origin=Origin.OWN, groups=())


class Around(Protocol):
    """What the desk needs of the room in which it stands."""

    errands: PrepErrands

    def submit(self, command: Command) -> bool:
        """Do a command."""
        ...

    def ask(
        self, title: str, sentences: tuple[str, ...], choices: tuple[Choice, ...], then: Callable[[str], object]
    ) -> None:
        """Ask something."""
        ...


class DeskWork(QObject):
    """The desk. What is seen first is shown at once, the look and the list a breath later.

    Args:
        session: in whose file drafts are kept.
        shelves: what there is.
        place: where it is shown.
        around: the room.
        parent: the same, as its owner.

    Signals:
        said: a sentence with the IDs of its rules.
        listed: the list should be shown anew: what is not saved, or its name, has changed.
        left: nothing lies on the desk any more.
        path_wanted: a place to which somebody should go.
    """

    said = Signal(str, object)
    listed = Signal()
    left = Signal()
    path_wanted = Signal(str)

    def __init__(
        self, session: Session, shelves: Shelves, place: Workplace, around: Around, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._shelves = shelves
        self._place = place
        self._around = around
        self.drafts = Drafts(shelves.hides)
        self.draft: Draft | None = None
        self.desk: Desk | None = None
        self._has_read = False
        self._rest: Gradual | None = None
        self._is_other = self._is_listed = False
        self._keep = QTimer(self)
        self._keep.setSingleShot(True)
        self._keep.setInterval(_KEEP)
        self._keep.timeout.connect(self.keep)

    @property
    def is_behind(self) -> bool:
        """Whether the look or the list do not show yet what they should."""
        return self._rest is not None and self._rest.under_way

    # What is not saved ----------------------------------------------------------------------------------

    def read(self) -> None:
        """Take up what was not saved the last time, once."""
        if not self._has_read:
            self._has_read = True
            self.drafts.read(self._session.setting(SETTING), self._shelves.record)

    def keep(self) -> None:
        """Put what is not saved into the campaign's file."""
        self._keep.stop()
        if self._has_read:
            self._session.keep_setting(SETTING, self.drafts.kept())

    def keep_soon(self) -> None:
        """Do so once nobody has written for a moment."""
        self._keep.start()

    # What lies there ------------------------------------------------------------------------------------

    def lay(self, draft: Draft | None) -> None:
        """Lay another record on the desk, or none."""
        if self.draft is not None:
            self.draft.pause()
        self.draft = draft
        self.drafts.tidy(draft)
        if draft is None:
            self._clear()
        else:
            self._place.form.turn_over()
            self.show(other=True)

    def take_up(self, kind: str, record: Record, *, blank: bool) -> None:
        """Lay something new there; of a `blank` nothing need be said that is still to be written."""
        spared: Spared = frozenset()
        if blank:
            desk = self._shelves.workshop.desk(self._shelves.lists, self._shelves.options, kind, record)
            spared = frozenset((problem.path, problem.text) for problem in desk.problems)
        draft = Draft(kind, "", record, None, record if blank else None, spared)
        self.drafts.hold(draft)
        self.lay(draft)
        self.keep_soon()

    def name(self, draft: Draft, drawer: Drawer) -> str:
        """Return what a draft is called."""
        if draft is self.draft and self.desk is not None:
            return self.desk.name
        found = draft.record.get("name")
        return found if isinstance(found, str) and found.strip() else told("unnamed", what=drawer.one)

    def _clear(self) -> None:
        """Nothing of what lay there stays, not even unseen: other eyes may come."""
        self.desk = None
        if self._rest is not None:
            self._rest.stop()
        self._is_other = self._is_listed = False
        place = self._place
        place.form.clear()
        place.head.show_desk(_NOTHING, dirty=False, new=True, can_undo=False, can_redo=False)
        place.head.show_also({})
        place.beside.trying.stop()
        place.beside.show_desk(_NOTHING, None, other=True)
        set_prose(place.hint, "")

    # What is done ---------------------------------------------------------------------------------------

    def edit(self, edit: Edit) -> None:
        """Take an edit, and show what has come of it."""
        draft = self.draft
        if draft is None:
            return
        shop, kind, record = self._shelves.workshop, draft.kind, draft.record
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
        typing = edit.path if edit.doing is Doing.VALUE else ""
        drawer = self._shelves.drawer(kind)
        was_dirty, name = draft.dirty, self.name(draft, drawer)
        draft.spare_no_more(edit.path)
        draft.take(made, typing)
        self.show(typing=typing)
        if was_dirty != draft.dirty or (not draft.id and name != self.name(draft, drawer)):
            self._is_listed = True
        self.keep_soon()

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
                self._drop(draft)

        sentence = told("throw.sentence", name=short(self.name(draft, self._shelves.drawer(draft.kind)), 60))
        choices = (Choice("", told("throw.no"), "primary"), Choice("yes", told("throw.yes"), "danger"))
        self._around.ask(told("throw.title"), (sentence,), choices, answer)

    def save(self) -> bool:
        """Save what is on the desk; return whether that was done."""
        draft, shelves = self.draft, self._shelves
        if draft is None:
            return False
        if draft.spared:
            draft.spared = frozenset()
            self.show()
        if not draft.dirty:
            if not draft.id:
                self._go_to_problem()
            return False
        try:
            id_, command = shelves.workshop.saving(
                shelves.seat, shelves.lists, shelves.options, draft.kind, draft.record
            )
        except Unworkable as why:
            self.said.emit(why.text, ())
            self._go_to_problem()
            return False
        record = draft.record
        if not self._around.submit(command):
            return False
        if shelves.hides(draft):
            self.said.emit(told("saved_for_gm"), ())  # and from now on it is seen before the GM's eyes alone
            self._drop(draft)
            return True
        saved = shelves.record(draft.kind, id_)
        draft.saved_as(id_, saved if saved is not None else record)
        self.keep()
        return True

    def _drop(self, draft: Draft) -> None:
        self.drafts.drop(draft)
        self.lay(None)
        self.left.emit()
        self.keep()

    def removed(self, draft: Draft) -> None:
        """Lay down what was taken out of the library."""
        self._drop(draft)

    def _go_to_problem(self) -> None:
        found = next((one for one in self.desk.problems if not one.warning), None) if self.desk is not None else None
        if found is not None:
            self.path_wanted.emit(found.path)

    def _edited_whole(self) -> None:
        self.show()
        self._is_listed = True
        self.keep_soon()

    # How it is shown ------------------------------------------------------------------------------------

    def show(self, *, typing: str = "", other: bool = False) -> None:
        """Show it: head and form now, the rest once the window had its turn."""
        draft, shelves = self.draft, self._shelves
        if draft is None:
            return
        desk = shelves.workshop.desk(shelves.lists, shelves.options, draft.kind, draft.record)
        desk = self.desk = _sparing(desk, draft.spared) if draft.spared else desk
        head = self._place.head
        head.show_desk(desk, dirty=draft.dirty, new=not draft.id, can_undo=draft.can_undo, can_redo=draft.can_redo)
        self._place.form.show_desk(desk, typing, other=other)
        self._is_other = self._is_other or other
        if not self.is_behind:
            self._rest = Gradual(self._show_rest(), self)

    def show_also(self) -> None:
        """Show what else can be done with it."""
        if self.draft is not None:
            self._place.head.show_also(self._around.errands.buttons())

    def _show_rest(self) -> Iterator[None]:
        yield  # at the first turn of the window what was written stands there
        draft, desk = self.draft, self.desk
        if draft is None or desk is None:
            return
        other, self._is_other = self._is_other, False
        self._place.beside.show_desk(desk, self._trying(draft), other=other)
        yield
        self.show_also()
        yield
        if self._is_listed:
            self._is_listed = False
            self.listed.emit()

    def _trying(self, draft: Draft) -> Trying | None:
        shelves = self._shelves
        if not shelves.drawer(draft.kind).tries:
            return None
        shop, kind, record = shelves.workshop, draft.kind, draft.record
        lists: Lists = shelves.lists
        options: Options = shelves.options

        def run(situation: str, answers: tuple[str, ...]) -> Trial:
            return shop.try_out(lists, options, kind, record, situation=situation, answers=answers)

        return Trying(shop.situations(lists, options, kind, record), run)


def _sparing(desk: Desk, spared: Spared) -> Desk:
    """Return a desk that says nothing of what nobody has come to yet."""
    left = tuple(problem for problem in desk.problems if (problem.path, problem.text) not in spared)

    def said(part: Part) -> Part:
        kept = tuple(text for text in part.problems if (part.path, text) not in spared)
        return part if len(kept) == len(part.problems) else replace(part, problems=kept)

    groups = tuple(replace(group, parts=tuple(map(said, group.parts))) for group in desk.groups)
    can_save = desk.can_save or not any(problem.form for problem in left)
    return replace(desk, problems=left, groups=groups, draft="", can_save=can_save)
