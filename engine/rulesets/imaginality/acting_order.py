"""The order in which fighters act: how it begins, goes on, and goes back (IM-TURN-6, IM-INIT-2)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.imaginality.people import able
from engine.rulesets.imaginality.procedures import Fight, action, fight
from engine.table.frozen import replace
from engine.table.table import Table


class PickOrder(Request):
    """The GM picks the order in which declared actions are resolved."""

    RULES = ("IM-TURN-6",)
    actors: Annotated[tuple[str, ...], Meta(description="fighters, the first to act first; the others follow")]


def need_fight(table: Table) -> Fight:
    """Return the fight under way, or raise Refused."""
    found = fight(table)
    if found is None:
        raise Refused("no_fight", "IM-TURN-1")
    return found


def give_back(draft: Draft, actors: tuple[str, ...]) -> None:
    """Take back the markers that a cancelled action has set (IM-ACT-11); the order goes back to them if it was past."""
    now = fight(draft.table)
    if now is None or not actors:
        return
    declared = {a: replace(d, state="waiting") if a in actors else d for a, d in now.declared.items()}
    countered = tuple(a for a in now.countered if a not in actors)
    acted = tuple(a for a in now.acted if a not in actors)
    group, standing = now.group, now.standing
    past = [rank for rank, group_of in enumerate(now.order[:group]) if any(a in actors for a in group_of)]
    if past:
        group = past[0]
        standing = tuple(a for a in now.order[group] if able(draft.table, a))
    draft.become(replace(now, acted=acted, declared=declared, countered=countered, group=group, standing=standing))


def move_on(draft: Draft) -> None:
    """Let the next group act once nobody of the present one is left to (IM-INIT-2, IM-INIT-7).

    While an action is under way the order stands still, for it may yet be cancelled.
    """
    now = fight(draft.table)
    if now is None or not now.order or action(draft.table) is not None:
        return
    group, standing = now.group, now.standing
    while group < len(now.order) and not any(a in standing and a not in now.acted for a in now.order[group]):
        group += 1
        standing = tuple(a for a in now.order[group] if able(draft.table, a)) if group < len(now.order) else ()
    draft.become(replace(now, group=group, standing=standing))


def set_order(draft: Draft, order: tuple[tuple[str, ...], ...]) -> None:
    """Begin a new order with its first group."""
    now = need_fight(draft.table)
    first = tuple(a for a in order[0] if able(draft.table, a)) if order else ()
    draft.become(replace(now, order=order, group=0, standing=first))
    move_on(draft)


def verify_order(table: Table, command: PickOrder) -> None:
    """Fighters only, each once."""
    need_gm(table, command, "IM-TURN-6")
    now = need_fight(table)
    named = set(command.actors)
    if not named or len(named) != len(command.actors) or not named <= {*now.fighters}:
        raise Refused("order_of_fighters", "IM-TURN-6")


def pick_order(draft: Draft, command: PickOrder) -> None:
    """Act one by one as picked; those not named follow in the order of declaration."""
    now = need_fight(draft.table)
    rest = [a for a in (*now.declared, *now.fighters) if a not in command.actors]
    draft.become(replace(now, initiative={}))
    set_order(draft, tuple((a,) for a in dict.fromkeys((*command.actors, *rest))))
    draft.note("order_picked", "IM-TURN-6", order=[actor_name(draft.table, a) for a in command.actors])


MOVES = (Move(PickOrder, verify_order, pick_order),)
