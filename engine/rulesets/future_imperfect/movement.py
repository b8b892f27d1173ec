"""How far somebody gets: Rate, walking and running, picking up the pace, and what a load leaves of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

import msgspec

from engine.rulesets.future_imperfect.data import tables
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.traits import Trait
from engine.table.frozen import Frozen

Going = Literal["walking", "climbing", "swimming", "riding", "driving"]
Pays = Literal["mover", "mount", "nobody"]


class Way(Frozen):
    """One way to move (T-2).

    Attributes:
        pays: who loses Wind for picking up the pace.
        pickup: the die of it, 0 if it is the mount's own.
        fatigue: the Wind of it.
        base: what is added to the level of the Aptitude.
        most: the most metres in a round; None for no limit.
        tn: what must be met to pick up the pace; None without a roll.
        aptitudes: with one of which that is rolled.
    """

    pays: Pays
    pickup: int = 0
    fatigue: int = 0
    base: int = 0
    most: int | None = None
    tn: int | None = None
    aptitudes: tuple[str, ...] = ()


class MovementTables(Frozen):
    """The numbers of this chapter.

    Attributes:
        move_actions: how many actions of a round carry somebody.
        dragging: metres in a round of somebody stunned.
        claws_climbing, webbed_swimming: what limbs add to picking up the pace.
        ways: how one moves.
        load_pace: what a load leaves of the Rate, as a fraction.
    """

    move_actions: int
    dragging: int
    claws_climbing: int
    webbed_swimming: int
    ways: Mapping[Going, Way]
    load_pace: Mapping[str, tuple[int, int]]


def movement_tables() -> MovementTables:
    """Return the numbers of this chapter."""
    found: MovementTables = tables("movement", MovementTables)
    return found


@cache
def _multipliers() -> Mapping[str, int]:
    # The record sheet reckons with the same table (T-3). A table comes up sooner without all that sheets can do.
    from engine.sheets.shelf import tables_of

    return msgspec.convert(tables_of("future_imperfect")["load_multiplier"], dict[str, int])


# ---- Rate ------------------------------------------------------------------------------------------------------------


def rate(dexterity: Trait, own: int | None) -> Part:
    """Return the Rate in metres a round: the number of the Dexterity die, or one of its own (FI-MOVE-1).

    Args:
        dexterity: the Trait.
        own: what is listed for a vehicle, a mount or an odd alien; None for everybody else.
    """
    if own is not None:
        return Part(reason="rate_listed", value=own)
    return Part(reason="rate_dexterity", value=dexterity.value)


def rate_by(going: Literal["climbing", "swimming"], level: int) -> tuple[Part, ...]:
    """Return the metres a round of somebody who climbs or swims, which cannot be run (FI-MOVE-10)."""
    way = movement_tables().ways[going]
    over = 0 if way.most is None else min(0, way.most - way.base - level)
    return counting(
        Part(reason=f"rate_{going}", value=way.base),
        Part(reason="rate_level", value=level),
        Part(reason="rate_most", value=over),
    )


def reach(rate: int, *, running: bool, moves_made: int, picked_up: int) -> int:
    """Return how many metres one more action may carry somebody in this round (FI-MOVE-2 to FI-MOVE-5, FI-MOVE-7).

    Half the Rate is walked, all of it run; after the moves that a round has, only picking up the pace brings any more.

    Args:
        rate: metres a round, with the load.
        running: whether the action is a running one; only then can the pace be picked up.
        moves_made: how many actions of this round have carried him already.
        picked_up: what picking up the pace has shown, with its bonus.
    """
    free = moves_made < movement_tables().move_actions
    return (rate if running else rate // 2) * free + (picked_up if running else 0)


def is_running(metres: int, rate: int) -> bool:
    """Say whether so many metres in one action are running: more than half the Rate (FI-MOVE-2)."""
    return metres > rate // 2


def dragging() -> int:
    """Return how many metres somebody stunned may drag himself in a round (FI-MOVE-14)."""
    return movement_tables().dragging


# ---- picking up the pace ---------------------------------------------------------------------------------------------


class Pickup(Frozen):
    """What picking up the pace takes and brings (FI-MOVE-7 to FI-MOVE-12).

    Attributes:
        sides: the die, which is never thrown again; 0 if there is none.
        bonus: what is added to it.
        fatigue: the Wind that it costs.
        pays: who pays that.
        tn: what must be met with one of `aptitudes`; None without a roll.
        aptitudes: with which.
    """

    sides: int
    bonus: tuple[Part, ...]
    fatigue: int
    pays: Pays
    tn: int | None
    aptitudes: tuple[str, ...]


def pickup(
    going: Going,
    *,
    on_foot: int,
    claws: bool,
    webbed: bool,
    no_fatigue: bool,
    mount_die: int = 0,
    mount_fatigue: int = 0,
) -> Pickup:
    """Return what picking up the pace takes and brings (FI-MOVE-7 to FI-MOVE-12).

    Args:
        going: how one moves.
        on_foot: what the race adds on foot.
        claws: they help in climbing.
        webbed: webbed limbs help in swimming.
        no_fatigue: the race never pays Wind for it.
        mount_die: the die of a mount or vehicle, for those who ride or drive.
        mount_fatigue: the Wind that a mount pays.
    """
    table = movement_tables()
    way = table.ways[going]
    carried = way.pays != "mover"
    bonus = {
        "walking": Part(reason="pickup_race", value=on_foot),
        "climbing": Part(reason="pickup_claws", value=table.claws_climbing * claws),
        "swimming": Part(reason="pickup_webbed", value=table.webbed_swimming * webbed),
    }.get(going)
    fatigue = {"mover": 0 if no_fatigue else way.fatigue, "mount": mount_fatigue, "nobody": 0}[way.pays]
    return Pickup(
        sides=mount_die if carried else way.pickup,
        bonus=counting(bonus),
        fatigue=fatigue,
        pays=way.pays,
        tn=way.tn,
        aptitudes=way.aptitudes,
    )


# ---- load ------------------------------------------------------------------------------------------------------------


def load_limits(strength: Trait, race: int) -> dict[str, int]:
    """Return from how many kilograms on each load class begins, the lightest first (FI-LOAD-1, FI-LOAD-3).

    Args:
        strength: the Trait.
        race: what the race adds to each multiplier.
    """
    return {load: (times + race) * strength.value for load, times in _multipliers().items()}


def load_classes() -> tuple[str, ...]:
    """Return the load classes, the lightest first."""
    return tuple(_multipliers())


def load_class(kilograms: float, strength: Trait, race: int) -> str | None:
    """Return the load class of a weight, None below the lightest; on a limit it is the heavier one (FI-LOAD-4)."""
    reached = [load for load, least in load_limits(strength, race).items() if kilograms >= least]
    return reached[-1] if reached else None


def rate_under(rate: int, load: str | None) -> tuple[Part, ...]:
    """Return what a load leaves of a Rate, rounded down (FI-LOAD-2).

    Args:
        rate: metres a round.
        load: the load class; None for none.
    """
    whole = Part(reason="rate", value=rate)
    if load is None:
        return (whole,)
    over, under = movement_tables().load_pace[load]
    return (whole, *counting(Part(reason="load", value=rate * over // under - rate, params={"load": load})))
