"""Eight players and a GM on two decks, from the first page to an action, on a small screen and at the largest size."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from engine.model.zones import hand_of
from tests.journeys.kit import LEFT, NONE, breathe, faces_of
from tests.journeys.screen import PICTURES
from tests.vtt.shell_kit import open_house, wake
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shell.application import Application
from vtt.table.table_screen import TableScreen
from vtt.welcome.new_campaign_dialog import NewCampaignDialog

PLAYERS = ("Tom", "Eva", "Ida", "Max", "Pia", "Uwe", "Zoe", "Ben")


def click(widget: QWidget, at: QPoint | None = None) -> None:
    """Click a widget; inside a frame that scrolls it is brought into sight first."""
    parent = widget.parentWidget()
    while parent is not None and not isinstance(parent, QScrollArea):
        parent = parent.parentWidget()
    if parent is not None:
        parent.ensureWidgetVisible(widget)
        breathe()
    QTest.mouseClick(widget, LEFT, NONE, at or widget.rect().center())
    breathe()


def planned(house: Application) -> None:
    """Fill in the dialog of a new campaign with eight players."""
    click(house.window.welcome.new_tile)
    while not isinstance(QApplication.activeModalWidget(), NewCampaignDialog):
        breathe()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, NewCampaignDialog)
    for number, name in enumerate(("Ada", *PLAYERS)):
        if number >= len(dialog.people.rows):
            click(dialog.people.add_button)
        field = dialog.people.rows[number].name
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, name)
    breathe()
    assert "2 decks" in dialog.problem.text().casefold()
    keep("plan", dialog)
    click(dialog.buttons["create"])


def shows(board: TableScreen, faces: set[str]) -> bool:
    return faces_of(board) == faces


def keep(name: str, widget: QWidget) -> None:
    if PICTURES:
        breathe()
        widget.grab().save(f"{PICTURES}/eight-{name}.png")


@pytest.mark.journey
@pytest.mark.rule("IM-DECK-2", "IM-TV-56", "IM-HAND-2")
@pytest.mark.parametrize("scale", [1.0, 3.0])
def test_eight_players_sit_down_on_a_small_screen(qtbot: QtBot, tmp_path: Path, scale: float) -> None:
    with open_house(tmp_path) as house:
        wake(house.window)
        planned(house)
        qtbot.waitUntil(lambda: house.controller.opened is not None)
        page, campaign = house.window.page, house.controller.campaign
        assert page is not None
        assert campaign is not None
        for _ in range(20):
            if house.hub.theme.scale < scale:
                QTest.keyClick(house.window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
        assert house.hub.theme.scale == scale
        breathe()
        assert house.window.size().toTuple() == (1280, 720)
        table, bar = page.table_room.table, page.table_room.offers
        table.table_scene.animator.finish()
        keep(f"table-{scale}", house.window)

        # Everybody's hand is dealt from two decks, whole and legible.
        truth = campaign._history.table
        assert truth.option("deck_count") == 2
        assert len(truth.all_cards()) == 108
        room = QRectF(table.viewport().rect())
        shown = table.table_scene
        for seat in truth.seats:
            spots = shown.spots_of(hand_of(seat))
            assert len(spots) == 7, seat
            for index, spot in spots.items():
                assert room.contains(spot.box()), (seat, index)
            eye = next(hot.rect for hot in shown.static_items.regions if hot.kind == "eye" and seat in hot.names)
            assert room.contains(eye)
            # The plate is there to be clicked, and the eye to be held.
            QTest.mousePress(table.viewport(), LEFT, NONE, eye.center().toPoint())
            hand = set(truth.zones[hand_of(seat)].cards)
            qtbot.waitUntil(partial(shows, table, hand))
            table.table_scene.animator.finish()
            if seat in ("eva", "pia"):
                keep(f"look-{seat}-{scale}", house.window)
            for index, spot in spots.items():
                here = next(s for s in table.focus_targets() if (s.ref, s.index) == (hand_of(seat), index))
                assert here.name.startswith(
                    ("Joker", "red", "black", *"23456789", "10", "Jack", "Queen", "King", "Ace")
                )
                assert spot.height >= 40, (seat, "the index of a card can be read")
            QTest.mouseRelease(table.viewport(), LEFT, NONE, eye.center().toPoint())
            qtbot.waitUntil(lambda: not faces_of(table))

        # No button is lost: each can be brought into sight, and lies in the window when it is.
        seats = [b for b in bar.findChildren(QAbstractButton) if b.objectName().startswith("seat_")]
        assert len(seats) == 9
        if not seats[0].isVisible():  # at a large size there is one line of offers, which unfolds
            QTest.mouseClick(page.table_room.fold, LEFT)
            qtbot.waitUntil(lambda: all(button.isVisible() for button in seats))
            breathe()
        for button in (*seats, *bar.tiles):
            parent = bar.findChild(QScrollArea)
            assert parent is not None
            parent.ensureWidgetVisible(button)
            breathe()
            place = QRect(button.mapTo(house.window, QPoint()), button.size())
            assert house.window.rect().intersects(place), button.accessibleName()
            assert place.width() <= house.window.width()

        # One action: a house action for all nine needs no character.
        gm = next(b for b in seats if b.objectName() == "seat_ada")
        if bar.seat != "ada":
            click(gm)
        tile = next(t for t in bar.tiles if t.accessibleName() == "Start an improvised action")
        click(tile)
        bubble = page.table_room.table.question_input.bubble
        if bubble is not None:  # there is room for it on the table
            keep(f"ask-on-table-{scale}", house.window)
            click(bubble.more)
        qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), QuestionDialog))
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QuestionDialog)
        keep(f"ask-{scale}", dialog)
        screen = house.window.screen().availableGeometry()
        qtbot.waitUntil(lambda: screen.contains(dialog.frameGeometry()))
        click(dialog.do)
        reason = dialog.form.reason
        place = QRect(reason.mapTo(dialog, QPoint()), reason.size())
        assert dialog.rect().contains(place.center()), "why not is in sight, however small the window"
        keep(f"reason-{scale}", dialog)
        for box in dialog.findChildren(QAbstractButton):
            if box.accessibleName() in ("Tom", "Ben"):
                click(box)
        click(dialog.do)
        qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None)
        breathe()
        keep(f"action-{scale}", house.window)
        for seat in ("tom", "ben"):
            spot = shown.spots_of(hand_of(seat))[0]
            start = spot.outline().map(QPointF(-spot.width * 0.4, -spot.height * 0.3)).toPoint()
            zones = campaign._history.table.zones
            target = shown.static_items.place_of(
                next(z for z in zones if z.startswith("committed") and z.endswith(seat))
            )
            assert target is not None
            QTest.mousePress(table.viewport(), LEFT, NONE, start)
            for step in range(1, 7):
                QTest.mouseMove(table.viewport(), start + (target.center().toPoint() - start) * (step / 6))
            QTest.mouseRelease(table.viewport(), LEFT, NONE, target.center().toPoint())
            breathe()
        laid = [z for z in campaign._history.table.zones.values() if z.id.startswith("committed")]
        assert sorted(len(z.cards) for z in laid) == [1, 1]
        opened = house.controller.opened
        assert opened is not None
        path = opened.path
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT count(*) FROM journal").fetchone() == (4,)
