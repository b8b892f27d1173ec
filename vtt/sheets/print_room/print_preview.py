"""The preview: the pages of a job as they will be printed, one at a time, composed and painted on a worker."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from vtt.sheets.print.print_job import PaperSide, PrintJob
from vtt.sheets.print_room.page_view import DOTS, PageView
from vtt.sheets.print_room.preview_model import PreviewComposer, PreviewPainter, PreviewSides, first_new_part
from vtt.sheets.print_room.print_options import print_text
from vtt.widgets.icon_button import IconButton
from vtt.widgets.layouts.flow_layout import FlowRow
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import label
from vtt.widgets.tasks.task_runner import Progress, Task, TaskRunner
from vtt.widgets.theme_binding import follow_theme

WHOLE_PAGE: Final = 0
WHOLE_WIDTH: Final = -1
ZOOMS: Final = (50, 75, 100, 125, 150, 200, 300, 400)
REST: Final = 120
"""Milliseconds after a change before the pages are composed again, because more changes may follow."""
_MOST_DOTS: Final = 24_000_000
"""A picture larger than this is painted coarser and drawn larger."""


@dataclass(frozen=True, slots=True, eq=False)
class _WantedImage:
    """A wanted image: its side, its dots per inch, and its options."""

    side: PaperSide
    resolution: float
    saving: bool
    grey: bool

    def is_like(self, other: _WantedImage | None) -> bool:
        """Say whether both are the same picture; a side is known by its identity, for to compare all of it is long."""
        if other is None or self.side is not other.side:
            return False
        return (self.resolution, self.saving, self.grey) == (other.resolution, other.saving, other.grey)


class PrintPreview(QWidget):
    """Shows what will be printed.

    Args:
        hub: the theme.
        task_runner: composes and paints the pages.
        zoom: in per cent; 0 for the whole page, -1 for its width.
        parent: the Qt parent.

    Signals:
        counted: the number of pages, as soon as it is known.
        painted: the visible page is painted as wanted.
    """

    counted = Signal(int)
    painted = Signal()

    def __init__(
        self, hub: ThemeHub, task_runner: TaskRunner, zoom: int = WHOLE_PAGE, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._hub = hub
        self._task_runner = task_runner
        self._composer = PreviewComposer()
        self._painter = PreviewPainter()
        self._job: PrintJob | None = None
        self._preview: PreviewSides | None = None
        self._at = 0
        self._seen_job: PrintJob | None = None
        """The job whose pages were seen last; what is added to it is shown, unless somebody turns the pages."""
        self._goal: int | None = None
        """The part whose first page is shown as soon as it is composed."""
        self._setting: Task | None = None
        self._painting: Task | None = None
        self._is_stale = False
        self._shown: _WantedImage | None = None
        self._is_closed = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._rest.timeout.connect(self._begin)

        self.view = PageView(hub, self)
        self.view.setAccessibleName(print_text("preview"))
        self.bar = FlowRow(self)
        self.back = IconButton(hub, "chevron-left", print_text("back"), self.bar)
        self.on = IconButton(hub, "chevron-right", print_text("on"), self.bar)
        self.number = label("", parent=self.bar)
        self.smaller = IconButton(hub, "minus", print_text("smaller"), self.bar)
        self.larger = IconButton(hub, "plus", print_text("larger"), self.bar)
        self.zooms = QComboBox(self.bar)
        self.zooms.setAccessibleName(print_text("zoom"))
        self.zooms.addItem(print_text("whole_page"), WHOLE_PAGE)
        self.zooms.addItem(print_text("whole_width"), WHOLE_WIDTH)
        for percent in ZOOMS:
            self.zooms.addItem(print_text("percent", percent=percent), percent)
        self.zooms.setCurrentIndex(max(0, self.zooms.findData(zoom)))
        for part in (self.back, self.number, self.on, self.smaller, self.zooms, self.larger):
            self.bar.flow.addWidget(part)
        for one, other in itertools.pairwise((self.smaller, self.zooms, self.larger, self.view)):
            QWidget.setTabOrder(one, other)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.bar)
        self._column.addWidget(self.view, 1)

        self.back.clicked.connect(lambda: self.turn(-1))
        self.on.clicked.connect(lambda: self.turn(1))
        self.smaller.clicked.connect(lambda: self.step_zoom(-1))
        self.larger.clicked.connect(lambda: self.step_zoom(1))
        self.zooms.currentIndexChanged.connect(self._zoomed)
        self.view.turned.connect(self.turn)
        self.view.went.connect(lambda page: self.go_to(page if page >= 0 else self.count - 1))
        self.view.zoomed.connect(self.step_zoom)
        self.view.resized.connect(self._fit)
        follow_theme(hub, self._apply_theme)
        self._show_number()

    @property
    def count(self) -> int:
        """The number of composed pages."""
        return len(self._preview.sides) if self._preview is not None else 0

    @property
    def page(self) -> int:
        """The number of the visible page, from 0."""
        return self._at

    @property
    def is_whole(self) -> bool:
        """Whether all pages are composed, and the visible one is painted as wanted."""
        whole = (
            self._preview is not None and self._preview.whole and not self._rest.isActive() and self._setting is None
        )
        wish = self._wished()
        return whole and self._painting is None and wish is not None and wish.is_like(self._shown)

    @property
    def zoom(self) -> int:
        """The zoom of the page: per cent, or 0 for the whole page, -1 for its width."""
        zoom: int = self.zooms.currentData()
        return zoom

    def show_job(self, job: PrintJob) -> None:
        """Show another job; its pages appear one after the other, from what was added to the last one seen."""
        self._job = job
        self._rest.start()

    def show_sentence(self, sentence: str) -> None:
        """Show why there is no page."""
        self._job = self._seen_job = self._preview = self._shown = None
        self._rest.stop()
        if self._setting is not None:
            self._setting.cancel()
        self.view.show_sentence(sentence)
        self._show_number()

    def turn(self, pages: int) -> None:
        """Turn a number of pages."""
        self.go_to(self._at + pages)

    def go_to(self, page: int) -> None:
        """Show a page."""
        self._seen_job, self._goal = self._job, None
        page = max(0, min(page, self.count - 1))
        if page != self._at:
            self._at = page
            self._show_number()
            self._want()

    def step_zoom(self, step: int) -> None:
        """Show the page one step larger (1) or smaller (-1)."""
        percent = self._percent()
        nearer = [z for z in ZOOMS if z > percent + 1]
        farther = [z for z in ZOOMS if z < percent - 1]
        chosen = (nearer[:1] if step > 0 else farther[-1:]) or [ZOOMS[-1] if step > 0 else ZOOMS[0]]
        self.zooms.setCurrentIndex(self.zooms.findData(chosen[0]))

    def close_work(self) -> None:
        """Cancel all work; nothing is shown any more."""
        self._is_closed = True
        self._rest.stop()
        for job in (self._setting, self._painting):
            if job is not None:
                job.cancel()

    # Composing pages ---------------------------------------------------------------------------------------

    def _begin(self) -> None:
        if self._setting is not None:
            self._is_stale = True
            self._setting.cancel()
            return
        wanted = self._job
        if wanted is None:
            return
        self._seen_job = self._seen_job or wanted
        self._goal = first_new_part(self._seen_job, wanted)
        composer, partial_results = self._composer, list[PreviewSides]()

        def task(progress: Progress) -> PreviewSides:
            return composer.compose(wanted, progress, partial_results.append)

        def part_done(_done: int, _total: int) -> None:
            if partial_results and self._setting is job and not job.progress.cancelled:
                self._show_preview(partial_results[-1])

        def done(preview_sides: PreviewSides) -> None:
            if not self._is_closed and not job.progress.cancelled:
                self._seen_job = wanted
                self._show_preview(preview_sides)

        job = self._task_runner.start(task, done)
        job.progressed.connect(part_done)
        job.ended.connect(self._composing_ended)
        self._setting = job
        self._is_stale = False

    def _composing_ended(self) -> None:
        self._setting = None
        if self._is_closed:
            return
        if self._is_stale:
            self._begin()

    def _show_preview(self, preview_sides: PreviewSides) -> None:
        before = self._preview
        if self._goal is not None and self._goal < len(preview_sides.starts):
            self._at, self._goal = preview_sides.starts[self._goal], None
        if before is not None and before.whole and not preview_sides.whole and len(preview_sides.sides) <= self._at:
            return  # the old page stays until the new one is composed
        self._preview = preview_sides
        if preview_sides.whole:
            self._at = max(0, min(self._at, self.count - 1))
            self.counted.emit(self.count)
        self._show_number()
        self._want()

    # Painting ----------------------------------------------------------------------------------------------

    def _wished(self) -> _WantedImage | None:
        preview_sides = self._preview
        if preview_sides is None or not self._at < len(preview_sides.sides):
            return None
        paper = preview_sides.options.paper
        resolution = self._percent() / 100 * DOTS * self.devicePixelRatioF()
        dots = paper.width * paper.height / 25.4**2 * resolution**2
        resolution *= min(1.0, (_MOST_DOTS / dots) ** 0.5)
        return _WantedImage(
            preview_sides.sides[self._at],
            round(resolution, 1),
            preview_sides.options.saving,
            preview_sides.options.grey,
        )

    def _want(self) -> None:
        wish = self._wished()
        if wish is None or self._is_closed:
            return
        if wish.is_like(self._shown):
            self.view.set_page_size(self._page_size())
        elif self._painting is None:
            self._paint(wish)

    def _paint(self, wish: _WantedImage) -> None:
        wanted = self._job
        if wanted is None:
            return
        options = self._preview.options if self._preview is not None else wanted.options
        job_as_set = PrintJob(title=wanted.title, parts=(), options=options, pictures=wanted.pictures)
        painter = self._painter

        def done(image: QImage) -> None:
            if not self._is_closed:
                self._show(wish, image)

        self._painting = self._task_runner.start(
            lambda _progress: painter.picture(job_as_set, wish.side, wish.resolution), done
        )
        self._painting.ended.connect(self._painted)

    def _show(self, wish: _WantedImage, image: QImage) -> None:
        wanted = self._wished()
        if wanted is None or wanted.side is not wish.side:
            return
        anew = self._shown is None or self._shown.side is not wish.side
        self._shown = wish
        self.view.show_page(image, self._page_size(), anew=anew)

    def _painted(self) -> None:
        self._painting = None
        if self._is_closed:
            return
        wish = self._wished()
        if wish is not None and not wish.is_like(self._shown):
            self._paint(wish)
        else:
            self.painted.emit()

    # Zoom --------------------------------------------------------------------------------------------------

    def _percent(self) -> float:
        """Return how large the page is shown, in per cent."""
        options = self._preview.options if self._preview is not None else self._job.options if self._job else None
        if self.zoom > 0 or options is None:
            return max(1.0, float(self.zoom))
        room = self.view.room
        across = room.width() / (options.paper.width / 25.4 * DOTS)
        down = room.height() / (options.paper.height / 25.4 * DOTS)
        if self.zoom == WHOLE_WIDTH:
            bar = self.view.verticalScrollBar().sizeHint().width()
            return 100 * max(0.05, (room.width() - bar) / (options.paper.width / 25.4 * DOTS))
        return 100 * max(0.05, min(across, down))

    def _page_size(self) -> QSize:
        if self._preview is None:
            return QSize()
        paper = self._preview.options.paper
        scale = self._percent() / 100 * DOTS / 25.4
        return QSize(round(paper.width * scale), round(paper.height * scale))

    def _zoomed(self) -> None:
        self._resize_page()

    def _fit(self) -> None:
        if self.zoom <= 0:
            self._resize_page()

    def _resize_page(self) -> None:
        if self._shown is not None:
            self.view.set_page_size(self._page_size())
        self._want()

    def _show_number(self) -> None:
        preview_sides = self._preview
        words = ""
        if preview_sides is not None and preview_sides.sides:
            at = min(self._at, len(preview_sides.sides) - 1)
            key = "page" if preview_sides.whole else "page_so_far"
            words = print_text(key, page=at + 1, pages=len(preview_sides.sides))
            if preview_sides.sides[at] is None:
                words += f" {print_text('left_empty')}"
        self.number.setText(words)
        self.view.setAccessibleDescription(words)
        self.back.setEnabled(self._at > 0)
        self.on.setEnabled(self._at < self.count - 1)
        self.bar.fit()

    def _apply_theme(self, theme: Theme) -> None:
        lengths = theme.metrics
        self._column.setSpacing(lengths.pad_s)
        self.bar.flow.setSpacing(lengths.pad_s)
        high = self.back.sizeHint().height()
        for part in (self.number, self.zooms):
            part.setMinimumHeight(high)
        self.bar.fit()
