"""The print room: content and options on the left, the pages on the right; then a PDF or a printer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QFileDialog, QProgressBar, QSplitter, QVBoxLayout, QWidget

from engine.model.frozen import replace
from vtt.sheets.print.pdf_writer import PrintFailed, write_pdf
from vtt.sheets.print.print_job import PrintJob
from vtt.sheets.print_room.print_choices import PrintChoices
from vtt.sheets.print_room.print_options import (
    ALL_NAMES,
    NothingToPrint,
    PrintedNames,
    PrintPreferences,
    job_of,
    print_text,
)
from vtt.sheets.print_room.print_preview import PrintPreview
from vtt.sheets.print_room.printable_items import PrintableItems
from vtt.sheets.print_room.printers import PrinterFailed, ask_printer, has_printer, pdf_path, print_with_printer
from vtt.system.user_folders import file_stem
from vtt.widgets.basic_widgets import WideLabel, button
from vtt.widgets.large_dialog import SizedDialog
from vtt.widgets.layouts.flow_layout import FlowRow
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import short
from vtt.widgets.scroll_areas import PageScroll
from vtt.widgets.tasks.task_runner import Progress, Task, TaskRunner
from vtt.widgets.theme_binding import follow_theme, set_role

_LEFT_LETTERS: Final = 21
"""The width of the choices, in letters."""
_NARROW_LETTERS: Final = 48
"""A window narrower than this shows either the choices or the preview."""


class PrintRoom(SizedDialog):
    """The window for choosing, previewing, saving and printing. It can be shown once it is furnished.

    Args:
        hub: the theme.
        task_runner: runs the work.
        games: the campaign, or each game that has blanks.
        preferences: the last choices.
        keep: stores the new choices.
        folder: the default folder of a PDF.
        ticked: the names that are ticked.
        parent: the window.
        keep_names: stores which names are ticked; None does not.
        unseen: a hand is printed where others may look: the pages are not shown.
    """

    def __init__(
        self,
        hub: ThemeHub,
        task_runner: TaskRunner,
        games: Sequence[PrintableItems],
        preferences: PrintPreferences,
        keep: Callable[[PrintPreferences], object],
        folder: Path,
        ticked: PrintedNames = ALL_NAMES,
        parent: QWidget | None = None,
        *,
        keep_names: Callable[[PrintedNames], object] | None = None,
        unseen: bool = False,
    ) -> None:
        super().__init__(parent)
        self._unseen = unseen
        self._ticked = ticked
        self._keep_names = keep_names
        self._hub = hub
        self._task_runner = task_runner
        self._preferences = preferences
        self._keep = keep
        self._folder = Path(preferences.folder) if preferences.folder and Path(preferences.folder).is_dir() else folder
        self._job: PrintJob | None = None
        self._running: Task | None = None
        self._is_leaving = False
        self._was_shown = False
        self._is_furnished = False
        self._shows_preview = False
        has_campaign = len(games) == 1
        title = print_text("of", name=short(games[0].title, 80)) if has_campaign else print_text("blanks_title")
        self.setWindowTitle(title)
        self.setModal(True)
        self.setSizeGripEnabled(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        self._games = games

    def furnish(self) -> Iterator[None]:
        """Create the widgets in steps, so that the window responds in between; then the room can be shown."""
        hub, preferences = self._hub, self._preferences
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        self.choices = PrintChoices(hub, self._games, preferences, self._ticked, self.splitter)
        yield
        self._left = PageScroll(self.choices, self.splitter)
        yield
        self.preview = PrintPreview(hub, self._task_runner, preferences.zoom, self.splitter)
        yield
        self.splitter.addWidget(self._left)
        self.splitter.addWidget(self.preview)
        self.splitter.setStretchFactor(0, 0)
        self.splitter.setStretchFactor(1, 1)
        yield

        self.said = WideLabel("")
        self.bar = QProgressBar(self)
        self.bar.setAccessibleName(print_text("saving_job"))
        self.bar.setFormat("%p %")
        self._foot = FlowRow(self)
        self.save = button(print_text("save"), "primary", parent=self._foot)
        self.print = button(print_text("print"), parent=self._foot)
        self.swap = button(print_text("preview"), parent=self._foot)
        self.away = button(print_text("close"), parent=self._foot)
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
        follow_theme(hub, self._apply_theme)
        yield
        self._is_furnished = True
        self._changed()

    @property
    def job(self) -> PrintJob | None:
        """The job for the present choices, if anything is ticked."""
        return self._job

    @property
    def is_running(self) -> bool:
        """Whether a PDF is being written, or a job is being printed."""
        return self._running is not None

    def choose_file(self) -> None:
        """Ask for the file of the PDF, and write it."""
        if self._job is None or self._running is not None:
            return
        near = self._folder / f"{file_stem(self._job.title)}.pdf"
        dialog = QFileDialog(self, print_text("save_title"), str(near))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([print_text("pdf")])
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
            self._say(print_text("saved", file=short(path.name), count=count), "ok")

        write = _writer(fillable=self.choices.options.fillable)
        self._run(print_text("saving_job"), lambda progress: write(job, path, progress), saved, print_text("stopped"))

    def choose_printer(self) -> None:
        """Ask for a printer, and print."""
        if self._job is None or self._running is not None:
            return
        if not has_printer():
            self._say(print_text("no_printer"), "warning")
            return
        job = self._job
        ask_printer(job, self, lambda printer: self.print_with(job, printer))

    def print_with(self, job: PrintJob, printer: QPrinter) -> None:
        """Print a job."""
        if self._running is not None:
            return

        def printed(count: int) -> None:
            self._say(print_text("printed", count=count), "ok")

        self._run(
            print_text("printing_job"),
            lambda progress: print_with_printer(job, printer, progress),
            printed,
            print_text("stopped_printing"),
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
        """Return a size at which everything is visible."""
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
        """Begin with the choices."""
        super().showEvent(event)
        if not self._was_shown:
            self._was_shown = True
            self.choices.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the job that is running, and close."""
        self._is_leaving = True
        self.cancel()
        super().closeEvent(event)

    def done(self, result: int) -> None:
        """Store the choices, and cancel all work."""
        self._is_leaving = True
        self.cancel()
        if self._is_furnished:  # else there are no choices and no work
            self.preview.close_work()
            preferences = self.choices.preferences(self._preferences)
            self._keep(replace(preferences, zoom=self.preview.zoom, folder=str(self._folder)))
            if self._keep_names is not None:
                self._keep_names(self.choices.names())
        super().done(result)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the focused button on Enter, and nothing else."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            for one in (self.save, self.print, self.swap, self.away, *self.choices.findChildren(type(self.save))):
                if one.hasFocus():
                    one.click()
            event.accept()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the choices and the preview side by side, or one at a time."""
        super().resizeEvent(event)
        self._arrange()

    # ------------------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        try:
            self._job = job_of(self.choices.options, self.choices.items)
        except NothingToPrint as reason:
            self._job = None
            self.preview.show_sentence(str(reason))
            self._say(str(reason), "warning")
        else:
            self._say("", "")
            if self._unseen:
                self.preview.show_sentence(print_text("hand_unseen"))
                self._show_buttons()
                return
            if not self.preview.count:
                self.preview.view.show_sentence(print_text("setting"))
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
        job = self._task_runner.start(task, finished, failed, lambda: (PrintFailed, PrinterFailed))
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
        words = print_text("cancel" if is_running else "close")
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
        words = print_text("choices" if self._shows_preview else "preview")
        self.swap.setText(words)
        self.swap.setAccessibleName(words)
        self._foot.fit()

    def _apply_theme(self, theme: Theme) -> None:
        lengths = theme.metrics
        self._column.setContentsMargins(lengths.pad_m, lengths.pad_m, lengths.pad_m, lengths.pad_m)
        self._column.setSpacing(lengths.pad_s)
        self._foot.flow.setSpacing(lengths.pad_m)
        left = _LEFT_LETTERS * lengths.font_body
        self._left.setMinimumWidth(left)
        self.splitter.setSizes([left, 10_000])
        self._arrange()


def _writer(*, fillable: bool) -> Callable[[PrintJob, Path, Progress], int]:
    """Return the function that writes a PDF."""
    if not fillable:
        return write_pdf
    from vtt.sheets.pdf_forms.fillable_pdf import write_fillable  # its library is slow to import

    return write_fillable
