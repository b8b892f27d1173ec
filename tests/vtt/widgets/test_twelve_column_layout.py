"""Fields in rows of twelve columns stay within their room at every width."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from vtt.widgets.layouts.twelve_column_layout import TwelveColumnLayout


def test_a_full_row_ends_where_the_room_ends(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    lay = TwelveColumnLayout(page, gap=10, letter=8)
    fields = [QLabel("", page) for _ in range(5)]
    lay.hold(list(zip(fields, (6, 6, 4, 4, 4), strict=True)))
    for width in range(500, 900):
        lay.setGeometry(QRect(0, 0, width, 400))
        places = [field.geometry() for field in fields]
        assert places[1].right() == places[4].right() == width - 1, width
        assert places[1].left() - places[0].right() == places[3].left() - places[2].right() == 11, width
