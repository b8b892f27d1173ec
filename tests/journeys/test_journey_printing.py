"""Paper for the evening: two characters as a PDF that saves ink, everything at once, many sheets that are stopped."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import get_args

import pikepdf
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget

from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.notes.note_commands import SaveNotes
from engine.model.frozen import Json, replace
from tests.journeys.kit import Desk, script
from tests.journeys.record_hands import print_room, type_file
from vtt.sheets.print.print_job import PrintPart
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
def test_all_of_an_evening_is_one_job(desk: Desk, tmp_path: Path) -> None:
    """The GM ticks every kind of page, prints them, and finds the same ticks the next time."""
    laid = campaign_loading.start_demo("card_the_drawing", tmp_path, folders_under(tmp_path / "other"))
    desk.open_history(laid.game, laid.history)
    campaign = desk.house.controller.campaign
    assert campaign is not None
    gm = next(seat.id for seat in desk.truth.seats.values() if seat.is_gm)
    letter: dict[str, Json] = {"id": "letter", "name": "Letter", "text": "Come at once.", "notes": "A forgery"}
    assert campaign.submit(SaveHandouts(seat=gm, put={"handouts": (letter,)}))
    mill: dict[str, Json] = {"id": "n1", "name": "Old mill", "text": "A cellar, and who lives in it"}
    assert campaign.submit(SaveNotes(seat=gm, put={"notes": (mill,)}))
    switch = desk.house.window.viewer_switch
    assert switch is not None
    switch.see_gm(asked=False)
    desk.press("Ctrl+P")
    room = print_room(desk)
    choices = room.choices
    kinds = ("brief", "encounters", "handouts", "notes", "blanks", "cards", "reference", "printer_check")
    ticks = [*(getattr(choices, kind) for kind in kinds), choices.how["halves"]]
    for box in ticks:
        desk.click(box, QPoint(10, box.height() // 2))
        assert box.isChecked()
    forms = [choices.forms.list.item(row).text() for row in range(choices.forms.list.count())]
    for form in ("Mob", "Card"):
        tick(desk, choices.forms.list, forms.index(form))
    desk.wait(lambda: room.preview.is_whole)
    desk.picture("printing-6-evening")
    assert room.job is not None
    assert {type(part) for part in room.job.parts} == set(get_args(PrintPart))
    out = tmp_path / "evening.pdf"
    save_as(desk, room, out)
    desk.wait(lambda: "is saved" in room.said.text())
    run = subprocess.run(["pdftotext", str(out), "-"], capture_output=True, check=True)
    pages = [" ".join(page.split()) for page in run.stdout.decode().split("\f")[:-1]]
    assert room.said.text() == f"“evening.pdf” is saved: {len(pages)} pages."
    encounters = choices.items.prepared
    assert encounters is not None
    wanted = (
        "50 mm",
        "Ysolde Marr",
        "Summary of all characters",
        *(encounter.name for encounter in encounters.encounters.values()),
        "Come at once.",
        "A cellar, and who lives in it",
        "Reference",
        *(face.name for face in choices.items.decks[0].faces),
    )
    assert [words for words in wanted if not any(words in page for page in pages)] == []
    assert not any("forgery" in page for page in pages)
    with pikepdf.open(out) as pdf:
        assert pdf.check_pdf_syntax() == []
    chosen = choices.options
    desk.press("Escape")
    desk.wait(lambda: QApplication.activeModalWidget() is None)
    desk.press("Ctrl+P")
    room = print_room(desk)
    assert room.choices.options == replace(chosen, printer_check=False), "the test square is for one job"
    desk.press("Escape")
    desk.wait(lambda: QApplication.activeModalWidget() is None)


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
