"""What is written on the table: every line of text that its pictures draw, by the names of the pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from unittest.mock import patch

from PySide6.QtCore import QBuffer, QIODevice, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from engine.play.sight import View
from vtt.table import dice_lane, die_art
from vtt.table.canvas import Canvas
from vtt.table.scene import TableScene
from vtt.table.view import TableView

_TEXT = re.compile(r"<text [^>]*>(.*?)</text>", re.DOTALL)
Painted = dict[str, list[str]]


def written_by(paint: Callable[[QPainter], None], rect: QRectF) -> list[str]:
    """Return the lines of text that a function draws into a rectangle, in the order of drawing."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made = QSvgGenerator()
    made.setOutputDevice(buffer)
    made.setViewBox(rect)
    painter = QPainter(made)
    paint(painter)
    painter.end()
    drawing = bytes(buffer.data().data()).decode()
    return [unescape(text).strip() for text in _TEXT.findall(drawing) if text.strip()]


@contextmanager
def recorded() -> Iterator[Painted]:
    """Record what every picture that is put on a table meanwhile has written on it."""
    found: Painted = {}
    put = Canvas.picture

    def picture(
        canvas: Canvas, name: str, key: object, rect: QRectF, paint: Callable[[QPainter], None], *rest: object
    ) -> None:
        found[name] = written_by(paint, rect)
        put(canvas, name, key, rect, paint, *rest)  # type: ignore[arg-type]

    # A die is drawn on an image that is kept, of which no text could be read.
    with patch.object(Canvas, "picture", picture), patch.object(dice_lane, "paint_die", die_art._draw):
        yield found


def painted(table: TableView) -> tuple[View, Painted]:
    """Return what a table shows, and what is written there when all of it is drawn anew."""
    shown = table.table_scene
    anew = TableScene(table._hub, table._faces)
    with recorded() as found:
        anew.show_table(shown.view, shown.showing, shown.plan.size, shown.dpr)
    anew.clear_table()
    return shown.view, found
