"""How a party gets about: pace, distance, time, and who sees whom (CF-TIME-3 to CF-TIME-10)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Literal

from engine.rulesets.classic_fantasy.clock import seconds_of
from engine.rulesets.classic_fantasy.data import tables
from engine.rulesets.classic_fantasy.grades import Bearing
from engine.rulesets.classic_fantasy.parts import Part, counting
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.table.frozen import Frozen

Pace = Literal["exploration", "combat_rounds"]


class PaceRow(Frozen):
    """What a pace means.

    Attributes:
        times: how often the base movement is gone in a Round.
        own_harder: how many grades harder the party's own Perception is.
        enemy_harder: how many grades harder it is for others to notice the party.
    """

    times: int
    own_harder: int
    enemy_harder: int


class ExploringTables(Frozen):
    """The file `rules/exploring.toml`; `perception` is the skill on which the pace bears."""

    perception: str
    exploration: PaceRow
    combat_rounds: PaceRow


@cache
def numbers() -> ExploringTables:
    """Return the numbers of exploring."""
    found: ExploringTables = tables("exploring", ExploringTables)
    return found


def _row(pace: Pace) -> PaceRow:
    return numbers().exploration if pace == "exploration" else numbers().combat_rounds


def is_mapping(settings: Settings = CATALOGUE, *, map_shown: bool) -> bool:
    """Say whether a party counts as mapping: always where the table shows a map (CF-TIME-6, CF-TIME-10)."""
    return map_shown or settings.exploration_mapped


def round_seconds(pace: Pace, settings: Settings = CATALOGUE, *, mapped: bool = True) -> int:
    """Return how long a Round of a pace lasts (CF-TIME-3, CF-TIME-4, CF-TIME-6)."""
    return seconds_of("exploration_round" if pace == "exploration" else "combat_round", settings, mapped=mapped)


def round_feet(movements: Iterable[int], pace: Pace) -> tuple[Part, ...]:
    """Return how far a party gets in a Round: as far as its slowest (CF-TIME-4).

    Args:
        movements: the feet of a Move action of each, as fatigue has left them.
        pace: how the party goes.
    """
    slowest = min(movements, default=0)
    more = slowest * (_row(pace).times - 1)
    return (Part(reason="slowest", value=slowest), *counting(Part(reason="exploration", value=more)))


class Way(Frozen):
    """What a way takes.

    Attributes:
        rounds: how many Rounds have been begun.
        seconds: how long they last.
    """

    rounds: int
    seconds: int


def way(feet: int, per_round: int, pace: Pace, settings: Settings = CATALOGUE, *, mapped: bool = True) -> Way | None:
    """Return what a way takes; a Round begun counts whole. None for a party that cannot move (CF-TIME-4, CF-TIME-6).

    Args:
        feet: the length of it.
        per_round: what `round_feet` comes to.
        pace: how the party goes.
        settings: how long a Round without mapping lasts.
        mapped: somebody draws a map.
    """
    if per_round <= 0:
        return None
    rounds = math.ceil(Fraction(feet, per_round))
    return Way(rounds=rounds, seconds=rounds * round_seconds(pace, settings, mapped=mapped))


def own_perception(pace: Pace) -> tuple[Bearing, ...]:
    """Return what the pace makes of the party's own Perception (CF-TIME-7, CF-TIME-9)."""
    return _bearing("own_pace", _row(pace).own_harder)


def enemy_perception(pace: Pace, *, dark: bool, carries_light: bool) -> tuple[Bearing, ...]:
    """Return what the pace makes of others' Perception of the party (CF-TIME-8, CF-TIME-9).

    Args:
        pace: how the party goes.
        dark: the area is dark.
        carries_light: the party carries light, which gives it away in the dark.
    """
    return () if dark and carries_light else _bearing("stealthy_pace", _row(pace).enemy_harder)


def _bearing(reason: str, steps: int) -> tuple[Bearing, ...]:
    return (Bearing(reason=reason, steps=steps),) if steps else ()
