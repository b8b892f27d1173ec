"""The sides of the Prep room: as many beside each other as there is room for, the others by turns."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from vtt.prep.category_pane import CategoryPane
from vtt.prep.record_form.form_field import FormTools
from vtt.prep.record_form.record_form import RecordForm
from vtt.prep.record_header import RecordHeader
from vtt.prep.record_preview import RecordPreview
from vtt.widgets.basic_widgets import column, prose
from vtt.widgets.ui_texts import ui_text

_THREE: Final = 72
_TWO: Final = 46
"""Minimum width in letters for two sides."""
_SHARES: Final = (20, 40, 26)
"""Shares of the width, in letters."""
_LOW: Final = 14
"""A room of fewer rows than these is low."""


class SplitView(QSplitter):
    """The list, the form under its header, and the preview beside it.

    Args:
        pane: the list.
        tools: shared needs of the fields.

    Attributes:
        in_record: with one side visible, it is the open record, not the list.
        turned: where form and preview take turns, the preview is visible.
    """

    def __init__(self, pane: CategoryPane, tools: FormTools) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.in_record = self.turned = False
        self.pane = pane
        self._tools = tools
        self._middle, self._right = QWidget(), QWidget()
        self.setChildrenCollapsible(False)
        for at, side in enumerate((pane, self._middle, self._right)):
            self.addWidget(side)
            self.setStretchFactor(at, (0, 3, 2)[at])
        self.build()

    def build(self) -> None:
        """Make head, form and look anew, in the lengths of the theme."""
        for side in (self._middle, self._right):
            old = side.layout()
            if old is not None:
                while (item := old.takeAt(0)) is not None:
                    old_widget = item.widget()
                    if old_widget is not None:
                        old_widget.hide()
                        old_widget.deleteLater()
                QWidget().setLayout(old)
        hub, lengths = self._tools.hub, self._tools.hub.theme.metrics
        self.head = RecordHeader(hub)
        self.form = RecordForm(self._tools)
        self.beside = RecordPreview(hub, self._tools.pictures)
        self.difficulty = prose("")
        self.hint = prose("", "muted")
        self.empty = prose("", "muted")
        lay = column(self._middle, gap=lengths.pad_s)
        for part in (self.head, self.difficulty, self.form.area, self.hint, self.empty):
            lay.addWidget(part, 1 if part is self.form.area else 0)
        lay.addStretch(0)
        lay.setContentsMargins(lengths.pad_m, lengths.pad_m, lengths.pad_s, lengths.pad_s)
        beside = column(self._right)
        beside.addWidget(self.beside.area)
        beside.setContentsMargins(lengths.pad_s, lengths.pad_m, lengths.pad_s, lengths.pad_s)
        self.pane.wear()
        self._sides = 0

    def arrange(self, width: int, height: int, *, there: bool, closed: bool) -> None:
        """Show as many sides as there is room for.

        Args:
            width: pixels.
            height: pixels.
            there: a record is open.
            closed: the viewer may not see the category.
        """
        lengths = self._tools.hub.theme.metrics
        letters = width / max(1, lengths.font_body)
        sides = 3 if letters >= _THREE else 2 if letters >= _TWO else 1
        if sides != self._sides:
            self._sides = sides
            self.setSizes([share * lengths.font_body for share in _SHARES])
        inside = there and (self.in_record or sides == 3)
        by_turns = sides == 1 and self.turned
        self.pane.setVisible(sides == 3 or not inside)
        self._middle.setVisible(sides > 1 or inside)
        self._right.setVisible(there and (sides == 3 or (sides == 2 and inside)))
        self._put_look(self._middle if sides == 1 else self._right)
        self.beside.area.setVisible(sides > 1 or self.turned)
        words = ui_text("prep", "turn.form" if self.turned else "turn.look") if sides == 1 and inside else ""
        self.head.set_turning(words, can_go_back=sides < 3 and inside)
        self.head.setVisible(there)
        self.form.area.setVisible(there and not by_turns)
        self.hint.setVisible(there and not by_turns)
        self.empty.setVisible(not there)
        self.empty.setText("" if closed else ui_text("prep", "empty"))
        self.pane.set_low(height < lengths.control * _LOW)

    def _put_look(self, side: QWidget) -> None:
        """With room for one side only, show the preview in turn with the form below the same header."""
        lay = side.layout()
        if isinstance(lay, QVBoxLayout) and lay.indexOf(self.beside.area) < 0:
            lay.insertWidget(lay.indexOf(self.hint) if side is self._middle else 0, self.beside.area, 1)
