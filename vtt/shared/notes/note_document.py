"""A note as a document of Qt: its Markdown without HTML, its links, and only pictures that the campaign stores.

Nothing is loaded from a file or from the network: see `engine/docs/architecture.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
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

from engine.kit.notes.note_links import NoteLink, links_in
from vtt.widgets.look.missing_glyphs import drawable
from vtt.widgets.ui_texts import ui_text

MARKDOWN: Final = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
LINK: Final = "link:"
"""The beginning of the address of a link; its number in `NoteDocument.links` follows."""
PICTURE: Final = "picture:"
"""The beginning of the address of a picture; its id follows."""
MOST_PICTURES: Final = 8
MOST_LETTERS: Final = 16_000
_MOST_LINES: Final = 800
_MOST_LINKS: Final = 400
_MOST: Final = (("|", 800), ("*", 1500), ("_", 1500), ("`", 1500), ("~", 1500), ("](", 400), ("www.", 400), ("@", 400))
"""The number of some signs that a note may have: each of them costs time, and tables cost most."""
_MOST_MARKERS: Final = 12
"""The levels of lists and quotes that one line may open."""
_MOST_IN_ALL: Final = 1000
"""The number of markers of lists and quotes."""
_MARKERS: Final = re.compile(r"[>*+-]|\d[.)]")
_PICTURE_ID: Final = re.compile(rf"(?:{PICTURE})?([0-9a-f]{{64}})")
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

    def show_note(
        self, text: str, style: NoteStyle = PLAIN, picture: str = "", *, most_pictures: int = MOST_PICTURES
    ) -> None:
        """Show a note; one that would take too long to lay out is shown as plain text.

        Args:
            text: Markdown.
            style: the look of its links.
            picture: the id of a picture above it.
            most_pictures: the number of pictures inside it; no further one is shown.
        """
        self.clear()
        self.links, self.pictures = [], []
        text = drawable(text[:MOST_LETTERS])
        if is_simple(text):
            self.setMarkdown(text, MARKDOWN)
            self._mend_tables()
            self._set_spacing()
            self._keep_own_links_only(style)
            self._keep_stored_pictures_only(most_pictures)
        else:
            self.setPlainText(f"{ui_text('notes_page', 'plain')}\n\n{text}")
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

    def _keep_own_links_only(self, style: NoteStyle) -> None:
        """Make plain text of addresses, and links of `[[names]]`."""
        cursor = QTextCursor(self)
        cursor.beginEditBlock()
        for position, length, format_ in tuple(_formats(self)):
            if format_.isAnchor() or format_.fontFixedPitch():
                _select(cursor, position, length)
                cursor.setCharFormat(_plain(format_))
        for block in tuple(_blocks(self)):
            if "[[" in block.text() and not _is_code(block):
                for link in reversed(links_in(block.text())):
                    self._set_link(cursor, block.position() + link.start, link, style)
        cursor.endEditBlock()

    def _set_link(self, cursor: QTextCursor, position: int, link: NoteLink, style: NoteStyle) -> None:
        cursor.setPosition(position + 1)
        format_ = cursor.charFormat()
        if format_.fontFixedPitch():
            return
        _select(cursor, position, link.end - link.start)
        look = style.look(link)
        if look is not None:
            format_.setAnchor(True)
            format_.setAnchorHref(f"{LINK}{len(self.links)}")
            self.links.append(link)
            format_.setForeground(style.broken if look.broken else style.link)
            lines = QTextCharFormat.UnderlineStyle
            format_.setUnderlineStyle(lines.DashUnderline if look.broken else lines.SingleUnderline)
            format_.setToolTip(look.tip)
        cursor.insertText(link.label, format_)

    def _keep_stored_pictures_only(self, most: int) -> None:
        cursor = QTextCursor(self)
        for position, image_format in reversed(tuple(_images(self))):
            found = _PICTURE_ID.fullmatch(image_format.name())
            _select(cursor, position, 1)
            if found is None or len(self.pictures) >= most:
                cursor.insertText(ui_text("notes_page", "no_picture"), QTextCharFormat())
            else:
                self.pictures.append(found[1])
                cursor.setCharFormat(_image_format(found[1]))

    def _put_picture_above(self, id_: str) -> None:
        cursor = QTextCursor(self)
        cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        cursor.setBlockFormat(QTextBlockFormat())
        cursor.insertImage(_image_format(id_))
        self.pictures.insert(0, id_)


def is_simple(text: str) -> bool:
    """Say whether Qt reads and lays out a text in a moment: it takes long for large tables and deep lists."""
    if len(text) > MOST_LETTERS or text.count("\n") > _MOST_LINES or text.count("[[") > _MOST_LINKS:
        return False
    if any(text.count(sign) > most for sign, most in _MOST) or text.count("://") > _MOST_LINKS:
        return False
    markers = 0
    for line in text.split("\n"):
        start = line[: len(line) - len(line.lstrip(" \t>*+-.)0123456789"))]
        bare = set(start) - set(" \t")
        if start.strip() == line.strip() and len(bare) == 1 and bare <= set("*-"):
            continue  # a rule across the page
        in_line = sum(1 for _ in _MARKERS.finditer(start))
        markers += in_line
        if in_line > _MOST_MARKERS or markers > _MOST_IN_ALL:
            return False
    return True


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _is_code(block: QTextBlock) -> bool:
    format_ = block.blockFormat()
    return format_.hasProperty(QTextFormat.Property.BlockCodeFence.value) or format_.hasProperty(
        QTextFormat.Property.BlockCodeLanguage.value
    )


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
