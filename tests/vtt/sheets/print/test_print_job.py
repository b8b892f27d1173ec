"""Printed sheets as other programs see them: text, fonts, colours; and the job that prints them."""

from __future__ import annotations

import itertools
import re
import subprocess
import threading
from dataclasses import replace as replaced
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPageSize
from pytestqt.qtbot import QtBot

from engine.kit.conformance.sheet_filling import SheetFiller, collisions
from engine.model.frozen import replace
from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.layout.page_geometry import A4, LETTER
from engine.sheets.model.character_record import Record
from engine.sheets.printing.blank_sheet import BlankSheet
from engine.sheets.printing.composed_pages import ComposedPage
from engine.sheets.printing.imposition import ImposedSide
from tests.engine.sheets.paper_kit import short_record, trial
from vtt.shared.print_style.print_fonts import PrintFonts
from vtt.sheets.print.pdf_writer import PrintFailed, write_pdf
from vtt.sheets.print.print_device import image_of_side, print_on_device
from vtt.sheets.print.print_job import (
    CardsPart,
    GmSummaryPart,
    PaperOptions,
    PrintableForm,
    PrintJob,
    PrintPart,
    SheetPart,
    sides_of,
)
from vtt.sheets.print.printed_portraits import printed_portraits, read_portrait
from vtt.widgets.tasks.task_runner import Progress, TaskCancelled, TaskRunner

pytestmark = pytest.mark.usefixtures("qapp")
SHIPPED = [(game, sheet) for game in games_with_sheets() for sheet in sheets_of(game)]
_SMOOTH = Qt.TransformationMode.SmoothTransformation


def tool(name: str, *words: str) -> str:
    """Ask one of the programs that everybody has what is in a PDF."""
    return subprocess.run([name, *words], capture_output=True, check=True, timeout=60).stdout.decode()


def form(record: Record | None = None) -> PrintableForm:
    return PrintableForm(ruleset="trial", description=trial(), record=record, options={} if record else None)


def png(image: QImage) -> bytes:
    content = QBuffer()
    assert QImageWriter(content, QByteArray(b"png")).write(image)
    return bytes(content.data().data())


def job(*parts: PrintPart, **options: object) -> PrintJob:
    image = QImage(300, 400, QImage.Format.Format_RGB32)
    image.fill(QColor("#c03030"))
    pictures = {"picture": png(image)}
    return PrintJob(title="Trial", parts=parts, options=replace_options(**options), pictures=pictures)


def replace_options(**options: object) -> PaperOptions:
    return PaperOptions(**options)  # type: ignore[arg-type]


def squeezed(text: str) -> str:
    """A text without its white space, so that it does not matter where its lines end."""
    return re.sub(r"\s+", "", text)


def in_order(text: str, *parts: str) -> None:
    """See that these stand in a text one after the other."""
    at = 0
    for part in parts:
        found = text.find(part, at)
        assert found >= 0, f"{part!r} does not follow"
        at = found + len(part)


def test_another_program_reads_the_sheet_in_its_own_order(tmp_path: Path) -> None:
    out = tmp_path / "made" / "trial.pdf"
    assert write_pdf(job(SheetPart(form=form(short_record()))), out) == 2
    said = """TRIAL, Trial Sheet, Aurelia Nachtigall, Front, Who, NAME, Aurelia Nachtigall, PLAYER, Tom,
        Numbers, Strength, 14, Stamina, 3, Chips, FATE, WHITE, BLUE, 12, Levels, Local, Portrait, Weariness,
        Exhausted and slow, Body, HEAD, 20, GUTS, Hit points, 6 / 7, Background, raised by the ferryman., page 1 of 2,
        Back, Skills, Rowing, Lying, Crossbow, 2d8, from the miller, a map of the salt marsh, Remember the mill., Costs,
        A new skill, page 2 of 2, Trial notice"""
    parts = [" ".join(part.split()) for part in said.split(",")]
    in_order(tool("pdftotext", "-raw", str(out), "-"), *parts)
    plainly = tool("pdftotext", str(out), "-")
    assert [part for part in parts if squeezed(part) not in squeezed(plainly)] == []
    titles = (
        "Trial Sheet, Who, Numbers, Levels, Portrait, Weariness, Body, Background, page 1 of 2, Skills, page 2 of 2"
    )
    in_order(plainly, *titles.split(", "))


@pytest.mark.parametrize(("game", "sheet"), SHIPPED, ids=map("/".join, SHIPPED))
def test_of_the_longest_data_no_word_is_lost_and_none_stands_on_another(game: str, sheet: str, tmp_path: Path) -> None:
    description = sheets_of(game)[sheet]
    filler = SheetFiller(100)
    record = filler.record(replace(description, sections=BlankSheet(description).sections()))
    full = PrintableForm(ruleset=game, description=description, record=record, options={"character_creation": True})
    part: PrintPart = CardsPart(forms=[full], plain_backs=True) if description.size else SheetPart(form=full)
    made = job(part, paper=LETTER, saving=True)
    assert write_pdf(made, tmp_path / "long.pdf") > 1
    there = set(tool("pdftotext", "-raw", str(tmp_path / "long.pdf"), "-").split())
    assert [word for word in filler.written if word not in there] == []
    letters = PrintFonts()
    for side in sides_of(made, letters):
        pages = side.cards if isinstance(side, ImposedSide) else (side,)
        set_pages = [page for page in pages if isinstance(page, ComposedPage)]
        assert [collisions(page, letters) for page in set_pages] == [[]] * sum(map(bool, pages))


def test_a_text_without_a_space_is_entire_in_the_pdf(tmp_path: Path) -> None:
    unbroken = "".join(map("".join, itertools.product("ABCDEFGHIJ", repeat=4)))[:20_000]
    sheet = {"background": unbroken}
    write_pdf(job(SheetPart(form=form(Record(name="N", sheet=sheet)))), tmp_path / "unbroken.pdf")
    text = squeezed(tool("pdftotext", "-raw", str(tmp_path / "unbroken.pdf"), "-"))
    assert "".join(re.findall(r"[A-J]{100,}", text)) == unbroken


def test_names_that_mean_harm_are_names(tmp_path: Path) -> None:
    name = "../../x <img src=http://e.x/y>\x00\x1b[31m " + "N" * 10_000
    made = replaced(job(SheetPart(form=form(replace(short_record(), name=name)))), title=name)
    write_pdf(made, tmp_path / "harm.pdf")
    text = squeezed(tool("pdftotext", "-raw", str(tmp_path / "harm.pdf"), "-"))
    assert "../../x<imgsrc=http://e.x/y>" in text
    assert text.count("N" * 100) >= 1
    title = re.search(r"(?m)^Title: +(.*)$", tool("pdfinfo", str(tmp_path / "harm.pdf")))
    assert title is not None
    assert re.fullmatch(r"\.\./\.\./x <img src=http://e.x/y>\[31m N{100,200}", title[1])
    assert [path.name for path in tmp_path.iterdir()] == ["harm.pdf"]


def test_every_font_is_embedded_and_can_be_copied_from(tmp_path: Path) -> None:
    strange = replace(short_record(), name="Łódź “Œuvre” file → −3 × 8")
    write_pdf(job(SheetPart(form=form(strange))), tmp_path / "fonts.pdf")
    lines = tool("pdffonts", str(tmp_path / "fonts.pdf")).splitlines()[2:]
    assert len(lines) >= 5
    for line in lines:
        assert re.match(r"(\w+\+)?(Inter|Vollkorn)-", line), line
        assert re.search(r" yes (yes|no) +yes ", line), line
    assert "Łódź “Œuvre” file → −3 × 8" in tool("pdftotext", "-raw", str(tmp_path / "fonts.pdf"), "-")


@pytest.mark.parametrize(("paper", "size"), [(A4, "595.2 x 841.9"), (LETTER, "612 x 792")], ids=["a4", "letter"])
def test_the_pages_have_the_size_of_the_paper(tmp_path: Path, paper: object, size: str) -> None:
    write_pdf(job(SheetPart(form=form()), paper=paper), tmp_path / "blank.pdf")
    info = tool("pdfinfo", str(tmp_path / "blank.pdf"))
    width, height = re.search(r"Page size: +([\d.]+) x ([\d.]+)", info).groups()  # type: ignore[union-attr]
    wanted = [float(number) for number in size.split(" x ")]
    assert [float(width), float(height)] == pytest.approx(wanted, abs=1.0)
    assert re.search(r"Title: +Trial\n", info)
    assert "raster" not in tool("pdfimages", "-list", str(tmp_path / "blank.pdf"))
    assert len(tool("pdfimages", "-list", str(tmp_path / "blank.pdf")).splitlines()) == 2, "a blank is all vectors"


def pictures_of(made: PrintJob, dots: float = 60) -> list[QImage]:
    letters = PrintFonts()
    shown = printed_portraits(made)
    return [image_of_side(side, made.options, dots, letters, shown) for side in sides_of(made, letters)]


def share(image: QImage, wanted: object) -> float:
    """How much of a picture has colours for which something holds."""
    dots = [QColor(image.pixel(x, y)) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)]
    assert callable(wanted)
    return sum(bool(wanted(dot)) for dot in dots) / len(dots)


def test_an_ink_saver_fills_nothing() -> None:
    part = SheetPart(form=form(short_record()))
    full, saving = pictures_of(job(part))[0], pictures_of(job(part, saving=True))[0]

    def tinted(dot: QColor) -> bool:
        return 215 < dot.lightness() < 253

    # At the edges of lines there always is a little that is neither white nor ink.
    assert share(full, tinted) > 0.15
    assert share(saving, tinted) < 0.5 * share(full, tinted)
    inside_band = QColor(full.pixel(round(60 / 25.4 * 100), round(60 / 25.4 * 24)))
    assert inside_band != QColor("white")
    assert QColor(saving.pixel(round(60 / 25.4 * 100), round(60 / 25.4 * 24))) == QColor("white")


def test_grey_has_no_colour_not_even_in_portraits() -> None:
    part = SheetPart(form=form(short_record()))
    in_colour, in_grey = pictures_of(job(part))[0], pictures_of(job(part, grey=True))[0]
    assert share(in_colour, lambda dot: dot.hslSaturation() > 60) > 0.02
    assert share(in_grey, lambda dot: dot.red() != dot.green() or dot.green() != dot.blue()) == 0


def test_words_do_not_touch_in_their_real_letters() -> None:
    letters = PrintFonts()
    for words in (8, 400):
        made = job(SheetPart(form=form(SheetFiller(words).record(trial()))))
        for side in sides_of(made, letters):
            assert isinstance(side, ComposedPage)
            assert collisions(side, letters) == []


def test_a_party_is_one_document_and_each_sheet_can_begin_on_a_leaf_of_its_own(tmp_path: Path) -> None:
    crowded = replace(short_record(), sheet={**short_record().sheet, "background": "and then " * 600})
    parts = [SheetPart(form=form(record)) for record in (crowded, short_record())]
    sides = sides_of(job(*parts, two_sided=True), PrintFonts())
    assert [side is None for side in sides] == [False, False, False, True, False, False]
    assert write_pdf(job(*parts, two_sided=True), tmp_path / "party.pdf") == 6
    assert write_pdf(job(*parts, GmSummaryPart(forms=[form(short_record())] * 6)), tmp_path / "party.pdf") == 6
    text = tool("pdftotext", "-raw", str(tmp_path / "party.pdf"), "-")
    in_order(
        text, "page 1 of 3", "page 3 of 3", "page 1 of 2", "page 2 of 2", "Summary of all characters", "page 1 of 1"
    )


def test_cards_are_imposed_with_their_backs_behind_them(tmp_path: Path) -> None:
    section = trial().sections[0]
    boxes = replace(trial().pages[0].boxes[0], w=55, h=80, x=4, y=4)
    description = replace(
        trial(),
        size=(63.0, 88.0),
        sections=(section, replace(section, key="other", fields=trial().sections[12].fields)),
    )
    front, back = (
        replace(trial().pages[0], boxes=(boxes,)),
        replace(trial().pages[1], boxes=(replace(boxes, section="other"),)),
    )
    two_faced = replace(description, pages=(front, back))
    cards = [
        PrintableForm(ruleset="trial", description=two_faced, record=Record(sheet={"people": f"card{n}"}, name=f"n{n}"))
        for n in range(11)
    ]
    sides = sides_of(job(CardsPart(forms=cards)), PrintFonts())
    assert len(sides) == 4
    assert all(isinstance(side, ImposedSide) for side in sides)
    assert write_pdf(job(CardsPart(forms=cards)), tmp_path / "cards.pdf") == 4
    first = tool("pdftotext", "-f", "1", "-l", "1", str(tmp_path / "cards.pdf"), "-")
    assert all(f"card{n}" in first for n in range(9))
    # The tenth and the eleventh are the first two of their paper, so their backs stand on the right of the other side.
    last = sides[3]
    assert isinstance(last, ImposedSide)
    assert [card is None for card in last.cards[:3]] == [True, False, False]


# The job ---------------------------------------------------------------------------------------------------


def forty_sheets() -> PrintJob:
    return job(*[SheetPart(form=form(short_record()))] * 40)


def test_a_long_job_tells_how_far_it_is(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    assert write_pdf(forty_sheets(), tmp_path / "forty.pdf", Progress(lambda *at: told.append(at))) == 80
    assert [at for at, _ in told] == sorted(at for at, _ in told)
    assert told[-1][0] == told[-1][1]
    assert len(told) >= 80


@pytest.mark.parametrize("moment", [0, 20, 60])
def test_a_cancelled_job_leaves_what_was_there(tmp_path: Path, moment: int) -> None:
    out = tmp_path / "forty.pdf"
    out.write_bytes(b"the old one")
    progress = Progress(lambda done, _total: progress.cancel() if done >= moment else None)
    if not moment:
        progress.cancel()
    with pytest.raises(TaskCancelled):
        write_pdf(forty_sheets(), out, progress)
    assert out.read_bytes() == b"the old one"
    assert [path.name for path in tmp_path.iterdir()] == ["forty.pdf"]


def test_printing_goes_on_beside_the_window(qtbot: QtBot, tmp_path: Path) -> None:
    workshop = TaskRunner()
    found: list[tuple[int, bool]] = []
    threads: list[str] = []

    def task(progress: Progress) -> int:
        threads.append(threading.current_thread().name)
        return write_pdf(forty_sheets(), tmp_path / "forty.pdf", progress)

    workshop.start(task, lambda count: found.append((count, (tmp_path / "forty.pdf").is_file())))
    qtbot.waitUntil(lambda: bool(found) and not workshop.busy)
    assert found == [(80, True)]
    assert threads == ["work"]


def test_what_cannot_be_written_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(PrintFailed) as failed:
        write_pdf(job(SheetPart(form=form())), tmp_path / "file" / "sheet.pdf")
    assert str(failed.value).startswith("“sheet.pdf” cannot be saved")
    (tmp_path / "taken.pdf").mkdir()
    with pytest.raises(PrintFailed):
        write_pdf(job(SheetPart(form=form())), tmp_path / "taken.pdf")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "taken.pdf"]


def test_a_printer_gets_the_same_pages(tmp_path: Path) -> None:
    from PySide6.QtPrintSupport import QPrinter

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    made = job(SheetPart(form=form(short_record())), paper=LETTER)
    assert len(print_on_device(printer, made, Progress(lambda *_: None))) == 2
    del printer
    in_order(tool("pdftotext", "-raw", str(tmp_path / "printed.pdf"), "-"), "Trial Sheet", "Aurelia", "page 2 of 2")
    assert re.search(r"Page size: +612 x 792 ", tool("pdfinfo", str(tmp_path / "printed.pdf")))


def test_the_preview_shows_what_will_be_printed(tmp_path: Path) -> None:
    made = job(SheetPart(form=form(short_record())))
    write_pdf(made, tmp_path / "same.pdf")
    tool("pdftoppm", "-r", "60", "-png", str(tmp_path / "same.pdf"), str(tmp_path / "page"))
    for number, shown in enumerate(pictures_of(made), 1):
        printed = QImage(str(tmp_path / f"page-{number}.png"))
        small = QSize(24, 34)
        one, other = (
            image.scaled(small, Qt.AspectRatioMode.IgnoreAspectRatio, _SMOOTH).convertToFormat(
                QImage.Format.Format_RGB32
            )
            for image in (shown, printed)
        )
        apart = [
            abs(QColor(one.pixel(x, y)).lightness() - QColor(other.pixel(x, y)).lightness())
            for x in range(small.width())
            for y in range(small.height())
        ]
        assert max(apart) < 40
        assert sum(apart) / len(apart) < 6


@pytest.mark.parametrize(
    "content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + b"\x00" * 40, b"RIFF\x40\x00\x00\x00WEBPVP8 " + b"x" * 90]
)
def test_a_broken_portrait_is_left_out(content: bytes, tmp_path: Path) -> None:
    assert read_portrait(content) is None
    made = PrintJob(title="x", parts=[SheetPart(form=form(short_record()))], pictures={"picture": content})
    assert write_pdf(made, tmp_path / "without.pdf") == 2


def test_a_huge_portrait_comes_no_larger_than_paper_can_show() -> None:
    made = read_portrait(png(QImage(4000, 3000, QImage.Format.Format_Grayscale8)))
    assert made is not None
    assert (made.width(), made.height()) == (900, 675)


def test_page_sizes_are_those_of_everybody() -> None:
    for paper, known in ((A4, QPageSize.PageSizeId.A4), (LETTER, QPageSize.PageSizeId.Letter)):
        size = QPageSize(known).size(QPageSize.Unit.Millimeter)
        assert (paper.width, paper.height) == pytest.approx((size.width(), size.height()), abs=0.2)
