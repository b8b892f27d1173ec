"""The cells of a table on a form: the control of each kind, and levels and tracks as dots and boxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QComboBox,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from engine.sheets.catalogue.listed_entries import Entry, is_picker
from engine.sheets.model.field_values import LONGEST, choice_label, choices_of
from engine.sheets.model.sheet_description import BoxesField, ChoiceField, TextField
from vtt.sheets.editor.mark_boxes import draw_mark
from vtt.sheets.editor.name_proposals import open_proposals, proposals_of, propose
from vtt.sheets.editor.row_table_model import Index, RowTableModel
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short

_LEAST_MARK: Final = 0.62
"""Marks smaller than this share of a letter's height are shown as a number instead."""


class CellLine(QLineEdit):
    """The line of a cell; Down opens the list of names while it is empty."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list of names."""
        if event.key() != Qt.Key.Key_Down or not open_proposals(self):
            super().keyPressEvent(event)

    def open_list(self) -> None:
        """Open the list of names if nothing is written yet."""
        open_proposals(self)


class RowCellDelegate(QStyledItemDelegate):
    """Creates the editor for a cell's kind, and draws its marks.

    Args:
        hub: the theme.
        parent: the Qt parent.
        more_entries: returns the entries of the library for a list.
    """

    def __init__(self, hub: ThemeHub, parent: QWidget, more_entries: Callable[[str], Sequence[Entry]]) -> None:
        super().__init__(parent)
        self._hub = hub
        self._more_entries = more_entries

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return a box of choices, or a line that may propose names."""
        model = index.model()
        assert isinstance(model, RowTableModel)
        assert model.sheet is not None
        cell = model.column(index.column())
        if isinstance(cell, ChoiceField):
            combo = QComboBox(parent)
            combo.setEditable(cell.other)
            combo.addItem("", "")
            for name in choices_of(cell, model.sheet.lists):
                combo.addItem(short(choice_label(cell, name), 60), name)
            if not cell.other:
                combo.activated.connect(lambda: self._finish(combo))
                if not index.data(Qt.ItemDataRole.EditRole):
                    QTimer.singleShot(0, combo, combo.showPopup)
            return combo
        line = CellLine(parent)
        line.setMaxLength(LONGEST)
        if isinstance(cell, TextField) and cell.list:
            more = self._more_entries(cell.list) if is_picker(cell) else ()
            propose(line, proposals_of(model.sheet, cell, more, model.field.columns), self._hub)
            # Later: the line takes the name on only after this signal.
            line.completer().activated.connect(lambda: QTimer.singleShot(0, line, partial(self._finish, line)))
            if not index.data(Qt.ItemDataRole.EditRole):
                QTimer.singleShot(0, line, line.open_list)
        return line

    def _finish(self, editor: QWidget) -> None:
        """Send a name that was chosen from the list at once."""
        self.commitData.emit(editor)
        self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a level as dots and a track as boxes, if there is room."""
        marks = self._marks(option, index)
        if marks is None:
            super().paint(painter, option, index)
            return
        rects, filled = marks
        plain = QStyleOptionViewItem(option)
        self.initStyleOption(plain, index)
        plain.text = ""
        option.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, plain, painter, option.widget)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for at, rect in enumerate(rects):
            draw_mark(painter, rect, self._hub, square=_is_boxes(index), filled=at < filled)
        painter.restore()

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """Fill up to the mark that is clicked; a click on the last one clears it."""
        press = event.type() is QEvent.Type.MouseButtonPress
        marks = self._marks(option, index) if press else None
        if marks is not None and isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
            rects, filled = marks
            at = next((n for n, rect in enumerate(rects) if rect.contains(event.position())), None)
            if at is not None:
                assert isinstance(model, RowTableModel)
                model.choose(index, at if at + 1 == filled else at + 1)
                return True
        return super().editorEvent(event, model, option, index)

    def _marks(self, option: QStyleOptionViewItem, index: Index) -> tuple[list[QRectF], int] | None:
        """Return the places of a cell's marks and how many are filled; None if they have no room."""
        found = index.data(Qt.ItemDataRole.UserRole)
        if found is None or not found[0]:
            return None
        count, filled = found
        letter = self._hub.theme.metrics.font_body
        place = QRectF(option.rect).adjusted(letter * 0.3, 0, -letter * 0.3, 0)
        step = min(letter * 1.2, place.width() / count)
        if step < letter * _LEAST_MARK:
            return None
        side = min(step * 0.82, place.height() * 0.7)
        top = place.center().y() - side / 2
        return [QRectF(place.x() + at * step, top, side, side) for at in range(count)], filled

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Show the value, unless the control is being edited already."""
        if isinstance(editor, QLineEdit) and editor.isModified():
            return
        words = str(index.data(Qt.ItemDataRole.EditRole) or "")
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(0, editor.findData(words)))
            if editor.isEditable():
                editor.setEditText(editor.currentText() if editor.currentIndex() > 0 else words)
        elif isinstance(editor, QLineEdit):
            editor.setText(words)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Send the edited text."""
        assert isinstance(index, QModelIndex)
        if isinstance(editor, QComboBox):
            words = editor.currentText() if editor.isEditable() else str(editor.currentData() or "")
            model.setData(index, words)
        elif isinstance(editor, QLineEdit):
            model.setData(index, editor.text())


def _is_boxes(index: Index) -> bool:
    model = index.model()
    return isinstance(model, RowTableModel) and isinstance(model.column(index.column()), BoxesField)
