"""Movement: the Rate, walking and running, picking up the pace, and the effect of a load (FI-MOVE, FI-LOAD)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

import msgspec

from engine.kit.calculation import CalculationStep, effective_steps
from engine.kit.rules_data import rules_table
from engine.model.frozen import Frozen
from engine.rulesets.future_imperfect.character.traits import Trait

MovementMode = Literal["walking", "climbing", "swimming", "riding", "driving"]
FatiguePayer = Literal["mover", "mount", "nobody"]


class MovementModeRow(Frozen):
    """One mode of movement (T-2).

    Attributes:
        pays: the one that loses Wind for picking up the pace.
        pickup: the die for picking up the pace, 0 for the mount's own.
        fatigue: the Wind that it costs.
        base: the number added to the level of the Aptitude.
        most: the maximum of metres in a round; None for no limit.
        tn: the target number for picking up the pace; None without a roll.
        aptitudes: the Aptitudes for that roll; one of them.
    """

    pays: FatiguePayer
    pickup: int = 0
    fatigue: int = 0
    base: int = 0
    most: int | None = None
    tn: int | None = None
    aptitudes: tuple[str, ...] = ()


class MovementTables(Frozen):
    """The tables of movement.

    Attributes:
        move_actions: the actions of a round with a free move.
        dragging: metres in a round of a stunned character.
        claws_climbing, webbed_swimming: bonuses of limbs for picking up the pace.
        ways: the modes of movement.
        load_pace: the part of the Rate left under a load, as a fraction.
    """

    move_actions: int
    dragging: int
    claws_climbing: int
    webbed_swimming: int
    ways: Mapping[MovementMode, MovementModeRow]
    load_pace: Mapping[str, tuple[int, int]]


movement_tables = rules_table("future_imperfect", "movement", MovementTables)
"""The tables of movement."""


@cache
def _multipliers() -> Mapping[str, int]:
    # The record sheet calculates with the same table (T-3). Reading it here loads faster than all of the sheets.
    from engine.sheets.catalogue.sheet_library import tables_of

    return msgspec.convert(tables_of("future_imperfect")["load_multiplier"], dict[str, int])


# ---- Rate ------------------------------------------------------------------------------------------------------------


def rate(dexterity: Trait, own: int | None) -> CalculationStep:
    """Return the Rate in metres a round: the number of the Dexterity die, or one of its own (FI-MOVE-1).

    Vehicles, mounts and unusual aliens have a listed Rate of their own.
    """
    if own is not None:
        return CalculationStep(reason="rate_listed", value=own)
    return CalculationStep(reason="rate_dexterity", value=dexterity.value)


def rate_by(going: Literal["climbing", "swimming"], level: int) -> tuple[CalculationStep, ...]:
    """Return the metres a round of a climbing or swimming character, which cannot run (FI-MOVE-10)."""
    way = movement_tables().ways[going]
    excess = 0 if way.most is None else min(0, way.most - way.base - level)
    return effective_steps(
        CalculationStep(reason=f"rate_{going}", value=way.base),
        CalculationStep(reason="rate_level", value=level),
        CalculationStep(reason="rate_most", value=excess),
    )


def reach(rate: int, *, running: bool, moves_made: int, picked_up: int) -> int:
    """Return the metres that one more action may carry a character in this round (FI-MOVE-2 to FI-MOVE-5, FI-MOVE-7).

    Half the Rate (with the load) is walking, all of it running. After the free moves of a round only the metres by
    picking up the pace are left, which takes a running action.
    """
    free = moves_made < movement_tables().move_actions
    return (rate if running else rate // 2) * free + (picked_up if running else 0)


def is_running(metres: int, rate: int) -> bool:
    """Say whether so many metres in one action count as running: more than half the Rate (FI-MOVE-2)."""
    return metres > rate // 2


def dragging() -> int:
    """Return the metres that a stunned character may drag itself in a round (FI-MOVE-14)."""
    return movement_tables().dragging


# ---- picking up the pace ---------------------------------------------------------------------------------------------


class PaceIncrease(Frozen):
    """The cost and the effect of picking up the pace (FI-MOVE-7 to FI-MOVE-12).

    Attributes:
        sides: the die, without Aces; 0 if there is none.
        bonus: the number added to it.
        fatigue: the Wind that it costs.
        pays: the one that pays the Wind.
        tn: the target number of the roll; None without a roll.
        aptitudes: the Aptitudes for the roll; one of them.
    """

    sides: int
    bonus: tuple[CalculationStep, ...]
    fatigue: int
    pays: FatiguePayer
    tn: int | None
    aptitudes: tuple[str, ...]


def pickup(
    going: MovementMode,
    *,
    on_foot: int,
    claws: bool,
    webbed: bool,
    no_fatigue: bool,
    mount_die: int = 0,
    mount_fatigue: int = 0,
) -> PaceIncrease:
    """Return the cost and the effect of picking up the pace (FI-MOVE-7 to FI-MOVE-12).

    A race may have a bonus `on_foot`, claws to climb with, webbed limbs to swim with, or never pay Wind. Riders and
    drivers throw the die of the mount or vehicle.
    """
    table = movement_tables()
    way = table.ways[going]
    carried = way.pays != "mover"
    bonus = {
        "walking": CalculationStep(reason="pickup_race", value=on_foot),
        "climbing": CalculationStep(reason="pickup_claws", value=table.claws_climbing * claws),
        "swimming": CalculationStep(reason="pickup_webbed", value=table.webbed_swimming * webbed),
    }.get(going)
    fatigue = {"mover": 0 if no_fatigue else way.fatigue, "mount": mount_fatigue, "nobody": 0}[way.pays]
    return PaceIncrease(
        sides=mount_die if carried else way.pickup,
        bonus=effective_steps(bonus),
        fatigue=fatigue,
        pays=way.pays,
        tn=way.tn,
        aptitudes=way.aptitudes,
    )


# ---- load ------------------------------------------------------------------------------------------------------------


def load_limits(strength: Trait, race: int) -> dict[str, int]:
    """Return the weight in kilograms at which each load class begins, the lightest first (FI-LOAD-1, FI-LOAD-3).

    A race has a bonus to each multiplier.
    """
    return {load: (times + race) * strength.value for load, times in _multipliers().items()}


def load_classes() -> tuple[str, ...]:
    """Return the load classes, the lightest first."""
    return tuple(_multipliers())


def load_class(kilograms: float, strength: Trait, race: int) -> str | None:
    """Return the load class of a weight, None below the lightest; a limit belongs to the heavier class (FI-LOAD-4)."""
    reached = [load for load, least in load_limits(strength, race).items() if kilograms >= least]
    return reached[-1] if reached else None


def rate_under(rate: int, load: str | None) -> tuple[CalculationStep, ...]:
    """Return the Rate under a load of a class, rounded down (FI-LOAD-2)."""
    whole = CalculationStep(reason="rate", value=rate)
    if load is None:
        return (whole,)
    over, under = movement_tables().load_pace[load]
    lost = CalculationStep(reason="load", value=rate * over // under - rate, params={"load": load})
    return (whole, *effective_steps(lost))
