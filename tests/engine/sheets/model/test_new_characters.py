"""A new, empty character of every game: it has no problems, and no number that nobody entered."""

from __future__ import annotations

import re

import pytest

from engine.core.chance import SeededChance
from engine.core.game_options import complete_options
from engine.core.history import History
from engine.core.manual_moves import SetTrack
from engine.model.frozen import Json
from engine.model.seats import Role, Seat
from engine.model.table import Table
from engine.rulesets.loader import game_of
from engine.sheets.catalogue.sheet_library import sheet_of_actor
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.editing.record_moves import EditSheet
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import FigureField, ReferenceField, RowsField, TextField

GAMES = ("imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy")
FULL: dict[str, tuple[dict[str, Json], dict[str, int]]] = {
    "future_imperfect": ({"wind_start": 30}, {"Wind": 30}),
    "card_the_drawing": ({"stamina": 5}, {"Health": 45}),
    "classic_fantasy": ({"pow": 13}, {"Magic": 13, "Luck": 3}),
}


def new(game: str, **written: Json) -> Table:
    rules = game_of(game)
    seats = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"))
    timeline = History(rules.ruleset.new_table(seats, complete_options(rules.ruleset.options, {})))
    table = timeline.table
    chance = SeededChance(1)
    table = rules.apply(table, JoinActor(seat="gm", id="mara", name="Mara", leader="tom"), chance).table
    return rules.apply(table, EditSheet(seat="gm", actor="mara", fields=written), chance).table if written else table


def sheet(table: Table) -> FilledSheet:
    found = sheet_of_actor(game_of(table.ruleset).view_for(table, "gm"), "mara")
    assert found is not None
    return found


def shown(of: FilledSheet) -> dict[str, str]:
    """All that the form shows, by its place."""
    found: dict[str, str] = {}
    for field in (field for section in of.sections() for field in section.fields):
        match field:
            case FigureField(areas=areas):
                places = [f"{field.key}.{area.name}" for area in areas]
            case RowsField(columns=columns):
                rows = of.whole(field.key)
                count = len(rows) if isinstance(rows, list | tuple) else 0
                places = [
                    f"{field.key}[{n}].{cell.key}"
                    for n in range(count)
                    for cell in columns
                    if not isinstance(cell, TextField)
                ]
            case ReferenceField():
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
def test_tracks_start_at_their_maximum(game: str) -> None:
    fields, full = FULL[game]
    table = new(game, **fields)
    assert {name: table.actors["mara"].tracks[name].value for name in full} == full
    assert {shown(sheet(table))[name.lower()] for name in full} == {str(value) for value in full.values()}


@pytest.mark.parametrize("game", FULL)
def test_values_set_by_hand_stay(game: str) -> None:
    fields, full = FULL[game]
    rules, chance = game_of(game), SeededChance(1)
    table = new(game)
    for name in full:
        table = rules.apply(table, SetTrack(seat="gm", actor="mara", track=name, value=4), chance).table
    assert {shown(sheet(table))[name.lower()] for name in full} == {"4"}
    table = rules.apply(table, EditSheet(seat="gm", actor="mara", fields=fields), chance).table
    assert {table.actors["mara"].tracks[name].value for name in full} == {4}


def test_armour_in_lower_case_matches_its_row() -> None:
    """The demo and every imported sheet say `upper torso`, the printed sheet says `Upper torso`."""
    worn = sheet(new("future_imperfect", armour=[{"area": "upper torso", "value": 2, "name": "Flak vest"}]))
    rows = worn.whole("armour")
    assert isinstance(rows, list | tuple)
    assert len(rows) == 8
    assert [row for row in rows if isinstance(row, dict) and row.get("value")] == [
        {"area": "Upper torso", "value": 2, "name": "Flak vest"}
    ]


@pytest.mark.rule("CF-X-13")
def test_action_points_are_explained() -> None:
    calculation = sheet(new("classic_fantasy", dex=12)).calculation("action_points")
    assert calculation is not None
    assert "Rank 0" in calculation.text
    assert calculation.value == 2


@pytest.mark.rule("CD-STAT-7", "CD-MINION-3")
def test_a_record_that_becomes_another_kind_of_sheet_is_written() -> None:
    """A mob counts its minions, a hero its own Health: what one has no number for, the other may have."""
    rules, chance = game_of("card_the_drawing"), SeededChance(1)
    table = new("card_the_drawing", sheet="mob")
    table = rules.apply(
        table, EditSheet(seat="gm", actor="mara", fields={"sheet": "hero", "stamina": 10}), chance
    ).table
    assert table.actors["mara"].sheet["sheet"] == "hero"
