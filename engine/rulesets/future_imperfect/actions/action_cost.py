"""The cost of an action: in a conflict the card of the turn, elsewhere nothing (FI-ACT-7)."""

from __future__ import annotations

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions import hazard_conditions
from engine.rulesets.future_imperfect.actions.preparation_commands import lose_aim
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative.action_cards import need_free
from engine.rulesets.future_imperfect.initiative.initiative_countdown import need_open_turn, need_turn, replace_turn
from engine.rulesets.future_imperfect.procedures.check_procedure import CallOffPolicy, Check, CheckPurpose
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict, fighter_of
from engine.rulesets.future_imperfect.procedures.participants import need_controller


def in_conflict(table: Table, actor: str) -> bool:
    """Say whether a character acts by cards now."""
    conflict = current_conflict(table)
    return conflict is not None and bool(fighter_of(conflict, actor))


def need_action(table: Table, command: Request, actor: str, *rules: str) -> None:
    """Raise Refused unless the character can do something that takes an action now, and its controller asks."""
    need_controller(table, command, actor, *rules)
    need_free(table)
    character_conditions.need_not_stunned(table, actor)
    need_card(table, actor)


def need_card(table: Table, actor: str, *, breath: bool = True, aimed: bool = False) -> None:
    """Raise Refused in a conflict unless it is the character's turn and its card is unused (FI-ACT-1).

    Each of several like extras who share a card has an action (FI-INIT-15). With `breath`, deep water and smoke take
    the first action of a round (FI-DROWN-1, FI-FIRE-1); an `aimed` shot has its own turn (FI-AIM-11).
    """
    if not in_conflict(table, actor):
        return
    turn = need_turn(table, actor) if aimed else need_open_turn(table, actor)
    if actor in turn.done or any(use.actor == actor for use in turn.used):
        raise Refused("action_spent", "FI-ACT-1", actor=actor_name(table, actor))
    if breath:
        hazard_conditions.need_breath(table, actor)


def take_action(draft: Draft, actor: str) -> None:
    """Use the card of the present turn; any other action ends an aim (FI-AIM-7)."""
    if in_conflict(draft.table, actor):
        turn = need_turn(draft.table, actor)
        replace_turn(draft, replace(turn, acted=True, done=(*turn.done, actor)))
        stop_aiming(draft, actor)


class ActionPurpose(CheckPurpose):
    """The purpose of a roll that is an action of the character that begins it, paid when its dice fall."""

    __slots__ = ()
    acts = True
    off = CallOffPolicy.BEGINNER

    def pay(self, draft: Draft, check: Check) -> None:
        """Take the action."""
        take_action(draft, check.rolls[0].actor)


def stop_aiming(draft: Draft, actor: str, *rules: str) -> None:
    """End a character's aim, if it takes part in a conflict."""
    conflict = current_conflict(draft.table)
    name = fighter_of(conflict, actor) if conflict is not None else ""
    if name:
        lose_aim(draft, name, *rules)
