"""Places for the plates of seats that are out of sight."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, QSizeF

from vtt.table.layout.edge_places import nearest_place, place_at_edge
from vtt.table.layout.free_places import FreePlaces

ROOM = QRectF(0, 0, 800, 400)
SIZE = QSizeF(100, 30)
spots = st.builds(QPointF, st.integers(-600, 1400), st.integers(-600, 1000))
rects = st.builds(QRectF, st.integers(0, 700), st.integers(0, 370), st.integers(10, 120), st.integers(10, 60))


@given(spots, st.lists(rects, max_size=2), st.lists(rects, max_size=4))
def test_a_plate_is_whole_in_the_room_and_covers_no_other(
    toward: QPointF, taken: list[QRectF], pieces: list[QRectF]
) -> None:
    place = place_at_edge(SIZE, toward, ROOM, taken, pieces)
    assert place.size() == SIZE
    assert ROOM.contains(place)
    if toward.x() < 0 or toward.x() > 800 or toward.y() < 0 or toward.y() > 400:
        assert place.left() == 0 or place.right() == 800 or place.top() == 0 or place.bottom() == 400
        # Two others leave a place free on each edge.
        assert not any(place.intersects(other) for other in taken)


def test_it_points_to_what_it_stands_for_and_slides_aside_only_as_far_as_it_must() -> None:
    above = QPointF(400, -50)
    assert place_at_edge(SIZE, above, ROOM, [], []) == QRectF(350, 0, 100, 30)
    aside = place_at_edge(SIZE, above, ROOM, [QRectF(340, 0, 60, 50)], [])
    assert aside.top() == 0
    assert 400 <= aside.left() <= 410
    assert place_at_edge(SIZE, above, ROOM, [], [QRectF(340, 0, 60, 50)]) == aside, "nor over pieces"
    partly = [QRectF(0, 25, 360, 50), QRectF(360, 0, 440, 50)]
    assert place_at_edge(SIZE, above, ROOM, [], partly).right() <= 368, "no free place near: over as little as can be"
    banner = [QRectF(0, 0, 440, 50), QRectF(0, 45, 800, 10)]
    large = place_at_edge(SIZE * 2, QPointF(200, -50), ROOM, [], banner)
    assert large.left() > 430, "the larger everything is, the farther it slides"
    far = [QRectF(0, 0, 550, 50)]
    assert place_at_edge(SIZE, QPointF(50, -50), ROOM, [], far).left() == 0, "not so far that it points elsewhere"
    crowd = [QRectF(0, 0, 800, 50)]
    assert place_at_edge(SIZE, above, ROOM, [], crowd) == QRectF(350, 0, 100, 30), "pieces everywhere: where it points"
    title = [QRectF(340, 0, 120, 40)]
    beside = place_at_edge(SIZE, above, ROOM, [], crowd, title)
    assert (beside.top(), beside.intersects(title[0])) == (0, False), "a title on these pieces is read"


@given(spots, st.lists(rects, max_size=15))
def test_a_free_place_covers_nothing_and_is_found_wherever_there_is_one(toward: QPointF, taken: list[QRectF]) -> None:
    near = nearest_place(SIZE, toward, ROOM)
    place = FreePlaces(ROOM, taken).nearest(SIZE, near)
    columns, rows = range(0, 700, 20), range(0, 370, 10)
    if place is None:  # then all that are free have others close by
        tried = (QRectF(QPointF(left, top), SIZE).adjusted(-8, -8, 8, 8) for left in columns for top in rows)
        assert not any(ROOM.contains(each) and not any(map(each.intersects, taken)) for each in tried)
    else:
        assert place.size() == SIZE
        assert ROOM.contains(place)
        assert not any(map(place.intersects, taken))


def test_a_free_place_is_found_along_the_edge_rather_than_inward_and_around_half_a_name() -> None:
    above = nearest_place(SIZE, QPointF(400, -50), ROOM)
    aside = FreePlaces(ROOM, [QRectF(340, 0, 120, 50)]).nearest(SIZE, above)
    assert aside is not None
    assert aside.top() < 8, "60 pixels along the edge are nearer than 50 inward"
    inward = FreePlaces(ROOM, [QRectF(100, 0, 600, 50)]).nearest(SIZE, above)
    assert inward is not None
    assert inward.top() >= 50
    half = QRectF(0, 100, 160, 20)
    around = FreePlaces(ROOM, [QRectF(0, 60, 800, 41)]).around(SIZE, half)
    assert around == QRectF(0, 100, 160, 30), "as large as the name, and free on the side where it grows"
    assert FreePlaces(ROOM, [QRectF(0, 60, 800, 41), QRectF(0, 119, 800, 41)]).around(SIZE, half) is None
