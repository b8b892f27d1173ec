"""A sheet laid out on paper: pages of boxes of cells, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Iterator

from engine.sheets.description import Field, Section
from engine.sheets.geometry import Rect
from engine.table.frozen import Frozen


class LaidField(Frozen):
    """A field, or a cell of one, in its place.

    Attributes:
        path: what stands there (`engine.sheets.paths`).
        field: the field, or the column of a table.
        rect: all that it takes.
        label_rect: where its label stands; None where it has none.
        value_rect: where its value is written.
        marks: boxes to tick, dots, circles to choose from, the disc of a chip: from the left, line by line.
        lines: how many lines are ruled in the value's place; 0 is none.
        heads: the heads of a table's columns, block by block where rows stand in several blocks side by side.
        parts: the cells of a table row by row, areas of a figure, colours of chips, in reading order.
        drawing: where a figure's drawing stands.
        leader: the hairline from an area to its place on the drawing: from x, y to x, y.
        beside: the label stands on the left of the value, not above it.
        listed: the names of a level or of boxes stand one below the other, each beside its mark.
        caption: what is printed small inside the value's place, on the left.
        note: what is printed small at the end of the label's place.
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

    def leaves(self) -> Iterator[LaidField]:
        """Give what can be filled in, in reading order: the field itself, or its parts."""
        if not self.parts:
            yield self
        for part in self.parts:
            yield from part.leaves()


class LaidBox(Frozen):
    """A section in its box.

    Attributes:
        section: the section with the fields that are in the box.
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
        title: what the page is called besides the sheet's own title.
        boxes: what stands on it.
        continued: it was added for what did not fit elsewhere.
    """

    title: str
    boxes: tuple[LaidBox, ...]
    continued: bool = False

    def leaves(self) -> Iterator[LaidField]:
        """Give what can be filled in, in reading order."""
        for box in self.boxes:
            for cell in box.cells:
                yield from cell.leaves()
