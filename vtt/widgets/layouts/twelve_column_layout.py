"""Fields in rows of twelve columns, as wide as their kind needs; where there is little room, each has a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QLayoutItem, QWidget

from vtt.widgets.layouts.height_for_width_layout import HeightForWidthLayout, height_at

COLUMNS: Final = 12
_NARROW: Final = 3
"""The most columns of a field of a few letters."""


class TwelveColumnLayout(HeightForWidthLayout):
    """Places fields side by side.

    Args:
        parent: the widget that gets the layout.
        gap: pixels between fields.
        letter: pixels of one letter: wide and narrow are measured in letters.
    """

    def __init__(self, parent: QWidget, *, gap: int, letter: int) -> None:
        super().__init__(gap)
        self._spans: dict[QWidget, int] = {}
        self._letter = letter
        parent.setLayout(self)  # last, because the widget asks for the layout's size at once

    def hold(self, parts: Sequence[tuple[QWidget, int]]) -> None:
        """Set the widgets, in this order, each with its preferred number of columns."""
        wanted = [widget for widget, _ in parts]
        self._spans = dict(parts)
        if [item.widget() for item in self.items] != wanted:
            self.hold_widgets(wanted)

    def sizeHint(self) -> QSize:
        """Return a modest size; the height follows from the width."""
        wide = 30 * self._letter
        return QSize(wide, self.heightForWidth(wide))

    def minimumSize(self) -> QSize:
        """Return the least size."""
        return QSize(8 * self._letter, 0)

    def _span(self, widget: QWidget | None, width: int) -> int:
        span = self._spans.get(widget, COLUMNS) if widget is not None else COLUMNS
        letters = width / max(1, self._letter)
        for wide in (span, 4, 6, COLUMNS):
            # Eight letters are enough for a field of a few letters; one of words wants more.
            if wide >= span and letters * wide / COLUMNS >= (7.5 if span <= _NARROW else 13):
                return wide
        return COLUMNS

    def lay(self, rect: QRect, *, place: bool) -> int:
        """Fill rows of twelve columns; a narrow field at the end of one takes a free column that saves it a line."""
        gap = self.spacing()
        unit = (rect.width() + gap) / COLUMNS

        def laid(item: QLayoutItem, at: int, span: int) -> tuple[QLayoutItem, int, int, int]:
            left = round(at * unit)
            wide = max(1, round((at + span) * unit) - gap - left)
            return item, left, wide, height_at(item, wide)

        shown = [item for item in self.items if not item.isEmpty()]
        spans = [self._span(item.widget(), rect.width()) for item in shown]
        top, at = rect.y(), 0
        row: list[tuple[QLayoutItem, int, int, int]] = []
        for number, (item, span) in enumerate(zip(shown, spans, strict=True)):
            following = spans[number + 1] if number + 1 < len(spans) else COLUMNS
            if at + span > COLUMNS:
                top, at, row = top + _settle(row, rect.x(), top, place=place) + gap, 0, []
            usual = laid(item, at, span)
            if span <= _NARROW < COLUMNS - at and at + span + following > COLUMNS:
                usual = min(usual, laid(item, at, _NARROW + 1), key=lambda one: one[3])
            row.append(usual)
            at += span
        return top + _settle(row, rect.x(), top, place=place) - rect.y()


def _settle(row: Sequence[tuple[QLayoutItem, int, int, int]], left: int, top: int, *, place: bool) -> int:
    if place:
        for item, x, wide, high in row:
            item.setGeometry(QRect(left + x, top, wide, high))
    return max((high for _, _, _, high in row), default=0)
