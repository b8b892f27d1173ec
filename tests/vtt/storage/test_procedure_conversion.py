"""Procedures of older files: each gets its continuation as one object, and nothing else changes."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.core.codec import Codec
from engine.model.frozen import Json
from engine.rulesets.loader import game_of
from vtt.storage import procedure_conversion
from vtt.storage.file_migrations import migrate
from vtt.storage.procedure_conversion import (
    converted_entry,
    converted_events,
    converted_procedure,
    converted_table,
    with_continuation,
)

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
SAMPLE = SAMPLES / "classic_fantasy_in_progress" / "campaign.ktable.gz"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            {"purpose": "search", "about": {"trap": "pit"}, "what": "x"},
            {"what": "x", "then": {"then": "search", "trap": "pit"}},
        ),
        ({"purpose": "plain"}, {"then": {"then": "plain"}}),
        ({"purpose": "", "about": {}}, {"then": None}),
        ({"what": "x"}, {"what": "x"}),
        ({"purpose": 3, "about": {}}, {"purpose": 3, "about": {}}),
        ({"purpose": "plain", "about": []}, {"purpose": "plain", "about": []}),
        ({"purpose": "plain", "about": {"then": 1}}, {"purpose": "plain", "about": {"then": 1}}),
    ],
)
def test_the_word_and_the_data_of_a_continuation_become_one_object(before: dict[str, object], after: object) -> None:
    assert with_continuation(before, "purpose") == after  # type: ignore[arg-type]


@pytest.fixture
def _one_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    converters = {"classic_fantasy": {"race": lambda procedure: with_continuation(procedure, "purpose")}}
    monkeypatch.setattr(procedure_conversion, "CONVERTERS", converters)


OLD = {"procedures": [{"procedure": "race", "purpose": "prize"}, {"procedure": "feast", "purpose": "prize"}, 7]}
NEW = {"procedures": [{"procedure": "race", "then": {"then": "prize"}}, {"procedure": "feast", "purpose": "prize"}, 7]}


@pytest.mark.usefixtures("_one_kind")
def test_procedures_are_converted_in_tables_events_and_entries() -> None:
    event, other = {"fact": "ProcedureSet", **OLD}, {"fact": "Noted", "purpose": "prize"}
    assert json.loads(converted_table("classic_fantasy", json.dumps(OLD))) == NEW
    assert json.loads(converted_events("classic_fantasy", json.dumps([event, other]))) == [{**event, **NEW}, other]
    entry = {"command": OLD, "events": [event]}
    assert json.loads(converted_entry("classic_fantasy", json.dumps(entry))) == {**entry, "events": [{**event, **NEW}]}


@pytest.mark.usefixtures("_one_kind")
@pytest.mark.parametrize("text", ['{"procedures": 3}', '[{"procedures": 3}]', '{"events": {"procedures": []}}', "3"])
def test_text_in_which_nothing_changes_stays_as_it_is(text: str) -> None:
    for convert in (converted_table, converted_events, converted_entry):
        assert convert("classic_fantasy", text) is text
        assert json.loads(convert("imaginality", json.dumps(OLD))) == OLD


@pytest.mark.usefixtures("_one_kind")
def test_a_damaged_row_is_not_given_a_new_checksum(tmp_path: Path) -> None:
    path = tmp_path / "old.ktable"
    path.write_bytes(gzip.decompress(SAMPLE.read_bytes()))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        event = json.dumps([{"fact": "ProcedureSet", **OLD}])
        connection.execute("UPDATE journal SET events = ? WHERE position = 3", (event,))
        migrate(connection)
        (events,) = connection.execute("SELECT events FROM journal WHERE position = 3").fetchone()
    assert events == event


CHECK = {"procedure": "check", "rolls": []}
PLAIN = {**CHECK, "purpose": "plain", "about": {"action": True}}
PLAIN_NOW = {**CHECK, "then": {"then": "plain", "action": True}}
SHOT = {"procedure": "attack", "kind": "shot", "actor": "ann"}
SHOT_NOW = {**SHOT, "kind": {"then": "shot"}}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (PLAIN, PLAIN_NOW),
        ({**PLAIN, "about": {"action": False}}, {**CHECK, "then": {"then": "plain"}}),
        ({**CHECK, "purpose": "stun"}, {**CHECK, "then": {"then": "stun"}}),
        (
            {**CHECK, "purpose": "attack", "about": {"defended": "bo", "defense": 0}},
            {**CHECK, "then": {"then": "attack", "defended": "bo", "defense": 0}},
        ),
        (
            {**CHECK, "purpose": "attack", "about": {"defended": "bo", "defense": None}},
            {**CHECK, "then": {"then": "attack", "defended": "bo"}},
        ),
        (
            {**CHECK, "purpose": "stakes", "about": {"raises": [], "target": "bo", "halted_by": "cy"}},
            {**CHECK, "then": {"then": "stakes", "target": "bo"}, "halted_by": "cy"},
        ),
        (SHOT, SHOT_NOW),
        ({"procedure": "harm", "then": "attack"}, {"procedure": "harm", "then": {"then": "next_hit"}}),
        ({"procedure": "harm", "then": "prepare_round"}, {"procedure": "harm", "then": {"then": "prepare_round"}}),
        ({"procedure": "harm", "actor": "ann"}, {"procedure": "harm", "actor": "ann"}),
        ({"procedure": "evening", "rolled": PLAIN}, {"procedure": "evening", "rolled": PLAIN_NOW}),
        ({"procedure": "evening", "session": 1}, {"procedure": "evening", "session": 1}),
        (
            {"procedure": "conflict", "turns": [{"declared": SHOT, "rolled": PLAIN}, {"declared": PLAIN}, {}, 7]},
            {
                "procedure": "conflict",
                "turns": [{"declared": SHOT_NOW, "rolled": PLAIN_NOW}, {"declared": PLAIN_NOW}, {}, 7],
            },
        ),
        ({"procedure": "conflict", "turns": 3}, {"procedure": "conflict", "turns": 3}),
        ({"procedure": "price", "actor": "ann"}, {"procedure": "price", "actor": "ann"}),
    ],
)
def test_procedures_of_future_imperfect(before: Json, after: Json) -> None:
    assert converted_procedure("future_imperfect", before) == after


def _stored(line: dict[str, str]) -> str:
    return json.dumps([{"fact": "ProcedureSet", "procedures": [line["procedure"]]}])


@pytest.mark.parametrize("line", json.loads((SAMPLES / "procedures_version_2.json").read_text("utf-8")))
def test_every_procedure_of_version_2_is_read_and_written_back_equal(line: dict[str, str]) -> None:
    codec, converted = Codec(game_of(line["ruleset"])), converted_events(line["ruleset"], _stored(line))
    events = codec.events(converted)
    assert json.loads(codec.encode(events)) == json.loads(converted)
    assert converted_events(line["ruleset"], converted) == converted
