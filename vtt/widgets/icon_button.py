"""Buttons with an icon in the colours of the theme."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Slot
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QLineEdit, QMenu, QToolButton, QWidget

from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import button_text, tip
from vtt.widgets.theme_binding import clear_hover_after, follow_theme
from vtt.widgets.ui_texts import ui_text


def sharp_icon(hub: ThemeHub, name: str, role: str, dpr: float) -> QIcon:
    """Return an icon for one screen. A hundred buttons drawn for every pixel density would slow down the start."""
    colours, size = hub.theme.colours, hub.theme.metrics.icon
    icon = QIcon()
    icon.addPixmap(hub.icons.pixmap(name, str(getattr(colours, role)), size, dpr), QIcon.Mode.Normal)
    icon.addPixmap(hub.icons.pixmap(name, colours.disabled, size, dpr), QIcon.Mode.Disabled)
    icon.addPixmap(hub.icons.pixmap(name, colours.on_selection, size, dpr), QIcon.Mode.Normal, QIcon.State.On)
    return icon


class IconButton(QToolButton):
    """A button with an icon in the colours of the theme.

    Args:
        hub: the theme.
        icon: as in `assets/art/icons`.
        name: its tooltip and accessible name; None if the action gives them.
        action: the action that it triggers, if there is one.
        parent: the Qt parent.
        role: the colour of the icon, by name.
    """

    def __init__(
        self,
        hub: ThemeHub,
        icon: str,
        name: str | None = None,
        parent: QWidget | None = None,
        *,
        action: QAction | None = None,
        role: str = "text",
    ) -> None:
        super().__init__(parent)
        self._hub = hub
        self._icon = icon
        self._role = role
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._action = action
        self._is_beside = False
        if action is not None:
            # Not the default action of the button: that one would bring its own icon in its own colours.
            self.setCheckable(action.isCheckable())
            self.clicked.connect(action.trigger)
            action.changed.connect(self._follow)
            self._follow()
        if name is not None:
            self.setToolTip(tip(name))
            self.setAccessibleName(name)
        follow_theme(hub, self._apply_theme)

    def setMenu(self, menu: QMenu) -> None:
        """Open a menu, and look at rest once it is gone."""
        super().setMenu(menu)
        clear_hover_after(menu, self)

    def set_icon(self, icon: str) -> None:
        """Show another icon."""
        if icon != self._icon:
            self._icon = icon
            self._apply_theme(self._hub.theme)

    def set_text_beside(self) -> None:
        """Show the action's words beside the icon."""
        self._is_beside = True
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._follow()

    def nextCheckState(self) -> None:
        """Leave it to the action whether the button is checked."""
        if self._action is None:
            super().nextCheckState()

    def _follow(self) -> None:
        action = self._action
        if action is None:
            return
        self.setEnabled(action.isEnabled())
        self.setChecked(action.isChecked())
        self.setToolTip(action.toolTip())
        words = action.text().replace("&&", "&")
        # Qt leaves next to no room between an icon and the text beside it. Behind an icon alone a text that changes
        # would lay out the whole bar, so it is the lasting one.
        self.setText(f"\N{EN SPACE}{button_text(words)}" if self._is_beside else button_text(action.iconText()))
        self.setAccessibleName(words)

    def event(self, event: QEvent) -> bool:
        """Draw the icon anew on a screen with finer pixels."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._apply_theme(self._hub.theme)
        return super().event(event)

    def _apply_theme(self, theme: Theme) -> None:
        size = theme.metrics.icon
        self.setIcon(sharp_icon(self._hub, self._icon, self._role, self.devicePixelRatioF()))
        self.setIconSize(QSize(size, size))


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
