"""Aiming with a card (FI-AIM-4 to FI-AIM-8). The shot out of an aim is in `aimed_shot_commands`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.calculation import effective_steps, total
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions import hazard_conditions
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.equipment import Weapon
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.checks.character_rolls import need_weapon
from engine.rulesets.future_imperfect.conditions import character_conditions, maimed_limbs
from engine.rulesets.future_imperfect.initiative.action_cards import (
    add_hand_log_line,
    clear_laid_aside,
    laid_aside_zone,
    need_conflict,
    need_fighter,
    replace_fighter,
)
from engine.rulesets.future_imperfect.initiative.initiative_countdown import need_called, need_card
from engine.rulesets.future_imperfect.procedures.conflict_procedure import Aim, Preparation
from engine.rulesets.future_imperfect.procedures.participants import need_controller
from engine.rulesets.future_imperfect.rules import ranged_rules
from engine.rulesets.future_imperfect.settings import word


class AimCard(Request):
    """Lay the card of the called rank aside and aim; each rank called from now on adds a counter."""

    RULES = ("FI-AIM-4", "FI-AIM-8", "FI-AIM-13")
    actor: ActorId
    target: ActorId
    weapon: Annotated[str, Meta(description="a weapon with an Aim value")]

    def verify(self, table: Table) -> None:
        """Require the next called card, and a weapon that can aim."""
        _, fighter, _ = need_card(table, self, self.actor, "FI-AIM-4")
        character_conditions.need_not_stunned(table, self.actor)
        hazard_conditions.need_breath(table, self.actor)
        weapon = need_weapon(table, self.actor, self.weapon)
        if weapon.aim is None:
            raise Refused("cannot_aim", "FI-AIM-12", weapon=weapon.name)
        maimed_limbs.need_hands(table, self.actor, weapon)
        if self.target not in table.actors:
            raise Refused("no_such_actor", actor=self.target)
        if fighter.aim is not None and fighter.aim.target == self.target and fighter.aim.weapon == weapon.name:
            raise Refused("aims_already", "FI-AIM-4", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Leave the card on the table; an earlier aim ends, a reserved card stays (FI-AIM-8)."""
        name, _, card = need_called(draft.table, self.actor)
        lose_aim(draft, name)
        fighter = need_conflict(draft.table).fighters[name]
        draft.move((card,), fighter.hand, laid_aside_zone(name))
        weapon = need_weapon(draft.table, self.actor, self.weapon)
        plan = fighter.preparation
        if word(draft.table, "prep_card_aims") != "never":
            plan = _prepared_by(plan, weapon)
        aiming = Aim(target=self.target, weapon=weapon.name)
        replace_fighter(draft, name, replace(fighter, aim=aiming, preparation=plan))
        log_aim(draft, name)
        character_conditions.end_simultaneous_action(draft, name)


class LoseAim(Request):
    """Give up an aim, or take it away, with all its counters."""

    RULES = ("FI-AIM-7",)
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Require the controller of the aiming character."""
        need_controller(table, self, self.actor, "FI-AIM-7")
        _, fighter = need_fighter(table, self.actor)
        if fighter.aim is None:
            raise Refused("not_aiming", "FI-AIM-7", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Give the aim up."""
        lose_aim(draft, need_fighter(draft.table, self.actor)[0])


def aim_bonus(table: Table, actor: str, aim: Aim) -> int:
    """Return the modifier of an aim for the shot now: negative while the aim is not complete (FI-AIM-2)."""
    weapon = character_sheet.weapon(table.actors[actor], aim.weapon, table.lists)
    if weapon is None or weapon.aim is None:
        return 0
    return total(
        effective_steps(ranged_rules.aim_part(aim.counters, weapon.aim.steps, weapon.aim.unaimed, automatic=False))
    )


def use_aim(draft: Draft, name: str) -> None:
    """End an aim after its shot, if there is one."""
    fighter = need_conflict(draft.table).fighters[name]
    if fighter.aim is not None:
        replace_fighter(draft, name, replace(fighter, aim=None))
        clear_laid_aside(draft, name)


def lose_aim(draft: Draft, name: str, *rules: str) -> None:
    """Take all counters away, and discard the card that was aimed with."""
    fighter = need_conflict(draft.table).fighters[name]
    if fighter.aim is None:
        return
    use_aim(draft, name)
    add_hand_log_line(draft, fighter, "aim_lost", *(rules or ("FI-AIM-7",)))


def log_aim(draft: Draft, name: str) -> None:
    """Log who aims, the target and the weapon."""
    fighter = need_conflict(draft.table).fighters[name]
    assert fighter.aim is not None
    target = actor_name(draft.table, fighter.aim.target)
    add_hand_log_line(draft, fighter, "aims", "FI-AIM-4", target=target, weapon=fighter.aim.weapon)


def _prepared_by(plan: Preparation | None, weapon: Weapon) -> Preparation | None:
    """Return the preparation by a card that is laid aside to aim a slow weapon: it serves both (FI-AIM-13)."""
    if weapon.speed > 1 and plan is None:
        return Preparation(what=weapon.name, need=weapon.speed, paid=1)
    same = plan is not None and folded(plan.what) == folded(weapon.name) and not plan.trigger
    if plan is not None and same and plan.paid + 1 < plan.need:
        return replace(plan, paid=plan.paid + 1)
    return plan
