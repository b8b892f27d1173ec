"""Entangling weapons: holding, tripping, and breaking free (FI-ENT).

A held character has a condition `entangled`: `level` is the TN to break it (0: it cannot be broken), `note` the weapon,
and its id ends in the holder's id.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.core.events import ConditionGone
from engine.kit.calculation import effective_steps
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.action_cost import ActionPurpose, need_action
from engine.rulesets.future_imperfect.actions.weapon_use import weapon_in_hand, weapon_of
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.character_sheet import FIGHTING
from engine.rulesets.future_imperfect.character.equipment import Weapon
from engine.rulesets.future_imperfect.checks.character_rolls import need_weapon, skill_roll, trait_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.combat.attack_commands import (
    AttackPurpose,
    AttackRequest,
    HandField,
    WeaponField,
    common_parts,
    need_attack,
)
from engine.rulesets.future_imperfect.combat.hit_commands import continue_attack
from engine.rulesets.future_imperfect.combat.melee.melee_commands import MeleeKind, need_melee
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage.wound_commands import need_no_pending_wounds
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckResult
from engine.rulesets.future_imperfect.rules import melee_rules
from engine.rulesets.future_imperfect.settings import word


class Entangle(AttackRequest, kw_only=True):
    """Entangle or trip a character with a weapon made for it."""

    RULES = ("FI-ENT-1", "FI-ENT-5")
    target: ActorId
    weapon: WeaponField
    hand: HandField = "main"
    hold: Annotated[bool, Meta(description="hold fast, if the weapon can")] = True
    trip: Annotated[bool, Meta(description="bring down, if the weapon can")] = True

    def attack(self, table: Table) -> Attack:
        """Return the attack, with a weapon that entangles or trips."""
        name = need_melee(table, self.actor, self.weapon).name
        weapon = need_weapon(table, self.actor, self.weapon)
        can = {
            character_conditions.ENTANGLED: self.hold and weapon.entangle is not None,
            character_conditions.PRONE: self.trip and weapon.trip,
        }
        effects = tuple(effect for effect, able in can.items() if able)
        if not effects:
            raise Refused("does_not_entangle", "FI-ENT-1", weapon=name)
        return self.declared(table, EntangleKind(), self.mark(self.target), weapon=weapon.name, effects=effects)


class BreakFree(Request):
    """Try to break free from an entanglement."""

    RULES = ("FI-ENT-2", "FI-ENT-3", "FI-ENT-4", "FI-ENT-5")
    actor: ActorId
    way: Annotated[str, Meta(description="break or wriggle", pattern="^(break|wriggle)$")] = "wriggle"

    def verify(self, table: Table) -> None:
        """Require the controller of the held character, and an action left."""
        need_no_pending_wounds(table)
        need_action(table, self, self.actor, "FI-ENT-3")
        condition, holder = _entanglement(table, self.actor)
        if self.way == "wriggle":
            if holder:
                return
            raise Refused("held_by_nobody", "FI-ENT-3")
        # Everybody may try to break free, and learns nothing of a secret sheet: there the level alone counts.
        known = holder and not table.actors[holder].secret
        weapon = character_sheet.weapon(table.actors[holder], condition.note, table.lists) if known else None
        fragile = weapon.fragile if weapon is not None else True
        ways = melee_rules.ways_out(
            condition.level or None, fragile=fragile, entangle_break=word(table, "entangle_break")
        )
        if "break" not in ways:
            raise Refused("cannot_be_broken", "FI-ENT-2", weapon=condition.note)

    def decide(self, draft: Draft) -> None:
        """Open the roll, which is an action (FI-ENT-5)."""
        table = draft.table
        condition, holder = _entanglement(table, self.actor)
        then = BreakFreePurpose(way=self.way, condition=condition.id, weapon=condition.note)
        if self.way == "break":
            roll = trait_roll(table, self.actor, "strength")
            check = Check.against(condition.level, "entangled_tn", roll, then)
        else:
            weapon = (
                character_sheet.weapon(table.actors[holder], condition.note, table.lists)
                or weapon_in_hand(table, holder).weapon
            )
            rolls = (
                trait_roll(table, self.actor, "dexterity"),
                skill_roll(table, holder, FIGHTING, weapon.concentration),
            )
            check = Check(then=then, rolls=rolls)
        CHECKS.open(draft, check)


class EntangleKind(Frozen, MeleeKind, tag_field="then", tag="entangle"):
    """Entangling and tripping, with a weapon made for it."""

    def check(self, table: Table, attack: Attack) -> Check:
        """Return the contest of the attacker's fighting with the target's Dexterity (FI-ENT-1)."""
        weapon = weapon_of(table, attack)
        own = skill_roll(
            table, attack.actor, FIGHTING, weapon.concentration, *effective_steps(*common_parts(table, attack))
        )
        other = trait_roll(table, attack.marks[0].actor, "dexterity")
        return Check(then=AttackPurpose(), rolls=(own, other))

    def hit(self, draft: Draft, result: CheckResult) -> None:
        """Apply the intended effects."""
        attack = need_attack(draft.table)
        target, weapon = attack.marks[0].actor, weapon_of(draft.table, attack)
        if character_conditions.ENTANGLED in attack.effects:
            condition = Condition(
                id=f"{character_conditions.ENTANGLED}:{attack.actor}",
                name=character_conditions.ENTANGLED,
                level=_level_to_break(draft.table, attack.actor, weapon),
                note=weapon.name,
            )
            draft.lay_condition(target, condition)
            draft.note(
                "entangled",
                "FI-ENT-1",
                actor=actor_name(draft.table, target),
                by=actor_name(draft.table, attack.actor),
                weapon=weapon.name,
            )
        if character_conditions.PRONE in attack.effects:
            character_conditions.add_condition(draft, target, character_conditions.PRONE, "FI-ENT-5")
        continue_attack(draft)


def _level_to_break(table: Table, holder: str, weapon: Weapon) -> int:
    """Return the TN to break an entanglement; 0 if it cannot be broken, where no sheet will say so (FI-ENT-2)."""
    if not table.actors[holder].secret:
        return weapon.entangle or 0
    rule = word(table, "entangle_break")
    ways = melee_rules.ways_out(weapon.entangle, fragile=weapon.fragile, entangle_break=rule)
    return (weapon.entangle or 0) if "break" in ways else 0


# ---- and out again ---------------------------------------------------------------------------------------------------


def _entanglement(table: Table, actor: str) -> tuple[Condition, str]:
    """Return the entanglement of a character, and the holder; no holder for a condition set by hand."""
    conditions = table.actors[actor].conditions_named(character_conditions.ENTANGLED)
    if not conditions:
        raise Refused("not_entangled", "FI-ENT-3", actor=actor_name(table, actor))
    holder = conditions[0].id.partition(":")[2]
    return conditions[0], holder if holder in table.actors else ""


class BreakFreePurpose(Frozen, ActionPurpose, tag_field="then", tag="break_free"):
    """An attempt to break free.

    Attributes:
        way: `break` or `wriggle`.
        condition: the id of the entanglement.
        weapon: the name of the entangling weapon.
    """

    called = "breaking_free"
    way: str = ""
    condition: str = ""
    weapon: str = ""

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """End the entanglement after a success."""
        actor = result.check.rolls[0].actor
        name = actor_name(draft.table, actor)
        if not result.successes:
            draft.note("stays_entangled", "FI-ENT-3", actor=name, weapon=self.weapon)
            return
        draft.emit(ConditionGone(actor=actor, id=self.condition))
        key, rule = ("breaks_out", "FI-ENT-2") if self.way == "break" else ("wriggles_out", "FI-ENT-3")
        draft.note(key, rule, actor=name, weapon=self.weapon)
