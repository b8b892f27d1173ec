"""A help page as a document of Qt: its text, its headings, and its pictures as wide as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF, QUrl
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QImage,
    QImageReader,
    QPageSize,
    QPdfWriter,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextDocumentFragment,
    QTextFormat,
    QTextImageFormat,
)

from vtt.help.help_pages import HelpPage
from vtt.shared.print_style.print_fonts import leave_out_ligatures
from vtt.widgets.look.ui_fonts import UI_FAMILY

NO_HTML: Final = QTextDocument.MarkdownFeature.MarkdownDialectCommonMark | QTextDocument.MarkdownFeature.MarkdownNoHTML
PICTURE: Final = "pictures/"
"""The beginning of the address of a picture in a page."""
_IMAGE: Final = QTextDocument.ResourceType.ImageResource.value
PAPER_MARGIN: Final = 18.0
"""The margin of the printed help, in millimetres."""
PAPER_FONT: Final = 10.5
"""The size of its text, in points."""
MOST_PICTURES: Final = 12
"""The number of pictures that are loaded for a page."""
MOST_PIXELS: Final = 1920 * 1200
"""The number of pixels of a picture."""
PAPER_PICTURES: Final = 0.85
"""The width of a picture on paper at most, as a share of the room."""
SPACE_ABOVE_HEADING: Final = 0.9
SPACE_BELOW: Final = 0.35
"""The space above headings, and below each paragraph, in lines."""
LINE_HEIGHT: Final = 115.0
"""The height of a line, in percent of the font's."""


def fill_document(document: QTextDocument, page: HelpPage) -> None:
    """Show a page in a document. Markup of HTML stays text, and only pictures of the page's folder are loaded."""
    document.clear()
    _set_text(document, page)
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
    content.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(content)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(PAPER_MARGIN, PAPER_MARGIN, PAPER_MARGIN, PAPER_MARGIN))
    writer.setTitle(title)
    paper = writer.pageLayout().paintRectPoints().size()
    whole = QTextDocument()
    font = QFont(UI_FAMILY)
    font.setPointSizeF(PAPER_FONT)
    leave_out_ligatures(font)
    whole.setDefaultFont(font)
    whole.setDocumentMargin(0)
    whole.setPageSize(QSizeF(paper))
    cursor = QTextCursor(whole)
    for page in pages:
        part = QTextDocument()
        part.setDefaultFont(font)
        _set_text(part, page)
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


def _set_text(document: QTextDocument, page: HelpPage) -> None:
    """Set the text of a page, with headings and paragraphs apart, which Qt leaves close together in Markdown."""
    document.setMarkdown(page.markdown, NO_HTML)
    line = QFontMetricsF(document.defaultFont()).height()
    editing = QTextCursor(document)
    editing.beginEditBlock()  # or every paragraph would lay out all others anew
    block = document.begin()
    while block.isValid():
        is_heading = block.blockFormat().headingLevel() > 0
        spacing = QTextBlockFormat()
        spacing.setTopMargin(line * SPACE_ABOVE_HEADING if is_heading and block.blockNumber() else 0)
        spacing.setBottomMargin(line * SPACE_BELOW)
        spacing.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        QTextCursor(block).mergeBlockFormat(spacing)
        block = block.next()
    editing.endEditBlock()


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
