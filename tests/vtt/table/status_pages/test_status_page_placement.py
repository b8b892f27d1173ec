"""Where the folded status pages lie on a full table: in a free place, if there is one at all."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, QSizeF

from engine.messages.message import Message
from engine.presentation.activity_view import DieView, SideView
from engine.presentation.visibility import VisibleTable
from vtt.table.layout.centre_layout import _lane
from vtt.table.layout.table_plan import TablePlan
from vtt.table.layout.zone_placement import ZonePlacement
from vtt.table.painting.dice_tray_painting import divide_dice_lane, with_room_for_numbers
from vtt.table.status_pages.status_page_placement import _TEXT_COUNTS, _least_covering, idle_hands, strip_room
from vtt.widgets.layouts.beside_piece import Sides, covered_weight
from vtt.widgets.look.ui_metrics import ui_metrics

CLOTH = QRectF(0, 0, 900, 420)


def _placement(plan: SimpleNamespace, *dice: DieView) -> ZonePlacement:
    side = SideView(name="roll", label=Message(key="roll"), seat="gm", dice=dice, target=100 if dice else None)
    lanes = tuple(SimpleNamespace(side=side) for _ in plan.lanes)
    return cast(ZonePlacement, SimpleNamespace(hands={}, lanes=lanes))


@pytest.mark.parametrize(
    ("taken", "is_free"),
    [
        ([QRectF(0, 0, 900, 250)], True),  # a whole row of tabs
        ([QRectF(0, 0, 900, 300), QRectF(240, 300, 660, 120)], True),  # room for one tab, far from the middle
        ([QRectF(0, 0, 900, 420)], False),
        ([QRectF(0, 0, 900, 200), QRectF(0, 200, 300, 220), QRectF(360, 200, 540, 220)], False),  # a narrow gap
    ],
)
def test_folded_pages_cover_nothing_while_a_tab_fits_anywhere(taken: list[QRectF], is_free: bool) -> None:
    plan = SimpleNamespace(lengths=ui_metrics(1.0), size=QSizeF(CLOTH.size()), cells=(), lanes=(), boxes={})
    plan.lanes = tuple(SimpleNamespace(area=area, head=QRectF(), foot=QRectF()) for area in taken)
    plan.pots = plan.clock = plan.stage = plan.words = plan.outcome = QRectF()
    room = strip_room(cast(TablePlan, plan), _placement(plan), CLOTH)
    assert CLOTH.contains(room)
    assert not room.isEmpty()
    assert is_free != any(room.intersects(area) for area in taken)
    covered = [room.intersected(area) for area in taken]
    gap = CLOTH.width() * CLOTH.height() - sum(area.width() * area.height() for area in taken)
    assert (
        is_free or not gap or sum(part.width() * part.height() for part in covered) < room.width() * room.height() / 2
    )


def test_a_tab_without_a_free_place_covers_no_numbers_of_a_character_no_result_and_no_card_in_play() -> None:
    none = QRectF()
    numbers = SimpleNamespace(head=QRectF(0, 0, 900, 40), bars=QRectF(0, 40, 500, 380), slots=(), piles=())
    cell = SimpleNamespace(seat="gm", area=CLOTH, stations=(numbers,), in_scene=QRectF)
    cell.plate = cell.pills = cell.figure = cell.numbers = cell.beside = cell.fan = none
    plan = SimpleNamespace(lengths=ui_metrics(1.0), size=QSizeF(CLOTH.size()), cells=(cell,), lanes=(), boxes={})
    plan.pots = plan.clock = none
    plan.stage, plan.words = QRectF(700, 40, 200, 200), QRectF(500, 40, 200, 200)
    lane = SimpleNamespace(area=QRectF(500, 240, 400, 140), head=QRectF(500, 240, 400, 40))
    lane.foot, plan.outcome = QRectF(500, 340, 400, 40), QRectF(500, 380, 400, 40)
    plan.lanes = (lane,)
    plan.boxes = {"environment": SimpleNamespace(area=QRectF(500, 280, 200, 60))}
    room = strip_room(cast(TablePlan, plan), _placement(plan), CLOTH)
    texts = (
        plan.boxes["environment"].area,
        numbers.head,
        numbers.bars,
        plan.stage,
        plan.words,
        lane.head,
        lane.foot,
        plan.outcome,
    )
    assert not any(room.intersects(part) for part in texts)


def _battle(*cells: SimpleNamespace) -> SimpleNamespace:
    none = QRectF()
    for cell in cells:
        cell.in_scene = QRectF
        cell.pills = cell.figure = cell.numbers = cell.beside = none
        cell.plate = QRectF(cell.area.left(), cell.area.bottom() - 30, cell.area.width(), 30)
    plan = SimpleNamespace(lengths=ui_metrics(1.0), size=QSizeF(CLOTH.size()), cells=cells, lanes=(), boxes={})
    plan.pots = plan.clock = plan.stage = plan.words = plan.middle = plan.outcome = none
    return plan


def test_a_tab_covers_no_pile_and_no_slot_while_a_hand_has_room_beside_its_cards() -> None:
    piles = tuple(
        (name, QRectF(700 + 100 * n, 0, 60, 60), QRectF(700 + 100 * n, 62, 60, 20)) for n, name in enumerate("pq")
    )
    slots = tuple(QRectF(70 * n, 0, 60, 84) for n in range(9))
    station = SimpleNamespace(head=QRectF(0, 90, 900, 40), bars=QRectF(0, 140, 200, 240), slots=slots, piles=piles)
    plan = _battle(SimpleNamespace(seat="tom", area=CLOTH, stations=(station,), fan=QRectF(210, 140, 680, 240)))
    room = strip_room(cast(TablePlan, plan), _placement(plan), CLOTH)
    texts = [*slots, *(part for _, *parts in piles for part in parts), station.head, station.bars, plan.cells[0].plate]
    assert not any(room.intersects(part) for part in texts)


@pytest.mark.parametrize("cards", [0, 3])
def test_a_tab_is_in_front_of_a_seat_without_cards_that_watches_the_battle(cards: int) -> None:
    station = SimpleNamespace(head=QRectF(0, 0, 700, 40), bars=QRectF(0, 40, 200, 340), slots=(), piles=())
    fighter = SimpleNamespace(
        seat="tom", area=QRectF(0, 0, 700, 420), stations=(station,), fan=QRectF(210, 40, 480, 340)
    )
    watcher = SimpleNamespace(seat="mia", area=QRectF(700, 0, 200, 420), stations=(), fan=QRectF(700, 0, 200, 390))
    plan = _battle(fighter, watcher)
    placement = _placement(plan)
    placement.hands.update(tom="hand:tom", mia="hand:mia")
    zones = {"hand:tom": SimpleNamespace(count=0), "hand:mia": SimpleNamespace(count=cards)}
    idle = idle_hands(cast(TablePlan, plan), placement, cast(VisibleTable, SimpleNamespace(zones=zones)))
    assert idle == (set() if cards else {"mia"})
    room = strip_room(cast(TablePlan, plan), placement, CLOTH, idle)
    assert not any(room.intersects(part) for part in (fighter.area, watcher.plate))


def test_a_tab_covers_no_words_across_the_middle() -> None:
    cell = SimpleNamespace(seat="gm", area=QRectF(0, 0, 900, 180), stations=(), in_scene=QRectF, fan=QRectF())
    cell.plate = cell.pills = cell.figure = cell.beside = QRectF()
    cell.numbers = QRectF(0, 0, 500, 180)
    plan = SimpleNamespace(lengths=ui_metrics(1.0), size=QSizeF(CLOTH.size()), cells=(cell,), boxes={})
    plan.pots = plan.clock = plan.outcome = QRectF()
    plan.lanes = (SimpleNamespace(area=CLOTH, head=QRectF(0, 280, 900, 140), foot=QRectF()),)
    plan.middle, plan.stage, plan.words = QRectF(0, 180, 900, 100), QRectF(0, 180, 60, 100), QRectF(70, 180, 830, 100)
    room = strip_room(cast(TablePlan, plan), _placement(plan), CLOTH)
    assert not room.intersects(QRectF(0, 190, 900, 80))
    assert not room.intersects(cell.numbers)


def test_a_tab_beside_the_words_across_a_high_middle_covers_no_card_in_play() -> None:
    plan = SimpleNamespace(lengths=ui_metrics(1.0), size=QSizeF(CLOTH.size()), cells=(), boxes={})
    plan.pots = plan.clock = plan.outcome = QRectF()
    plan.lanes = (SimpleNamespace(area=QRectF(0, 0, 900, 180), head=QRectF(), foot=QRectF()),)
    plan.middle = QRectF(0, 180, 900, 240)
    plan.stage, plan.words = QRectF(380, 180, 142, 240), QRectF(530, 180, 370, 240)
    room = strip_room(cast(TablePlan, plan), _placement(plan), CLOTH)
    assert not any(room.intersects(part) for part in (plan.lanes[0].area, plan.stage, plan.words))


@pytest.mark.parametrize(("wide", "high"), [(560, 118), (760, 150), (330, 200)])
def test_a_tab_without_a_free_place_covers_no_result_of_dice_beside_or_below_them(wide: int, high: int) -> None:
    cell = SimpleNamespace(seat="gm", area=CLOTH, stations=(), in_scene=QRectF, fan=QRectF())
    cell.plate = cell.pills = cell.figure = cell.beside = QRectF()
    cell.numbers = QRectF(0, high, 900, 420 - high)
    plan = SimpleNamespace(lengths=ui_metrics(1.5), size=QSizeF(CLOTH.size()), cells=(cell,), boxes={})
    plan.pots = plan.clock = plan.stage = plan.words = plan.middle = plan.outcome = QRectF()
    plan.boxes = {"environment": SimpleNamespace(area=QRectF(wide, 0, 900 - wide, high))}
    plan.lanes = (lane := _lane(QRectF(0, 0, wide, high), plan.lengths),)
    placement = _placement(plan, DieView(sides=100))
    room, side = strip_room(cast(TablePlan, plan), placement, CLOTH), placement.lanes[0].side
    assert side is not None
    rooms = with_room_for_numbers(divide_dice_lane(lane, (), plan.lengths), side, plan.lengths)
    assert not room.intersects(rooms.foot)
    assert not room.intersects(lane.head)


EDGES = st.tuples(*[st.integers(-20, 420)] * 2, *[st.integers(1, 160)] * 2).map(
    lambda box: (float(box[0]), float(box[1]), float(box[0] + box[2]), float(box[1] + box[3]))
)


@given(st.lists(EDGES, max_size=8), st.lists(EDGES, max_size=6))
def test_the_icon_of_a_tab_is_where_no_other_place_covers_less(taken: list[Sides], texts: list[Sides]) -> None:
    whole, letter = (0.0, 0.0, 400.0, 300.0), 12
    left, top, right, bottom = _least_covering(whole, tuple(taken), tuple(texts), letter)
    assert whole[0] <= left <= right <= whole[2]
    assert whole[1] <= top <= bottom <= whole[3]
    weighted = [*((part, 1.0) for part in taken), *((text, float(_TEXT_COUNTS)) for text in texts)]
    least = covered_weight((left, top, right, bottom), weighted)
    for x in range(0, round(400 - right + left), 25):
        for y in range(0, round(300 - bottom + top), 25):
            assert least <= covered_weight((x, y, x + right - left, y + bottom - top), weighted)
