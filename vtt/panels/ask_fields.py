"""One field for each kind of thing that an offer can ask; choices and cards here, the others in rooms of their own."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QRadioButton,
    QWidget,
)

from engine.play.offers import Ask, AskKind
from engine.play.sight import View
from engine.play.words import say
from vtt.panels.ask_field import AskField
from vtt.panels.ask_plain import FlagField, LinesField, NumberField, TextField, TimeField
from vtt.panels.ask_rows import RowsField
from vtt.panels.card_picker import CardPicker, slots_of
from vtt.panels.faces_field import FacesField
from vtt.panels.fit import TileFlow
from vtt.panels.naming import ACTOR_FIELDS, SEAT_FIELDS, choice_title, place_title
from vtt.panels.panel import text
from vtt.panels.parts import column, prose, set_prose
from vtt.session import Session
from vtt.widgets.text import button_text, short, tip
from vtt.widgets.theme import ThemeHub

FEW = 9


def _title(view: View, ask: Ask, choice: str) -> str:
    """Return what a choice is called, with what is told beside it."""
    title = say(ask.called[choice]) if choice in ask.called else choice_title(view, choice, ask.field)
    return f"{title} ({say(ask.told[choice])})" if choice in ask.told else title


class ChoiceField(AskField):
    """One or several of the choices: buttons while they are few, a list when they are many."""

    def __init__(
        self,
        ask: Ask,
        hub: ThemeHub,
        view: View,
        initial: object,
        choices: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(ask, parent)
        self._several = ask.kind is AskKind.CHOICES
        self._choices = tuple(choices)
        given = initial if isinstance(initial, (tuple, list)) else (initial,)
        chosen: set[object] = {str(one) for one in given}  # a command may hold as a number what is asked in words
        self._titles = [_title(view, ask, c) for c in self._choices]
        self._marked: list[str] = []
        self._buttons: list[QCheckBox | QRadioButton] = []
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

    def _number(self) -> None:
        """Where their order matters, number those who are chosen as they were chosen."""
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
            made: QCheckBox | QRadioButton = QCheckBox(words, self) if self._several else QRadioButton(words, self)
            made.setToolTip(tip(title) if len(title) > 48 else "")
            made.setAccessibleName(short(title, 200))
            made.setChecked(
                self._choices[number] in chosen if number < len(self._choices) else not chosen & set(self._choices)
            )
            made.toggled.connect(self._toggled)
            group.addButton(made)
            flow.addWidget(made)
            if number < len(self._choices):
                self._buttons.append(made)
        if titles:
            first = next((b for b in self._buttons if b.isChecked()), next(iter(self._buttons), None))
            if first is not None:
                self.setFocusProxy(first)

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
        shown.setMinimumHeight(10 * hub.theme.metrics.font_body)
        shown.itemSelectionChanged.connect(self.changed)
        self._list = shown
        shown.itemChanged.connect(self._toggled)
        column(self).addWidget(shown)
        self.setFocusProxy(shown)


class OwnWordsField(AskField):
    """One of the choices, or words of one's own, which count as soon as there are any."""

    def __init__(
        self,
        ask: Ask,
        hub: ThemeHub,
        view: View,
        initial: object,
        choices: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(ask, parent)
        self.choice = ChoiceField(ask, hub, view, initial, choices, self)
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

    def _chosen(self) -> None:
        """Let a choice that is made now count: older words of one's own give way."""
        self.line.clear()
        self.changed.emit()


class FollowingField(AskField):
    """A choice among what another answer leaves: made anew whenever that one is another."""

    def __init__(
        self, ask: Ask, hub: ThemeHub, view: View, initial: object, first: object, parent: QWidget | None = None
    ) -> None:
        super().__init__(ask, parent)
        self._hub, self._view = hub, view
        self._column = column(self)
        # What is answered beforehand can be shown only once it is known what there is to choose.
        self._beforehand = initial
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

    def _made(self, ask: Ask, initial: object) -> AskField:
        kind = OwnWordsField if ask.own_words else ChoiceField
        made = kind(ask, self._hub, self._view, initial, ask.choices, self)
        self._column.addWidget(made)
        self.setFocusProxy(made)
        made.changed.connect(self.changed)
        return made


class CardsField(AskField):
    """One or several cards."""

    def __init__(
        self,
        ask: Ask,
        session: Session,
        viewer: str,
        hub: ThemeHub,
        seat: str,
        initial: object,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(ask, parent)
        slots = slots_of(session, viewer, ask.zone, ask.choices)
        most = 1 if ask.kind is AskKind.CARD else ask.most
        self.picker = CardPicker(session, viewer, hub, slots, seat, most, self)
        given = [initial] if isinstance(initial, str) else initial if isinstance(initial, (list, tuple)) else []
        if ask.kind is AskKind.CARD and not ask.optional and len(slots) == 1:
            given = [slots[0].reference]
        self.picker.choose([str(card) for card in given])
        lay = column(self, gap=hub.theme.metrics.pad_s)
        lay.addWidget(self.picker)
        self._told = prose("", "warning" if ask.warns else "muted", self) if ask.told else None
        self._view = session.lens(viewer).view
        if self._told is not None:
            lay.addWidget(self._told)
            self._tell()
            self.picker.changed.connect(self._tell)
        self.setFocusProxy(self.picker)
        self.picker.changed.connect(self.changed)

    @Slot()
    def _tell(self) -> None:
        """Say below the cards what is told of those that are chosen."""
        if self._told is None:
            return
        lines = []
        for place in self.picker.references():
            if place in self.ask.told:
                words = say(self.ask.told[place])
                lines.append(words if self.ask.warns else f"{place_title(self._view, place)}: {words}")
        set_prose(self._told, "\n".join(lines))
        self._told.setVisible(bool(lines))

    def value(self) -> object:
        """Return the card, or a tuple of cards in the order in which they were chosen."""
        chosen = self.picker.references()
        if self.ask.kind is AskKind.CARDS:
            return chosen
        return chosen[0] if chosen else None


def field_for(
    ask: Ask, session: Session, viewer: str, hub: ThemeHub, seat: str, initial: object, parent: QWidget | None = None
) -> AskField:
    """Return the field for a question; `initial` is what the command says so far."""
    view = session.lens(viewer).view
    match ask.kind:
        case AskKind.CARD | AskKind.CARDS:
            return CardsField(ask, session, viewer, hub, seat, initial, parent)
        case AskKind.FACES:
            return FacesField(ask, hub, parent)
        case AskKind.NUMBER:
            return NumberField(ask, hub, initial, parent)
        case AskKind.TIME:
            return TimeField(ask, hub, initial, parent)
        case AskKind.FLAG:
            return FlagField(ask, hub, initial, parent)
        case AskKind.TEXT:
            return TextField(ask, hub, initial, parent, hidden=ask.secret and viewer != seat)
        case AskKind.LINES:
            return LinesField(ask, hub, initial, parent)
        case AskKind.ROWS:
            return RowsField(ask, hub, view, initial, parent)
        case AskKind.CHOICE | AskKind.CHOICES if ask.by:
            return FollowingField(ask, hub, view, initial, None, parent)
        case AskKind.CHOICE | AskKind.CHOICES:
            choices = ask.choices or fitting(view, ask.field)
            if ask.own_words:
                return OwnWordsField(ask, hub, view, initial, choices, parent)
            if choices:
                return ChoiceField(ask, hub, view, initial, choices, parent)
            return TextField(ask, hub, initial, parent)


def fitting(view: View, field: str) -> tuple[str, ...]:
    """Return what fits a question that names no choices: people or characters, as the field is called."""
    if field in SEAT_FIELDS:
        return tuple(view.seats)
    if field in ACTOR_FIELDS:
        return tuple(a.id for a in view.actors.values() if not a.archived)
    return ()
