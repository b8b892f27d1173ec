from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import EditActor
from engine.model.seats import SHARED
from engine.sheets.catalogue.sheet_library import sheet_of_actor
from engine.sheets.editing.record_moves import EditSheet
from tests.on_screen import on_screen
from tests.vtt.panels_stage import stage, words_in
from tests.vtt.sheets.sheet_stage import actor_of, head_of, hub, record_shown, room_of
from vtt.sheets.characters.sheet_tailoring_dialog import SheetTailoringDialog
from vtt.widgets.look.theme import ThemeHub

__all__ = ["hub"]


def test_the_gm_changes_a_sheet_in_one_command_and_form_and_paper_follow(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    campaign.submit(EditSheet(seat="gm", actor="tara", fields={"luck": "2d6"}))
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    dialog = room.tailor("hero")
    assert isinstance(dialog, SheetTailoringDialog)
    on_screen(dialog)
    dialog.choose(field="race")
    dialog.name.setText("People")
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    dialog.choose(field="luck")
    item = dialog.tree.currentItem()
    assert item is not None
    item.setCheckState(0, Qt.CheckState.Unchecked)
    qtbot.waitUntil(lambda: len(dialog.ops) == 2)
    dialog.choose(field="age")
    dialog.up.click()
    dialog.choose(section="things")
    dialog.new.setText("Our house rules")
    dialog.new_section.click()
    dialog.new.setText("Sanity")
    dialog.kind.setCurrentIndex(dialog.kind.findData("number"))
    dialog.new_field.click()
    dialog.choose(section="things")
    dialog.up.click()
    before = campaign.position
    dialog.do.click()
    assert campaign.position == before + 1
    room.form.sheet.finish()
    boxes = room.form.sheet.boxes
    assert boxes["race"].field.label == "People"
    assert "luck" not in boxes
    assert "own_sanity" in boxes
    assert list(boxes)[:2] == ["age", "race"] or boxes["age"].y() <= boxes["race"].y()
    found = sheet_of_actor(campaign.viewer_campaign("gm").view, "tara")
    assert found is not None
    assert [s.key for s in found.description.sections] == ["who", "things", "numbers", "own_our_house_rules"]
    assert any(box.section == "own_our_house_rules" for page in found.description.pages for box in page.boxes)
    assert actor_of(campaign, "tara").sheet["luck"] == "2d6"  # what is hidden is not lost
    campaign.undo()
    room.form.sheet.finish()
    assert "luck" in room.form.sheet.boxes
    assert "own_sanity" not in room.form.sheet.boxes


def test_added_items_can_be_removed_and_the_games_own_sheet_restored(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    for _ in range(2):
        dialog = room.tailor("hero")
        assert dialog is not None
        dialog.choose(section="who")
        dialog.new.setText("Sanity")
        dialog.new_field.click()
        dialog.do.click()
        qtbot.waitUntil(lambda: room._tailoring is None)
    room.form.sheet.finish()
    assert {"own_sanity", "own_sanity_2"} <= set(room.form.sheet.boxes)
    dialog = room.tailor("hero")
    assert dialog is not None
    dialog.choose(field="race")
    assert not dialog.remove.isEnabled()  # what the game brings can only be hidden
    dialog.choose(field="own_sanity")
    dialog.remove.click()
    assert dialog.description.field("own_sanity") is None
    dialog.reset.click()
    before = campaign.position
    dialog.do.click()
    assert campaign.position == before + 1
    room.form.sheet.finish()
    assert not any(key.startswith("own_") for key in room.form.sheet.boxes)


def test_only_the_gm_is_asked(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign, "tom"), "tara")
    assert head_of(room).tailor.isHidden()
    room.set_viewer("gm")
    record_shown(room, "tara")
    assert not head_of(room).tailor.isHidden()


def test_a_record_has_a_window_of_its_own_with_the_viewer_of_the_main_one(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    tara, ghost = room.open_window("tara"), room.open_window("ghost")
    assert tara is not None
    assert ghost is not None
    assert room.open_window("tara") is tara
    for window in (tara, ghost):
        on_screen(window)
        window.form.sheet.finish()
    assert "revenant" in words_in(ghost)
    campaign.submit(EditSheet(seat="gm", actor="tara", fields={"race": "elf"}))
    assert "elf" in words_in(tara)
    room.set_viewer(SHARED)
    assert set(room.windows) == {"tara"}  # of the other one nobody at the common screen knows
    tara.form.sheet.finish()
    assert "elf" in words_in(tara)
    campaign.submit(EditActor(seat="gm", actor="tara", secret=True))
    assert set(room.windows) == set()
    room.set_viewer("gm")
    tara = room.open_window("tara")
    assert tara is not None
    campaign.close()
    assert room.windows == {}


def test_a_character_is_duplicated(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    room.ask_copy("tara")
    dialog = room.dialog
    assert dialog is not None
    on_screen(dialog)
    QTest.keyClicks(dialog.focusWidget(), "Second Tara")
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert campaign.position == 1
    twin = actor_of(campaign, "second-tara")
    assert (twin.sheet["race"], twin.conditions) == ("human", ())
    assert room.form.actor == "second-tara"
