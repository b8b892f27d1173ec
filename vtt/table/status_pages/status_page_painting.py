"""Painting of status pages: the panel's frame, and the rows of a page."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen

from engine.presentation.status_pages import ProgressBox
from vtt.table.status_pages.status_page_elements import (
    BoxesElement,
    ButtonElement,
    IconElement,
    StatusPageElement,
    StatusPageRow,
    TextElement,
)
from vtt.table.status_pages.status_page_text import FILLS, FontSpec, line_height
from vtt.widgets.look.colour_palette import Appearance, contrast
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_metrics import UiMetrics

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_MIDDLE = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine


def paint_frame(painter: QPainter, rect: QRectF, theme: Theme, m: UiMetrics) -> None:
    """Draw the panel's board in a wooden frame with a fine inlay."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    plain = theme.look is Appearance.HIGH_CONTRAST
    wood = frame_width(m)
    painter.setPen(Qt.PenStyle.NoPen)
    if plain:
        painter.setBrush(theme.colour("outline"))
    else:
        fall = QLinearGradient(rect.topLeft(), rect.bottomLeft())
        fall.setColorAt(0.0, theme.colour("rail_light"))
        fall.setColorAt(0.12, theme.colour("rail"))
        fall.setColorAt(1.0, theme.colour("rail_dark"))
        painter.setBrush(fall)
    painter.drawRoundedRect(rect, m.radius_l, m.radius_l)
    board = rect.adjusted(wood, wood, -wood, -wood)
    painter.setBrush(theme.colour("surface"))
    painter.setPen(QPen(theme.colour("inlay"), max(1.0, m.hair * 1.2)))
    painter.drawRoundedRect(board, m.radius, m.radius)


def frame_width(m: UiMetrics) -> int:
    """Return the width of the frame."""
    return max(4, round(m.pad_s * 0.9))


def paint_row(
    painter: QPainter,
    row: StatusPageRow,
    width: float,
    hub: ThemeHub,
    m: UiMetrics,
    dpr: float,
    *,
    ruled: bool,
    hovered: ButtonElement | None,
    down: bool,
) -> None:
    """Draw a row with its corner at the painter's origin.

    Args:
        painter: the painter.
        row: the row.
        width: of the page.
        hub: theme and icons.
        m: every length.
        dpr: device pixel ratio.
        ruled: whether a line separates it from the row above.
        hovered: the button of this row under the pointer.
        down: whether that is pressed.
    """
    theme = hub.theme
    if row.kind == "group":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(QRectF(m.pad_xs, 1, width - 2 * m.pad_xs, row.height - 2), m.radius_s, m.radius_s)
    elif ruled:
        painter.setPen(QPen(theme.colour("line"), m.hair))
        painter.drawLine(QPointF(m.pad_m, 0), QPointF(width - m.pad_m, 0))
    for element in row.elements:
        paint_element(painter, element, hub, m, dpr, lit=element is hovered, down=down and element is hovered)


def paint_element(
    painter: QPainter, element: StatusPageElement, hub: ThemeHub, m: UiMetrics, dpr: float, *, lit: bool, down: bool
) -> None:
    """Draw one element of a row."""
    match element:
        case TextElement():
            _paint_text(painter, element, hub.theme, m)
        case IconElement():
            size = round(element.rect.width())
            painter.drawPixmap(element.rect.topLeft(), hub.pixmap(element.name, size, role=element.role, dpr=dpr))
        case BoxesElement():
            painter.setFont(FontSpec(max(8, round(element.box_size * 0.62)), bold=True).font)
            for number, box in enumerate(element.boxes):
                _paint_box(painter, element.box_rect(number), box, hub.theme, m)
        case ButtonElement() if element.button.shows is not None:
            _paint_odds(painter, element, hub.theme, m, lit=lit, down=down)
        case ButtonElement():
            _paint_button(painter, element, hub.theme, m, lit=lit, down=down)
        case _:
            assert_never(element)


def _paint_text(painter: QPainter, text: TextElement, theme: Theme, m: UiMetrics) -> None:
    painter.setFont(text.font_spec.font)
    painter.setPen(theme.colour(text.role))
    high = line_height(text.font_spec)
    for number, words in enumerate(text.lines):
        line = QRectF(text.rect.left(), text.rect.top() + number * high, text.rect.width() + 2, high)
        painter.drawText(line, int(_LEFT), words)
    if text.has_details:  # the tooltip has more
        pen = QPen(theme.colour("outline"), max(1.0, m.hair), Qt.PenStyle.DotLine)
        painter.setPen(pen)
        low = text.rect.bottom() - 0.5
        painter.drawLine(QPointF(text.rect.left(), low), QPointF(text.rect.right(), low))


def _paint_box(painter: QPainter, rect: QRectF, box: ProgressBox, theme: Theme, m: UiMetrics) -> None:
    edge = max(1.2, m.hair * 1.4)
    inner = rect.adjusted(edge / 2, edge / 2, -edge / 2, -edge / 2)
    fill = FILLS.get(box.tone, "accent")
    painter.setPen(QPen(theme.colour("outline"), edge))
    painter.setBrush(theme.colour(fill if box.filled else "sunken"))
    painter.drawRoundedRect(inner, m.radius_s, m.radius_s)
    ink = QColor(_ink_on(str(getattr(theme.colours, fill)))) if box.filled else theme.colour("muted")
    painter.setPen(ink)
    if box.mark:
        painter.drawText(rect, int(_MIDDLE), box.mark)
    elif box.filled:  # filled boxes are visible without colour
        pen = QPen(ink, max(1.2, rect.width() * 0.09))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        by = rect.width() * 0.3
        cross = rect.adjusted(by, by, -by, -by)
        painter.drawLine(cross.topLeft(), cross.bottomRight())
        painter.drawLine(cross.topRight(), cross.bottomLeft())


@lru_cache(maxsize=64)
def _ink_on(fill: str) -> str:
    return max(("#17130f", "#ffffff"), key=lambda ink: contrast(ink, fill))


def _paint_button(
    painter: QPainter, button: ButtonElement, theme: Theme, m: UiMetrics, *, lit: bool, down: bool
) -> None:
    can, main = not button.button.why, button.button.main and not button.button.why
    if main:
        fill, edge, ink = "accent", "accent", "on_accent"
    elif can:
        fill, edge, ink = "raised", "outline", "text"
    else:
        fill, edge, ink = "surface", "line", "disabled"
    if can and (lit or down):
        fill = ("accent_down" if main else "sunken") if down else ("accent_hover" if main else "surface")
        edge = "accent"
    rect = button.rect.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(theme.colour(edge), m.hair, Qt.PenStyle.SolidLine if can else Qt.PenStyle.DashLine))
    painter.setBrush(theme.colour(fill))
    painter.drawRoundedRect(rect, m.radius, m.radius)
    painter.setFont(button.font_spec.font)
    painter.setPen(theme.colour(ink))
    painter.drawText(button.rect.adjusted(0, 0, -button.odds_room, 0), int(_MIDDLE), button.words)


def _paint_odds(painter: QPainter, odds: ButtonElement, theme: Theme, m: UiMetrics, *, lit: bool, down: bool) -> None:
    """Draw odds inside their button, after a fine line."""
    ink = "on_accent" if odds.button.main else "text"
    rect = odds.rect.adjusted(1, 2, -2, -2)
    if lit or down:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(ink, 0.2 if down else 0.1))
        painter.drawRoundedRect(rect, m.radius_s, m.radius_s)
    painter.setPen(QPen(theme.colour(ink, 0.4), m.hair))
    painter.drawLine(rect.topLeft(), rect.bottomLeft())
    painter.setFont(odds.font_spec.font)
    painter.setPen(theme.colour(ink))
    painter.drawText(odds.rect, int(_MIDDLE), odds.words)


def paint_ring(painter: QPainter, rect: QRectF, theme: Theme, m: UiMetrics) -> None:
    """Draw the focus ring around a stop."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.colour("focus"), m.ring))
    out = m.ring
    painter.drawRoundedRect(rect.adjusted(-out, -out, out, out), m.radius_s + out, m.radius_s + out)
