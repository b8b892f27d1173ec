"""Dice that are thrown, and still lie on the table: what the last gesture threw stays until somebody goes on."""

from __future__ import annotations

from contextlib import AbstractContextManager

from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.words import Message
from engine.rulesets.future_imperfect.leading import told_of
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.evening import Effect, Evening
from engine.table.frozen import Json, replace


def thrown_for(
    draft: Draft, actor: str, what: str, *, sums: bool = False, **params: Json
) -> AbstractContextManager[None]:
    """Say whose dice are thrown meanwhile, and what for; of somebody whom not everybody knows nothing is said.

    Args:
        draft: what they are written down in.
        actor: whose they are.
        what: the sentence `glimpse.<what>`.
        sums: what stands on the record is added to them: nobody sees those of a secret character, or taking them from
            the total would tell the rest.
        params: what the sentence speaks of besides.
    """
    if told_of(draft.table, actor) is not None:
        return draft.throwing(None)
    named = {"actor": actor_name(draft.table, actor), **params}
    hidden = sums and draft.table.actors[actor].secret
    return draft.throwing(Message(key=f"glimpse.{what}", params=named), hidden=hidden)


def leave_roll(draft: Draft, decided: Check) -> None:
    """Let the dice of a roll lie that has just been decided."""
    _leave(draft, decided, ())


def leave_effect(draft: Draft, effect: Effect, *, beside: bool = False) -> None:
    """Let the dice of an effect lie, in place of all others or beside those of the same throw."""
    found = draft.procedure(Evening)
    _leave(draft, None, (*found.effects, effect) if found is not None and beside else (effect,))


def lies_openly(draft: Draft, effect: Effect) -> None:
    """Let the dice of an effect lie beside those of the same throw, if everybody may know whom it befalls."""
    if told_of(draft.table, effect.actor) is None:
        leave_effect(draft, effect, beside=True)


def pick_up(draft: Draft) -> None:
    """Take the dice from the table, unless they have only just been thrown, be it where nobody sees them."""
    if not draft.thrown:
        put_away(draft)


def put_away(draft: Draft) -> None:
    """Take all dice from the table, before others are thrown."""
    _leave(draft, None, ())


def _leave(draft: Draft, rolled: Check | None, effects: tuple[Effect, ...]) -> None:
    found = draft.procedure(Evening)
    if found is not None:
        draft.become(replace(found, rolled=rolled, effects=effects))
