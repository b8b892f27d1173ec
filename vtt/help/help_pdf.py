"""The help pages as a PDF file."""

from __future__ import annotations

from pathlib import Path

from engine.messages.refusal import Refused
from vtt.help.help_document import pdf_of
from vtt.help.help_pages import help_pages
from vtt.system.atomic_files import write_atomically
from vtt.system.disk_reasons import disk_reason
from vtt.widgets.plain_text import short
from vtt.widgets.ui_texts import ui_text


def save_help(file: Path, game: str | None = None) -> None:
    """Write all help pages to a PDF, the pages of a given game before those of the others.

    Raises:
        Refused: the file cannot be written.
    """
    content = pdf_of(help_pages(game), ui_text("help", "pdf_title"))
    try:
        write_atomically(file, content)
    except OSError as error:
        raise Refused("help_not_saved", name=short(file.name), reason=disk_reason(error)) from error
