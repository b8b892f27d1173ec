"""One field of a form: its label, its control, its calculation and its problems."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from engine.sheets.catalogue.listed_entries import is_picker
from engine.sheets.editing.list_fill import ListFill
from engine.sheets.model.compiled_sheet import formula_of
from engine.sheets.model.field_values import plain_text
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import Field, FlagField, PictureField, RowsField
from vtt.sheets.editor.field_editors import FieldEditor, form_text
from vtt.sheets.editor.message_line import MessageLine, Problem
from vtt.sheets.editor.note_line import NoteLine
from vtt.sheets.editor.rows_editor import RowsEditor
from vtt.widgets.basic_widgets import column, prose, row, set_prose
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short, tip

_LENGTHS: Final = (8, 40, 70)
"""The lengths of formulas whose calculations usually need one line, two and three lines."""
_PICKED: Final = re.compile(r"\bpick\([^()]*\)")
"""A part of a formula of which the calculation shows only the name and the value."""
_LOOKED_UP: Final = re.compile(r"\b(?:lookup|listed|step)\([^()]*\)")
"""A part that is shown like `20 for Species Human`, however many names it has; one can be inside another."""
_BACK: Final = 1.4
"""The height in letters of the line with the calculation, and of its button."""


class FieldBox(QWidget):
    """A field. `hold` adds its control.

    Signals:
        override_removed: the path of a value that goes back to the calculated one.
        complained: other problems are shown, or none any more.
        replace_wanted: the FieldChanges that replace what was typed by values of a list.
    """

    override_removed = Signal(str)
    complained = Signal()
    replace_wanted = Signal(object)

    def __init__(self, field: Field, hub: ThemeHub, parent: QWidget, *, titled: bool = True) -> None:
        """Make the box; without `titled` it has no label, because the section has the same name."""
        super().__init__(parent)
        self.field = field
        self.editor: FieldEditor
        self._hub = hub
        self._lay = column(self, gap=hub.theme.metrics.pad_xs)
        self.setObjectName(f"field_{field.key}")
        self.title: NoteLine | None = None
        self.titled = titled
        self._calculated: NoteLine | None = None
        self._back: IconButton | None = None
        self._message: MessageLine | None = None
        self._beneath: QLabel | None = None
        self._known: tuple[Problem, ...] = ()
        self._fill: ListFill | None = None
        self._hint = field.label

    def hold(self, editor: FieldEditor) -> None:
        """Add the control, which is a child of this widget."""
        self.editor = editor
        field, hub = self.field, self._hub
        rules = ", ".join(field.rules)
        hint = " ".join(part for part in (field.help, f"({rules})" if rules else "") if part)
        self._hint = f"{field.label}. {hint}" if hint else field.label
        if self.titled and not isinstance(field, FlagField):
            head = row(gap=hub.theme.metrics.pad_s)
            self.title = NoteLine(hub, self)
            self.title.set_text(field.label, hint=self._hint)
            self.title.clicked.connect(self.enter)
            head.addWidget(self.title, 1)
            if editor.tools is not None:
                head.addWidget(editor.tools)
            self._lay.addLayout(head)
        self._lay.addWidget(editor)
        if isinstance(field, RowsField):
            self._message = MessageLine(hub, self, can_replace=any(map(is_picker, field.columns)))
            self._message.replace_wanted.connect(self.replace)
            self._lay.addWidget(self._message)
        elif isinstance(field, PictureField):
            self._beneath = prose("", "danger", parent=self)
            self._beneath.hide()
            self._lay.addWidget(self._beneath)
        self._lay.addStretch(1)
        if hint:
            self.setToolTip(tip(hint))

    @property
    def trouble(self) -> str:
        """All that is said to be wrong."""
        return "  ".join(words for words, _ in self._known)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems that the section has to show, because this field has no line of its own for them."""
        if self._message is not None or self._beneath is not None:
            return ()
        label = self.field.label
        return tuple(
            (words if label in words else form_text("problem_of", field=label, trouble=words), odd)
            for words, odd in self._known
        )

    @property
    def note(self) -> str:
        """The sentence below a table: its first problem, or the entry that has filled it in."""
        return self._message.words.text if self._message is not None else ""

    @property
    def calculation(self) -> str:
        """The calculation, as it is shown."""
        return self._calculated.text if self._calculated is not None else ""

    @property
    def back(self) -> IconButton | None:
        """The button that restores the calculated value, while another one overrides it."""
        return self._back if self._back is not None and not self._back.isHidden() else None

    def enter(self) -> None:
        """Go into the control."""
        self.editor.setFocus()

    def show_sheet(self, sheet: FilledSheet, troubles: dict[str, str]) -> None:
        """Show the value, calculation and problems of this field."""
        if isinstance(self.editor, RowsEditor):
            self.editor.show_rows(sheet, troubles)
        else:
            self.editor.show_sheet(sheet)
        calculation = sheet.calculation(self.field.key)
        if calculation is None:
            return
        ruled = sheet.is_overridden(self.field.key)
        words = form_text("ruled_over", value=calculation.text) if ruled else calculation.text
        if not ruled and (words == sheet.shown(self.field.key) or sheet.value(self.field.key) is None):
            words = ""  # a calculation that only repeats the value, or has none, is not shown
        if self._calculated is None:
            self._make_line()  # also without words: nothing moves when the value is known
        assert self._calculated is not None
        if ruled == (self.back is None):
            self._calculated.lose_room()
        self._calculated.set_text(words, marked=ruled, hint=f"{form_text('ruled')} {words}" if ruled else None)
        if ruled and self._back is None:
            self._make_back()
        if self._back is not None:
            self._back.setVisible(ruled)

    def complain(self, troubles: Iterable[Problem]) -> None:
        """Show problems, each with whether it is only a warning. They never disappear by themselves."""
        known = tuple(dict.fromkeys(troubles))
        if known == self._known:
            return
        self._known = known
        tone = "" if not known else "warning" if all(odd for _, odd in known) else "danger"
        if self.title is not None:
            words = form_text("marked", field=self.field.label) if known else self.field.label
            self.title.set_text(words, hint=f"{self._hint}\n{self.trouble}".strip(), tone=tone)
        self._show_message()
        self.editor.setAccessibleDescription(short(" ".join(words for words, _ in known), 300))

    def tell_fill(self, fill: ListFill | None) -> None:
        """Say what a list has filled in, and what it has left as it was typed."""
        self._fill = fill
        self._show_message()

    def _show_message(self) -> None:
        if self._beneath is not None:  # a picture is narrow, and nobody types there
            set_prose(self._beneath, self.trouble)
            self._beneath.setVisible(bool(self._known))
        if self._message is None:
            self.complained.emit()
        elif self._known or self.fill_note is None:
            self._message.show_problems(self._known)
        else:
            self._message.show_note(*self.fill_note)

    @property
    def fill_note(self) -> tuple[str, str] | None:
        """The sentence on the entry that has filled something in, and the values that it would replace on request."""
        fill = self._fill
        if fill is None:
            return None
        if not fill.kept:
            return form_text("filled", name=fill.name), ""
        said = [
            form_text("replacement", place=change.label, old=plain_text(change.before), new=plain_text(change.after))
            for change in fill.kept
        ]
        kept = [change.label for change in fill.kept]
        return form_text("kept_typed", name=fill.name, kept=kept), form_text("replace_typed_help", changes=said)

    def replace(self) -> None:
        """Have what was typed replaced by the values of the list."""
        if self._fill is not None and self._fill.kept:
            self.replace_wanted.emit(self._fill.kept)

    def _make_line(self) -> None:
        self._line = row(gap=self._hub.theme.metrics.pad_xs)
        lines = calculation_lines(self.field)
        self._calculated = NoteLine(self._hub, self, lines=lines)
        more = (lines - 1) * self._calculated.fontMetrics().height()
        self._calculated.setMinimumHeight(self._back_side() + more)
        self._line.addWidget(self._calculated, 1)
        self._lay.insertLayout(self._lay.indexOf(self.editor) + 1, self._line)

    def _back_side(self) -> int:
        return round(_BACK * self._hub.theme.metrics.font_body)

    def _make_back(self) -> None:
        self._back = IconButton(self._hub, "undo", form_text("back_to_reckoned", field=self.field.label), self)
        self._back.setStyleSheet("min-width: 0; min-height: 0; padding: 0;")  # as high as its line: nothing moves
        self._back.setFixedSize(self._back_side(), self._back_side())
        self._back.clicked.connect(lambda: self.override_removed.emit(self.field.key))
        self._line.addWidget(self._back, 0, Qt.AlignmentFlag.AlignTop)
        stops = self.editor.stops()
        if stops:
            QWidget.setTabOrder(stops[-1], self._back)


def calculation_lines(field: Field) -> int:
    """Return how many lines the calculation of a field has: by its formula, so that nothing moves with the values."""
    formula = _PICKED.sub("x", formula_of(field))
    for _ in range(2):
        formula = _LOOKED_UP.sub("20 for Species Hum", formula)
    return 1 + bisect_left(_LENGTHS, len(formula))
