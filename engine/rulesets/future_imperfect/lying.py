"""Dice that still lie on the table: what the last gesture threw stays to be seen until somebody goes on."""

from __future__ import annotations

from engine.play.draft import Draft
from engine.play.events import Rolled
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.evening import Effect, Evening
from engine.table.frozen import replace


def leave_roll(draft: Draft, decided: Check) -> None:
    """Let the dice of a roll lie that has just been decided."""
    _leave(draft, decided, ())


def leave_effect(draft: Draft, effect: Effect, *, beside: bool = False) -> None:
    """Let the dice of an effect lie, in place of all others or beside those of the same throw."""
    found = draft.procedure(Evening)
    _leave(draft, None, (*found.effects, effect) if found is not None and beside else (effect,))


def pick_up(draft: Draft) -> None:
    """Take the dice from the table, unless they have only just been thrown."""
    if not any(isinstance(event, Rolled) for event in draft.events):
        _leave(draft, None, ())


def _leave(draft: Draft, rolled: Check | None, effects: tuple[Effect, ...]) -> None:
    found = draft.procedure(Evening)
    if found is not None:
        draft.become(replace(found, rolled=rolled, effects=effects))
