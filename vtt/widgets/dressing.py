"""How a widget keeps up with the theme."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCursor, QIcon
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from vtt.widgets.text import button_text, tip
from vtt.widgets.theme import Theme, ThemeHub


def dress(hub: ThemeHub, wear: Callable[[Theme], None]) -> None:
    """Call a widget's bound method with the theme, now and whenever it changes; the connection ends with the widget."""
    hub.changed.connect(wear)
    wear(hub.theme)


def set_role(widget: QWidget, role: str) -> None:
    """Give a widget another role of the style sheet while it is shown."""
    if widget.property("role") != role:
        widget.setProperty("role", role)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def go_dark_after(menu: QMenu, button: QToolButton) -> None:
    """Let a button look at rest once its menu is gone: Qt does not tell it that the pointer left it meanwhile."""

    def rest() -> None:
        if not button.rect().contains(button.mapFromGlobal(QCursor.pos())):
            button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
            button.setDown(False)
            button.update()

    menu.aboutToHide.connect(lambda: QTimer.singleShot(0, button, rest))


def sharp_icon(hub: ThemeHub, name: str, role: str, dpr: float) -> QIcon:
    """Return an icon for one screen; a hundred buttons drawn for every kind would cost the start its second."""
    colours, size = hub.theme.colours, hub.theme.metrics.icon
    icon = QIcon()
    icon.addPixmap(hub.icons.pixmap(name, str(getattr(colours, role)), size, dpr), QIcon.Mode.Normal)
    icon.addPixmap(hub.icons.pixmap(name, colours.disabled, size, dpr), QIcon.Mode.Disabled)
    icon.addPixmap(hub.icons.pixmap(name, colours.on_selection, size, dpr), QIcon.Mode.Normal, QIcon.State.On)
    return icon


class IconButton(QToolButton):
    """A button that shows an icon of the house in the colours of the theme.

    Args:
        hub: the theme.
        icon: as in `assets/art/icons`.
        name: its tooltip and what a screen reader says; None where an action says that.
        action: what it does, if that is an action.
        parent: where it lies.
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
        dress(hub, self._wear)

    def setMenu(self, menu: QMenu) -> None:
        """Open a menu, and look at rest once it is gone."""
        super().setMenu(menu)
        go_dark_after(menu, self)

    def set_icon(self, icon: str) -> None:
        """Show another icon."""
        self._icon = icon
        self._wear(self._hub.theme)

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
        # Qt leaves next to no room between an icon and the text beside it.
        self.setText(f"\N{EN SPACE}{button_text(words)}" if self._is_beside else button_text(words))
        self.setAccessibleName(words)

    def event(self, event: QEvent) -> bool:
        """Draw the icon anew on a screen with finer pixels."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._wear(self._hub.theme)
        return super().event(event)

    def _wear(self, theme: Theme) -> None:
        size = theme.metrics.icon
        self.setIcon(sharp_icon(self._hub, self._icon, self._role, self.devicePixelRatioF()))
        self.setIconSize(QSize(size, size))
