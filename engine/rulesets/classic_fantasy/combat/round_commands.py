"""Turns and Rounds of a combat: actions, reactions, passing, and the end of a Round (CF-X-27, CF-TIME-3, 2.16)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import need_controller
from engine.rulesets.classic_fantasy.character.character_conditions import LAST_ACT, LAST_ACT_DONE
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.combat.action_points import (
    need_action_points,
    pay_action_points,
    refill_action_points,
)
from engine.rulesets.classic_fantasy.combat.combat_procedure import combat_of, current_combat, need_combat
from engine.rulesets.classic_fantasy.combat.turn_order import end_turn, need_turn, next_turn, use_turn_action
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.health.incapacity import need_able, need_offence
from engine.rulesets.classic_fantasy.time.time_advance import advance
from engine.rulesets.classic_fantasy.time.time_passage_procedure import PassedTime, TimePurpose


class TakeAction(Request):
    """A combatant does something in its Turn, given in words; it costs Action Points."""

    RULES = ("CF-X-27", "CF-FATIGUE-8", "CF-WOUND-5", "CF-X-39")
    actor: ActorId
    what: Annotated[str, Meta(description="what is done, in words"), Asks("deed", optional=False)] = ""
    points: Annotated[int, Meta(ge=0, le=9, description="Action Points that it costs"), Asks()] = 1
    casting: Annotated[bool, Meta(description="a spell is begun"), Asks(rare=True)] = False


class React(Request):
    """A combatant reacts to another's action; that costs an Action Point out of turn."""

    RULES = ("CF-X-27",)
    actor: ActorId
    what: Annotated[str, Meta(description="what is done, in words"), Asks("deed", optional=False)] = ""
    points: Annotated[int, Meta(ge=0, le=9, description="Action Points that it costs")] = 1


class EndTurn(Request):
    """A Turn is over, and the next one begins."""

    RULES = ("CF-X-27", "CF-WOUND-5", "CF-AMB-35")


class PassRound(Request):
    """A combatant does nothing more in this Round."""

    RULES = ("CF-X-27",)
    actor: ActorId


class GiveTurn(Request):
    """The GM gives the Turn to a combatant."""

    RULES = ("CF-X-27",)
    actor: ActorId


class EndRound(Request):
    """A Round of five seconds ends: scheduled events happen in their order, and Action Points are full again."""

    RULES = ("CF-TIME-3", "CF-X-27", "CF-X-13", "CF-FATIGUE-7")


# ---- Turns ----------------------------------------------------------------------------------------------------------


def verify_action(table: Table, command: TakeAction) -> None:
    """Allow the combatant whose Turn it is, if it can act and has the Action Points."""
    need_controller(table, command, command.actor)
    need_free(table)
    need_combat(table)
    need_turn(table, command.actor)
    need_able(table, command.actor)
    need_action_points(table, command.actor, command.points)
    if command.casting:
        need_offence(table, command.actor)


def take_action(draft: Draft, command: TakeAction) -> None:
    """Do it; a last act is the last (CF-BLOOD-4)."""
    use_turn_action(draft, command.actor, command.points)
    if command.casting:
        character_conditions.lay(draft, command.actor, character_conditions.CASTING)
    add_log_line(draft, command.actor, "d100_acts", "CF-X-27", what=command.what, points=command.points)
    end_last_act(draft, command.actor)


def end_last_act(draft: Draft, actor: str) -> None:
    """Let a character lose consciousness after its one last act (CF-BLOOD-4)."""
    if character_conditions.lift(draft, actor, LAST_ACT):
        character_conditions.lay(draft, actor, LAST_ACT_DONE)
        character_conditions.lay(draft, actor, character_conditions.UNCONSCIOUS, ends="gm")
        add_log_line(draft, actor, "d100_last_act_over", "CF-BLOOD-4")


def verify_react(table: Table, command: React) -> None:
    """Allow a combatant that can act and has the Action Points."""
    need_controller(table, command, command.actor)
    if command.actor not in need_combat(table).fighters:
        raise Refused("d100_not_in_fight", "CF-X-27")
    need_able(table, command.actor)
    need_action_points(table, command.actor, command.points)


def react(draft: Draft, command: React) -> None:
    """Pay for it."""
    pay_action_points(draft, command.actor, command.points)
    add_log_line(draft, command.actor, "d100_reacts", "CF-X-27", what=command.what, points=command.points)


def verify_end_turn(table: Table, command: EndTurn) -> None:
    """Allow the player whose Turn it is, and the GM."""
    combat = need_combat(table)
    need_free(table)
    if not combat.turn:
        raise Refused("d100_no_turn", "CF-X-27")
    need_controller(table, command, combat.turn)


def do_end_turn(draft: Draft, command: EndTurn) -> None:
    """Go on to the next Turn; a Turn without an action costs an Action Point too, so that each Round ends."""
    combat = combat_of(draft)
    if not combat.acted:
        pay_action_points(draft, combat.turn, 1)
    end_turn(draft, combat.turn)
    next_turn(draft)


def verify_pass(table: Table, command: PassRound) -> None:
    """Allow the character's player, at any time."""
    need_controller(table, command, command.actor)
    need_free(table)
    combat = need_combat(table)
    if command.actor not in combat.fighters:
        raise Refused("d100_not_in_fight", "CF-X-27")
    if combat.fighters[command.actor].passed:
        raise Refused("d100_passed_already", "CF-X-27")


def pass_round(draft: Draft, command: PassRound) -> None:
    """End the actions of a character in this Round; it can still react."""
    combat = combat_of(draft)
    fighter = replace(combat.fighters[command.actor], passed=True)
    draft.replace_procedure(replace(combat, fighters={**combat.fighters, command.actor: fighter}))
    add_log_line(draft, command.actor, "d100_passes", "CF-X-27")
    if combat.turn == command.actor:
        end_turn(draft, command.actor)
        next_turn(draft)


def verify_give(table: Table, command: GiveTurn) -> None:
    """Allow the GM, for a combatant."""
    need_gm(table, command, "CF-X-27")
    need_free(table)
    if command.actor not in need_combat(table).fighters:
        raise Refused("d100_not_in_fight", "CF-X-27")


def give_turn(draft: Draft, command: GiveTurn) -> None:
    """Give it the Turn."""
    draft.replace_procedure(replace(combat_of(draft), turn=command.actor, acted=False, lucky=()))
    add_log_line(draft, command.actor, "d100_turn_given", "CF-X-27")


# ---- Rounds ---------------------------------------------------------------------------------------------------------


def verify_end_round(table: Table, command: EndRound) -> None:
    """Allow the GM, while nothing needs an answer; combatants that have not acted lose their Action Points."""
    need_gm(table, command, "CF-X-27")
    need_free(table)
    if not need_combat(table).order:
        raise Refused("d100_no_initiative", "CF-X-16")


def end_round(draft: Draft, command: EndRound) -> None:
    """Let the Round's time pass: events of its end and of the next start happen in their order (2.16)."""
    advance(draft, units().combat_round_seconds, NextRound())


class NextRound(Frozen, TimePurpose, tag_field="then", tag="round"):
    """The time of a Round, after which the next one begins."""

    def resume(self, draft: Draft, result: PassedTime) -> None:
        """Begin the next Round, if the combat goes on."""
        if not result.whole or current_combat(draft.table) is None:
            return
        combat = combat_of(draft)
        fighters = {actor: replace(fighter, passed=False) for actor, fighter in combat.fighters.items()}
        number = combat.number + 1
        draft.replace_procedure(
            replace(combat, number=number, fighters=fighters, turn="", had=(), acted=False, lucky=(), fresh=())
        )
        refill_action_points(draft)
        draft.note("d100_round_begins", "CF-TIME-3", number=number)
        draft.record_results(round=number, clock=draft.table.clock)
        next_turn(draft)


MOVES = (
    Move(TakeAction, verify_action, take_action),
    Move(React, verify_react, react),
    Move(EndTurn, verify_end_turn, do_end_turn),
    Move(PassRound, verify_pass, pass_round),
    Move(GiveTurn, verify_give, give_turn),
    Move(EndRound, verify_end_round, end_round),
)
