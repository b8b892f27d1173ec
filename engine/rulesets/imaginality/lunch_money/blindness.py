"""A poke in the eye blinds until the next character in order has finished acting (IM-LM-6)."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.events import ConditionGone
from engine.messages.display_names import actor_name
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.imaginality.character_sheet import readers
from engine.rulesets.imaginality.character_state import can_act
from engine.rulesets.imaginality.lunch_money.lunch_money_cards import change_other_deck, need_lunch_money
from engine.rulesets.imaginality.procedures import Fight, OtherDeck, current_action, current_fight

BLINDED, BLINDED_ID = "blinded", "lm-blinded"
# In OtherDeck.blinded: nobody is left to act this turn, so it ends after the first to act in the next one.
NEXT_TURN, ANYBODY = "", "*"


def next_in_order(fight: Fight | None, actor: str, table: Table) -> str:
    """Return the character that acts next after another, without the rest of a simultaneous group.

    Without a fight that is any character that acts next (`ANYBODY`); if nobody is left in this turn, the first of the
    next one (`NEXT_TURN`). Without an order of initiative, the order of declaring counts.
    """
    if fight is None:
        return ANYBODY
    order = fight.order or tuple((a,) for a in dict.fromkeys((*fight.declared, *fight.fighters)))
    place = next((i for i, group in enumerate(order) if actor in group), -1)
    later = [a for group in order[place + 1 :] for a in group]
    # Without an order, a fighter who declared earlier may still be the next to act.
    earlier = [] if fight.order else [a for group in order[: max(0, place)] for a in group]
    waiting = (a for a in (*later, *earlier) if a in fight.fighters and a not in fight.acted and can_act(table, a))
    return next(waiting, NEXT_TURN)


def is_blinded(actor: Actor) -> bool:
    """Return whether a character is blinded until another has acted; a condition set by hand stays until removed."""
    return any(condition.id == BLINDED_ID for condition in actor.conditions)


def end_blindness(draft: Draft, other_deck: OtherDeck) -> None:
    """End each blindness whose next character in order has finished acting (IM-LM-6)."""
    turns = current_fight(draft.table)
    left: dict[str, str] = {}
    for victim, until in other_deck.blinded.items():
        if victim not in draft.table.actors or not is_blinded(draft.table.actors[victim]):
            continue  # gone, or removed by hand
        if turns is None and until != ANYBODY:
            see_again(draft, victim)  # the order that it waited for has ended
        elif turns is not None and current_action(draft.table) is None and _has_acted(turns, until):
            see_again(draft, victim)
        else:
            left[victim] = until if turns is None else _blind_until(draft.table, turns, until)
    change_other_deck(draft, replace(other_deck, blinded=left))


def _blind_until(table: Table, turns: Fight, until: str) -> str:
    """Return for which character a blindness waits now: a new turn has begun, or the next in order cannot act."""
    if until == ANYBODY or until in turns.acted:
        return until
    if until == NEXT_TURN:
        return until if turns.acted else ANYBODY
    gone = until not in turns.fighters or not (can_act(table, until) or until in turns.standing)
    return next_in_order(turns, until, table) if gone else until


def next_has_acted(draft: Draft) -> None:
    """Outside a fight, treat the character that takes the next turn as the next in order."""
    other_deck = need_lunch_money(draft.table)
    for victim in other_deck.blinded:
        if victim in draft.table.actors:
            see_again(draft, victim)
    change_other_deck(draft, replace(other_deck, blinded={}))


def _has_acted(turns: Fight, until: str) -> bool:
    return bool(turns.acted) if until == ANYBODY else until in turns.acted


def see_again(draft: Draft, actor: str) -> None:
    """Remove the blindness, if it is there."""
    if is_blinded(draft.table.actors[actor]):
        draft.emit(ConditionGone(actor=actor, id=BLINDED_ID))
        name = actor_name(draft.table, actor)
        draft.note("lm_sees_again", "IM-LM-6", audience=readers(draft.table, actor), actor=name)
