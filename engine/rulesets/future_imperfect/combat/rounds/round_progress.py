"""Turns and rounds that go on by themselves, as far as nobody is waited for (FI-ACT-1, FI-INIT-10, FI-INIT-14).

Nothing here depends on what somebody may not know: neither which cards are in a hand, nor what a secret character has
or can do.
"""

from __future__ import annotations

from functools import partial

from engine.core.draft import Draft, procedure_in_front
from engine.model.table import Table
from engine.presentation.offers import denial
from engine.rulesets.future_imperfect.combat.available_weapons import is_done
from engine.rulesets.future_imperfect.combat.rounds.round_commands import BeginCount, EndRound
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import DropCard, finish_turn
from engine.rulesets.future_imperfect.initiative.action_cards import is_openly_out, need_conflict
from engine.rulesets.future_imperfect.initiative.initiative_countdown import (
    CallStep,
    called_cards,
    may_still_act,
    need_called,
    next_called,
    ranks_left,
)
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    CardTurn,
    Conflict,
    RoundPhase,
    current_conflict,
)
from engine.rulesets.future_imperfect.settings import flag


def go_on(draft: Draft) -> None:
    """End a Turn that is over by itself, then count on if everybody who was waited for before the command is done.

    In a round, this is after a Turn, after the last draw, and after a called card without a Turn.
    """
    conflict = procedure_in_front(draft.table, Conflict)
    if conflict is None:
        return
    if conflict.turns and conflict.turns[-1].ends and _is_over(draft.table, conflict.turns[-1]):
        finish_turn(draft)
        conflict = procedure_in_front(draft.table, Conflict)
    if conflict is None or not conflict.by_itself or not flag(draft.table, "count_by_itself"):
        return
    old = current_conflict(draft.before)
    if old is None or not _is_waited_for(draft.before, old):
        return
    _drop_cards(draft)
    while not _is_waited_for(draft.table, need_conflict(draft.table)) and _count_on(draft):
        _drop_cards(draft)


def _is_over(table: Table, turn: CardTurn) -> bool:
    """Return whether nobody has an action left in a turn, as everybody may know; never for secret characters.

    How often a weapon may be used in an action is on the sheet (FI-ACT-3).
    """
    members = [table.actors[member] for member in need_conflict(table).fighters[turn.fighter].members]
    if not (turn.used or turn.done) or any(actor.secret for actor in members):
        return False
    return all(is_done(table, actor, turn) for actor in members)


def _is_waited_for(table: Table, conflict: Conflict) -> bool:
    """Return whether somebody acts, has a called card, or has not kept cards yet."""
    if conflict.turns:
        return True
    if conflict.phase is RoundPhase.DRAW:
        return any(not fighter.kept for fighter in conflict.fighters.values())
    return bool(called_cards(table))


def _count_on(draft: Draft) -> bool:
    """Count down to the next card, and return whether there is one; end the round if nobody has anything left.

    With a reserve, with an aim, or with a card that was not called, only the GM ends the round (FI-RES-3, FI-AIM-4).
    """
    gm = draft.table.gm()
    if need_conflict(draft.table).phase is RoundPhase.DRAW:
        BeginCount(seat=gm).decide(draft)
    if not _someone_may_act(draft.table):
        EndRound(seat=gm).decide(draft)
        return False
    if ranks_left(draft.table):
        CallStep(seat=gm, to_card=True).decide(draft)
    return bool(called_cards(draft.table))


def _drop_cards(draft: Draft) -> None:
    """Discard each next called card of those who are openly out of action: nobody can do anything else with it."""
    while out := next(filter(partial(_is_openly_out, draft.table), next_called(draft.table)), ""):
        DropCard(seat=draft.table.gm(), actor=out).decide(draft)


def _is_openly_out(table: Table, name: str) -> bool:
    conflict = need_conflict(table)
    if conflict.turns or name in conflict.together or not is_openly_out(table, conflict.fighters[name]):
        return False
    return denial(need_called, table, name) is None


def _someone_may_act(table: Table) -> bool:
    fighters = need_conflict(table).fighters.items()
    return any(may_still_act(table, name, fighter) for name, fighter in fighters)
