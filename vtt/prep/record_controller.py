"""The controller of the open record: edits, undo, saving, and showing the result on all sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Protocol, assert_never

from PySide6.QtCore import QObject, QTimer, Signal

from engine.core.commands import Command
from engine.kit.content_editor.view_models import (
    Category,
    EditorField,
    EditorView,
    EditRefused,
    Lists,
    Options,
    Record,
    RecordOrigin,
    Trial,
)
from engine.model.frozen import replace
from vtt.campaign.open_campaign import OpenCampaign
from vtt.prep.record_form.form_field import EditKind, FieldEdit
from vtt.prep.record_header import HeaderButton
from vtt.prep.split_view import SplitView
from vtt.prep.trial_run_pane import TrialRun
from vtt.prep.unsaved_records import SETTING, Spared, UnsavedRecord, UnsavedRecords
from vtt.prep.visible_records import VisibleRecords
from vtt.widgets.basic_widgets import set_prose
from vtt.widgets.message_dialog import DialogButton
from vtt.widgets.plain_text import short
from vtt.widgets.tasks.gradual_task import GradualTask
from vtt.widgets.ui_texts import ui_text

_KEEP: Final = 800
"""Milliseconds after the last edit before what is not saved goes into the campaign's file."""
_NOTHING: Final = EditorView(kind="", id="", name="", origin=RecordOrigin.OWN, groups=())


class ControllerHost(Protocol):
    """The room, as far as the controller needs it."""

    def header_buttons(self) -> Mapping[str, HeaderButton]:
        """Return the further buttons of the open record."""
        ...

    def submit(self, command: Command) -> bool:
        """Do a command."""
        ...

    def ask(
        self, title: str, sentences: tuple[str, ...], choices: tuple[DialogButton, ...], then: Callable[[str], object]
    ) -> None:
        """Ask something."""
        ...


class RecordController(QObject):
    """The controller of the open record. It updates the form at once, preview and list a moment later.

    Args:
        campaign: keeps unsaved records in its file.
        visible_records: the records that the viewer may see.
        place: the view with form and preview.
        host: the room.
        parent: the Qt owner.

    Signals:
        said: a sentence with the IDs of its rules.
        listed: the list should be shown anew: an unsaved record, or its name, has changed.
        left: no record is open any more.
        path_wanted: a path to go to.
        shown: the open record is shown as it is now, or none is open.
    """

    said = Signal(str, object)
    listed = Signal()
    left = Signal()
    path_wanted = Signal(str)
    shown = Signal()

    def __init__(
        self,
        campaign: OpenCampaign,
        visible_records: VisibleRecords,
        place: SplitView,
        host: ControllerHost,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._campaign = campaign
        self._visible_records = visible_records
        self._place = place
        self._host = host
        self.unsaved_records = UnsavedRecords(visible_records.hides)
        self.open_record: UnsavedRecord | None = None
        self.editor_view: EditorView | None = None
        self._has_read = False
        self._rest: GradualTask | None = None
        self._is_other = self._is_listed = self._is_changed = False
        self._keep = QTimer(self)
        self._keep.setSingleShot(True)
        self._keep.setInterval(_KEEP)
        self._keep.timeout.connect(self.keep)

    @property
    def is_behind(self) -> bool:
        """Whether preview or list are not up to date yet."""
        return self._rest is not None and self._rest.under_way

    # What is not saved ----------------------------------------------------------------------------------

    def read(self) -> None:
        """Take up what was not saved the last time, once."""
        if not self._has_read:
            self._has_read = True
            self.unsaved_records.read(self._campaign.setting(SETTING), self._visible_records.record)

    def keep(self) -> None:
        """Put what is not saved into the campaign's file."""
        self._keep.stop()
        if self._has_read:
            self._campaign.store_setting(SETTING, self.unsaved_records.kept())

    def keep_soon(self) -> None:
        """Do so once nobody has written for a moment."""
        self._keep.start()

    # What lies there ------------------------------------------------------------------------------------

    def lay(self, unsaved_record: UnsavedRecord | None) -> None:
        """Open another record, or none."""
        if self.open_record is not None:
            self.open_record.pause()
        self.open_record = unsaved_record
        self.unsaved_records.tidy(unsaved_record)
        if unsaved_record is None:
            self._clear()
        else:
            self._place.form.turn_over()
            self.show(other=True)

    def take_up(self, kind: str, record: Record, *, blank: bool) -> None:
        """Open a new record; of a `blank` one no problem is shown before the user has come to it."""
        spared: Spared = frozenset()
        if blank:
            editor_view = self._visible_records.content_editor.editor_view(
                self._visible_records.lists, self._visible_records.options, kind, record
            )
            spared = frozenset((problem.path, problem.text) for problem in editor_view.problems)
        unsaved_record = UnsavedRecord(kind, "", record, None, record if blank else None, spared)
        self.unsaved_records.hold(unsaved_record)
        self.lay(unsaved_record)
        self.keep_soon()

    def name(self, unsaved_record: UnsavedRecord, category: Category) -> str:
        """Return the name of a record."""
        if unsaved_record is self.open_record and self.editor_view is not None:
            return self.editor_view.name
        name = unsaved_record.record.get("name")
        return name if isinstance(name, str) and name.strip() else ui_text("prep", "unnamed", what=category.one)

    def _clear(self) -> None:
        """Remove everything of the open record, even what is not visible: another viewer may follow."""
        self.editor_view = None
        if self._rest is not None:
            self._rest.stop()
        self._is_other = self._is_listed = self._is_changed = False
        place = self._place
        place.form.clear()
        place.head.show_record(_NOTHING, dirty=False, new=True, other=True, can_undo=False, can_redo=False)
        place.head.show_also({})
        place.beside.trying.stop()
        place.beside.show_record(_NOTHING, None, other=True)
        set_prose(place.hint, "")
        self.shown.emit()

    # What is done ---------------------------------------------------------------------------------------

    def edit(self, edit: FieldEdit) -> None:
        """Take an edit, and show what has come of it."""
        unsaved_record = self.open_record
        if unsaved_record is None:
            return
        try:
            edited_record = self._edited(unsaved_record, edit)
        except EditRefused as why:
            self.said.emit(why.text, ())
            self._place.form.clear()  # what was typed is not in the record
            self.show(other=True)
            return
        typing = edit.path if edit.doing is EditKind.VALUE else ""
        category = self._visible_records.category(unsaved_record.kind)
        was_dirty, name = unsaved_record.dirty, self.name(unsaved_record, category)
        unsaved_record.spare_no_more(edit.path)
        unsaved_record.take(edited_record, typing)
        self.show(typing=typing)
        if was_dirty != unsaved_record.dirty or (not unsaved_record.id and name != self.name(unsaved_record, category)):
            self._is_listed = True
        self.keep_soon()

    def _edited(self, unsaved_record: UnsavedRecord, edit: FieldEdit) -> Record:
        """Return a record after an edit. Raises EditRefused."""
        content_editor, kind, record = self._visible_records.content_editor, unsaved_record.kind, unsaved_record.record
        match edit.doing:
            case EditKind.VALUE:
                return content_editor.with_value(kind, record, edit.path, edit.value)
            case EditKind.ADD:
                return content_editor.with_row(kind, record, edit.path)
            case EditKind.REMOVE:
                return content_editor.without_row(kind, record, edit.path)
            case EditKind.MOVE:
                to = edit.value if isinstance(edit.value, int) else 0
                return content_editor.moved_row(kind, record, edit.path, to)
            case EditKind.DOUBLE:
                return content_editor.duplicated_row(kind, record, edit.path)
            case _:
                assert_never(edit.doing)

    def undo(self) -> None:
        """Take the last edit back."""
        if self.open_record is not None and self.open_record.can_undo:
            self.open_record.undo()
            self._edited_whole()

    def redo(self) -> None:
        """Bring it back."""
        if self.open_record is not None and self.open_record.can_redo:
            self.open_record.redo()
            self._edited_whole()

    def let_go(self) -> None:
        """Go back to what is saved; of what is new nothing stays, so that is asked."""
        unsaved_record = self.open_record
        if unsaved_record is None:
            return
        if unsaved_record.saved is not None:
            unsaved_record.let_go()
            self._edited_whole()
            return

        def answer(key: str) -> None:
            if key == "yes" and unsaved_record is self.open_record:
                self._drop(unsaved_record)

        sentence = ui_text(
            "prep",
            "throw.sentence",
            name=short(self.name(unsaved_record, self._visible_records.category(unsaved_record.kind)), 60),
        )
        choices = (
            DialogButton("", ui_text("prep", "throw.no"), "primary"),
            DialogButton("yes", ui_text("prep", "throw.yes"), "danger"),
        )
        self._host.ask(ui_text("prep", "throw.title"), (sentence,), choices, answer)

    def save(self) -> bool:
        """Save the open record; return whether that was done."""
        unsaved_record, visible_records = self.open_record, self._visible_records
        if unsaved_record is None:
            return False
        if unsaved_record.spared:
            unsaved_record.spared = frozenset()
            self.show()
        if not unsaved_record.dirty:
            if not unsaved_record.id:
                self._go_to_problem()
            return False
        try:
            id_, command = visible_records.content_editor.save_command(
                visible_records.seat,
                visible_records.lists,
                visible_records.options,
                unsaved_record.kind,
                unsaved_record.record,
            )
        except EditRefused as why:
            self.said.emit(why.text, ())
            self._go_to_problem()
            return False
        record = unsaved_record.record
        if not self._host.submit(command):
            return False
        if visible_records.hides(unsaved_record):
            self.said.emit(ui_text("prep", "saved_for_gm"), ())  # and from now on it is seen before the GM's eyes alone
            self._drop(unsaved_record)
            return True
        saved = visible_records.record(unsaved_record.kind, id_)
        unsaved_record.saved_as(id_, saved if saved is not None else record)
        self.keep()
        return True

    def _drop(self, unsaved_record: UnsavedRecord) -> None:
        self.unsaved_records.drop(unsaved_record)
        self.lay(None)
        self.left.emit()
        self.keep()

    def removed(self, unsaved_record: UnsavedRecord) -> None:
        """Close a record that was removed."""
        self._drop(unsaved_record)

    def _go_to_problem(self) -> None:
        problem = (
            next((candidate for candidate in self.editor_view.problems if not candidate.warning), None)
            if self.editor_view is not None
            else None
        )
        if problem is not None:
            self.path_wanted.emit(problem.path)

    def _edited_whole(self) -> None:
        self.show()
        self._is_listed = True
        self.keep_soon()

    # How it is shown ------------------------------------------------------------------------------------

    def show(self, *, typing: str = "", other: bool = False) -> None:
        """Show it: head and form now, the rest once the window had its turn."""
        unsaved_record, visible_records = self.open_record, self._visible_records
        if unsaved_record is None:
            return
        editor_view = visible_records.content_editor.editor_view(
            visible_records.lists, visible_records.options, unsaved_record.kind, unsaved_record.record
        )
        editor_view = self.editor_view = (
            _sparing(editor_view, unsaved_record.spared) if unsaved_record.spared else editor_view
        )
        head = self._place.head
        head.show_record(
            editor_view,
            dirty=unsaved_record.dirty,
            new=not unsaved_record.id,
            other=other,
            can_undo=unsaved_record.can_undo,
            can_redo=unsaved_record.can_redo,
        )
        self._place.form.show_record(editor_view, typing, other=other)
        self._is_other = self._is_other or other
        self._is_changed = True
        if not self.is_behind:
            self._rest = GradualTask(self._show_rest(), self)

    def show_also(self) -> None:
        """Show what else can be done with it."""
        if self.open_record is not None:
            self._place.head.show_also(self._host.header_buttons())
            self.shown.emit()

    def _show_rest(self) -> Iterator[None]:
        """Show preview and list; what has changed while that was done is shown too, before this ends."""
        while self._is_changed:
            yield  # at the first turn of the window what was written stands there
            self._is_changed = False
            unsaved_record, editor_view = self.open_record, self.editor_view
            if unsaved_record is None or editor_view is None:
                return
            other, self._is_other = self._is_other, False
            self._place.beside.show_record(editor_view, self._trying(unsaved_record), other=other)
            yield
            self.show_also()
            yield
            if self._is_listed:
                self._is_listed = False
                self.listed.emit()

    def _trying(self, unsaved_record: UnsavedRecord) -> TrialRun | None:
        visible_records = self._visible_records
        if not visible_records.category(unsaved_record.kind).tries:
            return None
        content_editor, kind, record = visible_records.content_editor, unsaved_record.kind, unsaved_record.record
        lists: Lists = visible_records.lists
        options: Options = visible_records.options

        def run(situation: str, answers: tuple[str, ...]) -> Trial:
            return content_editor.try_out(lists, options, kind, record, situation=situation, answers=answers)

        return TrialRun(content_editor.situations(lists, options, kind, record), run)


def _sparing(editor_view: EditorView, spared: Spared) -> EditorView:
    """Return a view without the problems that the user has not come to yet."""
    left = tuple(problem for problem in editor_view.problems if (problem.path, problem.text) not in spared)

    def without_spared(part: EditorField) -> EditorField:
        kept = tuple(text for text in part.problems if (part.path, text) not in spared)
        return part if len(kept) == len(part.problems) else replace(part, problems=kept)

    groups = tuple(replace(group, parts=tuple(map(without_spared, group.parts))) for group in editor_view.groups)
    can_save = editor_view.can_save or not any(problem.form for problem in left)
    return replace(editor_view, problems=left, groups=groups, draft="", can_save=can_save)
