"""Draws the fields of a page: writing lines, number boxes, marks, tables, pictures, figures, chips."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainterPath, QPen, QPolygonF

from engine.sheets.layout.body_outline import outline_of, regions_of
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.model.field_paths import parse_path
from engine.sheets.model.sheet_description import (
    BoxesField,
    ChipsField,
    ChoiceField,
    DiceField,
    FigureField,
    FlagField,
    LevelField,
    NumberField,
    PictureField,
    ReferenceField,
    RowsField,
)
from engine.sheets.printing.composed_pages import ComposedField
from vtt.shared.print_style.print_fonts import UNITS
from vtt.shared.print_style.print_inks import mixed_ink
from vtt.sheets.print.millimetre_painter import BOLD, FINE, HAIR, MillimetrePainter
from vtt.widgets.body_shape import shape_of

_RADIUS: Final = 0.9
_SIGN: Final = 1.5
_LINE_OF_BODY: Final = 0.9
_DETAIL_OF_BODY: Final = 0.7
_CHIPS: Final = {"red": "#b3202a", "blue": "#1f4fa3", "white": "#b9b9b9", "black": "#202024", "green": "#1f7a3c"}


class FieldPainter:
    """Paints fields on one canvas. `pictures` are the portraits by their ids."""

    def __init__(self, canvas: MillimetrePainter, pictures: Mapping[str, QImage], *, shaded: bool) -> None:
        self._canvas = canvas
        self._inks = canvas.inks
        self._pictures = pictures
        self._ground = canvas.inks.paper if shaded else None

    def paint(self, cell: ComposedField) -> None:
        """Paint a field with everything in it, in reading order."""
        canvas, field = self._canvas, cell.laid.field
        match field:
            case RowsField():
                self._table(cell, field)
                return
            case FigureField():
                self._figure(cell, field)
                return
            case ChipsField():
                self._chips(cell, field)
                return
            case ReferenceField():
                self._reference(cell)
            case PictureField():
                self._picture(cell)
            case NumberField() | DiceField():
                canvas.frame(cell.laid.value_rect, self._inks.frame, FINE, radius=_RADIUS, fill=self._ground)
                if isinstance(field, DiceField) and not (cell.runs or cell.elsewhere):
                    self._dice_hint(cell.laid.value_rect)
            case _:
                pass
        self._strokes(cell)
        canvas.text(cell.words)
        canvas.text(cell.runs)
        if cell.overridden:
            self.sign(cell.laid.value_rect)

    def sign(self, rect: Rect) -> None:
        """Draw the sign of an overridden value in the upper right corner."""
        right, top = rect.right * UNITS, rect.y * UNITS
        size = _SIGN * UNITS
        path = QPainterPath()
        path.addPolygon(QPolygonF([QPointF(right - size, top), QPointF(right, top), QPointF(right, top + size)]))
        path.closeSubpath()
        self._canvas.path(path, self._inks.title, HAIR, None if self._inks.saving else self._inks.title)

    # Lines and marks -------------------------------------------------------------------------------------

    def _strokes(self, cell: ComposedField) -> None:
        if cell.ruling:
            self._canvas.lines([(x, y, x + w, y) for x, y, w in cell.ruling], self._inks.writing)
        if cell.dots is not None:
            self._canvas.dotted(*cell.dots, self._inks.faint)
        field = cell.laid.field
        round_marks = isinstance(field, LevelField | ChoiceField)
        for at, mark in enumerate(cell.laid.marks):
            filled = at < cell.ticked or at == cell.chosen
            if round_marks:
                self._dot(mark, filled, chosen=cell.chosen is not None)
            elif isinstance(field, FlagField | BoxesField | NumberField):
                self._box(mark, filled)

    def _box(self, mark: Rect, filled: bool) -> None:
        canvas, inks = self._canvas, self._inks
        canvas.frame(mark, inks.soft, FINE, radius=mark.w * 0.12, fill=self._ground)
        if not filled:
            return
        inner = mark.inset(mark.w * 0.2, mark.w * 0.2)
        cross = [(inner.x, inner.y, inner.right, inner.bottom), (inner.x, inner.bottom, inner.right, inner.y)]
        canvas.lines(cross, inks.text, BOLD if not inks.saving else FINE)

    def _dot(self, mark: Rect, filled: bool, *, chosen: bool) -> None:
        canvas, inks = self._canvas, self._inks
        canvas.disc(mark, inks.soft, FINE, self._ground)
        if not filled:
            return
        if inks.saving:
            inner = mark.inset(mark.w * 0.26, mark.w * 0.26)
            cross = [(inner.x, inner.y, inner.right, inner.bottom), (inner.x, inner.bottom, inner.right, inner.y)]
            canvas.lines(cross, inks.text, FINE)
        else:
            margin = mark.w * (0.22 if chosen else 0.12)
            canvas.disc(mark.inset(margin, margin), None, fill=inks.title)

    def _dice_hint(self, rect: Rect) -> None:
        """Draw a small die as a hint that a field holds dice."""
        size = min(rect.h * 0.42, 2.6)
        x, y = rect.right - size * 0.5 - 1.0, rect.middle[1]
        corners = [
            QPointF((x + size / 2 * math.cos(a)) * UNITS, (y + size / 2 * math.sin(a)) * UNITS)
            for a in (math.radians(-90 + 60 * i) for i in range(6))
        ]
        path = QPainterPath()
        path.addPolygon(QPolygonF(corners))
        path.closeSubpath()
        middle = QPointF(x * UNITS, y * UNITS)
        for corner in (corners[1], corners[3], corners[5]):
            path.moveTo(middle)
            path.lineTo(corner)
        self._canvas.path(path, self._inks.hair, HAIR)

    def _picture(self, cell: ComposedField) -> None:
        place = cell.laid.value_rect
        image = self._pictures.get(cell.picture) if cell.picture else None
        self._canvas.frame(place, self._inks.frame, FINE, radius=_RADIUS, fill=self._ground)
        inner = place.inset(1.0, 1.0)
        if image is not None:
            self._canvas.picture(image, inner)
        else:
            self._canvas.frame(inner, self._inks.hair, HAIR, radius=_RADIUS * 0.6)

    # Tables ----------------------------------------------------------------------------------------------

    def _table(self, cell: ComposedField, field: RowsField) -> None:
        canvas, inks, laid = self._canvas, self._inks, cell.laid
        columns = len(field.columns)
        blocks = max(1, len(laid.heads) // columns)
        each = len(laid.parts) // blocks
        for block in range(blocks):
            heads = laid.heads[block * columns : (block + 1) * columns]
            parts = laid.parts[block * each : (block + 1) * each]
            left, right, top = heads[0].x, heads[-1].right, heads[0].bottom
            firsts = parts[::columns]
            if inks.shade is not None and self._ground is None:
                for part in firsts[1::2]:
                    canvas.frame(Rect(left, part.rect.y, right - left, part.rect.h), None, fill=inks.shade)
            canvas.lines([(left, p.rect.bottom, right, p.rect.bottom) for p in firsts], inks.hair)
            bottom = firsts[-1].rect.bottom if firsts else top
            canvas.lines([(head.x, top, head.x, bottom) for head in heads[1:]], inks.faint)
            canvas.line(left, top, right, top, inks.frame, FINE * 1.4)
        canvas.text(cell.words)
        for made in cell.parts:
            self._strokes(made)
            canvas.text(made.words)
            canvas.text(made.runs)
            if made.overridden:
                self.sign(made.laid.rect)

    def _reference(self, cell: ComposedField) -> None:
        laid = cell.laid
        if not laid.heads:
            return
        head = laid.heads[0]
        value = laid.value_rect
        ends = [(value.x, head.y + head.h * n, value.right, head.y + head.h * n) for n in range(1, laid.lines + 1)]
        self._canvas.lines(ends, self._inks.hair, HAIR * 0.7)

    # Figures and chips -----------------------------------------------------------------------------------

    def _figure(self, cell: ComposedField, field: FigureField) -> None:
        canvas, inks, laid = self._canvas, self._inks, cell.laid
        canvas.text(cell.words)
        if laid.drawing is not None and laid.drawing.w > 1:
            self._body(cell, field, laid.drawing)
        for part in cell.parts:
            if part.laid.leader is not None:
                x1, y1, x2, y2 = part.laid.leader
                canvas.line(x1, y1, x2, y2, inks.soft, HAIR)
                canvas.disc(
                    Rect(x2 - 0.55, y2 - 0.55, 1.1, 1.1), inks.soft, HAIR, inks.soft if not inks.saving else None
                )
        if field.listed:
            self._rows_of_figure(cell)
        for part in cell.parts:
            if not (field.listed or parse_path(part.laid.path).aspect):
                canvas.frame(part.laid.rect, inks.frame, FINE, radius=_RADIUS * 1.3, fill=inks.paper)
            if isinstance(part.laid.field, NumberField) and not field.listed:
                canvas.frame(part.laid.value_rect, inks.frame, HAIR, radius=_RADIUS * 0.8)
            self._strokes(part)
            canvas.text(part.words)
            canvas.text(part.runs)
            if part.overridden:
                self.sign(part.laid.value_rect)

    def _rows_of_figure(self, cell: ComposedField) -> None:
        """Draw the lines of a list of areas."""
        canvas, inks, heads = self._canvas, self._inks, cell.laid.heads
        left, right, top = heads[0].x, heads[-1].right, heads[0].bottom
        rows = [part.laid.rect for part in cell.parts if not parse_path(part.laid.path).aspect]
        if inks.shade is not None and self._ground is None:
            for row in rows[1::2]:
                canvas.frame(row, None, fill=inks.shade)
        canvas.lines([(left, row.bottom, right, row.bottom) for row in rows], inks.hair)
        bottom = rows[-1].bottom if rows else top
        canvas.lines([(head.x, top, head.x, bottom) for head in heads[1:]], inks.faint)
        canvas.line(left, top, right, top, inks.frame, FINE * 1.4)

    def _body(self, cell: ComposedField, field: FigureField, place: Rect) -> None:
        """Draw the body; wounded regions are darker, if boxes show the wounds."""
        inks = self._inks
        _, drawing = outline_of(field.chart)
        ground = inks.body or QColor("white")
        shape = shape_of(field.chart)
        fills = dict.fromkeys(shape.regions, ground)
        regions = regions_of((area.name for area in field.areas), drawing)
        for part in cell.parts:
            if field.boxes and part.ticked and not inks.saving:
                hurt = mixed_ink(ground, inks.title, 0.12 + 0.4 * min(1.0, part.ticked / field.boxes))
                fills |= dict.fromkeys(regions.get(parse_path(part.laid.path).part, ()), hurt)
        with self._canvas.placed(place, drawing.width, drawing.height) as painter:
            for region, outline in shape.regions.items():
                painter.setPen(_pen(inks.title, _LINE_OF_BODY))
                painter.setBrush(fills[region])
                painter.drawPath(outline)
            painter.setPen(_pen(inks.frame, _DETAIL_OF_BODY))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(shape.detail)

    def _chips(self, cell: ComposedField, field: ChipsField) -> None:
        canvas, inks = self._canvas, self._inks
        for colour, part in zip(field.colours, cell.parts, strict=True):
            known = _CHIPS.get(colour.key)
            ink = QColor(known) if known and not (inks.grey or inks.saving) else inks.title
            for disc in part.laid.marks:
                self._chip(disc, ink)
        canvas.text(cell.words)  # the title is read before the counts; letters are on the discs
        for part in cell.parts:
            canvas.frame(part.laid.value_rect, inks.frame, FINE, radius=_RADIUS, fill=self._ground)
            canvas.text(part.words)
            canvas.text(part.runs)

    def _chip(self, disc: Rect, ink: QColor) -> None:
        canvas = self._canvas
        canvas.disc(disc, ink, FINE, canvas.inks.paper)
        x, y = disc.middle
        outer, inner = disc.w / 2, disc.w * 0.38
        notches = []
        for i in range(8):
            for turn in (-9, 9):
                angle = math.radians(45 * i + turn)
                cos, sin = math.cos(angle), math.sin(angle)
                notches.append((x + inner * cos, y + inner * sin, x + outer * cos, y + outer * sin))
        canvas.lines(notches, ink, HAIR)
        canvas.disc(disc.inset(outer - inner, outer - inner), ink, HAIR)


def _pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
