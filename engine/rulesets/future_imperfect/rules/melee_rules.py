"""Blows: reach, target numbers, closing in, and escape (FI-MELEE, FI-DB, FI-CLOSE, FI-ENT).

Active defence is here too, although it also works against shots (FI-DEFEND).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from engine.kit.calculation import CalculationStep, effective_steps
from engine.model.frozen import Frozen, replace
from engine.rulesets.future_imperfect.distance import whole_times
from engine.rulesets.future_imperfect.rules.ranged_rules import AttackerCircumstances, attacker_parts, ranged_tables

InsideReach = Literal["nobody", "attacker", "defender"]
"""The fighter that is inside the other's reach (FI-CLOSE-2)."""
DbMode = Literal["net", "absolute"]
UnnervedPassive = Literal["floor0", "subtract4"]
EntangleBreak = Literal["fragile_only", "any"]
EscapeMethod = Literal["break", "wriggle"]


class MeleeStance(Frozen):
    """One fighter of a melee, with the weapon in hand.

    Attributes:
        level: the fighting level for it; 0 without the concentration (FI-MELEE-2).
        db: the weapon's own Defensive Bonus.
        size: its bearer's Size.
        unnerved: the penalty of a lost psychological contest, here to passive fighting; 0 without (FI-PSY-5).
    """

    level: int
    db: int
    size: float
    unnerved: int = 0


def size_reach(own: float, other: float) -> int:
    """Return the bonus of a larger Size to a Defensive Bonus (FI-DB-2)."""
    return whole_times(own - other, 1) if own > other else 0


def reach_part(
    attacker: MeleeStance, defender: MeleeStance, closed: InsideReach, *, db_mode: DbMode
) -> CalculationStep:
    """Return the advantage of the defender's reach, never below 0 (FI-DB-1 to FI-DB-3).

    A weapon with an opponent inside its reach does not count as reach, for either side; its bearer's Size still counts
    (FI-CLOSE-2, FI-CLOSE-5).
    """
    against = size_reach(defender.size, attacker.size) + (0 if closed == "attacker" else defender.db)
    own = size_reach(attacker.size, defender.size) + (0 if closed == "defender" else attacker.db)
    return CalculationStep(reason="reach", value=max(0, against - own) if db_mode == "net" else against)


def melee_tn(
    attacker: MeleeStance,
    defender: MeleeStance,
    closed: InsideReach,
    *,
    db_mode: DbMode,
    unnerved_passive: UnnervedPassive,
) -> tuple[CalculationStep, ...]:
    """Return the TN of a blow, a Close manoeuvre or getting the distance back (FI-MELEE-2, FI-CLOSE).

    A defender inside the attacker's reach adds the attacker's Defensive Bonus (FI-CLOSE-2); the weapon of an off hand
    is free of that (FI-CLOSE-4). Options decide whether the attacker's own reach counts against the defender's, and
    what is left of an unnerved defender's level (FI-PSY-6).
    """
    lost = max(defender.unnerved, -defender.level) if unnerved_passive == "floor0" else defender.unnerved
    return effective_steps(
        CalculationStep(reason="base_tn", value=ranged_tables().base_tn),
        CalculationStep(reason="fighting", value=defender.level),
        CalculationStep(reason="unnerved", value=lost),
        reach_part(attacker, defender, closed, db_mode=db_mode),
        CalculationStep(reason="closed_on", value=attacker.db) if closed == "defender" else None,
    )


def blow_parts(now: AttackerCircumstances) -> tuple[CalculationStep, ...]:
    """Return the modifiers of a blow by the attacker's circumstances, without those of shots (FI-MELEE-6)."""
    return attacker_parts(replace(now, mounted=False, one_handed_rifle=False))


def may_close(attacker_db: int, defender_db: int, *, unarmed: bool) -> bool:
    """Return whether a fighter may close in: with the shorter weapon, or bare hands (FI-CLOSE-1, FI-CLOSE-5)."""
    return attacker_db < defender_db or (unarmed and defender_db > 0)


def adds_strength(closed: InsideReach) -> bool:
    """Return whether a blow adds Strength: not with a weapon too long for the distance (FI-CLOSE-2)."""
    return closed != "defender"


def ways_out(tn: int | None, *, fragile: bool, entangle_break: EntangleBreak) -> tuple[EscapeMethod, ...]:
    """Return the ways to escape from an entanglement (FI-ENT-2, FI-ENT-3).

    Breaking it is a Strength roll against the weapon's TN, if it is fragile or by an option; wriggling free is
    Dexterity against the attacker's skill. Breaking free destroys a fragile weapon.
    """
    breaks = tn is not None and (fragile or entangle_break == "any")
    return ("break", "wriggle") if breaks else ("wriggle",)


def defended_tn(normal: int, defense: int | None, *, bust: bool) -> int:
    """Return the TN against an active defence: the greater one; a bust leaves the normal (FI-DEFEND-4, FI-DEFEND-7)."""
    return normal if defense is None or bust else max(normal, defense)


def defense_parts(*, acted_out: bool) -> tuple[CalculationStep, ...]:
    """Return the modifiers of a defence roll: a penalty for not giving way (FI-DEFEND-6)."""
    still = CalculationStep(reason="not_acted_out", value=ranged_tables().defense.not_acted_out)
    return effective_steps(None if acted_out else still)


def no_defense(states: Collection[str]) -> str | None:
    """Return the condition that forbids active defence, if any (FI-DEFEND-9)."""
    return next((state for state in ranged_tables().defense.impossible if state in states), None)
