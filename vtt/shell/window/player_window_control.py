"""Opens and places the player window: on its monitor, as a thumbnail while that is gone, or as a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, QRect, QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QWidget

from engine.model.frozen import Frozen, replace
from vtt.player_window.monitors import Monitor, MonitorIdentity, Monitors, display_name, find_monitor
from vtt.player_window.player_window_cover import PlayerWindowMode
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.shell.user_settings import UserSettings
from vtt.shell.window.appearance_actions import STEPS
from vtt.shell.window.notices import Notices
from vtt.shell.window.window_actions import WindowActions
from vtt.widgets.action_properties import FAR_REACHING
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.tasks.gradual_task import GradualTask
from vtt.widgets.ui_texts import ui_text

if TYPE_CHECKING:
    from vtt.player_window.monitor_picker import MonitorPicker
    from vtt.player_window.player_window import PlayerWindow
    from vtt.player_window.player_window_monitor import PlayerWindowMonitor
    from vtt.shell.window.campaign_page import CampaignPage

SETTING = "player_window"
"""The name of the setting with the monitor and the scale of the player window."""
PLACE = "players"
"""The name under which its position is kept while it is a window."""
COMES_UP_MS = 1000
"""Milliseconds for which a window that has just come up leaves the keys to the GM's window."""
OF_PLAYERS = frozenset({"player_window", "player_monitor", *PlayerWindowMode, "hide_handout"})
"""The actions on the player window itself: after these it keeps the keys that it has."""
NOT_HERE = frozenset({"full_screen"})
"""The actions whose keys would mean the player window itself while it has the keys."""


class PlayerWindowSettings(Frozen):
    """The settings of the player window.

    Attributes:
        is_open: it was open on a monitor of its own when a campaign was last played.
        monitor: the monitor that it fills; None for a window.
        has_chosen: the user has chosen monitor or window; else it takes a second monitor where there is one.
        percent: its scale in per cent; 0 for the scale of the program.
    """

    is_open: bool = False
    monitor: MonitorIdentity | None = None
    has_chosen: bool = False
    percent: int = 0


class PlayerWindowControl(QObject):
    """The player window of one campaign, and its monitor.

    Args:
        page: the page of the campaign.
        hub: the theme.
        faces: the pictures of cards.
        actions: the actions of the window.
        user_settings: the user's settings.
        notices: says what happens to it.
        window: the GM's window.
        monitors: the monitors of this computer.

    Signals:
        opened: the player window, before it is shown.
        changed: it is open or closed now, shows another mode, or is on another monitor.
        closed: it was closed, by a person.
    """

    opened = Signal(object)
    changed = Signal()
    closed = Signal()

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
        self._page, self._hub, self._faces, self._actions = page, hub, faces, actions
        self._user_settings, self._notices, self._window = user_settings, notices, window
        self.monitors = monitors
        self.window: PlayerWindow | None = None
        self._thumbnail: PlayerWindowMonitor | None = None
        self._drawing: GradualTask | None = None
        self._monitor: MonitorIdentity | None = None
        self._is_parked = False
        self._coming_up = QTimer(self)
        self._coming_up.setSingleShot(True)
        self._coming_up.setInterval(COMES_UP_MS)
        self._settings = _read(user_settings)
        page.table_room.table.status_page_panel.open_page_changed.connect(self._show_same_page)
        for action in self._keys():
            if action.objectName() not in OF_PLAYERS:
                action.triggered.connect(self._take_keys_back)
        monitors.lost.connect(self._monitor_lost)
        monitors.changed.connect(self.follow_monitors)

    @property
    def monitor(self) -> MonitorIdentity | None:
        """The monitor that the window fills, or waits for; None while it is a window or closed."""
        return self._monitor

    @property
    def state(self) -> str:
        """The state of the window: `closed`, `waiting`, or the mode of the window."""
        if self.window is None:
            return "closed"
        return "waiting" if self._is_parked else str(self.window.shown)

    @property
    def is_parked(self) -> bool:
        """Whether the window waits for its monitor, and is only a thumbnail in the GM's window."""
        return self._is_parked

    @property
    def keeps_gm_private(self) -> bool:
        """Whether the players have a screen of their own, so that nobody else looks at the GM's window."""
        if self.window is None:
            return False
        here = self.monitors.of(self._window)
        if self._monitor is None:
            return not self.monitors.of(self.window).geometry.intersects(here.geometry)
        there = find_monitor(self.monitors.connected(), self._monitor)
        return there is None or not there.geometry.intersects(here.geometry)

    def open_again(self) -> None:
        """Open the window on its monitor if it was open there last time, and the monitor is here."""
        if self.window is None and self._settings.is_open and self._chosen_monitor() is not None:
            self.open()

    def toggle(self) -> None:
        """Open the window, or close it."""
        if self.window is None:
            self.open()
        elif self._is_parked:
            self._window_closed()
        else:
            self.window.close()

    def open(self) -> None:
        """Open the window where it was last time."""
        from vtt.player_window.player_window import PlayerWindow
        from vtt.player_window.player_window_monitor import PlayerWindowMonitor

        page = self._page
        window = PlayerWindow(page.campaign, self._hub, self._faces, self._keys(), page.handouts, self._scale)
        window.closed.connect(self._window_closed)
        window.shown_changed.connect(self.changed)
        window.activated.connect(self._hand_keys_back)
        window.key_unused.connect(self._window.activateWindow)
        window.answered.connect(page.table_room.table.answer)
        window.table.status_page_panel.tabs_changed.connect(self._show_same_page)
        self.window = window
        self._is_parked = False
        self.opened.emit(window)
        shown = (*PlayerWindowMode, "hide_handout", "player_monitor")
        actions = {str(name): self._actions[name] for name in shown}
        self._thumbnail = PlayerWindowMonitor(page.campaign, window, self._hub, actions, page)
        page.table_room.set_monitor(self._thumbnail)
        window.table.draws_while_hidden = True  # the thumbnail goes on while the window waits for its monitor
        window.table.wait_to_draw()  # to draw it all at once would hold up the GM's window
        self._place(self._free_monitor())
        self._drawing = GradualTask(window.table.draw_gradually(), self)
        self.changed.emit()

    def close(self) -> None:
        """Close the window for good, as when the campaign closes; it comes up again with the next one."""
        if self.window is not None:
            self.window.closed.disconnect(self._window_closed)
            self._forget()

    def show_players(self, shown: PlayerWindowMode) -> None:
        """Let the players follow, freeze their screen or make it dark; what they have already ends, and they follow."""
        if self.window is not None:
            self.window.show_players(PlayerWindowMode.FOLLOW if shown is self.window.shown else shown)
        self.changed.emit()

    def pick_monitor(self) -> MonitorPicker:
        """Ask on which monitor the window is to be, and in which scale."""
        from vtt.player_window.monitor_picker import MonitorPicker, PlayerPlace

        connected = self.monitors.connected()
        now = self._free_monitor() if self.window is None or self._monitor is not None else None
        place = PlayerPlace(now, self._settings.percent)
        picker = MonitorPicker(connected, self.monitors.of(self._window), place, STEPS, self._hub, self._window)
        picker.chosen.connect(lambda key: self.use_place(picker.place.monitor, picker.place.percent) if key else None)
        picker.open()
        return picker

    def use_place(self, monitor: Monitor | None, percent: int) -> None:
        """Show the window on a monitor, or as a window with None; open it if it is closed."""
        self._keep(monitor=monitor.identity if monitor is not None else None, has_chosen=True, percent=percent)
        if self.window is None:
            self.open()
            return
        self.window.hub.set_scale(self._scale)
        self._place(monitor)
        self.changed.emit()

    @property
    def _scale(self) -> float | None:
        return self._settings.percent / 100 if self._settings.percent else None

    @property
    def _free_monitors(self) -> list[Monitor]:
        """The monitors that the GM's window is not on; one that mirrors that monitor is none of them."""
        here = self.monitors.of(self._window)
        return [monitor for monitor in self.monitors.connected() if not monitor.geometry.intersects(here.geometry)]

    def _chosen_monitor(self) -> Monitor | None:
        """Return the monitor that the user has chosen, if it is free."""
        chosen = self._settings.monitor
        return find_monitor(self._free_monitors, chosen) if chosen is not None else None

    def _free_monitor(self) -> Monitor | None:
        """Return the monitor to fill: the chosen one, else any free one; None for a window."""
        if self._settings.has_chosen and self._settings.monitor is None:
            return None
        return self._chosen_monitor() or next(iter(self._free_monitors), None)

    def _place(self, monitor: Monitor | None) -> None:
        """Show the window on a monitor, or as a window."""
        window = self.window
        if window is None:
            return
        self._is_parked = False
        self._monitor = monitor.identity if monitor is not None else None
        self._coming_up.start()
        if monitor is not None:
            window.fill_screen(monitor.geometry)
            self._keep(is_open=True, monitor=monitor.identity)
        else:
            stood = self._user_settings.window(PLACE)
            place = QRect(stood.x, stood.y, stood.width, stood.height) if stood is not None else None
            window.show_in_window(self._window.screen().availableGeometry(), place)
            self._keep(is_open=False)
        if self._thumbnail is not None:
            self._thumbnail.set_missing("")
        # It leaves the keys to the GM's window; on the same screen it comes up in front of that.
        if monitor is not None:
            self._window.activateWindow()
        (window if monitor is None else self._window).raise_()

    def _park(self) -> None:
        """Take the window off the screens: it would come up on the GM's monitor. The thumbnail goes on."""
        if self.window is None or self._monitor is None or self._is_parked:
            return
        self._is_parked = True
        self.window.hide()
        name = display_name(self._monitor)
        if self._thumbnail is not None:
            self._thumbnail.set_missing(name)
        self._notices.say(ui_text("shell", "said.monitor_lost", monitor=name))
        self.changed.emit()

    @Slot(str)
    def _monitor_lost(self, name: str) -> None:
        """Park at once: Qt is about to move the window to the main monitor."""
        if self._monitor is not None and self._monitor.name == name:
            self._park()

    @Slot()
    def follow_monitors(self) -> None:
        """Put the window onto its monitor, wherever that is now and in whatever size."""
        if self.window is None:
            if self._settings.is_open:
                self.open_again()
            return
        if self._monitor is None:
            return
        monitor = find_monitor(self._free_monitors, self._monitor)
        if monitor is None:
            self._park()
            self.changed.emit()
        elif self._is_parked:
            self._place(monitor)
            self._notices.say(ui_text("shell", "said.monitor_back", monitor=display_name(monitor.identity)))
            self.changed.emit()
        elif monitor.identity != self._monitor:
            self._place(monitor)
            self.changed.emit()

    @Slot()
    def _hand_keys_back(self) -> None:
        """Give the keys to the GM's window, if the window manager gives them to one that has just come up."""
        if self._coming_up.isActive() and self.window is not None:
            self._window.activateWindow()
            if self._monitor is None:
                self.window.raise_()

    @Slot()
    def _take_keys_back(self) -> None:
        """Let the GM's window have the keys, if one was pressed in the player window and no dialog is open now."""
        if self.window is not None and self.window.isActiveWindow() and QApplication.activeModalWidget() is None:
            self._window.activateWindow()

    def _keys(self) -> list[QAction]:
        """Return the actions whose keys work in the player window too: all of the window that do no harm."""
        return [
            action
            for action in self._actions
            if not action.property(FAR_REACHING) and action.objectName() not in NOT_HERE
        ]

    @Slot()
    def _show_same_page(self) -> None:
        """Let the players' screen show the status page that the common screen shows."""
        if self.window is not None:
            self.window.table.status_page_panel.open_same_page(self._page.table_room.table.status_page_panel)

    @Slot()
    def _window_closed(self) -> None:
        if self.window is None:
            return
        self._forget()
        self._keep(is_open=False)
        self.closed.emit()
        self.changed.emit()

    def _forget(self) -> None:
        window, self.window = self.window, None
        assert window is not None
        if self._drawing is not None:
            self._drawing.stop()
            self._drawing.deleteLater()
            self._drawing = None
        if self._monitor is None:
            self._user_settings.keep_window(
                PLACE, window.normalGeometry(), window.screen().name(), maximized=window.isMaximized()
            )
        self._is_parked = False
        self._monitor = None
        self._thumbnail = None
        self._page.table_room.set_monitor(None)
        window.hide()
        window.deleteLater()

    def _keep(self, **changes: object) -> None:
        self._settings = replace(self._settings, **changes)
        self._user_settings.keep_extra(SETTING, msgspec.to_builtins(self._settings))


def _read(user_settings: UserSettings) -> PlayerWindowSettings:
    """Return the stored settings; what cannot be read has its defaults."""
    try:
        settings = msgspec.convert(user_settings.extra(SETTING) or {}, PlayerWindowSettings)
    except msgspec.ValidationError:
        return PlayerWindowSettings()
    return settings if settings.percent in (0, *STEPS) else replace(settings, percent=0)
