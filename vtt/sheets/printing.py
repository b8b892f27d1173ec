"""The print room: what is printed and how on the left, the pages on the right; then a PDF or a printer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QDialog, QFileDialog, QProgressBar, QSplitter, QVBoxLayout, QWidget

from engine.table.frozen import replace
from vtt.panels.parts import WideLabel, button
from vtt.save.places import file_stem
from vtt.sheets.choices import Choices
from vtt.sheets.job import PrintJob
from vtt.sheets.order import Habits, NothingTicked, job_of, told
from vtt.sheets.pdf import PrintFailed, write_pdf
from vtt.sheets.press import PrinterFailed, ask_printer, has_printer, pdf_path, print_job
from vtt.sheets.preview import Preview
from vtt.sheets.stock import Stock
from vtt.widgets.dressing import dress, set_role
from vtt.widgets.flow import FlowRow
from vtt.widgets.scroll import PageScroll
from vtt.widgets.text import short
from vtt.widgets.theme import Theme, ThemeHub
from vtt.widgets.work import Job, Progress, Workshop

_LEFT_LETTERS: Final = 21
"""How wide the choices are, in letters."""
_NARROW_LETTERS: Final = 48
"""In a window narrower than this the choices and the preview take turns."""


class PrintRoom(QDialog):
    """Chooses, shows, saves and prints. It can be shown once it is furnished.

    Args:
        hub: the theme.
        workshop: where the work is done.
        stocks: the campaign, or each game from which a blank may come.
        habits: what was chosen the last time.
        keep: keeps what was chosen now.
        folder: where a PDF goes unless somebody chooses another place.
        people: whose sheets are ticked, by id; None is everybody's.
        parent: the window.
        unseen: a hand is printed where others may look: the pages are not shown.
    """

    def __init__(
        self,
        hub: ThemeHub,
        workshop: Workshop,
        stocks: Sequence[Stock],
        habits: Habits,
        keep: Callable[[Habits], object],
        folder: Path,
        people: tuple[str, ...] | None = None,
        parent: QWidget | None = None,
        *,
        unseen: bool = False,
    ) -> None:
        super().__init__(parent)
        self._unseen = unseen
        self._hub = hub
        self._workshop = workshop
        self._habits = habits
        self._keep = keep
        self._folder = Path(habits.folder) if habits.folder and Path(habits.folder).is_dir() else folder
        self._job: PrintJob | None = None
        self._running: Job | None = None
        self._is_leaving = False
        self._was_shown = False
        self._is_furnished = False
        self._shows_preview = False
        has_campaign = len(stocks) == 1
        title = told("of", name=short(stocks[0].title, 80)) if has_campaign else told("blanks_title")
        self.setWindowTitle(title)
        self.setModal(True)
        self.setSizeGripEnabled(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        self._stocks = stocks
        self._people = people

    def furnish(self) -> Iterator[None]:
        """Make what the room is made of, in steps, so that the window answers in between; then it can be shown."""
        hub, habits = self._hub, self._habits
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        self.choices = Choices(hub, self._stocks, habits, self._people, self.splitter)
        yield
        self._left = PageScroll(self.choices, self.splitter)
        yield
        self.preview = Preview(hub, self._workshop, habits.zoom, self.splitter)
        yield
        self.splitter.addWidget(self._left)
        self.splitter.addWidget(self.preview)
        self.splitter.setStretchFactor(0, 0)
        self.splitter.setStretchFactor(1, 1)
        yield

        self.said = WideLabel("")
        self.bar = QProgressBar(self)
        self.bar.setAccessibleName(told("saving_job"))
        self._foot = FlowRow(self)
        self.save = button(told("save"), "primary", parent=self._foot)
        self.print = button(told("print"), parent=self._foot)
        self.swap = button(told("preview"), parent=self._foot)
        self.away = button(told("close"), parent=self._foot)
        self.save.setDefault(True)
        for part in (self.save, self.print, self.swap, self.away):
            self._foot.flow.addWidget(part)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.splitter, 1)
        for row in (self.said, self.bar, self._foot):
            self._column.addWidget(row)
        self.bar.hide()
        self.said.hide()
        yield
        self.choices.changed.connect(self._changed)
        self.save.clicked.connect(self.choose_file)
        self.print.clicked.connect(self.choose_printer)
        self.swap.clicked.connect(self._swap)
        self.away.clicked.connect(self.reject)
        for keys, step in (("Ctrl+PgDown", 1), ("Ctrl+PgUp", -1)):
            QShortcut(QKeySequence(keys), self).activated.connect(lambda step=step: self.preview.turn(step))
        dress(hub, self._wear)
        yield
        self._is_furnished = True
        self._changed()

    @property
    def job(self) -> PrintJob | None:
        """What would be printed now, if anything is ticked."""
        return self._job

    @property
    def is_running(self) -> bool:
        """Whether a PDF is being written, or a printer fed."""
        return self._running is not None

    def choose_file(self) -> None:
        """Ask where the PDF shall lie, and write it."""
        if self._job is None or self._running is not None:
            return
        near = self._folder / f"{file_stem(self._job.title)}.pdf"
        dialog = QFileDialog(self, told("save_title"), str(near))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([told("pdf")])
        dialog.setDefaultSuffix("pdf")
        dialog.fileSelected.connect(lambda file: self.save_to(pdf_path(file)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def save_to(self, path: Path) -> None:
        """Write the PDF."""
        job = self._job
        if job is None or self._running is not None:
            return
        self._folder = path.parent

        def saved(count: int) -> None:
            self._say(told("saved", file=short(path.name), count=count), "ok")

        write = _writer(fillable=self.choices.order.fillable)
        self._run(told("saving_job"), lambda progress: write(job, path, progress), saved, told("stopped"))

    def choose_printer(self) -> None:
        """Ask which printer shall print, and feed it."""
        if self._job is None or self._running is not None:
            return
        if not has_printer():
            self._say(told("no_printer"), "warning")
            return
        job = self._job
        ask_printer(job, self, lambda printer: self.print_with(job, printer))

    def print_with(self, job: PrintJob, printer: QPrinter) -> None:
        """Print a job."""
        if self._running is not None:
            return

        def printed(count: int) -> None:
            self._say(told("printed", count=count), "ok")

        self._run(
            told("printing_job"),
            lambda progress: print_job(job, printer, progress),
            printed,
            told("stopped_printing"),
        )

    def cancel(self) -> None:
        """Stop the job that is running."""
        if self._running is not None:
            self._running.cancel()
            self.away.setEnabled(False)

    def sizeHint(self) -> QSize:
        """Return as much of the screen as a page can be read on."""
        room = self.screen().availableGeometry().size()
        scale = self._hub.theme.scale
        return QSize(min(round(1180 * scale), room.width() - 40), min(round(860 * scale), room.height() - 60))

    def minimumSizeHint(self) -> QSize:
        """Return a size at which nothing is lost."""
        return QSize(480, 400)

    def reject(self) -> None:
        """Stop the job that is running; without one, close."""
        if self._running is not None:
            self.cancel()
        else:
            super().reject()

    def leave(self) -> None:
        """Close, whatever is running."""
        self._is_leaving = True
        self.cancel()
        super().reject()

    def showEvent(self, event: QShowEvent) -> None:
        """Come up as large as a page can be read."""
        super().showEvent(event)
        if not self._was_shown:
            self._was_shown = True
            self.resize(self.sizeHint())
            self.choices.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the job that is running, and close."""
        self._is_leaving = True
        self.cancel()
        super().closeEvent(event)

    def done(self, result: int) -> None:
        """Remember what was chosen, and let go of all work."""
        self._is_leaving = True
        self.cancel()
        if self._is_furnished:  # else nothing was chosen, and nothing is at work
            self.preview.close_work()
            habits = self.choices.habits(self._habits)
            self._keep(replace(habits, zoom=self.preview.zoom, folder=str(self._folder)))
        super().done(result)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press the button that has the focus, and nothing else."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            for one in (self.save, self.print, self.swap, self.away, *self.choices.findChildren(type(self.save))):
                if one.hasFocus():
                    one.click()
            event.accept()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the choices and the preview beside each other, or by turns."""
        super().resizeEvent(event)
        self._arrange()

    # ------------------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        try:
            self._job = job_of(self.choices.order, self.choices.stock)
        except NothingTicked as reason:
            self._job = None
            self.preview.show_sentence(str(reason))
            self._say(str(reason), "warning")
        else:
            self._say("", "")
            if self._unseen:
                self.preview.show_sentence(told("hand_unseen"))
                self._show_buttons()
                return
            if not self.preview.count:
                self.preview.view.show_sentence(told("setting"))
            self.preview.show_job(self._job)
        self._show_buttons()

    def _run(self, sentence: str, task: Callable[[Progress], int], then: Callable[[int], object], stopped: str) -> None:
        def finished(count: int) -> None:
            if not self._is_leaving:
                then(count)

        def failed(error: Exception) -> None:
            if not self._is_leaving:
                self._say(str(error), "danger")

        def ended() -> None:
            self._running = None
            if self._is_leaving:
                return
            if job.progress.cancelled and self.said.text() == sentence:
                self._say(stopped, "warning")
            self.bar.hide()
            self._show_buttons()
            self.away.setEnabled(True)
            self.away.setFocus()

        self._say(sentence, "")
        self.bar.setAccessibleName(sentence)
        self.bar.setRange(0, 0)
        self.bar.show()
        job = self._workshop.start(task, finished, failed, lambda: (PrintFailed, PrinterFailed))
        job.progressed.connect(self._progressed)
        job.ended.connect(ended)
        self._running = job
        self._show_buttons()
        self.away.setFocus()

    def _progressed(self, done: int, total: int) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def _say(self, sentence: str, role: str) -> None:
        self.said.setText(sentence)
        self.said.setAccessibleName(sentence)
        set_role(self.said, role)
        self.said.setVisible(bool(sentence))

    def _show_buttons(self) -> None:
        is_running = self._running is not None
        for one in (self.save, self.print):
            one.setEnabled(self._job is not None and not is_running)
        self.choices.setEnabled(not is_running)
        words = told("cancel" if is_running else "close")
        self.away.setText(words)
        self.away.setAccessibleName(words)
        self._foot.fit()

    def _swap(self) -> None:
        self._shows_preview = not self._shows_preview
        self._arrange()
        (self.preview.view if self._shows_preview else self.choices).setFocus()

    def _arrange(self) -> None:
        is_narrow = self.width() < _NARROW_LETTERS * self._hub.theme.metrics.font_body
        self._left.setVisible(not is_narrow or not self._shows_preview)
        self.preview.setVisible(not is_narrow or self._shows_preview)
        self.swap.setVisible(is_narrow)
        words = told("choices" if self._shows_preview else "preview")
        self.swap.setText(words)
        self.swap.setAccessibleName(words)
        self._foot.fit()

    def _wear(self, theme: Theme) -> None:
        lengths = theme.metrics
        self._column.setContentsMargins(lengths.pad_m, lengths.pad_m, lengths.pad_m, lengths.pad_m)
        self._column.setSpacing(lengths.pad_s)
        self._foot.flow.setSpacing(lengths.pad_m)
        left = _LEFT_LETTERS * lengths.font_body
        self._left.setMinimumWidth(left)
        self.splitter.setSizes([left, 10_000])
        self._arrange()


def _writer(*, fillable: bool) -> Callable[[PrintJob, Path, Progress], int]:
    """Return what writes a PDF."""
    if not fillable:
        return write_pdf
    from vtt.sheets.fillable import write_fillable  # its library is slow to come

    return write_fillable
