"""Printers: whether there is one, which one is wanted, and a job on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtPrintSupport import QAbstractPrintDialog, QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QDialog, QWidget

from vtt.sheets.job import PrintJob
from vtt.sheets.order import told
from vtt.sheets.pdf import page_layout, print_on
from vtt.widgets.work import Progress


class PrinterFailed(OSError):
    """The printer did not take a job. Its text is one sentence."""

    def __str__(self) -> str:
        return told("printer_failed")


def has_printer() -> bool:
    """Say whether any printer is set up."""
    return bool(QPrinterInfo.availablePrinterNames())


def printer_for(job: PrintJob) -> QPrinter:
    """Return the usual printer, set as a job wants it."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(job.document_title)
    printer.setCreator("Kitchen Table")
    printer.setPageLayout(page_layout(job.options.paper))
    printer.setFullPage(True)
    grey = job.options.grey
    printer.setColorMode(QPrinter.ColorMode.GrayScale if grey else QPrinter.ColorMode.Color)
    if job.options.two_sided:
        printer.setDuplex(QPrinter.DuplexMode.DuplexLongSide)
    return printer


def ask_printer(job: PrintJob, parent: QWidget, then: Callable[[QPrinter], object]) -> QPrintDialog:
    """Ask which printer shall do a job, and go on with it."""
    printer = printer_for(job)
    dialog = QPrintDialog(printer, parent)
    dialog.setOption(QAbstractPrintDialog.PrintDialogOption.PrintPageRange, False)
    dialog.setOption(QAbstractPrintDialog.PrintDialogOption.PrintToFile, False)
    dialog.setWindowTitle(told("title"))
    dialog.accepted.connect(lambda: then(printer))
    dialog.finished.connect(dialog.deleteLater)
    QDialog.open(dialog)  # the print dialog’s own `open` wants a slot by its old name
    return dialog


def print_job(job: PrintJob, printer: QPrinter, progress: Progress) -> int:
    """Print a job, and return how many pages it has. Slow work: call it in a worker thread.

    Raises:
        PrinterFailed: the printer did not take it.
        Cancelled: somebody stopped it.
    """
    try:
        return len(print_on(printer, job, progress))
    except OSError as error:
        raise PrinterFailed from error


def pdf_path(file: str) -> Path:
    """Return a path that ends in `.pdf`."""
    path = Path(file)
    return path if path.suffix.lower() == ".pdf" else path.with_name(f"{path.name}.pdf")
