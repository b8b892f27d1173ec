"""Painting of a station besides cards: slots, bodies, tokens. No state is shown by colour alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from vtt.shared.card_faces.card_face_cache import corner_radius
from vtt.shared.fitted_text import Align, break_into_lines, least_width, text_width, write_line, write_shaded_line
from vtt.shared.screen_names import number_words
from vtt.table.painting.icon_painting import paint_icon
from vtt.table.painting.pile_painting import paint_stitched_outline
from vtt.table.stations.station_header_layout import BodyTileNeed
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_fonts import title_font, ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

_STATES: Final = {"out": "skull", "acts": "flag", "acted": "check"}
_AIMS: Final = {"forced": "warning", "added": "plus", "aimed": "target", "chosen": "check"}
_GREYED: Final = 0.45


@dataclass(frozen=True, slots=True)
class BodyTileLook:
    """The contents of a body's tile: `aim` as in `SideView.aim`, or `chosen`; `harm` is the card's effect on it."""

    name: str
    value: int | None
    most: int | None
    state: str
    aim: str = ""
    harm: str = ""
    ally: bool = False
    """It is on the side of the one who aims."""
    alone: bool = False
    """It is the only one of its character, so its Health is shown in full."""
    first: str = ""
    """The first name, for a tile without room for the whole one; empty if another body beside it has the same."""


@dataclass(frozen=True, slots=True)
class TokenLook:
    """The contents of a token, in full and for little room; `warns` marks an error."""

    sign: str
    label: str
    warns: bool = False
    brief: str = ""


def paint_station_panel(painter: QPainter, area: QRectF, theme: Theme, m: UiMetrics, *, acts: bool) -> None:
    """Draw a station's cloth; the one that acts has a bright edge."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("cloth_shade", 0.30))
    painter.drawRoundedRect(area, m.radius_l, m.radius_l)
    if acts:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("legal"), m.ring * 1.2))
        edge = m.ring * 0.6
        painter.drawRoundedRect(area.adjusted(edge, edge, -edge, -edge), m.radius_l, m.radius_l)


def paint_slot_place(
    painter: QPainter, slot: QRectF, number: str, state: str, hub: ThemeHub, m: UiMetrics, dpr: float, *, lit: bool
) -> None:
    """Draw an empty slot with a large number; ticked after its card was played, crossed out when it is lost."""
    theme = hub.theme
    corner = corner_radius(slot.height())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("cloth_shade", 0.45))
    painter.drawRoundedRect(slot, corner, corner)
    inner = slot.adjusted(m.ring, m.ring, -m.ring, -m.ring)
    if state == "played":
        paint_icon(painter, hub, "check", slot.center(), slot.width() * 0.5, "muted_on_cloth", dpr)
        return
    paint_stitched_outline(painter, inner, theme, m, corner, lit=lit)
    font = title_font(max(9, int(slot.height() * 0.42)), weight=QFont.Weight.Bold)
    if len(number) > 2:
        font = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    write_line(painter, slot, number, font, theme.colour("muted_on_cloth", 0.8), Align.AlignHCenter, least=m.font_least)
    if state == "now":
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("legal"), m.ring))
        painter.drawRoundedRect(inner, corner, corner)
    elif state == "struck":
        paint_struck_slot(painter, slot, theme, m)


def paint_struck_slot(painter: QPainter, slot: QRectF, theme: Theme, m: UiMetrics) -> None:
    """Cross a slot out."""
    for colour, wide in ((QColor(0, 0, 0, 150), m.ring * 3.0), (theme.colour("danger_fill"), m.ring * 1.8)):
        pen = QPen(colour, wide)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        inner = slot.adjusted(m.pad_s, m.pad_s, -m.pad_s, -m.pad_s)
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())


def slot_tag(slot: QRectF, m: UiMetrics) -> QRectF:
    """Return the room of a covered slot's number: at its lower right corner, where a card has least text."""
    side = min(m.font_body * 1.5, max(slot.height() * 0.26, m.least_line * 1.1))
    return QRectF(slot.right() - side * 0.85, slot.bottom() - side * 0.85, side, side)


def over_tag(slot: QRectF, m: UiMetrics) -> QRectF:
    """Return the room of the mark of a slot of the next round."""
    high = min(m.font_small * 1.5, max(slot.height() * 0.22, m.least_line))
    return QRectF(slot.left() + 2, slot.bottom() - high - 2, slot.width() - 4, high)


def paint_span(painter: QPainter, room: QRectF, theme: Theme, m: UiMetrics) -> None:
    """Draw the band under a card that covers several slots."""
    corner = corner_radius(room.height())
    painter.setPen(QPen(theme.colour("inlay"), m.ring))
    painter.setBrush(theme.colour("plate", 0.75))
    painter.drawRoundedRect(room.adjusted(1, 1, -1, -1), corner, corner)


def paint_slot_tag(painter: QPainter, tag: QRectF, number: str, state: str, theme: Theme, m: UiMetrics) -> None:
    """Draw the number of a slot with a card in it."""
    now = state == "now"
    painter.setPen(QPen(theme.colour("legal" if now else "inlay"), m.ring if now else max(1.0, m.hair)))
    painter.setBrush(theme.colour("selection" if now else "plate"))
    painter.drawRoundedRect(tag.adjusted(1, 1, -1, -1), tag.height() / 2, tag.height() / 2)
    font = ui_font(max(m.font_least, int(tag.height() * 0.62)), weight=QFont.Weight.Bold)
    ink = theme.colour("on_selection" if now else "on_plate")
    write_line(painter, tag, number, font, ink, Align.AlignHCenter, least=m.font_least)


def paint_body_tile(
    painter: QPainter, rect: QRectF, look: BodyTileLook, hub: ThemeHub, m: UiMetrics, dpr: float
) -> None:
    """Draw a body: its name, its Health as a number and as a bar, its state, and the effect of the card in play."""
    theme = hub.theme
    body = rect.adjusted(1, 1, -1, -1)
    painter.setOpacity(_GREYED if look.aim == "barred" else 1.0)
    painter.setPen(_edge_of(look, theme, m))
    ground = "accent" if look.aim in ("chosen", "aimed") else "plate"
    painter.setBrush(theme.colour(ground))
    painter.drawRoundedRect(body, m.radius_s, m.radius_s)
    ink_role = f"on_{ground}"
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
    bold, number = _bold(m), _number_font(look, m)
    name = text_width(look.name, bold)
    step = side + m.pad_xs * 0.6
    needed = _fixed_width(look, m) - 2 * m.pad_xs + least_width(look.name, bold, m.font_least)
    for sign in (_AIMS.get(look.aim), _state_sign(look)):
        free = right - left - step - needed + (step if look.aim in _AIMS else 0.0)
        comes_first = look.state == "out" or sign == _AIMS.get(look.aim)  # else the name does
        if sign is not None and (comes_first or free >= 0):
            paint_icon(painter, hub, sign, QPointF(left + side / 2, body.center().y()), side, ink_role, dpr)
            left += step
    if look.harm:
        wide = min((right - left) * 0.5, _badge_width(look, m))
        badge = QRectF(right - wide, body.top() + 2, wide, body.height() - 3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("danger_fill"))
        painter.drawRoundedRect(badge, m.radius_s, m.radius_s)
        write_line(painter, badge, look.harm, number, theme.colour("on_danger"), Align.AlignHCenter, least=m.font_least)
        right = badge.left() - m.pad_xs * 0.6
    if look.value is not None:
        words = _health_on(look)
        if (
            least_width(look.name, bold, m.font_least) + text_width(words, number) + 2 > right - left
        ):  # the name matters more than the original Health
            words = _health_on(look, brief=True)
        wide = min((right - left) * 0.62, text_width(words, number) + 2)
        where = QRectF(right - wide, body.top(), wide, body.height())
        write_line(painter, where, words, number, ink, Align.AlignRight, least=m.font_least)
        right = where.left() - 2
        if right - left > side * 2.2 + name:
            paint_icon(painter, hub, "heart", QPointF(right - side / 2, body.center().y()), side * 0.9, ink_role, dpr)
            right -= side + 2
    font = QFont(bold)
    font.setStrikeOut(look.state == "out")
    room = QRectF(left, body.top(), max(0.0, right - left), body.height())
    fitting = (name for name in (look.name, look.first) if least_width(name, bold, m.font_least) <= room.width())
    words = next(filter(None, fitting), "" if look.state == "out" else look.name)
    write_line(painter, room, words, font, ink, least=m.font_least)
    painter.setOpacity(1.0)


def _edge_of(look: BodyTileLook, theme: Theme, m: UiMetrics) -> QPen:
    """Return a body's frame: bright for a possible target, broken and dull for one to avoid."""
    if look.ally and look.aim in ("open", "forced"):
        pen = QPen(theme.colour("legal", 0.6), m.ring * 0.8)
        pen.setDashPattern([2.0, 2.0])
        return pen
    if look.aim in ("open", "forced", "chosen", "aimed", "added") or look.state == "acts":
        return QPen(theme.colour("legal"), m.ring * 1.3)
    return QPen(theme.colour("inlay"), max(1.0, m.hair))


def _state_sign(look: BodyTileLook) -> str | None:
    """Return the sign of a body's state: while targets are chosen, a tick says that a body is one, and nothing else."""
    return None if look.aim and look.state == "acted" else _STATES.get(look.state)


def _sign_width(m: UiMetrics) -> float:
    return m.icon_s + m.pad_xs * 0.6


def _health_on(look: BodyTileLook, *, brief: bool = False) -> str:
    if look.value is None:
        return ""
    return number_words(look.value, look.most if look.alone and not brief else None)


def _badge_width(look: BodyTileLook, m: UiMetrics) -> float:
    return text_width(look.harm, _number_font(look, m)) + m.pad_s


def _bold(m: UiMetrics) -> QFont:
    return ui_font(m.font_body, weight=QFont.Weight.Bold)


def _number_font(look: BodyTileLook, m: UiMetrics) -> QFont:
    """Return the font of numbers: smaller where several bodies are in a row, so that their names have room."""
    return _bold(m) if look.alone else ui_font(m.font_small, weight=QFont.Weight.Bold)


def _fixed_width(look: BodyTileLook, m: UiMetrics) -> float:
    """Return the width of everything on a tile that is never left out, without the name."""
    wide = 6.0 + 2 * m.pad_xs + (_sign_width(m) if look.aim in _AIMS or look.state == "out" else 0.0)
    wide += _badge_width(look, m) + m.pad_xs * 0.6 if look.harm else 0.0
    if look.value is not None:
        wide += text_width(_health_on(look, brief=True), _number_font(look, m)) + 2
    return wide


def body_tile_need(look: BodyTileLook, m: UiMetrics) -> BodyTileNeed:
    """Return the width that a body's tile needs."""
    spare = _sign_width(m) if look.state != "out" and _state_sign(look) is not None else 0.0
    if look.value is not None:
        number = _number_font(look, m)
        spare += text_width(_health_on(look), number) - text_width(_health_on(look, brief=True), number)
    return BodyTileNeed(_fixed_width(look, m), text_width(look.name, _bold(m)), spare, fallen=look.state == "out")


def _token_width(label: str, m: UiMetrics) -> float:
    wide = text_width(label, ui_font(m.font_small, weight=QFont.Weight.DemiBold)) + m.pad_xs if label else 0.0
    return m.icon_s + m.pad_s + wide


def tokens_width(looks: tuple[TokenLook, ...], m: UiMetrics) -> tuple[float, float]:
    """Return the width of all tokens side by side: with their words, and with the fewest possible."""
    gap = float(m.pad_xs)
    whole = sum(_token_width(look.label, m) + gap for look in looks)
    return whole, sum(_token_width(look.brief, m) + gap for look in looks)


def lay_tokens(looks: tuple[TokenLook, ...], room: QRectF, m: UiMetrics) -> tuple[tuple[QRectF, str], ...]:
    """Return the place of each token and its words; a sign alone where words have no room."""
    gap = float(m.pad_xs)
    high = min(room.height(), m.font_small * 1.7)
    labels = [look.label for look in looks]
    for number in reversed(range(len(looks))):
        if sum(_token_width(label, m) + gap for label in labels) - gap <= room.width():
            break
        labels[number] = looks[number].brief
    left, placed = room.left(), []
    for label in labels:
        wide = max(0.0, min(_token_width(label, m), room.right() - left))
        placed.append((QRectF(left, room.top() + (min(room.height(), high * 1.1) - high) / 2, wide, high), label))
        left += wide + gap
    return tuple(placed)


def tokens_that_fit(label: str, wide: float, m: UiMetrics) -> str:
    """Return a token's words if they have room on a tile of this width, else the first of them, else none."""
    room = wide - _token_width("", m) - m.pad_xs
    font = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    return next((words for words in (label, label.split(" ")[0]) if least_width(words, font, m.font_least) <= room), "")


def card_token_lines(label: str, wide: float, m: UiMetrics) -> tuple[str, ...]:
    """Return a token's words without a sign in one or two lines of a card's width; empty if they do not fit."""
    font = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    lines = break_into_lines(label, font, wide - m.pad_s, 2)
    fits = " ".join(lines) == label and all(least_width(line, font, m.font_least) <= wide - m.pad_s for line in lines)
    return lines if fits else ()


def paint_token(
    painter: QPainter, rect: QRectF, look: TokenLook, label: str, hub: ThemeHub, m: UiMetrics, dpr: float
) -> None:
    """Draw a token: a sign and a word, or two lines of words without a sign."""
    theme = hub.theme
    if rect.width() < 4:
        return
    body = rect.adjusted(1, 1, -1, -1)
    painter.setPen(QPen(theme.colour("legal" if look.warns else "inlay"), m.ring if look.warns else max(1.0, m.hair)))
    painter.setBrush(theme.colour("danger_fill" if look.warns else "plate"))
    role = "on_danger" if look.warns else "on_plate"
    font = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    if not look.sign:
        painter.drawRoundedRect(body, m.radius_s, m.radius_s)
        lines = label.split("\n")
        for number, line in enumerate(lines):
            high = body.height() / len(lines)
            where = QRectF(body.left(), body.top() + high * number, body.width(), high)
            write_line(painter, where, line, font, theme.colour(role), Align.AlignHCenter, least=m.font_least)
        return
    painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
    side = min(float(m.icon_s), body.height() * 0.74, body.width())
    sign = "warning" if look.warns else look.sign
    paint_icon(painter, hub, sign, QPointF(body.left() + m.pad_xs + side / 2, body.center().y()), side, role, dpr)
    if label:
        left = body.left() + m.pad_xs + side + 2
        where = QRectF(left, body.top(), body.right() - left - m.pad_xs, body.height())
        write_line(painter, where, label, font, theme.colour(role), least=m.font_least)


def station_line_fits(words: str, wide: float, m: UiMetrics) -> bool:
    """Return whether a line can be written in full."""
    return least_width(words, ui_font(m.font_small, weight=QFont.Weight.DemiBold), m.font_least) <= wide


def paint_station_line(
    painter: QPainter, rect: QRectF, words: str, theme: Theme, m: UiMetrics, *, strong: bool = False
) -> None:
    """Write a line on the cloth."""
    font = ui_font(m.font_small, weight=QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
    ink = theme.colour("on_cloth" if strong else "muted_on_cloth")
    write_shaded_line(painter, rect, words, font, ink, QColor(0, 0, 0, 110), Align.AlignLeft, least=m.font_least)
