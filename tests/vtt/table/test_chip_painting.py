"""Stacks of chips in the room of their bag: within it, apart, and as large as possible."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF

from tests.properties import examples
from vtt.table.painting.chip_painting import ChipStack, chip_count_font, lay_chip_stacks
from vtt.widgets.look.ui_metrics import UiMetrics, ui_metrics

pytestmark = pytest.mark.usefixtures("qapp")
COLOURS = ("white", "red", "blue", "gold", "black", "green")
LENGTHS = st.sampled_from([ui_metrics(scale) for scale in (0.75, 1.0, 2.0, 3.0)])
ROOMS = st.builds(QRectF, st.just(7.0), st.just(11.0), st.floats(12, 900), st.floats(12, 500))
CHIPS = st.dictionaries(st.sampled_from(COLOURS), st.integers(1, 60), min_size=1, max_size=6)


def cells_at(room: QRectF, count: int, columns: int, m: UiMetrics) -> float:
    """Return the size of chips with this number of stacks side by side."""
    rows = math.ceil(count / columns)
    wide, high = min(room.width() / columns, m.chip * 2.2), min(room.height() / rows, m.chip * 2.6)
    return min(m.chip * 0.75, wide * 0.42, high * 0.38)


def rows_of(stacks: tuple[ChipStack, ...]) -> list[float]:
    return sorted({round(stack.cell.top(), 3) for stack in stacks})


@examples(100)
@given(ROOMS, CHIPS, LENGTHS)
def test_every_stack_is_in_its_room_apart_from_others_and_as_large_as_possible(
    room: QRectF, chips: dict[str, int], m: UiMetrics
) -> None:
    stacks = lay_chip_stacks("pot", chips, room, m)
    assert {stack.colour: stack.count for stack in stacks} == chips
    grown = room.adjusted(-0.01, -0.01, 0.01, 0.01)
    assert all(grown.contains(stack.cell) for stack in stacks)
    for stack in stacks:
        font = chip_count_font(stack.radius, m)
        assert stack.badge.height() >= font.pixelSize() * 1.3, "its number is not cut"
        assert room.bottom() >= stack.badge.bottom() - 0.01
    for one, other in combinations(stacks, 2):
        shared = one.cell.intersected(other.cell)
        assert shared.width() < 0.01 or shared.height() < 0.01
    best = max(cells_at(room, len(chips), columns, m) for columns in range(1, len(chips) + 1))
    if room.width() / len(chips) >= 6 * m.font_large:  # there is room for the counts beside the chips
        assert {round(stack.radius, 6) for stack in stacks} == {round(best, 6)}
    assert all(stack.radius <= best + 0.001 for stack in stacks)


@pytest.mark.parametrize(("wide", "high", "rows"), [(600, 400, 1), (60, 400, 3), (300, 40, 1)])
def test_they_are_in_a_row_where_that_costs_nothing(wide: int, high: int, rows: int) -> None:
    stacks = lay_chip_stacks("pot", {"white": 43, "red": 22, "blue": 10}, QRectF(0, 0, wide, high), ui_metrics(1.0))
    assert len(rows_of(stacks)) == rows


@pytest.mark.parametrize(("wide", "high"), [(45, 60), (45, 75), (50, 65), (60, 70)])
def test_the_counts_of_a_narrow_bag_leave_the_letters_of_its_chips_free(wide: int, high: int) -> None:
    m = ui_metrics(1.0)
    for stack in lay_chip_stacks("gm", {"white": 1, "red": 2, "blue": 1}, QRectF(0, 0, wide, high), m):
        free = stack.badge.left() - (stack.foot.x() - stack.radius)
        assert free >= stack.radius * 0.9, "otherwise only a speck of the chip is seen beside its count"


def test_where_there_is_no_room_or_no_chip_nothing_is_drawn() -> None:
    m = ui_metrics(1.0)
    assert lay_chip_stacks("pot", {"white": 0}, QRectF(0, 0, 100, 100), m) == ()
    assert lay_chip_stacks("pot", {"white": 3}, QRectF(0, 0, 100, 4), m) == ()
