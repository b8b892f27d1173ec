"""The painting of a page: every word once and in its place, every filled mark."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from engine.core.game_options import complete_options
from engine.kit.conformance.sheet_filling import SheetFiller
from engine.model.frozen import replace
from engine.rulesets.loader import game_of
from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.editing.list_fill import fill_from_list
from engine.sheets.editing.record_changes import applied, change_at
from engine.sheets.layout.page_geometry import A4, Rect
from engine.sheets.model.character_record import Record, blank_record
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import SheetDescription
from engine.sheets.printing.composed_pages import ComposedField, ComposedPage
from engine.sheets.printing.imposition import ImposedSide
from engine.sheets.printing.text_fitting import TextRun
from tests.engine.sheets.paper_kit import short_record, trial
from tests.vtt.painted import Line, lines_of
from vtt.shared.print_style.print_fonts import PrintFonts
from vtt.sheets.pdf_forms.fillable_pdf import fillable_pages
from vtt.sheets.print.page_painting import PagePainter
from vtt.sheets.print.print_device import image_of_side, paint_side
from vtt.sheets.print.print_job import (
    CardsPart,
    PaperOptions,
    PaperSide,
    PrintableForm,
    PrintJob,
    SheetPart,
    part_sides,
    sides_of,
)

pytestmark = pytest.mark.usefixtures("qapp")
DOTS = 254
"""Ten dots to a millimetre."""
SHIPPED = [(game, sheet) for game in games_with_sheets() for sheet in sheets_of(game).values()]
IDS = [f"{game}-{sheet.id}" for game, sheet in SHIPPED]
Placed = tuple[str, float, float]


def form_of(description: SheetDescription, record: Record | None = None, game: str = "trial") -> PrintableForm:
    return PrintableForm(ruleset=game, description=description, record=record, options={} if record else None)


def job_of(*forms: PrintableForm, saving: bool = False) -> PrintJob:
    parts = [CardsPart(forms=[form]) if form.description.size else SheetPart(form=form) for form in forms]
    return PrintJob(title="Trial", parts=parts, options=PaperOptions(saving=saving))


def painted(side: PaperSide, options: PaperOptions) -> list[Line]:
    """Return the lines that are painted on a side of paper, in millimetres."""
    paper = options.paper

    def paint(painter: QPainter) -> None:
        paint_side(PagePainter(painter, DOTS, PrintFonts(), grey=options.grey, saving=options.saving), side, paper)

    lines = lines_of(paint, QRectF(0, 0, paper.width * 10, paper.height * 10))
    return [line._replace(x=line.x / 10, y=line.y / 10) for line in lines]


def runs_of(cell: ComposedField) -> Iterator[TextRun]:
    """Give the words of a field and of all its parts."""
    yield from (*cell.words, *cell.runs)
    for part in cell.parts:
        yield from runs_of(part)


def words_of(page: ComposedPage) -> list[TextRun]:
    """Return all words of a page."""
    inside = [run for box in page.boxes for run in (*box.words, *box.marks)]
    inside += [run for box in page.boxes for cell in box.cells for run in runs_of(cell)]
    return [*page.head, *inside, *page.foot, *([page.legend] if page.legend is not None else [])]


def written(page: ComposedPage, left: float = 0.0, top: float = 0.0) -> list[Placed]:
    """Return what a page ought to have written on it, where."""
    return sorted(
        (run.text.strip(), round(left + run.x, 1), round(top + run.y, 1)) for run in words_of(page) if run.text.strip()
    )


def same(lines: Sequence[Line], wanted: Sequence[Placed]) -> None:
    """Check that exactly these lines are there, each once and within half a millimetre of its place."""
    assert sorted(line.text for line in lines) == sorted(text for text, *_ in wanted)
    left = list(lines)
    for text, x, y in wanted:
        near = [line for line in left if line.text == text and math.hypot(line.x - x, line.y - y) < 0.5]
        assert near, f"“{text}” does not stand at {x}, {y}: {[line for line in left if line.text == text]}"
        left.remove(near[0])


def pages_on(side: PaperSide) -> list[tuple[ComposedPage, float, float]]:
    """Return the pages on a side of paper, and how far each is from its corner."""
    if isinstance(side, ImposedSide):
        there = zip(side.grid.places, side.cards, strict=True)
        return [(card, place.x, place.y) for place, card in there if isinstance(card, ComposedPage)]
    return [(side, 0.0, 0.0)] if side is not None else []


@pytest.mark.parametrize("filled", [True, False], ids=["filled", "blank"])
@pytest.mark.parametrize(("game", "description"), [("trial", trial()), *SHIPPED], ids=["trial", *IDS])
def test_every_word_of_a_page_is_painted_once_and_in_its_place(
    game: str, description: SheetDescription, filled: bool
) -> None:
    form = form_of(description, SheetFiller(30).record(description) if filled else None, game)
    for saving in (False, True):
        job = job_of(form, saving=saving)
        sides = sides_of(job, PrintFonts())
        assert any(words_of(page) for side in sides for page, *_ in pages_on(side))
        for side in sides:
            wanted = [placed for page, left, top in pages_on(side) for placed in written(page, left, top)]
            same(painted(side, job.options), wanted)


@pytest.mark.parametrize(("game", "description"), [("trial", trial()), *SHIPPED], ids=["trial", *IDS])
def test_the_background_of_a_form_has_all_but_the_values(game: str, description: SheetDescription) -> None:
    """Fillable values must not be painted too, or they are read twice, one over the other."""
    filler = SheetFiller(30)
    job = job_of(form_of(description, filler.record(description), game))
    for page in fillable_pages(job):
        wanted = [placed for side, left, top in pages_on(page.side) for placed in written(side, left, top)]
        lines = painted(page.side, job.options)
        same(lines, wanted)
        said = {word for line in lines for word in line.text.split()}
        assert not said & set(filler.written)


def cells_of(page: ComposedPage) -> dict[str, ComposedField]:
    """Return every field of a page and its parts, by their paths."""

    def walk(cell: ComposedField) -> Iterator[ComposedField]:
        yield cell
        for part in cell.parts:
            yield from walk(part)

    return {cell.laid.path: cell for box in page.boxes for top in box.cells for cell in walk(top)}


def in_place(lines: Sequence[Line], rect: Rect) -> list[str]:
    """Return the lines that begin in a place."""
    inside = (line for line in lines if rect.x - 0.2 <= line.x <= rect.right and rect.y <= line.y <= rect.bottom + 0.2)
    return [line.text for line in inside]


VALUES: Mapping[str, list[str]] = {
    "name": ["Aurelia Nachtigall"],
    "player": ["Tom"],
    "people": ["Marsh folk"],
    "strength": ["14"],
    "stamina": ["3"],
    "health": ["44"],
    "balance": ["−1.25 kg"],
    "damage": ["−1d4"],
    "reflex": ["3d8"],
    "chips.white": ["3"],
    "chips.red": ["1"],
    "chips.blue": ["12"],
    "skills[0].skill": ["Rowing"],
    "skills[0].total": ["40"],
    "skills[1].skill": ["Lying"],
    "skills[1].total": ["80"],
    "gear[0].item": ["Crossbow"],
    "gear[0].dice": ["2d8"],
    "gear[0].notes": ["from the miller"],
}
"""The values in the fields of the trial sheet; for a table, those that show that its first row is the first."""
MARKED: Mapping[str, tuple[int, ...]] = {
    "side": (1,),
    "veteran": (0,),
    "haunted": (),
    "rank": (0, 1, 2),
    "luck": (0, 1, 2, 3, 4),
    "seals": (0, 1),
    "skills[0].grade": (0, 1),
    "skills[0].used": (0,),
    "skills[1].grade": (0, 1, 2, 3),
    "skills[1].used": (),
    "gear[0].shots": (0, 1, 2, 3),
}
"""Which marks of the fields of the trial sheet are filled."""


def trial_pages() -> tuple[PrintJob, list[ComposedPage]]:
    """Return the trial sheet of a character, composed."""
    job = job_of(form_of(trial(), short_record()))
    return job, [side for side in sides_of(job, PrintFonts()) if isinstance(side, ComposedPage)]


def test_each_value_of_a_record_is_painted_in_its_field() -> None:
    job, pages = trial_pages()
    found: dict[str, list[str]] = {}
    for page in pages:
        lines = painted(page, job.options)
        found |= {path: in_place(lines, cell.laid.value_rect) for path, cell in cells_of(page).items()}
    assert {path: found.get(path) for path in VALUES} == VALUES


def test_pages_count_from_one_at_their_foot() -> None:
    job, pages = trial_pages()
    feet = [[line.text for line in painted(page, job.options) if line.text.startswith("page ")] for page in pages]
    assert feet == [["page 1 of 2"], ["page 2 of 2"]]


@pytest.mark.parametrize("saving", [False, True])
def test_as_many_marks_are_filled_as_the_record_says_from_the_left(saving: bool) -> None:
    _, pages = trial_pages()
    blank = job_of(form_of(trial()), saving=saving)
    options = blank.options
    letters = PrintFonts()

    def picture(side: PaperSide) -> QImage:
        return image_of_side(side, options, DOTS, letters, {})

    def inked(one: QImage, other: QImage, mark: Rect) -> bool:
        x, y = (round(at * 10) for at in mark.middle)
        return abs(one.pixelColor(x, y).lightness() - other.pixelColor(x, y).lightness()) > 60

    found: dict[str, tuple[int, ...]] = {}
    for page in pages:
        empty = replace(page, boxes=tuple(replace(box, cells=tuple(map(_unmarked, box.cells))) for box in page.boxes))
        full, none = picture(page), picture(empty)
        for path, cell in cells_of(page).items():
            found[path] = tuple(at for at, mark in enumerate(cell.laid.marks) if inked(full, none, mark))
    assert {path: found.get(path) for path in MARKED} == MARKED


def _unmarked(cell: ComposedField) -> ComposedField:
    return replace(cell, ticked=0, chosen=None, parts=tuple(map(_unmarked, cell.parts)))


def test_cards_are_in_order_with_their_own_text() -> None:
    description = next(sheet for _, sheet in SHIPPED if sheet.size)
    game = next(game for game, sheet in SHIPPED if sheet is description)
    fillers = [SheetFiller(8) for _ in range(11)]
    # Each begins to count where the one before has ended, so that no two have a word in common.
    forms = []
    for number, filler in enumerate(fillers):
        filler.text(100 * number)
        filler.written.clear()
        forms.append(form_of(description, filler.record(description), game))
    job = PrintJob(title="Trial", parts=[CardsPart(forms=forms)])
    sides = [side for side in sides_of(job, PrintFonts()) if isinstance(side, ImposedSide)]
    fronts = [side for side in sides if any(isinstance(card, ComposedPage) and card.boxes for card in side.cards)]
    left = list(fillers)
    for side in fronts:
        lines = painted(side, job.options)
        for place, card in zip(side.grid.places, side.cards, strict=True):
            said = {word for text in in_place(lines, place) for word in text.split()}
            if isinstance(card, ComposedPage) and card.boxes and left:
                own = set(left[0].written)
                assert said & own, "its first words stand on it"
                others = {word for filler in fillers if filler is not left[0] for word in filler.written}
                assert not said & others
                left.pop(0)
    assert not left


@pytest.mark.parametrize(
    ("game", "picked"),
    [
        ("imaginality", {"weapon": "Crossbow, heavy"}),
        (
            "future_imperfect",
            {
                "race": "Ursoid",
                "weapons[0].name": "Laser pistol",
                "armour[0].name": "Flak vest",
                "gear[0].name": "Rifle",
                "explosives[0].name": "Plasma grenade",
                "mount": "Riding horse",
                "aptitudes[0].name": "dodge",
            },
        ),
        ("card_the_drawing", {"archetype": "Shadow", "deck[0].card": "Punch"}),
        (
            "classic_fantasy",
            {
                "weapons[0].name": "Halberd",
                "armour[0].item": "Mail suit",
                "spells[0].name": "Regenerate",
                "abilities[0].name": "Turn undead",
                "professional[0].name": "Track",
            },
        ),
    ],
)
def test_what_a_name_from_a_list_fills_in_is_on_paper(game: str, picked: dict[str, str]) -> None:
    lists = game_of(game).ruleset.new_table((), complete_options(game_of(game).ruleset.options, {})).lists
    sheet = FilledSheet(sheets_of(game)["hero"], blank_record(), {}, lists, {}, game)
    wanted = set(picked.values())
    for path, name in picked.items():
        fill = fill_from_list(sheet, path, name)
        changes = fill.changes if fill is not None else (change_at(sheet.description, sheet.record, path, name),)
        sheet = sheet.with_record(applied(sheet.description, sheet.record, changes))
        wanted |= {sheet.shown(change.path) for change in changes if change.after and change.after is not True}
    form = PrintableForm(ruleset=game, description=sheet.description, record=sheet.record, options={}, lists=lists)
    sides = part_sides(SheetPart(form=form), A4, PrintFonts())
    words = " ".join(run.text for side in sides if isinstance(side, ComposedPage) for run in words_of(side))
    assert not [value for value in wanted if value not in words]
