"""Asking for what an offer still needs, with a live word on whether it may be done like that."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from engine.play.commands import Command
from engine.play.offers import Ask, AskKind, Offer
from engine.play.refusal import Refused
from engine.play.words import say
from engine.table.frozen import replace
from vtt.panels.ask_field import AskField
from vtt.panels.ask_fields import field_for
from vtt.panels.panel import text
from vtt.panels.parts import button, column, prose, set_prose
from vtt.session import Session
from vtt.widgets.dressing import set_role
from vtt.widgets.text import label
from vtt.widgets.theme import ThemeHub

_COUNTED: Final = (AskKind.CARDS, AskKind.CHOICES, AskKind.ROWS)
_SEVERAL: Final = (*_COUNTED, AskKind.FACES, AskKind.LINES)


def filled(command: Command, answers: Mapping[str, object]) -> Command:
    """Return a command with answers put into its fields, each as the field takes it.

    `"3"` becomes 3, a list becomes a tuple, and several words for a field of text are written with commas between them.

    Raises:
        Refused: an answer that no reading makes fit.
    """
    kind: Any = type(command)
    types = {f.name: f.type for f in msgspec.structs.fields(kind)}
    changes: dict[str, object] = {}
    for name, value in answers.items():
        if isinstance(value, (list, tuple)) and isinstance(getattr(command, name), str):
            value = ", ".join(map(str, value))
        try:
            changes[name] = msgspec.convert(value, types[name], strict=False)
        except msgspec.ValidationError as error:
            raise Refused("answer_form", field=name, problem=str(error)) from error
    held: Any = command
    return replace(held, **changes) if changes else held  # type: ignore[no-any-return]


def unanswered(offer: Offer, answers: Mapping[str, object]) -> tuple[Ask, ...]:
    """Return what an offer must still be told."""
    return tuple(a for a in offer.asks if not a.optional and a.field not in answers)


def warned(offer: Offer, answers: Mapping[str, object]) -> bool:
    """Say whether something is told of an answer that must be read before it counts."""
    return any(ask.warns and str(answers.get(ask.field, "")) in ask.told for ask in offer.asks)


def _as_it_is(command: Command) -> Command:
    return command


@dataclasses.dataclass(frozen=True, slots=True)
class Asking:
    """What an offer still asks, and before whose eyes.

    Attributes:
        session: the game.
        viewer: whose eyes.
        hub: the theme.
        offer: what asks.
        answers: what is known already, by field.
        finish: what is still done to the command once its questions are answered.
    """

    session: Session
    viewer: str
    hub: ThemeHub
    offer: Offer
    answers: Mapping[str, object] = dataclasses.field(default_factory=dict)
    finish: Callable[[Command], Command] = _as_it_is

    def shown(self) -> tuple[Ask, ...]:
        """Return the questions that are put: the same cards are not laid out twice."""
        return tuple(ask for ask in self.offer.asks if self.taken_along(ask) is None)

    def taken_along(self, ask: Ask) -> Ask | None:
        """Return the question for several cards that a single card answers too, where it need not be told apart."""
        if ask.kind is not AskKind.CARD or not ask.optional:
            return None
        return next((a for a in self.offer.asks if a.kind is AskKind.CARDS and a.choices == ask.choices), None)

    def initial(self, ask: Ask) -> object:
        """Return what a question begins with.

        A choice that must be made is not made beforehand, whatever fills its place in the command.
        """
        alone = [a.field for a in self.offer.asks if self.taken_along(a) is ask and a.field in self.answers]
        if alone:
            return [self.answers[name] for name in alone]
        open_choice = ask.kind is AskKind.CHOICE or (ask.kind is AskKind.ROWS and not ask.row)
        if ask.field not in self.answers and open_choice and not ask.optional:
            return None
        value = self.answers.get(ask.field, getattr(self.offer.command, ask.field, None))
        return value.get(ask.part) if ask.part and isinstance(value, Mapping) else value


class AskForm(QWidget):
    """The fields of an offer, and below them what the rules say to the answers so far.

    Attributes:
        fields: one for each question.
        said: what the rules say to the answers; whoever lets the fields scroll shows it outside of them.
        waits: the command was wanted but not done yet: it may be that real dice or cards have to tell something first.

    Signals:
        submitted: the command was done.
        grown: more questions are put than before, or the rules say something else.
        judged: the answers so far were looked at.
        entered: Enter was pressed in a field.
    """

    submitted = Signal()
    grown = Signal()
    judged = Signal()
    entered = Signal()

    def __init__(self, asking: Asking, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asking = asking
        self._session = asking.session
        self.waits = False
        self.fields: list[AskField] = []
        self._column = column(self, gap=asking.hub.theme.metrics.pad_m)
        self._heads: dict[AskField, QWidget] = {}
        self._rest = [ask for ask in asking.shown() if ask.seldom]
        self.more = button(text("ask.seldom"), "quiet", parent=self)
        self.more.setObjectName("ask_more")
        self.more.setVisible(bool(self._rest))
        self.more.clicked.connect(self.show_all)
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        for ask in asking.shown():
            if not ask.seldom:
                self._add(ask)
        self._follow()
        self.said = QWidget(self)
        said = column(self.said, gap=asking.hub.theme.metrics.pad_m)
        self.foretold = prose("", "warning", self.said)
        self.foretold.setObjectName("ask_foretold")
        said.addWidget(self.foretold)
        self.reason = prose("", "muted", self.said)
        said.addWidget(self.reason)
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

    def _add(self, ask: Ask) -> None:
        """Put a question after those that are put already."""
        asking = self._asking
        seat, initial = self.offer.command.seat, asking.initial(ask)
        field = field_for(ask, asking.session, asking.viewer, asking.hub, seat, initial, self)
        field.setObjectName("_".join(filter(None, ("ask", ask.field, ask.part))))
        parts: list[QWidget] = [field]
        if ask.kind is not AskKind.FLAG:
            question = label(_question(ask), "heading", wrap=True, parent=self)
            question.setBuddy(field)
            parts.insert(0, question)
            self._heads[field] = question
        for part in parts:
            self._column.insertWidget(self._column.indexOf(self.more), part)
            part.show()  # a layout shows it later, and till then it takes no focus
        field.changed.connect(self._follow)
        field.changed.connect(self.check)
        self.fields.append(field)

    @Slot()
    def _follow(self) -> None:
        """Tell each question on what it depends; one that leaves nothing to choose is not put."""
        told = {field.ask.field: field.value() for field in self.fields if not field.ask.part}
        for field in self.fields:
            by = field.ask.by
            if by:
                proposed = by in told and told[by] is None
                answer = self._known(by) if told.get(by) is None else told[by]
                field.follow(answer, proposed=proposed)
                self._put(field, seen=not field.ask.optional or bool(field.ask.choices_for(answer)))

    def _put(self, field: AskField, *, seen: bool) -> None:
        if field.isHidden() == seen:
            field.setVisible(seen)
            self._heads[field].setVisible(seen)
            self.grown.emit()

    def _known(self, field: str) -> object:
        """Return what is said in a field for which nothing asks here."""
        return self._asking.answers.get(field, getattr(self.offer.command, field, None))

    @property
    def offer(self) -> Offer:
        """What asks."""
        return self._asking.offer

    def command(self) -> Command:
        """Return the command as answered so far. Raises Refused for an answer that does not fit its field.

        Where two questions are about the same field, as what is at hand and what else there is, the later one counts.
        """
        alone = {ask.field for ask in self.offer.asks} - {ask.field for ask in self._asking.shown()}
        known = {name: value for name, value in self._asking.answers.items() if name not in alone}
        answers = {**known, **_tables_of(self.fields)}
        told: set[str] = set()
        for field in self.fields:
            value = field.value()
            if field.ask.part:
                continue
            if value is not None:
                answers |= field.answers()
                told.add(field.ask.field)
            elif field.ask.optional and field.ask.field not in told:
                answers.pop(field.ask.field, None)
        return self._asking.finish(filled(self.offer.command, answers))

    def missing(self) -> str:
        """Return what is still to be answered, in words; empty if nothing is."""
        for field in self.fields:
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
        return self._left_to_share()

    def _left_to_share(self) -> str:
        """Say how much is still to be shared out among the rows of a table that must come to a total."""
        totals = {ask.field: ask.total for ask in self.offer.asks if ask.part and ask.total is not None}
        for name, rows in _tables_of(self.fields).items():
            given = sum(value for value in rows.values() if isinstance(value, int))
            if name in totals and given != totals[name]:
                return text("ask.chosen_of", total=totals[name], given=given)
        return ""

    @Slot()
    def check(self) -> bool:
        """Say what is wrong with the answers so far; return whether nothing is.

        Of a card that this viewer may not know nothing is said until it is really tried: pointing at it must not tell
        whether it is a Joker.
        """
        return self._judge(trying=False)

    def _judge(self, *, trying: bool) -> bool:
        why = self.missing()
        if not why and (trying or not self._names_hidden()):
            try:
                refused = self._session.lens(self._asking.viewer).refusal(self.command(), tried=trying)
            except Refused as error:
                refused = error
            if refused is not None:
                why = self._asking.hub.theme.with_rules(refused.text, refused.rules)
        said = "" if why else self._falls_due()
        grows = (why, said) != (self.reason.text(), self.foretold.text()) and bool(why or said)
        for shown, words in ((self.foretold, said), (self.reason, why)):
            set_prose(shown, words)
            shown.setVisible(bool(words))
        self.said.setVisible(bool(why or said))
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
            found = self._session.lens(self._asking.viewer).foretold(self.command())
        except Refused:
            return ""
        return say(found.message) if found is not None else ""

    def _names_hidden(self) -> bool:
        """Say whether a card is chosen by a place whose face this viewer may not know."""
        zones = self._session.lens(self._asking.viewer).view.zones
        for field in self.fields:
            value = field.value()
            for card in value if isinstance(value, tuple) else (value,):
                zone, mark, index = str(card).rpartition("#")
                if mark and zone in zones and index.isdecimal() and zones[zone].face(int(index)) is None:
                    return True
        return False

    def submit(self) -> bool:
        """Do it if the rules let it; else say clearly why not."""
        if not self._judge(trying=True):
            set_role(self.reason, "danger")
            return False
        self.waits = False
        done = self._session.lens(self._asking.viewer).submit(self.command(), self)
        self.waits = not done
        if done:
            self.submitted.emit()
        return done

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


def _tables_of(fields: Iterable[AskField]) -> dict[str, dict[str, object]]:
    """Return the tables that are answered row by row, with the rows that have an answer."""
    tables: dict[str, dict[str, object]] = {}
    for field in fields:
        if field.ask.part:
            rows = tables.setdefault(field.ask.field, {})
            value = field.value()
            if value is not None:
                rows[field.ask.part] = value
    return tables


def _question(ask: Ask) -> str:
    """Return the question, with how many may be chosen."""
    words = say(ask.label)
    if ask.kind not in _COUNTED:
        return words
    if ask.most is None:
        return f"{words} {text('ask.at_least', least=ask.least)}" if ask.least else words
    if ask.least == ask.most:
        return f"{words} {text('ask.exactly', count=ask.most)}"
    return f"{words} {text('ask.between', least=ask.least, most=ask.most)}"
