"""The button that empties a search field: as large as its letters at every scale, and beside what is written."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.on_screen import put_up
from vtt.widgets.icon_button import ClearButton
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.undo_aware_line_edit import UndoAwareLineEdit


@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0, 3.0])
def test_it_grows_with_the_letters_and_empties_the_field(qtbot: QtBot, qapp: QApplication, scale: float) -> None:
    hub, edited = ThemeHub(Theme(scale=scale), qapp), list[str]()
    try:
        field = UndoAwareLineEdit("Search")
        qtbot.addWidget(field)
        button = ClearButton(hub, field)
        field.textEdited.connect(edited.append)
        put_up(field)
        assert not button.isVisible()
        QTest.keyClicks(field, "Smuggler " * 20)
        assert button.isVisible()
        assert field.rect().contains(button.geometry())
        icon = hub.theme.metrics.icon
        assert icon <= button.iconSize().width() <= button.width(), "its sign is as large as those of other buttons"
        assert field.textMargins().right() >= button.width(), "what is written ends before it"
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert (field.text(), edited[-1], button.isVisible()) == ("", "", False)
        assert not field.isUndoAvailable(), "nobody gets back what was written"
        hub.set_theme(Theme(scale=1.0))
        field.setText("a")
        assert button.iconSize().width() == hub.theme.metrics.icon
    finally:
        hub.set_theme(Theme())
