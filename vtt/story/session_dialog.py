"""The start and the end of a session as a few steps that the GM walks through or skips."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QDate, QLocale, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QComboBox, QListWidget, QStackedWidget, QTabBar, QTextBrowser, QWidget

from engine.core.commands import Command
from engine.kit.sessions.recap_text import recap_markdown
from engine.kit.sessions.session_commands import END_KIND, START_KIND, SessionEnd, SessionStart
from engine.kit.sessions.session_plan import SessionStep, session_plan_of, step_messages
from engine.kit.sessions.session_records import (
    LAST_NUMBER,
    LONGEST_DATE,
    LONGEST_TITLE,
    next_number,
    running_session,
)
from engine.messages.message import Message
from engine.messages.texts import say
from engine.presentation.offers import Offer
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import CampaignPanel, gm_seat
from vtt.shared.offers.offer_taker import OfferTaker
from vtt.shared.offers.offer_tile import explanation_words, offer_words
from vtt.shared.print_style.markdown_document import set_markdown
from vtt.shared.screen_names import name_of_seat
from vtt.shared.table_queries import reachable_seats
from vtt.story.recap_dialog import RecapDialog, show_recap
from vtt.story.session_recaps import SessionRecap, SessionRecaps
from vtt.widgets.basic_widgets import button, clear_layout, column, prose, row, set_prose
from vtt.widgets.large_dialog import LargeDialog
from vtt.widgets.layouts.flow_layout import FlowLayout
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.number_box import NumberBox
from vtt.widgets.plain_text import label, short
from vtt.widgets.scroll_areas import PageScroll
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.undo_aware_line_edit import UndoAwareLineEdit
from vtt.widgets.wrapping_items import wrap_items

HERE: Final = ""
RESTS: Final = "rests"
PLAYED_BY_GM: Final = "gm"
LAST: Final = "last"
START: Final = "start"
END: Final = "end"
RECAP: Final = "recap"
"""The keys of the steps of every game."""
MOST_OFFERS: Final = 40
"""The number of offers of a step that are shown."""
MOST_SAID: Final = 2
"""The number of log lines that are shown of what was done."""


class SessionDialog(LargeDialog):
    """The dialog with the steps."""

    def __init__(self, campaign: OpenCampaign, viewer: str, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(hub, ui_text("sessions", "title"), parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.steps = SessionSteps(campaign, viewer, hub, self)
        self.steps.closed.connect(self.accept)
        lengths = hub.theme.metrics
        column(self, margin=lengths.pad_l).addWidget(self.steps)


class SessionSteps(CampaignPanel):
    """The steps at the left, the present one at the right.

    Signals:
        closed: the user is done.
    """

    closed = Signal()

    def __init__(self, campaign: OpenCampaign, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        self._plan = session_plan_of(campaign.game.ruleset)
        self.taker = OfferTaker(self)
        self.taker.taken.connect(self._say_that_offer_is_done)
        self.recaps = SessionRecaps(campaign, self)
        self._last: SessionRecap | None = None
        self._steps: list[str] = []
        self._pages: dict[str, QWidget] = {}
        self._offer_pages: dict[str, tuple[SessionStep, QWidget]] = {}
        lengths = self.theme.metrics
        self.tabs = QTabBar()
        self.tabs.setAccessibleName(ui_text("sessions", "title"))
        self.tabs.addTab(ui_text("sessions", "tab_start"))
        self.tabs.addTab(ui_text("sessions", "tab_end"))
        self.tabs.setDrawBase(False)
        self.list = QListWidget()
        self.list.setAccessibleName(ui_text("sessions", "steps"))
        wrap_items(self.list)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.stack = QStackedWidget()
        self.back = button(ui_text("sessions", "back"))
        self.next = button(ui_text("sessions", "next"))
        self.close_button = button(ui_text("sessions", "close"))
        middle, foot = row(gap=lengths.pad_m), row(gap=lengths.pad_m)
        middle.addWidget(self.list, 2)
        middle.addWidget(self.stack, 5)
        self.done_said = prose()
        foot.addWidget(self.done_said, 1)
        for part in (self.back, self.next, self.close_button):
            foot.addWidget(part)
        outer = column(self, gap=lengths.pad_m)
        outer.addWidget(self.tabs)
        outer.addLayout(middle, 1)
        outer.addLayout(foot)
        self.list.currentRowChanged.connect(self._show_step)
        self.back.clicked.connect(lambda: self.list.setCurrentRow(self.list.currentRow() - 1))
        self.next.clicked.connect(self._go_on)
        self.close_button.clicked.connect(self.closed)
        self.tabs.currentChanged.connect(self._list_steps)
        self.tabs.setCurrentIndex(1 if self._is_running() else 0)
        self._list_steps()
        QTimer.singleShot(0, self, self._read_last)  # the dialog is shown first

    # ---- the pages ---------------------------------------------------------------------------------------------------

    def _page(self, title: str, words: str) -> tuple[QWidget, Any]:
        """Return a page with a heading and a sentence, and the column for what comes below them."""
        lengths = self.theme.metrics
        page = QWidget()
        inside = column(page, gap=lengths.pad_m, margin=lengths.pad_s)
        inside.addWidget(label(title, "title", wrap=True))
        inside.addWidget(prose(words, "muted"))
        return page, inside

    def _made_page(self, key: str) -> QWidget:
        """Return the page of a step. It is made when it is shown first, so that the dialog opens fast."""
        page = self._pages.get(key)
        if page is None:
            makers = {
                LAST: self._make_last_page,
                START: self._make_start_page,
                END: self._make_end_page,
                RECAP: self._make_recap_page,
            }
            maker = makers.get(key)
            page = maker() if maker is not None else self._make_offer_page(key)
            self._pages[key] = page
            self.stack.addWidget(page)
        return page

    def _make_start_page(self) -> QWidget:
        lengths = self.theme.metrics
        page, inside = self._page(ui_text("sessions", "step.start"), ui_text("sessions", "step_help.start"))
        self.number = NumberBox()
        self.number.setRange(1, LAST_NUMBER)
        self.number.setAccessibleName(ui_text("sessions", "number"))
        self.title_field = UndoAwareLineEdit(ui_text("sessions", "title_field"))
        self.title_field.setMaxLength(LONGEST_TITLE)
        self.date = UndoAwareLineEdit(ui_text("sessions", "date"))
        self.date.setMaxLength(LONGEST_DATE)
        self.date.setText(QLocale(QLocale.Language.English).toString(QDate.currentDate(), "d MMMM yyyy"))
        self.date.setCursorPosition(0)
        line = row(gap=lengths.pad_s)
        line.addWidget(label(ui_text("sessions", "number")))
        line.addWidget(self.number)
        line.addWidget(self.date, 1)
        people = QWidget()
        below = column(people, gap=lengths.pad_s)
        below.addLayout(line)
        below.addWidget(self.title_field)
        self.people: dict[str, QComboBox] = {}
        for seat in self.view.seats.values():
            if seat.is_gm:
                continue
            choice = QComboBox()
            name = name_of_seat(self.view, seat.id)
            choice.setAccessibleName(ui_text("sessions", "attendance", seat=short(name, 60)))
            for value in (HERE, RESTS, PLAYED_BY_GM):
                choice.addItem(ui_text("sessions", f"attendance_{value or 'here'}"), value)
            line = row(gap=lengths.pad_s)
            line.addWidget(label(short(name, 40)), 1)
            line.addWidget(choice, 1)
            below.addLayout(line)
            self.people[seat.id] = choice
        below.addStretch(1)
        inside.addWidget(PageScroll(people), 1)
        self.start_said = prose()
        self.start_button = button(ui_text("sessions", "start"), "primary")
        self.start_button.clicked.connect(self._start)
        inside.addWidget(self.start_said)
        line = row()
        line.addWidget(self.start_button)
        line.addStretch(1)
        inside.addLayout(line)
        self.number.setValue(self._next_number())
        return page

    def _make_end_page(self) -> QWidget:
        page, inside = self._page(ui_text("sessions", "step.end"), ui_text("sessions", "step_help.end"))
        self.end_said = prose()
        self.end_button = button(ui_text("sessions", "end"), "primary")
        self.end_button.clicked.connect(self._end)
        inside.addWidget(self.end_said)
        line = row()
        line.addWidget(self.end_button)
        line.addStretch(1)
        inside.addLayout(line)
        inside.addStretch(1)
        return page

    def _make_last_page(self) -> QWidget:
        page, inside = self._page(ui_text("sessions", "step.last"), ui_text("sessions", "step_help.last"))
        self.last_text = QTextBrowser()
        self.last_text.setOpenLinks(False)
        self.last_text.setAccessibleName(ui_text("sessions", "step.last"))
        self.show_last = button(ui_text("sessions", "recap.show"), help_text=ui_text("sessions", "recap.show_help"))
        self.show_last.clicked.connect(self._show_last)
        inside.addWidget(self.last_text, 1)
        line = row()
        line.addWidget(self.show_last)
        line.addStretch(1)
        inside.addLayout(line)
        self._fill_last()
        return page

    def _make_recap_page(self) -> QWidget:
        page, inside = self._page(ui_text("sessions", "step.recap"), ui_text("sessions", "step_help.recap"))
        self.recap_button = button(ui_text("sessions", "recap.open"))
        self.recap_button.clicked.connect(self._open_recap)
        line = row()
        line.addWidget(self.recap_button)
        line.addStretch(1)
        inside.addLayout(line)
        inside.addStretch(1)
        return page

    def _make_offer_page(self, key: str) -> QWidget:
        step = next(step for found, step in self._game_steps() if found == key)
        page, inside = self._page(*map(say, self._step_messages(step)))
        buttons = QWidget()
        FlowLayout(buttons, spacing=self.theme.metrics.pad_s)
        inside.addWidget(PageScroll(buttons), 1)
        self._offer_pages[key] = (step, buttons)
        return page

    def _game_steps(self) -> list[tuple[str, SessionStep]]:
        """Return the steps of the game; the same name can occur at several places."""
        plan = self._plan
        parts = (("start", plan.start), ("end", plan.end), ("after", plan.after))
        return [(f"{part}:{at}", step) for part, steps in parts for at, step in enumerate(steps)]

    def _step_messages(self, step: SessionStep) -> tuple[Message, Message]:
        return step_messages(self.campaign.game.ruleset.id, step)

    # ---- walking through them ----------------------------------------------------------------------------------------

    @Slot()
    def _list_steps(self) -> None:
        """List the steps of the start or of the end."""
        own = [(key, say(self._step_messages(step)[0])) for key, step in self._game_steps()]
        if self.tabs.currentIndex():
            steps = [step for step in own if step[0].startswith("end:")]
            steps.append((END, ui_text("sessions", "step.end")))
            steps += [step for step in own if step[0].startswith("after:")]
            steps.append((RECAP, ui_text("sessions", "step.recap")))
        else:
            steps = [(LAST, ui_text("sessions", "step.last")), (START, ui_text("sessions", "step.start"))]
            steps += [step for step in own if step[0].startswith("start:")]
        self._steps = [key for key, _ in steps]
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([short(title, 60) for _, title in steps])
        self.list.setCurrentRow(0)
        self.list.blockSignals(False)
        self._show_step(0)

    @Slot(int)
    def _show_step(self, at: int) -> None:
        set_prose(self.done_said, "")
        if at >= 0:
            page = self._made_page(self._steps[at])
            self.refresh()  # filled before it is shown
            self.stack.setCurrentWidget(page)
        self.back.setEnabled(at > 0)
        set_words = "done" if at >= self.list.count() - 1 else "next"
        self.next.setText(ui_text("sessions", set_words))
        self.next.setAccessibleName(ui_text("sessions", set_words))

    @Slot()
    def _go_on(self) -> None:
        at = self.list.currentRow()
        if at >= self.list.count() - 1:
            self.closed.emit()
        else:
            self.list.setCurrentRow(at + 1)

    # ---- what is so now ----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show whether a session can start or end now, and the offers of the step that is shown."""
        if START in self._pages:
            self._refresh_start()
        if END in self._pages:
            self._refresh_end()
        at = self.list.currentRow()
        if at >= 0 and self._steps[at] in self._offer_pages:
            self._fill(*self._offer_pages[self._steps[at]])

    def _is_running(self) -> bool:
        """Say whether a session is in progress; one that an older version started has no record, but can end."""
        return running_session(self.view.lists) is not None or not self._why_not(self._command(END_KIND, SessionEnd))

    def _refresh_start(self) -> None:
        is_running = running_session(self.view.lists) is not None
        if not is_running and not self.number.hasFocus() and self.number.value() < self._next_number():
            self.number.setValue(self._next_number())
        refused = self._why_not(self._start_command({}))
        set_prose(self.start_said, refused)
        self.start_button.setEnabled(not refused)

    def _refresh_end(self) -> None:
        running = running_session(self.view.lists)
        refused = self._why_not(self._command(END_KIND, SessionEnd))
        set_prose(self.end_said, refused or (ui_text("sessions", "runs", number=running.number) if running else ""))
        self.end_button.setEnabled(not refused)

    def restyle(self) -> None:
        """Keep the lengths: the dialog is closed soon."""
        self.refresh()

    def _fill(self, step: SessionStep, buttons: QWidget) -> None:
        layout = buttons.layout()
        assert layout is not None
        clear_layout(layout)
        offers = self._offers_of(step)
        for offer in offers:
            words = offer_words(offer)
            made = button(words, help_text=explanation_words(offer))
            made.clicked.connect(partial(self.taker.take, offer))
            layout.addWidget(made)
        if not offers:
            layout.addWidget(label(ui_text("sessions", "no_offers"), "muted"))

    def _offers_of(self, step: SessionStep) -> list[Offer]:
        """Return the offers of a step that can be taken now, each once; those of the GM come first."""
        gm = gm_seat(self.view)
        offers: dict[str, Offer] = {}
        for seat in sorted(reachable_seats(self.view), key=lambda reached: reached != gm):
            for offer in self.viewer_campaign.offers(seat):
                if offer.base_name in step.offers and offer.denial is None:
                    offers.setdefault(offer_words(offer), offer)
        return list(offers.values())[:MOST_OFFERS]

    def _command(self, kind: str, base: type, **fields: Any) -> Command | None:
        made: Any = self.campaign.game.commands.get(kind)
        return made(seat=gm_seat(self.view), **fields) if made is not None and issubclass(made, base) else None

    def _start_command(self, absent: Mapping[str, bool]) -> Command | None:
        return self._command(
            START_KIND,
            SessionStart,
            number=self.number.value(),
            title=self.title_field.text().strip(),
            date=self.date.text().strip(),
            absent=absent,
        )

    def _why_not(self, command: Command | None) -> str:
        if command is None or self.campaign.view_only:
            return ui_text("sessions", "not_here")
        refused = self.viewer_campaign.refusal(command)
        return refused.text if refused is not None else ""

    def _next_number(self) -> int:
        """Return the number of the next session: after those with a record, and those that the log knows."""
        known = (int(id_) for id_, _ in self._last.sessions) if self._last is not None else ()
        return min(LAST_NUMBER, next_number(self.view.lists, max(known, default=0) + 1))

    # ---- what is done ------------------------------------------------------------------------------------------------

    @Slot()
    def _start(self) -> None:
        absent = {
            seat: choice.currentData() == RESTS for seat, choice in self.people.items() if choice.currentData() != HERE
        }
        command = self._start_command(absent)
        if command is not None and self.viewer_campaign.submit(command, self):
            self._go_on()
            self._say_what_is_done()

    @Slot()
    def _end(self) -> None:
        command = self._command(END_KIND, SessionEnd)
        if command is not None and self.viewer_campaign.submit(command, self):
            self._go_on()
            self._say_what_is_done()

    @Slot(object)
    def _say_that_offer_is_done(self, offer: Offer) -> None:
        self._say_what_is_done(ui_text("shell", "said.done", what=offer_words(offer).rstrip("…")))

    def _say_what_is_done(self, otherwise: str = "") -> None:
        """Show the last log lines of what was done, because the dialog may cover the log; without one, other words."""
        last = self.viewer_campaign.latest_lines()[-MOST_SAID:]
        set_prose(self.done_said, "\n".join(short(say(line.message), 160) for line in last) or otherwise)

    @Slot()
    def _read_last(self) -> None:
        self.recaps.read(self._take_last)

    def _take_last(self, made: SessionRecap) -> None:
        self._last = made
        if LAST in self._pages:
            self._fill_last()
        self.refresh()

    def _fill_last(self) -> None:
        if self._last is not None:
            set_markdown(self.last_text.document(), recap_markdown(self._last.recap))
        self.show_last.setEnabled(self._last is not None and bool(self._last.recap.sections))

    @Slot()
    def _show_last(self) -> None:
        if self._last is not None:
            show_recap(self.campaign, self._last)

    @Slot()
    def _open_recap(self) -> None:
        dialog = self.window()
        # beside this dialog, because a recap that is being edited outlasts it
        RecapDialog(self.campaign, self.viewer, self.hub, dialog.parentWidget() or dialog).open()
