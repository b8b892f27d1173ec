"""Items of lists: no text loses its end, at whatever width."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from tests.on_screen import put_up
from vtt.widgets.look.stylesheet import stylesheet
from vtt.widgets.look.theme import Theme
from vtt.widgets.wrapping_items import wrap_items


class _List(QListWidget):
    def lines(self) -> tuple[int, int]:
        """Return how many lines the first item has room for, and how many its text needs."""
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        item = self.item(0)
        delegate = self.itemDelegate()
        assert isinstance(delegate, QStyledItemDelegate)
        delegate.initStyleOption(option, self.indexFromItem(item))
        option.rect = self.visualItemRect(item)
        option.rect.setWidth(self.viewport().width())
        place = self.style().subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, self)
        margin = self.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, self) + 1
        padding = option.rect.width() - place.width()
        inside = place.adjusted(margin, 0, -margin, 0)
        metrics = self.fontMetrics()
        needed = metrics.boundingRect(inside, Qt.TextFlag.TextWordWrap, item.text()).height()
        return (option.rect.height() - padding) // metrics.height(), needed // metrics.height()


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_text_that_fits_only_without_the_padding_has_one_more_line(qtbot: QtBot, scale: float) -> None:
    shown = _List()
    qtbot.addWidget(shown)
    theme = Theme(scale=scale)
    shown.setStyleSheet(stylesheet(theme.look, theme.colours, theme.metrics))
    shown.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    wrap_items(shown)
    shown.addItem("Coordination, one more die: Reflex")
    put_up(shown)
    wide = shown.fontMetrics().horizontalAdvance(shown.item(0).text())
    seen = set()
    for width in range(wide - 40, wide + 80, 2):
        shown.resize(width, 300)
        shown.doItemsLayout()
        there, needed = shown.lines()
        assert there >= needed, f"{width} for a text of {wide}"
        seen.add(there)
    assert seen == {1, 2}
