"""Cards in columns, as on a page: each goes to the shortest column, and stays there while others grow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QLayoutItem, QWidget

from vtt.widgets.layouts.height_for_width_layout import HeightForWidthLayout, height_at

_WIDTHS_KNOWN: Final = 6


class MasonryLayout(HeightForWidthLayout):
    """Lays cards out in one column or in two.

    Args:
        parent: the widget of the layout.
        gap: pixels between cards.
        two_from: the width in pixels from which there are two columns.
    """

    def __init__(self, parent: QWidget, *, gap: int, two_from: int) -> None:
        super().__init__(gap)
        self._needs: dict[QWidget, int] = {}
        self._two_from = two_from
        # The column of each card, by width: a card must not jump when another one grows.
        self._stand: dict[int, dict[QWidget, int]] = {}
        parent.setLayout(self)  # last: Qt asks for the size at once

    def set_lengths(self, gap: int, two_from: int) -> None:
        """Set other lengths."""
        self._two_from = two_from
        self._stand.clear()
        self.setSpacing(gap)

    def add_card(self, card: QWidget, needs: int) -> None:
        """Add a card at the end; it gets the whole width if a column is narrower than `needs`."""
        self._needs[card] = needs
        self.addWidget(card)

    def set_order(self, cards: Sequence[QWidget]) -> None:
        """Set the order of the cards."""
        at: dict[QWidget | None, int] = {card: number for number, card in enumerate(cards)}
        before = [item.widget() for item in self.items]
        self.items.sort(key=lambda item: at.get(item.widget(), len(at)))
        if [item.widget() for item in self.items] != before:
            self._stand.clear()
            self.invalidate()

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove an item."""
        item = super().takeAt(index)
        card = item.widget() if item is not None else None
        if card is not None:
            self._needs.pop(card, None)
        self._stand.clear()
        return item

    def sizeHint(self) -> QSize:
        """Return a modest size; the height follows from the width."""
        return QSize(self._two_from, self.heightForWidth(self._two_from))

    def minimumSize(self) -> QSize:
        """Return the least size."""
        return QSize(60, 0)

    def columns(self, width: int) -> int:
        """Return how many columns there are at a width."""
        return 2 if width >= self._two_from else 1

    def lay(self, rect: QRect, *, place: bool) -> int:
        """Fill the columns; a card stays in its own."""
        columns, gap = self.columns(rect.width()), self.spacing()
        wide = (rect.width() - gap * (columns - 1)) // columns
        down = [0] * columns
        stand = self._standing(rect.width())
        for item in self.items:
            card = item.widget()
            if card is None or item.isEmpty():
                continue
            if columns > 1 and self._needs.get(card, 0) > wide:
                top, left, across = max(down), 0, rect.width()
                high = height_at(item, across)
                down = [top + high + gap] * columns
            else:
                at = stand.get(card, down.index(min(down)))
                if place and card not in stand:
                    stand[card] = at
                    _at_width(card, wide)
                top, left, across = down[at], at * (wide + gap), wide
                high = height_at(item, across)
                down[at] = top + high + gap
            if place:
                item.setGeometry(QRect(rect.x() + left, rect.y() + top, across, high))
        return max(0, max(down) - gap)

    def _standing(self, width: int) -> dict[QWidget, int]:
        if width not in self._stand and len(self._stand) >= _WIDTHS_KNOWN:
            self._stand.clear()
        return self._stand.setdefault(width, {})


def _at_width(card: QWidget, width: int) -> None:
    """Give a card its width before its height decides where the next one goes: its fields are arranged by width."""
    card.resize(width, card.height())
    inside = card.layout()
    if inside is not None:
        inside.activate()
