"""Files that cannot be opened, met on the first page: three short sentences, nothing touched, and a way to go on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot

from tests.journeys.kit import LEFT, NONE
from tests.vtt.shell.test_broken_files import held_by_another_program, wait_for_question
from tests.vtt.shell_kit import dialogue_of, make_file, open_house, wake
from vtt.shell.application import Application
from vtt.shell.user_settings import UserSettings
from vtt.storage.backups import back_up
from vtt.storage.campaign_opening import backup_folder
from vtt.storage.file_header import VERSION
from vtt.system.user_folders import folders_under
from vtt.widgets.message_dialog import MessageDialog


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a campaign that stands among the recent ones, and has a backup."""
    made = make_file(tmp_path)
    places = folders_under(tmp_path)
    back_up(made, backup_folder(made, places.backups))
    UserSettings(places).keep_recent(made, "Thursday", "imaginality")
    return made


@pytest.fixture
def house(qtbot: QtBot, tmp_path: Path, path: Path) -> Iterator[Application]:
    with open_house(tmp_path) as made:
        wake(made.window)
        yield made


def click(button: QAbstractButton) -> None:
    assert button.isVisible()
    QTest.mouseClick(button, LEFT, NONE, button.rect().center())


def told(house: Application, qtbot: QtBot) -> MessageDialog:
    """Click the campaign on the first page, and return what is said about it."""
    (tile,) = house.window.welcome.recent_tiles
    click(tile)
    question = wait_for_question(qtbot, house)
    shown = [part for part in question.findChildren(QLabel) if part.text() == question.text]
    assert len(shown) == 1
    assert shown[0].textFormat() is Qt.TextFormat.PlainText
    assert question.text.count(".") - question.text.count(".ktable") == 3, "what is wrong, what is safe, what to do"
    assert "Thursday.ktable" in question.text
    assert house.window.page is None
    return question


@pytest.mark.journey
def test_a_truncated_file_gives_way_to_its_backup(qtbot: QtBot, house: Application, path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9000])
    question = told(house, qtbot)
    assert "The end of “Thursday.ktable” is missing" in question.text
    assert path.stat().st_size == 9000
    qtbot.waitUntil(question.buttons["backup"].hasFocus)
    QTest.keyClick(question.buttons["backup"], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: house.controller.opened is not None)
    page = house.window.page
    assert page is not None
    assert house.window.windowTitle() == "Thursday"
    assert any(name == "face-down card 1 of 7, Tom" for name, _ in page.table_room.table.accessible_items())
    house.window.close()
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert file.execute("SELECT count(*) FROM journal").fetchone() == (1,)
    assert 9000 in [other.stat().st_size for other in path.parent.glob("*.ktable") if other != path]


@pytest.mark.journey
def test_a_file_from_a_newer_program_is_left_to_it(qtbot: QtBot, house: Application, path: Path) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = path.read_bytes()
    question = told(house, qtbot)
    assert "newer version of Kitchen Table" in question.text
    assert "backup" not in question.buttons, "nothing is wrong with the file"
    click(question.buttons[""])
    assert house.window.stack.currentWidget() is house.window.welcome
    assert path.read_bytes() == before


@pytest.mark.journey
def test_a_file_that_is_open_elsewhere_opens_once_it_is_free(qtbot: QtBot, house: Application, path: Path) -> None:
    with held_by_another_program(path):
        question = told(house, qtbot)
        assert "has “Thursday.ktable” open" in question.text
        click(question.buttons["again"])
        qtbot.waitUntil(lambda: not question.isVisible())
        again = wait_for_question(qtbot, house)
        assert "has “Thursday.ktable” open" in again.text
    click(dialogue_of(house).buttons["again"])
    qtbot.waitUntil(lambda: house.controller.opened is not None)
    assert house.window.windowTitle() == "Thursday"
