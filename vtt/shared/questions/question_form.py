"""OfferInput for what an offer still needs, with a live word on whether it may be done like that."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, Final

import msgspec
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from engine.core.commands import Command
from engine.messages.invalid_data import invalid_problem
from engine.messages.refusal import Refused, without_traceback
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.presentation.command_offers import field_roles
from engine.presentation.game import Game
from engine.presentation.offers import Offer, Question, QuestionKind
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import text
from vtt.shared.questions.answer_control import AnswerControl
from vtt.shared.questions.question_fields import field_for
from vtt.widgets.basic_widgets import button, column, prose, set_prose
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label
from vtt.widgets.theme_binding import set_role

_COUNTED: Final = (QuestionKind.CARDS, QuestionKind.CHOICES, QuestionKind.ROWS)
_SEVERAL: Final = (*_COUNTED, QuestionKind.FACES, QuestionKind.LINES)


@cache
def _types_of(kind: Any) -> Mapping[str, Any]:
    """Return the type of each field of a kind of command; to read them takes long."""
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def fields_read_ahead(game: Game) -> Iterator[None]:
    """Read the fields of each command of a game, in steps; otherwise its first offer takes a millisecond longer."""
    kinds: Iterable[Any] = game.commands.values()
    for kind in kinds:
        with suppress(Exception):  # any fault: it is reported when the command is offered
            field_roles(kind)
            _types_of(kind)
        yield


def filled(command: Command, answers: Mapping[str, object]) -> Command:
    """Return a command with answers put into its fields, each as the field takes it.

    `"3"` becomes 3, a list becomes a tuple, and several words for a field of text are written with commas between them.

    Raises:
        Refused: an answer that no reading makes fit.
    """
    kind: Any = type(command)
    types = _types_of(kind)
    changes: dict[str, object] = {}
    for name, value in answers.items():
        if isinstance(value, (list, tuple)) and isinstance(getattr(command, name), str):
            value = ", ".join(map(str, value))
        try:
            changes[name] = msgspec.convert(value, types[name], strict=False)
        except msgspec.ValidationError as error:
            raise Refused("answer_form", problem=invalid_problem(error)) from error
    untyped_command: Any = command
    return replace(untyped_command, **changes) if changes else untyped_command  # type: ignore[no-any-return]


def unanswered(offer: Offer, answers: Mapping[str, object]) -> tuple[Question, ...]:
    """Return the questions of an offer that still need an answer."""
    return tuple(a for a in offer.questions if not a.optional and a.field not in answers)


def warned(offer: Offer, answers: Mapping[str, object]) -> bool:
    """Return whether an answer has a warning that must be read before it counts."""
    return any(ask.warns and str(answers.get(ask.field, "")) in ask.told for ask in offer.questions)


def _as_it_is(command: Command) -> Command:
    return command


@dataclasses.dataclass(frozen=True, slots=True)
class OfferInput:
    """An offer, its known answers, and the viewer of the remaining questions.

    Attributes:
        campaign: the open campaign.
        viewer: the viewer.
        hub: the theme.
        offer: the offer.
        answers: the known answers, by field.
        finish: changes the command once its questions are answered.
    """

    campaign: OpenCampaign
    viewer: str
    hub: ThemeHub
    offer: Offer
    answers: Mapping[str, object] = dataclasses.field(default_factory=dict)
    finish: Callable[[Command], Command] = _as_it_is

    def shown(self) -> tuple[Question, ...]:
        """Return the questions to show; the same cards are not shown twice."""
        return tuple(ask for ask in self.offer.questions if self.taken_along(ask) is None)

    def taken_along(self, ask: Question) -> Question | None:
        """Return the question for several cards that the answer of a single-card question may join, if any."""
        if ask.kind is not QuestionKind.CARD or not ask.optional:
            return None
        return next(
            (a for a in self.offer.questions if a.kind is QuestionKind.CARDS and a.choices == ask.choices), None
        )

    def initial(self, ask: Question) -> object:
        """Return the initial answer to a question.

        A required choice starts without an answer, whatever value its field has in the command. A table whose columns
        are fields of the command starts with the numbers by column that the command has for everybody, and with the
        rows that are chosen already.
        """
        alone = [a.field for a in self.offer.questions if self.taken_along(a) is ask and a.field in self.answers]
        if alone:
            return [self.answers[name] for name in alone]
        open_choice = ask.kind is QuestionKind.CHOICE or (ask.kind is QuestionKind.ROWS and not ask.row)
        is_answered = ask.field in self.answers
        if open_choice and not ask.optional and (ask.columns or not is_answered):
            said = {column.field: getattr(self.offer.command, column.field, None) for column in ask.columns}
            numbers = {name: row[0] for name, row in said.items() if isinstance(row, tuple) and len(row) == 1}
            return numbers | ({ask.field: self.answers[ask.field]} if is_answered else {}) or None
        value = self.answers.get(ask.field, getattr(self.offer.command, ask.field, None))
        return value.get(ask.part) if ask.part and isinstance(value, Mapping) else value


class QuestionForm(QWidget):
    """The fields of an offer, and below them what the rules say about the answers so far.

    Attributes:
        fields: one for each question.
        said: what the rules say about the answers; a form that scrolls shows it outside of the scroll area.
        waits: the command was submitted but not done yet, for example because real dice must be typed in first.

    Signals:
        submitted: the command was done.
        grown: there are more questions than before, or the rules say something else.
        judged: the answers so far were checked.
        entered: Enter was pressed in a field.
    """

    submitted = Signal()
    grown = Signal()
    judged = Signal()
    entered = Signal()

    def __init__(self, asking: OfferInput, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asking = asking
        self._campaign = asking.campaign
        self.waits = False
        self.fields: list[AnswerControl] = []
        self._column = column(self, gap=asking.hub.theme.metrics.pad_m)
        self._heads: dict[AnswerControl, QWidget] = {}
        rare = [ask for ask in asking.shown() if ask.rare]
        # A form without any question would say nothing about why it asks.
        self._rest = rare if len(rare) < len(asking.shown()) else []
        self.more = button(text("ask.seldom"), "quiet", parent=self)
        self.more.setObjectName("ask_more")
        self.more.setVisible(bool(self._rest))
        self.more.clicked.connect(self.show_all)
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        for ask in asking.shown():
            if ask not in self._rest:
                self._add(ask)
        self._follow()
        self.said = QWidget(self)
        text_layout = column(self.said, gap=asking.hub.theme.metrics.pad_m)
        self.time_preview = prose("", "warning", self.said)
        self.time_preview.setObjectName("ask_foretold")
        text_layout.addWidget(self.time_preview)
        self.reason = prose("", "muted", self.said)
        text_layout.addWidget(self.reason)
        self._column.addWidget(self.said)
        self._column.addStretch(1)  # where the reason stood; else the fields would move under the mouse as it goes
        self.check()

    @Slot()
    def show_all(self) -> None:
        """Put the questions too that are seldom wanted."""
        first = len(self.fields)
        for ask in self._rest:
            self._add(ask)
        self._rest = []
        had_focus = self.more.hasFocus()
        self.more.hide()
        self._follow()
        if had_focus and first < len(self.fields):
            self.fields[first].setFocus(Qt.FocusReason.OtherFocusReason)
        self.check()
        self.grown.emit()

    def _add(self, ask: Question) -> None:
        """Put a question after those that are put already."""
        asking = self._asking
        seat, initial = self.offer.command.seat, asking.initial(ask)
        field = field_for(ask, asking.campaign, asking.viewer, asking.hub, seat, initial, self)
        field.setObjectName("_".join(filter(None, ("ask", ask.field, ask.part))))
        parts: list[QWidget] = [field]
        if ask.kind is not QuestionKind.FLAG:
            question = label(_question(ask), "heading", wrap=True, parent=self)
            question.setBuddy(field)
            parts.insert(0, question)
            self._heads[field] = question
        for part in parts:
            self._column.insertWidget(self._column.indexOf(self.more), part)
            part.show()  # a layout shows it later, and till then it takes no focus
        field.changed.connect(self._follow)
        field.changed.connect(self.check)
        field.grown.connect(self.grown)
        self.fields.append(field)

    @Slot()
    def _follow(self) -> None:
        """Tell each question on what it depends; one that leaves nothing to choose is not put."""
        answers = {field.ask.field: field.value() for field in self.fields if not field.ask.part}
        for field in self.fields:
            by = field.ask.by
            if by:
                proposed = by in answers and answers[by] is None
                answer = self._known(by) if answers.get(by) is None else answers[by]
                field.follow(answer, proposed=proposed)
                self._put(field, seen=not field.ask.optional or bool(field.ask.choices_for(answer)))

    def _put(self, field: AnswerControl, *, seen: bool) -> None:
        if field.isHidden() == seen:
            field.setVisible(seen)
            self._heads[field].setVisible(seen)
            self.grown.emit()

    def _known(self, field: str) -> object:
        """Return what is said in a field for which nothing asks here."""
        return self._asking.answers.get(field, getattr(self.offer.command, field, None))

    @property
    def offer(self) -> Offer:
        """The offer."""
        return self._asking.offer

    def command(self) -> Command:
        """Return the command with the answers so far. Raises Refused for an answer that does not fit its field.

        Of two questions about the same field, such as things at hand and other things, the later one counts.
        """
        alone = {ask.field for ask in self.offer.questions} - {ask.field for ask in self._asking.shown()}
        known_answers = {name: value for name, value in self._asking.answers.items() if name not in alone}
        answers = {**known_answers, **_tables_of(self.fields)}
        answered: set[str] = set()
        for field in self.fields:
            value = field.value()
            if field.ask.part:
                continue
            if value is not None:
                answers |= field.answers()
                answered.add(field.ask.field)
            elif field.ask.optional and field.ask.field not in answered:
                answers.pop(field.ask.field, None)
        return self._asking.finish(filled(self.offer.command, answers))

    def partly_answered(self) -> Offer | None:
        """Return the offer with the answers so far and the choices that are still open, for their odds.

        None while something else is missing, and where an answer cannot be read.
        """
        still_open = [field.ask for field in self.fields if _missing_in(field)]
        is_readable = not (self._left_to_share() or any(field.problem() for field in self.fields))
        if not is_readable or any(ask.kind is not QuestionKind.CHOICE for ask in still_open):
            return None
        try:
            return replace(self.offer, command=self.command(), questions=tuple(still_open))
        except Refused:
            return None

    def missing(self) -> str:
        """Return what is still to be answered, in words; empty if nothing is."""
        for field in self.fields:
            if words := _missing_in(field):
                return words
        return self._left_to_share()

    def _left_to_share(self) -> str:
        """Return how much is still to be shared among the rows of a table with a fixed total."""
        totals = {ask.field: ask.total for ask in self.offer.questions if ask.part and ask.total is not None}
        for name, rows in _tables_of(self.fields).items():
            given = sum(value for value in rows.values() if isinstance(value, int))
            if name in totals and given != totals[name]:
                return text("ask.chosen_of", total=totals[name], given=given)
        return ""

    @Slot()
    def check(self) -> bool:
        """Show what is wrong with the answers so far; return whether nothing is.

        For a card that this viewer may not know it shows nothing before the command is really tried: pointing at a
        card must not tell whether it is a Joker. Before that it also depends on no character that this viewer may not
        read.
        """
        return self._judge(trying=False)

    def _judge(self, *, trying: bool) -> bool:
        why, hidden = self.missing(), tuple(self._fields_of_hidden())
        if not why and (trying or not hidden):
            try:
                campaign = self._campaign.viewer_campaign(self._asking.viewer)
                # Without such a field the command may still name a hidden card, which nobody sees here.
                seen = bool(hidden) and all(field.is_seen() for field in hidden)
                refused = campaign.refusal(self.command(), seen=seen, tried=trying, live=not trying)
            except Refused as error:
                refused = without_traceback(error)
            if refused is not None:
                why = self._asking.hub.theme.with_rules(refused.text, refused.rules)
        sentence = "" if why else self._falls_due()
        grows = (why, sentence) != (self.reason.text(), self.time_preview.text()) and bool(why or sentence)
        for shown, words in ((self.time_preview, sentence), (self.reason, why)):
            set_prose(shown, words)
            shown.setVisible(bool(words))
        self.said.setVisible(bool(why or sentence))
        set_role(self.reason, "muted")
        if grows:
            self.grown.emit()
        self.judged.emit()
        return not why

    def is_far_reaching(self) -> bool:
        """Say whether what is asked would destroy, hide or go far as it is answered now."""
        try:
            return self.command().is_far_reaching()
        except Refused:
            return self.offer.is_far_reaching

    def _falls_due(self) -> str:
        """Return what falls due if it is done like that; empty where no time passes."""
        try:
            preview = self._campaign.viewer_campaign(self._asking.viewer).time_preview(self.command())
        except Refused:
            return ""
        return say(preview.message) if preview is not None else ""

    def _fields_of_hidden(self) -> Iterator[AnswerControl]:
        """Yield the fields whose answer names a card by its place whose face this viewer may not know."""
        zones = self._campaign.viewer_campaign(self._asking.viewer).view.zones
        for field in self.fields:
            value = field.value()
            for card in value if isinstance(value, tuple) else (value,):
                zone, mark, index = str(card).rpartition("#")
                if mark and zone in zones and index.isdecimal() and zones[zone].face(int(index)) is None:
                    yield field
                    break

    def submit(self) -> bool:
        """Do it if the rules let it; else say clearly why not."""
        if not self._judge(trying=True):
            set_role(self.reason, "danger")
            self._focus_missing()
            return False
        self.waits = False
        done = self._campaign.viewer_campaign(self._asking.viewer).submit(self.command(), self)
        self.waits = not done
        if done:
            self.submitted.emit()
        return done

    def _focus_missing(self) -> None:
        """Put the focus where the first answer is still missing, unless it is there."""
        field = next((field for field in self.fields if _missing_in(field)), None)
        if field is not None and not field.isAncestorOf(self.focusWidget()):
            field.setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tell of Enter from every field."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
            event.accept()
        else:
            super().keyPressEvent(event)

    def focus_first(self) -> None:
        """Put the focus where the first answer goes."""
        if self.fields:
            self.fields[0].setFocus(Qt.FocusReason.OtherFocusReason)


def _missing_in(field: AnswerControl) -> str:
    """Return what a field still needs, in words; empty if nothing is."""
    ask, value = field.ask, field.value()
    many = len(value) if isinstance(value, tuple) else 0
    if problem := field.problem():
        return problem
    if ask.kind in _SEVERAL:
        if many < ask.least and not (ask.optional and not many):
            return text("ask.more", count=ask.least - many)
        if ask.most is not None and many > ask.most:
            return text("ask.fewer", count=many - ask.most)
    elif value in ("", None) and not ask.optional:
        return text("ask.open", question=say(ask.label))
    return ""


def _tables_of(fields: Iterable[AnswerControl]) -> dict[str, dict[str, object]]:
    """Return the tables that are answered row by row, with the rows that have an answer."""
    tables: dict[str, dict[str, object]] = {}
    for field in fields:
        if field.ask.part:
            rows = tables.setdefault(field.ask.field, {})
            value = field.value()
            if value is not None:
                rows[field.ask.part] = value
    return tables


def _question(ask: Question) -> str:
    """Return the question, with how many may be chosen."""
    words = say(ask.label)
    if ask.kind not in _COUNTED:
        return words
    if ask.most is None:
        return f"{words} {text('ask.at_least', least=ask.least)}" if ask.least else words
    if ask.optional or not ask.least:
        return f"{words} {text('ask.up_to', most=ask.most)}"
    if ask.least == ask.most:
        return f"{words} {text('ask.exactly', count=ask.most)}"
    return f"{words} {text('ask.between', least=ask.least, most=ask.most)}"
