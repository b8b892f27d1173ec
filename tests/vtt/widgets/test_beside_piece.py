"""Something that floats beside a piece: inside its room, near the piece, and not over what matters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRect, QRectF, QSize

from vtt.widgets.layouts.beside_piece import find_place, free_rectangles, place_beside

ROOM = QRect(0, 0, 1000, 600)
SIZE = QSize(240, 120)


def box(about: QRect, *pieces: QRectF, others: tuple[QRectF, ...] = ()) -> QRect:
    return QRect(place_beside(SIZE, about, ROOM, pieces, others), SIZE)


@pytest.mark.parametrize("corner", [(0, 0), (960, 0), (0, 570), (960, 570), (480, 290)])
def test_it_is_in_the_room_near_the_piece_and_not_over_it(corner: tuple[int, int]) -> None:
    about = QRect(*corner, 40, 30)
    placed = box(about)
    assert ROOM.contains(placed)
    assert not placed.intersects(about)
    assert (placed.center() - about.center()).manhattanLength() < SIZE.width() + SIZE.height()


def test_it_covers_no_piece_that_matters_while_there_is_room_elsewhere() -> None:
    about = QRect(480, 290, 40, 30)
    pieces = [QRectF(0, 0, 1000, 285), QRectF(0, 325, 500, 275)]
    placed = box(about, *pieces)
    assert not any(QRectF(placed).intersects(piece) for piece in pieces)


def test_of_other_things_it_covers_as_little_as_it_can() -> None:
    about = QRect(480, 560, 40, 30)
    above = QRectF(360, 420, 280, 130)
    assert not QRectF(box(about, others=(above,))).intersects(above)


@pytest.mark.parametrize("size", [20, 40])
def test_it_is_a_little_farther_away_rather_than_over_a_small_thing(size: int) -> None:
    chips, walls = QRectF(150, 530, size, size), QRectF(300, 0, 700, 600)
    placed = QRectF(box(QRect(0, 560, 40, 30), others=(chips, walls)))
    assert not placed.intersects(chips)
    assert not placed.intersects(walls)
    assert placed.bottom() > chips.top() - 2 * size, "along its side, no farther"


def test_where_there_is_no_room_it_is_in_the_room_all_the_same() -> None:
    about = QRect(480, 290, 40, 30)
    assert ROOM.contains(box(about, QRectF(ROOM)))


def test_it_covers_a_name_rather_than_be_at_the_other_end_of_the_table() -> None:
    about, cards, plate, body = (
        QRect(90, 225, 56, 21),
        QRectF(30, 110, 130, 110),
        QRectF(33, 249, 174, 31),
        QRectF(230, 285, 140, 108),
    )
    room = QRect(6, 6, 878, 408)
    middle = QRectF(170, 20, 600, 260)
    placed = QRect(place_beside(QSize(254, 162), about, room, (), (cards, plate, body, middle)), QSize(254, 162))
    assert placed.center().x() < room.center().x()
    assert not QRectF(placed).intersects(cards)


def test_a_question_is_beside_its_hand_over_the_middle_rather_than_far_away_or_over_another_hand() -> None:
    about, across = QRect(200, 430, 600, 170), QRectF(250, 0, 500, 130)
    sides, piles = [QRectF(0, 150, 200, 200), QRectF(800, 150, 200, 200)], [QRectF(250, 200, 500, 200)]
    placed, _ = find_place(QSize(270, 145), about, ROOM, [], [across, *sides], piles)
    assert about.top() - placed.bottom() < 20
    assert not any(QRectF(placed).intersects(hand) for hand in (across, *sides))


def test_of_several_sizes_the_cost_of_one_bounds_the_others() -> None:
    about, hand = QRect(480, 560, 40, 30), QRectF(0, 300, 1000, 260)
    wide, least = find_place(QSize(400, 120), about, ROOM, [], [hand], [])
    narrow, cost = find_place(QSize(200, 40), about, ROOM, [], [hand], [], enough=least)
    assert cost < least
    assert find_place(QSize(400, 120), about, ROOM, [], [hand], [], enough=cost)[1] == float("inf")
    assert ROOM.contains(wide)
    assert not QRectF(narrow).intersects(hand)


def test_it_takes_the_only_free_place_also_where_that_lies_between_several_pieces() -> None:
    about = QRect(480, 560, 40, 30)
    gap = QRectF(137, 211, SIZE.width() + 6, SIZE.height() + 6)
    pieces = [
        QRectF(0, 0, 1000, gap.top()),
        QRectF(0, 0, gap.left(), 600),
        QRectF(gap.right(), 0, 1000 - gap.right(), 600),
        QRectF(0, gap.bottom(), 1000, 600 - gap.bottom()),
    ]
    free = free_rectangles(ROOM, pieces)
    assert free == [(gap.left(), gap.top(), gap.right(), gap.bottom())]
    placed, _ = find_place(SIZE, about, ROOM, pieces, [], [], free=free)
    assert gap.contains(QRectF(placed))


@given(st.lists(st.tuples(*[st.integers(-200, 1100)] * 2, *[st.integers(0, 500)] * 2), max_size=8))
def test_free_rectangles_touch_no_piece_and_have_every_free_point(
    boxes: list[tuple[int, int, int, int]],
) -> None:
    pieces = [QRectF(*box) for box in boxes]
    free = [QRectF(QPointF(*sides[:2]), QPointF(*sides[2:])) for sides in free_rectangles(ROOM, pieces)]
    for rect in free:
        assert QRectF(ROOM).contains(rect)
        assert not any(rect.intersects(piece) for piece in pieces)
        assert not any(other != rect and other.contains(rect) for other in free), "each is as large as can be"
    for x, y in ((x, y) for x in range(5, 1000, 90) for y in range(5, 600, 90)):
        point = QRectF(x, y, 1, 1)
        assert any(rect.contains(point) for rect in free) or any(piece.intersects(point) for piece in pieces)
