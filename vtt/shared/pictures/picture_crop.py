"""Cropping of a picture: a square frame over it is dragged, and what is inside stays."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.messages.message import Message
from engine.messages.texts import say
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, MessageDialog

LEAST: Final = 32
"""The least side of what stays, in pixels of the picture."""
_HIGH: Final = 22
"""Letters that the picture is high."""
_STEPS: Final = 40
"""Steps of the keys along the shorter side of the picture."""
_ABOVE: Final = 0.2
"""The share of the surplus height above the frame at first: the face is there."""


def crop_text(key: str) -> str:
    """Return a sentence of the dialog."""
    return say(Message(key=f"sheets.picture.{key}"))


class CropFrame(QWidget):
    """A picture with a square frame. The frame is dragged; its corners, the wheel, + and − change its size.

    Args:
        hub: the theme.
        image: the picture.
        parent: the Qt parent.
    """

    def __init__(self, hub: ThemeHub, image: QImage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._image = image
        self._scaled: tuple[QSize, QImage] | None = None
        side = min(image.width(), image.height())
        self._frame = QRectF((image.width() - side) / 2, (image.height() - side) * _ABOVE, side, side)
        self._held: tuple[QPointF, QRectF, QPointF | None] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HIGH * hub.theme.metrics.font_body)
        self.setAccessibleName(crop_text("crop_frame"))
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    @property
    def frame(self) -> QRect:
        """The part that stays, in pixels of the picture."""
        return self._frame.toRect().intersected(self._image.rect())

    def place_of_image(self) -> QRectF:
        """Return where the picture is drawn."""
        size = QSize(self._image.size()).scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(0, 0, size.width(), size.height())
        place.moveCenter(QRectF(self.rect()).center())
        return place

    def place_of_frame(self) -> QRectF:
        """Return where the frame is drawn."""
        place, zoom = self.place_of_image(), self._zoom()
        corner = place.topLeft() + self._frame.topLeft() * zoom
        return QRectF(corner.x(), corner.y(), self._frame.width() * zoom, self._frame.height() * zoom)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the picture, darker outside of the frame, and the circle of the token."""
        theme = self._hub.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place, frame = self.place_of_image(), self.place_of_frame()
        painter.drawImage(place.topLeft(), self._fitting(place))
        shade = QPainterPath()
        shade.addRect(place)
        hole = QPainterPath()
        hole.addRect(frame)
        painter.fillPath(shade.subtracted(hole), QColor(0, 0, 0, 150))
        for colour, wide in (("#000000", 3.0 * theme.metrics.hair), ("#ffffff", 1.4 * theme.metrics.hair)):
            painter.setPen(QPen(QColor(colour), wide))
            painter.drawRect(frame)
            painter.drawEllipse(frame)
        grip = self._grip()
        painter.setPen(QPen(QColor("#000000"), theme.metrics.hair))
        for corner in (frame.topLeft(), frame.topRight(), frame.bottomLeft(), frame.bottomRight()):
            painter.fillRect(
                QRectF(corner.x() - grip / 4, corner.y() - grip / 4, grip / 2, grip / 2), QColor("#ffffff")
            )
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.colours.focus), theme.metrics.ring))
            painter.drawRect(place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the frame, or one of its corners."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        frame, at = self.place_of_frame(), event.position()
        corners = (frame.topLeft(), frame.topRight(), frame.bottomLeft(), frame.bottomRight())
        near = min(corners, key=lambda corner: (corner - at).manhattanLength())
        if (near - at).manhattanLength() <= self._grip():
            opposite = QPointF(
                self._frame.left() if near.x() > frame.center().x() else self._frame.right(),
                self._frame.top() if near.y() > frame.center().y() else self._frame.bottom(),
            )
            self._held = (at, QRectF(self._frame), opposite)
        elif self.place_of_image().contains(at):
            self._held = (at, QRectF(self._frame), None)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag what was taken."""
        if self._held is None:
            return
        start, before, fixed = self._held
        by = (event.position() - start) / self._zoom()
        if fixed is None:
            self._set(before.translated(by))
            return
        moving = QPointF(
            before.right() if fixed.x() == before.left() else before.left(),
            before.bottom() if fixed.y() == before.top() else before.top(),
        )
        moving += by
        across, down = moving.x() - fixed.x(), moving.y() - fixed.y()
        right, below = fixed.x() == before.left(), fixed.y() == before.top()
        room = min(
            self._image.width() - fixed.x() if right else fixed.x(),
            self._image.height() - fixed.y() if below else fixed.y(),
        )
        side = min(room, max(self._least(), across if right else -across, down if below else -down))
        self._set(QRectF(fixed.x() - (0 if right else side), fixed.y() - (0 if below else side), side, side))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self._held = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Make the frame smaller or larger around its middle."""
        self._grow(-event.angleDelta().y() / 120)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys move the frame; + and − change its size."""
        step = min(self._image.width(), self._image.height()) / _STEPS
        moves = {
            Qt.Key.Key_Left: QPointF(-step, 0),
            Qt.Key.Key_Right: QPointF(step, 0),
            Qt.Key.Key_Up: QPointF(0, -step),
            Qt.Key.Key_Down: QPointF(0, step),
        }
        key = Qt.Key(event.key())
        if key in moves:
            self._set(self._frame.translated(moves[key]))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self._grow(1)
        elif key == Qt.Key.Key_Minus:
            self._grow(-1)
        else:
            super().keyPressEvent(event)

    def _grow(self, steps: float) -> None:
        shorter = min(self._image.width(), self._image.height())
        side = min(shorter, max(self._least(), self._frame.width() + steps * shorter / _STEPS * 2))
        frame = QRectF(0, 0, side, side)
        frame.moveCenter(self._frame.center())
        self._set(frame)

    def _set(self, frame: QRectF) -> None:
        """Move the frame, but never out of the picture."""
        left = min(max(0.0, frame.left()), self._image.width() - frame.width())
        top = min(max(0.0, frame.top()), self._image.height() - frame.height())
        self._frame = QRectF(left, top, frame.width(), frame.height())
        self.update()

    def _least(self) -> float:
        return float(min(LEAST, self._image.width(), self._image.height()))

    def _grip(self) -> float:
        return 1.2 * self._hub.theme.metrics.font_body

    def _zoom(self) -> float:
        return self.place_of_image().width() / max(1, self._image.width())

    def _fitting(self, place: QRectF) -> QImage:
        ratio = self.devicePixelRatioF()
        size = (place.size() * ratio).toSize()
        if self._scaled is None or self._scaled[0] != size:
            smooth = Qt.TransformationMode.SmoothTransformation
            scaled = self._image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
            scaled.setDevicePixelRatio(ratio)
            self._scaled = (size, scaled)
        return self._scaled[1]


class CropDialog(MessageDialog):
    """A dialog that asks what of a picture stays.

    Args:
        hub: the theme.
        parent: the window.
        image: the picture.

    Signals:
        cropped: a QRect in pixels of the picture.
    """

    cropped = Signal(QRect)

    def __init__(self, hub: ThemeHub, parent: QWidget, image: QImage) -> None:
        self.crop = CropFrame(hub, image)
        choices = (
            DialogButton("crop", crop_text("crop_do"), "primary"),
            DialogButton("", crop_text("crop_cancel")),
        )
        super().__init__(
            hub, crop_text("crop_title"), (crop_text("crop_help"),), choices, parent, icon="crop", content=self.crop
        )
        self.chosen.connect(self._answer_crop)

    def _answer_crop(self, key: str) -> None:
        if key == "crop":
            self.cropped.emit(self.crop.frame)
