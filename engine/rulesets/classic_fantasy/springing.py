"""What happens with a trap that lies there: found, taken apart, sprung, resisted, set again (CF-TRAP)."""

from __future__ import annotations

from typing import Literal

from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy.grades import Rolled, opposed
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.traps import Act, State, Trap, numbers

Verdict = Literal["won", "lost", "again"]
"""Of whoever rolls against a trap."""
Disarmed = Literal["disarmed", "nothing", "sprung", "again"]


def after(state: State, act: Act) -> State:
    """Return the state of a trap after something was done with it. Raises Refused for what cannot be done."""
    turn = numbers().acts[act]
    if state not in turn.states:
        raise Refused("d100_trap_state", "CF-TRAP-5", act=f"trap-{act}", state=f"trap-{state}")
    return turn.to


def may(state: State) -> tuple[Act, ...]:
    """Return what can be done with a trap in a state."""
    return tuple(act for act, turn in numbers().acts.items() if state in turn.states)


def sprung(trap: Trap, state: State) -> State:
    """Return the state of a trap that springs: it must be set by hand, unless it does that itself (CF-TRAP-5)."""
    found = after(state, "spring")
    return after(found, "reset") if trap.auto_reset else found


def spotted(searcher: Rolled, trap: Rolled, *, settings: Settings = CATALOGUE) -> Verdict:
    """Return whether Perception finds a trap; if both fail it stays hidden (CF-TRAP-20, CF-AMB-45)."""
    return _verdict(opposed(searcher, trap).winner, "acting", "lost", settings)


def disarmed(worker: Rolled, trap: Rolled, *, settings: Settings = CATALOGUE) -> Disarmed:
    """Return what becomes of a trap that somebody works on: a fumble springs it (CF-TRAP-21, CF-AMB-45)."""
    if worker.level == "fumble":
        return "sprung"
    verdict = _verdict(opposed(worker, trap).winner, "acting", "lost", settings)
    return {"won": "disarmed", "lost": "nothing", "again": "again"}[verdict]  # type: ignore[return-value]


def resisted(victim: Rolled, trap: Rolled, *, settings: Settings = CATALOGUE) -> Verdict:
    """Return whether a victim escapes when the trap is triggered (CF-TRAP-9, CF-TRAP-10, CF-AMB-45).

    If both fail the trap has its way, unless the group says otherwise.
    """
    both: Literal["won", "lost"] = "won" if settings.trap_both_fail == "favour_victim" else "lost"
    return _verdict(opposed(trap, victim).winner, "resisting", both, settings)


def _verdict(
    winner: Literal["acting", "resisting"] | None,
    mine: Literal["acting", "resisting"],
    neither: Literal["won", "lost"],
    settings: Settings,
) -> Verdict:
    if winner is None:
        return "again" if settings.trap_both_fail == "reroll" else neither
    return "won" if winner == mine else "lost"
