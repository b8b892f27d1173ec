"""The dice on the table: those of the last gesture stay until somebody continues."""

from __future__ import annotations

from contextlib import AbstractContextManager

from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import Json, replace
from engine.rulesets.future_imperfect.procedures.check_procedure import Check
from engine.rulesets.future_imperfect.procedures.participants import audience_for
from engine.rulesets.future_imperfect.procedures.session_procedure import EffectRoll, SessionState


def dice_purpose(
    draft: Draft, actor: str, what: str, *, sums: bool = False, **params: Json
) -> AbstractContextManager[None]:
    """Name the owner and the purpose of the dice thrown meanwhile; for a character that is not known to all, nothing.

    Args:
        draft: the draft that records them.
        actor: the character that throws.
        what: the sentence `activity_view.<what>`.
        sums: values of the record are added to the dice: those of a secret character stay hidden, or the difference to
            the total would reveal them.
        params: further parameters of the sentence.
    """
    if audience_for(draft.table, actor) is not None:
        return draft.rolling_for(None)
    named = {"actor": actor_name(draft.table, actor), **params}
    hidden = sums and draft.table.actors[actor].secret
    return draft.rolling_for(Message(key=f"glimpse.{what}", params=named), hidden=hidden)


def show_roll(draft: Draft, decided: Check) -> None:
    """Leave the dice of a decided roll on the table."""
    _set_dice_tray(draft, decided, ())


def show_effect(draft: Draft, effect: EffectRoll, *, beside: bool = False) -> None:
    """Leave the dice of an effect on the table, in place of all others or beside those of the same throw."""
    session = draft.procedure(SessionState)
    _set_dice_tray(draft, None, (*session.effects, effect) if session is not None and beside else (effect,))


def show_effect_openly(draft: Draft, effect: EffectRoll) -> None:
    """Leave the dice of an effect on the table beside those of the same throw, if everybody may know its character."""
    if audience_for(draft.table, effect.actor) is None:
        show_effect(draft, effect, beside=True)


def clear_old_dice(draft: Draft) -> None:
    """Remove the dice from the table, unless this gesture threw some, even hidden ones."""
    if not draft.has_rolled:
        clear_tray(draft)


def clear_tray(draft: Draft) -> None:
    """Remove all dice from the table, before others are thrown."""
    _set_dice_tray(draft, None, ())


def _set_dice_tray(draft: Draft, rolled: Check | None, effects: tuple[EffectRoll, ...]) -> None:
    session = draft.procedure(SessionState)
    if session is not None:
        draft.replace_procedure(replace(session, rolled=rolled, effects=effects))
