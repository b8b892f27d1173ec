"""Rules of natural healing: a period for each wound level, strain, treatment, maiming (CF-HEAL)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit.calculation import effective_steps
from engine.kit.schedule.scheduled_events import ScheduledEvent
from engine.model.frozen import Frozen, replace
from engine.rulesets.classic_fantasy.d100_calculation import D100Step, total
from engine.rulesets.classic_fantasy.game_calendar import seconds_of, units
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.wounds.healing_tables import numbers
from engine.rulesets.classic_fantasy.wounds.wound_rules import LimbKind, WoundLevel, level_of
from engine.rulesets.classic_fantasy.wounds.wound_rules import numbers as wound_numbers


class HealingState(Frozen):
    """The healing state of a location.

    Attributes:
        hp: its hit points.
        most: its maximum hit points.
        since: the second at which the running period began.
        treated: a Major Wound had a Healing success or a Cure Wounds spell (CF-HEAL-4).
        strain: what strenuous activity subtracts from the Healing Rate (CF-HEAL-3).
    """

    hp: int
    most: int
    since: int = 0
    treated: bool = False
    strain: int = 0

    @property
    def level(self) -> WoundLevel:
        """The level of its wound."""
        return level_of(self.hp, self.most)


class HealingGain(Frozen):
    """The end of a period of healing: its second, the hit points from then on, and the calculation of those gained."""

    at: int
    hp: int
    parts: tuple[D100Step, ...]


def period(level: WoundLevel, *, settings: Settings = CATALOGUE) -> int | None:
    """Return the seconds in which a wound of a level heals a Healing Rate of hit points (CF-HEAL-1, CF-AMB-39)."""
    unit = numbers().unit.get(level)
    return None if unit is None else seconds_of(unit, settings)


def next_due(mending: HealingState, *, settings: Settings = CATALOGUE) -> int | None:
    """Return the second at which a location next heals; None for never (CF-HEAL-1, CF-HEAL-4)."""
    level = mending.level
    if level == "major" and not mending.treated:
        return None
    seconds = period(level, settings=settings)
    return None if seconds is None else mending.since + seconds


def heal(
    mending: HealingState, hr: int, until: int, *, settings: Settings = CATALOGUE
) -> tuple[HealingState, tuple[HealingGain, ...]]:
    """Let a location heal up to a moment; one step gives the same as many (CF-HEAL-1 to CF-HEAL-4, 2.16).

    A new wound level has a new period from then on; periods follow one another from the moment of injury. The second
    `until` is included.
    """
    gains = list[HealingGain]()
    while (due := next_due(mending, settings=settings)) is not None and due <= until:
        mending, gained = mend(mending, hr, settings=settings)
        gains.append(gained)
    return mending, tuple(gains)


def mend(mending: HealingState, hr: int, *, settings: Settings = CATALOGUE) -> tuple[HealingState, HealingGain]:
    """End the running period of a location: see `entry` (CF-HEAL-1 to CF-HEAL-3, CF-AMB-40).

    Raises:
        ValueError: the location does not heal.
    """
    due = next_due(mending, settings=settings)
    if due is None:
        raise ValueError("nothing heals there")
    parts = gain(mending, hr)
    hp = mending.hp + total(parts)
    strain = mending.strain if settings.heal_strenuous == "until_rested" else 0
    return replace(mending, hp=hp, since=due, strain=strain), HealingGain(at=due, hp=hp, parts=parts)


def entry(mending: HealingState, name: str, *, settings: Settings = CATALOGUE) -> ScheduledEvent | None:
    """Return the scheduled event of a location; None while it does not heal."""
    due = next_due(mending, settings=settings)
    return None if due is None else ScheduledEvent(name=name, at=due, kind="healing")


def gain(mending: HealingState, hr: int) -> tuple[D100Step, ...]:
    """Return the hit points of a period: the Healing Rate minus strain, up to the maximum (CF-HEAL-1, CF-HEAL-3)."""
    strain_points = min(hr, mending.strain)
    surplus = max(0, mending.hp + hr - strain_points - mending.most)
    return effective_steps(
        D100Step(reason="healing_rate", value=hr),
        D100Step(reason="strenuous", value=-strain_points),
        D100Step(reason="no_more_than_most", value=-surplus, params={"most": mending.most}),
    )


def exerted(mending: HealingState, die: int) -> HealingState:
    """Return a location after strenuous activity: once in a period it slows healing (CF-HEAL-3, CF-AMB-40)."""
    return mending if mending.strain or mending.level == "none" else replace(mending, strain=die)


def treated(mending: HealingState, moment: int) -> HealingState:
    """Return a Major Wound treated by surgery or a Cure Wounds spell: its month begins now (CF-HEAL-4)."""
    return mending if mending.treated else replace(mending, treated=True, since=moment)


def maim_skill(carers: Sequence[int], own: int, *, settings: Settings = CATALOGUE) -> int:
    """Return the Healing that decides the time limit: the best carer's, or the victim's (CF-HEAL-5, CF-AMB-37)."""
    return max(carers) if carers and settings.heal_maim_skill == "carer" else own


def maimed_at(injured: int, skill: int, limb_kind: LimbKind | None = None) -> int | None:
    """Return the second at which an untreated Major Wound maims; None for a limb that is off already (CF-HEAL-5).

    `skill` is the Healing that counts.
    """
    if limb_kind in wound_numbers().limbs.dismembered:
        return None
    return injured + maim_days(skill) * units().day_seconds


def maim_days(skill: int) -> int:
    """Return the days that a Major Wound may stay untreated; after them it maims (CF-HEAL-5)."""
    return -(-max(0, skill) // numbers().maim_skill_per_day)


def maimed(mending: HealingState, lost: int | None = None) -> HealingState:
    """Return a maimed location: its maximum falls for good, but never to 0 (CF-HEAL-6, CF-AMB-38).

    `lost` are the hit points that the GM sets; None for the proposed number.
    """
    table = numbers()
    most = max(table.maim_least, mending.most - (table.maim_lost if lost is None else lost))
    return replace(mending, most=most, hp=min(mending.hp, most))
