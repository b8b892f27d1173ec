"""Initiative: one card for each fighter, highest first, equal ones together (IM-INIT)."""

from __future__ import annotations

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.imaginality.acting_order import need_fight, set_order
from engine.rulesets.imaginality.actions import penalty_counts
from engine.rulesets.imaginality.contest import NO_CARDS, in_order
from engine.rulesets.imaginality.laying import (
    open_sides,
)
from engine.rulesets.imaginality.people import able, leader, need_free
from engine.rulesets.imaginality.procedures import Action, Kind, Side, Stage
from engine.rulesets.imaginality.sides import (
    brought,
)
from engine.table.frozen import replace
from engine.table.table import Table


class CallInitiative(Request):
    """The GM has initiative played this turn: a card for each fighter, face down, shown together."""

    RULES = ("IM-INIT-1", "IM-INIT-4", "IM-INIT-5", "IM-INIT-6")


def verify_call(table: Table, command: CallInitiative) -> None:
    """In a fight, with nothing under way, before anybody has acted."""
    need_gm(table, command, "IM-INIT-4")
    now = need_fight(table)
    need_free(table)
    if now.acted:
        raise Refused("initiative_late", "IM-INIT-5")
    if not any(able(table, actor) for actor in now.fighters):
        raise Refused("no_fighters", "IM-INIT-1")


def call(draft: Draft, command: CallInitiative) -> None:
    """Open a side for each fighter who can act."""
    now = need_fight(draft.table)
    draft.begin(Action(kind=Kind.INITIATIVE, stage=Stage.COMMIT))
    draft.note("initiative_called", "IM-INIT-1", turn=now.turn)
    counts = penalty_counts(draft.table, "initiative")
    open_sides(
        draft,
        [
            (f"init-{actor}", Side(seat=leader(draft.table, actor), actor=actor, penalised=counts))
            for actor in now.fighters
            if able(draft.table, actor)
        ],
    )


def resolve_initiative(draft: Draft, act: Action) -> None:
    """Read the values and set the order; a drawn Joker acts last of all (IM-INIT-2, IM-INIT-3, IM-INIT-6)."""
    scores = {side.actor: brought(draft.table, act, key) for key, side in act.sides.items()}
    order = in_order(scores)
    known = {a: s.total for a, s in scores.items() if not s.fumble and s is not NO_CARDS}
    fumbled = tuple(key for key, side in act.sides.items() if scores[side.actor].fumble)
    draft.become(replace(act, stage=Stage.REVEALED, fumbled=fumbled))
    draft.become(replace(need_fight(draft.table), initiative=known))
    set_order(draft, order)
    names = [" + ".join(actor_name(draft.table, a) for a in group) for group in order]
    draft.figure(order=[list(group) for group in order], initiative={a: known.get(a) for a in scores})
    draft.note("initiative_order", "IM-INIT-2", "IM-INIT-3", "IM-INIT-6", order=names, tells=tuple(act.sides))


MOVES = (Move(CallInitiative, verify_call, call),)
