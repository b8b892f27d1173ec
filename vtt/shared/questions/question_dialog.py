"""The window in which an offer asks for what it still needs: as large as its questions, and never behind the table."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from engine.core.commands import Command
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.presentation.offers import Offer, Question, QuestionKind
from engine.presentation.visibility import VisibleTable
from vtt.campaign.campaign_changes import CampaignChange
from vtt.shared.campaign_panel import text
from vtt.shared.odds.odds_button import OddsButton
from vtt.shared.odds.odds_figure import OddsFigure
from vtt.shared.odds.odds_reading import Figures, LazyWays, OddsReading, Ways
from vtt.shared.odds.odds_room import OddsPlace, OddsRoom
from vtt.shared.questions.answer_control import AnswerControl
from vtt.shared.questions.question_fields import title_of_choice
from vtt.shared.questions.question_form import OfferInput, QuestionForm, filled
from vtt.shared.questions.settled_offers import settled_ways, way_title
from vtt.widgets.basic_widgets import button, clear_layout, column, prose
from vtt.widgets.layouts.beside_piece import place_beside
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.plain_text import short
from vtt.widgets.scroll_areas import FitScroll
from vtt.widgets.theme_binding import set_role

_WIDE_EM: Final = 44
_FRAME_COMES_MS: Final = 300
"""When the place of a new dialog is minded again: a window manager may put it into its frame, and move it, late."""
_MOST_CHOICES: Final = 12
"""Beside more choices than these no odds are shown; they would take too long to calculate."""
_MOST_WAYS: Final = 100
"""The maximum number of ways in one dialog for which odds are calculated."""
_WHOLE: Final = ""


class _Questions(FitScroll):
    """The questions. They scroll where they do not all fit; the buttons below keep their height."""

    _wide = 200

    def set_wide(self, wide: int) -> None:
        """Ask for the height that is needed at another width."""
        if wide != self._wide:
            self._wide = wide
            self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        """Say that less will do: what needs a height at a width is never given less, and takes it from the others."""
        return False

    def sizeHint(self) -> QSize:
        """Return the size at which nothing need be scrolled."""
        return QSize(self._wide, self.heightForWidth(self._wide))


class QuestionDialog(QDialog):
    """A form in a window of its own: Enter submits, Esc leaves and nothing has happened.

    While what it would do is far-reaching, Cancel is the default button: Enter in a field goes there, and only the
    button that does it does it.

    Args:
        asking: what is asked.
        parent: the Qt parent.
        listed: the offer as it is listed, if it is another one once it is worked out.
        about: the piece on the screen that it is about and does not cover; None for none.

    Signals:
        submitted: the command was done.
    """

    submitted = Signal()

    def __init__(
        self,
        asking: OfferInput,
        parent: QWidget | None = None,
        listed: Offer | None = None,
        about: QRect | None = None,
    ) -> None:
        super().__init__(parent)
        self._about = about
        self._as_listed = listed or asking.offer
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        self._asking = asking
        self._odds_of: Offer | None = None
        self._frame_comes = QTimer(self, singleShot=True, interval=_FRAME_COMES_MS)
        self._frame_comes.timeout.connect(self._grow)
        words = short(say(asking.offer.label), 200)
        self.setWindowTitle(short(words, 80))
        lengths = asking.hub.theme.metrics
        self._outer = column(self, gap=lengths.pad_m, margin=lengths.pad_l)
        view = asking.campaign.viewer_campaign(asking.viewer).view
        person = view.seats.get(asking.offer.command.seat)
        if person is not None:
            self._outer.addWidget(prose(short(person.name, 80), "muted", self))
        self._outer.addWidget(prose(words, "title", self))
        self._asked = column(gap=lengths.pad_m)
        self._outer.addLayout(self._asked, 1)
        self._buttons = QWidget(self)
        self._flow = flow = TileFlow(self._buttons, spacing=lengths.pad_m)
        self.do = button(text("ask.do"), "primary", parent=self._buttons)
        self.do.setDefault(True)
        self.do.clicked.connect(self._submit)
        self.leave = button(text("ask.leave"), parent=self._buttons)
        self.leave.clicked.connect(self.reject)
        self.odds = OddsButton(asking.hub, self._buttons)
        self.odds.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._odds_reading = OddsReading(asking.campaign, self)
        self._odds_reading.ready.connect(self._odds_arrived)
        flow.addWidget(self.do)
        flow.addWidget(self.leave)
        flow.addWidget(self.odds)
        self._outer.addWidget(self._buttons)
        self.form = self._put_form(asking)
        self._mind_reach()
        self._ask_odds()
        self._listed = self._listing(asking.offer) is not None
        asking.campaign.changed.connect(self._session_changed)

    def add_other_way(self, words: str, help_text: str, do: Callable[[Command], object]) -> QPushButton:
        """Add a button for another way to the same end: it closes this, and `do` gets the answers so far."""
        other = button(words, help_text=help_text, parent=self._buttons)

        def take() -> None:
            try:
                command = self.form.command()
            except Refused:
                command = self._asking.offer.command
            self.reject()
            do(command)

        other.clicked.connect(take)
        self._flow.removeWidget(self.odds)  # they are last, so that no button moves when they arrive
        self._flow.addWidget(other)
        self._flow.addWidget(self.odds)
        other.show()
        self._grown()
        return other

    def sizeHint(self) -> QSize:
        """Return the size at which nothing need be scrolled, as far as the window goes."""
        lengths = self._asking.hub.theme.metrics
        room = self.screen().availableGeometry().size() - QSize(24, 48)
        wide = min(_WIDE_EM * lengths.font_body, room.width())
        self._questions.set_wide(wide - 2 * lengths.pad_l)
        return QSize(wide, min(self._outer.heightForWidth(wide) + lengths.pad_l, room.height()))

    def showEvent(self, event: QShowEvent) -> None:
        """Come up in the right size with the focus on the first field."""
        super().showEvent(event)
        self.resize(self.sizeHint())
        parent = self.parentWidget()
        if parent is not None and self._about is not None:
            self.move(place_beside(self.size(), self._about, parent.window().frameGeometry()))
        elif parent is not None:
            centre = parent.window().frameGeometry().center()
            self.move(centre.x() - self.width() // 2, centre.y() - self.height() // 2)
        self.form.focus_first()
        self._grown()
        self._frame_comes.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Mind the place no more."""
        super().hideEvent(event)
        self._frame_comes.stop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter leave where the button for that has the focus; everywhere else it submits."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.leave.hasFocus():
            self.reject()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.do.hasFocus():
            self._submit()
            return
        super().keyPressEvent(event)

    @Slot()
    def _enter(self) -> None:
        """Answer Enter in a field as the default button would; of something far-reaching, go to that button first."""
        if self.do.isDefault():
            self._submit()
        else:
            self.leave.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _mind_reach(self) -> None:
        """Make the harmless button the default one while what is asked is far-reaching."""
        far = self.form.is_far_reaching()
        set_role(self.do, "danger" if far else "primary")
        set_role(self.leave, "primary" if far else "")
        (self.leave if far else self.do).setDefault(True)

    @Slot()
    def _ask_odds(self) -> None:
        """Ask for the odds of the answers so far, and of each choice with the other answers as they are."""
        asking = self._asking
        view = asking.campaign.viewer_campaign(asking.viewer).view
        command = self.form.offer.command
        shown = asking.campaign.shows_odds(view, command)
        partly = self.form.partly_answered() if shown else None
        if shown:
            self._keep_odds_room()
        if partly is None:
            self._odds_reading.forget()
            self._show_odds({})
        elif partly != self._odds_of:
            questions = tuple(field.ask for field in self.form.fields)
            ways = LazyWays(partly.command.seat, lambda: dict(_within_limit(_ways(view, partly, questions))))
            self._odds_reading.ask_lazily(asking.viewer, ways)
        self._odds_of = partly

    @Slot(object)
    def _odds_arrived(self, figures: Figures) -> None:
        """Show odds, and remember how much room they take when all are there."""
        self._show_odds(figures)
        if not self._odds_reading.is_busy:
            room = OddsRoom.of(self._asking.campaign)
            for field in self.form.fields:
                room.learn(self._odds_place(field), field.odds_width())

    def _show_odds(self, figures: Figures) -> None:
        self.odds.show_figure(figures.get((_WHOLE, "")), waits=bool(figures) and self._odds_reading.is_busy)
        by_field: dict[str, dict[Hashable, OddsFigure]] = {}
        for key, figure in figures.items():
            if isinstance(key, tuple):
                by_field.setdefault(key[0], {})[key[1]] = figure
        for field in self.form.fields:
            field.show_odds(by_field.get(field.ask.field, {}))

    def _keep_odds_room(self) -> None:
        """Keep room for the odds of choices, so that no choice moves from under the mouse when they arrive."""
        room = OddsRoom.of(self._asking.campaign)
        usual = OddsButton.widest_range(self._asking.hub)
        for field in self.form.fields:
            if _may_have_odds(field.ask):
                field.keep_odds_room(room.width(self._odds_place(field), usual))

    def _odds_place(self, field: AnswerControl) -> OddsPlace:
        return OddsPlace(self._asking.viewer, self._asking.offer.base_name, field.ask.field)

    @Slot()
    def _submit(self) -> None:
        self.form.submit()

    def _put_form(self, asking: OfferInput) -> QuestionForm:
        clear_layout(self._asked)
        form = QuestionForm(asking, self)
        form.submitted.connect(self._submitted)
        form.grown.connect(self._grown)
        form.judged.connect(self._mind_reach)
        form.judged.connect(self._ask_odds)
        form.entered.connect(self._enter)
        self._questions = _Questions(form, least=asking.hub.theme.metrics.control * 2, parent=self)
        self._asked.addWidget(self._questions, 1)
        self._asked.addWidget(form.said)  # what the rules say never lies out of sight
        return form

    @Slot()
    def _grown(self) -> None:
        # Fields that have only just been put are measured once they are styled and laid.
        QTimer.singleShot(0, self, self._grow)

    @Slot()
    def _grow(self) -> None:
        """Be as high as the questions need, as far as the screen goes, and never lower than before."""
        if not self.isVisible():  # it comes up as high as it needs
            return
        self.form.adjustSize()
        self._outer.activate()
        # Of its frame a widget may know nothing yet where its window does.
        room = self.screen().availableGeometry().marginsRemoved(self.windowHandle().frameMargins())
        place = QRect(self.geometry().topLeft(), self.sizeHint().expandedTo(QSize(0, self.height())))
        place.moveBottomRight(QPoint(min(place.right(), room.right()), min(place.bottom(), room.bottom())))
        place.moveTopLeft(QPoint(max(place.left(), room.left()), max(place.top(), room.top())))
        self.setGeometry(place)

    @Slot()
    def _submitted(self) -> None:
        self.submitted.emit()
        self.accept()

    @Slot(object)
    def _session_changed(self, change: CampaignChange) -> None:
        """Keep up with the table: the offer as it is now takes the old one's place; one that is gone closes this."""
        if change.initiator is self.form and self.form.waits:
            self._submitted()
        if change.initiator is self.form or not self._listed:
            return
        current_offer = self._listing(self._as_listed)
        if current_offer == self._as_listed:
            self._odds_of = None
            self._show_odds({})  # those of the table before
            self.form.check()
            self._ask_odds()
        elif current_offer is None or current_offer.denial is not None or current_offer.lazy:
            self.reject()
        else:
            self._as_listed = current_offer
            self.form = self._put_form(dataclasses.replace(self._asking, offer=current_offer))
            self._mind_reach()
            self._odds_of = None
            self._ask_odds()
            self.form.focus_first()

    def _listing(self, offer: Offer) -> Offer | None:
        offers = self._asking.campaign.viewer_campaign(self._asking.viewer).offers(offer.command.seat)
        return next((o for o in offers if o.name == offer.name), None)


def _ways(view: VisibleTable, partly: Offer, questions: Sequence[Question]) -> Iterator[tuple[tuple[str, str], Ways]]:
    """Yield the ways to answer what is open, then those with each choice, by its field and itself."""
    title = say(partly.label)
    yield (_WHOLE, ""), [(way_title(view, title, way), way.offer) for way in settled_ways(partly, {})]
    for question in questions:
        ask = question.after(getattr(partly.command, question.by, None)) if question.by else question
        if not _may_have_odds(ask):
            continue
        others = replace(partly, questions=tuple(one for one in partly.questions if one.field != ask.field))
        for choice in ask.choices:
            try:
                chosen = replace(others, command=filled(others.command, {ask.field: choice}))
            except Refused:
                continue
            ways = settled_ways(chosen, {})
            words = f"{title}: {title_of_choice(view, ask, choice)}"
            yield (ask.field, choice), [(way_title(view, words, way), way.offer) for way in ways]


def _may_have_odds(ask: Question) -> bool:
    return ask.kind is QuestionKind.CHOICE and not (ask.part or ask.secret) and len(ask.choices) <= _MOST_CHOICES


def _within_limit(ways: Iterator[tuple[tuple[str, str], Ways]]) -> Iterator[tuple[Hashable, Ways]]:
    """Yield the ways by choice, those of the fields with fewer first, as many as are calculated in one dialog.

    A field has all of its odds or none: a choice without any, among others that have some, would look impossible.
    """
    fields: dict[str, list[tuple[tuple[str, str], Ways]]] = {}
    for key, some in ways:
        fields.setdefault(key[0], []).append((key, some))
    counts = {field: sum(len(some) for _, some in choices) for field, choices in fields.items()}
    count = 0
    for field in sorted(fields, key=counts.__getitem__):
        count += counts[field]
        if count <= _MOST_WAYS or field == _WHOLE:
            yield from fields[field]
