"""Files that people have open for ever: the kept samples of every game are opened, replayed, imported and printed."""

from __future__ import annotations

import gzip
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import kind_of
from engine.core.history import History
from engine.core.preserving_codec import PreservingCodec
from engine.model.seats import PRINT, SHARED
from engine.model.table import Table
from engine.rulesets.loader import ruleset_ids
from tests.vtt.save_kit import extras_in
from vtt.sheets.print.pdf_writer import write_pdf
from vtt.sheets.print.print_job import PrintJob, SheetPart
from vtt.sheets.print_room.printable_items import items_of_view
from vtt.storage.campaign_import import import_campaign, preview_import
from vtt.storage.campaign_opening import OpenedCampaign, open_campaign, stand_ins, with_default_options
from vtt.storage.full_check import check_campaign
from vtt.storage.procedure_conversion import converted_table
from vtt.storage.travel.story_comparison import StoryRelation, compare_stories, read_story

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
FOLDERS = [path.parent for path in sorted(SAMPLES.glob("*/answer.json"))]
every_sample = pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)


def unpacked(folder: Path, place: Path) -> Path:
    """Unpack the campaign of a sample into a folder."""
    path = place / "campaign.ktable"
    path.write_bytes(gzip.decompress((folder / "campaign.ktable.gz").read_bytes()))
    return path


def answer(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "answer.json").read_bytes())
    return found


def kept_tables(opened: OpenedCampaign, found: dict[str, Any]) -> dict[int, Table]:
    """Return the tables of the answer as today's program reads them."""
    codec = Codec(opened.game)
    return {
        int(position): with_default_options(
            opened.game, codec.table(converted_table(table["ruleset"], json.dumps(table)))
        )
        for position, table in found["tables"].items()
    }


def holds(opened: OpenedCampaign, found: dict[str, Any]) -> None:
    """The history is whole, and every gesture, done again, undone and redone, leads to the table that it led to."""
    timeline, tables = opened.history, kept_tables(opened, found)
    count = found["entries"]
    assert (len(timeline.entries), timeline.cursor, len(timeline.asides)) == (count, found["cursor"], found["asides"])
    replayed = History(timeline.table_at(0), timeline.entries)  # no kept table helps: all events are done again
    assert {position: replayed.table_at(position) for position in tables} == tables
    while timeline.cursor:
        before = timeline.cursor
        timeline.go_to(before - 1, consent=True)
        assert timeline.cursor == before - 1
    assert timeline.table == tables[0]
    for position in range(1, count + 1):
        timeline.go_to(position)
        assert timeline.table == tables.get(position, timeline.table)
    assert timeline.table == tables[count]
    assert len(timeline.log("gm")) > found["asides"]


@every_sample
def test_a_campaign_of_an_older_version_opens_and_replays_unchanged(folder: Path, tmp_path: Path) -> None:
    path, found = unpacked(folder, tmp_path), answer(folder)
    check_campaign(path)
    opened = open_campaign(path, backups=tmp_path / "backups")
    with closing(opened.store):
        assert opened.name == found["name"]
        holds(opened, found)
        assert [picture.id for picture in extras_in(opened.store).pictures] == ["face", "map", "spare"]
        assert [sheet.picture for sheet in extras_in(opened.store).sheets] == ["map"]
        assert [encounter.id for encounter in extras_in(opened.store).encounters] == ["bridge"]
        assert opened.store.settings()["sound"] == {"volume": 3, "on": True}


def test_the_gestures_of_an_older_version_have_no_time_and_are_still_the_same(tmp_path: Path) -> None:
    path = unpacked(SAMPLES / "imaginality_version_3", tmp_path)
    before = read_story(path)
    opened = open_campaign(path, backups=tmp_path / "backups")
    with closing(opened.store):
        assert {entry.made for entry in opened.history.entries} == {""}
    assert compare_stories(before, read_story(path)).relation is StoryRelation.SAME


@every_sample
def test_an_export_of_an_older_version_becomes_its_campaign(folder: Path, tmp_path: Path) -> None:
    plan = preview_import(folder / "export.ktable.zip")
    opened = import_campaign(plan, tmp_path, backups=tmp_path / "backups")
    with closing(opened.store):
        holds(opened, answer(folder))
        assert [picture.id for picture in extras_in(opened.store).pictures] == ["face", "map", "spare"]


@pytest.mark.parametrize("folder", [folder for folder in FOLDERS if folder.name.endswith("_in_progress")])
def test_the_check_of_a_campaign_of_an_older_version_goes_on(folder: Path, tmp_path: Path) -> None:
    opened = open_campaign(unpacked(folder, tmp_path), backups=tmp_path / "backups")
    with closing(opened.store):
        table, chance, commands = opened.history.table, SeededChance(1), 0
        kind = type(table.procedures[-1])
        assert kind.__name__ == "Check"
        while type(table.procedures[-1]) is kind and commands < 9:
            offers = opened.game.offers(table, "gm")
            command = next(o.command for o in offers if kind_of(o.command) in ("throw_dice", "accept_roll"))
            table, commands = opened.game.apply(table, command, chance).table, commands + 1
        assert type(table.procedures[-1]) is not kind


@every_sample
@pytest.mark.usefixtures("qapp")
def test_the_sheets_of_a_campaign_of_an_older_version_print(folder: Path, tmp_path: Path) -> None:
    opened = open_campaign(unpacked(folder, tmp_path), backups=tmp_path / "backups")
    with closing(opened.store):
        opened.history.go_to(len(opened.history.entries))
        stock = items_of_view(opened.game.view_for(opened.history.table, "gm"), opened.name)
        pictures = {picture.id: picture.content for picture in extras_in(opened.store).pictures}
    parts = [SheetPart(form=form) for form in stock.people]
    assert "face" in stock.portraits
    pages = write_pdf(PrintJob(title=opened.name, parts=parts, pictures=pictures), tmp_path / "sheets.pdf")
    assert pages >= len(parts) > 2
    assert (tmp_path / "sheets.pdf").read_bytes().startswith(b"%PDF-")


def test_every_game_has_a_sample() -> None:
    assert set(ruleset_ids()) <= {folder.name for folder in FOLDERS}


@every_sample
def test_without_its_game_a_sample_is_whole_and_shows_nobody_more_than_with_it(folder: Path, tmp_path: Path) -> None:
    """The stand-in knows no rule: what it shows to each viewer is a part of what the game shows."""
    path = unpacked(folder, tmp_path)
    with_game = open_campaign(path, view_only=True, backups=tmp_path / "b")
    without = open_campaign(path, view_only=True, backups=tmp_path / "b", games=stand_ins)
    with closing(with_game.store), closing(without.store):
        written, kept = Codec(with_game.game), PreservingCodec()
        for plain_entry, entry in zip(without.history.entries, with_game.history.entries, strict=True):
            assert written.entry(kept.encode(plain_entry)) == entry
        for position in {0, with_game.history.cursor, len(with_game.history.entries)}:
            table, plain = with_game.history.table_at(position), without.history.table_at(position)
            assert with_default_options(with_game.game, written.table(kept.encode(plain))) == table
            shared = with_game.game.view_for(table, SHARED)
            for viewer in (*table.seats, SHARED, PRINT):
                seen, shown = with_game.game.view_for(table, viewer), without.game.view_for(plain, viewer)
                assert shown.zones == shared.zones
                assert all(seen.actors.get(name) == actor for name, actor in shown.actors.items())
                assert shown.lists == (seen.lists if table.is_gm(viewer) else {})
                assert shown.under_way == ()
                assert without.history.log(viewer) == with_game.history.log(viewer)
