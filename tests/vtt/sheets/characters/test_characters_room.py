from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import EditActor
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.editing.record_moves import EditSheet
from tests.on_screen import on_screen
from tests.vtt.panels_stage import stage, words_in
from tests.vtt.sheets.sheet_stage import actor_of, head_of, hub, record_shown, room_of
from vtt.sheets.editor.composite_field_editors import EntriesEditor
from vtt.sheets.editor.field_editors import ChoiceEditor, LineEditor, LongTextEditor
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import MessageDialog

__all__ = ["hub"]


def test_an_edit_is_saved_when_the_focus_moves_on(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    race, story, age, weapon, skills = (
        room.form.sheet.boxes[key].editor for key in ("race", "story", "age", "weapon", "skills")
    )
    assert isinstance(race, LineEditor)
    assert isinstance(story, LongTextEditor)
    assert isinstance(age, LineEditor)
    assert isinstance(weapon, ChoiceEditor)
    assert isinstance(skills, EntriesEditor)
    assert race.line.text() == "human"
    race.line.setFocus()
    race.line.selectAll()
    QTest.keyClicks(race.line, "elf")
    assert campaign.position == 0
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
    assert actor_of(campaign, "tara").sheet == {
        "race": "elf",
        "story": "Long ago",
        "age": 120,
        "weapon": "Axe",
        "skills": ["Climbing"],
    }
    assert campaign.position == 5
    campaign.go_to(0)
    assert (race.line.text(), story.area.toPlainText(), age.line.text()) == ("human", "", "")


def test_unsent_text_survives_changes_by_others(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    race = room.form.sheet.boxes["race"].editor
    assert isinstance(race, LineEditor)
    race.line.setFocus()
    QTest.keyClick(race.line, Qt.Key.Key_End)
    QTest.keyClicks(race.line, " of the hills")
    campaign.submit(EditSheet(seat="gm", actor="tara", fields={"race": "dwarf"}))
    campaign.log_look("Tom")
    assert race.line.text().endswith("of the hills")
    room.show_actor("wil")  # going elsewhere keeps what was written
    assert str(actor_of(campaign, "tara").sheet["race"]).endswith("of the hills")
    assert race.line.text() == ""


def test_conditions_and_numbers_are_set_by_hand(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = room_of(qtbot, hub, campaign)
    room.show_actor("tara")
    form = room.form
    form.tracks.spins["wind"].stepDown()
    assert actor_of(campaign, "tara").tracks["wind"].value == 6
    row = form.conditions.rows[0]
    before = campaign.position
    row.level.setValue(5)
    assert campaign.position == before + 1
    campaign.undo()
    assert [(c.id, c.level) for c in actor_of(campaign, "tara").conditions] == [("wound", 4)]
    form.conditions.rows[0].level.setValue(5)
    assert [(c.name, c.level, c.note) for c in actor_of(campaign, "tara").conditions] == [("wound", 5, "arm")]
    form.conditions.name.setEditText("stunned")
    form.conditions.level.setValue(2)
    form.conditions.add.click()
    assert [c.name for c in actor_of(campaign, "tara").conditions] == ["wound", "stunned"]
    form.conditions.rows[0].away.click()
    assert [c.name for c in actor_of(campaign, "tara").conditions] == ["stunned"]


def test_a_record_has_the_offers_about_its_character(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = room_of(qtbot, hub, campaign)
    room.show_actor("orc")
    assert room.form.offers is not None
    assert [t.offer.name for t in room.form.offers.tiles] == ["raise_orc"]
    tiles = room.form.offers
    (offer,) = (tile.offer for tile in tiles.tiles)
    many = tuple(replace(offer, name=f"offer{number}", rare=number == 0) for number in range(9))
    tiles.show_offers(many)
    assert [tile.offer.name for tile in tiles.tiles] == [f"offer{number}" for number in range(1, 6)]
    with qtbot.waitSignal(tiles.listed) as told:
        next(each for each in tiles.findChildren(QPushButton) if "4" in each.text()).click()
    assert told.args == [many], "the list has every one"
    tiles.show_offers((offer,))
    tiles.tiles[0].click()
    assert campaign.position == 1


def test_a_new_character_is_added(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = room_of(qtbot, hub, campaign)
    room.new.click()
    dialog = room.dialog
    assert dialog is not None
    on_screen(dialog)
    name = dialog.form.fields[0].findChild(QLineEdit)
    assert name is not None
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert campaign.position == 0  # it needs a name
    name.insert("Tára")
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert campaign.position == 1
    assert actor_of(campaign, "tara-2").name == "Tára"
    assert room.form.actor == "tara-2"


def test_a_character_is_archived_brought_back_and_removed_only_on_purpose(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = room_of(qtbot, hub, campaign)
    room.show_actor("orc")
    head_of(room).archive.click()
    assert actor_of(campaign, "orc").archived
    listed = [room.list.model.entry(n) for n in range(room.list.model.rowCount())]
    assert not any(e is not None and e.payload == "orc" for e in listed)
    room.show_actor("orc")
    assert room.form.actor == "orc"
    head_of(room).archive.click()
    assert not actor_of(campaign, "orc").archived
    for answer, there in (("", True), ("remove", False)):
        room.show_actor("orc")
        head_of(room).remove.click()
        asked = room.findChild(MessageDialog)
        assert asked is not None
        asked.choose(answer)
        qtbot.waitUntil(lambda: room.findChild(MessageDialog) is None)
        assert ("orc" in campaign.viewer_campaign("gm").view.actors) is there


def test_a_secret_character_reveals_nothing(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = room_of(qtbot, hub, campaign)
    record_shown(room, "ghost")
    assert "revenant" in words_in(room)
    for viewer in (SHARED, "tom"):
        room.set_viewer(viewer)
        room.show_actor("ghost")
        assert not any("revenant" in w.lower() or "fury" in w.lower() for w in words_in(room))
        room.set_viewer("gm")
        room.show_actor("ghost")
    campaign.submit(EditActor(seat="gm", actor="tara", secret=True))
    room.set_viewer("tom")
    room.show_actor("tara")
    room.form.sheet.finish()
    assert "human" in words_in(room)  # her own player
    room.set_viewer("ann")
    assert "human" not in words_in(room)


@pytest.mark.parametrize("name", ["<img src=x>" * 900, "م" * 3000, "Wade\u202e evil", "&&& <b>", "🙂" * 5000, "a\nb"])
def test_no_name_bursts_the_room_or_becomes_markup(qtbot: QtBot, hub: ThemeHub, name: str) -> None:
    campaign = stage()
    assert campaign.submit(JoinActor(seat="gm", id="odd", name=name, leader="tom"))
    room = room_of(qtbot, hub, campaign, SHARED)
    room.show_actor("odd")
    room.form.grab()
    assert room.width() == 1100
    assert room.form.width() <= 1100
    assert not any("<img src=x>" in w and w.startswith(("<qt", "<span")) for w in words_in(room))


def test_a_small_window_shows_list_or_record(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = room_of(qtbot, hub, campaign)
    room.resize(500, 600)
    qtbot.waitUntil(lambda: room.list.isVisible() and not room.form.isVisible())
    room.list.set_current("wil")
    QTest.keyClick(room.list.field, Qt.Key.Key_Return)
    assert room.form.isVisible()
    assert room.form.actor == "wil"
    assert not room.list.isVisible()
    room.back.click()
    assert room.list.isVisible()
