"""The print room in use: the preview, the output of a job, cancelling, and messages."""

from __future__ import annotations

import errno
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.model.character_record import Record
from tests.engine.rulesets.card_the_drawing.table import GAME, laid
from tests.patience import PATIENCE_MS
from vtt.shared.print_style.print_fonts import PrintFonts
from vtt.sheets.print import pdf_writer, print_device
from vtt.sheets.print.print_job import PaperSide, PrintableForm, PrintJob, PrintPart, part_sides, sides_of
from vtt.sheets.print_room import preview_model, print_room
from vtt.sheets.print_room.print_options import PrintOptions, PrintPreferences, PrintSelection
from vtt.sheets.print_room.print_preview import WHOLE_WIDTH
from vtt.sheets.print_room.print_room import PrintRoom
from vtt.sheets.print_room.printable_items import PrintableItems, items_of_game, items_of_view
from vtt.sheets.print_room.printers import printer_for
from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.tasks.task_runner import TaskRunner

Open = Callable[..., PrintRoom]
LIMIT = PATIENCE_MS


def party(count: int = 6) -> PrintableItems:
    """Characters with sheets of one page and their names on them."""
    description = next(iter(sheets_of("imaginality").values()))
    people = tuple(
        PrintableForm(
            ruleset="imaginality",
            description=description,
            record=Record(actor=f"a{n}", name=f"Walker {n}", player="Tom"),
            options={},
        )
        for n in range(count)
    )
    return PrintableItems(
        ruleset="imaginality", title="Thursday", people=people, blanks=items_of_game("imaginality").blanks
    )


@pytest.fixture
def kept() -> list[PrintPreferences]:
    return []


@pytest.fixture
def open_room(qtbot: QtBot, tmp_path: Path, kept: list[PrintPreferences]) -> Iterator[Open]:
    """Open the room; it is closed at the end, and so is its workshop."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    workshop = TaskRunner()
    hubs: list[ThemeHub] = []
    rooms: list[PrintRoom] = []

    def open_one(
        stocks: Sequence[PrintableItems] | None = None,
        order: PrintOptions | None = None,
        *,
        zoom: int = 0,
        theme: Theme | None = None,
        size: tuple[int, int] = (1180, 800),
    ) -> PrintRoom:
        hub = ThemeHub(theme or Theme(look=Appearance.LIGHT, scale=1.0), app)
        hubs.append(hub)
        habits = PrintPreferences(order=order or PrintOptions(), zoom=zoom)
        room = PrintRoom(hub, workshop, stocks or [party()], habits, kept.append, tmp_path)
        for _ in room.furnish():
            pass
        room.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        rooms.append(room)
        room.resize(*size)
        room.open()
        room.resize(*size)
        return room

    yield open_one
    for room in rooms:
        room.leave()
        room.deleteLater()
    workshop.close()
    for hub in hubs:
        hub.deleteLater()
    qtbot.waitUntil(lambda: not workshop.busy, timeout=LIMIT)


def settled(qtbot: QtBot, room: PrintRoom) -> QImage:
    """Wait until the page is on the screen as it is wanted."""
    qtbot.waitUntil(lambda: room.preview.is_whole, timeout=LIMIT)
    return room.preview.view.image


def over(qtbot: QtBot, room: PrintRoom) -> None:
    qtbot.waitUntil(lambda: not room.is_running, timeout=LIMIT)


def text_of(path: Path) -> str:
    return subprocess.run(["pdftotext", str(path), "-"], capture_output=True, check=True, timeout=60).stdout.decode()


def colours(image: QImage) -> int:
    """The number of coloured dots in a picture."""
    small = image.scaledToWidth(160)
    dots = (small.pixelColor(x, y) for x in range(small.width()) for y in range(small.height()))
    return sum(dot.saturation() > 20 for dot in dots)


def test_the_preview_follows_what_is_ticked(qtbot: QtBot, open_room: Open) -> None:
    room = open_room()
    settled(qtbot, room)
    every = room.preview.count
    assert every == 6
    assert room.preview.number.text() == "page 1 of 6"
    room.choices.people.tick("a1", False)
    qtbot.waitUntil(lambda: room.preview.count == 5, timeout=LIMIT)
    settled(qtbot, room)
    room.choices.people.none.click()
    assert room.said.isVisible()
    assert "No character is ticked" in room.said.text()
    assert not room.save.isEnabled()
    assert not room.print.isEnabled()
    room.choices.people.all.click()
    qtbot.waitUntil(lambda: room.preview.count == 6, timeout=LIMIT)
    assert room.save.isEnabled()
    assert not room.said.isVisible()
    settled(qtbot, room)
    for tick, page in ((room.choices.blanks, 6), (room.choices.printer_check, 0)):
        tick.click()
        settled(qtbot, room)
        assert room.preview.page == page, "what was added is shown"
    room.preview.on.click()
    settled(qtbot, room)
    room.choices.printer_check.click()
    settled(qtbot, room)
    assert room.preview.page == 1, "what was taken away moves nothing"
    room.choices.printer_check.click()
    room.choices.how["saving"].click()
    settled(qtbot, room)
    assert room.preview.page == 0, "another tick at once changes nothing in that"


def test_each_page_of_the_preview_is_the_page_of_its_number(qtbot: QtBot, open_room: Open) -> None:
    room = open_room([party(3)])
    settled(qtbot, room)
    preview = room.preview
    job, letters = preview._job, PrintFonts()
    assert job is not None
    sides = sides_of(job, letters)
    for number, side in enumerate(sides, 1):
        image = settled(qtbot, room)
        assert preview.number.text() == f"page {number} of 3"
        assert (preview.back.isEnabled(), preview.on.isEnabled()) == (number > 1, number < 3)
        wish = preview._shown
        assert wish is not None
        assert image == print_device.image_of_side(side, job.options, wish.resolution, letters, {})
        preview.on.click()


def test_other_colours_are_painted_without_composing_the_pages_again(
    qtbot: QtBot, open_room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_parts: list[PrintPart] = []
    really = part_sides

    def counted(part: PrintPart, *more: Any) -> list[PaperSide]:
        set_parts.append(part)
        return really(part, *more)

    monkeypatch.setattr(preview_model, "part_sides", counted)
    room = open_room()
    plain = settled(qtbot, room)
    assert len(set_parts) == 6
    assert colours(plain) > 100
    room.choices.colour.setCurrentIndex(1)
    qtbot.waitUntil(lambda: room.preview.is_whole and colours(room.preview.view.image) == 0, timeout=LIMIT)
    room.choices.how["saving"].click()
    room.choices.people.tick("a0", False)
    qtbot.waitUntil(lambda: room.preview.count == 5, timeout=LIMIT)
    settled(qtbot, room)
    assert len(set_parts) == 6, "nothing is set that was set before"
    room.choices.margin.setValue(20)
    qtbot.waitUntil(lambda: len(set_parts) == 11, timeout=LIMIT)
    settled(qtbot, room)


def test_pages_are_turned_and_zoomed_by_keys_and_wheel(qtbot: QtBot, open_room: Open) -> None:
    room = open_room()
    settled(qtbot, room)
    view, preview = room.preview.view, room.preview
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert preview.page == 1
    QTest.keyClick(view, Qt.Key.Key_End)
    assert preview.page == 5
    assert not preview.on.isEnabled()
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert preview.page == 5
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert preview.page == 0
    settled(qtbot, room)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    nearer = preview.zoom
    assert nearer >= 50
    middle = QPointF(view.viewport().rect().center())

    def turn(angle: int, keys: Qt.KeyboardModifier) -> None:
        spot = QPointF(view.viewport().mapToGlobal(middle.toPoint()))
        phase = Qt.ScrollPhase.NoScrollPhase
        event = QWheelEvent(middle, spot, QPoint(), QPoint(0, angle), Qt.MouseButton.NoButton, keys, phase, False)
        QApplication.sendEvent(view.viewport(), event)

    turn(120, Qt.KeyboardModifier.ControlModifier)
    assert preview.zoom > nearer
    for _ in range(12):
        turn(120, Qt.KeyboardModifier.ControlModifier)
    assert preview.zoom == 400
    image = settled(qtbot, room)
    assert image.width() > 3000 * view.devicePixelRatioF()
    assert view.verticalScrollBar().maximum() > 1000
    preview.zooms.setCurrentIndex(preview.zooms.findData(WHOLE_WIDTH))
    settled(qtbot, room)
    assert view.horizontalScrollBar().maximum() == 0
    while preview.page == 0:
        before = view.verticalScrollBar().value()
        turn(-120, Qt.KeyboardModifier.NoModifier)
        assert preview.page == 1 or view.verticalScrollBar().value() > before
    settled(qtbot, room)


def test_a_pdf_holds_those_who_were_ticked(
    qtbot: QtBot, open_room: Open, tmp_path: Path, kept: list[PrintPreferences]
) -> None:
    room = open_room(order=PrintOptions(saving=True))
    room.choices.people.tick("a0", False)
    out = tmp_path / "made" / "sheets.pdf"
    room.save_to(out)
    assert room.away.text() == "Cancel"
    over(qtbot, room)
    said = text_of(out)
    assert "Walker 1" in said
    assert "Walker 2" in said
    assert "Walker 0" not in said
    assert room.said.text() == "“sheets.pdf” is saved: 5 pages."
    assert room.away.text() == "Close"
    room.away.click()
    assert kept[-1].order.saving
    assert kept[-1].folder == str(out.parent)


def test_a_fillable_pdf_has_fields(qtbot: QtBot, open_room: Open, tmp_path: Path) -> None:
    room = open_room(order=PrintOptions(fillable=True))
    out = tmp_path / "fill.pdf"
    room.save_to(out)
    over(qtbot, room)
    assert room.said.text().startswith("“fill.pdf” is saved"), room.said.text()
    assert b"/AcroForm" in out.read_bytes()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "The disk does not have enough space for “sheets.pdf”"),
        (errno.EACCES, "“sheets.pdf” cannot be saved in this folder"),
    ],
)
def test_a_full_disk_gets_one_sentence(
    qtbot: QtBot, open_room: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(pdf_writer, "write_atomically", full)
    out = tmp_path / "sheets.pdf"
    out.write_text("the old one")
    room = open_room()
    room.save_to(out)
    over(qtbot, room)
    assert words in room.said.text()
    assert out.read_text() == "the old one"
    assert room.save.isEnabled(), "it can be tried again"
    settled(qtbot, room)


def test_many_sheets_can_be_stopped_and_nothing_is_left(qtbot: QtBot, open_room: Open, tmp_path: Path) -> None:
    room = open_room([party(120)])
    out = tmp_path / "many.pdf"
    room.save_to(out)
    qtbot.waitUntil(lambda: room.bar.isVisible() and room.bar.value() > 2, timeout=LIMIT)
    assert room.is_running
    QTest.keyClick(room, Qt.Key.Key_Escape)
    over(qtbot, room)
    assert room.isVisible(), "the first Escape stops the work, not the room"
    assert room.said.text() == "Stopped. Nothing was saved."
    assert not room.bar.isVisible()
    assert list(tmp_path.glob("**/*.pdf")) == []
    assert list(tmp_path.glob("**/*.part")) == []
    QTest.keyClick(room, Qt.Key.Key_Escape)
    assert not room.isVisible()


def test_a_printer_gets_the_same_pages(qtbot: QtBot, open_room: Open, tmp_path: Path) -> None:
    room = open_room(order=PrintOptions(paper="letter", grey=True))
    settled(qtbot, room)
    job = room.job
    assert isinstance(job, PrintJob)
    printer = printer_for(job)
    assert printer.colorMode() is QPrinter.ColorMode.GrayScale
    out = tmp_path / "printed.pdf"
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(out))
    room.print_with(job, printer)
    over(qtbot, room)
    assert room.said.text() == "6 pages were sent to the printer."
    assert "Walker 0" in text_of(out)
    info = subprocess.run(["pdfinfo", str(out)], capture_output=True, check=True, timeout=60).stdout.decode()
    assert "612 x 792" in info
    del printer


def test_without_a_printer_one_sentence_says_so(qtbot: QtBot, open_room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_room, "has_printer", lambda: False)
    room = open_room()
    room.print.click()
    assert room.said.text() == "This computer has no printer. Save a PDF and print it on another computer."
    settled(qtbot, room)


def test_blanks_of_each_game_without_a_campaign(qtbot: QtBot, open_room: Open, kept: list[PrintPreferences]) -> None:
    games = ("imaginality", "card_the_drawing")
    room = open_room([items_of_game(game) for game in games])
    settled(qtbot, room)
    assert room.choices.game.isVisible()
    assert not room.choices.people.isVisible()
    assert room.preview.count == 2, "there is room for all that a group may choose"
    room.choices.game.setCurrentIndex(1)
    assert not room.choices.backs.isVisible()
    room.choices.forms.all.click()
    assert room.choices.backs.isVisible(), "blank cards have backs too"
    room.choices.blanks.setChecked(False)
    room.choices.cards.setChecked(True)
    room.choices.decks.all.click()
    qtbot.waitUntil(lambda: room.preview.count == 38, timeout=LIMIT)
    settled(qtbot, room)
    room.preview.go_to(1)
    back = settled(qtbot, room)
    assert colours(back) > 500, "the backs have the game’s motif"
    room.choices.backs.setChecked(False)
    qtbot.waitUntil(lambda: room.preview.count == 19, timeout=LIMIT)
    settled(qtbot, room)
    room.reject()
    assert kept[-1].picks["card_the_drawing"].decks is not None
    assert len(kept[-1].picks["card_the_drawing"].decks) == 12
    assert kept[-1].order.sheets, "what does not concern a game without people stays as it was"


@pytest.mark.rule("CD-UI-26")
def test_a_personal_deck_that_was_printed_is_not_remembered(
    qtbot: QtBot, open_room: Open, kept: list[PrintPreferences]
) -> None:
    room = open_room([items_of_view(GAME.view_for(laid("tia", "ogre"), "gm"), "The Long Night")])
    room.choices.sheets.setChecked(False)
    room.choices.cards.setChecked(True)
    room.choices.reference.setChecked(True)
    room.choices.decks.all.click()
    settled(qtbot, room)
    room.reject()
    decks = kept[-1].picks["card_the_drawing"].decks
    assert decks is not None
    assert "Deck: Titan" in decks
    assert not [name for name in decks if "Ogre" in name or "Tia" in name]
    assert kept[-1].order.reference


@pytest.mark.parametrize("scale", [1.0, 2.0, 3.0])
@pytest.mark.parametrize("look", [Appearance.DARK, Appearance.HIGH_CONTRAST])
def test_no_button_is_lost_on_a_small_screen(qtbot: QtBot, open_room: Open, scale: float, look: Appearance) -> None:
    room = open_room(theme=Theme(look=look, scale=scale), size=(1280, 720))
    settled(qtbot, room)
    for _ in range(2):
        foot = room.save.parentWidget()
        assert foot is not None
        shown = [one for one in foot.findChildren(QPushButton) if one.isVisible()]
        assert {room.save, room.print, room.away} <= set(shown)
        for one in shown:
            corner = one.mapTo(room, one.rect().bottomRight())
            assert room.rect().contains(corner), one.text()
            assert one.accessibleName()
        if room.swap.isVisible():
            room.swap.click()
    assert room.choices.isVisible() or room.preview.isVisible()


def test_sections_stay_left_out_while_other_people_are_ticked(qtbot: QtBot, open_room: Open) -> None:
    first = party().people[0].description.sections[0].key
    room = open_room(order=PrintOptions(some=True, picks=PrintSelection()))
    room.choices.sections.tick(first, False)
    room.choices.people.none.click()
    assert room.choices.sections.is_empty
    room.choices.people.all.click()
    assert first in room.choices.sections.unticked
    assert first in room.choices.options.picks.left_out
    settled(qtbot, room)


def test_the_keyboard_goes_from_the_choices_to_the_pages_to_the_buttons(qtbot: QtBot, open_room: Open) -> None:
    room = open_room()
    settled(qtbot, room)
    stops: list[QWidget] = []
    walker: QWidget | None = room.choices.sheets
    while walker is not None and walker not in stops:
        if walker.isVisible() and walker.isEnabled() and walker.focusPolicy() & Qt.FocusPolicy.TabFocus:
            stops.append(walker)
        walker = walker.nextInFocusChain()
        if walker is room.choices.sheets:
            break
    wanted = [room.choices.sheets, room.choices.people.all, room.choices.people.list, room.choices.paper]
    wanted += [room.choices.how["saving"], room.preview.zooms, room.preview.view, room.save, room.print, room.away]
    order = [stops.index(one) for one in wanted]
    assert order == sorted(order), [type(one).__name__ for one in stops]
    for one in wanted:
        assert one.accessibleName() or getattr(one, "text", str)(), one
