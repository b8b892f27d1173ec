"""The numbers of the die that a sheet shows for the bodies of other charts are those of the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine.rulesets.classic_fantasy.wounds import hit_locations as d100
from engine.rulesets.future_imperfect.character import hit_locations as imperfect
from engine.sheets.catalogue.sheet_library import tables_of

DIE = range(1, 21)


def d100_location(chart: str, face: int) -> str:
    """Return the location that a die finds."""
    return d100.chart_of(chart).hit(face).name


def imperfect_area(chart: str, face: int) -> str:
    """Return the wound area that a die finds."""
    return imperfect.locate_hit(imperfect.chart_named(chart), face, side_parity="final").area


def faces_of(numbers: str) -> list[int]:
    """Return the faces that numbers like `11, 15–18` or `12–14 even` stand for."""
    ranges = re.findall(r"(\d+)(?:–(\d+))?", numbers)
    faces = [face for first, last in ranges for face in range(int(first), int(last or first) + 1)]
    parity = {"even": (0,), "odd": (1,)}.get(numbers.rpartition(" ")[2], (0, 1))
    return [face for face in faces if face % 2 in parity]


@pytest.mark.rule("CF-HITLOC-4", "FI-HITLOC-9")
@pytest.mark.parametrize(
    ("game", "charts", "own", "find"),
    [
        ("classic_fantasy", d100.charts().charts, "humanoid", d100_location),
        ("future_imperfect", imperfect.hit_charts().charts, imperfect.HUMAN, imperfect_area),
    ],
)
def test_a_sheet_shows_the_numbers_of_each_hit_chart(
    game: str, charts: Mapping[str, object], own: str, find: Callable[[str, int], str]
) -> None:
    shown: Any = tables_of(game)["hit_numbers"]
    assert shown.keys() == charts.keys() - {own}
    for chart, rows in shown.items():
        told = sorted((face, place) for place, numbers in rows.items() for face in faces_of(numbers))
        assert told == [(face, find(chart, face)) for face in DIE], chart
