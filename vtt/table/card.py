"""One card on the table: an item that shows a finished picture, so that moving it costs no drawing."""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from engine.play.faces import CardFace
from engine.play.sight import View
from vtt.table.faces import Faces, card_width, corner_radius, shadow_margin
from vtt.table.fan import Spot
from vtt.table.piece import Piece
from vtt.table.printed import card_face
from vtt.widgets.theme import Theme

_BUDGET: Final = 32 * 1024 * 1024
_BACKS: Final = (96, 192, 384, 768, 1536)


@dataclass(frozen=True, slots=True)
class _Key:
    card: str | CardFace | None
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
        self._view: View | None = None
        self._printed: dict[str, CardFace | None] = {}

    @property
    def faces(self) -> Faces:
        """The pictures of the cards as they lie in front of one."""
        return self._faces

    def know(self, view: View) -> bool:
        """Learn what stands on cards by what a viewer may know; say whether that may have changed."""
        known, self._view = self._view, view
        if known is not None and all(
            a is b
            for a, b in (
                (known.ruleset, view.ruleset),
                (known.lists, view.lists),
                (known.options, view.options),
                (known.scene, view.scene),
            )
        ):
            return False
        self._printed.clear()
        return known is not None

    def printed(self, card: str) -> CardFace | None:
        """Return what stands on a card of a game's own; None for a playing card."""
        if card not in self._printed:
            self._printed[card] = card_face(self._view, card) if self._view is not None else None
        return self._printed[card]

    def forget(self, theme: Theme) -> None:
        """Draw everything anew, in another theme."""
        self._theme = theme
        self._kept.clear()
        self._bytes = 0

    def picture(self, card: str | None, height: float, angle: float, dpr: float, picked: bool) -> QPixmap:
        """Return the picture of a card, or of a back for None. Angles are told apart by half degrees."""
        key = self._key(card, height, angle, dpr, picked)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made, is_whole = self._draw(key)
        if not is_whole:
            return made
        self._kept[key] = made
        self._bytes += made.width() * made.height() * 4
        while self._bytes > _BUDGET and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old.width() * old.height() * 4
        return made

    def is_whole(self, card: str | None, height: float, angle: float, dpr: float, picked: bool) -> bool:
        """Say whether there is more of a card than a sketch."""
        return self._key(card, height, angle, dpr, picked) in self._kept

    def _key(self, card: str | None, height: float, angle: float, dpr: float, picked: bool) -> _Key:
        shown = None if card is None else self.printed(card) or card
        return _Key(shown, max(6, round(height)), round(angle * 2) % 720, max(50, round(dpr * 100)), picked)

    def _draw(self, key: _Key) -> tuple[QPixmap, bool]:
        """Return a picture, and whether it is more than a sketch."""
        is_whole = True
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
            face, is_whole = self._face(key.card, height, height, dpr)
            painter.drawPixmap(QPointF(round(body.left()), round(body.top())), face)
        else:
            # A turned card is taken from a larger picture, so that its print stays as crisp as that of an upright one.
            face, is_whole = self._face(key.card, _larger(height * dpr), height)
            painter.drawPixmap(body, face, QRectF(face.rect()))
        if key.picked:
            self._outline(painter, body, height)
        painter.end()
        return pixmap, is_whole

    def _face(self, card: str | CardFace, height: int, shown: int, dpr: float = 1.0) -> tuple[QPixmap, bool]:
        if isinstance(card, CardFace):
            return self._faces.sketched(card, height, dpr, shown=shown)
        return self._faces.face(card, height, dpr), True

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
        self._is_sketch = False
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
        look = (face, self.spot.height, self.spot.angle, dpr, self.picked)
        self.show_picture(self._pictures.picture(*look), dpr)
        self._is_sketch = not self._pictures.is_whole(*look)

    def dress_late(self) -> None:
        """Show the card whole, if there was no more than a sketch of it till now."""
        if self._is_sketch:
            self.dress_again()

    def dress_again(self) -> None:
        """Show what it shows already, for it was picked up or let go."""
        self.dress(self._dpr, self.face)
