"""How the people at the screen write on a record: by clicking into a field, or on its label, and by keys."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QWidget

from engine.sheets.model.field_paths import parse_path
from tests.journeys.kit import Desk
from tests.on_screen import on_screen
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.sheets.editor.composite_field_editors import ChipsEditor, EntriesEditor, FigureEditor
from vtt.sheets.editor.field_box import FieldBox
from vtt.sheets.editor.field_editors import ChoiceEditor, FlagEditor, LineEditor, LongTextEditor, MarksEditor
from vtt.sheets.editor.rows_editor import RowsEditor
from vtt.sheets.print_room.print_room import PrintRoom

_D = TypeVar("_D", bound=QDialog)


def room_of(desk: Desk) -> CharactersRoom:
    """Return the room of the characters."""
    room = desk.page.findChild(CharactersRoom)
    assert isinstance(room, CharactersRoom)
    return room


def box_of(desk: Desk, key: str) -> FieldBox:
    """Return a field of the record that is shown, once all of it is there."""
    sheet = room_of(desk).form.sheet
    desk.wait(lambda: key in sheet.boxes and sheet.is_built)
    return sheet.boxes[key]


def write(desk: Desk, path: str, words: str) -> FieldBox:
    """Write at a place of the record as a person does, and go on: `age`, `gear[0].name`, `body.Head`, `chips.red`."""
    place = parse_path(path)
    box = box_of(desk, place.key)
    match box.editor:
        case LineEditor() as editor:
            _over(desk, editor.line, words)
        case LongTextEditor() as editor:
            desk.click(editor.area)
            desk.press("Ctrl+A")
            desk.write(words)
            desk.press("Ctrl+Return")
        case ChoiceEditor() as editor:
            line = editor.combo.lineEdit()
            if line is not None:
                _over(desk, line, words)
            else:
                assert box.title is not None
                desk.click(box.title)
                desk.write(words)
        case MarksEditor():
            assert box.title is not None
            desk.click(box.title)
            desk.write(words)
        case FlagEditor() as editor:
            desk.click(editor.box, QPoint(10, editor.box.height() // 2))
        case EntriesEditor() as editor:
            _over(desk, editor.new, words)
        case ChipsEditor() as editor:
            _over(desk, _called(editor, place.part), words)
        case FigureEditor() as editor:
            control = _called(editor, place.part.replace("_", " "))
            desk.click(control)
            desk.press("Ctrl+A")
            desk.write(words)
            desk.press("Return")
        case RowsEditor() as editor:
            _in_cell(desk, editor, place.row or 0, place.part, words)
        case other:
            raise AssertionError(other)
    return box


def dialog(desk: Desk, kind: type[_D]) -> _D:
    """Wait for a dialog of a kind that has the keys."""
    desk.wait(lambda: isinstance(QApplication.activeModalWidget(), kind))
    found = QApplication.activeModalWidget()
    assert isinstance(found, kind)
    on_screen(found)
    desk.wait(desk.has_keys)
    return found


def print_room(desk: Desk) -> PrintRoom:
    """Wait for the print room and its first page."""
    room = dialog(desk, PrintRoom)
    desk.wait(lambda: room.preview.is_whole)
    return room


def type_file(desk: Desk, path: object) -> None:
    """Type into the dialog for files which one is meant; its list of suggestions takes the first Return to itself."""
    found = dialog(desk, QFileDialog)
    desk.press("Ctrl+A")
    desk.write(str(path))
    while QApplication.activeModalWidget() is found:
        suggestions = QApplication.activePopupWidget()
        desk.press("Return")
        if suggestions is None:
            desk.wait(lambda: QApplication.activeModalWidget() is not found or bool(QApplication.activePopupWidget()))


def choose_action(desk: Desk, words: str) -> None:
    """Open the menu of the character and click the line that begins so."""
    room = room_of(desk)
    desk.click(room.actions_button)
    menu = room.character_actions.menu
    assert menu is not None
    desk.wait(menu.isVisible)
    action = next(action for action in menu.actions() if action.text().startswith(words))
    assert action.isEnabled()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


def _over(desk: Desk, line: QWidget, words: str) -> None:
    desk.click(line)
    desk.press("Ctrl+A")
    desk.write(words)
    desk.press("Return")


def _called(editor: QWidget, name: str) -> QWidget:
    """Return the first control of a field in whose name a part of it is named."""
    found = [
        control
        for control in editor.findChildren(QWidget)
        if name.casefold() in control.accessibleName().casefold() and control.isVisible()
    ]
    assert found, name
    return found[0]


def _in_cell(desk: Desk, editor: RowsEditor, row: int, column: str, words: str) -> None:
    model = editor.model
    at = next(number for number in range(model.columnCount()) if model.column(number).key == column)
    view = editor.view_of(at)
    desk.click(view.viewport(), view.visualRect(model.index(row, at)).center())
    for letter in words:
        desk.write(letter)  # the first opens the cell, and then the keys are the cell's own
    desk.press("Return")
