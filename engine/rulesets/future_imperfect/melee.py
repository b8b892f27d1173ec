"""Blows: how far a weapon reaches, what has to be beaten, and who gets inside it (FI-MELEE, FI-DB, FI-CLOSE, FI-ENT).

Active defense stands here too, although it serves against shots as well (FI-DEFEND).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from engine.rulesets.future_imperfect.measures import whole_times
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.shooting import Circumstances, attacker_parts, numbers
from engine.table.frozen import Frozen, replace

Closed = Literal["nobody", "attacker", "defender"]
"""Who of the two is inside the other's reach (FI-CLOSE-2)."""
DbMode = Literal["net", "absolute"]
UnnervedPassive = Literal["floor0", "subtract4"]
EntangleBreak = Literal["fragile_only", "any"]
WayOut = Literal["break", "wriggle"]


class Stance(Frozen):
    """One of two in a melee, with what is in hand.

    Attributes:
        level: the fighting level for it; 0 without the concentration (FI-MELEE-2).
        db: the weapon's own Defensive Bonus.
        size: its bearer's Size.
        unnerved: what it costs to have lost a psychological contest, here on passive fighting; 0 without (FI-PSY-5).
    """

    level: int
    db: int
    size: float
    unnerved: int = 0


def size_reach(own: float, other: float) -> int:
    """Return what being larger adds to a Defensive Bonus (FI-DB-2)."""
    return whole_times(own - other, 1) if own > other else 0


def reach_part(attacker: Stance, defender: Stance, closed: Closed, *, db_mode: DbMode) -> Part:
    """Return how much longer the defender's reach is, never below 0 (FI-DB-1 to FI-DB-3).

    A weapon inside whose reach somebody stands is worth nothing as reach, whoever attacks; its bearer's Size still
    counts (FI-CLOSE-2, FI-CLOSE-5).
    """
    against = size_reach(defender.size, attacker.size) + (0 if closed == "attacker" else defender.db)
    own = size_reach(attacker.size, defender.size) + (0 if closed == "defender" else attacker.db)
    return Part(reason="reach", value=max(0, against - own) if db_mode == "net" else against)


def melee_tn(
    attacker: Stance, defender: Stance, closed: Closed, *, db_mode: DbMode, unnerved_passive: UnnervedPassive
) -> tuple[Part, ...]:
    """Return the TN of a blow, a Close manoeuvre or the attempt to get one's distance back (FI-MELEE-2, FI-CLOSE).

    Args:
        attacker: with what he strikes; his level does not matter.
        defender: with what is in hand.
        closed: who is inside the other's reach. An attacker inside whose weapon the defender stands has it against
            him (FI-CLOSE-2); with his off hand he has not, and is asked as with that hand's weapon (FI-CLOSE-4).
        db_mode: whether the attacker's own reach counts against the defender's.
        unnerved_passive: what an unnerved defender's level may fall to (FI-PSY-6).
    """
    lost = max(defender.unnerved, -defender.level) if unnerved_passive == "floor0" else defender.unnerved
    return counting(
        Part(reason="base_tn", value=numbers().base_tn),
        Part(reason="fighting", value=defender.level),
        Part(reason="unnerved", value=lost),
        reach_part(attacker, defender, closed, db_mode=db_mode),
        Part(reason="closed_on", value=attacker.db) if closed == "defender" else None,
    )


def blow_parts(now: Circumstances) -> tuple[Part, ...]:
    """Return what the attacker's circumstances add to a blow: those that have nothing to do with shots (FI-MELEE-6)."""
    return attacker_parts(replace(now, mounted=False, one_handed_rifle=False))


def may_close(attacker_db: int, defender_db: int, *, unarmed: bool) -> bool:
    """Return whether somebody may try to get inside a weapon: the shorter one, or the empty hand (FI-CLOSE-1, -5)."""
    return attacker_db < defender_db or (unarmed and defender_db > 0)


def adds_strength(closed: Closed) -> bool:
    """Return whether a blow adds the attacker's Strength: not with a weapon too long for the place (FI-CLOSE-2)."""
    return closed != "defender"


def ways_out(tn: int | None, *, fragile: bool, entangle_break: EntangleBreak) -> tuple[WayOut, ...]:
    """Return how one gets out of an entanglement (FI-ENT-2, FI-ENT-3).

    To break it is a Strength roll against the weapon's TN; to wriggle free is Dexterity against the attacker's skill.

    Args:
        tn: the weapon's own; None where it has none.
        fragile: the weapon can be broken, and is by that.
        entangle_break: whether others can be broken too.
    """
    breaks = tn is not None and (fragile or entangle_break == "any")
    return ("break", "wriggle") if breaks else ("wriggle",)


def defended_tn(normal: int, defense: int | None, *, bust: bool) -> int:
    """Return the TN against an active defense: the greater one; a bust leaves the normal (FI-DEFEND-4, FI-DEFEND-7).

    Args:
        normal: what the attack needs otherwise.
        defense: the total of the defense roll; None for no defense.
        bust: that roll went bust.
    """
    return normal if defense is None or bust else max(normal, defense)


def defense_parts(*, acted_out: bool) -> tuple[Part, ...]:
    """Return what is added to a defense roll: it costs to stand still where one ought to give way (FI-DEFEND-6)."""
    still = Part(reason="not_acted_out", value=numbers().defense.not_acted_out)
    return counting(None if acted_out else still)


def no_defense(states: Collection[str]) -> str | None:
    """Return the state that leaves somebody without active defense, if there is one (FI-DEFEND-9)."""
    return next((state for state in numbers().defense.impossible if state in states), None)
