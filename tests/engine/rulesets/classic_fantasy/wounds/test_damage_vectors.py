"""The vectors of damage, wounds, healing, luck, falls, fires, traps and hazards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.rulesets.classic_fantasy.dice.success_levels import effective_skill
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.hazards import burning_rules
from engine.rulesets.classic_fantasy.hazards.burning_rules import Flame
from engine.rulesets.classic_fantasy.health.natural_healing_rules import HealingState, heal
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.traps import trap_rules
from engine.rulesets.classic_fantasy.wounds import wound_rules
from engine.rulesets.classic_fantasy.wounds.hit_locations import HitChart
from engine.rulesets.classic_fantasy.wounds.wound_rules import Consequence, Wound
from tests.engine.rulesets.classic_fantasy.vector_calls import HELPERS, check_cases
from tests.engine.rulesets.classic_fantasy.vectors import vectors_of

YEARS = 5


def places_hit(chart: HitChart, rolls: list[int]) -> list[str]:
    return [chart.hit(roll).name for roll in rolls]


def days_of_healing(
    hp: int, most: int, hr: int, treated: bool = False, strain: int = 0, settings: Settings = CATALOGUE
) -> list[list[int]]:
    """Return the days on which a location gets better, with its hit points then."""
    mending = HealingState(hp=hp, most=most, treated=treated, strain=strain)
    day = units().day_seconds
    return [[mended.at // day, mended.hp] for mended in heal(mending, hr, YEARS * 365 * day, settings=settings)[1]]


def mitigated_after_hit(hurt: Wound, lost: bool) -> tuple[Consequence, ...]:
    return wound_rules.after_hit(wound_rules.mitigate(hurt), lost=lost, turns=1, hr=2)


def rounds_of_spread(chart: HitChart, start: str, intensity: int) -> list[int]:
    """Return how many locations burn, Round by Round, until all do."""
    flames = [Flame(location=start, intensity=intensity)]
    found = [1]
    while new := burning_rules.spread_to(chart, flames):
        flames += [Flame(location=name, intensity=intensity) for name in new]
        found.append(len(flames))
    return found


def smothering(skill: int, helped: bool, gone_out: int) -> int:
    flames = [Flame(location=str(number), out=True, by_itself=True) for number in range(gone_out)]
    return effective_skill(skill, bearings=burning_rules.smother_bearings(helped=helped, burning=flames)).value


def first_choices(maker: int, count: int, settings: Settings = CATALOGUE) -> list[str]:
    found: Sequence[trap_rules.DamageOption] = trap_rules.damage_options(maker, settings=settings)[:count]
    return [f"{choice.damage} x {choice.locations} {choice.size}" for choice in found]


HELPERS.update(
    places_hit=places_hit,
    days_of_healing=days_of_healing,
    mitigated_after_hit=mitigated_after_hit,
    rounds_of_spread=rounds_of_spread,
    smothering=smothering,
    first_choices=first_choices,
)

CHAPTERS = ("bodies", "damage", "wounds", "luck", "healing", "falling", "burning", "traps", "hazards")


@pytest.mark.parametrize("cases", [vector for chapter in CHAPTERS for vector in vectors_of(chapter)])
def test_the_vector_comes_out_as_the_catalogue_says(cases: list[Mapping[str, Any]]) -> None:
    check_cases(cases)
