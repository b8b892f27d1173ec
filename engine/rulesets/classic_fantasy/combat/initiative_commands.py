"""Initiative: rolled, rolled again by luck, ruled by the GM, and the order that follows (CF-X-16, CF-FATIGUE-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.kit.gm_requests import GmRequest
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.dice_throws import labelled_dice
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.combat.combat_procedure import COMBATS, Combat, Combatant, need_combat
from engine.rulesets.classic_fantasy.combat.turn_order import (
    break_ties,
    initiative_parts,
    initiatives,
    next_turn,
)
from engine.rulesets.classic_fantasy.d100_calculation import total


class RollInitiative(Request):
    """A seat rolls initiative: a d10 for each of its combatants without one; the GM for all."""

    RULES = ("CF-X-16", "CF-FATIGUE-6")

    def verify(self, table: Table) -> None:
        """Allow a seat that has a combatant without initiative."""
        need_free(table)
        if not awaiting_initiative(table, self.seat, need_combat(table)):
            raise Refused("d100_dice_have_fallen", "CF-X-16")

    def decide(self, draft: Draft) -> None:
        """Roll, and give the first Turn once all initiatives are known."""
        _throw_initiative(draft, awaiting_initiative(draft.table, self.seat, need_combat(draft.table)))
        _set_order(draft)


class RuleInitiative(GmRequest):
    """The GM sets the initiative of a combatant."""

    RULES = ("CF-X-16",)
    actor: ActorId
    value: Annotated[int, Meta(ge=-99, le=199, description="the initiative"), Asks("initiative")]

    def verify(self, table: Table) -> None:
        """Allow the GM, for a combatant."""
        super().verify(table)
        COMBATS.need_fighter(table, self.actor)

    def decide(self, draft: Draft) -> None:
        """Set the initiative of a combatant, and the order with it."""
        COMBATS.change_fighter(draft, self.actor, ruled=self.value)
        add_log_line(draft, self.actor, "d100_initiative_ruled", "CF-X-16", numbers=True, value=self.value)
        _set_order(draft)


def _is_unknown(fighter: Combatant) -> bool:
    return fighter.die is None and fighter.ruled is None


def awaiting_initiative(table: Table, seat: str, combat: Combat) -> tuple[str, ...]:
    """Return the combatants whose initiative a seat rolls: its own; the GM rolls for all (CF-X-16)."""
    waiting = [actor for actor, fighter in combat.fighters.items() if _is_unknown(fighter)]
    return tuple(actor for actor in waiting if table.is_gm(seat) or controller_of(table, actor) == seat)


def reroll_initiative(draft: Draft, actor: str) -> None:
    """Roll initiative again by luck; if nobody has acted yet, the Round starts anew with the new first combatant."""
    combat = need_combat(draft.table)
    if not combat.acted and len(combat.had) <= 1:
        COMBATS.change(draft, order=(), turn="", had=())
    _throw_initiative(draft, (actor,))
    _set_order(draft)
    COMBATS.change(draft, lucky=combat.lucky)


def _throw_initiative(draft: Draft, actors: Sequence[str]) -> None:
    combat, sides = need_combat(draft.table), character_rules.numbers().initiative.sides
    fighters = dict(combat.fighters)
    for actor in actors:
        with labelled_dice(draft, actor, "d100_initiative"):
            fighters[actor] = replace(fighters[actor], die=draft.roll(sides)[0], tie=0)
    COMBATS.change(draft, fighters=fighters, fresh=tuple(dict.fromkeys((*combat.fresh, *actors))))
    for actor in actors:
        parts = initiative_parts(draft.table, actor, fighters[actor])
        calculation = [part.words for part in parts]
        # Everybody sees when a secret combatant acts, but not its number.
        add_log_line(
            draft, actor, "d100_initiative_is", "CF-X-16", numbers=True, reckoning=calculation, value=total(parts)
        )


def _set_order(draft: Draft) -> None:
    """Set the order once all initiatives are known; start the Round if it has not started."""
    if any(map(_is_unknown, need_combat(draft.table).fighters.values())):
        return
    break_ties(draft)
    combat = need_combat(draft.table)
    values = initiatives(draft.table, combat)
    order, value_of = character_rules.acting_order(values), {each.who: each.value for each in values}
    COMBATS.change(draft, order=order)
    known: dict[str, int] = {}
    for actor in order:
        if not draft.table.actors[actor].secret:
            known[actor] = value_of[actor]
            draft.record_results(initiative=known)
    if not combat.turn and not combat.had:
        next_turn(draft)
