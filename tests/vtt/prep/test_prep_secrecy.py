"""What only the GM may know is in no word of the Prep room before other eyes, and is not overwritten there."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from engine.messages.texts import say
from engine.model.seats import SHARED
from tests.vtt.prep_kit import box, make_prepared, prep_room, said_in, settle
from tests.vtt.shell_kit import open_house
from vtt.shared.import_preview import ImportPreviewDialog

NAME = "Zorbulax"


@pytest.mark.rule("CD-UI-25")
def test_foes_are_for_the_gms_own_screen_alone(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path)
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        assert house.window.viewer_switch is not None
        room.open_category("foes")
        QTest.mouseClick(room.pane.new, Qt.MouseButton.LeftButton)
        line = QApplication.focusWidget()
        assert isinstance(line, QLineEdit)
        QTest.keyClicks(line, NAME)
        settle(qtbot, room)
        room.save()
        assert [row["name"] for row in campaign.viewer_campaign(room.seat).view.lists["foes"]] == [NAME]
        box(room, "name").control.first_stop().setFocus()
        QTest.keyClicks(line, " the Great")  # and this is not saved
        assert NAME in said_in(room)

        house.window.viewer_switch.see_shared()
        qtbot.waitUntil(lambda: room.is_closed)
        qtbot.waitUntil(lambda: NAME not in said_in(house.window))
        for kind in ("foes", "encounters"):
            room.open_category(kind)
            assert room.pane.lines() == ()
            assert not room.pane.closed.isHidden()
            room.make_new()
            room.open_entry("mob")
            assert room.open_record is None
        others = [seat for seat in campaign.viewer_campaign(SHARED).view.seats if seat != room.seat]
        for viewer in (SHARED, "print", *others):
            viewer_campaign = campaign.viewer_campaign(viewer)
            assert "foes" not in viewer_campaign.view.lists
            assert not any("foe" in say(line.message).casefold() for line in viewer_campaign.log())
        assert NAME not in repr(campaign.undo_title)

        house.window.viewer_switch.see_gm(asked=False)
        qtbot.waitUntil(lambda: not room.is_closed)
        room.open_category("foes")
        assert any(str(unsaved_record.record["name"]) == f"{NAME} the Great" for unsaved_record in room.unsaved_records)


@pytest.mark.rule("CD-UI-14", "CD-GM-1")
def test_a_deck_of_the_gms_is_in_no_word_of_the_common_screen(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path)
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        assert house.window.viewer_switch is not None
        room.open_category("decks")
        QTest.mouseClick(room.pane.new, Qt.MouseButton.LeftButton)
        settle(qtbot, room)
        line = QApplication.focusWidget()
        assert isinstance(line, QLineEdit)
        QTest.keyClicks(line, NAME)
        QTest.mouseClick(box(room, "secret").control.first_stop(), Qt.MouseButton.LeftButton)
        room.save()
        assert [row["name"] for row in campaign.viewer_campaign(room.seat).view.lists["gm_decks"]] == [NAME]
        QTest.keyClicks(box(room, "name").control.first_stop(), " the Great")  # and this is not saved
        settle(qtbot, room)
        assert f"{NAME} the Great" in said_in(room)
        file = tmp_path / "decks.toml"
        assert room.open_record is not None
        with qtbot.waitSignal(room.said):
            room.record_actions.files.write((("decks", room.open_record.id),), file)

        house.window.viewer_switch.see_shared()
        qtbot.waitUntil(lambda: NAME not in said_in(house.window))
        room.open_category("cards")
        room.open_category("decks")
        settle(qtbot, room)
        assert room.pane.lines(), "what all may know is there"
        assert not any(NAME in line.title for line in room.pane.lines())
        assert not any(NAME in say(line.message) for line in campaign.viewer_campaign(SHARED).log())
        room.record_actions.files.read(file)
        qtbot.waitUntil(lambda: room.record_actions.dialog is not None)
        dialog = room.record_actions.dialog
        assert isinstance(dialog, ImportPreviewDialog)
        assert NAME not in said_in(dialog)
        assert not dialog.boxes
        dialog.reject()

        house.window.viewer_switch.see_gm(asked=False)
        qtbot.waitUntil(lambda: any(NAME in line.title for line in room.pane.lines()))
        (unsaved_record,) = room.unsaved_records.unsaved("decks")
        assert (unsaved_record.record["name"], unsaved_record.saved is not None) == (f"{NAME} the Great", True), (
            "nothing is lost"
        )


@pytest.mark.rule("CD-UI-26")
def test_a_file_with_foes_is_not_taken_over_before_other_eyes(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path)
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        assert house.window.viewer_switch is not None
        room.open_category("foes")
        room.open_entry("mob")
        room.double()
        line = QApplication.focusWidget()
        assert isinstance(line, QLineEdit)
        line.selectAll()
        QTest.keyClicks(line, NAME)
        room.save()
        assert room.open_record is not None
        file = tmp_path / f"{NAME}.json"
        with qtbot.waitSignal(room.said):
            room.record_actions.files.write((("foes", room.open_record.id), ("cards", "punch")), file)
        assert NAME in file.read_text(encoding="utf-8")
        assert not any(NAME in notice.text for notice in house.window.notices.messages), "the file has its name"

        house.window.viewer_switch.see_shared()
        before = campaign.position
        room.record_actions.files.read(file)
        qtbot.waitUntil(lambda: room.record_actions.dialog is not None)
        dialog = room.record_actions.dialog
        assert isinstance(dialog, ImportPreviewDialog)
        assert NAME not in said_in(dialog)
        assert not dialog.do.isEnabled(), "the card is the same as before, and the foe is not for this screen"
        dialog.reject()
        assert campaign.position == before
        assert [row["name"] for row in campaign.viewer_campaign(room.seat).view.lists["foes"]] == [NAME]
