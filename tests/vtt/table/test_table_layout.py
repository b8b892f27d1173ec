"""The geometry of the table: every hand readable, nothing on top of anything else, whatever the size."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from itertools import combinations, product
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QApplication

from engine.kit.game_factory import make_game
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.body import Body, Location
from engine.model.conditions import Condition
from engine.model.frozen import replace as frozen_replace
from engine.model.seats import Actor
from engine.model.tracks import Track
from engine.model.zones import Sight, Zone
from engine.presentation.body_annotations import BodyAnnotations
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade
from engine.rulesets.future_imperfect.character.hit_locations import unhurt_body
from tests.vtt.painted import lines_of, written_by
from tests.vtt.table_stage import Stage, make_table
from vtt.table.layout.card_spread import CardSpot, lay_fan, lay_grid
from vtt.table.layout.least_size import least_size
from vtt.table.layout.piles_beside_hand import divided, least_pile_width, pile_card_height
from vtt.table.layout.seat_layout import SeatNeeds, _lay_station_cells, lay_cells
from vtt.table.layout.station_layout import StationNeed, shared_widths
from vtt.table.layout.table_layout import lay_out_table
from vtt.table.layout.table_plan import LayoutNeeds, SeatCell, TableEdge, TablePlan, ZoneBox
from vtt.table.layout.visible_part import magnification_for, size_for
from vtt.table.layout.zone_placement import TrayLane, place_zones
from vtt.table.painting.commit_tray_painting import LaneLook, paint_lane_head, with_room_for_name
from vtt.table.scene.commit_tray_items import _put_lane, tray_lane_text
from vtt.table.seats.character_pill_contents import CharacterPill
from vtt.table.seats.character_pill_widths import MORE_STATES
from vtt.table.seats.character_pills import fitting_states, lay_pills, paint_pill
from vtt.table.seats.character_summary_layout import lay_summary
from vtt.table.seats.character_summary_painting import _paint_note, paint_summary_numbers
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_metrics import ui_metrics

SIZES = [(1280, 720), (1150, 350), (1920, 1080), (3840, 2160), (900, 620), (720, 900), (500, 320)]


def index_corners(spot: CardSpot) -> list[QPointF]:
    """Return points all over the index of a card: the column of 22 % on the left, a third of the height down."""
    way = spot.outline()
    left, top = -spot.width / 2, -spot.height / 2
    return [
        way.map(QPointF(left + spot.width * x, top + spot.height * y))
        for x in (0.03, 0.12, 0.21)
        for y in (0.04, 0.18, 0.32)
    ]


@pytest.mark.parametrize("count", [1, 2, 3, 7, 9, 13, 20, 40])
@pytest.mark.parametrize("room", [(320, 150), (280, 260), (900, 120), (150, 60)])
def test_a_fan_never_hides_an_index(count: int, room: tuple[int, int]) -> None:
    spots = lay_fan(QRectF(10, 20, *room), count, 200)
    assert len(spots) == count
    for below, above in combinations(spots, 2):
        hidden = [p for p in index_corners(below) if above.holds(p)]
        assert not hidden, f"{below} lies under {above}"


@pytest.mark.parametrize("count", [1, 7, 12, 20])
def test_a_fan_stays_in_its_room(count: int) -> None:
    room = QRectF(10, 20, 300, 170)
    for spot in lay_fan(room, count, 400):
        assert room.adjusted(-2, -2, 2, 2).contains(spot.box())


@pytest.mark.parametrize("count", [1, 5, 19, 54, 216])
def test_an_opened_pile_shows_something_of_every_card(count: int) -> None:
    room = QRectF(0, 0, 1100, 560)
    spots = lay_grid(room, count, 168, 6)
    assert all(room.adjusted(-1, -1, 1, 1).contains(spot.box()) for spot in spots)
    for below, above in combinations(spots[:60], 2):
        assert not all(above.holds(p) for p in index_corners(below))


def plan_of(seats: int, size: tuple[int, int], scale: float, **more: bool) -> TablePlan:
    table = make_table(seats, decks=2, duel=True, laid=1, **more)  # type: ignore[arg-type]
    places = place_zones(make_game(Stage()).view_for(table, "shared"))
    pills = frozenset(seat.id for seat in places.seats)
    return lay_out_table(QSizeF(*size) * scale, scale, places, LayoutNeeds(pills=pills))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 1.5, 3.0])
@pytest.mark.parametrize("seats", range(1, 11))
def test_nothing_overlaps(seats: int, size: tuple[int, int], scale: float) -> None:
    plan = plan_of(seats, size, scale)
    whole = QRectF(QPointF(), plan.size).adjusted(-0.5, -0.5, 0.5, 0.5)
    assert len(plan.cells) == seats
    parts = {f"seat {cell.seat}": cell.area for cell in plan.cells}
    parts |= {zone: box.area for zone, box in plan.boxes.items()}
    parts |= {f"lane {i}": box.area for i, box in enumerate(plan.lanes)}
    parts["outcome"] = plan.outcome
    for name, rect in parts.items():
        assert whole.contains(rect), f"{name} leaves the table"
        assert rect.width() > 12, f"{name} is lost"
        assert rect.height() > 6, f"{name} is lost"
    for (one, a), (other, b) in combinations(parts.items(), 2):
        shared = a.intersected(b)
        assert shared.isEmpty() or min(shared.width(), shared.height()) < 1.5, f"{one} lies on {other}"
    for cell in plan.cells:
        pills = cell.in_scene(cell.pills)
        assert whole.contains(pills), f"the characters of {cell.seat} leave the table"
        for name, rect in parts.items():
            shared = rect.intersected(pills) if name != f"seat {cell.seat}" else QRectF()
            assert shared.isEmpty() or min(shared.width(), shared.height()) < 1.5, f"{name} lies on characters"
        assert cell.plate.width() > 50
        assert cell.plate.height() >= 10
        assert cell.fan.height() > 24
        assert QRectF(0, 0, cell.size.width(), cell.size.height()).adjusted(-1, -1, 1, 1).contains(cell.fan)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 1.5, 3.0])
def test_piles_that_come_together_leave_the_name_of_an_empty_place_free(size: tuple[int, int], scale: float) -> None:
    places = place_zones(make_game(Stage()).view_for(make_table(4), "shared"))
    alone = dataclasses.replace(places, lanes=(), others=("scene",), empty=frozenset({"scene"}))
    plan = lay_out_table(QSizeF(*size) * scale, scale, alone, LayoutNeeds())
    piles = [plan.boxes[zone] for zone in alone.piles]
    assert len(piles) > 1
    for pile in piles:
        shared = pile.area.intersected(plan.boxes["scene"].area)
        assert shared.isEmpty() or min(shared.width(), shared.height()) < 1.5


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 1.5, 3.0])
def test_a_deck_and_a_discard_stay_where_they_are_when_cards_are_played(size: tuple[int, int], scale: float) -> None:
    played = place_zones(make_game(Stage()).view_for(make_table(4, duel=True, laid=1), "shared"))
    assert (len(played.left), len(played.right), len(played.lanes)) == (1, 1, 2)
    boxes = [
        lay_out_table(QSizeF(*size) * scale, scale, dataclasses.replace(played, lanes=lanes), LayoutNeeds()).boxes
        for lanes in ((), played.lanes, played.lanes * 2)
    ]
    assert boxes[0] == boxes[1] == boxes[2]


@pytest.mark.parametrize("size", [(874, 430), (1150, 350), (1600, 900)])
@pytest.mark.parametrize("over", [4, 5, 6])
def test_lanes_that_are_over_fold_before_any_lane_becomes_too_narrow_to_read(size: tuple[int, int], over: int) -> None:
    table = make_table(4, duel=True)
    places = place_zones(make_game(Stage()).view_for(table, "shared"))
    side = places.lanes[0].side
    assert side is not None
    done = [TrayLane(f"done{i}", (), frozen_replace(side, total=i)) for i in range(over)]
    plan = lay_out_table(QSizeF(*size), 1.0, dataclasses.replace(places, lanes=(*done, places.lanes[1])))
    folded = [i for i, box in enumerate(plan.lanes) if box.folded]
    assert folded == list(range(len(folded))), "the oldest fold first"
    assert len(plan.lanes) - len(folded) >= 2
    m = plan.lengths
    for box in plan.lanes:
        assert box.head.width() >= m.font_body * (2.6 if box.folded else 3.4)
        assert box.head.height() >= 11
        assert box.cards.height() >= m.font_small
    for one, other in combinations([box.area for box in plan.lanes], 2):
        shared = one.intersected(other)
        assert shared.isEmpty() or min(shared.width(), shared.height()) < 1.5


def test_a_side_that_may_play_no_card_folds_with_the_rest_once_sums_are_known() -> None:
    places = place_zones(make_game(Stage()).view_for(make_table(4, duel=True), "shared"))
    first, second = places.lanes
    assert first.side is not None
    done = dataclasses.replace(first, name="done", side=frozen_replace(first.side, total=8))
    idle = dataclasses.replace(
        first, name="idle", side=frozen_replace(first.side, due=0, laid=0, ready=True, total=None)
    )
    more = [dataclasses.replace(second, name=f"open{i}") for i in range(2)]
    found = lay_out_table(QSizeF(820, 430), 1.0, dataclasses.replace(places, lanes=(done, idle, *more)))
    assert [box.folded for box in found.lanes] == [True, True, False, False]
    found = lay_out_table(QSizeF(820, 430), 1.0, dataclasses.replace(places, lanes=(idle, idle, *more)))
    assert not any(box.folded for box in found.lanes), "nothing has been compared yet"


def test_the_characters_of_a_seat_beside_its_hand_have_the_free_cloth_at_the_left() -> None:
    cell = next(cell for cell in plan_of(4, (893, 425), 1.0).cells if cell.edge is TableEdge.BOTTOM)
    assert cell.plate.right() < cell.fan.left()
    assert cell.pills.width() > cell.plate.width() * 1.5


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("crowd", [0, 4])
def test_the_characters_of_a_seat_without_cards_have_the_rail_beside_its_name(
    size: tuple[int, int], scale: float, crowd: int
) -> None:
    """Above the name their states were cut beside free room, and took a line from the numbers."""
    seats = tuple(
        SeatNeeds(f"s{n}", 0, pills=True, beside=False, lines=11, body=True, crowd=crowd, bare=True) for n in range(5)
    )
    m = ui_metrics(scale)
    cells, _ = lay_cells(QRectF(20, 20, size[0] * scale - 40, size[1] * scale - 40), m, seats)
    for cell in cells:
        parts = (cell.plate, cell.pills, cell.figure, cell.numbers)
        for one, other in combinations([part for part in parts if not part.isEmpty()], 2):
            assert one.intersected(other).height() < 1.5 or one.intersected(other).width() < 1.5
        if cell.edge in (TableEdge.TOP, TableEdge.BOTTOM) and size == (1280, 720) and scale == 1.0:
            assert cell.pills.left() > cell.plate.right()
            assert cell.pills.width() > cell.plate.width() * 1.4


@pytest.mark.parametrize("folded", [True, False])
def test_a_long_name_of_a_lane_takes_the_room_that_its_cards_leave_free(qapp: QApplication, folded: bool) -> None:
    theme, inside = Theme(), QRectF(0, 0, 170, 60)
    m = theme.metrics
    cards = QRectF(60, 0, 60, 40) if folded else QRectF(0, 0, 80, 40)
    head, foot = (QRectF(0, 0, 55, 40), QRectF(125, 0, 45, 40)) if folded else (QRectF(90, 0, 72, 40),) * 2
    box = ZoneBox(area=inside, cards=cards, head=head, foot=foot, folded=folded)
    spots = lay_fan(cards, 1, 40, arc=False)
    assert with_room_for_name(box, "Finch", spots, m) == box
    wide = with_room_for_name(box, "Ottilie Brandt: the wrecker", spots, m)
    assert wide.head.width() > box.head.width()
    assert not any(wide.head.intersects(spot.box()) for spot in spots)
    assert not wide.folded or not wide.head.intersects(foot)
    name = "Brock the wrecker" if folded else "Resistance: Ottilie Brandt"
    sizes = partial(paint_lane_head, label=name, size=m.font_least, theme=theme, m=m)
    told = [[line.text for line in lines_of(partial(sizes, head=each.head), inside)] for each in (box, wide)]
    assert [any("…" in line for line in lines) for lines in told] == [True, False]


@pytest.mark.parametrize("folded", [True, False])
def test_a_lane_is_drawn_anew_whenever_it_says_something_else(qapp: QApplication, folded: bool) -> None:
    hub, rect = ThemeHub(Theme()), QRectF(0, 0, 300, 40)
    box = ZoneBox(area=rect, cards=rect, head=rect, foot=rect, folded=folded)
    plan, drawn = plan_of(4, (893, 425), 1.0), list[tuple[object, list[str]]]()

    def picture(name: str, key: object, room: QRectF, paint: Callable[[QPainter], None], _z: float) -> None:
        drawn.append(((name, key), written_by(paint, room)))

    layer = SimpleNamespace(hub=hub, dpr=1.0, picture=picture)
    look = LaneLook("Ada", 2, 2, False, (), -5, 0, False, (), ())
    looks = [look, *(dataclasses.replace(look, **other) for other in ({"penalty": 3}, {"total": 8}, {"label": "Tom"}))]
    looks += [dataclasses.replace(look, total=None, ready=ready, reasons=("+1",)) for ready in (True, False)]
    for each in looks:
        _put_lane(layer, "actor", box, each, plan, 14)  # type: ignore[arg-type]
    assert not [a for a, b in combinations(drawn, 2) if a[0] == b[0] and a[1] != b[1]]
    words = {text for _, texts in drawn for text in texts}
    assert {"Ada", "Tom", "−5", "8"} <= words
    assert folded or "−2 − 3 = −5" in words
    assert tray_lane_text(looks[1]) == "Ada: total −2 − 3 = −5", "and it is read out, too"


def test_lanes_that_still_take_cards_never_fold() -> None:
    table = make_table(4, duel=True)
    places = place_zones(make_game(Stage()).view_for(table, "shared"))
    lanes = tuple(dataclasses.replace(places.lanes[1], name=f"open{i}") for i in range(6))
    plan = lay_out_table(QSizeF(874, 430), 1.0, dataclasses.replace(places, lanes=lanes))
    assert not any(box.folded for box in plan.lanes)
    assert all(box.head.width() > plan.lengths.font_body * 4 for box in plan.lanes)


def test_the_gm_sits_at_the_top_and_the_others_clockwise() -> None:
    plan = plan_of(5, (1280, 720), 1.0)
    middle = {cell.seat: cell.area.center() for cell in plan.cells}
    assert [cell.seat for cell in plan.cells] == ["gm", "tom", "mirjam", "ben", "yusuf"]
    assert abs(middle["gm"].x() - 640) < 1
    assert middle["gm"].y() < 200
    assert middle["tom"].x() > 900
    assert middle["mirjam"].x() > middle["ben"].x()
    assert middle["yusuf"].x() < 400


@pytest.mark.parametrize("size", [(823, 378), (1080, 560), (1900, 1000)])
@pytest.mark.parametrize("players", [4, 5, 6, 8])
def test_places_with_slots_are_never_too_low_to_be_read(size: tuple[int, int], players: int) -> None:
    needs = [
        StationNeed(f"a{n}", f"h{n}", f"r{n}", f"f{n}", (f"p{n}", f"q{n}"), 3, 0, 1, 1) for n in range(players + 1)
    ]
    sitting = tuple(
        SeatNeeds(f"s{n}", 0, pills=False, beside=False, lines=0, body=False, crowd=0, stations=(need,))
        for n, need in enumerate(needs)
    )
    m = ui_metrics(1.0)
    cells, middle = _lay_station_cells((0.0, 0.0, float(size[0]), float(size[1])), m, sitting)
    areas = [cell.area for cell in cells]
    assert [cell.seat for cell in cells] == [seat.seat for seat in sitting]
    assert all(area.height() >= m.font_body * 7 for area in areas)
    assert not any(a.adjusted(1, 1, -1, -1).intersects(b.adjusted(1, 1, -1, -1)) for a, b in combinations(areas, 2))
    assert not any(middle.adjusted(1, 1, -1, -1).intersects(area.adjusted(1, 1, -1, -1)) for area in areas)


def station(name: str, *, slots: int = 0, bodies: int = 1, piles: bool = True) -> StationNeed:
    """Return the needs of a station; without slots it has no row, and its only number is its Adrenaline."""
    row, two = f"row:{name}" if slots else "", ("draw", "discard") if piles else ()
    return StationNeed(name, f"hand:{name}", row, row, two, slots, 0, bodies, bars=2 if slots else 1)


@pytest.mark.parametrize(
    ("room", "foes", "slots", "drawn"),
    [
        ((1407, 785), [("boss", 3, 1), ("large mob", 6, 6), ("mob", 4, 4)], 2, 0),
        ((1407, 785), [("boss", 3, 1), ("mob", 5, 5)], 3, 0),
        ((893, 425), [("boss", 3, 1), ("large mob", 6, 6), ("mob", 4, 4)], 2, 0),
        ((893, 425), [("boss", 3, 1), ("mob", 3, 4)], 2, 0),
        ((893, 425), [("boss", 3, 1), ("another boss", 3, 1), ("mob", 4, 4)], 2, 0),
        ((893, 425), [("boss", 0, 1), ("mob", 0, 4)], 0, 1),
        ((893, 425), [("boss", 0, 1), ("mob", 0, 4)], 0, 4),
    ],
    ids=[
        "a boss and two mobs",
        "a boss and a mob",
        "the dam",
        "small",
        "the pit",
        "one has drawn outside combat",
        "all have",
    ],
)
def test_a_battle_that_fits_its_room_is_seen_whole(
    room: tuple[int, int], foes: list[tuple[str, int, int]], slots: int, drawn: int
) -> None:
    sitting = [tuple(station(name, slots=speed, bodies=bodies, piles=speed > 0) for name, speed, bodies in foes)]
    sitting += [(station(f"hero{n}", slots=slots, piles=bool(slots) or n < drawn),) for n in range(4)]
    seats = tuple(
        SeatNeeds(f"s{n}", 0, pills=True, beside=False, lines=0, body=False, crowd=0, stations=stations)
        for n, stations in enumerate(sitting)
    )
    least = least_size(QSizeF(*room), seats)
    assert max(least.width() / room[0], least.height() / room[1]) <= 1.08, "so little, it is shown smaller instead"


@pytest.mark.parametrize(("foes", "heroes"), [(1, 8), (2, 7), (3, 6), (4, 5), (5, 4)])
def test_nine_characters_share_a_small_screen_so_that_all_numbers_are_read(foes: int, heroes: int) -> None:
    room = QSizeF(893, 425)
    sitting = [tuple(station(f"foe{n}", slots=3) for n in range(foes))]
    sitting += [(station(f"hero{n}", slots=2),) for n in range(heroes)]
    seats = tuple(
        SeatNeeds(f"s{n}", 0, pills=True, beside=False, lines=0, body=False, crowd=0, stations=stations)
        for n, stations in enumerate(sitting)
    )
    least = least_size(room, seats)
    assert least.width() / room.width() <= 1.24, "five side by side need no more, in whatever order"
    assert least.height() == room.height()


@pytest.mark.parametrize("whole", [100.0, 300.0, 1000.0])
def test_a_width_is_shared_by_weight_and_nobody_has_less_than_it_needs(whole: float) -> None:
    weights, least = [1.0, 2.0, 7.0], [60.0, 60.0, 60.0]
    widths = shared_widths(whole, weights, least)
    assert sum(widths) == pytest.approx(whole)
    if whole < sum(least):
        assert widths == pytest.approx([10.0, 20.0, 70.0]), "without room for all it is as if nobody needed any"
    else:
        assert min(widths) >= 60.0
        assert widths[2] > widths[1] >= widths[0]


@pytest.mark.parametrize("has_room", [False, True])
def test_a_size_of_the_window_is_not_tried_with_more_layouts_than_needed(
    has_room: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = list[tuple[float, float]]()

    def try_layout(width: float, height: float, _seats: object) -> bool:
        tried.append((round(width / 1000, 2), round(height / 500, 2)))
        return has_room and tried[-1] in {(1.08, 1.08), (1.06, 1.08)}

    monkeypatch.setattr("vtt.table.layout.least_size._has_room", try_layout)
    seats = (SeatNeeds(f"tried {has_room}", 0, pills=True, beside=False, lines=0, body=False, crowd=0),)
    least = least_size(QSizeF(1000, 500), seats)
    assert least == (QSizeF(1060, 540) if has_room else QSizeF(1400, 700)), "small steps where little is missing"
    assert len(tried) <= 37


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("size", [(893, 423), (1500, 800)])
def test_a_pile_beside_a_hand_is_readable_and_leaves_its_chips_free(size: tuple[int, int], scale: float) -> None:
    usual = SeatNeeds("", 0, pills=True, beside=True, lines=1, body=True, crowd=0, piles=1, chips=True)
    needs = (
        dataclasses.replace(usual, seat="gm", hands=3),
        *(dataclasses.replace(usual, seat=f"s{n}") for n in range(3)),
    )
    room = QSizeF(size[0] * scale, size[1] * scale)
    m = ui_metrics(scale)
    cells, _ = lay_cells(QRectF(QPointF(), room), m, needs)
    for cell in cells[1:]:
        piles, chips = divided(cell.beside, m, 1, chips=True)
        assert cell.beside.contains(piles)
        assert cell.beside.contains(chips)
        assert not piles.intersects(chips.adjusted(1, 1, -1, -1))
        assert not cell.beside.intersects(cell.fan.adjusted(1, 1, -1, -1))
        assert piles.width() >= least_pile_width(m)
        assert pile_card_height(piles.size(), 1, m) >= m.chip * 0.9, "no smaller than a chip"
        assert chips.width() >= m.chip
    piles, chips = divided(cells[0].beside, m, 1, chips=True)
    assert pile_card_height(piles.size(), 1, m) >= m.chip * 0.7, "no speck"
    assert chips.height() >= m.chip * 0.8


@pytest.mark.parametrize("high", range(420, 541, 8))
def test_a_table_with_a_body_beside_several_hands_nearly_fits_a_small_screen(high: int) -> None:
    """A body beside several hands leaves them their width, so that a screen of 1280 × 800 shows all of the table, too.

    A table that is larger than its room by no more than that is shown smaller, and whole.
    """
    usual = SeatNeeds("", 0, pills=True, beside=True, lines=1, body=True, crowd=0, chips=True)
    needs = (
        dataclasses.replace(usual, seat="gm", hands=3, crowd=4),
        *(dataclasses.replace(usual, seat=f"s{n}") for n in range(3)),
    )
    room = QSizeF(893, high)
    least = least_size(room, needs)
    assert least.width() / room.width() <= 1.08
    assert least.height() / room.height() <= 1.085


def test_a_turned_seat_has_its_whole_place_turned() -> None:
    table = make_table(5, turns=(180, 270, 0, 0, 90))
    places = place_zones(make_game(Stage()).view_for(table, "shared"))
    plan = lay_out_table(QSizeF(1280, 720), 1.0, places)
    plates = {cell.seat: cell.in_scene(cell.plate) for cell in plan.cells}
    fans = {cell.seat: cell.in_scene(cell.fan) for cell in plan.cells}
    assert plates["gm"].bottom() < fans["gm"].center().y()
    assert plates["tom"].left() > fans["tom"].center().x()
    assert plates["tom"].height() > plates["tom"].width()
    assert plates["yusuf"].right() < fans["yusuf"].center().x()


@pytest.mark.parametrize("states", [("Dying", "Unconscious", "Wound 35"), ("Unconscious", "Prone", "Weak")])
@pytest.mark.parametrize("free", [60.0, 120.0, 180.0, 240.0, 400.0])
def test_a_state_is_shown_whole_or_a_sign_says_that_there_is_more(
    qapp: QApplication, free: float, states: tuple[str, ...]
) -> None:
    lengths = ui_metrics(1.0)
    shown, share = fitting_states(states, free, 80.0, lengths)
    kept = [state for state in shown if state in states]
    assert kept == [state for state in states if state in kept]
    assert kept[:1] in ([], [states[0]]), "the first one matters most"
    assert shown[len(kept) :] == ((MORE_STATES,) if len(kept) < len(states) else ())
    assert 0.7 < share <= 1.0
    if free == 400.0:
        assert (shown, share) == (states, 1.0)
    if free == 60.0:
        assert kept == [], "what is left beside most of the name is too narrow for letters"


@pytest.mark.parametrize(
    ("piles", "left", "right"),
    [
        (
            ("deck:crew", "deck:foes", "discard:crew", "discard:foes"),
            ("deck:crew", "discard:crew"),
            ("deck:foes", "discard:foes"),
        ),
        (("deck:crew", "deck:foes", "discard"), ("deck:crew", "deck:foes"), ("discard",)),
        (("deck", "discard"), ("deck",), ("discard",)),
    ],
)
def test_each_of_several_decks_is_beside_its_own_discards(
    piles: tuple[str, ...], left: tuple[str, ...], right: tuple[str, ...]
) -> None:
    table = make_table(3)
    zones = {key: zone for key, zone in table.zones.items() if zone.owners}
    zones |= {pile: Zone(id=pile, cards=("4H",), sight=Sight.NOBODY) for pile in piles}
    places = place_zones(make_game(Stage()).view_for(frozen_replace(table, zones=zones), "shared"))
    assert (places.left, places.right) == (left, right)


def test_a_clock_that_appears_leaves_the_chips_where_they_are() -> None:
    table = make_table(4, decks=2, duel=True, laid=1)
    places = place_zones(make_game(Stage()).view_for(table, "shared"))
    places = dataclasses.replace(places, pots=("blue", "red", "white"))
    size = QSizeF(1370, 740)
    before, after = (lay_out_table(size, 1.0, places, LayoutNeeds(clock=clock)) for clock in (False, True))
    assert after.pots.center() == before.pots.center()
    assert not after.clock.isEmpty()
    assert not after.clock.intersects(after.pots)


def test_of_plaques_without_room_the_location_of_a_wound_goes_before_a_character(qapp: QApplication) -> None:
    m, none = ThemeHub(Theme()).theme.metrics, QRectF()

    def named(wide: int, area: str) -> int:
        hurt = Body(chart="human", locations={area: Location(level=2, most=5)})
        actors = [Actor(id=name, name=f"Raider {name}", seat="gm", body=hurt) for name in ("red", "scar", "crane")]
        pills = QRectF(0, 0, wide, m.font_small * 1.75)
        cell = SeatCell("gm", TableEdge.TOP, 0, pills.size(), QTransform(), none, pills, none, none, none)
        return sum(bool(pill.actor) for pill in lay_pills(actors, {}, cell, m, "", front="red"))

    letters = m.font_small * 3
    assert all(named(wide + letters, "right_arm") >= named(wide, "x") for wide in range(200, 500, 10))
    assert {named(200, "x"), named(500, "x")} == {1, 3}


@pytest.mark.parametrize("count", [3, 5])
def test_a_plaque_says_that_states_are_left_out_and_letters_shrink_first(qapp: QApplication, count: int) -> None:
    hub, names = ThemeHub(Theme()), ("prone", "blind", "stunned", "weak", "slow")[:count]
    m, none, conditions = hub.theme.metrics, QRectF(), tuple(Condition(id=name, name=name) for name in names)
    bran = Actor(id="bran", name="Bran", seat="tom", conditions=conditions)
    actors = (bran, Actor(id="mia", name="Marguerite of the Valley", seat="tom"))
    beside = dict[int, list[float]]()
    for wide in range(700, 240, -4):
        pills = QRectF(0, 0, wide, m.font_small * 1.75)
        cell = SeatCell("tom", TableEdge.BOTTOM, 0, pills.size(), QTransform(), none, pills, none, none, none)
        pill, other = lay_pills(actors, {}, cell, m, "")
        _, *states = lines_of(partial(paint_pill, pill=pill, hub=hub, m=m, dpr=1.0), pill.rect)
        told = [line.text for line in states if line.text != MORE_STATES]
        left_out = count - len(told)
        assert len(states) - len(told) == bool(left_out)
        beside.setdefault(left_out, []).append(other.rect.width())
    fewest = min(beside)
    assert fewest == max(0, count - 3), "some are wide enough for all that are ever shown"
    narrow = [width for left_out, widths in beside.items() if left_out > fewest for width in widths]
    assert narrow
    assert max(narrow) - min(narrow) < 2, "before a state is left out, the letters beside it are the smallest"


def test_states_go_on_below_the_name_before_any_of_them_or_another_character_is_left_out(qapp: QApplication) -> None:
    hub, names = ThemeHub(Theme()), ("Wound 9", "Unconscious", "Dying")
    m, none, conditions = hub.theme.metrics, QRectF(), tuple(Condition(id=name, name=name) for name in names)
    bran = Actor(id="bran", name="Bran the wrecker", seat="tom", conditions=conditions)
    actors, heights = (bran, Actor(id="pell", name="Pell the wrecker", seat="tom")), set[int]()
    for wide in range(480, 140, -4):
        pills = QRectF(0, 0, wide, m.font_small * 1.75 * 5 + m.pad_xs * 4)
        cell = SeatCell("tom", TableEdge.TOP, 0, pills.size(), QTransform(), none, pills, none, none, none)
        pill, other = lay_pills(actors, {}, cell, m, "")
        assert other.name == "Pell the wrecker"
        assert pills.contains(pill.rect.united(other.rect))
        assert not pill.rect.intersects(other.rect)
        lines = lines_of(partial(paint_pill, pill=pill, hub=hub, m=m, dpr=1.0), pill.rect)
        assert {line.text for line in lines} == {"Bran the wrecker", *names}
        heights.add(round(pill.rect.height()))
    assert len(heights) == 3, "it is higher only where it must be"


def test_a_state_of_a_narrow_plaque_has_letters_or_a_sign_in_its_place(qapp: QApplication) -> None:
    hub = ThemeHub(Theme())
    m = hub.theme.metrics
    for name, others in product(("Bran", "Brannoch of the Weir"), ((), ("prone", "weak"))):
        states, told = ("unconscious", *others), set[str]()
        for wide in range(240, 20, -1):
            pill = CharacterPill("bran", QRectF(0, 0, wide, m.font_small * 1.75), name, states)
            lines = lines_of(partial(paint_pill, pill=pill, hub=hub, m=m, dpr=1.0), pill.rect)
            shown = [line.text for line in lines[1:]]
            named = [text for text in shown if text != MORE_STATES]
            assert not shown or len(shown) - len(named) == (len(named) < len(states)), (name, wide, shown)
            told |= {*shown}
        assert told > {MORE_STATES}
        assert not [text for text in told if len(text) <= 3 and text != MORE_STATES], told


def test_two_felled_foes_are_named_and_read_as_dying(qapp: QApplication) -> None:
    """With their whole names a plaque said "+3", or only how many characters there are."""
    hub = ThemeHub(Theme())
    m, none = hub.theme.metrics, QRectF()
    down = tuple(Condition(id=name, name=name) for name in ("dying", "unconscious"))
    wounds = (Condition(id="wound", name="wound", level=10),)
    names = {"brock": "Brock the wrecker", "pell": "Pell the wrecker"}
    pills = QRectF(0, 0, 193, m.font_small * 3.9)
    cell = SeatCell("gm", TableEdge.TOP, 0, pills.size(), QTransform(), none, pills, none, none, none)
    for states in product(((), wounds, (*down, *wounds)), repeat=2):
        cast = zip(names.items(), states, strict=True)
        actors = [Actor(id=who, name=name, seat="gm", conditions=has) for (who, name), has in cast]
        shown = lay_pills(actors, {"brock": "out", "pell": "acted"}, cell, m, "imaginality")
        assert [pill.actor for pill in shown] == [*names]
        for pill, has in zip(shown, states, strict=True):
            name, *told = (
                line.text for line in lines_of(partial(paint_pill, pill=pill, hub=hub, m=m, dpr=1.0), pill.rect)
            )
            assert name in (names[pill.actor], names[pill.actor].split()[0])
            assert told[:1] == ([] if not has else ["Dying"] if len(has) > 1 else ["Wound 10"])


@pytest.mark.parametrize("front", ["madge", "dog", "bat"])
def test_the_character_that_a_seat_shows_is_named_however_narrow_it_is(qapp: QApplication, front: str) -> None:
    hub = ThemeHub(Theme())
    m, none, hurt = hub.theme.metrics, QRectF(), (Condition(id="no_attack", name="Cannot attack for 2 Turns"),)
    names = {"madge": "Madge of the Lantern", "dog": "Cellar dog", "bat": "Tallow bat"}
    tracks = {"Luck": Track(value=3)}
    actors = [Actor(id=who, name=name, seat="gm", conditions=hurt, tracks=tracks) for who, name in names.items()]
    for wide in range(400, 130, -6):
        pills = QRectF(0, 0, wide, m.font_small * 1.75)
        cell = SeatCell("gm", TableEdge.TOP, 0, pills.size(), QTransform(), none, pills, none, none, none)
        shown = next(pill for pill in lay_pills(actors, {front: "now"}, cell, m, "", front) if pill.front)
        name, *states = lines_of(partial(paint_pill, pill=shown, hub=hub, m=m, dpr=1.0), shown.rect)
        assert len(name.text.rstrip("…")) >= 3, (wide, name.text)
        whole = names[front]
        assert name.text in (whole, whole.split()[0]) or wide < 150, "a first name comes before a cut one"
        assert states, "and that there is a state"


@pytest.mark.parametrize("states", [("Will be maimed", "Fatigue 3", "Prone"), ("Prone", "No attacks or spells")])
def test_the_states_of_a_seat_at_a_side_are_read_in_two_lines(qapp: QApplication, states: tuple[str, ...]) -> None:
    hub, none = ThemeHub(Theme()), QRectF()
    m = hub.theme.metrics
    plate = QRectF(0, 60, 178, 30)
    pills = QRectF(0, 57 - 2 * m.font_small * 1.75 - m.pad_xs, 178, 2 * m.font_small * 1.75 + m.pad_xs)
    cell = SeatCell("mia", TableEdge.RIGHT, 0, QSizeF(178, 90), QTransform(), plate, pills, none, none, none)
    conditions = tuple(Condition(id=state, name=state) for state in reversed(states))
    actor = Actor(id="brannoch", name="Brannoch Weir", seat="mia", conditions=conditions)
    (pill,) = lay_pills((actor,), {}, cell, m, "")
    name, *told = [line.text for line in lines_of(partial(paint_pill, pill=pill, hub=hub, m=m, dpr=1.0), pill.rect)]
    assert name in ("Brannoch", "Brannoch Weir")
    assert sorted(told) == sorted(states)
    assert pills.adjusted(-1, -1, 1, 1).contains(pill.rect)


def test_a_state_comes_before_the_second_name_on_a_plaque(qapp: QApplication) -> None:
    hub, states = ThemeHub(Theme()), ("Will be maimed", "Prone", "Fatigue 2")
    m, shown = hub.theme.metrics, dict[str, int]()
    for wide in range(420, 270, -2):
        pill = CharacterPill("pell", QRectF(0, 0, wide, m.font_small * 1.75), "Pell Underlow", states, first="Pell")
        name, *told = [line.text for line in lines_of(partial(paint_pill, pill=pill, hub=hub, m=m, dpr=1.0), pill.rect)]
        shown.setdefault(name, len(told))
        assert MORE_STATES not in told, (wide, name, told)
    assert list(shown) == ["Pell Underlow", "Pell"]


@pytest.mark.parametrize(("growth", "is_whole"), [(1.0, True), (1.02, True), (1.08, True), (1.1, False)])
def test_a_table_that_nearly_fits_is_seen_whole_with_legible_type(growth: float, is_whole: bool) -> None:
    room = QSizeF(893.0, 425.0)
    whole = QSizeF(room.width() * growth, room.height())
    sizes = [magnification_for(scale, room, whole, room) for scale in (0.75, 1.0, 1.1, 2.0)]
    assert sizes == sorted(sizes)
    assert round(ui_metrics(1.0).font_small * sizes[0], 1) >= 12
    assert (size_for(sizes[1], room, whole).width() <= room.width() + 0.5) == is_whole
    assert magnification_for(0.75, room * 1.2, whole, room) >= sizes[0], "the panels beside it are smaller"


@pytest.mark.parametrize("value", [16, -5, -19])
def test_the_signs_beside_a_longer_number_are_smaller_before_they_go(qapp: QApplication, value: int) -> None:
    m = ThemeHub(Theme()).theme.metrics
    hero = Actor(id="hero", name="Hero", seat="tom", tracks={"Wind": Track(value=value)})
    sides = list[float]()
    for wide in range(60, 160, 2):
        figure = lay_summary(hero, QRectF(0, 0, wide, 22), m, named=False)
        (wind,) = figure.elements
        sides.append(min((box.rect.width() for box in wind.boxes), default=0.0))
        lines = lines_of(partial(paint_summary_numbers, figure=figure, theme=Theme(), m=m), wind.rect)
        assert lines[-1].text == f"{value}".replace("-", "−"), f"cut at a width of {wide}"
    assert any(9 <= side < max(sides) - 2 for side in sides), "a spell is paid for by a click on a narrow seat, too"


@pytest.mark.parametrize("chart", ["human", "six_limbed"])
def test_no_location_of_a_body_is_left_out_at_the_seat_of_the_gm(qapp: QApplication, chart: str) -> None:
    m = ThemeHub(Theme()).theme.metrics
    body, tracks = unhurt_body(chart), {"Wind": Track(value=-19)}
    foe = Actor(id="foe", name="Oom the Collector", seat="gm", tracks=tracks, body=body)
    penalties = (Message(key="table.gauge", params={"what": "Wounds:", "value": "−3"}),)
    for wide in range(120, 260, 10):
        for high in range(90, 180, 10):  # 128 x 96 for the GM at 1280 x 720
            for notes in (BodyAnnotations(), BodyAnnotations(penalties=penalties)):
                figure = lay_summary(foe, QRectF(0, 0, wide, high), m, named=True, notes=notes)
                shown = {element.name for element in figure.elements}
                assert shown >= {"Wind", *body.locations}, (wide, high)


@pytest.mark.parametrize("grade", ["Formidable", "Herculean", "Hopeless"])
def test_the_penalty_of_a_character_is_read_whole_at_a_seat_on_the_side(qapp: QApplication, grade: Grade) -> None:
    theme = ThemeHub(Theme()).theme
    m = theme.metrics
    note = QRectF(0, 0, 110, m.font_small * 1.3)  # as wide as at 1280 x 720
    for reason in ("prone", "fatigue"):
        words = say(DifficultyModifier(reason=reason, grade=grade).penalty_words)
        (line,) = lines_of(partial(_paint_note, rect=note, words=words, theme=theme, m=m), note)
        assert line.text in (words, words.partition(" (")[0])


def test_a_penalty_is_read_without_its_reason_before_it_is_cut(qapp: QApplication) -> None:
    theme = ThemeHub(Theme()).theme
    words = say(DifficultyModifier(reason="prone", grade="Formidable").penalty_words)
    m, shown = theme.metrics, list[str]()
    for wide in range(300, 60, -2):
        note = QRectF(0, 0, wide, m.font_small * 1.3)
        (line,) = lines_of(partial(_paint_note, rect=note, words=words, theme=theme, m=m), note)
        shown.append(line.text)
    assert list(dict.fromkeys(shown))[:2] == [words, "Formidable"]


def test_a_state_is_cut_only_where_the_first_name_leaves_no_room_for_it(qapp: QApplication) -> None:
    hub = ThemeHub(Theme())
    m, none = hub.theme.metrics, QRectF()
    brock = Actor(id="brock", name="Brock the wrecker", seat="gm", conditions=(Condition(id="u", name="Unconscious"),))
    actors = (brock, Actor(id="pell", name="Pell the wrecker", seat="gm"))
    told = list[tuple[str, str]]()
    for wide in range(420, 240, -2):
        pills = QRectF(0, 0, wide, m.font_small * 1.75)
        cell = SeatCell("gm", TableEdge.BOTTOM, 0, pills.size(), QTransform(), none, pills, none, none, none)
        pill, _ = lay_pills(actors, {}, cell, m, "")
        name, state, *_ = (
            line.text for line in lines_of(partial(paint_pill, pill=pill, hub=hub, m=m, dpr=1.0), pill.rect)
        )
        told.append((name, state))
    assert ("Brock the wrecker", "Unconscious") in told
    assert ("Brock", "Unconscious") in told
    cut = [name for name, state in told if state not in ("Unconscious", MORE_STATES)]
    assert set(cut) <= {"Brock"}
