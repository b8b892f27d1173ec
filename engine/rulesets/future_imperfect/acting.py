"""What an action needs and takes: in a conflict the card of one's turn, elsewhere nothing but saying so (FI-ACT-7)."""

from __future__ import annotations

from engine.play.commands import Request
from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import elements, states
from engine.rulesets.future_imperfect.aiming import lose_aim
from engine.rulesets.future_imperfect.counting import become_turn, need_open_turn, need_turn
from engine.rulesets.future_imperfect.fighters import need_free
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.conflict import fight, fighter_of
from engine.table.frozen import replace
from engine.table.table import Table


def in_conflict(table: Table, actor: str) -> bool:
    """Say whether a character acts by cards now."""
    now = fight(table)
    return now is not None and bool(fighter_of(now, actor))


def need_action(table: Table, command: Request, actor: str, *rules: str) -> None:
    """Raise Refused unless a character may do something now that takes an action, and the one who asks leads it."""
    need_leader(table, command, actor, *rules)
    need_free(table)
    states.need_senses(table, actor)
    need_card(table, actor)


def need_card(table: Table, actor: str, *, breath: bool = True, aimed: bool = False) -> None:
    """Raise Refused in a conflict unless it is the character's turn, and its card not used yet (FI-ACT-1).

    Of like extras who share a card each has an action (FI-INIT-15).

    Args:
        table: the table.
        actor: who acts.
        breath: deep water and smoke, which take the first action of a round, go first (FI-DROWN-1, FI-FIRE-1).
        aimed: it is for the shot out of an aim, to which a turn of its own belongs (FI-AIM-11).
    """
    if not in_conflict(table, actor):
        return
    turn = need_turn(table, actor) if aimed else need_open_turn(table, actor)
    if actor in turn.done or any(use.actor == actor for use in turn.used):
        raise Refused("action_spent", "FI-ACT-1", actor=actor_name(table, actor))
    if breath:
        elements.need_breath(table, actor)


def take_action(draft: Draft, actor: str) -> None:
    """Use the card of the present turn; whoever does something else aims no longer (FI-AIM-7)."""
    if in_conflict(draft.table, actor):
        turn = need_turn(draft.table, actor)
        become_turn(draft, replace(turn, acted=True, done=(*turn.done, actor)))
        stop_aiming(draft, actor)


def pay_action(draft: Draft, found: Check) -> None:
    """Use the card of whoever began a roll that takes an action, when its dice fall."""
    take_action(draft, found.rolls[0].actor)


def stop_aiming(draft: Draft, actor: str, *rules: str) -> None:
    """Let a character aim no longer, if it takes part in a conflict."""
    now = fight(draft.table)
    name = fighter_of(now, actor) if now is not None else ""
    if name:
        lose_aim(draft, name, *rules)
