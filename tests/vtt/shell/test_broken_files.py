"""Files that are broken, locked, read-only, exported or imported."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import Say
from engine.model.seats import SHARED
from engine.sheets.editing.new_character_moves import JoinActor
from tests.vtt.shell_kit import dialogue_of, make_file, open_house, places_of, play_at
from vtt.shell.application import Application
from vtt.shell.campaigns.campaign_loading import open_file
from vtt.shell.first_window import StartOptions
from vtt.storage.backups import back_up
from vtt.storage.campaign_export import export_campaign
from vtt.storage.campaign_opening import backup_folder
from vtt.widgets.message_dialog import MessageDialog

ROOT = Path(__file__).resolve().parents[3]


def wait_for_question(qtbot: QtBot, house: Application) -> MessageDialog:
    qtbot.waitUntil(lambda: any(d.isVisible() for d in house.window.findChildren(MessageDialog)))
    return dialogue_of(house)


@contextmanager
def held_by_another_program(path: Path) -> Iterator[None]:
    hold = (
        "import sys, pathlib, vtt.storage.campaign_lock as l; "
        "held = l.CampaignLock(pathlib.Path(sys.argv[1])); print(1); input()"
    )
    command = [sys.executable, "-u", "-c", hold, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"1\n"
        try:
            yield
        finally:
            other.communicate(b"\n", timeout=60)


def test_a_damaged_file_is_left_alone_and_its_newest_backup_offered(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        back_up(path, backup_folder(path, places_of(house).backups))
        whole = path.read_bytes()
        broken = whole[:4096] + b"\x5a" * 8192 + whole[12288:]
        path.write_bytes(broken)
        house.controller.open(path)
        question = wait_for_question(qtbot, house)
        assert path.name in question.text
        assert question.text.count("\n") == 0
        assert path.read_bytes() == broken
        assert question.buttons["backup"].isDefault()
        question.choose("backup")
        qtbot.waitUntil(lambda: house.controller.opened is not None)
        assert house.controller.opened is not None
        assert house.controller.opened.path == path
        # What was broken is still there, under another name.
        assert broken in [file.read_bytes() for file in path.parent.glob("*.ktable") if file != path]


def test_a_file_that_cannot_be_opened_leaves_people_at_their_table(qtbot: QtBot, tmp_path: Path) -> None:
    path, note = make_file(tmp_path), tmp_path / "shopping.ktable"
    note.write_text("bread, milk")
    with open_house(tmp_path) as house:
        play_at(house, path)
        house.controller.open(note)
        question = wait_for_question(qtbot, house)
        assert "“shopping.ktable” is not a Kitchen Table campaign" in question.text
        qtbot.waitUntil(lambda: house.controller.opened is not None)
        assert house.controller.opened is not None
        assert house.controller.opened.path == path


def test_a_campaign_that_is_open_elsewhere_is_tried_again_when_it_is_free(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    before = make_file(tmp_path, "Wednesday")
    with open_house(tmp_path) as house:
        play_at(house, before)
        with held_by_another_program(path):
            house.controller.open(path)
            question = wait_for_question(qtbot, house)
            assert "has “Thursday.ktable” open" in question.text
        question.choose("again")  # while what was open before is just coming back
        qtbot.waitUntil(lambda: house.controller.opened is not None and house.controller.opened.path == path)


def test_a_read_only_campaign_can_be_viewed_and_a_banner_says_that_nothing_is_stored(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = make_file(tmp_path)
    path.chmod(0o444)
    with open_house(tmp_path, StartOptions(size=QSize(1280, 720))) as house:
        house.controller.open(path)
        wait_for_question(qtbot, house).choose("look")
        qtbot.waitUntil(lambda: house.controller.opened is not None)
        campaign, page = house.controller.campaign, house.window.page
        assert campaign is not None
        assert page is not None
        assert not campaign.submit(Say(seat="tom", text="May I?"))
        assert page.banner.isVisible()
        assert path.name in page.banner.text
        camera = page.table_room.camera
        qtbot.waitUntil(lambda: page.table_room.table.size() == camera.size())  # the banner cuts nothing off
        assert house.controller.folder_to_save == path.parent
        with patch("os.access", lambda folder, _mode: folder != path.parent):
            assert house.controller.folder_to_save == places_of(house).campaigns


def test_a_copy_is_saved_while_play_continues(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        house.controller.save_copy(tmp_path / "copy.ktable")
        assert campaign.submit(Say(seat="tom", text="On we go."))
        qtbot.waitUntil(lambda: not house.task_runner.busy)
        qtbot.waitUntil(lambda: "copy.ktable" in house.window.notices.toast.text)
        copy = open_file(tmp_path / "copy.ktable", places_of(house))
        assert copy.history.cursor in (campaign.position - 1, campaign.position)
        copy.store.close()


def test_a_copy_that_cannot_be_written_is_explained(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        play_at(house, path)
        house.controller.save_copy(path)
        question = wait_for_question(qtbot, house)
        assert path.name in question.text
        question.choose("")


def test_an_export_becomes_a_new_campaign_after_a_preview(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path, "Rivertown")
    with open_house(tmp_path) as house:
        play_at(house, path)
        house.export_import.export_to(tmp_path / "all.ktable.zip")
        qtbot.waitUntil(lambda: (tmp_path / "all.ktable.zip").exists() and not house.task_runner.busy)
        house.export_import.preview_import(tmp_path / "all.ktable.zip")
        question = wait_for_question(qtbot, house)
        assert "Rivertown" in question.text
        assert "Ada, Tom, Eva" in question.text
        before = set(path.parent.iterdir())
        question.choose("")
        assert set(path.parent.iterdir()) == before, "looking brings nothing in"
        house.export_import.preview_import(tmp_path / "all.ktable.zip")
        wait_for_question(qtbot, house).choose("new")
        qtbot.waitUntil(lambda: house.controller.opened is not None and house.controller.opened.path != path)
        assert path.exists()
        assert house.controller.campaign is not None
        assert list(house.controller.campaign.viewer_campaign(SHARED).view.seats) == ["ada", "tom", "eva"]


def test_an_export_that_the_program_is_started_with_is_previewed(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path, "Rivertown")
    export_campaign(path, tmp_path / "All.KTABLE.zip")
    with open_house(tmp_path, StartOptions(campaign=tmp_path / "All.KTABLE.zip")) as house:
        house.begin(bring=False)
        assert house.window.first_page is not None
        house.bring()
        question = wait_for_question(qtbot, house)
        assert "Rivertown" in question.text
        question.choose("")
        assert house.controller.opened is None


def test_an_import_that_does_not_fit_says_where(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "odd.zip").write_bytes(b"PK nonsense")
    with open_house(tmp_path) as house:
        house.export_import.preview_import(tmp_path / "odd.zip")
        question = wait_for_question(qtbot, house)
        assert "odd.zip" in question.text
        question.choose("")


def test_a_backup_is_chosen_by_its_moment(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        back_up(path, backup_folder(path, places_of(house).backups))
        campaign, _ = play_at(house, path)
        before = campaign.position
        assert campaign.submit(Say(seat="tom", text="This will not have been."))
        house.backup_dialogs.look_for_backups()
        question = wait_for_question(qtbot, house)
        # The newest may be the one that the clock has just made; the oldest is ours.
        moments = question.findChild(QListWidget)
        assert isinstance(moments, QListWidget)
        moments.setCurrentRow(moments.count() - 1)
        assert question.buttons[""].isDefault(), "Enter restores nothing"
        assert not question.buttons["restore"].isDefault()
        question.choose("restore")
        qtbot.waitUntil(lambda: house.controller.campaign is not None and house.controller.campaign.position == before)


def test_going_back_to_a_backup_has_its_way_back_first_in_the_list(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        early = back_up(path, backup_folder(path, places_of(house).backups))
        campaign, _ = play_at(house, path)
        before = campaign.position
        assert campaign.submit(Say(seat="tom", text="This will not have been, and then it will."))
        house.controller.restore(early.path, path)
        qtbot.waitUntil(lambda: house.controller.opened is not None and house.controller.campaign is not campaign)
        assert house.controller.campaign is not None
        assert house.controller.campaign.position == before
        assert any("Restore from a backup" in notice.text for notice in house.window.notices.messages)
        assert [found.name for found in path.parent.iterdir() if found.suffix == ".ktable"] == [path.name]
        house.backup_dialogs.look_for_backups()
        question = wait_for_question(qtbot, house)
        moments = question.findChild(QListWidget)
        assert isinstance(moments, QListWidget)
        assert moments.item(0).text().startswith("Before a restore: ")
        question.choose("restore")
        qtbot.waitUntil(
            lambda: house.controller.campaign is not None and house.controller.campaign.position == before + 1
        )


def test_the_check_reports_its_result_while_play_continues(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        back_up(path, backup_folder(path, places_of(house).backups))
        assert house.window.named_actions["check"].isEnabled()
        house.window.named_actions["check"].trigger()
        assert campaign.submit(Say(seat="tom", text="Nobody waits.")), "the check is on a worker"
        question = wait_for_question(qtbot, house)
        assert question.windowTitle() == "The file is OK"
        assert "Everything can be read, and nothing is damaged." in question.text
        assert " OK. The newest is from" in question.text
        question.choose("")
        house.controller.close()
        data = bytearray(path.read_bytes())
        at = data.index(b"Nobody waits.")
        data[at : at + 6] = b"NOBODY"
        play_at(house, make_file(tmp_path, "Friday"))
        opened = house.controller.opened
        assert opened is not None
        broken = path.with_name("Broken.ktable")
        broken.write_bytes(data)
        house.controller.opened = replace(opened, path=broken)
        house.backup_dialogs.check()
        question = wait_for_question(qtbot, house)
        assert question.windowTitle() == "The file is damaged"
        assert "is damaged (move" in question.text
        question.choose("")
        house.controller.opened = opened


def test_closing_in_the_first_second_keeps_the_table(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.controller.play_demo("imaginality")
        qtbot.waitUntil(lambda: house.window.page is not None)
        house.controller.close()
        assert house.window.page is None
        qtbot.waitUntil(lambda: not house.task_runner.busy)
        (file,) = places_of(house).campaigns.glob("*.ktable")
        again = open_file(file, places_of(house))
        assert again.history.cursor == len(again.history.entries)
        again.store.close()
        assert [recent.path for recent in house.settings.values.recent] == [os.fspath(file)]


def test_each_line_of_an_import_names_the_button_to_which_it_belongs(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path, "Rivertown")
    with open_house(tmp_path) as house:
        campaign, _ = play_at(house, path)
        assert campaign.submit(JoinActor(seat="ada", id="mara", name="Mara", leader="tom"))
        house.export_import.export_to(tmp_path / "all.ktable.zip")
        qtbot.waitUntil(lambda: (tmp_path / "all.ktable.zip").exists() and not house.task_runner.busy)
        house.export_import.preview_import(tmp_path / "all.ktable.zip")
        question = wait_for_question(qtbot, house)
        buttons = [button.accessibleName() for button in question.buttons.values()]
        assert len(buttons) == 3
        lines = question.text.splitlines()
        about = [line for line in lines if any(name in line for name in buttons)]
        there = [line for line in about if "already" in line]
        assert there, lines
        for line in there:
            own = "Import only the characters" if "character" in line.partition(":")[2] else "Import as a new campaign"
            assert line.startswith(f"“{own}”: "), line
        assert len(there) == 2, "the campaign is here already, and so is Mara"
        assert QRect(0, 0, 1280, 720).contains(question.rect()), "it fits the smallest usual window"
        question.choose("")
