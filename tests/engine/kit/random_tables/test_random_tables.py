"""Random tables: weights, nesting and bounds; prepared, rolled, undone and kept secret in every game."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import ScriptedChance, SeededChance
from engine.core.codec import Codec
from engine.core.events import Noted, Rolled
from engine.core.evolve import fold
from engine.core.history import History
from engine.core.redaction import redact
from engine.kit.content_editor.view_models import EditRefused, ImportStatus
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.kit.random_tables.random_table_commands import RollRandomTable, SaveRandomTables
from engine.kit.random_tables.random_table_records import (
    MOST_ROWS,
    MOST_WEIGHT,
    RANDOM_TABLES,
    RandomTable,
    TableRow,
    Tables,
    faults_of,
)
from engine.kit.random_tables.random_table_rolls import MOST_RESULTS, RolledRow, roll_on
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.seats import PRINT, SHARED, Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.rulesets.loader import game_of, ruleset_ids
from tests.properties import examples

SEATS = (Seat(id="gm", name="GM", role=Role.GM), Seat(id="tom", name="Tom"), Seat(id="ann", name="Ann"))
FOREST: Mapping[str, Json] = {
    "id": "forest",
    "name": "Zorbulax wood",
    "rows": [{"text": "1d3 wolves", "weight": 3}, {"text": "an old camp", "table": "loot", "times": "1d2"}],
}
LOOT: Mapping[str, Json] = {"id": "loot", "name": "Loot", "rows": [{"text": "a ring"}, {"text": "2d6+6 coins"}]}
GAMES = (*ruleset_ids(), "tiny")
OTHERS = (SHARED, PRINT, "tom", "ann")


def game(ruleset: str) -> Game:
    return make_game(ManualGame("tiny")) if ruleset == "tiny" else game_of(ruleset)


def bare(ruleset: str) -> tuple[Game, Table]:
    rules = game(ruleset)
    return rules, rules.new_table(SEATS, {name: option.default for name, option in rules.ruleset.options.items()})


def laid(ruleset: str, *rows: Mapping[str, Json]) -> tuple[Game, Table]:
    rules, table = bare(ruleset)
    return rules, replace(table, lists={**table.lists, RANDOM_TABLES: rows})


def why(rules: Game, table: Table, command: Any, seed: int = 1) -> str:
    """Return the key of the refusal of a command; the table is as before."""
    with pytest.raises(Refused) as refused:
        rules.apply(table, command, SeededChance(seed))
    assert len(say(refused.value.message)) < 400
    return refused.value.message.plain_key.removeprefix("refused.")


def tables_of(*rows: Mapping[str, Any]) -> Tables:
    made = (
        RandomTable(id=row["id"], name=row["name"], rows=tuple(TableRow(**each) for each in row["rows"]))
        for row in rows
    )
    return {table.id: table for table in made}


class _Face(Random):
    """Dice that all show one face."""

    def __init__(self, face: int) -> None:
        super().__init__()
        self._face = face

    def randint(self, a: int, b: int) -> int:
        """Return the face."""
        return self._face


def rolled(tables: Tables, start: str, random: Random) -> tuple[RolledRow, ...]:
    def roll(sides: int, count: int) -> tuple[int, ...]:
        return tuple(random.randint(1, sides) for _ in range(count))

    return roll_on(tables[start], tables, roll)


# ---- rolls ----


@given(weights=st.lists(st.integers(1, MOST_WEIGHT), min_size=1, max_size=12))
@examples(12)
def test_a_row_has_as_many_faces_as_its_weight(weights: list[int]) -> None:
    table = RandomTable(id="t", name="T", rows=tuple(TableRow(text=str(n), weight=w) for n, w in enumerate(weights, 1)))
    faces = Counter(rolled({"t": table}, "t", _Face(face))[0].number for face in range(1, table.weight + 1))
    assert [faces[number] for number in range(1, len(weights) + 1)] == weights


def test_a_row_comes_before_the_tables_that_it_leads_to() -> None:
    faces = {"d4": [4], "d2": [2, 1, 2], "d6": [6, 5]}
    rules, table = laid("tiny", FOREST, LOOT)
    outcome = rules.apply(
        table, RollRandomTable(seat="gm", table="forest", to_all=True), ScriptedChance(faces, SeededChance(1))
    )
    (line,) = (event for event in outcome.events if isinstance(event, Noted))
    assert say(line.message) == "Zorbulax wood: an old camp; a ring; 17 coins"
    assert [say(step) for step in line.reckoning] == [
        "Zorbulax wood: 4 of 4, row 2 (1d2 = 2)",
        "Loot: 1 of 2, row 1",
        "Loot: 2 of 2, row 2 (2d6+6 = 17)",
    ]
    assert line.audience is None
    assert outcome.learned >= {"tom", SHARED}, "undoing it asks, like any roll that everybody saw"
    assert outcome.results == {"result": "an old camp; a ring; 17 coins"}


_ids = st.sampled_from("abcd")
_rows = st.builds(
    TableRow,
    text=st.sampled_from(["", "x", "1d3 wolves", "9d6+1d4 coins", "0d6", "d20", "100d2", "2d6 − 1", "999d9999", "3D"]),
    weight=st.integers(1, 5),
    table=st.sampled_from(["", "", "a", "b", "c", "d", "gone"]),
    times=st.sampled_from([1, 2, 0, -3, "1d3", "1d100", "20", "-1d4", "soon", "", 10**9]),
)


def test_a_roll_has_the_chances_of_its_rows_for_the_gm_alone() -> None:
    """A row without a text is named by the table that it leads to; rows with the same text are one."""
    rows = [*FOREST["rows"], {"text": "1d3 wolves"}, {"table": "loot", "weight": 5}]  # type: ignore[misc]
    rules, table = laid("tiny", {**FOREST, "rows": rows}, LOOT)
    roll = Offer(name="any", command=RollRandomTable(seat="gm", table="forest"), label=Message(key="any"))
    odds = rules.odds(table, roll)
    assert odds is not None
    assert {one.outcome.name: one.chance for one in odds.distributions[0].outcomes} == {
        "1d3 wolves": Fraction(4, 10),
        "an old camp": Fraction(1, 10),
        "Loot": Fraction(5, 10),
    }
    assert [rules.odds(table, roll, viewer) for viewer in OTHERS] == [None] * len(OTHERS)


def _rows_or_refusal(tables: Tables, start: str, random: Random) -> tuple[tuple[RolledRow, ...], Refused | None]:
    try:
        return rolled(tables, start, random), None
    except Refused as refused:
        return (), refused


@given(parts=st.dictionaries(_ids, st.lists(_rows, max_size=5), min_size=1), random=st.randoms(use_true_random=False))
@examples(120)
def test_any_tables_give_a_bounded_result_or_one_sentence(parts: dict[str, list[TableRow]], random: Random) -> None:
    tables = {id_: RandomTable(id=id_, name=id_.upper(), rows=tuple(rows)) for id_, rows in parts.items()}
    start = min(tables)
    keys = {"random_table_fault", "random_table_levels", "random_table_results", "random_table_dice"}
    rows, refused = _rows_or_refusal(tables, start, random)
    if refused is not None:
        assert refused.message.plain_key.removeprefix("refused.") in keys
        assert not say(refused.message).startswith("refused"), "it is a sentence"
        return
    assert 1 <= len(rows) <= MOST_RESULTS
    assert rows[0].table == tables[start].name
    assert not any(True for _ in faults_of(tables[start], tables))
    for row in rows:
        found = next(table for table in tables.values() if table.name == row.table)
        assert row.sides == found.weight


_sound_rows = st.builds(
    TableRow,
    text=st.sampled_from(["x", "1d3 wolves", "9d6+1d4 coins"]),
    weight=st.integers(1, 5),
    table=st.sampled_from(["", "", "b", "c", "d"]),
    times=st.sampled_from([1, 2, "1d3", "20"]),
)
_DICE_IN_TEXT = re.compile(r"\d*d\d+(?:[+-]\d+(?:d\d+)?)*")


@given(
    parts=st.fixed_dictionaries({id_: st.lists(_sound_rows, min_size=1, max_size=4) for id_ in "abcd"}),
    random=st.randoms(use_true_random=False),
)
@examples(60)
def test_the_dice_in_a_text_are_the_dice_that_were_rolled(parts: dict[str, list[TableRow]], random: Random) -> None:
    ends = TableRow(text="x")  # else a roll may never end
    tables = {id_: RandomTable(id=id_, name=id_.upper(), rows=(*rows, ends)) for id_, rows in parts.items()}
    rows, refused = _rows_or_refusal(tables, "a", random)
    if refused is not None:
        limits = {"random_table_levels", "random_table_results", "random_table_dice"}
        assert refused.message.plain_key.removeprefix("refused.") in limits
        return
    for row in rows:
        found = next(table for table in tables.values() if table.name == row.table)
        words = _DICE_IN_TEXT.split(found.rows[row.number - 1].text)
        totals = [str(rolled.total) for rolled in row.dice][: len(words) - 1]  # dice of how often come after them
        assert "".join(part for pair in zip(words, (*totals, ""), strict=True) for part in pair) == row.text


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([], "no_rows"),
        ([{"text": "x"}] * (MOST_ROWS + 1), "too_many_rows"),
        ([{"text": "x"}] * 10_000, "too_many_rows"),
        ([{"text": "  "}], "no_result"),
        ([{"text": "999d6 wolves"}], "dice"),
        ([{"text": "1d99999999999999999999 wolves"}], "dice"),
        ([{"text": "2d6+10gp"}], "dice"),
        ([{"text": "2d6×10 coins"}], "dice"),
        ([{"text": "2d6*10 coins"}], "dice"),
        ([{"text": "x", "table": "loot", "times": "soon"}], "dice"),
        ([{"text": "x", "table": "loot", "times": "1d100"}], "too_often"),
        ([{"text": "x", "table": "gone"}], "no_table"),
        ([{"table": "forest"}], "endless"),
        ([{"table": "loop"}, {"table": "forest", "times": 2}], "endless"),
    ],
)
def test_a_table_with_a_fault_says_so_and_is_not_rolled(rows: list[dict[str, Json]], fault: str) -> None:
    loop: Mapping[str, Json] = {"id": "loop", "name": "Loop", "rows": [{"table": "forest"}]}
    tables = tables_of({**FOREST, "rows": rows}, LOOT, loop)
    assert [found.key for found in faults_of(tables["forest"], tables)] == [fault]
    rules, table = laid("tiny", {**FOREST, "rows": rows}, LOOT, loop)
    assert why(rules, table, RollRandomTable(seat="gm", table="forest")) == "random_table_fault"


def test_a_sign_after_dice_that_belongs_to_the_sentence_is_no_fault() -> None:
    tables = tables_of({**FOREST, "rows": [{"text": "1d3 - perhaps 2d6+6, or 1d4+ wolves, d6-"}]})
    assert not [*faults_of(tables["forest"], tables)]


def test_the_program_rolls_also_for_a_group_with_real_dice() -> None:
    assert RollRandomTable.PROGRAM_DICE, "nobody owns a die with 103 sides"


def test_a_roll_that_grows_too_large_changes_nothing() -> None:
    def prepared(id_: str, *rows: Mapping[str, Json]) -> Mapping[str, Json]:
        return {"id": id_, "name": id_.upper(), "rows": list(rows)}

    chain = [prepared(f"t{number}", {"text": "x", "table": f"t{number + 1}"}) for number in range(12)]
    rules, table = laid(
        "tiny",
        prepared("a", {"text": "x"}, {"text": "y", "table": "a", "weight": 100}),
        *chain,
        prepared("t12", {"text": "x"}),
        prepared("w", {"text": "x", "table": "v", "times": 20}),
        prepared("v", {"text": "y", "table": "u", "times": 20}),
        prepared("u", {"text": "z"}),
        prepared("d", {"text": "60d6 and 60d6"}),
    )

    def roll(id_: str) -> RollRandomTable:
        return RollRandomTable(seat="gm", table=id_, to_all=True)

    assert why(rules, table, roll("a")) == "random_table_levels"
    assert why(rules, table, roll("t0")) == "random_table_levels"
    assert why(rules, table, roll("w")) == "random_table_results"
    assert why(rules, table, roll("d")) == "random_table_dice"
    assert why(rules, table, roll("nowhere")) == "no_random_table"


# ---- in every game ----


@pytest.mark.parametrize("ruleset", GAMES)
def test_it_is_prepared_rolled_undone_and_read_again_in_every_game(ruleset: str) -> None:
    rules, table = bare(ruleset)
    assert RANDOM_TABLES not in table.lists, "a new campaign is as before"
    editor, lists, options = content_editor_of(rules), table.lists, table.options
    assert editor.categories()[-1].gm_only
    record = editor.with_value(RANDOM_TABLES, editor.blank(lists, options, RANDOM_TABLES), "name", "Forest")
    record = editor.with_value(RANDOM_TABLES, record, "rows[0].text", "1d3 wolves")
    record = editor.with_row(RANDOM_TABLES, record, "rows")
    record = editor.with_value(RANDOM_TABLES, record, "rows[1].text", "nothing")
    record = editor.with_value(RANDOM_TABLES, record, "rows[1].weight", "3")
    view = editor.editor_view(lists, options, RANDOM_TABLES, record)
    assert (view.problems, view.can_save) == ((), True)
    assert [bar.told for note in view.notes for bar in note.rows] == ["25 %", "75 %"]
    id_, saving = editor.save_command("gm", lists, options, RANDOM_TABLES, record)
    history, codec = History(table), Codec(rules)
    saved = rules.apply(table, saving, SeededChance(1))
    history.add(saved.entry(), saved.table)
    offers = {offer.name: offer for offer in rules.offers(saved.table, "gm")}
    for to_all, name in ((False, "roll_random_table_for_gm"), (True, "roll_random_table_for_all")):
        offer = offers[f"{name}:{id_}"]
        assert offer.denial is None
        assert offer.explanation is not None
        outcome = rules.apply(saved.table, offer.command, SeededChance(7))
        assert outcome == rules.apply(saved.table, offer.command, SeededChance(7))
        assert codec.entry(codec.encode(outcome.entry())) == outcome.entry()
        assert fold(saved.table, outcome.events) == outcome.table
        history.add(outcome.entry(), outcome.table)
        assert bool([event for event in outcome.events if isinstance(event, Rolled)]) is to_all
        assert "Forest: " in " ".join(say(line.message) for line in history.log("gm"))
        assert bool([line for line in history.log("tom") if "Forest" in say(line.message)]) is to_all
    assert history.needs_consent(2), "everybody saw the last roll"
    secret = rules.apply(saved.table, offers[f"roll_random_table_for_gm:{id_}"].command, SeededChance(7))
    own = History(table)
    for done in (saved, secret):
        own.add(done.entry(), done.table)
    assert not own.needs_consent(1)
    assert own.go_to(1) == saved.table
    assert not any("Forest" in say(line.message) for viewer in ("tom", SHARED) for line in own.log(viewer))
    deleted = rules.apply(
        saved.table, editor.delete_command("gm", saved.table.lists, RANDOM_TABLES, id_), SeededChance(1)
    )
    assert not deleted.table.lists[RANDOM_TABLES]
    assert why(rules, saved.table, RollRandomTable(seat="tom", table=id_)) == "gm_only"


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_roll_for_the_gm_leaves_nothing_for_others(ruleset: str) -> None:
    rules, table = laid(ruleset, FOREST, LOOT)
    other = laid(ruleset)[1]
    outcome = rules.apply(table, RollRandomTable(seat="gm", table="forest"), SeededChance(3))
    assert outcome.learned == frozenset()
    assert outcome.results == {}
    assert "Zorbulax" not in say(outcome.title)
    before, after = History(table), History(table, (outcome.entry(),))
    for viewer in OTHERS:
        assert redact(table, outcome.events, viewer, rules.secret_lists) == ()
        assert after.log(viewer) == before.log(viewer)
        assert rules.view_for(outcome.table, viewer) == rules.view_for(table, viewer)
        assert "Zorbulax" not in repr(rules.view_for(table, viewer))
        for seat in table.seats:
            assert rules.offers(table, seat, viewer) == rules.offers(other, seat, viewer)
    saving = SaveRandomTables(seat="gm", put={RANDOM_TABLES: (LOOT,)}, drop={RANDOM_TABLES: ("forest",)})
    saved = rules.apply(table, saving, SeededChance(3))
    for viewer in OTHERS:
        assert redact(table, saved.events, viewer, rules.secret_lists) == ()
    for asked in (table, other):
        assert why(rules, asked, RollRandomTable(seat="tom", table="forest")) == "gm_only"


# ---- what is saved and imported ----


def test_what_is_too_large_or_of_another_form_is_not_saved() -> None:
    rules, table = bare("tiny")

    def put(**row: Json) -> str:
        return why(rules, table, SaveRandomTables(seat="gm", put={RANDOM_TABLES: ({**FOREST, **row},)}))

    assert put(rows=[{"text": "x"}] * 10_000) == "random_tables_record_form"
    assert put(rows=[{"text": "x", "table": "x" * 600}] * 100) == "random_tables_record_form"
    assert put(rows=[{"text": "x", "weight": 10**9}]) == "random_tables_record_form"
    assert put(name=7) == "random_tables_record_form"
    assert why(rules, table, SaveRandomTables(seat="gm", put={"cards": (FOREST,)})) == "random_tables_no_drawer"
    many = tuple({**FOREST, "id": f"t{number}", "name": str(number)} for number in range(1001))
    assert why(rules, table, SaveRandomTables(seat="gm", put={RANDOM_TABLES: many})) == "random_tables_too_many_records"
    assert why(rules, table, SaveRandomTables(seat="tom", put={RANDOM_TABLES: (FOREST,)})) == "gm_only"


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_file_brings_a_table_with_those_that_it_leads_to(ruleset: str) -> None:
    rules, table = laid(ruleset, FOREST, LOOT)
    editor, options = content_editor_of(rules), table.options
    chosen = [(RANDOM_TABLES, "forest")]
    chosen += editor.dependencies(table.lists, options, chosen)
    assert chosen == [(RANDOM_TABLES, "forest"), (RANDOM_TABLES, "loot")]
    for form in ("toml", "json"):
        file = editor.export_file(table.lists, options, chosen, form)
        incoming = editor.read_file({}, options, file)
        assert [(each.name, each.arrival, each.gm_only) for each in incoming.records] == [
            ("Zorbulax wood", ImportStatus.NEW, True),
            ("Loot", ImportStatus.NEW, True),
        ]
        empty = bare(ruleset)[1]
        command = editor.import_command("gm", empty.lists, incoming, [each.at for each in incoming.records])
        arrived = rules.apply(empty, command, SeededChance(1)).table.lists
        assert editor.entries(arrived, options, RANDOM_TABLES) == editor.entries(table.lists, options, RANDOM_TABLES)
        with pytest.raises(EditRefused, match="cannot be read"):
            editor.read_file({}, options, file[: len(file) // 2])


@pytest.mark.parametrize("ruleset", ["card_the_drawing", "classic_fantasy"])
@pytest.mark.parametrize("form", ["toml", "json", "csv"])
def test_random_tables_have_a_file_of_their_own(ruleset: str, form: str) -> None:
    rules, table = laid(ruleset, FOREST, LOOT)
    editor, options = content_editor_of(rules), table.options
    chosen = [(RANDOM_TABLES, "forest"), (RANDOM_TABLES, "loot")]
    incoming = editor.read_file({}, options, editor.export_file(table.lists, options, chosen, form))
    assert [(each.kind, each.arrival) for each in incoming.records] == [(RANDOM_TABLES, ImportStatus.NEW)] * 2
    empty = bare(ruleset)[1]
    command = editor.import_command("gm", empty.lists, incoming, (0, 1))
    arrived = rules.apply(empty, command, SeededChance(1)).table.lists
    assert arrived[RANDOM_TABLES] == table.lists[RANDOM_TABLES]
    own = next(each for each in editor.categories() if not each.in_every_game and each.kind != RANDOM_TABLES)
    with pytest.raises(EditRefused, match="can hold only handouts"):
        editor.export_file(table.lists, options, [chosen[0], (own.kind, "any")], form)


def test_a_strangers_file_is_refused_row_by_row() -> None:
    rules, table = bare("tiny")
    editor = content_editor_of(rules)
    rows: list[object] = [
        {**FOREST, "rows": [{"text": "x"}] * 10_000},
        {**FOREST, "id": "b", "rows": 5},
        {**FOREST, "id": "c", "rows": [[1, 2]]},
        {**FOREST, "id": "d", "rows": [{"text": "x", "weight": 0}]},
        {**FOREST, "id": "e", "strange": 1},
        7,
        LOOT,
    ]
    head = {"format": "kitchen-table-workshop", "version": 1, "ruleset": "tiny"}
    incoming = editor.read_file(table.lists, {}, json.dumps({**head, "random_table": rows}))
    assert [each.arrival for each in incoming.records] == [*[ImportStatus.FAULTY] * 6, ImportStatus.NEW]
    assert "The maximum is 100" in incoming.records[0].told
    assert all(0 < len(each.told) < 300 for each in incoming.records)
