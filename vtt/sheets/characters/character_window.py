"""One character's record in a window of its own; it follows the campaign and closes with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QWidget

from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import CampaignPanel, text
from vtt.shared.table_queries import may_read_record
from vtt.sheets.characters.character_form import CharacterForm
from vtt.widgets.basic_widgets import column
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short
from vtt.widgets.scroll_areas import PageScroll

_WIDE, _HIGH = 46, 52
"""The preferred width and height, in letters."""


class CharacterWindow(CampaignPanel):
    """A window for one character. It has the same viewer as the main window, and changes with it.

    Signals:
        closed: the character whose window it was.
    """

    closed = Signal(str)

    def __init__(self, campaign: OpenCampaign, viewer: str, theme_hub: ThemeHub, actor: str, parent: QWidget) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        self.setWindowFlag(Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowIcon(QGuiApplication.windowIcon())
        self._actor = actor
        self.form = CharacterForm(campaign, viewer, theme_hub, alone=True)
        self.form.show_actor(actor)
        column(self).addWidget(PageScroll(self.form))
        letters, room = theme_hub.theme.metrics.font_body, parent.screen().availableGeometry()
        self.resize(min(_WIDE * letters, room.width() * 9 // 10), min(_HIGH * letters, room.height() * 9 // 10))
        self.refresh()

    @property
    def actor(self) -> str:
        """The id of the character that the window shows."""
        return self._actor

    def refresh(self) -> None:
        """Update the title: the name, if the viewer may read the record. Close if the character is gone."""
        view = self.view
        actor = view.actors.get(self._actor)
        if actor is None:
            self.close()
            return
        name = actor.name if may_read_record(view, actor) else text("characters.secret_state")
        self.setWindowTitle(text("characters.window_title", name=short(name, 60)))

    def viewer_changed(self) -> None:
        """Show what the new viewer may know."""
        self.form.set_viewer(self.viewer)
        self.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Send unsent text, and emit `closed`."""
        self.form.flush()
        super().closeEvent(event)
        self.closed.emit(self._actor)
