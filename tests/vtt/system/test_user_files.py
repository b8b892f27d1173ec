"""Names for files, a person's choices, and small pictures: whole or not there, and never in the way of starting."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest

from engine.model.frozen import replace
from vtt.shell.user_settings import UserSettings
from vtt.storage.campaign_errors import (
    CampaignError,
    DiskFailed,
    DiskFull,
    FolderReadOnly,
    ReadOnly,
    campaign_error_for,
    campaign_error_for_database,
)
from vtt.system.user_folders import (
    NAME_BYTES,
    file_stem,
    folder_key,
    folders_under,
    free_path,
    save_thumbnail,
    thumbnail_path,
)
from vtt.system.user_settings_file import (
    RECENT,
    RecentCampaign,
    StoredSettings,
    WindowPlace,
    load_settings,
    remove_unused_thumbnails,
    save_settings,
    with_recent,
    without_recent,
)


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Rivertown", "Rivertown"),
        ("../../etc/passwd", "etc passwd"),
        ('a<b>c:d"e|f?g*h\\i', "a b c d e f g h i"),
        ("  ...  ", "campaign"),
        ("", "campaign"),
        ("con", "con campaign"),
        ("line\nbreak\x00\u202eevil", "line break evil"),
        ("Café 🂡", "Café 🂡"),
    ],
)
def test_a_campaigns_name_becomes_a_file_name(name: str, stem: str) -> None:
    assert file_stem(name) == stem


def test_long_names_become_short_ones_that_the_disk_takes(tmp_path: Path) -> None:
    for sign in ("x", "ü", "🂡", ". "):
        stem = file_stem(sign * 10_000)
        assert 0 < len(stem.encode()) <= NAME_BYTES
        first = free_path(tmp_path, sign * 10_000)
        first.touch()
        second = free_path(tmp_path, sign * 10_000)
        assert second != first
        assert not second.exists()
        assert len(folder_key(first)) < 80


def test_preferences_come_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "preferences.json"
    assert load_settings(path) == (StoredSettings(), None)
    kept = StoredSettings(
        recent=(RecentCampaign(path="/x/Rivertown.ktable", name="n" * 10_000, ruleset="imaginality"),),
        look="dark",
        scale=150,
        reduced_motion=True,
        windows={"main": WindowPlace(x=-5, width=1920, height=1080, maximized=True)},
        more={"table.four_colours": True},
    )
    save_settings(path, kept)
    assert load_settings(path) == (kept, None)
    assert [p.name for p in path.parent.iterdir()] == ["preferences.json"]


GOOD = StoredSettings(
    recent=(
        RecentCampaign(path="/x/Rivertown.ktable", name="Rivertown"),
        RecentCampaign(path="/x/Other.ktable", name="Other"),
    ),
    look="dark",
    scale=150,
    windows={"main": WindowPlace(width=1920, height=1080), "players": WindowPlace(x=3)},
    more={"table.four_colours": True},
)


@pytest.mark.parametrize(
    ("key", "value", "lost"),
    [
        ("scale", "big", "scale"),
        ("scale", 5, "scale"),
        ("look", 3, "look"),
        ("of_a_newer_program", {"x": 1}, ""),
        ("language", None, ""),
        ("recent", "none", "recent"),
        ("more", [], "more"),
        ("windows", {"main": {"width": 0}}, "windows"),
        ("windows", {"main": {"x": 2**40}}, "windows"),
    ],
)
def test_one_choice_that_cannot_be_read_costs_no_other(tmp_path: Path, key: str, value: object, lost: str) -> None:
    path = tmp_path / "preferences.json"
    save_settings(path, GOOD)
    written = {**json.loads(path.read_text()), key: value}
    path.write_text(json.dumps(written))
    found, aside = load_settings(path)
    assert found == (replace(GOOD, **{lost: getattr(StoredSettings(), lost)}) if lost else GOOD)
    assert aside is not None
    assert json.loads(aside.read_text()) == written


def test_one_recent_campaign_that_cannot_be_read_costs_no_other(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    save_settings(path, GOOD)
    written = json.loads(path.read_text())
    written["recent"].insert(1, {"name": "without a path"})
    written["recent"].insert(0, 7)
    written["recent"][1]["pinned"] = True
    written["windows"]["other"] = {"width": "wide"}
    path.write_text(json.dumps(written))
    assert load_settings(path)[0] == GOOD


@pytest.mark.parametrize("text", ["", "{", '{"scale": "big"}', '{"scale": 5}', '{"nonsense": 1}', "[" * 5000, "\x00"])
def test_broken_preferences_are_set_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "preferences.json"
    path.write_text(text)
    preferences, aside = load_settings(path)
    assert preferences == StoredSettings()
    assert aside is not None
    assert aside.read_text() == text
    assert not path.exists()


def test_recent_campaigns_are_ordered_unique_and_limited() -> None:
    preferences = StoredSettings()
    for n in range(RECENT + 5):
        preferences = with_recent(preferences, RecentCampaign(path=f"/{n}", name=str(n)))
    preferences = with_recent(preferences, RecentCampaign(path="/9", name="nine"))
    assert [r.path for r in preferences.recent[:3]] == ["/9", f"/{RECENT + 4}", f"/{RECENT + 3}"]
    assert len(preferences.recent) == len({r.path for r in preferences.recent}) == RECENT
    assert "/9" not in {r.path for r in without_recent(preferences, "/9").recent}


def test_small_pictures_are_kept_while_their_campaign_is_remembered(tmp_path: Path) -> None:
    places = folders_under(tmp_path)
    campaign = tmp_path / "Rivertown.ktable"
    with pytest.raises(ValueError, match="PNG"):
        save_thumbnail(places, campaign, b"<svg/>")
    assert save_thumbnail(places, campaign, b"\x89PNG\r\n\x1a\n...") == thumbnail_path(places, campaign)
    remove_unused_thumbnails(
        places, with_recent(StoredSettings(), RecentCampaign(path=str(campaign), name="Rivertown"))
    )
    assert thumbnail_path(places, campaign).exists()
    remove_unused_thumbnails(places, StoredSettings())
    assert not thumbnail_path(places, campaign).exists()
    (thumbnail_path(places, campaign) / "of another program").mkdir(parents=True)
    remove_unused_thumbnails(places, StoredSettings())  # what cannot be removed stays, and nobody is bothered


def test_a_path_that_is_no_utf_8_costs_no_later_choice(tmp_path: Path) -> None:
    settings = UserSettings(folders_under(tmp_path))
    settings.keep_recent(tmp_path / os.fsdecode(b"caf\xe9.ktable"), "Old disk", "imaginality")
    assert not settings.values.recent
    settings.keep_extra("table.four_colour", True)
    assert UserSettings(folders_under(tmp_path)).extra("table.four_colour") is True


def test_the_light_modules_do_not_bring_the_database_along() -> None:
    script = "import sys, vtt.system.user_settings_file, vtt.storage.file_header; sys.exit('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_every_kind_of_trouble_has_its_sentence() -> None:
    kinds = [kind for kind in CampaignError.__subclasses__() if kind.__init__ is CampaignError.__init__]
    assert DiskFull in kinds
    for kind in kinds:
        error = kind(Path("/tmp/" + "long " * 3000 + ".ktable"), size=1, place="page 3", found=9, known=2, reason="why")
        text = str(error)
        assert "save." not in text, "a sentence is missing"
        assert text.endswith(".")
        assert text.count(". ") == 2, "what is wrong. What is safe. What to do"
        assert len(text) < 500


def test_a_new_file_in_a_read_only_folder_is_told_from_a_read_only_file(tmp_path: Path) -> None:
    new, old = tmp_path / "new.ktable", tmp_path / "old.ktable"
    old.touch()
    read_only = OSError(errno.EROFS, "Read-only file system")
    assert isinstance(campaign_error_for(read_only, old), ReadOnly)
    assert isinstance(campaign_error_for(read_only, new), FolderReadOnly)
    with pytest.raises(sqlite3.Error) as caught, closing(sqlite3.connect(tmp_path)):
        pass
    assert isinstance(campaign_error_for_database(caught.value, new), DiskFailed)
    with patch("os.access", return_value=False):
        assert isinstance(campaign_error_for_database(caught.value, new), FolderReadOnly)
        assert isinstance(campaign_error_for_database(caught.value, old), DiskFailed)
