"""Cards in columns, as on a page: each goes where there is room next, and stays there while others grow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

_WIDTHS_KNOWN: Final = 6


class Masonry(QLayout):
    """Lays cards in one column or in two.

    Args:
        parent: whose layout it is.
        gap: pixels between cards.
        two_from: the width in pixels from which there are two columns.
    """

    def __init__(self, parent: QWidget, *, gap: int, two_from: int) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._needs: dict[QWidget, int] = {}
        self._two_from = two_from
        # Where each card stands, by the width at which it was asked for: a card must not jump when another one grows.
        self._stand: dict[int, dict[QWidget, int]] = {}
        self._high: dict[int, int] = {}
        self.setSpacing(gap)
        self.setContentsMargins(0, 0, 0, 0)
        parent.setLayout(self)

    def set_lengths(self, gap: int, two_from: int) -> None:
        """Take on other lengths."""
        self._two_from = two_from
        self._stand.clear()
        self.setSpacing(gap)

    def add_card(self, card: QWidget, needs: int) -> None:
        """Take a card at the end; where a column is narrower than `needs`, it has the whole width."""
        self._needs[card] = needs
        self.addWidget(card)

    def set_order(self, cards: Sequence[QWidget]) -> None:
        """Put the cards into another order."""
        at: dict[QWidget | None, int] = {card: number for number, card in enumerate(cards)}
        before = [item.widget() for item in self._items]
        self._items.sort(key=lambda item: at.get(item.widget(), len(at)))
        if [item.widget() for item in self._items] != before:
            self._stand.clear()
            self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many cards there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, or None past the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Let go of an item."""
        if not 0 <= index < len(self._items):
            return None
        item = self._items.pop(index)
        card = item.widget()
        if card is not None:
            self._needs.pop(card, None)
        self._stand.clear()
        return item

    def expandingDirections(self) -> Qt.Orientation:
        """Want no more height than asked for."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Say that a narrow page is a long one."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the longest column."""
        if width not in self._high:
            self._high[width] = self._lay(QRect(0, 0, width, 0), place=False)
        return self._high[width]

    def invalidate(self) -> None:
        """Measure anew."""
        self._high.clear()
        super().invalidate()

    def setGeometry(self, rect: QRect) -> None:
        """Place the cards."""
        super().setGeometry(rect)
        self._lay(rect, place=True)

    def sizeHint(self) -> QSize:
        """Return a modest size; the height follows from the width."""
        return QSize(self._two_from, self.heightForWidth(self._two_from))

    def minimumSize(self) -> QSize:
        """Return the least size."""
        return QSize(60, 0)

    def columns(self, width: int) -> int:
        """Return how many columns there are at a width."""
        return 2 if width >= self._two_from else 1

    def _lay(self, rect: QRect, *, place: bool) -> int:
        columns, gap = self.columns(rect.width()), self.spacing()
        wide = (rect.width() - gap * (columns - 1)) // columns
        down = [0] * columns
        stand = self._standing(rect.width())
        for item in self._items:
            card = item.widget()
            if card is None or item.isEmpty():
                continue
            if columns > 1 and self._needs.get(card, 0) > wide:
                top, left, across = max(down), 0, rect.width()
                high = _height(item, across)
                down = [top + high + gap] * columns
            else:
                at = stand.get(card, down.index(min(down)))
                if place and card not in stand:
                    stand[card] = at
                    _at_width(card, wide)
                top, left, across = down[at], at * (wide + gap), wide
                high = _height(item, across)
                down[at] = top + high + gap
            if place:
                item.setGeometry(QRect(rect.x() + left, rect.y() + top, across, high))
        return max(0, max(down) - gap)

    def _standing(self, width: int) -> dict[QWidget, int]:
        if width not in self._stand and len(self._stand) >= _WIDTHS_KNOWN:
            self._stand.clear()
        return self._stand.setdefault(width, {})


def _height(item: QLayoutItem, width: int) -> int:
    high = item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
    return max(high, item.minimumSize().height())


def _at_width(card: QWidget, width: int) -> None:
    """Let a card take a width before its height decides where the next one stands: its fields stand by its width."""
    card.resize(width, card.height())
    inside = card.layout()
    if inside is not None:
        inside.activate()
