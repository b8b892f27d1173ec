"""The ways into the print room: its shortcut, the characters room, the welcome page; and its viewer."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.notes.note_commands import SaveNotes
from engine.model.frozen import Json
from engine.model.zones import hand_of
from engine.sheets.editing.new_character_moves import JoinActor
from tests.patience import PATIENCE_MS
from tests.vtt.shell_kit import make_file, open_house, play_at
from vtt.campaign.campaign_records import StoredPicture
from vtt.shared.pictures.picture_reader import from_image
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.sheets.print.print_job import CardFacesPart
from vtt.sheets.print_room.print_room import PrintRoom
from vtt.shell.application import Application
from vtt.table.scene.privacy_curtain import PrivacyCurtain

LIMIT = PATIENCE_MS


def picture_of(width: int, height: int) -> StoredPicture:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    return from_image(image, "map")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_file(tmp_path, "Thursday <b>&</b> friends")


def room_of(qtbot: QtBot, house: Application) -> PrintRoom:
    """Wait for the print room and its first page."""
    qtbot.waitUntil(lambda: house.print_room_opener.room is not None, timeout=LIMIT)
    room = house.print_room_opener.room
    assert room is not None
    qtbot.waitUntil(room.isVisible, timeout=LIMIT)
    qtbot.waitUntil(lambda: room.preview.is_whole or room.job is None, timeout=LIMIT)
    return room


def join(house: Application, name: str, *, led_by_gm: bool = False, secret: bool = False) -> None:
    campaign = house.controller.campaign
    assert campaign is not None
    gm, player = sorted(campaign.viewer_campaign("shared").view.seats.values(), key=lambda seat: not seat.is_gm)[:2]
    leader = gm if led_by_gm else player
    assert campaign.submit(JoinActor(seat=gm.id, id=name.lower(), name=name, leader=leader.id, secret=secret))


def people(room: PrintRoom) -> tuple[str, ...]:
    return (*room.choices.people.ticked, *room.choices.people.unticked)


def test_its_shortcut_opens_it_with_the_characters_of_the_shared_screen(
    qtbot: QtBot, tmp_path: Path, path: Path
) -> None:
    with open_house(tmp_path) as house:
        _, page = play_at(house, path)
        join(house, "Clerk")
        join(house, "Rook", led_by_gm=True)
        join(house, "Spy", led_by_gm=True, secret=True)
        QTest.keyClick(house.window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
        room = room_of(qtbot, house)
        assert people(room) == ("clerk",)
        assert "Thursday <b>&</b> friends" in room.windowTitle()
        room.reject()
        qtbot.waitUntil(lambda: house.print_room_opener.room is None, timeout=LIMIT)

        eyes = house.window.viewer_switch
        assert eyes is not None
        eyes.see_gm(asked=False)
        house.window.named_actions["print"].trigger()
        room = room_of(qtbot, house)
        assert set(people(room)) == {"clerk", "rook", "spy"}
        page.set_viewer("shared")
        assert not room.isVisible(), "what only the GM may see goes when the screen is everybody’s again"
        qtbot.waitUntil(lambda: house.print_room_opener.room is None, timeout=LIMIT)


@pytest.mark.parametrize("furnishing", [False, True])
def test_the_gms_print_room_never_opens_on_the_shared_screen(
    qtbot: QtBot, tmp_path: Path, path: Path, furnishing: bool
) -> None:
    with open_house(tmp_path) as house:
        _, page = play_at(house, path)
        join(house, "Spy", led_by_gm=True, secret=True)
        eyes = house.window.viewer_switch
        assert eyes is not None
        eyes.see_gm(asked=False)
        house.window.named_actions["print"].trigger()
        if furnishing:
            qtbot.waitUntil(lambda: house.print_room_opener.room is not None, timeout=LIMIT)
        page.set_viewer("shared")
        # The next who asks gets the common screen's room, and until then none has come up.
        shown: list[tuple[str, ...]] = []

        def asks() -> bool:
            rooms = [w for w in house.window.findChildren(PrintRoom) if w.isVisible()]
            shown.extend(people(room) for room in rooms)
            if house.print_room_opener.room is None:
                house.window.named_actions["print"].trigger()
            return bool(rooms)

        qtbot.waitUntil(asks, timeout=LIMIT)
        assert all("spy" not in found for found in shown)


def test_from_the_characters_the_one_that_is_shown_is_ticked(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        _, page = play_at(house, path)
        join(house, "Clerk")
        join(house, "Tomas")
        page.show_actor("tomas")
        cast(CharactersRoom, page.show_room("characters")).print.click()
        room = room_of(qtbot, house)
        assert room.choices.people.ticked == ("tomas",)
        assert room.choices.people.unticked == ("clerk",)
        room.reject()


def test_the_welcome_page_prints_blanks_of_all_four_games_and_remembers_the_options(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with open_house(tmp_path) as house:
        house.window.welcome.print_tile.click()
        room = room_of(qtbot, house)
        games = [room.choices.game.itemData(row) for row in range(room.choices.game.count())]
        assert set(games) == {"imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy"}
        room.choices.paper.setCurrentIndex(room.choices.paper.findData("letter"))
        room.choices.how["saving"].click()
        out = tmp_path / "blank.pdf"
        room.save_to(out)
        qtbot.waitUntil(lambda: not room.is_running, timeout=LIMIT)
        assert out.read_bytes().startswith(b"%PDF")
        room.reject()
        qtbot.waitUntil(lambda: house.print_room_opener.room is None, timeout=LIMIT)
    with open_house(tmp_path) as house:
        house.window.named_actions["print"].trigger()
        room = room_of(qtbot, house)
        assert room.choices.paper.currentData() == "letter"
        assert room.choices.how["saving"].isChecked()
        room.reject()
        qtbot.waitUntil(lambda: house.print_room_opener.room is None, timeout=LIMIT)


@pytest.mark.rule("CD-UI-26", "CD-UI-2")
def test_behind_the_curtain_a_hand_is_printed_and_no_card_of_it_shown(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.controller.play_demo("card_the_drawing")
        qtbot.waitUntil(lambda: house.window.page is not None, timeout=LIMIT)
        page, campaign = house.window.page, house.controller.campaign
        assert page is not None
        assert campaign is not None
        view = campaign.viewer_campaign("shared").view
        seat = next(s for s in view.seats if view.zones[hand_of(s)].count and view.seats[s].role != "gm")
        page.table_room.table.draw_curtain(seat)
        curtain = page.table_room.table.findChild(PrivacyCurtain)
        assert curtain is not None
        QTest.mouseClick(curtain.paper, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(
            lambda: house.print_room_opener.room is not None and house.print_room_opener.room.isVisible(), timeout=LIMIT
        )
        room = house.print_room_opener.room
        assert room is not None
        assert room.job is not None
        (part,) = room.job.parts
        assert isinstance(part, CardFacesPart)
        own = campaign.viewer_campaign(seat).view
        assert len(part.faces) == own.zones[hand_of(seat)].count > 0
        said = "\n".join(label.text() for label in room.findChildren(QLabel))
        assert [face.name for face in part.faces if face.name in said] == []
        assert any(line.message.key == "log.looked" for line in campaign.viewer_campaign("shared").log()[-3:])
        out = tmp_path / "hand.pdf"
        room.save_to(out)
        qtbot.waitUntil(lambda: not room.is_running, timeout=LIMIT)
        read = "".join("".join(paper.extract_text() for paper in PdfReader(out).pages).split())
        assert [face.name for face in part.faces if face.name.replace(" ", "") not in read] == []
        assert room.preview.count == 0
        room.reject()
        qtbot.waitUntil(lambda: house.print_room_opener.room is None, timeout=LIMIT)
        assert page.table_room.table.curtain_seat == seat
        assert not house.print_room_opener._habits().order.cards, "what was printed of a hand is not remembered"


def test_an_evening_is_one_job_and_the_campaign_remembers_its_ticks(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    picture = picture_of(60, 30)
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        join(house, "Clerk")
        gm = next(seat.id for seat in campaign.viewer_campaign("shared").view.seats.values() if seat.is_gm)
        handouts: tuple[dict[str, Json], ...] = (
            {"id": "map", "name": "Old map", "text": "Here be dragons.", "notes": "A forgery", "picture": picture.id},
            {"id": "letter", "name": "Letter", "text": "Come at once."},
        )
        mill: dict[str, Json] = {
            "id": "n1",
            "name": "Old mill",
            "text": "## Cellar\n- **Haunted**, see [[Miller|the owner]]",
        }
        inn: dict[str, Json] = {"id": "n2", "name": "Inn", "text": "Good beer", "shared": True}
        assert campaign.store_picture(picture)
        assert campaign.submit(SaveHandouts(seat=gm, put={"handouts": handouts}))
        assert campaign.submit(SaveNotes(seat=gm, put={"notes": (mill,), "shared_notes": (inn,)}))
        house.window.named_actions["print"].trigger()
        room = room_of(qtbot, house)
        assert room.choices.handouts.isHidden()
        assert room.choices.which_notes.ticked == ("n2",), "of the GM’s pages everybody’s screen tells nothing"
        room.choices.notes.click()
        room.reject()
        qtbot.waitUntil(lambda: house.print_room_opener.room is None, timeout=LIMIT)

        eyes = house.window.viewer_switch
        assert eyes is not None
        eyes.see_gm(asked=False)
        house.window.named_actions["print"].trigger()
        room = room_of(qtbot, house)
        choices = room.choices
        choices.sheets.click()
        for tick in (choices.handouts, choices.printer_check):
            tick.click()
        assert choices.notes.isChecked(), "how paper is used is the same for everybody"
        choices.which_handouts.tick("letter", False)
        choices.people.tick("clerk", False)
        out = tmp_path / "tonight.pdf"
        room.save_to(out)
        qtbot.waitUntil(lambda: not room.is_running, timeout=LIMIT)
        pages = [" ".join(page.extract_text().split()) for page in PdfReader(out).pages]
        assert len(pages) == 3
        assert "50 mm" in pages[0]
        assert "Old map" in pages[1]
        assert "Here be dragons." in pages[1]
        assert "Haunted, see the owner" in pages[2]
        assert "Good beer" in pages[2]
        assert not any(word in "".join(pages) for word in ("forgery", "Come at once", "[[", "**", "##"))
        assert len(PdfReader(out).pages[1].images) == 1
        room.reject()
        qtbot.waitUntil(lambda: house.print_room_opener.room is None, timeout=LIMIT)
    with open_house(tmp_path) as house:
        play_at(house, path)
        house.window.named_actions["print"].trigger()
        room = room_of(qtbot, house)
        assert room.choices.people.ticked == ("clerk",), "what the GM ticked is the GM’s"
        room.reject()
        qtbot.waitUntil(lambda: house.print_room_opener.room is None, timeout=LIMIT)
        eyes = house.window.viewer_switch
        assert eyes is not None
        eyes.see_gm(asked=False)
        join(house, "Fresh")
        house.window.named_actions["print"].trigger()
        room = room_of(qtbot, house)
        assert room.choices.which_handouts.ticked == ("map",)
        assert room.choices.handouts.isChecked()
        assert not room.choices.printer_check.isChecked(), "the test square is for one job"
        assert room.choices.people.ticked == ("fresh",), "who is new is ticked"
        room.reject()
        qtbot.waitUntil(lambda: house.print_room_opener.room is None, timeout=LIMIT)
