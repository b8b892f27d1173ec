"""A control for each kind of option."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSpinBox, QWidget

from engine.play.options import OptionKind, OptionSpec
from engine.table.frozen import Json
from vtt.panels.fit import TileFlow
from vtt.panels.naming import word_for
from vtt.panels.panel import text
from vtt.panels.parts import button, column, row
from vtt.widgets.dressing import IconButton
from vtt.widgets.text import label, short
from vtt.widgets.theme import ThemeHub


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
        self.spin = QSpinBox()
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

    def __init__(self, name: str, key: str, spec: OptionSpec) -> None:
        super().__init__()
        self.combo = QComboBox()
        self.combo.setAccessibleName(name)
        for choice in spec.choices:
            self.combo.addItem(word_for(choice, f"choice.{key}", "choice"), choice)
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
        """Show words, unless somebody is writing other ones just now."""
        words = value if isinstance(value, str) else ""
        if self.line.text() == self._shown:
            self.line.setText(words)
        self._shown = words

    def _finished(self) -> None:
        if self.line.text() != self._shown:
            self._shown = self.line.text()
            self.chosen.emit(self.line.text())


class NumbersOption(OptionField):
    """Names with a number each. Names of the default stay; further ones come and go."""

    def __init__(self, name: str, spec: OptionSpec, hub: ThemeHub) -> None:
        super().__init__()
        self._spec = spec
        self._hub = hub
        self._value: dict[str, int] = {}
        self._fixed = tuple(spec.default) if isinstance(spec.default, Mapping) else ()
        self.spins: dict[str, QSpinBox] = {}
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_xs)
        self._rows = QWidget()
        self._flow = TileFlow(self._rows, spacing=lengths.pad_m)
        lay.addWidget(self._rows)
        self.new = QLineEdit()
        self.new.setPlaceholderText(text("options.new_name"))
        self.new.setAccessibleName(text("options.new_name"))
        self.add = button(text("options.add"))
        self.add.clicked.connect(self._add)
        self.new.returnPressed.connect(self._add)
        if not self._fixed:
            foot = row(gap=lengths.pad_s)
            foot.addWidget(self.new, 1)
            foot.addWidget(self.add)
            lay.addLayout(foot)

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
            spin = QSpinBox()
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

    def _add(self) -> None:
        name = self.new.text().strip()
        if name and name not in self._value:
            self.new.clear()
            self.chosen.emit({**self._value, name: max(self._spec.least, min(self._spec.most, 0))})


def option_field(key: str, spec: OptionSpec, hub: ThemeHub) -> OptionField:
    """Return the control for an option."""
    match spec.kind:
        case OptionKind.FLAG:
            return FlagOption(spec.label)
        case OptionKind.NUMBER:
            return NumberOption(spec.label, spec, hub)
        case OptionKind.CHOICE:
            return ChoiceOption(spec.label, key, spec)
        case OptionKind.TEXT:
            return TextOption(spec.label)
        case OptionKind.NUMBERS:
            return NumbersOption(spec.label, spec, hub)


def value_words(key: str, spec: OptionSpec, value: Json) -> str:
    """Return a value in words."""
    match spec.kind:
        case OptionKind.FLAG:
            return word_for("on" if value else "off")
        case OptionKind.CHOICE:
            return word_for(str(value), f"choice.{key}", "choice")
        case OptionKind.NUMBERS if isinstance(value, Mapping):
            return ", ".join(f"{word_for(str(k))} {v}" for k, v in value.items()) or text("options.nothing")
        case _:
            return str(value) if value not in (None, "") else text("options.nothing")
