"""The fight of a script, played many times (`python -m engine simulate`)."""

from __future__ import annotations

from collections.abc import Callable

from engine.play.commands import Command
from engine.play.script import Played, Unfit
from engine.simulate.driver import MOST_TIMES, Pilot, simulate
from engine.simulate.tally import Tally
from engine.table.frozen import Json
from engine.table.table import Table

FindPilot = Callable[[str], Pilot | None]


def simulate_script(played: Played, find_pilot: FindPilot, times: int, seed: int) -> Tally:
    """Play the fight that is under way after a script.

    A fight that the last command began is begun anew each time, with the decks shuffled anew; one that went on after
    that is played on from where it stands.

    Raises:
        Unfit: there is no fight, nobody can play it, or it cannot be played so often.
    """
    if not 1 <= times <= MOST_TIMES:
        raise Unfit("simulate_times", most=MOST_TIMES)
    ruleset = played.timeline.table.ruleset
    pilot = find_pilot(ruleset)
    if pilot is None:
        raise Unfit("simulate_no_pilot", ruleset=ruleset)
    if not pilot.is_fought(played.timeline.table):
        raise Unfit("simulate_no_fight")
    table, opening = _beginning(played, pilot)
    return simulate(played.game, table, pilot, times, seed, opening=opening)


def _beginning(played: Played, pilot: Pilot) -> tuple[Table, Command | None]:
    timeline = played.timeline
    last = len(timeline.entries) - 1
    if last >= 0:
        before = timeline.table_at(last)
        if not pilot.is_fought(before):
            return before, timeline.entries[last].command
    return timeline.table, None


def simulation_answer(tally: Tally) -> dict[str, Json]:
    """Return the document that is printed."""
    return {"ok": True, **tally.told()}
