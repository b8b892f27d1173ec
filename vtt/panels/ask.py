"""Asking for what an offer still needs, with a live word on whether it may be done like that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QWidget

from engine.play.commands import Command
from engine.play.offers import Ask, AskKind, Offer
from engine.play.refusal import Refused
from engine.play.words import say
from engine.table.frozen import replace
from vtt.panels.ask_fields import AskField, field_for
from vtt.panels.fit import FitScroll, TileFlow
from vtt.panels.panel import text
from vtt.panels.parts import button, column, prose, set_prose
from vtt.session import Change, Session
from vtt.widgets.dressing import set_role
from vtt.widgets.text import label, short
from vtt.widgets.theme import ThemeHub

_WIDE_EM: Final = 44


def filled(command: Command, answers: Mapping[str, object]) -> Command:
    """Return a command with answers put into its fields, each as the field takes it (`"3"` becomes 3, a list a tuple).

    Raises:
        Refused: an answer that no reading makes fit.
    """
    kind: Any = type(command)
    types = {f.name: f.type for f in msgspec.structs.fields(kind)}
    changes: dict[str, object] = {}
    for name, value in answers.items():
        try:
            changes[name] = msgspec.convert(value, types[name], strict=False)
        except msgspec.ValidationError as error:
            raise Refused("answer_form", field=name, problem=str(error)) from error
    held: Any = command
    return replace(held, **changes) if changes else held  # type: ignore[no-any-return]


def unanswered(offer: Offer, answers: Mapping[str, object]) -> tuple[Ask, ...]:
    """Return what an offer must still be told."""
    return tuple(a for a in offer.asks if not a.optional and a.field not in answers)


Finish = Callable[[Command], Command]
"""What is still done to a command once its questions are answered."""


def _as_it_is(command: Command) -> Command:
    return command


class AskForm(QWidget):
    """The fields of an offer, and below them what the rules say to the answers so far.

    Args:
        session: the game.
        viewer: whose eyes.
        hub: the theme.
        offer: what asks.
        answers: what is known already.
        parent: the Qt parent.
        finish: what is still done to the command once its questions are answered.

    Signals:
        submitted: the command was done.
    """

    submitted = Signal()

    def __init__(
        self,
        session: Session,
        viewer: str,
        hub: ThemeHub,
        offer: Offer,
        answers: Mapping[str, object] | None = None,
        parent: QWidget | None = None,
        *,
        finish: Finish = _as_it_is,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._viewer = viewer
        self._hub = hub
        self.offer = offer
        self._answers = dict(answers or {})
        self._finish = finish
        self.fields: list[AskField] = []
        lengths = hub.theme.metrics
        self._column = column(self, gap=lengths.pad_m)
        for ask in offer.asks:
            initial = self._answers.get(ask.field, getattr(offer.command, ask.field, None))
            field = field_for(ask, session, viewer, hub, offer.command.seat, initial)
            field.setObjectName(f"ask_{ask.field}")
            if ask.kind is not AskKind.FLAG:
                question = label(_question(ask), "heading", wrap=True)
                question.setBuddy(field)
                self._column.addWidget(question)
            self._column.addWidget(field)
            field.changed.connect(self.check)
            self.fields.append(field)
        self.reason = prose("", "muted")
        self._column.addWidget(self.reason)
        self._column.addStretch(1)  # where the reason stood; else the fields would move under the mouse as it goes
        self.check()

    def command(self) -> Command:
        """Return the command as answered so far. Raises Refused for an answer that does not fit its field."""
        answers = dict(self._answers)
        for field in self.fields:
            value = field.value()
            if value is None and field.ask.optional:
                answers.pop(field.ask.field, None)
            elif value is not None:
                answers[field.ask.field] = value
        return self._finish(filled(self.offer.command, answers))

    def missing(self) -> str:
        """Return what is still to be answered, in words; empty if nothing is."""
        for field in self.fields:
            ask, value = field.ask, field.value()
            many = len(value) if isinstance(value, tuple) else 0
            if ask.kind in (AskKind.CARDS, AskKind.CHOICES):
                if many < ask.least and not (ask.optional and not many):
                    return text("ask.more", count=ask.least - many)
                if ask.most is not None and many > ask.most:
                    return text("ask.fewer", count=many - ask.most)
            elif value == "" and not ask.optional:
                return text("ask.write")
            elif value is None and not ask.optional:
                return text("ask.choose")
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
                refused = self._session.refusal(self.command())
            except Refused as error:
                refused = error
            if refused is not None:
                why = f"{refused.text} ({', '.join(refused.rules)})" if refused.rules else refused.text
        set_prose(self.reason, why)
        set_role(self.reason, "muted")
        self.reason.setVisible(bool(why))
        return not why

    def _names_hidden(self) -> bool:
        """Say whether a card is chosen by a place whose face this viewer may not know."""
        zones = self._session.lens(self._viewer).view.zones
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
        done = self._session.lens(self._viewer).submit(self.command(), self)
        if done:
            self.submitted.emit()
        return done

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter submits from every field."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.submit()
            event.accept()
        else:
            super().keyPressEvent(event)

    def focus_first(self) -> None:
        """Put the focus where the first answer goes."""
        if self.fields:
            self.fields[0].setFocus(Qt.FocusReason.OtherFocusReason)


def _question(ask: Ask) -> str:
    """Return the question, with how many may be chosen."""
    words = say(ask.label)
    if ask.kind not in (AskKind.CARDS, AskKind.CHOICES):
        return words
    if ask.most is None:
        return f"{words} {text('ask.at_least', least=ask.least)}" if ask.least else words
    if ask.least == ask.most:
        return f"{words} {text('ask.exactly', count=ask.most)}"
    return f"{words} {text('ask.between', least=ask.least, most=ask.most)}"


class AskDialog(QDialog):
    """A form in a window of its own: Enter submits, Esc leaves and nothing has happened.

    Signals:
        submitted: the command was done.
    """

    submitted = Signal()

    def __init__(
        self,
        session: Session,
        viewer: str,
        hub: ThemeHub,
        offer: Offer,
        answers: Mapping[str, object] | None = None,
        parent: QWidget | None = None,
        *,
        finish: Finish = _as_it_is,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        self._session = session
        self._viewer = viewer
        self._hub = hub
        self._answers = dict(answers or {})
        self._finish = finish
        words = short(say(offer.label), 200)
        self.setWindowTitle(short(words, 80))
        lengths = hub.theme.metrics
        self._outer = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        view = session.lens(viewer).view
        person = view.seats.get(offer.command.seat)
        if person is not None:
            self._outer.addWidget(prose(short(person.name, 80), "muted"))
        self._outer.addWidget(prose(words, "title"))
        self._scroll: FitScroll | None = None
        self._buttons = QWidget()
        flow = TileFlow(self._buttons, spacing=lengths.pad_m)
        self.do = button(text("ask.do"), "primary")
        self.do.setDefault(True)
        self.do.clicked.connect(self._submit)
        self.leave = button(text("ask.leave"))
        self.leave.clicked.connect(self.reject)
        flow.addWidget(self.do)
        flow.addWidget(self.leave)
        self._outer.addWidget(self._buttons)
        self.form = self._put_form(offer)
        self._listed = self._listing(offer) is not None
        session.changed.connect(self._session_changed)

    def sizeHint(self) -> QSize:
        """Return the size at which nothing need be scrolled, as far as the window goes."""
        lengths = self._hub.theme.metrics
        room = self.screen().availableGeometry().size() - QSize(24, 48)
        wide = min(_WIDE_EM * lengths.font_body, room.width())
        high = self._outer.heightForWidth(wide) if self._outer.hasHeightForWidth() else self._outer.sizeHint().height()
        return QSize(wide, min(high + lengths.pad_l, room.height()))

    def showEvent(self, event: QShowEvent) -> None:
        """Come up in the right size with the focus on the first field."""
        super().showEvent(event)
        self.resize(self.sizeHint())
        parent = self.parentWidget()
        if parent is not None:
            centre = parent.window().frameGeometry().center()
            self.move(centre.x() - self.width() // 2, centre.y() - self.height() // 2)
        self.form.focus_first()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter leave where the button for that has the focus; everywhere else it submits."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.leave.hasFocus():
            self.reject()
            return
        super().keyPressEvent(event)

    @Slot()
    def _submit(self) -> None:
        if not self.form.submit() and self._scroll is not None:
            self.form.adjustSize()
            self._scroll.ensureWidgetVisible(self.form.reason)  # in a small window the reason may lie out of sight

    def _put_form(self, offer: Offer) -> AskForm:
        form = AskForm(self._session, self._viewer, self._hub, offer, self._answers, finish=self._finish)
        form.submitted.connect(self._submitted)
        scroll = FitScroll(form, least=self._hub.theme.metrics.control * 3)
        if self._scroll is not None:
            self._outer.removeWidget(self._scroll)
            self._scroll.deleteLater()
        self._scroll = scroll
        self._outer.insertWidget(self._outer.count() - 1, scroll, 1)
        return form

    @Slot()
    def _submitted(self) -> None:
        self.submitted.emit()
        self.accept()

    @Slot(object)
    def _session_changed(self, change: Change) -> None:
        """Keep up with the table: the offer as it is now takes the old one's place; one that is gone closes this."""
        if change.initiator is self.form or not self._listed:
            return
        now = self._listing(self.form.offer)
        if now is None or now.denial is not None:
            self.reject()
        elif now == self.form.offer:
            self.form.check()
        else:
            self.form = self._put_form(now)
            self.form.focus_first()

    def _listing(self, offer: Offer) -> Offer | None:
        offers = self._session.lens(self._viewer).offers(offer.command.seat)
        return next((o for o in offers if o.name == offer.name), None)
