"""A game whose content editor has a fault: the Prep room says so in a sentence, and everything else goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from engine.core import fault_isolation
from engine.messages.message import Message
from engine.model.seats import SHARED
from engine.rulesets.card_the_drawing.editor.card_editor import CardEditor
from engine.rulesets.card_the_drawing.ruleset import CardTheDrawing
from engine.rulesets.loader import game_of
from engine.sheets.editing.new_character_moves import JoinActor
from tests.engine.rulesets.card_the_drawing.table import USUAL
from tests.vtt.prep_kit import GAME, box, lay_out, make_prepared, prep_room, said_in, settle
from tests.vtt.shell_kit import open_house
from vtt.prep.prep_room import PrepRoom
from vtt.prep.record_form.nested_records_control import NestedRecordsControl
from vtt.sheets.characters.character_form import CharacterForm
from vtt.sheets.editor import sheet_form

SENTENCE = "This does not work because of an error in the game “Duel”. Everything else still works."


def _step_up(qtbot: QtBot, room: PrepRoom) -> None:
    """Raise the cost of the open card by the keyboard."""
    box(room, "cost").control.first_stop().setFocus()
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    QTest.keyClick(field, Qt.Key.Key_Up)
    settle(qtbot, room)


def _cost_text(room: PrepRoom) -> str:
    field = box(room, "cost").control.first_stop()
    assert isinstance(field, QLineEdit)
    return field.text()


def broken(*_: object, **__: object) -> object:
    """Be at fault."""
    raise ZeroDivisionError


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """The faults that are isolated; the game is one of other people, called Duel."""
    found: list[Exception] = []
    monkeypatch.setattr(fault_isolation, "_hearers", [found.append])
    monkeypatch.setattr(game_of(GAME), "fault", Message(key="refused.game_fault", params={"name": "Duel"}))
    return found


@pytest.mark.parametrize("member", ["categories", "entries", "editor_view", "content_editor"])
def test_what_cannot_be_shown_is_replaced_by_the_sentence(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, faults: list[Exception], member: str
) -> None:
    path = make_prepared(tmp_path)
    if member == "content_editor":
        monkeypatch.setattr(CardTheDrawing, member, property(broken))
    else:
        monkeypatch.setattr(CardEditor, member, broken)
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        if member == "editor_view":
            lay_out(qtbot, room, "cards", "punch")
        settle(qtbot, room)
        shown = said_in(room) if member != "entries" else "\n".join(line.title for line in room.pane.lines())
        assert SENTENCE in shown
        assert {type(fault) for fault in faults} == {ZeroDivisionError}
        house.window.named_actions["room_table"].trigger()
        assert campaign.viewer_campaign("shared").offers(room.seat), "the table goes on"


@pytest.mark.parametrize("member", ["facets", "record", "situations", "try_out"])
def test_a_fault_beside_the_form_leaves_the_room_as_it_is(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, faults: list[Exception], member: str
) -> None:
    path = make_prepared(tmp_path)
    monkeypatch.setattr(CardEditor, member, broken)
    with open_house(tmp_path) as house:
        _, room = prep_room(house, path, gm=False)
        room.make_new()
        settle(qtbot, room)
        if member == "try_out":
            room.beside.trying.start.click()
            qtbot.waitUntil(lambda: SENTENCE in room.beside.trying.said.text())
        lay_out(qtbot, room, "cards", "punch")
        assert room.pane.lines()
        assert {type(fault) for fault in faults} == {ZeroDivisionError}


@pytest.mark.parametrize("member", ["blank", "duplicate", "with_value", "with_row", "save_command", "disable_command"])
def test_what_cannot_be_done_is_refused_in_the_sentence_and_changes_nothing(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, faults: list[Exception], member: str
) -> None:
    path = make_prepared(tmp_path)
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=False)
        lay_out(qtbot, room, "cards", "punch")
        said: list[str] = []
        room.said.connect(lambda sentence, _rules: said.append(sentence))
        before, open_record = campaign.position, room.open_record
        assert open_record is not None
        if member == "save_command":
            _step_up(qtbot, room)
        monkeypatch.setattr(CardEditor, member, broken)
        match member:
            case "blank":
                room.make_new()
            case "duplicate":
                room.double()
            case "save_command":
                room.save()
            case "disable_command":
                room.record_actions.set_aside(True)
            case "with_row":
                rows = box(room, "effects").control
                assert isinstance(rows, NestedRecordsControl)
                QTest.mouseClick(rows.add, Qt.MouseButton.LeftButton)
            case _:
                _step_up(qtbot, room)
        settle(qtbot, room)
        assert [sentence.startswith(SENTENCE) for sentence in said] == [True]
        assert [type(fault) for fault in faults] == [ZeroDivisionError]
        assert campaign.position == before
        assert room.open_record is open_record
        assert open_record.dirty is (member == "save_command")
        if member == "with_value":
            assert _cost_text(room) == str(open_record.record["cost"]), "the form shows what is still there"


def test_statistics_that_cannot_be_calculated_are_one_line_on_the_sheet(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, faults: list[Exception]
) -> None:
    path = make_prepared(tmp_path)
    monkeypatch.setattr(CardEditor, "deck_statistics", broken)
    monkeypatch.setattr(sheet_form, "_AT_ONCE", 0)  # as on a busy machine the form is never whole
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        assert campaign.submit(JoinActor(seat=room.seat, id="tia", name="Tia", leader=room.seat, sheet=USUAL["tia"]))
        form = CharacterForm(campaign, SHARED, room.hub, house.window)  # it goes with the house, also half made
        form.resize(900, 600)
        form.show_actor("tia")
        form.show()
        QTest.mouseClick(form.numbers.fold, Qt.MouseButton.LeftButton)
        assert [note.note.title.startswith(SENTENCE) for note in form.numbers.notes] == [True]
        assert [type(fault) for fault in faults] == [ZeroDivisionError]
