"""The monitors of this computer, and how one is found again under another name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRect, QSize, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QRegion, QScreen
from PySide6.QtWidgets import QWidget

from engine.model.frozen import Frozen
from vtt.widgets.layouts.beside_piece import inside
from vtt.widgets.plain_text import short
from vtt.widgets.ui_texts import ui_text

SETTLE_MS = 300
"""Milliseconds until the monitors are read again: a television that wakes up is reported several times."""
_LONGEST = 40
_TITLE_BAR = 32
"""Room for the title bar of a window that is moved onto a screen: its frame is not known before it is shown."""


class MonitorIdentity(Frozen):
    """The marks by which a monitor is found again. Parts that the system does not know are empty."""

    name: str = ""
    maker: str = ""
    model: str = ""
    serial: str = ""
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True)
class Monitor:
    """A monitor that is connected now.

    Attributes:
        identity: how it is recognized.
        pixels: its real pixels; `geometry` is in the units of the desktop.
    """

    identity: MonitorIdentity
    pixels: QSize

    @property
    def name(self) -> str:
        """The name of its connector."""
        return self.identity.name

    @property
    def geometry(self) -> QRect:
        """Its part of the desktop."""
        at = self.identity
        return QRect(at.x, at.y, at.width, at.height)

    @property
    def words(self) -> str:
        """The name that people use, such as “TV (HDMI-1), 1920 × 1080”."""
        return ui_text("shell", "monitor.words", name=display_name(self.identity), size=size_words(self.pixels))


def display_name(identity: MonitorIdentity) -> str:
    """Return what people call a monitor: its model with the name of its connector, as far as these are known."""
    connector = short(identity.name.replace("\\\\.\\", "").strip(), _LONGEST)
    model = short(identity.model.strip() or identity.maker.strip(), _LONGEST)
    if model and connector and model != connector:
        return ui_text("shell", "monitor.model", model=model, name=connector)
    return model or connector or ui_text("shell", "monitor.nameless")


def size_words(size: QSize) -> str:
    """Return a size in pixels, as on the box of a monitor."""
    return f"{size.width()} × {size.height()}"


def find_monitor(monitors: Sequence[Monitor], wanted: MonitorIdentity) -> Monitor | None:
    """Return the monitor that was meant: by its name, else by its serial number, its model, or its place.

    >>> tv = Monitor(MonitorIdentity(name="HDMI-2", model="TV", serial="7"), QSize(1920, 1080))
    >>> find_monitor([tv], MonitorIdentity(name="HDMI-1", model="TV", serial="7")) is tv
    True
    """

    def one(found: Sequence[Monitor]) -> Monitor | None:
        return found[0] if len(found) == 1 else None

    named = one([m for m in monitors if wanted.name and m.name == wanted.name])
    if named is not None:
        return named
    kind = (wanted.maker, wanted.model)
    if wanted.serial:
        same = one([m for m in monitors if m.identity.serial == wanted.serial and m.identity.model == wanted.model])
        if same is not None:
            return same
    if any(kind):
        # Another model at the same place is another monitor.
        return one([m for m in monitors if (m.identity.maker, m.identity.model) == kind])
    place = QRect(wanted.x, wanted.y, wanted.width, wanted.height)
    return one([m for m in monitors if m.geometry == place and not m.identity.model])


class Monitors(QObject):
    """The monitors that are connected now.

    Signals:
        lost: the name of a monitor that is gone, at once.
        changed: others are connected, or one has another size or place; a moment after the last news.
    """

    lost = Signal(str)
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self.changed)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.screenAdded.connect(self._added)
        app.screenRemoved.connect(self._removed)
        app.primaryScreenChanged.connect(self._settle.start)
        for screen in QGuiApplication.screens():
            self._follow(screen)

    def connected(self) -> tuple[Monitor, ...]:
        """Return the monitors from left to right."""
        monitors = (monitor_of(screen) for screen in QGuiApplication.screens())
        return tuple(sorted(monitors, key=lambda m: (m.identity.x, m.identity.y, m.name)))

    def of(self, widget: QWidget) -> Monitor:
        """Return the monitor that a window is on."""
        return monitor_of(widget.screen())

    @Slot(QScreen)
    def _added(self, screen: QScreen) -> None:
        self._follow(screen)
        self._settle.start()

    @Slot(QScreen)
    def _removed(self, screen: QScreen) -> None:
        self.lost.emit(screen.name())
        self._settle.start()

    def _follow(self, screen: QScreen) -> None:
        screen.geometryChanged.connect(self._settle.start)
        screen.physicalDotsPerInchChanged.connect(self._settle.start)


def monitor_of(screen: QScreen) -> Monitor:
    """Return what is known of a screen."""
    at = screen.geometry()
    identity = MonitorIdentity(
        name=screen.name(),
        maker=screen.manufacturer(),
        model=screen.model(),
        serial=screen.serialNumber(),
        x=at.x(),
        y=at.y(),
        width=at.width(),
        height=at.height(),
    )
    return Monitor(identity, at.size() * screen.devicePixelRatio())


def place_on_screens(place: QRect, screens: Sequence[QRect]) -> QRect | None:
    """Return where a window that stood at a place is whole: there, or moved and made smaller on the screen it touches.

    Args:
        place: the window without its frame, in units of the desktop.
        screens: the room for windows on each screen.

    Returns:
        None if it touches no screen.
    """
    seen = QRegion()
    for screen in screens:
        seen += QRegion(screen)
    if QRegion(place).subtracted(seen).isEmpty():
        return place
    best = max((screen.intersected(place) for screen in screens), key=_area, default=QRect())
    if best.isEmpty():
        return None
    room = next(screen for screen in screens if screen.contains(best)).adjusted(0, _TITLE_BAR, 0, 0)
    fitted = QRect(place.topLeft(), place.size().boundedTo(room.size()))
    return inside(fitted, room)


def _area(part: QRect) -> int:
    return part.width() * part.height()
