"""Controls in which something is chosen: one of several, any number of words, yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QComboBox, QMenu, QPushButton, QWidget

from engine.kit.content_editor.view_models import EditorChoice, EditorField
from engine.model.frozen import Json
from vtt.prep.record_form.form_control import FormControl, words_of
from vtt.prep.record_form.tab_order import chain_before, stops_in
from vtt.prep.record_form.text_controls import TextLine
from vtt.shared.option_fields import NewNameField, calm
from vtt.widgets.basic_widgets import NarrowComboBox, column
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.ui_texts import ui_text
from vtt.widgets.wrapping_check_box import WrappingCheckBox

_MOST_CHIPS: Final = 9
"""Of more words than these only the chosen ones are seen, and a menu has the others."""


class ChoiceControl(FormControl):
    """A choice of one value, with free text where the field allows it."""

    def __init__(self, hub: ThemeHub, parent: QWidget, *, own_words: bool) -> None:
        super().__init__(hub, parent)
        self.combo = NarrowComboBox(6, self)
        self.combo.setMaxVisibleItems(14)
        self._own = own_words
        if own_words:
            line = TextLine(self.combo)
            self.combo.setLineEdit(line)
            self.combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            line.textEdited.connect(lambda words: self.edited.emit(words if words else None))
            line.left.connect(self._settle)
        calm(self.combo)
        column(self).addWidget(self.combo)
        self.first = self.combo
        self._shown: tuple[tuple[EditorChoice, ...], str, str] | None = None
        self.combo.activated.connect(self._chosen)

    def show_part(self, part: EditorField, typing: str) -> None:
        """Show what is chosen."""
        self.part = part
        self.combo.setAccessibleName(part.label)
        if typing != part.path:
            self._settle()

    def _settle(self) -> None:
        part = self.part
        if part is None:
            return
        value = words_of(part.value)
        blank = part.placeholder or ui_text("prep", "nothing") if part.optional or not value else ""
        stray = value if value and all(way.value != value for way in part.choices) else ""
        shown = part.choices, blank, stray
        if shown != self._shown:
            self._shown = shown
            self.combo.blockSignals(True)
            self.combo.clear()
            choice_values = {way.value for way in part.choices}
            if blank and "" not in choice_values and not self._own:
                self.combo.addItem(short(blank, 80), "")
            for way in part.choices:
                self.combo.addItem(short(way.label or way.value, 80), way.value)
                if way.told:
                    self.combo.setItemData(self.combo.count() - 1, tip(way.told), Qt.ItemDataRole.ToolTipRole)
            if stray and not self._own:
                self.combo.addItem(short(stray, 80), stray)
            self.combo.blockSignals(False)
            line_edit = self.combo.lineEdit()
            if line_edit is not None:
                line_edit.setPlaceholderText(short(blank, 80))
        at = self.combo.findData(value)
        if at != self.combo.currentIndex():
            self.combo.setCurrentIndex(at)
        line = self.combo.lineEdit()
        if line is not None and at < 0 and line.text() != value:
            line.setText(value)

    def _chosen(self, at: int) -> None:
        value = self.combo.itemData(at)
        self.edited.emit(value if value else None)


class ChoicesControl(FormControl):
    """A choice of several values, as toggle buttons; with many values only the chosen ones, the others in a menu.

    A line for free text appears on demand.
    """

    def __init__(self, hub: ThemeHub, parent: QWidget, part: EditorField) -> None:
        super().__init__(hub, parent)
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_s)
        self._words = QWidget(self)
        self._flow = TileFlow(self._words, spacing=lengths.pad_xs)
        lay.addWidget(self._words)
        self.new = NewNameField(hub, ui_text("prep", "own_word", what=part.label))
        self.new.named.connect(self._add)
        self.new.hide()
        lay.addWidget(self.new)
        self.choice_buttons: dict[str, QPushButton] = {}
        self.more = QPushButton(button_text(ui_text("prep", "add_word")), self._words)
        self.more.setAutoDefault(False)
        self.more.setIcon(hub.icon("plus", size=lengths.icon_s))
        self.more.setIconSize(QSize(lengths.icon_s, lengths.icon_s))
        self.menu = QMenu(self.more)
        self.menu.setToolTipsVisible(True)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.more.clicked.connect(self._open)
        self._ways: tuple[EditorChoice, ...] | None = None

    def show_part(self, part: EditorField, typing: str) -> None:
        """Show which words are chosen."""
        self.part = part
        chosen = _several(part.value)
        choices_by_value = {way.value: way for way in part.choices}
        strays = [
            EditorChoice(value=word, label=word) for word in dict.fromkeys(chosen) if word not in choices_by_value
        ]
        if len(part.choices) > _MOST_CHIPS:
            choices = tuple(
                choices_by_value.get(word) or EditorChoice(value=word, label=word) for word in dict.fromkeys(chosen)
            )
        else:
            choices = (*part.choices, *strays)
        if choices != self._ways:
            focused = next(
                (word for word, choice_button in self.choice_buttons.items() if choice_button.hasFocus()), ""
            )
            self._ways = choices
            for choice_button in self.choice_buttons.values():
                choice_button.hide()
                choice_button.deleteLater()
            self.choice_buttons = {way.value: self._choice_button(way) for way in choices}
            self._flow.hold([*self.choice_buttons.values(), self.more])
            chain_before(self.more, list(self.choice_buttons.values()))
            if focused:
                self.choice_buttons.get(focused, self.more).setFocus()
        for word, choice_button in self.choice_buttons.items():
            choice_button.setChecked(word in chosen)
        self.more.setVisible(part.own_words or len(part.choices) > _MOST_CHIPS)
        self.more.setAccessibleName(ui_text("prep", "own_word", what=part.label))

    def first_stop(self) -> QWidget:
        """Return the first word."""
        return next(iter(self.choice_buttons.values()), self.more)

    def stops(self) -> list[QWidget]:
        """Return the words, the button for others, and the line for one's own."""
        return [*self.choice_buttons.values(), self.more, *stops_in(self.new)]

    def _choice_button(self, way: EditorChoice) -> QPushButton:
        choice_button = QPushButton(button_text(short(way.label or way.value, 40)), self._words)
        choice_button.setCheckable(True)
        choice_button.setAutoDefault(False)
        choice_button.setAccessibleName(short(way.label or way.value, 100))
        choice_button.setAccessibleDescription(short(way.told, 300))
        choice_button.setToolTip(tip(way.told or (way.label if len(way.label) > 40 else "")))
        choice_button.setIconSize(QSize(self.hub.theme.metrics.icon_s, self.hub.theme.metrics.icon_s))
        choice_button.toggled.connect(lambda on, choice_button=choice_button: self._sign(choice_button, on))
        self._sign(choice_button, on=False)
        choice_button.clicked.connect(lambda _on, word=way.value: self._turn(word))
        choice_button.show()
        return choice_button

    def _sign(self, choice_button: QPushButton, on: bool) -> None:
        """Show by its sign whether a word is chosen; a click turns the chip before anybody hears of it."""
        sign, ink = ("check", "on_selection") if on else ("plus", "text")
        choice_button.setIcon(self.hub.icon(sign, role=ink, size=self.hub.theme.metrics.icon_s))

    def _open(self) -> None:
        """Open the menu of the others; where all are seen, there are only own words to be added."""
        if self.part is not None and len(self.part.choices) > _MOST_CHIPS:
            self.menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height())))
        else:
            self.write_own()

    def write_own(self) -> None:
        """Bring the line for a word of one's own."""
        self.new.show()
        self.new.line.setFocus()

    def _fill_menu(self) -> None:
        self.menu.clear()
        part = self.part
        if part is None:
            return
        chosen = _several(part.value)
        for way in part.choices:
            if way.value not in chosen:
                action = self.menu.addAction(button_text(short(way.label or way.value, 60)))
                action.setToolTip(tip(way.told))
                action.triggered.connect(lambda _=False, word=way.value: self._turn(word))
        if part.own_words:
            self.menu.addSeparator()
            self.menu.addAction(button_text(ui_text("prep", "another"))).triggered.connect(self.write_own)

    def _turn(self, word: str) -> None:
        chosen = _several(self.part.value if self.part is not None else None)
        # In the order in which they were chosen: it is the order in which they are written.
        self.edited.emit([w for w in chosen if w != word] if word in chosen else [*chosen, word])

    def _add(self, word: str) -> None:
        part = self.part
        if part is None:
            return
        chosen = _several(part.value)
        values_by_label = {(way.label or way.value).casefold(): way.value for way in part.choices}
        value = values_by_label.get(word.casefold(), word)
        if value not in chosen:
            self.edited.emit([*chosen, value])


def _several(value: Json) -> list[str]:
    if isinstance(value, str):
        return [value] if value else []
    return [str(word) for word in value] if isinstance(value, Sequence) else []


class SwitchControl(FormControl):
    """A check box with its label."""

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(hub, parent)
        self.switch = WrappingCheckBox(self, 0)
        self.box = self.switch.box
        column(self).addWidget(self.switch)
        self.first = self.box
        self.box.clicked.connect(self._clicked)

    def show_part(self, part: EditorField, typing: str) -> None:
        """Show whether it is on."""
        self.part = part
        self.switch.set_words(part.label)
        self.box.setChecked(part.value is True)

    def _clicked(self, on: bool) -> None:
        self.edited.emit(on)  # not `emit` itself as a slot: it would get no argument
