"""The texts on the table, on widgets and on paper: every drawn line with its place; and what of a widget is drawn."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from typing import NamedTuple
from unittest.mock import patch

from PySide6.QtCore import QBuffer, QEvent, QIODevice, QObject, QPoint, QPointF, QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QTransform
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from engine.presentation.visibility import VisibleTable
from vtt.table.game_table_view import GameTableView
from vtt.table.items.picture_layer import PictureLayer
from vtt.table.painting import dice_tray_painting, die_painting
from vtt.table.scene.table_scene import TableScene

_GROUP = re.compile(r'<g [^>]*transform="matrix\(([^)]*)\)"[^>]*>(.*?)</g>', re.DOTALL)
_TEXT = re.compile(r'<text [^>]*? x="([-\d.]+)" y="([-\d.]+)"[^>]*? font-size="([\d.]+)"[^>]*>(.*?)</text>', re.DOTALL)
Painted = dict[str, list[str]]


class Line(NamedTuple):
    """A line of text that was drawn, where it begins, and the size of its font in pixels."""

    text: str
    x: float
    y: float
    size: float


class PaintedRegion(QObject):
    """Notes what of a widget is painted from now on."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.region = QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Add the part of each painting."""
        if isinstance(event, QPaintEvent):
            self.region += event.region()
        return False


def lines_of(paint: Callable[[QPainter], None], rect: QRectF) -> list[Line]:
    """Return the lines of text that a function draws into a rectangle, in the order of drawing."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made = QSvgGenerator()
    made.setOutputDevice(buffer)
    made.setViewBox(rect)
    painter = QPainter(made)
    paint(painter)
    painter.end()
    found = []
    for group in _GROUP.finditer(bytes(buffer.data().data()).decode()):
        a, b, c, d, across, down = map(float, group[1].split(","))
        for text in _TEXT.finditer(group[2]):
            x, y, said = float(text[1]), float(text[2]), unescape(text[4]).strip()
            if said:
                size = float(text[3]) * math.hypot(a, b)
                found.append(Line(said, a * x + c * y + across, b * x + d * y + down, size))
    return found


def written_by(paint: Callable[[QPainter], None], rect: QRectF) -> list[str]:
    """Return the words of the lines that a function draws into a rectangle, in the order of drawing."""
    return [line.text for line in lines_of(paint, rect)]


def written_on(widget: QWidget) -> list[str]:
    """Return the lines of text that can be read on a widget and on what is in it, in the order of drawing."""
    return written_by(lambda painter: widget.render(painter, QPoint()), QRectF(widget.rect()))


@contextmanager
def recorded() -> Iterator[dict[str, list[Line]]]:
    """Record the lines on every picture that is put on a table meanwhile."""
    found: dict[str, list[Line]] = {}
    put = PictureLayer.picture

    def picture(
        canvas: PictureLayer,
        name: str,
        key: object,
        rect: QRectF,
        paint: Callable[[QPainter], None],
        z: float,
        way: QTransform | None = None,
        alike: str = "",
    ) -> None:
        lines = lines_of(paint, rect)
        found[name] = [_moved(line, way) for line in lines] if way is not None else lines
        put(canvas, name, key, rect, paint, z, way, alike)

    # A die is drawn on an image that is kept, of which no text could be read.
    with (
        patch.object(PictureLayer, "picture", picture),
        patch.object(dice_tray_painting, "paint_die", die_painting._draw),
    ):
        yield found


def _moved(line: Line, way: QTransform) -> Line:
    place = way.map(QPointF(line.x, line.y))
    return line._replace(x=place.x(), y=place.y())


def painted_lines(table: GameTableView) -> dict[str, list[Line]]:
    """Return the lines on every picture of a table when all of it is drawn anew."""
    shown = table.table_scene
    anew = TableScene(table._hub, table._faces)
    anew.magnification = shown.magnification
    with recorded() as found:
        anew.show_table(shown.view, shown.display_state, shown.plan.size, shown.dpr)
    anew.clear_table()
    return found


def painted(table: GameTableView) -> tuple[VisibleTable, Painted]:
    """Return what a table shows, and what is written there when all of it is drawn anew."""
    found = painted_lines(table)
    return table.table_scene.view, {name: [line.text for line in lines] for name, lines in found.items()}
