"""Paper for the evening: two characters as a PDF that saves ink; and many sheets that nobody wants after all."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget

from tests.journeys.kit import Desk, script
from tests.journeys.record_hands import print_room, type_file
from vtt.sheets.print_room.print_room import PrintRoom
from vtt.shell.campaigns import campaign_loading
from vtt.system.user_folders import folders_under


def tick(desk: Desk, lines: QListWidget, row: int) -> None:
    """Tick a line by its key."""
    lines.setFocus()
    lines.setCurrentRow(row)
    QTest.keySequence(lines, QKeySequence("Space"))


def save_as(desk: Desk, room: PrintRoom, path: Path) -> None:
    """Press “Save as PDF…” and type where."""
    desk.click(room.save)
    type_file(desk, path)
    desk.wait(lambda: QApplication.activeModalWidget() is room)


@pytest.mark.journey
def test_two_characters_of_the_demo_become_a_pdf(desk: Desk, tmp_path: Path) -> None:
    laid = campaign_loading.start_demo("imaginality", tmp_path, folders_under(tmp_path / "other"))
    desk.open_history(laid.game, laid.history)
    desk.press("Ctrl+P")
    room = print_room(desk)
    desk.picture("printing-1-room")
    people = room.choices.people
    names = [people.list.item(row).text() for row in range(people.list.count())]
    desk.click(people.none)
    assert "No character is ticked" in room.said.text()
    tick(desk, people.list, 0)
    tick(desk, people.list, 2)
    saving = room.choices.how["saving"]
    desk.click(saving, QPoint(10, saving.height() // 2))
    assert saving.isChecked()
    desk.wait(lambda: room.preview.is_whole)
    desk.picture("printing-2-ticked")
    out = tmp_path / "two.pdf"
    save_as(desk, room, out)
    desk.wait(lambda: "is saved" in room.said.text())
    desk.picture("printing-3-saved")
    text = subprocess.run(["pdftotext", str(out), "-"], capture_output=True, check=True).stdout.decode()
    for name in names:
        assert (name in text) == (name in (names[0], names[2])), name
    desk.press("Escape")
    desk.wait(lambda: QApplication.activeModalWidget() is None)
    desk.press("Ctrl+P")
    room = print_room(desk)
    assert room.choices.how["saving"].isChecked(), "the last choices are still there"
    assert room.choices.people.unticked == (), "but whose sheets were printed is nobody’s business"
    desk.press("Escape")


@pytest.mark.journey
def test_many_sheets_are_stopped(desk: Desk, tmp_path: Path) -> None:
    crowd = [{"id": f"a{n}", "seat": "tom", "name": f"Walker {n}"} for n in range(150)]
    desk.open_table(script({"deck": ["KC"]}, actors=crowd))
    desk.press("Ctrl+P")
    room = print_room(desk)
    out = tmp_path / "many.pdf"
    save_as(desk, room, out)
    desk.wait(lambda: room.bar.isVisible() and room.bar.value() > 0)
    desk.picture("printing-4-running")
    desk.click(room.away)
    desk.wait(lambda: not room.is_running)
    assert room.said.text() == "Stopped. Nothing was saved."
    assert not out.exists()
    desk.picture("printing-5-stopped")
    desk.press("Escape")
    desk.wait(lambda: QApplication.activeModalWidget() is None)
