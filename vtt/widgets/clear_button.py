"""The button at the end of a search field that empties it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Slot
from PySide6.QtWidgets import QLineEdit

from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.ui_texts import ui_text


class ClearButton(IconButton):
    """Empties a field; it is there while something is written, and grows with the letters, as Qt's own does not.

    Args:
        hub: the theme.
        field: the field, which also is its parent.
    """

    def __init__(self, hub: ThemeHub, field: QLineEdit) -> None:
        self._field = field
        super().__init__(hub, "close", ui_text("shell", "button.clear"), field, role="muted")
        self.hide()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.clicked.connect(self._clear)
        field.textChanged.connect(self._follow_text)
        field.installEventFilter(self)
        self._follow_text(field.text())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the end of the field."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    @Slot()
    def _clear(self) -> None:
        self._field.clear()
        self._field.textEdited.emit("")

    @Slot(str)
    def _follow_text(self, written: str) -> None:
        if self.isHidden() == bool(written):
            self.setVisible(bool(written))
            self._place()

    def _place(self) -> None:
        """Take the end of the field, as high as there is room, and keep the letters off it."""
        icon, gap = self._hub.theme.metrics.icon, self._hub.theme.metrics.pad_xs
        high = max(1, min(icon + 2 * gap, self._field.height() - 2 * gap))
        self.setGeometry(self._field.width() - high - gap, (self._field.height() - high) // 2, high, high)
        self.setIconSize(QSize(min(icon, high), min(icon, high)))
        self._field.setTextMargins(0, 0, 0 if self.isHidden() else high, 0)

    def _apply_theme(self, theme: Theme) -> None:
        super()._apply_theme(theme)
        self._place()
