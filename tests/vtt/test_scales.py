"""Larger makes everything on the table larger, in every game, at every size of the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QWheelEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from engine.asset_folder import BUNDLED_GAMES
from engine.messages.texts import say
from engine.presentation.body_annotations import BodyAnnotations
from engine.rulesets.classic_fantasy.luck.luck_prompts import SetLuckPrompt
from tests.vtt.painted import Line, painted_lines
from tests.vtt.shell_kit import LIMIT, open_house
from vtt.shared.fitted_text import text_width
from vtt.shared.offers.card_questions import CARD_QUESTION_KINDS
from vtt.shared.offers.offer_tile import OfferTile
from vtt.shared.screen_names import plain_word, table_text
from vtt.shared.table_queries import is_decided, is_held, seats_waited_for
from vtt.shell.application import Application
from vtt.shell.first_window import StartOptions
from vtt.shell.window.table_room import TableRoom
from vtt.table.display_state import DisplayState
from vtt.table.items.card_item import CardItem
from vtt.table.items.card_layout import CardLayout
from vtt.table.layout.visible_part import united
from vtt.table.scene.chip_bag_items import place_chip_bags
from vtt.table.scene.people_pieces import people_pieces
from vtt.table.table_screen import TableScreen
from vtt.table.unseen_seat_plates import UnseenSeatPlates
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import ui_font

GAMES = sorted(path.name for path in BUNDLED_GAMES.iterdir())
SIZES = ((1024, 700), (1280, 720), (1920, 1080), (3840, 2160))
SCALES = (0.75, 1.0, 1.1, 1.4, 1.5, 2.0, 3.0)
IN_THE_WAY = {"card_the_drawing": {"cancel_card", "mark_dismissal"}}
"""The offers whose question has no room at 1280 × 720: it is about a card in the middle of six stations."""
SAME = 1.5
"""Pixels by which rounding can differ."""


def play(house: Application, folder: Path, game: str) -> TableRoom:
    laid = QSignalSpy(house.controller.laid)
    house.controller.play_demo(game, folder)
    assert laid.count() or laid.wait(LIMIT)
    assert house.window.page is not None
    return house.window.page.table_room


def set_scale(house: Application, scale: float) -> None:
    """Set the scale, and wait until everything has its size."""
    house.hub.set_theme(Theme(scale=scale, reduced_motion=True))
    settle(house)


def resize(house: Application, size: tuple[int, int]) -> None:
    """Give the window a size, and wait until everything has its own."""
    house.window.resize(*size)
    settle(house)


def settle(house: Application) -> None:
    """Wait until nothing changes its size any more."""
    assert house.window.page is not None
    room = house.window.page.table_room
    seen: list[object] = []
    while len(seen) < 4 or len(set(seen[-4:])) > 1:
        QTest.qWait(8)
        plan = room.table.table_scene.plan
        seen.append((room.camera.size().toTuple(), room.table.size().toTuple(), plan.size.toTuple()))


def piece_sizes(table: TableScreen) -> dict[str, float]:
    """Return the size in pixels of every piece, and of the type."""
    scene, plan = table.table_scene, table.table_scene.plan
    spots = CardLayout().spots(scene.view, scene.placement, plan, DisplayState())
    sizes = {f"card {zone} {n}": spot.height for zone, row in spots.items() for n, spot in row.items()}
    bags = place_chip_bags(scene.view, scene.placement, plan)
    sizes |= {f"chip {n} {at}": spot.height for n, bag in enumerate(bags) for at, (_, spot) in enumerate(bag.spots())}
    for cell in plan.cells:
        sizes[f"figure {cell.seat}"] = (cell.figure.width() * cell.figure.height()) ** 0.5
        sizes |= {f"bodies {cell.seat} {n}": station.head.height() for n, station in enumerate(cell.stations)}
    sizes |= {f"lane {n}": lane.cards.height() for n, lane in enumerate(plan.lanes)}
    return sizes | {"letters": plan.lengths.font_small, "chip": plan.lengths.chip, "clock": plan.clock.height()}


@pytest.mark.parametrize("game", GAMES)
def test_no_piece_gets_smaller_when_the_scale_grows(qtbot: QtBot, tmp_path: Path, game: str) -> None:
    with open_house(tmp_path, StartOptions(size=QSize(*SIZES[0]), scale=SCALES[0])) as house:
        room = play(house, tmp_path, game)
        room.table.wait_to_draw()  # its layout follows all the same, and no picture is drawn that nobody looks at
        found: dict[tuple[int, int], list[dict[str, float]]] = {size: [] for size in SIZES}
        for scale in SCALES:
            set_scale(house, scale)  # once for all sizes, as it takes longest
            for size in SIZES:
                resize(house, size)
                found[size].append(piece_sizes(room.table))
        for size, sizes in found.items():
            for scale, before, now in zip(SCALES[1:], sizes, sizes[1:], strict=False):
                shrunk = {name: (before[name], now[name]) for name in before if now[name] < before[name] - SAME}
                assert not shrunk, (size, scale, shrunk)
            usual, largest = sizes[SCALES.index(1.0)], sizes[-1]
            assert len(largest) > 5
            grown = {name: largest[name] / usual[name] for name in usual if usual[name]}
            assert min(grown.values()) > 1.5, f"{size}: at 300 % everything is much larger than at 100 %"


LEAST_TYPE = 12
"""The smallest type on a table at 100 %, in pixels."""
AROUND = {"track": 3.0, "location": 1.2}
CAPITAL = 0.7
"""The height of a letter and of a figure, as a share of the size of the type."""
SHADOW = 12.0
"""The pixels around a card or a chip that are no more than its shadow, or its corners while it is turned a little."""
SIGN = 1.5
"""The room in letters for everything in a box besides its name and its number, and for a sign or an armour."""


def cut_short(room: TableRoom, lines: dict[str, list[Line]]) -> list[str]:
    """Return every text with an ellipsis, and every short form of a name that has room for the whole name."""
    scene = room.table.table_scene
    words = {name: [line.text for line in each] for name, each in lines.items()}
    found = [text for each in words.values() for text in each if "…" in text]
    letter = scene.magnification * LEAST_TYPE
    font = ui_font(round(letter), weight=QFont.Weight.DemiBold)
    for region in scene.static_items.regions:
        if region.kind not in ("region", "element") or region.shape is not None:
            continue
        actor, kind, name = region.names
        seat, whole = scene.view.actors[actor].seat, plain_word(name)
        written = words.get(f"figure {seat}", []) + words.get(f"numbers {seat}", [])
        *before, last = whole.split()
        notes = scene.display_state.notes.get(actor, BodyAnnotations())
        shorts = {" ".join([*(f"{word[0]}." for word in before), last])} if before else set()
        shorts |= {say(notes.shorts[name])} if name in notes.shorts else set()
        if whole not in written and shorts & set(written):
            number = "0/0" if kind == "location" else "00"
            signs = kind == "location" and (bool(notes.signs_at(name)) + (notes.armour.get(name, 0) > 0))
            needed = text_width(whole, font) + text_width(number, font) + (AROUND[kind] + SIGN * signs) * letter
            if needed <= region.rect.width():
                found.append(f"{whole} in {region.rect.width():.0f} of {needed:.0f}")
    return found


def room_of(line: Line) -> QRectF:
    """Return where a line is written, without what differs from font to font."""
    wide, high = text_width(line.text, ui_font(round(line.size))) * 0.95, line.size * CAPITAL
    return QRectF(line.x, line.y - high, wide, high).adjusted(1, 1, -1, -1)


def covered_by_plates(room: TableRoom, lines: dict[str, list[Line]]) -> list[str]:
    """Return what the plates cover of texts, chips, and cards.

    It does not count what is only a place or a back: a card in a hand whose face is not seen, and the free slot of a
    character whose seat does not act, with its number. Where a name of a seat is half seen, its plate is to cover it.
    """
    scene, seen = room.table.table_scene, room.table.seen.topLeft()
    idle = [actor.id for actor in scene.view.actors.values() if actor.seat != room.table.acting_seat]
    places = ("plate ", *(f"station {actor} slot " for actor in idle))
    pieces = [
        (line.text, room_of(line)) for name, each in lines.items() for line in each if not name.startswith(places)
    ]
    pieces += [
        (f"{item.zone} {item.index}", item.sceneBoundingRect().adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW))
        for item in scene.movable_items()
        if not (isinstance(item, CardItem) and item.face is None and is_held(item.zone))
    ]
    return [
        f"{plate} over {piece}"
        for plate, button in plates(room).items()
        for piece, rect in pieces
        if rect.translated(-seen).intersects(QRectF(button.geometry()))
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_text_on_the_table_is_whole_and_no_smaller_than_the_least_type(
    qtbot: QtBot, tmp_path: Path, game: str
) -> None:
    with open_house(tmp_path, StartOptions(size=QSize(*SIZES[0]), scale=1.0)) as house:
        room = play(house, tmp_path, game)
        for scale, sizes in ((1.0, SIZES), (2.0, SIZES), (3.0, SIZES[1:3])):
            set_scale(house, scale)
            for size in sizes:
                resize(house, size)
                qtbot.waitUntil(lambda: room.table.is_drawn)
                least = LEAST_TYPE * room.table.table_scene.magnification
                painted = painted_lines(room.table)
                lines = [(name, line) for name, each in painted.items() for line in each]
                assert len(lines) > 10
                small = [(name, line.text, line.size) for name, line in lines if line.size < least - SAME / 2]
                assert not small, (size, scale, small)
                assert not cut_short(room, painted), (size, scale)
                assert not covered_by_plates(room, painted), (size, scale)
                if scale == 1.0:
                    assert room.camera.zoom <= 1.01, f"{size}: a seat is out of sight"
                elif size == SIZES[-1]:
                    assert not plates(room), f"{size}: its letters are large enough for this scale at 100 %"


@pytest.fixture
def house(qtbot: QtBot, tmp_path: Path) -> Iterator[Application]:
    with open_house(tmp_path, StartOptions(size=QSize(1280, 720), scale=1.0)) as made:
        yield made


def parts_seen(room: TableRoom) -> dict[str, bool]:
    """Return for each seat whether all of its name is seen."""
    plan, seen = room.table.table_scene.plan, room.table.seen.adjusted(-1, -1, 1, 1)
    return {cell.seat: seen.contains(cell.in_scene(cell.plate)) for cell in plan.cells}


def plates(room: TableRoom) -> dict[str, QPushButton]:
    found = room.camera.findChildren(QPushButton, options=Qt.FindChildOption.FindDirectChildrenOnly)
    seats = room.table.table_scene.view.seats
    return {seats[plate.property("seat")].name: plate for plate in found if plate.isVisible()}


def test_the_table_moves_to_whoever_acts_and_looks_and_the_others_have_plates(
    house: Application, tmp_path: Path
) -> None:
    room = play(house, tmp_path, "imaginality")
    table, names = room.table, {seat.id: seat.name for seat in room.table.table_scene.view.seats.values()}
    assert table.size() == room.camera.size()
    assert not plates(room)
    set_scale(house, 3.0)
    places = set()
    for seat in names:
        table.choose_seat(seat)
        QApplication.processEvents()
        assert parts_seen(room)[seat], seat
        hidden = {names[other] for other, seen in parts_seen(room).items() if not seen}
        assert set(plates(room)) <= hidden
        assert hidden, "at this scale nobody sees everything"
        places.add(table.seen.topLeft().toTuple())
        assert table.pos() == -table.seen.topLeft().toPoint(), "without motion it is there at once"
    assert len(places) > 2
    other = next(name for name in plates(room))
    QTest.mouseClick(plates(room)[other], Qt.MouseButton.LeftButton)
    called = next(seat for seat, name in names.items() if name == other)
    assert parts_seen(room)[called]
    looking = next(seat for seat in names if not parts_seen(room)[seat] and table.table_scene.placement.hands.get(seat))
    table.hand_peek.begin(looking)
    assert parts_seen(room)[looking], "a hand that is held up is seen"
    table.hand_peek.end()
    assert parts_seen(room)[table.active_seat]


@pytest.mark.parametrize("game", ["future_imperfect", "imaginality"])
def test_a_question_about_cards_has_all_its_buttons_at_the_largest_scale_in_a_small_window(
    house: Application, tmp_path: Path, game: str
) -> None:
    room = play(house, tmp_path, game)
    for scale in (3.0, 1.0):
        set_scale(house, scale)
        tiles = [tile for tile in room.findChildren(OfferTile) if tile.isVisible()]
        next(tile for tile in tiles if tile.property("role") == "primary").click()
        settle(house)
        bubble = room.table.question_input.bubble
        assert bubble is not None
        assert bubble.asked.is_about_cards
        assert bubble.has_room, (scale, bubble.geometry(), room.camera.size())
        assert bubble.rect().contains(QRect(bubble.leave.mapTo(bubble, QPoint()), bubble.leave.size()))
        if scale == 1.0:
            words = [part.text() for part in bubble.findChildren(QLabel) if part.isVisibleTo(bubble)]
            named = [line for line in words if bubble.place._titles[0] in line]
            assert named, "where there is room, the question names its offer, perhaps in one line with what is asked"
        room.table.question_input.stop_asking()


@pytest.mark.parametrize("game", ["card_the_drawing", "future_imperfect", "imaginality"])
def test_every_question_about_cards_can_be_asked_and_covers_nobody_where_there_is_room(
    house: Application, tmp_path: Path, game: str
) -> None:
    """Also one about the cards of a seat that is out of sight at a large scale."""
    room = play(house, tmp_path, game)
    table, asking, covering = room.table, room.table.question_input, set[str]()
    for scale in (3.0, 1.0):
        set_scale(house, scale)
        for seat in table.table_scene.view.seats:
            for offer in room.offers.viewer_campaign.offers(seat):
                kinds = {question.kind for question in offer.questions}
                if offer.denial is not None or not kinds & {*CARD_QUESTION_KINDS}:
                    continue
                room.offers.take(offer)
                assert asking.bubble is not None
                assert asking.bubble.has_room
                box = QRectF(asking.bubble.geometry()).translated(-QPointF(table.resting_place))
                if scale == 1.0 and any(box.intersects(piece) for piece in people_pieces(table.table_scene)):
                    covering.add(offer.name.partition(":")[0])
                asking.stop_asking()
    assert covering <= IN_THE_WAY.get(game, set())


def test_a_roll_is_seen_with_its_result_or_with_the_whole_name_of_who_acts(house: Application, tmp_path: Path) -> None:
    room = play(house, tmp_path, "classic_fantasy")
    resize(house, (1920, 1080))
    set_scale(house, 2.0)
    table, decided = room.table, []
    assert table.campaign.submit(SetLuckPrompt(seat="leo", actor="pell", luck_prompt="always")), "a success waits, too"
    for _ in range(2):
        scene, seen = table.table_scene, table.seen.adjusted(-1, -1, 1, 1)
        decided.append(is_decided(scene.view, table.acting_seat))
        whole = seen.contains(united([*(lane.area for lane in scene.plan.lanes), scene.plan.outcome]))
        assert whole or (parts_seen(room)[table.acting_seat] and not decided[-1]), decided
        tiles = room.findChildren(OfferTile)
        next(tile for tile in tiles if tile.isVisible() and tile.property("role") == "primary").click()
        settle(house)
    assert decided == [False, True]


def test_no_half_name_is_left_beside_the_plate_that_replaces_it(house: Application, tmp_path: Path) -> None:
    room = play(house, tmp_path, "imaginality")
    table, replaced = room.table, 0
    table.zoom_wanted.emit(1.4, QPointF(table.width() / 2, table.height() / 2))
    QApplication.processEvents()
    room.camera._settle()
    for part in (QPointF(0.5, 0.5), QPointF(0.4, 0.5), QPointF(0.6, 0.45), QPointF(0.5, 0.6)):
        table.hold_view(part)
        QApplication.processEvents()
        scene, buttons = table.table_scene, plates(room)
        for cell in scene.plan.cells:
            whole = cell.in_scene(cell.plate).translated(-table.seen.topLeft())
            seen = whole.intersected(room.camera.rect().toRectF())
            button = buttons.get(scene.view.seats[cell.seat].name)
            if whole == seen:
                assert button is None, "a name that is read needs no other"
            elif button is not None and seen.width() > whole.width() * 0.45 and seen.height() > whole.height() * 0.9:
                assert button.geometry().toRectF().contains(seen.adjusted(1, 1, -1, -1)), (part, cell.seat)
                replaced += 1
    assert replaced


@pytest.mark.parametrize("game", ["imaginality", "classic_fantasy"])
def test_a_plate_covers_its_own_half_seen_name_wholly_or_not_at_all(
    house: Application, tmp_path: Path, game: str
) -> None:
    room, half_seen = play(house, tmp_path, game), 0
    for scale in (1.5, 2.0, 3.0):
        set_scale(house, scale)
        scene, buttons = room.table.table_scene, plates(room)
        for cell in scene.plan.cells:
            seen = (cell.in_scene(cell.plate) & room.table.seen).translated(-room.table.seen.topLeft())
            button = buttons.get(scene.view.seats[cell.seat].name)
            if button is not None and not seen.isEmpty():
                place = button.geometry().toRectF()
                assert place.contains(seen.adjusted(1, 1, -1, -1)) or not place.intersects(seen), (scale, cell.seat)
                half_seen += 1
    assert half_seen


def test_no_plate_covers_an_open_page_and_they_come_back_when_it_closes(house: Application, tmp_path: Path) -> None:
    room = play(house, tmp_path, "classic_fantasy")
    set_scale(house, 3.0)
    table, panel = room.table, room.table.status_page_panel
    table.hold_view(QPointF(0.5, 0.5))
    panel.clear_page()
    QApplication.processEvents()
    before = set(plates(room))
    assert before
    panel.open(next(tab.key for tab in panel.tabs))
    QApplication.processEvents()
    page = panel.geometry().translated(table.pos())
    assert page.width() * page.height() > room.camera.width() * room.camera.height() / 2
    assert not any(plate.geometry().intersects(page) for plate in plates(room).values())
    panel.hide()
    QApplication.processEvents()
    assert set(plates(room)) == before

    card, covered = table.location_card, QRect(next(iter(plates(room).values())).geometry())
    card.setGeometry(covered.translated(-table.pos()))
    card.show()
    QApplication.processEvents()
    assert not any(plate.geometry().intersects(covered) for plate in plates(room).values())
    card.hide()
    QApplication.processEvents()
    assert set(plates(room)) == before


def test_no_plate_covers_a_question_wherever_the_table_is_moved(house: Application, tmp_path: Path) -> None:
    room = play(house, tmp_path, "future_imperfect")
    resize(house, (1920, 1080))
    set_scale(house, 1.5)
    table = room.table
    tile = next(tile for tile in room.findChildren(OfferTile) if tile.isVisible() and tile.offer.questions)
    tile.click()
    QApplication.processEvents()
    bubble = table.question_input.bubble
    assert bubble is not None
    cell = next(cell for cell in table.table_scene.plan.cells if cell.seat == table.acting_seat)
    name = cell.in_scene(cell.plate).translated(table.pos().toPointF())
    assert room.camera.rect().toRectF().contains(name)
    assert not name.intersects(bubble.geometry().toRectF()), "the eye that it speaks of is on that plate"
    seen = set()
    for part in (QPointF(0, 0), QPointF(0.5, 0.5), QPointF(1, 0.3), QPointF(0.2, 1), QPointF(1, 1)):
        table.hold_view(part)
        QApplication.processEvents()
        assert bubble.isVisible()
        assert not any(plate.geometry().intersects(bubble.geometry()) for plate in plates(room).values())
        seen |= set(plates(room))
    assert len(seen) > 1


def waited_for(name: str) -> str:
    """Return what a screen reader says of the plate of a seat that the table waits for."""
    return table_text("spoken.seat_waited", seat=table_text("show_seat", name=name))


def test_a_plate_shows_who_is_waited_for_though_the_table_stays_where_it_is(house: Application, tmp_path: Path) -> None:
    room = play(house, tmp_path, "imaginality")
    table = room.table
    set_scale(house, 3.0)
    table.hold_view(QPointF(0.5, 0.5))
    names = {seat.name: seat.id for seat in table.table_scene.view.seats.values()}
    assert house.window.page is not None
    campaign, marks = house.window.page.campaign, set()
    for _ in range(12):
        campaign.undo(consent=True)
        QApplication.processEvents()
        waited = seats_waited_for(table.table_scene.view)
        for name, plate in plates(room).items():
            marked = plate.accessibleName() == waited_for(name)
            assert marked == (names[name] in waited), name
            marks.add(marked)
    assert marks == {True, False}


def test_plates_are_placed_once_for_each_change_of_the_table(
    house: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of a change takes another place, and the table moves: both were a reason to place all plates."""
    play(house, tmp_path, "classic_fantasy")
    set_scale(house, 2.0)
    assert house.window.page is not None
    campaign, placed = house.window.page.campaign, list[object]()
    place = UnseenSeatPlates.place

    def counted(plates: UnseenSeatPlates, *args: Any, **kwargs: Any) -> None:
        placed.append(args)
        place(plates, *args, **kwargs)

    monkeypatch.setattr(UnseenSeatPlates, "place", counted)
    counts = set[int]()
    for _ in range(30):
        placed.clear()
        campaign.undo(consent=True)
        counts.add(len(placed))
        QApplication.processEvents()
    assert max(counts) == 1


def test_a_group_that_has_zoomed_out_to_all_of_the_table_gets_back_by_one_key(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    room = play(house, tmp_path, "imaginality")
    table, camera = room.table, room.camera
    set_scale(house, 3.0)
    usual = table.size()
    turn_wheel(table, -20, table.seen.center())
    qtbot.waitUntil(lambda: table.size() == camera.size() and not plates(room))
    house.window.resize(house.window.size() - QSize(90, 40))
    QApplication.processEvents()
    assert table.size() == camera.size(), "all of it is seen, however large the window is"
    house.window.resize(house.window.size() + QSize(90, 40))
    QApplication.processEvents()
    QTest.keyClick(table, Qt.Key.Key_Z)
    qtbot.waitUntil(lambda: table.size() == usual)


def test_a_zoomed_table_comes_back_to_its_usual_size_by_the_wheel(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    room = play(house, tmp_path, "imaginality")
    table = room.table
    set_scale(house, 2.0)
    usual, point = table.size(), table.seen.center()
    for factor in (1.5, 1 / 1.48):
        room.camera.zoom_by(factor, point)
    qtbot.waitUntil(lambda: table.size() == usual)
    for _ in range(3):
        room.camera.zoom_by(1.01, point)
    qtbot.waitUntil(lambda: table.size().width() > usual.width())
    set_scale(house, 1.5)
    set_scale(house, 2.0)
    qtbot.waitUntil(lambda: table.size() == usual)


def turn_wheel(table: TableScreen, notches: int, point: QPointF) -> None:
    where = table.viewport().mapToGlobal(point)
    event = QWheelEvent(
        point,
        where,
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(table.viewport(), event)


def test_the_wheel_magnifies_around_the_pointer_and_a_double_click_goes_back(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    room = play(house, tmp_path, "imaginality")
    table, camera = room.table, room.camera
    set_scale(house, 1.0)
    deck = table.table_scene.plan.boxes["deck"].cards
    share = QPointF(deck.center().x() / table.width(), deck.center().y() / table.height())
    on_screen = table.mapTo(camera, deck.center())
    turn_wheel(table, 4, deck.center())
    qtbot.waitUntil(lambda: table.width() > camera.width() * 2)
    qtbot.waitUntil(lambda: table.table_scene.plan.size.width() == table.width())
    now = table.table_scene.plan.boxes["deck"].cards
    assert now.height() > 2 * deck.height() * 0.98
    assert abs(now.center().x() / table.width() - share.x()) < 0.01, "the layout is the same, only larger"
    assert (table.mapTo(camera, now.center()) - on_screen).manhattanLength() < 25
    turn_wheel(table, -20, now.center())
    qtbot.waitUntil(lambda: table.size() == camera.size())
    qtbot.waitUntil(lambda: table.pos() == QPoint())
    regions = table.table_scene.static_items.regions
    points = (QPointF(table.width() / 2, y) for y in range(60, table.height() - 60, 5))
    free = next(point for point in points if not any(region.rect.contains(point) for region in regions))
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=free.toPoint())
    QTest.mouseRelease(table.viewport(), Qt.MouseButton.LeftButton, pos=free.toPoint())
    qtbot.waitUntil(lambda: table.width() > camera.width() * 1.9)
    QTest.keyClick(table, Qt.Key.Key_Z)
    qtbot.waitUntil(lambda: table.size() == camera.size())


def test_the_focus_of_the_keyboard_and_what_is_dragged_bring_the_table_along(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    room = play(house, tmp_path, "imaginality")
    table = room.table
    set_scale(house, 3.0)
    qtbot.waitUntil(lambda: table.table_scene.plan.size.width() == table.width())
    for target in table.focus_targets():
        table.set_focus_target(target)
        assert table.seen.contains(target.rect.center()), target.name
    table.hold_view(QPointF(0.5, 0.5))
    before = table.seen.left()
    table.dragged.emit(QPointF(table.seen.right() - 3, table.seen.center().y()))
    qtbot.waitUntil(lambda: table.seen.left() > before + 50)
    table.drag_ended.emit()
    assert not table.is_view_held
