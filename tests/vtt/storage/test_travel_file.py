"""The travel file: all of a campaign arrives, copies that differ are told apart, and nothing is ever lost."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.vtt import save_kit as kit
from vtt.campaign.campaign_records import StoredPicture
from vtt.storage import campaign_errors, export_archive
from vtt.storage.backups import list_backups
from vtt.storage.campaign_opening import OpenedCampaign, backup_folder, create_campaign, open_campaign
from vtt.storage.travel import travel_file
from vtt.storage.travel.story_comparison import (
    StoryComparison,
    StoryRelation,
    compare_stories,
    copies_of,
    nearest_copy,
    read_story,
)
from vtt.storage.travel.travel_file import (
    TravelGame,
    put_in_place_of,
    read_travel_entries,
    read_travel_form,
    travelling_campaign,
    unpack_campaign,
    write_travel_file,
)

ROOT = Path(__file__).resolve().parents[3]
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(200))
CHOICE = random.Random()


def opening(path: Path) -> OpenedCampaign:
    return open_campaign(path, backups=path.parent / "backups", games=kit.games)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a campaign with thirty moves, of which two are undone, a picture and a setting."""
    opened = create_campaign(
        tmp_path / "Rivertown.ktable", "Rivertown", kit.new_table(), kit.GAME, backups=tmp_path / "backups"
    )
    with closing(opened.store):
        kit.play(opened, 30)
        kit.go_to(opened, 28)
        opened.store.keep_picture(StoredPicture(id="face", name="Face", media_type="image/png", content=PNG))
        opened.store.keep_setting("sound", 3)
    return opened.path


@pytest.fixture
def travel(path: Path) -> Path:
    target = path.with_name("Rivertown.ktravel")
    write_travel_file(path, target)
    return target


def play_on(path: Path, count: int, seed: int = 1) -> None:
    opened = opening(path)
    with closing(opened.store):
        kit.play(opened, count, seed=seed)


def compared(travel: Path, path: Path) -> StoryComparison:
    with travelling_campaign(travel) as copy:
        return compare_stories(read_story(copy), read_story(path))


def test_the_whole_campaign_arrives(path: Path, tmp_path: Path) -> None:
    travel, there = tmp_path / "Rivertown.ktravel", tmp_path / "other" / "Rivertown.ktable"
    games = (TravelGame(id="wolves", name="Wolves", version="1.2"),)
    preferences = {"table.four_colour": True}
    write_travel_file(
        path,
        travel,
        games=games,
        preferences=preferences,
        entries=2,
        write_entries=lambda file: file.write(b"entries"),
    )
    form = read_travel_form(travel)
    assert (form.games, form.preferences, form.entries) == (games, preferences, 2)
    assert read_travel_entries(travel) == b"entries"
    unpack_campaign(travel, there)
    here, arrived = opening(path), opening(there)
    with closing(here.store), closing(arrived.store):
        assert kit.same_history(here.history, arrived.history)
        assert (arrived.uid, arrived.name) == (here.uid, "Rivertown")
        assert arrived.store.picture("face") == here.store.picture("face")
        assert arrived.store.settings() == {"sound": 3}


def test_it_is_written_while_the_campaign_is_played(path: Path, tmp_path: Path) -> None:
    opened = opening(path)
    with closing(opened.store):
        kit.play(opened, 3)
        write_travel_file(path, tmp_path / "r.ktravel")
        assert compared(tmp_path / "r.ktravel", path).relation is StoryRelation.SAME


def test_work_that_is_cancelled_leaves_everything_as_it_was(path: Path, travel: Path) -> None:
    before = travel.read_bytes()
    for stop in (0, 1, 2):
        calls = iter(range(100))
        with pytest.raises(campaign_errors.FileTaskCancelled):
            write_travel_file(path, travel, lambda _done, _whole: next(calls) < stop, replace=True)  # noqa: B023
        with pytest.raises(campaign_errors.FileTaskCancelled):
            unpack_campaign(travel, path.with_name("new.ktable"), lambda _done, _whole: False)
    assert travel.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir() if file.is_file()) == [
        "Rivertown.ktable",
        "Rivertown.ktravel",
    ]


def test_an_existing_file_is_not_overwritten_unasked(path: Path, travel: Path) -> None:
    with pytest.raises(campaign_errors.AlreadyThere):
        write_travel_file(path, travel)
    with pytest.raises(campaign_errors.AlreadyThere):
        write_travel_file(path, path, replace=True)
    with pytest.raises(campaign_errors.AlreadyThere):
        unpack_campaign(travel, path)


def here_goes_on(path: Path, _travel: Path) -> None:
    play_on(path, 4, seed=5)


def there_goes_on(path: Path, travel: Path) -> None:
    there = path.with_name("there.ktable")
    unpack_campaign(travel, there)
    play_on(there, 3, seed=6)
    write_travel_file(there, travel, replace=True)


def both_go_on(path: Path, travel: Path) -> None:
    here_goes_on(path, travel)
    there_goes_on(path, travel)


def nothing_happens(_path: Path, _travel: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("happens", "relation", "of_travel", "of_here"),
    [
        (nothing_happens, StoryRelation.SAME, 0, 0),
        (here_goes_on, StoryRelation.BEHIND, 0, 4),
        (there_goes_on, StoryRelation.AHEAD, 3, 0),
        (both_go_on, StoryRelation.DIVERGED, 3, 4),
    ],
)
def test_two_copies_are_told_apart(
    path: Path,
    travel: Path,
    happens: Callable[[Path, Path], None],
    relation: StoryRelation,
    of_travel: int,
    of_here: int,
) -> None:
    happens(path, travel)
    found = compared(travel, path)
    assert found.relation is relation
    assert found.common == 28
    for moves, count, story in ((found.of_one, of_travel, found.one), (found.of_other, of_here, found.other)):
        assert (moves.count, len(moves.titles), story.moves) == (count, count, 28 + count)
        assert (moves.first, moves.last) == (29, 28 + count)


def test_the_titles_are_those_of_the_moves(path: Path, travel: Path) -> None:
    here_goes_on(path, travel)
    found = compared(travel, path)
    opened = opening(path)
    with closing(opened.store):
        assert found.of_other.titles == tuple(entry.title for entry in opened.history.entries[28:32])


def test_campaigns_of_one_name_are_different_campaigns(path: Path, travel: Path, tmp_path: Path) -> None:
    other = create_campaign(
        tmp_path / "two" / "Rivertown.ktable", "Rivertown", kit.new_table(), kit.GAME, backups=tmp_path / "backups"
    )
    other.store.close()
    assert compared(travel, other.path).relation is StoryRelation.UNRELATED
    assert copies_of(read_story(path).uid, [other.path]) == ()
    assert nearest_copy(read_story(path), [read_story(other.path)]) is None


def test_a_campaign_that_began_anew_is_a_diverged_copy(path: Path, travel: Path) -> None:
    create_campaign(
        path, "Rivertown", kit.new_table(), kit.GAME, backups=path.parent / "backups", over=True
    ).store.close()
    play_on(path, 2, seed=9)
    found = compared(travel, path)
    assert found.relation in (StoryRelation.DIVERGED, StoryRelation.AHEAD)
    assert found.common <= 28


def test_of_several_copies_the_nearest_is_compared(path: Path, travel: Path) -> None:
    older, diverged = path.with_name("older.ktable"), path.with_name("diverged.ktable")
    unpack_campaign(travel, older)
    here_goes_on(path, travel)
    shutil.copyfile(path, diverged)
    play_on(path, 2, seed=1)
    play_on(diverged, 2, seed=2)
    write_travel_file(path, travel, replace=True)
    broken = path.with_name("broken.ktable")
    broken.write_bytes(path.read_bytes()[:3000])
    with travelling_campaign(travel) as copy:
        story = read_story(copy)
        copies = copies_of(story.uid, [older, diverged, path, broken, path.with_name("gone.ktable")])
        nearest = nearest_copy(story, copies)
    assert {each.path for each in copies} == {older, diverged, path}
    assert nearest is not None
    assert nearest.other.path == path
    assert {each.path for each in copies_of(story.uid, [older, path], but=path)} == {older}


def test_an_older_copy_is_replaced_and_kept(path: Path, travel: Path) -> None:
    there_goes_on(path, travel)
    beside = path.with_name("Rivertown (here).ktable")
    folder = backup_folder(path, path.parent / "backups")
    before = opening(path)
    before.store.close()
    kept = put_in_place_of(travel, path, folder, beside=beside)
    assert compared(travel, path).relation is StoryRelation.SAME
    assert kept in {backup.path for backup in list_backups(folder)}
    assert not beside.exists(), "the travel file has all its moves"
    assert kept is not None
    opened = opening(kept)
    with closing(opened.store):
        assert kit.same_history(opened.history, before.history)


def test_a_copy_with_moves_of_its_own_is_kept_beside_as_well(path: Path, travel: Path) -> None:
    both_go_on(path, travel)
    beside = path.with_name("Rivertown (here).ktable")
    folder = backup_folder(path, path.parent / "backups")
    before = opening(path)
    before.store.close()
    kept = put_in_place_of(travel, path, folder, beside=beside)
    assert compared(travel, path).relation is StoryRelation.SAME
    for copy in (kept, beside):
        assert copy is not None
        opened = opening(copy)
        with closing(opened.store):
            assert kit.same_history(opened.history, before.history)
    assert read_story(beside).name == "Rivertown (here)", "two campaigns of one name could not be told apart"


def test_an_open_copy_is_not_replaced(path: Path, travel: Path) -> None:
    both_go_on(path, travel)
    opened = opening(path)
    before = sorted(path.parent.glob("*.ktable"))
    with closing(opened.store):
        with pytest.raises(campaign_errors.OpenElsewhere):
            put_in_place_of(travel, path, opened.backups, beside=path.with_name("Rivertown (here).ktable"))
        kit.play(opened, 1)
        assert sorted(path.parent.glob("*.ktable")) == before


def test_a_campaign_that_is_too_large_is_not_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = path.with_name("large.ktravel")
    before = sorted(path.parent.iterdir())
    monkeypatch.setattr(travel_file, "MOST_BYTES", travel_file._ROOM + 1000)
    with pytest.raises(campaign_errors.TooLarge, match="itself to the other computer"):
        write_travel_file(path, target)
    assert sorted(path.parent.iterdir()) == before


@pytest.mark.parametrize("name", ["campaign", "journal", "checkpoint"])
def test_a_file_with_a_view_that_never_ends_is_left_out(path: Path, name: str) -> None:
    evil = path.with_name("evil.ktable")
    shutil.copyfile(path, evil)
    uid = read_story(path).uid
    with closing(sqlite3.connect(evil)) as raw:
        raw.execute(f"DROP TABLE {name}")
        endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 3000000) SELECT count(*) FROM n"
        columns = ", ".join(
            f"({endless}) AS {column}"
            for column in ("uid", "name", "ruleset", "changed", "position", "revision", "digest", "title")
        )
        raw.execute(f"CREATE VIEW {name} AS SELECT {columns}")
        raw.commit()
    begun = time.thread_time()
    assert copies_of(uid, [evil]) == ()
    assert time.thread_time() - begun < 0.3


def test_a_copy_has_another_name(path: Path, travel: Path) -> None:
    there = path.with_name("Rivertown 2.ktable")
    unpack_campaign(travel, there, name="Rivertown 2")
    story = read_story(there)
    assert (story.name, story.uid) == ("Rivertown 2", read_story(path).uid)


def rewritten(travel: Path, **members: bytes | None) -> None:
    """Write a travel file again with other members; `None` leaves one out."""
    with zipfile.ZipFile(travel) as old:
        content = {info.filename: old.read(info) for info in old.infolist()}
    names = {"manifest": "manifest.json", "form": "travel.json", "campaign": "campaign.ktable"}
    for name, data in members.items():
        if data is None:
            del content[names[name]]
        else:
            content[names.get(name, name)] = data
    with zipfile.ZipFile(travel, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in content.items():
            new.writestr(name, data)


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"campaign": None}, "a file is missing"),
        ({"manifest": None}, "the list of contents is missing"),
        ({"manifest": b'{"format": "kitchen-table-campaign", "version": 1}'}, "not a campaign for another computer"),
        ({"manifest": b'{"format": "kitchen-table-travel", "version": 9}'}, "version 9"),
        ({"../../evil.ktable": b"x"}, "does not belong"),
        ({"campaign": b"no database"}, "is not a Kitchen Table campaign"),
        ({"campaign": b"SQLite format 3\0"}, "is missing"),
        ({"form": b"[" * 100_000}, "travel.json"),
        ({"form": b'{"written": "", "install": "me"}'}, "travel.json"),
        ({"form": b'{"written": "", "games": [' + b'{"id":"a","name":"a","version":"1"},' * 60 + b"]}"}, "travel.json"),
    ],
)
def test_a_file_of_a_stranger_does_no_harm(travel: Path, members: dict[str, bytes | None], sentence: str) -> None:
    rewritten(travel, **members)
    before = sorted(travel.parent.rglob("*"))

    def read() -> None:
        read_travel_form(travel)
        unpack_campaign(travel, travel.with_name("new.ktable"))

    with pytest.raises(campaign_errors.CampaignError) as caught:
        read()
    assert sentence in str(caught.value)
    assert "Rivertown.ktravel" in str(caught.value)
    assert sorted(travel.parent.rglob("*")) == before


def test_a_zip_bomb_is_stopped(travel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_archive, "MOST_BYTES", 1 << 21)
    rewritten(travel, campaign=bytes(1 << 24))
    assert travel.stat().st_size < 1 << 20
    with pytest.raises(campaign_errors.NotImportable, match="larger than"):
        unpack_campaign(travel, travel.with_name("new.ktable"))
    assert not travel.with_name("new.ktable").exists()


def test_five_thousand_moves_are_compared_fast(tmp_path: Path) -> None:
    table, entries = kit.some_history(50)
    opened = create_campaign(
        tmp_path / "long.ktable", "Long", table, kit.GAME, entries=entries, backups=tmp_path / "backups"
    )
    opened.store.close()
    with closing(opening(opened.path).store) as store:
        raw = store._raw
        raw.execute("BEGIN")
        for number in range(51, 5001):
            raw.execute(
                "INSERT INTO journal SELECT ?, seat, command, events, title, learned, ?, made"
                " FROM journal WHERE position = 9",
                (number, number),
            )
        raw.execute("UPDATE campaign SET entries = 5000, position = 5000")
        raw.execute("COMMIT")
    start = time.thread_time()
    story = read_story(opened.path)
    assert compare_stories(story, story).relation is StoryRelation.SAME
    assert time.thread_time() - start < 0.5
    assert story.moves == 5000


def test_a_kill_leaves_the_old_or_the_new_state(path: Path, travel: Path) -> None:
    there_goes_on(path, travel)
    folder = path.parent / "killed"
    folder.mkdir()
    here, taken = folder / "Rivertown.ktable", folder / "Rivertown.ktravel"
    shutil.copyfile(path, here)
    shutil.copyfile(travel, taken)
    whole = 0.0
    outcomes = set()
    command = [sys.executable, "-m", "tests.vtt.travel_victim", str(here), str(taken), str(path), str(travel)]
    victim = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, cwd=ROOT)
    assert victim.stdin is not None
    assert victim.stdout is not None
    for turn in range(12):
        victim.stdin.write("again\n")
        child = int(victim.stdout.readline())
        begun = time.monotonic()
        if turn:
            time.sleep(CHOICE.uniform(0.0, whole))
            os.kill(child, signal.SIGKILL)
        victim.stdin.write("wait\n")
        assert victim.stdout.readline() == "over\n"
        if not turn:
            whole = time.monotonic() - begun
        opened = opening(here)
        with closing(opened.store):
            moves = opened.history.cursor
            assert moves in (28, 31), "the one story or the other"
            assert opened.store.picture("face") is not None
        assert read_travel_form(taken).entries in (0, 7)
        with travelling_campaign(taken) as copy:
            outcomes.add((moves, read_story(copy).moves))
        shutil.copyfile(path, here)
        shutil.copyfile(travel, taken)
    victim.communicate()
    assert (31, 28) in outcomes, "once it was not killed"


def test_a_second_list_of_files_is_refused_before_it_is_read(travel: Path) -> None:
    data = travel.read_bytes()
    travel.write_bytes(data[:-22] + b"PK\x06\x07" + bytes(16) + data[-22:])
    with pytest.raises(campaign_errors.NotImportable):
        read_travel_form(travel)
    data = data[:-22] + b"PK\x05\x06" + bytes(4) + b"\1\0PK\x05\x06" + data[-8:]  # its own mark inside itself
    travel.write_bytes(data)
    with pytest.raises(campaign_errors.NotImportable):
        read_travel_form(travel)
