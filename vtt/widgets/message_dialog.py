"""A dialog that says something in a sentence or two, and offers what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLayout, QPushButton, QVBoxLayout, QWidget

from vtt.widgets.layouts.flow_layout import FlowLayout
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, label
from vtt.widgets.scroll_areas import PageScroll


@dataclass(frozen=True, slots=True)
class DialogButton:
    """A button of a dialog: its key, its label and its role (`primary`, `danger`)."""

    key: str
    label: str
    role: str = ""


class MessageDialog(QDialog):
    """A message with buttons.

    Args:
        hub: the theme.
        title: the heading.
        sentences: the paragraphs, shown as plain text.
        choices: the buttons from left to right; the primary one answers Enter.
        parent: the window.
        icon: drawn beside the heading.
        content: a form below the paragraphs.
        wide: its preferred width at scale 1, in pixels.
        aside: it opens in the bottom right corner of the window, because the middle shows what the question is about.

    Signals:
        chosen: the key of the button; empty if the dialog was closed with Escape.
    """

    chosen = Signal(str)

    def __init__(
        self,
        hub: ThemeHub,
        title: str,
        sentences: Sequence[str],
        choices: Sequence[DialogButton],
        parent: QWidget | None = None,
        *,
        icon: str = "help",
        content: QWidget | None = None,
        wide: int = 520,
        aside: bool = False,
    ) -> None:
        super().__init__(parent)
        self._hub = hub
        self._wide, self._aside = wide, aside
        self._answer = ""
        self.setWindowTitle(title)
        self.setModal(True)
        lengths = hub.theme.metrics
        outer = QVBoxLayout(self)
        outer.setContentsMargins(lengths.pad_xl, lengths.pad_l, lengths.pad_xl, lengths.pad_l)
        outer.setSpacing(lengths.pad_l)

        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, lengths.pad_s, 0)
        column.setSpacing(lengths.pad_m)
        head = QHBoxLayout()
        head.setSpacing(lengths.pad_m)
        sign = label()
        sign.setPixmap(hub.pixmap(icon, lengths.icon_l, role="accent_text", dpr=self.devicePixelRatioF()))
        head.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(label(title, "title", wrap=True), 1)
        column.addLayout(head)
        self.text = "\n".join(sentences)
        for sentence in sentences:
            sentence_label = label(sentence, wrap=True)
            sentence_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(sentence_label)
        if content is not None:
            column.addWidget(content, 1)
        else:
            column.addStretch(1)
        self._body = body
        body.installEventFilter(self)
        self._area = PageScroll(body)
        outer.addWidget(self._area, 1)

        self.buttons: dict[str, QPushButton] = {}
        row = QWidget()
        self._row = FlowLayout(row, spacing=lengths.pad_m)
        for choice in choices:
            button = QPushButton(button_text(choice.label))
            button.setAccessibleName(choice.label)
            button.setAutoDefault(False)
            if choice.role:
                button.setProperty("role", choice.role)
            if choice.role == "primary":
                button.setDefault(True)
            button.clicked.connect(lambda _=False, key=choice.key: self.choose(key))
            self.buttons[choice.key] = button
            self._row.addWidget(button)
        outer.addWidget(row)
        self._row_widget = row
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def choose(self, key: str) -> None:
        """Answer and close."""
        self._answer = key
        self.accept()

    def done(self, result: int) -> None:
        """Tell the answer once the dialog is gone from the screen."""
        answer = self._answer if result == QDialog.DialogCode.Accepted else ""
        super().done(result)
        self.chosen.emit(answer)

    def sizeHint(self) -> QSize:
        """Return the size at which nothing need be scrolled, as far as the screen goes."""
        room = self.screen().availableGeometry().size()
        lengths = self._hub.theme.metrics
        width = min(int(self._wide * self._hub.theme.scale), room.width() - 40)
        inner = width - 2 * lengths.pad_xl
        needed = self._body.heightForWidth(inner - lengths.pad_s) if self._body.hasHeightForWidth() else 0
        needed = max(needed, self._body.sizeHint().height() if not self._body.hasHeightForWidth() else 0)
        height = needed + self._row.heightForWidth(inner) + 2 * lengths.pad_l + lengths.pad_l + 8
        return QSize(width, min(height, room.height() - 60))

    def setVisible(self, visible: bool) -> None:
        """Take its size before it is shown, as the smallest one: some window managers keep to nothing else."""
        if visible and not self.isVisible():
            for part in self.findChildren(QWidget):
                part.ensurePolished()
                part.updateGeometry()
            for inner in self.findChildren(QLayout):
                inner.invalidate()
            self.setMinimumSize(self.sizeHint())
            self.resize(self.minimumSize())
            if self._aside:
                self._move_aside()
        super().setVisible(visible)

    def _move_aside(self) -> None:
        """Move to the bottom right corner of the window, as far as the screen goes."""
        parent = self.parentWidget()
        if parent is None:
            return
        window, gap = parent.window(), self._hub.theme.metrics.pad_m
        corner = window.mapToGlobal(window.rect().bottomRight()) - QPoint(self.width() + gap, self.height() + gap)
        room = window.screen().availableGeometry()
        self.move(max(room.left(), corner.x()), max(room.top(), corner.y()))

    def showEvent(self, event: QShowEvent) -> None:
        """Come up with the answer that changes nothing but helps most in focus."""
        super().showEvent(event)
        first = next((b for b in self.buttons.values() if b.isDefault()), None)
        if self.focusWidget() is None and first is not None:
            first.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Grow with what is said and asked."""
        if watched is self._body and event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self.resize(self.sizeHint().expandedTo(self.size()))
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button that has the focus; only from elsewhere it presses the primary one."""
        focus = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QPushButton):
            focus.click()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the buttons as many rows as they need."""
        super().resizeEvent(event)
        self._row_widget.setMinimumHeight(self._row.heightForWidth(self._row_widget.width()))


def ask(
    hub: ThemeHub,
    parent: QWidget | None,
    title: str,
    sentences: Sequence[str],
    choices: Sequence[DialogButton],
    then: Callable[[str], object],
    *,
    icon: str = "help",
    wide: int = 520,
    aside: bool = False,
) -> MessageDialog:
    """Show a dialog without blocking; `then` gets the key of the button, or an empty one."""
    dialogue = MessageDialog(hub, title, sentences, choices, parent, icon=icon, wide=wide, aside=aside)
    dialogue.chosen.connect(then)
    dialogue.open()
    return dialogue
