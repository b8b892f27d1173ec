"""Markdown as a document of Qt, on the screen and on paper. Markup of HTML in it stays text."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QFont, QFontMetricsF, QPageSize, QPdfWriter, QTextBlockFormat, QTextCursor, QTextDocument

from vtt.shared.print_style.print_fonts import leave_out_ligatures
from vtt.widgets.look.ui_fonts import UI_FAMILY

NO_HTML: Final = QTextDocument.MarkdownFeature.MarkdownDialectCommonMark | QTextDocument.MarkdownFeature.MarkdownNoHTML
PAPER_MARGIN: Final = 18.0
"""The margin of a printed page, in millimetres."""
PAPER_FONT: Final = 10.5
"""The size of its text, in points."""
SPACE_ABOVE_HEADING: Final = 0.9
SPACE_BELOW: Final = 0.35
"""The space above headings, and below each paragraph, in lines."""
LINE_HEIGHT: Final = 115.0
"""The height of a line, in percent of the font's."""


def set_markdown(document: QTextDocument, markdown: str) -> None:
    """Set the text of a document, with headings and paragraphs apart, which Qt leaves close together in Markdown."""
    document.setMarkdown(markdown, NO_HTML)
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


def paper_font() -> QFont:
    """Return the font of text on paper."""
    font = QFont(UI_FAMILY)
    font.setPointSizeF(PAPER_FONT)
    leave_out_ligatures(font)
    return font


def pdf_writer(content: QBuffer, title: str) -> QPdfWriter:
    """Return what writes a PDF on A4 into a buffer, which it opens; the end is written when it is deleted."""
    content.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(content)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(PAPER_MARGIN, PAPER_MARGIN, PAPER_MARGIN, PAPER_MARGIN))
    writer.setTitle(title)
    return writer


def paper_document(writer: QPdfWriter) -> QTextDocument:
    """Return an empty document for the paper of a writer."""
    document = QTextDocument()
    document.setDefaultFont(paper_font())
    document.setDocumentMargin(0)
    document.setPageSize(QSizeF(writer.pageLayout().paintRectPoints().size()))
    return document


def markdown_pdf(markdown: str, title: str) -> bytes:
    """Return Markdown without pictures as a PDF on A4. Slow work that any thread can do."""
    content = QBuffer()
    writer = pdf_writer(content, title)
    document = paper_document(writer)
    set_markdown(document, markdown)
    document.print_(writer)
    del writer  # it writes the end of the file
    return bytes(content.data().data())
