"""Preparation with cards laid aside: aiming, and actions that take several cards (FI-AIM-4 to 8, FI-ACT-4, FI-EXT)."""

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
    end_simultaneous_action,
    laid_aside_zone,
    need_conflict,
    need_fighter,
    need_hand_not_stunned,
    replace_fighter,
    reserve_zone,
    reserved,
    use_aim,
)
from engine.rulesets.future_imperfect.initiative.initiative_countdown import ActionTextField, need_called, need_card
from engine.rulesets.future_imperfect.procedures.conflict_procedure import Aim, Preparation
from engine.rulesets.future_imperfect.procedures.participants import ParticipantRequest, need_known
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
        end_simultaneous_action(draft, name)


class LoseAim(ParticipantRequest):
    """Give up an aim, or take it away, with all its counters."""

    RULES = ("FI-AIM-7",)

    def verify(self, table: Table) -> None:
        """Require the controller of the aiming character."""
        super().verify(table)
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


SpeedField = Annotated[int, Meta(ge=2, le=99, description="how many cards it takes in all")]


class PrepareCard(Request):
    """Lay the card of the called rank aside for an action that takes several: a slow weapon takes its Speed."""

    RULES = ("FI-ACT-4", "FI-ACT-5", "FI-EXT-1", "FI-EXT-2", "FI-EXT-3", "FI-EXT-5", "FI-AIM-7", "FI-AIM-13")
    actor: ActorId
    what: ActionTextField = ""
    need: SpeedField = 2
    trigger: Annotated[str, Meta(description="on what it happens once it is ready; empty for as soon as it is")] = ""
    whole: Annotated[bool, Meta(description="its cards must follow one another without another action")] = False
    target: Annotated[
        str, Meta(description="at whom a slow weapon is aimed meanwhile, where the group plays that it always is")
    ] = ""

    def verify(self, table: Table) -> None:
        """Require the next called card. A new plan replaces one that is not complete."""
        name, fighter, _ = need_card(table, self, self.actor, "FI-ACT-4")
        need_hand_not_stunned(table, self.actor)
        hazard_conditions.need_breath(table, self.actor)
        last = fighter.preparation is not None and fighter.preparation.paid + 1 >= fighter.preparation.need
        if last and fighter.preparation is not None and not fighter.preparation.trigger:
            raise Refused("prepared_now_act", "FI-ACT-4", actor=actor_name(table, self.actor))
        if last and reserved(table, name) is not None:
            raise Refused("reserve_taken", "FI-RES-2")
        if self.target:
            need_known(table, self.seat, self.target)
        weapon = always_aimed(table, self.actor, self.what)
        if weapon is not None and fighter.preparation is None and not self.target:
            raise Refused("aim_at_whom", "FI-AIM-13", weapon=weapon.name)

    def decide(self, draft: Draft) -> None:
        """Lay the card aside and count it; the last card of a triggered action goes into reserve (FI-EXT-5)."""
        name, fighter, card = need_called(draft.table, self.actor)
        plan = fighter.preparation or _new_preparation(draft.table, self)
        if fighter.aim is not None and folded(fighter.aim.weapon) != folded(plan.what):
            lose_aim(draft, name)
            fighter = need_conflict(draft.table).fighters[name]
        plan = replace(plan, paid=plan.paid + 1)
        ready = plan.paid >= plan.need
        draft.move((card,), fighter.hand, reserve_zone(name) if ready else laid_aside_zone(name))
        replace_fighter(draft, name, replace(fighter, preparation=plan))
        key = "prepared" if ready else "prepares"
        add_hand_log_line(draft, fighter, key, "FI-ACT-4", "FI-EXT-3", what=plan.what, paid=plan.paid, need=plan.need)
        draft.record_results(prepared=plan.paid, ready=ready)
        weapon = always_aimed(draft.table, self.actor, plan.what)
        if weapon is not None and fighter.aim is None and self.target and not ready:
            aim = Aim(target=self.target, weapon=weapon.name)
            replace_fighter(draft, name, replace(fighter, preparation=plan, aim=aim))
            log_aim(draft, name)
        end_simultaneous_action(draft, name)


class SpoilPreparation(ParticipantRequest):
    """Spoil a preparation: its cards are lost."""

    RULES = ("FI-EXT-2", "FI-EXT-4")
    CITED = ("FI-EXT-4",)

    def verify(self, table: Table) -> None:
        """Require the controller of the preparing character."""
        super().verify(table)
        _, fighter = need_fighter(table, self.actor)
        if fighter.preparation is None:
            raise Refused("nothing_prepared", "FI-EXT-3")

    def decide(self, draft: Draft) -> None:
        """Spoil the preparation."""
        spoil(draft, need_fighter(draft.table, self.actor)[0])


def spoil_if_whole(draft: Draft, name: str) -> None:
    """Spoil a preparation whose cards must follow one another, as another action comes between (FI-EXT-2)."""
    fighter = need_conflict(draft.table).fighters[name]
    plan = fighter.preparation
    if plan is not None and plan.whole and plan.paid < plan.need - 1:
        spoil(draft, name)


def always_aimed(table: Table, actor: str, what: str) -> Weapon | None:
    """Return the slow weapon that is aimed by preparing it, where the group plays it so; else None (FI-AIM-13)."""
    weapon = character_sheet.weapon(table.actors[actor], what, table.lists) if what else None
    aims = weapon is not None and weapon.speed > 1 and weapon.aim is not None
    return weapon if aims and word(table, "prep_card_aims") == "always" else None


def _new_preparation(table: Table, command: PrepareCard) -> Preparation:
    """Return the new preparation; for a slow weapon its entry gives the number of cards (FI-ACT-4)."""
    weapon = character_sheet.weapon(table.actors[command.actor], command.what, table.lists) if command.what else None
    need = weapon.speed if weapon is not None and weapon.speed > 1 else command.need
    what = weapon.name if weapon is not None else command.what
    return Preparation(what=what, need=need, trigger=command.trigger, whole=command.whole)


def spoil(draft: Draft, name: str) -> None:
    """Discard the cards that were laid aside."""
    fighter = need_conflict(draft.table).fighters[name]
    if fighter.preparation is None:
        return
    replace_fighter(draft, name, replace(fighter, preparation=None))
    clear_laid_aside(draft, name)
    add_hand_log_line(draft, fighter, "preparation_over", "FI-EXT-2", what=fighter.preparation.what)
