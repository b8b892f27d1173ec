from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from engine.play.moves import EditActor, EditSheet, JoinActor
from engine.play.sight import SHARED
from tests.on_screen import on_screen
from tests.vtt.panels_stage import stage, words_in
from tests.vtt.sheets.sheet_stage import actor_of, head_of, hub, record_shown, room_of
from vtt.sheets.editors import ChoiceEditor, LineEditor, LongEditor
from vtt.sheets.part_editors import EntriesEditor
from vtt.widgets.dialogue import Dialogue
from vtt.widgets.theme import ThemeHub

__all__ = ["hub"]


def test_what_is_written_on_a_record_is_kept_when_its_writer_moves_on(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    room = record_shown(room_of(qtbot, hub, session), "tara")
    race, story, age, weapon, skills = (
        room.form.sheet.boxes[key].editor for key in ("race", "story", "age", "weapon", "skills")
    )
    assert isinstance(race, LineEditor)
    assert isinstance(story, LongEditor)
    assert isinstance(age, LineEditor)
    assert isinstance(weapon, ChoiceEditor)
    assert isinstance(skills, EntriesEditor)
    assert race.line.text() == "human"
    race.line.setFocus()
    race.line.selectAll()
    QTest.keyClicks(race.line, "elf")
    assert session.position == 0
    story.area.setFocus()
    QTest.keyClicks(story.area, "Long ago")
    age.line.setFocus()
    QTest.keyClicks(age.line, "120")
    QTest.keyClick(age.line, Qt.Key.Key_Return)
    weapon.combo.setFocus()
    QTest.keyClick(weapon.combo, Qt.Key.Key_Down)
    skills.new.setFocus()
    QTest.keyClicks(skills.new, "Climbing")
    QTest.keyClick(skills.new, Qt.Key.Key_Return)
    assert actor_of(session, "tara").sheet == {
        "race": "elf",
        "story": "Long ago",
        "age": 120,
        "weapon": "Axe",
        "skills": ["Climbing"],
    }
    assert session.position == 5
    session.go_to(0)
    assert (race.line.text(), story.area.toPlainText(), age.line.text()) == ("human", "", "")


def test_words_being_written_outlive_what_others_do_meanwhile(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    room = record_shown(room_of(qtbot, hub, session), "tara")
    race = room.form.sheet.boxes["race"].editor
    assert isinstance(race, LineEditor)
    race.line.setFocus()
    QTest.keyClick(race.line, Qt.Key.Key_End)
    QTest.keyClicks(race.line, " of the hills")
    session.submit(EditSheet(seat="gm", actor="tara", fields={"race": "dwarf"}))
    session.looked("Tom")
    assert race.line.text().endswith("of the hills")
    room.show_actor("wil")  # going elsewhere keeps what was written
    assert str(actor_of(session, "tara").sheet["race"]).endswith("of the hills")
    assert race.line.text() == ""


def test_conditions_and_numbers_are_set_by_hand(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    room = room_of(qtbot, hub, session)
    room.show_actor("tara")
    form = room.form
    form.tracks.spins["wind"].stepDown()
    assert actor_of(session, "tara").tracks["wind"].value == 6
    row = form.conditions.rows[0]
    before = session.position
    row.level.setValue(5)
    assert session.position == before + 1
    session.undo()
    assert [(c.id, c.level) for c in actor_of(session, "tara").conditions] == [("wound", 4)]
    form.conditions.rows[0].level.setValue(5)
    assert [(c.name, c.level, c.note) for c in actor_of(session, "tara").conditions] == [("wound", 5, "arm")]
    form.conditions.name.setEditText("stunned")
    form.conditions.level.setValue(2)
    form.conditions.add.click()
    assert [c.name for c in actor_of(session, "tara").conditions] == ["wound", "stunned"]
    form.conditions.rows[0].away.click()
    assert [c.name for c in actor_of(session, "tara").conditions] == ["stunned"]


def test_what_the_game_can_do_with_a_character_stands_on_its_record(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    room = room_of(qtbot, hub, session)
    room.show_actor("orc")
    assert room.form.doing is not None
    assert [t.offer.name for t in room.form.doing.tiles] == ["raise_orc"]
    room.form.doing.tiles[0].click()
    assert session.position == 1


def test_a_new_character_comes_into_the_story(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    room = room_of(qtbot, hub, session)
    room.new.click()
    dialog = room.dialog
    assert dialog is not None
    on_screen(dialog)
    name = dialog.form.fields[0].findChild(QLineEdit)
    assert name is not None
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert session.position == 0  # it needs a name
    name.insert("Tára")
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert session.position == 1
    assert actor_of(session, "tara-2").name == "Tára"
    assert room.form.actor == "tara-2"


def test_a_character_is_archived_brought_back_and_removed_only_on_purpose(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    room = room_of(qtbot, hub, session)
    room.show_actor("orc")
    head_of(room).archive.click()
    assert actor_of(session, "orc").archived
    listed = [room.list.model.entry(n) for n in range(room.list.model.rowCount())]
    assert not any(e is not None and e.payload == "orc" for e in listed)
    room.show_actor("orc")
    assert room.form.actor == "orc"
    head_of(room).archive.click()
    assert not actor_of(session, "orc").archived
    for answer, there in (("", True), ("remove", False)):
        room.show_actor("orc")
        head_of(room).remove.click()
        asked = room.findChild(Dialogue)
        assert asked is not None
        asked.choose(answer)
        qtbot.waitUntil(lambda: room.findChild(Dialogue) is None)
        assert ("orc" in session.lens("gm").view.actors) is there


def test_of_a_secret_character_nothing_is_told(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    room = room_of(qtbot, hub, session)
    record_shown(room, "ghost")
    assert "revenant" in words_in(room)
    for viewer in (SHARED, "tom"):
        room.set_viewer(viewer)
        room.show_actor("ghost")
        assert not any("revenant" in w.lower() or "fury" in w.lower() for w in words_in(room))
        room.set_viewer("gm")
        room.show_actor("ghost")
    session.submit(EditActor(seat="gm", actor="tara", secret=True))
    room.set_viewer("tom")
    room.show_actor("tara")
    room.form.sheet.finish()
    assert "human" in words_in(room)  # her own player
    room.set_viewer("ann")
    assert "human" not in words_in(room)


@pytest.mark.parametrize("name", ["<img src=x>" * 900, "م" * 3000, "Wade\u202e evil", "&&& <b>", "🙂" * 5000, "a\nb"])
def test_no_name_bursts_the_room_or_becomes_markup(qtbot: QtBot, hub: ThemeHub, name: str) -> None:
    session = stage()
    assert session.submit(JoinActor(seat="gm", id="odd", name=name, leader="tom"))
    room = room_of(qtbot, hub, session, SHARED)
    room.show_actor("odd")
    room.form.grab()
    assert room.width() == 1100
    assert room.form.width() <= 1100
    assert not any("<img src=x>" in w and w.startswith(("<qt", "<span")) for w in words_in(room))


def test_in_a_small_window_list_and_record_come_one_after_the_other(qtbot: QtBot, hub: ThemeHub) -> None:
    session = stage()
    room = room_of(qtbot, hub, session)
    room.resize(500, 600)
    qtbot.waitUntil(lambda: room.list.isVisible() and not room.form.isVisible())
    room.list.set_current("wil")
    QTest.keyClick(room.list.field, Qt.Key.Key_Return)
    assert room.form.isVisible()
    assert room.form.actor == "wil"
    assert not room.list.isVisible()
    room.back.click()
    assert room.list.isVisible()
