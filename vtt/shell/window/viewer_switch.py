"""The viewer of the main window, and the player window that lets the GM have a view of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtWidgets import QWidget

from engine.model.seats import SHARED, Role
from vtt.player_window.player_window_cover import PlayerWindowMode
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.shared.handouts.handout_screen import HandoutScreen
from vtt.shell.user_settings import UserSettings
from vtt.shell.window.notices import Notices
from vtt.shell.window.window_actions import WindowActions
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog, ask
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.player_window.player_window import PlayerWindow
    from vtt.shell.window.campaign_page import CampaignPage

KEYS = ("player_window", *PlayerWindowMode, "hide_handout")


class ViewerSwitch(QObject):
    """Switches viewers, and manages the player window of one campaign.

    Signals:
        player_window_opened: the player window, before it is shown.
    """

    player_window_opened = Signal(object)

    def __init__(
        self,
        page: CampaignPage,
        hub: ThemeHub,
        faces: CardFaceCache,
        actions: WindowActions,
        user_settings: UserSettings,
        notices: Notices,
        window: QWidget,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._hub = hub
        self._faces = faces
        self._actions = actions
        self._user_settings = user_settings
        self._notices = notices
        self._window = window
        self.player_window: PlayerWindow | None = None
        page.table_room.table.status_page_panel.open_page_changed.connect(self._leaf)
        self.handout_screen = HandoutScreen(page.handouts, hub, page, self._shows_handout_here)
        page.campaign.handout_changed.connect(self._handout_changed)
        page.viewer_changed.connect(lambda _viewer: self.handout_screen.follow())
        self.follow_actions()

    @property
    def gm(self) -> str:
        """The GM's seat, or nothing at a table without one."""
        seats = self._page.campaign.viewer_campaign(SHARED).view.seats.values()
        return next((seat.id for seat in seats if seat.role is Role.GM), "")

    def follow_actions(self) -> None:
        """Show in the actions what is so."""
        is_gm = self._page.viewer != SHARED
        self._actions["eyes_gm" if is_gm else "eyes_shared"].setChecked(True)
        self._actions["eyes_gm"].setEnabled(bool(self.gm))
        is_open = self.player_window is not None
        self._actions["player_window"].setChecked(is_open)
        for shown in PlayerWindowMode:
            self._actions[shown].setEnabled(is_open)
        if self.player_window is not None:
            self._actions[self.player_window.shown].setChecked(True)
        self._actions["hide_handout"].setEnabled(self._page.campaign.handout is not None)
        self.handout_screen.follow()

    def see_shared(self) -> None:
        """Show the common screen."""
        self._page.set_viewer(SHARED)
        self.follow_actions()

    def see_gm(self, *, asked: bool = True) -> MessageDialog | None:
        """Show the GM's own screen; ask first where the players may be looking. Return the question if there is one."""
        if not self.gm or self._page.viewer == self.gm:
            self.follow_actions()
            return None
        if asked and self.player_window is None:
            self.follow_actions()
            return ask(
                self._hub,
                self._window,
                ui_text("shell", "eyes.title"),
                (ui_text("shell", "eyes.asks"),),
                (
                    DialogButton("", ui_text("shell", "button.cancel"), "primary"),
                    DialogButton("window", ui_text("shell", "action.player_window")),
                    DialogButton("show", ui_text("shell", "button.show"), "danger"),
                ),
                self._answered,
                icon="crown",
            )
        self._page.set_viewer(self.gm)
        self.follow_actions()
        return None

    def toggle_player_window(self) -> None:
        """Open the player window, or close it."""
        if self.player_window is None:
            self._open_player_window()
        else:
            self.player_window.close()

    def show_players(self, shown: PlayerWindowMode) -> None:
        """Let the players follow, freeze their screen or make it dark."""
        if self.player_window is not None:
            self.player_window.show_players(shown)
        self.follow_actions()

    def hide_handout(self) -> None:
        """Hide the shown handout on every screen."""
        self._page.campaign.hide_handout()

    def _shows_handout_here(self) -> bool:
        """Say whether a shown handout covers the main window: not the GM's screen while the players have their own."""
        return self.player_window is None or self._page.viewer == SHARED

    def _handout_changed(self) -> None:
        self.follow_actions()
        window = self.player_window
        if self._page.campaign.handout is not None and window is not None:
            covered = window.shown is not PlayerWindowMode.FOLLOW
            self._notices.say(ui_text("handouts", "said.covered" if covered else "said.shown"))

    def close(self) -> None:
        """Close the player window for good, as when the campaign closes."""
        window = self.player_window
        if window is not None:
            window.closed.disconnect(self._player_window_closed)
            self._forget(window)

    def _answered(self, key: str) -> None:
        if key == "window":
            self._open_player_window()
        if key in ("show", "window"):
            self._page.set_viewer(self.gm)
        self.follow_actions()

    def _leaf(self) -> None:
        """Let the players' screen show the page of the books that the common screen shows."""
        if self.player_window is not None:
            self.player_window.table.status_page_panel.open_same_page(self._page.table_room.table.status_page_panel)

    def _open_player_window(self) -> None:
        from vtt.player_window.player_window import PlayerWindow
        from vtt.player_window.player_window_monitor import PlayerWindowMonitor

        keys = [self._actions[name] for name in KEYS]
        window = PlayerWindow(self._page.campaign, self._hub, self._faces, keys, self._page.handouts)
        window.closed.connect(self._player_window_closed)
        window.shown_changed.connect(self.follow_actions)
        window.answered.connect(self._page.table_room.table.answer)
        window.table.status_page_panel.tabs_changed.connect(self._leaf)
        self.player_window = window
        self.player_window_opened.emit(window)
        stood = self._user_settings.window("players")
        place = QRect(stood.x, stood.y, stood.width, stood.height) if stood else None
        window.go_to_screen(stood.screen if stood else "", place)
        actions = {str(shown): self._actions[shown] for shown in (*PlayerWindowMode, "hide_handout")}
        monitor = PlayerWindowMonitor(self._page.campaign, window, self._hub, actions, self._page)
        self._page.table_room.set_monitor(monitor)
        self.follow_actions()
        # On a screen of its own it leaves the keys to the GM's window; on the same one it comes up in front of that.
        front = window if window.screen() is self._window.screen() else self._window
        front.raise_()
        front.activateWindow()

    def _player_window_closed(self) -> None:
        window = self.player_window
        if window is None:
            return
        self._forget(window)
        if self._page.viewer != SHARED:
            # The players may look at this screen now.
            self._page.set_viewer(SHARED)
            self._notices.say(ui_text("shell", "said.player_window_closed"))
        self.follow_actions()

    def _forget(self, window: PlayerWindow) -> None:
        self.player_window = None
        screen = window.screen()
        self._user_settings.keep_window(
            "players", window.normalGeometry(), screen.name(), maximized=window.isFullScreen() or window.isMaximized()
        )
        self._page.table_room.set_monitor(None)
        window.hide()
        window.deleteLater()
