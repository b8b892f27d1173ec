"""The order in which fighters act: how it begins, advances, and goes back (IM-TURN-6, IM-INIT-2)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.character_state import can_act
from engine.rulesets.imaginality.procedures import Fight, current_action, current_fight


class PickOrder(Request):
    """The GM picks the order in which declared actions are resolved."""

    RULES = ("IM-TURN-6",)
    actors: Annotated[
        tuple[str, ...], Meta(description="fighters, the first to act first; the others follow"), Asks(least=1)
    ]


def need_fight(table: Table) -> Fight:
    """Return the fight under way, or raise Refused."""
    fight = current_fight(table)
    if fight is None:
        raise Refused("no_fight", "IM-TURN-1")
    return fight


def restore_actions(draft: Draft, actors: tuple[str, ...]) -> None:
    """Restore the actions of a cancelled action's characters (IM-ACT-11); the order goes back if it was past them."""
    fight = current_fight(draft.table)
    if fight is None or not actors:
        return
    declared = {a: replace(d, state="waiting") if a in actors else d for a, d in fight.declared.items()}
    countered = tuple(a for a in fight.countered if a not in actors)
    acted = tuple(a for a in fight.acted if a not in actors)
    group, standing = fight.group, fight.standing
    past = [rank for rank, group_of in enumerate(fight.order[:group]) if any(a in actors for a in group_of)]
    if past:
        group = past[0]
        standing = tuple(a for a in fight.order[group] if can_act(draft.table, a))
    draft.replace_procedure(
        replace(fight, acted=acted, declared=declared, countered=countered, group=group, standing=standing)
    )


def advance_order(draft: Draft) -> None:
    """Advance to the next group once the present one has finished (IM-INIT-2, IM-INIT-7).

    While an action is in progress the order does not advance, for the action may yet be cancelled.
    """
    fight = current_fight(draft.table)
    if fight is None or not fight.order or current_action(draft.table) is not None:
        return
    group, standing = fight.group, fight.standing
    while group < len(fight.order) and not any(a in standing and a not in fight.acted for a in fight.order[group]):
        group += 1
        standing = tuple(a for a in fight.order[group] if can_act(draft.table, a)) if group < len(fight.order) else ()
    draft.replace_procedure(replace(fight, group=group, standing=standing))


def set_order(draft: Draft, order: tuple[tuple[str, ...], ...]) -> None:
    """Begin a new order with its first group."""
    fight = need_fight(draft.table)
    first = tuple(a for a in order[0] if can_act(draft.table, a)) if order else ()
    draft.replace_procedure(replace(fight, order=order, group=0, standing=first))
    advance_order(draft)


def verify_order(table: Table, command: PickOrder) -> None:
    """Fighters only, each once."""
    need_gm(table, command, "IM-TURN-6")
    fight = need_fight(table)
    named = set(command.actors)
    if not named or len(named) != len(command.actors) or not named <= {*fight.fighters}:
        raise Refused("order_of_fighters", "IM-TURN-6")


def pick_order(draft: Draft, command: PickOrder) -> None:
    """Act one by one as picked; those not named follow in the order of declaration."""
    fight = need_fight(draft.table)
    rest = [a for a in (*fight.declared, *fight.fighters) if a not in command.actors]
    draft.replace_procedure(replace(fight, initiative={}))
    set_order(draft, tuple((a,) for a in dict.fromkeys((*command.actors, *rest))))
    draft.note("order_picked", "IM-TURN-6", order=[actor_name(draft.table, a) for a in command.actors])


MOVES = (Move(PickOrder, verify_order, pick_order),)
