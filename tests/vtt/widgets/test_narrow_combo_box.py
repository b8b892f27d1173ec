"""A box with choices of any length."""

from __future__ import annotations

from PySide6.QtWidgets import QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from vtt.widgets.basic_widgets import NarrowComboBox


def test_a_choice_that_is_too_long_ends_with_a_sign_and_is_read_out_whole(qtbot: QtBot) -> None:
    box = NarrowComboBox(8)
    qtbot.addWidget(box)
    for words, shown in (("Here", "Here"), ("Session 12: The mill by the river", "Session")):
        box.addItem(words)
        box.setCurrentText(words)
        box.resize(box.minimumSizeHint())
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        assert option.currentText.startswith(shown)
        assert option.currentText.endswith("…") is (shown != words)
        assert box.currentText() == words
