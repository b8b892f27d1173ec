"""The player window on its monitor: chosen, remembered, unplugged and plugged in again."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import MoveCards, Say
from engine.model.seats import SHARED
from engine.rulesets.loader import ruleset_ids
from tests.on_screen import lay_out
from tests.patience import PATIENCE_MS
from tests.vtt.monitors_kit import LAPTOP, TV, monitor, plug_monitors
from tests.vtt.panels_stage import words_in
from tests.vtt.shell_kit import make_file, open_house, play_at, wake
from vtt.player_window.monitor_picker import MonitorPicker, PlayerPlace
from vtt.player_window.monitors import Monitor, MonitorIdentity, find_monitor, place_on_screens
from vtt.player_window.player_window import PlayerWindow
from vtt.player_window.player_window_cover import PlayerWindowMode
from vtt.player_window.player_window_monitor import PlayerWindowMonitor
from vtt.shell.application import Application
from vtt.shell.window.player_window_control import SETTING, PlayerWindowControl
from vtt.shell.window.viewer_switch import ViewerSwitch
from vtt.widgets.look.theme import Theme, ThemeHub


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_file(tmp_path)


def switch_of(house: Application) -> ViewerSwitch:
    assert house.window.viewer_switch is not None
    return house.window.viewer_switch


def players_of(house: Application) -> PlayerWindowControl:
    return switch_of(house).players


def window_of(house: Application) -> PlayerWindow:
    window = players_of(house).window
    assert window is not None
    return window


@pytest.mark.parametrize(
    ("connected", "expected"),
    [
        ((monitor("HDMI-1", 0), monitor("DP-2", 9, model="TV", serial="7")), 0),
        ((monitor("eDP-1", 0), monitor("DP-2", 9, model="TV", serial="7")), 1),
        ((monitor("DP-3", 0, model="TV", serial="8"), monitor("DP-2", 9, model="TV", serial="7")), 1),
        ((monitor("eDP-1", 0), monitor("DP-2", 9, model="TV")), 1),
        ((monitor("DP-1", 0, model="TV"), monitor("DP-2", 9, model="TV")), None),
        ((monitor("DP-2", 1280, model="Projector"),), None),
        ((monitor("DP-2", 0),), None),
    ],
)
def test_a_monitor_is_found_again(connected: tuple[Monitor, ...], expected: int | None) -> None:
    found = find_monitor(connected, TV.identity)
    assert found == (None if expected is None else connected[expected])


def test_a_monitor_without_a_name_of_its_model_is_found_by_its_place() -> None:
    nameless = monitor("screen-2", 1280)
    wanted = MonitorIdentity(name="screen-1", x=1280, width=1280, height=720)
    assert find_monitor([LAPTOP, nameless], wanted) == nameless


def test_a_television_in_words() -> None:
    assert TV.words == "TV (HDMI-1), 1280 × 720"
    assert LAPTOP.words == "eDP-1, 1280 × 720"
    assert len(monitor("x" * 10_000, 0, model="y" * 10_000).words) < 120


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (QRect(320, 187, 900, 500), QRect(320, 187, 900, 500)),
        (QRect(1000, 100, 560, 400), QRect(1000, 100, 560, 400)),  # across two screens
        (QRect(320, 187, 1280, 720), QRect(0, 32, 1280, 688)),  # as it stood on a television
        (QRect(-200, 300, 900, 700), QRect(0, 32, 900, 688)),
        (QRect(2500, 900, 800, 600), None),
    ],
)
def test_a_window_comes_up_whole_on_a_smaller_screen(place: QRect, expected: QRect | None) -> None:
    assert place_on_screens(place, [QRect(0, 0, 1280, 720), QRect(1280, 0, 300, 720)]) == expected


def test_it_fills_the_second_monitor_and_comes_up_there_again(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        monitors = plug_monitors(house, LAPTOP, TV)
        play_at(house, path)
        house.window.named_actions["player_window"].trigger()
        assert window_of(house).isFullScreen()
        assert players_of(house).monitor == TV.identity
        house.controller.close()
        play_at(house, path)
        assert window_of(house).isFullScreen(), "it was open when the campaign was closed"
        assert players_of(house).monitor == TV.identity
        house.controller.close()
        monitors.unplug(TV)
        play_at(house, path)
        assert players_of(house).window is None, "it does not come up on the GM's monitor"
        monitors.plug(monitor("HDMI-2", 1280, 1920, 1080, model="TV", serial="7"))
        monitor_now = players_of(house).monitor
        assert monitor_now is not None
        assert monitor_now.name == "HDMI-2", "the same television at another connector"
        window_of(house).close()
        house.controller.close()
        play_at(house, path)
        assert players_of(house).window is None, "it was closed last time"


def test_a_monitor_is_unplugged_in_mid_fight(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        monitors = plug_monitors(house, LAPTOP, TV)
        campaign, page = play_at(house, path)
        switch = switch_of(house)
        switch.toggle_player_window()
        switch.see_gm()
        assert page.viewer == "ada", "nothing is asked"
        window = window_of(house)
        thumbnail = house.window.findChild(PlayerWindowMonitor)
        assert isinstance(thumbnail, PlayerWindowMonitor)
        monitors.unplug(TV)
        assert not window.isVisible(), "it never comes up over the GM's window"
        assert page.viewer == "ada"
        assert "TV (HDMI-1) is not available" in house.window.notices.toast.text
        assert "waits for TV (HDMI-1)" in thumbnail.state.text()
        qtbot.waitUntil(lambda: not thumbnail.picture.pixmap().isNull())
        before = thumbnail.picture.pixmap().toImage()
        assert campaign.submit(MoveCards(seat="tom", cards=("hand:tom#0",), target="discard"))
        qtbot.waitUntil(lambda: thumbnail.picture.pixmap().toImage() != before)
        assert window.table.is_drawn, "the thumbnail shows all of it, though the window is hidden"
        switch.show_players(PlayerWindowMode.BLACKOUT)
        monitors.plug(TV)
        assert window.isVisible()
        assert window.isFullScreen()
        assert window.geometry() == TV.geometry
        assert window.shown is PlayerWindowMode.BLACKOUT, "it comes back as it was"
        assert "TV (HDMI-1) is back" in house.window.notices.toast.text
        assert "Players see: Blackout" in thumbnail.state.text()
        switch.show_players(PlayerWindowMode.FOLLOW)
        assert window.table.table_scene.view.zones["discard"].count == 1


def test_it_comes_up_with_a_bare_table_that_is_drawn_in_steps(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        play_at(house, path)
        switch = switch_of(house)
        switch.toggle_player_window()
        window = window_of(house)
        QApplication.sendPostedEvents()
        assert window.isVisible()
        assert not window.table.is_drawn, "to draw it all at once holds up the GM's window"
        qtbot.waitUntil(lambda: window.table.is_drawn, timeout=PATIENCE_MS)
        switch.toggle_player_window()
        switch.toggle_player_window()
        window_of(house).close()  # before it is drawn
        QApplication.processEvents()
        assert switch.player_window is None


def test_the_words_above_the_thumbnail_have_its_whole_width(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        house.window.resize(1280, 720)
        play_at(house, path)
        switch_of(house).toggle_player_window()
        thumbnail = house.window.findChild(PlayerWindowMonitor)
        assert isinstance(thumbnail, PlayerWindowMonitor)
        lay_out(thumbnail)
        assert thumbnail.state.width() == thumbnail.picture.width()


def test_long_names_of_monitors_are_not_cut_in_large_letters(qtbot: QtBot, qapp: QApplication) -> None:
    hub, window = ThemeHub(Theme(scale=2.0)), QWidget()
    qtbot.addWidget(window)
    window.resize(1280, 720)
    window.show()
    here = monitor("eDP-1", 0, 1280, 720)
    long = monitor("DisplayPort-12", 1280, 3840, 2160, model="Samsung Electric Company LC27G7xT wide")
    picker = MonitorPicker((here, long), here, PlayerPlace(long, 0), (100, 200), hub, window)
    lay_out(picker)
    for words in picker.findChildren(QLabel):
        assert words.x() + words.width() <= picker.width()
        assert words.height() >= words.heightForWidth(words.width())
    assert picker.radios[0].isChecked()
    assert (
        picker.radios[0].accessibleName() == "2: Samsung Electric Company LC27G7xT wide (DisplayPort-12), 3840 × 2160"
    )
    words = next(words for words in picker.findChildren(QLabel) if words.text().startswith("In a window"))
    QTest.mouseClick(words, Qt.MouseButton.LeftButton)
    assert picker.place.monitor is None, "who clicks the words means the button before them"
    picker.done(0)


def test_a_window_that_waits_can_be_closed(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        monitors = plug_monitors(house, LAPTOP, TV)
        _, page = play_at(house, path)
        switch = switch_of(house)
        switch.toggle_player_window()
        switch.see_gm()
        monitors.unplug(TV)
        house.window.named_actions["player_window"].trigger()
        assert switch.player_window is None
        assert page.viewer == SHARED
        monitors.plug(TV)
        assert switch.player_window is None


def test_another_size_or_place_is_followed(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        monitors = plug_monitors(house, LAPTOP, TV)
        play_at(house, path)
        switch_of(house).toggle_player_window()
        monitors.plugged[1] = monitor("HDMI-1", -1920, 1920, 1080, model="TV", serial="7")
        monitors.changed.emit()
        assert window_of(house).geometry() == QRect(-1920, 0, 1920, 1080)


@pytest.mark.parametrize("mirrored", [True, False])
def test_the_gms_pages_hide_when_the_players_see_this_window(
    qtbot: QtBot, tmp_path: Path, path: Path, mirrored: bool
) -> None:
    with open_house(tmp_path) as house:
        monitors = plug_monitors(house, LAPTOP, TV)
        _, page = play_at(house, path)
        switch = switch_of(house)
        switch.toggle_player_window()
        switch.see_gm()
        if mirrored:  # both monitors show the same now
            monitors.plugged[1] = monitor("HDMI-1", 0, model="TV", serial="7")
        else:  # the lid of the laptop is closed, and its windows are moved to the television
            monitors.here = TV
            monitors.plugged.remove(LAPTOP)
        monitors.changed.emit()
        assert page.viewer == SHARED
        assert not window_of(house).isVisible()
        assert switch.see_gm() is not None, "now it is asked"


def test_the_picker_names_monitors_and_sets_a_scale(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        beamer = monitor("DP-1", 2560, 1920, 1080, model="Beamer")
        plug_monitors(house, LAPTOP, TV, beamer)
        play_at(house, path)
        house.window.named_actions["player_monitor"].trigger()
        picker = house.window.findChild(MonitorPicker)
        assert isinstance(picker, MonitorPicker)
        lines = [radio.accessibleName() for radio in picker.radios]
        assert lines == [
            "2: TV (HDMI-1), 1280 × 720",
            "3: Beamer (DP-1), 1920 × 1080",
            "In a window on this monitor (eDP-1, 1280 × 720)",
        ]
        QTest.mouseClick(picker.identify, Qt.MouseButton.LeftButton)
        assert [number.accessibleName() for number in picker.numbers] == ["Monitor 1", "Monitor 2", "Monitor 3"]
        assert all(number.isVisible() for number in picker.numbers)
        places = [number.geometry().center() for number in picker.numbers]
        assert all(m.geometry.contains(at) for m, at in zip((LAPTOP, TV, beamer), places, strict=True))
        picker.radios[1].click()
        picker.scale.setCurrentIndex(picker.scale.findData(200))
        picker.choose("ok")
        window = window_of(house)
        assert window.geometry() == beamer.geometry
        assert window.hub.theme.scale == 2.0
        assert house.hub.theme.scale == 1.0, "the GM's window keeps its own"
        house.window.named_actions["look_light"].trigger()
        assert window.hub.theme.look == house.hub.theme.look
        assert window.hub.theme.scale == 2.0
        kept = house.settings.extra(SETTING)
        assert isinstance(kept, dict)
        assert kept["percent"] == 200
        players_of(house).use_place(None, 0)
        assert not window.isFullScreen()
        assert window.hub.theme.scale == 1.0


def test_settings_that_cannot_be_read_are_no_trouble(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        for broken in ("x", ["y"], {"percent": "large"}, {"percent": 7}, {"monitor": {"name": 3}}, {"later": True}):
            house.settings.keep_extra(SETTING, broken)
            play_at(house, path)
            switch_of(house).toggle_player_window()
            assert window_of(house).hub.theme.scale == 1.0
            house.controller.close()


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_the_thumbnail_costs_no_frame(qtbot: QtBot, tmp_path: Path, ruleset: str) -> None:
    """It is measured against the picture of the same window in full size, so that a slow machine changes nothing."""
    with open_house(tmp_path) as house:
        large = monitor("HDMI-1", 1280, 3840, 2160)
        plug_monitors(house, LAPTOP, large)
        play_at(house, make_file(tmp_path, "Large", ruleset=ruleset))
        switch_of(house).toggle_player_window()
        window = window_of(house)
        window.resize(3840, 2160)
        QApplication.processEvents()
        small, whole = (
            min(_time(draw) for _ in range(5))
            for draw in (lambda: window.thumbnail(QSize(400, 225), 1.0), window.picture)
        )
        assert small < whole / 2


def _time(draw: object) -> float:
    start = perf_counter()
    draw()  # type: ignore[operator]
    return perf_counter() - start


def test_changes_that_go_on_do_not_put_the_thumbnail_off(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        plug_monitors(house, LAPTOP, TV)
        campaign, _ = play_at(house, path)
        switch_of(house).toggle_player_window()
        wake(house.window)
        thumbnail = house.window.findChild(PlayerWindowMonitor)
        assert isinstance(thumbnail, PlayerWindowMonitor)
        drawn = window_of(house).table
        qtbot.waitUntil(lambda: drawn.is_drawn and not thumbnail._timer.isActive())
        before = thumbnail.picture.pixmap().cacheKey()

        def comes_up_while_all_goes_on() -> bool:
            return campaign.submit(Say(seat="tom", text="Hello")) and thumbnail.picture.pixmap().cacheKey() != before

        qtbot.waitUntil(comes_up_while_all_goes_on)


def test_the_numbers_and_the_picker_say_nothing_of_the_game(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        plug_monitors(house, LAPTOP, TV)
        play_at(house, path)
        switch_of(house).toggle_player_window()
        switch_of(house).see_gm()
        picker = players_of(house).pick_monitor()
        picker.show_numbers()
        assert not any("Tom" in words or "Ada" in words for words in words_in(picker))
