"""A campaign whose game is missing: it opens for viewing only, nothing is lost, and nobody sees more than before."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.preserving_codec import PreservingCodec
from engine.messages.refusal import Refused
from engine.model.seats import PRINT, SHARED
from engine.presentation.game import Game
from tests.vtt import save_kit as kit
from vtt.storage import campaign_errors
from vtt.storage.campaign_export import export_campaign
from vtt.storage.campaign_opening import OpenedCampaign, create_campaign, open_campaign, stand_ins
from vtt.storage.full_check import check_campaign

GESTURES = 300


def none_at_all(ruleset: str) -> Game:
    """Return the games of a program from which the tiny one was removed."""
    raise Refused("no_such_ruleset", ruleset=ruleset, known=[])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign of the tiny game in the middle of a bout, with redo waiting."""
    start, entries = kit.some_history(GESTURES)
    path = tmp_path / "R.ktable"
    create_campaign(path, "R", start, kit.GAME, entries=entries, backups=tmp_path / "b").store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("UPDATE campaign SET position = ?", (bout_at(path),))
    return path


def bout_at(path: Path) -> int:
    """Return a position at which a bout is in progress."""
    with closing(open_campaign(path, games=kit.games, backups=path.parent / "b", view_only=True).store) as store:
        assert store.view_only
    opened = open_campaign(path, games=kit.games, backups=path.parent / "b", view_only=True)
    opened.store.close()
    return next(at for at in range(GESTURES, 0, -1) if opened.history.table_at(at).procedures)


@pytest.fixture
def opened(path: Path, tmp_path: Path) -> Iterator[OpenedCampaign]:
    opened = open_campaign(path, view_only=True, backups=tmp_path / "b", games=stand_ins)
    with closing(opened.store):
        yield opened


def test_it_is_not_opened_for_play_and_the_error_says_which_game(path: Path, tmp_path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(campaign_errors.UnknownGame) as refused:
        open_campaign(path, backups=tmp_path / "b", games=none_at_all)
    assert refused.value.ruleset == "tiny"
    assert path.read_bytes() == before


def test_an_older_file_of_a_missing_game_is_not_migrated(path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA user_version = 1")
    before = path.read_bytes()
    with pytest.raises(campaign_errors.UnknownGame):
        open_campaign(path, backups=tmp_path / "b", games=none_at_all)
    assert path.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir() if p.is_file()) == ["R.ktable"]


def test_everything_is_read_and_would_be_written_byte_for_byte_equal(path: Path, tmp_path: Path) -> None:
    real, preserving = Codec(kit.GAME), PreservingCodec()
    with closing(sqlite3.connect(path)) as raw:
        tables = [text for (text,) in raw.execute("SELECT content FROM checkpoint")]
        rows = raw.execute("SELECT command, events, title, learned FROM journal").fetchall()
    entries = ['{{"command":{},"events":{},"title":{},"learned":{}}}'.format(*row) for row in rows]
    assert any('"procedures"' in text for text in (*tables, *(row[1] for row in rows)))
    for text in tables:
        assert preserving.encode(preserving.table(text)) == real.encode(real.table(text)) == text.encode()
    for text in entries:
        assert preserving.encode(preserving.entry(text)) == real.encode(real.entry(text))


def test_the_table_is_the_one_that_the_game_has(opened: OpenedCampaign, path: Path, tmp_path: Path) -> None:
    real = open_campaign(path, view_only=True, backups=tmp_path / "b", games=kit.games)
    with closing(real.store):
        assert opened.history.table.procedures
        for at in (0, 1, GESTURES // 2, opened.history.cursor, GESTURES):
            shown, true = opened.history.table_at(at), real.history.table_at(at)
            assert PreservingCodec().encode(shown) == PreservingCodec().encode(true)
        for viewer in (*real.history.table.seats, SHARED, PRINT):
            assert opened.history.log(viewer) == real.history.log(viewer)


def test_every_command_is_refused_and_nothing_is_written(opened: OpenedCampaign, path: Path) -> None:
    before = path.read_bytes()
    table, game = opened.history.table, opened.game
    for entry in kit.some_history(30)[1]:
        with pytest.raises(Refused, match="The game “Tiny” is missing"):
            game.apply(table, entry.command, SeededChance(1))
        refused = game.refusal(table, entry.command)
        assert refused is not None
        assert refused.message.key == "refused.game_missing"
    assert [offer for seat in table.seats for offer in game.offers(table, seat)] == []
    with pytest.raises(campaign_errors.ViewOnly):
        opened.store.move_cursor(0)
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir() if p.is_file()] == [path.name]


def test_nobody_sees_more_than_in_the_game_itself(opened: OpenedCampaign) -> None:
    """The strict reading: what is not open to everybody is open to nobody, lists are for the GM."""
    for at in range(0, GESTURES, 7):
        table = opened.history.table_at(at)
        shared = kit.GAME.view_for(table, SHARED)
        for viewer in (*table.seats, SHARED, PRINT):
            real, shown = kit.GAME.view_for(table, viewer), opened.game.view_for(table, viewer)
            assert shown.zones == shared.zones
            assert shown.actors.keys() <= real.actors.keys()
            assert all(shown.actors[name] == real.actors[name] for name in shown.actors)
            assert shown.lists == (real.lists if table.is_gm(viewer) else {})
            assert shown.under_way == ()


def test_it_is_exported_and_checked_without_the_game(path: Path, tmp_path: Path) -> None:
    with_game, without = tmp_path / "with.zip", tmp_path / "without.zip"
    export_campaign(path, with_game, games=kit.games)
    export_campaign(path, without, games=stand_ins)
    with ZipFile(with_game) as one, ZipFile(without) as other:
        assert one.namelist() == other.namelist()
        for name in one.namelist():
            if name == "campaign.json":  # it holds the time of the export
                first, second = (json.loads(archive.read(name)) for archive in (one, other))
                assert {**first, "exported": ""} == {**second, "exported": ""}
            else:
                assert one.read(name) == other.read(name), name
    assert check_campaign(path, games=stand_ins).gestures == GESTURES


def test_the_default_games_fall_back_to_the_stand_in(path: Path, tmp_path: Path) -> None:
    export_campaign(path, tmp_path / "plain.zip")  # the program has no game called tiny
    assert (tmp_path / "plain.zip").stat().st_size
    with pytest.raises(campaign_errors.UnknownGame):
        open_campaign(path, backups=tmp_path / "b")


def test_a_damaged_campaign_of_a_missing_game_is_still_damaged(path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("""UPDATE checkpoint SET content = replace(content, '"seats"', '"chairs"') WHERE position = 0""")
    with pytest.raises(campaign_errors.Damaged):
        open_campaign(path, view_only=True, backups=tmp_path / "b", games=stand_ins)
