"""Painting of a seat: the name plate with the hand's count and the eye, and the cloth under the seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPen

from engine.model.seats import Role
from engine.presentation.visibility import VisibleTable
from vtt.shared.fitted_text import Align, least_width, text_width, write_line
from vtt.shared.portraits.portrait_medallion import MedallionLook, PortraitImage, paint_medallion
from vtt.shared.screen_names import clean_name
from vtt.shared.seat_badge import paint_seat_badge, seat_index
from vtt.table.painting.icon_painting import paint_icon
from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import CARD_RATIO, UiMetrics


@dataclass(frozen=True, slots=True)
class SeatLook:
    """The contents of a name plate.

    Attributes:
        name: the person.
        index: the index of the seat in the order of its keys.
        gm: whether it is the GM.
        count: the number of cards in hand; None without a hand.
        eye: whether the hand can be looked at.
        looking: whether the hand is looked at now.
        waited: whether the table waits for the seat.
        active: whether it is the active seat of the window.
        order: whether the order of the hand can be changed, because its faces are shown.
        lit: whether the cards in hand may be given to the seat.
        portrait: the face of the character that is shown there, if it has one.
    """

    name: str
    index: int
    gm: bool
    count: int | None
    eye: bool
    looking: bool
    waited: bool
    active: bool
    order: bool = False
    lit: bool = False
    portrait: PortraitImage | None = None


def seat_look(
    view: VisibleTable,
    seat: str,
    hand: str | None,
    held: Sequence[str],
    *,
    looking: bool,
    waited: bool,
    active: bool,
    order: bool = False,
    lit: bool = False,
    portrait: PortraitImage | None = None,
) -> SeatLook:
    """Return a seat's plate for this viewer: the eye for its hand, and the count of all its cards."""
    lying = view.zones.get(hand) if hand else None
    hidden = lying is not None and lying.private and (not lying.cards or None in lying.cards)
    owned = lying is not None and seat in lying.owners  # real cards are in people's hands, not here
    return SeatLook(
        name=clean_name(view.seats[seat].name),
        index=seat_index(view, seat),
        gm=view.seats[seat].role is Role.GM,
        count=sum(view.zones[zone].count for zone in held) if held else None,
        eye=hidden and owned,
        looking=looking,
        waited=waited,
        active=active,
        order=order,
        lit=lit,
        portrait=portrait,
    )


def eye_rect(plate: QRectF) -> QRectF:
    """Return the room of the eye on a plate: a square at its right end, as high as the plate, easy to hit."""
    return QRectF(plate.right() - plate.height() * 1.1, plate.top(), plate.height() * 1.1, plate.height())


def order_rect(plate: QRectF, *, eye: bool) -> QRectF:
    """Return the room of the button for the order of the hand: beside the eye, or in its place."""
    room = eye_rect(plate)
    return room.translated(-room.width(), 0) if eye else room


def paint_seat_mat(painter: QPainter, mat: QRectF, theme: Theme, m: UiMetrics) -> None:
    """Draw the cloth under a seat, which separates it from its neighbours on a full table."""
    painter.setPen(QPen(theme.colour("inlay", 0.45), max(1.0, m.hair)))
    painter.setBrush(theme.colour("cloth_shade", 0.32))
    painter.drawRoundedRect(mat, m.radius_l, m.radius_l)


def paint_seat_plate(painter: QPainter, plate: QRectF, look: SeatLook, hub: ThemeHub, m: UiMetrics, dpr: float) -> None:
    """Draw a name plate; that of a seat that the table waits for is filled, to be seen from across the room."""
    theme = hub.theme
    ring = float(m.ring)
    body = plate.adjusted(ring, ring, -ring, -ring)
    ground = plate_ground(theme, waited=look.waited, active=look.active)
    _plaque(painter, body, theme, m, ground, waited=look.waited, active=look.active)
    ink_role = f"on_{ground}"
    ink = theme.colour(ink_role)
    side = min(m.icon, max(body.height() * 0.62, m.least_line))
    left, right = body.left() + m.pad_s, body.right() - m.pad_s
    middle = body.center().y()
    font = ui_font(m.font_body, weight=QFont.Weight.DemiBold)
    if look.eye:
        eye = eye_rect(plate).adjusted(ring, ring, -ring, -ring)
        if look.looking:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("legal"))
            painter.drawRoundedRect(eye.adjusted(2, 2, -2, -2), m.radius_s, m.radius_s)
        colour: QColor | str = QColor(20, 14, 8) if look.looking else ink_role
        paint_icon(painter, hub, "eye" if look.looking else "eye-off", eye.center(), side, colour, dpr)
        right = eye.left()
    if look.order:
        order = order_rect(plate, eye=look.eye)
        paint_icon(painter, hub, "sort", order.center(), side, ink_role, dpr)
        right = order.left()
    token = side * 1.24
    step = token + m.pad_s - m.pad_xs
    signs = (side + m.pad_xs) * (look.waited + look.gm)
    # The name counts more than everything that is told elsewhere, too.
    least = left + signs + least_width(look.name, font, m.font_least)
    number = "" if look.count is None else str(look.count)
    wide = text_width(number, font)
    card_high = min(side * 0.82, body.height() * 0.5)
    card = QRectF(0, 0, card_high * CARD_RATIO, card_high)
    # Cards that are face up can be counted.
    if number and not (look.order and right - wide - card.width() - 2 * m.pad_s < least):
        write_line(
            painter,
            QRectF(right - wide - 1, body.top(), wide + 2, body.height()),
            number,
            font,
            ink,
            Align.AlignRight,
            least=m.font_least,
        )
        right -= wide + m.pad_s
        before_card = right - card.width() - m.pad_s
        # A seat that the table waits for needs its number, the key to look at the hand, more than the sign of a card.
        if not (look.waited and before_card < least + step <= right):
            card.moveCenter(QPointF(right - card.width() / 2, middle))
            painter.setPen(QPen(ink, max(1.0, m.hair * 0.9)))
            painter.setBrush(theme.colour("back"))
            painter.drawRoundedRect(card, 2, 2)
            right = before_card
    if look.lit:
        painter.setPen(QPen(theme.colour("legal"), m.ring * 1.5))
        painter.setBrush(theme.colour("legal", 0.20))
        painter.drawRoundedRect(body, m.radius, m.radius)
        if right - side - m.pad_s - token >= least:
            paint_icon(painter, hub, "hand", QPointF(right - side / 2, middle), side, ink_role, dpr)
            right -= side + m.pad_s
    if right - step >= least:
        paint_seat_badge(painter, QRectF(left - m.pad_xs, middle - token / 2, token, token), look.index)
        left, least = left + step, least + step
    if look.portrait is not None and right - step >= least:
        face = QRectF(left - m.pad_xs, middle - token / 2, token, token)
        paint_medallion(painter, face, MedallionLook("", look.index, look.portrait), theme, m)
        left += step
    if look.waited:  # a sign, so that the turn is not shown by colour alone
        paint_icon(painter, hub, "hourglass", QPointF(left + side / 2, middle), side, ink_role, dpr)
        left += side + m.pad_xs
    if look.gm:
        paint_icon(painter, hub, "crown", QPointF(left + side / 2, middle), side, ink_role, dpr)
        left += side + m.pad_xs
    room = QRectF(left, body.top(), max(0.0, right - left), body.height())
    write_line(painter, room, look.name, font, ink, least=m.font_least)


def plate_ground(theme: Theme, *, waited: bool, active: bool) -> str:
    """Return the name of the colour that fills a plate; the colour of its letters has the same name with `on_`.

    With high contrast only a seat that the table waits for is filled, because there the selection is as bright.
    """
    if waited:
        return "accent"
    return "selection" if active and theme.look is not Appearance.HIGH_CONTRAST else "plate"


def _plaque(
    painter: QPainter, body: QRectF, theme: Theme, m: UiMetrics, ground: str, *, waited: bool, active: bool
) -> None:
    plain, radius = theme.look is Appearance.HIGH_CONTRAST, m.radius
    if not plain:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 70))
        painter.drawRoundedRect(body.translated(0, 2), radius, radius)
    fill = theme.colour(ground)
    shade = QLinearGradient(body.topLeft(), body.bottomLeft())
    shade.setColorAt(0, fill if plain else fill.lighter(112))
    shade.setColorAt(1, fill if plain else fill.darker(108))
    painter.setBrush(shade)
    painter.setPen(QPen(theme.colour("legal" if waited else "inlay"), 3.0 if waited else 1.5))
    painter.drawRoundedRect(body, radius, radius)
    if active:  # a second line within, visible without colour
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour(f"on_{ground}", 0.8), max(1.0, m.hair)))
        painter.drawRoundedRect(body.adjusted(3, 3, -3, -3), max(1.0, radius - 2.0), max(1.0, radius - 2.0))
