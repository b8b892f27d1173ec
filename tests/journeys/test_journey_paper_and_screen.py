"""Paper and screen together again: a PDF filled in elsewhere comes back, and then the evening's pencil marks."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from PySide6.QtWidgets import QApplication, QLineEdit

from tests.journeys.kit import Desk
from tests.journeys.record_hands import choose_action, dialog, type_file
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.sheets.editor.field_editors import LongTextEditor
from vtt.sheets.exchange.changes_preview import TAKE, ChangesDialog
from vtt.sheets.exchange.compare_dialog import CompareDialog
from vtt.sheets.exchange.paper_entry import PaperEntryDialog
from vtt.shell.campaigns import campaign_loading
from vtt.system.user_folders import folders_under
from vtt.widgets.message_dialog import MessageDialog


@pytest.mark.journey
def test_a_filled_pdf_and_a_pencilled_sheet_come_back(desk: Desk, tmp_path: Path) -> None:
    laid = campaign_loading.start_demo("imaginality", tmp_path, folders_under(tmp_path / "other"))
    desk.open_history(laid.game, laid.history)
    desk.go_to("characters")
    room = desk.page.findChild(CharactersRoom)
    assert isinstance(room, CharactersRoom)
    actor = next(a for a in desk.truth.actors.values() if not a.secret)
    room.show_actor(actor.id)
    desk.wait(lambda: room.form.sheet.is_built)

    path = tmp_path / "form.pdf"
    choose_action(desk, "Save as fillable PDF")
    type_file(desk, path)
    desk.wait(path.is_file)
    desk.click(dialog(desk, MessageDialog).buttons[""])
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        fields = {str(field.T): field for field in pdf.Root.AcroForm.Fields}
        assert str(fields["name"].V) == actor.name
        fields["quote"].V = pikepdf.String("Not in this kitchen.")
        fields["age"].V = pikepdf.String("forty")
        pdf.save(path)

    choose_action(desk, "Import a filled PDF")
    type_file(desk, path)
    preview = dialog(desk, ChangesDialog)
    desk.picture("paper-and-screen-1-preview")
    table = preview.list.table
    assert [line.change.path for line in table.lines.lines] == ["age", "quote"]
    table.setFocus()
    table.selectRow(0)
    desk.press("Space")
    before = desk.truth.actors[actor.id].sheet
    desk.click(preview.buttons[TAKE])
    assert desk.truth.actors[actor.id].sheet == {**before, "quote": "Not in this kitchen."}

    choose_action(desk, "Enter values from paper")
    paper = dialog(desk, PaperEntryDialog)
    desk.wait(lambda: isinstance(QApplication.focusWidget(), QLineEdit))
    desk.picture("paper-and-screen-2-paper")
    for _ in range(60):
        if paper.stations[paper.at].title == "Distinguishing marks":
            break
        desk.press("Tab")
    marks = paper.form.boxes["marks"].editor
    assert isinstance(marks, LongTextEditor)
    assert marks.isAncestorOf(QApplication.focusWidget() or room)
    desk.press("Ctrl+A")
    desk.write("A scar from the soup.")
    desk.press("Ctrl+Return")
    preview = dialog(desk, ChangesDialog)
    assert [line.change.path for line in preview.list.table.lines.lines] == ["marks"]
    desk.press("Return")
    desk.wait(lambda: desk.truth.actors[actor.id].sheet.get("marks") == "A scar from the soup.")

    choose_action(desk, "Compare")
    compare = dialog(desk, CompareDialog)
    desk.picture("paper-and-screen-3-compare")
    assert [line.change.path for line in compare.list.table.lines.lines] == ["marks"]
    compare.other.setCurrentIndex(1)
    assert {line.change.path for line in compare.list.table.lines.lines} == {"marks", "quote"}
    desk.press("Escape")
    desk.wait(lambda: QApplication.activeModalWidget() is None)
    desk.press("Ctrl+Z")
    desk.press("Ctrl+Z")
    assert desk.truth.actors[actor.id].sheet == before
