"""The parts of a laid out status page: rows of texts, icons, boxes and buttons, with stops for the keyboard focus."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRectF

from engine.presentation.status_pages import ProgressBox
from vtt.table.status_pages.status_page_text import FontSpec, StatusPageButton


@dataclass(slots=True)
class TextElement:
    """Text, already broken into lines.

    Attributes:
        rect: its rectangle.
        lines: its lines.
        font_spec: its font.
        role: the name of its colour in the theme.
        has_details: the tooltip shows more.
    """

    rect: QRectF
    lines: tuple[str, ...]
    font_spec: FontSpec
    role: str = "text"
    has_details: bool = False


@dataclass(slots=True)
class IconElement:
    """An icon. `role` is the name of its colour in the theme."""

    rect: QRectF
    name: str
    role: str


@dataclass(slots=True)
class BoxesElement:
    """Progress boxes in rows.

    Attributes:
        rect: the rectangle around all of them.
        boxes: the boxes.
        box_size: the width and the height of each.
        gap: the distance between two boxes.
        boxes_per_row: the number of boxes in a full row.
    """

    rect: QRectF
    boxes: tuple[ProgressBox, ...]
    box_size: float
    gap: float
    boxes_per_row: int

    def box_rect(self, index: int) -> QRectF:
        """Return the rectangle of one box."""
        row, column = divmod(index, self.boxes_per_row)
        step = self.box_size + self.gap
        return QRectF(self.rect.left() + column * step, self.rect.top() + row * step, self.box_size, self.box_size)


@dataclass(slots=True)
class ButtonElement:
    """A button. `words` is the visible part of its text; `odds_room` is kept for its odds at the right end."""

    rect: QRectF
    button: StatusPageButton
    words: str
    font_spec: FontSpec
    odds_room: float = 0.0


StatusPageElement = TextElement | IconElement | BoxesElement | ButtonElement


@dataclass(slots=True)
class StatusPageStop:
    """A place on a status page where the keyboard focus and the screen reader stop.

    Attributes:
        rect: its rectangle.
        name: the text for a screen reader.
        details: further lines of its tooltip, and text that is cut on the page.
        rules: the numbers of its rules.
        button: the button at this stop; None for text.
    """

    rect: QRectF
    name: str
    details: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    button: StatusPageButton | None = None

    def below(self, top: float) -> StatusPageStop:
        """Return the stop with its place in coordinates of the page, for a row that begins at `top`."""
        return StatusPageStop(self.rect.translated(0, top), self.name, self.details, self.rules, self.button)


@dataclass(frozen=True, slots=True)
class StatusPageRow:
    """One row of a status page.

    Attributes:
        height: its height.
        elements: its elements, in coordinates of the row.
        stops: its focus stops, in coordinates of the row.
        kind: `title`, `head`, `said`, `columns`, `group` or `line`.
        key: the key of the line; empty for a row of the page's head.
    """

    height: float
    elements: tuple[StatusPageElement, ...]
    stops: tuple[StatusPageStop, ...]
    kind: str = "line"
    key: str = ""


@dataclass(frozen=True, slots=True)
class LaidOutStatusPage:
    """A laid out status page.

    Attributes:
        width, height: its size.
        rows: its rows.
        tops: the top of each row, in coordinates of the page.
        is_complete: no long text is cut that the next layout shows to its end.
    """

    width: float
    height: float
    rows: tuple[StatusPageRow, ...]
    tops: tuple[float, ...]
    is_complete: bool = True

    @property
    def stop_count(self) -> int:
        """The number of focus stops."""
        return sum([len(row.stops) for row in self.rows])

    def stop(self, number: int) -> StatusPageStop | None:
        """Return a focus stop in coordinates of the page; None outside of their numbers."""
        for row, top in zip(self.rows, self.tops, strict=True):
            if 0 <= number < len(row.stops):
                return row.stops[number].below(top)
            number -= len(row.stops)
        return None

    def stops(self) -> list[StatusPageStop]:
        """Return all focus stops in coordinates of the page."""
        return [stop.below(top) for row, top in zip(self.rows, self.tops, strict=True) for stop in row.stops]


@dataclass(slots=True)
class ElementBlock:
    """A group of elements with their focus stops, in coordinates of the block."""

    width: float = 0.0
    height: float = 0.0
    elements: list[StatusPageElement] = field(default_factory=list)
    stops: list[StatusPageStop] = field(default_factory=list)

    def put(self, other: ElementBlock, x: float, y: float) -> None:
        """Move the elements of another block into this one, at a point. The other block must not be used afterwards."""
        if x or y:  # moved, not copied, for speed: a page of forty lines must take only a few milliseconds
            for element in other.elements:
                element.rect.translate(x, y)
            for stop in other.stops:
                stop.rect.translate(x, y)
        self.elements += other.elements
        self.stops += other.stops
        self.width = max(self.width, x + other.width)
        self.height = max(self.height, y + other.height)
