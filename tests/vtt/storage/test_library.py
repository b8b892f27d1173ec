"""The library file: everything stored is there after any end, searches are quick, and each fault has its sentence."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from engine.model.frozen import replace
from tests.vtt.library_kit import item, many, seconds_of
from vtt.campaign.library_protocol import CHARACTER, LibraryDetail, LibraryItem, LibraryQuery
from vtt.storage import campaign_errors, file_header, file_migrations
from vtt.storage.backups import back_up, list_backups, restore
from vtt.storage.campaign_opening import backup_folder, open_campaign
from vtt.storage.file_header import LIBRARY_FILE
from vtt.storage.library import library_opening
from vtt.storage.library.library_opening import OpenedLibrary, create_library, open_library
from vtt.storage.library.library_store import content_row, entry_row

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "tests" / "samples" / "library"
CHOICE = random.Random()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "My library.ktlibrary"


def opening(path: Path) -> OpenedLibrary:
    return open_library(path, backups=path.parent / "backups")


@pytest.fixture
def opened(path: Path) -> Iterator[OpenedLibrary]:
    with closing(create_library(path, backups=path.parent / "backups").store) as store:
        yield OpenedLibrary(store=store, backups=path.parent / "backups")


def names(opened: OpenedLibrary, words: str = "", **fields: object) -> list[str]:
    return [entry.name for entry in opened.store.search(LibraryQuery(words=words, **fields))]  # type: ignore[arg-type]


def test_what_is_stored_is_there_when_the_library_is_opened_again(opened: OpenedLibrary, path: Path) -> None:
    wolf = item("Grey wolf", 1, tags=("forest", "beast"), folder="Marsh", favourite=True)
    opened.store.store([wolf, item("Bandit", 2)])
    opened.store.store_entries([replace(opened.store.entries[item("Bandit", 2).entry.id], tags=("road",))])
    opened.store.close()
    with closing(opening(path).store) as store:
        assert {entry.name for entry in store.entries.values()} == {"Grey wolf", "Bandit"}
        assert store.entries[wolf.entry.id].tags == ("forest", "beast")
        assert store.entries[item("", 2).entry.id].tags == ("road",)
        assert store.content(wolf.entry.id) == wolf.content
        store.remove([wolf.entry.id])
    with closing(opening(path).store) as store:
        assert [entry.name for entry in store.entries.values()] == ["Bandit"]
    assert not list(path.parent.glob("*-wal"))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("wolf", ["Grey wolf", "Wölfin"]),
        ("WOL", ["Grey wolf", "Wölfin"]),
        ("grey wol", ["Grey wolf"]),
        ("wolfin", ["Wölfin"]),
        ("forest", ["Grey wolf"]),
        ('"wolf', ["Grey wolf", "Wölfin"]),
        ("wolf*", ["Grey wolf", "Wölfin"]),
        ("wolf AND bear", []),
        ("NEAR(wolf, 2)", []),
        ("name:wolf", []),
        ("-wolf", ["Grey wolf", "Wölfin"]),
        ("'; DROP TABLE found; --", []),
        ("(wolf) ^ + {}", ["Grey wolf", "Wölfin"]),
        ("*", ["Wand *"]),
        ('"', ['The "Duke"']),
        ("\0", []),
        ("\ud800", []),
        ("   ", ["Grey wolf", 'The "Duke"', "Wand *", "Wölfin"]),
    ],
)
def test_a_search_takes_any_sign(opened: OpenedLibrary, words: str, expected: list[str]) -> None:
    opened.store.store(
        [item("Grey wolf", 1, tags=("forest",)), item("Wölfin", 2), item('The "Duke"', 3), item("Wand *", 4)]
    )
    assert sorted(names(opened, words)) == sorted(expected)


def test_filters_leave_out_what_is_of_another_kind(opened: OpenedLibrary) -> None:
    opened.store.store(
        [
            item("Wolf", 1, tags=("beast",), folder="Marsh", favourite=True),
            item("Pit", 2, kind="traps", kind_name="trap", tags=("dungeon",)),
            item("Ann", 3, game="imaginality"),
            item("Bob", 4, game="imaginality", kind="characters", kind_name="character"),
            item("Cid", 5, game="imaginality", kind=CHARACTER, kind_name="character"),
        ]
    )
    opened.store.remove([item("", 3).entry.id])
    listed = {game: opened.store.filter_values("kind", game) for game in ("classic_fantasy", "imaginality")}
    assert {(game, each.name, each.count) for game, values in listed.items() for each in values} == {
        ("classic_fantasy", "foe", 1),
        ("classic_fantasy", "trap", 1),
        ("imaginality", "character", 2),
    }, "a name is there once, and only for the game that has it"
    for game, values in listed.items():
        assert all(len(names(opened, game=game, kind=each.value)) == each.count for each in values)
    opened.store.remove([item("", number).entry.id for number in (4, 5)])
    opened.store.store([item("Ann", 3, game="imaginality")])
    assert names(opened, kind="traps") == ["Pit"]
    assert names(opened, game="imaginality") == ["Ann"]
    assert names(opened, tag="beast") == names(opened, folder="Marsh") == names(opened, favourites=True) == ["Wolf"]
    assert sorted(names(opened, "it is called", game="classic_fantasy")) == ["Pit", "Wolf"]


def test_the_values_of_the_filters_are_those_of_the_entries(opened: OpenedLibrary, path: Path) -> None:
    def counted(field: str) -> dict[str, int]:
        return {each.name: each.count for each in opened.store.filter_values(field)}

    opened.store.store([item("Wolf", 1, tags=("beast", "marsh")), item("Bear", 2, tags=("beast",), folder="Wood")])
    assert counted("tag") == {"beast": 2, "marsh": 1}
    assert counted("kind") == {"foe": 2}
    opened.store.store([item("Wolf", 1, tags=("beast",), kind_name="creature")])
    assert counted("tag") == {"beast": 2}, "replaced"
    assert counted("kind") == {"creature": 2}, "one kind, by its latest name"
    opened.store.store_entries([replace(opened.store.entries[f"{1:032x}"], folder="Den")])
    assert counted("folder") == {"Den": 1, "Wood": 1}
    opened.store.remove([f"{2:032x}"])
    assert (counted("tag"), counted("folder"), counted("game")) == ({"beast": 1}, {"Den": 1}, {"Classic d100": 1})
    opened.store.close()
    with closing(opening(path).store) as store:
        assert [each.value for each in store.filter_values("tag")] == ["beast"]


def test_an_entry_of_the_same_id_is_replaced_in_the_search_too(opened: OpenedLibrary) -> None:
    opened.store.store([item("Wolf", 1)])
    opened.store.store([item("Bear", 1)])
    assert names(opened, "wolf") == []
    assert names(opened, "bear") == names(opened) == ["Bear"]


def test_ten_thousand_entries_are_searched_in_less_than_fifty_milliseconds(opened: OpenedLibrary) -> None:
    entries = many(10_000)
    opened.store.store(entries)
    for words in ("", "a", "ab", "abc", entries[5].entry.name, "e a", entries[9].content.details[0].value):
        assert seconds_of(partial(opened.store.search, LibraryQuery(words=words))) < 0.05, words


def test_one_entry_of_ten_thousand_is_stored_at_once(opened: OpenedLibrary, path: Path) -> None:
    opened.store.store(many(10_000))
    times = []
    for number in range(9):
        start = time.perf_counter()  # the disk is waited for as well
        opened.store.store([item("One more", 20_000 + number)])
        times.append(time.perf_counter() - start)
    assert min(times) < 0.05


def test_nothing_said_to_be_stored_is_lost_by_a_kill(opened: OpenedLibrary, path: Path) -> None:
    opened.store.close()
    for _ in range(3):
        command = [sys.executable, "-m", "tests.vtt.library_kit", str(path), str(path.parent / "backups")]
        victim = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert victim.stdout is not None
        victim.stdout.readline()
        time.sleep(CHOICE.uniform(0.02, 0.3))
        os.kill(victim.pid, signal.SIGKILL)
        said = victim.communicate()[0].split()
        again = opening(path)
        with closing(again.store) as store:
            count = len(store.entries)
            assert count % 3 == 0
            assert count >= int(said[-1] if said else 3)
            assert not again.why_view_only
            for entry in store.entries.values():
                assert json.loads(store.content(entry.id).content)["name"] == entry.name
            assert all(len(each.pictures) == 2 for each in store.items([*store.entries]))


def test_a_backup_brings_a_damaged_library_back(opened: OpenedLibrary, path: Path) -> None:
    opened.store.store([item("Wolf", 1)])
    folder = backup_folder(path, path.parent / "backups")
    backup = back_up(path, folder)
    opened.store.close()
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(campaign_errors.Truncated, match=r"backup from .* can be restored") as caught:
        opening(path)
    assert caught.value.backup == backup.path
    restore(backup.path, path)
    with closing(opening(path).store) as store:
        assert [entry.name for entry in store.entries.values()] == ["Wolf"]
    assert list(path.parent.glob("*set aside*")), "the damaged file is kept"
    assert len(list_backups(folder)) == 1


def edit(path: Path, sql: str) -> bytes:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(sql)
        connection.commit()
    return path.read_bytes()


@pytest.mark.parametrize(
    ("sql", "kind", "sentence"),
    [
        ("UPDATE entry SET name = 'Bear'", campaign_errors.Damaged, "damaged .one of its entries."),
        ("DELETE FROM library", campaign_errors.Damaged, "the row of the library"),
        ("CREATE VIRTUAL TABLE x USING fts5(y)", campaign_errors.Damaged, "an unknown table"),
        ("PRAGMA user_version = 9", campaign_errors.Newer, "version 9; this program reads up to 2"),
        ("PRAGMA application_id = 5", campaign_errors.NotOurs, "is not a Kitchen Table library"),
    ],
)
def test_a_faulty_library_is_left_as_it_is(
    opened: OpenedLibrary, path: Path, sql: str, kind: type[campaign_errors.CampaignError], sentence: str
) -> None:
    opened.store.store([item("Wolf", 1)])
    opened.store.close()
    content = edit(path, sql)
    with pytest.raises(kind, match=sentence):
        opening(path)
    assert path.read_bytes() == content


def test_damaged_content_is_found_when_it_is_read(opened: OpenedLibrary, path: Path) -> None:
    opened.store.store([item("Wolf", 1), item("Bear", 2)])
    opened.store.close()
    edit(path, "UPDATE entry_content SET content = '{}' WHERE id LIKE '%1'")
    with closing(opening(path).store) as store:
        with pytest.raises(campaign_errors.Damaged, match="one of its entries"):
            store.content(item("", 1).entry.id)
        assert store.content(item("", 2).entry.id) == item("Bear", 2).content
    with pytest.raises(campaign_errors.Damaged):
        back_up(path, path.parent / "backups")


def test_a_campaign_is_no_library_and_a_library_no_campaign(opened: OpenedLibrary, path: Path) -> None:
    opened.store.close()
    with pytest.raises(campaign_errors.NotOurs):
        open_campaign(path, backups=path.parent / "backups")
    campaign = path.with_name("campaign.ktable")
    content = gzip.decompress((ROOT / "tests/samples/imaginality/campaign.ktable.gz").read_bytes())
    campaign.write_bytes(content)
    with pytest.raises(campaign_errors.NotOurs):
        opening(campaign)
    assert campaign.read_bytes() == content


def test_a_read_only_library_can_be_read(opened: OpenedLibrary, path: Path) -> None:
    opened.store.store([item("Wolf", 1)])
    opened.store.close()
    path.chmod(stat.S_IRUSR)
    again = opening(path)
    with closing(again.store) as store:
        assert "is read-only" in again.why_view_only
        assert names(again) == ["Wolf"]
        assert store.content(item("", 1).entry.id).content == '{"name": "Wolf"}'
        with pytest.raises(campaign_errors.ViewOnly):
            store.store([item("Bear", 2)])
        assert names(again) == ["Wolf"]


def test_a_library_that_another_window_has_open_can_be_read(opened: OpenedLibrary, path: Path) -> None:
    opened.store.store([item("Wolf", 1)])
    code = (
        "import sys; from pathlib import Path; from vtt.storage.library.library_opening import open_library;"
        "o = open_library(Path(sys.argv[1]), backups=Path(sys.argv[1]).parent / 'backups');"
        "print(o.why_view_only); print([e.name for e in o.store.entries.values()])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, cwd=ROOT, check=True)
    said, entries = done.stdout.splitlines()
    assert "open on" in said
    assert entries == "['Wolf']"
    opened.store.store([item("Bear", 2)])


def test_a_full_disk_stores_nothing(opened: OpenedLibrary) -> None:
    opened.store.store([item("Wolf", 1)])
    opened.store._raw.execute("PRAGMA max_page_count = 1")
    large = item("Bear", 2)
    large = LibraryItem(entry=large.entry, content=replace(large.content, content="x" * 500_000))
    with pytest.raises(campaign_errors.DiskFull, match=r"is full\. All earlier changes are saved in the file\. Free"):
        opened.store.store([large])
    assert names(opened) == ["Wolf"]
    assert names(opened, "bear") == []


def test_entries_of_any_text_are_stored_within_limits(opened: OpenedLibrary) -> None:
    opened.store.store([item("Wolf\n\u202e\0x" + "y" * 500, 1, tags=("a" * 500, "", "\n"), folder="f" * 500)])
    (entry,) = opened.store.entries.values()
    assert entry.name.startswith("Wolf xy")
    assert (len(entry.name), len(entry.folder), [len(tag) for tag in entry.tags]) == (200, 60, [40])


def test_the_texts_of_a_strangers_library_are_within_limits(opened: OpenedLibrary, path: Path) -> None:
    opened.store.store([item("Wolf", 1)])
    opened.store.close()
    hostile = item("Wolf\n\u202e" + "y" * 500, 1, tags=("a" * 500,))
    detail = LibraryDetail(label="l" * 500, value="v" * 5000)
    for table, row in (
        ("entry", entry_row(hostile.entry)),
        ("entry_content", content_row(hostile.entry.id, replace(hostile.content, details=(detail,)))),
    ):
        columns = ", ".join(f"{name} = :{name}" for name in row)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"UPDATE {table} SET {columns}", row)
            connection.commit()
    with closing(opening(path).store) as store:
        (entry,) = store.entries.values()
        (shown,) = store.content(entry.id).details
        assert entry.name.startswith("Wolf y")
        assert (len(entry.name), [len(tag) for tag in entry.tags]) == (200, [40])
        assert (len(shown.label), len(shown.value)) == (200, 4000)


def test_an_older_library_is_migrated_after_a_copy(
    opened: OpenedLibrary, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened.store.store([item("Wolf", 1)])
    opened.store.close()
    newer = file_header.FileKind(LIBRARY_FILE.application_id, 3, "library")
    for module in (file_header, file_migrations, library_opening):
        monkeypatch.setattr(module, "LIBRARY_FILE", newer)
    monkeypatch.setattr("vtt.storage.integrity_checks.LIBRARY_FILE", newer)
    for name in ("file_migrations", "database_copies", "integrity_checks", "campaign_database"):
        monkeypatch.setattr(f"vtt.storage.{name}.EVERY_KIND", (file_header.CAMPAIGN_FILE, newer))
    monkeypatch.setitem(file_migrations.LIBRARY_STEPS, 2, lambda raw: raw.execute("UPDATE library SET changed = 'now'"))
    with closing(opening(path).store):
        pass
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (3,)
        assert raw.execute("SELECT changed FROM library").fetchone() == ("now",)
    (kept,) = path.parent.rglob("*_before-version-3.ktlibrary")
    with closing(sqlite3.connect(kept)) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (2,)


def test_the_kept_library_of_version_1_opens_as_it_was(path: Path) -> None:
    path.write_bytes(gzip.decompress((SAMPLE / "library_version_1.ktlibrary.gz").read_bytes()))
    expected = json.loads((SAMPLE / "entries.json").read_bytes())
    with closing(opening(path).store) as store:
        found = {
            entry.name: {
                "tags": list(entry.tags),
                "folder": entry.folder,
                "favourite": entry.favourite,
                "kind": entry.kind,
                "game": entry.game,
                "content": store.content(entry.id).content,
            }
            for entry in store.entries.values()
        }
    assert found == expected


def test_the_kept_library_of_version_2_opens_with_its_picture(path: Path) -> None:
    path.write_bytes(gzip.decompress((SAMPLE / "library_version_2.ktlibrary.gz").read_bytes()))
    with closing(opening(path).store) as store:
        (entry,) = store.entries.values()
        (kept,) = store.items([entry.id])
    (picture,) = kept.pictures
    assert (entry.name, picture.name, picture.media_type) == ("Old map", "Map", "image/png")
    assert picture.is_intact()
    assert json.loads(kept.content.content)["name"] == "Old map"
