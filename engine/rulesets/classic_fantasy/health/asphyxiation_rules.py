"""Rules of asphyxiation: length of a breath, rolls, and levels of Fatigue (CF-ASPHYX)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from engine.kit.calculation import effective_steps
from engine.kit.rules_data import rules_table
from engine.kit.schedule.scheduled_events import ScheduledEvent
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.d100_calculation import D100Step, total
from engine.rulesets.classic_fantasy.dice.grade_tables import SuccessLevel
from engine.rulesets.classic_fantasy.dice.success_levels import EffectiveSkill, effective_skill
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.health.fatigue_rules import dead, fatigue_modifier
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings


class BreathTable(Frozen):
    """The divisor of Endurance for the seconds of a breath."""

    prepared: int
    passive: int
    strenuous: int
    prepared_strenuous_half: int


class AsphyxiationTables(Frozen):
    """The file `rules/asphyxiation.toml`."""

    breath: BreathTable
    levels: Mapping[SuccessLevel, str]
    lasting_levels: int


numbers = rules_table(RULESET, "asphyxiation", AsphyxiationTables)


def breath(
    endurance: int, *, prepared: bool, strenuous: bool, fatigue: int = 0, settings: Settings = CATALOGUE
) -> tuple[D100Step, ...]:
    """Return the seconds that a breath lasts (CF-ASPHYX-1 to CF-ASPHYX-3).

    The level of `fatigue` shortens it if the group plays with that option.
    """
    table = numbers().breath
    if prepared:
        halved = strenuous and settings.asphyx_strenuous_prepared == "half"
        reason, multiple = "breath_prepared", table.prepared_strenuous_half if halved else table.prepared
    else:
        reason = "breath_strenuous" if strenuous else "breath_passive"
        multiple = table.strenuous if strenuous else table.passive
    skill = tuple[D100Step, ...]((D100Step(reason="skill", value=endurance),))
    if settings.asphyx_breath_uses_grade:
        modifier = fatigue_modifier(fatigue)
        skill = effective_skill(endurance, bearings=() if modifier is None else (modifier,), settings=settings).parts
    whole = total(skill)
    return (*skill, *effective_steps(D100Step(reason=reason, value=math.ceil(Fraction(whole, multiple)) - whole)))


def rolls(
    who: str, begun: int, seconds: int, made: int = 0, settings: Settings = CATALOGUE, *, exerted: bool = True
) -> tuple[ScheduledEvent, ...]:
    """Return the Endurance rolls of a character without air, until it has air again (CF-ASPHYX-4).

    The first is at the end of the Round in which the breath runs out; Rounds are counted from the loss of air. `made`
    is the number of rolls since then. Where a critical spares all Rounds until the next exertion, there are none before
    the character has `exerted` itself (CF-ASPHYX-5).
    """
    if not exerted and settings.asphyx_critical == "until_next_exertion":
        return ()
    length = units().combat_round_seconds
    first = begun + length * math.ceil(Fraction(seconds, length))
    interval = settings.asphyx_interval_seconds
    return (
        ScheduledEvent(
            name=f"asphyxiation_roll:{who}", at=first + made * interval, kind="asphyxiation", every=interval
        ),
    )


def over_by(begun: int, seconds: int, made: int, moment: int, settings: Settings = CATALOGUE) -> int:
    """Return how many rolls are made or past at a moment: a roll that was not asked for in time is not made up for."""
    first = rolls("", begun, seconds, 0, settings)[0]
    return max(made, (moment - int(first.at)) // settings.asphyx_interval_seconds + 1)


def endurance_chance(endurance: int, fatigue: int, settings: Settings = CATALOGUE) -> EffectiveSkill:
    """Return the chance of Endurance without air; Semi-Conscious or worse fails (CF-ASPHYX-12).

    By the settings fatigue, of all causes, makes the roll harder.
    """
    modifier = fatigue_modifier(fatigue) if settings.asphyx_fatigue_penalises else None
    return effective_skill(endurance, bearings=() if modifier is None else (modifier,), settings=settings)


def levels_dice(level: SuccessLevel) -> str:
    """Return the levels of Fatigue that a Round without air costs: a number, or dice (CF-ASPHYX-5 to CF-ASPHYX-8)."""
    return numbers().levels[level]


def rounds_left(fatigue: int) -> int:
    """Return the number of Rounds until the earliest possible death, if every roll is the worst (CF-ASPHYX-9)."""
    worst = max(int(dice.rpartition("d")[2]) for dice in numbers().levels.values())
    return math.ceil(Fraction(max(0, dead() - fatigue), worst))
