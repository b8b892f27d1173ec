"""Shots, bursts and throws: target numbers and modifiers (FI-SHOOT, FI-AREA, FI-AUTO, FI-AIM).

All numbers are calculation steps, so that the panel can show them before the dice fall (FI-SHOOT-11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from engine.core.memo import memo
from engine.kit.calculation import CalculationStep, effective_steps
from engine.kit.rules_data import rules_table
from engine.messages.refusal import Refused, needed
from engine.model.frozen import Frozen
from engine.rulesets.future_imperfect.character.equipment import LoadingMethod
from engine.rulesets.future_imperfect.distance import exact, rings_out, whole_times, written

OTHER: Final = "other"
"""The name of the calculation step for a modifier added by hand."""
RelativeCourse = Literal["opposite", "same", "other"]
"""The courses of two moving characters relative to each other, without a map (FI-SHOOT-8)."""
InitiativePenalty = Literal["readied_unaimed", "readied", "none"]
BurstRaises = Literal["surplus_only", "all", "none"]


class AttackerTable(Frozen):
    """T-6, T-6b: penalties by the attacker's mount and hands."""

    mounted: int
    two_weapons: int
    off_hand: int
    one_handed_rifle: int


class MovingTable(Frozen):
    """The relative Rate above which a target is hard to hit, and the penalty."""

    above_rate: int
    modifier: int


class SizeRow(Frozen):
    """One row of T-7: a limit of Size, and its modifier."""

    size: float
    modifier: int


class SizeTable(Frozen):
    """T-7: `small` by the maximum Size, `large` by the minimum; extremes first."""

    small: tuple[SizeRow, ...]
    large: tuple[SizeRow, ...]


class SightTable(Frozen):
    """The penalty of a wholly hidden target, and the distance from which darkness counts."""

    hidden: int
    dark_beyond: int


class CalledSpot(Frozen):
    """A spot that may be called, with its hit locations: no location roll (T-8, FI-CALL-3).

    The attacker chooses one of the locations of the human hit chart; for a sided one, left or right must be named.
    """

    modifier: int
    locations: tuple[str, ...]
    sided: bool = False


class ThrowingTable(Frozen):
    """FI-THROW."""

    increment: int
    metres_per_strength: int
    points_per_scatter_die: int
    scatter_sides: int
    clock_hours: int


class StrayTable(Frozen):
    """FI-STRAY."""

    sides: int
    reach: int
    reach_suppression: int
    hit_up_to: int
    hit_up_to_spread: int


class ReloadTable(Frozen):
    """T-23."""

    round: int
    magazine: int
    black_powder: int


class DefenseTable(Frozen):
    """FI-DEFEND: the penalty of not giving way, and the conditions that forbid it."""

    not_acted_out: int
    impossible: tuple[str, ...]


class RangedTables(Frozen):
    """The file `rules/ranged.toml`."""

    base_tn: int
    attacker: AttackerTable
    moving_target: MovingTable
    target_size: SizeTable
    sight: SightTable
    most_aims: int
    called: Mapping[str, CalledSpot]
    band_metres: int
    throwing: ThrowingTable
    stray: StrayTable
    reload: ReloadTable
    defense: DefenseTable


ranged_tables = rules_table("future_imperfect", "ranged", RangedTables)
"""The tables of attacks."""


class AttackerCircumstances(Frozen):
    """Circumstances of an attacker, besides wounds and nerves, which affect every roll (T-6, T-6b).

    Attributes:
        running: the penalty of running, or of riding on something that runs; 0 for neither (FI-MOVE-6).
        mounted: rides, and shoots (FI-SHOOT-5).
        two_weapons: one in each hand, both used in this action (FI-TWO-1).
        off_hand: the off hand attacks (FI-TWO-2).
        one_handed_rifle: a rifle fired with one hand (FI-TWO-3).
    """

    running: int = 0
    mounted: bool = False
    two_weapons: bool = False
    off_hand: bool = False
    one_handed_rifle: bool = False


class HeldWeapon(Frozen):
    """A weapon in hand during the draw: its aim counters and its Aim value `steps`/`unaimed`."""

    counters: int
    steps: int
    unaimed: int


def attacker_parts(now: AttackerCircumstances) -> tuple[CalculationStep, ...]:
    """Return the modifiers by the attacker's circumstances; they add up (FI-SHOOT-5, FI-TWO, FI-MELEE-6).

    For two rifles fired at once this gives -4 for the main hand and -8 for the other (FI-TWO-3).
    """
    table = ranged_tables().attacker
    chosen = {
        "mounted": (now.mounted, table.mounted),
        "two_weapons": (now.two_weapons, table.two_weapons),
        "off_hand": (now.off_hand, table.off_hand),
        "one_handed_rifle": (now.one_handed_rifle, table.one_handed_rifle),
    }
    return effective_steps(
        CalculationStep(reason="running", value=now.running),
        *(CalculationStep(reason=why, value=value) for why, (holds, value) in chosen.items() if holds),
    )


def other_part(value: int, why: str) -> CalculationStep:
    """Return a modifier that the GM names for something that no table lists (FI-SHOOT-12)."""
    return CalculationStep(reason=OTHER, value=value, params={"why": why})


def range_tn(distance: float, increment: float) -> tuple[CalculationStep, ...]:
    """Return the TN of a shot by its distance and the weapon's range increment, both in metres (FI-SHOOT-2)."""
    range_part = CalculationStep(reason="range", value=whole_times(distance, increment), params={"metres": distance})
    return effective_steps(CalculationStep(reason="base_tn", value=ranged_tables().base_tn), range_part)


def throw_tn(distance: float) -> tuple[CalculationStep, ...]:
    """Return the TN of a throw by its distance in metres; one increment is used for all things (FI-THROW-1)."""
    return range_tn(distance, ranged_tables().throwing.increment)


def throw_range(strength: int) -> int:
    """Return the range in metres of a thing of ordinary weight, by the number of the Strength die (FI-THROW-2)."""
    return strength * ranged_tables().throwing.metres_per_strength


@memo
def size_part(size: float) -> CalculationStep | None:
    """Return the modifier of a shot by the target's Size: -6 to +6, None near human Size (FI-SHOOT-6, T-7)."""
    table, measured = ranged_tables().target_size, exact(size)
    modifiers = [row.modifier for row in table.small if measured <= exact(row.size)]
    modifiers += [row.modifier for row in table.large if measured >= exact(row.size)]
    return (
        CalculationStep(reason="target_size", value=modifiers[0], params={"size": written(size)}) if modifiers else None
    )


def relative_rate(shooter: int, target: int, course: RelativeCourse) -> int:
    """Return the relative Rate by the metres of both in this round and their courses (FI-SHOOT-8)."""
    match course:
        case "opposite":
            return shooter + target
        case "same":
            return abs(shooter - target)
        case "other":
            return target


def speed_part(rate: float, *, ruled: bool | None = None) -> CalculationStep | None:
    """Return the penalty of a moving target: only above a relative Rate of 20 m a round (FI-SHOOT-7).

    The GM may have ruled whether the target counts as moving (FI-SHOOT-8).
    """
    table = ranged_tables().moving_target
    moving = exact(rate) > table.above_rate if ruled is None else ruled
    return CalculationStep(reason="target_speed", value=table.modifier) if moving else None


def sight_part(
    distance: float, *, hidden: bool, light: str, carries_light: bool, darkness_table: Mapping[str, int]
) -> CalculationStep | None:
    """Return the penalty of a target hard to see: hidden or in the dark, the worse one (FI-COVER-9, FI-DARK).

    A partly visible target is not hidden; its cover counts as armour instead (FI-COVER-4 to FI-COVER-6). Darkness
    counts beyond 10 m, unless the target carries a light.
    """
    table = ranged_tables().sight
    dark = darkness_table[light] if exact(distance) > table.dark_beyond and not carries_light else 0
    if hidden and table.hidden <= dark:
        return CalculationStep(reason="hidden", value=table.hidden)
    return CalculationStep(reason="dark", value=dark) if dark else None


def need_known_target(*, hidden: bool, known: bool) -> None:
    """Raise Refused for a hidden target in a place unknown to the attacker (FI-COVER-8)."""
    if hidden and not known:
        raise Refused("target_unknown", "FI-COVER-8")


def aim_actions(counters: int, steps: int) -> int:
    """Return the number of aim actions by the counters, at most three (FI-AIM-2)."""
    most = ranged_tables().most_aims
    return min(counters // steps, most) if steps > 0 else 1


def aim_part(counters: int, steps: int, unaimed: int, *, automatic: bool) -> CalculationStep | None:
    """Return the modifier of an aim with a weapon of Aim `steps`/`unaimed` (FI-AIM-2).

    The first aim action cancels the penalty, the second and third add `steps` each. A burst cannot be aimed
    (FI-AUTO-5); a weapon without an Aim value has no modifier (FI-AIM-12).
    """
    done = 0 if automatic else aim_actions(counters, steps)
    part = (
        CalculationStep(reason="aimed", value=(done - 1) * steps)
        if done
        else CalculationStep(reason="unaimed", value=unaimed)
    )
    return part if part.value else None


def initiative_part(
    readied: Sequence[HeldWeapon], *, initiative_weapon_penalty: InitiativePenalty
) -> CalculationStep | None:
    """Return the penalty of weapons in hand to the Reflex roll of the draw: only the worst (FI-INIT-6, FI-AIM-3)."""
    if initiative_weapon_penalty == "none":
        return None
    unaimed_only = initiative_weapon_penalty == "readied_unaimed"
    counted = (weapon for weapon in readied if not unaimed_only or weapon.counters < weapon.steps)
    worst = min((weapon.unaimed for weapon in counted), default=0)
    return CalculationStep(reason="unaimed", value=worst) if worst else None


def called_spot(spot: str) -> CalledSpot:
    """Return the modifier and the locations of a called spot (FI-CALL-1, FI-CALL-3)."""
    return needed(ranged_tables().called.get(spot), "no_called_spot", "FI-CALL-1", spot=spot[:40])


def called_part(spot: str, *, automatic: bool) -> CalculationStep:
    """Return the penalty of a called shot or blow; automatic fire allows none (FI-CALL-2, FI-AUTO-5)."""
    if automatic:
        raise Refused("burst_called", "FI-AUTO-5")
    return CalculationStep(reason="called", value=called_spot(spot).modifier, params={"spot": spot})


def area_damage_part(area: int, distance: float) -> CalculationStep | None:
    """Return the damage dice of an area weapon, fewer with the distance; its AE is `area` (FI-AREA-1)."""
    dice = max(0, area - rings_out(distance, ranged_tables().band_metres))
    return CalculationStep(reason="area_damage", value=dice, params={"area": area}) if dice else None


def area_shooting_part(area: int, distance: float) -> CalculationStep | None:
    """Return the shooting dice of a shotgun, one for each damage die lost to the distance (FI-AREA-2).

    They join the pool before the roll, so they count for a bust (FI-AREA-6).
    """
    dice = min(area, rings_out(distance, ranged_tables().band_metres))
    return CalculationStep(reason="area_shooting", value=dice, params={"area": area}) if dice else None


def burst_hits(successes: int, rounds: int) -> int:
    """Return the number of hits of a burst on a target, at most the rounds fired at it (FI-AUTO-2)."""
    return min(successes, rounds)


def open_raises(successes: int, *, rounds: int | None, burst_raises_shift: BurstRaises) -> int:
    """Return the number of raises that may move the location of a hit (FI-HITLOC-3, FI-AUTO-6).

    A single shot or blow has no `rounds`, and all its raises count. For a burst an option decides: the raises that
    added no hit, all, or none.
    """
    if rounds is None or burst_raises_shift == "all":
        return max(0, successes - 1)
    return successes - burst_hits(successes, rounds) if burst_raises_shift == "surplus_only" else 0


def need_split(dice: Sequence[int], rounds: Sequence[int], *, all_dice: int, all_rounds: int) -> None:
    """Raise Refused unless dice and rounds are split over the targets, at least one of each (FI-AUTO-4)."""
    if len(dice) != len(rounds) or not dice or min(dice) < 1 or sum(dice) != all_dice:
        raise Refused("split_dice", "FI-AUTO-4", dice=all_dice)
    if min(rounds) < 1 or sum(rounds) != all_rounds:
        raise Refused("split_rounds", "FI-AUTO-4", rounds=all_rounds)


def reload_actions(loading: LoadingMethod, *, heavy: int = 1) -> int:
    """Return the number of actions for reloading; `heavy` is a heavy weapon's own Reload number (FI-RELOAD)."""
    table = ranged_tables().reload
    match loading:
        case "round":
            return table.round
        case "magazine":
            return table.magazine
        case "black_powder":
            return table.black_powder
        case "heavy":
            return heavy
