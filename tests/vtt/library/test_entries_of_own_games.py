"""A game from a user's folder: its records go into the library and out of it, and are shown where it is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.engine.kit.test_texts_of_other_games import CODE, TEXTS
from tests.engine.rulesets.game_folders import games_folder, write_game
from tests.vtt.library.test_library_room import current, library_room, names
from tests.vtt.prep_kit import make_prepared, prep_room, said_in, settle
from tests.vtt.shell_kit import open_house
from vtt.prep.prep_room import PrepRoom
from vtt.shell.application import Application

RECORDS = """
    def records(self, content, kind):
        return {str(row["id"]): Trap(**row) for row in content.get("traps", ())}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game whose traps are all the group's own."""
    code = CODE.replace("\n    def records(self, content, kind):\n        return {}\n", RECORDS)
    assert code != CODE
    game = write_game(tmp_path, ruleset=code)
    (game / "texts" / "en").mkdir(parents=True)
    (game / "texts" / "en" / "duel.toml").write_text(TEXTS, encoding="utf-8")
    return tmp_path


def save_trap(qtbot: QtBot, house: Application, prep: PrepRoom) -> None:
    """Make a trap in Prep, and save it to the library."""
    prep.open_category("traps")
    prep.take_up({"name": "Pit", "depth": 7})
    settle(qtbot, prep)
    assert prep.save()
    settle(qtbot, prep)
    prep.record_actions.save_to_library()
    qtbot.waitUntil(lambda: house.window.libraries.current is not None and names(house) == ["Pit"])


def test_a_record_of_such_a_game_goes_from_one_campaign_to_the_next(qtbot: QtBot, folder: Path) -> None:
    with games_folder(folder), open_house(folder) as house:
        path = make_prepared(folder, "duel")
        _, prep = prep_room(house, path, gm=True)
        save_trap(qtbot, house, prep)
        house.controller.close()
        path.rename(path.with_name("First.ktable"))
        campaign, prep = prep_room(house, make_prepared(folder, "duel"), gm=True)
        room = library_room(qtbot, house)
        qtbot.waitUntil(lambda: room.entry is not None)
        QTest.mouseClick(room.pane.add, Qt.MouseButton.LeftButton)
        (row,) = campaign.viewer_campaign(prep.seat).view.lists["traps"]
        assert (row["name"], row["depth"]) == ("Pit", 7)


def test_an_entry_of_a_game_that_is_missing_is_shown(qtbot: QtBot, folder: Path) -> None:
    with games_folder(folder), open_house(folder) as house:
        _, prep = prep_room(house, make_prepared(folder, "duel"), gm=True)
        save_trap(qtbot, house, prep)
    (folder / "campaigns" / "Drawing.ktable").unlink()
    with open_house(folder) as house:
        prep_room(house, make_prepared(folder), gm=True)
        room = library_room(qtbot, house)
        qtbot.waitUntil(lambda: room.entry is not None)
        assert "Pit" in said_in(room.pane)
        assert "7" in said_in(room.pane)
        assert not room.pane.add.isEnabled()
        assert len(current(house).entries) == 1
