"""Files that people have open for ever: the kept samples of every game are opened, replayed, imported and printed."""

from __future__ import annotations

import gzip
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.play.codec import Codec
from engine.play.timeline import Timeline
from engine.rulesets.registry import ruleset_ids
from engine.table.table import Table
from vtt.save.importing import make_campaign, preview
from vtt.save.opening import Opened, check_campaign, open_campaign, with_every_option
from vtt.sheets.job import PrintJob, WholeSheet
from vtt.sheets.pdf import write_pdf
from vtt.sheets.stock import stock_of_view
from vtt.widgets.fonts import load_fonts

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
FOLDERS = [path.parent for path in sorted(SAMPLES.glob("*/answer.json"))]
every_sample = pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)


def unpacked(folder: Path, place: Path) -> Path:
    """Lay the campaign of a sample somewhere."""
    path = place / "campaign.ktable"
    path.write_bytes(gzip.decompress((folder / "campaign.ktable.gz").read_bytes()))
    return path


def answer(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "answer.json").read_bytes())
    return found


def kept_tables(opened: Opened, found: dict[str, Any]) -> dict[int, Table]:
    """Return the tables of the answer as today's program reads them."""
    codec = Codec(opened.game)
    return {
        int(position): with_every_option(opened.game, codec.table(json.dumps(table)))
        for position, table in found["tables"].items()
    }


def holds(opened: Opened, found: dict[str, Any]) -> None:
    """The history is whole, and every gesture, done again, undone and redone, leads to the table that it led to."""
    timeline, tables = opened.timeline, kept_tables(opened, found)
    count = found["entries"]
    assert (len(timeline.entries), timeline.cursor, len(timeline.asides)) == (count, found["cursor"], found["asides"])
    replayed = Timeline(timeline.table_at(0), timeline.entries)  # no kept table helps: all events are done again
    assert {position: replayed.table_at(position) for position in tables} == tables
    while timeline.cursor:
        before = timeline.cursor
        timeline.go_to(before - 1)
        assert timeline.cursor == before - 1
    assert timeline.table == tables[0]
    for position in range(1, count + 1):
        timeline.go_to(position)
        assert timeline.table == tables.get(position, timeline.table)
    assert timeline.table == tables[count]
    assert len(timeline.log("gm")) > found["asides"]


@every_sample
def test_a_campaign_of_former_days_opens_and_replays_to_what_it_was(folder: Path, tmp_path: Path) -> None:
    path, found = unpacked(folder, tmp_path), answer(folder)
    check_campaign(path)
    opened = open_campaign(path, backups=tmp_path / "backups")
    with closing(opened.store):
        assert opened.name == found["name"]
        holds(opened, found)
        assert [picture.id for picture in opened.store.pictures()] == ["face", "map", "spare"]
        assert [sheet.picture for sheet in opened.store.sheets()] == ["map"]
        assert [encounter.id for encounter in opened.store.encounters()] == ["bridge"]
        assert opened.store.settings()["sound"] == {"volume": 3, "on": True}


@every_sample
def test_an_export_of_former_days_becomes_the_campaign_that_it_was(folder: Path, tmp_path: Path) -> None:
    plan = preview(folder / "export.ktable.zip")
    opened = make_campaign(plan, tmp_path, backups=tmp_path / "backups")
    with closing(opened.store):
        holds(opened, answer(folder))
        assert [picture.id for picture in opened.store.pictures()] == ["face", "map", "spare"]


@every_sample
@pytest.mark.usefixtures("qapp")
def test_the_sheets_of_a_campaign_of_former_days_print(folder: Path, tmp_path: Path) -> None:
    load_fonts()
    opened = open_campaign(unpacked(folder, tmp_path), backups=tmp_path / "backups")
    with closing(opened.store):
        opened.timeline.go_to(len(opened.timeline.entries))
        stock = stock_of_view(opened.game.view_for(opened.timeline.table, "gm"), opened.name)
        pictures = {picture.id: picture.content for picture in opened.store.pictures()}
    parts = [WholeSheet(form=form) for form in stock.people]
    assert "face" in stock.portraits
    pages = write_pdf(PrintJob(title=opened.name, parts=parts, pictures=pictures), tmp_path / "sheets.pdf")
    assert pages >= len(parts) > 2
    assert (tmp_path / "sheets.pdf").read_bytes().startswith(b"%PDF-")


def test_every_game_has_a_sample() -> None:
    assert set(ruleset_ids()) <= {folder.name for folder in FOLDERS}
