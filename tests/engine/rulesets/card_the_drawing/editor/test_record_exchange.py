"""Cards, decks and the rest as files: what is written is read, and what a stranger wrote can do no harm (CD-UI-26)."""

from __future__ import annotations

import json
import tomllib
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.content_editor.content_editor import HasContentEditor
from engine.kit.content_editor.persistence import row_of
from engine.kit.content_editor.view_models import EditRefused, ImportedFile, ImportStatus
from engine.messages.message import Message
from engine.messages.texts import say
from engine.rulesets.card_the_drawing.cards.card_library import CARDS, DECKS, library_of
from engine.rulesets.card_the_drawing.cards.card_records import Card
from engine.rulesets.card_the_drawing.editor.record_fields import SHAPES
from tests.engine.rulesets.card_the_drawing import table as tables
from tests.engine.rulesets.card_the_drawing.card_strategies import ANY_CARDS
from tests.properties import examples

assert isinstance(tables.GAME.ruleset, HasContentEditor)
SHOP = tables.GAME.ruleset.content_editor
ALL = [(kind, entry.id) for kind in SHAPES.kinds for entry in SHOP.entries({}, {}, kind)]
HEAD = 'format = "kitchen-table-workshop"\nversion = 1\nruleset = "card_the_drawing"\n'


def read(text: str | bytes, lists: Any = None) -> ImportedFile:
    return SHOP.read_file(lists or {}, {}, text)


def arrivals(incoming: ImportedFile) -> dict[str, ImportStatus]:
    return {imported_record.id: imported_record.arrival for imported_record in incoming.records}


@pytest.mark.rule("CD-UI-26")
@pytest.mark.parametrize("form", ["toml", "json"])
def test_everything_there_is_goes_through_a_file_and_is_the_same(form: str) -> None:
    text = SHOP.export_file({}, {}, ALL, form)
    imported_file = read(text)
    assert [(imported_record.kind, imported_record.id) for imported_record in imported_file.records] == ALL
    assert {imported_record.arrival for imported_record in imported_file.records} == {ImportStatus.SAME}
    assert [imported_record.record for imported_record in imported_file.records] == [
        SHOP.record({}, {}, kind, id_) for kind, id_ in ALL
    ]
    with pytest.raises(EditRefused):
        SHOP.import_command("gm", {}, imported_file, range(len(ALL)))
    raw = tomllib.loads(text) if form == "toml" else json.loads(text)
    assert "Attribution-ShareAlike 3.0" in raw["about"]


@examples(60)
@given(st.lists(ANY_CARDS, min_size=1, max_size=4), st.sampled_from(("toml", "json")), st.text(max_size=40))
def test_what_is_exported_is_read_as_the_same(cards: list[Card], form: str, words: str) -> None:
    rows = tuple({**row_of(card), "id": f"made_{n}", "name": f"Made {words} {n}"} for n, card in enumerate(cards))
    ids = [f"made_{n}" for n in range(len(cards))]
    text = SHOP.export_file({CARDS: rows}, {}, [(CARDS, id_) for id_ in ids], form)
    assert arrivals(read(text, {CARDS: rows})) == dict.fromkeys(ids, ImportStatus.SAME)
    again = read(text.encode())
    for imported_record, row in zip(again.records, rows, strict=True):
        assert imported_record.arrival is ImportStatus.NEW
        assert imported_record.record is not None
        assert imported_record.record == ({**row, "disabled": True} if imported_record.problems else row)


@pytest.mark.rule("CD-UI-26", "CD-UI-23")
def test_what_a_file_would_change_is_told_and_only_what_is_chosen_is_taken_over() -> None:
    own = ({"id": "mine", "name": "Mine", "cost": 0, "init": 1},)
    text = f"""{HEAD}
[[card]]
id = "mine"
name = "Mine"
cost = 2
init = 1
[[card]]
id = "punch"
name = "Punch"
cost = 9
init = 9
[[card]]
id = "fresh"
name = "Fresh"
cost = 0
init = 1
tags = ["Nope"]
[[card]]
id = "broken"
name = "Broken"
effects = [{{ on = "resolve", do = "damage", target = 3 }}]
[[deck]]
id = "both"
name = "Both"
cards = {{ fresh = 1, mine = 1 }}
"""
    imported_file = read(text, {CARDS: own})
    assert arrivals(imported_file) == {
        "mine": ImportStatus.CHANGES_YOURS,
        "punch": ImportStatus.CHANGES_ORIGINAL,
        "fresh": ImportStatus.NEW,
        "broken": ImportStatus.FAULTY,
        "both": ImportStatus.NEW,
    }
    texts = {imported_record.id: imported_record.told for imported_record in imported_file.records}
    assert "card 4" in texts["broken"]
    assert f"Effect 1, Target: {say(Message(key='bench.misfit.choice'))}" in texts["broken"]
    assert {imported_record.id: imported_record.problems for imported_record in imported_file.records}["fresh"] == 1
    assert "2 new, 2 changed, 1 that cannot" in imported_file.told
    table = tables.laid()
    chosen = [
        imported_record.at
        for imported_record in imported_file.records
        if imported_record.id in {"fresh", "broken", "both"}
    ]
    table = tables.play(table, SHOP.import_command("gm", table.lists, imported_file, chosen))
    library = library_of(table.lists)
    assert [row["id"] for row in table.lists[CARDS]] == ["fresh"]
    assert library.cards["fresh"].disabled
    assert library.cards["punch"].cost == 0
    assert [row["id"] for row in table.lists[DECKS]] == ["both"]


@pytest.mark.rule("CD-UI-26")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "what is this",
        "{}",
        "[]",
        '{"format": "kitchen-table-workshop"',
        '{"format": "kitchen-table-character", "version": 1}',
        HEAD.replace("1", "2"),
        HEAD.replace("1", "true"),
        HEAD.replace("card_the", "other_the"),
        f'{HEAD}card = "x"',
        f"{HEAD}[[spell]]\nid = 'x'",
        f"{HEAD}[[card]]\nid = 'x'\nid = 'y'",
        f"{HEAD}a = {'[' * 5000}{']' * 5000}",
        f"{HEAD}{'a.' * 200}b = 1",
        f"{HEAD}card = [{'{},' * 2000}]",
        f"{HEAD}# {'x' * (1 << 20)}",
        f"{HEAD}{chr(10) * 200_000}",
        b"\xff\xfe\x00",
        '{"format": "kitchen-table-workshop", "format": "kitchen-table-workshop"}',
    ],
)
def test_a_file_that_is_none_is_refused_in_a_sentence(text: str | bytes) -> None:
    with pytest.raises(EditRefused) as refused:
        read(text)
    assert len(refused.value.text) < 300
    assert "drawing." not in refused.value.text


@pytest.mark.parametrize(
    "row",
    [
        "id = 'a/2'\nname = 'A'",
        "id = '../x'\nname = 'A'",
        "name = 'A'",
        "id = 'x'\nname = 'A'\nwhat = 1",
        "id = 'x'\nname = 2020-01-01",
        "id = 'x'\nname = 'A'\ncost = 99999999999999999999",
        "id = 'x'\nname = 'A'\ncost = nan",
        "id = 'x'\nname = 'A'\ncost = true",
        "id = 'x'\nname = 'A'\neffects = 'x'",
        f"id = 'x'\nname = '{'A' * 60_000}'",
    ],
)
def test_a_record_that_cannot_be_kept_is_named_and_the_others_come(row: str) -> None:
    imported_file = read(f"{HEAD}[[card]]\n{row}\n[[card]]\nid = 'good'\nname = 'Good'\ncost = 0\ninit = 0\n")
    assert [imported_record.arrival for imported_record in imported_file.records] == [
        ImportStatus.FAULTY,
        ImportStatus.NEW,
    ]
    assert "card 1" in imported_file.records[0].told
    assert len(imported_file.records[0].told) < 500
    command = SHOP.import_command("gm", {}, imported_file, [0, 1])
    assert tables.GAME.refusal(tables.laid(), command) is None


def test_a_half_sign_of_json_is_named_and_a_mark_before_the_text_is_none() -> None:
    head = '"format": "kitchen-table-workshop", "version": 1, "ruleset": "card_the_drawing"'
    imported_file = read(f'{{{head}, "card": [{{"id": "x", "name": "\\ud800"}}]}}')
    assert [imported_record.arrival for imported_record in imported_file.records] == [ImportStatus.FAULTY]
    assert read(b"\xef\xbb\xbf" + SHOP.export_file({}, {}, ALL[:1]).encode()).records


@examples(150)
@given(st.one_of(st.binary(max_size=60), st.text(max_size=60), st.text(max_size=60).map(lambda text: f"{HEAD}{text}")))
def test_no_bytes_do_harm(data: str | bytes) -> None:
    with suppress(EditRefused):
        assert all(
            imported_record.arrival is ImportStatus.FAULTY or imported_record.record is not None
            for imported_record in read(data).records
        )


def test_what_is_not_there_is_not_exported() -> None:
    for chosen, form in (([(CARDS, "gone")], "toml"), ([], "toml"), ([(CARDS, "punch")], "xml")):
        with pytest.raises(EditRefused):
            SHOP.export_file({}, {}, chosen, form)


@pytest.mark.rule("CD-UI-26")
def test_a_deck_can_be_sent_with_the_cards_and_tags_of_the_group_that_are_in_it() -> None:
    lists: dict[str, Any] = {
        "tags": ({"id": "Cold"},),
        CARDS: (
            {"id": "ice", "name": "Ice", "cost": 0, "init": 1, "tags": ["Cold", "Close"]},
            {"id": "other", "name": "Other", "cost": 0, "init": 1},
        ),
        DECKS: ({"id": "mine", "name": "Mine", "cards": {"ice": 2, "punch": 1}},),
        "foes": ({**(SHOP.record({}, {}, "foes", "boss") or {}), "id": "queen", "deck": "mine"},),
    }
    assert SHOP.dependencies(lists, {}, [("foes", "queen")]) == ((CARDS, "ice"), ("tags", "Cold"), (DECKS, "mine"))
    chosen = [(DECKS, "mine"), *SHOP.dependencies(lists, {}, [(DECKS, "mine")])]
    imported_file = read(SHOP.export_file(lists, {}, chosen))
    table = tables.play(tables.laid(), SHOP.import_command("gm", {}, imported_file, range(len(imported_file.records))))
    assert all(not imported_record.problems for imported_record in imported_file.records)
    assert {kind: {row["id"] for row in rows} for kind, rows in table.lists.items() if rows} == {
        "tags": {"Cold"},
        CARDS: {"ice"},
        DECKS: {"mine"},
    }
