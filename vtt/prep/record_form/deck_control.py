"""The control of a deck: copies of each card, and the pool to choose from, in one list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from engine.kit.content_editor.view_models import CategoryEntry, CountedChoice, EditorField, Facet
from vtt.prep.entry_filters import EntryFilters
from vtt.prep.record_form.deck_pool_view import DeckPoolLine, DeckPoolModel, DeckPoolView, counts_of
from vtt.prep.record_form.form_control import FormControl
from vtt.shared.campaign_panel import text
from vtt.shared.lists.fuzzy_match import matches
from vtt.widgets.basic_widgets import column, prose, set_prose
from vtt.widgets.icon_button import ClearButton
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, short
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.undo_aware_line_edit import UndoAwareLineEdit

_LEAST_ROWS: Final = 6
_SHARE: Final = 0.6
"""The list's share of the height of the form."""


class DeckControl(FormControl):
    """The pool with filters; each line says how many of it there are."""

    def __init__(self, hub: ThemeHub, parent: QWidget, facets: Callable[[str], Sequence[Facet]]) -> None:
        super().__init__(hub, parent)
        lengths = hub.theme.metrics
        self._facets = facets
        self.search = UndoAwareLineEdit(ui_text("prep", "pool.search"), self)
        ClearButton(hub, self.search)
        self.search.installEventFilter(self)
        self.filters = EntryFilters(hub, self)
        self.only = QCheckBox(button_text(ui_text("prep", "pool.only")), self)
        self.view = DeckPoolView(hub, self)
        self.model = DeckPoolModel(self.view)
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

    def show_part(self, part: EditorField, typing: str) -> None:
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
        pool_ids = {pick.entry.id for pick in part.pool}
        # What is counted but not in the pool must be seen too, or nobody could take it out.
        strays = (
            CountedChoice(entry=CategoryEntry(id=id_, name=id_), why_not=ui_text("prep", "pool.stray"))
            for id_ in counts
            if id_ not in pool_ids
        )
        query = self.search.text()
        only = self.only.isChecked()
        lines = [
            DeckPoolLine(pick, counts.get(pick.entry.id, 0), part.flaws.get(pick.entry.id, ()))
            for pick in (*strays, *part.pool)
            if (not only or counts.get(pick.entry.id, 0))
            and (pick.entry.id not in pool_ids or self.filters.fits(pick.entry))
            and matches(query, pick.entry.name, (pick.entry.text,))
        ]
        marked = self.view.currentIndex().row()
        current = self.model.lines[marked].pick.entry.id if 0 <= marked < len(self.model.lines) else ""
        self.model.show_lines(lines)
        is_vain = bool(query.strip()) and not lines
        set_prose(self.nothing, text("search.nothing", query=short(query, 60)) if is_vain else "")
        self.nothing.setVisible(is_vain)
        if current and not self.view.currentIndex().isValid():
            at = next((n for n, line in enumerate(lines) if line.pick.entry.id == current), -1)
            if at >= 0:
                self.view.setCurrentIndex(self.model.index(at))

    def _count(self, id_: str, count: int) -> None:
        counts = counts_of(self.part.value if self.part is not None else None)
        counts[id_] = count
        self.edited.emit({key: number for key, number in counts.items() if number})
