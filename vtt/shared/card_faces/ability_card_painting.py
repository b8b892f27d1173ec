"""Draws the faces of a game's own cards with a painter: for the screen, the printer and the PDF alike."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen

from engine.presentation.card_faces import CardFace
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.printing.card_face_layout import (
    BODY,
    HIGH,
    SPINE,
    WIDE,
    ComposedBadge,
    ComposedCard,
    ComposedNumber,
    compose_face,
    compose_small_face,
)
from engine.sheets.printing.text_fitting import TextRun
from vtt.shared.card_faces.card_kind_signs import sign_of
from vtt.shared.card_faces.card_ornaments import lozenge, star
from vtt.shared.print_style.print_fonts import UNITS, PrintFonts
from vtt.shared.print_style.print_inks import mixed_ink

_CORNER: Final = 3.4
_SPINE_CORNER: Final = 2.0
GOLD: Final = "#c0913a"
_GROUNDS: Final = {
    "attack": "#86202c",
    "action": "#28507a",
    "condition": "#225c4b",
    "ritual": "#4d2d7d",
    "interrupt": "#8a4a0a",
    "surroundings": "#4a4840",
    "automatic": "#36415a",
}
_OTHER: Final = "#3d3d45"
_KEPT: Final = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityCardInks:
    """The colours of a face. `filled` is False where ink is saved: grounds stay white.

    Attributes:
        paper: the card's ground, and `edge` its rim; None if the paper itself is the ground.
        text: the main text.
        soft: minor text.
        kind: the colour of its kind, or None for one of its own kind.
        gold: ornament.
        shade: the ground of the second use.
        frame: the width of lines, in millimetres.
        filled: whether grounds are filled.
        plain: whether contrast replaces ornament.
    """

    paper: str | None
    edge: str
    text: str
    soft: str
    kind: str | None = None
    gold: str = GOLD
    shade: str = "#efe4cb"
    frame: float = 0.3
    filled: bool = True
    plain: bool = False

    def ground(self, face: CardFace) -> QColor:
        """Return the colour of a card's kind."""
        return QColor(self.kind or _GROUNDS.get(face.kind, _OTHER))


@lru_cache(maxsize=_KEPT)
def set_card(face: CardFace, *, brief: bool = False) -> ComposedCard:
    """Return a face with its text laid out; callable from any thread."""
    return compose_small_face(face, _letters()) if brief else compose_face(face, _letters())


class _Own(threading.local):
    letters: PrintFonts | None = None


_own = _Own()


def _letters() -> PrintFonts:
    """Return the fonts of this thread: no two threads may share them."""
    if _own.letters is None:
        _own.letters = PrintFonts()
    return _own.letters


def paint_ability(
    painter: QPainter, rect: QRectF, face: CardFace, inks: AbilityCardInks, *, brief: bool = False
) -> None:
    """Draw a face into `rect`, which should be 63:88; in brief if it is read small."""
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / WIDE / UNITS, rect.height() / HIGH / UNITS)
    _Hand(painter, face, inks).draw(set_card(face, brief=brief), _letters())
    painter.restore()


def paint_spine(painter: QPainter, rect: QRectF, face: CardFace, inks: AbilityCardInks) -> None:
    """Draw paper and column without text: quick, until the complete face is there."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / WIDE / UNITS, rect.height() / HIGH / UNITS)
    _Hand(painter, face, inks).sketch()
    painter.restore()


class _Hand:
    def __init__(self, painter: QPainter, face: CardFace, inks: AbilityCardInks) -> None:
        self._painter = painter
        self._face = face
        self._inks = inks
        self._ground = inks.ground(face)

    def sketch(self) -> None:
        self._paper()
        self._column()

    def draw(self, card: ComposedCard, letters: PrintFonts) -> None:
        self._card, self._letters = card, letters
        self.sketch()
        self._spine()
        self._head()
        for badge in self._card.badges:
            self._badge(badge)
        self._shadow_sign()
        if self._face.disabled:
            self._strike()
        self._write(self._card.text, QColor(self._inks.text))
        self._second()
        self._write(self._card.foot, QColor(self._inks.soft))

    def _paper(self) -> None:
        inks, painter = self._inks, self._painter
        inset = 0.6 if inks.plain else 0.2
        if inks.paper is None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(_pen(self._ground, 0.4))
            painter.drawRoundedRect(_q(Rect(1.3, 1.3, WIDE - 2.6, HIGH - 2.6)), *_round(2.9))
            return
        brush = QBrush(QColor(inks.paper))
        if not inks.plain:
            shade = QLinearGradient(0, 0, WIDE * UNITS * 0.4, HIGH * UNITS)
            shade.setColorAt(0, QColor(inks.paper).lighter(102))
            shade.setColorAt(1, QColor(inks.paper).darker(103))
            brush = QBrush(shade)
        painter.setBrush(brush)
        painter.setPen(_pen(QColor(inks.edge), inset * 2))
        painter.drawRoundedRect(_q(Rect(inset, inset, WIDE - 2 * inset, HIGH - 2 * inset)), *_round(_CORNER))

    def _column(self) -> None:
        """Draw the ground of the column on the left."""
        painter, inks = self._painter, self._inks
        painter.setPen(_pen(self._ground, inks.frame))
        painter.setBrush(QBrush(self._ground) if inks.filled else Qt.BrushStyle.NoBrush)
        if inks.filled and not inks.plain:
            glow = QLinearGradient(0, SPINE.y * UNITS, 0, SPINE.bottom * UNITS)
            glow.setColorAt(0, self._ground.lighter(122))
            glow.setColorAt(0.5, self._ground)
            glow.setColorAt(1, self._ground.darker(128))
            painter.setBrush(QBrush(glow))
        painter.drawRoundedRect(_q(SPINE), *_round(_SPINE_CORNER))
        if not inks.plain:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(_pen(QColor(inks.gold), 0.22))
            painter.drawRoundedRect(_q(SPINE.inset(0.55, 0.55)), *_round(_SPINE_CORNER - 0.5))

    def _spine(self) -> None:
        """Draw the numbers, the name along the column, and the sign of its kind."""
        card = self._card
        on = QColor("#ffffff") if self._inks.filled else self._ground
        for number in card.numbers:
            self._number(number, on)
        self._along(card.spine, card.spine_name, on)
        self._kind_sign(card.sign, on)

    def _number(self, number: ComposedNumber, on: QColor) -> None:
        """Draw a number in a shape of its own: a round coin for a price, a pointed shield for everything else."""
        painter, inks = self._painter, self._inks
        shape = QPainterPath()
        rect = _q(number.rect)
        if number.key == "cost":
            shape.addEllipse(rect)
        else:
            shape.addPath(_shield(rect))
        painter.setPen(_pen(QColor(inks.gold) if not inks.plain else self._ground, 0.4))
        painter.setBrush(QBrush(QColor(inks.paper or "#ffffff")) if inks.filled else Qt.BrushStyle.NoBrush)
        painter.drawPath(shape)
        self._outline(number.number, QColor(inks.text))
        if number.label is not None:
            self._outline(number.label, on)

    def _outline(self, run: TextRun, colour: QColor) -> None:
        """Draw words as outlines, not as text: programs that read the paper would mix them with other text."""
        path = QPainterPath()
        path.addText(QPointF(run.x * UNITS, run.y * UNITS), self._letters.font(run.face, run.size), run.text)
        self._painter.fillPath(path, QBrush(colour))

    def _along(self, room: Rect, name: TextRun, on: QColor) -> None:
        """Draw the name upwards along the column, as an outline: on paper the head has the name as text."""
        painter = self._painter
        path = QPainterPath()
        path.addText(0, 0, self._letters.font(name.face, name.size), name.text)
        painter.save()
        painter.translate((room.x + room.w / 2 + name.y) * UNITS, room.y * UNITS)
        painter.rotate(-90)
        painter.translate(-path.boundingRect().right(), 0)
        painter.fillPath(path, QBrush(on))
        painter.restore()

    def _shadow_sign(self) -> None:
        """Draw the sign of its kind large and faint behind the free area."""
        card, inks = self._card, self._inks
        above = [card.rule + 1.0, *(badge.rect.bottom for badge in card.badges), *(run.y for run in card.text[-1:])]
        top = max(above) + 2.0
        free = Rect(BODY.x, top, BODY.w, (card.second.y if card.second else BODY.bottom - 4.0) - top)
        side = min(30.0, free.h - 4.0)
        if side < 11.0 or inks.plain or not inks.filled:
            return
        x, y = free.middle
        faint = mixed_ink(QColor(inks.paper or "#ffffff"), self._ground, 0.11)
        self._kind_sign(Rect(x - side / 2, y - side / 2, side, side), faint)

    def _kind_sign(self, place: Rect, on: QColor) -> None:
        painter = self._painter
        painter.save()
        painter.translate(place.x * UNITS, place.y * UNITS)
        painter.scale(place.w * UNITS / 100, place.h * UNITS / 100)
        painter.fillPath(sign_of(self._face.kind), QBrush(on))
        painter.restore()

    def _head(self) -> None:
        card, inks, painter = self._card, self._inks, self._painter
        self._write(card.name, QColor(inks.text))
        self._write(card.kind, self._ground)
        y = card.rule * UNITS
        painter.setPen(_pen(self._ground, 0.45))
        painter.drawLine(QLineF(BODY.x * UNITS, y, BODY.right * UNITS, y))
        if not inks.plain:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(QColor(inks.gold)))
            painter.drawPolygon(lozenge(QPointF(BODY.right * UNITS - 110, y), 110, 60))

    def _badge(self, badge: ComposedBadge) -> None:
        painter, inks = self._painter, self._inks
        painter.setPen(_pen(self._ground, 0.28))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if badge.field is not None:
            clip = QPainterPath()
            clip.addRoundedRect(_q(badge.rect), *_round(1.2))
            field = QPainterPath()
            field.addRect(_q(badge.field))
            if inks.filled:
                painter.fillPath(clip.intersected(field), QBrush(self._ground))
            else:
                x = badge.field.x * UNITS
                painter.drawLine(QLineF(x, badge.rect.y * UNITS, x, badge.rect.bottom * UNITS))
        painter.drawRoundedRect(_q(badge.rect), *_round(1.2))
        self._write((badge.name,), QColor(inks.text))
        if badge.number is not None:
            self._write((badge.number,), QColor("#ffffff") if inks.filled else QColor(inks.text))

    def _second(self) -> None:
        card, inks, painter = self._card, self._inks, self._painter
        if card.second is None:
            return
        painter.setPen(_pen(QColor(inks.gold) if not inks.plain else self._ground, 0.25))
        painter.setBrush(QBrush(QColor(inks.shade)) if inks.filled else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(_q(card.second), *_round(1.4))
        if not inks.plain:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(QColor(inks.gold)))
            middle = QPointF((card.second.right - 3.0) * UNITS, (card.second.y + 3.4) * UNITS)
            painter.drawPolygon(star(middle, 8, 170, 70))
        self._write(card.second_title, QColor(inks.soft))
        self._write(card.second_name, QColor(inks.text))
        self._write(card.second_text, QColor(inks.text))

    def _strike(self) -> None:
        """Draw a broken cross over a disabled card."""
        painter = self._painter
        pen = _pen(mixed_ink(QColor(self._inks.paper or "#ffffff"), QColor(self._inks.text), 0.45), 0.7)
        pen.setDashPattern([5, 4])
        painter.setPen(pen)
        left, top, right, bottom = (v * UNITS for v in (BODY.x, 22.0, BODY.right, BODY.bottom - 4))
        painter.drawLines([QLineF(left, top, right, bottom), QLineF(left, bottom, right, top)])

    def _write(self, runs: Sequence[TextRun], colour: QColor) -> None:
        painter = self._painter
        painter.setPen(colour)
        for run in runs:
            painter.setFont(self._letters.font(run.face, run.size))
            painter.drawText(QPointF(run.x * UNITS, run.y * UNITS), run.text)


def _shield(rect: QRectF) -> QPainterPath:
    """Return a hexagon with a point at the bottom."""
    middle, radius = rect.center(), rect.width() / 2 * 1.08
    corners = [math.radians(60 * i - 90) for i in range(6)]
    path = QPainterPath()
    for at, angle in enumerate(corners):
        point = QPointF(middle.x() + radius * math.cos(angle), middle.y() + radius * math.sin(angle))
        if at:
            path.lineTo(point)
        else:
            path.moveTo(point)
    path.closeSubpath()
    return path


def _q(rect: Rect) -> QRectF:
    return QRectF(rect.x * UNITS, rect.y * UNITS, rect.w * UNITS, rect.h * UNITS)


def _round(radius: float) -> tuple[float, float]:
    return radius * UNITS, radius * UNITS


def _pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width * UNITS)
