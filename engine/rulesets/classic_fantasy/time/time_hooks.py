"""Hooks of time: what is done before time passes, and complete rest, come from packages above."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.core.draft import Draft
from engine.rulesets.classic_fantasy.hooks import Hooks


@dataclass(frozen=True, slots=True)
class TimeHooks:
    """Hooks through which time asks other features.

    Attributes:
        before_time_passes: done before time passes or is previewed: wounds that have no history yet get one.
        set_resting: starts or ends complete rest of some characters (CF-FATIGUE-11).
    """

    before_time_passes: Callable[[Draft], None]
    set_resting: Callable[[Draft, Sequence[str], bool], None]


TIME_HOOKS = Hooks[TimeHooks]("time")
