"""Opening a campaign: whatever is wrong with a file gets one sentence, and not a byte of it is touched."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from engine.core.events import Noted
from engine.core.history import SideNote
from engine.messages.message import Message
from tests.vtt import save_kit as kit
from vtt.campaign.campaign_records import StoredEncounter, StoredSheet
from vtt.storage import backups as ring
from vtt.storage import campaign_errors, campaign_export, database_copies
from vtt.storage.backups import Backup, BackupKeeper, back_up, good_backups, list_backups, restore, surplus_backups
from vtt.storage.campaign_database import ruleset_in, state_in
from vtt.storage.campaign_export import export_campaign
from vtt.storage.campaign_import import preview_import
from vtt.storage.campaign_lock import lock_path
from vtt.storage.campaign_opening import OpenedCampaign, backup_folder, create_campaign, open_campaign
from vtt.storage.database_copies import save_copy
from vtt.storage.file_header import VERSION
from vtt.storage.full_check import check_campaign
from vtt.storage.travel import travel_file
from vtt.storage.travel.story_comparison import read_story
from vtt.storage.travel.travel_file import write_travel_file
from vtt.system.atomic_files import companions

VERSION_1 = Path(__file__).parents[1] / "data" / "campaign_version_1.sql"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign at rest, with a history that fills some pages."""
    start, entries = kit.some_history(400)
    path = tmp_path / "Rivertown.ktable"
    create_campaign(path, "Rivertown", start, kit.GAME, entries=entries, backups=tmp_path / "backups").store.close()
    return path


def reopen(path: Path, *, view_only: bool = False) -> OpenedCampaign:
    return open_campaign(path, games=kit.games, backups=path.parent / "backups", view_only=view_only)


def refused(path: Path, kind: type[campaign_errors.CampaignError]) -> campaign_errors.CampaignError:
    """Open a file in every way. Each is refused, the bytes stay, no file is beside it. Return the error."""
    before = path.read_bytes() if path.is_file() else None
    beside = sorted(path.parent.iterdir())
    with pytest.raises(kind) as caught:
        reopen(path)
    if kind is not campaign_errors.ReadOnly:
        with pytest.raises(kind):
            reopen(path, view_only=True)
    assert (path.read_bytes() if path.is_file() else None) == before
    assert sorted(path.parent.iterdir()) == beside
    assert "\n" not in str(caught.value)
    assert "{" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("size", [0, 50, 99, 100, 4096, 5000, 40_000, -1])
def test_a_truncated_file(path: Path, size: int) -> None:
    backup = back_up(path, backup_folder(path, path.parent / "backups"))
    os.truncate(path, path.stat().st_size + size if size < 0 else size)
    error = refused(path, campaign_errors.Truncated)
    assert "The end of “Rivertown.ktable” is missing" in str(error)
    assert error.backup == backup.path
    assert "can be restored" in str(error)


def test_any_page_overwritten_or_any_byte_of_a_gesture_is_noticed(path: Path) -> None:
    whole = path.read_bytes()
    pages = len(whole) // 4096
    choice = random.Random(3)
    for page in [1, 2, pages - 1, *choice.sample(range(1, pages), 12)]:
        for filling in (bytes(4096), choice.randbytes(4096), b"text " * 819 + b"."):
            path.write_bytes(whole[: page * 4096] + filling + whole[(page + 1) * 4096 :])
            try:
                with closing(reopen(path, view_only=True).store):
                    pass
            except campaign_errors.Damaged:
                continue
            # Then there was nothing on that page but what any index or free page may lose: all that was said is there.
            with closing(reopen(path, view_only=True).store):
                raise AssertionError(f"page {page} was overwritten and nobody noticed")
    for _ in range(60):  # a few bytes here and there: noticed, or nothing that matters; never a traceback
        data = bytearray(whole)
        for _ in range(choice.randint(1, 8)):
            data[choice.randrange(100, len(data))] = choice.randrange(256)
        path.write_bytes(data)
        with contextlib.suppress(campaign_errors.CampaignError):
            reopen(path, view_only=True).store.close()
    path.write_bytes(whole.replace(b"why not", b"why NOT", 1))
    assert "(move " in str(refused(path, campaign_errors.Damaged))


ODD: tuple[object, ...] = ("three", None, b"\0\1", 3.5, 1e300, -5, 2**62, "")


@pytest.mark.parametrize("table", ["campaign", "journal", "checkpoint", "aside", "setting", "sheet", "encounter"])
def test_a_file_with_any_row_opens_or_is_refused_in_a_sentence_and_stays_unchanged(table: str, tmp_path: Path) -> None:
    start, entries = kit.some_history(3)
    path = tmp_path / "Rivertown.ktable"
    with closing(create_campaign(path, "R", start, kit.GAME, entries=entries, backups=tmp_path / "b").store) as store:
        store.add_aside(SideNote(after=1, note=Noted(message=Message(key="log.looked"))))
        store.keep_setting("sound", 3)
        kit.add_old_records(store, StoredSheet(id="tom", name="Tom"))
        kit.add_old_records(store, StoredEncounter(id="bridge", name="The bridge"))
    whole = path.read_bytes()
    columns = [str(row[1]) for row in kit.rows(path, f"PRAGMA table_info({table})")]
    tried = 0
    for column in columns:
        for value in ODD:
            path.write_bytes(whole)
            with closing(sqlite3.connect(path, isolation_level=None)) as stranger:
                stranger.execute("PRAGMA ignore_check_constraints = ON")
                with contextlib.suppress(sqlite3.IntegrityError):
                    stranger.execute(f'UPDATE {table} SET "{column}" = ?', (value,))
                    tried += 1
            before = path.read_bytes()
            try:
                opened = reopen(path)
            except campaign_errors.CampaignError:
                assert path.read_bytes() == before, (column, value)
                assert [found.name for found in tmp_path.iterdir()] == [path.name], (column, value)
                continue
            with closing(opened.store), contextlib.suppress(campaign_errors.CampaignError):
                kit.go_to(opened, 0)
                opened.history.log("gm")
                opened.store.settings()
                kit.play(opened, 1)
    assert tried > 10


def test_a_path_that_leads_nowhere_gets_a_sentence(tmp_path: Path) -> None:
    loop = tmp_path / "loop.ktable"
    loop.symlink_to(loop)
    for odd in (loop, loop / "below.ktable", tmp_path / "with\0zero.ktable", tmp_path / ("long" * 100)):
        for view_only in (False, True):
            with pytest.raises(campaign_errors.CampaignError):
                open_campaign(odd, games=kit.games, backups=tmp_path / "b", view_only=view_only)
        for work in (
            lambda: create_campaign(odd, "R", kit.new_table(), kit.GAME, backups=tmp_path / "b"),  # noqa: B023
            lambda: check_campaign(odd, games=kit.games),  # noqa: B023
            lambda: save_copy(odd, tmp_path / "copy.ktable"),  # noqa: B023
            lambda: export_campaign(odd, tmp_path / "export.zip", games=kit.games),  # noqa: B023
            lambda: preview_import(odd, games=kit.games),  # noqa: B023
        ):
            with pytest.raises(campaign_errors.CampaignError):
                work()


def test_a_name_that_leaves_no_room_for_the_files_beside_it(path: Path) -> None:
    long = path.rename(path.with_name("n" * 243 + ".ktable"))
    with pytest.raises(campaign_errors.NameTooLong, match="Give it a shorter name"):
        reopen(long)


def test_a_file_of_another_program(path: Path, tmp_path: Path) -> None:
    note = tmp_path / "shopping.ktable"
    note.write_text("bread, milk " * 100)
    assert "is not a Kitchen Table campaign" in str(refused(note, campaign_errors.NotOurs))
    other = tmp_path / "other.ktable"
    with closing(sqlite3.connect(other)) as made:
        made.execute("CREATE TABLE campaign (id)")
    refused(other, campaign_errors.NotOurs)
    refused(tmp_path, campaign_errors.NotOurs)
    refused(tmp_path / "nowhere.ktable", campaign_errors.NotThere)
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    refused(path, campaign_errors.NotOurs)


STRANGE = {
    "trigger": "CREATE TRIGGER t AFTER INSERT ON journal BEGIN DELETE FROM journal; END",
    "view": "CREATE VIEW odd AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n",
    "index": "CREATE INDEX odd ON setting (hex(content))",
    "table": "ALTER TABLE campaign ADD COLUMN odd AS (hex(zeroblob(480000000)))",
    "checked table": "ALTER TABLE campaign ADD COLUMN odd CHECK (name NOT GLOB '*a*a*a*a*b')",
}
"""What a database may calculate by itself: reading it may never end, or make gigabytes of a file of a few letters."""


def test_a_database_with_our_mark_and_something_else_in_it(path: Path) -> None:
    for kind, statement in STRANGE.items():
        odd = path.with_name("odd.ktable")
        shutil.copyfile(path, odd)
        with closing(sqlite3.connect(odd)) as strange:
            strange.execute(statement)
        assert kind.split()[-1] in str(refused(odd, campaign_errors.Damaged)), kind
        with pytest.raises(campaign_errors.Damaged):
            read_story(odd)
        assert (ruleset_in(odd), state_in(odd)) == ("", ("", -1)), kind
    with closing(sqlite3.connect(path)) as strange:
        strange.execute("DROP TABLE aside")
    refused(path, campaign_errors.Damaged)


def test_a_file_of_an_older_version_that_would_calculate_is_not_read(tmp_path: Path) -> None:
    path = version_1(tmp_path / "mill.ktable")
    plain = path.read_bytes()
    with closing(sqlite3.connect(path)) as strange:
        strange.execute("ALTER TABLE campaign RENAME TO other")
        strange.execute("CREATE VIEW campaign AS SELECT * FROM other")
    refused(path, campaign_errors.Damaged)
    assert ruleset_in(path) == ""
    path.write_bytes(plain.replace(b"CREATE TABLE campaign", b"CREATE TABL\xe7 campaign"))  # no letter of UTF-8
    refused(path, campaign_errors.Damaged)


def test_a_file_of_a_newer_version(path: Path) -> None:
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    assert f"file version {VERSION + 1}" in str(refused(path, campaign_errors.Newer))


def test_a_game_that_this_program_does_not_have(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("UPDATE campaign SET ruleset = 'chess'")
    assert "chess" in str(refused(path, campaign_errors.UnknownGame))


def test_a_read_only_file_can_be_viewed_and_copied(path: Path, tmp_path: Path) -> None:
    path.chmod(0o444)
    assert "is read-only. Everything in the file is safe. Open the file read-only" in str(
        refused(path, campaign_errors.ReadOnly)
    )
    seen = reopen(path, view_only=True)
    with closing(seen.store):
        assert seen.view_only
        assert len(seen.history.entries) == 400
        with pytest.raises(campaign_errors.ViewOnly):
            kit.play(seen, 1)
        seen.save_copy(tmp_path / "elsewhere" / "mine.ktable")
    with closing(reopen(tmp_path / "elsewhere" / "mine.ktable").store) as mine:
        assert not mine.view_only


def test_a_file_with_interrupted_work_is_viewed_without_finishing_it(path: Path) -> None:
    """The files beside a campaign after a crash are part of it, and a view-only opening leaves them alone."""
    pid = _leave_open(path, "kit.play(opened, 7)")
    os.kill(pid, signal.SIGKILL)
    _HOLDERS[-1].wait()
    assert companions(path)
    before = [(p.name, p.read_bytes()) for p in (path, *companions(path))]
    with closing(reopen(path, view_only=True).store):
        pass
    assert [(p.name, p.read_bytes()) for p in (path, *companions(path))] == before
    opened = reopen(path)
    with closing(opened.store):
        assert len(opened.history.entries) == 407


def _leave_open(path: Path, then: str = "pass") -> int:
    """Have another program open a campaign and keep it; return its process."""
    script = (
        "import sys, time; from pathlib import Path; from tests.vtt import save_kit as kit\n"
        "from vtt.storage.campaign_opening import open_campaign\n"
        "opened = open_campaign(Path(sys.argv[1]), games=kit.games, backups=Path(sys.argv[2]))\n"
        f"{then}\nprint('open', flush=True)\ntime.sleep(60)"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", script, str(path), str(path.parent / "backups")], stdout=subprocess.PIPE, text=True
    )
    _HOLDERS.append(holder)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "open\n"
    return holder.pid


_HOLDERS: list[subprocess.Popen] = []


@pytest.fixture(autouse=True)
def no_holder_stays() -> Iterator[None]:
    yield
    while _HOLDERS:
        with _HOLDERS.pop() as holder:
            holder.kill()


def test_a_campaign_in_another_window_and_what_a_dead_window_leaves(path: Path) -> None:
    pid = _leave_open(path)
    error = refused(path, campaign_errors.OpenElsewhere)
    assert isinstance(error, campaign_errors.OpenElsewhere)
    assert error.holder is not None
    assert error.holder.pid == pid
    assert f"process {pid}" in str(error)
    assert error.holder.host in str(error)
    with pytest.raises(campaign_errors.OpenElsewhere):
        restore(path, path)
    os.kill(pid, signal.SIGKILL)
    _HOLDERS[-1].wait()
    assert lock_path(path).exists(), "the dead window's lock is still there, and holds nothing"
    opened = reopen(path)
    with closing(opened.store):
        refused(path, campaign_errors.OpenElsewhere)  # a second window of this very program
        kit.play(opened, 1)
    assert not lock_path(path).exists()


@pytest.mark.parametrize("since", ["yesterday", "0001-01-01T00:00:00+23:00"])
def test_a_lock_of_another_program_may_have_any_time(path: Path, since: str) -> None:
    holder = campaign_errors.LockHolder(user="Ann", host="desk", pid=7, since=since)
    assert since in str(campaign_errors.OpenElsewhere(path, holder))


def test_a_campaign_is_opened_in_a_worker_and_played_in_the_window(path: Path) -> None:
    found: list[OpenedCampaign] = []
    worker = threading.Thread(target=lambda: found.append(reopen(path)))
    worker.start()
    worker.join()
    with closing(found[0].store):
        kit.play(found[0], 3)


def test_nothing_is_ever_created_over_a_file(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(campaign_errors.AlreadyThere):
        create_campaign(path, "Other", kit.new_table(), kit.GAME)
    assert path.read_bytes() == before


# version 1


def version_1(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as made:
        made.executescript(VERSION_1.read_text(encoding="utf-8"))
    return path


def test_a_file_of_version_1_is_brought_to_the_present_and_a_copy_kept(tmp_path: Path) -> None:
    path = version_1(tmp_path / "mill.ktable")
    old = path.read_bytes()
    opened = reopen(path)
    with closing(opened.store):
        assert (opened.name, opened.created) == ("The old mill", "2026-03-01T20:00:00+01:00")
        assert (len(opened.history.entries), opened.history.cursor) == (7, 6)
        # Nobody wrote down then who learned something: everybody may have, wherever a card or a die was seen.
        learned = [entry.learned for entry in opened.history.entries]
        everybody = ("gm", "shared", "tom")
        assert learned == [(), everybody, (), everybody, (), everybody, ()]
        assert kit.extras_in(opened.store).sheets[0].picture == "face"
        kit.go_to(opened, 7)
        assert opened.history.table.chips["tom"] == {"blue": 1}
        assert opened.kept is not None
        assert [b.migrated for b in list_backups(opened.backups)] == [True]
        with closing(sqlite3.connect(opened.kept)) as kept, closing(sqlite3.connect(":memory:")) as expected:
            expected.executescript(VERSION_1.read_text(encoding="utf-8"))
            assert list(kept.iterdump()) == list(expected.iterdump())
    check_campaign(path, games=kit.games)
    fresh = tmp_path / "fresh.ktable"
    create_campaign(fresh, "Fresh", kit.new_table(), kit.GAME, backups=tmp_path).store.close()
    for table in ("campaign", "journal", "aside", "checkpoint", "sheet", "encounter", "picture", "setting"):
        columns = f"SELECT name, type, \"notnull\", pk FROM pragma_table_info('{table}')"
        assert kit.rows(path, columns) == kit.rows(fresh, columns), table
    assert path.read_bytes() != old


def half_written(path: Path) -> None:
    """Leave a file as a program that is killed in the middle of SQLite's commit does, or a pulled plug."""
    left = {name: path.with_name(f"left{name}") for name in ("", "-journal")}
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA cache_size = 2")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute(f"PRAGMA user_version = {VERSION}")
        writer.execute(
            "CREATE TABLE more AS WITH RECURSIVE n(x) AS (SELECT 1 UNION SELECT x + 1 FROM n WHERE x < 200) "
            "SELECT zeroblob(3000) FROM n"
        )
        for name, copy in left.items():
            shutil.copyfile(path.with_name(path.name + name), copy)
    for name, copy in left.items():
        copy.rename(path.with_name(path.name + name))
    with path.open("r+b") as file:
        file.seek(60)  # where the version is
        file.write(VERSION.to_bytes(4))


def test_a_file_that_was_half_written_is_as_it_was_before(path: Path, tmp_path: Path) -> None:
    old = version_1(tmp_path / "mill.ktable")
    for each in (path, old):
        kept = kit.rows(each, "SELECT count(*) FROM journal")
        half_written(each)
        with closing(reopen(each, view_only=True).store):
            assert each.with_name(f"{each.name}-journal").exists(), "looking leaves it alone"
        with closing(reopen(each).store):
            pass
        assert kit.rows(each, "SELECT count(*) FROM journal") == kept
        assert kit.rows(each, "SELECT count(*) FROM sqlite_master WHERE name = 'more'") == [(0,)]
        assert not each.with_name(f"{each.name}-journal").exists()


def test_a_file_of_version_1_stays_one_if_it_is_only_viewed(tmp_path: Path) -> None:
    path = version_1(tmp_path / "mill.ktable")
    path.chmod(0o444)
    before = path.read_bytes()
    with closing(reopen(path, view_only=True).store) as store:
        assert store.settings()
    assert path.read_bytes() == before


def test_a_migration_without_room_for_the_copy_does_not_begin(tmp_path: Path) -> None:
    path = version_1(tmp_path / "mill.ktable")
    before = path.read_bytes()
    blocked = tmp_path / "backups"
    blocked.write_text("a file where the folder should be")
    with pytest.raises(campaign_errors.CampaignError):
        reopen(path)
    assert path.read_bytes() == before


def test_a_migration_that_fails_half_way_has_not_happened(tmp_path: Path) -> None:
    path = version_1(tmp_path / "mill.ktable")
    with closing(sqlite3.connect(path, isolation_level=None)) as spoiled:
        spoiled.execute("UPDATE journal SET events = 'no JSON' WHERE position = 5")
    before = path.read_bytes()
    with pytest.raises(campaign_errors.Damaged):
        reopen(path)
    assert path.read_bytes() == before


# backups and copies


def test_an_error_names_the_file_that_people_know(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, away = version_1(path.with_name("mill.ktable")), path.with_name("Away.ktravel")

    def full(_part: Path, _path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(database_copies, "put_in_place", full)
    work: dict[str, Callable[[], object]] = {
        "Rivertown.ktable": lambda: back_up(path, path.parent / "backups"),
        "Away.ktravel": lambda: write_travel_file(path, away),
        "mill.ktable": lambda: reopen(old),
    }
    for name, do in work.items():
        with pytest.raises(campaign_errors.DiskFull, match=f"^The disk with “{name}” is full"):
            do()


def test_backups_are_bounded_in_number_and_size(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = datetime(2026, 11, 3, 23, 0).astimezone()
    made = [
        Backup(Path(f"{day}-{n}"), evening - timedelta(days=7 * day, minutes=5 * n), 1_000_000)
        for day in range(10)
        for n in range(40)
    ]
    gone = {b.path for b in surplus_backups(made)}
    kept = [str(b.path) for b in made if b.path not in gone]
    assert kept == ["0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6", "1-0", "2-0", "3-0", "4-0", "5-0"]
    assert len(kept) == ring.RECENT + ring.DAYS
    monkeypatch.setattr(ring, "MOST_BYTES", 3_500_000)
    gone = {b.path for b in surplus_backups(made)}
    assert [str(b.path) for b in made if b.path not in gone] == ["0-0", "0-1", "0-2"]
    monkeypatch.setattr(ring, "MOST_BYTES", 10)
    assert len(surplus_backups(made)) == len(made) - 1, "the newest always stays"


def test_the_ring_turns_on_disk_and_lists_the_newest_good_one_first(path: Path) -> None:
    folder = backup_folder(path, path.parent / "backups")
    for _ in range(9):
        back_up(path, folder)
    found = list_backups(folder)
    assert len(found) == ring.RECENT + 1
    found[0].path.write_bytes(found[0].path.read_bytes()[:9000])
    assert good_backups(folder) == found[1:]


def test_a_broken_file_never_pushes_out_a_good_backup(path: Path) -> None:
    folder = backup_folder(path, path.parent / "backups")
    back_up(path, folder)
    before = list_backups(folder)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"why not", b"why NOT", 1))
    with pytest.raises(campaign_errors.Damaged):
        back_up(path, folder)
    path.write_bytes(whole[:20_000])
    with pytest.raises(campaign_errors.CampaignError):
        back_up(path, folder)
    assert list_backups(folder) == before
    assert len(list(folder.iterdir())) == 1


def test_backups_go_on_while_the_campaign_is_played(path: Path) -> None:
    opened = reopen(path)
    problems: list[Exception] = []
    keeper = BackupKeeper(path, opened.backups, lambda: opened.store.revision, problems.append, every=0.01)
    opened.store.before_close(keeper.stop)
    keeper.start()
    with closing(opened.store):
        kit.play(opened, 300)
    assert not problems
    assert companions(path) == ()
    newest = list_backups(opened.backups)[0]
    with closing(reopen(newest.path, view_only=True).store) as store:
        count = store.revision
    assert 0 <= count <= 300
    back = reopen(path)
    with closing(back.store):
        assert kit.same_history(opened.history, back.history)


def test_a_copy_can_be_stopped_and_then_leaves_nothing(path: Path, tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []

    def stop(done: int, whole: int) -> bool:
        steps.append((done, whole))
        return False

    folder = tmp_path / "copies"
    with pytest.raises(campaign_errors.FileTaskCancelled):
        save_copy(path, folder / "copy.ktable", stop)
    assert steps
    assert list(folder.iterdir()) == []
    with pytest.raises(campaign_errors.AlreadyThere):
        save_copy(path, path)
    opened = reopen(path)
    with closing(opened.store):
        kit.play(opened, 2)
        opened.save_copy(folder / "copy.ktable")
    with closing(reopen(folder / "copy.ktable").store) as copy:
        assert copy.revision == 2
        with pytest.raises(campaign_errors.OpenElsewhere):
            save_copy(path, folder / "copy.ktable", replace=True)


@pytest.mark.parametrize("write", [save_copy, export_campaign, write_travel_file])
def test_a_disk_that_lets_nothing_be_removed_is_named_in_a_sentence(
    path: Path, tmp_path: Path, write: Callable[[Path, Path], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A read-only disk refuses to remove even a file that is not there; that must not hide why nothing was written."""
    missing = path / ".part"  # a campaign is no folder
    for module in (database_copies, campaign_export, travel_file):
        monkeypatch.setattr(module, "part_file_for", lambda _target: missing)

    def refuse(_path: Path, *, missing_ok: bool = False) -> None:
        raise OSError(errno.EROFS, f"Read-only file system, {missing_ok}")

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(campaign_errors.CampaignError):
        write(path, tmp_path / "copy")


def made_at(moment: datetime) -> type[datetime]:
    """Return a clock that always shows one moment."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return moment

    return Clock


def test_backups_are_ordered_by_their_states_whatever_the_clock_says(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = backup_folder(path, path.parent / "backups")
    noon = datetime(2026, 11, 3, 12, 0)
    made = []
    for hours in (0, -30, 2, -700, -701, -702, -703, -704, -705):  # set back and put forward, as clocks are
        with closing(reopen(path).store) as store:
            store.keep_setting("hours", hours)
        monkeypatch.setattr(ring, "datetime", made_at(noon + timedelta(hours=hours)))
        made.append(back_up(path, folder))
        assert list_backups(folder)[0] == made[-1], "the last one is the newest, and is never thrown away"
    assert list_backups(folder)[: ring.RECENT] == tuple(reversed(made))[: ring.RECENT]
    os.truncate(path, 9000)
    error = refused(path, campaign_errors.Truncated)
    assert error.backup == made[-1].path


def test_of_another_campaign_that_once_lay_there_no_backup_is_the_newest(path: Path) -> None:
    folder = backup_folder(path, path.parent / "backups")
    with closing(reopen(path).store) as store:
        for n in range(20):
            store.keep_setting("n", n)
    old = [back_up(path, folder) for _ in range(3)]
    path.unlink()
    create_campaign(path, "Another", kit.new_table(), kit.GAME, backups=path.parent / "backups").store.close()
    new = back_up(path, folder)
    assert list_backups(folder)[0] == new
    assert new.revision < old[0].revision


def test_temporary_files_of_killed_programs_are_removed(path: Path) -> None:
    folder = backup_folder(path, path.parent / "backups")
    back_up(path, folder)
    for place in (folder, path.parent):
        for name in (".0123456789ab.part", ".0123456789ab.part-journal", ".ba9876543210.part-wal"):
            (place / name).write_bytes(b"half")
            os.utime(place / name, (0, 0) if place == folder else (2**32, 2**32))
    for name in ("notes.part", ".0123456789ab.partial", ".0123456789abc.part"):
        (path.parent / name).write_bytes(b"somebody else's")
    fresh = path.parent / ".00000000000f.part"
    fresh.write_bytes(b"another window may be writing this")
    back_up(path, folder)
    save_copy(path, path.with_name("copy.ktable"))
    assert {found.suffix for found in folder.iterdir()} == {".ktable"}
    left = {found.name for found in path.parent.iterdir() if ".part" in found.name}
    assert left == {"notes.part", ".0123456789ab.partial", ".0123456789abc.part", fresh.name}


def test_a_restore_has_its_way_back(path: Path) -> None:
    folder = backup_folder(path, path.parent / "backups")
    early = back_up(path, folder)
    opened = reopen(path)
    with closing(opened.store):
        kit.play(opened, 30)
    before = restore(early.path, path)
    first = good_backups(folder)[0]
    assert (first.path, first.replaced) == (before, True)
    opened = reopen(path)
    with closing(opened.store):
        assert len(opened.history.entries) == 400
        back_up(path, folder)
        assert good_backups(folder)[0].path == before, "the state after it is no later one"
        kit.play(opened, 2)
        later = back_up(path, folder)
        assert [found.path for found in good_backups(folder)[:2]] == [later.path, before]
    assert before is not None
    restore(before, path)
    with closing(reopen(path).store):
        assert kit.rows(path, "SELECT entries FROM campaign") == [(430,)]
    for _ in range(2 * ring.RECENT):
        with closing(reopen(path).store) as store:
            store.keep_setting("on", "and on")
        back_up(path, folder)
    assert sum(found.replaced for found in list_backups(folder)) == 2, "the way back stays for a while"


def test_restoring_keeps_the_broken_file_aside(path: Path) -> None:
    backup = back_up(path, backup_folder(path, path.parent / "backups"))
    broken = path.read_bytes()[:30_000]
    path.write_bytes(broken)
    aside = restore(backup.path, path)
    assert aside is not None
    assert aside.read_bytes() == broken
    opened = reopen(path)
    with closing(opened.store):
        assert len(opened.history.entries) == 400
    shutil.copyfile(aside, backup.path)
    good = path.read_bytes()
    with pytest.raises(campaign_errors.CampaignError):
        restore(backup.path, path)
    assert path.read_bytes() == good


def test_a_full_check_finds_a_table_that_does_not_follow(path: Path) -> None:
    check_campaign(path, games=kit.games)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(
            "UPDATE checkpoint SET (content, digest) = (SELECT content, digest FROM checkpoint WHERE position = 50) "
            "WHERE position = 100"
        )
    with pytest.raises(campaign_errors.Damaged, match="the table after move 100"):
        check_campaign(path, games=kit.games)
