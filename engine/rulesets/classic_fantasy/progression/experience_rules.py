"""Rules of Experience Rolls: awards, and what they buy: skills, Passions, new skills, class abilities (CF-XP)."""

from __future__ import annotations

from typing import Literal

from engine.kit.calculation import effective_steps
from engine.kit.rules_data import rules_table
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.rulesets.classic_fantasy.character.character_rules import (
    Characteristics,
    Depth,
    base,
    base_of,
    experience_modifier,
    passion_dice,
)
from engine.rulesets.classic_fantasy.d100_calculation import D100Step, total
from engine.rulesets.classic_fantasy.dice.grade_tables import SuccessLevel
from engine.rulesets.classic_fantasy.dice.mixed_dice import check_dice_total, mixed
from engine.rulesets.classic_fantasy.game_calendar import seconds_of
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings

Sort = Literal["skill", "passion"]
"""The kind of thing that an Experience Roll is spent on."""


class ImprovingTable(Frozen):
    """The cost and gain of raising a skill (CF-XP-5, CF-XP-6, CF-XP-8)."""

    cost: int
    at_or_above: str
    below: int
    fumbled: int
    for_each_skill: int


class NewSkillTable(Frozen):
    """The cost of a new skill (CF-XP-12)."""

    cost: int
    months: int


class ExperienceTables(Frozen):
    """The file `rules/experience.toml`."""

    rolls_per_session: tuple[int, int]
    improving: ImprovingTable
    new_skill: NewSkillTable


numbers = rules_table(RULESET, "experience", ExperienceTables)


# ---- awards ----------------------------------------------------------------------------------------------------------


def guideline(sessions: int) -> tuple[int, int]:
    """Return the usual minimum and maximum of Experience Rolls after a number of sessions (CF-XP-3)."""
    least, most = numbers().rolls_per_session
    return max(0, sessions) * least, max(0, sessions) * most


def award(rolls: int, charisma: int, settings: Settings = CATALOGUE) -> tuple[D100Step, ...]:
    """Return the Experience Rolls that an award gives; CHA counts if the group plays so (CF-XP-2, CF-X-21)."""
    modifier = max(-rolls, experience_modifier(charisma)) if settings.xp_modifier else 0
    return effective_steps(D100Step(reason="award", value=rolls), D100Step(reason="charisma", value=modifier))


def flags_fumble(sort: Sort, level: SuccessLevel, settings: Settings = CATALOGUE) -> bool:
    """Say whether the final result of a roll marks the skill for a free point (CF-XP-6, CF-AMB-13)."""
    return level == "fumble" and (sort == "skill" or settings.xp_fumble_passions)


class SkillProgress(Frozen):
    """A skill or Passion, and its progress since the last award.

    Attributes:
        sort: a skill or a Passion.
        value: in per cent.
        fumbled: it was fumbled since.
        raised: the Experience Rolls spent on it since, or in this session where that counts.
    """

    sort: Sort
    value: int
    fumbled: bool = False
    raised: int = 0


def awarded(progress: SkillProgress, settings: Settings = CATALOGUE) -> SkillProgress:
    """Return a skill after an award, before any Experience Roll is spent (CF-XP-6, CF-XP-7, CF-XP-15).

    A fumbled skill has gained one point, however often it was fumbled, and its mark is cleared; Experience Rolls spent
    now are made against the new value.
    """
    gained = total(improve(progress.value, 0, None, 0, fumbled=progress.fumbled).parts)
    return replace(
        progress, value=gained, fumbled=False, raised=progress.raised if settings.xp_limit == "session" else 0
    )


def next_session(progress: SkillProgress, settings: Settings = CATALOGUE) -> SkillProgress:
    """Return a skill at the start of a session: it can be raised again if the limit is by session (CF-XP-8)."""
    return replace(progress, raised=0) if settings.xp_limit == "session" else progress


# ---- what is known already -------------------------------------------------------------------------------------------


class Improvement(Frozen):
    """The result of an Experience Roll, a fumble, or both.

    Attributes:
        parts: the calculation of the new value.
        succeeded: the roll reached its target; None without a roll.
    """

    parts: tuple[D100Step, ...]
    succeeded: bool | None = None

    @property
    def value(self) -> int:
        """The new value."""
        return total(self.parts)


def check_raise(spent: int, stock: int, settings: Settings = CATALOGUE) -> None:
    """Raise Refused unless an Experience Roll can be spent (CF-XP-5, CF-XP-8, CF-AMB-12).

    `spent` are the rolls spent on this skill or Passion since the award, or in the session where that counts.
    """
    table = numbers().improving
    if spent >= table.for_each_skill:
        raise Refused(f"d100_raised_this_{settings.xp_limit}", "CF-XP-8", "CF-AMB-12")
    _check_stock(table.cost, stock, "CF-XP-5")


def _check_stock(cost: int, stock: int, rule: str) -> None:
    if stock < cost:
        raise Refused("d100_experience_rolls", rule, cost=cost, stock=stock)


def wants_die(value: int, intelligence: int, d100: int, *, fumbled: bool) -> str | None:
    """Return the die of gain after an improvement roll; None where the gain is a fixed point (CF-XP-5, CF-XP-7)."""
    is_enough = d100 + intelligence >= value + (numbers().improving.fumbled if fumbled else 0)
    return numbers().improving.at_or_above if is_enough else None


def improve(value: int, intelligence: int, d100: int | None, d4: int, *, fumbled: bool) -> Improvement:
    """Return the raised value of a skill or a Passion (CF-XP-5 to CF-XP-7, CF-XP-10).

    Without a d100 no Experience Roll is spent, and only a fumble counts: it gives a point first. The d4 is the gain if
    the roll reaches the value.
    """
    table = numbers().improving
    parts = (
        D100Step(reason="before", value=value),
        *effective_steps(D100Step(reason="fumbled", value=table.fumbled if fumbled else 0)),
    )
    if d100 is None:
        return Improvement(parts=parts)
    succeeded = wants_die(value, intelligence, d100, fumbled=fumbled) is not None
    gain = mixed(table.at_or_above).total((d4,)) if succeeded else table.below
    return Improvement(parts=(*parts, D100Step(reason="improved", value=gain)), succeeded=succeeded)


def lower_passion(value: int, intelligence: int, d100: int, d4: int) -> Improvement:
    """Return the lowered value of a Passion: the mirrored roll of raising it; never below 0 (CF-XP-11)."""
    improvement = improve(value, intelligence, d100, d4, fumbled=False)
    loss = max(-value, value - improvement.value)
    parts = (D100Step(reason="before", value=value), *effective_steps(D100Step(reason="lowered", value=loss)))
    return Improvement(parts=parts, succeeded=improvement.succeeded)


def lowering_dice(depth: Depth, settings: Settings = CATALOGUE) -> str | None:
    """Return the dice by which a Passion falls; None where the mirrored roll decides (CF-AMB-14)."""
    return passion_dice(depth) if settings.xp_passion_lower == "depth" else None


def lower_by_depth(value: int, depth: Depth, thrown: int) -> Improvement:
    """Return a Passion lowered by dice for the depth that the GM names (CF-AMB-14, CF-X-26)."""
    loss = max(-value, -check_dice_total(passion_dice(depth), thrown, "CF-X-26"))
    return Improvement(
        parts=(D100Step(reason="before", value=value), *effective_steps(D100Step(reason="lowered", value=loss)))
    )


# ---- what is new -----------------------------------------------------------------------------------------------------


class SkillStudy(Frozen):
    """A Professional skill that is being learned.

    Attributes:
        skill: the name of the skill.
        begun: when the study began.
        ready: when the skill is learned.
        cost: the Experience Rolls that it costs.
        base: the base value.
    """

    skill: str
    begun: int
    ready: int
    cost: int
    base: int


def plan_study(
    skill: str,
    characteristics: Characteristics,
    moment: int,
    stock: int,
    settings: Settings = CATALOGUE,
    *,
    source: str,
) -> SkillStudy:
    """Return time and cost of learning a new Professional skill from a moment on (CF-XP-12, CF-XP-14).

    Raises Refused without a source (a tutor, guild, order or oddity), with too few Experience Rolls in stock, and for
    an unknown skill.
    """
    table, formula = numbers().new_skill, base_of(skill)
    if not source.strip():
        raise Refused("d100_no_teacher", "CF-XP-12")
    if formula is None:
        raise Refused("d100_unknown_skill", "CF-X-24", skill=skill[:60])
    _check_stock(table.cost, stock, "CF-XP-12")
    ready = moment + table.months * seconds_of("month", settings)
    return SkillStudy(skill=skill, begun=moment, ready=ready, cost=table.cost, base=base(formula, characteristics))


def ability_cost(rank: int, ability_rank: int, stock: int, settings: Settings = CATALOGUE, *, qualified: bool) -> int:
    """Return the cost of learning or improving a class ability (CF-XP-13, CF-AMB-15).

    Raises Refused without a Rank, with too low a Rank, too low skills or too few Experience Rolls in stock.
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
