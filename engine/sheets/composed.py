"""Pages with their words, as they are painted: every run of text, mark and line has its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.sheets.description import Look, Rows
from engine.sheets.geometry import Rect
from engine.sheets.laid import LaidBox, LaidField
from engine.sheets.typeset import Run
from engine.table.frozen import Frozen

if TYPE_CHECKING:
    from engine.sheets.setting import Setter


class SetCell(Frozen):
    """A field with its words.

    Attributes:
        laid: its place.
        words: its label and other words, which a blank has too.
        runs: its value.
        elsewhere: there is a value, but all of it stands on another page.
        ticked: how many of its marks are filled, from the left.
        chosen: the one of its marks that is chosen.
        ruling: the writing lines: x, y and length.
        dots: the dotted line that leads from a label to its value: x, y and length.
        ruled: its value was written by hand over a reckoned one.
        picture: the id of the picture.
        parts: the cells of a table, areas of a figure, colours of chips.
    """

    laid: LaidField
    words: tuple[Run, ...] = ()
    runs: tuple[Run, ...] = ()
    elsewhere: bool = False
    ticked: int = 0
    chosen: int | None = None
    ruling: tuple[tuple[float, float, float], ...] = ()
    dots: tuple[float, float, float] | None = None
    ruled: bool = False
    picture: str = ""
    parts: tuple[SetCell, ...] = ()

    @property
    def by_hand(self) -> bool:
        """Whether it, or a part of it, was written over a reckoned value."""
        return self.ruled or any(part.ruled for part in self.parts)


class SetBox(Frozen):
    """A box with its words; `marks` say where its texts go on."""

    laid: LaidBox
    words: tuple[Run, ...] = ()
    cells: tuple[SetCell, ...] = ()
    marks: tuple[Run, ...] = ()


class SetPage(Frozen):
    """A page with its words.

    Attributes:
        title: what it is called besides the sheet's own title.
        boxes: what stands on it.
        continued: it was added for what did not fit elsewhere.
        look: its colour and motif.
        head: the words above the boxes.
        foot: the words below them.
        legend: what the sign of a value that was written by hand means, on a page that has one.
        signs: the signs of kinds of cards, and where they stand.
    """

    title: str
    boxes: tuple[SetBox, ...]
    continued: bool = False
    look: Look = Look()
    head: tuple[Run, ...] = ()
    foot: tuple[Run, ...] = ()
    legend: Run | None = None
    signs: tuple[tuple[str, Rect], ...] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something stands among pages, and what it is called.

    Attributes:
        page: the page, from 1.
        box: the box on that page.
        title: what the field is called.
        part: what the part of it is called: a row and a column, an area.
    """

    page: int
    box: int
    title: str
    part: str = ""


@dataclass(slots=True)
class Overflow:
    """What had no room where it belongs, and stands on another page.

    Attributes:
        setter: what sets it there.
        spot: where it began.
        mark: where the sign that it goes on ends: x on the right, and the baseline.
        room: how wide that sign may be.
        text: the rest of a text, or the whole text of what has but one line.
        table: the table whose rows go on.
        first: the row with which they go on.
        lands: the page on which it goes on; 0 while that is not known.
    """

    setter: Setter
    spot: Spot
    mark: tuple[float, float]
    room: float
    text: str = ""
    table: Rows | None = None
    first: int = 0
    lands: int = 0
