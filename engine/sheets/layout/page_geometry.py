"""Lengths on paper: rectangles in millimetres, sheets of paper, and how a design is stretched to them."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.model.frozen import Frozen

DESIGN_WIDTH: Final = 190.0
DESIGN_HEIGHT: Final = 262.0
HALF_WIDTH: Final = 93.0
"""The width of a half page in the design space."""
HEAD: Final = 11.0
"""Height of the strip above the boxes, with the title."""
FOOT: Final = 5.5
"""Height of the strip below them."""


class Rect(NamedTuple):
    """A rectangle in millimetres from the left and the top of the paper."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.h

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def moved(self, dx: float, dy: float) -> Rect:
        """Return it elsewhere."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def inset(self, dx: float, dy: float) -> Rect:
        """Return the rectangle with a margin removed on each side."""
        return Rect(self.x + dx, self.y + dy, max(0.0, self.w - 2 * dx), max(0.0, self.h - 2 * dy))

    def below(self, top: float) -> Rect:
        """Return the rest of the rectangle below a strip of this height."""
        top = min(top, self.h)
        return Rect(self.x, self.y + top, self.w, self.h - top)

    def holds(self, other: Rect, slack: float = 0.01) -> bool:
        """Say whether another rectangle is inside this one."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def overlaps(self, other: Rect, slack: float = 0.01) -> bool:
        """Say whether both rectangles share an area."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )


class Paper(Frozen):
    """A sheet of paper and the margin left white on each side, in millimetres."""

    name: str = "a4"
    width: float = 210.0
    height: float = 297.0
    margin: float = 10.0

    @property
    def inside(self) -> Rect:
        """The area inside the margins."""
        return Rect(self.margin, self.margin, self.width - 2 * self.margin, self.height - 2 * self.margin)

    @property
    def head(self) -> Rect:
        """The strip with the title."""
        return Rect(self.margin, self.margin, self.inside.w, HEAD - 2.5)

    @property
    def foot(self) -> Rect:
        """The strip with the page's number."""
        return Rect(self.margin, self.inside.bottom - FOOT + 1.5, self.inside.w, FOOT - 1.5)

    @property
    def space(self) -> Rect:
        """The area for the boxes."""
        inside = self.inside
        return Rect(inside.x, inside.y + HEAD, inside.w, inside.h - HEAD - FOOT)

    def stretched(self, x: float, y: float, w: float, h: float) -> Rect:
        """Return the place on this paper of a rectangle in the design space."""
        space = self.space
        across, down = space.w / DESIGN_WIDTH, space.h / DESIGN_HEIGHT
        return Rect(space.x + x * across, space.y + y * down, w * across, h * down)


A4: Final = Paper()
LETTER: Final = Paper(name="letter", width=215.9, height=279.4)
PAPERS: Final = {paper.name: paper for paper in (A4, LETTER)}
LEAST_MARGIN: Final = 4.0
MOST_MARGIN: Final = 30.0
