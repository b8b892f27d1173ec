"""Characters that leave the program and come back: paper, files, comparing and templates, each by one gesture."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pikepdf
import platformdirs
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import SetList, list_moves
from engine.model.seats import SHARED
from engine.sheets.catalogue import sheet_library
from engine.sheets.editing.record_moves import EditSheet, WriteRecord
from engine.sheets.exchange import character_templates
from tests.vtt.panels_stage import stage
from tests.vtt.sheets.sheet_stage import actor_of, hub, record_shown, room_of
from vtt.campaign.campaign_records import StoredPicture
from vtt.campaign.open_campaign import OpenCampaign
from vtt.sheets.characters.character_actions import CharacterActions
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.sheets.editor.field_editors import LineEditor
from vtt.sheets.exchange import background_tasks, character_transfer
from vtt.sheets.exchange.changes_preview import TAKE, ChangesDialog
from vtt.sheets.exchange.compare_dialog import CompareDialog
from vtt.sheets.exchange.paper_entry import PaperEntryDialog
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import MessageDialog
from vtt.widgets.tasks.task_runner import Progress

__all__ = ["hub"]


@pytest.fixture(autouse=True)
def _sheets(monkeypatch: pytest.MonkeyPatch, hub: ThemeHub) -> None:
    for room in (character_templates, character_transfer):
        monkeypatch.setattr(room, "sheets_of", sheet_library.sheets_of)


def shown(
    qtbot: QtBot, hub: ThemeHub, campaign: OpenCampaign, actor: str = "tara", viewer: str = "gm"
) -> CharactersRoom:
    return record_shown(room_of(qtbot, hub, campaign, viewer), actor)


def finished(qtbot: QtBot, room: CharactersRoom) -> Any:
    """Wait for the work beside the window, and return the dialog that came of it."""
    qtbot.waitUntil(lambda: not room.character_actions.busy)
    return room.character_actions.dialog


def focused() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def close(room: CharactersRoom) -> None:
    dialog = room.character_actions.dialog
    if dialog is not None:
        dialog.reject()


def lines(dialog: ChangesDialog | CompareDialog) -> list[tuple[str, str, str, bool]]:
    return [(line.change.path, line.before, line.after, line.on) for line in dialog.list.table.lines.lines]


def test_a_filled_pdf_is_imported_as_one_undo_step(qtbot: QtBot, hub: ThemeHub, tmp_path: Path) -> None:
    campaign = stage()
    room = shown(qtbot, hub, campaign)
    path = tmp_path / "tara.pdf"
    room.character_actions.paper.write_fillable(path)
    told = finished(qtbot, room)
    assert isinstance(told, MessageDialog)
    assert "tara.pdf" in told.text
    close(room)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        fields = {str(field.T): field for field in pdf.Root.AcroForm.Fields}
        fields["age"].V = pikepdf.String("120")
        fields["strength"].V = pikepdf.String("very")
        fields["story"].V = pikepdf.String("Long ago\rand far away")
        fields["gear[0]"].Kids[0].V = pikepdf.String("Rope")
        pdf.save(path)
    campaign.submit(EditSheet(seat="gm", actor="tara", fields={"race": "elf"}))
    room.character_actions.paper.read_filled(path)
    dialog = finished(qtbot, room)
    assert isinstance(dialog, ChangesDialog)
    assert lines(dialog) == [
        ("age", "", "120", True),
        ("story", "", "Long ago\nand far away", True),
        ("gear[0]", "", "Rope", True),
        ("race", "elf", "human", False),
    ]
    assert "Strength (“very”)" in dialog.list.unread.text()
    before = campaign.position
    table = dialog.list.table
    table.setCurrentIndex(table.lines.index(1, 2))
    QTest.keyClick(table, Qt.Key.Key_Space)
    assert dialog.buttons[TAKE].text() == "Apply 2 changes"
    QTest.mouseClick(dialog.buttons[TAKE], Qt.MouseButton.LeftButton)
    assert campaign.position == before + 1
    assert actor_of(campaign, "tara").sheet == {"race": "elf", "age": 120, "gear": [{"name": "Rope"}]}
    campaign.undo()
    assert actor_of(campaign, "tara").sheet == {"race": "elf"}


def test_a_portrait_chosen_on_a_form_is_previewed_and_stored(
    qtbot: QtBot, hub: ThemeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = stage()
    kept: list[StoredPicture] = []
    store = campaign.store_picture

    def keep(picture: StoredPicture) -> bool:
        kept.append(picture)
        return store(picture)

    monkeypatch.setattr(campaign, "store_picture", keep)
    room = shown(qtbot, hub, campaign)
    path = tmp_path / "tara.pdf"
    room.character_actions.paper.write_fillable(path)
    finished(qtbot, room)
    close(room)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        button = next(field for field in pdf.Root.AcroForm.Fields if str(field.T) == "portrait")
        dots = {"Width": 6, "Height": 4, "BitsPerComponent": 8, "ColorSpace": pikepdf.Name.DeviceGray}
        image = pdf.make_stream(bytes(range(24)), Subtype=pikepdf.Name.Image, **dots)
        button.MK.I = pdf.make_stream(b"", Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im0=image)))
        pdf.save(path)
    room.character_actions.paper.read_filled(path)
    dialog = finished(qtbot, room)
    assert isinstance(dialog, ChangesDialog)
    assert lines(dialog) == [("portrait", "", "a picture", True)]
    assert kept == [], "nothing is stored before it is applied"
    QTest.mouseClick(dialog.buttons[TAKE], Qt.MouseButton.LeftButton)
    assert [picture.id for picture in kept] == [actor_of(campaign, "tara").sheet["portrait"]]
    campaign.undo()
    assert "portrait" not in actor_of(campaign, "tara").sheet


def test_a_file_that_is_no_form_gets_one_sentence(qtbot: QtBot, hub: ThemeHub, tmp_path: Path) -> None:
    campaign = stage()
    room = shown(qtbot, hub, campaign)
    path = tmp_path / "holiday.jpg"
    path.write_bytes(b"\xff\xd8\xff")
    for read in (
        room.character_actions.paper.read_filled,
        room.character_actions.take_in,
        room.character_actions.take_in_new,
    ):
        read(path)
        told = finished(qtbot, room)
        assert isinstance(told, MessageDialog)
        assert told.text
        close(room)
    assert campaign.position == 0


def test_paper_is_read_back_box_by_box_with_the_tab_key(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = shown(qtbot, hub, campaign)
    room.character_actions.paper.read_paper()
    dialog = finished(qtbot, room)
    assert isinstance(dialog, PaperEntryDialog)
    qtbot.waitUntil(lambda: isinstance(now := QApplication.focusWidget(), QLineEdit) and dialog.isAncestorOf(now))
    assert [station.title for station in dialog.stations] == ["Who", "Numbers", "Things"]
    assert [box.field.key for box in dialog.form.boxes.values()] == [*dialog.stations[0].keys]
    first = focused()
    assert isinstance(first, QLineEdit)
    assert first.text() == "Tara"
    for _ in range(30):
        if dialog.at == 1:
            break
        QTest.keyClick(focused(), Qt.Key.Key_Tab)
    assert dialog.at == 1
    strength = dialog.form.boxes["strength"].editor
    assert isinstance(strength, LineEditor)
    assert strength.isAncestorOf(focused())
    QTest.keyClicks(strength.line, "9")
    QTest.keyClick(strength.line, Qt.Key.Key_Tab)
    assert [change.path for change in dialog.changes] == ["strength"]
    power = dialog.form.boxes["power"].editor
    assert isinstance(power, LineEditor)
    assert power.line.text() == "19", "calculated values follow written ones"
    QTest.keyClick(power.line, Qt.Key.Key_Backtab)
    QTest.keyClick(focused(), Qt.Key.Key_Backtab)
    assert dialog.at == 0
    assert campaign.position == 0, "nothing is written yet"
    dialog.finish()
    preview = room.character_actions.dialog
    assert isinstance(preview, ChangesDialog)
    assert lines(preview) == [("strength", "", "9", True)]
    preview.choose(TAKE)
    assert campaign.position == 1
    assert actor_of(campaign, "tara").sheet["strength"] == 9


def test_unfinished_paper_entry_is_not_discarded_without_a_question(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = shown(qtbot, hub, campaign)
    room.character_actions.paper.read_paper()
    dialog = finished(qtbot, room)
    assert isinstance(dialog, PaperEntryDialog)
    dialog.form.written.emit("age", 40)
    dialog.reject()
    assert dialog.isVisible()
    asking = next(w for w in QApplication.topLevelWidgets() if isinstance(w, MessageDialog) and w.isVisible())
    asking.choose("lose")
    qtbot.waitUntil(lambda: room.character_actions.dialog is None)
    assert campaign.position == 0


def test_a_character_is_exported_and_imported_as_another(qtbot: QtBot, hub: ThemeHub, tmp_path: Path) -> None:
    campaign = stage()
    campaign.submit(WriteRecord(seat="gm", actor="tara", fields={"strength": 9, "skills": ["Climbing"]}))
    room = shown(qtbot, hub, campaign)
    path = tmp_path / "tara.json"
    room.character_actions.export(path)
    finished(qtbot, room)
    close(room)
    assert json.loads(path.read_text(encoding="utf-8"))["fields"]["strength"] == 9
    room.show_actor("wil")
    room.character_actions.take_in(path)
    dialog = finished(qtbot, room)
    assert isinstance(dialog, ChangesDialog)
    assert ("strength", "", "9", True) in lines(dialog)
    before = campaign.position
    dialog.choose(TAKE)
    assert campaign.position == before + 1
    assert actor_of(campaign, "wil").sheet["skills"] == ["Climbing"]
    assert actor_of(campaign, "wil").name == "Tara"
    room.character_actions.take_in_new(path)
    qtbot.waitUntil(lambda: room.dialog is not None)
    asking = room.dialog
    assert asking is not None
    assert any(e.text() == "Tara 2" for e in asking.findChildren(QLineEdit)), "two are called Tara already"
    asking.form.submit()
    fresh = next(actor for actor in campaign.viewer_campaign("gm").view.actors.values() if actor.id.startswith("tara-"))
    assert fresh.sheet["strength"] == 9
    assert fresh.tracks["wind"].value == 7, "numbers of the table follow the file too"


def test_an_earlier_state_can_be_restored(qtbot: QtBot, hub: ThemeHub, tmp_path: Path) -> None:
    campaign = stage()
    for strength in (3, 5, 7):
        campaign.submit(WriteRecord(seat="gm", actor="tara", fields={"strength": strength, "age": strength * 10}))
    room = shown(qtbot, hub, campaign)
    room.character_actions.compare()
    dialog = room.character_actions.dialog
    assert isinstance(dialog, CompareDialog)
    assert dialog.other.count() == 3 + 3, "three moments and three others"
    assert lines(dialog) == [("age", "70", "50", False), ("strength", "7", "5", False)]
    assert not dialog.buttons[TAKE].isEnabled()
    dialog.other.setCurrentIndex(2)
    assert [line[2] for line in lines(dialog)] == ["", ""]
    dialog.other.setCurrentIndex(1)
    table = dialog.list.table
    assert table.lines.setData(table.lines.index(1, 0), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    dialog.choose(TAKE)
    assert campaign.position == 4
    path = tmp_path / "tara.json"
    room.character_actions.export(path)
    finished(qtbot, room)
    close(room)
    campaign.undo()
    room.character_actions.compare_with_file(path)
    with_file = finished(qtbot, room)
    assert isinstance(with_file, CompareDialog)
    assert with_file.other.currentText() == "tara.json"
    assert lines(with_file) == [("strength", "7", "3", False)]
    close(room)
    campaign.redo()
    assert actor_of(campaign, "tara").sheet == {"race": "human", "strength": 3, "age": 70}


def test_nobody_compares_with_what_they_may_not_know(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = shown(qtbot, hub, campaign, viewer="tom")
    room.character_actions.compare()
    dialog = room.character_actions.dialog
    assert isinstance(dialog, CompareDialog)
    labels = [dialog.other.itemText(at) for at in range(dialog.other.count())]
    assert "Wil" in labels
    assert "Grey lady" not in labels
    close(room)


@pytest.mark.parametrize("viewer", ["tom", SHARED])
def test_nothing_leaves_the_program_that_its_viewer_may_not_know(
    qtbot: QtBot, hub: ThemeHub, viewer: str, tmp_path: Path
) -> None:
    campaign = stage()
    room = room_of(qtbot, hub, campaign, viewer)
    doing = CharacterActions(campaign, lambda: viewer, hub, room, lambda: "ghost")
    doing.compare()
    doing.keep_template()
    jobs = [doing.paper.read_paper(), doing.export(tmp_path / "x.json"), doing.paper.write_fillable(tmp_path / "x.pdf")]
    assert jobs == [None, None, None]
    assert doing.dialog is None


def test_an_earlier_moment_shows_a_viewer_no_more_than_now(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    campaign.submit(EditSheet(seat="gm", actor="ghost", fields={"race": "banshee"}))
    assert "revenant" not in str(campaign.viewer_campaign("tom").view_at(0))
    assert campaign.viewer_campaign("gm").view_at(0).actors["ghost"].sheet == {"race": "revenant"}
    assert campaign.position == 1
    with pytest.raises(IndexError):
        campaign.viewer_campaign("gm").view_at(2)


def test_a_template_makes_new_characters(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = shown(qtbot, hub, campaign)
    room.character_actions.keep_template()
    close(room)
    assert character_templates.templates_of(campaign.viewer_campaign("gm").view.lists) == ("Tara",)
    campaign.undo()
    assert character_templates.templates_of(campaign.viewer_campaign("gm").view.lists) == ()
    campaign.redo()
    room.show_actor("ghost")
    room.character_actions.keep_template()
    assert isinstance(room.character_actions.dialog, MessageDialog)
    assert "secret" in room.character_actions.dialog.text
    close(room)
    room.character_actions.new_from_template("Tara")
    asking = room.dialog
    assert asking is not None
    line = next(e for e in asking.findChildren(QLineEdit))
    line.setText("Tessa")
    asking.form.submit()
    fresh = actor_of(campaign, "tessa")
    assert (fresh.name, fresh.sheet) == ("Tessa", {"race": "human"})
    assert fresh.tracks["wind"].value == 10, "a new character is whole"


def test_a_broken_template_gets_one_sentence(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    rows = ({"name": "Broken", "character": "{"}, {"name": "Empty"})
    assert campaign.submit(SetList(seat="gm", list=list_moves.TEMPLATES, rows=rows))
    room = shown(qtbot, hub, campaign)
    for name in ("Broken", "Empty", "Unheard of"):
        room.character_actions.new_from_template(name)
        assert isinstance(room.character_actions.dialog, MessageDialog)
        close(room)
    assert room.dialog is None


def test_another_viewer_closes_open_dialogs(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = shown(qtbot, hub, campaign, "ghost")
    room.character_actions.paper.read_paper()
    dialog = finished(qtbot, room)
    assert isinstance(dialog, PaperEntryDialog)
    dialog.form.written.emit("age", 40)
    room.set_viewer("tom")
    assert room.character_actions.dialog is None
    qtbot.waitUntil(lambda: not any("Grey lady" in w.windowTitle() for w in QApplication.topLevelWidgets()))


def test_long_work_is_shown_and_can_be_stopped(qtbot: QtBot, hub: ThemeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_tasks, "_PATIENCE", 1)
    room = room_of(qtbot, hub, stage())
    begun, told = threading.Event(), list[object]()

    def task(progress: Progress) -> None:
        begun.set()
        while not progress.cancelled:
            begun.wait(0.01)
        progress.check()

    doing = background_tasks.BackgroundTasks(hub, room, told.append)
    doing.work(task, told.append)
    qtbot.waitUntil(lambda: any(isinstance(w, MessageDialog) and w.isVisible() for w in QApplication.topLevelWidgets()))
    waiting = [w for w in QApplication.topLevelWidgets() if isinstance(w, MessageDialog) and w.isVisible()]
    waiting[0].choose("")
    qtbot.waitUntil(lambda: not doing.busy)
    assert told == []


def test_results_for_another_viewer_are_not_shown(qtbot: QtBot, hub: ThemeHub) -> None:
    room = room_of(qtbot, hub, stage())
    told = list[object]()
    doing = background_tasks.BackgroundTasks(hub, room, told.append)
    doing.work(lambda _progress: "the GM's", told.append)
    doing.cancel()
    qtbot.waitUntil(lambda: not doing.busy)
    assert told == []


def test_character_files_are_in_the_documents_folder(
    qtbot: QtBot, hub: ThemeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "user_documents_path", lambda: tmp_path)
    room = shown(qtbot, hub, stage())
    actions = room.character_actions
    for ask, names in (
        (actions.ask_export, ["Tara.json"]),
        (actions.paper.ask_fillable, ["Tara.pdf"]),
        (actions.ask_import, []),
        (actions.paper.ask_filled, []),
    ):
        ask()
        (dialog,) = (found for found in room.window().findChildren(QFileDialog) if found.isVisible())
        assert Path(dialog.directory().absolutePath()) == tmp_path
        assert [Path(name).name for name in dialog.selectedFiles()] == names
        dialog.reject()


def test_a_character_goes_to_a_spreadsheet_and_back(qtbot: QtBot, hub: ThemeHub, tmp_path: Path) -> None:
    campaign = stage()
    room = shown(qtbot, hub, campaign)
    path = tmp_path / "tara.csv"
    assert room.character_actions.table.export(path) is not None
    assert isinstance(finished(qtbot, room), MessageDialog)
    close(room)
    text = path.read_text(encoding="utf-8-sig")
    assert text.startswith("Place,Field,Value,Calculated\n")
    before = next(line for line in text.splitlines() if line.startswith("strength,"))
    place, label, _value, calculated = before.split(",")
    path.write_text(text.replace(before, f"{place},{label},9,{calculated}"), encoding="utf-8")
    assert room.character_actions.table.take_in(path) is not None
    dialog = finished(qtbot, room)
    assert isinstance(dialog, ChangesDialog)
    assert [(place, after) for place, _before, after, _on in lines(dialog)] == [("strength", "9")]
    close(room)
    path.write_bytes(b"no table")
    assert room.character_actions.table.take_in(path) is not None
    refusal = finished(qtbot, room)
    assert isinstance(refusal, MessageDialog)
    assert not isinstance(refusal, ChangesDialog)
    close(room)
