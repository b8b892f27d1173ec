"""A poke in the eye blinds until the character next in order has finished acting (IM-LM-6)."""

from __future__ import annotations

from engine.play.draft import Draft
from engine.play.events import ConditionGone
from engine.play.names import actor_name
from engine.rulesets.imaginality.lunch_cards import become, need_lunch_money
from engine.rulesets.imaginality.people import able
from engine.rulesets.imaginality.procedures import Fight, OtherDeck, action, fight
from engine.rulesets.imaginality.sheet import readers
from engine.table.frozen import replace
from engine.table.seats import Actor
from engine.table.table import Table

BLINDED, BLINDED_ID = "blinded", "lm-blinded"
# In OtherDeck.blinded: nobody is left to act this turn, so it ends with the first who acts in the next one.
NEXT_TURN, ANYBODY = "", "*"


def next_in_order(now: Fight | None, actor: str, table: Table) -> str:
    """Return who acts next after a character, the whole of a simultaneous group apart.

    Without a fight that is whoever acts next (`ANYBODY`); if nobody is left in this turn, the first of the next one
    (`NEXT_TURN`). Without an order of initiative, the order of declaring counts.
    """
    if now is None:
        return ANYBODY
    order = now.order or tuple((a,) for a in dict.fromkeys((*now.declared, *now.fighters)))
    place = next((i for i, group in enumerate(order) if actor in group), -1)
    later = [a for group in order[place + 1 :] for a in group]
    # Without an order, somebody who declared earlier may still be the next to act.
    earlier = [] if now.order else [a for group in order[: max(0, place)] for a in group]
    waiting = (a for a in (*later, *earlier) if a in now.fighters and a not in now.acted and able(table, a))
    return next(waiting, NEXT_TURN)


def is_blinded(actor: Actor) -> bool:
    """Say whether a character is blinded until somebody has acted; what was laid on it by hand stays until lifted."""
    return any(condition.id == BLINDED_ID for condition in actor.conditions)


def end_blindness(draft: Draft, now: OtherDeck) -> None:
    """Let each blinded character see again once the one next in order has finished acting (IM-LM-6)."""
    turns = fight(draft.table)
    left: dict[str, str] = {}
    for victim, until in now.blinded.items():
        if victim not in draft.table.actors or not is_blinded(draft.table.actors[victim]):
            continue  # gone, or lifted by hand
        if turns is None and until != ANYBODY:
            see_again(draft, victim)  # the order that it waited for is no more
        elif turns is not None and action(draft.table) is None and _has_acted(turns, until):
            see_again(draft, victim)
        else:
            left[victim] = until if turns is None else _still_until(draft.table, turns, until)
    become(draft, replace(now, blinded=left))


def _still_until(table: Table, turns: Fight, until: str) -> str:
    """Return for whom a blindness waits from now on: a new turn has begun, or the one next in order cannot act."""
    if until == ANYBODY or until in turns.acted:
        return until
    if until == NEXT_TURN:
        return until if turns.acted else ANYBODY
    gone = until not in turns.fighters or not (able(table, until) or until in turns.standing)
    return next_in_order(turns, until, table) if gone else until


def next_has_acted(draft: Draft) -> None:
    """Outside a fight whoever takes the next turn is the next in order."""
    now = need_lunch_money(draft.table)
    for victim in now.blinded:
        if victim in draft.table.actors:
            see_again(draft, victim)
    become(draft, replace(now, blinded={}))


def _has_acted(turns: Fight, until: str) -> bool:
    return bool(turns.acted) if until == ANYBODY else until in turns.acted


def see_again(draft: Draft, actor: str) -> None:
    """Lift the blindness, if it is there."""
    if is_blinded(draft.table.actors[actor]):
        draft.emit(ConditionGone(actor=actor, id=BLINDED_ID))
        name = actor_name(draft.table, actor)
        draft.note("lm_sees_again", "IM-LM-6", audience=readers(draft.table, actor), actor=name)
