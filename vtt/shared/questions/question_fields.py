"""One field for each kind of thing that an offer can ask; choices and cards here, the others in rooms of their own."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QLineEdit, QListWidget, QListWidgetItem, QRadioButton, QWidget

from engine.messages.texts import say
from engine.presentation.offers import Question, QuestionKind
from engine.presentation.visibility import VisibleTable
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import text
from vtt.shared.choice_names import ACTOR_FIELDS, SEAT_FIELDS, choice_title
from vtt.shared.odds.odds_button import OddsButton
from vtt.shared.odds.odds_figure import OddsFigure
from vtt.shared.questions.answer_control import AnswerControl
from vtt.shared.questions.card_face_question_field import CardFaceQuestionField
from vtt.shared.questions.card_question_field import CardQuestionField
from vtt.shared.questions.table_question_field import TableQuestionField
from vtt.shared.questions.typed_question_fields import (
    FlagQuestionField,
    LinesField,
    NumberQuestionField,
    TextQuestionField,
    TimeField,
)
from vtt.widgets.basic_widgets import column, row
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, short, tip

FEW = 9
_MOST_LISTED: Final = 30
"""The greatest width, in letters, that a list needs for its longest choice; a longer one is scrolled."""


def title_of_choice(view: VisibleTable, ask: Question, choice: str) -> str:
    """Return the title of a choice, with its details."""
    title = say(ask.called[choice]) if choice in ask.called else choice_title(view, choice, ask.field)
    return f"{title} ({say(ask.told[choice])})" if choice in ask.told else title


class ChoiceQuestionField(AnswerControl):
    """One or several of the choices: buttons while they are few, a list when they are many."""

    def __init__(
        self,
        ask: Question,
        hub: ThemeHub,
        view: VisibleTable,
        initial: object,
        choices: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(ask, parent)
        self._several = ask.kind is QuestionKind.CHOICES
        self._choices = tuple(choices)
        given = initial if isinstance(initial, (tuple, list)) else (initial,)
        chosen: set[object] = {str(value) for value in given}  # a command may hold as a number what is asked in words
        self._titles = [title_of_choice(view, ask, c) for c in self._choices]
        self._marked: list[str] = []
        self._buttons: list[QCheckBox | QRadioButton] = []
        self._odds: list[OddsButton] = []
        self._list: QListWidget | None = None
        if not self._several and not ask.optional and len(self._choices) == 1:
            chosen = {self._choices[0]}
        if len(self._choices) <= FEW:
            self._as_buttons(hub, chosen)
        else:
            self._as_list(hub, chosen)
        if ask.ordered:
            self._number()

    def value(self) -> object:
        """Return the choice, or a tuple of them in the order in which they are offered."""
        if self._list is not None:
            chosen = [c for n, c in enumerate(self._choices) if self._is_marked(self._list.item(n))]
        else:
            chosen = [c for c, b in zip(self._choices, self._buttons, strict=True) if b.isChecked()]
        if self.ask.ordered:
            chosen = sorted(chosen, key=self._marked.index)
        return tuple(chosen) if self._several else chosen[0] if chosen else None

    @property
    def parts(self) -> tuple[QWidget, ...]:
        """The widgets that take the keyboard focus: a button for each choice, or the list."""
        return (self._list,) if self._list is not None else tuple(self._buttons)

    def toggle(self, choice: str) -> None:
        """Choose one of several choices, or take it back."""
        at = self._choices.index(choice)
        if self._list is not None:
            item = self._list.item(at)
            marked = self._is_marked(item)
            item.setCheckState(Qt.CheckState.Unchecked if marked else Qt.CheckState.Checked)
        else:
            self._buttons[at].toggle()

    def _number(self) -> None:
        """Number the chosen ones in the order of choosing, where that order matters."""
        for at, choice in enumerate(self._choices):
            item = self._list.item(at) if self._list is not None else None
            on = self._is_marked(item) if item is not None else self._buttons[at].isChecked()
            if on and choice not in self._marked:
                self._marked.append(choice)
            elif not on and choice in self._marked:
                self._marked.remove(choice)
        for at, choice in enumerate(self._choices):
            place = f"{self._marked.index(choice) + 1}. " if choice in self._marked else ""
            words = short(f"{place}{self._titles[at]}", 80 if self._list is not None else 48)
            if self._list is not None:
                self._list.item(at).setText(words)
            else:
                self._buttons[at].setText(button_text(words))
                self._buttons[at].setAccessibleName(short(f"{place}{self._titles[at]}", 200))

    def _is_marked(self, item: QListWidgetItem) -> bool:
        return item.checkState() == Qt.CheckState.Checked if self._several else item.isSelected()

    @Slot()
    def _toggled(self) -> None:
        if self.ask.ordered:
            with QSignalBlocker(self._list if self._list is not None else self):
                self._number()
        self.changed.emit()

    def _as_buttons(self, hub: ThemeHub, chosen: set[object]) -> None:
        lengths = hub.theme.metrics
        flow = TileFlow(self, spacing=lengths.pad_m)
        group = QButtonGroup(self)
        group.setExclusive(not self._several)
        titles = list(self._titles)
        if not self._several and self.ask.optional and not chosen & set(self._choices):
            titles.append(say(self.ask.instead) if self.ask.instead is not None else text("ask.nobody"))
        for number, title in enumerate(titles):
            words = button_text(short(title, 48))
            choice_button: QCheckBox | QRadioButton = (
                QCheckBox(words, self) if self._several else QRadioButton(words, self)
            )
            choice_button.setToolTip(tip(title) if len(title) > 48 else "")
            choice_button.setAccessibleName(short(title, 200))
            choice_button.setChecked(
                self._choices[number] in chosen if number < len(self._choices) else not chosen & set(self._choices)
            )
            choice_button.toggled.connect(self._toggled)
            choice_button.installEventFilter(self)
            group.addButton(choice_button)
            flow.addWidget(choice_button if self._several else self._beside_odds(hub, choice_button))
            if number < len(self._choices):
                self._buttons.append(choice_button)
        if titles:
            first = next((b for b in self._buttons if b.isChecked()), next(iter(self._buttons), None))
            if first is not None:
                self.setFocusProxy(first)

    def _beside_odds(self, hub: ThemeHub, choice_button: QWidget) -> QWidget:
        """Return the button of a choice with its odds behind it, once there are any."""
        both = QWidget(self)
        inside, odds = row(both, gap=hub.theme.metrics.pad_xs), OddsButton(hub, both, has_bar=False, has_word=False)
        odds.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        inside.addWidget(choice_button)
        inside.addWidget(odds)
        self._odds.append(odds)
        return both

    def show_odds(self, figures: Mapping[Hashable, OddsFigure]) -> None:
        """Show the odds of each choice behind it. Those that are wider than their room make room for all."""
        for choice, odds in zip(self._choices, self._odds, strict=False):
            odds.show_figure(figures.get(choice))
        self.keep_odds_room(self.odds_width())
        if self._list is not None and not self._several:
            with QSignalBlocker(self._list):
                for at, choice in enumerate(self._choices):
                    figure = figures.get(choice)
                    words = short(self._titles[at], 80)
                    self._list.item(at).setText(f"{words}   {figure.words}" if figure is not None else words)

    def keep_odds_room(self, width: int) -> None:
        """Keep so much room behind each choice, and never less than before."""
        for odds in self._odds[: len(self._choices)] if width else ():
            policy = odds.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            odds.setSizePolicy(policy)
            odds.setMinimumWidth(max(width, odds.minimumWidth()))
            if (both := odds.parentWidget()) is not None:
                both.updateGeometry()  # at once: the form may be measured before its next event

    def odds_width(self) -> int:
        """Return the width of the widest odds that it shows; 0 for none."""
        return max((odds.sizeHint().width() for odds in self._odds if odds.figure is not None), default=0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Choose by Enter the choice that has the focus, if an answer is missing; the next Enter confirms."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self.value() is None:
            is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat()
            if is_enter and not self.ask.optional and self._choose_focused(watched):
                return True
        return super().eventFilter(watched, event)

    def _choose_focused(self, part: QObject) -> bool:
        """Choose the row or the button that has the focus. Return whether there is one."""
        if isinstance(part, QRadioButton):
            part.setChecked(True)
            return True
        if self._list is None or not self._list.count():
            return False
        self._list.setCurrentRow(max(0, self._list.currentRow()))
        self._list.item(self._list.currentRow()).setSelected(True)
        return True

    def _as_list(self, hub: ThemeHub, chosen: set[object]) -> None:
        shown = QListWidget(self)
        shown.setAccessibleName(say(self.ask.label))
        for choice, title in zip(self._choices, self._titles, strict=True):
            item = QListWidgetItem(short(title, 80))
            if self._several:
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked if choice in chosen else Qt.CheckState.Unchecked)
            shown.addItem(item)
            if choice in chosen and not self._several:
                shown.setCurrentItem(item)
        shown.installEventFilter(self)
        lengths = hub.theme.metrics
        shown.setMinimumHeight(10 * lengths.font_body)
        shown.ensurePolished()
        beside = lengths.scrollbar + 2 * (shown.frameWidth() + lengths.pad_xs)
        shown.setMinimumWidth(min(shown.sizeHintForColumn(0) + beside, _MOST_LISTED * lengths.font_body))
        shown.itemSelectionChanged.connect(self.changed)
        self._list = shown
        shown.itemChanged.connect(self._toggled)
        column(self).addWidget(shown)
        self.setFocusProxy(shown)


class ChoiceOrTextField(AnswerControl):
    """One of the choices, or words of one's own, which count as soon as there are any."""

    def __init__(
        self,
        ask: Question,
        hub: ThemeHub,
        view: VisibleTable,
        initial: object,
        choices: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(ask, parent)
        self.choice = ChoiceQuestionField(ask, hub, view, initial, choices, self)
        self.line = QLineEdit(initial if isinstance(initial, str) and initial not in choices else "", self)
        self.line.setPlaceholderText(text("ask.own_words"))
        self.line.setAccessibleName(f"{say(ask.label)}: {text('ask.own_words')}")
        lay = column(self, gap=hub.theme.metrics.pad_s)
        lay.addWidget(self.choice)
        lay.addWidget(self.line)
        self.setFocusProxy(self.choice)
        self.choice.changed.connect(self._chosen)
        self.line.textChanged.connect(self.changed)

    def value(self) -> object:
        """Return the own words if there are any, else the choice."""
        return self.line.text().strip() or self.choice.value()

    def show_odds(self, figures: Mapping[Hashable, OddsFigure]) -> None:
        """Show odds beside the choices."""
        self.choice.show_odds(figures)

    def keep_odds_room(self, width: int) -> None:
        """Keep room behind each choice."""
        self.choice.keep_odds_room(width)

    def odds_width(self) -> int:
        """Return the width of the widest odds."""
        return self.choice.odds_width()

    def _chosen(self) -> None:
        """Let a choice that is made now count: older words of one's own give way."""
        self.line.clear()
        self.changed.emit()


class DependentQuestionField(AnswerControl):
    """A choice among what another answer leaves: made anew whenever that one is another."""

    def __init__(
        self,
        ask: Question,
        hub: ThemeHub,
        view: VisibleTable,
        initial: object,
        first: object,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(ask, parent)
        self._hub, self._view = hub, view
        self._column = column(self)
        # What is answered beforehand can be shown only once it is known what there is to choose.
        self._beforehand = initial
        self._odds_room = 0
        self.inner = self._made(ask.after(first), initial)

    def value(self) -> object:
        """Return the choice."""
        return self.inner.value()

    def problem(self) -> str:
        """Return what is wrong with the choice."""
        return self.inner.problem()

    def follow(self, answer: object, *, proposed: bool = False) -> None:
        """Offer what this answer leaves; a choice that is left stays chosen."""
        after = self.ask.after(answer, proposed=proposed)
        if after == self.inner.ask:
            return
        kept, old = self.inner.value() or self._beforehand, self.inner
        self._beforehand = None
        self._column.removeWidget(old)
        old.hide()
        old.deleteLater()
        self.inner = self._made(after, kept)
        self.inner.show()

    def show_odds(self, figures: Mapping[Hashable, OddsFigure]) -> None:
        """Show odds beside the choices."""
        self.inner.show_odds(figures)

    def keep_odds_room(self, width: int) -> None:
        """Keep room behind each choice, also behind those that come later."""
        self._odds_room = width
        self.inner.keep_odds_room(width)

    def odds_width(self) -> int:
        """Return the width of the widest odds."""
        return self.inner.odds_width()

    def _made(self, ask: Question, initial: object) -> AnswerControl:
        kind = ChoiceOrTextField if ask.own_words else ChoiceQuestionField
        field = kind(ask, self._hub, self._view, initial, ask.choices, self)
        field.keep_odds_room(self._odds_room)
        self._column.addWidget(field)
        self.setFocusProxy(field)
        field.changed.connect(self.changed)
        return field


def field_for(
    ask: Question,
    campaign: OpenCampaign,
    viewer: str,
    hub: ThemeHub,
    seat: str,
    initial: object,
    parent: QWidget | None = None,
) -> AnswerControl:
    """Return the field for a question; `initial` is what the command says so far."""
    view = campaign.viewer_campaign(viewer).view
    match ask.kind:
        case QuestionKind.CARD | QuestionKind.CARDS:
            return CardQuestionField(ask, campaign, viewer, hub, seat, initial, parent)
        case QuestionKind.FACES:
            return CardFaceQuestionField(ask, hub, parent)
        case QuestionKind.NUMBER:
            return NumberQuestionField(ask, hub, initial, parent)
        case QuestionKind.TIME:
            return TimeField(ask, hub, initial, parent)
        case QuestionKind.FLAG:
            return FlagQuestionField(ask, hub, initial, parent)
        case QuestionKind.TEXT:
            return TextQuestionField(ask, hub, initial, parent, hidden=ask.secret and viewer != seat)
        case QuestionKind.LINES:
            return LinesField(ask, hub, initial, parent)
        case QuestionKind.ROWS:
            return TableQuestionField(ask, hub, view, initial, parent)
        case QuestionKind.CHOICE | QuestionKind.CHOICES if ask.by:
            return DependentQuestionField(ask, hub, view, initial, None, parent)
        case QuestionKind.CHOICE | QuestionKind.CHOICES:
            choices = ask.choices or fitting(view, ask.field)
            if ask.own_words:
                return ChoiceOrTextField(ask, hub, view, initial, choices, parent)
            if choices:
                return ChoiceQuestionField(ask, hub, view, initial, choices, parent)
            return TextQuestionField(ask, hub, initial, parent)


def fitting(view: VisibleTable, field: str) -> tuple[str, ...]:
    """Return what fits a question that names no choices: people or characters, as the field is called."""
    if field in SEAT_FIELDS:
        return tuple(view.seats)
    if field in ACTOR_FIELDS:
        return tuple(a.id for a in view.actors.values() if not a.archived)
    return ()
