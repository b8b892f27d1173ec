"""Combat: its start, who joins and leaves, and its end (CF-X-27, CF-UI-9)."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character import character_conditions, resource_pools
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import need_known
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.combat.action_points import max_action_points, refill_action_points
from engine.rulesets.classic_fantasy.combat.combat_procedure import (
    Combat,
    Combatant,
    combat_of,
    current_combat,
    need_combat,
)
from engine.rulesets.classic_fantasy.combat.turn_order import next_turn
from engine.rulesets.classic_fantasy.game_calendar import units

Actors = Annotated[tuple[str, ...], Meta(description="characters")]


SIDES: Final = 2
"""Nobody fights alone."""


class StartFight(Request):
    """A combat starts; from now on Combat Rounds are counted."""

    RULES = ("CF-X-16", "CF-X-27", "CF-TIME-3")
    fighters: Annotated[Actors, Asks(least=SIDES)]


class JoinFight(Request):
    """More characters join the combat; their initiative has not been rolled yet."""

    RULES = ("CF-X-16",)
    fighters: Annotated[Actors, Asks(least=1)]


class LeaveFight(Request):
    """A character leaves the combat."""

    RULES = ("CF-X-27",)
    FAR_REACHING = True
    actor: ActorId


class EndFight(Request):
    """The combat ends."""

    RULES = ("CF-X-27", "CF-TIME-1")
    FAR_REACHING = True


# ---- who takes part -------------------------------------------------------------------------------------------------


def _need_fighters(table: Table, command: StartFight | JoinFight) -> None:
    need_gm(table, command, "CF-X-27")
    if not command.fighters:
        raise Refused("d100_nobody_fights", "CF-X-27")
    for actor in command.fighters:
        need_known(table, command.seat, actor)


def verify_start(table: Table, command: StartFight) -> None:
    """Allow the GM, while nothing else is in progress."""
    _need_fighters(table, command)
    need_free(table)
    if len({*command.fighters}) < SIDES:
        raise Refused("d100_fight_sides", "CF-X-27")
    if current_combat(table) is not None:
        raise Refused("d100_fight_already", "CF-X-27")


def start(draft: Draft, command: StartFight) -> None:
    """Start with the first Round; initiative is rolled next."""
    fighters = dict.fromkeys(command.fighters)
    draft.push_procedure(Combat(fighters={actor: Combatant() for actor in fighters}))
    names = [actor_name(draft.table, actor) for actor in fighters]
    draft.note("d100_fight_begins", "CF-X-16", actors=names, calls_for=("roll_initiative",))
    refill_action_points(draft)


def verify_join(table: Table, command: JoinFight) -> None:
    """Allow the GM, for characters that are not in the combat yet."""
    _need_fighters(table, command)
    if any(actor in need_combat(table).fighters for actor in command.fighters):
        raise Refused("d100_fights_already", "CF-X-27")


def join(draft: Draft, command: JoinFight) -> None:
    """Add them."""
    combat = combat_of(draft)
    draft.replace_procedure(
        replace(combat, fighters={**combat.fighters, **{actor: Combatant() for actor in command.fighters}})
    )
    for actor in command.fighters:
        resource_pools.set_pool(draft, actor, resource_pools.ACTION_POINTS, max_action_points(draft.table, actor))
        add_log_line(draft, actor, "d100_joins_fight", "CF-X-16")


def verify_leave(table: Table, command: LeaveFight) -> None:
    """Allow the GM."""
    need_gm(table, command, "CF-X-27")
    need_free(table)
    if command.actor not in need_combat(table).fighters:
        raise Refused("d100_not_in_fight", "CF-X-27")


def leave(draft: Draft, command: LeaveFight) -> None:
    """Take the character out; the last one ends the combat."""
    add_log_line(draft, command.actor, "d100_leaves_fight", "CF-X-27")
    remove_from_combat(draft, command.actor)


def remove_from_combat(draft: Draft, actor: str) -> None:
    """Take a character out of the combat."""
    combat = combat_of(draft)
    convert_turns_to_rounds(draft, actor)
    fighters = {name: fighter for name, fighter in combat.fighters.items() if name != actor}
    if not fighters:
        draft.pop_procedure(Combat)
        return
    order = tuple(name for name in combat.order if name != actor)
    draft.replace_procedure(replace(combat, fighters=fighters, order=order))
    if combat.turn == actor:
        next_turn(draft)


# ---- the end of a combat --------------------------------------------------------------------------------------------


def verify_end(table: Table, command: EndFight) -> None:
    """Allow the GM, while nothing waits for an answer."""
    need_gm(table, command, "CF-X-27")
    need_free(table)
    need_combat(table)


def end(draft: Draft, command: EndFight) -> None:
    """Count no Rounds any more."""
    draft.note("d100_fight_ends", "CF-X-27", rounds=combat_of(draft).number)
    for actor in combat_of(draft).fighters:
        convert_turns_to_rounds(draft, actor)
    draft.pop_procedure(Combat)


def convert_turns_to_rounds(draft: Draft, actor: str) -> None:
    """Turn a duration in Turns into as many Rounds for a character that has no Turns any more (CF-WOUND-5)."""
    held_by = draft.table.actors.get(actor)
    for condition in held_by.conditions_named(character_conditions.NO_OFFENCE) if held_by is not None else ():
        if condition.until is None:
            until = draft.table.clock + max(1, condition.level) * units().combat_round_seconds
            draft.lay_condition(actor, replace(condition, level=0, until=until))


MOVES = (
    Move(StartFight, verify_start, start),
    Move(JoinFight, verify_join, join),
    Move(LeaveFight, verify_leave, leave),
    Move(EndFight, verify_end, end),
)
