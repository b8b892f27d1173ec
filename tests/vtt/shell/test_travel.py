"""A campaign goes to another computer in one file, and on its arrival nothing is lost and nobody is surprised."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QListWidget

from engine.model.frozen import Json
from engine.model.seats import SHARED
from engine.sheets.editing.new_character_moves import JoinActor
from tests.patience import PatientBot
from tests.vtt import save_kit as kit
from tests.vtt.library_kit import item
from tests.vtt.shell_kit import make_file, open_house, places_of, play_at
from vtt.campaign import open_campaign
from vtt.campaign.open_campaign import OpenCampaign
from vtt.library.entry_ticks import EntryTicks
from vtt.shared.campaign_panel import gm_seat
from vtt.shell.application import Application
from vtt.shell.campaigns.kept_copies import SETTING, keep_side_by_side, kept_beside
from vtt.storage.campaign_opening import create_campaign
from vtt.storage.travel.travel_file import TravelGame, read_travel_entries, read_travel_form, write_travel_file
from vtt.widgets.message_dialog import MessageDialog


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Application]:
    with open_house(tmp_path) as opened:
        yield opened


def gm_of(campaign: OpenCampaign) -> str:
    return gm_seat(campaign.viewer_campaign(SHARED).view)


def joins(campaign: OpenCampaign, *names: str) -> None:
    seat = gm_of(campaign)
    for name in names:
        assert campaign.submit(JoinActor(seat=seat, id=name.lower(), name=name, leader=seat, sheet={}))


def played(house: Application, path: Path, *names: str) -> None:
    campaign, _page = play_at(house, path)
    joins(campaign, *names)
    house.controller.close()


def gone_with_ann(house: Application, folder: Path) -> tuple[Path, Path]:
    """Return a campaign file without characters, and a travel file of it that Ann has joined elsewhere."""
    path, travel, before = make_file(folder), folder / "Thursday.ktravel", folder / "before"
    shutil.copyfile(path, before)
    played(house, path, "Ann")
    write_travel_file(path, travel)
    shutil.copyfile(before, path)
    return path, travel


def arrives(house: Application, qtbot: PatientBot, travel: Path) -> MessageDialog:
    house.open_file(travel)
    qtbot.waitUntil(lambda: bool(arrival_dialogs(house)))
    return arrival_dialogs(house)[0]


def arrival_dialogs(house: Application) -> list[MessageDialog]:
    return [d for d in house.window.findChildren(MessageDialog) if d.isVisible() and len(d.buttons) > 1]


def opened_name(house: Application) -> str:
    opened = house.controller.opened
    return opened.path.name if opened is not None else ""


def listed(dialog: MessageDialog) -> list[list[str]]:
    return [[lines.item(at).text() for at in range(lines.count())] for lines in dialog.findChildren(QListWidget)]


def actors(house: Application) -> set[str]:
    opened = house.controller.opened
    assert opened is not None
    return {actor.name for actor in opened.history.table.actors.values()} & {"Ann", "Bob", "Cid"}


def test_a_campaign_arrives_where_nothing_of_it_is(house: Application, qtbot: PatientBot, tmp_path: Path) -> None:
    path = make_file(tmp_path / "there")
    travel = tmp_path / "Thursday.ktravel"
    write_travel_file(path, travel, preferences={"table.four_colour": True, "window": [1]})
    dialog = arrives(house, qtbot, travel)
    assert "“Thursday” is a campaign of Imaginality" in dialog.text
    assert set(dialog.buttons) == {"beside", ""}
    box = dialog.findChild(QCheckBox)
    assert box is not None
    box.setChecked(True)
    dialog.choose("beside")
    qtbot.waitUntil(lambda: opened_name(house) == "Thursday.ktable")
    assert house.hub.theme.four_colour
    assert house.settings.extra("window") is None


def test_another_campaign_of_the_name_stays(house: Application, qtbot: PatientBot, tmp_path: Path) -> None:
    travel = tmp_path / "Thursday.ktravel"
    write_travel_file(make_file(tmp_path / "there"), travel)
    here = make_file(tmp_path)
    before = here.read_bytes()
    dialog = arrives(house, qtbot, travel)
    assert "another campaign named “Thursday”" in dialog.text
    dialog.choose("beside")
    qtbot.waitUntil(lambda: opened_name(house) == "Thursday 2.ktable")
    assert house.controller.opened is not None
    assert house.controller.opened.name == "Thursday 2"
    assert here.read_bytes() == before


def test_an_older_file_says_what_it_lacks(house: Application, qtbot: PatientBot, tmp_path: Path) -> None:
    path, travel = make_file(tmp_path), tmp_path / "Thursday.ktravel"
    write_travel_file(path, travel)
    played(house, path, "Ann", "Bob")
    dialog = arrives(house, qtbot, travel)
    assert "is newer: it has all moves of this file and more" in dialog.text
    (moves,) = listed(dialog)
    assert len(moves) == 2
    assert "Ann" in moves[0]
    dialog.choose("here")
    qtbot.waitUntil(lambda: opened_name(house) == "Thursday.ktable")
    assert actors(house) == {"Ann", "Bob"}


def test_a_newer_file_takes_the_place_of_the_copy_that_is_kept(
    house: Application, qtbot: PatientBot, tmp_path: Path
) -> None:
    _, travel = gone_with_ann(house, tmp_path)
    dialog = arrives(house, qtbot, travel)
    assert "is older: this file has all its moves and more" in dialog.text
    dialog.choose("file")
    qtbot.waitUntil(lambda: opened_name(house) == "Thursday.ktable")
    assert actors(house) == {"Ann"}
    assert any("Restore from a backup" in notice.text for notice in house.window.notices.messages)


def test_of_two_diverged_copies_each_is_kept(
    house: Application, qtbot: PatientBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, travel = gone_with_ann(house, tmp_path)
    hours = iter((20, 21))
    monkeypatch.setattr(open_campaign, "now_text", lambda: f"2026-11-27T{next(hours)}:14:00")
    played(house, path, "Bob", "Cid")
    dialog = arrives(house, qtbot, travel)
    played_here = "played on Friday 27 November 2026, 20:14 until Friday 27 November 2026, 21:14"
    assert any(played_here in shown.text() for shown in dialog.findChildren(QLabel))
    assert [move.rpartition(" · ")[2] for move in listed(dialog)[0]] == ["Fri 27 Nov, 20:14", "Fri 27 Nov, 21:14"]
    assert "has moves that this file lacks, and the file has moves that the copy lacks" in dialog.text
    assert [len(moves) for moves in listed(dialog)] == [2, 1]
    dialog.choose("file")
    qtbot.waitUntil(lambda: opened_name(house) == "Thursday.ktable")
    assert actors(house) == {"Ann"}
    (kept,) = path.parent.glob("Thursday (this computer*")
    qtbot.waitUntil(lambda: kept_beside(house.settings, path) == {kept})
    qtbot.waitUntil(lambda: not house.task_runner.busy)
    assert not any("that this one lacks" in notice.text for notice in house.window.notices.messages)
    house.controller.close()
    play_at(house, kept)
    assert actors(house) == {"Bob", "Cid"}


def test_copies_that_are_kept_on_purpose_report_nothing_of_each_other(
    house: Application, qtbot: PatientBot, tmp_path: Path
) -> None:
    path, travel = gone_with_ann(house, tmp_path)
    dialog = arrives(house, qtbot, travel)
    dialog.choose("beside")
    qtbot.waitUntil(lambda: opened_name(house) == "Thursday 2.ktable")
    beside = path.with_name("Thursday 2.ktable")
    qtbot.waitUntil(lambda: kept_beside(house.settings, path) == {beside})
    house.controller.close()
    play_at(house, path)
    qtbot.waitUntil(lambda: not house.task_runner.busy)
    assert not any("that this one lacks" in notice.text for notice in house.window.notices.messages)
    house.controller.close()
    played(house, beside, "Bob")
    third = path.with_name("Third.ktable")
    shutil.copyfile(beside, third)
    play_at(house, path)
    said = r"Third\.ktable \(.*\), has 2 moves that this one lacks"
    qtbot.waitUntil(lambda: any(re.search(said, notice.text) for notice in house.window.notices.messages))


@pytest.mark.parametrize("stored", [7, [7], [["a"]], [["a", 7]], ["ab"], {"a": "b"}])
def test_damaged_pairs_of_copies_are_passed_over(house: Application, tmp_path: Path, stored: Json) -> None:
    house.settings.keep_extra(SETTING, stored)
    assert kept_beside(house.settings, tmp_path / "a") == frozenset()
    keep_side_by_side(house.settings, tmp_path / "a", tmp_path / "b")
    keep_side_by_side(house.settings, tmp_path / "b", tmp_path / "a")
    assert kept_beside(house.settings, tmp_path / "a") == {tmp_path / "b"}
    assert len(house.settings.extra(SETTING)) == 1  # type: ignore[arg-type]


def test_the_entries_of_the_library_are_for_the_gm(house: Application, qtbot: PatientBot, tmp_path: Path) -> None:
    campaign, page = play_at(house, make_file(tmp_path))
    house.library_controller.open_all()
    qtbot.waitUntil(lambda: house.window.libraries.current is not None)
    library = house.window.libraries.current
    assert library is not None
    library.store([item("Grey wolf", 1), item("Bandit", 2)])
    dialog = house.travel_dialogs.ask()
    assert dialog is not None
    assert dialog.findChild(EntryTicks) is None
    assert "open the GM screen first" in dialog.text
    dialog.choose("")
    page.set_viewer(gm_of(campaign))
    dialog = house.travel_dialogs.ask()
    assert dialog is not None
    ticks = dialog.findChild(EntryTicks)
    assert ticks is not None
    assert not ticks.ticked
    ticks.field.setText("wolf")
    assert ticks.list.count() == 1
    ticks.list.item(0).setCheckState(Qt.CheckState.Checked)
    travel = tmp_path / "Thursday.ktravel"
    house.travel_dialogs.write(travel, tuple(ticks.ticked))
    page.set_viewer(SHARED)
    assert not dialog.isVisible()
    qtbot.waitUntil(travel.exists)
    assert read_travel_form(travel).entries == 1
    assert b"entries/1.json" in read_travel_entries(travel)


def test_the_library_is_opened_for_its_entries(house: Application, qtbot: PatientBot, tmp_path: Path) -> None:
    campaign, page = play_at(house, make_file(tmp_path))
    page.set_viewer(gm_of(campaign))
    house.window.named_actions["travel"].trigger()
    house.window.named_actions["travel"].trigger()
    qtbot.waitUntil(lambda: bool(arrival_dialogs(house)))
    (dialog,) = arrival_dialogs(house)
    assert dialog.findChild(EntryTicks) is None
    assert "Your library is still empty" in dialog.text, "it is open, and there is nothing to tick"
    dialog.choose("")
    library = house.window.libraries.current
    assert library is not None
    library.store([item("Grey wolf", 1)])
    house.window.named_actions["travel"].trigger()
    (dialog,) = (each for each in arrival_dialogs(house) if each.isVisible())
    assert dialog.findChild(EntryTicks) is not None
    dialog.choose("")


def test_nothing_is_asked_once_others_look_at_the_screen(house: Application, qtbot: PatientBot, tmp_path: Path) -> None:
    campaign, page = play_at(house, make_file(tmp_path))
    page.set_viewer(gm_of(campaign))
    house.window.named_actions["travel"].trigger()
    page.set_viewer(SHARED)
    qtbot.waitUntil(lambda: bool(house.window.libraries.shown))
    assert not arrival_dialogs(house)
    page.set_viewer(gm_of(campaign))
    house.window.named_actions["travel"].trigger()
    (dialog,) = arrival_dialogs(house)
    dialog.choose("")


def test_a_missing_game_of_entries_alone_is_not_that_of_the_campaign(
    house: Application, qtbot: PatientBot, tmp_path: Path
) -> None:
    travel = tmp_path / "Thursday.ktravel"
    games = (TravelGame(id="wolves", name="The wolves", version="1.2"),)
    write_travel_file(make_file(tmp_path / "there"), travel, games=games)
    dialog = arrives(house, qtbot, travel)
    assert "“The wolves” (version 1.2) is not installed here" in dialog.text
    assert "read-only" not in dialog.text


def test_a_missing_game_is_named_and_its_campaign_opens_read_only(
    house: Application, qtbot: PatientBot, tmp_path: Path
) -> None:
    opened = create_campaign(
        tmp_path / "there" / "Wolves.ktable", "Wolves", kit.new_table(), kit.GAME, backups=tmp_path / "b"
    )
    kit.play(opened, 3)
    opened.store.keep_setting("game", "no object [")
    opened.store.close()
    travel = tmp_path / "Wolves.ktravel"
    games = (TravelGame(id=kit.GAME.ruleset.id, name="The wolves", version="1.2"),)
    write_travel_file(opened.path, travel, games=games)
    dialog = arrives(house, qtbot, travel)
    assert "The game “The wolves” (version 1.2) is not installed here" in dialog.text
    dialog.choose("beside")
    qtbot.waitUntil(lambda: opened_name(house) == "Wolves.ktable")
    assert house.controller.opened is not None
    assert house.controller.opened.missing_game
    assert house.controller.opened.view_only
    assert len(house.controller.opened.history.entries) == 3


def test_a_broken_file_is_explained(house: Application, qtbot: PatientBot, tmp_path: Path) -> None:
    travel = tmp_path / ("x" * 200 + ".ktravel")
    travel.write_bytes(b"PK\x05\x06" + bytes(50))
    house.open_file(travel)
    qtbot.waitUntil(lambda: any(d.isVisible() for d in house.window.findChildren(MessageDialog)))
    (dialog,) = (d for d in house.window.findChildren(MessageDialog) if d.isVisible())
    assert "cannot be imported" in dialog.text
    assert not list(places_of(house).campaigns.glob("*"))


def test_moves_that_came_after_the_look_are_kept_too(house: Application, qtbot: PatientBot, tmp_path: Path) -> None:
    path, travel = gone_with_ann(house, tmp_path)
    dialog = arrives(house, qtbot, travel)
    assert "is older" in dialog.text
    played(house, path, "Bob")
    dialog.choose("file")
    qtbot.waitUntil(lambda: opened_name(house) == "Thursday.ktable")
    assert actors(house) == {"Ann"}
    (kept,) = path.parent.glob("Thursday (this computer*")
    assert any(kept.name in notice.text for notice in house.window.notices.messages)
    house.controller.close()
    play_at(house, kept)
    assert actors(house) == {"Bob"}
