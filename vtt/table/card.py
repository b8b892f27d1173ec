"""One card on the table: an item that shows a finished picture, so that moving it costs no drawing."""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from vtt.table.faces import Faces, card_width, corner_radius, shadow_margin
from vtt.table.fan import Spot
from vtt.table.piece import Piece
from vtt.widgets.theme import Theme

_BUDGET: Final = 32 * 1024 * 1024
_BACKS: Final = (96, 192, 384, 768, 1536)


@dataclass(frozen=True, slots=True)
class _Key:
    card: str | None
    height: int
    angle: int
    dpr: int
    picked: bool


class CardPictures:
    """Cards with their shadow, turned to the angle at which they lie; each picture is drawn once, then only copied.

    Args:
        faces: the pictures of the cards, which all rooms share.
        theme: gives the colour of the outline of a card that is picked up.
    """

    def __init__(self, faces: Faces, theme: Theme) -> None:
        self._faces = faces
        self._theme = theme
        self._kept: OrderedDict[_Key, QPixmap] = OrderedDict()
        self._bytes = 0

    def forget(self, theme: Theme) -> None:
        """Draw everything anew, in another theme."""
        self._theme = theme
        self._kept.clear()
        self._bytes = 0

    def picture(self, card: str | None, height: float, angle: float, dpr: float, picked: bool) -> QPixmap:
        """Return the picture of a card, or of a back for None. Angles are told apart by half degrees."""
        key = _Key(card, max(6, round(height)), round(angle * 2) % 720, max(50, round(dpr * 100)), picked)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made = self._kept[key] = self._draw(key)
        self._bytes += made.width() * made.height() * 4
        while self._bytes > _BUDGET and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old.width() * old.height() * 4
        return made

    def _draw(self, key: _Key) -> QPixmap:
        dpr, height, angle = key.dpr / 100, key.height, key.angle / 2
        margin = shadow_margin(height)
        wide, high = round(card_width(height)) + 2 * margin, height + 2 * margin
        turn = math.radians(angle)
        across = abs(wide * math.cos(turn)) + abs(high * math.sin(turn))
        down = abs(wide * math.sin(turn)) + abs(high * math.cos(turn))
        # An even number of pixels keeps the middle of the picture, about which the item is placed, on a pixel's edge.
        size = (2 * math.ceil(across * dpr / 2), 2 * math.ceil(down * dpr / 2))
        pixmap = QPixmap(*size)
        pixmap.setDevicePixelRatio(dpr)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(size[0] / dpr / 2, size[1] / dpr / 2)
        painter.rotate(angle)
        painter.drawPixmap(QPointF(-wide / 2, -high / 2), self._faces.shadow(height, dpr))
        body = QRectF(-card_width(height) / 2, -height / 2, card_width(height), height)
        if key.card is None:
            back = self._back(height * dpr)
            painter.drawPixmap(body, back, QRectF(back.rect()))
        elif key.angle % 180 == 0:
            face = self._faces.face(key.card, height, dpr)
            painter.drawPixmap(QPointF(round(body.left()), round(body.top())), face)
        else:
            # A turned card is taken from a larger picture, so that its print stays as crisp as that of an upright one.
            face = self._faces.face(key.card, _larger(height * dpr))
            painter.drawPixmap(body, face, QRectF(face.rect()))
        if key.picked:
            self._outline(painter, body, height)
        painter.end()
        return pixmap

    def _back(self, pixels: float) -> QPixmap:
        """Return the back at the next of a few sizes: its lattice is costly to draw, and cards lie in many sizes."""
        return self._faces.back(next((size for size in _BACKS if size >= pixels), _BACKS[-1]))

    def _outline(self, painter: QPainter, body: QRectF, height: int) -> None:
        width = max(2.5, height * 0.028)
        corner = corner_radius(height)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(0, 0, 0, 150), width * 1.7))
        painter.drawRoundedRect(body, corner, corner)
        painter.setPen(QPen(self._theme.colour("legal"), width))
        painter.drawRoundedRect(body, corner, corner)


def _larger(pixels: float) -> int:
    """Return one of a few heights, a third larger or somewhat more: cards of nearly one size share a picture."""
    return round(24 * 1.25 ** max(0, math.ceil(math.log(pixels * 1.3 / 24, 1.25))))


class CardItem(Piece):
    """A card in the scene. It holds a face only while that face is shown.

    Attributes:
        face: the face that is shown, None for a back.
    """

    def __init__(self, pictures: CardPictures, zone: str, index: int, spot: Spot, face: str | None) -> None:
        super().__init__(zone, index, spot)
        self._pictures = pictures
        self._dpr = 1.0
        self.face = face

    @property
    def place(self) -> str:
        """The place by the name that commands understand."""
        return f"{self.zone}#{self.index}"

    def rests_at(self, zone: str, index: int, spot: Spot, face: str | None) -> bool:
        """Say whether the card already lies there, shows that face, and is in nobody's hand."""
        return (
            self.index == index
            and self.zone == zone
            and self.face == face
            and not self.picked
            and self.spot == spot
            and self.pos() == self.home
        )

    def dress(self, dpr: float, face: str | None) -> None:
        """Show a face, or a back for None, at the size and angle of the spot."""
        self.face = face
        self._dpr = dpr
        self.show_picture(self._pictures.picture(face, self.spot.height, self.spot.angle, dpr, self.picked), dpr)

    def dress_again(self) -> None:
        """Show what it shows already, for it was picked up or let go."""
        self.dress(self._dpr, self.face)
