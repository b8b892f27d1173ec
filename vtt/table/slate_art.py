"""How the slate looks: its frame, and the rows of a ledger upon it."""

from __future__ import annotations

from typing import assert_never

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen

from engine.play.ledgers import Box
from vtt.table.slate_pieces import Button, Piece, Row, Sign, Squares, Text
from vtt.table.slate_words import FILLS, Face, line_height
from vtt.widgets.metrics import Metrics
from vtt.widgets.palette import Look, contrast
from vtt.widgets.theme import Theme, ThemeHub

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_MIDDLE = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine


def paint_frame(painter: QPainter, rect: QRectF, theme: Theme, m: Metrics) -> None:
    """Draw the slate itself: a board in a wooden frame with a fine inlay."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    plain = theme.look is Look.HIGH_CONTRAST
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


def frame_width(m: Metrics) -> int:
    """Return how broad the frame is."""
    return max(4, round(m.pad_s * 0.9))


def paint_row(
    painter: QPainter,
    row: Row,
    width: float,
    hub: ThemeHub,
    m: Metrics,
    dpr: float,
    *,
    ruled: bool,
    hovered: Button | None,
    down: bool,
) -> None:
    """Draw a row whose corner is the painter's origin.

    Args:
        painter: what draws.
        row: what is drawn.
        width: of the page.
        hub: theme and icons.
        m: how large everything is.
        dpr: device pixel ratio.
        ruled: whether a line parts it from the row above.
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
    for piece in row.pieces:
        paint_piece(painter, piece, hub, m, dpr, lit=piece is hovered, down=down and piece is hovered)


def paint_piece(
    painter: QPainter, piece: Piece, hub: ThemeHub, m: Metrics, dpr: float, *, lit: bool, down: bool
) -> None:
    """Draw one thing of a row."""
    match piece:
        case Text():
            _paint_text(painter, piece, hub.theme, m)
        case Sign():
            size = round(piece.rect.width())
            painter.drawPixmap(piece.rect.topLeft(), hub.pixmap(piece.name, size, role=piece.role, dpr=dpr))
        case Squares():
            painter.setFont(Face(max(8, round(piece.side * 0.62)), bold=True).font)
            for number, box in enumerate(piece.boxes):
                _paint_box(painter, piece.place(number), box, hub.theme, m)
        case Button():
            _paint_button(painter, piece, hub.theme, m, lit=lit, down=down)
        case _:
            assert_never(piece)


def _paint_text(painter: QPainter, text: Text, theme: Theme, m: Metrics) -> None:
    painter.setFont(text.face.font)
    painter.setPen(theme.colour(text.role))
    high = line_height(text.face)
    for number, words in enumerate(text.lines):
        line = QRectF(text.rect.left(), text.rect.top() + number * high, text.rect.width() + 2, high)
        painter.drawText(line, int(_LEFT), words)
    if text.told:  # whoever rests there is told more
        pen = QPen(theme.colour("outline"), max(1.0, m.hair), Qt.PenStyle.DotLine)
        painter.setPen(pen)
        low = text.rect.bottom() - 0.5
        painter.drawLine(QPointF(text.rect.left(), low), QPointF(text.rect.right(), low))


def _paint_box(painter: QPainter, rect: QRectF, box: Box, theme: Theme, m: Metrics) -> None:
    edge = max(1.2, m.hair * 1.4)
    inner = rect.adjusted(edge / 2, edge / 2, -edge / 2, -edge / 2)
    fill = FILLS.get(box.tone, "accent")
    painter.setPen(QPen(theme.colour("outline"), edge))
    painter.setBrush(theme.colour(fill if box.filled else "sunken"))
    painter.drawRoundedRect(inner, m.radius_s, m.radius_s)
    ink = _ink_on(str(getattr(theme.colours, fill)), theme) if box.filled else theme.colour("muted")
    painter.setPen(ink)
    if box.mark:
        painter.drawText(rect, int(_MIDDLE), box.mark)
    elif box.filled:  # filled is seen by more than the colour
        pen = QPen(ink, max(1.2, rect.width() * 0.09))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        by = rect.width() * 0.3
        cross = rect.adjusted(by, by, -by, -by)
        painter.drawLine(cross.topLeft(), cross.bottomRight())
        painter.drawLine(cross.topRight(), cross.bottomLeft())


def _ink_on(fill: str, theme: Theme) -> QColor:
    return QColor(max(("#17130f", "#ffffff"), key=lambda ink: contrast(ink, fill)))


def _paint_button(painter: QPainter, button: Button, theme: Theme, m: Metrics, *, lit: bool, down: bool) -> None:
    can, main = not button.knob.why, button.knob.main and not button.knob.why
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
    painter.setFont(button.face.font)
    painter.setPen(theme.colour(ink))
    painter.drawText(button.rect, int(_MIDDLE), button.words)


def paint_ring(painter: QPainter, rect: QRectF, theme: Theme, m: Metrics) -> None:
    """Draw the ring of the keyboard round a stop."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.colour("focus"), m.ring))
    out = m.ring
    painter.drawRoundedRect(rect.adjusted(-out, -out, out, out), m.radius_s + out, m.radius_s + out)
