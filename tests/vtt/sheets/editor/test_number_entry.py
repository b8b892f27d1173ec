"""Every way in which a number comes into the program: it is what its writer meant, or it is refused and said so."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSpinBox, QWidget
from pytestqt.qtbot import QtBot

import vtt
from engine.kit.content_editor.json_record_edits import read_value
from engine.kit.content_editor.view_models import EditorFieldKind
from engine.messages.message import Message
from engine.presentation.offers import Question, QuestionKind
from engine.sheets.catalogue.sheet_library import sheet_of_actor
from engine.sheets.editing.record_moves import EditSheet
from engine.sheets.forms.form_entries import FormEntry
from engine.sheets.forms.form_import import form_changes
from engine.sheets.model.filled_sheet import FilledSheet
from tests.on_screen import put_up
from tests.vtt.panels_stage import stage
from tests.vtt.sheets.editor.test_sheet_form import table_of, write
from tests.vtt.sheets.exchange.test_character_files import finished, shown
from tests.vtt.sheets.sheet_stage import actor_of, hub, record_shown, room_of
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.group_list_table import GroupListModel
from vtt.shared.questions.typed_question_fields import NumberQuestionField
from vtt.sheets.characters.condition_and_track_editors import TracksEditor
from vtt.sheets.editor.composite_field_editors import FigureEditor
from vtt.sheets.editor.field_editors import FieldLine
from vtt.sheets.editor.rows_editor import RowsEditor
from vtt.sheets.exchange.changes_preview import ChangesDialog
from vtt.sheets.exchange.paper_entry import PaperEntryDialog
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.number_box import NumberBox

__all__ = ["hub"]


@pytest.fixture
def hero() -> OpenCampaign:
    """A hero with all values that calculations need: 6 hit points in the head, 13 Magic Points."""
    campaign = table_of("classic_fantasy")
    numbers = {"str": 11, "con": 15, "siz": 13, "dex": 12, "int": 13, "pow": 13, "cha": 10, "rank": 1}
    assert campaign.submit(EditSheet(seat="gm", actor="mara", fields=numbers))
    return campaign


def sheet(campaign: OpenCampaign) -> FilledSheet:
    found = sheet_of_actor(campaign.viewer_campaign("gm").view, "mara")
    assert found is not None
    return found


def test_a_number_with_its_maximum_is_read_on_the_form(qtbot: QtBot, hub: ThemeHub, hero: OpenCampaign) -> None:
    room = record_shown(room_of(qtbot, hub, hero), "mara")
    write(room, "magic", "3/13")
    assert actor_of(hero, "mara").tracks["Magic"].value == 3
    write(room, "magic", "4 / 13")
    assert actor_of(hero, "mara").tracks["Magic"].value == 4
    before = hero.position
    for words, why in (("3/6", "maximum here is 13"), ("1.000", "two ways"), ("2.5", "whole number"), ("x", "number")):
        line = write(room, "magic", words).line
        assert hero.position == before
        assert line.text() == words, "nothing that was written is lost"
        assert why in room.form.sheet.boxes["magic"].trouble
        QTest.keyClick(line, Qt.Key.Key_Escape)
    assert actor_of(hero, "mara").tracks["Magic"].value == 4
    write(room, "age", "30/60")  # no maximum belongs to it: kept as it was written, and said to be no number
    assert actor_of(hero, "mara").sheet["age"] == "30/60"
    assert "number" in room.form.sheet.boxes["age"].trouble


def test_hit_points_are_read_on_the_form(qtbot: QtBot, hub: ThemeHub, hero: OpenCampaign) -> None:
    room = record_shown(room_of(qtbot, hub, hero), "mara")
    body = room.form.sheet.boxes["body"]
    assert isinstance(body.editor, FigureEditor)
    most = sheet(hero).value("body.Head.most")
    line = body.editor.stops()[0]
    assert isinstance(line, FieldLine)

    def type_in(words: str) -> None:
        line.setFocus()
        line.selectAll()
        QTest.keyClicks(line, words)
        QTest.keyClick(line, Qt.Key.Key_Return)

    def level() -> int:
        held = actor_of(hero, "mara").body
        assert held is not None
        return held.locations["Head"].level

    type_in(f"3/{most}")
    assert level() == 3
    type_in("3/99")
    assert level() == 3
    assert f"maximum here is {most}" in body.trouble
    assert line.text() == "3/99"


def test_cells_are_read_as_fields_are(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    editor = room.form.sheet.boxes["gear"].editor
    assert isinstance(editor, RowsEditor)
    model = editor.model
    for words, kept in (("2.5", 2.5), ("1 000", 1000), ("1.000", "1.000"), ("3/6 kg", "3/6 kg")):
        assert model.setData(model.index(0, 1), words)
        gear = actor_of(campaign, "tara").sheet["gear"]
        assert isinstance(gear, list | tuple)
        assert gear[0] == {"weight": kept}
        assert bool(room.form.sheet.boxes["gear"].trouble) == isinstance(kept, str)


def test_a_filled_form_says_current_and_maximum(hero: OpenCampaign) -> None:
    before = sheet(hero)
    most = before.value("body.Head.most")
    entries = (
        FormEntry(path="magic", text="7/13", printed=""),
        FormEntry(path="body.Head", text=f"2 / {most}", printed=""),
        FormEntry(path="body.Chest", text="5/99", printed=""),
        FormEntry(path="luck", text="1.000", printed=""),
        FormEntry(path="age", text="7/10", printed=""),
        FormEntry(path="str_lost", text="1 000", printed=""),
    )
    found = form_changes(before, entries)
    assert {change.path: change.after for change in found.changes} == {"magic": 7, "body.Head": 2, "str_lost": 1000}
    assert {one.text for one in found.unread} == {"5/99", "1.000", "7/10"}


def test_a_maximum_on_the_same_form_counts(hero: OpenCampaign) -> None:
    found = form_changes(
        sheet(hero),
        (FormEntry(path="magic", text="7/20", printed=""), FormEntry(path="magic_most", text="20", printed="")),
    )
    assert {change.path: change.after for change in found.changes} == {"magic": 7, "magic_most": 20}
    assert found.unread == ()


def test_paper_lists_what_it_could_not_read(qtbot: QtBot, hub: ThemeHub, hero: OpenCampaign) -> None:
    room = shown(qtbot, hub, hero, "mara")
    room.character_actions.paper.read_paper()
    dialog = finished(qtbot, room)
    assert isinstance(dialog, PaperEntryDialog)
    written = {"age": "30/60", "magic": "2/13", "luck": "1/99"}
    for key, words in written.items():
        dialog.go_to(next(at for at, station in enumerate(dialog.stations) if key in station.keys))
        line = dialog.form.boxes[key].editor.findChild(FieldLine)
        assert line is not None
        line.setFocus()
        line.selectAll()
        QTest.keyClicks(line, words)
        QTest.keyClick(line, Qt.Key.Key_Tab)
    dialog.go_to(next(at for at, station in enumerate(dialog.stations) if "body" in station.keys))
    head = dialog.form.boxes["body"].editor.stops()[0]
    assert isinstance(head, FieldLine)
    head.setText("many")
    dialog.finish()
    preview = room.character_actions.dialog
    assert isinstance(preview, ChangesDialog)
    assert [(line.change.path, line.after) for line in preview.list.table.lines.lines] == [("magic", "2")]
    told = preview.list.unread.text()
    assert preview.list.unread.isVisible()
    assert all(words in told for words in ("30/60", "1/99", "many")), told
    preview.choose("")


def test_corrected_entries_are_no_longer_listed(qtbot: QtBot, hub: ThemeHub, hero: OpenCampaign) -> None:
    room = shown(qtbot, hub, hero, "mara")
    room.character_actions.paper.read_paper()
    dialog = finished(qtbot, room)
    assert isinstance(dialog, PaperEntryDialog)
    dialog.go_to(next(at for at, station in enumerate(dialog.stations) if "age" in station.keys))
    line = dialog.form.boxes["age"].editor.findChild(FieldLine)
    assert line is not None
    for words, unread in (("old", 1), ("31", 0), ("older", 1)):
        line.setFocus()
        line.selectAll()
        QTest.keyClicks(line, words)
        dialog.form.flush()
        assert len(dialog.found.unread) == unread
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert dialog.found.unread == ()
    assert [change.after for change in dialog.found.changes] == [31]
    dialog.abandon()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("7", ""),
        ("3/6", "no maximum"),
        ("1.5", "whole number"),
        ("1.000", "two ways"),
        ("99", "from 0 to 20"),
        ("1 0", "number"),
    ],
)
def test_a_number_asked_for_is_read_or_refused(qtbot: QtBot, hub: ThemeHub, words: str, why: str) -> None:
    field = NumberQuestionField(
        Question(field="n", kind=QuestionKind.NUMBER, label=Message(key="sheets.yes"), least=0, most=20), hub, 5
    )
    qtbot.addWidget(field)
    put_up(field)
    field.spin.setFocus()
    field.spin.selectAll()
    QTest.keyClicks(field.spin, words)
    field.spin.clearFocus()
    assert why in field.problem()
    assert bool(field.problem()) == bool(why)
    assert why or field.value() == int(words)
    assert field.spin.text() == words, "nothing that was typed is lost"
    field.spin.setFocus()
    field.spin.selectAll()
    QTest.keyClicks(field.spin, "8")
    assert (field.value(), field.problem()) == (8, "")


def test_a_number_beside_the_character_takes_its_maximum(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    tracks = actor_of(campaign, "tara").tracks
    name, track = next((name, track) for name, track in tracks.items() if track.most is not None)
    editor = TracksEditor(hub)
    qtbot.addWidget(editor)
    editor.show_tracks({name: track})
    put_up(editor)
    chosen: list[tuple[str, int]] = []
    editor.chosen.connect(lambda *what: chosen.append(what))
    spin = editor.spins[name]
    for words in (f"2/{track.most}", f"2/{(track.most or 0) + 1}"):
        spin.setFocus()
        spin.selectAll()
        QTest.keyClicks(spin, words)
        QTest.keyClick(spin, Qt.Key.Key_Return)
    assert chosen == [(name, 2)]
    assert "maximum here" in spin.problem


def test_numbers_are_typed_into_no_other_box() -> None:
    """Qt's own box keeps back what it does not know, so `3/6` becomes 36: nothing in the window uses it."""
    files = Path(str(vtt.__file__)).parent.rglob("*.py")
    using = {file.stem for file in files if "QSpinBox" in file.read_text(encoding="utf-8")}
    assert using == {"number_box", "qt_types", "stylesheet"}, "only named by the others"
    assert issubclass(NumberBox, QSpinBox)


def test_prepared_records_and_lists_read_numbers_alike(qtbot: QtBot) -> None:
    assert [read_value(EditorFieldKind.WHOLE, words) for words in ("12", "1 000", "−3")] == [12, 1000, -3]
    assert [read_value(EditorFieldKind.WHOLE, words) for words in ("1.000", "3/6", "2.5")] == ["1.000", "3/6", "2.5"]
    owner = QWidget()
    qtbot.addWidget(owner)
    written: list[object] = []

    def keep(rows: object) -> str:
        written.append(rows)
        return ""

    model = GroupListModel(keep, owner)
    model.set_rows(({"name": "Rope", "weight": 2},))
    refused: list[str] = []
    model.refused.connect(refused.append)
    for words in ("1.000", "3/6", "1 000"):
        model.setData(model.index(0, 1), words)
    assert written == [({"name": "Rope", "weight": 1000},)]
    assert len([why for why in refused if why]) == 2
