"""The page with the dice and cards of a session beside what fair ones give, for the arguments at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from engine.kit.content_editor.view_models import Note
from engine.kit.fairness.fairness_notes import FairnessPage, cards_page, dice_pages
from engine.kit.fairness.fairness_report import card_report, dice_reports
from engine.kit.sessions.recap import Chapter, chapters_of, start_lines
from engine.kit.sessions.recap_text import session_heading
from engine.kit.sessions.session_records import Session, session_in
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import CampaignPanel
from vtt.shared.statistics_widget import StatisticsWidget
from vtt.widgets.basic_widgets import NarrowComboBox, column, prose, row, set_prose
from vtt.widgets.layouts.flow_layout import FlowRow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.scroll_areas import PageScroll
from vtt.widgets.tasks.task_runner import Progress, TaskRunner
from vtt.widgets.ui_texts import ui_text

WHOLE: Final = "whole"
"""The choice of all sessions together."""


class CountedSession(NamedTuple):
    """The result of a count: the session's id, all sessions with their headings, the pages, and the cards left out."""

    id: str
    sessions: tuple[tuple[str, str], ...]
    pages: tuple[FairnessPage, ...]
    uncounted: int


class DiceAndCardsPage(CampaignPanel):
    """Dice and cards, counted aside whenever the page is shown; made only from what the viewer saw."""

    def __init__(self, campaign: OpenCampaign, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        self.runner = TaskRunner(self)
        self.destroyed.connect(self.runner.close)
        self._wanted, self._chosen = 0, ""
        self._shown: CountedSession | None = None
        self.session = NarrowComboBox(24)
        self.session.setAccessibleName(ui_text("fairness", "session"))
        self.session.activated.connect(self._choose)
        self.help = prose(ui_text("fairness", "help"), "muted")
        self.said = prose("", "muted")
        self._body = FlowRow()
        self._column, self._head = column(self), row()
        self._head.addWidget(self.help, 1)
        self._head.addWidget(self.session)
        self._column.addLayout(self._head)
        self._column.addWidget(self.said)
        self._column.addWidget(PageScroll(self._body), 1)
        self.pages: list[_ResultCard] = []
        self.restyle()

    def showEvent(self, event: QShowEvent) -> None:
        """Count anew: much may have happened since."""
        super().showEvent(event)
        self._count()

    def refresh(self) -> None:
        """Follow the table while the page is shown."""
        if self.isVisible():
            self._count()

    def viewer_changed(self) -> None:
        """Nothing of what the viewer before saw stays."""
        self._show(CountedSession("", (), (), 0))
        self.refresh()

    def restyle(self) -> None:
        """Take on the lengths of the theme."""
        lengths = self.theme.metrics
        self._column.setSpacing(lengths.pad_m)
        self._head.setSpacing(lengths.pad_m)
        self._body.flow.setSpacing(lengths.pad_l)
        self._body.fit()

    @Slot(int)
    def _choose(self, _index: int) -> None:
        self._chosen = str(self.session.currentData())
        self._count()

    def _count(self) -> None:
        """Count in a worker; of several counts only the last one is shown."""
        self._wanted += 1
        wanted = self._wanted
        self.runner.cancel()
        if self._shown is None:
            self._say(ui_text("fairness", "counting"))
        work = _work(self.campaign, self.viewer, self._chosen)
        self.runner.start(work, lambda counted: self._show(counted) if wanted == self._wanted else None)

    def _show(self, counted: CountedSession) -> None:
        if counted == self._shown:
            return
        self._shown = counted
        self.session.blockSignals(True)
        self.session.clear()
        for id_, heading in (*counted.sessions, (WHOLE, ui_text("fairness", "whole"))):
            self.session.addItem(heading, id_)
        self.session.setCurrentIndex(self.session.findData(counted.id))
        self.session.blockSignals(False)
        for old in self.pages:
            old.hide()
            old.deleteLater()
        self.pages = [_ResultCard(page, self.hub, self._body) for page in counted.pages]
        self._body.flow.hold(self.pages)
        for page in self.pages:
            page.show()
        self._body.fit()
        self._say(" ".join(self._sentences(counted)))

    def _say(self, words: str) -> None:
        set_prose(self.said, words)
        self.said.setVisible(bool(words))

    def _sentences(self, counted: CountedSession) -> list[str]:
        said = [] if counted.pages else [ui_text("fairness", "nothing")]
        if self.viewer_campaign.cards_are_real:
            said.append(ui_text("fairness", "real_cards"))
        elif counted.uncounted:
            said.append(ui_text("fairness", "uncounted", count=counted.uncounted))
        return said


class _ResultCard(QWidget):
    """The counts, the verdict and the averages of one kind of die, or of the cards."""

    def __init__(self, page: FairnessPage, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self.page = page
        self._hub = hub
        self._parts = column(self, gap=hub.theme.metrics.pad_s)
        self._add(page.counts)
        self._parts.addWidget(prose(page.verdict, "", self))
        if page.people is not None:
            self._add(page.people)
        self._parts.addStretch(1)

    def _add(self, note: Note) -> None:
        widget = StatisticsWidget(self._hub, self)
        widget.show_note(note)
        self._parts.addWidget(widget)

    def sizeHint(self) -> QSize:
        """Return the height that its lines need at its one width."""
        width = self._hub.theme.metrics.font_body * 26
        return QSize(width, self._parts.heightForWidth(width))


def _work(campaign: OpenCampaign, viewer: str, wanted: str) -> Callable[[Progress], CountedSession]:
    viewer_campaign = campaign.viewer_campaign(viewer)
    read, count = viewer_campaign.log_reader(), viewer_campaign.dice_and_card_counter()
    lists = viewer_campaign.view.lists
    started = start_lines(campaign.game.commands.values())

    def work(progress: Progress) -> CountedSession:
        chapters = chapters_of(read(), started)
        id_ = wanted or (chapters[-1].id if chapters else WHOLE)
        first, last = _positions(chapters, id_)
        counts = count(first, last, progress.check)
        pages = dice_pages(dice_reports(counts.rolls))
        cards = card_report(counts.draws)
        if cards is not None:
            pages = (*pages, cards_page(cards))
        headings = tuple(
            (
                chapter.id,
                session_heading(session_in(lists, chapter.id) or Session(id=chapter.id, number=int(chapter.id))),
            )
            for chapter in chapters
        )
        return CountedSession(id_, headings, pages, counts.uncounted)

    return work


def _positions(chapters: tuple[Chapter, ...], id_: str) -> tuple[int, int | None]:
    """Return the positions of the history before and after a session; those of the whole history for any other id."""
    starts = [next((line.entry for line in chapter.lines if line.entry), 1) - 1 for chapter in chapters]
    at = next((at for at, chapter in enumerate(chapters) if chapter.id == id_), None)
    if at is None:
        return 0, None
    return (starts[at] if at else 0), (starts[at + 1] if at + 1 < len(starts) else None)
