"""An encounter in the Prep room: one click runs it, and its page opens for the GM alone."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.kit.encounters.encounter_commands import SaveEncounters
from engine.kit.encounters.encounter_records import ENCOUNTERS
from engine.kit.encounters.encounter_runs import RUNS
from engine.model.frozen import Json
from engine.model.seats import SHARED
from tests.vtt.prep_kit import make_prepared, prep_room
from tests.vtt.shell_kit import open_house

BRIDGE: dict[str, Json] = {"id": "bridge", "name": "The old bridge", "read_out": "Fog.", "notes": "It is unsafe."}


def test_one_click_runs_an_encounter(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        assert room.submit(SaveEncounters(seat=room.seat, put={ENCOUNTERS: (BRIDGE,)}))
        room.open_category(ENCOUNTERS)
        room.open_entry("bridge")
        qtbot.waitUntil(lambda: "run" in room.head.also)
        QTest.mouseClick(room.head.also["run"], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: RUNS.name in room.view.lists)
        assert [row["name"] for row in room.view.lists[RUNS.name]] == ["The old bridge"]
        gm, shared = (campaign.viewer_campaign(viewer).status_page_tabs() for viewer in (room.viewer, SHARED))
        assert [tab.key for tab in gm if tab.now] == ["encounters"], "it opens by itself"
        assert "encounters" not in {tab.key for tab in shared}
