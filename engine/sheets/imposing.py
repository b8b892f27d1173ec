"""Cards on paper: as many as fit edge to edge, with crop marks, and backs that lie behind their fronts.

The paper is turned over its long edge, so a back stands in the same row, counted from the other side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from engine.sheets.geometry import Paper, Rect
from engine.table.frozen import Frozen

_MARK: Final = 4.0
_OFF: Final = 1.5
_EDGE: Final = 3.0
"""What no printer reaches at the edge of the paper."""
C = TypeVar("C")

Line = tuple[float, float, float, float]


class Grid(Frozen):
    """Where cards stand on a paper. `places` go by rows; `crops` are the marks to cut along, from x, y to x, y."""

    columns: int
    rows: int
    places: tuple[Rect, ...]
    crops: tuple[Line, ...]

    def behind(self, place: int) -> int:
        """Return the place on the back of the paper that lies behind one on the front."""
        row, column = divmod(place, self.columns)
        return row * self.columns + self.columns - 1 - column


class Imposed(Generic[C]):
    """One side of paper with cards: what stands at each place, if anything does."""

    def __init__(self, grid: Grid, cards: Sequence[C | None]) -> None:
        self.grid = grid
        self.cards = tuple(cards)


def grid_of(paper: Paper, width: float, height: float) -> Grid:
    """Return the grid of as many cards of a size as fit on a paper, in its middle."""
    columns = max(1, int((paper.width - 2 * _EDGE + 0.01) / width))
    rows = max(1, int((paper.height - 2 * _EDGE + 0.01) / height))
    left, top = (paper.width - columns * width) / 2, (paper.height - rows * height) / 2
    places = [Rect(left + c * width, top + r * height, width, height) for r in range(rows) for c in range(columns)]
    crops: list[Line] = []
    across = min(_MARK, max(1.0, left - _OFF - 0.5))
    down = min(_MARK, max(1.0, top - _OFF - 0.5))
    right, bottom = left + columns * width, top + rows * height
    for c in range(columns + 1):
        x = left + c * width
        crops += [(x, top - _OFF - down, x, top - _OFF), (x, bottom + _OFF, x, bottom + _OFF + down)]
    for r in range(rows + 1):
        y = top + r * height
        crops += [(left - _OFF - across, y, left - _OFF, y), (right + _OFF, y, right + _OFF + across, y)]
    return Grid(columns=columns, rows=rows, places=tuple(places), crops=tuple(crops))


def imposed(grid: Grid, fronts: Sequence[C], backs: Sequence[C | None]) -> list[Imposed[C]]:
    """Return the sides of paper for cards: each side of fronts, followed by its backs if any of them has one."""
    sides: list[Imposed[C]] = []
    size = grid.columns * grid.rows
    for start in range(0, len(fronts), size):
        own: list[C | None] = [*fronts[start : start + size]]
        own += [None] * (size - len(own))
        sides.append(Imposed(grid, own))
        behind: list[C | None] = [None] * size
        for at, back in enumerate(backs[start : start + size]):
            behind[grid.behind(at)] = back
        if any(back is not None for back in behind):
            sides.append(Imposed(grid, behind))
    return sides
