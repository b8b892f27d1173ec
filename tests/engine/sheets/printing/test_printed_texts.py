"""Handouts and notes on paper: no letter lost or off the paper, and the square has its size on any paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.conformance.sheet_filling import FixedWidthMeasure
from engine.sheets.layout.page_geometry import A4, LETTER, Paper, Rect
from engine.sheets.model.sheet_description import SheetLook
from engine.sheets.printing.composed_pages import ComposedPage
from engine.sheets.printing.printed_texts import PrintedText, handout_pages, note_pages
from engine.sheets.printing.printer_check import SIDE, printer_check_page
from tests.properties import examples

TYPE = FixedWidthMeasure()
LETTERS = st.text(st.sampled_from("aeinrst \n#*-`_"), max_size=3000)


def letters_on(pages: tuple[ComposedPage, ...], paper: Paper) -> str:
    """Return the letters in the boxes of pages, after a look whether all of them are inside their box."""
    letters = []
    for page in pages:
        for box in page.boxes:
            assert paper.space.holds(box.laid.rect)
            for run in box.words:
                room = Rect(run.x, run.y - 1.0, TYPE.width(run.text, run.face, run.size), 1.0)
                assert box.laid.rect.holds(room), (run.text, box.laid.rect)
                letters.append(run.text)
            for cell in box.cells:
                assert box.laid.rect.holds(cell.laid.value_rect)
    return "".join("".join(letters).split())


@examples(40)
@given(
    text=LETTERS,
    word=st.integers(0, 4000),
    ratio=st.sampled_from([0.001, 0.4, 1.0, 3.0, 1000.0]),
    paper=st.sampled_from([A4, LETTER]),
)
def test_a_handout_is_whole_with_its_picture(text: str, word: int, ratio: float, paper: Paper) -> None:
    handout = PrintedText(title="T" * 80, text=text + "x" * word, picture="map", ratio=ratio)
    pages = handout_pages(handout, paper, TYPE, game="Game", look=SheetLook())
    assert letters_on(pages, paper) == "".join((text + "x" * word).split())
    assert [cell.picture for page in pages for box in page.boxes for cell in box.cells] == ["map"]


@examples(40)
@given(texts=st.lists(LETTERS, max_size=4), ratio=st.sampled_from([0.001, 1.0, 1000.0]))
def test_notes_keep_every_word(texts: list[str], ratio: float) -> None:
    notes = [PrintedText(title="", text=text, picture="p", ratio=ratio) for text in texts]
    pages = note_pages(notes, A4, TYPE, game="Game", look=SheetLook())
    kept = letters_on(pages, A4)
    for letter in "aeinrst":
        assert kept.count(letter) >= sum(text.count(letter) for text in texts)


def test_marks_of_a_note_are_not_printed() -> None:
    table = "| A | B |\n|---|:-:|\n| 1 | 2 |"
    text = "## Cellar\n- **Haunted** by `rats`\n  - two * three\n***\n2 ** 3, 4*5*6 and *soft*\n> said\n" + table
    note = PrintedText(title="Mill", text=text)
    words = [run.text for run in note_pages([note], A4, TYPE, game="", look=SheetLook())[0].boxes[0].words]
    lists = ["•", "Haunted by rats", "•", "two * three"]
    assert words == ["Mill", "Cellar", *lists, "***", "2 ** 3, 4*5*6 and soft", "said", "A · B", "1 · 2"]


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_the_test_square_measures_fifty_millimetres(paper: Paper) -> None:
    square = printer_check_page(paper, TYPE).boxes[0].laid.rect
    assert (square.w, square.h) == (50.0, 50.0) == (SIDE, SIDE)
    assert paper.space.holds(square)
