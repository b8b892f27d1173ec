"""Walks through the rooms of a demo in the pseudo-language, and prints what does not fit and what is written in code.

`python -m tests.vtt.pseudo_language_walk GAME WIDTH HEIGHT SCALE FOLDER`, in a process of its own: what one process has
said once in English it may keep.
"""

from __future__ import annotations

import tests.qt_without_hook  # noqa: F401

# isort: split
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QSize
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QLabel, QPushButton, QRadioButton, QWidget

from engine.asset_folder import ASSETS
from engine.messages import texts as texts_module
from engine.messages.message import Message
from engine.messages.texts import say
from tests.pseudo_language import pseudo_texts
from tests.vtt.cut_texts import cut_texts
from tests.vtt.painted import painted
from tests.vtt.shell_kit import LIMIT, open_house
from vtt.prep.prep_room import PrepRoom
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.sheets.creation.steps_dialog import StepsDialog
from vtt.shell.application import Application
from vtt.shell.first_window import StartOptions, make_application
from vtt.shell.window.room_rail import ROOMS

SETTLED_MS = 3000
"""The time in which everything is laid out, in milliseconds."""
_WORD = re.compile(r"[A-Za-z]{4,}")
_HAS_ACCENT = re.compile("[aceinouyACEINOUY]")
KEY_NAMES = frozenset({"Ctrl", "Shift", "Home", "Space", "Enter", "Page", "Escape", "Delete", "Return", "Backspace"})


def main(arguments: Sequence[str]) -> int:
    """Print the faults, one a line; return the exit status."""
    game, width, height, scale, folder = arguments
    known = pseudo_texts()
    texts_module._texts = lambda _language: known  # type: ignore[assignment]
    app = make_application([])
    with open_house(Path(folder), StartOptions(size=QSize(int(width), int(height)), scale=float(scale))) as house:
        for fault in _walk(house, game, Path(folder)):
            print(fault)
    del app
    return 0


def _walk(house: Application, game: str, folder: Path) -> Iterator[str]:
    yield from (f"welcome: {fault}" for fault in _lasting_faults(house.window))
    laid = QSignalSpy(house.controller.laid)
    house.controller.play_demo(game, folder)
    assert laid.count() or laid.wait(LIMIT)
    page = house.window.page
    assert page is not None
    for room in ROOMS:
        page.show_room(room)
        yield from (f"{room}: {fault}" for fault in _lasting_faults(house.window))
    yield from (f"table: {fault}" for fault in _painted_faults(house))
    yield from _form_faults(house)
    yield from _sheet_faults(house)
    yield from _step_faults(house)


def _form_faults(house: Application) -> Iterator[str]:
    """Yield the faults of the forms of new entries in which something is switched on or off."""
    switch, page = house.window.viewer_switch, house.window.page
    assert switch is not None
    assert page is not None
    switch.see_gm(asked=False)
    room = page.show_room("prep")
    assert isinstance(room, PrepRoom)
    for category in room.visible_records.categories:
        room.open_category(category.kind)
        room.make_new()
        deadline = QDeadlineTimer(LIMIT)
        while (room.form.is_making or room.controller.is_behind) and not deadline.hasExpired():
            QTest.qWait(5)
        if any(box.isVisible() for box in room.form.findChildren(QCheckBox)):
            yield from (f"prep, {category.kind}: {fault}" for fault in _lasting_faults(room.form))


def _sheet_faults(house: Application) -> Iterator[str]:
    """Yield the texts that are cut on the sheets of all characters of the demo."""
    page = house.window.page
    assert page is not None
    room = page.show_room("characters")
    assert isinstance(room, CharactersRoom)
    for actor in room.view.actors:
        room.show_actor(actor)
        room.form.sheet.finish()
        deadline = QDeadlineTimer(SETTLED_MS)
        QTest.qWait(1)
        while (cut := list(cut_texts(room.form))) and not deadline.hasExpired():
            QTest.qWait(20)
        yield from (f"{actor}: {words}" for words in cut)


def _step_faults(house: Application) -> Iterator[str]:
    """Yield the faults of all steps in which a character is made, with one option each, and of those of advancement."""
    page = house.window.page
    assert page is not None
    room = page.show_room("characters")
    assert isinstance(room, CharactersRoom)
    room.new.click()
    assert room.dialog is not None
    name = say(Message(key="creation.open"))
    next(one for one in room.dialog.findChildren(QPushButton) if one.accessibleName() == name).click()
    making = room.guided.dialog
    assert isinstance(making, StepsDialog)
    yield from _faults_of_steps(making)
    making.reject()
    assert room.form.head is not None
    for actor in room.view.actors:
        room.advancement.start(actor)
        if isinstance(room.advancement.dialog, StepsDialog):
            yield from _faults_of_steps(room.advancement.dialog)
            break


def _faults_of_steps(dialog: StepsDialog) -> Iterator[str]:
    shown: set[str] = set()
    while step := next((state.step for state in dialog.progress.steps if state.step.key not in shown), None):
        shown.add(step.key)
        dialog.go_to(step.key)
        yield from (f"{step.key}: {fault}" for fault in _lasting_faults(dialog, cut_texts))
        dialog.page.choose_by_number(1)
        dialog.go_to(step.key)
        yield from (f"{step.key}, chosen: {fault}" for fault in _lasting_faults(dialog, cut_texts))


def _lasting_faults(window: QWidget, also: Callable[[QWidget], Iterable[str]] = lambda _: ()) -> list[str]:
    """Return the faults that are there once everything is laid out, which may take several turns of the event loop.

    Args:
        window: what is looked at.
        also: returns more faults of it.
    """
    deadline = QDeadlineTimer(SETTLED_MS)
    while (faults := [*_faults(window), *also(window)]) and not deadline.hasExpired():
        QTest.qWait(20)
    return faults


def _faults(window: QWidget) -> Iterator[str]:
    for widget in window.findChildren(QWidget):
        if not widget.isVisible():
            continue
        texts = [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
        if isinstance(widget, QLabel | QAbstractButton):
            texts.append(widget.text())
            if not _fits(widget):
                yield f"{type(widget).__name__} is too small for {widget.text()!r}"
        yield from _written_in_code(type(widget).__name__, texts)


def _painted_faults(house: Application) -> Iterator[str]:
    page = house.window.page
    assert page is not None
    for name, lines in painted(page.table_room.table)[1].items():
        yield from _written_in_code(name, lines)


def _written_in_code(name: str, texts: list[str]) -> Iterator[str]:
    """Yield the texts with a word that is neither of the language file nor of the data of a game, nor cut."""
    for text in texts:
        plain = re.sub(r"<[^>]*>|&\w+;|[A-Z]{2}-[A-Z]+-\d+|\w+…", " ", text)
        unknown = {word for word in _WORD.findall(plain) if _HAS_ACCENT.search(word)} - _words_of_data() - KEY_NAMES
        if unknown:
            yield f"{name} says {sorted(unknown)} in {text!r}"


@cache
def _words_of_data() -> frozenset[str]:
    """Return every word of the files that are no texts of a language: names, labels of sheets and options, demos."""
    words: set[str] = set()
    for path in ASSETS.rglob("*"):
        if "texts" in path.parts:
            continue
        if path.suffix == ".toml":
            words |= set(_words_in(tomllib.loads(path.read_text(encoding="utf-8"))))
        elif path.suffix == ".json":
            words |= set(_words_in(json.loads(path.read_bytes())))
    return frozenset(words)


def _words_in(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield from _WORD.findall(data)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _words_in(key)
            yield from _words_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from _words_in(value)


def _fits(widget: QLabel | QAbstractButton) -> bool:
    """Say whether a widget has room for its text."""
    if isinstance(widget, QLabel) and not widget.wordWrap():
        return widget.sizeHint().width() <= widget.width() + 1
    if isinstance(widget, QLabel) or widget.hasHeightForWidth():
        return widget.heightForWidth(widget.width()) <= widget.height() + 1
    if isinstance(widget, QPushButton | QCheckBox | QRadioButton):
        return widget.sizeHint().width() <= widget.width() + 1
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
