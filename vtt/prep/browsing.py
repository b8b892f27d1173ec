"""Which drawer is open, what its list shows, and which entry somebody has come to in walking through it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine.workshop.bench import Drawer
from vtt.prep.desk_work import DeskWork
from vtt.prep.drafts import Draft
from vtt.prep.drawer_pane import DrawerPane
from vtt.prep.shelves import Shelves
from vtt.widgets.work import Job, Progress
from vtt.widgets.work import Workshop as Jobs

_WALK: Final = 120
"""Milliseconds that an entry is marked before it is laid on the desk: who walks through a list does not wait for it."""
_MUCH: Final = 40
"""So many rows of the group’s own are no trouble to anybody."""
_NEW: Final = "new:"


class Browsing(QObject):
    """The list of one drawer at a time.

    Args:
        shelves: what there is.
        pane: where it is listed.
        work: what is on the desk, and what is not saved.
        parent: the room.

    Signals:
        opened: an entry is to be laid on the desk, by its key.
        shown: the list is shown anew.
    """

    opened = Signal(str)
    shown = Signal()

    def __init__(self, shelves: Shelves, pane: DrawerPane, work: DeskWork, parent: QObject) -> None:
        super().__init__(parent)
        self._shelves, self._pane, self._work = shelves, pane, work
        self.kind = shelves.drawers[0].kind
        self._wanted: str | None = None
        self._warming: Job | None = None
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
    def drawer(self) -> Drawer:
        """The drawer that is open."""
        return self._shelves.drawer(self.kind)

    @property
    def is_closed(self) -> bool:
        """Whether what is in the drawer may not be seen here."""
        return self.kind in self._shelves.closed

    def found(self, key: str) -> Draft | None:
        """Return what is to lie on the desk: by its id, or by the key of something that is not saved yet."""
        drafts = self._work.drafts
        if key.startswith(_NEW):
            known = next((draft for draft in drafts.unsaved(self.kind) if key_of(draft) == key), None)
        else:
            known = drafts.of(self.kind, key)
        record = self._shelves.record(self.kind, key) if known is None else None
        return known if record is None else Draft(self.kind, key, record, record)

    def mark(self, draft: Draft) -> None:
        """Mark in the list what lies on the desk."""
        self._pane.mark(key_of(draft))

    def rest(self) -> None:
        """Open nothing of what somebody walked past."""
        self._walk.stop()
        self._wanted = None

    @Slot()
    def show(self) -> None:
        """Show the list."""
        shelves, pane = self._shelves, self._pane
        pane.show_drawers(shelves.drawers, self.kind, shelves.closed)
        if self.is_closed:
            self.empty()
        else:
            drawer, work = self.drawer, self._work
            unsaved = {key_of(draft): work.name(draft, drawer) for draft in work.drafts.unsaved(self.kind)}
            pane.show_entries(shelves.entries(self.kind), shelves.facets(self.kind), unsaved)
            if work.draft is not None:
                self.mark(work.draft)
            else:
                self._want(pane.list.current())  # an empty desk tells nobody anything
        self.shown.emit()

    def empty(self) -> None:
        """Show nothing."""
        self._pane.show_entries((), (), {})

    def warms(self, then: Callable[[], object]) -> bool:
        """Of much that the group has written the list is made beside the window the first time: say whether it is."""
        if self._is_warm:
            return False
        if self._warming is None:
            shelves = self._shelves
            lists, options, shop, closed = shelves.lists, shelves.options, shelves.workshop, shelves.closed
            drawers = shelves.drawers
            if sum(len(lists.get(name, ())) for drawer in drawers for name in drawer.lists) < _MUCH:
                self._is_warm = True
                return False

            def task(_progress: Progress) -> None:
                for kind in (drawer.kind for drawer in drawers if drawer.kind not in closed):
                    shop.entries(lists, options, kind)
                    shop.facets(lists, options, kind)

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


def key_of(draft: Draft) -> str:
    """Return the key under which something stands in the list: its id, or one of its own while it is not saved."""
    return draft.id or f"{_NEW}{id(draft)}"
