"""Every room of the window with a game that brings nothing: no crash, no hole, a sentence where a thing is missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from engine.messages.texts import texts
from engine.sheets.editing.new_character_moves import JoinActor
from tests.engine.bare import write_bare_game
from tests.engine.rulesets.game_folders import games_folder
from tests.vtt.shell_kit import dialogue_of, make_file, open_house, play_at
from vtt.player_window.player_window_cover import PlayerWindowMode
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.shell.print_command import run
from vtt.shell.window.room_rail import ROOMS
from vtt.welcome.new_campaign_dialog import NewCampaignDialog


@pytest.fixture(autouse=True)
def _bare(tmp_path: Path) -> Iterator[None]:
    write_bare_game(tmp_path / "games")
    with games_folder(tmp_path / "games"):
        yield


def test_every_room_opens(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path, ruleset="bare")
    with open_house(tmp_path) as house:
        campaign, page = play_at(house, path)
        gm, tom, _ = campaign.viewer_campaign("shared").view.seats
        assert page.rooms == ("table", "characters", "prep", "library", "story", "options")
        for room in page.rooms:
            shown = page.show_room(room)
            assert not shown.grab().isNull()
            raw = [label.text() for label in shown.findChildren(QLabel) if label.text() in texts()]
            assert raw == [], room
        house.window.show_help().accept()
        page.open_palette(house.window, ())
        page.open_dice(house.window)
        house.window.grab()

        # A character of a game without a sheet: its name, its player, its conditions.
        assert campaign.submit(JoinActor(seat=gm, id="tomas", name="Tomas", leader=tom))
        page.show_actor("tomas")
        characters = page.show_room("characters")
        assert isinstance(characters, CharactersRoom)
        assert not characters.actions_button.isVisible()
        assert not characters.print.isVisible()
        characters.form.conditions  # noqa: B018  made when it is first asked for
        house.window.grab()

        house.window.named_actions["eyes_gm"].trigger()
        dialogue_of(house).choose("window")
        switch = house.window.viewer_switch
        assert switch is not None
        assert switch.player_window is not None
        for mode in PlayerWindowMode:
            switch.show_players(mode)
            assert not switch.player_window.grab().isNull()
        for room_name in ROOMS:
            assert not page.show_room(room_name).grab().isNull()
        switch.player_window.close()


def test_printing_says_that_there_is_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path, ruleset="bare")
    with open_house(tmp_path) as house:
        play_at(house, path)
        notices = house.window.notices
        house.window.named_actions["print"].trigger()
        qtbot.waitUntil(lambda: any("nothing to print" in notice.text for notice in notices.messages))
        assert house.print_room_opener.room is None


def test_the_print_command_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = make_file(tmp_path, ruleset="bare")
    out = str(tmp_path / "out.pdf")
    for words in (["--blank", "bare"], ["--blank", "bare", "--cards", "X"], ["--blank", "bare", "--reference"]):
        assert run([*words, "--out", out]) != 0
    for words in ([], ["--gm-page"], ["--cards", "X"], ["--reference"]):
        assert run([str(path), *words, "--out", out]) != 0
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 7
    assert not any("Traceback" in line for line in said)


def test_it_can_be_chosen_for_a_new_campaign(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.window.welcome.new_tile.click()
        qtbot.waitUntil(lambda: bool(house.window.findChildren(NewCampaignDialog)))
        dialog = house.window.findChild(NewCampaignDialog)
        assert dialog is not None
        QTest.qWait(20)
        dialog.games["bare"].click()
        assert dialog.plan.ruleset == "bare"
        raw = [label.text() for label in dialog.findChildren(QLabel) if "shell.game." in label.text()]
        assert raw == []
        assert not any("shell.game." in tile.toolTip() + tile.text() for tile in dialog.games.values())
        dialog.reject()
