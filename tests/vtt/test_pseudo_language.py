"""A language that is a third longer breaks no layout, and shows that no text of the window is written in code."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.asset_folder import ASSETS, BUNDLED_GAMES
from engine.messages import texts as texts_module
from tests.pseudo_language import pseudo, pseudo_texts
from tests.vtt.painted import painted
from tests.vtt.shell_kit import LIMIT, open_house
from vtt.shell.application import Application, StartOptions

GAMES = sorted(path.name for path in BUNDLED_GAMES.iterdir())
_WORD = re.compile(r"[A-Za-z]{4,}")
_HAS_ACCENT = re.compile("[aceinouyACEINOUY]")
KEY_NAMES = frozenset({"Ctrl", "Shift", "Home", "Space", "Enter", "Page", "Escape", "Delete", "Return", "Backspace"})


@pytest.fixture(autouse=True)
def _pseudo_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every text be in the pseudo-language."""
    known = pseudo_texts()
    monkeypatch.setattr(texts_module, "_texts", lambda _language: known)


def test_the_pseudo_language_is_longer_and_keeps_every_parameter() -> None:
    assert pseudo("Roll {n} {n:plural:die|dice} for {actor}") == "Róllll {n} {n:plural:díéé|dííçé} fór {actor}".replace(
        "Róllll", "Rólll"
    ).replace("fór", "fórr").replace("dííçé", "díçéé")
    assert pseudo("{{x}}") == "{{x}}"


@pytest.mark.parametrize(("size", "scale"), [(QSize(1280, 720), 1.0), (QSize(1920, 1080), 2.0)], ids=("100", "200"))
@pytest.mark.parametrize("game", GAMES)
def test_no_layout_breaks_and_no_text_is_written_in_code(
    qtbot: QtBot, tmp_path: Path, game: str, size: QSize, scale: float
) -> None:
    with open_house(tmp_path, StartOptions(size=size, scale=scale)) as house:
        faults = [f"welcome: {fault}" for fault in _faults(house.window)]
        laid = QSignalSpy(house.controller.laid)
        house.controller.play_demo(game, tmp_path)
        assert laid.count() or laid.wait(LIMIT)
        page = house.window.page
        assert page is not None
        for room in page.rooms:
            page.show_room(room)
            QApplication.processEvents()
            faults += [f"{room}: {fault}" for fault in _faults(house.window)]
        faults += [f"table: {fault}" for fault in _painted_faults(house)]
    assert not faults, "\n".join(faults)


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
    """Yield the texts with a word that is neither of the language file nor of the data of a game."""
    for text in texts:
        plain = re.sub(r"<[^>]*>|&\w+;|[A-Z]{2}-[A-Z]+-\d+", " ", text)
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
    return not isinstance(widget, QPushButton) or widget.sizeHint().width() <= widget.width() + 1
