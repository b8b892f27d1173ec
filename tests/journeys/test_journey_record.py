"""A new character: made, written wrongly, put right, given a face, and all that on a sheet to the group's liking."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from shiboken6 import isValid

from tests.journeys import drag_source
from tests.journeys.kit import Desk, script
from tests.journeys.record_hands import box_of, dialog, room_of, write
from tests.journeys.screen import PICTURES
from tests.vtt.save_kit import extras_in
from vtt.shared.pictures.picture_crop import CropDialog
from vtt.shared.pictures.picture_input import PictureBox
from vtt.sheets.characters.sheet_tailoring_dialog import SheetTailoringDialog
from vtt.sheets.editor.field_editors import LineEditor
from vtt.sheets.editor.portrait_editor import PortraitEditor
from vtt.storage.campaign_opening import open_campaign


@contextmanager
def dragged(desk: Desk, place: PictureBox, path: Path) -> Iterator[None]:
    """Drag a file from the window of another program, and drop it; that program is there until the end."""
    command = [sys.executable, str(Path(drag_source.__file__)), str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        try:
            start = other.stdout.readline().split()
            assert start, "the other program did not start"
            middle = place.rect().center()
            desk.scroll_to(place, middle)
            end = place.mapToGlobal(middle)
            point("mousemove", *start, "mousedown", "1")
            point("mousemove_relative", "6", "6")
            assert other.stdout.readline() == "begun\n"
            for way in (end - QPoint(9, 9), end - QPoint(2, 2), end):
                point("mousemove", str(way.x()), str(way.y()))
                QTest.qWait(150)  # the programs ask each other while the pointer is on its way
            desk.wait(lambda: place._over)
            QTest.qWait(150)
            desk.picture("record-drag")
            point("mouseup", "1")
            yield
            assert other.stdout.readline().split() == ["1"], "the file was taken as a copy"
        finally:
            other.kill()


def point(*what: str) -> None:
    """Move the pointer of the screen, and press its buttons."""
    subprocess.run(["xdotool", *what], check=True)


def crop_to_the_lower_left(desk: Desk, editor: PortraitEditor) -> str:
    """Drag the frame down and a corner of it inwards, with the pointer of the screen; return the picture before."""
    pasted = desk.truth.actors["mara-quill"].sheet["portrait"]
    whole = editor.input.place.image.size()
    assert editor.input.crop is not None
    desk.click(editor.input.crop)
    crop = dialog(desk, CropDialog).crop
    place = crop.place_of_frame()
    drag_with_the_pointer(crop, place.center().toPoint(), place.center().toPoint() + QPoint(0, crop.height()))
    assert crop.frame.bottom() == whole.height() - 1, "never out of the picture"
    place = crop.place_of_frame()
    drag_with_the_pointer(crop, place.topRight().toPoint(), place.center().toPoint())
    side = crop.frame.width()
    assert abs(side - whole.width() // 2) <= whole.width() // 20
    assert (crop.frame.left(), crop.frame.bottom()) == (0, whole.height() - 1)
    desk.picture("record-crop")
    desk.press("Return")
    desk.wait(lambda: desk.truth.actors["mara-quill"].sheet["portrait"] != pasted)
    desk.wait(lambda: editor.input.place.image.width() == editor.input.place.image.height() == side)
    desk.press("Ctrl+Z")
    assert desk.truth.actors["mara-quill"].sheet["portrait"] == pasted
    desk.press("Ctrl+Shift+Z")
    return str(pasted)


def drag_with_the_pointer(widget: QWidget, start: QPoint, end: QPoint) -> None:
    """Drag from one place to another, as the screen does it."""
    places = [widget.mapToGlobal(at) for at in (start, start + (end - start) / 2, end)]
    point("mousemove", str(places[0].x()), str(places[0].y()), "mousedown", "1")
    for at in places[1:]:
        QTest.qWait(60)
        point("mousemove", str(at.x()), str(at.y()))
    QTest.qWait(60)
    point("mouseup", "1")
    QTest.qWait(60)


@pytest.mark.journey
@pytest.mark.rule("IM-CHAR-8", "IM-CHAR-12")
def test_a_character_is_made_put_right_and_given_a_face(desk: Desk, tmp_path: Path) -> None:
    desk.open_table(script({}, options={"character_creation": True}))
    desk.go_to("characters")
    room = room_of(desk)
    desk.click(room.new)
    desk.answer(name="Mara Quill")
    assert room.form.actor == "mara-quill"
    desk.picture("record-1-new")

    write(desk, "race", "human")
    points = write(desk, "points", "5000")
    assert points.trouble
    assert "IM-CHAR-12" not in points.trouble  # rule numbers are shown on request
    desk.picture("record-2-refused")
    assert "points" not in desk.truth.actors["mara-quill"].sheet
    desk.press("Escape")
    write(desk, "points", "many")
    assert "number" in points.trouble
    desk.press("Escape")
    write(desk, "points", "8")
    assert points.trouble == ""
    assert desk.truth.actors["mara-quill"].sheet["points"] == 8
    desk.press("Ctrl+Z")  # in the field itself: what is sent belongs to the table's history
    assert desk.truth.actors["mara-quill"].sheet.get("points") is None
    line = box_of(desk, "points").editor.findChild(QLineEdit)
    assert line is not None
    assert line.text() == ""
    desk.press("Ctrl+Shift+Z")
    assert line.text() == "8"

    face = tmp_path / "face.jpg"
    image = QImage(1600, 2400, QImage.Format.Format_RGB32)
    image.fill(QColor("#7a4b2a"))
    assert image.save(str(face))
    editor = box_of(desk, "portrait").editor
    assert isinstance(editor, PortraitEditor)
    broken = tmp_path / "broken.png"
    assert image.save(str(broken))
    broken.write_bytes(broken.read_bytes()[:300])
    with dragged(desk, editor.input.place, broken):
        desk.wait(lambda: "damaged" in box_of(desk, "portrait").trouble)
    with dragged(desk, editor.input.place, face):
        desk.wait(lambda: not editor.input.place.image.isNull())
    assert box_of(desk, "portrait").trouble == ""
    desk.picture("record-3-face")
    dropped = desk.truth.actors["mara-quill"].sheet["portrait"]
    image.fill(QColor("#2a4b7a"))
    QApplication.clipboard().setImage(image)
    editor.input.place.setFocus()
    desk.press("Ctrl+V")
    desk.wait(lambda: desk.truth.actors["mara-quill"].sheet["portrait"] != dropped)
    desk.wait(lambda: editor.input.place.image.pixelColor(2, 2).blue() > 100)
    QApplication.clipboard().clear()
    pasted = crop_to_the_lower_left(desk, editor)

    head = room.form.head
    assert head is not None
    desk.click(head.tailor)
    tailor = dialog(desk, SheetTailoringDialog)
    desk.click(tailor.new)
    desk.write("Fears")
    desk.click(tailor.new_field)
    desk.picture("record-4-tailoring")
    desk.click(tailor.do)
    fears = write(desk, "own_fears", "Deep water")
    assert fears.field.label == "Fears"
    desk.picture("record-5-tailored")
    desk.reopen()
    desk.go_to("characters")
    room_of(desk).show_actor("mara-quill")
    again = box_of(desk, "portrait").editor
    assert isinstance(again, PortraitEditor)
    assert not again.input.place.image.isNull()
    shown = box_of(desk, "own_fears").editor
    assert isinstance(shown, LineEditor)
    assert shown.line.text() == "Deep water"
    desk.close()
    opened = open_campaign(desk.path, view_only=True, backups=tmp_path)
    try:
        named = opened.history.table.actors["mara-quill"].sheet["portrait"]
        assert {picture.id for picture in extras_in(opened.store).pictures} == {dropped, pasted, named}
    finally:
        opened.store.close()


@pytest.mark.journey
def test_two_records_lie_open_beside_the_table(desk: Desk) -> None:
    desk.open_table(script({}))
    desk.press("Ctrl+Shift+2")
    desk.choose("Show the GM screen")
    desk.go_to("characters")
    room = room_of(desk)
    for actor in ("tom", "clerk"):
        room.show_actor(actor)
        head = room.form.head
        assert head is not None
        desk.wait(head.own_window.isVisible)
        desk.click(head.own_window)
        desk.wait(lambda name=actor: room.windows[name].isActiveWindow())  # type: ignore[misc]
    clerk = room.windows["clerk"]
    assert (clerk.windowTitle(), room.windows["tom"].windowTitle()) == ("Clerk – sheet", "Tomas – sheet")
    desk.wait(lambda: clerk.form.sheet.is_built)
    race = clerk.form.sheet.boxes["race"].editor
    assert isinstance(race, LineEditor)
    desk.click(race.line)
    desk.write("human")
    desk.press("Return")
    assert desk.truth.actors["clerk"].sheet["race"] == "human"
    if PICTURES:
        clerk.grab().save(f"{PICTURES}/record-6-window.png")
    desk.press("Ctrl+Z")  # the keys of the main window work here too
    assert desk.truth.actors["clerk"].sheet.get("race") is None
    assert race.line.text() == ""
    clerk.close()
    assert set(room.windows) == {"tom"}
    tomas = room.windows["tom"]
    desk.close()
    assert not isValid(tomas) or not tomas.isVisible()
