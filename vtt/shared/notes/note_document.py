"""A note as a document of Qt: its Markdown without HTML, its links, and only pictures that the campaign stores.

Nothing is loaded from a file or from the network: see `engine/docs/architecture.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextImageFormat,
    QTextTable,
)

from engine.kit.notes.note_links import NoteLink, links_in, readable_text
from vtt.widgets.look.missing_glyphs import drawable
from vtt.widgets.plain_text import tip
from vtt.widgets.ui_texts import ui_text

MARKDOWN: Final = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
LINK: Final = "link:"
"""The beginning of the address of a link; its number in `NoteDocument.links` follows."""
PICTURE: Final = "picture:"
"""The beginning of the address of a picture; its id follows."""
MOST_PICTURES: Final = 8
MOST_LETTERS: Final = 16_000
_MOST_LINKS: Final = 400
_COSTS: Final = (
    ("\n", 45),
    ("[[", 50),
    ("|", 75),
    ("*", 20),
    ("_", 20),
    ("`", 25),
    ("~", 10),
    ("![", 500),
    ("](", 25),
    ("://", 40),
    ("www.", 40),
    ("@", 30),
    ("[", 4),
    ("<", 5),
    ("\0", 5),
)
"""The microseconds that some signs take to be read and laid out; cells of tables and pictures take most."""
_COST_OF_MARKER: Final = 30
_HIGHEST_COST: Final = 55_000
_COST_OF_QUICK: Final = 12_000
_MOST_MARKERS: Final = 12
"""The levels of lists and quotes that one line may open."""
_MOST_DISTINCT: Final = 1000
"""The number of different letters up to which each is looked up in the fonts."""
_HELD: Final = re.compile("\ue000([0-9]+)\ue001")
"""The place of a link while Qt reads the Markdown, which would take its bars for a table's and its stars for signs."""
_HELD_SIGNS: Final = str.maketrans("", "", "\ue000\ue001\ufdd0\ufdd1")
"""The signs of held links, and two with which Qt parts a document."""
_MARKERS: Final = re.compile(r"[>*+-]|\d[.)]")
_PICTURE_ID: Final = re.compile(rf"(?:{PICTURE})?([0-9a-f]{{64}})")
_CODE: Final = (QTextFormat.Property.BlockCodeFence.value, QTextFormat.Property.BlockCodeLanguage.value)
"""The properties of code; a table has very many blocks that are asked for them."""
_IMAGE: Final = QTextDocument.ResourceType.ImageResource.value
_SPACE_ABOVE_HEADING: Final = 0.8
_SPACE_BELOW: Final = 0.35
_INDENT: Final = 1.6
"""The indent of lists and quotes, in lines."""


@dataclass(frozen=True, slots=True)
class LinkLook:
    """The look of a link that leads somewhere, or could.

    Attributes:
        tip: what a click does.
        broken: it leads nowhere yet.
    """

    tip: str = ""
    broken: bool = False


@dataclass(frozen=True, slots=True)
class NoteStyle:
    """The colours of links, and what is known about them.

    Attributes:
        link: the colour of a link.
        broken: the colour of a link that leads nowhere.
        look: returns the look of a link; None for one that is plain text for this reader.
    """

    link: QColor
    broken: QColor
    look: Callable[[NoteLink], LinkLook | None]


PLAIN: Final = NoteStyle(QColor(), QColor(), lambda _link: None)
"""All links are plain text."""


class NoteDocument(QTextDocument):
    """The document of a note. It loads nothing by itself.

    Attributes:
        links: the links that can be clicked.
        pictures: the ids of the pictures in it, whether they are ready or not.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setUndoRedoEnabled(False)
        self.links: list[NoteLink] = []
        self.pictures: list[str] = []

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Load nothing: no file and no address is ever read."""
        return None

    def set_font(self, font: QFont) -> None:
        """Use a font for text and, in its size, for the indents of lists and quotes."""
        self.setDefaultFont(font)
        self.setIndentWidth(_INDENT * QFontMetricsF(font).height())

    def show_note(self, text: str, style: NoteStyle = PLAIN, picture: str = "") -> None:
        """Show a note; one that would take too long to lay out is plain text, without what its page would hide.

        Args:
            text: Markdown.
            style: the look of its links.
            picture: the id of a picture above it.
        """
        self.setLayoutEnabled(False)  # or a large table would be laid out again after each change
        try:
            self._write(text, style, picture)
        finally:
            self.setLayoutEnabled(True)
            self.markContentsDirty(0, self.characterCount())

    def _write(self, text: str, style: NoteStyle, picture: str) -> None:
        self.clear()
        self.links, self.pictures = [], []
        text = text[:MOST_LETTERS].replace("\r\n", "\n").replace("\r", "\n").translate(_HELD_SIGNS)
        if len(set(text)) <= _MOST_DISTINCT:
            text = drawable(text)
        if is_simple(text):
            text, held = _with_links_held(text)
            self.setMarkdown(text, MARKDOWN)
            self._mend_tables()
            self._set_spacing()
            self._keep_own_links_only(style, held)
            self._keep_stored_pictures_only()
        else:
            self.setPlainText(f"{ui_text('notes_page', 'plain')}\n\n{readable_text(text)}")
        if picture:
            self._put_picture_above(picture)

    def link_at(self, address: str) -> NoteLink | None:
        """Return the link with an address; None for any other address."""
        number = address.removeprefix(LINK)
        if address.startswith(LINK) and number.isdecimal() and int(number) < len(self.links):
            return self.links[int(number)]
        return None

    def set_pictures(self, images: Mapping[str, QImage], width: float) -> None:
        """Show the pictures that are ready, not wider than there is room."""
        cursor = QTextCursor(self)
        for position, image_format in tuple(_images(self)):
            name = image_format.name()
            image = images.get(name.removeprefix(PICTURE))
            if image is None or image.isNull():
                continue
            shown = min(float(image.width()), max(40.0, width))
            self.addResource(_IMAGE, QUrl(name), image)
            image_format.setWidth(shown)
            image_format.setHeight(image.height() * shown / image.width())
            _select(cursor, position, 1)
            cursor.setCharFormat(image_format)

    def _mend_tables(self) -> None:
        """Take out the empty line that Qt leaves in the first cell of a table behind a quote."""
        for block in tuple(_blocks(self)):
            cursor, following = QTextCursor(block), block.next()
            table = _table_at(block)
            if table is None or block.text() or not following.isValid():
                continue
            if following.position() <= table.cellAt(0, 0).lastPosition() and block.position() == table.firstPosition():
                head = QTextCharFormat(block.charFormat())
                cursor.deleteChar()
                cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(head)

    def _set_spacing(self) -> None:
        """Set headings and paragraphs apart, which Qt leaves close together in Markdown."""
        line = QFontMetricsF(self.defaultFont()).height()
        editing = QTextCursor(self)
        editing.beginEditBlock()  # or every paragraph would lay out all others anew
        block = self.begin()
        while block.isValid():
            format_ = block.blockFormat()
            if not _is_code(block) and _table_at(block) is None:
                spacing = QTextBlockFormat()
                is_heading = format_.headingLevel() > 0
                spacing.setTopMargin(line * _SPACE_ABOVE_HEADING if is_heading and block.blockNumber() else 0)
                spacing.setBottomMargin(line * _SPACE_BELOW)
                QTextCursor(block).mergeBlockFormat(spacing)
            block = block.next()
        editing.endEditBlock()

    def _keep_own_links_only(self, style: NoteStyle, held: Sequence[tuple[str, NoteLink]]) -> None:
        """Make plain text of addresses, and put the links back that were held: in code as they were written."""
        cursor = QTextCursor(self)
        cursor.beginEditBlock()
        for position, length, format_ in tuple(_formats(self)):
            if format_.isAnchor() or format_.fontFixedPitch():
                _select(cursor, position, length)
                cursor.setCharFormat(_plain(format_))
        for block in tuple(_blocks(self)):
            is_code = _is_code(block)
            for found in reversed(tuple(_HELD.finditer(block.text()))):
                written, link = held[int(found[1])]
                cursor.setPosition(block.position() + found.start() + 1)
                format_ = cursor.charFormat()
                _select(cursor, block.position() + found.start(), found.end() - found.start())
                if is_code or format_.fontFixedPitch():
                    cursor.insertText(written, format_)
                else:
                    self._put_link(cursor, format_, link, style)
        cursor.endEditBlock()

    def _put_link(self, cursor: QTextCursor, format_: QTextCharFormat, link: NoteLink, style: NoteStyle) -> None:
        look = style.look(link)
        if look is not None:
            format_.setAnchor(True)
            format_.setAnchorHref(f"{LINK}{len(self.links)}")
            self.links.append(link)
            format_.setForeground(style.broken if look.broken else style.link)
            lines = QTextCharFormat.UnderlineStyle
            format_.setUnderlineStyle(lines.DashUnderline if look.broken else lines.SingleUnderline)
            format_.setToolTip(tip(look.tip))
        cursor.insertText(link.label, format_)

    def _keep_stored_pictures_only(self) -> None:
        cursor = QTextCursor(self)
        cursor.beginEditBlock()
        for position, image_format in reversed(tuple(_images(self))):
            found = _PICTURE_ID.fullmatch(image_format.name())
            _select(cursor, position, 1)
            if found is None or len(self.pictures) >= MOST_PICTURES:
                cursor.insertText(ui_text("notes_page", "no_picture"), QTextCharFormat())
            else:
                self.pictures.append(found[1])
                cursor.setCharFormat(_image_format(found[1]))
        cursor.endEditBlock()

    def _put_picture_above(self, id_: str) -> None:
        cursor = QTextCursor(self)
        cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        cursor.setBlockFormat(QTextBlockFormat())
        cursor.insertImage(_image_format(id_))
        self.pictures.insert(0, id_)


def is_simple(text: str) -> bool:
    """Say whether Qt reads and lays out a text in a moment: it takes long for large tables and deep lists."""
    return _cost_of(text) <= _HIGHEST_COST


def is_quick(text: str) -> bool:
    """Say whether Qt lays out a text several times in a moment, to find the font in which it fits."""
    return _cost_of(text) <= _COST_OF_QUICK


def _cost_of(text: str) -> float:
    if len(text) > MOST_LETTERS or text.count("[[") > _MOST_LINKS:
        return inf
    cost = sum(text.count(sign) * each for sign, each in _COSTS)
    for line in text.split("\n"):
        start = line[: len(line) - len(line.lstrip(" \t>*+-.)0123456789"))]
        bare = set(start) - set(" \t")
        if start.strip() == line.strip() and len(bare) == 1 and bare <= set("*-"):
            continue  # a rule across the page
        in_line = sum(1 for _ in _MARKERS.finditer(start))
        if in_line > _MOST_MARKERS:
            return inf
        cost += in_line * _COST_OF_MARKER
    return cost


def _with_links_held(text: str) -> tuple[str, list[tuple[str, NoteLink]]]:
    """Return a text with a sign in the place of each link, and the links as they were written.

    One behind a backslash stays as it is, and is no link.
    """
    held, parts, end = list[tuple[str, NoteLink]](), list[str](), 0
    for link in links_in(text):
        if text[link.start - 1 : link.start] != "\\":
            parts += (text[end : link.start], f"\ue000{len(held)}\ue001")
            held.append((text[link.start : link.end], link))
            end = link.end
    return "".join((*parts, text[end:])), held


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _is_code(block: QTextBlock) -> bool:
    format_ = block.blockFormat()
    return any(map(format_.hasProperty, _CODE))


def _table_at(block: QTextBlock) -> QTextTable | None:
    return QTextCursor(block).currentTable()


def _formats(document: QTextDocument) -> Iterator[tuple[int, int, QTextCharFormat]]:
    """Yield the position, the length and the format of each piece of text."""
    for block in _blocks(document):
        pieces = block.begin()
        while not pieces.atEnd():
            piece = pieces.fragment()
            yield piece.position(), piece.length(), piece.charFormat()
            pieces += 1


def _images(document: QTextDocument) -> Iterator[tuple[int, QTextImageFormat]]:
    for position, length, format_ in _formats(document):
        image_format = format_.toImageFormat()
        if image_format.isValid():
            yield from ((position + offset, QTextImageFormat(image_format)) for offset in range(length))


def _plain(format_: QTextCharFormat) -> QTextCharFormat:
    """Return a format that is no link, in the size of the text around it: Qt gives code a size of its own."""
    plain = QTextCharFormat(format_)
    if plain.isAnchor():
        plain.setAnchor(False)
        plain.setAnchorHref("")
        plain.clearForeground()
        plain.setFontUnderline(False)
    plain.clearProperty(QTextFormat.Property.FontPointSize.value)
    plain.clearProperty(QTextFormat.Property.FontPixelSize.value)
    return plain


def _image_format(id_: str) -> QTextImageFormat:
    image_format = QTextImageFormat()
    image_format.setName(f"{PICTURE}{id_}")
    return image_format


def _select(cursor: QTextCursor, position: int, length: int) -> None:
    cursor.setPosition(position)
    cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
