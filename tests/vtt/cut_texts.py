"""What has no room on a form: labels, calculations, messages, values and cells of tables."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QComboBox, QLineEdit, QStyle, QStyleOptionComboBox, QStyleOptionViewItem, QWidget

from vtt.sheets.editor.note_line import NoteLine
from vtt.sheets.editor.row_cell_delegate import RowCellDelegate
from vtt.sheets.editor.rows_editor import RowsEditor

_ROUNDING = 1
_LINE_MARGIN = 2
"""Pixels that a line of text keeps free on each side."""


def cut_messages_and_cells(form: QWidget) -> Iterator[str]:
    """Yield each message, calculation and cell of a form that is cut, with where it is."""
    for line in form.findChildren(NoteLine):
        if line.isVisible() and line.is_cut:
            yield f"{line.text!r} is cut at {line.width()} × {line.height()}"
    for editor in form.findChildren(RowsEditor):
        if editor.isVisible():
            yield from _cut_cells(editor)


def cut_texts(form: QWidget) -> Iterator[str]:
    """Yield each text of a form that is cut, with where it is."""
    yield from cut_messages_and_cells(form)
    for field in form.findChildren(QLineEdit):
        if field.isVisible() and not isinstance(field.parent(), QComboBox):
            margins = field.textMargins()
            room = field.contentsRect().width() - margins.left() - margins.right() - 2 * _LINE_MARGIN
            if field.fontMetrics().horizontalAdvance(field.text()) > room + _ROUNDING:
                yield f"{field.text()!r} is cut in a line of {room}"
    for combo in form.findChildren(QComboBox):
        if combo.isVisible():
            option = QStyleOptionComboBox()
            combo.initStyleOption(option)
            part = QStyle.SubControl.SC_ComboBoxEditField
            place = combo.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, combo)
            is_in_tooltip = combo.toolTip() and combo.currentText() in combo.toolTip()
            if (
                not is_in_tooltip
                and combo.fontMetrics().horizontalAdvance(combo.currentText()) > place.width() + _ROUNDING
            ):
                yield f"{combo.currentText()!r} is cut in a list of {place.width()}"


def _cut_cells(editor: RowsEditor) -> Iterator[str]:
    model = editor.model
    for row in range(model.rowCount()):
        for at in range(model.columnCount()):
            view = editor.view_of(at)
            delegate = view.itemDelegate()
            assert isinstance(delegate, RowCellDelegate)
            index, words = model.index(row, at), model.shown(row, at)
            if not words:
                continue
            option = QStyleOptionViewItem()
            view.initViewItemOption(option)
            delegate.initStyleOption(option, index)
            option.rect = view.visualRect(index)
            style = view.style()
            place = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, view)
            margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, view) + 1
            room = place.width() - 2 * margin
            metrics = QFontMetrics(option.font)
            needed = metrics.boundingRect(0, 0, room, 10_000, Qt.TextFlag.TextWordWrap, words)
            if needed.width() > room + _ROUNDING or needed.height() > place.height() + _ROUNDING:
                yield f"{words!r} is cut in {model.field.key}.{model.column(at).key} of {room} × {place.height()}"
