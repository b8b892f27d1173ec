"""Fields for what is typed, stepped or ticked: numbers, times, texts, yes or no."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from engine.messages.texts import say
from engine.presentation.offers import Question
from vtt.shared.campaign_panel import text
from vtt.shared.questions.answer_control import AnswerControl
from vtt.widgets.basic_widgets import column, row
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.number_box import NumberBox
from vtt.widgets.plain_text import button_text

_HUGE = 1_000_000
_HOURS = 99_999


class NumberQuestionField(AnswerControl):
    """A number, typed or stepped."""

    def __init__(self, ask: Question, hub: ThemeHub, initial: object, parent: QWidget | None = None) -> None:
        super().__init__(ask, parent)
        self._may_be_none = ask.optional and not isinstance(initial, int)
        self.spin = NumberBox(self)
        least = ask.least - 1 if self._may_be_none else ask.least
        self.spin.setRange(least, _HUGE if ask.most is None else ask.most)
        if self._may_be_none:
            self.spin.setSpecialValueText("–")
        self.spin.setValue(initial if isinstance(initial, int) else least)
        self.spin.setAccessibleName(say(ask.label))
        self.spin.setMinimumWidth(8 * hub.theme.metrics.font_body)
        column(self).addWidget(self.spin, 0, Qt.AlignmentFlag.AlignLeft)
        self.setFocusProxy(self.spin)
        self.spin.valueChanged.connect(self.changed)
        self.spin.lineEdit().textEdited.connect(self.changed)
        self.spin.selectAll()

    def value(self) -> object:
        """Return the number, or None while it is left open."""
        number = self.spin.value()
        return None if self._may_be_none and number < self.ask.least else number

    def problem(self) -> str:
        """Say what in the number cannot be read."""
        return self.spin.problem


class TimeField(AnswerControl):
    """A time of the story in hours, minutes and seconds; its answer is in seconds."""

    def __init__(self, ask: Question, hub: ThemeHub, initial: object, parent: QWidget | None = None) -> None:
        super().__init__(ask, parent)
        rest = initial if isinstance(initial, int) else ask.least
        lengths = hub.theme.metrics
        line = row(self, gap=lengths.pad_s)
        self.parts: list[tuple[NumberBox, int]] = []
        for unit, seconds in (("hours", 3600), ("minutes", 60), ("seconds", 1)):
            spin = NumberBox(self)
            spin.setRange(0, _HOURS if unit == "hours" else 59)
            spin.setValue(rest // seconds)
            rest %= seconds
            spin.setSuffix(f" {text(f'ask.{unit}')}")
            spin.setAccessibleName(f"{say(ask.label)}: {text(f'ask.{unit}')}")
            spin.setMinimumWidth(7 * lengths.font_body)
            spin.valueChanged.connect(self.changed)
            spin.lineEdit().textEdited.connect(self.changed)
            self.parts.append((spin, seconds))
            line.addWidget(spin)
        line.addStretch(1)
        self.setFocusProxy(self.parts[0][0])
        self.parts[0][0].selectAll()

    def value(self) -> object:
        """Return the time."""
        return sum(spin.value() * seconds for spin, seconds in self.parts)

    def problem(self) -> str:
        """Say what in the time cannot be read."""
        return next((spin.problem for spin, _ in self.parts if spin.problem), "")


class TextQuestionField(AnswerControl):
    """A line of text; where others look on who may not read it, it is written in dots."""

    def __init__(
        self, ask: Question, hub: ThemeHub, initial: object, parent: QWidget | None = None, *, hidden: bool = False
    ) -> None:
        super().__init__(ask, parent)
        self._first = initial if isinstance(initial, str) else ""
        self.line = QLineEdit(self._first, self)
        self.line.setEchoMode(QLineEdit.EchoMode.Password if hidden else QLineEdit.EchoMode.Normal)
        self.line.setAccessibleName(say(ask.label))
        if ask.optional:
            self.line.setPlaceholderText(text("ask.optional"))
        column(self).addWidget(self.line)
        self.setFocusProxy(self.line)
        self.line.textChanged.connect(self.changed)

    def value(self) -> object:
        """Return the text; None where an optional one was left empty. What was taken out is no longer there."""
        return self.line.text() or (None if self.ask.optional and not self._first else "")


class FlagQuestionField(AnswerControl):
    """Yes or no."""

    def __init__(self, ask: Question, hub: ThemeHub, initial: object, parent: QWidget | None = None) -> None:
        super().__init__(ask, parent)
        self.box = QCheckBox(button_text(say(ask.label)), self)
        self.box.setChecked(bool(initial))
        column(self).addWidget(self.box)
        self.setFocusProxy(self.box)
        self.box.toggled.connect(self.changed)

    def value(self) -> object:
        """Return whether it is ticked."""
        return self.box.isChecked()


class LinesField(AnswerControl):
    """Several lines of text, each of its own; a new one comes as soon as the last is written on."""

    def __init__(self, ask: Question, hub: ThemeHub, initial: object, parent: QWidget | None = None) -> None:
        super().__init__(ask, parent)
        self._column = column(self, gap=hub.theme.metrics.pad_s)
        self.lines: list[QLineEdit] = []
        self._first = tuple(str(value) for value in initial) if isinstance(initial, (tuple, list)) else ()
        for words in self._first:
            self._add(words)
        if not self._is_full():
            self._add("")
        self.setFocusProxy(self.lines[0])

    def value(self) -> object:
        """Return the lines that say something; None where an optional question has none and had none."""
        line_texts = tuple(words for line in self.lines if (words := line.text().strip()))
        return line_texts or (None if self.ask.optional and not self._first else ())

    def _is_full(self) -> bool:
        return self.ask.most is not None and len(self.lines) >= self.ask.most

    def _add(self, words: str) -> None:
        line = QLineEdit(words, self)
        number = len(self.lines) + 1
        line.setPlaceholderText(text("ask.line", number=number))
        line.setAccessibleName(f"{say(self.ask.label)} {text('ask.line', number=number)}")
        line.textChanged.connect(self._written)
        self.lines.append(line)
        self._column.addWidget(line)

    @Slot()
    def _written(self) -> None:
        if self.lines[-1].text() and not self._is_full():
            self._add("")
            self.lines[-1].show()
        self.changed.emit()
