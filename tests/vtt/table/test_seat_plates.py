"""Plates: the portrait of the character that is shown, and a fill while the table waits for the seat."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import EditActor
from engine.sheets.editing.record_moves import WriteRecord
from tests.vtt.painted import lines_of
from tests.vtt.table.test_stations import at_table, fight
from tests.vtt.table.test_table_painting import at_demo
from tests.vtt.table_hand import Hand
from vtt.shared.pictures.picture_reader import from_image
from vtt.table.seats import seat_painting
from vtt.table.seats.seat_button import dress_seat_button
from vtt.table.seats.seat_painting import SeatLook, paint_seat_plate
from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.theme import Theme, ThemeHub

PORTRAIT = "#00ff40"


def plate(hand: Hand, seat: str) -> QImage:
    """Return the picture of a plate."""
    return hand.view.table_scene.static_items._pictures[f"plate {seat}"].pixmap().toImage()


def share_of(image: QImage, colour: QColor) -> float:
    """Return the share of the pixels that have nearly this colour."""

    def is_near(pixel: QColor) -> bool:
        return all(abs(getattr(pixel, part)() - getattr(colour, part)()) < 40 for part in ("red", "green", "blue"))

    near = [is_near(image.pixelColor(x, y)) for x in range(image.width()) for y in range(image.height())]
    return sum(near) / len(near)


@pytest.mark.rule("CD-UI-1")
def test_a_plate_shows_the_portrait_of_its_character_to_those_who_may_read_the_sheet(qtbot: QtBot) -> None:
    image = QImage(300, 500, QImage.Format.Format_RGB32)
    image.fill(QColor(PORTRAIT))
    picture, hand = from_image(image), at_table(qtbot, fight())
    hand.campaign.store_picture(picture)
    assert hand.campaign.submit(EditActor(seat="gm", actor="eli", secret=True))
    for actor in ("tia", "eli"):
        assert hand.campaign.submit(WriteRecord(seat="gm", actor=actor, fields={"portrait": picture.id}))
    qtbot.waitUntil(lambda: bool(hand.view.table_scene.display_state.portraits))
    seats = {actor: hand.table.actors[actor].seat for actor in ("tia", "eli")}
    assert share_of(plate(hand, seats["tia"]), QColor(PORTRAIT)) > 0.01
    assert share_of(plate(hand, seats["eli"]), QColor(PORTRAIT)) == 0


@pytest.mark.parametrize("look", Appearance)
def test_the_plates_of_the_seats_that_are_waited_for_are_filled(qtbot: QtBot, look: Appearance) -> None:
    theme = Theme(look=look, reduced_motion=True)
    hand = at_demo(qtbot, "future_imperfect")
    hand.hub.set_theme(theme)
    filled = {seat for seat in hand.table.seats if share_of(plate(hand, seat), theme.colour("accent")) > 0.4}
    assert filled == {"mia", "jonas"}


def test_the_button_of_an_unseen_seat_says_whether_the_table_waits_for_it(qtbot: QtBot) -> None:
    hand = at_demo(qtbot, "future_imperfect")
    button = QPushButton()
    qtbot.addWidget(button)
    view = hand.view.table_scene.view
    dress_seat_button(button, view, "priya", hand.hub, waited=False)
    usual = button.iconSize()
    assert (button.accessibleName(), button.property("role")) == ("Show Priya’s seat", "on_table")
    dress_seat_button(button, view, "mia", hand.hub, waited=True)
    assert button.accessibleName() == "Show Mia’s seat, the game is waiting for this seat"
    assert button.property("role") == "primary"
    assert button.iconSize().width() == 2 * usual.width(), "a sign beside the badge"
    assert button.text() == "Mia"


def test_a_seat_that_is_waited_for_keeps_its_number_before_the_sign_of_a_card(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number is the key to look at the hand, which is wanted just then."""
    hub, numbered = ThemeHub(Theme()), list[int]()
    m = hub.theme.metrics
    monkeypatch.setattr(seat_painting, "paint_seat_badge", lambda _painter, _disc, index: numbered.append(index))

    def narrowest(*, waited: bool) -> int:
        """Return the width of the narrowest plate with its number; the name and the count are there, too."""
        for wide in range(220, 80, -1):
            look = SeatLook("Player 1", 1, False, 7, True, False, waited, False)
            plate_there = QRectF(0, 0, wide, 31)
            paint = partial(paint_seat_plate, plate=plate_there, look=look, hub=hub, m=m, dpr=1.0)
            texts = [line.text for line in lines_of(paint, plate_there)]
            if not numbered:
                return wide + 1
            assert sorted(texts) == ["7", "Player 1"]
            numbered.clear()
        raise AssertionError

    assert narrowest(waited=True) - narrowest(waited=False) < m.font_body, "the hourglass is wider"
