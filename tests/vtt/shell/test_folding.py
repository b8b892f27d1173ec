"""On a television what stands around the table folds away, and one key or click brings it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QPushButton, QScrollBar
from pytestqt.qtbot import QtBot

from engine.asset_folder import BUNDLED_GAMES
from engine.core.manual_moves import RollDice
from tests.vtt.shell_kit import LIMIT, open_house
from vtt.shared.offers.offer_tile import OfferTile
from vtt.shell.application import Application
from vtt.shell.first_window import StartOptions
from vtt.shell.window.campaign_page import CampaignPage
from vtt.story.log_model import words_of
from vtt.widgets.layouts.beside_piece import covered_area
from vtt.widgets.look.theme import Theme
from vtt.widgets.plain_text import reading_ms

USUAL, LARGE = (1.0, 1.25, 1.4), (1.5, 2.0, 3.0)


@pytest.fixture
def house(qtbot: QtBot, tmp_path: Path) -> Iterator[Application]:
    with open_house(tmp_path, StartOptions(size=QSize(1280, 720))) as made:
        yield made


def play(house: Application, folder: Path, game: str = "imaginality") -> CampaignPage:
    laid = QSignalSpy(house.controller.laid)
    house.controller.play_demo(game, folder)
    assert laid.count() or laid.wait(LIMIT)
    assert house.window.page is not None
    return house.window.page


def set_scale(house: Application, scale: float) -> None:
    house.hub.set_theme(Theme(scale=scale))
    QTest.qWait(50)


@pytest.mark.parametrize("game", sorted(path.name for path in BUNDLED_GAMES.iterdir()))
def test_the_table_is_larger_at_every_large_scale_than_at_any_usual_one(
    house: Application, tmp_path: Path, game: str
) -> None:
    table = play(house, tmp_path, game).table_room.table
    heights = {}
    for scale in (*USUAL, *LARGE):
        set_scale(house, scale)
        heights[scale] = table.height()
    assert min(heights[scale] for scale in LARGE) > max(heights[scale] for scale in USUAL), heights


def test_a_folded_log_says_its_last_line_over_the_steps_as_long_as_it_is_news(
    house: Application, tmp_path: Path
) -> None:
    room = play(house, tmp_path, "classic_fantasy").table_room
    news, viewer, campaign = room.news, room.table.viewer, house.controller.campaign
    assert campaign is not None
    gm = next(seat.id for seat in campaign.viewer_campaign(viewer).view.seats.values() if seat.is_gm)

    def act() -> str:
        tiles = [tile for tile in room.findChildren(OfferTile) if tile.isVisible()]
        next(tile for tile in tiles if tile.property("role") == "primary").click()
        QTest.qWait(200)  # until the strip, the bar and the table show it
        return words_of(room.log.model.lines[-1])

    assert act()
    assert (room.log.isVisible(), news.isVisible(), news.text) == (True, False, ""), "the log itself says it"
    campaign.undo(consent=True)
    set_scale(house, 2.0)
    assert (room.log.isVisible(), news.isVisible()) == (False, False), "nothing has happened since"

    told = act()
    assert (news.isVisible(), news.text) == (True, told)
    must, _ = room._taken()
    assert room.steps.written()
    assert all(rect.isValid() for rect in must), "a negative width would make covering it a gain"
    house.window.notices.say("Nobody can be attacked now, because the defender has already answered. " * 2)
    toast = house.window.notices.toast
    over = QRect(room._play.mapFromGlobal(toast.mapToGlobal(QPoint())), toast.size())
    title = [rect.translated(room.steps.pos()) for rect in room.steps.written()[:1]]
    assert not covered_area(over, [*title, QRectF(news.geometry())]), "a notice leaves both to be read"
    toast.withdraw()
    assert not covered_area(news.geometry(), must), "it covers no title, no question and no button"
    assert room.camera.parentWidget() is news.parentWidget()
    news.hold_result(True)
    assert (news.isVisible(), news._timer.isActive()) == (False, False), "the dice still move"
    news.hold_result(False)
    assert not news.isVisible(), "the strip, the bar and the table do not show the result yet"
    QTest.qWait(200)
    assert news.isVisible()
    news.hold_result(True)
    campaign.undo(consent=True)
    told = act()
    QTest.qWait(20)
    assert (news.isVisible(), news.text, news._timer.isActive()) == (False, told, False), "of several scenes"
    news.hold_result(False)
    QTest.qWait(200)
    assert (news.isVisible(), news._timer.remainingTime() > 0.9 * reading_ms(told)) == (True, True)
    room.show_table_only(True)
    assert not news.isVisible(), "nothing but the table, where the steps were, too"
    room.show_table_only(False)
    campaign.undo(consent=True)
    assert (news.isVisible(), news.text) == (False, ""), "it has not happened"

    for forget in (partial(room.set_viewer, gm), house.window.named_actions["log_column"].trigger):
        room.set_viewer(viewer)
        act()
        assert news.text
        forget()
        assert (news.isVisible(), news.text) == (False, "")
        room.set_viewer(viewer)
        campaign.undo(consent=True)


@pytest.mark.parametrize("game", ["imaginality", "classic_fantasy"])
def test_a_short_notice_covers_no_name(house: Application, tmp_path: Path, game: str) -> None:
    room = play(house, tmp_path, game).table_room
    for scale in (1.0, 1.5, 2.0):
        set_scale(house, scale)
        house.window.notices.say("The screen lights up when a card is played.")
        toast = house.window.notices.toast
        over = QRectF(room.table.mapFromGlobal(toast.mapToGlobal(QPoint())), toast.size())
        names = [r for r in room.table.table_scene.static_items.regions if r.kind in ("seat", "actor", "body")]
        assert names
        assert not [r.names for r in names if (r.rect & room.table.seen).intersects(over)], scale
        toast.withdraw()


def test_news_of_the_log_are_read_in_full_while_the_table_goes_on_moving(house: Application, tmp_path: Path) -> None:
    room, campaign = play(house, tmp_path, "classic_fantasy").table_room, house.controller.campaign
    assert campaign is not None
    set_scale(house, 2.0)
    news, seat = room.news, next(iter(campaign.viewer_campaign(room.table.viewer).view.seats))
    assert campaign.submit(RollDice(seat=seat, dice="1d6"))
    news.hold_result(False)
    assert news.text
    assert not news._timer.isActive(), "nobody reads it yet"
    for _ in range(15):
        room.table.drawn.emit()
        QTest.qWait(20)
    assert news.isVisible()
    assert news._timer.isActive()


@pytest.mark.parametrize("game", sorted(path.name for path in BUNDLED_GAMES.iterdir()))
def test_the_only_line_of_steps_needs_no_scroll_bar_at_any_large_scale(
    house: Application, tmp_path: Path, game: str
) -> None:
    strip = play(house, tmp_path, game).table_room.steps
    bars = strip.findChildren(QScrollBar)
    for scale in LARGE:
        set_scale(house, scale)
        for size in ((1024, 700), (1280, 720), (1920, 1080)):
            house.window.resize(*size)
            QTest.qWait(50)
            assert strip.isVisible()
            assert bars
            assert not [bar for bar in bars if bar.isVisible()], (scale, size)


def test_toolbar_and_log_fold_at_a_large_scale_and_their_keys_bring_them_back(
    house: Application, tmp_path: Path
) -> None:
    page = play(house, tmp_path)
    bar, side, window = house.window.bar, page.table_room.side, house.window
    assert (bar.isVisible(), side.isVisible()) == (True, True)
    set_scale(house, 1.75)
    assert (bar.isVisible(), side.isVisible()) == (False, False)
    QTest.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert (bar.isVisible(), side.isVisible()) == (True, True)
    set_scale(house, 1.0)
    assert (bar.isVisible(), side.isVisible()) == (True, True)
    set_scale(house, 2.0)
    assert (bar.isVisible(), side.isVisible()) == (True, True), "the choice for large scales is remembered"


def test_the_menu_is_on_the_rail_while_the_toolbar_is_folded(
    house: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = play(house, tmp_path)
    menu = next(button for button in page.rail.folded_buttons if button.accessibleName() == "Menu")
    opened: list[object] = []
    monkeypatch.setattr(house.window.menu, "popup", opened.append)
    assert not menu.isVisible()
    set_scale(house, 2.0)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton)
    assert len(opened) == 1


def test_the_table_alone_stays_alone_while_it_is_played_on_and_the_first_key_still_acts(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    page = play(house, tmp_path)
    room, campaign = page.table_room, page.campaign
    QTest.keyClick(house.window, Qt.Key.Key_F12)
    around = (house.window.bar, page.rail, room.steps, room.offers, room.side, room.fold)
    assert not any(part.isVisible() for part in around)
    assert room.table.height() > 0.9 * house.window.height()
    QTest.keyClick(house.window, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: room.table.question_input.bubble is not None)
    bubble = room.table.question_input.bubble
    assert bubble is not None
    assert not any(part.isVisible() for part in around), "a question on the table shows nothing again"
    bubble.leave.click()
    QTest.keyClick(house.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    position = campaign.position
    assert position
    assert not any(part.isVisible() for part in around), "an undo shows nothing again"
    QTest.mouseClick(room.everything, Qt.MouseButton.LeftButton)
    assert all(part.isVisible() for part in around[:5])
    assert not room.everything.isVisible()
    QTest.keyClick(house.window, Qt.Key.Key_F12)
    QTest.keyClick(house.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert room.offers.isVisible(), "a key for one of the parts ends the view of the table alone"


def test_one_line_of_offers_is_whole_and_unfolds_to_all_of_them(
    qtbot: QtBot, house: Application, tmp_path: Path
) -> None:
    room = play(house, tmp_path, "future_imperfect").table_room
    set_scale(house, 2.0)
    tiles = [tile for tile in room.offers.tiles if tile.isVisible()]
    assert tiles
    for tile in tiles:
        assert room.offers.rect().contains(tile.mapTo(room.offers, tile.rect().bottomRight()))
    people = [button for button in room.offers.findChildren(QPushButton) if button.objectName().startswith("seat_")]
    assert people
    assert not any(button.isVisible() for button in people)
    QTest.mouseClick(room.fold, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: all(button.isVisible() for button in people))
    assert len(room.offers.tiles) > len(tiles)
    QTest.mouseClick(room.fold, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not any(button.isVisible() for button in people))


def to_characters(page: CampaignPage) -> None:
    page.show_room("characters")


def press_escape(page: CampaignPage) -> None:
    page.table_room.table.setFocus()
    QTest.keyClick(page.table_room.table, Qt.Key.Key_Escape)


@pytest.mark.parametrize("leave", [to_characters, press_escape])
def test_another_room_or_escape_ends_the_view_of_the_table_alone(
    house: Application, tmp_path: Path, leave: Callable[[CampaignPage], object]
) -> None:
    page = play(house, tmp_path)
    house.window.named_actions["table_only"].trigger()
    assert not page.rail.isVisible()
    leave(page)
    assert page.rail.isVisible()
    assert house.window.bar.isVisible()


def test_what_was_folded_by_hand_is_folded_at_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    start = StartOptions(size=QSize(1280, 720))
    shown = []
    for _ in range(2):
        with open_house(tmp_path, start) as house:
            page = play(house, tmp_path)
            shown.append((house.window.bar.isVisible(), page.table_room.side.isVisible()))
            set_scale(house, 2.0)
            shown.append((house.window.bar.isVisible(), page.table_room.side.isVisible()))
            if len(shown) == 2:
                QTest.keyClick(house.window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
                set_scale(house, 1.0)
                QTest.keyClick(house.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert shown == [(True, True), (False, False), (True, False), (True, False)]
