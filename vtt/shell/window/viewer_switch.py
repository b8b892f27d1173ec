"""The viewer of the main window: everybody, or the GM alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QCheckBox, QDialog, QFileDialog, QToolTip, QWidget
from shiboken6 import isValid

from engine.model.seats import SHARED, Role
from vtt.player_window.monitors import Monitors
from vtt.player_window.player_window_cover import PlayerWindowMode
from vtt.shared.campaign_panel import CampaignPanel
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.shared.handouts.handout_screen import HandoutScreen
from vtt.shell.user_settings import UserSettings
from vtt.shell.window.notices import Notices
from vtt.shell.window.player_window_control import PlayerWindowControl
from vtt.shell.window.waiting_page import WaitingDialog
from vtt.shell.window.window_actions import WindowActions
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog
from vtt.widgets.plain_text import button_text
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.player_window.player_window import PlayerWindow
    from vtt.shell.window.campaign_page import CampaignPage

HIDES_SETTING = "gm_screen.hides_on_focus_loss"
"""The name of the setting that the GM screen hides when another program is used."""
GRACE_MS = 1200
"""Milliseconds after which that counts: a tooltip or a dialog of the system is gone or has come up by then."""


class ViewerSwitch(QObject):
    """Switches viewers. Where the players may see this window, the GM's pages are shown only after a question.

    There they hide again by the key that showed them and at "Table only". Without a player window they also hide by
    themselves: when another program is used, when a player's seat is chosen, and when a hand is held up. Who has the
    player window on the same monitor shares only that window, as in a video call.

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
        monitors: Monitors,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._hub = hub
        self._actions = actions
        self._user_settings = user_settings
        self._notices = notices
        self._window = window
        self._asks = True
        self._was_private = False
        self._aside: list[QDialog] = []
        """Dialogs of the GM that ask before they close, hidden until the GM screen is shown again."""
        self.players = PlayerWindowControl(page, hub, faces, actions, user_settings, notices, window, monitors)
        self.players.opened.connect(self.player_window_opened)
        self.players.changed.connect(self._players_changed)
        self.players.closed.connect(self._player_window_closed)
        self.handout_screen = HandoutScreen(page.handouts, hub, page, self._shows_handout_here)
        page.campaign.handout_changed.connect(self._handout_changed)
        page.viewer_changed.connect(lambda _viewer: self.handout_screen.follow())
        page.closed_page_wanted.connect(self.see_gm)
        page.seat_wanted.connect(self._seat_wanted)
        self._grace = QTimer(self)
        self._grace.setSingleShot(True)
        self._grace.setInterval(GRACE_MS)
        self._grace.timeout.connect(self._other_program_used)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.applicationStateChanged.connect(self._application_changed)
        handle = window.windowHandle()
        if handle is not None:
            handle.screenChanged.connect(self.players.follow_monitors)
            handle.screenChanged.connect(self._players_changed)
        self._actions["gm_screen_hides"].setChecked(user_settings.extra(HIDES_SETTING) is not False)
        self.follow_actions()

    @property
    def player_window(self) -> PlayerWindow | None:
        """The player window, or None while it is closed."""
        return self.players.window

    @property
    def gm(self) -> str:
        """The GM's seat, or nothing at a table without one."""
        seats = self._page.campaign.viewer_campaign(SHARED).view.seats.values()
        return next((seat.id for seat in seats if seat.role is Role.GM), "")

    @property
    def shows_gm_to_all(self) -> bool:
        """Whether the GM's pages are shown in a window that the players may see."""
        return self._page.viewer != SHARED and not self.players.keeps_gm_private

    def follow_actions(self) -> None:
        """Show in the actions what is so."""
        is_gm = self._page.viewer != SHARED
        self._actions["eyes_gm" if is_gm else "eyes_shared"].setChecked(True)
        self._actions["eyes_gm"].setEnabled(bool(self.gm))
        window = self.player_window
        self._actions["player_window"].setChecked(window is not None)
        for shown in PlayerWindowMode:
            self._actions[shown].setEnabled(window is not None)
        if window is not None:
            self._actions[window.shown].setChecked(True)
        self._actions["hide_handout"].setEnabled(self._page.campaign.handout is not None)
        self.handout_screen.follow()

    def see_shared(self) -> None:
        """Show the common screen, and close what the GM had open over it."""
        if self._page.viewer != SHARED:
            QToolTip.hideText()
            while (popup := QApplication.activePopupWidget()) is not None and popup.close():
                pass
            self._page.set_viewer(SHARED)
            for panel in self._window.findChildren(CampaignPanel):
                panel.set_viewer(SHARED)  # also one that no room has told
            self._put_dialogs_aside()
        self.follow_actions()

    def _put_dialogs_aside(self) -> None:
        """Close the dialogs of the GM; one that does not close at once is hidden until the GM screen is shown again."""
        open_dialogs = self._dialogs()
        for dialog in open_dialogs:
            dialog.reject()
        for dialog in self._dialogs():
            if dialog in open_dialogs:
                dialog.hide()
                self._aside.append(dialog)
            else:
                dialog.reject()  # its question, which is asked again when it is closed

    def _dialogs(self) -> list[QDialog]:
        """Return the dialogs that are seen, the newest first. What the program does meanwhile is no secret."""
        dialogs = [dialog for dialog in self._window.findChildren(QDialog) if dialog.isVisible()]
        return [dialog for dialog in reversed(dialogs) if not isinstance(dialog, WaitingDialog)]

    def hide_from_all(self) -> bool:
        """Hide the GM's pages if the players may see this window; return whether that was so."""
        if not self.shows_gm_to_all:
            return False
        self.see_shared()
        return True

    def turn_gm(self) -> None:
        """Show the GM's pages, or with the same key hide them where the players may see them."""
        if not self.hide_from_all():
            self.see_gm()

    def go_to_room(self, room: str) -> None:
        """Go to a room. Its own key hides the GM's pages there, where the players may see them."""
        if room == self._page.room and room != "table" and self.hide_from_all():
            return
        self._page.show_room(room)
        if self._page.is_closed:
            self.see_gm()

    @Slot()
    def see_gm(self, *, asked: bool = True) -> MessageDialog | None:
        """Show the GM's own screen; ask first where the players may be looking. Return the question if there is one."""
        if not self.gm or self._page.viewer == self.gm:
            self.follow_actions()
            return None
        if asked and self._asks and not self.players.keeps_gm_private:
            self.follow_actions()
            return self._ask()
        self._show_gm()
        return None

    def see_gm_again(self) -> None:
        """Show the GM screen that everybody could see before in this window, unless another program is used now."""
        is_active = QGuiApplication.applicationState() == Qt.ApplicationState.ApplicationActive
        if is_active or not self._actions["gm_screen_hides"].isChecked():
            self.see_gm(asked=False)

    def toggle_player_window(self) -> None:
        """Open the player window, or close it."""
        self.players.toggle()

    def show_players(self, shown: PlayerWindowMode) -> None:
        """Let the players follow, freeze their screen or make it dark."""
        self.players.show_players(shown)

    def hide_handout(self) -> None:
        """Hide the shown handout on every screen."""
        self._page.campaign.hide_handout()

    def keep_hides(self) -> None:
        """Keep whether the GM's pages hide when another program is used."""
        self._user_settings.keep_extra(HIDES_SETTING, self._actions["gm_screen_hides"].isChecked())

    def close(self) -> None:
        """Close the player window and what was put aside for good, as when the campaign closes."""
        self.players.close()
        for dialog in self._aside:
            if isValid(dialog):
                dialog.deleteLater()
        self._aside.clear()

    def _ask(self) -> MessageDialog:
        """Ask whether the GM's pages are to be shown where everybody may look."""
        again = QCheckBox(button_text(ui_text("shell", "eyes.not_again")))
        window = DialogButton("window", ui_text("shell", "action.player_window"))
        dialog = MessageDialog(
            self._hub,
            ui_text("shell", "eyes.title"),
            (
                ui_text("shell", "eyes.asks" if self.player_window is None else "eyes.asks_beside"),
                ui_text("shell", "eyes.hides"),
            ),
            (
                DialogButton("", ui_text("shell", "button.cancel"), "primary"),
                *([window] if self.player_window is None else []),
                DialogButton("show", ui_text("shell", "button.show"), "danger"),
            ),
            self._window,
            icon="crown",
            content=again,
        )

        def answered(key: str) -> None:
            if key == "window" and self.player_window is None:
                self.players.open()
            if key in ("show", "window"):
                self._asks = not again.isChecked()
                self._show_gm()

        dialog.chosen.connect(answered)
        dialog.open()
        return dialog

    def _show_gm(self) -> None:
        self._page.set_viewer(self.gm)
        aside, self._aside = self._aside, []
        for dialog in aside:
            if isValid(dialog):
                dialog.show()
        self._was_private = self.players.keeps_gm_private
        self.follow_actions()

    def _shows_handout_here(self) -> bool:
        """Say whether a shown handout covers the main window: not the GM's screen while the players have their own."""
        return self.player_window is None or self._page.viewer == SHARED

    def _handout_changed(self) -> None:
        self.follow_actions()
        window = self.player_window
        if self._page.campaign.handout is not None and window is not None:
            covered = window.shown is not PlayerWindowMode.FOLLOW
            self._notices.say(ui_text("handouts", "said.covered" if covered else "said.shown"))

    @Slot()
    def _players_changed(self) -> None:
        """Hide the GM's pages if the window is no longer the GM's alone."""
        if self._page.viewer != SHARED:
            is_private = self.players.keeps_gm_private
            if self._was_private and not is_private and self.player_window is not None:
                self.see_shared()
                self._notices.say(ui_text("shell", "said.no_longer_private"))
            self._was_private = is_private
        self.follow_actions()

    @Slot()
    def _player_window_closed(self) -> None:
        if self._page.viewer != SHARED:
            # The players may look at this screen now.
            self.see_shared()
            self._notices.say(ui_text("shell", "said.player_window_closed"))

    @Slot(str)
    def _seat_wanted(self, seat: str) -> None:
        """Hide the GM's pages before a player's seat is chosen, or a player's hand is held up."""
        if seat != self.gm and self.player_window is None:
            self.hide_from_all()

    @Slot(Qt.ApplicationState)
    def _application_changed(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive:
            self._grace.stop()
        elif self.shows_gm_to_all and self.player_window is None:
            self._grace.start()

    @Slot()
    def _other_program_used(self) -> None:
        """Hide the GM's pages, unless a dialog of the system belongs to this program."""
        if not self._actions["gm_screen_hides"].isChecked():
            return
        dialogs = [d for d in self._window.findChildren(QFileDialog) if d.isVisible()]
        if not dialogs and QGuiApplication.applicationState() != Qt.ApplicationState.ApplicationActive:
            self.hide_from_all()
