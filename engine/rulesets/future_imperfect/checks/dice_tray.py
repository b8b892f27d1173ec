"""The dice on the table: those of the last gesture stay until somebody continues."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.model.frozen import replace
from engine.rulesets.future_imperfect.procedures.participants import audience_for
from engine.rulesets.future_imperfect.procedures.session_procedure import EffectRoll, SessionState


def show_effect(draft: Draft, effect: EffectRoll, *, beside: bool = False) -> None:
    """Leave the dice of an effect on the table, in place of all others or beside those of the same throw."""
    session = draft.procedure(SessionState)
    _set_effects(draft, (*session.effects, effect) if session is not None and beside else (effect,))


def show_effect_openly(draft: Draft, effect: EffectRoll) -> None:
    """Leave the dice of an effect on the table beside those of the same throw, if everybody may know its character."""
    if audience_for(draft.table, effect.actor) is None:
        show_effect(draft, effect, beside=True)


def clear_tray(draft: Draft) -> None:
    """Remove all dice from the table, before others are thrown."""
    _set_effects(draft, ())


def _set_effects(draft: Draft, effects: tuple[EffectRoll, ...]) -> None:
    session = draft.procedure(SessionState)
    if session is not None and (session.rolled is not None or session.effects != effects):
        draft.replace_procedure(replace(session, rolled=None, effects=effects))
