"""Draws what stands at the place of one character besides cards: slots, bodies, tokens; no state by colour alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from vtt.table.faces import corner_radius
from vtt.table.picture import Align, width_of, write, write_shaded
from vtt.table.pile import stitched
from vtt.widgets.fonts import title_font, ui_font
from vtt.widgets.metrics import Metrics
from vtt.widgets.theme import Theme, ThemeHub

_STATES: Final = {"out": "skull", "acts": "flag", "acted": "check"}
_AIMS: Final = {"forced": "warning", "added": "plus", "aimed": "target", "chosen": "check"}
_GREYED: Final = 0.45
_ROOMY: Final = 8.0
"""How wide a body is that tells everything, in letters of the text."""
_SQUEEZE: Final = 0.75
"""How small the letters of a line may become before it is cut."""


@dataclass(frozen=True, slots=True)
class BodyLook:
    """What a body shows: `aim` as in `SideView.aim`, or `chosen`; `harm` is what the card in play would do to it."""

    name: str
    value: int | None
    most: int | None
    state: str
    aim: str = ""
    harm: str = ""


@dataclass(frozen=True, slots=True)
class TokenLook:
    """What a token shows; `warns` where something is wrong."""

    sign: str
    label: str
    warns: bool = False


def paint_panel(painter: QPainter, area: QRectF, theme: Theme, m: Metrics, *, acts: bool) -> None:
    """Draw the cloth of a place; that of whoever acts has a bright edge."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("cloth_shade", 0.30))
    painter.drawRoundedRect(area, m.radius_l, m.radius_l)
    if acts:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("legal"), m.ring * 1.2))
        edge = m.ring * 0.6
        painter.drawRoundedRect(area.adjusted(edge, edge, -edge, -edge), m.radius_l, m.radius_l)


def paint_slot_place(
    painter: QPainter, slot: QRectF, number: str, state: str, theme: Theme, m: Metrics, *, lit: bool
) -> None:
    """Draw an empty slot with its number large in it; one that is lost is crossed out."""
    corner = corner_radius(slot.height())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("cloth_shade", 0.45))
    painter.drawRoundedRect(slot, corner, corner)
    inner = slot.adjusted(m.ring, m.ring, -m.ring, -m.ring)
    stitched(painter, inner, theme, m, corner, lit=lit)
    font = title_font(max(9, int(slot.height() * 0.42)), weight=QFont.Weight.Bold)
    if len(number) > 2:
        font = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    write(painter, slot, number, font, theme.colour("muted_on_cloth", 0.8), Align.AlignHCenter, squeeze=0.5)
    if state == "now":
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("legal"), m.ring))
        painter.drawRoundedRect(inner, corner, corner)
    elif state == "struck":
        paint_struck(painter, slot, theme, m)


def paint_struck(painter: QPainter, slot: QRectF, theme: Theme, m: Metrics) -> None:
    """Cross a slot out."""
    for colour, wide in ((QColor(0, 0, 0, 150), m.ring * 3.0), (theme.colour("danger_fill"), m.ring * 1.8)):
        pen = QPen(colour, wide)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        inner = slot.adjusted(m.pad_s, m.pad_s, -m.pad_s, -m.pad_s)
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())


def slot_tag(slot: QRectF, m: Metrics) -> QRectF:
    """Return where the number of a covered slot stands: on its lower right corner, where a card says least."""
    side = min(m.font_body * 1.5, slot.height() * 0.26)
    return QRectF(slot.right() - side * 0.85, slot.bottom() - side * 0.85, side, side)


def over_tag(slot: QRectF, m: Metrics) -> QRectF:
    """Return where it stands that a slot is one of the next round."""
    high = min(m.font_small * 1.5, slot.height() * 0.22)
    return QRectF(slot.left() + 2, slot.bottom() - high - 2, slot.width() - 4, high)


def paint_span(painter: QPainter, room: QRectF, theme: Theme, m: Metrics) -> None:
    """Draw the band under a card that covers several slots."""
    corner = corner_radius(room.height())
    painter.setPen(QPen(theme.colour("inlay"), m.ring))
    painter.setBrush(theme.colour("plate", 0.75))
    painter.drawRoundedRect(room.adjusted(1, 1, -1, -1), corner, corner)


def paint_slot_tag(painter: QPainter, tag: QRectF, number: str, state: str, theme: Theme, m: Metrics) -> None:
    """Draw the number of a slot in which a card lies."""
    now = state == "now"
    painter.setPen(QPen(theme.colour("legal" if now else "inlay"), m.ring if now else max(1.0, m.hair)))
    painter.setBrush(theme.colour("selection" if now else "plate"))
    painter.drawRoundedRect(tag.adjusted(1, 1, -1, -1), tag.height() / 2, tag.height() / 2)
    font = ui_font(max(8, int(tag.height() * 0.62)), weight=QFont.Weight.Bold)
    ink = theme.colour("on_selection" if now else "on_plate")
    write(painter, tag, number, font, ink, Align.AlignHCenter, squeeze=0.6)


def paint_body_tile(painter: QPainter, rect: QRectF, look: BodyLook, hub: ThemeHub, m: Metrics, dpr: float) -> None:
    """Draw a body: its name, its Health as a number and as a bar, how it stands, and what would befall it."""
    theme = hub.theme
    body = rect.adjusted(1, 1, -1, -1)
    lit = look.aim in ("open", "forced", "chosen")
    painter.setOpacity(_GREYED if look.aim == "barred" else 1.0)
    edge = "legal" if lit or look.aim in ("aimed", "added") or look.state == "acts" else "inlay"
    painter.setPen(QPen(theme.colour(edge), m.ring * 1.3 if edge == "legal" else max(1.0, m.hair)))
    painter.setBrush(theme.colour("selection" if look.aim in ("chosen", "aimed") else "plate"))
    painter.drawRoundedRect(body, m.radius_s, m.radius_s)
    ink_role = "on_selection" if look.aim in ("chosen", "aimed") else "on_plate"
    ink = theme.colour(ink_role, 0.6 if look.state == "out" else 1.0)
    if look.value is not None and look.most:
        share = max(0.0, min(1.0, look.value / look.most))
        line = QRectF(body.left() + m.pad_xs, body.bottom() - m.pad_xs * 1.6, body.width() - 2 * m.pad_xs, m.pad_xs)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 130))
        painter.drawRoundedRect(line, 1.5, 1.5)
        painter.setBrush(theme.colour("danger_fill"))
        painter.drawRoundedRect(QRectF(line.left(), line.top(), line.width() * share, line.height()), 1.5, 1.5)
        body = body.adjusted(0, 0, 0, -m.pad_xs)
    side = min(m.icon_s, body.height() * 0.72)
    left, right = body.left() + m.pad_xs, body.right() - m.pad_xs
    signs = [sign for sign in (_AIMS.get(look.aim), _STATES.get(look.state)) if sign is not None]
    for sign in signs if body.width() > m.font_body * _ROOMY else signs[:1]:
        _icon(painter, hub, sign, QPointF(left + side / 2, body.center().y()), side, ink_role, dpr)
        left += side + m.pad_xs * 0.6
    bold = ui_font(m.font_body, weight=QFont.Weight.Bold)
    if look.harm:
        wide = min((right - left) * 0.5, width_of(look.harm, bold) + m.pad_s)
        badge = QRectF(right - wide, body.top() + 2, wide, body.height() - 3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("danger_fill"))
        painter.drawRoundedRect(badge, m.radius_s, m.radius_s)
        write(painter, badge, look.harm, bold, theme.colour("on_danger"), Align.AlignHCenter, squeeze=0.7)
        right = badge.left() - m.pad_xs * 0.6
    if look.value is not None:
        roomy = right - left > m.font_body * _ROOMY
        words = f"{look.value}/{look.most}" if roomy and look.most is not None else str(look.value)
        words = words.replace("-", "−")
        wide = min((right - left) * 0.62, width_of(words, bold) + 2)
        where = QRectF(right - wide, body.top(), wide, body.height())
        write(painter, where, words, bold, ink, Align.AlignRight, squeeze=0.7)
        right = where.left() - 2
        if right - left > side * 2.2 + width_of(look.name, bold) * _SQUEEZE:  # the name comes first
            _icon(painter, hub, "heart", QPointF(right - side / 2, body.center().y()), side * 0.9, ink_role, dpr)
            right -= side + 2
    font = QFont(bold)
    font.setStrikeOut(look.state == "out")
    write(
        painter, QRectF(left, body.top(), max(0.0, right - left), body.height()), look.name, font, ink, squeeze=_SQUEEZE
    )
    painter.setOpacity(1.0)


def lay_tokens(looks: tuple[TokenLook, ...], room: QRectF, m: Metrics) -> tuple[tuple[QRectF, bool], ...]:
    """Return the place of each token and whether its words have room; where they have none, its sign stands alone."""
    font, gap, side = ui_font(m.font_small, weight=QFont.Weight.DemiBold), float(m.pad_xs), float(m.icon_s)
    high = min(room.height(), m.font_small * 1.7)
    widths = [side + m.pad_s + (width_of(look.label, font) + m.pad_xs if look.label else 0.0) for look in looks]
    said = [True] * len(looks)
    for number in reversed(range(len(looks))):
        if sum(widths) + gap * (len(widths) - 1) <= room.width():
            break
        if not looks[number].warns:
            widths[number], said[number] = side + m.pad_s, False
    left, found = room.left(), []
    for wide, words in zip(widths, said, strict=True):
        wide = max(0.0, min(wide, room.right() - left))
        found.append((QRectF(left, room.top() + (min(room.height(), high * 1.1) - high) / 2, wide, high), words))
        left += wide + gap
    return tuple(found)


def paint_token(
    painter: QPainter, rect: QRectF, look: TokenLook, hub: ThemeHub, m: Metrics, dpr: float, *, words: bool
) -> None:
    """Draw a token: a sign, and in a word what it is."""
    theme = hub.theme
    if rect.width() < 4:
        return
    body = rect.adjusted(1, 1, -1, -1)
    painter.setPen(QPen(theme.colour("legal" if look.warns else "inlay"), m.ring if look.warns else max(1.0, m.hair)))
    painter.setBrush(theme.colour("danger_fill" if look.warns else "plate"))
    painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
    role = "on_danger" if look.warns else "on_plate"
    side = min(float(m.icon_s), body.height() * 0.74, body.width())
    sign = "warning" if look.warns else look.sign
    _icon(painter, hub, sign, QPointF(body.left() + m.pad_xs + side / 2, body.center().y()), side, role, dpr)
    if words and look.label:
        left = body.left() + m.pad_xs + side + 2
        font = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
        where = QRectF(left, body.top(), body.right() - left - m.pad_xs, body.height())
        write(painter, where, look.label, font, theme.colour(role), squeeze=0.8)


def line_fits(words: str, wide: float, m: Metrics) -> bool:
    """Say whether a line can be written whole."""
    return width_of(words, ui_font(m.font_small, weight=QFont.Weight.DemiBold)) * _SQUEEZE <= wide


def paint_line(painter: QPainter, rect: QRectF, words: str, theme: Theme, m: Metrics, *, strong: bool = False) -> None:
    """Write a line on the cloth."""
    font = ui_font(m.font_small, weight=QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
    ink = theme.colour("on_cloth" if strong else "muted_on_cloth")
    write_shaded(painter, rect, words, font, ink, QColor(0, 0, 0, 110), Align.AlignLeft, squeeze=_SQUEEZE)


def _icon(painter: QPainter, hub: ThemeHub, name: str, middle: QPointF, side: float, role: str, dpr: float) -> None:
    size = max(4, round(side))
    pixmap = hub.pixmap(name, size, role=role, dpr=dpr)
    painter.drawPixmap(QPointF(round(middle.x() - size / 2), round(middle.y() - size / 2)), pixmap)
