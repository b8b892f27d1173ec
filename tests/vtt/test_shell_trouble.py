"""What happens with files that are broken, locked, read-only or on their way in and out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot

from engine.play.moves import JoinActor, Say
from tests.vtt.shell_kit import dialogue_of, make_file, open_house, places_of, play_at
from vtt.app import App
from vtt.save.backups import back_up
from vtt.save.opening import backups_of
from vtt.session import SHARED
from vtt.shell.campaigns import open_file
from vtt.widgets.dialogue import Dialogue

ROOT = Path(__file__).resolve().parents[2]


def wait_for_question(qtbot: QtBot, house: App) -> Dialogue:
    qtbot.waitUntil(lambda: any(d.isVisible() for d in house.window.findChildren(Dialogue)))
    return dialogue_of(house)


@contextmanager
def held_by_another_program(path: Path) -> Iterator[None]:
    hold = "import sys, pathlib, vtt.save.lock as l; held = l.Lock(pathlib.Path(sys.argv[1])); print(1); input()"
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
        back_up(path, backups_of(path, places_of(house).backups))
        whole = path.read_bytes()
        broken = whole[:4096] + b"\x5a" * 8192 + whole[12288:]
        path.write_bytes(broken)
        house.steward.open(path)
        question = wait_for_question(qtbot, house)
        assert path.name in question.text
        assert question.text.count("\n") == 0
        assert path.read_bytes() == broken
        assert question.buttons["backup"].isDefault()
        question.choose("backup")
        qtbot.waitUntil(lambda: house.steward.opened is not None)
        assert house.steward.opened is not None
        assert house.steward.opened.path == path
        # What was broken is still there, under another name.
        assert broken in [file.read_bytes() for file in path.parent.glob("*.ktable") if file != path]


def test_a_campaign_that_is_open_elsewhere_is_tried_again_when_it_is_free(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        with held_by_another_program(path):
            house.steward.open(path)
            question = wait_for_question(qtbot, house)
            assert "has “Thursday.ktable” open" in question.text
        question.choose("again")
        qtbot.waitUntil(lambda: house.steward.opened is not None)


def test_a_read_only_campaign_can_be_looked_at_and_a_banner_says_that_nothing_is_kept(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = make_file(tmp_path)
    path.chmod(0o444)
    with open_house(tmp_path) as house:
        house.steward.open(path)
        wait_for_question(qtbot, house).choose("look")
        qtbot.waitUntil(lambda: house.steward.opened is not None)
        session, page = house.steward.session, house.window.page
        assert session is not None
        assert page is not None
        assert not session.submit(Say(seat="tom", text="May I?"))
        assert page.banner.isVisible()
        assert path.name in page.banner.text


def test_a_copy_is_saved_while_play_goes_on(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        session, _ = play_at(house, path)
        house.steward.save_copy(tmp_path / "copy.ktable")
        assert session.submit(Say(seat="tom", text="On we go."))
        qtbot.waitUntil(lambda: not house.workshop.busy)
        qtbot.waitUntil(lambda: "copy.ktable" in house.window.notices.toast.text)
        copy = open_file(tmp_path / "copy.ktable", places_of(house))
        assert copy.timeline.cursor in (session.position - 1, session.position)
        copy.store.close()


def test_a_copy_that_cannot_be_written_is_explained(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        play_at(house, path)
        house.steward.save_copy(path)
        question = wait_for_question(qtbot, house)
        assert path.name in question.text
        question.choose("")


def test_an_export_comes_in_again_as_a_new_campaign_after_it_was_shown(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path, "Rivertown")
    with open_house(tmp_path) as house:
        play_at(house, path)
        house.transfers.export_to(tmp_path / "all.ktable.zip")
        qtbot.waitUntil(lambda: (tmp_path / "all.ktable.zip").exists() and not house.workshop.busy)
        house.transfers.preview(tmp_path / "all.ktable.zip")
        question = wait_for_question(qtbot, house)
        assert "Rivertown" in question.text
        assert "Ada, Tom, Eva" in question.text
        before = set(path.parent.iterdir())
        question.choose("")
        assert set(path.parent.iterdir()) == before, "looking brings nothing in"
        house.transfers.preview(tmp_path / "all.ktable.zip")
        wait_for_question(qtbot, house).choose("new")
        qtbot.waitUntil(lambda: house.steward.opened is not None and house.steward.opened.path != path)
        assert path.exists()
        assert house.steward.session is not None
        assert list(house.steward.session.lens(SHARED).view.seats) == ["ada", "tom", "eva"]


def test_an_import_that_does_not_fit_says_where(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "odd.zip").write_bytes(b"PK nonsense")
    with open_house(tmp_path) as house:
        house.transfers.preview(tmp_path / "odd.zip")
        question = wait_for_question(qtbot, house)
        assert "odd.zip" in question.text
        question.choose("")


def test_a_backup_is_chosen_by_its_moment(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        back_up(path, backups_of(path, places_of(house).backups))
        session, _ = play_at(house, path)
        before = session.position
        assert session.submit(Say(seat="tom", text="This will not have been."))
        house.transfers.look_for_backups()
        question = wait_for_question(qtbot, house)
        # The newest may be the one that the clock has just made; the oldest is ours.
        moments = question.findChild(QListWidget)
        assert isinstance(moments, QListWidget)
        moments.setCurrentRow(moments.count() - 1)
        assert question.buttons[""].isDefault(), "Enter restores nothing"
        assert not question.buttons["restore"].isDefault()
        question.choose("restore")
        qtbot.waitUntil(lambda: house.steward.session is not None and house.steward.session.position == before)


def test_going_back_to_a_backup_has_its_way_back_first_in_the_list(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        early = back_up(path, backups_of(path, places_of(house).backups))
        session, _ = play_at(house, path)
        before = session.position
        assert session.submit(Say(seat="tom", text="This will not have been, and then it will."))
        house.steward.restore(early.path, path)
        qtbot.waitUntil(lambda: house.steward.opened is not None and house.steward.session is not session)
        assert house.steward.session is not None
        assert house.steward.session.position == before
        assert any("Restore from a backup" in notice.text for notice in house.window.notices.messages)
        assert [found.name for found in path.parent.iterdir() if found.suffix == ".ktable"] == [path.name]
        house.transfers.look_for_backups()
        question = wait_for_question(qtbot, house)
        moments = question.findChild(QListWidget)
        assert isinstance(moments, QListWidget)
        assert moments.item(0).text().startswith("Before going back")
        question.choose("restore")
        qtbot.waitUntil(lambda: house.steward.session is not None and house.steward.session.position == before + 1)


def test_the_check_says_what_it_found_while_play_goes_on(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path)
    with open_house(tmp_path) as house:
        session, _ = play_at(house, path)
        back_up(path, backups_of(path, places_of(house).backups))
        assert house.window.named_actions["check"].isEnabled()
        house.window.named_actions["check"].trigger()
        assert session.submit(Say(seat="tom", text="Nobody waits.")), "the check is on a worker"
        question = wait_for_question(qtbot, house)
        assert question.windowTitle() == "The file is whole"
        assert "each leads to the next" in question.text
        assert "whole; the latest is of" in question.text
        question.choose("")
        house.steward.close()
        data = bytearray(path.read_bytes())
        at = data.index(b"Nobody waits.")
        data[at : at + 6] = b"NOBODY"
        play_at(house, make_file(tmp_path, "Friday"))
        opened = house.steward.opened
        assert opened is not None
        broken = path.with_name("Broken.ktable")
        broken.write_bytes(data)
        house.steward.opened = replace(opened, path=broken)
        house.transfers.check()
        question = wait_for_question(qtbot, house)
        assert question.windowTitle() == "The file is not whole"
        assert "damaged inside (gesture" in question.text
        question.choose("")
        house.steward.opened = opened


def test_closing_in_the_first_second_keeps_the_table(qtbot: QtBot, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.steward.play_demo("imaginality")
        qtbot.waitUntil(lambda: house.window.page is not None)
        house.steward.close()
        assert house.window.page is None
        qtbot.waitUntil(lambda: not house.workshop.busy)
        (file,) = places_of(house).campaigns.glob("*.ktable")
        again = open_file(file, places_of(house))
        assert again.timeline.cursor == len(again.timeline.entries)
        again.store.close()
        assert [recent.path for recent in house.chosen.now.recent] == [os.fspath(file)]


def test_each_line_of_an_import_names_the_button_to_which_it_belongs(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_file(tmp_path, "Rivertown")
    with open_house(tmp_path) as house:
        session, _ = play_at(house, path)
        assert session.submit(JoinActor(seat="ada", id="mara", name="Mara", leader="tom"))
        house.transfers.export_to(tmp_path / "all.ktable.zip")
        qtbot.waitUntil(lambda: (tmp_path / "all.ktable.zip").exists() and not house.workshop.busy)
        house.transfers.preview(tmp_path / "all.ktable.zip")
        question = wait_for_question(qtbot, house)
        buttons = [button.accessibleName() for button in question.buttons.values()]
        assert len(buttons) == 3
        lines = question.text.splitlines()
        about = [line for line in lines if any(name in line for name in buttons)]
        there = [line for line in about if "already" in line]
        assert there, lines
        for line in there:
            own = "Bring only its characters in here" if "character" in line.partition(":")[2] else "Bring it in"
            assert line.startswith(f"“{own}”: "), line
        assert len(there) == 2, "the campaign is here already, and so is Mara"
        house.window.resize(1280, 720)
        assert house.window.rect().contains(question.rect().translated(question.mapTo(house.window, QPoint())))
        question.choose("")
