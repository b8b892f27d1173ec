"""Moments and sounds in the whole program: their settings are kept, and a missing sound device is no trouble."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import RollDice
from engine.model.frozen import Json
from engine.model.seats import SHARED
from tests.vtt.shell_kit import make_file, open_house, play_at
from vtt.campaign.open_campaign import OpenCampaign
from vtt.moments.moment_length import MomentLength
from vtt.moments.moment_stage import MomentStage
from vtt.shell.application import Application
from vtt.shell.user_settings import UserSettings
from vtt.sounds import sound_player
from vtt.sounds.sound import Sound
from vtt.sounds.sound_player import SoundPlayer
from vtt.system.user_folders import folders_under
from vtt.system.user_settings_file import StoredSettings, save_settings

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def roll(campaign: OpenCampaign) -> None:
    """Roll a die as the GM."""
    seats = campaign.viewer_campaign(SHARED).view.seats.values()
    assert campaign.submit(RollDice(seat=next(seat.id for seat in seats if seat.is_gm), dice="1d6"))


def heard(house: Application) -> list[str]:
    """Return the list of the sounds that the window wants to play from now on."""
    sounds: list[str] = []
    house.window.heard.connect(sounds.append)
    return sounds


def test_moments_can_be_switched_off_and_the_choice_is_kept(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        campaign, page = play_at(house, path)
        stage = page.findChild(MomentStage)
        assert stage is not None
        sounds = heard(house)
        roll(campaign)
        assert not stage.isVisible(), "they are off in tests"
        house.window.named_actions["moments_short"].trigger()
        roll(campaign)
        assert stage.isVisible()
        house.window.named_actions["moments_off"].trigger()
        assert not stage.isVisible(), "at once"
        house.window.named_actions["moments_short"].trigger()
        assert sounds == [Sound.DICE, Sound.DICE]
    with open_house(tmp_path) as house:
        assert house.window.moment_actions.length is MomentLength.SHORT
        assert house.window.named_actions["moments_short"].isChecked()


def test_one_key_switches_sounds_off_and_the_choice_is_kept(qtbot: QtBot, tmp_path: Path) -> None:
    save_settings(folders_under(tmp_path).preferences, StoredSettings())
    with open_house(tmp_path) as house:
        assert house.window.moment_actions.volume > 0.0
        for volume in (0.0, 0.55):
            QTest.keyClick(house.window, Qt.Key.Key_M, CTRL_SHIFT)
            assert house.window.moment_actions.volume == volume
        house.window.named_actions["volume_quiet"].trigger()
        assert house.window.moment_actions.volume == 0.25
        QTest.keyClick(house.window, Qt.Key.Key_M, CTRL_SHIFT)
    with open_house(tmp_path) as house:
        assert house.window.moment_actions.volume == 0.0
        assert not house.window.named_actions["sound"].isChecked()
        house.window.named_actions["sound"].trigger()
        assert house.window.moment_actions.volume == 0.25


def test_the_program_plays_on_without_a_sound_device(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sound_player, "backends", lambda: ("ALSA",))
    monkeypatch.setattr(SoundPlayer, "_open", no_device)
    path = make_file(tmp_path)
    save_settings(folders_under(tmp_path).preferences, StoredSettings())
    with open_house(tmp_path) as house:
        campaign, page = play_at(house, path)
        sounds, before = heard(house), [*house.window.notices.messages]
        roll(campaign)
        seats = campaign.viewer_campaign(SHARED).view.seats.values()
        page.table_room.table.draw_curtain(next(seat.id for seat in seats if not seat.is_gm))
        page.table_room.table.open_curtain()
        assert sounds == [Sound.DICE, Sound.CURTAIN_CLOSES, Sound.CURTAIN_OPENS]
        qtbot.waitUntil(lambda: house.sound_player.is_idle)
        assert house.window.notices.messages == before
    assert capfd.readouterr() == ("", "")


def test_nothing_is_heard_while_the_players_screen_is_dark_or_frozen(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        sounds, actions = heard(house), house.window.named_actions
        actions["player_window"].trigger()
        for mode, told, checked in (
            ("blackout", 0, "blackout"),
            ("freeze", 0, "freeze"),
            ("follow", 1, "follow"),
            ("freeze", 1, "freeze"),
            ("freeze", 2, "follow"),
        ):  # the same key again ends what it began
            actions[mode].trigger()
            roll(campaign)
            assert len(sounds) == told, mode
            assert [name for name in ("blackout", "freeze", "follow") if actions[name].isChecked()] == [checked]
        repeated = [
            action for action in house.window.findChildren(QAction) if action.autoRepeat() and action.shortcuts()
        ]
        wrong = [one.text() for one in repeated if one.isCheckable() or one.objectName().startswith("offer")]
        assert not wrong, "a held key does it once: what is dark is not shown again"


def no_device(_player: SoundPlayer) -> None:
    """Fail as miniaudio does."""
    raise RuntimeError("failed to init device")


def test_a_setting_of_another_kind_holds_nothing_up(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_file(tmp_path)
    strange: list[Json] = [[{"x": []}], {"x": []}]
    monkeypatch.setattr(UserSettings, "extra", lambda _self, _name: strange[0])
    with open_house(tmp_path) as house:
        play_at(house, path)
        strange.reverse()
    with open_house(tmp_path) as house:
        assert house.window.moment_actions.length is MomentLength.NORMAL
