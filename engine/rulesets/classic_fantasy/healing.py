"""How a location heals by itself: units that change with its level, strain, treatment, maiming (CF-HEAL)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from engine.rulesets.classic_fantasy.clock import Entry, seconds_of, units
from engine.rulesets.classic_fantasy.data import tables
from engine.rulesets.classic_fantasy.parts import Part, counting, total
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.wound_tables import LimbKind
from engine.rulesets.classic_fantasy.wound_tables import numbers as wound_numbers
from engine.rulesets.classic_fantasy.wounds import WoundLevel, level_of
from engine.table.frozen import Frozen, replace


class Spell(Frozen):
    """What a healing spell gives (CF-X-34).

    Attributes:
        heals: dice by the level of the wound.
        instead: hit points for a wound of another level.
        fresh: a Major Wound must be fresh and whole, or it takes days of rest.
        regrows: it gives back what is off, and nothing else.
    """

    heals: Mapping[WoundLevel, str] = {}
    instead: int = 0
    fresh: bool = False
    regrows: bool = False


class HealingTables(Frozen):
    """The file `rules/healing.toml`."""

    first_aid: str
    strenuous: str
    maim_skill_per_day: int
    maim_lost: int
    maim_least: int
    unit: Mapping[WoundLevel, Literal["day", "week", "month"]]
    spells: Mapping[str, Spell]


@cache
def numbers() -> HealingTables:
    """Return the numbers of healing."""
    found: HealingTables = tables("healing", HealingTables)
    return found


class Mending(Frozen):
    """A location as time finds it.

    Attributes:
        hp: its hit points.
        most: its hit points unhurt.
        since: the second at which the running period began.
        treated: a Major Wound had a Healing success or a Cure Wounds spell (CF-HEAL-4).
        strain: what strenuous activity takes from the Healing Rate (CF-HEAL-3).
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


class Mended(Frozen):
    """The end of a period of healing.

    Attributes:
        at: the second.
        hp: hit points from then on.
        parts: what was added, and why so much.
    """

    at: int
    hp: int
    parts: tuple[Part, ...]


def period(level: WoundLevel, *, settings: Settings = CATALOGUE) -> int | None:
    """Return how many seconds a wound of a level takes for a Healing Rate of hit points (CF-HEAL-1, CF-AMB-39)."""
    unit = numbers().unit.get(level)
    return None if unit is None else seconds_of(unit, settings)


def next_due(mending: Mending, *, settings: Settings = CATALOGUE) -> int | None:
    """Return the second at which a location next gets better; None for never (CF-HEAL-1, CF-HEAL-4)."""
    lasts = period(mending.level, settings=settings)
    if lasts is None or (mending.level == "major" and not mending.treated):
        return None
    return mending.since + lasts


def heal(
    mending: Mending, hr: int, until: int, *, settings: Settings = CATALOGUE
) -> tuple[Mending, tuple[Mended, ...]]:
    """Let time pass over a location, in one step or in many (CF-HEAL-1 to CF-HEAL-4, 2.16).

    With a new level a new unit holds from then on; periods follow one another from the moment of injury.

    Args:
        mending: the location.
        hr: the Healing Rate.
        until: the second up to which time passes, included.
        settings: what the group has chosen.
    """
    found = list[Mended]()
    while (due := next_due(mending, settings=settings)) is not None and due <= until:
        mending, mended = mend(mending, hr, settings=settings)
        found.append(mended)
    return mending, tuple(found)


def mend(mending: Mending, hr: int, *, settings: Settings = CATALOGUE) -> tuple[Mending, Mended]:
    """Let the running period of a location end, as the clock says: see `entry` (CF-HEAL-1 to CF-HEAL-3, CF-AMB-40).

    Raises:
        ValueError: nothing heals there.
    """
    due = next_due(mending, settings=settings)
    if due is None:
        raise ValueError("nothing heals there")
    parts = gain(mending, hr)
    hp = mending.hp + total(parts)
    strain = mending.strain if settings.heal_strenuous == "until_rested" else 0
    return replace(mending, hp=hp, since=due, strain=strain), Mended(at=due, hp=hp, parts=parts)


def entry(mending: Mending, name: str, *, settings: Settings = CATALOGUE) -> Entry | None:
    """Return what a location is to the clock; None while nothing heals there."""
    due = next_due(mending, settings=settings)
    return None if due is None else Entry(name=name, at=due, kind="healing")


def gain(mending: Mending, hr: int) -> tuple[Part, ...]:
    """Return what a period gives: the Healing Rate without the strain, up to the most (CF-HEAL-1, CF-HEAL-3)."""
    strained = min(hr, mending.strain)
    over = max(0, mending.hp + hr - strained - mending.most)
    return counting(
        Part(reason="healing_rate", value=hr),
        Part(reason="strenuous", value=-strained),
        Part(reason="no_more_than_most", value=-over, params={"most": mending.most}),
    )


def exerted(mending: Mending, die: int) -> Mending:
    """Return a location after strenuous activity: once in a period it slows its healing (CF-HEAL-3, CF-AMB-40)."""
    return mending if mending.strain or mending.level == "none" else replace(mending, strain=die)


def treated(mending: Mending, now: int) -> Mending:
    """Return a Major Wound that surgery or a Cure Wounds spell has treated: its month begins now (CF-HEAL-4)."""
    return mending if mending.treated else replace(mending, treated=True, since=now)


def maim_skill(carers: Sequence[int], own: int, *, settings: Settings = CATALOGUE) -> int:
    """Return whose Healing says how long one may wait: the best that cares, or the victim (CF-HEAL-5, CF-AMB-37)."""
    return max(carers) if carers and settings.heal_maim_skill == "carer" else own


def maimed_at(injured: int, skill: int, limb_kind: LimbKind | None = None) -> int | None:
    """Return the second at which an untreated Major Wound maims; None for what is off anyway (CF-HEAL-5).

    Args:
        injured: the second of the injury.
        skill: the Healing that counts.
        limb_kind: how a limb was destroyed.
    """
    if limb_kind in wound_numbers().limbs.dismembered:
        return None
    return injured + maim_days(skill) * units().day_seconds


def maim_days(skill: int) -> int:
    """Return how many days a Major Wound may go untreated; it maims once they are over (CF-HEAL-5)."""
    return -(-max(0, skill) // numbers().maim_skill_per_day)


def maimed(mending: Mending, lost: int | None = None) -> Mending:
    """Return a location that is maimed: its most falls for good, but never to nothing (CF-HEAL-6, CF-AMB-38).

    Args:
        mending: the location.
        lost: what the GM takes from it; None for what the house proposes.
    """
    table = numbers()
    most = max(table.maim_least, mending.most - (table.maim_lost if lost is None else lost))
    return replace(mending, most=most, hp=min(mending.hp, most))
