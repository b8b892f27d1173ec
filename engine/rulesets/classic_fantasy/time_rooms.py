"""The rooms of time, care and people, for the game that brings them to the table."""

from __future__ import annotations

from typing import Any, Final

from engine.play.commands import Move
from engine.rulesets.classic_fantasy import (
    ageing,
    breathing,
    improving,
    lapsing,
    mending,
    passing,
    rest_window,
    sessions,
    straining,
    tending,
    tiring,
    wandering,
)
from engine.rulesets.classic_fantasy.procedures.evening import Evening
from engine.rulesets.classic_fantasy.procedures.passing import Passing
from engine.rulesets.classic_fantasy.procedures.rest import Rest
from engine.table.table import Procedure

TICKING: Final = (lapsing, mending)
"""Rooms without moves of their own, which wait for the clock."""
MOVES: Final[tuple[Move[Any], ...]] = (
    *passing.MOVES,
    *tiring.MOVES,
    *straining.MOVES,
    *breathing.MOVES,
    *tending.MOVES,
    *rest_window.MOVES,
    *sessions.MOVES,
    *improving.MOVES,
    *ageing.MOVES,
    *wandering.MOVES,
)
ROOMS: Final = (
    passing,
    tiring,
    straining,
    breathing,
    tending,
    rest_window,
    sessions,
    improving,
    ageing,
    wandering,
)
PROCEDURES: Final[tuple[type[Procedure], ...]] = (Evening, Rest, Passing)
