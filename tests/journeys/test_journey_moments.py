"""Dice are thrown in the middle of the table: everybody sees them, any key ends it, and nobody has to wait."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from tests.journeys.kit import Desk
from tests.journeys.test_journey_dice import TABLE
from vtt.moments.moment_player import MomentPlayer
from vtt.moments.moment_stage import MomentStage
from vtt.shell.campaigns import campaign_loading


@pytest.fixture
def lively(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(qtbot, tmp_path, calm=False, moments=True)
    yield made
    made.close()


def stage(desk: Desk) -> MomentStage:
    """Return the stage over the table."""
    found = desk.house.window.findChild(MomentStage)
    assert isinstance(found, MomentStage)
    return found


def player(desk: Desk) -> MomentPlayer:
    """Return the player of the moments."""
    found = desk.house.window.moments
    assert found is not None
    return found


def faces(desk: Desk) -> list[str]:
    """Return the numbers on top of the dice."""
    scene = player(desk).scene
    assert scene is not None
    return [die.numbers[die.top] for die in scene.dice]


def press_at_window(desk: Desk, key: Qt.Key) -> None:
    """Press a key as the window system does: the window gets it before any widget."""
    window = desk.house.window.windowHandle()
    assert window is not None
    QTest.keyClick(window, key)


@pytest.mark.journey
@pytest.mark.rule("FI-CORE-3")
def test_a_throw_is_seen_by_all_and_delays_nobody(lively: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = lively
    monkeypatch.setattr(campaign_loading, "chance", lambda: SeededChance(3))
    desk.open_table(TABLE)
    desk.click_offer("Roll the dice", seat="Tom")
    assert stage(desk).isVisible()
    thrown = faces(desk)
    told = next(line for line in reversed(desk.read_log()) if "(dice " in line).partition("(dice ")[2]
    assert sorted(re.findall(r"\d+", told)) == sorted(thrown)
    desk.picture("moments-1-thrown")
    log = desk.page.table_room.log.list
    drawn = {line.row for line in log._lines()}
    assert desk.page.table_room.log.model.rowCount() - 1 not in drawn, "the log does not tell it before the dice do"
    desk.wait(lambda: not player(desk).is_moving)
    assert desk.page.table_room.log.model.rowCount() - 1 in {line.row for line in log._lines()}
    assert player(desk).scene is not None
    desk.picture("moments-2-at-rest")

    press_at_window(desk, Qt.Key.Key_F1)
    assert not stage(desk).isVisible()
    assert QApplication.activeModalWidget() is None, "the key ended the moment and did nothing else"

    desk.click_offer("Frost: spend a white chip (1 available)", seat="Tom")
    assert stage(desk).isVisible()
    desk.click_offer("Frost: spend a red chip (1 available)", seat="Tom")
    assert desk.truth.chips["tom"] == {}, "the second chip did not wait for the first one's die"
    desk.wait(lambda: player(desk).scene is None)
    assert not stage(desk).isVisible()
