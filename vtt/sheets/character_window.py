"""One character's record in a window of its own: it follows the session, and it goes with the campaign."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QWidget

from vtt.panels.panel import Panel, text
from vtt.panels.parts import column
from vtt.session import Session
from vtt.sheets.character_form import CharacterForm
from vtt.table.naming import may_read
from vtt.widgets.scroll import PageScroll
from vtt.widgets.text import short
from vtt.widgets.theme import ThemeHub

_WIDE, _HIGH = 46, 52
"""How many letters it would like to be wide and high."""


class CharacterWindow(Panel):
    """A window for one character. It has the eyes of the main window, and changes them with it.

    Signals:
        closed: the character whose window it was.
    """

    closed = Signal(str)

    def __init__(self, session: Session, viewer: str, theme_hub: ThemeHub, actor: str, parent: QWidget) -> None:
        super().__init__(session, viewer, theme_hub, parent)
        self.setWindowFlag(Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowIcon(QGuiApplication.windowIcon())
        self._actor = actor
        self.form = CharacterForm(session, viewer, theme_hub, alone=True)
        self.form.show_actor(actor)
        column(self).addWidget(PageScroll(self.form))
        letters, room = theme_hub.theme.metrics.font_body, parent.screen().availableGeometry()
        self.resize(min(_WIDE * letters, room.width() * 9 // 10), min(_HIGH * letters, room.height() * 9 // 10))
        self.refresh()

    @property
    def actor(self) -> str:
        """Whose window it is."""
        return self._actor

    def refresh(self) -> None:
        """Bear the character's name, where the viewer may read the record; go with the character."""
        view = self.view
        actor = view.actors.get(self._actor)
        if actor is None:
            self.close()
            return
        name = actor.name if may_read(view, actor) else text("characters.secret_state")
        self.setWindowTitle(text("characters.window_title", name=short(name, 60)))

    def viewer_changed(self) -> None:
        """Show what the new viewer may know."""
        self.form.set_viewer(self.viewer)
        self.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Send what was written, and tell."""
        self.form.flush()
        super().closeEvent(event)
        self.closed.emit(self._actor)
