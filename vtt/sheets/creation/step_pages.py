"""The pages of the steps: each shows one answer, and says how a person wants to change the draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from engine.kit.creation.character_creation import (
    CharacterCreation,
    StepState,
    cost_of_number,
    method_of,
)
from engine.kit.creation.creation_plan import (
    AssignStep,
    ChooseStep,
    CreationStep,
    NumbersStep,
    PackageOption,
    SpendStep,
    WordsStep,
)
from engine.kit.creation.creation_sheet import chosen_on, dice_of, numbers_on, options_on, range_of
from engine.kit.creation.sheet_rows import formula_number, rows_of
from engine.kit.creation.spend_lines import (
    SpendLine,
    most_affordable,
    number_after,
    points_gone,
    row_name,
    sentences_of_names,
    spend_lines,
    text_after,
)
from engine.kit.creation.step_requirements import label_of_assigned
from engine.model.frozen import Json
from engine.sheets.catalogue.listed_entries import same_name
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import LongTextField
from vtt.widgets.basic_widgets import NarrowComboBox, button, clear_layout, column, prose, row, set_prose
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.number_box import NumberBox
from vtt.widgets.plain_text import button_text, label, short, tip
from vtt.widgets.ui_texts import ui_text

LONGEST_ENTRY: Final = 80
LONGEST_SENTENCE: Final = 200


def creation_text(key: str, /, **params: Json) -> str:
    """Return a text of this dialog."""
    return ui_text("creation", key, **params)


class StepPage(QWidget):
    """The page of one step.

    Args:
        making: the creation of characters of the game.
        step: the step.
        hub: the theme.

    Signals:
        wanted: a function that makes another draft from the present one.
    """

    wanted = Signal(object)

    def __init__(self, making: CharacterCreation, step: CreationStep, hub: ThemeHub) -> None:
        super().__init__()
        self.making = making
        self.key = step.key
        self.hub = hub
        self.lay = column(self, gap=hub.theme.metrics.pad_m)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # for the numbers of options, which are keys

    def show_state(self, state: StepState, sheet: FilledSheet) -> None:
        """Show the step as it is now; `sheet` is that of the whole draft."""
        raise NotImplementedError

    def choose_by_number(self, number: int) -> bool:
        """Choose the option with a number, from 1; return whether there is one."""
        return False

    @property
    def chosen_part(self) -> QWidget | None:
        """The first part that shows a choice, which is in sight when the step is shown; None for none."""
        return None

    def _grid(self) -> tuple[QWidget, QGridLayout]:
        holder = QWidget(self)
        grid = QGridLayout(holder)
        lengths = self.hub.theme.metrics
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(lengths.pad_l)
        grid.setVerticalSpacing(lengths.pad_s)
        return holder, grid


class _OptionButton(QPushButton):
    """A button that stays pressed while its option is chosen, as wide as its neighbours."""

    def sizeHint(self) -> QSize:
        """Return the size of the words."""
        hint = super().sizeHint()
        return QSize(min(hint.width(), 22 * self.fontMetrics().averageCharWidth() * 2), hint.height())


class _OwnEntry(QLineEdit):
    """A field for an option of one's own: Enter adds what is typed, and goes on to the next step if nothing is."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Enter from the dialog while something is typed."""
        is_typed = bool(self.text().strip())
        super().keyPressEvent(event)
        if is_typed and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class ChoosePage(StepPage):
    """Options to choose from, each with its sentence."""

    written = Signal(str, object)
    """A value that the command needs besides, and a function that makes another draft with it."""

    def __init__(self, making: CharacterCreation, step: ChooseStep, hub: ThemeHub) -> None:
        super().__init__(making, step, hub)
        self._step = step
        self._options: tuple[PackageOption, ...] = ()
        self.buttons: list[QPushButton] = []
        self._holder, self._layout = self._grid()
        self._layout.setColumnStretch(1, 1)
        self.lay.addWidget(self._holder)
        self.entry = _OwnEntry(self)
        self.entry.setMaxLength(LONGEST_ENTRY)
        self.entry.setPlaceholderText(creation_text("own_entry"))
        self.entry.setAccessibleName(creation_text("own_entry"))
        self.add = button(creation_text("add"), parent=self)
        line = row(gap=hub.theme.metrics.pad_m)
        line.addWidget(self.entry, 1)
        line.addWidget(self.add)
        self.lay.addLayout(line)
        self.entry.setVisible(step.own)
        self.add.setVisible(step.own)
        self.entry.returnPressed.connect(self._add)
        self.add.clicked.connect(self._add)
        self.asked: dict[str, QLineEdit] = {}
        for key, words in step.asks.items():
            self.asked[key] = self._make_asked(key, words)
        self.lay.addStretch(1)

    def _make_asked(self, key: str, words: str) -> QLineEdit:
        line = QLineEdit(self)
        line.setMaxLength(LONGEST_ENTRY)
        name = label(short(words, 80), "heading", parent=self)
        name.setBuddy(line)
        line.setAccessibleName(name.text())
        line.textEdited.connect(partial(self._write, key))
        self.lay.addWidget(name)
        self.lay.addWidget(line)
        return line

    def show_state(self, state: StepState, sheet: FilledSheet) -> None:
        """Show the options, those that are chosen, and those that cannot be."""
        options = options_on(self._step, state.answer, state.sheet)
        if options != self._options or not self.buttons:
            self._options = options
            self._build(options)
        chosen = {same_name(option.name) for option in chosen_on(self._step, state.answer, state.sheet)}
        full = 1 < self._step.most <= len(chosen) and not state.answer.overruled
        for option, pressed in zip(options, self.buttons, strict=True):
            is_chosen = same_name(option.name) in chosen
            costly = state.pool is not None and option.cost > state.pool.left and not state.answer.overruled
            pressed.setChecked(is_chosen)
            pressed.setEnabled(is_chosen or not (full or costly))
            why = creation_text("full", most=self._step.most) if full else creation_text("too_costly") if costly else ""
            pressed.setToolTip(tip("" if is_chosen else why))
        for key, line in self.asked.items():
            if line.text() != state.answer.words.get(key, ""):
                line.setText(state.answer.words.get(key, ""))

    def _write(self, key: str, words: str) -> None:
        self.written.emit(key, lambda draft: self.making.write(draft, self.key, key, words))

    @property
    def chosen_part(self) -> QWidget | None:
        """The button of the first option that is chosen."""
        return next((option for option in self.buttons if option.isChecked()), None)

    def choose_by_number(self, number: int) -> bool:
        """Choose an option."""
        if number > len(self.buttons) or not self.buttons[number - 1].isEnabled():
            return False
        self.buttons[number - 1].click()
        return True

    def _build(self, options: Sequence[PackageOption]) -> None:
        clear_layout(self._layout)
        self.buttons = []
        for number, option in enumerate(options):
            name = short(option.name, LONGEST_ENTRY)
            words = f"{number + 1}  {name}" if number < 9 else name
            made = _OptionButton(button_text(words), self._holder)
            made.setAutoDefault(False)
            made.setCheckable(True)
            made.setAccessibleName(name)
            made.setAccessibleDescription(option.say)
            made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            made.clicked.connect(partial(self._choose, option.name))
            self._layout.addWidget(made, number, 0)
            cost = creation_text("cost", cost=option.cost) if option.cost else ""
            self._layout.addWidget(prose(" ".join(filter(None, (option.say, cost))), "", self._holder), number, 1)
            self.buttons.append(made)
        if not options and not self._step.own:
            self._layout.addWidget(prose(creation_text("no_options"), "muted", self._holder), 0, 0, 1, 2)

    def _choose(self, name: str, _checked: bool = False) -> None:
        self.wanted.emit(lambda draft: self.making.choose(draft, self.key, name))

    def _add(self) -> None:
        name = " ".join(self.entry.text().split())
        if name:
            self.entry.clear()
            self._choose(name)


class NumbersPage(StepPage):
    """Numbers that are rolled on the screen, typed in from real dice, or bought."""

    rolled = Signal()
    """The dice are to be rolled on the screen."""

    def __init__(self, making: CharacterCreation, step: NumbersStep, hub: ThemeHub, state: StepState) -> None:
        super().__init__(making, step, hub)
        self._step = step
        self.methods: dict[str, QPushButton] = {}
        line = row(gap=hub.theme.metrics.pad_m)
        group = QButtonGroup(self)
        for method in step.methods if len(step.methods) > 1 else ():
            made = button(creation_text(f"method.{method}"), help_text=creation_text(f"method_help.{method}"))
            made.setCheckable(True)
            group.addButton(made)
            made.clicked.connect(partial(self._use, method))
            line.addWidget(made)
            self.methods[method] = made
        self.roll = button(creation_text("roll"), "primary", help_text=creation_text("roll_help"), parent=self)
        self.roll.clicked.connect(self.rolled)
        line.addWidget(self.roll)
        line.addStretch(1)
        self.lay.addLayout(line)
        holder, grid = self._grid()
        self.boxes: dict[str, NumberBox] = {}
        self._notes: dict[str, QLabel] = {}
        for number, one in enumerate(step.numbers):
            box = NumberBox(holder)
            name = label(short(state.sheet.plan.fields[one.key].label, 40), "heading", parent=holder)
            name.setBuddy(box)
            box.setAccessibleName(name.text())
            box.setMinimumWidth(6 * hub.theme.metrics.font_body)
            box.valueChanged.connect(partial(self._set, one.key))
            note = prose("", "muted", holder)
            grid.addWidget(name, number, 0)
            grid.addWidget(box, number, 1)
            grid.addWidget(note, number, 2)
            self.boxes[one.key], self._notes[one.key] = box, note
        grid.setColumnStretch(2, 1)
        self.lay.addWidget(holder)
        self.rolls = prose("", "muted", self)
        self.lay.addWidget(self.rolls)
        self.lay.addStretch(1)

    def use_real_dice(self) -> None:
        """Leave the dice to the group, which rolls real ones."""
        self.roll.setEnabled(False)
        self.roll.setToolTip(tip(creation_text("real_dice")))

    def show_state(self, state: StepState, sheet: FilledSheet) -> None:
        """Show the numbers, their dice or their costs."""
        method = method_of(state)
        for name, pressed in self.methods.items():
            pressed.setChecked(name == method)
        self.roll.setVisible(method == "dice")
        for key, box in self.boxes.items():
            least, most = range_of(self._step, key, state.packages)
            value = numbers_on(self._step, state.answer, state.packages).get(key)
            if state.answer.overruled:
                least, most = min(least, 0), max(most, 999)
            if value is not None:
                least, most = min(least, value), max(most, value)
            box.blockSignals(True)
            box.setSpecialValueText("–")
            box.setRange(least - 1, most)
            if value is None or box.value() != value:
                box.setValue(least - 1 if value is None else value)
            box.blockSignals(False)
            set_prose(self._notes[key], self._note(key, state, method))
        count = state.answer.rolls
        set_prose(self.rolls, creation_text("rolls", count=count) if count and method == "dice" else "")

    def _note(self, key: str, state: StepState, method: str) -> str:
        faces = state.answer.faces.get(key)
        if method == "points":
            value = numbers_on(self._step, state.answer, state.packages)[key]
            return creation_text("costs", cost=cost_of_number(self._step, value))
        dice = dice_of(self._step, key, state.packages)
        return creation_text("faces", dice=dice, faces=list(map(str, faces))) if faces else dice

    def _use(self, method: str, _checked: bool = False) -> None:
        self.wanted.emit(lambda draft: self.making.use_method(draft, self.key, method))

    def _set(self, key: str, value: int) -> None:
        number = None if value == self.boxes[key].minimum() else value
        self.wanted.emit(lambda draft: self.making.set_number(draft, self.key, key, number))


class SpendPage(StepPage):
    """Rows that get points, each with its limit; other rows can be added from a list.

    Where each row can get one point only, it has a button instead of a number.
    """

    def __init__(self, making: CharacterCreation, step: SpendStep, hub: ThemeHub) -> None:
        super().__init__(making, step, hub)
        self._step = step
        self._built: tuple[bool, tuple[str, ...]] | None = None
        self._sentences: Mapping[str, str] = {}
        self.boxes: dict[str, NumberBox] = {}
        self.raises: dict[str, QPushButton] = {}
        self._totals: dict[str, QLabel] = {}
        self.more = NarrowComboBox(18, self)
        self.more.setAccessibleName(creation_text("add_row"))
        self.more.view().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.more.setVisible(step.names is not None)
        self.more.activated.connect(self._add)
        self.lay.addWidget(self.more)
        self._holder, self._layout = self._grid()
        self._layout.setColumnStretch(2, 1)
        self.lay.addWidget(self._holder)
        self.none = label(creation_text("no_rows"), "muted", wrap=True, parent=self)
        self.lay.addWidget(self.none)
        self.lay.addStretch(1)

    def show_state(self, state: StepState, sheet: FilledSheet) -> None:
        """Show each row with what it had, what the step adds, and the total."""
        lines = spend_lines(self._step, state.answer, state.sheet)
        self._sentences = sentences_of_names(self._step.names, state.sheet)
        listed = [line for line in lines if self._is_row(line)]
        is_single = raises_once(self._step, state)
        built = (is_single, tuple(line.name for line in listed))
        if built != self._built:
            self._built = built
            self._build(listed, is_single=is_single)
        for line in listed:
            if is_single:
                self._show_button(line, state)
            else:
                self._show_box(line, state)
            is_certain = not self._step.gain or state.answer.overruled
            note = (
                self._brings(line, state)
                if self._step.chips
                else self._note(line, sheet if is_certain else state.sheet)
            )
            set_prose(self._totals[line.name], note)
        self.none.setVisible(not lines)
        others = [line.name for line in lines if not self._is_row(line)]
        if self._step.names is not None and [self.more.itemData(n) for n in range(1, self.more.count())] != others:
            self.more.clear()
            self.more.addItem(creation_text("add_row"))
            for name in others:
                sentence = self._sentences.get(same_name(name), "")
                self.more.addItem(short(f"{name} – {sentence}" if sentence else name, LONGEST_SENTENCE), name)
                self.more.setItemData(self.more.count() - 1, tip(sentence), Qt.ItemDataRole.ToolTipRole)

    def _show_box(self, line: SpendLine, state: StepState) -> None:
        box, least, most = self.boxes[line.name], line.least, line.most
        if state.pool is not None:
            most = most_affordable(self._step, line, state.pool.left)
        if state.answer.overruled:
            least, most = (0, 99) if line.dice else (-999, 999)
        given, sign = 0 if line.dice else line.given, -1 if self._step.falls else 1
        ends = sorted((given + sign * min(least, line.added), given + sign * max(most, line.added)))
        box.blockSignals(True)
        box.setRange(*ends)
        if box.value() != given + sign * line.added:
            box.setValue(given + sign * line.added)
        box.blockSignals(False)

    def _show_button(self, line: SpendLine, state: StepState) -> None:
        button, step = self.raises[line.name], self._step
        verb = "lower" if step.falls else "raise"
        words = (
            creation_text(f"{verb}_by", gain=step.gain)
            if step.gain
            else creation_text(f"{verb}_to", value=text_after(step, line, 1))
        )
        is_raised = line.added > 0
        is_costly = state.pool is not None and most_affordable(step, line, state.pool.left) < 1
        button.setText(button_text(words))
        button.setAccessibleName(creation_text("raise_row", name=short(line.name, 80), words=words))
        button.setChecked(is_raised)
        button.setEnabled(is_raised or (line.most > 0 and not is_costly))
        button.setToolTip(tip(creation_text("too_few_points") if is_costly and not is_raised else ""))

    def _is_row(self, line: SpendLine) -> bool:
        return self._step.names is None or line.given > 0 or line.added > 0

    def _note(self, line: SpendLine, sheet: FilledSheet) -> str:
        step = self._step
        parts = []
        if total := self._total(line, sheet):
            parts.append(total)
        if line.dice:
            parts.append(creation_text("dice_now", dice=line.dice))
        elif line.given and line.added and line.name in self.boxes:
            change = number_after(step, line, line.added) - line.given
            parts.append(creation_text("given", given=line.given, added=change))
        if step.taken_from:
            parts.append(creation_text("up_to", most=number_after(step, line, line.most)))
        if step.costs or step.rising:
            price = points_gone(step, line, max(line.added, 1)) if line.most or line.added else 0
            parts += [creation_text("costs", cost=price)] if price else []
        parts += filter(None, [self._sentences.get(same_name(line.name), "")])
        return " · ".join(parts)

    def _brings(self, line: SpendLine, state: StepState) -> str:
        """Return the points that a chip brings, and how many chips there are."""
        label = state.pool.label if state.pool is not None else ""
        return creation_text("brings", points=self._step.chips[line.key], label=label, held=line.most)

    def _total(self, line: SpendLine, sheet: FilledSheet) -> str:
        """Return the number that follows from the points of a row; an empty text if the step shows none."""
        field, shows = self._step.field, self._step.shows
        names = [same_name(row_name(self._step, row)) for row in rows_of(sheet, field)] if shows else []
        if same_name(line.name) not in names:
            return ""
        value = sheet.shown(f"{field}[{names.index(same_name(line.name))}].{shows}")
        return creation_text("row_total", label=sheet.plan.columns[field][shows].label, value=value or "–")

    def _build(self, lines: Sequence[SpendLine], *, is_single: bool) -> None:
        clear_layout(self._layout)
        self.boxes, self.raises, self._totals = {}, {}, {}
        for number, line in enumerate(lines):
            name = label(short(line.name, 40), parent=self._holder)
            name.setToolTip(tip(line.name))
            control: QWidget = self._make_button(line) if is_single else self._make_box(line)
            name.setBuddy(control)
            total = prose("", "muted", self._holder)
            for place, part in enumerate((name, control, total)):
                self._layout.addWidget(part, number, place)
            self._totals[line.name] = total

    def _make_box(self, line: SpendLine) -> NumberBox:
        box = self.boxes[line.name] = NumberBox(self._holder)
        box.setAccessibleName(short(line.name, 80))
        box.setMinimumWidth(6 * self.hub.theme.metrics.font_body)
        box.valueChanged.connect(partial(self._set, line.name, 0 if line.dice else line.given))
        return box

    def _make_button(self, line: SpendLine) -> QPushButton:
        made = self.raises[line.name] = QPushButton(self._holder)
        made.setAutoDefault(False)
        made.setCheckable(True)
        made.clicked.connect(partial(self._raise, line.name))
        return made

    def _set(self, name: str, given: int, value: int) -> None:
        added = given - value if self._step.falls else value - given
        self.wanted.emit(lambda draft: self.making.spend(draft, self.key, name, added))

    def _raise(self, name: str, _checked: bool = False) -> None:
        added = int(self.raises[name].isChecked())
        self.wanted.emit(lambda draft: self.making.spend(draft, self.key, name, added))

    def _add(self, index: int) -> None:
        name = self.more.itemData(index)
        if index > 0:
            self.wanted.emit(lambda draft: self.making.spend(draft, self.key, name, 1))


def raises_once(step: SpendStep, state: StepState) -> bool:
    """Say whether each row of a step can get one point, and no more."""
    return not (step.lowers or state.answer.overruled) and formula_number(state.sheet, step.most_added) == 1


class AssignPage(StepPage):
    """Fields that each get one of some values."""

    def __init__(self, making: CharacterCreation, step: AssignStep, hub: ThemeHub, state: StepState) -> None:
        super().__init__(making, step, hub)
        holder, grid = self._grid()
        self.choices: dict[str, QComboBox] = {}
        for number, key in enumerate(step.fields):
            choice = QComboBox(holder)
            choice.addItem(creation_text("no_value"))
            choice.addItems([str(value) for value in step.values])
            name = label(short(label_of_assigned(step, key, state.sheet), 40), "heading", parent=holder)
            name.setBuddy(choice)
            choice.setAccessibleName(name.text())
            choice.activated.connect(partial(self._assign, key))
            grid.addWidget(name, number, 0)
            grid.addWidget(choice, number, 1)
            self.choices[key] = choice
        grid.setColumnStretch(2, 1)
        self.lay.addWidget(holder)
        self.lay.addStretch(1)

    def show_state(self, state: StepState, sheet: FilledSheet) -> None:
        """Show the assigned values."""
        for key, choice in self.choices.items():
            choice.setCurrentIndex(state.answer.places.get(key, -1) + 1)

    def _assign(self, key: str, index: int) -> None:
        self.wanted.emit(lambda draft: self.making.assign(draft, self.key, key, index - 1 if index else None))


class WordsPage(StepPage):
    """Fields for a few words."""

    written = Signal(str, object)
    """A field, and a function that makes another draft with what is typed into it."""

    def __init__(self, making: CharacterCreation, step: WordsStep, hub: ThemeHub, state: StepState) -> None:
        super().__init__(making, step, hub)
        self.areas: dict[str, QLineEdit | QPlainTextEdit] = {}
        for key in step.fields:
            field = state.sheet.plan.fields[key]
            area: Any = QPlainTextEdit(self) if isinstance(field, LongTextField) else QLineEdit(self)
            if isinstance(area, QPlainTextEdit):
                area.setTabChangesFocus(True)
                area.setMaximumHeight(6 * hub.theme.metrics.font_body)
            name = label(short(field.label, 60), "heading", parent=self)
            name.setBuddy(area)
            area.setAccessibleName(name.text())
            area.textChanged.connect(partial(self._write, key))
            self.lay.addWidget(name)
            self.lay.addWidget(area)
            self.areas[key] = area
        self.lay.addStretch(1)

    def show_state(self, state: StepState, sheet: FilledSheet) -> None:
        """Show the words."""
        for key, area in self.areas.items():
            words = state.answer.words.get(key, "")
            if _words_in(area) != words:
                area.blockSignals(True)
                area.setPlainText(words) if isinstance(area, QPlainTextEdit) else area.setText(words)
                area.blockSignals(False)

    def _write(self, key: str, _words: str = "") -> None:
        words = _words_in(self.areas[key])
        self.written.emit(key, lambda draft: self.making.write(draft, self.key, key, words))


def _words_in(area: QLineEdit | QPlainTextEdit) -> str:
    return area.toPlainText() if isinstance(area, QPlainTextEdit) else area.text()


def page_for(making: CharacterCreation, state: StepState, hub: ThemeHub) -> StepPage:
    """Return the page of a step."""
    match state.step:
        case ChooseStep() as step:
            return ChoosePage(making, step, hub)
        case NumbersStep() as step:
            return NumbersPage(making, step, hub, state)
        case SpendStep() as step:
            return SpendPage(making, step, hub)
        case AssignStep() as step:
            return AssignPage(making, step, hub, state)
        case WordsStep() as step:
            return WordsPage(making, step, hub, state)


def summary_of(state: StepState) -> str:
    """Return what is chosen in a step in a few words: options, or the few rows that are raised."""
    step, names = state.step, list[str]()
    if isinstance(step, ChooseStep):
        names = [option.name for option in chosen_on(step, state.answer, state.sheet)]
    elif isinstance(step, SpendStep) and raises_once(step, state):
        names = [line.name for line in spend_lines(step, state.answer, state.sheet) if line.added]
    return short(", ".join(names), 40)
