"""Bleeding that is added, moved and removed by hand, and hit points changed by hand (CF-BLOOD)."""

from __future__ import annotations

import pytest

from engine.core.commands import Command
from engine.core.manual_moves import EditCondition, LayCondition, LiftCondition, SetLocation
from engine.model.table import Table
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level, fatigue_of
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from tests.engine.rulesets.classic_fantasy.table import laid, notes, outcome, play, states

LAID = LayCondition(seat="gm", actor="ana", condition="bleeding", note="Chest")
ROUND = AdvanceTime(seat="gm")


def chest(level: int, *, bleeding: bool | None = None) -> Command:
    """Return the move that sets Ana's chest, which has 7 hit points unhurt."""
    return SetLocation(seat="gm", actor="ana", location="Chest", level=level, bleeding=bleeding)


def shows(table: Table, place: str = "Chest") -> bool:
    """Say whether the body shows a location that bleeds."""
    body = table.actors["ana"].body
    assert body is not None
    return body.locations[place].bleeding


@pytest.mark.rule("CF-BLOOD-1", "CF-BLOOD-3")
@pytest.mark.parametrize("begun", [LAID, chest(7, bleeding=True)], ids=["as a state", "on the body"])
def test_bleeding_by_hand_stays_while_hit_points_are_moved_by_hand(begun: Command) -> None:
    table = play(laid(), begun)
    assert shows(table)
    for level in (3, 1, 5):
        table = play(table, chest(level), ROUND)
        assert "bleeding" in states(table, "ana"), level
    assert fatigue_level(table, "ana") == 3


@pytest.mark.rule("CF-BLOOD-3", "CF-BLOOD-5")
def test_the_end_of_bleeding_with_the_wound_is_logged() -> None:
    hurt = play(laid(), chest(3), LAID, ROUND)
    healed = outcome(hurt, chest(7))
    assert "bleeding" not in states(healed.table, "ana")
    assert "d100_bleeding_stops_at" in notes(healed)
    stanched = outcome(hurt, chest(3, bleeding=False))
    assert "bleeding" not in states(stanched.table, "ana")
    assert notes(stanched) == ["stanched_by_hand"], "once is enough"


@pytest.mark.rule("CF-BLOOD-3")
def test_the_body_shows_moved_bleeding_and_levels_come_back_after_it() -> None:
    table = play(laid(), LAID, ROUND)
    (held,) = table.actors["ana"].conditions_named("bleeding")
    moved = play(table, EditCondition(seat="gm", actor="ana", condition=held.id, note="Head"))
    assert (shows(moved), shows(moved, "Head")) == (False, True)
    (blood,) = fatigue_of(moved, "ana").causes
    assert blood.eased is None
    gone = play(moved, LiftCondition(seat="gm", actor="ana", condition=held.id))
    (blood,) = fatigue_of(gone, "ana").causes
    assert (shows(gone, "Head"), blood.eased) == (False, gone.clock)
