"""Moves on records: many edits as one command, copied characters, customised sheets; permissions and log lines."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.commands import Request
from engine.core.events import Noted
from engine.core.history import History
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.body import Body, Location
from engine.model.conditions import Condition
from engine.model.frozen import replace
from engine.model.table import Table
from engine.sheets.catalogue.sheet_customisation import AddField, HideItem, changes_from_rows, changes_list_name
from engine.sheets.editing.new_character_moves import CopyActor, JoinActor
from engine.sheets.editing.record_moves import ConditionLine, LocationLine, WriteRecord
from engine.sheets.editing.sheet_customisation_moves import TailorSheet
from engine.sheets.model.sheet_description import TextField
from tests.engine.laid import TINY, done, laid, outcome
from tests.engine.rulesets.imaginality.table import laid as imaginality
from tests.engine.rulesets.imaginality.table import play, refused

TABLE = laid()


def write(actor: str = "tor", seat: str = "tom", **parts: object) -> WriteRecord:
    return WriteRecord(seat=seat, actor=actor, **parts)  # type: ignore[arg-type]


def lines(table: Table, command: Request, viewer: str) -> list[str]:
    noted = [event for event in outcome(table, command).events if isinstance(event, Noted)]
    return [
        say(line)
        for note in noted
        if note.audience is None or viewer in note.audience
        for line in (note.message, *note.reckoning)
    ]


EVENING = write(
    name="Thor",
    fields={"note": "scar", "rank": 2, "gear": [{"what": "Rope", "weight": 1}]},
    tracks={"Health": 3, "Honour": 0},
    locations={"head": LocationLine(level=2, bleeding=True), "legs": LocationLine(most=5)},
    chips={"blue": 0, "red": 3},
    conditions=(ConditionLine(name="winded", level=1, note="by the stairs"),),
)


def test_an_evening_on_paper_is_one_command() -> None:
    made = outcome(TABLE, EVENING)
    tor = made.table.actors["tor"]
    assert (tor.name, tor.sheet) == ("Thor", dict(EVENING.fields))
    assert (tor.tracks["Health"].value, tor.tracks["Health"].most) == (3, 5)
    assert tor.body is not None
    assert tor.body.locations["head"] == Location(level=2, most=3, bleeding=True)
    assert tor.body.locations["legs"].most == 5
    assert made.table.chips["tom"] == {"red": 3}
    assert tor.conditions == (Condition(id="winded", name="winded", level=1, note="by the stairs"),)
    timeline = History(TABLE)
    timeline.add(made.entry(), made.table)
    assert timeline.go_to(0) == TABLE


def test_the_log_has_the_old_value_of_each_number() -> None:
    assert lines(TABLE, EVENING, "eve") == [
        "Thor’s sheet is changed: 10 entries",
        "Rank: now 2",
        "Gear: now Rope, 1",
        "Health: was 5, now 3",
        "Head, level: was 0, now 2",
        "Head, bleeding: was off, now on",
        "Legs, maximum: was 3, now 5",
        "Red: was 0, now 3",
        "Blue: was 2, now 0",
    ]


def test_present_conditions_keep_their_identity() -> None:
    lain = (
        Condition(id="winded", name="winded", until=30),
        Condition(id="winded-2", name="winded", level=2),
        Condition(id="down", name="down"),
    )
    table = replace(TABLE, actors={**TABLE.actors, "tor": replace(TABLE.actors["tor"], conditions=lain)})
    named = (ConditionLine(name="winded"), ConditionLine(name="blind"), ConditionLine(name="blind"))
    after = done(table, write(conditions=named)).actors["tor"].conditions
    assert [(c.id, c.until) for c in after] == [("winded", 30), ("blind", None), ("blind-2", None)]


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (write(seat="eve", fields={"note": "x"}), "not_your_sheet"),
        (write(actor="spy", fields={"note": "x"}), "no_such_actor"),
        (write(actor="nobody", fields={"note": "x"}), "no_such_actor"),
        (write(seat="nobody", fields={"note": "x"}), "no_such_seat"),
        (write(), "nothing_to_write"),
        (write(fields={"note": None}), "nothing_to_write"),
        (write(name="Tor", tracks={"Health": 5}, chips={"blue": 2}, conditions=()), "nothing_to_write"),
        (write(name=" "), "no_name"),
        (write(conditions=(ConditionLine(name=" "),)), "no_name"),
        (write(tracks={"Luck": 1}), "no_such_track"),
        (write(tracks={"Health": 6}), "track_bounds"),
        (write(locations={"tail": LocationLine(level=1)}), "no_such_location"),
        (write(locations={"head": LocationLine(level=4)}), "track_bounds"),
        (write(locations={"head": LocationLine(level=2, most=1)}), "track_bounds"),
        (write(chips={"blue": -1}), "chip_count"),
        (write(chips={"blue": 10_000}), "chip_count"),
        (write(fields={"gear": [{"n": 2**60}]}), "number_too_large"),
        (write(locations={"head": LocationLine(armour=2**60)}), "number_too_large"),
        (CopyActor(seat="tom", actor="spy", id="twin", name="Twin"), "no_such_actor"),
        (CopyActor(seat="tom", actor="tor", id="elf", name="Twin"), "id_taken"),
        (CopyActor(seat="tom", actor="tor", id="a b", name="Twin"), "id_form"),
        (CopyActor(seat="tom", actor="tor", id="twin", name=" "), "no_name"),
        (CopyActor(seat="tom", actor="elf", id="twin", name="Twin"), "gm_only"),
        (CopyActor(seat="gm", actor="elf", id="twin", name="Twin", leader="kit"), "no_such_seat"),
        (TailorSheet(seat="tom", sheet="hero", ops=()), "gm_only"),
        (TailorSheet(seat="gm", sheet="../hero", ops=()), "no_such_sheet"),
        (TailorSheet(seat="gm", sheet="hero", ops=(HideItem(field="x"),) * 501), "too_many_changes"),
        (
            TailorSheet(seat="gm", sheet="hero", ops=(AddField(section="who", added=TextField(key="No", label="x")),)),
            "change_form",
        ),
    ],
    ids=lambda part: part if isinstance(part, str) else type(part).__name__,
)
def test_refusals_have_reasons(command: Request, key: str) -> None:
    with pytest.raises(Refused) as answer:
        outcome(TABLE, command)
    assert answer.value.message.key == f"refused.{key}"
    assert str(TINY.refusal(TABLE, command)) == answer.value.text


def test_a_secret_record_is_logged_only_for_its_readers() -> None:
    command = write(actor="spy", seat="gm", fields={"rank": 2}, tracks={"Health": 1})
    assert lines(TABLE, command, "gm")[1:] == ["Rank: now 2", "Health: was 5, now 1"]
    assert lines(TABLE, command, "tom") == lines(TABLE, command, "shared") == []
    assert "spy" not in say(outcome(TABLE, command).title).casefold()
    copy = CopyActor(seat="gm", actor="spy", id="mole", name="Mole")
    assert lines(TABLE, copy, "tom") == []
    assert outcome(TABLE, copy).table.actors["mole"].secret


def test_a_copy_differs_only_in_its_name() -> None:
    table = done(TABLE, EVENING)
    tor = table.actors["tor"]
    twin = done(table, CopyActor(seat="tom", actor="tor", id="twin", name="Twin")).actors["twin"]
    assert twin == replace(tor, id="twin", name="Twin", conditions=())
    hurt = done(table, CopyActor(seat="gm", actor="tor", id="twin", name="Twin", leader="eve", conditions=True))
    assert hurt.actors["twin"] == replace(tor, id="twin", name="Twin", seat="eve")
    assert hurt.actors["tor"] == tor


@pytest.mark.parametrize("secret", [False, True])
def test_two_characters_that_everybody_knows_get_two_names_and_a_secret_one_is_not_revealed(secret: bool) -> None:
    tor = TABLE.actors["tor"]
    table = replace(TABLE, actors={**TABLE.actors, "tor": replace(tor, secret=secret)})
    second = f"{tor.name} 2"
    for command in (
        JoinActor(seat="gm", id="twin", name=tor.name, leader="eve"),
        CopyActor(seat="gm", actor="elf", id="twin", name=tor.name),
    ):
        twin = done(table, command).actors["twin"]
        assert twin.name == (tor.name if secret else second)
        assert secret or second in "".join(lines(table, command, "eve"))
    renamed = done(table, write(actor="elf", seat="eve", name=tor.name))
    assert renamed.actors["elf"].name == tor.name, "people may give two characters one name"


def test_sheet_changes_are_stored_in_the_groups_lists() -> None:
    ops = (HideItem(field="note"), AddField(section="who", added=TextField(key="own_sign", label="Sign")))
    table = done(TABLE, TailorSheet(seat="gm", sheet="hero", ops=ops))
    assert changes_from_rows(table.lists[changes_list_name("hero")]) == ops
    assert done(table, TailorSheet(seat="gm", sheet="hero", ops=())).lists[changes_list_name("hero")] == ()


@pytest.mark.rule("IM-CHAR-8", "IM-WOUND-3")
@pytest.mark.parametrize(
    ("parts", "field"),
    [
        ({"fields": {"physical": 4}}, "Physical"),
        ({"fields": {"points": -1}}, "Points not yet spent"),
        ({"conditions": (ConditionLine(name="wound", level=-1),)}, "wound"),
        ({"conditions": (ConditionLine(name="wound", level=1000),)}, "wound"),
    ],
)
def test_the_bounds_of_the_game_hold_for_the_whole_record(parts: dict[str, Any], field: str) -> None:
    answer = refused(imaginality({}), write("rex", "tom", **parts))
    assert answer.message.key == "refused.out_of_bounds"
    assert answer.message.params["field"] == field


def test_within_the_bounds_a_whole_record_is_written() -> None:
    table = play(
        imaginality({}),
        write(actor="rex", fields={"physical": 3}, conditions=(ConditionLine(name="wound", level=4),)),
    )
    assert table.actors["rex"].sheet["physical"] == 3
    assert [(c.name, c.level) for c in table.actors["rex"].conditions] == [("wound", 4)]


def test_a_body_of_another_kind_is_written_by_its_own_locations() -> None:
    beast = Body(chart="beast", locations={"paws": Location(most=2)})
    table = replace(TABLE, actors={**TABLE.actors, "tor": replace(TABLE.actors["tor"], body=beast)})
    after = done(table, write(locations={"paws": LocationLine(boundless=True, level=9)})).actors["tor"].body
    assert after is not None
    assert after.locations["paws"] == Location(level=9)
