"""Shots, bursts and throws: what has to be reached, and what is added to the roll (FI-SHOOT, FI-AREA, FI-AUTO, FI-AIM).

All numbers come as parts, so that the panel can show where they come from before the dice fall (FI-SHOOT-11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, Literal

from engine.play.refusal import Refused
from engine.rulesets.future_imperfect.data import tables
from engine.rulesets.future_imperfect.measures import exact, rings_out, whole_times, written
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.table.frozen import Frozen

OTHER: Final = "other"
"""What is added by hand is a part of this name."""
Course = Literal["opposite", "same", "other"]
"""How two who move pass each other, told without a map (FI-SHOOT-8)."""
Loading = Literal["round", "magazine", "black_powder", "heavy"]
"""What is loaded: a single round or shell, a magazine, a muzzle-loader, a heavy weapon (T-23)."""
InitiativePenalty = Literal["readied_unaimed", "readied", "none"]
BurstRaises = Literal["surplus_only", "all", "none"]


class AttackerTable(Frozen):
    """T-6, T-6b: what the attacker's seat and hands cost."""

    mounted: int
    two_weapons: int
    off_hand: int
    one_handed_rifle: int


class MovingTable(Frozen):
    """Above which relative Rate a target is hard to hit, and what it costs."""

    above_rate: int
    modifier: int


class SizeRow(Frozen):
    """One row of T-7: a Size that bounds, and its modifier."""

    size: float
    modifier: int


class SizeTable(Frozen):
    """T-7: `small` by the most that a Size may be, `large` by the least; extremes first."""

    small: tuple[SizeRow, ...]
    large: tuple[SizeRow, ...]


class SightTable(Frozen):
    """What a target that is wholly hidden costs, and from where on darkness counts."""

    hidden: int
    dark_beyond: int


class AimTable(Frozen):
    """How often in a row one may aim."""

    most: int


class CalledSpot(Frozen):
    """A spot that may be called, and where such a hit lands without a location roll (T-8, FI-CALL-3).

    Attributes:
        modifier: to the attack roll.
        locations: the places of the human hit chart, of which the attacker chooses one.
        sided: left or right is said with it.
    """

    modifier: int
    locations: tuple[str, ...]
    sided: bool = False


class BandTable(Frozen):
    """How many metres cost a blast or an area weapon a die."""

    metres: int


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
    """FI-DEFEND: what standing still costs, and the states that forbid it."""

    not_acted_out: int
    impossible: tuple[str, ...]


class ShootingTables(Frozen):
    """The file `rules/shooting.toml`."""

    base_tn: int
    attacker: AttackerTable
    moving_target: MovingTable
    target_size: SizeTable
    sight: SightTable
    aim: AimTable
    called: Mapping[str, CalledSpot]
    bands: BandTable
    throwing: ThrowingTable
    stray: StrayTable
    reload: ReloadTable
    defense: DefenseTable


@cache
def numbers() -> ShootingTables:
    """Return the numbers of an attack."""
    found: ShootingTables = tables("shooting", ShootingTables)
    return found


class Circumstances(Frozen):
    """What is the matter with an attacker besides its wounds and nerves, which every roll of it feels (T-6, T-6b).

    Attributes:
        running: what it costs to run, or to ride on what runs; 0 for neither (FI-MOVE-6).
        mounted: rides, and shoots (FI-SHOOT-5).
        two_weapons: one in each hand, both used in this action (FI-TWO-1).
        off_hand: this attack is the off hand's (FI-TWO-2).
        one_handed_rifle: a rifle fired with one hand (FI-TWO-3).
    """

    running: int = 0
    mounted: bool = False
    two_weapons: bool = False
    off_hand: bool = False
    one_handed_rifle: bool = False


class HeldWeapon(Frozen):
    """A weapon in hand when cards are drawn: its aim counters and its Aim value `steps`/`unaimed`."""

    counters: int
    steps: int
    unaimed: int


def attacker_parts(now: Circumstances) -> tuple[Part, ...]:
    """Return what the attacker's circumstances add to the roll; they add up (FI-SHOOT-5, FI-TWO, FI-MELEE-6).

    Two rifles fired at once come to -4 for the main hand and -8 for the other by themselves (FI-TWO-3).
    """
    table = numbers().attacker
    chosen = {
        "mounted": (now.mounted, table.mounted),
        "two_weapons": (now.two_weapons, table.two_weapons),
        "off_hand": (now.off_hand, table.off_hand),
        "one_handed_rifle": (now.one_handed_rifle, table.one_handed_rifle),
    }
    return counting(
        Part(reason="running", value=now.running),
        *(Part(reason=why, value=value) for why, (holds, value) in chosen.items() if holds),
    )


def other_part(value: int, why: str) -> Part:
    """Return a modifier that the Master names for what no table lists (FI-SHOOT-12)."""
    return Part(reason=OTHER, value=value, params={"why": why})


def range_tn(distance: float, increment: float) -> tuple[Part, ...]:
    """Return the TN of a shot by its distance and the weapon's range increment, both in metres (FI-SHOOT-2)."""
    far = Part(reason="range", value=whole_times(distance, increment), params={"metres": distance})
    return counting(Part(reason="base_tn", value=numbers().base_tn), far)


def throw_tn(distance: float) -> tuple[Part, ...]:
    """Return the TN of a throw by its distance in metres; one increment serves for all things (FI-THROW-1)."""
    return range_tn(distance, numbers().throwing.increment)


def throw_range(strength: int) -> int:
    """Return how many metres a thing of ordinary weight flies, by the number of the Strength die (FI-THROW-2)."""
    return strength * numbers().throwing.metres_per_strength


def size_part(size: float) -> Part | None:
    """Return what the target's Size adds to a shot: from -6 to +6, nothing near a human's (FI-SHOOT-6, T-7)."""
    table, measured = numbers().target_size, exact(size)
    found = [row.modifier for row in table.small if measured <= exact(row.size)]
    found += [row.modifier for row in table.large if measured >= exact(row.size)]
    return Part(reason="target_size", value=found[0], params={"size": written(size)}) if found else None


def relative_rate(shooter: int, target: int, course: Course) -> int:
    """Return the relative Rate by the metres that each moved this round, and how they pass (FI-SHOOT-8)."""
    match course:
        case "opposite":
            return shooter + target
        case "same":
            return abs(shooter - target)
        case "other":
            return target


def speed_part(rate: float, *, ruled: bool | None = None) -> Part | None:
    """Return what a moving target costs: only above a relative Rate of 20 m a round (FI-SHOOT-7).

    Args:
        rate: the relative Rate.
        ruled: the Master's word, if there is one, whether the target counts as moving (FI-SHOOT-8).
    """
    table = numbers().moving_target
    moving = exact(rate) > table.above_rate if ruled is None else ruled
    return Part(reason="target_speed", value=table.modifier) if moving else None


def sight_part(
    distance: float, *, hidden: bool, light: str, carries_light: bool, darkness_table: Mapping[str, int]
) -> Part | None:
    """Return what a target hard to see costs: hidden or in the dark, whichever is worse (FI-COVER-9, FI-DARK).

    A target of which any part shows is not hidden; its cover counts as armour instead (FI-COVER-4 to FI-COVER-6).

    Args:
        distance: in metres; darkness counts beyond 10.
        hidden: nothing of the target shows, but the attacker knows about where it is.
        light: how light it is, a name of the table.
        carries_light: the target does, and no darkness covers it.
        darkness_table: what each light costs.
    """
    table = numbers().sight
    dark = darkness_table[light] if exact(distance) > table.dark_beyond and not carries_light else 0
    if hidden and table.hidden <= dark:
        return Part(reason="hidden", value=table.hidden)
    return Part(reason="dark", value=dark) if dark else None


def need_known_target(*, hidden: bool, known: bool) -> None:
    """Raise Refused for a hidden target of which the attacker does not even know where it is (FI-COVER-8)."""
    if hidden and not known:
        raise Refused("target_unknown", "FI-COVER-8")


def aim_actions(counters: int, steps: int) -> int:
    """Return how many aim actions counters come to, three at the most (FI-AIM-2)."""
    most = numbers().aim.most
    return min(counters // steps, most) if steps > 0 else 1


def aim_part(counters: int, steps: int, unaimed: int, *, automatic: bool) -> Part | None:
    """Return what aiming adds to a shot with a weapon of Aim `steps`/`unaimed` (FI-AIM-2).

    The first aim action cancels the penalty, the second and third add `steps` each. A burst cannot be aimed
    (FI-AUTO-5); a weapon without an Aim value has nothing to ask here (FI-AIM-12).
    """
    done = 0 if automatic else aim_actions(counters, steps)
    part = Part(reason="aimed", value=(done - 1) * steps) if done else Part(reason="unaimed", value=unaimed)
    return part if part.value else None


def initiative_part(readied: Sequence[HeldWeapon], *, initiative_weapon_penalty: InitiativePenalty) -> Part | None:
    """Return what weapons in hand cost on the Reflex draw: the worst of them alone (FI-INIT-6, FI-AIM-3)."""
    if initiative_weapon_penalty == "none":
        return None
    unaimed_only = initiative_weapon_penalty == "readied_unaimed"
    counted = (weapon for weapon in readied if not unaimed_only or weapon.counters < weapon.steps)
    worst = min((weapon.unaimed for weapon in counted), default=0)
    return Part(reason="unaimed", value=worst) if worst else None


def called_spot(spot: str) -> CalledSpot:
    """Return what calling a spot costs and where the hit lands (FI-CALL-1, FI-CALL-3)."""
    found = numbers().called.get(spot)
    if found is None:
        raise Refused("no_called_spot", "FI-CALL-1", spot=spot[:40])
    return found


def called_part(spot: str, *, automatic: bool) -> Part:
    """Return what a called shot or blow costs; automatic fire takes none (FI-CALL-2, FI-AUTO-5)."""
    if automatic:
        raise Refused("burst_called", "FI-AUTO-5")
    return Part(reason="called", value=called_spot(spot).modifier, params={"spot": spot})


def area_damage_part(area: int, distance: float) -> Part | None:
    """Return the damage dice that an area weapon adds, fewer with the metres; a weapon's AE is `area` (FI-AREA-1)."""
    dice = max(0, area - rings_out(distance, numbers().bands.metres))
    return Part(reason="area_damage", value=dice, params={"area": area}) if dice else None


def area_shooting_part(area: int, distance: float) -> Part | None:
    """Return the shooting dice that a shotgun adds for every damage die that the metres took (FI-AREA-2).

    They join the pool before the roll, so a bust counts them (FI-AREA-6).
    """
    dice = min(area, rings_out(distance, numbers().bands.metres))
    return Part(reason="area_shooting", value=dice, params={"area": area}) if dice else None


def burst_hits(successes: int, rounds: int) -> int:
    """Return how many rounds of a burst hit a target: never more than were fired at it (FI-AUTO-2)."""
    return min(successes, rounds)


def open_raises(successes: int, *, rounds: int | None, burst_raises_shift: BurstRaises) -> int:
    """Return how many raises may move the location of a hit (FI-HITLOC-3, FI-AUTO-6).

    Args:
        successes: of the attack, 0 for a miss.
        rounds: how many a burst fired at this target; None for a single shot or blow.
        burst_raises_shift: which raises of a burst do: those that brought no further hit, all, or none.
    """
    if rounds is None or burst_raises_shift == "all":
        return max(0, successes - 1)
    return successes - burst_hits(successes, rounds) if burst_raises_shift == "surplus_only" else 0


def need_split(dice: Sequence[int], rounds: Sequence[int], *, all_dice: int, all_rounds: int) -> None:
    """Raise Refused unless dice and rounds are shared out over the targets, at least one of each (FI-AUTO-4).

    Args:
        dice: what each target gets of the pool.
        rounds: what each target gets of the burst.
        all_dice: the pool.
        all_rounds: what the burst fires.
    """
    if len(dice) != len(rounds) or not dice or min(dice) < 1 or sum(dice) != all_dice:
        raise Refused("split_dice", "FI-AUTO-4", dice=all_dice)
    if min(rounds) < 1 or sum(rounds) != all_rounds:
        raise Refused("split_rounds", "FI-AUTO-4", rounds=all_rounds)


def reload_actions(loading: Loading, *, heavy: int = 1) -> int:
    """Return how many actions loading takes; `heavy` is a heavy weapon's own Reload number (FI-RELOAD)."""
    table = numbers().reload
    match loading:
        case "round":
            return table.round
        case "magazine":
            return table.magazine
        case "black_powder":
            return table.black_powder
        case "heavy":
            return heavy
