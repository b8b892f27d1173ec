"""Two versions of a record compared, and the difference written as one gesture."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given

from engine.core.chance import SeededChance
from engine.model.conditions import Condition
from engine.model.frozen import Json, plain_json, replace
from engine.presentation.game import Game
from engine.sheets.editing.record_changes import applied, change_at, command_for, compare_records, shown_change
from engine.sheets.model.character_record import Record, record_of
from engine.sheets.model.condition_names import condition_label
from engine.sheets.model.field_values import is_blank
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.record_migration import migrate_record
from engine.sheets.model.sheet_description import SheetDescription
from tests.engine.laid import TINY, laid
from tests.engine.sheets.kit import LISTS, OPTIONS, TABLES, record, records, sample, sheet
from tests.engine.sheets.model.test_filled_sheet import places


def bare(value: Json) -> Json:
    """A value as JSON gives it back, without the cells that hold nothing."""
    if isinstance(value, list | tuple):
        return [bare(part) for part in value]
    if isinstance(value, Mapping):
        return {key: bare(part) for key, part in value.items() if part is not None}
    return value


def told(description: SheetDescription, found: Record) -> dict[str, object]:
    """All that a record says on its sheet, kept things and the table's own numbers too."""
    filled = FilledSheet(description, found, OPTIONS, LISTS, TABLES)
    return {
        **{path: bare(filled.value(path)) for path in places(filled) if not is_blank(filled.value(path))},
        "kept": dict(filled.unknown_fields()),
        "states": [c.name for c in found.conditions],
        "body": found.body,
    }


@given(old=records(), new=records())
def test_written_differences_turn_one_record_into_the_other(old: Record, new: Record) -> None:
    changes = compare_records(sample(), old, new)
    assert told(sample(), applied(sample(), old, changes)) == told(sample(), new)
    assert compare_records(sample(), applied(sample(), old, changes), new) == ()


@given(one=records())
def test_a_record_does_not_differ_from_itself(one: Record) -> None:
    assert compare_records(sample(), one, one) == ()


@given(old=records(), new=records())
def test_each_change_has_its_place_and_old_value(old: Record, new: Record) -> None:
    filled = FilledSheet(sample(), old, OPTIONS, LISTS, TABLES)
    for change in compare_records(sample(), old, new):
        assert change.label
        assert change.before != change.after or isinstance(change.before, bool) != isinstance(change.after, bool)
        assert all(isinstance(text, str) for text in shown_change(sample(), change))
        if not filled.plan.formulas.get(change.path) and filled.plan.fields.get(change.path):
            assert plain_json(filled.value(change.path)) == change.before


def test_rows_are_compared_by_cell_and_named_by_their_first_column() -> None:
    old = record(gear=[{"what": "Rope", "weight": 1}, {"what": "Lamp"}])
    new = record(gear=[{"what": "Rope", "weight": 2}, {"what": "Lamp"}, {"what": "Oil"}])
    changes = compare_records(sample(), old, new)
    assert [(c.path, c.label, *shown_change(sample(), c)) for c in changes] == [
        ("gear[0].weight", "Gear, Rope: Weight", "1 kg", "2 kg"),
        ("gear[2]", "Gear, Oil", "", "Oil"),
    ]
    assert [c.path for c in compare_records(sample(), new, record(gear=[{"what": "Lamp"}]))] == ["gear[2]", "gear[0]"]
    assert [c.path for c in compare_records(sample(), new, record(gear=[{"what": "Bow"}]))] == ["gear"]


def test_the_table_is_compared_too() -> None:
    old = record()
    new = FilledSheet(sample(), old).with_value("health", 2).with_value("body.head", 1).with_value("bag.red", 4).record
    new = replace(new, name="Thora", conditions=(Condition(id="prone", name="prone"),))
    assert {c.path: (c.label, c.before, c.after) for c in compare_records(sample(), old, new)} == {
        "name": ("Name", "Tor", "Thora"),
        "health": ("Health", 5, 2),
        "bag.red": ("Chips: Red", None, 4),
        "body.head": ("Wounds: Head", 0, 1),
        "states": ("States", [condition_label("stunned")], [condition_label("prone")]),
    }


TABLE = laid()
GAME: Game = TINY
TINY_SHEET = SheetDescription(
    id="hero", title="T", sections=sample().sections, pages=sample().pages, internal=sample().internal
)


def written(table: object, command: object) -> Record:
    outcome = GAME.apply(TABLE, command, SeededChance(1))  # type: ignore[arg-type]
    return record_of(GAME.view_for(outcome.table, "gm"), "tor")


@given(new=records())
def test_one_command_writes_all_differences(new: Record) -> None:
    """On a real table: sheet, tracks, chips and conditions get their new values."""
    old = record_of(GAME.view_for(TABLE, "gm"), "tor")
    health = {**old.tracks, "Health": replace(old.tracks["Health"], value=new.tracks["Health"].value % 6)}
    wanted = replace(new, actor="tor", player=old.player, tracks=health, body=old.body)
    changes = compare_records(TINY_SHEET, old, wanted)
    if not changes:
        return
    command = command_for(TINY_SHEET, "tom", old, changes)
    after = written(TABLE, command)
    assert told(TINY_SHEET, after) == told(TINY_SHEET, replace(wanted, sheet={**wanted.sheet}))
    assert (after.name, after.tracks, after.body) == (wanted.name, wanted.tracks, old.body)
    assert after.chips == applied(TINY_SHEET, old, changes).chips


def test_wounds_are_written_by_the_same_command() -> None:
    old = record_of(GAME.view_for(TABLE, "gm"), "tor")
    changes = [
        change_at(TINY_SHEET, old, "body.head", 2),
        change_at(TINY_SHEET, old, "body.head.armour", 3),
        change_at(TINY_SHEET, old, "stamina", 4),
    ]
    after = written(TABLE, command_for(TINY_SHEET, "tom", old, changes))
    assert after.body is not None
    assert (after.body.locations["head"].level, after.body.locations["head"].armour) == (2, 3)
    assert after.sheet["stamina"] == 4


def test_a_command_migrates_an_old_record() -> None:
    old = Record(actor="tor", name="Tor", sheet={"power": 7, "family": "Smiths"})
    command = command_for(sample(), "tom", old, [change_at(sample(), old, "stamina", 2)])
    assert command.fields == {
        "power": None,
        "strength": 7,
        "family": None,
        "story": "Family: Smiths",
        "stamina": 2,
        "sheet_version": 3,
    }
    assert command.name is None
    assert not {*command.tracks, *command.chips, *command.locations}
    assert migrate_record(sample(), old).sheet["strength"] == 7
    assert sheet(strength=7).value("strength") == 7


def test_conditions_have_their_screen_names_on_a_sheet_and_are_recognised_by_them() -> None:
    conditions = (Condition(id="c1", name="wound", level=5), Condition(id="c2", name="in love"))
    lying = replace(record(), conditions=conditions)
    filled = FilledSheet(sample(), lying, OPTIONS, LISTS, TABLES)
    assert filled.value("states") == ["Wound", "in love"]
    after = filled.with_value("states", ["wound", "DYING", "Wound", "in love", "bored"]).record.conditions
    assert [c.name for c in after] == ["wound", "dying", "wound", "in love", "bored"]
    assert [c for c in after if c.id in ("c1", "c2")] == list(conditions), "what lies there stays"
