"""Initiative: rolled, rolled again by luck, ruled by the GM, and the order that follows (CF-X-16, CF-FATIGUE-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.dice_throws import labelled_dice
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, record_result
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat, combat_of, current_combat, need_combat
from engine.rulesets.classic_fantasy.combat.turn_order import acting_order_of, break_ties, initiative_parts, next_turn
from engine.rulesets.classic_fantasy.d100_calculation import total


class RollInitiative(Request):
    """A seat rolls initiative: a d10 for each of its combatants without one; the GM for all."""

    RULES = ("CF-X-16", "CF-FATIGUE-6")


class RuleInitiative(Request):
    """The GM sets the initiative of a combatant."""

    RULES = ("CF-X-16",)
    actor: ActorId
    value: Annotated[int, Meta(ge=-99, le=199, description="the initiative"), Asks("initiative")]


# ---- initiative -----------------------------------------------------------------------------------------------------


def awaiting_initiative(table: Table, seat: str, combat: Combat) -> tuple[str, ...]:
    """Return the combatants whose initiative a seat rolls: its own; the GM rolls for all (CF-X-16)."""
    waiting = [actor for actor, fighter in combat.fighters.items() if fighter.die is None and fighter.ruled is None]
    return tuple(actor for actor in waiting if table.is_gm(seat) or controller_of(table, actor) == seat)


def verify_initiative(table: Table, command: RollInitiative) -> None:
    """Allow a seat that has a combatant without initiative."""
    need_free(table)
    if not awaiting_initiative(table, command.seat, need_combat(table)):
        raise Refused("d100_dice_have_fallen", "CF-X-16")


def roll_initiative(draft: Draft, command: RollInitiative) -> None:
    """Roll, and give the first Turn once all initiatives are known."""
    _throw_initiative(draft, awaiting_initiative(draft.table, command.seat, combat_of(draft)))
    _set_order(draft)


def reroll_initiative(draft: Draft, actor: str) -> None:
    """Roll initiative again by luck; if nobody has acted yet, the Round starts anew with the new first combatant."""
    lucky, combat = combat_of(draft).lucky, combat_of(draft)
    if not combat.acted and len(combat.had) <= 1:
        draft.replace_procedure(replace(combat, order=(), turn="", had=()))
    _throw_initiative(draft, (actor,))
    _set_order(draft)
    draft.replace_procedure(replace(combat_of(draft), lucky=lucky))


def _throw_initiative(draft: Draft, actors: Sequence[str]) -> None:
    sides, fighters = character_rules.numbers().initiative.sides, dict(combat_of(draft).fighters)
    for actor in actors:
        with labelled_dice(draft, actor, "d100_initiative"):
            fighters[actor] = replace(fighters[actor], die=draft.roll(sides)[0], tie=0)
    combat = combat_of(draft)
    draft.replace_procedure(replace(combat, fighters=fighters, fresh=tuple(dict.fromkeys((*combat.fresh, *actors)))))
    for actor in actors:
        parts = initiative_parts(draft.table, actor, fighters[actor])
        calculation = [part.words for part in parts]
        # Everybody sees when a secret combatant acts, but not its number.
        add_log_line(
            draft, actor, "d100_initiative_is", "CF-X-16", numbers=True, reckoning=calculation, value=total(parts)
        )


def _set_order(draft: Draft) -> None:
    """Set the order once all initiatives are known; start the Round if it has not started."""
    combat = combat_of(draft)
    if any(fighter.die is None and fighter.ruled is None for fighter in combat.fighters.values()):
        return
    break_ties(draft)
    combat = combat_of(draft)
    order = acting_order_of(draft.table, combat)
    draft.replace_procedure(replace(combat, order=order))
    for actor in order:
        record_result(draft, actor, initiative={**_recorded_initiatives(draft), actor: _initiative(draft.table, actor)})
    if not combat.turn and not combat.had:
        next_turn(draft)


def _recorded_initiatives(draft: Draft) -> dict[str, int]:
    initiatives = draft.results.get("initiative")
    return dict(initiatives) if isinstance(initiatives, dict) else {}


def _initiative(table: Table, actor: str) -> int:
    combat = current_combat(table)
    return total(initiative_parts(table, actor, combat.fighters[actor])) if combat is not None else 0


def verify_rule_initiative(table: Table, command: RuleInitiative) -> None:
    """Allow the GM, for a combatant."""
    need_gm(table, command, "CF-X-16")
    if command.actor not in need_combat(table).fighters:
        raise Refused("d100_not_in_fight", "CF-X-27")


def rule_initiative(draft: Draft, command: RuleInitiative) -> None:
    """Set the initiative of a combatant, and the order with it."""
    combat = combat_of(draft)
    fighter = replace(combat.fighters[command.actor], ruled=command.value)
    draft.replace_procedure(replace(combat, fighters={**combat.fighters, command.actor: fighter}))
    add_log_line(draft, command.actor, "d100_initiative_ruled", "CF-X-16", numbers=True, value=command.value)
    _set_order(draft)


MOVES = (
    Move(RollInitiative, verify_initiative, roll_initiative),
    Move(RuleInitiative, verify_rule_initiative, rule_initiative),
)
