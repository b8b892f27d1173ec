"""A cache of card pictures, each drawn once per size and shared by all rooms."""

import math
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from PySide6.QtCore import (
    QCoreApplication,
    QObject,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    QThreadPool,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from engine.presentation.card_faces import CardFace
from vtt.shared.card_faces.card_face_ids import PlayingCardFace, read_face
from vtt.shared.card_faces.card_face_painting import (
    CORNER,
    HEIGHT,
    CardFaceStyle,
    paint_card_back,
    paint_face,
    paint_sketch,
)
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import load_fonts
from vtt.widgets.look.ui_metrics import CARD_RATIO

_BUDGET: Final = 64 * 1024 * 1024
_TALLEST: Final = 4096
_LATTICE: Final = 192
BRIEF: Final = 215
"""The height in logical pixels below which a card with much text shows only what is readable then."""
_TOGETHER: Final = 0.025
"""Seconds that finished cards wait for others in progress, so that they appear together."""
_AT_ONCE: Final = 0.008
"""Seconds that may be spent on drawing cards with much text in one go; the worker draws the rest."""

_DROP: Final = 0.30
"""The distance of a shadow below its card, as a share of its margin."""


@dataclass(frozen=True, slots=True)
class _Back:
    """The key of the card back."""


@dataclass(frozen=True, slots=True)
class _EnlargedBack:
    """The key of a back that is enlarged from a smaller one."""


@dataclass(frozen=True, slots=True)
class _Shadow:
    """The key of the shadow."""


@dataclass(frozen=True, slots=True)
class _Sketch:
    """The key of a card of a kind without its text."""

    face: CardFace


_What = PlayingCardFace | _Back | _EnlargedBack | _Shadow | _Sketch


@dataclass(frozen=True, slots=True)
class _FacePictureKey:
    what: _What
    height: int
    dpr: int
    style: CardFaceStyle
    brief: bool = False


class CardFaceCache(QObject):
    """Draws faces, the back and the shadow, and keeps the pictures within a budget of bytes.

    Call `face` and its like from the GUI thread only. `close` stops the worker; quitting the application calls it.
    """

    prepared = Signal(int)
    """Emitted with the ticket of `prepare` when all its faces are ready."""

    changed = Signal()
    """Emitted when the theme has changed the look of cards: ask for the pictures again."""

    arrived = Signal()
    """Emitted when cards are complete that `sketched` gave only a sketch of: ask for them again."""

    _drawn = Signal(object, QImage)

    def __init__(self, theme: Theme, parent: QObject | None = None, *, budget: int = _BUDGET) -> None:
        """Make an empty cache.

        Args:
            theme: decides the colours; see `set_theme`.
            parent: the Qt owner.
            budget: bytes of pictures that are kept; the least recently used go first.
        """
        super().__init__(parent)
        load_fonts()
        self._style = CardFaceStyle.of(theme)
        self._budget = budget
        self._bytes = 0
        self._pictures: OrderedDict[_FacePictureKey, QPixmap] = OrderedDict()
        self._pending: set[_FacePictureKey] = set()
        self._tickets: dict[int, set[_FacePictureKey]] = {}
        self._next_ticket = 1
        self._spent = 0.0
        self._is_patient = False
        self._sketched: set[_FacePictureKey] = set()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._rested)
        self._ready_since = 0.0
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._drawn.connect(self._keep_drawn, Qt.ConnectionType.QueuedConnection)
        app = QCoreApplication.instance()
        if app is not None:
            app.aboutToQuit.connect(self.close)

    @Slot(object)
    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme from now on; connect this to `ThemeHub.changed`."""
        style = CardFaceStyle.of(theme)
        if style != self._style:
            self._style = style
            self._pictures.clear()
            self._bytes = 0
            self.changed.emit()

    def face(
        self, card_id: str, height: int, dpr: float = 1.0, *, title: str = "", printed: CardFace | None = None
    ) -> QPixmap:
        """Return the face of a card.

        Args:
            card_id: such as `10S`, `8H/2`, `X`, `XR`; any other id gives a card with its title in print.
            height: in logical pixels.
            dpr: the device pixel ratio of the screen.
            title: the title of such another card.
            printed: the face of a game's own card; then the id does not matter.
        """
        brief = printed is not None and height < BRIEF
        return self._picture(self._key(printed or read_face(card_id, title), height, dpr, brief=brief))

    def sketched(
        self, printed: CardFace, height: int, dpr: float = 1.0, *, shown: float | None = None
    ) -> tuple[QPixmap, bool]:
        """Return the face of a game's own card, or a sketch of it while a worker draws it; and whether it is complete.

        A few cards are drawn at once. After a sketch, `arrived` tells when to ask again. A card that is `shown` smaller
        than its picture is drawn to be readable at that height.
        """
        key = self._key(printed, height, dpr, brief=(height if shown is None else shown) < BRIEF)
        if key in self._pictures or self._is_patient or self._spent < _AT_ONCE:
            began = time.perf_counter()
            picture = self._picture(key)
            self._spent += time.perf_counter() - began
            if not self._rest.isActive():
                self._rest.start(0)
            return picture, True
        self._sketched.add(key)
        self._start(key)
        return self._picture(self._key(_Sketch(CardFace(key="", name="", kind=printed.kind)), height, dpr)), False

    @contextmanager
    def patiently(self) -> Iterator[None]:
        """Return complete faces and no sketches within this context, for callers that can wait."""
        was, self._is_patient = self._is_patient, True
        try:
            yield
        finally:
            self._is_patient = was

    def back(self, height: int, dpr: float = 1.0) -> QPixmap:
        """Return the back of a card. Every small one is scaled from the same larger one, to save its lattice."""
        key = self._key(_Back(), height, dpr)
        if key.height < _LATTICE and key not in self._pictures:
            return self._keep(key, _resized(self.back(_LATTICE, dpr).toImage(), key))
        return self._picture(key)

    def prepare_back(self, height: int) -> None:
        """Draw the back of a card on the worker thread, so that it is there when it is asked for."""
        key = self._key(_Back(), height, 1.0)
        if key not in self._pictures:
            self._start(key)

    def sketched_back(self, height: int, dpr: float = 1.0) -> QPixmap:
        """Return the back of a card; a large one is enlarged from a smaller one while a worker draws its lattice.

        After an enlarged one, `arrived` tells when to ask again.
        """
        key = self._key(_Back(), height, dpr)
        if key.height <= _LATTICE or key in self._pictures or self._is_patient:
            return self.back(height, dpr)
        self._sketched.add(key)
        self._start(key)
        enlarged = replace(key, what=_EnlargedBack())
        picture = self._pictures.get(enlarged)
        return picture or self._keep(enlarged, _resized(self.back(_LATTICE, dpr).toImage(), key))

    def shadow(self, height: int, dpr: float = 1.0) -> QPixmap:
        """Return the soft shadow of a card of `height`; draw it `shadow_margin(height)` left of and above the card."""
        return self._picture(self._key(_Shadow(), height, dpr))

    def prepare(self, card_ids: Iterable[str], height: int, dpr: float = 1.0) -> int:
        """Draw faces on the worker thread; return a ticket that `prepared` names when they are ready."""
        ticket = self._next_ticket
        self._next_ticket += 1
        keys = {self._key(read_face(card_id), height, dpr) for card_id in card_ids}
        missing = {key for key in keys if key not in self._pictures}
        self._tickets[ticket] = missing
        for key in missing:
            self._start(key)
        if not missing:
            self._drawn.emit(None, QImage())
        return ticket

    @Slot()
    def close(self) -> None:
        """Stop the worker after the face that it is drawing; nothing is prepared afterwards."""
        self._pool.clear()
        self._pool.waitForDone()
        self._pending.clear()
        self._sketched.clear()
        self._tickets.clear()

    @property
    def size_in_bytes(self) -> int:
        """The memory of the cached pictures."""
        return self._bytes

    def _key(self, what: _What, height: int, dpr: float, *, brief: bool = False) -> _FacePictureKey:
        tall = min(max(int(height), 8), _TALLEST)
        return _FacePictureKey(what, tall, min(max(round(dpr * 100), 50), 800), self._style, brief)

    def _picture(self, key: _FacePictureKey) -> QPixmap:
        picture = self._pictures.get(key)
        if picture is not None:
            self._pictures.move_to_end(key)
            return picture
        return self._keep(key, _image(key))

    def _keep(self, key: _FacePictureKey, image: QImage) -> QPixmap:
        pixmap = QPixmap.fromImage(image)
        self._pictures[key] = pixmap
        self._bytes += _bytes(pixmap)
        while self._bytes > self._budget and len(self._pictures) > 1:
            _, oldest = self._pictures.popitem(last=False)
            self._bytes -= _bytes(oldest)
        return pixmap

    def _start(self, key: _FacePictureKey) -> None:
        if key not in self._pending:
            self._pending.add(key)
            self._pool.start(partial(self._draw, key))

    def _announce(self) -> None:
        """Announce finished cards, unless others come soon; the last one in progress always announces."""
        now = time.perf_counter()
        self._ready_since = self._ready_since or now
        if not self._sketched or now - self._ready_since >= _TOGETHER:
            self._ready_since = 0.0
            self.arrived.emit()

    @Slot()
    def _rested(self) -> None:
        self._spent = 0.0

    def _draw(self, key: _FacePictureKey) -> None:
        """Draw a picture on the worker."""
        self._drawn.emit(key, _image(key))

    @Slot(object, QImage)
    def _keep_drawn(self, key: _FacePictureKey | None, image: QImage) -> None:
        if key is not None:
            self._pending.discard(key)
            if key.style == self._style and key not in self._pictures:
                self._keep(key, image)
            if key in self._sketched:
                self._sketched.discard(key)
                self._announce()
        for ticket, waiting in list(self._tickets.items()):
            if key is not None:
                waiting.discard(key)
            if not waiting:
                del self._tickets[ticket]
                self.prepared.emit(ticket)


def card_width(height: float) -> float:
    """Return the width of a card of `height`."""
    return height * CARD_RATIO


def card_image(face: PlayingCardFace, height: int, style: CardFaceStyle) -> QImage:
    """Draw a face in so many pixels, its whole text readable. Any thread may call it."""
    return _image(_FacePictureKey(face, height, 100, style))


def corner_radius(height: float) -> float:
    """Return the radius of the corners of a card of `height`, for outlines around it."""
    return CORNER * height / HEIGHT


def shadow_margin(height: int) -> int:
    """Return the margin of the shadow's picture around a card of `height`, on each side."""
    return max(4, round(height * 0.09))


def _bytes(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4


def _size(key: _FacePictureKey, margin: int = 0) -> QSize:
    """Return a picture's size in pixels."""
    dpr = key.dpr / 100
    wide = max(1, round((round(card_width(key.height)) + 2 * margin) * dpr))
    return QSize(wide, max(1, round((key.height + 2 * margin) * dpr)))


def _resized(image: QImage, key: _FacePictureKey) -> QImage:
    smooth = Qt.TransformationMode.SmoothTransformation
    resized = image.scaled(_size(key), Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    resized.setDevicePixelRatio(key.dpr / 100)
    return resized


def _image(key: _FacePictureKey) -> QImage:
    dpr = key.dpr / 100
    margin = shadow_margin(key.height) if isinstance(key.what, _Shadow) else 0
    size = _size(key, margin)
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    rect = QRectF(0, 0, size.width(), size.height())
    match key.what:
        case _Back() | _EnlargedBack():
            paint_card_back(painter, rect, key.style)
        case _Shadow():
            _paint_shadow(painter, size, margin * dpr, corner_radius(key.height) * dpr)
        case _Sketch(face=face):
            paint_sketch(painter, rect, face, key.style)
        case face:
            paint_face(painter, rect, face, key.style, brief=key.brief)
    painter.end()
    image.setDevicePixelRatio(dpr)
    return image


def _paint_shadow(painter: QPainter, size: QSize, margin: float, corner: float) -> None:
    """Draw the shadow: that of the smallest card with such corners, with its straight edges drawn out."""
    end = math.ceil(margin * (1 + _DROP) + corner) + 1
    small = QSize(min(size.width(), 2 * end + 1), min(size.height(), 2 * end + 1))
    if small == size:
        _paint_rings(painter, QRectF(QPointF(), QSizeF(size)), margin, corner)
        return
    image = QImage(small, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    small_painter = QPainter(image)
    _paint_rings(small_painter, QRectF(QPointF(), QSizeF(small)), margin, corner)
    small_painter.end()
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    for left, wide, from_left, from_wide in _thirds(size.width(), small.width(), end):
        for top, high, from_top, from_high in _thirds(size.height(), small.height(), end):
            painter.drawImage(QRect(left, top, wide, high), image, QRect(from_left, from_top, from_wide, from_high))


def _thirds(whole: int, small: int, end: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield start and length of the beginning, the middle and the end of a length, each with those in a smaller one."""
    if whole == small:
        yield 0, whole, 0, small
        return
    yield 0, end, 0, end
    yield end, whole - 2 * end, end, 1
    yield whole - end, end, small - end, end


def _paint_rings(painter: QPainter, rect: QRectF, margin: float, corner: float) -> None:
    """Draw faint rounded rectangles over one another, which makes a soft edge without a blur."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    steps = max(4, min(24, int(margin)))
    drop = margin * _DROP
    for i in range(steps):
        t = i / (steps - 1)
        reach = margin * 0.68 * (1 - t) - margin * 0.10 * t
        colour = QColor(10, 6, 3)
        colour.setAlphaF(0.46 * (0.4 + t) / (steps * 0.9))
        painter.setBrush(colour)
        body = rect.adjusted(margin - reach, margin - reach + drop, reach - margin, reach - margin + drop)
        painter.drawRoundedRect(body, corner + reach, corner + reach)
