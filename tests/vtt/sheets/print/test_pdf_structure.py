"""What a screen reader finds in a printed PDF, as another library reads it: all of it once, in order, with its kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PySide6.QtGui import QColor, QImage

from engine.kit.conformance.sheet_filling import SheetFiller
from engine.model.frozen import replace
from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.printing.composed_pages import ComposedField, ComposedPage
from engine.sheets.printing.printed_texts import PrintedText
from tests.engine.sheets.paper_kit import short_record, trial
from vtt.shared.pictures.picture_reader import from_image
from vtt.shared.print_style.print_fonts import PrintFonts
from vtt.sheets.pdf_forms.fillable_pdf import write_fillable
from vtt.sheets.print.pdf_writer import write_pdf
from vtt.sheets.print.print_job import (
    CardsPart,
    HandoutPart,
    PrintableForm,
    PrinterCheckPart,
    PrintJob,
    SheetPart,
    sides_of,
)

pytestmark = pytest.mark.usefixtures("qapp")
_RANGE = re.compile(r"<([0-9A-F]{4})> <[0-9A-F]{4}> \[([^\]]*)\]", re.IGNORECASE)


def letters_of(font: Any) -> dict[int, str]:
    """Return the letters of the codes of a font, as a program that copies text reads them."""
    found: dict[int, str] = {}
    for first, signs in _RANGE.findall(font.ToUnicode.read_bytes().decode("ascii")):
        for at, sign in enumerate(signs.split()):
            found[int(first, 16) + at] = bytes.fromhex(sign.strip("<>")).decode("utf-16-be")
    return found


def marked_texts(page: pikepdf.Page) -> dict[int, str]:
    """Return the text of each mark of a page, after a look whether everything on it is marked."""
    fonts = {name: letters_of(font) for name, font in page.Resources.Font.items()}
    texts: dict[int, str] = {}
    stack: list[int | None] = []
    font: dict[int, str] = {}
    for instruction in pikepdf.parse_content_stream(page):
        operands = instruction.operands
        match str(instruction.operator):
            case "BMC":
                stack.append(None)
            case "BDC":
                number = int(operands[1].MCID) if "/MCID" in operands[1] else None
                assert number is None or (number not in texts and not any(n is not None for n in stack))
                stack.append(number)
                if number is not None:
                    texts[number] = ""
            case "EMC":
                stack.pop()
            case "Tf":
                font = fonts[str(operands[0])]
            case "Tj":
                assert stack, "each letter is content or an artifact"
                code = bytes(operands[0])
                words = "".join(font[int.from_bytes(code[at : at + 2])] for at in range(0, len(code), 2))
                if stack[0] is not None:
                    texts[stack[0]] += words
            case "f" | "f*" | "S" | "B" | "Do":
                assert stack, "each line is an artifact"
            case _:
                pass
    assert not stack
    assert sorted(texts) == list(range(len(texts)))
    return texts


def read_out(pdf: pikepdf.Pdf) -> Iterator[tuple[str, str, Any]]:
    """Yield kind, text and element of each part of a document, in the order of its structure."""
    texts = {page.objgen: marked_texts(page) for page in pdf.pages}
    numbered: dict[int, Any] = {}
    for leaf in pdf.Root.StructTreeRoot.ParentTree.Kids:
        numbered |= {int(leaf.Nums[at]): leaf.Nums[at + 1] for at in range(0, len(leaf.Nums), 2)}
    seen: set[tuple[Any, int]] = set()

    def walk(element: Any) -> Iterator[tuple[str, str, Any]]:
        words = ""
        for kid in element.get("/K", []):
            if isinstance(kid, int):
                page = element.Pg
                assert (page.objgen, kid) not in seen
                seen.add((page.objgen, kid))
                assert numbered[int(page.StructParents)][kid].objgen == element.objgen
                words += " " + texts[page.objgen][kid]
            elif kid.get("/Type") == "/OBJR":
                assert numbered[int(kid.Obj.StructParent)].objgen == element.objgen
                words += f" {kid.Obj.TU}"
        yield str(element.S), words.strip(), element
        for kid in element.get("/K", []):
            if isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") == "/StructElem":
                assert kid.P.objgen == element.objgen
                yield from walk(kid)

    yield from walk(pdf.Root.StructTreeRoot.K[0])
    assert len(seen) == sum(map(len, texts.values())), "each mark is in the structure"


def runs_in(cell: ComposedField) -> Iterator[str]:
    yield from (run.text for run in (*cell.words, *cell.runs))
    for part in cell.parts:
        yield from runs_in(part)


def words_of(page: ComposedPage) -> str:
    """Return the letters in the boxes of a page, in reading order."""
    found = []
    for box in page.boxes:
        found += [run.text for run in box.words]
        for cell in box.cells:
            found += runs_in(cell)
        found += [run.text for run in box.marks]
    return "".join("".join(found).split())


@pytest.mark.parametrize("fillable", [False, True], ids=["printed", "fillable"])
@pytest.mark.parametrize("game", games_with_sheets())
def test_a_sheet_is_read_out_box_by_box_with_its_headings_and_fields(game: str, fillable: bool, tmp_path: Path) -> None:
    sheet = next(iter(sheets_of(game).values()))
    record = None if fillable else replace(SheetFiller(6).record(sheet), name="Aurelia")
    form = PrintableForm(ruleset=game, description=sheet, record=record, options=None if fillable else {})
    job = PrintJob(title="Thursday", parts=[SheetPart(form=form)], author="Ada")
    path = tmp_path / "sheet.pdf"
    (write_fillable if fillable else write_pdf)(job, path)
    sides = [side for side in sides_of(job, PrintFonts()) if isinstance(side, ComposedPage)]
    with pikepdf.open(path) as pdf:
        parts = list(read_out(pdf))
        kinds = [kind for kind, _, _ in parts]
        assert kinds[:3] == ["/Document", "/Part", "/H1"]
        assert kinds.count("/H1") == 1, "the heads of further pages and all page numbers are not read out"
        titles = [box for side in sides for box in side.boxes if box.laid.title_rect is not None]
        assert kinds.count("/H2") == len(titles)
        boxes = [side.boxes for side in sides]
        assert kinds.count("/Sect") == sum(map(len, boxes))
        read = "".join("".join(words.split()) for kind, words, _ in parts if kind in ("/H2", "/P"))
        legends = "".join("".join(side.legend.text.split()) for side in sides if side.legend is not None)
        if not fillable and not legends:
            assert read == "".join(map(words_of, sides))
        widgets = [widget for page in pdf.pages for widget in page.get("/Annots", [])]
        assert kinds.count("/Form") == len(widgets)
        assert bool(widgets) is fillable
        in_boxes = [element for kind, _, element in parts if kind == "/Form" and element.P.S == "/Sect"]
        assert len(in_boxes) == len(widgets)
        assert str(pdf.Root.Lang) == "en"
        assert pdf.Root.MarkInfo.Marked
        assert (str(pdf.docinfo["/Title"]), str(pdf.docinfo["/Author"])) == ("Thursday", "Ada")
        assert "/Outlines" not in pdf.Root, "one sheet needs no bookmarks"
        assert pdf.check_pdf_syntax() == [], "what `qpdf --check` finds"


def test_a_pack_has_bookmarks_pictures_have_words_and_foreign_letters_are_read(tmp_path: Path) -> None:
    image = QImage(30, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    picture = from_image(image, "map").content
    game, card = next((game, d) for game in games_with_sheets() for d in sheets_of(game).values() if d.size is not None)
    forms = [
        PrintableForm(ruleset="trial", description=trial(), record=replace(short_record(), name=name), options={})
        for name in ("Aurelia", "ალი")
    ]
    cards = [PrintableForm(ruleset=game, description=card)] * 10
    handout = PrintedText(title="Map", picture="map")
    job = PrintJob(
        title="Pack",
        parts=[
            PrinterCheckPart(),
            *(SheetPart(form=form) for form in forms),
            HandoutPart(ruleset="imaginality", handout=handout),
            CardsPart(forms=cards, plain_backs=True),
        ],
        pictures={"map": picture, "picture": b"broken"},
    )
    for write in (write_pdf, write_fillable):
        path = tmp_path / f"{write.__name__}.pdf"
        write(job, path)
        with pikepdf.open(path) as pdf, pdf.open_outline() as outline:
            title = trial().title
            assert [item.title for item in outline.root] == [
                "Test square",
                f"Aurelia – {title}",
                f"ალი – {title}",
                "Map",
                "Cards to cut out",
            ]
            parts = list(read_out(pdf))
            figures = [element for kind, _, element in parts if kind == "/Figure"]
            assert len(figures) == 1, "a picture that cannot be shown is not read out"
            assert str(figures[0].Alt).strip(), "a picture has words"
            everything = "".join("".join(words.split()) for _, words, _ in parts)
            assert "remember" in everything.casefold() or write is write_fillable
            assert write is write_fillable or "ალი" in everything


def test_blanks_are_copied_as_blanks(tmp_path: Path) -> None:
    form = PrintableForm(ruleset="trial", description=trial(), record=short_record(), options={})
    write_pdf(PrintJob(title="Copy", parts=[SheetPart(form=form)]), tmp_path / "sheet.pdf")
    with pikepdf.open(tmp_path / "sheet.pdf") as pdf:
        letters = {
            sign for page in pdf.pages for font in page.Resources.Font.values() for sign in letters_of(font).values()
        }
    assert " " in letters
    assert not letters & {"\t", "\u00a0"}
