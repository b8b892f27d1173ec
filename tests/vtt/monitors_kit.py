"""Monitors that are plugged in and out by a test."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize
from PySide6.QtWidgets import QWidget

from vtt.player_window.monitors import Monitor, MonitorIdentity, Monitors
from vtt.shell.application import Application


def monitor(name: str, x: int, width: int = 1280, height: int = 720, *, model: str = "", serial: str = "") -> Monitor:
    """Return a monitor."""
    identity = MonitorIdentity(name=name, model=model, serial=serial, x=x, width=width, height=height)
    return Monitor(identity, QSize(width, height))


LAPTOP = monitor("eDP-1", 0)
TV = monitor("HDMI-1", 1280, model="TV", serial="7")


class PluggedMonitors(Monitors):
    """Monitors that are not this computer's. The GM's window is on `here`."""

    def __init__(self, *plugged: Monitor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.plugged = list(plugged)
        self.here = plugged[0]

    def connected(self) -> tuple[Monitor, ...]:
        return tuple(self.plugged)

    def of(self, widget: QWidget) -> Monitor:
        return self.here

    def unplug(self, gone: Monitor) -> None:
        """Say that a monitor is gone, and a moment later that the others have settled."""
        self.plugged.remove(gone)
        self.lost.emit(gone.name)
        self.changed.emit()

    def plug(self, *come: Monitor) -> None:
        """Plug monitors in."""
        self.plugged += come
        self.changed.emit()


def plug_monitors(house: Application, *plugged: Monitor) -> PluggedMonitors:
    """Let a house have these monitors, before a campaign is opened; its window is on the first."""
    made = PluggedMonitors(*plugged, parent=house.window)
    house.window.monitors = made
    return made
