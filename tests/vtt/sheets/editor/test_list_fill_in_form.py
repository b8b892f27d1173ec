"""Choosing from a list in the form: the list opens on an empty cell, fills the row, and is one step to undo."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.model.frozen import Json
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.editing.record_moves import EditSheet
from engine.sheets.model.sheet_description import EntriesField, RowsField, TextField
from tests.on_screen import put_up
from tests.vtt.cut_texts import cut_messages_and_cells
from tests.vtt.sheets.editor.test_sheet_form import table_of
from tests.vtt.sheets.sheet_stage import actor_of, hub, record_shown, room_of
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.list_entry_item import list_entry_file
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.sheets.characters.condition_and_track_editors import ConditionsFieldEditor
from vtt.sheets.editor.composite_field_editors import EntriesEditor
from vtt.sheets.editor.field_editors import ChoiceEditor, LineEditor
from vtt.sheets.editor.row_table_view import RowTableView
from vtt.sheets.editor.rows_editor import RowsEditor
from vtt.sheets.editor.section_card import SectionCard
from vtt.widgets.look.stylesheet import stylesheet
from vtt.widgets.look.theme import ThemeHub

__all__ = ["hub"]

popups = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def editor_of(room: CharactersRoom, key: str) -> RowsEditor:
    editor = room.form.sheet.boxes[key].editor
    assert isinstance(editor, RowsEditor)
    return editor


def column_of(editor: RowsEditor, key: str) -> int:
    return next(at for at, column in enumerate(editor.model.field.columns) if column.key == key)


def row_of(campaign: OpenCampaign, key: str) -> dict[str, Any]:
    """The first row of a field, as it is stored."""
    return msgspec.convert(actor_of(campaign, "mara").sheet[key], list[dict[str, Any]])[0]


def line_in(editor: RowsEditor, row: int) -> QLineEdit:
    """The open editor of a cell in the first column."""
    index = editor.model.index(row, 0)
    editor.view.setCurrentIndex(index)
    editor.view.edit(index)
    line = next(line for line in editor.view.viewport().findChildren(QLineEdit) if line.isVisible())
    line.setFocus()
    return line


def choose(qtbot: QtBot, editor: RowsEditor, row: int, name: str) -> None:
    """Choose a name from the list that opens on an empty cell, or from what is left of it while typing."""
    line = line_in(editor, row)
    completer = line.completer()
    popup = completer.popup()
    assert popup is not None
    if line.text():
        line.selectAll()
        QTest.keyClicks(line, name[:6])
    qtbot.waitUntil(popup.isVisible)
    model = completer.completionModel()
    at = next(n for n in range(model.rowCount()) if model.index(n, 0).data() == name)
    popup.setCurrentIndex(model.index(at, 0))
    QTest.keyClick(popup, Qt.Key.Key_Return)


def test_the_names_of_fixed_rows_have_room_in_the_narrowest_table(qtbot: QtBot, hub: ThemeHub) -> None:
    room = record_shown(room_of(qtbot, hub, table_of("classic_fantasy")), "mara")
    room.form.sheet.finish()
    view = editor_of(room, "armour").view
    view.setStyleSheet(stylesheet(hub.theme.look, hub.theme.colours, hub.theme.metrics))  # with its paddings
    # Wide enough for what each column needs, and for nothing else.
    view.setFixedWidth(sum(editor_of(room, "armour")._least()) + 2 * view.frameWidth())
    assert view.columnWidth(0) >= view.sizeHintForColumn(0) > 0


def weapons(campaign: OpenCampaign) -> list[dict[str, Json]]:
    return msgspec.convert(actor_of(campaign, "mara").sheet.get("weapons", []), list[dict[str, Any]])


@popups
def test_an_empty_cell_lists_the_weapons_and_one_fills_its_row(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = table_of("classic_fantasy")
    room = record_shown(room_of(qtbot, hub, campaign), "mara")
    room.form.sheet.finish()
    editor, box = editor_of(room, "weapons"), room.form.sheet.boxes["weapons"]
    choose(qtbot, editor, 0, "Shortsword")
    qtbot.waitUntil(lambda: bool(weapons(campaign)))
    [row] = weapons(campaign)
    assert (row["name"], row["damage"], row["hit_points"]) == ("Shortsword", "1d6", 8)
    damage = editor.model.index(0, column_of(editor, "damage"))
    assert damage.data() == "1d6", "and on screen"
    assert "Shortsword" in box.note
    campaign.undo()
    assert not weapons(campaign), "one step takes the whole row back"
    campaign.redo()
    # What somebody typed stays, is named, and goes only on request.
    editor.model.setData(damage, "3d6")
    choose(qtbot, editor, 0, "Dagger")
    qtbot.waitUntil(lambda: "Dagger" in str(weapons(campaign)))
    [row] = weapons(campaign)
    assert (row["damage"], row["size"]) == ("3d6", "Small")
    assert "Damage" in box.note
    message = box._message
    assert message is not None
    assert message.replace is not None
    QTest.mouseClick(message.replace, Qt.MouseButton.LeftButton)
    assert weapons(campaign)[0]["damage"] == "1d4+1"
    assert not message.replace.isVisible()


@popups
def test_a_row_is_kept_for_others_and_its_library_copy_fills_too(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = table_of("classic_fantasy")
    assert campaign.submit(EditSheet(seat="gm", actor="mara", fields={"weapons": [{"name": "Claw", "damage": "1d8"}]}))
    room = record_shown(room_of(qtbot, hub, campaign, viewer="gm"), "mara")
    room.form.library = lambda name: ({"name": "Moon blade", "damage": "2d8"},) if name == "weapons" else ()
    room.form.refresh()
    room.form.sheet.finish()
    editor = editor_of(room, "weapons")
    editor.view.setCurrentIndex(editor.model.index(0, 0))
    assert editor.keep is not None
    assert editor.keep.isVisible()
    saved: list[object] = []
    room.form.library_wanted.connect(saved.append)
    editor.keep.in_library.trigger()
    file = list_entry_file(saved[0].content.content)  # type: ignore[attr-defined]
    assert file is not None
    assert (file.list, file.entry) == ("weapons", {"name": "Claw", "damage": "1d8"})
    editor.keep.in_list.trigger()
    assert room.form.view.lists["weapons"] == ({"name": "Claw", "damage": "1d8"},)
    choose(qtbot, editor, 1, "Moon blade")
    qtbot.waitUntil(lambda: len(weapons(campaign)) == 2)
    assert weapons(campaign)[1] == {"name": "Moon blade", "damage": "2d8"}
    # What the GM has in the library is nothing for the others.
    room.set_viewer("tom")
    record_shown(room, "mara")
    room.form.sheet.finish()
    line = line_in(editor_of(room, "weapons"), 2)
    model = line.completer().model()
    names = [model.index(n, 0).data() for n in range(model.rowCount())]
    assert "Claw" in names
    assert "Moon blade" not in names


def test_a_vehicle_of_one_s_own_is_kept_too(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = table_of("future_imperfect")
    room = record_shown(room_of(qtbot, hub, campaign, viewer="gm"), "mara")
    room.form.sheet.finish()
    editor = room.form.sheet.boxes["mount"].editor
    assert isinstance(editor, LineEditor)
    assert editor.keep is not None

    def write(text: str) -> None:
        editor.line.setText(text)
        editor.flush()

    write("ground car")
    assert actor_of(campaign, "mara").sheet["mount_rate"] == 50
    assert not editor.keep.isVisibleTo(room.form), "the list has it"
    write("Fast car")
    assert editor.keep.isVisibleTo(room.form)
    editor.keep.in_list.trigger()
    [kept] = room.form.view.lists["vehicles"]
    assert (kept["name"], kept["rate"], kept["passengers"]) == ("Fast car", 50, 4)
    assert not editor.keep.isVisibleTo(room.form)


def test_a_race_of_one_s_own_is_kept_too_and_the_next_hero_is_filled_in_from_it(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = table_of("future_imperfect")
    room = record_shown(room_of(qtbot, hub, campaign, viewer="gm"), "mara")
    sheet = room.form.sheet
    editor = sheet.boxes["race"].editor
    assert isinstance(editor, ChoiceEditor)
    assert editor.keep is not None
    assert not editor.keep.isVisibleTo(room.form), "the list has it"
    campaign.submit(EditSheet(seat="gm", actor="mara", fields={"race": "Moth folk", "size": 3, "claws": True}))
    assert editor.keep.isVisibleTo(room.form)
    editor.keep.in_list.trigger()
    kept = next(row for row in room.form.view.lists["races"] if row["name"] == "Moth folk")
    assert (kept["size"], kept["claws"]) == (3, True)
    assert not editor.keep.isVisibleTo(room.form)
    campaign.submit(EditSheet(seat="gm", actor="mara", fields={"race": None, "size": None, "claws": None}))
    line = editor.combo.lineEdit()
    assert line is not None
    line.setText("moth FOLK")
    editor.flush()
    filled = actor_of(campaign, "mara").sheet
    assert (filled["size"], filled["claws"]) == (3, True)


def test_damaged_entries_of_a_library_are_no_rows() -> None:
    many = ",".join(f'"{n}":1' for n in range(200))
    for content in (
        "",
        "{}",
        "[",
        '{"list":"","entry":{"name":"x"}}',
        '{"list":"a","entry":{"name":" "}}',
        f'{{"list":"a","entry":{{{many}}}}}',
        f'{{"list":"a","entry":{{"name":"{"N" * 10_000}"}}}}',
        f'{{"list":"a","entry":{{"name":"x","damage":{"[" * 400}{"]" * 400}}}}}',
    ):
        assert list_entry_file(content) is None


def test_the_trouble_of_a_table_names_its_cells(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = table_of("classic_fantasy")
    room = record_shown(room_of(qtbot, hub, campaign), "mara")
    skills: list[Json] = [
        {"name": "Lore (Sea)", "added": 1},
        {"name": "Engineering"},
        {"name": "lore (sea)", "added": "many"},
    ]
    assert campaign.submit(EditSheet(seat="gm", actor="mara", fields={"professional": skills}))
    box = room.form.sheet.boxes["professional"]
    assert "lore (sea)" in box.trouble, "twice the same"
    assert "Added" in box.trouble, "and no number"
    editor = editor_of(room, "professional")
    marked = [row for row in range(3) if editor.model.data(editor.model.index(row, 0), Qt.ItemDataRole.ForegroundRole)]
    assert marked == [0, 2]
    campaign.undo()
    assert box.trouble == ""


def test_a_problem_is_told_when_the_form_opens(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = table_of("classic_fantasy")
    assert campaign.submit(EditSheet(seat="gm", actor="mara", fields={"age": "old", "str_lost": "some"}))
    sheet = record_shown(room_of(qtbot, hub, campaign), "mara").form.sheet
    sheet.finish()
    for key, name in (("age", "Age"), ("str_lost", "STR")):  # the second one is folded away
        card = sheet.boxes[key].parentWidget()
        assert isinstance(card, SectionCard)
        assert name in card.message.words.text


@pytest.mark.parametrize("key", ["armour", "weapons"])
def test_a_table_has_room_for_its_labels_and_the_names_of_its_rows(qtbot: QtBot, hub: ThemeHub, key: str) -> None:
    fields = [field for section in sheets_of("classic_fantasy")["hero"].sections for field in section.fields]
    field = next(field for field in fields if field.key == key)
    assert isinstance(field, RowsField)
    window = QWidget()
    qtbot.addWidget(window)
    editor = RowsEditor(field, hub, window)
    window.resize(editor.needs(), 400)
    editor.resize(editor.needs(), 400)
    put_up(window)
    metrics, margin = editor.view.fontMetrics(), hub.theme.metrics.pad_m
    names = [str(row[field.columns[0].key]) for row in field.start]
    assert all(editor.view.columnWidth(0) >= metrics.horizontalAdvance(name) + margin for name in names)
    for at, cell in enumerate(field.columns):
        assert editor.view.columnWidth(at) >= metrics.horizontalAdvance(cell.label), cell.label


def test_no_section_moves_when_a_warning_comes(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = table_of("classic_fantasy")
    room = record_shown(room_of(qtbot, hub, campaign, wide=1500), "mara")
    sheet = room.form.sheet
    QTest.qWait(50)
    places = {key: (box.mapTo(room.form, QPoint(0, 0)), box.size()) for key, box in sheet.boxes.items()}
    wrong: dict[str, Json] = {
        "age": "old",
        "str": 100,
        "action_points_spent": 20,
        "rank": "high",
        "damage_modifier": "lots",
    }
    assert campaign.submit(EditSheet(seat="gm", actor="mara", fields=wrong))
    QTest.qWait(50)
    troubled = [key for key, box in sheet.boxes.items() if box.trouble]
    assert {"age", "str"} <= set(troubled)
    told = sheet.boxes["str"].parentWidget()
    assert isinstance(told, SectionCard)
    assert "STR" in told.message.words.text
    moved = [
        key
        for key, box in sheet.boxes.items()
        if key not in wrong and places[key] != (box.mapTo(room.form, QPoint(0, 0)), box.size())
    ]
    assert moved == []


def test_columns_without_room_are_in_further_parts_and_long_cells_open_for_the_keyboard(
    qtbot: QtBot, hub: ThemeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = table_of("future_imperfect")
    weapons: list[dict[str, Json]] = [
        {"name": "Blast rifle", "properties": "rifle, automatic, " * 40},
        {"name": "Knife"},
    ]
    assert campaign.submit(EditSheet(seat="gm", actor="mara", fields={"weapons": weapons}))
    room = record_shown(room_of(qtbot, hub, campaign, wide=900), "mara")
    editor = editor_of(room, "weapons")
    qtbot.waitUntil(lambda: room.form.sheet.is_built)
    qtbot.waitUntil(lambda: editor.view.isColumnHidden(editor.model.columnCount() - 1))
    qtbot.waitUntil(lambda: not any(view.horizontalScrollBar().maximum() for view in editor.views))
    last = editor.model.columnCount() - 1
    places = [[view for view in editor.views if not view.isColumnHidden(at)] for at in range(last + 1)]
    assert [len(shown) for shown in places] == [len(editor.views)] + [1] * last, (
        "each part has the names, and the rest is there once"
    )
    assert editor.model.shown(0, last).endswith("…")
    assert not list(cut_messages_and_cells(room.form))
    room.activateWindow()
    editor.view.setFocus()
    qtbot.waitUntil(editor.view.hasFocus)
    for _ in range(last):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert editor.view_of(last).hasFocus()
    assert (editor.view.currentIndex().row(), editor.view.currentIndex().column()) == (0, last)
    assert editor.model.shown(0, last) == " ".join(["rifle, automatic,"] * 40), "the row is open"
    qtbot.waitUntil(lambda: not list(cut_messages_and_cells(room.form)))
    QTest.keyClick(editor.view_of(last), Qt.Key.Key_Delete)
    assert "properties" not in row_of(campaign, "weapons")
    QTest.keyClick(editor.view_of(last), Qt.Key.Key_Tab)
    assert editor.view.hasFocus(), "the next row begins in the first part"
    room.resize(1900, room.height())
    qtbot.waitUntil(lambda: len(editor.views) == 1)
    assert not any(editor.view.isColumnHidden(at) for at in range(last + 1))
    measured: list[RowTableView] = []
    fit_lines = RowsEditor._fit_lines

    def counted(measuring: RowsEditor, view: RowTableView) -> list[int]:
        measured.append(view)
        return fit_lines(measuring, view)

    monkeypatch.setattr(RowsEditor, "_fit_lines", counted)
    editor.forget()
    assert measured == [editor.view], "a long table takes its time: it is measured once"


@popups
@pytest.mark.parametrize("game", ["imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy"])
def test_every_list_opens_at_a_click_into_an_empty_field(qtbot: QtBot, hub: ThemeHub, game: str) -> None:
    room = record_shown(room_of(qtbot, hub, table_of(game)), "mara")
    sheet = room.form.sheet
    sheet.finish()
    tried = 0
    for box in sheet.boxes.values():
        match box.editor:
            case ChoiceEditor(combo=combo) if combo.isEditable() and combo.count() > 1:
                line = combo.lineEdit()
            case LineEditor(line=line) if isinstance(box.field, TextField) and box.field.list:
                pass
            case EntriesEditor(new=line) if isinstance(box.field, EntriesField) and box.field.list:
                pass
            case ConditionsFieldEditor(conditions=conditions) if conditions.name.count():
                line = conditions.name.lineEdit()
            case _:
                continue
        if line is None or line.text() or not line.isVisibleTo(room.form):
            continue
        line.setFocus()
        QTest.mouseClick(line, Qt.MouseButton.LeftButton)
        popup = line.completer().popup()
        assert popup is not None
        assert popup.isVisible(), box.field.key
        # Enter closes it, also after the name of a line of the list, and also as the list itself gets the keys.
        for keys in (line, popup):
            QTest.keyClicks(line, str(popup.model().index(0, 0).data()).upper())
            QTest.keyClick(keys, Qt.Key.Key_Return)
            assert not popup.isVisible(), box.field.key
            line.clear()
            QTest.mouseClick(line, Qt.MouseButton.LeftButton)
        popup.hide()
        tried += 1
    assert tried, "each game has such a field"


@popups
def test_a_choice_in_an_empty_cell_is_two_gestures(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = table_of("classic_fantasy")
    assert campaign.submit(EditSheet(seat="gm", actor="mara", fields={"passions": [{"name": "Love"}]}))
    editor = editor_of(record_shown(room_of(qtbot, hub, campaign), "mara"), "passions")
    index = editor.model.index(0, column_of(editor, "sort"))
    editor.view.setCurrentIndex(index)
    editor.view.edit(index)
    combo = next(box for box in editor.view.viewport().findChildren(QComboBox) if box.isVisible())
    qtbot.waitUntil(lambda: combo.view().isVisible())
    QTest.keyClick(combo.view(), Qt.Key.Key_Down)
    QTest.keyClick(combo.view(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: row_of(campaign, "passions").get("sort") == "person")
