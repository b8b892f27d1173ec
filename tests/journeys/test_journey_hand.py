"""A hand by mouse: sorted and arranged while its player looks, played with a double click, handed over a seat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest

from tests.journeys.kit import LEFT, NONE, Desk, breathe, faces_of, script
from vtt.shared.look_times import FLUTTER_MS
from vtt.shared.offers.offer_picker import OfferList
from vtt.table.items.card_item import CardMark

TOM = ("9H", "3S", "KD", "4C", "8H", "2D", "JC")
TABLE = script(
    {
        "hand:gm": ["2S", "5S", "6S", "7S", "9S", "10S", "QS"],
        "hand:tom": TOM,
        "hand:eva": ["2C", "3D", "5D", "6D", "7D", "8D", "9D"],
    },
    {"kind": "attempt", "seat": "tom", "actor": "tom", "what": "pick the lock"},
)
LOG_OF_HANDS = ("hand", "card")


def row(desk: Desk) -> list[str | None]:
    """Return what Tom's hand shows from left to right."""
    scene = desk.table.table_scene
    spots = scene.spots_of("hand:tom")
    items = (scene.card("hand:tom", index) for index in sorted(spots, key=lambda index: spots[index].x))
    return [item.face if item is not None else None for item in items]


@contextmanager
def tom_looks(desk: Desk) -> Iterator[None]:
    """Hold Tom's key on the table."""
    desk.wait(desk.has_keys)
    desk.table.setFocus()
    desk.wait(desk.table.hasFocus)
    with desk.hold_key(Qt.Key.Key_2):
        desk.wait(lambda: desk.table.looking_seat == "tom")
        yield
    QTest.qWait(FLUTTER_MS * 2)  # a key that comes down again at once was never up
    assert not desk.table.looking_seat


def about_hands(desk: Desk) -> list[str]:
    return [line for line in desk.read_log() if "Tom" in line and any(word in line for word in LOG_OF_HANDS)]


@pytest.mark.journey
def test_a_hand_is_sorted_and_arranged_while_its_player_looks_and_stays_so(desk: Desk) -> None:
    desk.open_table(TABLE)
    watcher = desk.open_player_window()
    desk.press("Ctrl+Shift+1")
    before = desk.players_board().grab().toImage()
    with tom_looks(desk):
        desk.click_part("order", "tom")
        desk.picture("hand-1-by-suit")
        assert row(desk) == ["3S", "8H", "9H", "4C", "JC", "2D", "KD"]
        desk.click_part("order", "tom")
        assert row(desk) == ["2D", "3S", "4C", "8H", "9H", "JC", "KD"]
        start, end = desk.at("KD"), desk.at("2D") - QPoint(20, 0)
        QTest.mousePress(desk.table.viewport(), LEFT, NONE, start)
        for step in range(1, 9):
            QTest.mouseMove(desk.table.viewport(), start + (end - start) * (step / 8))
        QTest.mouseRelease(desk.table.viewport(), LEFT, NONE, end)
        breathe()
        assert row(desk) == ["KD", "2D", "3S", "4C", "8H", "9H", "JC"]
        desk.picture("hand-2-own")
    assert row(desk) == [None] * 7
    assert desk.cards("hand:tom") == TOM, "the cards keep their places"
    assert desk.players_board().grab().toImage() == before
    assert not watcher.faces & set(TOM)
    assert about_hands(desk) == ["Tom looks at their hand"], "and nothing of the order"
    desk.reopen()
    with tom_looks(desk):
        assert row(desk) == ["KD", "2D", "3S", "4C", "8H", "9H", "JC"]


@pytest.mark.journey
def test_a_card_is_played_with_a_double_click_and_by_the_eye_alone(desk: Desk) -> None:
    desk.open_table(TABLE)
    desk.table.setFocus()
    desk.double_click("8H")
    popups = [found for found in desk.house.window.findChildren(OfferList) if found.isVisible()]
    assert len(popups) == 1, "nobody sees the card: a menu asks first"
    assert not desk.cards("committed:actor")
    desk.picture("hand-3-menu")
    desk.press("Escape")
    with tom_looks(desk):
        marked = {card.face for card in desk.table.table_scene.cards() if card.mark is CardMark.PLAYABLE}
        assert marked == set(TOM)
        desk.picture("hand-4-playable")
        desk.double_click("8H")
    assert desk.cards("committed:actor") == ("8H",)
    desk.press("Ctrl+Z")
    assert desk.cards("committed:actor") == ()
    desk.wait(desk.has_keys)
    desk.look_and_choose("Eva", "hand:eva#1")
    assert not desk.table.looking_seat
    assert [str(place) for place in desk.table.drag_controller.picked] == ["hand:eva#1"], "nobody waits for Eva"
    desk.press("Escape")
    desk.look_and_choose("Tom", "4C")
    assert not desk.table.looking_seat
    assert desk.table.drag_controller.picked == []
    assert faces_of(desk.table) & set(TOM) == set()
    assert desk.cards("committed:actor") == ("4C",), "Tom’s card is what the table waits for"


@pytest.mark.journey
def test_cards_in_a_band_are_handed_over_a_seat(desk: Desk) -> None:
    desk.open_table(TABLE)
    spots = desk.table.table_scene.spots_of("hand:tom")
    band = QRectF(spots[2].x - 6, spots[2].box().top() - 40, spots[4].x - spots[2].x + 12, 0)
    start = band.topLeft().toPoint()
    end = QPoint(round(band.right()), round(spots[3].y + 20))
    view = desk.table.viewport()
    assert desk.table.drag_controller.item_at(start.toPointF()) is None
    QTest.mousePress(view, LEFT, NONE, start)
    for step in range(1, 5):
        QTest.mouseMove(view, start + (end - start) * (step / 4))
    desk.picture("hand-5-band")
    QTest.mouseRelease(view, LEFT, NONE, end)
    breathe()
    assert [place.index for place in desk.table.drag_controller.picked] == [2, 3, 4]
    desk.picture("hand-6-picked")
    desk.drag_to("hand:tom#3", "seat", "eva")
    assert desk.cards("hand:eva")[-3:] == TOM[2:5]
    assert desk.cards("hand:tom") == (*TOM[:2], *TOM[5:])
    told = [line for line in desk.read_log() if "3 cards" in line]
    assert len(told) == 1
    assert not any(desk.names_card(card) for card in TOM[2:5])
    desk.press("Ctrl+Z")
    desk.picture("hand-7-undo")
    desk.choose("Undo")  # Eva may have seen them
    assert desk.cards("hand:tom") == TOM
