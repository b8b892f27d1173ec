"""Printed sheets as programs read them that do not know what is on them: box by box, in the order of the page."""

from __future__ import annotations

import html
import re
import subprocess
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest
from pypdf import PdfWriter
from pypdf.generic import ArrayObject, StreamObject

from engine.kit.conformance.sheet_filling import SheetFiller
from engine.kit.encounters.printable_encounters import printable_encounters
from engine.model.frozen import replace
from engine.rulesets.loader import game_of
from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.layout.page_geometry import A4, LETTER, Paper, Rect
from engine.sheets.layout.reading_order import reading_order_of
from engine.sheets.model.sheet_description import SheetDescription
from engine.sheets.printing.blank_sheet import BlankSheet
from engine.sheets.printing.composed_pages import ComposedPage
from engine.sheets.printing.imposition import ImposedSide
from tests.vtt.sheets.print.test_encounter_paper import prepared
from vtt.shared.print_style.print_fonts import PrintFonts
from vtt.sheets.pdf_forms.fillable_pdf import fillable_pages, write_fillable
from vtt.sheets.print.pdf_writer import write_pdf
from vtt.sheets.print.print_job import (
    CardsPart,
    EncounterPart,
    GmSummaryPart,
    PaperOptions,
    PaperSide,
    PrintableForm,
    PrintJob,
    PrintPart,
    SheetPart,
    sides_of,
)

pytestmark = pytest.mark.usefixtures("qapp")
SHIPPED = [(game, sheet) for game in games_with_sheets() for sheet in sheets_of(game)]
_MILLIMETRES = 25.4 / 72
_WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>', re.DOTALL)


class Word(NamedTuple):
    """A word that another program found, and its middle in millimetres."""

    text: str
    x: float
    y: float


def asked(*words: str) -> str:
    return subprocess.run(["pdftotext", *words], capture_output=True, check=True, timeout=60).stdout.decode()


def read(path: Path) -> list[list[Word]]:
    """Return the words of each page in the order in which they are read."""
    pages = asked("-bbox-layout", str(path), "-").split("<page ")[1:]
    found = []
    for page in pages:
        words = []
        for left, top, right, bottom, text in _WORD.findall(page):
            x, y = (float(left) + float(right)) / 2, (float(top) + float(bottom)) / 2
            if text.strip():
                words.append(Word(html.unescape(text), x * _MILLIMETRES, y * _MILLIMETRES))
        found.append(words)
    return found


def places_of(side: PaperSide) -> list[Rect]:
    """Return what stands on a side, in its order: the boxes of a sheet, or those of each card."""
    if isinstance(side, ImposedSide):
        return [
            box.laid.rect.moved(place.x, place.y)
            for place, card in zip(side.grid.places, side.cards, strict=True)
            if isinstance(card, ComposedPage)
            for box in card.boxes
        ]
    return [] if side is None else [box.laid.rect for box in side.boxes]


def visits(words: Sequence[Word], places: Sequence[Rect]) -> list[int]:
    """Return in which places one is while reading; what stands in none, such as head and foot, is left out."""
    at = [
        n for word in words for n, place in enumerate(places) if place.holds(Rect(word.x, word.y, 0, 0))
    ]  # no two places lie on each other
    return [number for number, _ in groupby(at)]


def assert_read_in_order(path: Path, sides: Sequence[PaperSide], *, sorted_too: bool = True) -> list[list[Word]]:
    """See that a document is read box by box; return what was read."""
    pages = read(path)
    assert len(pages) == len(sides)
    for number, (words, side) in enumerate(zip(pages, sides, strict=True), 1):
        seen = visits(words, places_of(side))
        assert len(seen) == len(set(seen)), f"page {number} of {path.name} goes back to a box that it had left: {seen}"
        assert not sorted_too or seen == sorted(seen), f"page {number} of {path.name}"
    return pages


def full(game: str, description: SheetDescription, words: int) -> PrintableForm:
    """Return a sheet with something in each field; blank for no words."""
    if not words:
        return PrintableForm(ruleset=game, description=description)
    record = SheetFiller(words).record(replace(description, sections=BlankSheet(description).sections()))
    return PrintableForm(ruleset=game, description=description, record=record, options={"character_creation": True})


@pytest.mark.parametrize(("paper", "lengths"), [(A4, (0, 8, 100)), (LETTER, (0, 24))], ids=["a4", "letter"])
@pytest.mark.parametrize(("game", "sheet"), SHIPPED, ids=map("/".join, SHIPPED))
def test_every_sheet_is_read_box_by_box(
    game: str, sheet: str, paper: Paper, lengths: Sequence[int], tmp_path: Path
) -> None:
    description = sheets_of(game)[sheet]
    forms = [full(game, description, words) for words in lengths]
    parts: list[PrintPart] = [CardsPart(forms=forms)] if description.size else [SheetPart(form=form) for form in forms]
    job = PrintJob(title="Read", parts=parts, options=PaperOptions(paper=paper))
    write_pdf(job, tmp_path / "read.pdf")
    pages = assert_read_in_order(tmp_path / "read.pdf", sides_of(job, PrintFonts()))
    plainly = "".join(asked(str(tmp_path / "read.pdf"), "-").split())
    assert plainly == "".join(word.text for page in pages for word in page)


@pytest.mark.parametrize("game", games_with_sheets())
def test_everybody_in_brief_is_read_person_by_person(game: str, tmp_path: Path) -> None:
    sheets = [description for description in sheets_of(game).values() if not description.size]
    forms = [full(game, description, words) for words in (24, 60) for description in sheets] * 2
    job = PrintJob(title="Read", parts=[GmSummaryPart(forms=forms)])
    write_pdf(job, tmp_path / "brief.pdf")
    # Boxes in two columns, each as high as it must be: one column comes after the other.
    assert_read_in_order(tmp_path / "brief.pdf", sides_of(job, PrintFonts()), sorted_too=False)


@pytest.mark.parametrize("game", games_with_sheets())
def test_an_encounter_is_read_box_by_box(game: str, tmp_path: Path) -> None:
    table = prepared(game)
    encounter = printable_encounters(game_of(game), table)[0]
    job = PrintJob(title="Read", parts=[EncounterPart(table=table, encounter=encounter)])
    write_pdf(job, tmp_path / "encounter.pdf")
    assert_read_in_order(tmp_path / "encounter.pdf", sides_of(job, PrintFonts()), sorted_too=False)


@pytest.mark.parametrize("game", games_with_sheets())
def test_a_form_to_fill_in_is_read_likewise(game: str, tmp_path: Path) -> None:
    hero = next(iter(sheets_of(game).values()))
    job = PrintJob(title="Read", parts=[SheetPart(form=full(game, hero, 24))])
    write_fillable(job, tmp_path / "form.pdf")
    assert_read_in_order(tmp_path / "form.pdf", [page.side for page in fillable_pages(job)])


def test_what_divides_the_boxes_is_blank_and_changes_no_dot(tmp_path: Path) -> None:
    hero = sheets_of("future_imperfect")["hero"]
    job = PrintJob(title="Read", parts=[SheetPart(form=full("future_imperfect", hero, 24))])
    write_pdf(job, tmp_path / "sheet.pdf")
    raw = asked("-raw", str(tmp_path / "sheet.pdf"), "-")
    assert sorted("".join(raw.split())) == sorted("".join(asked(str(tmp_path / "sheet.pdf"), "-").split()))
    writer = PdfWriter(clone_from=tmp_path / "sheet.pdf")
    assert re.match(rb"%PDF-1\.[4-7]\n", (tmp_path / "sheet.pdf").read_bytes())
    for page in writer.pages:
        contents = page["/Contents"]
        assert isinstance(contents, ArrayObject)
        lines = contents.pop(0).get_object()
        assert isinstance(lines, StreamObject)
        first, *words, last = lines.get_data().decode().splitlines()
        assert (first, last) == ("/Artifact BMC q 3 Tr", "Q EMC"), "what comes after it is seen again"
        assert len(words) < 60
        assert all(re.fullmatch(r"/Span <</ActualText \(  \)>> BDC BT .* ET EMC", word) for word in words)
    writer.write(tmp_path / "without.pdf")
    assert picture(tmp_path / "sheet.pdf") == picture(tmp_path / "without.pdf")


def picture(path: Path) -> bytes:
    """Return how the first page looks."""
    words = ("pdftoppm", "-r", "50", "-l", "1", "-png", str(path))
    return subprocess.run(words, capture_output=True, check=True, timeout=60).stdout


# Where a page is cut ---------------------------------------------------------------------------------------


def cells(drawn: str) -> Iterator[Rect]:
    """Give the places of a drawing in which each is filled with a letter of its own, in the order of the alphabet."""
    rows = drawn.split()
    for letter in sorted({*"".join(rows)} - {"."}):
        across = [x for row in rows for x, sign in enumerate(row) if sign == letter]
        down = [y for y, row in enumerate(rows) if letter in row]
        yield Rect(min(across) + 0.1, min(down) + 0.1, max(across) - min(across) + 0.8, max(down) - min(down) + 0.8)


@pytest.mark.parametrize(
    ("drawn", "order", "whole"),
    [
        ("aab ccb", "acb", True),
        ("ab cd", "abcd", True),
        ("ac bd", "abcd", True),
        ("ba", "ba", True),
        ("aab cdb cee", "abcde", False),
        ("aad aad bcc", "adbc", True),
    ],
)
def test_boxes_keep_their_order_where_a_line_goes_through(drawn: str, order: str, whole: bool) -> None:
    places = list(cells(drawn))
    found = reading_order_of(places, Rect(0, 0, 3, 3))
    assert "".join(chr(ord("a") + at) for at in found.order) == order
    assert found.whole is whole
    assert not whole or len(found.cuts) == len(places) - 1
    for cut in found.cuts:
        line = Rect(cut.x, cut.y, 0.01, cut.length) if cut.down else Rect(cut.x, cut.y, cut.length, 0.01)
        assert not any(line.overlaps(place, 0.0) for place in places)
