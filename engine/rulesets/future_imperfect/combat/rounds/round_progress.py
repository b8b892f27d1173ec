"""Turns and rounds that go on by themselves, as far as nobody is waited for (FI-ACT-1, FI-INIT-10, FI-INIT-14).

Nothing here depends on what somebody may not know: neither which cards are in a hand, nor what a secret character has
or can do.
"""

from __future__ import annotations

from engine.core.draft import Draft, procedure_in_front
from engine.model.table import Table
from engine.rulesets.future_imperfect.combat.available_weapons import has_attacked
from engine.rulesets.future_imperfect.combat.rounds.round_commands import BeginCount, EndRound
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import finish_turn
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import action_cards
from engine.rulesets.future_imperfect.initiative.initiative_countdown import (
    CallStep,
    called_cards,
    may_still_act,
    ranks_left,
)
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    CardTurn,
    Conflict,
    RoundPhase,
    current_conflict,
)
from engine.rulesets.future_imperfect.settings import flag


def go_on(draft: Draft, before: Table) -> None:
    """End a Turn that is over by itself, then count on if everybody who was waited for `before` is done.

    In a round, this is after a Turn, after the last draw, and after a called card without a Turn.
    """
    conflict = procedure_in_front(draft.table, Conflict)
    if conflict is None:
        return
    if conflict.turns and conflict.turns[-1].ends and is_over(draft.table, conflict.turns[-1]):
        finish_turn(draft)
        conflict = procedure_in_front(draft.table, Conflict)
    if conflict is None or not conflict.by_itself or not flag(draft.table, "count_by_itself"):
        return
    old = current_conflict(before)
    if old is not None and _is_waited_for(before, old) and not _is_waited_for(draft.table, conflict):
        _count_on(draft, conflict)


def is_over(table: Table, turn: CardTurn) -> bool:
    """Return whether nobody has an action left in a turn, as everybody may know; never for secret characters.

    How often a weapon may be used in an action is on the sheet (FI-ACT-3).
    """
    members = [table.actors[member] for member in action_cards.need_conflict(table).fighters[turn.fighter].members]
    if not (turn.used or turn.done) or any(actor.secret for actor in members):
        return False
    return all(
        actor.id in turn.done
        or has_attacked(table, actor, turn)
        or bool(character_conditions.incapacity(table, actor.id))
        for actor in members
    )


def _is_waited_for(table: Table, conflict: Conflict) -> bool:
    """Return whether somebody acts, has a called card, or has not kept cards yet."""
    if conflict.turns:
        return True
    if conflict.phase is RoundPhase.DRAW:
        return any(not fighter.kept for fighter in conflict.fighters.values())
    return bool(called_cards(table))


def _count_on(draft: Draft, conflict: Conflict) -> None:
    """Count down to the next card; end the round if nobody has anything left to act with.

    With a reserve, with an aim, or with a card that was not called, only the GM ends the round (FI-RES-3, FI-AIM-4).
    """
    gm = draft.table.gm()
    if conflict.phase is RoundPhase.DRAW:
        BeginCount(seat=gm).decide(draft)
    if _someone_may_act(draft.table):
        if ranks_left(draft.table):
            CallStep(seat=gm, to_card=True).decide(draft)
    else:
        EndRound(seat=gm).decide(draft)


def _someone_may_act(table: Table) -> bool:
    fighters = action_cards.need_conflict(table).fighters.items()
    return any(may_still_act(table, name, fighter) for name, fighter in fighters)
