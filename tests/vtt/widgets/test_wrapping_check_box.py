"""A check box whose label wraps and takes clicks."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.on_screen import put_up
from vtt.widgets.wrapping_check_box import WrappingCheckBox


def test_a_long_label_wraps_and_a_click_on_it_turns_the_switch(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    switch = WrappingCheckBox(page, 0)
    switch.set_words("Only the locations nearest to the point of contact, <b>and</b> no others")
    page.resize(200, 200)
    switch.setGeometry(0, 0, 200, switch.heightForWidth(200))
    put_up(page)
    words = switch.words
    assert words.heightForWidth(words.width()) <= words.height()
    assert words.height() > 2 * words.fontMetrics().height()
    assert "<b>" in words.text()
    assert words.textFormat() is Qt.TextFormat.PlainText
    assert switch.box.accessibleName().startswith("Only the locations")
    QTest.mouseClick(words, Qt.MouseButton.LeftButton)
    assert switch.box.isChecked()
    QTest.mousePress(words, Qt.MouseButton.LeftButton)
    QTest.mouseRelease(words, Qt.MouseButton.LeftButton, pos=QPoint(-50, -50))
    QTest.mouseClick(words, Qt.MouseButton.RightButton)
    assert switch.box.isChecked(), "let go elsewhere, or another button"
