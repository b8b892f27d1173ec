"""Dialogs with more lines than they have room for: nothing is cut off that cannot be scrolled to."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from engine.kit.content_editor.view_models import Category, ImportedFile, ImportedRecord, ImportStatus
from engine.sheets.editing.record_changes import FieldChange
from engine.sheets.forms.form_entries import UnreadEntry
from engine.sheets.forms.form_import import FormChanges
from tests.on_screen import put_up
from tests.vtt.sheets.sheet_stage import SHEETS, hub
from vtt.shared import import_preview
from vtt.shared.import_preview import ImportPreviewDialog
from vtt.sheets.exchange.changes_preview import ChangesDialog
from vtt.widgets.basic_widgets import prose
from vtt.widgets.look.theme import ThemeHub

__all__ = ["hub"]


@pytest.mark.parametrize("changes", [0, 3, 60])
def test_all_unread_entries_can_be_scrolled_to(qtbot: QtBot, hub: ThemeHub, changes: int) -> None:
    unread = tuple(UnreadEntry(label=f"Skill {n}", text=f"{n}/{n}", why="This should be a number.") for n in range(186))
    found = FormChanges(
        changes=tuple(FieldChange(path="age", label="Age", after=n) for n in range(changes)), unread=unread
    )
    window = QWidget()
    qtbot.addWidget(window)
    dialog = ChangesDialog(hub, "Filled form", ("What differs.",), SHEETS["hero"], found, lambda _: None, window)
    qtbot.addWidget(dialog)
    put_up(dialog)
    listed = dialog.list.unread
    assert len(listed.text().split("\n")) == 186
    assert "Skill 185" in listed.text()
    assert listed.verticalScrollBar().maximum() > 0
    assert listed.verticalScrollBar().isVisible()
    listed.verticalScrollBar().setValue(listed.verticalScrollBar().maximum())
    last = listed.cursorForPosition(listed.viewport().rect().bottomLeft()).block().text()
    assert "Skill 185" in last
    room = dialog.screen().availableGeometry()
    assert dialog.height() <= room.height()
    assert all(button.visibleRegion().boundingRect().height() == button.height() for button in dialog.buttons.values())


def test_a_label_of_many_lines_shows_them_all(qtbot: QtBot, qapp: QApplication) -> None:
    lines = [f"{number}. A line with some words in it that go on for a while" for number in range(60)]
    shown = prose("\n".join(lines))
    qtbot.addWidget(shown)
    assert shown.text() == "\n".join(lines)
    shown = prose("x " * 2000)
    qtbot.addWidget(shown)
    assert (shown.text()[-1], bool(shown.toolTip())) == ("…", True)


def test_records_without_room_are_counted(qtbot: QtBot, hub: ThemeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_preview, "_MOST_SHOWN", 3)
    records = tuple(
        ImportedRecord(
            at=n, kind="cards", id=f"c{n}", name=f"C {n}", arrival=ImportStatus.NEW, record={"id": f"c{n}"}, told=""
        )
        for n in range(5)
    )
    window = QWidget()
    qtbot.addWidget(window)
    category = Category(kind="cards", title="Cards", one="Card", lists=())
    incoming = ImportedFile(records=records, told="Five cards.")
    dialog = ImportPreviewDialog(hub, incoming, (category,), lambda _: False, lambda _: True, window)
    assert len(dialog.boxes) == 3
    assert any("2 more entries do not fit in this list" in said.text() for said in dialog.findChildren(QLabel))
    assert [*dialog.chosen] == [0, 1, 2]
    dialog = ImportPreviewDialog(hub, incoming, (category,), lambda _: False, lambda _: True, window, takes_rest=True)
    assert [*dialog.chosen] == [0, 1, 2, 3, 4]
    (rest,) = dialog.rest
    rest.setChecked(False)
    assert [*dialog.chosen] == [0, 1, 2]
