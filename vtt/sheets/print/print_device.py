"""A print job on a device: a PDF writer, a printer, or an image for the preview.

Slow work: call it in a worker thread.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QMarginsF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPagedPaintDevice, QPageLayout, QPageSize, QPainter

from engine.sheets.layout.page_geometry import Paper
from engine.sheets.printing.imposition import ImposedSide
from vtt.shared.print_style.print_fonts import PrintFonts
from vtt.sheets.print.page_painting import PagePainter
from vtt.sheets.print.print_job import PaperOptions, PaperSide, PrintJob, sides_of
from vtt.sheets.print.printed_portraits import printed_portraits
from vtt.widgets.tasks.task_runner import Progress


def print_on_device(device: QPagedPaintDevice, job: PrintJob, progress: Progress) -> list[PaperSide]:
    """Print a job on a PDF writer or a printer, and return its sides of paper. Raises TaskCancelled, OSError."""
    letters = PrintFonts()
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
    pictures = printed_portraits(job)
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
    """Return a layout that covers the whole paper: the pages already contain our margins."""
    size = QPageSize(QSizeF(paper.width, paper.height), QPageSize.Unit.Millimeter, paper.name)
    layout = QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)
    layout.setMode(QPageLayout.Mode.FullPageMode)
    return layout


def paint_side(pages: PagePainter, side: PaperSide, paper: Paper) -> None:
    """Paint one side of paper."""
    if isinstance(side, ImposedSide):
        pages.cards(side)
    elif side is not None:
        pages.page(side, paper)


def image_of_side(
    side: PaperSide, options: PaperOptions, resolution: float, letters: PrintFonts, pictures: Mapping[str, QImage]
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
