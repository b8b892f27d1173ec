"""Cards on paper: as many as fit edge to edge, with crop marks, and each back behind its front.

The paper is turned over its long edge, so a back is in the same row, counted from the other side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from engine.model.frozen import Frozen
from engine.sheets.layout.page_geometry import Paper, Rect

_MARK: Final = 4.0
_OFF: Final = 1.5
_EDGE: Final = 3.0
"""The width at the edge of the paper that printers cannot reach."""
C = TypeVar("C")

CropMark = tuple[float, float, float, float]


class ImpositionGrid(Frozen):
    """The places of cards on a paper. `places` go by rows; `crops` are the marks to cut along, from x, y to x, y."""

    columns: int
    rows: int
    places: tuple[Rect, ...]
    crops: tuple[CropMark, ...]

    def behind(self, place: int) -> int:
        """Return the place on the back of the paper that is behind a place on the front."""
        row, column = divmod(place, self.columns)
        return row * self.columns + self.columns - 1 - column


class ImposedSide(Generic[C]):
    """One side of paper with cards: the card at each place, or None."""

    def __init__(self, grid: ImpositionGrid, cards: Sequence[C | None]) -> None:
        self.grid = grid
        self.cards = tuple(cards)


def grid_of(paper: Paper, width: float, height: float) -> ImpositionGrid:
    """Return the grid of as many cards of a size as fit on a paper, in its middle."""
    columns = max(1, int((paper.width - 2 * _EDGE + 0.01) / width))
    rows = max(1, int((paper.height - 2 * _EDGE + 0.01) / height))
    left, top = (paper.width - columns * width) / 2, (paper.height - rows * height) / 2
    places = [Rect(left + c * width, top + r * height, width, height) for r in range(rows) for c in range(columns)]
    crops: list[CropMark] = []
    across = min(_MARK, max(1.0, left - _OFF - 0.5))
    down = min(_MARK, max(1.0, top - _OFF - 0.5))
    right, bottom = left + columns * width, top + rows * height
    for c in range(columns + 1):
        x = left + c * width
        crops += [(x, top - _OFF - down, x, top - _OFF), (x, bottom + _OFF, x, bottom + _OFF + down)]
    for r in range(rows + 1):
        y = top + r * height
        crops += [(left - _OFF - across, y, left - _OFF, y), (right + _OFF, y, right + _OFF + across, y)]
    return ImpositionGrid(columns=columns, rows=rows, places=tuple(places), crops=tuple(crops))


def impose(grid: ImpositionGrid, fronts: Sequence[C], backs: Sequence[C | None]) -> list[ImposedSide[C]]:
    """Return the sides of paper for cards: each side of fronts, followed by a side of backs if there are any."""
    sides: list[ImposedSide[C]] = []
    size = grid.columns * grid.rows
    for start in range(0, len(fronts), size):
        own: list[C | None] = [*fronts[start : start + size]]
        own += [None] * (size - len(own))
        sides.append(ImposedSide(grid, own))
        behind: list[C | None] = [None] * size
        for at, back in enumerate(backs[start : start + size]):
            behind[grid.behind(at)] = back
        if any(back is not None for back in behind):
            sides.append(ImposedSide(grid, behind))
    return sides
