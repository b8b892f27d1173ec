"""Dialogs with a size of their own have it before there is a window: a later size can be lost on X11."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtWidgets import QDialog, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vtt.widgets.large_dialog import LargeDialog, SizedDialog
from vtt.widgets.look.theme import Theme, ThemeHub


class _Sizes(QObject):
    """Notes the size of a dialog when it is about to be shown, before the dialog itself learns of it."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[QSize] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget):
            self.seen.append(watched.size())
        return False


class _Hinted(SizedDialog):
    def sizeHint(self) -> QSize:
        return QSize(700, 610)


@pytest.mark.parametrize("kind", [_Hinted, LargeDialog])
def test_a_dialog_has_its_size_before_it_is_shown(qtbot: QtBot, kind: type[QDialog]) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(760, 640)
    dialog = LargeDialog(ThemeHub(Theme()), "Title", window) if kind is LargeDialog else _Hinted(window)
    QVBoxLayout(dialog).addWidget(QPushButton("Small content"))
    sizes = _Sizes()
    dialog.installEventFilter(sizes)
    for _ in range(2):
        dialog.show()
        dialog.resize(300, 200)
        dialog.hide()
    assert sizes.seen == [dialog.sizeHint()] * 2
