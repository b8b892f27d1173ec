"""What only the GM may know is in no word of the Prep room before other eyes, and is not overwritten there."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from engine.play.words import say
from tests.vtt.prep_kit import box, make_prepared, prep_room, said_in, settle
from tests.vtt.shell_kit import open_house
from vtt.prep.exchange import IncomingDialog
from vtt.session import SHARED

NAME = "Zorbulax"


@pytest.mark.rule("CD-UI-25")
def test_foes_are_for_the_gms_own_screen_alone(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path)
    with open_house(tmp_path) as house:
        session, room = prep_room(house, path, gm=True)
        assert house.window.eyes is not None
        room.open_drawer("foes")
        QTest.mouseClick(room.pane.new, Qt.MouseButton.LeftButton)
        line = QApplication.focusWidget()
        assert isinstance(line, QLineEdit)
        QTest.keyClicks(line, NAME)
        settle(qtbot, room)
        room.save()
        assert [row["name"] for row in session.lens(room.seat).view.lists["foes"]] == [NAME]
        box(room, "name").control.first_stop().setFocus()
        QTest.keyClicks(line, " the Great")  # and this is not saved
        assert NAME in said_in(room)

        house.window.eyes.see_shared()
        qtbot.waitUntil(lambda: room.is_closed)
        qtbot.waitUntil(lambda: NAME not in said_in(house.window))
        for kind in ("foes", "encounters"):
            room.open_drawer(kind)
            assert room.pane.lines() == ()
            assert not room.pane.closed.isHidden()
            room.make_new()
            room.open_entry("mob")
            assert room.draft is None
        others = [seat for seat in session.lens(SHARED).view.seats if seat != room.seat]
        for viewer in (SHARED, "print", *others):
            lens = session.lens(viewer)
            assert "foes" not in lens.view.lists
            assert not any("foe" in say(line.message).casefold() for line in lens.log())
        assert NAME not in repr(session.undo_title)

        house.window.eyes.see_gm(asked=False)
        qtbot.waitUntil(lambda: not room.is_closed)
        room.open_drawer("foes")
        assert any(str(draft.record["name"]) == f"{NAME} the Great" for draft in room.drafts)


@pytest.mark.rule("CD-UI-14", "CD-GM-1")
def test_a_deck_of_the_gms_is_in_no_word_of_the_common_screen(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path)
    with open_house(tmp_path) as house:
        session, room = prep_room(house, path, gm=True)
        assert house.window.eyes is not None
        room.open_drawer("decks")
        QTest.mouseClick(room.pane.new, Qt.MouseButton.LeftButton)
        settle(qtbot, room)
        line = QApplication.focusWidget()
        assert isinstance(line, QLineEdit)
        QTest.keyClicks(line, NAME)
        QTest.mouseClick(box(room, "secret").control.first_stop(), Qt.MouseButton.LeftButton)
        room.save()
        assert [row["name"] for row in session.lens(room.seat).view.lists["gm_decks"]] == [NAME]
        QTest.keyClicks(box(room, "name").control.first_stop(), " the Great")  # and this is not saved
        settle(qtbot, room)
        assert f"{NAME} the Great" in said_in(room)
        file = tmp_path / "decks.toml"
        assert room.draft is not None
        with qtbot.waitSignal(room.said):
            room.errands.write((("decks", room.draft.id),), file)

        house.window.eyes.see_shared()
        qtbot.waitUntil(lambda: NAME not in said_in(house.window))
        room.open_drawer("cards")
        room.open_drawer("decks")
        settle(qtbot, room)
        assert room.pane.lines(), "what all may know is there"
        assert not any(NAME in line.title for line in room.pane.lines())
        assert not any(NAME in say(line.message) for line in session.lens(SHARED).log())
        room.errands.read(file)
        qtbot.waitUntil(lambda: room.errands.dialog is not None)
        dialog = room.errands.dialog
        assert isinstance(dialog, IncomingDialog)
        assert NAME not in said_in(dialog)
        assert not dialog.boxes
        dialog.reject()

        house.window.eyes.see_gm(asked=False)
        qtbot.waitUntil(lambda: any(NAME in line.title for line in room.pane.lines()))
        (draft,) = room.drafts.unsaved("decks")
        assert (draft.record["name"], draft.saved is not None) == (f"{NAME} the Great", True), "nothing is lost"


@pytest.mark.rule("CD-UI-26")
def test_a_file_with_foes_is_not_taken_over_before_other_eyes(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path)
    with open_house(tmp_path) as house:
        session, room = prep_room(house, path, gm=True)
        assert house.window.eyes is not None
        room.open_drawer("foes")
        room.open_entry("mob")
        room.double()
        line = QApplication.focusWidget()
        assert isinstance(line, QLineEdit)
        line.selectAll()
        QTest.keyClicks(line, NAME)
        room.save()
        assert room.draft is not None
        file = tmp_path / "foes.json"
        with qtbot.waitSignal(room.said):
            room.errands.write((("foes", room.draft.id), ("cards", "punch")), file)
        assert NAME in file.read_text(encoding="utf-8")

        house.window.eyes.see_shared()
        before = session.position
        room.errands.read(file)
        qtbot.waitUntil(lambda: room.errands.dialog is not None)
        dialog = room.errands.dialog
        assert isinstance(dialog, IncomingDialog)
        assert NAME not in said_in(dialog)
        assert not dialog.do.isEnabled(), "the card is the same as before, and the foe is not for this screen"
        dialog.reject()
        assert session.position == before
        assert [row["name"] for row in session.lens(room.seat).view.lists["foes"]] == [NAME]
