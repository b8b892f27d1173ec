"""Hooks of checks: difficulty modifiers, flagged fumbles, luck and incapacity come from packages above."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.model.table import Table
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, EffectRoll
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier
from engine.rulesets.classic_fantasy.dice.grade_tables import SuccessLevel
from engine.rulesets.classic_fantasy.hooks import Hooks
from engine.rulesets.classic_fantasy.settings import Settings

ModifierProvider = Callable[[Table, str, str, str], tuple[DifficultyModifier, ...]]
"""Returns the modifiers of a feature for a skill roll, given the table, who rolls, the skill and the opponent or ""."""


@dataclass(frozen=True, slots=True)
class CheckHooks:
    """Hooks through which checks ask other features.

    Attributes:
        modifiers: providers of the difficulty modifiers that count for every skill roll, in their order.
        flags_fumble: whether a roll flags its skill or Passion as fumbled, by the settings (CF-XP-6).
        luck_awaited: the characters whose luck can change the dice at the front, and who have not accepted them.
        luck_could_help: whether anybody's luck could change a check or an effect once its dice have fallen.
        incapacitating_state: the state that keeps a character from acting; empty for none.
    """

    modifiers: tuple[ModifierProvider, ...]
    flags_fumble: Callable[[Literal["skill", "passion"], SuccessLevel, Settings], bool]
    luck_awaited: Callable[[Table], tuple[str, ...]]
    luck_could_help: Callable[[Table, Check | EffectRoll], bool]
    incapacitating_state: Callable[[Table, str], str]


CHECK_HOOKS = Hooks[CheckHooks]("checks")
