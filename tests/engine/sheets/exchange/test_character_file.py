"""One character as a file: what is written is read again, and what a stranger sends is data and no more."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.frozen import Json, plain_json, replace
from engine.sheets.editing.record_changes import compare_records
from engine.sheets.exchange.character_file import (
    LONGEST_NAME,
    MOST_VALUES,
    CharacterFileError,
    PortableCharacter,
    portable_character,
    read_character,
    record_from,
    write_character,
)
from engine.sheets.model.character_record import Record, blank_record
from engine.sheets.model.field_values import LONGEST
from tests.engine.sheets.kit import record, records, sample


@given(of=records(), picture=st.none() | st.binary(max_size=40))
def test_a_written_file_reads_back_equal(of: Record, picture: bytes | None) -> None:
    portable = portable_character(sample(), "tiny", replace(of, sheet={**of.sheet, "portrait": "7f"}), picture)
    again = read_character(write_character(portable))
    assert again == replace(portable, fields=plain_json(dict(portable.fields)))
    assert again.picture() == picture
    assert "portrait" not in again.fields
    assert compare_records(sample(), of, record_from(again, sample(), of)) == ()


@given(old=records(), new=records())
def test_a_file_turns_another_record_into_its_character(old: Record, new: Record) -> None:
    brought = record_from(read_character(write_character(portable_character(sample(), "tiny", new))), sample(), old)
    differing = {change.path for change in compare_records(sample(), brought, new)}
    assert differing <= {"states", "bag.red", "bag.blue"}, "conditions and chips stay where they are"


def test_a_file_looks_as_it_is_described() -> None:
    raw = json.loads(write_character(portable_character(sample(), "tiny", record(strength=4), b"picture")))
    assert list(raw) == [
        *("format", "version", "ruleset", "sheet", "sheet_version", "name", "fields", "tracks", "body", "portrait"),
    ]
    assert (raw["format"], raw["version"], raw["sheet_version"]) == ("kitchen-table-character", 1, 3)
    assert raw["fields"] == {"strength": 4}
    assert base64.b64decode(raw["portrait"]) == b"picture"


def test_a_new_character_gets_everything_and_its_picture() -> None:
    portable = portable_character(sample(), "tiny", record(strength=4))
    brought = record_from(portable, sample(), blank_record(), portrait="7f")
    assert (brought.name, brought.sheet["portrait"], brought.tracks) == ("Tor", "7f", record().tracks)
    kept = record_from(portable, sample(), replace(record(), sheet={"portrait": "old", "gone": 1}))
    assert (kept.sheet.get("portrait"), kept.sheet.get("gone")) == ("old", None)


def test_an_older_sheet_comes_in_as_the_present_one() -> None:
    portable = replace(portable_character(sample(), "tiny", record()), sheet_version=1, fields={"power": 8})
    assert record_from(portable, sample(), record()).sheet == {"strength": 8, "sheet_version": 3}


def sent(**changes: Any) -> bytes:
    raw: dict[str, Any] = json.loads(write_character(portable_character(sample(), "tiny", record(strength=4))))
    return json.dumps({**raw, **changes}).encode()


def nested(levels: int) -> Json:
    return [] if not levels else [nested(levels - 1)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "cannot be read"),
        (b"\xff\xfe", "cannot be read"),
        (b"[]", "not a Kitchen Table character"),
        (b'{"format": "other"}', "not a Kitchen Table character"),
        (b"[" * 100_000, "cannot be read"),
        (sent(version=2), "newer version of the program wrote this character (format version 2)"),
        (sent(version=10**400), "newer version of the program"),
        (sent(version=0), "version: “0” is not a possible value"),
        (sent(name=""), "name: at least 1 character is needed"),
        (sent(name=7), "name: text is needed, not a whole number"),
        (sent(name="x" * (LONGEST_NAME + 1)), f"name: at most {LONGEST_NAME} characters are possible"),
        (sent(ruleset="../../etc"), "ruleset: the text does not have the right form"),
        (sent(sheet="Hero"), "sheet"),
        (sent(extra=1), "extra"),
        (sent(fields=[]), "fields"),
        (sent(fields={"a": {"b": ["x" * (LONGEST + 1)]}}), "fields.a.b[0]"),
        (sent(fields={"a": [{"b": 2**53 + 1}]}), "fields.a[0].b"),
        (sent(fields={"a b": 1e400}), "fields[“a b”]"),
        (sent(fields={"a": float("nan")}), "fields.a"),
        (sent(fields={"k" * 300: 1}), "longer than"),
        (sent(fields={"a": nested(20)}), "nested levels"),
        (sent(fields={"a": [0] * (MOST_VALUES + 1)}), "values"),
        (b'{"x": [' + b"{}," * 600_000 + b"{", "values"),  # and not even looked at, for it would fill the memory
        (sent().replace(b'"fields": {', b'"fields": {"a": "\\ud800", ', 1), "surrogates"),
        (sent().replace(b'"fields": {', b'"fields": {"\\ud800": 1, ', 1), "surrogates"),
        (sent(tracks={"Health": {"value": "5"}}), "tracks[...].value"),
        (sent(tracks={"Health": 5}), "tracks"),
        (sent(body={"chart": "human", "locations": {"head": {"level": 1, "magic": 2}}}), "magic"),
        (sent(portrait="not base64!"), "portrait"),
        (sent(portrait=7), "portrait"),
        (sent().replace(b'"name"', b'"name": "a", "name"', 1), "“name” appears twice"),
    ],
)
def test_invalid_files_are_refused_with_the_place(text: bytes, words: str) -> None:
    with pytest.raises(CharacterFileError) as refused:
        read_character(text)
    assert words in refused.value.text
    assert not re.search(r"\$|`|Expected|Object", refused.value.text)


@given(text=st.binary(max_size=60) | st.text(alphabet='{}[]":,formatversion1', max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused(text: bytes) -> None:
    try:
        assert isinstance(read_character(text), PortableCharacter)
    except CharacterFileError as refused:
        reason = refused.text
        assert reason  # it is one of two ways to end well
