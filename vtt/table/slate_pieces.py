"""What lies on a page of the slate once it is set: words, signs, boxes and buttons, in rows with their stops."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from PySide6.QtCore import QRectF

from engine.play.ledgers import Box
from vtt.table.slate_words import Face, Knob


@dataclass(slots=True)
class Text:
    """Words in lines."""

    rect: QRectF
    lines: tuple[str, ...]
    face: Face
    role: str = "text"
    told: bool = False


@dataclass(slots=True)
class Sign:
    """An icon."""

    rect: QRectF
    name: str
    role: str


@dataclass(slots=True)
class Squares:
    """Boxes, so many in each row, with so much between them."""

    rect: QRectF
    boxes: tuple[Box, ...]
    side: float
    gap: float
    each: int

    def place(self, number: int) -> QRectF:
        """Return where one of them lies."""
        row, column = divmod(number, self.each)
        step = self.side + self.gap
        return QRectF(self.rect.left() + column * step, self.rect.top() + row * step, self.side, self.side)


@dataclass(slots=True)
class Button:
    """A button."""

    rect: QRectF
    knob: Knob
    words: str
    face: Face


Piece = Text | Sign | Squares | Button


@dataclass(slots=True)
class Stop:
    """Where the keyboard and a screen reader stop on the slate.

    Attributes:
        rect: where it is.
        name: what a screen reader says.
        told: more on it, line by line, and what there was no room for.
        rules: what it rests on.
        knob: the button, if it is one.
    """

    rect: QRectF
    name: str
    told: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    knob: Knob | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the slate; what lies in it is measured from its own corner."""

    height: float
    pieces: tuple[Piece, ...]
    stops: tuple[Stop, ...]
    kind: str = "line"
    key: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A ledger as it is set. `tops` tells where each of its rows begins."""

    width: float
    height: float
    rows: tuple[Row, ...]
    tops: tuple[float, ...]

    def stops(self) -> list[Stop]:
        """Return every stop in its place on the page."""
        return [
            replace(stop, rect=stop.rect.translated(0, top))
            for row, top in zip(self.rows, self.tops, strict=True)
            for stop in row.stops
        ]


@dataclass(slots=True)
class Block:
    """Some pieces that lie together. Whatever is put into another block is that one's from then on."""

    width: float = 0.0
    height: float = 0.0
    pieces: list[Piece] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)

    def put(self, other: Block, x: float, y: float) -> None:
        """Put another block at a place in this one."""
        if x or y:  # they are moved, not made anew: forty lines are set within a few milliseconds
            for piece in other.pieces:
                piece.rect.translate(x, y)
            for stop in other.stops:
                stop.rect.translate(x, y)
        self.pieces += other.pieces
        self.stops += other.stops
        self.width = max(self.width, x + other.width)
        self.height = max(self.height, y + other.height)
