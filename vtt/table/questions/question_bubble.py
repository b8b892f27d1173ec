"""One question of an offer beside its piece: choices as buttons, numbers, a text, or cards to confirm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.messages.texts import say
from engine.presentation.visibility import VisibleTable
from vtt.shared.odds.odds_button import OddsButton
from vtt.shared.offers.pressed_questions import PressedQuestion
from vtt.shared.questions.question_fields import ChoiceQuestionField, title_of_choice
from vtt.shared.questions.typed_choice import TypedChoice
from vtt.shared.questions.typed_question_fields import NumberQuestionField, TextQuestionField
from vtt.shared.screen_names import secret_notes, table_text
from vtt.table.questions.card_answer import words_for_count
from vtt.table.questions.choice_buttons import ChoiceButtons
from vtt.table.questions.question_bubble_place import HINT_LINES, QuestionBubblePlace
from vtt.widgets.basic_widgets import button, prose, set_prose
from vtt.widgets.layouts.beside_piece import QUESTION_FRAME
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label, short
from vtt.widgets.theme_binding import set_role

MOST_BUTTONS: Final = 9
"""The table has a piece for most answers; with more of them than this, the form lists them."""
_TEXT_EM: Final = 13
"""The least width of a field for a text, in letters."""
_STEPS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


class QuestionBubble(QFrame):
    """Asks one question.

    Args:
        hub: the theme.
        asked: the question.
        view: what the viewer may know.
        parent: the widget on which it floats.
        may_have_odds: below each choice the figure of its odds can be shown.
        has_odds_room: there is room for it before it is known, so that nothing moves then.
        odds_were_alike: that room is one line for all choices.

    Attributes:
        place: where it is shown, and with which of its words.
        choice_buttons: the buttons for one of some choices; None for other questions.
        several: the field for several choices; None for other questions.
        typed: the field for a single number or a text; None for other questions.
        rows: the fields for the numbers of a table, by row; empty for other questions.
        ok_button: the OK button for one or several numbers or a text; None for other questions.
        hint, count, confirm_button: how cards or several choices are chosen, how many are, and the OK button; other
            questions have none.

    Signals:
        answered: the answer.
        chosen_changed: one of several choices was chosen or taken back.
        confirmed: the person confirms the cards that are chosen on the table.
        table_wanted: the keyboard goes to the cards on the table.
        as_before: the person wants the same as the last time.
        form_wanted: the person wants to see all questions of the offer.
        left: the person asks for something else.
    """

    answered = Signal(object)
    chosen_changed = Signal()
    confirmed = Signal()
    table_wanted = Signal()
    as_before = Signal()
    form_wanted = Signal()
    left = Signal()
    hint: QLabel
    count: QLabel
    confirm_button: QPushButton

    def __init__(
        self,
        hub: ThemeHub,
        asked: PressedQuestion,
        view: VisibleTable,
        parent: QWidget,
        *,
        may_have_odds: bool = False,
        has_odds_room: bool = False,
        odds_were_alike: bool = False,
    ) -> None:
        super().__init__(parent)
        self._page, self._hub, self.asked = parent, hub, asked
        self.setProperty("role", "plate")
        self.setObjectName(QUESTION_FRAME)
        lengths, question = hub.theme.metrics, asked.question
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(lengths.pad_m, lengths.pad_s, lengths.pad_m, lengths.pad_s)
        self._column.setSpacing(lengths.pad_s)
        words = table_text("question.rows") if len(asked.rows) > 1 else say(question.label)
        told = [short(title_of_choice(view, about, choice), 40) for about, choice in asked.told]
        offer_label = " · ".join(dict.fromkeys([short(say(asked.offer.label), 120), *told]))
        self._name = f"{offer_label}. {words}"
        self.setAccessibleName(self._name)
        offer_line, heading = prose(offer_label, "muted", self), prose(words, "heading", self)
        self._column.addWidget(offer_line)
        self._column.addWidget(heading)
        self.choice_buttons: ChoiceButtons | None = None
        self.several: ChoiceQuestionField | None = None
        self.typed: NumberQuestionField | TextQuestionField | None = None
        self.rows: dict[str, NumberQuestionField] = {}
        self.ok_button: QPushButton | None = None
        self._initial_text: object = None
        self._typed_choice = TypedChoice()
        self._secret: frozenset[str] = frozenset()
        foot = QWidget(self)
        flow = TileFlow(foot, spacing=lengths.pad_s)
        if asked.is_about_cards:
            self._add_confirm_parts(foot, flow)
            self.confirm_button.clicked.connect(self.confirmed)
        elif asked.is_several:
            self._add_several(view, foot, flow)
        elif asked.rows:
            self._add_number_rows(foot, flow)
        elif asked.is_number:
            self._column.addWidget(self._number_line())
        elif asked.is_text:
            self._add_text(foot, flow)
        elif len(question.choices) <= MOST_BUTTONS:
            self.choice_buttons = ChoiceButtons(
                hub,
                question,
                view,
                self,
                may_have_odds=may_have_odds,
                has_odds_room=has_odds_room,
                odds_were_alike=odds_were_alike,
            )
            self.choice_buttons.pressed.connect(self.answered)
            self._column.addWidget(self.choice_buttons.shared_line)
            self._column.addWidget(self.choice_buttons)
        else:
            self._column.addWidget(prose(table_text("question.many"), "muted", self))
        self.more = button(table_text("question.more"), "quiet", table_text("question.more_help"), foot)
        is_complete = bool(self._answers()) and not asked.is_about_cards  # a form shows what a card says
        self.more.setVisible(asked.has_more or not is_complete)
        self.more.clicked.connect(self.form_wanted)
        self.leave = button(table_text("question.leave"), "quiet", "", foot)
        self.leave.clicked.connect(self.left)
        self.again = button(table_text("question.again"), "quiet", table_text("question.again_help"), foot)
        self.again.setVisible(bool(asked.before) and not asked.answers)
        self.again.clicked.connect(self.as_before)
        for part in (self.again, self.more, self.leave):
            flow.addWidget(part)
        self._column.addWidget(foot)
        hint = self.hint if asked.is_about_cards else None
        self.place = QuestionBubblePlace(
            self, parent, hub, self._column, ((offer_line, offer_label), (heading, words)), hint, self.choices
        )
        if asked.is_several and not asked.is_about_cards:
            self._show_several()
        for pressed in self.findChildren(QAbstractButton):
            pressed.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the arrows from the buttons, which would walk like Tab, and what is typed to find a choice."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _STEPS:
                self._walk(Qt.Key(event.key()))
                return True
            several = self.several.parts if self.several is not None else ()
            choices = [*self.choices.values(), *(part for part in several if isinstance(part, QAbstractButton))]
            if choices and self._typed_choice.take(event, choices):
                return True
        return super().eventFilter(watched, event)

    def _add_confirm_parts(self, foot: QWidget, flow: TileFlow) -> None:
        """Add how something is chosen, and in the line of buttons how much is and the button that confirms."""
        self.hint, self.count = prose("", "muted", self), label("", parent=foot)
        self.confirm_button = button(table_text("question.do"), "primary", "", foot)
        self._column.addWidget(self.hint)
        flow.addWidget(self.count)
        flow.addWidget(self.confirm_button)

    def _add_several(self, view: VisibleTable, foot: QWidget, flow: TileFlow) -> None:
        """Add a box to tick for each of several choices, and the parts that confirm them."""
        question = self.asked.question
        # What was chosen before has a button of its own; a row of a table is chosen first, as in a form.
        required = () if self.asked.is_of_table else getattr(self.asked.offer.command, question.field, ())
        self.several = ChoiceQuestionField(question, self._hub, view, required, question.choices, self)
        proposed, known = frozenset(self.chosen), view.actors
        hidden = [choice for choice in question.choices if choice in known and secret_notes(view, known[choice])]
        # Where the game proposes some, it leaves these out, so that Enter reveals nobody.
        self._secret = frozenset(hidden) - proposed if proposed else frozenset()
        self.several.changed.connect(self._several_changed)
        self._column.addWidget(self.several)
        self._add_confirm_parts(foot, flow)
        self.confirm_button.clicked.connect(self._confirm_several)

    @property
    def choices(self) -> Mapping[str, QPushButton]:
        """The buttons for one of some choices, by answer; empty for other questions."""
        return self.choice_buttons.buttons if self.choice_buttons is not None else {}

    @property
    def chosen(self) -> tuple[str, ...]:
        """The chosen ones of several choices."""
        value = self.several.value() if self.several is not None else ()
        return value if isinstance(value, tuple) else ()

    def _show_several(self) -> bool:
        """Show how many of several choices are chosen. Return whether as many are as can be."""
        question, count = self.asked.question, len(self.chosen)
        is_full = question.most is not None and count >= question.most
        fits = question.least <= count and (question.most is None or count <= question.most)
        left_out = len(self._secret.difference(self.chosen))
        how = table_text("question.several_choices")
        hint = f"{table_text('question.secret_left_out', count=left_out)} {how}" if left_out else how
        self.show_chosen(hint, words_for_count(question, count), fits=fits)
        return is_full and fits

    @Slot()
    def _several_changed(self) -> None:
        if self._show_several():
            self.confirm_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.chosen_changed.emit()

    @Slot()
    def _confirm_several(self) -> None:
        if self.confirm_button.isEnabled():
            self.answered.emit(self.chosen)

    def _add_number_rows(self, foot: QWidget, flow: TileFlow) -> None:
        """Add a number for each row, and in the line of buttons how much is chosen and the OK button."""
        self.hint, self.count = prose("", "muted", self), label("", parent=foot)
        self._column.addWidget(self.hint)
        table = QWidget(self)
        grid = QGridLayout(table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(self._hub.theme.metrics.pad_m)
        grid.setColumnStretch(1, 1)
        before = self.asked.proposal
        for number, question in enumerate(self.asked.rows):
            proposal = before.get(question.part) if isinstance(before, Mapping) else None
            number_field = NumberQuestionField(question, self._hub, proposal, table)
            number_field.changed.connect(self._count_rows)
            if len(self.asked.rows) > 1:  # else the heading says it
                grid.addWidget(label(short(say(question.label), 40), parent=table), number, 0)
            grid.addWidget(number_field, number, 1)
            self.rows[question.part] = number_field
        self._column.addWidget(table)
        self.ok_button = button(table_text("question.do"), "primary", "", foot)
        self.ok_button.clicked.connect(self._enter)
        flow.addWidget(self.count)
        flow.addWidget(self.ok_button)
        self._count_rows()

    @Slot()
    def _count_rows(self) -> None:
        """Say how much is chosen, where a sum is required; OK is possible once the numbers are an answer."""
        total = self.asked.question.total
        given = sum(self._row_answers().values())
        self.count.setVisible(total is not None)
        self.count.setText("" if total is None else table_text("question.count", count=given, total=total))
        self.setAccessibleName(" ".join(filter(None, (self._name, self.count.text()))))
        is_read = not any(row.problem() for row in self.rows.values())
        if self.ok_button is not None:
            self.ok_button.setEnabled(is_read and (given == total if total is not None else given > 0))

    def _row_answers(self) -> dict[str, int]:
        values = {part: row.value() for part, row in self.rows.items()}
        return {part: value for part, value in values.items() if isinstance(value, int)}

    def add_one(self, part: str) -> None:
        """Count one more in a row of the table. The keyboard stays with the question: Enter confirms."""
        self.rows[part].spin.stepUp()
        self.rows[part].spin.setFocus(Qt.FocusReason.OtherFocusReason)

    def toggle(self, choice: str) -> None:
        """Choose one of several choices, or take it back. The keyboard stays with the question: Enter confirms."""
        if self.several is None:
            return
        self.several.toggle(choice)
        if not self.confirm_button.hasFocus():
            parts = self.several.parts
            at = self.asked.question.choices.index(choice) if len(parts) > 1 else 0
            parts[at].setFocus(Qt.FocusReason.OtherFocusReason)

    def show_row_hint(self, *, shown: bool) -> None:
        """Say that a click on a piece of the table counts one more."""
        if self.rows:
            set_prose(self.hint, table_text("question.rows_hint") if shown else "")
            self.hint.setVisible(shown)

    def _number_line(self) -> QWidget:
        line = QWidget(self)
        flow, asked = TileFlow(line, spacing=self._hub.theme.metrics.pad_s), self.asked
        self.typed = NumberQuestionField(asked.question, self._hub, asked.proposal, line)
        self.ok_button = button(table_text("question.do"), "primary", "", line)
        self.ok_button.clicked.connect(self._enter)
        flow.addWidget(self.typed)
        flow.addWidget(self.ok_button)
        return line

    def _add_text(self, foot: QWidget, flow: TileFlow) -> None:
        """Add a line for a text, and in the line of buttons the OK button, so that the question is narrow."""
        asked = self.asked
        # The text of the last time is not shown: others may be looking now.
        self._initial_text = getattr(asked.offer.command, asked.question.field, None)
        self.typed = TextQuestionField(asked.question, self._hub, self._initial_text, self)
        self.typed.setMinimumWidth(_TEXT_EM * self._hub.theme.metrics.font_body)
        self._column.addWidget(self.typed)
        self.ok_button = button(table_text("question.do"), "primary", "", foot)
        self.ok_button.clicked.connect(self._enter)
        flow.addWidget(self.ok_button)

    @Slot()
    def _enter(self) -> None:
        if self.asked.is_text and self.typed is not None:
            written = self.typed.value()
            # An empty field leaves what the command has.
            self.answered.emit(self._initial_text if written is None else written)
        elif self.typed is not None and not self.typed.problem():
            self.answered.emit(self.typed.value())
        elif self.rows and self.ok_button is not None and self.ok_button.isEnabled():
            self.answered.emit(self._row_answers())

    def show_chosen(self, hint: str, count: str, *, fits: bool, cost: str = "", warns: bool = False) -> None:
        """Show how cards or several choices are chosen.

        Args:
            hint: what to do.
            count: how many are chosen; empty where pointing at one gives the answer.
            fits: whether that number is an answer.
            cost: the cost of the chosen cards, in place of the hint.
            warns: whether the cost has a warning.
        """
        set_prose(self.hint, cost or hint)
        set_role(self.hint, "warning" if warns else "muted")
        self.hint.ensurePolished()
        if self.place.keeps_cost_room:
            self.hint.setToolTip("")  # it would outlast the look
            self.hint.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        if not self.asked.is_about_cards:
            self.hint.setMinimumHeight(HINT_LINES * self.hint.fontMetrics().lineSpacing())
        self.count.setText(count)
        self.count.setVisible(bool(count))
        self.confirm_button.setVisible(bool(count))
        if self.confirm_button.hasFocus() and not fits:
            self.more.setFocus(Qt.FocusReason.OtherFocusReason)
        self.confirm_button.setEnabled(fits)
        spoken = hint if self.place.keeps_cost_room else cost or hint  # a look is silent
        self.setAccessibleName(" ".join(filter(None, (self._name, count, spoken))))

    def focus_first(self, *, last: bool = False) -> None:
        """Put the keyboard focus where the answer goes; with `last`, on the last button."""
        proposed = self.choices.get(str(getattr(self.asked.offer.command, self.asked.question.field, "")))
        first = proposed if proposed is not None else self._parts()[0]
        (self._parts()[-1] if last else first).setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter gives the answer that has the focus, Esc leaves, arrows walk among the buttons.

        A held Enter counts once.
        """
        focus = self.focusWidget()
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.isAutoRepeat():
                pass  # the key is held since another answer, perhaps to another question
            elif self.several is not None and focus in self.several.parts and self.chosen:
                self._confirm_several()
            elif isinstance(focus, QAbstractButton):
                focus.click()
            else:
                self._enter()
        elif event.key() in _STEPS:
            self._walk(Qt.Key(event.key()))
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Keep Tab among the parts of the question, and the cards on the table where they answer it."""
        parts = self._parts()
        focus = self.focusWidget()
        at = next((n for n, part in enumerate(parts) if focus is part or part.isAncestorOf(focus)), -1)
        following = at + (1 if forward else -1)
        if self.asked.is_about_cards and not 0 <= following < len(parts):
            self.table_wanted.emit()
        else:
            parts[following % len(parts)].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def _walk(self, key: Qt.Key) -> None:
        """Move the focus to the next button, or to that of the row above or below; Tab also reaches the odds."""
        parts = [part for part in self._parts() if not isinstance(part, OddsButton)]
        focus, step = self.focusWidget(), _STEPS[key]
        focus = self.choice_buttons.button_above(focus) if self.choice_buttons is not None else focus
        at = next((n for n, part in enumerate(parts) if focus is part or part.isAncestorOf(focus)), None)
        if at is None or self.asked.is_about_cards:
            self.focusNextPrevChild(step > 0)
            return
        following = parts[(at + step) % len(parts)]
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            centres = {part: part.mapTo(self, part.rect().center()) for part in parts}
            start = centres[parts[at]]
            beyond = [part for part in parts if (centres[part].y() - start.y()) * step > parts[at].height() / 2]

            def distance(part: QWidget) -> tuple[int, int]:
                return abs(centres[part].y() - start.y()), abs(centres[part].x() - start.x())

            following = min(beyond, key=distance, default=following)
        following.setFocus(Qt.FocusReason.TabFocusReason)

    def _parts(self) -> list[QWidget]:
        """Return what can have the keyboard focus, in the order of Tab."""
        parts = (*self._answers(), self.again, self.more, self.leave)
        return [part for part in parts if part.isVisibleTo(self) and part.isEnabled()]

    def _answers(self) -> Sequence[QWidget]:
        if self.asked.is_about_cards:
            return (self.confirm_button,)
        if self.several is not None:
            return (*self.several.parts, self.confirm_button)
        if self.ok_button is not None:
            return (*([self.typed] if self.typed is not None else self.rows.values()), self.ok_button)
        return self.choice_buttons.parts if self.choice_buttons is not None else ()

    @property
    def has_room(self) -> bool:
        """Whether all of it is seen."""
        return self._page.rect().contains(self.geometry())
