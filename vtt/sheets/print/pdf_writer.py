"""A print job as a PDF file. Slow work: call it in a worker thread."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QPdfWriter

from engine.messages.message import Message
from engine.messages.texts import say
from vtt.sheets.print.print_device import print_on_device
from vtt.sheets.print.print_job import PrintJob
from vtt.system.atomic_files import write_atomically
from vtt.widgets.tasks.task_runner import Progress

RESOLUTION: Final = 1200
"""The dots per inch of a PDF; text and lines are vectors."""


class PrintFailed(OSError):
    """Something could not be printed. Its text is one sentence."""

    def __init__(self, key: str, path: Path) -> None:
        super().__init__()
        self.text = say(Message(key=f"paper.{key}", params={"file": path.name}))

    def __str__(self) -> str:
        return self.text


def ignore_progress(_done: int, _total: int) -> None:
    """Do nothing."""


def write_pdf(job: PrintJob, path: Path, progress: Progress | None = None) -> int:
    """Write a job as a PDF, completely or not at all, and return how many pages it has.

    Raises:
        PrintFailed: the file cannot be written.
        TaskCancelled: the user cancelled it; there is no file, or still the old one.
    """
    content = QBuffer()
    content.open(QIODevice.OpenModeFlag.WriteOnly)
    try:
        writer = QPdfWriter(content)
        writer.setResolution(RESOLUTION)
        writer.setTitle(job.document_title)
        writer.setCreator("Kitchen Table")
        writer.setAuthor(job.author)
        sides = print_on_device(writer, job, progress or Progress(ignore_progress))
        del writer
    except OSError as error:
        raise PrintFailed("unwritable", path) from error
    from vtt.sheets.print.pdf_structure import with_structure  # its library is slow to import

    keep_file(path, with_structure(bytes(content.data().data()), sides, job.options.paper))
    return len(sides)


def keep_file(path: Path, content: bytes) -> None:
    """Write a file, completely or not at all; Qt itself would not report a full disk.

    Raises:
        PrintFailed: the file cannot be written.
    """
    try:
        write_atomically(path, content)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise PrintFailed("disk_full" if full else "unwritable", path) from error
