"""The charts of simulated fights count every fight once, and explain their numbers."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.loader import game_of
from engine.simulate.fight_costs import FightCosts
from engine.simulate.simulation_results import FightResult, SimulationResults
from vtt.shared.simulation.simulation_page import MOST_BARS, simulation_page

SIDES = {"ann": "party", "wolf": "opposition"}


def won_by(side: str, rounds: int) -> FightResult:
    """Return a fight in which Ann spent Luck and her left arm was hurt."""
    fell = "ann" if side == "opposition" else "wolf"
    costs = FightCosts(tracks={"ann": {"Luck": -1}}, wounds={"ann": ("left_arm",)})
    health = {"ann": 40, "wolf": 60} | {fell: 0}
    names = {"ann": "Ann", "wolf": "Wolf " * 2000}
    return FightResult(
        winner=side, rounds=rounds, health_left=health, defeated=(fell,), names=names, sides=SIDES, costs=costs
    )


@given(st.lists(st.tuples(st.sampled_from(("party", "opposition")), st.integers(1, 60)), min_size=1, max_size=30))
def test_every_fight_is_in_one_bar_and_every_chart_has_a_sentence(fights: list[tuple[str, int]]) -> None:
    results = SimulationResults(fights=tuple(won_by(side, rounds) for side, rounds in fights))
    page = simulation_page(results, game_of("imaginality").view_for(Table(ruleset="imaginality"), "gm"))
    charts = {note.id: note for note in page.notes}
    assert {*charts} == {"won", "fell", "rounds", "health", "spent", "wounds"}
    assert all(note.help.endswith(".") for note in page.notes)
    assert len(charts["rounds"].rows) <= MOST_BARS
    assert sum(row.of for row in charts["rounds"].rows) == len(fights)
    ranges = [re.findall(r"\d+", row.label) for row in charts["rounds"].rows]
    assert all(int(after[0]) == int(before[-1]) + 1 for before, after in pairwise(ranges)), "no range is left out"
    assert sum(row.of for row in charts["won"].rows) == len(fights)
    assert max(len(row.label) for note in page.notes for row in note.rows) < 100
    percent = round(100 * sum(side == "party" for side, _ in fights) / len(fights))
    assert re.search(rf"\b{percent} %", page.headline)


def test_fights_that_never_end_have_no_difficulty() -> None:
    """Freeform wounds fell nobody: no such fight is deadly."""
    endless = replace(won_by("party", 90), decided=False, defeated=())
    for fights, is_verdict in (((endless,) * 7, False), ((endless,) * 6 + (won_by("party", 3),), True)):
        page = simulation_page(
            SimulationResults(fights=fights), game_of("imaginality").view_for(Table(ruleset="imaginality"), "gm")
        )
        assert ("%" in page.headline) is is_verdict, page.headline
        assert page.headline
