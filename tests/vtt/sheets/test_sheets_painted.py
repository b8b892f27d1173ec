"""What is painted on paper is what the page holds: every word once and in its place, every mark that is filled."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from engine.sheets.composed import SetCell, SetPage
from engine.sheets.description import SheetDescription
from engine.sheets.games import games_with_sheets
from engine.sheets.geometry import Rect
from engine.sheets.imposing import Imposed
from engine.sheets.record import Record
from engine.sheets.shelf import sheets_of
from engine.sheets.typeset import Run
from engine.table.frozen import replace
from tests.engine.sheets.paper_kit import Filler, short_record, trial
from tests.vtt.painted import Line, lines_of
from vtt.sheets.fillable import filled_pages
from vtt.sheets.job import Cards, Form, PaperOptions, PrintJob, Side, WholeSheet, sides_of
from vtt.sheets.letters import Letters
from vtt.sheets.page import PagePainter
from vtt.sheets.pdf import paint_side, picture_of
from vtt.widgets.fonts import load_fonts

pytestmark = pytest.mark.usefixtures("qapp")
DOTS = 254
"""Ten dots to a millimetre."""
SHIPPED = [(game, sheet) for game in games_with_sheets() for sheet in sheets_of(game).values()]
IDS = [f"{game}-{sheet.id}" for game, sheet in SHIPPED]
Placed = tuple[str, float, float]


@pytest.fixture(autouse=True)
def _fonts(qapp: object) -> None:
    load_fonts()


def form_of(description: SheetDescription, record: Record | None = None, game: str = "trial") -> Form:
    return Form(ruleset=game, description=description, record=record, options={} if record else None)


def job_of(*forms: Form, saving: bool = False) -> PrintJob:
    parts = [Cards(forms=[form]) if form.description.size else WholeSheet(form=form) for form in forms]
    return PrintJob(title="Trial", parts=parts, options=PaperOptions(saving=saving))


def painted(side: Side, options: PaperOptions) -> list[Line]:
    """Return the lines that are painted on a side of paper, in millimetres."""
    paper = options.paper

    def paint(painter: QPainter) -> None:
        paint_side(PagePainter(painter, DOTS, Letters(), grey=options.grey, saving=options.saving), side, paper)

    lines = lines_of(paint, QRectF(0, 0, paper.width * 10, paper.height * 10))
    return [Line(line.text, line.x / 10, line.y / 10) for line in lines]


def runs_of(cell: SetCell) -> Iterator[Run]:
    """Give the words of a field and of all its parts."""
    yield from (*cell.words, *cell.runs)
    for part in cell.parts:
        yield from runs_of(part)


def words_of(page: SetPage) -> list[Run]:
    """Return all words of a page."""
    inside = [run for box in page.boxes for run in (*box.words, *box.marks)]
    inside += [run for box in page.boxes for cell in box.cells for run in runs_of(cell)]
    return [*page.head, *inside, *page.foot, *([page.legend] if page.legend is not None else [])]


def written(page: SetPage, left: float = 0.0, top: float = 0.0) -> list[Placed]:
    """Return what a page ought to have written on it, where."""
    return sorted(
        (run.text.strip(), round(left + run.x, 1), round(top + run.y, 1)) for run in words_of(page) if run.text.strip()
    )


def same(lines: Sequence[Line], wanted: Sequence[Placed]) -> None:
    """See that these lines stand there, each once and within half a millimetre of its place, and no others."""
    assert sorted(line.text for line in lines) == sorted(text for text, *_ in wanted)
    left = list(lines)
    for text, x, y in wanted:
        near = [line for line in left if line.text == text and math.hypot(line.x - x, line.y - y) < 0.5]
        assert near, f"“{text}” does not stand at {x}, {y}: {[line for line in left if line.text == text]}"
        left.remove(near[0])


def pages_on(side: Side) -> list[tuple[SetPage, float, float]]:
    """Return the pages on a side of paper, and how far each is from its corner."""
    if isinstance(side, Imposed):
        there = zip(side.grid.places, side.cards, strict=True)
        return [(card, place.x, place.y) for place, card in there if isinstance(card, SetPage)]
    return [(side, 0.0, 0.0)] if side is not None else []


@pytest.mark.parametrize("filled", [True, False], ids=["filled", "blank"])
@pytest.mark.parametrize(("game", "description"), [("trial", trial()), *SHIPPED], ids=["trial", *IDS])
def test_every_word_of_a_page_is_painted_once_and_in_its_place(
    game: str, description: SheetDescription, filled: bool
) -> None:
    form = form_of(description, Filler(30).record(description) if filled else None, game)
    for saving in (False, True):
        job = job_of(form, saving=saving)
        sides = sides_of(job, Letters())
        assert any(words_of(page) for side in sides for page, *_ in pages_on(side))
        for side in sides:
            wanted = [placed for page, left, top in pages_on(side) for placed in written(page, left, top)]
            same(painted(side, job.options), wanted)


@pytest.mark.parametrize(("game", "description"), [("trial", trial()), *SHIPPED], ids=["trial", *IDS])
def test_below_the_fields_of_a_form_stands_all_but_the_values(game: str, description: SheetDescription) -> None:
    """What can be filled in must not be painted too, else it is read twice, one over the other."""
    filler = Filler(30)
    job = job_of(form_of(description, filler.record(description), game))
    for page in filled_pages(job):
        wanted = [placed for side, left, top in pages_on(page.side) for placed in written(side, left, top)]
        lines = painted(page.side, job.options)
        same(lines, wanted)
        said = {word for line in lines for word in line.text.split()}
        assert not said & set(filler.written)


def cells_of(page: SetPage) -> dict[str, SetCell]:
    """Return every field and part of one on a page, by where it stands in the record."""

    def walk(cell: SetCell) -> Iterator[SetCell]:
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
"""What stands in the fields of the trial sheet; of a table, that its first row is the first."""
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


def trial_pages() -> tuple[PrintJob, list[SetPage]]:
    """Return the trial sheet of somebody, made up."""
    job = job_of(form_of(trial(), short_record()))
    return job, [side for side in sides_of(job, Letters()) if isinstance(side, SetPage)]


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
    letters = Letters()

    def picture(side: Side) -> QImage:
        return picture_of(side, options, DOTS, letters, {})

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


def _unmarked(cell: SetCell) -> SetCell:
    return replace(cell, ticked=0, chosen=None, parts=tuple(map(_unmarked, cell.parts)))


def test_the_first_card_lies_in_the_first_place_and_each_holds_its_own_words() -> None:
    description = next(sheet for _, sheet in SHIPPED if sheet.size)
    game = next(game for game, sheet in SHIPPED if sheet is description)
    fillers = [Filler(8) for _ in range(11)]
    # Each begins to count where the one before has ended, so that no two have a word in common.
    forms = []
    for number, filler in enumerate(fillers):
        filler.text(100 * number)
        filler.written.clear()
        forms.append(form_of(description, filler.record(description), game))
    job = PrintJob(title="Trial", parts=[Cards(forms=forms)])
    sides = [side for side in sides_of(job, Letters()) if isinstance(side, Imposed)]
    fronts = [side for side in sides if any(isinstance(card, SetPage) and card.boxes for card in side.cards)]
    left = list(fillers)
    for side in fronts:
        lines = painted(side, job.options)
        for place, card in zip(side.grid.places, side.cards, strict=True):
            said = {word for text in in_place(lines, place) for word in text.split()}
            if isinstance(card, SetPage) and card.boxes and left:
                own = set(left[0].written)
                assert said & own, "its first words stand on it"
                others = {word for filler in fillers if filler is not left[0] for word in filler.written}
                assert not said & others
                left.pop(0)
    assert not left
