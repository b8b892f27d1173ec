"""Experience Rolls, and what they buy: skills, Passions, new skills, class abilities (CF-XP)."""

from __future__ import annotations

from functools import cache
from typing import Literal

from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy.clock import seconds_of
from engine.rulesets.classic_fantasy.damage import check_thrown
from engine.rulesets.classic_fantasy.data import tables
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.grades import Level
from engine.rulesets.classic_fantasy.parts import Part, counting, total
from engine.rulesets.classic_fantasy.people import (
    Characteristics,
    Depth,
    base,
    base_of,
    experience_modifier,
    passion_dice,
)
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.table.frozen import Frozen, replace

Sort = Literal["skill", "passion"]
"""What an Experience Roll is spent on."""


class AwardTable(Frozen):
    """CF-XP-3: how many Experience Rolls for each session, at the least and at the most."""

    per_session: tuple[int, int]


class ImprovingTable(Frozen):
    """What raising something costs and brings (CF-XP-5, CF-XP-6, CF-XP-8)."""

    cost: int
    at_or_above: str
    below: int
    fumbled: int
    for_each_skill: int


class NewSkillTable(Frozen):
    """What a new skill costs (CF-XP-12)."""

    cost: int
    months: int


class ExperienceTables(Frozen):
    """The file `rules/experience.toml`."""

    award: AwardTable
    improving: ImprovingTable
    new_skill: NewSkillTable


@cache
def numbers() -> ExperienceTables:
    """Return the numbers of experience."""
    found: ExperienceTables = tables("experience", ExperienceTables)
    return found


# ---- awards ----------------------------------------------------------------------------------------------------------


def guideline(sessions: int) -> tuple[int, int]:
    """Return how many Experience Rolls are usual after so many sessions, at the least and at the most (CF-XP-3)."""
    least, most = numbers().award.per_session
    return max(0, sessions) * least, max(0, sessions) * most


def award(rolls: int, charisma: int, settings: Settings = CATALOGUE) -> tuple[Part, ...]:
    """Return how many Experience Rolls an award brings somebody, never less than none (CF-XP-2, CF-X-21).

    Args:
        rolls: what the GM gives.
        charisma: of the character; it counts where the group wants that.
        settings: the group's choices.
    """
    modifier = max(-rolls, experience_modifier(charisma)) if settings.xp_modifier else 0
    return counting(Part(reason="award", value=rolls), Part(reason="charisma", value=modifier))


def flags_fumble(sort: Sort, level: Level, settings: Settings = CATALOGUE) -> bool:
    """Say whether a roll, after all luck, marks what was rolled for a free point (CF-XP-6, CF-AMB-13)."""
    return level == "fumble" and (sort == "skill" or settings.xp_fumble_passions)


class Known(Frozen):
    """What somebody knows, or is moved by, and what has come of it since the last award.

    Attributes:
        sort: a skill or a Passion.
        value: in per cent.
        fumbled: it was fumbled since.
        raised: how many Experience Rolls it has had since, or in this session where that counts.
    """

    sort: Sort
    value: int
    fumbled: bool = False
    raised: int = 0


def awarded(known: Known, settings: Settings = CATALOGUE) -> Known:
    """Return what an award makes of something before any Experience Roll is spent (CF-XP-6, CF-XP-7, CF-XP-15).

    What was fumbled, be it once or often, has its free point, and the mark is gone; an Experience Roll that is spent
    now is made against the new value.
    """
    free = total(improve(known.value, 0, None, 0, fumbled=known.fumbled).parts)
    return replace(known, value=free, fumbled=False, raised=known.raised if settings.xp_limit == "session" else 0)


def next_session(known: Known, settings: Settings = CATALOGUE) -> Known:
    """Return what a new session makes of something: where that is the limit, it can be raised again (CF-XP-8)."""
    return replace(known, raised=0) if settings.xp_limit == "session" else known


# ---- what is known already -------------------------------------------------------------------------------------------


class Improvement(Frozen):
    """What an Experience Roll, a fumble, or both have made of something.

    Attributes:
        parts: what it is now made of.
        succeeded: the roll reached what it was made against; None without a roll.
        target: what it was made against.
    """

    parts: tuple[Part, ...]
    succeeded: bool | None = None
    target: int = 0

    @property
    def value(self) -> int:
        """What it is now."""
        return total(self.parts)

    @property
    def words(self) -> Message:
        """How the roll was judged."""
        key = "none" if self.succeeded is None else "reached" if self.succeeded else "missed"
        return Message(key=f"d100.improvement.{key}", params={"target": self.target})


def check_raise(spent: int, stock: int, settings: Settings = CATALOGUE) -> None:
    """Raise Refused unless an Experience Roll can be spent on something (CF-XP-5, CF-XP-8, CF-AMB-12).

    Args:
        spent: how many this very skill or Passion has had since the award, or in the session where that counts.
        stock: how many there are.
        settings: which of the two counts.
    """
    table = numbers().improving
    if spent >= table.for_each_skill:
        raise Refused(f"d100_raised_this_{settings.xp_limit}", "CF-XP-8", "CF-AMB-12")
    _check_stock(table.cost, stock, "CF-XP-5")


def _check_stock(cost: int, stock: int, rule: str) -> None:
    if stock < cost:
        raise Refused("d100_experience_rolls", rule, cost=cost, stock=stock)


def wants_die(value: int, intelligence: int, d100: int, *, fumbled: bool) -> str | None:
    """Return the die that follows an improvement roll; None where one point is all there is (CF-XP-5, CF-XP-7)."""
    reached = d100 + intelligence >= value + (numbers().improving.fumbled if fumbled else 0)
    return numbers().improving.at_or_above if reached else None


def improve(value: int, intelligence: int, d100: int | None, d4: int, *, fumbled: bool) -> Improvement:
    """Return what a skill or a Passion rises to (CF-XP-5 to CF-XP-7, CF-XP-10).

    Args:
        value: before.
        intelligence: what is added to the roll.
        d100: the roll, where a 00 is 100; None if no Experience Roll is spent, and a fumble alone counts.
        d4: the die that a roll brings which reaches the value; else it does not matter.
        fumbled: it was fumbled since the last award, which is a point, and comes first.
    """
    table = numbers().improving
    parts = (
        Part(reason="before", value=value),
        *counting(Part(reason="fumbled", value=table.fumbled if fumbled else 0)),
    )
    if d100 is None:
        return Improvement(parts=parts)
    target = total(parts)
    succeeded = wants_die(value, intelligence, d100, fumbled=fumbled) is not None
    gain = mixed(table.at_or_above).total((d4,)) if succeeded else table.below
    return Improvement(parts=(*parts, Part(reason="improved", value=gain)), succeeded=succeeded, target=target)


def lower_passion(value: int, intelligence: int, d100: int, d4: int) -> Improvement:
    """Return what a Passion falls to: the roll that would raise it, turned about; never below 0 (CF-XP-11)."""
    mirrored = improve(value, intelligence, d100, d4, fumbled=False)
    loss = max(-value, value - mirrored.value)
    parts = (Part(reason="before", value=value), *counting(Part(reason="lowered", value=loss)))
    return Improvement(parts=parts, succeeded=mirrored.succeeded, target=value)


def lowering_dice(depth: Depth, settings: Settings = CATALOGUE) -> str | None:
    """Return what is thrown for how far a Passion falls; None where that goes by the roll turned about (CF-AMB-14)."""
    return passion_dice(depth) if settings.xp_passion_lower == "depth" else None


def lower_by_depth(value: int, depth: Depth, thrown: int) -> Improvement:
    """Return what a Passion falls to by as much as the GM sees (CF-AMB-14, CF-X-26).

    Args:
        value: before.
        depth: how much has happened.
        thrown: what `passion_dice` came to.
    """
    loss = max(-value, -check_thrown(passion_dice(depth), thrown, "CF-X-26"))
    return Improvement(parts=(Part(reason="before", value=value), *counting(Part(reason="lowered", value=loss))))


# ---- what is new -----------------------------------------------------------------------------------------------------


class Study(Frozen):
    """A Professional skill that is being learned.

    Attributes:
        skill: which.
        begun: when.
        ready: when it is learned.
        cost: the Experience Rolls that it takes.
        parts: what it begins with.
    """

    skill: str
    begun: int
    ready: int
    cost: int
    parts: tuple[Part, ...]


def study(
    skill: str,
    characteristics: Characteristics,
    moment: int,
    stock: int,
    settings: Settings = CATALOGUE,
    *,
    source: str,
) -> Study:
    """Return what learning a new Professional skill takes (CF-XP-12, CF-XP-14).

    Args:
        skill: which.
        characteristics: of whom.
        moment: when the study begins.
        stock: how many Experience Rolls there are.
        settings: how long a month is.
        source: the tutor, guild, order or oddity that it is learned from.

    Raises:
        Refused: nobody and nothing teaches it, or there are too few Experience Rolls, or the skill is not known.
    """
    table, of = numbers().new_skill, base_of(skill)
    if not source.strip():
        raise Refused("d100_no_teacher", "CF-XP-12")
    if of is None:
        raise Refused("d100_unknown_skill", "CF-X-24", skill=skill[:60])
    _check_stock(table.cost, stock, "CF-XP-12")
    ready = moment + table.months * seconds_of("month", settings)
    return Study(skill=skill, begun=moment, ready=ready, cost=table.cost, parts=base(of, characteristics))


def ability_cost(rank: int, ability_rank: int, stock: int, settings: Settings = CATALOGUE, *, qualified: bool) -> int:
    """Return what a class ability costs, learned or improved (CF-XP-13, CF-AMB-15).

    Args:
        rank: of the character now.
        ability_rank: that the ability needs.
        stock: how many Experience Rolls there are.
        settings: which of the two is paid.
        qualified: its skills are high enough.

    Raises:
        Refused: the character has no Rank yet, or too low a one, or too low skills, or too few Experience Rolls.
    """
    if rank < 1:
        raise Refused("d100_no_rank", "CF-XP-13")
    if rank < ability_rank:
        raise Refused("d100_rank_too_low", "CF-XP-13", rank=ability_rank)
    if not qualified:
        raise Refused("d100_skills_too_low", "CF-XP-13")
    cost = rank if settings.xp_ability_cost == "current_rank" else max(1, ability_rank)
    _check_stock(cost, stock, "CF-XP-13")
    return cost
