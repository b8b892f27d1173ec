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


def test_a_narrow_field_at_the_end_of_a_row_takes_a_free_column_that_saves_it_a_line(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    lay = TwelveColumnLayout(page, gap=10, letter=8)
    assert lay.heightForWidth(500) == 0, "nor does it stumble over nothing"
    fields = [QLabel("", page), QLabel("Number of foes", page), QLabel("", page), QLabel("", page)]
    fields[1].setWordWrap(True)
    needed = fields[1].fontMetrics().horizontalAdvance("Number of foes") + 2
    for last, wide in ((6, 4), (3, 3)):  # with a field that follows in the row there is no free room
        lay.hold(list(zip(fields, (6, 3, last, 6), strict=True)))
        lay.setGeometry(QRect(0, 0, needed * 3 + 40, 400))
        unit = (needed * 3 + 50) / 12
        assert abs(fields[1].width() - (unit * wide - 10)) <= 1, last
