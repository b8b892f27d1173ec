"""Bleeding that is laid, moved and lifted by hand, and what moving hit points by hand does to it (CF-BLOOD)."""

from __future__ import annotations

import pytest

from engine.play.commands import Command
from engine.play.moves import EditCondition, LayCondition, LiftCondition, SetLocation
from engine.rulesets.classic_fantasy.at_table import fatigue_level, fatigue_of
from engine.rulesets.classic_fantasy.passing import AdvanceTime
from engine.table.table import Table
from tests.engine.classic_fantasy.table import laid, notes, outcome, play, states

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
def test_that_it_ends_with_the_wound_is_told() -> None:
    hurt = play(laid(), chest(3), LAID, ROUND)
    healed = outcome(hurt, chest(7))
    assert "bleeding" not in states(healed.table, "ana")
    assert "d100_bleeding_stops_at" in notes(healed)
    stanched = outcome(hurt, chest(3, bleeding=False))
    assert "bleeding" not in states(stanched.table, "ana")
    assert notes(stanched) == ["stanched_by_hand"], "once is enough"


@pytest.mark.rule("CF-BLOOD-3")
def test_the_body_follows_the_state_from_place_to_place_and_levels_come_back_once_it_is_gone() -> None:
    table = play(laid(), LAID, ROUND)
    (held,) = table.actors["ana"].named("bleeding")
    moved = play(table, EditCondition(seat="gm", actor="ana", condition=held.id, note="Head"))
    assert (shows(moved), shows(moved, "Head")) == (False, True)
    (blood,) = fatigue_of(moved, "ana").causes
    assert blood.eased is None
    gone = play(moved, LiftCondition(seat="gm", actor="ana", condition=held.id))
    (blood,) = fatigue_of(gone, "ana").causes
    assert (shows(gone, "Head"), blood.eased) == (False, gone.clock)
