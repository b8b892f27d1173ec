"""The backups of a library are listed, looked into and restored, and nothing is lost by that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot

from engine.model.seats import SHARED
from tests.vtt.library.test_library_room import current, library_room, names
from tests.vtt.library_kit import item
from tests.vtt.prep_kit import make_prepared, prep_room
from tests.vtt.shell_kit import dialogue_of, open_house
from vtt.library.library_room import LibraryRoom
from vtt.shell.application import Application
from vtt.storage.backups import back_up, list_backups
from vtt.storage.campaign_errors import ViewOnly
from vtt.storage.campaign_opening import backup_folder
from vtt.widgets.message_dialog import MessageDialog


@pytest.fixture
def house(tmp_path: Path, qtbot: QtBot) -> Iterator[Application]:
    with open_house(tmp_path) as opened:
        yield opened


def room_with_backup(qtbot: QtBot, house: Application, tmp_path: Path) -> LibraryRoom:
    """Return the room of a library with a wolf, and with a backup from when there was a bear as well."""
    prep_room(house, make_prepared(tmp_path), gm=True)
    room = library_room(qtbot, house)
    qtbot.waitUntil(lambda: house.window.libraries.current is not None)
    library = current(house)
    library.store([item("Wolf", 1), item("Bear", 2)])
    back_up(library.path, folder_of(house))
    library.remove([item("", 2).entry.id])
    house.window.libraries.changed.emit()
    return room


def folder_of(house: Application) -> Path:
    return backup_folder(current(house).path, house.settings.places.backups)


def listed(qtbot: QtBot, house: Application) -> tuple[MessageDialog, QListWidget]:
    house.window.libraries.backups_wanted.emit()
    qtbot.waitUntil(lambda: any(d.isVisible() for d in house.window.findChildren(MessageDialog)))
    dialog = dialogue_of(house)
    lines = dialog.findChild(QListWidget)
    assert lines is not None
    return dialog, lines


def with_bear(lines: QListWidget) -> int:
    return next(at for at in range(lines.count()) if "2 entries" in lines.item(at).text())


def test_a_backup_is_restored_and_the_state_before_is_kept(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    room_with_backup(qtbot, house, tmp_path)
    path, folder = current(house).path, folder_of(house)
    dialog, lines = listed(qtbot, house)
    lines.setCurrentRow(with_bear(lines))
    dialog.choose("restore")
    qtbot.waitUntil(lambda: house.window.libraries.current is not None and names(house) == ["Bear", "Wolf"])
    assert current(house).path == path
    current(house).store([item("Owl", 3)])
    assert any(backup.replaced for backup in list_backups(folder))
    dialog, lines = listed(qtbot, house)
    texts = [lines.item(at).text() for at in range(lines.count())]
    assert any(text.startswith("Before a restore") and "1 entry" in text for text in texts), texts
    dialog.choose("")


def test_a_backup_is_looked_into_and_closed(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    room = room_with_backup(qtbot, house, tmp_path)
    own = current(house)
    dialog, lines = listed(qtbot, house)
    lines.setCurrentRow(with_bear(lines))
    dialog.choose("look")
    libraries = house.window.libraries
    qtbot.waitUntil(lambda: libraries.chosen is not None and libraries.chosen.is_backup)
    assert names(house) == ["Bear", "Wolf"]
    with pytest.raises(ViewOnly):
        current(house).store([item("Owl", 3)])
    assert "This is the backup from" in room.chooser.remark.text()
    room.list.field.setText("bear")
    assert not room.pane.delete.isVisible()
    room.pane.copy.click()
    assert {entry.name for entry in own.entries.values()} == {"Bear", "Wolf"}
    libraries.close_wanted.emit()
    assert libraries.chosen is not None
    assert libraries.chosen.is_own
    assert not any(shown.is_backup for shown in libraries.shown)


def test_the_list_of_backups_is_not_for_other_eyes(qtbot: QtBot, house: Application, tmp_path: Path) -> None:
    room_with_backup(qtbot, house, tmp_path)
    dialog, _ = listed(qtbot, house)
    page = house.window.page
    assert page is not None
    page.set_viewer(SHARED)
    assert not dialog.isVisible()
    house.window.libraries.backups_wanted.emit()
    qtbot.waitUntil(lambda: not house.task_runner.busy)
    assert not any(d.isVisible() for d in house.window.findChildren(MessageDialog))
