"""Pictures of cards, each drawn once per size and shared by all who show it."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, QRectF, QSize, Qt, QThreadPool, Signal, Slot
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from vtt.table.face_art import CORNER, HEIGHT, FaceStyle, paint_card_back, paint_face
from vtt.table.face_ids import Face, read_face
from vtt.widgets.fonts import load_fonts
from vtt.widgets.metrics import CARD_RATIO
from vtt.widgets.theme import Theme

_BUDGET: Final = 64 * 1024 * 1024
_TALLEST: Final = 4096
_LATTICE: Final = 192


@dataclass(frozen=True, slots=True)
class _Back:
    """The key of the card back."""


@dataclass(frozen=True, slots=True)
class _Shadow:
    """The key of the shadow."""


_What = Face | _Back | _Shadow


@dataclass(frozen=True, slots=True)
class _Key:
    what: _What
    height: int
    dpr: int
    style: FaceStyle


class Faces(QObject):
    """Draws faces, the back and the shadow, and keeps the pictures within a budget of bytes.

    Call `face` and its like from the GUI thread only. `close` stops the worker; quitting the application calls it.
    """

    prepared = Signal(int)
    """Emitted with the ticket of `prepare` when all its faces are ready."""

    changed = Signal()
    """Emitted when the theme has changed how cards look: ask for the pictures again."""

    _drawn = Signal(object, QImage)

    def __init__(self, theme: Theme, parent: QObject | None = None, *, budget: int = _BUDGET) -> None:
        """Make an empty store.

        Args:
            theme: decides the colours; see `set_theme`.
            parent: the Qt owner.
            budget: bytes of pictures that are kept; the least recently used go first.
        """
        super().__init__(parent)
        load_fonts()
        self._style = FaceStyle.of(theme)
        self._budget = budget
        self._bytes = 0
        self._kept: OrderedDict[_Key, QPixmap] = OrderedDict()
        self._pending: set[_Key] = set()
        self._tickets: dict[int, set[_Key]] = {}
        self._next_ticket = 1
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._drawn.connect(self._keep_drawn, Qt.ConnectionType.QueuedConnection)
        app = QCoreApplication.instance()
        if app is not None:
            app.aboutToQuit.connect(self.close)

    @Slot(object)
    def set_theme(self, theme: Theme) -> None:
        """Draw in the way of another theme from now on; connect this to `ThemeHub.changed`."""
        style = FaceStyle.of(theme)
        if style != self._style:
            self._style = style
            self._kept.clear()
            self._bytes = 0
            self.changed.emit()

    def face(self, card_id: str, height: int, dpr: float = 1.0, *, title: str = "") -> QPixmap:
        """Return the face of a card.

        Args:
            card_id: such as `10S`, `8H/2`, `X`, `XR`; any other id gives a card with its title in print.
            height: in logical pixels.
            dpr: the device pixel ratio of the screen.
            title: what such another card is called.
        """
        return self._picture(self._key(read_face(card_id, title), height, dpr))

    def back(self, height: int, dpr: float = 1.0) -> QPixmap:
        """Return the back of a card. Its lattice is costly to draw: every small one is made of the same larger one."""
        key = self._key(_Back(), height, dpr)
        if key.height < _LATTICE and key not in self._kept:
            return self._keep(key, _shrunk(self.back(_LATTICE, dpr).toImage(), key))
        return self._picture(key)

    def shadow(self, height: int, dpr: float = 1.0) -> QPixmap:
        """Return the soft shadow of a card of `height`; draw it `shadow_margin(height)` left of and above the card."""
        return self._picture(self._key(_Shadow(), height, dpr))

    def prepare(self, card_ids: Iterable[str], height: int, dpr: float = 1.0) -> int:
        """Draw faces on the worker thread; return a ticket that `prepared` names when they are ready."""
        ticket = self._next_ticket
        self._next_ticket += 1
        keys = {self._key(read_face(card_id), height, dpr) for card_id in card_ids}
        missing = {key for key in keys if key not in self._kept}
        self._tickets[ticket] = missing
        for key in missing - self._pending:
            self._pending.add(key)
            self._pool.start(partial(self._draw, key))
        if not missing:
            self._drawn.emit(None, QImage())
        return ticket

    @Slot()
    def close(self) -> None:
        """Stop the worker and wait for the face it is drawing; nothing is prepared afterwards."""
        self._pool.clear()
        self._pool.waitForDone()
        self._pending.clear()
        self._tickets.clear()

    @property
    def size_in_bytes(self) -> int:
        """How much memory the kept pictures take."""
        return self._bytes

    def _key(self, what: _What, height: int, dpr: float) -> _Key:
        tall = min(max(int(height), 8), _TALLEST)
        return _Key(what, tall, min(max(round(dpr * 100), 50), 800), self._style)

    def _picture(self, key: _Key) -> QPixmap:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        return self._keep(key, _image(key))

    def _keep(self, key: _Key, image: QImage) -> QPixmap:
        pixmap = QPixmap.fromImage(image)
        self._kept[key] = pixmap
        self._bytes += _bytes(pixmap)
        while self._bytes > self._budget and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= _bytes(oldest)
        return pixmap

    def _draw(self, key: _Key) -> None:
        """Runs on the worker."""
        self._drawn.emit(key, _image(key))

    @Slot(object, QImage)
    def _keep_drawn(self, key: _Key | None, image: QImage) -> None:
        if key is not None:
            self._pending.discard(key)
            if key.style == self._style and key not in self._kept:
                self._keep(key, image)
        for ticket, waiting in list(self._tickets.items()):
            if key is not None:
                waiting.discard(key)
            if not waiting:
                del self._tickets[ticket]
                self.prepared.emit(ticket)


def card_width(height: float) -> float:
    """Return the width of a card of `height`."""
    return height * CARD_RATIO


def corner_radius(height: float) -> float:
    """Return the radius of the corners of a card of `height`, for outlines about it."""
    return CORNER * height / HEIGHT


def shadow_margin(height: int) -> int:
    """Return how far the shadow's picture reaches beyond a card of `height` on each side."""
    return max(4, round(height * 0.09))


def _bytes(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4


def _size(key: _Key, margin: int = 0) -> QSize:
    """Return how many pixels a picture has."""
    dpr = key.dpr / 100
    wide = max(1, round((round(card_width(key.height)) + 2 * margin) * dpr))
    return QSize(wide, max(1, round((key.height + 2 * margin) * dpr)))


def _shrunk(image: QImage, key: _Key) -> QImage:
    smooth = Qt.TransformationMode.SmoothTransformation
    small = image.scaled(_size(key), Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    small.setDevicePixelRatio(key.dpr / 100)
    return small


def _image(key: _Key) -> QImage:
    dpr = key.dpr / 100
    margin = shadow_margin(key.height) if isinstance(key.what, _Shadow) else 0
    size = _size(key, margin)
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    rect = QRectF(0, 0, size.width(), size.height())
    match key.what:
        case _Back():
            paint_card_back(painter, rect, key.style)
        case _Shadow():
            _paint_shadow(painter, rect, margin * dpr, corner_radius(key.height) * dpr)
        case face:
            paint_face(painter, rect, face, key.style)
    painter.end()
    image.setDevicePixelRatio(dpr)
    return image


def _paint_shadow(painter: QPainter, rect: QRectF, margin: float, corner: float) -> None:
    """Lay faint rounded rectangles over one another, which makes a soft edge without a blur."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    steps = max(4, min(24, int(margin)))
    drop = margin * 0.30
    for i in range(steps):
        t = i / (steps - 1)
        reach = margin * 0.68 * (1 - t) - margin * 0.10 * t
        colour = QColor(10, 6, 3)
        colour.setAlphaF(0.46 * (0.4 + t) / (steps * 0.9))
        painter.setBrush(colour)
        body = rect.adjusted(margin - reach, margin - reach + drop, reach - margin, reach - margin + drop)
        painter.drawRoundedRect(body, corner + reach, corner + reach)
