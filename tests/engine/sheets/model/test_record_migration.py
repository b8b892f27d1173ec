"""Records of years ago: brought up to the present sheet, and nothing that anybody wrote is ever lost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.commands import Command
from engine.model.frozen import Json, replace
from engine.sheets.catalogue import sheet_library
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.editing.record_moves import EditSheet, WriteRecord
from engine.sheets.model.character_record import Record
from engine.sheets.model.field_values import plain_text
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.record_migration import migrate_fields, new_fields, unknown_fields
from tests.engine.laid import done, laid
from tests.engine.sheets.kit import LISTS, OPTIONS, TABLES, sample

WORDS = st.sampled_from(("alpha", "beta", "gamma, delta", "a\nb", "7 kg"))
VALUES = st.one_of(WORDS, st.integers(0, 99), st.lists(WORDS, max_size=3), st.dictionaries(WORDS, WORDS, max_size=2))
KEYS = ("power", "strength", "spells", "story", "family", "stamina", "once", "magic")
OLD = st.dictionaries(st.sampled_from(KEYS), VALUES).flatmap(
    lambda fields: st.sampled_from(({}, {"sheet_version": 1}, {"sheet_version": 2})).map(lambda v: {**fields, **v})
)


def words(value: Json) -> Iterator[str]:
    """Every word and number in a value."""
    match value:
        case Mapping():
            for key, part in value.items():
                yield from words(key)
                yield from words(part)
        case list() | tuple():
            for part in value:
                yield from words(part)
        case _:
            yield from re.split(r"[,;\s]+", plain_text(value).strip())


@given(fields=OLD)
def test_nothing_that_was_written_is_lost(fields: Mapping[str, Json]) -> None:
    now = migrate_fields(sample(), fields)
    written = sorted(word for key, value in fields.items() if key != "sheet_version" for word in words(value))
    left = sorted(word for key, value in now.items() if key != "sheet_version" for word in words(value))
    for word in written:
        assert word in left
        left.remove(word)
    assert now["sheet_version"] == 3
    assert migrate_fields(sample(), now) is now


@given(fields=OLD)
def test_an_old_record_opens_and_shows_everything(fields: Mapping[str, Json]) -> None:
    found = FilledSheet(sample(), Record(actor="a", sheet=fields), OPTIONS, LISTS, TABLES)
    shown = "\n".join(found.shown(f.key) for section in found.sections() for f in section.fields)
    hidden = set() if found.value("magic") is True else {"spells", "mana"}
    for key in fields:
        if key not in {*hidden, "sheet_version", "magic"} and key in found.record.sheet:
            assert found.shown(key) in shown
    found.troubles()


def test_records_are_migrated_version_by_version() -> None:
    old: dict[str, Json] = {
        "power": 7,
        "spells": "Spark, Fog\nDoom",
        "story": ["Born", "Lived"],
        "family": "Smiths",
        "once": 1,
    }
    assert migrate_fields(sample(), old) == {
        "strength": 7,
        "spells": ["Spark", "Fog", "Doom"],
        "story": "Born\nLived\nFamily: Smiths",
        "once": 1,
        "sheet_version": 3,
    }
    assert migrate_fields(sample(), {**old, "sheet_version": 2}) == {
        "power": 7,
        "spells": "Spark, Fog\nDoom",
        "story": "Born\nLived\nFamily: Smiths",
        "once": 1,
        "sheet_version": 3,
    }


def test_a_migration_never_overwrites_a_filled_field() -> None:
    now = migrate_fields(sample(), {"power": 7, "strength": 9, "family": "Smiths", "story": {"odd": 1}})
    assert (now["power"], now["strength"], now["family"]) == (7, 9, "Smiths")
    assert unknown_fields(sample(), now) == {"power": 7, "family": "Smiths"}


def test_new_values_are_never_migrated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = sheet_library.sheets_of
    monkeypatch.setattr(sheet_library, "sheets_of", lambda game: {"hero": sample()} if game == "tiny" else usual(game))

    def sheet_after(*commands: Command) -> Mapping[str, Json]:
        return done(laid(), *commands).actors["new"].sheet

    join = JoinActor(seat="gm", id="new", name="New", leader="gm", sheet={"power": 7})
    assert sheet_after(join) == {"power": 7, "sheet_version": 3}
    # A record of ten years ago comes up to date in the gesture that writes on it, before what that writes.
    old = replace(join, sheet={"power": 5, "spells": "Spark, Fog", "sheet_version": 1})
    for edit in (
        EditSheet(seat="gm", actor="new", fields={"power": 7}),
        WriteRecord(seat="gm", actor="new", fields={"power": 7}),
    ):
        now = sheet_after(old, edit)
        assert now == {"strength": 5, "spells": ["Spark", "Fog"], "power": 7, "sheet_version": 3}
        assert migrate_fields(sample(), now) is now
    assert sheet_after(join, EditSheet(seat="gm", actor="new", fields={"power": 8})) == {"power": 8, "sheet_version": 3}


def test_a_new_record_says_which_sheet_it_follows() -> None:
    assert new_fields(sample(), first=True) == {"sheet_version": 3}
    assert new_fields(sample(), first=False) == {"sheet": "hero", "sheet_version": 3}
