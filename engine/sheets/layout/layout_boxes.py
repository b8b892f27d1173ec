"""A sheet laid out on paper: pages of boxes of fields, in reading order."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.frozen import Frozen
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.model.sheet_description import Field, Section


class LaidField(Frozen):
    """A field, or a cell of one, in its place.

    Attributes:
        path: the place on the sheet (`engine.sheets.model.field_paths`).
        field: the field, or the column of a table.
        rect: the whole place.
        label_rect: the place of the label; None for none.
        value_rect: the place of the value.
        marks: boxes to tick, dots, circles to choose from, the disc of a chip: from the left, line by line.
        lines: the number of ruled lines in the value's place; 0 is none.
        heads: the heads of a table's columns, block by block if rows are in several blocks side by side.
        parts: the cells of a table row by row, areas of a figure, colours of chips, in reading order.
        drawing: the place of a figure's drawing.
        leader: the hairline from an area to its place on the drawing: from x, y to x, y.
        beside: the label is on the left of the value, not above it.
        listed: the names of a level or of boxes are one below the other, each beside its mark.
        caption: small print inside the value's place, on the left.
        note: small print at the end of the label's place.
        legend_rect: the place of the field's legend; None for none.
    """

    path: str
    field: Field
    rect: Rect
    label_rect: Rect | None
    value_rect: Rect
    marks: tuple[Rect, ...] = ()
    lines: int = 0
    heads: tuple[Rect, ...] = ()
    parts: tuple[LaidField, ...] = ()
    drawing: Rect | None = None
    leader: tuple[float, float, float, float] | None = None
    beside: bool = False
    listed: bool = False
    caption: str = ""
    note: str = ""
    legend_rect: Rect | None = None

    def leaves(self) -> Iterator[LaidField]:
        """Yield the fields to fill in, in reading order: the field itself, or its parts."""
        if not self.parts:
            yield self
        for part in self.parts:
            yield from part.leaves()


class LaidBox(Frozen):
    """A section in its box.

    Attributes:
        section: the section with the fields in the box.
        rect: the box.
        title_rect: the band with its title, if it has one.
        cells: its fields.
        shade: it has a tint.
        continues: the page from which it continues; 0 for none. Pages count from 1.
    """

    section: Section
    rect: Rect
    title_rect: Rect | None
    cells: tuple[LaidField, ...]
    shade: bool = False
    continues: int = 0


class LaidPage(Frozen):
    """One side of paper.

    Attributes:
        title: the page's title besides the sheet's own title.
        boxes: its boxes.
        continued: it was added for content that did not fit elsewhere.
    """

    title: str
    boxes: tuple[LaidBox, ...]
    continued: bool = False

    def leaves(self) -> Iterator[LaidField]:
        """Yield the fields to fill in, in reading order."""
        for box in self.boxes:
            for cell in box.cells:
                yield from cell.leaves()
