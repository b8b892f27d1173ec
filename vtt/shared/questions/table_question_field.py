"""A field for several who are chosen, with something to be said of each: how far off, how many rounds, behind what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from engine.messages.texts import say
from engine.presentation.offers import Question, QuestionKind
from engine.presentation.visibility import VisibleTable
from vtt.shared.campaign_panel import text
from vtt.shared.choice_names import choice_title
from vtt.shared.questions.answer_control import AnswerControl
from vtt.shared.questions.typed_question_fields import NumberQuestionField
from vtt.widgets.basic_widgets import button, prose
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, short, tip


class TableQuestionField(AnswerControl):
    """A row for each possible target: a check box, and beside it the questions about that target.

    A total that the rows share is divided evenly until the user enters a share. Other numbers start as proposed by
    column, or at the least. Where some are ticked from the start, the rows of the others come on demand.

    Attributes:
        boxes: the check boxes, in the order of the choices.
        cells: the answer controls of each row, one for each column.
    """

    def __init__(
        self, ask: Question, hub: ThemeHub, view: VisibleTable, initial: object, parent: QWidget | None = None
    ) -> None:
        super().__init__(ask, parent)
        self.boxes: list[QCheckBox] = []
        self.cells: list[tuple[NumberQuestionField, ...]] = []
        self.others = button(text("ask.others"), "quiet", parent=self)
        self._touched: set[str] = set()
        lengths = hub.theme.metrics
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(lengths.pad_m)
        self._grid.setVerticalSpacing(lengths.pad_s)
        self._grid.setColumnStretch(len(ask.columns) + 1, 1)
        for at, column in enumerate(ask.columns):
            head = prose(_head(column), "muted", self)
            head.setMinimumWidth(8 * lengths.font_body)
            self._grid.addWidget(head, 0, at + 1, Qt.AlignmentFlag.AlignBottom)
        self._proposed = initial if isinstance(initial, Mapping) else {}
        rows = self._proposed.get(ask.field, ()) if self._proposed else initial
        rows = rows if isinstance(rows, (tuple, list)) else ()
        first = {str(_said(row, ask.row) if ask.row else row): row for row in rows}
        for number, choice in enumerate(ask.choices):
            self._add_row(hub, view, number, choice, first)
        chosen = [number for number, box in enumerate(self.boxes) if box.isChecked()]
        are_known = bool(chosen) and not ask.row  # rows with a key of their own start with a proposal
        self.others.setObjectName("other_rows")
        self.others.setVisible(are_known and len(chosen) < len(self.boxes))
        self.others.clicked.connect(self._show_others)
        self._grid.addWidget(self.others, len(self.boxes) + 1, 0, Qt.AlignmentFlag.AlignLeft)
        if are_known:
            for number in set(range(len(self.boxes))).difference(chosen):
                self._show_row(number, shown=False)
        if self.boxes:
            self.setFocusProxy(self.cells[chosen[0]][0].spin if are_known and ask.columns else self.boxes[0])
        self._share_out()

    def value(self) -> object:
        """Return those who are chosen."""
        return tuple(choice for choice, box in self._rows() if box.isChecked())

    def answers(self) -> dict[str, object]:
        """Return a list of rows where the field takes one, else what each column says of those who are chosen."""
        chosen = [number for number, (_, box) in enumerate(self._rows()) if box.isChecked()]
        row_answers = [
            {c.ask.field: c.value() for c in self.cells[number] if c.value() is not None} for number in chosen
        ]
        who = [self.ask.choices[number] for number in chosen]
        if self.ask.row:
            return {
                self.ask.field: [
                    {self.ask.row: choice, **row_answer} for choice, row_answer in zip(who, row_answers, strict=True)
                ]
            }
        of_each = {c.field: [row_answer.get(c.field, c.least) for row_answer in row_answers] for c in self.ask.columns}
        return {self.ask.field: who, **of_each}

    def problem(self) -> str:
        """Say what cannot be read, or what is left of something that has to be shared out."""
        for cells, box in zip(self.cells, self.boxes, strict=True):
            if box.isChecked() and (unread := next((cell.problem() for cell in cells if cell.problem()), "")):
                return unread
        for at, column in enumerate(self.ask.columns):
            given = sum(self._number(row, at) for row, (_, box) in enumerate(self._rows()) if box.isChecked())
            if column.total is not None and self.value() and given != column.total:
                return text("ask.share_all", question=say(column.label), total=column.total, given=given)
        return ""

    def _show_row(self, number: int, *, shown: bool) -> None:
        for part in (self.boxes[number], *self.cells[number]):
            part.setVisible(shown)

    @Slot()
    def _show_others(self) -> None:
        hidden = [number for number, box in enumerate(self.boxes) if box.isHidden()]
        for number in hidden:
            self._show_row(number, shown=True)
        self.others.hide()
        self.boxes[hidden[0]].setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()
        self.grown.emit()

    def _rows(self) -> Sequence[tuple[str, QCheckBox]]:
        return list(zip(self.ask.choices, self.boxes, strict=True))

    def _add_row(
        self, hub: ThemeHub, view: VisibleTable, number: int, choice: str, first: Mapping[str, object]
    ) -> None:
        ticked = choice in first
        title = choice_title(view, choice, self.ask.row or self.ask.field)
        box = QCheckBox(button_text(short(title, 40)), self)
        box.setObjectName(f"row_{choice}")
        box.setAccessibleName(short(title, 200))
        box.setToolTip(tip(title) if len(title) > 40 else "")
        box.setChecked(ticked)
        self._grid.addWidget(box, number + 1, 0)
        cells: list[NumberQuestionField] = []
        for at, column in enumerate(self.ask.columns):
            assert column.kind is QuestionKind.NUMBER, "other columns would need another cell"
            value = _said(first.get(choice, self._proposed) if self.ask.row else self._proposed, column.field)
            start = value if isinstance(value, (int, float)) else None if column.optional else column.least
            cell = NumberQuestionField(column, hub, start if start is None else int(start), self)
            cell.setObjectName(f"cell_{choice}_{column.field}")
            cell.spin.setAccessibleName(f"{short(title, 120)}: {say(column.label)}")
            cell.setEnabled(ticked)
            cell.changed.connect(self._written)
            self._grid.addWidget(cell, number + 1, at + 1)
            cells.append(cell)
        self.boxes.append(box)
        self.cells.append(tuple(cells))
        box.toggled.connect(self._ticked)

    @Slot()
    def _ticked(self) -> None:
        for box, cells in zip(self.boxes, self.cells, strict=True):
            for cell in cells:
                cell.setEnabled(box.isChecked())
        self._share_out()
        self.changed.emit()

    @Slot()
    def _written(self) -> None:
        cell = self.sender()
        if isinstance(cell, NumberQuestionField) and cell.ask.total is not None:
            self._touched.add(cell.ask.field)
        self.changed.emit()

    def _share_out(self) -> None:
        """Share out evenly what must be shared; the first ones get what is left over."""
        chosen = [number for number, box in enumerate(self.boxes) if box.isChecked()]
        for at, column in enumerate(self.ask.columns):
            if column.total is None or not chosen or column.field in self._touched:
                continue
            share, rest = divmod(column.total, len(chosen))
            for place, number in enumerate(chosen):
                spin = self.cells[number][at].spin
                blocked = spin.blockSignals(True)
                spin.setValue(share + (place < rest))
                spin.blockSignals(blocked)

    def _number(self, row: int, at: int) -> int:
        value = self.cells[row][at].value()
        return value if isinstance(value, int) else 0


def _said(row: object, field: str) -> object:
    """Return what a row of the command says, be it read from a file or not."""
    return row.get(field) if isinstance(row, Mapping) else getattr(row, field, None)


def _head(column: Question) -> str:
    words = say(column.label)
    return words if column.total is None else text("ask.of_all", question=words, total=column.total)
