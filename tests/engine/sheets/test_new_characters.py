"""A new, empty character of every game: nothing is wrong with it, and no number stands there that nobody entered."""

from __future__ import annotations

import re

import pytest

from engine.play.chance import Seeded
from engine.play.moves import EditSheet, JoinActor, SetTrack
from engine.play.options import complete
from engine.play.timeline import Timeline
from engine.rulesets.registry import game_of
from engine.sheets.description import Figure, Reference, Rows, Text
from engine.sheets.sheet import Sheet
from engine.sheets.shelf import sheet_of
from engine.table.frozen import Json
from engine.table.seats import Role, Seat
from engine.table.table import Table

GAMES = ("imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy")
FULL: dict[str, tuple[dict[str, Json], dict[str, int]]] = {
    "future_imperfect": ({"wind_start": 30}, {"Wind": 30}),
    "card_the_drawing": ({"stamina": 5}, {"Health": 45}),
    "classic_fantasy": ({"pow": 13}, {"Magic": 13, "Luck": 3}),
}


def new(game: str, **written: Json) -> Table:
    rules = game_of(game)
    seats = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"))
    timeline = Timeline(rules.ruleset.lay_table(seats, complete(rules.ruleset.options, {})))
    table = timeline.table
    chance = Seeded(1)
    table = rules.apply(table, JoinActor(seat="gm", id="mara", name="Mara", leader="tom"), chance).table
    return rules.apply(table, EditSheet(seat="gm", actor="mara", fields=written), chance).table if written else table


def sheet(table: Table) -> Sheet:
    found = sheet_of(game_of(table.ruleset).view_for(table, "gm"), "mara")
    assert found is not None
    return found


def shown(of: Sheet) -> dict[str, str]:
    """All that the form shows, by its place."""
    found: dict[str, str] = {}
    for field in (field for section in of.sections() for field in section.fields):
        match field:
            case Figure(areas=areas):
                places = [f"{field.key}.{area.name}" for area in areas]
            case Rows(columns=columns):
                rows = of.whole(field.key)
                count = len(rows) if isinstance(rows, list | tuple) else 0
                places = [
                    f"{field.key}[{n}].{cell.key}"
                    for n in range(count)
                    for cell in columns
                    if not isinstance(cell, Text)
                ]
            case Reference():
                places = []
            case _:
                places = [field.key]
        found |= {place: of.shown(place) for place in places}
    return found


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_wrong_and_no_number_comes_from_nowhere(game: str) -> None:
    fresh = sheet(new(game))
    assert fresh.troubles() == ()
    assert {place: words for place, words in shown(fresh).items() if re.search(r"[1-9]", words)} == {}


@pytest.mark.rule("CD-STAT-7", "CF-X-17", "CF-X-18", "FI-WIND-7")
@pytest.mark.parametrize("game", FULL)
def test_what_the_sheet_says_first_is_there_in_full(game: str) -> None:
    fields, full = FULL[game]
    table = new(game, **fields)
    assert {name: table.actors["mara"].tracks[name].value for name in full} == full
    assert {shown(sheet(table))[name.lower()] for name in full} == {str(value) for value in full.values()}


@pytest.mark.parametrize("game", FULL)
def test_what_somebody_set_stays_as_it_is(game: str) -> None:
    fields, full = FULL[game]
    rules, chance = game_of(game), Seeded(1)
    table = new(game)
    for name in full:
        table = rules.apply(table, SetTrack(seat="gm", actor="mara", track=name, value=4), chance).table
    assert {shown(sheet(table))[name.lower()] for name in full} == {"4"}
    table = rules.apply(table, EditSheet(seat="gm", actor="mara", fields=fields), chance).table
    assert {table.actors["mara"].tracks[name].value for name in full} == {4}


def test_armour_that_is_written_in_small_letters_stands_in_its_own_row_once() -> None:
    """The demo and every imported sheet say `upper torso`, the printed sheet says `Upper torso`."""
    worn = sheet(new("future_imperfect", armour=[{"area": "upper torso", "value": 2, "name": "Flak vest"}]))
    rows = worn.whole("armour")
    assert isinstance(rows, list | tuple)
    assert len(rows) == 8
    assert [row for row in rows if isinstance(row, dict) and row.get("value")] == [
        {"area": "Upper torso", "value": 2, "name": "Flak vest"}
    ]


@pytest.mark.rule("CF-X-13")
def test_action_points_say_where_they_come_from() -> None:
    reckoning = sheet(new("classic_fantasy", dex=12)).reckoning("action_points")
    assert reckoning is not None
    assert "Rank 0" in reckoning.text
    assert reckoning.value == 2


@pytest.mark.rule("CD-STAT-7", "CD-MINION-3")
def test_a_record_that_becomes_another_kind_of_sheet_is_written() -> None:
    """A mob counts its minions, a hero its own Health: what one has no number for, the other may have."""
    rules, chance = game_of("card_the_drawing"), Seeded(1)
    table = new("card_the_drawing", sheet="mob")
    table = rules.apply(
        table, EditSheet(seat="gm", actor="mara", fields={"sheet": "hero", "stamina": 10}), chance
    ).table
    assert table.actors["mara"].sheet["sheet"] == "hero"
