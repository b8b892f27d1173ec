"""A card as a scene item. It shows a finished picture, so that moving it needs no drawing."""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from engine.presentation.card_faces import CardFace
from engine.presentation.visibility import VisibleTable
from vtt.shared.card_faces.card_face_cache import CardFaceCache, card_width, corner_radius, shadow_margin
from vtt.shared.card_faces.known_card_face import card_face
from vtt.shared.table_queries import is_held
from vtt.table.items.movable_item import MovableItem
from vtt.table.layout.card_spread import CardSpot
from vtt.widgets.look.theme import Theme

_BUDGET: Final = 32 * 1024 * 1024
_BACKS: Final = (96, 192, 384, 768, 1536)


class CardMark(StrEnum):
    """The frame around a card."""

    NONE = "none"
    PLAYABLE = "playable"
    PICKED = "picked"


@dataclass(frozen=True, slots=True)
class _CardPictureKey:
    card: str | CardFace | None
    height: int
    angle: int
    dpr: int
    mark: CardMark


class CardPictures:
    """Pictures of cards with their shadow, turned to an angle; each is drawn once and then copied.

    Args:
        faces: the pictures of the cards, which all rooms share.
        theme: gives the colour of the outline of a card that is picked up.
    """

    def __init__(self, faces: CardFaceCache, theme: Theme) -> None:
        self._faces = faces
        self._theme = theme
        self._kept: OrderedDict[_CardPictureKey, QPixmap] = OrderedDict()
        self._bytes = 0
        self._view: VisibleTable | None = None
        self._printed: dict[str, CardFace | None] = {}

    @property
    def faces(self) -> CardFaceCache:
        """The card faces without a turn."""
        return self._faces

    def learn_faces(self, view: VisibleTable) -> bool:
        """Take over the card faces that a viewer may know. Return whether they may have changed."""
        former_view, self._view = self._view, view
        if former_view is not None and all(
            a is b
            for a, b in (
                (former_view.ruleset, view.ruleset),
                (former_view.lists, view.lists),
                (former_view.options, view.options),
                (former_view.scene, view.scene),
            )
        ):
            return False
        self._printed.clear()
        return former_view is not None

    def printed(self, card: str) -> CardFace | None:
        """Return the face of a game's own card; None for a playing card."""
        if card not in self._printed:
            self._printed[card] = card_face(self._view, card) if self._view is not None else None
        return self._printed[card]

    def forget(self, theme: Theme) -> None:
        """Draw everything again, in another theme."""
        self._theme = theme
        self._kept.clear()
        self._bytes = 0

    def picture(
        self, card: str | None, height: float, angle: float, dpr: float, mark: CardMark = CardMark.NONE
    ) -> QPixmap:
        """Return the picture of a card, or of a back for None. Angles are rounded to half degrees."""
        key = self._key(card, height, angle, dpr, mark)
        picture = self._kept.get(key)
        if picture is not None:
            self._kept.move_to_end(key)
            return picture
        made, is_whole = self._draw(key)
        if not is_whole:
            return made
        self._kept[key] = made
        self._bytes += made.width() * made.height() * 4
        while self._bytes > _BUDGET and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old.width() * old.height() * 4
        return made

    def is_complete(self, card: str | None, height: float, angle: float, dpr: float, mark: CardMark) -> bool:
        """Return whether a card's picture is complete and not a sketch."""
        return self._key(card, height, angle, dpr, mark) in self._kept

    def _key(self, card: str | None, height: float, angle: float, dpr: float, mark: CardMark) -> _CardPictureKey:
        subject = None if card is None else self.printed(card) or card
        return _CardPictureKey(subject, max(6, round(height)), round(angle * 2) % 720, max(50, round(dpr * 100)), mark)

    def _draw(self, key: _CardPictureKey) -> tuple[QPixmap, bool]:
        """Return a picture, and whether it is complete and not a sketch."""
        is_whole = True
        dpr, height, angle = key.dpr / 100, key.height, key.angle / 2
        margin = shadow_margin(height)
        wide, high = round(card_width(height)) + 2 * margin, height + 2 * margin
        turn = math.radians(angle)
        across = abs(wide * math.cos(turn)) + abs(high * math.sin(turn))
        down = abs(wide * math.sin(turn)) + abs(high * math.cos(turn))
        # An even number of pixels keeps the middle of the picture, the item's origin, on a pixel's edge.
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
        if key.mark is not CardMark.NONE:
            self._outline(painter, body, height, key.mark)
        painter.end()
        return pixmap, is_whole

    def _face(self, card: str | CardFace, height: int, shown: int, dpr: float = 1.0) -> tuple[QPixmap, bool]:
        if isinstance(card, CardFace):
            return self._faces.sketched(card, height, dpr, shown=shown)
        return self._faces.face(card, height, dpr), True

    def _back(self, pixels: float) -> QPixmap:
        """Return the back in the next of a few sizes, because its lattice is costly to draw in every size.

        A worker draws the next larger one meanwhile: a card that is played lies larger in the middle of the table.
        """
        at = next((at for at, size in enumerate(_BACKS) if size >= pixels), len(_BACKS) - 1)
        picture = self._faces.back(_BACKS[at])
        if at + 2 < len(_BACKS):  # the largest one would take more memory than it is worth
            self._faces.prepare_back(_BACKS[at + 1])
        return picture

    def _outline(self, painter: QPainter, body: QRectF, height: int, mark: CardMark) -> None:
        """Draw the frame: a broad one around a raised card, a narrow one around a card that can be played."""
        width = max(2.5, height * 0.028) if mark is CardMark.PICKED else max(1.5, height * 0.014)
        corner = corner_radius(height)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(0, 0, 0, 150), width * 1.7))
        painter.drawRoundedRect(body, corner, corner)
        painter.setPen(QPen(self._theme.colour("legal"), width))
        painter.drawRoundedRect(body, corner, corner)


def _larger(pixels: float) -> int:
    """Return one of a few heights, a third larger or somewhat more: cards of nearly one size share a picture."""
    return round(24 * 1.25 ** max(0, math.ceil(math.log(pixels * 1.3 / 24, 1.25))))


class CardItem(MovableItem):
    """A card in the scene. It holds a face only while that face is shown.

    Attributes:
        face: the face that is shown, None for a back.
        playable: whether it is marked as a card that can be played now, or that answers a question.
        chosen: whether it is chosen as an answer.
    """

    def __init__(self, pictures: CardPictures, zone: str, index: int, spot: CardSpot, face: str | None) -> None:
        super().__init__(zone, index, spot)
        self._pictures = pictures
        self._dpr = 1.0
        self._is_sketch = False
        self.face = face
        self.playable = False
        self.chosen = False

    @property
    def place(self) -> str:
        """The card's place as commands name it."""
        return f"{self.zone}#{self.index}"

    @property
    def is_raised(self) -> bool:
        """Whether it is raised a little: it is picked up, or chosen as an answer."""
        return self.picked or self.chosen

    @property
    def mark(self) -> CardMark:
        """The frame around the card. A back in a hand has none for a card that can be played: the face decides that."""
        if self.is_raised:
            return CardMark.PICKED
        is_marked = self.playable and (self.face is not None or not is_held(self.zone))
        return CardMark.PLAYABLE if is_marked else CardMark.NONE

    def is_settled_at(
        self, zone: str, index: int, spot: CardSpot, face: str | None, *, playable: bool, chosen: bool
    ) -> bool:
        """Return whether the card is at that place already, shows that face and those marks, and is not dragged."""
        return (
            self.index == index
            and self.zone == zone
            and self.face == face
            and self.playable == playable
            and self.chosen == chosen
            and not self.picked
            and self.spot == spot
            and self.pos() == self.home
        )

    def show_face(self, dpr: float, face: str | None) -> None:
        """Show a face, or a back for None, at the size and angle of the spot."""
        self.face = face
        self._dpr = dpr
        look = (face, self.spot.height, self.spot.angle, dpr, self.mark)
        self.show_picture(self._pictures.picture(*look), dpr)
        self._is_sketch = not self._pictures.is_complete(*look)

    def redraw_sketch(self) -> None:
        """Show the complete card if there was only a sketch of it so far."""
        if self._is_sketch:
            self.redraw()

    def redraw(self) -> None:
        """Draw the card again after it was picked up or released."""
        self.show_face(self._dpr, self.face)
