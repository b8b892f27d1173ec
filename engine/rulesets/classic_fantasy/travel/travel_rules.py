"""Rules of travel: pace, distance, time, and perception (CF-TIME-3 to CF-TIME-10)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from engine.kit.calculation import effective_steps
from engine.kit.rules_data import rules_table
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.character.session_state import Pace
from engine.rulesets.classic_fantasy.d100_calculation import D100Step
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier
from engine.rulesets.classic_fantasy.game_calendar import seconds_of
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings


class PaceRow(Frozen):
    """The numbers of a pace.

    Attributes:
        times: how often the base movement is gone in a Round.
        own_harder: by how many grades the party's own Perception is harder.
        enemy_harder: by how many grades it is harder for others to notice the party.
    """

    times: int
    own_harder: int
    enemy_harder: int


class TravelTables(Frozen):
    """The file `rules/travel.toml`; `perception` is the skill that the pace modifies."""

    perception: str
    exploration: PaceRow
    combat_rounds: PaceRow


numbers = rules_table(RULESET, "travel", TravelTables)


def _pace_numbers(pace: Pace) -> PaceRow:
    return numbers().exploration if pace == "exploration" else numbers().combat_rounds


def round_seconds(pace: Pace, settings: Settings = CATALOGUE, *, mapped: bool = True) -> int:
    """Return the seconds of a Round of a pace (CF-TIME-3, CF-TIME-4, CF-TIME-6)."""
    return seconds_of("exploration_round" if pace == "exploration" else "combat_round", settings, mapped=mapped)


def round_feet(movements: Iterable[int], pace: Pace) -> tuple[D100Step, ...]:
    """Return the feet that a party goes in a Round: those of its slowest member (CF-TIME-4).

    `movements` are the feet of each member's Move action, after fatigue.
    """
    slowest = min(movements, default=0)
    added = slowest * (_pace_numbers(pace).times - 1)
    return (D100Step(reason="slowest", value=slowest), *effective_steps(D100Step(reason="exploration", value=added)))


class Journey(Frozen):
    """The time of a distance: the number of Rounds begun, and their length."""

    rounds: int
    seconds: int


def journey(
    feet: int, per_round: int, pace: Pace, settings: Settings = CATALOGUE, *, mapped: bool = True
) -> Journey | None:
    """Return the time of a distance; each Round begun counts. None for a party that cannot move (CF-TIME-4, CF-TIME-6).

    `per_round` is the total of `round_feet`.
    """
    if per_round <= 0:
        return None
    rounds = math.ceil(Fraction(feet, per_round))
    return Journey(rounds=rounds, seconds=rounds * round_seconds(pace, settings, mapped=mapped))


def own_perception(pace: Pace) -> tuple[DifficultyModifier, ...]:
    """Return the modifiers of a pace to the party's own Perception (CF-TIME-7, CF-TIME-9)."""
    return _modifiers("own_pace", _pace_numbers(pace).own_harder)


def enemy_perception(pace: Pace, *, dark: bool, carries_light: bool) -> tuple[DifficultyModifier, ...]:
    """Return the modifiers of a pace to the Perception of others who look for the party (CF-TIME-8, CF-TIME-9).

    In the dark, light that the party carries reveals it.
    """
    return () if dark and carries_light else _modifiers("stealthy_pace", _pace_numbers(pace).enemy_harder)


def _modifiers(reason: str, steps: int) -> tuple[DifficultyModifier, ...]:
    return (DifficultyModifier(reason=reason, steps=steps),) if steps else ()
