"""How the people at the screen work in the Prep room: they click a field and write, and read what it says then."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from tests.journeys.kit import Desk
from tests.journeys.screen import breathe, texts_of
from vtt.prep.prep_room import PrepRoom
from vtt.prep.record_form.choice_controls import ChoiceControl, ChoicesControl
from vtt.prep.record_form.deck_control import DeckControl
from vtt.prep.record_form.form_field import RecordFormField
from vtt.prep.record_form.nested_records_control import NestedRecordsControl
from vtt.prep.record_form.text_controls import LineControl


def prep_of(desk: Desk) -> PrepRoom:
    """Return the Prep room, once its form is whole."""
    room = desk.page.show_room("prep")
    assert isinstance(room, PrepRoom)
    desk.wait(lambda: not room.form.is_making)
    return room


def open_category(desk: Desk, kind: str) -> None:
    """Click a category."""
    desk.click(prep_of(desk).pane.category_buttons[kind])


def open_entry(desk: Desk, name: str) -> None:
    """Find something in the category by its name and click it."""
    room = prep_of(desk)
    shown = room.pane.list
    desk.click(shown.field)
    desk.press("Ctrl+A")
    desk.write(name)
    titles = [str(shown.model.index(row, 0).data()) for row in range(shown.model.rowCount())]
    assert name in titles, titles
    desk.click_row(shown.list, titles.index(name))
    desk.wait(lambda: name.endswith(room.head.name.text))  # a place has its number before its name


def part(desk: Desk, path: str) -> RecordFormField:
    """Return the part of the form at a path, once it is seen: a form is made step by step."""
    room = prep_of(desk)

    def seen() -> RecordFormField | None:
        box = room.form.box_at(path)
        return box if box is not None and box.path == path and box.isVisible() else None

    desk.wait(lambda: seen() is not None)
    found = seen()
    assert found is not None
    return found


def write(desk: Desk, path: str, words: str) -> RecordFormField:
    """Click into a line of the form and write over what stands there."""
    found = part(desk, path)
    control = found.control
    assert isinstance(control, LineControl), control
    desk.click(control.line)
    desk.press("Ctrl+A")
    desk.write(words)
    return found


def add_row(desk: Desk, path: str) -> None:
    """Press the button that adds another record within the record, and wait until it is open."""
    control = part(desk, path).control
    assert isinstance(control, NestedRecordsControl), control
    before = len(control.cards)
    desk.click(control.add)
    desk.wait(lambda: len(control.cards) > before and control.cards[-1].is_open)


def add_word(desk: Desk, path: str, word: str) -> None:
    """Choose one more word, by its chip or else from the menu."""
    control = part(desk, path).control
    assert isinstance(control, ChoicesControl), control
    chip = next((chip for chip in control.choice_buttons.values() if chip.accessibleName() == word), None)
    if chip is not None:
        desk.click(chip)
        return
    desk.click(control.more)
    click_line(desk, control.menu, word)


def choose(desk: Desk, path: str, title: str) -> None:
    """Click a choice open, go to what is meant by its first letters, and take it."""
    control = part(desk, path).control
    assert isinstance(control, ChoiceControl), control
    desk.click(control.combo)
    desk.write(title)
    desk.press("Return")
    assert control.combo.currentText() == title


def count_card(desk: Desk, path: str, name: str, times: int = 1) -> str:
    """Find a card of the pool and press its + so often, or its −; return what stands between them then."""
    control = part(desk, path).control
    assert isinstance(control, DeckControl), control
    desk.click(control.search)
    desk.press("Ctrl+A")
    desk.write(name)
    row = next(at for at, line in enumerate(control.model.lines) if line.pick.entry.name == name)
    view = control.view
    for _ in range(abs(times)):
        less, _, more = view._drawn.zones(view.visualRect(control.model.index(row)))
        point = (more if times > 0 else less).center()
        assert view.viewport().rect().contains(point)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
        breathe()
    return control.model.lines[row].of


def also(desk: Desk, key: str, words: str) -> None:
    """Press one of the further buttons over the form: what begins so is all that it does, or a line of its menu."""
    head = prep_of(desk).head
    desk.wait(lambda: key in head.also)  # they come a moment after the form
    button = head.also[key]
    assert isinstance(button, QPushButton)
    menu: QMenu | None = button.menu()
    if menu is None:
        assert button.accessibleDescription().startswith(words)
        desk.click(button)
        return
    # A button with a menu runs it in a loop of its own; from the program it opens as well, and the click is a real one.
    menu.popup(button.mapToGlobal(QPoint(0, button.height())))
    click_line(desk, menu, words)


def key_of_use(desk: Desk) -> str:
    """Return the key of the button that uses the open record at the table, once it is there."""
    head = prep_of(desk).head
    desk.wait(lambda: bool(head.also.keys() & {"run", "table"}))
    (key,) = head.also.keys() & {"run", "table"}
    return key


def click_line(desk: Desk, menu: QMenu, words: str) -> None:
    """Click the line of an open menu that begins so."""
    desk.wait(menu.isVisible)
    lines = [action.text().replace("&", "") for action in menu.actions()]
    found = next((at for at, line in enumerate(lines) if line.startswith(words)), None)
    assert found is not None, lines
    action = menu.actions()[found]
    assert action.isEnabled(), lines
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    desk.wait(lambda: not menu.isVisible())
    breathe()


def said(widget: QWidget) -> str:
    """Return everything that can be read off a part of the room."""
    return "\n".join(texts_of(widget))
