"""The structure of a PDF for screen readers: sections, headings, paragraphs, pictures and fields in reading order.

Also the language of the document, its bookmarks, and blanks that are copied as blanks.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from pypdf import PageObject, PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DictionaryObject,
    IndirectObject,
    NullObject,
    PdfObject,
    StreamObject,
)

from engine.messages.message import Message
from engine.messages.texts import say
from engine.sheets.layout.page_geometry import Paper, Rect
from engine.sheets.printing.composed_pages import ComposedPage
from engine.sheets.printing.imposition import ImposedSide
from vtt.sheets.print.pdf_objects import (
    add_object,
    dictionary_of,
    pdf_array,
    pdf_dictionary,
    pdf_name,
    pdf_number,
    pdf_numbers,
    pdf_text,
)
from vtt.sheets.print.pdf_reading_order import add_reading_order
from vtt.sheets.print.print_job import PaperSide
from vtt.sheets.print.tagged_content import PICTURE, TaggedSection, marked_content, sections_of

LANGUAGE: Final = "en"
"""The language of the texts of the program; what people write can be in another one."""
_POINTS: Final = 72 / 25.4
_PIECE: Final = 256
"""The number of entries in one part of the table of marks."""

_QUICK: Final = 4
"""The level of compression of pages: half the time of the usual one, a twentieth larger."""


class _Element(NamedTuple):
    """An element of the structure: its reference, its dictionary, and what it has."""

    reference: IndirectObject
    made: DictionaryObject
    kids: ArrayObject


def with_structure(painted: bytes, sides: Sequence[PaperSide], paper: Paper) -> bytes:
    """Return a PDF of these sides that is read box by box, also by programs that ignore its structure."""
    writer = PdfWriter(clone_from=io.BytesIO(painted))
    writer.pdf_header = "%PDF-1.7"
    structure = PdfStructure(writer, paper)
    for number, side in enumerate(sides):
        structure.page(number, side)
        add_reading_order(writer.pages[number], side, paper, writer)
    structure.finish()
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


class PdfStructure:
    """Builds the structure of one document, page by page, and adds it at the end.

    Args:
        writer: the document.
        paper: the paper of its pages.
    """

    def __init__(self, writer: PdfWriter, paper: Paper) -> None:
        self._writer = writer
        self._paper = paper
        self._tree = pdf_dictionary({"Type": pdf_name("StructTreeRoot")})
        self._root = self._add(self._tree)
        self._document = self._element("Document", None)
        self._part = self._document
        self._numbered: list[PdfObject] = []
        self._boxes: list[tuple[Rect, _Element]] = []
        self._bookmarks: list[tuple[str, int]] = []
        self._cards = False
        self._page: IndirectObject | None = None
        self._seen: set[int] = set()

    def page(self, number: int, side: PaperSide, bookmark: str = "") -> None:
        """Mark the content of a page.

        Args:
            number: the number of the page, from 0.
            side: what is on it.
            bookmark: the name of the part that begins here; by default that of the side.
        """
        page = self._writer.pages[number]
        self._page = page.indirect_reference
        self._boxes = []
        if side is None:
            return
        named = bookmark or self._beginning(side)
        if named:
            self._bookmarks.append((named, number))
            self._part = self._element("Part", self._document, words=named)
        self._plain_blanks(page)
        content, marks = marked_content(_content_of(page), sections_of(side, first=bool(named)))
        stream = StreamObject()
        stream.set_data(content)
        page[pdf_name("Contents")] = self._add(stream.flate_encode(_QUICK))
        page[pdf_name("StructParents")] = pdf_number(len(self._numbered))
        page[pdf_name("Tabs")] = pdf_name("S")
        owners = pdf_array()
        section: TaggedSection | None = None
        parent = self._part
        for of, piece, numbers in marks:
            if of is not section:
                section = of
                parent = self._part if of.rect is None else self._section(of.rect)
            element = self._element(piece.kind, parent, numbers=numbers)
            if piece.kind == PICTURE and piece.rect is not None:
                self._describe(element, piece.rect, piece.words)
            owners.extend([element.reference] * len(numbers))
        self._numbered.append(self._add(owners))

    def field(self, widget: IndirectObject, rect: Rect) -> None:
        """Add a field of a form that is on the last page, in the box where it is."""
        element = self._element("Form", self._box_at(*rect.middle))
        assert self._page is not None
        element.made[pdf_name("Pg")] = self._page
        element.kids.append(pdf_dictionary({"Type": pdf_name("OBJR"), "Obj": widget}))
        dictionary_of(widget)[pdf_name("StructParent")] = pdf_number(len(self._numbered))
        self._numbered.append(element.reference)

    def finish(self) -> None:
        """Add the structure, the bookmarks and the language to the document."""
        root, tree = self._writer.root_object, self._tree
        tree[pdf_name("K")] = pdf_array([self._document.reference])
        tree[pdf_name("ParentTree")] = self._add(pdf_dictionary({"Kids": pdf_array(self._leaves())}))
        tree[pdf_name("ParentTreeNextKey")] = pdf_number(len(self._numbered))
        root[pdf_name("StructTreeRoot")] = self._root
        root[pdf_name("MarkInfo")] = pdf_dictionary({"Marked": BooleanObject(True)})
        root[pdf_name("Lang")] = pdf_text(LANGUAGE)
        root[pdf_name("ViewerPreferences")] = pdf_dictionary({"DisplayDocTitle": BooleanObject(True)})
        if len(self._bookmarks) > 1:
            for words, number in self._bookmarks:
                self._writer.add_outline_item(title=words, page_number=number)
            root[pdf_name("PageMode")] = pdf_name("UseOutlines")

    def _beginning(self, side: PaperSide) -> str:
        """Return the name of the part that begins with a side; empty if it continues one."""
        if isinstance(side, ImposedSide):
            begins, self._cards = not self._cards, True
            return say(Message(key="paper.cards")) if begins else ""
        self._cards = False
        return side.bookmark if isinstance(side, ComposedPage) else ""

    def _section(self, rect: Rect) -> _Element:
        known = next((element for place, element in self._boxes if place == rect), None)
        if known is None:
            known = self._element("Sect", self._part)
            self._boxes.append((rect, known))
        return known

    def _box_at(self, x: float, y: float) -> _Element:
        """Return the section of the box at a point of the last page; the whole part where there is none."""
        for place, section in self._boxes:
            if place.x <= x <= place.right and place.y <= y <= place.bottom:
                return section
        return self._part

    def _element(self, kind: str, parent: _Element | None, *, numbers: Iterable[int] = (), words: str = "") -> _Element:
        """Add an element to its parent; without one it is the document."""
        kids = pdf_array(map(pdf_number, numbers))
        above = self._root if parent is None else parent.reference
        made = pdf_dictionary({"Type": pdf_name("StructElem"), "S": pdf_name(kind), "P": above, "K": kids})
        if numbers and self._page is not None:
            made[pdf_name("Pg")] = self._page
        if words:
            made[pdf_name("T")] = pdf_text(words)
        reference = self._add(made)
        if parent is not None:
            parent.kids.append(reference)
        return _Element(reference, made, kids)

    def _describe(self, element: _Element, rect: Rect, words: str) -> None:
        made = element.made
        high = self._paper.height
        edges = (rect.x, high - rect.bottom, rect.right, high - rect.y)
        box = pdf_numbers(*(edge * _POINTS for edge in edges))
        made[pdf_name("Alt")] = pdf_text(words or say(Message(key="paper.picture")))
        made[pdf_name("A")] = pdf_dictionary({"O": pdf_name("Layout"), "BBox": box, "Placement": pdf_name("Block")})

    def _leaves(self) -> Sequence[IndirectObject]:
        """Return the parts of the table from numbers to elements."""
        leaves = []
        for start in range(0, len(self._numbered), _PIECE):
            some = self._numbered[start : start + _PIECE]
            pairs = pdf_array()
            for at, found in enumerate(some, start):
                pairs.extend((pdf_number(at), found))
            ends = pdf_array([pdf_number(start), pdf_number(start + len(some) - 1)])
            leaves.append(self._add(pdf_dictionary({"Limits": ends, "Nums": pairs})))
        return leaves or [self._add(pdf_dictionary({"Nums": pdf_array()}))]

    def _plain_blanks(self, page: PageObject) -> None:
        """Let blanks be copied as blanks: Qt lists a tab before them in the table of a font's letters."""
        fonts = dictionary_of(dictionary_of(page["/Resources"]).get("/Font", DictionaryObject()))
        for reference in fonts.values():
            table = dictionary_of(reference).get("/ToUnicode", NullObject()).get_object()
            if isinstance(table, StreamObject) and id(table) not in self._seen:
                self._seen.add(id(table))
                table.set_data(table.get_data().replace(b"<0009>", b"<0020>"))

    def _add(self, made: PdfObject) -> IndirectObject:
        return add_object(self._writer, made)


def _content_of(page: PageObject) -> bytes:
    found = page["/Contents"].get_object()
    assert isinstance(found, StreamObject), "Qt writes one stream for a page"
    return found.get_data()
