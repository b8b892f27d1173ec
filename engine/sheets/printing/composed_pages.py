"""Pages with their text, ready to paint: every run of text, mark and line has its place."""

from __future__ import annotations

from engine.model.frozen import Frozen
from engine.sheets.layout.layout_boxes import LaidBox, LaidField
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.model.sheet_description import SheetLook
from engine.sheets.printing.text_fitting import TextRun


class ComposedField(Frozen):
    """A field with its text.

    Attributes:
        laid: its place.
        words: its label and other text that a blank has too.
        runs: its value.
        elsewhere: there is a value, but all of it is on another page.
        ticked: the number of filled marks, from the left.
        chosen: the index of the chosen mark.
        ruling: the writing lines: x, y and length.
        dots: the dotted line from a label to its value: x, y and length.
        overridden: its value was written by hand and is another one than the calculated one.
        picture: the id of the picture.
        parts: the cells of a table, areas of a figure, colours of chips.
    """

    laid: LaidField
    words: tuple[TextRun, ...] = ()
    runs: tuple[TextRun, ...] = ()
    elsewhere: bool = False
    ticked: int = 0
    chosen: int | None = None
    ruling: tuple[tuple[float, float, float], ...] = ()
    dots: tuple[float, float, float] | None = None
    overridden: bool = False
    picture: str = ""
    parts: tuple[ComposedField, ...] = ()

    @property
    def by_hand(self) -> bool:
        """Whether it, or a part of it, overrides a calculated value."""
        return self.overridden or any(part.overridden for part in self.parts)


class ComposedBox(Frozen):
    """A box with its text; `marks` point to the pages on which its texts continue."""

    laid: LaidBox
    words: tuple[TextRun, ...] = ()
    cells: tuple[ComposedField, ...] = ()
    marks: tuple[TextRun, ...] = ()


class ComposedPage(Frozen):
    """A page with its text.

    Attributes:
        title: its title besides the sheet's own title.
        boxes: its boxes.
        continued: it was added for content that did not fit elsewhere.
        look: its colour and motif.
        head: the text above the boxes.
        foot: the text below them.
        legend: the meaning of the sign for overridden values, on a page that has one.
        signs: the signs of kinds of cards, and their places.
        bookmark: the name of the document that begins with it; empty on its further pages.
    """

    title: str
    boxes: tuple[ComposedBox, ...]
    continued: bool = False
    look: SheetLook = SheetLook()
    head: tuple[TextRun, ...] = ()
    foot: tuple[TextRun, ...] = ()
    legend: TextRun | None = None
    signs: tuple[tuple[str, Rect], ...] = ()
    bookmark: str = ""
