"""Throws, and the landing of those that miss (FI-THROW)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.calculation import total
from engine.kit.checks.exploding_dice import roll_exploding_dice
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.odds.odds import Distribution
from engine.rulesets.future_imperfect.actions.weapon_use import thrown_weapon, weapon_of
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.equipment import Weapon
from engine.rulesets.future_imperfect.checks.character_rolls import ORDINARY
from engine.rulesets.future_imperfect.combat.attack_commands import (
    AttackPurpose,
    CalledSpotField,
    DistanceField,
    SideField,
    SpotPlaceField,
    WeaponField,
    need_attack,
)
from engine.rulesets.future_imperfect.combat.hit_commands import continue_attack
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import (
    RangedRequest,
    far_roll,
    need_light,
    rate_between,
)
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, AttackHit, AttackKind
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckResult
from engine.rulesets.future_imperfect.procedures.participants import dice_purpose
from engine.rulesets.future_imperfect.procedures.session_procedure import ExplosiveCharge, SessionState
from engine.rulesets.future_imperfect.rules import miss_rules, ranged_rules
from engine.rulesets.future_imperfect.settings import word

THROWING = "throwing"


class ThrowWeapon(RangedRequest, kw_only=True):
    """Throw something at a character, or at a spot on the ground."""

    RULES = (
        "FI-THROW-1",
        "FI-THROW-2",
        "FI-THROW-3",
        "FI-THROW-4",
        "FI-THROW-5",
        "FI-THROW-6",
        "FI-AREA-5",
        "FI-AIM-12",
    )
    weapon: WeaponField
    distance: DistanceField
    target: Annotated[str, Meta(description="a character; empty for a spot on the ground")] = ""
    called: CalledSpotField = ""
    place: SpotPlaceField = ""
    side: SideField = ""

    def attack(self, table: Table) -> Attack:
        """Return the throw."""
        weapon = thrown_weapon(table, self.actor, self.weapon)
        if not weapon.thrown:
            raise Refused("not_thrown", "FI-THROW-1", weapon=weapon.name)
        rate = rate_between(table, self.actor, self.target, self.rate, self.course)
        return self.declared(table, ThrowKind(), self.mark(self.target, rate=rate), weapon=self.weapon)

    def need_possible(self, table: Table, attack: Attack) -> None:
        """Require a distance within the Strength, unless the GM allows more, and a spot that the target has."""
        need_light(table, self.light)
        strength = character_sheet.trait(table.actors[self.actor], "strength") or ORDINARY
        reach = ranged_rules.throw_range(strength.value)
        if self.distance > reach and not table.is_gm(self.seat):
            raise Refused("too_far", "FI-THROW-2", metres=reach)
        super().need_possible(table, attack)


class ThrowKind(Frozen, AttackKind, tag_field="then", tag="throw"):
    """A throw of a weapon or an explosive."""

    thrown = True

    def check(self, table: Table, attack: Attack) -> Check:
        """Return the roll of a throw; a thing not made for throwing uses its own name as concentration (FI-THROW-1)."""
        roll = far_roll(table, attack, THROWING)
        tn_parts = ranged_rules.throw_tn(attack.marks[attack.index].distance)
        return Check(then=AttackPurpose(), rolls=(roll,), tn=total(tn_parts), tn_parts=tn_parts)

    def hit(self, draft: Draft, result: CheckResult) -> None:
        """Hit the target; an explosive, or a throw at the ground, stays where it lands (FI-AREA-5)."""
        attack = need_attack(draft.table)
        mark, weapon = attack.marks[attack.index], weapon_of(draft.table, attack)
        if weapon.explosive or not mark.actor:
            thrower = actor_name(draft.table, attack.actor)
            draft.note(
                "lands_on_spot",
                "FI-THROW-1",
                "FI-AREA-5",
                actor=thrower,
                weapon=weapon.name,
                metres=mark.distance,
                calls_for=_next_commands(weapon),
            )
            draft.record_results(scatter=0)
            _lies_there(draft, 0, ranged_rules.ranged_tables().throwing.clock_hours, slipped=False)
        else:
            draft.replace_procedure(
                replace(attack, hits=(AttackHit(target=mark.actor),), raises=max(0, result.successes - 1))
            )
        continue_attack(draft)

    def miss(self, draft: Draft, result: CheckResult) -> None:
        """Let it land elsewhere: a distance in metres, and a direction of the clock face (FI-THROW-3, -4, -6)."""
        attack = need_attack(draft.table)
        mark, weapon = attack.marks[attack.index], weapon_of(draft.table, attack)
        assert result.outcome is not None
        numbers = ranged_rules.ranged_tables().throwing
        count = miss_rules.scatter_dice(result.outcome.tn, result.outcome.total)
        with dice_purpose(draft, attack.actor, "dice_scatter"):
            dice = roll_exploding_dice(draft, numbers.scatter_sides, count, aces=True)
        with dice_purpose(draft, attack.actor, "dice_hour"):
            (hour,) = draft.roll(numbers.clock_hours)
        totals = [die.total for die in dice]
        metres = int(miss_rules.scatter_metres(totals, mark.distance, scatter_cap=word(draft.table, "scatter_cap")))
        draft.note(
            "scatters_from_thrower" if result.outcome.bust else "scatters",
            "FI-THROW-3",
            "FI-THROW-4",
            "FI-THROW-6",
            actor=actor_name(draft.table, attack.actor),
            weapon=weapon.name,
            metres=metres,
            hour=hour,
            dice=totals,
            calls_for=_next_commands(weapon),
        )
        draft.record_results(scatter=metres, hour=hour, scatter_dice=count, from_thrower=result.outcome.bust)
        _lies_there(draft, metres, hour, slipped=result.outcome.bust)
        continue_attack(draft)

    def odds_after(self, table: Table, attack: Attack, check: Check, viewer: str) -> tuple[Distribution, ...]:
        """Return the chances of the location and the wounds of a hit; an explosive wounds nobody before it explodes."""
        # Imported here: only odds need it.
        from engine.rulesets.future_imperfect.combat.damage_odds import hit_distributions

        return () if weapon_of(table, attack).explosive else hit_distributions(table, attack, viewer)


def _next_commands(weapon: Weapon) -> tuple[str, ...]:
    return ("explode",) if weapon.explosive and weapon.damage is not None else ()


def _lies_there(draft: Draft, metres: int, hour: int, *, slipped: bool) -> None:
    """Record the place of a thing that is to explode (FI-AREA-5)."""
    attack = need_attack(draft.table)
    mark, weapon, tonight = attack.marks[attack.index], weapon_of(draft.table, attack), draft.procedure(SessionState)
    if weapon.explosive and weapon.damage is not None and tonight is not None:
        charge = ExplosiveCharge(
            actor=attack.actor,
            weapon=weapon.name,
            damage=weapon.damage,
            pn=weapon.pn,
            target=mark.actor,
            distance=mark.distance,
            metres=metres,
            hour=hour,
            slipped=slipped,
        )
        draft.replace_procedure(replace(tonight, charges=(*tonight.charges, charge)))
