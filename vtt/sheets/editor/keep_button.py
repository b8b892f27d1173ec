"""The button that keeps what is filled in from a list: in the list of the campaign, or in the library."""

from __future__ import annotations

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engine.messages.message import Message
from engine.messages.texts import say
from vtt.widgets.plain_text import button_text, tip


def _text(key: str) -> str:
    return say(Message(key=f"sheets.form.{key}"))


class KeepButton(QPushButton):
    """A button with both places in its menu. Hidden, it keeps its own place on the form.

    Attributes:
        may_keep: the list of the campaign can be chosen.
        may_save: the library can be chosen.

    Signals:
        keep_wanted, save_wanted: one of the two was chosen.
    """

    keep_wanted = Signal()
    save_wanted = Signal()

    def __init__(self, parent: QWidget, help_text: str, high: int = 0) -> None:
        """Make the button; `high` is its height in pixels if it is beside a label."""
        super().__init__(button_text(_text("keep_row")), parent)
        self.may_keep = self.may_save = False
        self.setAccessibleName(_text("keep_row"))
        self.setAutoDefault(False)
        self.setProperty("role", "quiet")
        self.setToolTip(tip(help_text))
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self.in_list = self._action(menu, "keep_in_list", self.keep_wanted)
        self.in_library = self._action(menu, "keep_in_library", self.save_wanted)
        menu.aboutToShow.connect(self._enable)
        self.setMenu(menu)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        if high:
            self.setStyleSheet("min-height: 0; padding-top: 0; padding-bottom: 0;")
            self.setFixedHeight(high)
        self.hide()

    def offer(self, is_wanted: bool) -> None:
        """Show the button if there is something to keep, and a place for it."""
        self.setVisible(is_wanted and (self.may_keep or self.may_save))

    def _action(self, menu: QMenu, key: str, signal: SignalInstance) -> QAction:
        action = menu.addAction(button_text(_text(key)))
        action.setToolTip(tip(_text(f"{key}_help")))
        action.triggered.connect(signal)
        return action

    def _enable(self) -> None:
        self.in_list.setEnabled(self.may_keep)
        self.in_library.setEnabled(self.may_save)
