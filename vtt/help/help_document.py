"""A help page as a document of Qt: its text, its headings, and its pictures as wide as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QUrl
from PySide6.QtGui import (
    QImage,
    QImageReader,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextDocumentFragment,
    QTextFormat,
    QTextImageFormat,
)

from vtt.help.help_pages import HelpPage
from vtt.shared.print_style.markdown_document import paper_document, paper_font, pdf_writer, set_markdown

PICTURE: Final = "pictures/"
"""The beginning of the address of a picture in a page."""
_IMAGE: Final = QTextDocument.ResourceType.ImageResource.value
MOST_PICTURES: Final = 12
"""The number of pictures that are loaded for a page."""
MOST_PIXELS: Final = 1920 * 1200
"""The number of pixels of a picture."""
PAPER_PICTURES: Final = 0.85
"""The width of a picture on paper at most, as a share of the room."""


def fill_document(document: QTextDocument, page: HelpPage) -> None:
    """Show a page in a document. Markup of HTML stays text, and only pictures of the page's folder are loaded."""
    document.clear()
    set_markdown(document, page.markdown)
    _load_pictures(document, page)


def fit_pictures(document: QTextDocument, width: float) -> None:
    """Make each picture as wide as it is, or as the room for it in pixels."""
    cursor = QTextCursor(document)
    for position, image_format in tuple(_pictures(document)):
        picture = document.resource(_IMAGE, QUrl(image_format.name()))
        if isinstance(picture, QImage) and not picture.isNull():
            shown = min(float(picture.width()), width)
            image_format.setWidth(shown)
            image_format.setHeight(picture.height() * shown / picture.width())
            cursor.setPosition(position)
            cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(image_format)


def pdf_of(pages: Sequence[HelpPage], title: str) -> bytes:
    """Return pages as a PDF on A4, each on new paper. Slow work that any thread can do."""
    content = QBuffer()
    writer = pdf_writer(content, title)
    paper = writer.pageLayout().paintRectPoints().size()
    font = paper_font()
    whole = paper_document(writer)
    cursor = QTextCursor(whole)
    for page in pages:
        part = QTextDocument()
        part.setDefaultFont(font)
        set_markdown(part, page.markdown)
        start = cursor.position()
        if start:
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
            start = cursor.position()
        cursor.insertFragment(QTextDocumentFragment(part))
        _load_pictures(whole, page)
        if start:
            first = QTextCursor(whole.findBlock(start))
            block_format = first.blockFormat()
            block_format.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            first.setBlockFormat(block_format)
        cursor.movePosition(QTextCursor.MoveOperation.End)
    fit_pictures(whole, paper.width() * PAPER_PICTURES)
    whole.print_(writer)
    del writer  # it writes the end of the file
    return bytes(content.data().data())


def _load_pictures(document: QTextDocument, page: HelpPage) -> None:
    """Give the pictures of a page names that hold for the whole document, and load each once."""
    cursor = QTextCursor(document)
    loaded: set[str] = set()
    for position, image_format in tuple(_pictures(document)):
        name = image_format.name()
        if not name.startswith(PICTURE):
            continue
        image_format.setName(f"{page.key}:{name}")
        cursor.setPosition(position)
        cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(image_format)
        if name not in loaded:
            found = page.picture(name.removeprefix(PICTURE)) if len(loaded) < MOST_PICTURES else None
            loaded.add(name)
            picture = _picture(found) if found is not None else QImage()
            document.addResource(_IMAGE, QUrl(image_format.name()), picture)


def _picture(path: Path) -> QImage:
    """Return a picture from its file; an empty one for a file that is none or that has too many pixels."""
    reader = QImageReader(str(path))
    size = reader.size()
    if not 0 < size.width() * size.height() <= MOST_PIXELS:
        return QImage()
    return reader.read()


def _pictures(document: QTextDocument) -> Iterator[tuple[int, QTextImageFormat]]:
    """Yield the position and format of each picture."""
    block = document.begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            fragment = fragments.fragment()
            image_format = fragment.charFormat().toImageFormat()
            if image_format.isValid():
                yield from ((fragment.position() + offset, image_format) for offset in range(fragment.length()))
            fragments += 1
        block = block.next()
