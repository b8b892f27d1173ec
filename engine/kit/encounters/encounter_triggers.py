"""Triggers of running encounters that wait for a round: the GM gets a note when it begins.

>>> from engine.kit.manual_game import ManualGame
>>> numbers_of_rounds(ManualGame("example"))(Table(ruleset="example"))
0
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from engine.core.draft import Draft
from engine.core.fault_isolation import isolated
from engine.kit.encounters.encounter_commands import fire, pending_triggers
from engine.kit.encounters.encounter_runs import RUNS
from engine.model.table import Table
from engine.presentation.game import Ruleset
from engine.presentation.game_capabilities import HasRoundNumber

NumberOfRound = Callable[[Table], int]
"""Returns the number of the round on a table; 0 for none."""
_ROUNDS: Final = ("round", "turn")
"""The names under which an activity tells the number of its round; some games call it a turn."""


def numbers_of_rounds(ruleset: Ruleset) -> NumberOfRound:
    """Return what tells the number of the round in a game: the game itself, or its view of what is in progress."""
    return ruleset.round_number if isinstance(ruleset, HasRoundNumber) else partial(round_of, ruleset)


def fire_triggers(number_of_round: NumberOfRound, draft: Draft) -> None:
    """Fire the triggers of the round that has just begun."""
    if not draft.table.lists.get(RUNS.name) or draft.before.procedures is draft.table.procedures:
        return
    runs = [run for run in RUNS.all(draft.table) if not run.paused and pending_triggers(run)]
    if not runs:
        return
    now = isolated(partial(number_of_round, draft.table), 0)
    due = [(run, [number for number, when in pending_triggers(run).items() if when == now]) for run in runs]
    # The round before is asked for last: few rounds have triggers, and the answer may take as long as a view.
    if any(numbers for _, numbers in due) and now != isolated(partial(number_of_round, draft.before), 0):
        for run, numbers in due:
            if numbers:
                fire(draft, run, numbers)


def round_of(ruleset: Ruleset, table: Table) -> int:
    """Return the number of the round of the innermost activity that has one; 0 for none."""
    for activity in reversed(ruleset.activity_view(table, table.gm())):
        for name in _ROUNDS:
            number = activity.figures.get(name)
            if isinstance(number, int) and not isinstance(number, bool):
                return number
    return 0
