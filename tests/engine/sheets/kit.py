"""The sample sheet of every kind of field, records for it, and a seventh sense for what may be written where."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import strategies as st

from engine.model.body import Body, Location
from engine.model.conditions import Condition
from engine.model.frozen import Json
from engine.model.tracks import Track
from engine.sheets.model.character_record import Record
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import SheetDescription

TABLES: Mapping[str, Json] = {
    "bonus_of_strength": [[5, "-1d4"], [10, 0], [15, "+1d4"], [float("inf"), "+1d6"]],
    "size": {"Human": 6, "Ursoid": {"big": 8}},
}
OPTIONS: Mapping[str, Json] = {"rich": True}
LISTS: Mapping[str, tuple[Mapping[str, Json], ...]] = {"spells": ({"name": "Spark", "cost": 3}, {"name": "Fog"})}
TROUBLED: tuple[Json, ...] = ("", " ", "abc", "12", True, False, 0, -1, 3, 2.5, 10**6, [], ["x"], {}, {"a": 1})
"""Values that any field can hold, after edits by people and files."""


@cache
def sample() -> SheetDescription:
    """Return the sample sheet."""
    text = (Path(__file__).parent / "sample.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), SheetDescription)


def record(**fields: Json) -> Record:
    """Return a record with these fields, a body, a track and a bag."""
    return Record(
        actor="tor",
        name="Tor",
        player="Tom",
        sheet={"sheet_version": 3, **fields},
        tracks={"Health": Track(value=5, least=-10, most=60), "Honour": Track(value=0, least=None)},
        body=Body(chart="human", locations={"head": Location(), "Left arm": Location(level=1, most=4)}),
        conditions=(Condition(id="stunned", name="stunned", level=2, until=40),),
        chips={"blue": 2},
    )


def sheet(**fields: Json) -> FilledSheet:
    """Return the sample sheet with these fields."""
    return FilledSheet(sample(), record(**fields), OPTIONS, LISTS, TABLES)


_NUMBERS = st.integers(-5, 30)
_ANYTHING = st.one_of(st.none(), st.sampled_from(TROUBLED))
_GEAR = st.fixed_dictionaries(
    {},
    optional={
        "what": st.sampled_from(("Rope", "Lamp", "")),
        "weight": st.one_of(st.sampled_from((0.1, 0.25, 3, 7)), _ANYTHING),
        "count": _NUMBERS,
        "all": st.sampled_from((None, 50)),
        "worn": st.booleans(),
    },
)
_BASES = st.sampled_from(("strength", "strength + stamina", "stamina *", "climbing", "reckon(base)", "total", "7", ""))
_SKILL = st.fixed_dictionaries(
    {"name": st.sampled_from(("Climb", "Swim", "Dance"))}, optional={"base": _BASES, "points": _NUMBERS}
)
_PLACES: tuple[tuple[str, st.SearchStrategy[Any]], ...] = (
    ("strength", st.one_of(_NUMBERS, _ANYTHING)),
    ("stamina", st.one_of(_NUMBERS, _ANYTHING)),
    ("size", st.sampled_from((6, 0.125, None))),
    ("health_most", st.one_of(st.none(), _NUMBERS)),
    ("lost", st.sampled_from((None, 3, ""))),
    ("race", st.sampled_from(("Human", "Elf", None))),
    ("magic", st.one_of(st.booleans(), st.none())),
    ("spells", st.one_of(st.lists(st.sampled_from(("Spark", "Doom", ""))), _ANYTHING)),
    ("wind", st.one_of(_NUMBERS, _ANYTHING)),
    ("grade", _ANYTHING),
    ("blow", st.sampled_from(("2d6", "1d20", "dice", None))),
    ("bonus", st.sampled_from((None, "+1d8", "-2"))),
    ("fate.gold", st.one_of(st.none(), st.integers(0, 5))),
    ("fate", _ANYTHING),
    ("gear", st.one_of(st.lists(_GEAR, max_size=4), _ANYTHING)),
    ("gear[0].weight", st.sampled_from((1, 0.5, "x", None))),
    ("gear[2].count", _NUMBERS),
    ("gear[1]", st.one_of(st.none(), _GEAR)),
    ("skills", st.one_of(st.lists(_SKILL, max_size=4), st.none())),
    ("skills[0].points", st.one_of(st.none(), _NUMBERS)),
    ("skills[1].base", _BASES),
    ("unknown to all", _ANYTHING),
    ("name", st.sampled_from(("Tor", "Thora"))),
    ("health", st.integers(-9, 60)),
    ("bag.red", st.integers(0, 4)),
    ("body.head", st.integers(0, 6)),
    ("body.head.most", st.sampled_from((None, 3))),
    ("body.Left arm.bleeding", st.booleans()),
    ("states", st.lists(st.sampled_from(("stunned", "prone", "prone")), max_size=3)),
    ("@tracks.Honour", _NUMBERS),
)


@st.composite
def edits(draw: Any) -> tuple[str, Json]:
    """Return a place of the sample sheet and something that people or files may write there."""
    path, values = draw(st.sampled_from(_PLACES))
    return path, draw(values)


def records() -> st.SearchStrategy[Record]:
    """Return records that many edits have been made to."""
    return st.lists(edits(), max_size=12).map(_edited)


def _edited(made: list[tuple[str, Json]]) -> Record:
    found = sheet()
    for path, value in made:
        found = found.with_value(path, value)
    return found.record
