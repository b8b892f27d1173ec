"""Where something floats beside a piece that it is about: near it, and covering as little as possible."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize

NOTICE_FRAME: Final = "toast"
QUESTION_FRAME: Final = "question_bubble"
TITLE_LINE: Final = "activity_title"
NEWS_LINE: Final = "log_news"
"""Object names of frames and of the title. Questions, notices and news are placed so that they do not cover these."""
Sides = tuple[float, float, float, float]
"""The left, top, right and bottom side of a rectangle."""
_GAP: Final = 10
_PLACES: Final = 8
_DISTANCE_WEIGHT: Final = 50
"""So many square pixels of other pieces may be covered to be one pixel nearer."""
_QUESTION_WEIGHT: Final = 100
"""The same for a question, a notice or news, which is read together with its piece."""
_NEAR: Final = 40
"""A gap of so many pixels still lets a question be read together with the hand that it is about."""
_APART: Final = 240
"""With a larger gap it is apart from the hand anyway: it is not worth covering another hand to be a little nearer."""
_FAR_WEIGHT: Final = 4
"""Each pixel between the two counts so many times more: then it rather covers what is between them."""
_PIECE_WEIGHT: Final = 100
"""The cost of covering a piece that matters, as a multiple of that of any other one."""
_KEPT_WEIGHT: Final = 40
"""The same for what people read or point at besides, such as the hands and the name plates of others."""
_MIDDLE_SHARE: Final = 0.2
"""The distance between two middles counts so much beside the gap between the two: a large one has much beside it."""
_LEAST_AREA: Final = 10_000
"""In square pixels: to cover a smaller piece, such as a stack of chips, is as bad as to cover one of this area."""


def place_beside(
    size: QSize,
    about: QRect,
    room: QRect,
    pieces: Sequence[QRectF] = (),
    others: Sequence[QRectF] = (),
    kept: Sequence[QRectF] = (),
) -> QPoint:
    """Return the top left corner for something that floats in a room beside a piece; see `find_place`."""
    return _best_place(size, about, room, pieces, kept, others, _DISTANCE_WEIGHT)[0].topLeft()


def find_place(
    size: QSize,
    about: QRect,
    room: QRect,
    pieces: Sequence[QRectF],
    kept: Sequence[QRectF],
    others: Sequence[QRectF],
    enough: float = math.inf,
    *,
    is_of_hand: bool = False,
    free: Sequence[Sides] = (),
) -> tuple[QRect, float]:
    """Return the place for a question, a notice or news in a room beside a piece, and its cost: the less, the better.

    Args:
        size: the size of what is placed.
        about: the piece that this is about, which should not be covered.
        room: the room, in the same coordinates as everything.
        pieces: other pieces that should not be covered.
        kept: what should not be covered, even if the place is farther away then.
        others: what is covered only where there is no other room.
        enough: a cost of another size; a place that is no better is not looked for, and its cost is infinite.
        is_of_hand: the piece is a hand whose cards are chosen and read with the question: a gap between both is worse.
        free: rectangles of the room that touch nothing that should not be covered; see `free_rectangles`.
    """
    weight = _FAR_WEIGHT if is_of_hand else 0
    return _best_place(size, about, room, pieces, kept, others, _QUESTION_WEIGHT, enough, weight, free)


def _best_place(
    size: QSize,
    about: QRect,
    room: QRect,
    pieces: Sequence[QRectF],
    kept: Sequence[QRectF],
    others: Sequence[QRectF],
    distance_weight: int,
    enough: float = math.inf,
    far_weight: int = 0,
    free: Sequence[Sides] = (),
) -> tuple[QRect, float]:
    wide, high = size.width(), size.height()
    most_left, most_top = max(room.left(), room.right() + 1 - wide), max(room.top(), room.bottom() + 1 - high)
    at_x, at_y = about.center().x() - wide // 2, about.center().y() - high // 2
    whole = QRectF(room)
    weighted = [  # what is not in the room cannot be covered
        *_weighted([QRectF(about), *filter(whole.intersects, pieces)], _PIECE_WEIGHT),
        *_weighted([*filter(whole.intersects, kept)], _KEPT_WEIGHT),
        *_weighted([*filter(whole.intersects, others)]),
    ]
    corners = [*_beside(about, size), *_all_over(room, size)]
    for (left, top, right, bottom), _ in weighted[1:]:
        # Along its sides, as near as may be.
        corners += ((at_x, int(top) - high - _GAP), (at_x, int(bottom) + 1 + _GAP))
        corners += ((int(left) - wide - _GAP, at_y), (int(right) + 1 + _GAP, at_y))
    corners += (
        (_between(left, right - wide, at_x), _between(top, bottom - high, at_y))
        for left, top, right, bottom in free
        if right - left > wide and bottom - top > high
    )
    least_left, least_top = room.left(), room.top()
    inside_room = dict.fromkeys(
        [
            (
                least_left if left < least_left else min(left, most_left),
                least_top if top < least_top else min(top, most_top),
            )
            for left, top in corners
        ]
    )
    before_left, before_top = about.left() - wide, about.top() - high
    about_right, about_bottom = about.right(), about.bottom()

    def away(x: int, y: int) -> float:
        across, down = max(0, before_left - x, x - about_right), max(0, before_top - y, y - about_bottom)
        beyond = far_weight * max(0, min(across + down, _APART) - _NEAR)
        return across + down + beyond + _MIDDLE_SHARE * (abs(x - at_x) + abs(y - at_y))

    nearest = sorted((away(x, y), number, x, y) for number, (x, y) in enumerate(inside_room))
    best, best_cost = nearest[0][2:], enough
    for far, _, left, top in nearest:
        cost = distance_weight * far
        if cost >= best_cost:
            break  # what it covers can only make it worse, and the others are farther away
        cost += covered_weight((left, top, left + wide, top + high), weighted, best_cost - cost)
        if cost < best_cost:
            best, best_cost = (left, top), cost
    return QRect(QPoint(*best), size), best_cost if best_cost < enough else math.inf


def free_rectangles(room: QRect, pieces: Iterable[QRectF]) -> list[Sides]:
    """Return the rectangles of a room that touch no piece, with the room or a piece at each of their sides."""
    inside_room = (QRectF(room) & piece for piece in pieces)
    boxes = _sides(piece for piece in inside_room if not piece.isEmpty())
    first, last = float(room.top()), float(room.bottom() + 1)
    lefts = {float(room.left()): [(first, last)]}
    rights = {float(room.right() + 1): [(first, last)]}
    for left, top, right, bottom in boxes:
        lefts.setdefault(right, []).append((top, bottom))
        rights.setdefault(left, []).append((top, bottom))
    found: list[Sides] = []
    for left, right in ((left, right) for left in lefts for right in rights if left < right):
        free_from = first
        between = sorted((top, bottom) for x, top, end, bottom in boxes if x < right and left < end)
        for top, bottom in (*between, (last, last)):
            if free_from < top and all(
                any(begin < top and free_from < end for begin, end in side) for side in (lefts[left], rights[right])
            ):
                found.append((left, free_from, right, top))
            free_from = max(free_from, bottom)
    return found


def _between(least: float, most: float, wished: int) -> int:
    """Return the place nearest to a wish between two bounds, with a gap to both where there is room."""
    gap = min(float(_GAP), (most - least) / 2)
    return min(max(wished, math.ceil(least + gap)), math.floor(most - gap))


def outermost(rects: Iterable[QRectF]) -> list[QRectF]:
    """Return rectangles without those that are inside another one, the largest first."""
    kept: list[QRectF] = []
    for rect in sorted(rects, key=lambda rect: -rect.width() * rect.height()):
        if not any(other.contains(rect) for other in kept):
            kept.append(rect)
    return kept


def covered_area(box: QRect, rects: Sequence[QRectF]) -> float:
    """Return how much of some rectangles a box covers, in square pixels; a small one counts like a larger one."""
    return covered_weight((box.left(), box.top(), box.left() + box.width(), box.top() + box.height()), _weighted(rects))


def _sides(rects: Iterable[QRectF]) -> list[Sides]:
    """Return the left, top, right and bottom side of each rectangle: plain numbers, as there are many to compare."""
    return [(rect.left(), rect.top(), rect.right(), rect.bottom()) for rect in rects]


def _weighted(rects: Sequence[QRectF], weight: int = 1) -> list[tuple[Sides, float]]:
    """Return the sides of each rectangle once, with its weight: the greater, the smaller it is."""
    return [
        (sides, weight * max(1.0, _LEAST_AREA / max(1.0, (sides[2] - sides[0]) * (sides[3] - sides[1]))))
        for sides in dict.fromkeys(_sides(rects))
    ]


def covered_weight(sides: Sides, weighted: Iterable[tuple[Sides, float]], enough: float = math.inf) -> float:
    """Return the square pixels that a rectangle covers of some others, by their weights; it may stop at enough."""
    left, top, right, bottom = sides
    covered = 0.0
    for (other_left, other_top, other_right, other_bottom), weight in weighted:
        if other_left < right and left < other_right and other_top < bottom and top < other_bottom:
            across = min(right, other_right) - max(left, other_left)
            down = min(bottom, other_bottom) - max(top, other_top)
            covered += weight * across * down
            if covered >= enough:
                break
    return covered


def _beside(piece: QRect, size: QSize) -> list[tuple[int, int]]:
    """Return the corners above, below, to the right and to the left of a piece, in the middle first."""
    wide, high, centre = size.width(), size.height(), piece.center()
    lefts = (centre.x() - wide // 2, piece.left(), piece.right() - wide)
    tops = (centre.y() - high // 2, piece.top(), piece.bottom() - high)
    above = [(left, piece.top() - high - _GAP) for left in lefts]
    below = [(left, piece.bottom() + _GAP) for left in lefts]
    right = [(piece.right() + _GAP, top) for top in tops]
    left_of = [(piece.left() - wide - _GAP, top) for top in tops]
    return [*above, *below, *right, *left_of]


def _all_over(room: QRect, size: QSize) -> list[tuple[int, int]]:
    """Return corners all over a room, for a piece with no free place beside it."""
    across, down = room.width() - size.width(), room.height() - size.height()
    steps = [number / _PLACES for number in range(_PLACES + 1)]
    return [(room.left() + round(across * x), room.top() + round(down * y)) for y in steps for x in steps]


def inside(box: QRect, room: QRect) -> QRect:
    """Return a box, moved so that it is inside a room as far as it fits."""
    moved = QRect(box)
    moved.moveRight(min(moved.right(), room.right()))
    moved.moveBottom(min(moved.bottom(), room.bottom()))
    moved.moveLeft(max(moved.left(), room.left()))
    moved.moveTop(max(moved.top(), room.top()))
    return moved
