"""Forms and character files of an older program: each value is read by the present one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from engine.model.body import Body, Location
from engine.model.frozen import Json, replace
from engine.model.tracks import Track
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.exchange.character_file import PortableCharacter, read_character, record_from
from engine.sheets.model.character_record import Record
from engine.sheets.model.filled_sheet import FilledSheet
from vtt.sheets.exchange.character_transfer import read_filled_pdf
from vtt.sheets.print.print_job import PrintableForm

pytestmark = pytest.mark.usefixtures("qapp")
KEPT: Final = Path(__file__).parents[3] / "samples" / "sheets_of_2026_11"
EACH = pytest.mark.parametrize("stem", sorted(path.stem for path in KEPT.glob("*.pdf")))


def portable_of(stem: str) -> PortableCharacter:
    return read_character((KEPT / f"{stem}.json").read_bytes())


def answer_of(stem: str) -> dict[str, Json]:
    answer: dict[str, Json] = json.loads((KEPT / f"{stem}.answer.json").read_bytes())
    assert len(answer) > 40
    return answer


def new_form(portable: PortableCharacter) -> PrintableForm:
    """A new character with the tracks and the body that the old one had, all at 0."""
    record = Record(actor="new", tracks=dict.fromkeys(portable.tracks, Track(value=0)))
    if portable.body is not None:
        locations = dict.fromkeys(portable.body.locations, Location())
        record = replace(record, body=Body(chart=portable.body.chart, locations=locations), player="Tom")
    description = sheets_of(portable.ruleset)[portable.sheet]
    return PrintableForm(ruleset=portable.ruleset, description=description, record=record, options={})


@EACH
def test_an_old_form_is_read_in_full(stem: str) -> None:
    found = read_filled_pdf(KEPT / f"{stem}.pdf", new_form(portable_of(stem))).found
    assert {change.path: change.after for change in found.changes} == answer_of(stem)
    assert found.unread == ()


@EACH
def test_an_old_character_file_is_read_in_full(stem: str) -> None:
    portable = portable_of(stem)
    blank = new_form(portable).source()
    assert isinstance(blank, FilledSheet)
    sheet = blank.with_record(record_from(portable, blank.description, blank.record))
    wanted = answer_of(stem)
    assert {path: sheet.value(path) for path in wanted} == wanted
