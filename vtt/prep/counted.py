"""How many of each: a deck and the pool from which it is made, on one list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from engine.workshop.bench import Entry, Facet, Part, Pick
from vtt.panels.fuzzy import matches
from vtt.panels.panel import text
from vtt.panels.parts import column, prose, set_prose
from vtt.prep.controls import Control
from vtt.prep.filters import Filters
from vtt.prep.pool_view import PoolLine, PoolModel, PoolView, counts_of
from vtt.prep.words import told
from vtt.widgets.lines import OpenLine
from vtt.widgets.text import button_text, short
from vtt.widgets.theme import ThemeHub

_LEAST_ROWS: Final = 6
_SHARE: Final = 0.6
"""How much of the height of a form the list takes."""


class CountedControl(Control):
    """The pool with filters; each line says how many of it there are."""

    def __init__(self, hub: ThemeHub, parent: QWidget, facets: Callable[[str], Sequence[Facet]]) -> None:
        super().__init__(hub, parent)
        lengths = hub.theme.metrics
        self._facets = facets
        self.search = OpenLine(told("pool.search"), self)
        self.search.setClearButtonEnabled(True)
        self.search.installEventFilter(self)
        self.filters = Filters(hub, self)
        self.only = QCheckBox(button_text(told("pool.only")), self)
        self.view = PoolView(hub, self)
        self.model = PoolModel(self.view)
        self.view.setModel(self.model)
        self.nothing = prose("", "muted", self)
        self.nothing.hide()
        lay = column(self, gap=lengths.pad_s)
        for part in (self.search, self.filters, self.only, self.nothing, self.view):
            lay.addWidget(part)
        self.fit_height(0)
        self.first = self.search
        self.search.textChanged.connect(self._fill)
        self.filters.changed.connect(self._fill)
        self.only.toggled.connect(self._fill)
        self.view.counted.connect(self._count)

    def show_part(self, part: Part, typing: str) -> None:
        """Show the pool, and how many of each there are."""
        self.part = part
        self.view.setAccessibleName(part.label)
        self.filters.show_facets(self._facets(part.pool_kind) if part.pool_kind else ())
        self._fill()

    def fit_height(self, height: int) -> None:
        """Show as many lines as fit below the search and the filters."""
        line = self.view.line_height()
        rows = max(_LEAST_ROWS, round(height * _SHARE / line))
        self.view.setFixedHeight(rows * line + 2 * self.view.frameWidth())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Walk into the list from the search."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            down = event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if down and self.model.rowCount():
                self.view.setFocus(Qt.FocusReason.TabFocusReason)
                if not self.view.currentIndex().isValid():
                    self.view.setCurrentIndex(self.model.index(0))
                return True
        return False

    def _fill(self) -> None:
        part = self.part
        if part is None:
            return
        counts = counts_of(part.value)
        known = {pick.entry.id for pick in part.pool}
        # What is counted but not in the pool must be seen too, or nobody could take it out.
        strays = (Pick(entry=Entry(id=id_, name=id_), why_not=told("pool.stray")) for id_ in counts if id_ not in known)
        wanted = self.search.text()
        only = self.only.isChecked()
        lines = [
            PoolLine(pick, counts.get(pick.entry.id, 0), part.flaws.get(pick.entry.id, ()))
            for pick in (*strays, *part.pool)
            if (not only or counts.get(pick.entry.id, 0))
            and (pick.entry.id not in known or self.filters.fits(pick.entry))
            and matches(wanted, pick.entry.name, (pick.entry.text,))
        ]
        marked = self.view.currentIndex().row()
        current = self.model.lines[marked].pick.entry.id if 0 <= marked < len(self.model.lines) else ""
        self.model.show_lines(lines)
        is_vain = bool(wanted.strip()) and not lines
        set_prose(self.nothing, text("search.nothing", query=short(wanted, 60)) if is_vain else "")
        self.nothing.setVisible(is_vain)
        if current and not self.view.currentIndex().isValid():
            at = next((n for n, line in enumerate(lines) if line.pick.entry.id == current), -1)
            if at >= 0:
                self.view.setCurrentIndex(self.model.index(at))

    def _count(self, id_: str, count: int) -> None:
        counts = counts_of(self.part.value if self.part is not None else None)
        counts[id_] = count
        self.edited.emit({key: number for key, number in counts.items() if number})
