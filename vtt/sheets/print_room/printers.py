"""Printers: whether there is one, the choice of one, and printing a job."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtPrintSupport import QAbstractPrintDialog, QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QDialog, QWidget

from vtt.sheets.print.print_device import page_layout, print_on_device
from vtt.sheets.print.print_job import PrintJob
from vtt.sheets.print_room.print_options import print_text
from vtt.widgets.tasks.task_runner import Progress


class PrinterFailed(OSError):
    """The printer did not accept a job. Its text is one sentence."""

    def __str__(self) -> str:
        return print_text("printer_failed")


def has_printer() -> bool:
    """Say whether any printer is set up."""
    return bool(QPrinterInfo.availablePrinterNames())


def printer_for(job: PrintJob) -> QPrinter:
    """Return the default printer, set up for a job."""
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
    """Ask for a printer, and continue with it."""
    printer = printer_for(job)
    dialog = QPrintDialog(printer, parent)
    dialog.setOption(QAbstractPrintDialog.PrintDialogOption.PrintPageRange, False)
    dialog.setOption(QAbstractPrintDialog.PrintDialogOption.PrintToFile, False)
    dialog.setWindowTitle(print_text("title"))
    dialog.accepted.connect(lambda: then(printer))
    dialog.finished.connect(dialog.deleteLater)
    QDialog.open(dialog)  # the print dialog’s own `open` needs an old-style slot
    return dialog


def print_with_printer(job: PrintJob, printer: QPrinter, progress: Progress) -> int:
    """Print a job, and return how many pages it has. Slow work: call it in a worker thread.

    Raises:
        PrinterFailed: the printer did not accept it.
        TaskCancelled: the user cancelled it.
    """
    try:
        return len(print_on_device(printer, job, progress))
    except OSError as error:
        raise PrinterFailed from error


def pdf_path(file: str) -> Path:
    """Return a path that ends in `.pdf`."""
    path = Path(file)
    return path if path.suffix.lower() == ".pdf" else path.with_name(f"{path.name}.pdf")
