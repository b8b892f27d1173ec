"""A dialog with the steps of a draft, the page of one of them, and the numbers that follow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import SystemRandom
from typing import Final, Literal

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QStyle,
    QWidget,
)

from engine.core.chance import SeededChance
from engine.kit.creation.character_creation import (
    Change,
    CharacterCreation,
    CreationProgress,
    DerivedValue,
    StepState,
)
from engine.kit.creation.creation_draft import UNANSWERED, CharacterDraft
from engine.kit.creation.creation_plan import ChooseStep
from engine.kit.creation.creation_sheet import chosen_on
from engine.kit.creation.random_character import fill_step
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.presentation.dice_and_card_source import SourceKind
from vtt.campaign.open_campaign import OpenCampaign
from vtt.sheets.creation.draft_history import DraftHistory
from vtt.sheets.creation.step_pages import (
    ChoosePage,
    NumbersPage,
    StepPage,
    WordsPage,
    creation_text,
    page_for,
    summary_of,
)
from vtt.widgets.basic_widgets import button, clear_layout, column, frame, prose, row, set_prose
from vtt.widgets.large_dialog import LargeDialog
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.number_box import NumberBox
from vtt.widgets.plain_text import button_text, label, short, tip
from vtt.widgets.scroll_areas import PageScroll
from vtt.widgets.theme_binding import set_role
from vtt.widgets.wrapping_items import wrap_items

_LOW_EM: Final = 34
_NARROW_EM: Final = 60


class StepsDialog(LargeDialog):
    """The steps at the left, the present one in the middle, the numbers that follow at the right.

    Whatever closes it, the draft stays in its history; only finishing or starting over ends it.

    Args:
        campaign: the open campaign.
        viewer: the viewer; the command is that of the viewer's seat.
        hub: the theme.
        making: the steps of the game.
        history: the draft.
        title: the title of the dialog.
        finish: the words of the button that finishes the draft.
        parent: the window.

    Signals:
        finished_by: the draft is done; the id of its character.
    """

    finished_by = Signal(str)

    def __init__(
        self,
        campaign: OpenCampaign,
        viewer: str,
        hub: ThemeHub,
        making: CharacterCreation,
        history: DraftHistory,
        title: str,
        finish: str,
        parent: QWidget,
    ) -> None:
        super().__init__(hub, title, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._campaign = campaign
        self._viewer = viewer
        self._making = making
        self.history = history
        self._chance = SeededChance(SystemRandom().getrandbits(64))
        self._pages: dict[str, StepPage] = {}
        self._scrolls: dict[str, PageScroll] = {}
        self._shown: tuple[str, ...] = ()
        self._derived: dict[str, str] = {}
        self._obstacle = ""
        """Why the draft cannot be finished yet."""
        self._is_small = False
        lengths = hub.theme.metrics
        head = self._head = row(gap=lengths.pad_m)
        self.list = QListWidget()
        self.list.setAccessibleName(creation_text("steps"))
        wrap_items(self.list)
        self.list.setMinimumWidth(12 * lengths.font_body)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        middle = self._middle = row(gap=lengths.pad_l)
        middle.addWidget(self.list, 3)
        middle.addWidget(self._make_step_column(), 7)
        middle.addWidget(self._make_derived(), 3)
        self.undo = button(creation_text("undo"))
        self.restart = button(creation_text("restart"), help_text=creation_text("restart_help"))
        self.back = button(creation_text("back"))
        self.next = button(creation_text("next"))
        self.finish = button(finish, "primary")
        foot = QWidget(self)
        self._foot = TileFlow(foot, spacing=lengths.pad_m)
        for part in (self.back, self.next, self.finish, *self._more_buttons(), self.undo, self.restart):
            self._foot.addWidget(part)
        outer = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        outer.addLayout(head)
        outer.addLayout(middle, 1)
        self.said = prose("", "danger", self)
        outer.addWidget(self.said)
        outer.addWidget(foot)
        self.list.currentRowChanged.connect(self._go_to_row)
        self.undo.clicked.connect(self._undo)
        self.restart.clicked.connect(self._restart)
        self.back.clicked.connect(partial(self._go, -1))
        self.next.clicked.connect(partial(self._go, 1))
        self.finish.clicked.connect(self._finish)
        for keys, do in (
            (QKeySequence.StandardKey.Undo, self._undo),
            ("Alt+Left", partial(self._go, -1)),
            ("Alt+Right", partial(self._go, 1)),
            ("Ctrl+Return", self._finish),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(do)

    # ---- parts -------------------------------------------------------------------------------------------------------

    def _make_step_column(self) -> QWidget:
        lengths = self._hub.theme.metrics
        holder = QWidget(self)
        self._column = column(holder, gap=lengths.pad_s)
        self.head = QWidget(holder)
        head = column(self.head, gap=lengths.pad_s)
        self.title = label("", "title", wrap=True, parent=self.head)
        self.about = prose("", "muted", self.head)
        self.left = label("", "heading", wrap=True, parent=self.head)
        self.missing = prose("", "warning", self.head)
        for part in (self.title, self.about, self.left, self.missing):
            head.addWidget(part)
        self.stack = QStackedWidget(holder)
        self.tools = QWidget(holder)
        self.fill = button(creation_text("fill"), help_text=creation_text("fill_help"), parent=self.tools)
        self.clear = button(creation_text("clear"), parent=self.tools)
        self.overrule = QCheckBox(button_text(creation_text("overrule")), self.tools)
        self.overrule.setToolTip(tip(creation_text("overrule_help")))
        flow = TileFlow(self.tools, spacing=lengths.pad_m)
        for tool in (self.fill, self.clear, self.overrule):
            flow.addWidget(tool)
        self._column.addWidget(self.head)
        self._column.addWidget(self.stack, 1)
        self._column.addWidget(self.tools)
        self.fill.clicked.connect(self._fill)
        self.clear.clicked.connect(lambda: self._change(lambda draft: self._making.clear(draft, self.step)))
        self.overrule.toggled.connect(
            lambda on: self._change(lambda draft: self._making.overrule(draft, self.step, on))
        )
        return holder

    def _place_parts(self) -> None:
        """Where the window is small, let all that belongs to the step scroll with its page, one below the other."""
        em = self._hub.theme.metrics.font_body
        is_small = self.height() < _LOW_EM * em or self.width() < _NARROW_EM * em
        target = self.page.lay if is_small else self._column
        if target.indexOf(self.head) >= 0:
            return
        target.insertWidget(0, self.head)
        target.addWidget(self.tools)
        (target if is_small else self._middle).addWidget(self._card, 0 if is_small else 3)
        self._is_small = is_small
        self._give_card_its_height()
        for part in (self.head, self.tools, self._card):
            part.show()

    def _give_card_its_height(self) -> None:
        """Show all derived numbers where the page scrolls, so that nothing scrolls inside of it."""
        whole = self._card.sizeHint().height() + self._grid.sizeHint().height() if self._is_small else 0
        self._card.setMinimumHeight(whole)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the room."""
        super().resizeEvent(event)
        self._place_parts()

    def _make_derived(self) -> QWidget:
        lengths = self._hub.theme.metrics
        card = self._card = frame("card", self)
        inside = column(card, gap=lengths.pad_s, margin=lengths.pad_m)
        inside.addWidget(label(creation_text("derived"), "heading", wrap=True))
        page = QWidget()
        self._grid = QGridLayout(page)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(lengths.pad_m)
        self._grid.setColumnStretch(0, 1)
        self._values: list[tuple[QLabel, QLabel]] = []
        inside.addWidget(PageScroll(page), 1)
        return card

    # ---- what is shown -----------------------------------------------------------------------------------------------

    @property
    def step(self) -> str:
        """The step that is shown."""
        return self.history.step

    @property
    def progress(self) -> CreationProgress:
        """The draft as it is now."""
        return self._making.progress(self.history.draft)

    @property
    def page(self) -> StepPage:
        """The page that is shown."""
        return self._pages[self.step]

    def _refresh(self) -> None:
        progress = self.progress
        keys = tuple(state.step.key for state in progress.steps)
        if self.step not in keys:
            self.history.step = self._making.open_step(self.history.draft) or self._step_of_finished(keys)
        self._list_steps(progress, keys)
        state = progress.step(self.step)
        page = self._page(state)
        page.show_state(state, progress.sheet)
        scroll = self._scrolls[self.step]
        is_other = self.stack.currentWidget() is not scroll
        self.stack.setCurrentWidget(scroll)
        self._place_parts()
        if is_other:  # the page has followed the focus down as it was left
            scroll.verticalScrollBar().setValue(0)
            if (chosen := page.chosen_part) is not None:
                scroll.ensureWidgetVisible(chosen, 0, self._hub.theme.metrics.pad_l)
        set_prose(self.about, state.step.say)
        self.title.setText(short(self._hub.theme.with_rules(state.step.title, state.step.rules), 120))
        self.left.setVisible(state.pool is not None)
        if state.pool is not None:
            left = creation_text("left", left=state.pool.left, amount=state.pool.amount, label=state.pool.label)
            self.left.setText(left)
        set_prose(self.missing, self._sentence(state))
        self.overrule.blockSignals(True)
        self.overrule.setChecked(state.answer.overruled)
        self.overrule.blockSignals(False)
        self._show_derived()
        self.overrule.setVisible(self._can_overrule(state))
        self._obstacle = self._why_not()
        is_ready, pressed = not self._obstacle, self.focusWidget()
        self.finish.setEnabled(is_ready)
        self.finish.setToolTip(tip(self._obstacle))
        set_role(self.next, "" if is_ready else "primary")
        self.back.setEnabled(self.step != keys[0])
        self.next.setEnabled(self.step != keys[-1])
        self.undo.setEnabled(self.history.can_undo)
        if pressed in (self.back, self.next, self.undo) and not pressed.isEnabled():
            page.setFocus(Qt.FocusReason.OtherFocusReason)  # Qt would go to the next button, which may start over

    def _why_not(self) -> str:
        """Return why the draft cannot be finished yet; an empty text if it can."""
        step = self._making.open_step(self.history.draft)
        return creation_text("open_step", step=self.progress.step(step).step.title) if step else ""

    def _step_of_finished(self, keys: Sequence[str]) -> str:
        """Return the step to show where none is open."""
        return keys[-1]

    def _mark(self, state: StepState) -> Literal["done", "open", "free"]:
        """Return the mark of a step in the list."""
        if not state.is_complete:
            return "open"
        step, answer = state.step, state.answer
        is_free = answer == UNANSWERED or (isinstance(step, ChooseStep) and not chosen_on(step, answer, state.sheet))
        return "free" if is_free else "done"

    def _can_overrule(self, state: StepState) -> bool:
        """Say whether the limits of a step can be ignored."""
        return True

    def _more_buttons(self) -> tuple[QPushButton, ...]:
        """Return further buttons of the foot."""
        return ()

    def _finish(self) -> None:
        """Do what the draft is for."""
        raise NotImplementedError

    def _before(self, value: DerivedValue) -> str:
        """Return what a derived number was; an empty text for a new one."""
        return self._derived.get(value.label, "")

    def _sentence(self, state: StepState) -> str:
        if state.missing is None:
            return say(state.advice) if state.advice is not None else ""
        words = say(state.missing)
        return creation_text("ignored", what=words) if state.answer.overruled else words

    def _list_steps(self, progress: CreationProgress, keys: tuple[str, ...]) -> None:
        self.list.blockSignals(True)
        if keys != self._shown:
            self._shown = keys
            self.list.clear()
            self.list.addItems(list(keys))
        for number, state in enumerate(progress.steps):
            mark = self._mark(state)
            words = creation_text(
                "step", mark=creation_text(f"mark.{mark}"), title=state.step.title, chosen=summary_of(state)
            )
            item = self.list.item(number)
            if item.text() != words:
                item.setText(words)
                item.setData(
                    Qt.ItemDataRole.AccessibleTextRole, creation_text(f"spoken.{mark}", title=state.step.title)
                )
                self.list.scheduleDelayedItemsLayout()  # a title with its choice may need two lines
        self.list.setCurrentRow(keys.index(self.step))
        self.list.blockSignals(False)

    def _page(self, state: StepState) -> StepPage:
        page = self._pages.get(state.step.key)
        if page is None:
            page = self._pages[state.step.key] = page_for(self._making, state, self._hub)
            page.wanted.connect(self._change)
            if isinstance(page, WordsPage | ChoosePage):
                page.written.connect(self._write)
            if isinstance(page, NumbersPage):
                page.rolled.connect(self.roll)
                if self._campaign.sources.dice is SourceKind.REAL:
                    page.use_real_dice()
            self._scrolls[state.step.key] = PageScroll(page)
            self.stack.addWidget(self._scrolls[state.step.key])
        return page

    def _show_derived(self) -> None:
        values = self._making.derived(self.history.draft)
        if len(values) != len(self._values):
            clear_layout(self._grid)
            self._grid.setRowStretch(len(self._values), 0)
            self._values = []
            for number, value in enumerate(values):
                pair = (label(short(value.label, 40), wrap=True), label("", "heading"))
                pair[1].setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self._grid.addWidget(pair[0], number, 0)
                self._grid.addWidget(pair[1], number, 1)
                self._values.append(pair)
            self._grid.setRowStretch(len(values), 1)
        for value, (name, shown) in zip(values, self._values, strict=True):
            old, new = self._before(value), value.text or "–"
            was = creation_text("was", before=old) if old not in ("", "–", new) else ""
            name.setText(f"{short(value.label, 40)}\n{was}".strip())  # below the name: no column grows
            shown.setText(new)
        margins = 2 * self._hub.theme.metrics.pad_l + self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        self._card.setMinimumWidth(self._grid.minimumSize().width() + margins)  # its values are never cut
        self._give_card_its_height()
        self._derived = {value.label: value.text or "–" for value in values}

    # ---- what is done ------------------------------------------------------------------------------------------------

    @Slot(object)
    def _change(self, change: Change) -> None:
        """Change the draft; a refusal is shown, and nothing changes."""
        before = self.progress
        try:
            draft = change(self.history.draft)
        except Refused as refused:
            self._say(refused.text)
            self._refresh()
            return
        self._say("")
        self.history.change(draft)
        if self._is_answered_first(before):
            keys = [state.step.key for state in self.progress.steps]
            self.history.step = keys[min(keys.index(self.step) + 1, len(keys) - 1)]
        self._refresh()

    def _is_answered_first(self, before: CreationProgress) -> bool:
        """Say whether a step with one choice has just got its first answer, so that the next step can be shown."""
        old = next((state for state in before.steps if state.step.key == self.step), None)
        new = next((state for state in self.progress.steps if state.step.key == self.step), None)
        if old is None or new is None or old.answer.chosen or not new.answer.chosen:
            return False
        return isinstance(new.step, ChooseStep) and new.step.most == 1 and new.is_complete

    def _say(self, words: str) -> None:
        set_prose(self.said, words)

    @Slot(str, object)
    def _write(self, field: str, change: Change) -> None:
        self.history.change(change(self.history.draft), typed=f"{self.step}.{field}")
        self._refresh()

    @Slot(int)
    def _go_to_row(self, number: int) -> None:
        if 0 <= number < len(self._shown):
            self.history.step = self._shown[number]
            self._say("")
            self._refresh()

    def _go(self, steps: int) -> None:
        number = self._shown.index(self.step) + steps
        self._go_to_row(number)

    def go_to(self, step: str) -> None:
        """Show a step."""
        self._go_to_row(self._shown.index(step))

    @Slot()
    def roll(self) -> None:
        """Roll the dice of the step."""
        self._change(lambda draft: self._making.roll(draft, self.step, self._chance))

    @Slot()
    def _fill(self) -> None:
        self._change(lambda draft: fill_step(self._making, draft, self.step, self._chance))

    @Slot()
    def _undo(self) -> None:
        self._say("")
        self.history.undo()
        self._refresh()

    @Slot()
    def _restart(self) -> None:
        self.history.change(CharacterDraft())
        self.history.step = ""
        self._derived = {}
        self._say("")
        self._refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose options by their numbers, and go on with Enter."""
        writes = isinstance(QApplication.focusWidget(), QLineEdit | QPlainTextEdit | NumberBox)
        number = event.key() - Qt.Key.Key_0
        if 1 <= number <= 9 and not writes and not event.modifiers() and self.page.choose_by_number(number):
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not self._leave_head() and self.next.isEnabled():
                self._go(1)
                self.page.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        super().keyPressEvent(event)

    def _leave_head(self) -> bool:
        """Go from the head of the dialog to its page; return whether the head had the focus."""
        return False
