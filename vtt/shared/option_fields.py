"""A control for each kind of option."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPushButton, QWidget

from engine.core.game_options import LONGEST_TAG, OptionKind, OptionSpec, option_value_text, tag_label, tags_of
from engine.messages.texts import key_in_game, template_of
from engine.model.frozen import Json
from vtt.shared.campaign_panel import text
from vtt.shared.screen_names import word_for
from vtt.widgets.basic_widgets import button, clear_layout, column, prose, row, set_prose
from vtt.widgets.icon_button import IconButton
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.number_box import NumberBox
from vtt.widgets.plain_text import button_text, label, short, tip


class CalmWheel(QObject):
    """Keeps the wheel, with which a page is scrolled, from changing a number or a choice on the way."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the page have the wheel, unless the control has the focus."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False


def calm(widget: QWidget) -> None:
    """Let a widget change by the wheel only while it has the focus."""
    widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    widget.installEventFilter(CalmWheel(widget))


class OptionField(QWidget):
    """Shows one value and tells when a person has chosen another.

    Signals:
        chosen: the new value.
    """

    chosen = Signal(object)

    def show_value(self, value: Json) -> None:
        """Show a value without telling."""
        raise NotImplementedError


class FlagOption(OptionField):
    """On or off."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.box = QCheckBox()
        self.box.setAccessibleName(name)
        column(self).addWidget(self.box)
        self.setFocusProxy(self.box)
        self.box.clicked.connect(self._clicked)

    def show_value(self, value: Json) -> None:
        """Show whether it is on."""
        self.box.setChecked(bool(value))
        self.box.setText(word_for("on" if value else "off"))

    def _clicked(self, on: bool) -> None:
        self.box.setText(word_for("on" if on else "off"))
        self.chosen.emit(on)


class NumberOption(OptionField):
    """A number within its bounds."""

    def __init__(self, name: str, spec: OptionSpec, hub: ThemeHub) -> None:
        super().__init__()
        self.spin = NumberBox()
        self.spin.setRange(spec.least, spec.most)
        self.spin.setKeyboardTracking(False)
        self.spin.setAccessibleName(name)
        self.spin.setMinimumWidth(7 * hub.theme.metrics.font_body)
        calm(self.spin)
        column(self).addWidget(self.spin, 0, Qt.AlignmentFlag.AlignLeft)
        self.setFocusProxy(self.spin)
        self.spin.valueChanged.connect(self.chosen.emit)

    def show_value(self, value: Json) -> None:
        """Show a number."""
        if isinstance(value, int) and value != self.spin.value():
            self.spin.blockSignals(True)
            self.spin.setValue(value)
            self.spin.blockSignals(False)


class ChoiceOption(OptionField):
    """One of a few words."""

    def __init__(self, name: str, key: str, spec: OptionSpec, ruleset: str) -> None:
        super().__init__()
        self.combo = QComboBox()
        self.combo.setAccessibleName(name)
        for choice in spec.choices:
            self.combo.addItem(word_for(choice, f"choice.{key}", "choice", ruleset=ruleset), choice)
        calm(self.combo)
        column(self).addWidget(self.combo, 0, Qt.AlignmentFlag.AlignLeft)
        self.setFocusProxy(self.combo)
        self.combo.activated.connect(lambda at: self.chosen.emit(self.combo.itemData(at)))

    def show_value(self, value: Json) -> None:
        """Show a choice."""
        self.combo.setCurrentIndex(self.combo.findData(value))


class TextOption(OptionField):
    """Free words."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.line = QLineEdit()
        self.line.setAccessibleName(name)
        self._shown = ""
        column(self).addWidget(self.line)
        self.setFocusProxy(self.line)
        self.line.editingFinished.connect(self._finished)

    def show_value(self, value: Json) -> None:
        """Show a text, unless the user is typing another one."""
        words = value if isinstance(value, str) else ""
        if self.line.text() == self._shown:
            self.line.setText(words)
        self._shown = words

    def _finished(self) -> None:
        if self.line.text() != self._shown:
            self._shown = self.line.text()
            self.chosen.emit(self.line.text())


class NewNameField(QWidget):
    """A field for a name that is not there yet, with the button that adds it.

    Signals:
        named: the name.
    """

    named = Signal(str)

    def __init__(self, hub: ThemeHub, prompt: str) -> None:
        super().__init__()
        self.line = QLineEdit()
        self.line.setPlaceholderText(prompt)
        self.line.setAccessibleName(prompt)
        self.add = button(text("options.add"))
        self.add.clicked.connect(self._add)
        self.line.returnPressed.connect(self._add)
        inside = row(self, gap=hub.theme.metrics.pad_s)
        inside.addWidget(self.line, 1)
        inside.addWidget(self.add)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Add the name on Enter, without pressing the default button of the dialog."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            return
        super().keyPressEvent(event)

    def _add(self) -> None:
        name = " ".join(self.line.text().split())
        if name:
            self.line.clear()
            self.named.emit(name)


class NumbersOption(OptionField):
    """Names with a number each. Names of the default stay; further ones come and go."""

    def __init__(self, name: str, spec: OptionSpec, hub: ThemeHub) -> None:
        super().__init__()
        self._spec = spec
        self._hub = hub
        self._value: dict[str, int] = {}
        self._fixed = tuple(spec.default) if isinstance(spec.default, Mapping) else ()
        self.spins: dict[str, NumberBox] = {}
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_xs)
        self._rows = QWidget()
        self._flow = TileFlow(self._rows, spacing=lengths.pad_m)
        lay.addWidget(self._rows)
        if not self._fixed:
            self.new = NewNameField(hub, text("options.new_name"))
            self.new.named.connect(self._add)
            lay.addWidget(self.new)

    def show_value(self, value: Json) -> None:
        """Show the numbers."""
        numbers = {str(k): v for k, v in value.items() if isinstance(v, int)} if isinstance(value, Mapping) else {}
        self._value = numbers
        if list(self.spins) != list(numbers):
            self._make_rows(numbers)
        for name, spin in self.spins.items():
            spin.blockSignals(True)
            spin.setValue(numbers[name])
            spin.blockSignals(False)

    def _make_rows(self, numbers: Mapping[str, int]) -> None:
        while (item := self._flow.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        self.spins = {}
        for name in numbers:
            cell = QWidget()
            inside = row(cell, gap=self._hub.theme.metrics.pad_s)
            spin = NumberBox()
            spin.setRange(self._spec.least, self._spec.most)
            spin.setKeyboardTracking(False)
            spin.setAccessibleName(word_for(name))
            calm(spin)
            spin.valueChanged.connect(lambda number, n=name: self._set(n, number))
            inside.addWidget(label(short(word_for(name), 30)))
            inside.addWidget(spin)
            if name not in self._fixed:
                away = IconButton(self._hub, "close", text("options.remove", name=name))
                away.clicked.connect(lambda _=False, n=name: self._remove(n))
                inside.addWidget(away)
            self.spins[name] = spin
            self._flow.addWidget(cell)

    def _set(self, name: str, number: int) -> None:
        self.chosen.emit({**self._value, name: number})

    def _remove(self, name: str) -> None:
        self.chosen.emit({n: v for n, v in self._value.items() if n != name})

    def _add(self, name: str) -> None:
        if name not in self._value:
            self.chosen.emit({**self._value, name: max(self._spec.least, min(self._spec.most, 0))})


class TagsOption(OptionField):
    """Any number of words: those that are proposed, and the group's own beside them, each a button that stays down."""

    def __init__(self, key: str, spec: OptionSpec, hub: ThemeHub, ruleset: str) -> None:
        super().__init__()
        self._key = key
        self._ruleset = ruleset
        self._hub = hub
        self._proposed = spec.choices
        self._value: tuple[str, ...] | None = None
        self.tag_buttons: dict[str, QPushButton] = {}
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_s)
        words = QWidget()
        self._flow = TileFlow(words, spacing=lengths.pad_s)
        self._about = prose("", "muted")
        self.new = NewNameField(hub, text("options.own_word", what=spec.label))
        self.new.line.setMaxLength(LONGEST_TAG)
        self.new.named.connect(self._add)
        for part in (words, self.new, self._about):
            lay.addWidget(part)
        self.show_value(())

    def show_value(self, value: Json) -> None:
        """Show which words are chosen, and what is worth knowing about them."""
        tags = tags_of(value)
        if tags == self._value:
            return
        self._value = tags
        shown = tuple(dict.fromkeys((*self._proposed, *tags)))
        if shown != tuple(self.tag_buttons):
            clear_layout(self._flow)
            self.tag_buttons = {tag: self._tag_button(tag) for tag in shown}
        for tag, tag_button in self.tag_buttons.items():
            tag_button.setChecked(tag in tags)
            sign, ink = ("check", "on_selection") if tag in tags else ("plus", "text")
            tag_button.setIcon(self._hub.icon(sign, role=ink, size=self._hub.theme.metrics.icon_s))
        about = (template_of(key_in_game(self._ruleset, f"about.{self._key}.{tag}")) for tag in tags)
        set_prose(self._about, " ".join(filter(None, about)))
        self._about.setVisible(bool(self._about.text()))

    def _tag_button(self, tag: str) -> QPushButton:
        word = tag_label(self._key, tag, self._ruleset)
        tag_button = QPushButton(button_text(short(word, 40)))
        tag_button.setCheckable(True)
        tag_button.setAutoDefault(False)
        tag_button.setAccessibleName(short(word, LONGEST_TAG))
        tag_button.setToolTip(tip(word) if len(word) > 40 else "")
        tag_button.setIconSize(QSize(self._hub.theme.metrics.icon_s, self._hub.theme.metrics.icon_s))
        tag_button.clicked.connect(lambda _on, t=tag: self._turn(t))
        self._flow.addWidget(tag_button)
        return tag_button

    def _turn(self, tag: str) -> None:
        self._choose({*(self._value or ())} ^ {tag})

    def _add(self, name: str) -> None:
        """Choose a word of the group's own; one that is proposed or there already is no second one."""
        tags_by_word = {
            word.casefold(): tag for tag in self.tag_buttons for word in (tag, tag_label(self._key, tag, self._ruleset))
        }
        self._choose({*(self._value or ()), tags_by_word.get(name.casefold(), name)})

    def _choose(self, tags: set[str]) -> None:
        if tags != {*(self._value or ())}:
            self.chosen.emit([tag for tag in (*self.tag_buttons, *(tags - {*self.tag_buttons})) if tag in tags])


def option_field(key: str, spec: OptionSpec, hub: ThemeHub, ruleset: str) -> OptionField:
    """Return the control for an option."""
    match spec.kind:
        case OptionKind.FLAG:
            return FlagOption(spec.label)
        case OptionKind.NUMBER:
            return NumberOption(spec.label, spec, hub)
        case OptionKind.CHOICE:
            return ChoiceOption(spec.label, key, spec, ruleset)
        case OptionKind.TEXT:
            return TextOption(spec.label)
        case OptionKind.NUMBERS:
            return NumbersOption(spec.label, spec, hub)
        case OptionKind.TAGS:
            return TagsOption(key, spec, hub, ruleset)


def value_words(key: str, spec: OptionSpec, value: Json, ruleset: str) -> str:
    """Return a value in words."""
    match spec.kind:
        case OptionKind.FLAG:
            return word_for("on" if value else "off")
        case OptionKind.CHOICE:
            return word_for(str(value), f"choice.{key}", "choice", ruleset=ruleset)
        case OptionKind.TAGS:
            return str(option_value_text(key, spec, value, ruleset) or text("options.nothing"))
        case OptionKind.NUMBERS if isinstance(value, Mapping):
            return ", ".join(f"{word_for(str(k))} {v}" for k, v in value.items()) or text("options.nothing")
        case _:
            return str(value) if value not in (None, "") else text("options.nothing")
