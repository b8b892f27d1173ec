"""A print job on paper: as PDF, on a printer, or as pictures for the preview. Slow work: call it in a worker thread."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QImage,
    QImageReader,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
)

from engine.play.words import Message, say
from engine.sheets.geometry import Paper
from engine.sheets.imposing import Imposed
from vtt.save.files import write_whole
from vtt.sheets.job import PaperOptions, PrintJob, Side, sides_of
from vtt.sheets.letters import Letters
from vtt.sheets.page import PagePainter
from vtt.widgets.work import Progress

RESOLUTION: Final = 1200
"""Dots per inch in which a PDF counts; text and lines are not made of dots."""
_LARGEST_PORTRAIT: Final = 900
"""The longer side of a portrait on paper in dots: some 400 to the inch."""
_MOST_DOTS: Final = 200_000_000


class PrintFailed(OSError):
    """Something could not be printed. Its text is one sentence."""

    def __init__(self, key: str, path: Path) -> None:
        super().__init__()
        self.text = say(Message(key=f"paper.{key}", params={"file": path.name}))

    def __str__(self) -> str:
        return self.text


def unheeded(_done: int, _total: int) -> None:
    """Tell nobody."""


def write_pdf(job: PrintJob, path: Path, progress: Progress | None = None) -> int:
    """Write a job as a PDF, whole or not at all, and return how many pages it has.

    Raises:
        PrintFailed: the file cannot be written.
        Cancelled: somebody stopped it; there is no file, or still the old one.
    """
    content = QBuffer()
    content.open(QIODevice.OpenModeFlag.WriteOnly)
    try:
        writer = QPdfWriter(content)
        writer.setResolution(RESOLUTION)
        writer.setTitle(job.document_title)
        writer.setCreator("Kitchen Table")
        sides = print_on(writer, job, progress or Progress(unheeded))
        del writer
    except OSError as error:
        raise PrintFailed("unwritable", path) from error
    from vtt.sheets.reading_order import with_reading_order  # the library for it is slow to come

    keep_pdf(path, with_reading_order(bytes(content.data().data()), sides, job.options.paper))
    return len(sides)


def keep_pdf(path: Path, content: bytes) -> None:
    """Put a PDF in its place, whole or not at all; Qt itself would say nothing of a disk that fills up meanwhile.

    Raises:
        PrintFailed: the file cannot be written.
    """
    try:
        write_whole(path, content)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise PrintFailed("disk_full" if full else "unwritable", path) from error


def print_on(device: QPagedPaintDevice, job: PrintJob, progress: Progress) -> list[Side]:
    """Print a job on a PDF writer or a printer, and return its sides of paper. Raises Cancelled, OSError."""
    letters = Letters()
    paper = job.options.paper
    steps = job.steps
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        progress(done, steps * 2)
        progress.check()

    progress.check()
    sides = sides_of(job, letters, step)
    pictures = portraits(job)
    device.setPageLayout(page_layout(paper))
    painter = QPainter()
    if not painter.begin(device):
        raise OSError
    try:
        resolution = float(device.logicalDpiX())
        pages = PagePainter(painter, resolution, letters, pictures, grey=job.options.grey, saving=job.options.saving)
        for at, side in enumerate(sides):
            if at and not device.newPage():
                raise OSError
            paint_side(pages, side, paper)
            progress(steps + steps * (at + 1) // len(sides), steps * 2)
            progress.check()
    finally:
        painter.end()
    return sides


def page_layout(paper: Paper) -> QPageLayout:
    """Return a layout that covers the whole paper: our margins are in the pages already."""
    size = QPageSize(QSizeF(paper.width, paper.height), QPageSize.Unit.Millimeter, paper.name)
    layout = QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)
    layout.setMode(QPageLayout.Mode.FullPageMode)
    return layout


def paint_side(pages: PagePainter, side: Side, paper: Paper) -> None:
    """Paint one side of paper."""
    if isinstance(side, Imposed):
        pages.cards(side)
    elif side is not None:
        pages.page(side, paper)


def picture_of(
    side: Side, options: PaperOptions, resolution: float, letters: Letters, pictures: Mapping[str, QImage]
) -> QImage:
    """Return a side of paper as a picture, `resolution` dots to the inch, for the preview."""
    paper = options.paper
    size = QSize(round(paper.width / 25.4 * resolution), round(paper.height / 25.4 * resolution))
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    pages = PagePainter(painter, resolution, letters, pictures, grey=options.grey, saving=options.saving)
    paint_side(pages, side, paper)
    painter.end()
    return image


def portraits(job: PrintJob) -> dict[str, QImage]:
    """Return the portraits of a job, no larger than paper can show; what is no picture is left out."""
    found = {}
    for key, content in job.pictures.items():
        image = portrait_from(content, grey=job.options.grey)
        if image is not None:
            found[key] = image
    return found


def portrait_from(content: bytes, *, grey: bool = False) -> QImage | None:
    """Read a picture as large as paper can show it; None for what is no picture, or far too large to be one."""
    data = QByteArray(content)
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid():
        if size.width() * size.height() > _MOST_DOTS:
            return None
        if max(size.width(), size.height()) > _LARGEST_PORTRAIT:
            reader.setScaledSize(size.scaled(_LARGEST_PORTRAIT, _LARGEST_PORTRAIT, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        return None
    # What shines through would be written as a mask that some printers stumble over.
    flat = QImage(image.size(), QImage.Format.Format_RGB32)
    flat.fill(QColor("white"))
    painter = QPainter(flat)
    painter.drawImage(0, 0, image)
    painter.end()
    return flat.convertToFormat(QImage.Format.Format_Grayscale8) if grey else flat
