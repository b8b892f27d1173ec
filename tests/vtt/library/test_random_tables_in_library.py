"""Random tables go to the library and into another campaign, with the tables that they lead to, in every game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.kit.random_tables.random_table_commands import SaveRandomTables
from engine.kit.random_tables.random_table_records import RANDOM_TABLES
from engine.model.frozen import Json
from engine.rulesets.loader import ruleset_ids
from tests.engine.rulesets.game_folders import games_folder, write_game
from tests.vtt.library.test_library_room import current, library_room, names
from tests.vtt.prep_kit import lay_out, make_prepared, prep_room, said_in
from tests.vtt.shell_kit import open_house

CAMP: Mapping[str, Json] = {
    "id": "camp",
    "name": "Old camp",
    "rows": [{"text": "1d3 bandits", "table": "loot", "times": "1d2"}],
}
LOOT: Mapping[str, Json] = {
    "id": "loot",
    "name": "Loot",
    "rows": [{"text": "a ring", "weight": 3}, {"text": "2d6+6 coins"}],
}


@pytest.mark.parametrize("game", [*ruleset_ids(), "duel"])
def test_a_table_takes_those_with_it_that_it_leads_to(qtbot: QtBot, tmp_path: Path, game: str) -> None:
    write_game(tmp_path)  # the Duel, a game of a friend
    with games_folder(tmp_path), open_house(tmp_path) as house:
        path = make_prepared(tmp_path, game)
        campaign, prep = prep_room(house, path, gm=True)
        assert campaign.submit(SaveRandomTables(seat=prep.seat, put={RANDOM_TABLES: (CAMP, LOOT)}))
        before = campaign.viewer_campaign(prep.seat).view.lists[RANDOM_TABLES]
        lay_out(qtbot, prep, RANDOM_TABLES, "camp")
        prep.record_actions.save_to_library()
        qtbot.waitUntil(lambda: house.window.libraries.current is not None and names(house) == ["Old camp"])
        house.controller.close()
        path.rename(path.with_name("First.ktable"))

        campaign, prep = prep_room(house, make_prepared(tmp_path, game), gm=True)
        assert RANDOM_TABLES not in campaign.viewer_campaign(prep.seat).view.lists
        room = library_room(qtbot, house)
        qtbot.waitUntil(lambda: room.entry is not None)
        assert "1d3 bandits" in said_in(room.pane)
        QTest.mouseClick(room.pane.add, Qt.MouseButton.LeftButton)
        assert campaign.viewer_campaign(prep.seat).view.lists[RANDOM_TABLES] == before
        assert len(current(house).entries) == 1
        offers = {offer.name for offer in campaign.viewer_campaign(prep.seat).offers(prep.seat)}
        assert {"roll_random_table_for_gm:camp", "roll_random_table_for_all:loot"} <= offers
        campaign.undo()
        assert not campaign.viewer_campaign(prep.seat).view.lists.get(RANDOM_TABLES)
