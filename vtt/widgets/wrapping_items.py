"""Items of a list whose texts have as many lines as they need.

Qt counts the lines of a text in the whole width of an item, but draws the text inside the padding: a text that fits
only without the padding would lose its end.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem


class WrappingItemDelegate(QStyledItemDelegate):
    """Draws items as usual, in the height of their lines inside the padding."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the size of an item."""
        view = option.widget
        filled = QStyleOptionViewItem(option)
        self.initStyleOption(filled, index)
        inside = view.style().subElementRect(QStyle.SubElement.SE_ItemViewItemText, filled, view)
        narrow = QStyleOptionViewItem(option)
        narrow.rect.setWidth(inside.width())
        return super().sizeHint(narrow, index)


def wrap_items(view: QListView) -> None:
    """Let the items of a list have as many lines as their texts need."""
    view.setWordWrap(True)
    view.setItemDelegate(WrappingItemDelegate(view))
    view.setResizeMode(QListView.ResizeMode.Adjust)
