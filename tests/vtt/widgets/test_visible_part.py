"""Where widgets can be seen on a page."""

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from vtt.widgets.visible_part import visible_boxes


def test_only_what_can_be_seen_of_a_widget_is_in_the_way(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    page, room = QWidget(window), QWidget(window)
    page.setGeometry(10, 20, 300, 200)
    room.setGeometry(100, 100, 100, 100)
    whole, cut, outside, hidden = (QPushButton(room) for _ in range(4))
    whole.setGeometry(0, 0, 40, 20)
    cut.setGeometry(80, 50, 40, 20)
    outside.setGeometry(200, 50, 40, 20)
    hidden.hide()
    window.show()
    assert visible_boxes((whole, cut, outside, hidden), page) == [QRectF(90, 80, 40, 20), QRectF(170, 130, 20, 20)]
