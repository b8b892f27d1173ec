"""The mouse and the keyboard of a journey, which count what the people do with them.

A click, a drag, a held button, a key and a notch of the wheel count one each; a double click counts two; typing
counts one for each key.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

NO_KEYS = Qt.KeyboardModifier.NoModifier
LEFT_BUTTON = Qt.MouseButton.LeftButton


class CountedInput:
    """Mouse and keyboard.

    Attributes:
        gestures: how much has been done with them so far.
    """

    def __init__(self) -> None:
        self.gestures = 0

    def click(self, widget: QWidget, point: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        """Click the left button."""
        self.gestures += 1
        QTest.mouseClick(widget, LEFT_BUTTON, keys, point)

    def double_click(self, widget: QWidget, point: QPoint) -> None:
        """Click twice in a row."""
        self.gestures += 2
        QTest.mouseClick(widget, LEFT_BUTTON, NO_KEYS, point)
        QTest.mouseDClick(widget, LEFT_BUTTON, NO_KEYS, point)
        QTest.mouseRelease(widget, LEFT_BUTTON, NO_KEYS, point)

    def hold(self, widget: QWidget, point: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        """Press the left button and hold it."""
        self.gestures += 1
        QTest.mousePress(widget, LEFT_BUTTON, keys, point)

    def move(self, widget: QWidget, point: QPoint) -> None:
        """Move the pointer."""
        QTest.mouseMove(widget, point)

    def release(self, widget: QWidget, point: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        """Release the left button."""
        QTest.mouseRelease(widget, LEFT_BUTTON, keys, point)

    def drag(self, widget: QWidget, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        """Drag from one point to another."""
        self.hold(widget, start, keys)
        for step in range(1, 7):
            self.move(widget, start + (end - start) * (step / 6))
        self.release(widget, end, keys)

    def press(self, widget: QWidget, keys: str) -> None:
        """Press a key, with those that are held with it, as it is written in the help: `Ctrl+Z`."""
        sequence = QKeySequence(keys)
        self.gestures += sequence.count()
        QTest.keySequence(widget, sequence)

    def write(self, widget: QWidget, text: str) -> None:
        """Type a text."""
        self.gestures += len(text)
        QTest.keyClicks(widget, text)

    def hold_key(self, widget: QWidget, key: Qt.Key) -> None:
        """Press a key and hold it."""
        self.gestures += 1
        QTest.keyPress(widget, key)

    def release_key(self, widget: QWidget, key: Qt.Key) -> None:
        """Release a key."""
        QTest.keyRelease(widget, key)

    def send(self, widget: QWidget, event: QEvent) -> None:
        """Give a widget what the window system makes of a gesture: a request for a menu, or a notch of the wheel."""
        self.gestures += 1
        QApplication.sendEvent(widget, event)
