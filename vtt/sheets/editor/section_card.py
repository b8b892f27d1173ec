"""A section of a form as a card: its title, its help, and its fields in the twelve columns of the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QGridLayout, QLabel, QPushButton, QWidget

from engine.sheets.catalogue.listed_entries import is_picker
from engine.sheets.model.sheet_description import (
    ChoiceField,
    DiceField,
    Field,
    FlagField,
    LevelField,
    LongTextField,
    NumberField,
    Section,
    TextField,
)
from vtt.sheets.editor.field_box import FieldBox, calculation_lines
from vtt.sheets.editor.field_editors import form_text
from vtt.sheets.editor.message_line import MessageLine
from vtt.widgets.basic_widgets import button, column, row
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, label, short

COLUMNS: Final = 12
_SPANS: Final = (1, 2, 3, 4, 6, 12)
_LETTERS: Final = {NumberField: 8, DiceField: 8, LevelField: 11, LongTextField: 14}
"""The least width of a field in letters, by its kind; any other kind has `_USUAL`."""
_FEW_DIGITS: Final = 6
"""The least width of a number of at most three digits in a small grid, which has no calculation below it."""
_CALCULATED: Final = {1: 0, 2: 10, 3: 14, 4: 14}
"""The least width of a field in letters, by the number of lines of its calculation."""
_USUAL: Final = 11
_SHORT: Final = (TextField, NumberField, DiceField, LevelField, ChoiceField, FlagField)
"""Kinds that are no better for being wider here than on paper."""
_LONG: Final = 34
"""A longer title wraps."""
_NEAR: Final = 0.75
_TO_SPARE: Final = 4
_LETTER: Final = 0.62
"""The width of a label's letter, as a share of its height."""


class SectionCard(QFrame):
    """A section. The form creates its fields in it, lists them in `boxes`, and then calls `settle`."""

    def __init__(
        self, section: Section, hub: ThemeHub, parent: QWidget, *, share: float = 1.0, plain: bool = False
    ) -> None:
        """Make an empty card; `share` is the section's width on paper, as a share of half a page.

        A `plain` card has no title and no frame.
        """
        super().__init__(parent)
        self._share = min(1.0, share)
        self.hide()  # shown when it is complete
        self.setProperty("role", "" if plain else "card")
        self.boxes: dict[str, FieldBox] = {}
        self._hub = hub
        self._title, self._help = section.title, section.help
        self._order: tuple[FieldBox, ...] = ()
        self._spans: tuple[int, ...] | None = None
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_s, margin=0 if plain else lengths.pad_m)
        self._head = row(gap=lengths.pad_s)
        picks = any(is_picker(field) for field in section.fields)
        self.message = MessageLine(hub, self, can_replace=picks)
        self.message.replace_wanted.connect(self._replace)
        self.message.setVisible(not plain)
        """The problems of fields without a line of their own. It is beside the title, so that nothing moves."""
        if not plain:
            title = short(section.title, 80)
            is_long = len(title) > _LONG
            self._head.addWidget(label(title, "heading", parent=self, wrap=is_long), 1 if is_long else 0)
            self._head.addWidget(self.message, 1)
        self._folded = frozenset(section.folded)
        self._columns = section.columns
        self._heads: list[QLabel] = []
        """The labels of the rows and columns, while the fields are a table."""
        self.more: QPushButton | None = None
        if section.folded:
            self.more = button(form_text("more"), "quiet", form_text("more_help"), self)
            self.more.setCheckable(True)
            self.more.toggled.connect(self._unfold)
            self._head.addWidget(self.more)
        lay.addLayout(self._head)
        if section.help:
            lay.addWidget(label(section.help, "muted", wrap=True, parent=self))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(lengths.pad_m)
        self._grid.setVerticalSpacing(lengths.pad_s)
        for at in range(COLUMNS):
            self._grid.setColumnStretch(at, 1)
            self._grid.setColumnMinimumWidth(at, 1)
        lay.addLayout(self._grid)

    def takes(self, section: Section) -> bool:
        """Say whether this card can show a section; its title and help never change."""
        known = (self._title, self._help, self._folded, self._columns)
        return (section.title, section.help, frozenset(section.folded), section.columns) == known

    def says(self, field: Field, section: Section) -> bool:
        """Say whether a field needs no label: it is the first, alone in its line, and has the section’s name."""
        alone = len(section.fields) == 1 or field.width >= COLUMNS  # else the one beside it would stand lower
        return alone and field.key == section.fields[0].key and field.label.casefold() == self._title.casefold()

    def superfluous(self, section: Section) -> list[str]:
        """Return the fields that are no longer wanted, or that have changed."""
        wanted = {field.key: field for field in section.fields}
        return [
            key
            for key, box in self.boxes.items()
            if wanted.get(key) != box.field or box.titled == self.says(box.field, section)
        ]

    def drop(self, key: str) -> None:
        """Remove a field."""
        box = self.boxes.pop(key)
        self._grid.removeWidget(box)
        box.hide()
        box.deleteLater()

    def settle(self, section: Section) -> None:
        """Arrange the fields in order."""
        order = tuple(self.boxes[field.key] for field in section.fields)
        if order != self._order:
            self._order, self._spans = order, None
            for box in order:
                if not box.titled and box.editor.tools is not None:
                    self._head.addWidget(box.editor.tools)
            self._arrange()
            self.show_problems()

    def show_problems(self) -> None:
        """Show what is wrong: first in the field with the focus, then in the order of the fields."""
        focused = QApplication.focusWidget()
        order = sorted(self._order, key=lambda box: focused is None or not box.isAncestorOf(focused))
        problems = [problem for box in order for problem in box.problems]
        note = next((box.fill_note for box in order if box.fill_note is not None), None)
        if note is not None and not problems:
            self.message.show_note(*note)
        else:
            self.message.show_problems(problems)

    def _replace(self) -> None:
        for box in self._order:
            if box.fill_note is not None:
                box.replace()

    def needs(self) -> int:
        """Return the width in pixels below which this card needs the whole page width."""
        return max((box.editor.needs() for box in self._order), default=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the fields for the new width."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Arrange the fields after a change of font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    def _unfold(self, shown: bool) -> None:
        assert self.more is not None
        self.more.setText(button_text(form_text("less" if shown else "more")))
        self._spans = None
        self._arrange()

    def _visible(self) -> tuple[FieldBox, ...]:
        """Return the fields that are not folded away."""
        if self.more is None or self.more.isChecked():
            return self._order
        return tuple(box for box in self._order if box.field.key not in self._folded)

    def _arrange(self) -> None:
        shown = self._visible()
        spans = tuple(self._wide(shown))
        if spans == self._spans:
            return
        self._spans = spans
        for box in self._order:
            self._grid.removeWidget(box)
        for head in self._heads:
            self._grid.removeWidget(head)
            head.deleteLater()
        self._heads = []
        is_table = len(self._columns) > 1 and len(shown) == len(self._order)
        for box in self._order:
            if box.title is not None:
                box.title.setVisible(not is_table)
        if is_table:
            self._arrange_table(shown)
            return
        for box, (line, at, wide) in zip(shown, _filled(spans, whole_lines=not self._is_grid(shown)), strict=True):
            self._grid.addWidget(box, line, at, 1, wide)
        for box in self._order:
            box.setVisible(box in shown)

    def _arrange_table(self, shown: Sequence[FieldBox]) -> None:
        """Arrange the fields in rows and columns; the first field of a row names it."""
        wide = len(self._columns)
        span = (COLUMNS - 2) // wide
        for at, head in enumerate(self._columns):
            self._add_head(head, 0, 2 + at * span, span)
        for at, box in enumerate(shown):
            line, place = divmod(at, wide)
            if not place:
                self._add_head(box.field.label, line + 1, 0, 2)
            self._grid.addWidget(box, line + 1, 2 + place * span, 1, span)
            box.setVisible(True)

    def _add_head(self, words: str, line: int, at: int, wide: int) -> None:
        head = label(short(words), "muted", parent=self)
        self._heads.append(head)
        self._grid.addWidget(head, line, at, 1, wide)
        head.show()

    def _wide(self, boxes: Sequence[FieldBox]) -> Iterator[int]:
        """Yield the width of each field in twelfths: as on paper, but never too narrow to be read."""
        letters = max(1, self.width()) / max(1, self._hub.theme.metrics.font_body) / COLUMNS
        grid = self._is_grid(boxes)
        for box in boxes:
            usual = _FEW_DIGITS if grid and _is_few_digits(box.field) else _LETTERS.get(type(box.field), _USUAL)
            calculated = _CALCULATED[calculation_lines(box.field)]
            least = max(usual, len(box.field.label) * _LETTER, calculated)
            share = self._share * _NEAR if isinstance(box.field, _SHORT) and not grid else 1.0
            wanted = box.field.width * min(1.0, share)
            yield next((n for n in _SPANS if n >= wanted and n * letters >= least), COLUMNS)

    def _is_grid(self, boxes: Sequence[FieldBox]) -> bool:
        """Say whether the fields are a small grid on paper, three or four to a line, in which columns matter."""
        widths = {box.field.width for box in boxes}
        return len(boxes) > COLUMNS // 3 and len(widths) == 1 and widths <= {3, 4}


def _is_few_digits(field: Field) -> bool:
    if not isinstance(field, NumberField) or field.formula or field.places or field.unit:
        return False
    return field.least is not None and field.most is not None and -100 < field.least <= field.most < 1000


def _filled(spans: Sequence[int], *, whole_lines: bool) -> Iterator[tuple[int, int, int]]:
    """Yield the line, the first column and the width of each field.

    With `whole_lines`, a nearly full line is stretched to the full width; a field alone in its line keeps to the
    columns above it.
    """
    lines: list[list[int]] = [[]]
    for wide in spans:
        if sum(lines[-1]) + wide > COLUMNS:
            lines.append([])
        lines[-1].append(wide)
    for number, line in enumerate(lines):
        whole = sum(line)
        whole, done, given = (whole if whole_lines and COLUMNS - whole <= _TO_SPARE else COLUMNS), 0, 0
        for wide in line:
            done += wide
            share = done * COLUMNS // whole - given
            yield number, given, share
            given += share
