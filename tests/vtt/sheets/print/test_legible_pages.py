"""Printed pages that people can read and write on: no small print, and room for a pen, on every sheet of every game."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import get_args

import pikepdf
import pytest

from engine.kit.conformance.sheet_filling import SheetFiller, cells_of, runs_of
from engine.rulesets.loader import game_of
from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.layout.page_geometry import A4, LETTER, Paper
from engine.sheets.model.character_record import Record
from engine.sheets.model.field_paths import parse_path
from engine.sheets.model.sheet_description import (
    ChoiceField,
    DiceField,
    EntriesField,
    FigureField,
    LongTextField,
    NumberField,
    RowsField,
    SheetDescription,
    TextField,
)
from engine.sheets.printing.composed_pages import ComposedField, ComposedPage
from engine.sheets.printing.printed_texts import PrintedText
from engine.sheets.printing.sheet_printing import card_sides
from engine.sheets.printing.text_fitting import TextRun
from tests.engine.sheets.paper_kit import trial
from tests.vtt.sheets.print.test_encounter_paper import encounter_of, prepared
from vtt.shared.print_style.print_fonts import PrintFonts
from vtt.sheets.pdf_forms.fillable_pdf import fillable_pages, write_fillable
from vtt.sheets.pdf_forms.pdf_form_fields import PdfFormFieldKind
from vtt.sheets.print.millimetre_painter import MillimetrePainter
from vtt.sheets.print.pdf_writer import write_pdf
from vtt.sheets.print.print_device import image_of_side
from vtt.sheets.print.print_job import (
    CardFacesPart,
    CardsPart,
    EncounterPart,
    GmSummaryPart,
    HalfPagesPart,
    HandoutPart,
    NotesPart,
    PaperOptions,
    PrintableForm,
    PrinterCheckPart,
    PrintJob,
    PrintPart,
    ReferenceSheetPart,
    SheetPart,
    part_sides,
    sides_of,
)
from vtt.sheets.print_room.printable_items import items_of_game

pytestmark = pytest.mark.usefixtures("qapp")
LEAST_TEXT = 6.5
"""In points."""
LEAST_LINE = 6.0
"""From one writing line to the next, in millimetres."""
LEAST_BOX = 8.0
"""The width of a box to write in, in millimetres."""
EDGES = 1.6
"""What the form field of a cell leaves free of it, on both sides together."""
FORMS = [
    ("trial", trial()),
    *(
        (game, sheet)
        for game in games_with_sheets()
        for sheet in sheets_of(game).values()
        if sheet.size is None  # cards have a test of their own
    ),
]
IDS = [f"{game}-{sheet.id}" for game, sheet in FORMS]
BOTH = pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
EVERY = pytest.mark.parametrize(("game", "sheet"), FORMS, ids=IDS)


def form_of(game: str, sheet: SheetDescription, words: int) -> PrintableForm:
    """Return a blank form, or one that is filled with texts of so many words."""
    if not words:
        return PrintableForm(ruleset=game, description=sheet)
    record = SheetFiller(words).record(sheet)
    return PrintableForm(ruleset=game, description=sheet, record=record, options={"character_creation": True})


_known: dict[tuple[str, str, int, Paper], list[ComposedPage]] = {}


def pages_of(game: str, sheet: SheetDescription, words: int, paper: Paper) -> list[ComposedPage]:
    """The pages of a form; several tests look at the same pages, which are composed once."""
    key = (game, sheet.id, words, paper)
    if key not in _known:
        sides = part_sides(SheetPart(form=form_of(game, sheet, words)), paper, PrintFonts())
        _known[key] = [side for side in sides if isinstance(side, ComposedPage)]
    return _known[key]


def too_narrow(cell: ComposedField) -> Iterator[str]:
    """Yield what is wrong with a place to write in."""
    laid, field = cell.laid, cell.laid.field
    place, in_table = laid.value_rect, parse_path(laid.path).row is not None
    least_height = LEAST_LINE - 0.01
    match field:
        case RowsField() if laid.parts:
            height = laid.parts[0].rect.h
            if height < least_height:
                yield f"rows of {height:.1f} mm"
        case LongTextField() | EntriesField():
            height = place.h / max(1, laid.lines)
            if height < least_height:
                yield f"lines of {height:.1f} mm"
        case TextField() if not in_table:
            if place.h < least_height:
                yield f"line of {place.h:.1f} mm"
        case ChoiceField() if not in_table and not laid.marks:
            if place.h < least_height:
                yield f"line of {place.h:.1f} mm"
        case NumberField() | DiceField() if not in_table:
            if place.h < least_height:
                yield f"box {place.h:.1f} mm high"
        case _:
            pass
    if isinstance(field, NumberField | DiceField | TextField) and not laid.marks:
        width = laid.rect.w if in_table else place.w
        if width < LEAST_BOX - 0.01:
            yield f"box {width:.1f} mm wide"


def bad_places(pages: Sequence[ComposedPage]) -> list[str]:
    return [
        f"page {number}, {cell.laid.path}: {wrong}"
        for number, page in enumerate(pages, 1)
        for _, cell in cells_of(page)
        for wrong in too_narrow(cell)
    ]


def small_print(runs: Iterable[TextRun]) -> list[tuple[float, str]]:
    return sorted({(run.size, run.text) for run in runs if run.size < LEAST_TEXT - 0.001})


@BOTH
@EVERY
def test_a_blank_has_room_for_a_pen(game: str, sheet: SheetDescription, paper: Paper) -> None:
    pages = pages_of(game, sheet, 0, paper)
    assert bad_places(pages) == []
    assert [page.continued for page in pages] == [False] * len(sheet.pages)
    cut = [run.text for page in pages for _, cell in cells_of(page) for run in cell.words if "…" in run.text]
    assert cut == []


@pytest.mark.parametrize(("game", "sheet"), FORMS[1:], ids=IDS[1:])
def test_each_abbreviation_of_a_table_has_its_legend_on_the_page(game: str, sheet: SheetDescription) -> None:
    fields = {section.key: section.fields for section in sheet.sections}
    for page in sheet.pages:
        printed = [field for box in page.boxes for field in fields[box.section]]
        legends = " ".join(field.legend for field in printed)
        labels = [column.label for field in printed if isinstance(field, RowsField) for column in field.columns]
        short = {word for label in labels for word in label.split() if re.fullmatch("[A-Z]{1,4}|d20", word)}
        assert {word for word in short if not re.search(rf"\b{word}[: ]", legends)} == set()


@BOTH
@EVERY
def test_a_form_has_room_in_each_field(game: str, sheet: SheetDescription, paper: Paper) -> None:
    for words in (0, 10):
        form = form_of(game, sheet, words)
        job = PrintJob(title="T", parts=[SheetPart(form=form)], options=PaperOptions(paper=paper))
        fields = [field for page in fillable_pages(job) for filled in page.forms for field in filled.fields]
        written = [field for field in fields if field.kind in (PdfFormFieldKind.LINE, PdfFormFieldKind.PICK)]
        narrow = [
            (field.name, rect)
            for field in written
            for rect in field.rects
            if rect.w + (EDGES if "[" in field.name else 0.0) < LEAST_BOX - 0.01
        ]
        assert narrow == []


@BOTH
@EVERY
def test_a_value_that_changes_at_the_table_keeps_its_room(game: str, sheet: SheetDescription, paper: Paper) -> None:
    for words in (10, 240):
        for page in pages_of(game, sheet, words, paper):
            for box in page.boxes:
                for cell in box.cells:
                    parts = cell.parts if isinstance(cell.laid.field, FigureField) else (cell,)
                    if cell.laid.field.bind.startswith("track:") or isinstance(cell.laid.field, FigureField):
                        wrong = [f"{part.laid.path}: {found}" for part in parts for found in too_narrow(part)]
                        assert wrong == []


@BOTH
@EVERY
def test_no_text_is_small_print(
    game: str, sheet: SheetDescription, paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[TextRun] = []
    monkeypatch.setattr(MillimetrePainter, "text", lambda _, runs: painted.extend(runs))
    fonts = PrintFonts()
    for words, saving in ((0, True), (10, False)):
        for page in pages_of(game, sheet, words, paper):
            image_of_side(page, PaperOptions(paper=paper, saving=saving), 10.0, fonts, {})
    assert len(painted) > 30
    painted += (run for page in pages_of(game, sheet, 240, paper) for run in runs_of(page))
    assert small_print(painted) == []


@BOTH
@pytest.mark.parametrize(("game", "sheet"), [each for each in FORMS if each[1].half_page])
def test_half_pages_are_as_legible_and_lose_nothing(game: str, sheet: SheetDescription, paper: Paper) -> None:
    """Two side by side: blanks to write on, and filled ones whose long texts continue on whole pages."""
    fonts = PrintFonts()
    for words in (0, 10, 240):
        filler = SheetFiller(words)
        records = [filler.record(sheet) if words else None for n in range(3)]
        sheets = [
            SheetPart(form=PrintableForm(ruleset=game, description=sheet, record=each, options={} if each else None))
            for each in records
        ]
        sides = part_sides(HalfPagesPart(sheets=sheets), paper, fonts)
        pages = [side for side in sides if isinstance(side, ComposedPage)]
        runs = [run for page in pages for run in runs_of(page)]
        assert small_print(runs) == []
        for page in pages:
            assert all(paper.space.holds(box.laid.rect) for box in page.boxes)
            places = [box.laid.rect for box in page.boxes]
            assert not any(one.overlaps(other) for at, one in enumerate(places) for other in places[:at])
        if not words:
            assert (len(pages), bad_places(pages)) == (2, [])
            assert [run.text for run in runs if "…" in run.text] == []
        else:
            there = set(" ".join(run.text for run in runs).split())
            assert [word for word in filler.written if word not in there] == []
            if words > 100:
                assert len(pages) > 2
                name = records[1].name.split()[0] if records[1] is not None else ""
                heads = [run.text for page in pages[2:] for box in page.boxes for run in box.words]
                assert any(text.startswith(name) for text in heads), "whose text it is"


def parts_of_every_kind(game: str) -> list[PrintPart]:
    """Return a part of each kind that a job can have, with long names, long texts and foes of one kind."""
    table, items = prepared(game), items_of_game(game)
    name = "Wilhelmina of the Seven Northern Valleys"
    sheets = [sheet for sheet in sheets_of(game).values() if sheet.size is None]
    forms = [form_of(game, sheet, 10) for sheet in sheets]
    halves = [SheetPart(form=form) for form in forms if form.description.half_page][:1]
    cards = next((form for deck in items.decks for form in deck.forms), forms[0])
    faces = tuple(face for deck in items.decks for face in deck.faces)[:9]
    text = PrintedText(title=name, text="word " * 2000, note=name, picture="map", ratio=0.6)
    assert items.reference is not None
    return [
        PrinterCheckPart(),
        SheetPart(form=forms[0]),
        HalfPagesPart(sheets=halves),
        GmSummaryPart(forms=forms * 3),
        EncounterPart(table=table, encounter=encounter_of(game_of(game), table)),
        HandoutPart(ruleset=game, handout=text),
        NotesPart(ruleset=game, notes=(text, text)),
        CardsPart(forms=[cards] if cards.description.size else [], plain_backs=True),
        CardFacesPart(ruleset=game, faces=faces, plain_backs=True),
        ReferenceSheetPart(ruleset=game, reference=items.reference),
    ]


@BOTH
def test_the_trait_of_an_aptitude_is_one_word(paper: Paper) -> None:
    """The table of Aptitudes is one of a fight, and its Traits are always the same four."""
    traits = ("Reflex", "Dexterity", "Strength", "Vigor")
    record = Record(name="Vesper", sheet={"aptitudes": tuple({"name": "guts", "trait": trait} for trait in traits)})
    form = PrintableForm(
        ruleset="future_imperfect", description=sheets_of("future_imperfect")["hero"], record=record, options={}
    )
    (page, *_) = part_sides(SheetPart(form=form), paper, PrintFonts())
    assert isinstance(page, ComposedPage)
    cells = {cell.laid.path: cell for _, cell in cells_of(page)}
    parts = {part.laid.path: part for part in cells["aptitudes"].parts}
    assert [[run.text for run in parts[f"aptitudes[{row}].trait"].runs] for row in range(4)] == [[t] for t in traits]


@BOTH
@pytest.mark.parametrize("game", games_with_sheets())
def test_a_job_of_every_kind_of_page_is_legible(game: str, paper: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that is painted, heads and feet too; and in each box to write in there is room for a pen."""
    painted: list[TextRun] = []
    monkeypatch.setattr(MillimetrePainter, "text", lambda _, runs: painted.extend(runs))
    parts, fonts = parts_of_every_kind(game), PrintFonts()
    assert {type(part) for part in parts} == set(get_args(PrintPart)), "a new kind of page is looked at too"
    sides = sides_of(PrintJob(title="Tonight", parts=parts, options=PaperOptions(paper=paper)), fonts)
    for side in sides:
        image_of_side(side, PaperOptions(paper=paper), 10.0, fonts, {})
    assert len(painted) > 300
    assert small_print(painted) == []
    for part in parts:
        if isinstance(part, GmSummaryPart | EncounterPart):
            pages = [side for side in part_sides(part, paper, fonts) if isinstance(side, ComposedPage)]
            boxes = [cell.laid for page in pages for _, cell in cells_of(page) if cell.laid.path == "now"]
            assert boxes
            assert [box for box in boxes if box.value_rect.w < LEAST_BOX or box.value_rect.h < LEAST_LINE] == []


def test_a_job_of_every_kind_of_page_is_a_sound_file(tmp_path: Path) -> None:
    """What `qpdf --check` and `pdffonts` look for, on paper and to fill in."""
    job = PrintJob(title="Tonight", parts=parts_of_every_kind("card_the_drawing"))
    for name, write in (("paper.pdf", write_pdf), ("form.pdf", write_fillable)):
        write(job, tmp_path / name)
        with pikepdf.open(tmp_path / name) as pdf:
            assert pdf.check_pdf_syntax() == []
        fonts = subprocess.run(["pdffonts", tmp_path / name], capture_output=True, check=True, timeout=60)
        lines = fonts.stdout.decode().splitlines()[2:]
        assert len(lines) > 2
        assert [line for line in lines if line.split()[-5] != "yes"] == [], "every font is in the file"


@pytest.mark.parametrize("sheet", [sheet for sheet in sheets_of("card_the_drawing").values() if sheet.size is not None])
def test_a_card_has_no_small_print_either(sheet: SheetDescription) -> None:
    for words in (0, 6, 60):
        sides = card_sides(form_of("card_the_drawing", sheet, words).source(), PrintFonts())
        assert small_print([run for side in sides for run in runs_of(side)]) == []
        if not words:
            assert (len(sides), bad_places(sides)) == (1, []), "a blank card is written on"


@pytest.mark.parametrize("game", games_with_sheets())
def test_every_game_has_a_reference_of_two_pages_at_most(game: str) -> None:
    reference = items_of_game(game).reference
    assert reference is not None
    for paper in (A4, LETTER):
        sides = part_sides(ReferenceSheetPart(ruleset=game, reference=reference), paper, PrintFonts())
        pages = [side for side in sides if isinstance(side, ComposedPage)]
        assert 1 <= len(pages) <= 2
        assert small_print([run for page in pages for run in runs_of(page)]) == []
        assert all(box.laid.rect.bottom <= paper.space.bottom + 0.01 for page in pages for box in page.boxes)
        if len(pages) > 1:  # no other break makes the higher column of the last page lower
            places = [box.laid.rect for box in pages[-1].boxes]
            assert places == sorted(places, key=lambda place: (place.x, place.y))
            high = [place.h + 4.0 for place in places]
            lowest = min(max(sum(high[:cut]), sum(high[cut:])) for cut in range(len(high) + 1))
            assert max(place.bottom for place in places) <= paper.space.y + lowest - 4.0 + 0.01
