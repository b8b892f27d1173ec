"""The open category, its list, and the entry that the user has moved to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine.kit.content_editor.view_models import Category
from vtt.prep.category_pane import CategoryPane
from vtt.prep.record_controller import RecordController
from vtt.prep.unsaved_records import UnsavedRecord
from vtt.prep.visible_records import VisibleRecords
from vtt.widgets.tasks.task_runner import Progress, Task
from vtt.widgets.tasks.task_runner import TaskRunner as Jobs

_WALK: Final = 120
"""Milliseconds before a marked entry opens, so that moving quickly through the list never waits."""
_MUCH: Final = 40
"""So many rows of the group’s own are no trouble to anybody."""
_NEW: Final = "new:"


class RecordBrowser(QObject):
    """The list of one category at a time.

    Args:
        visible_records: the records that the viewer may see.
        pane: shows the list.
        work: the controller of the open record.
        parent: the room.

    Signals:
        opened: the key of an entry to open.
        shown: the list is shown anew.
    """

    opened = Signal(str)
    shown = Signal()

    def __init__(
        self, visible_records: VisibleRecords, pane: CategoryPane, work: RecordController, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._visible_records, self._pane, self._work = visible_records, pane, work
        self.kind = visible_records.categories[0].kind
        self._wanted: str | None = None
        self._warming: Task | None = None
        self._is_warm = False
        self._jobs = Jobs(self)
        self.destroyed.connect(self._jobs.close)
        self._walk = QTimer(self)
        self._walk.setSingleShot(True)
        self._walk.setInterval(_WALK)
        self._walk.timeout.connect(self._open_wanted)
        pane.entry_wanted.connect(self._want)
        work.listed.connect(self.show)

    @property
    def category(self) -> Category:
        """The open category."""
        return self._visible_records.category(self.kind)

    @property
    def is_closed(self) -> bool:
        """Whether the viewer may not see the open category."""
        return self.kind in self._visible_records.closed

    def record_for(self, key: str) -> UnsavedRecord | None:
        """Return the record to open: by its id, or by the key of an unsaved one."""
        unsaved_records = self._work.unsaved_records
        if key.startswith(_NEW):
            known = next(
                (
                    unsaved_record
                    for unsaved_record in unsaved_records.unsaved(self.kind)
                    if key_of(unsaved_record) == key
                ),
                None,
            )
        else:
            known = unsaved_records.of(self.kind, key)
        record = self._visible_records.record(self.kind, key) if known is None else None
        return known if record is None else UnsavedRecord(self.kind, key, record, record)

    def mark(self, unsaved_record: UnsavedRecord) -> None:
        """Mark the open record in the list."""
        self._pane.mark(key_of(unsaved_record))

    def rest(self) -> None:
        """Cancel the opening of an entry that the user only moved past."""
        self._walk.stop()
        self._wanted = None

    @Slot()
    def show(self) -> None:
        """Show the list."""
        visible_records, pane = self._visible_records, self._pane
        pane.show_categories(visible_records.categories, self.kind, visible_records.closed)
        if self.is_closed:
            self.empty()
        else:
            category, work = self.category, self._work
            unsaved = {
                key_of(unsaved_record): work.name(unsaved_record, category)
                for unsaved_record in work.unsaved_records.unsaved(self.kind)
            }
            pane.show_entries(visible_records.entries(self.kind), visible_records.facets(self.kind), unsaved)
            if work.open_record is not None:
                self.mark(work.open_record)
            else:
                self._want(pane.list.current())  # an empty form tells nobody anything
        self.shown.emit()

    def empty(self) -> None:
        """Show nothing."""
        self._pane.show_entries((), (), {})

    def warms(self, then: Callable[[], object]) -> bool:
        """Of much that the group has written the list is made beside the window the first time: say whether it is."""
        if self._is_warm:
            return False
        if self._warming is None:
            visible_records = self._visible_records
            lists, options, content_editor, closed = (
                visible_records.lists,
                visible_records.options,
                visible_records.content_editor,
                visible_records.closed,
            )
            categories = visible_records.categories
            if sum(len(lists.get(name, ())) for category in categories for name in category.lists) < _MUCH:
                self._is_warm = True
                return False

            def task(_progress: Progress) -> None:
                for kind in (category.kind for category in categories if category.kind not in closed):
                    content_editor.entries(lists, options, kind)
                    content_editor.facets(lists, options, kind)

            def done(_none: None) -> None:
                self._is_warm = True
                then()

            self._warming = self._jobs.start(task, done)
        return True

    @Slot(object)
    def _want(self, key: object) -> None:
        self._wanted = key if isinstance(key, str) else None
        self._walk.start()

    @Slot()
    def _open_wanted(self) -> None:
        if self._wanted is not None:
            self.opened.emit(self._wanted)


def key_of(unsaved_record: UnsavedRecord) -> str:
    """Return a record's key in the list: its id, or a temporary one while it is not saved."""
    return unsaved_record.id or f"{_NEW}{id(unsaved_record)}"
