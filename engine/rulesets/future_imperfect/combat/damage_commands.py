"""Damage of a hit: cover and armour, damage dice, Strength, wounds; the GM may override each (2.34, ATTACK 9 to 12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta

from engine.core.audience import record_readers
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep
from engine.kit.calculation import total as total_of
from engine.kit.checks.exploding_dice import Die, roll_exploding_dice
from engine.kit.gm_override import GmDecision, GmOverride
from engine.messages.display_names import actor_name
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.actions.weapon_use import adds_strength, is_melee, weapon_of
from engine.rulesets.future_imperfect.character import character_sheet, hit_locations
from engine.rulesets.future_imperfect.character.equipment import ArmourLayer, Weapon
from engine.rulesets.future_imperfect.character.traits import Trait
from engine.rulesets.future_imperfect.checks.character_rolls import ORDINARY
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS, show_effect
from engine.rulesets.future_imperfect.combat.attack_commands import need_attack, target_of
from engine.rulesets.future_imperfect.combat.hit_commands import (
    HitOverride,
    NextHit,
    continue_attack,
    cover_of,
    need_hit,
    pop_hit,
    with_hit,
)
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage import damage_rules, wind, wound_marks
from engine.rulesets.future_imperfect.damage.damage_rules import (
    ArmourResult,
    ArmourVerdict,
    UnarmedResult,
    armour_passage,
    pass_unarmed,
)
from engine.rulesets.future_imperfect.damage.wound_commands import inflict_wounds, need_unmarked_wounds
from engine.rulesets.future_imperfect.damage.wound_marks import chart_for
from engine.rulesets.future_imperfect.distance import written
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, AttackHit
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckPurpose, CheckResult, CheckRoll
from engine.rulesets.future_imperfect.procedures.participants import add_open_log_line, dice_purpose, need_controller
from engine.rulesets.future_imperfect.procedures.session_procedure import EffectRoll
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds
from engine.rulesets.future_imperfect.rules import ranged_rules
from engine.rulesets.future_imperfect.rules.roll_rules import RollKind
from engine.rulesets.future_imperfect.settings import flag, number, word


class RollDamage(Request):
    """Resolve a hit after its location is known: cover, armour, damage, wounds."""

    RULES = (
        "FI-PRONE-1",
        "FI-PRONE-2",
        "FI-COVER-1",
        "FI-COVER-2",
        "FI-ARMOR-2",
        "FI-ARMOR-3",
        "FI-ARMOR-5",
        "FI-ARMOR-10",
        "FI-DMG-1",
        "FI-DMG-4",
        "FI-DMG-5",
        "FI-DMG-6",
        "FI-DMG-8",
        "FI-BRAWL-1",
    )

    def verify(self, table: Table) -> None:
        """Require the attacker's controller, and a hit with a known location."""
        attack, _ = need_hit(table)
        need_controller(table, self, attack.actor, "FI-DMG-1")

    def decide(self, draft: Draft) -> None:
        """Check whether the hit goes over a prone target, then cover and armour, and roll the damage."""
        attack, hit = need_hit(draft.table)
        assert hit.at is not None
        weapon = weapon_of(draft.table, attack)
        attack = replace(attack, raises=attack.raises - abs(hit.shift))
        draft.replace_procedure(attack)
        if goes_over_prone_target(draft.table, attack, hit):
            draft.note("over_prone", "FI-PRONE-1", actor=actor_name(draft.table, hit.target), place=hit.at.place)
            pop_hit(draft)
            continue_attack(draft)
        elif weapon.damage is not None:
            _roll_weapon_damage(draft, attack, hit, weapon)
        elif is_melee(attack):
            _roll_unarmed_damage(draft, attack, hit, weapon)
        else:
            draft.note("no_damage", "FI-DMG-1", weapon=weapon.name)
            pop_hit(draft)
            continue_attack(draft)


class RuleArmour(HitOverride):
    """Set the total Armor value against the present hit, in place of cover and armour, as the GM."""

    RULES = ("FI-ARMOR-2", "FI-COVER-3")
    value: Annotated[int, Meta(ge=0, le=99, description="the Armor value; 0 for none"), Asks("armour_value", most=20)]

    def overridden(self, table: Table, subject: Attack) -> Attack:
        """Return the attack with it; it counts when damage is rolled."""
        return with_hit(subject, replace(subject.hits[0], armour=self.value))

    def follow(self, draft: Draft, before: Attack) -> None:
        """Log it."""
        target = actor_name(draft.table, before.hits[0].target)
        draft.note("armour_ruled", "FI-ARMOR-2", actor=target, value=self.value)
        draft.record_results(armour=self.value)


class RuleDamage(GmDecision[Attack]):
    """Set the damage of the present hit behind all armour, as the GM; no dice are thrown for it."""

    RULES = ("FI-DMG-1",)
    damage: Annotated[int, Meta(ge=0, le=9_999, description="the damage"), Asks(most=999)]

    def subject(self, table: Table) -> Attack:
        """Return the attack with the hit."""
        return need_hit(table)[0]

    def follow(self, draft: Draft, before: Attack) -> None:
        """Apply the damage."""
        target = actor_name(draft.table, before.hits[0].target)
        draft.note("damage_ruled", "FI-DMG-1", actor=target, damage=self.damage)
        wound_target(draft, (CalculationStep(reason="ruled", value=self.damage),))


class RuleWind(GmOverride[PendingWounds]):
    """Set the Wind that the pending wounds cost, as the GM; no dice are thrown for it."""

    RULES = ("FI-WIND-1",)
    wind: Annotated[int, Meta(ge=0, le=999, description="the Wind"), Asks(most=99)]

    def subject(self, table: Table) -> PendingWounds:
        """Return the wounds in front, as long as they are not marked."""
        return need_unmarked_wounds(table)

    def overridden(self, table: Table, subject: PendingWounds) -> PendingWounds:
        """Return the wounds with it; the Wind is lost when they are taken."""
        return replace(subject, wind=self.wind, wind_dice=None)

    def follow(self, draft: Draft, before: PendingWounds) -> None:
        """Log it."""
        draft.note("wind_ruled", "FI-WIND-1", actor=actor_name(draft.table, before.actor), wind=self.wind)
        draft.record_results(wind_ruled=self.wind)


def goes_over_prone_target(table: Table, attack: Attack, hit: AttackHit) -> bool:
    """Return whether a target is prone and the hit goes over it (FI-PRONE-1, FI-PRONE-2)."""
    assert hit.at is not None
    if character_conditions.PRONE not in character_conditions.condition_names(table, hit.target):
        return False
    target = target_of(attack, hit.target)
    return hit_locations.passes_over_prone(
        chart_for(table, hit.target),
        hit.at,
        front=target.front,
        distance=target.distance,
        beside=is_melee(attack) or attack.point_blank,
    )


def weapon_passage(table: Table, attack: Attack, hit: AttackHit, weapon: Weapon) -> ArmourResult:
    """Return the damage die of a weapon that cover and armour at the location leave (FI-ARMOR-2, FI-COVER-2)."""
    assert weapon.damage is not None
    cover, armour = _protective_layers(table, attack, hit)
    return armour_passage(table, weapon.damage.sides, weapon.pn, (*cover, *armour))


def weapon_dice(attack: Attack, hit: AttackHit, weapon: Weapon) -> tuple[CalculationStep, ...]:
    """Return the number of damage dice of a weapon, at the distance and the location of the hit (FI-DMG-4)."""
    assert weapon.damage is not None
    assert hit.at is not None
    distance = target_of(attack, hit.target).distance
    area_step = ranged_rules.area_damage_part(weapon.ae, distance) if weapon.ae and not is_melee(attack) else None
    return damage_rules.damage_dice(
        weapon.damage.count,
        area_damage=area_step.value if area_step else 0,
        location=hit.at.location,
        bonus=hit.at.bonus_dice,
    )


def unarmed_passage(
    table: Table, attack: Attack, hit: AttackHit, weapon: Weapon, *, cover_only: bool = False
) -> UnarmedResult:
    """Return a bare-handed blow behind cover and armour at the location, or behind the cover alone (FI-ARMOR-6)."""
    cover, armour = _protective_layers(table, attack, hit)
    return pass_unarmed(
        strength_of(table, attack.actor),
        weapon.pn,
        cover if cover_only else (*cover, *armour),
        armor_min_step=number(table, "armor_min_step"),
        equal_pn_stops=flag(table, "equal_pn_stops"),
        armor_layers=word(table, "armor_layers"),
    )


def unarmed_dice(table: Table, attack: Attack, hit: AttackHit) -> int:
    """Return the number of damage dice of bare hands, where the group adds up dice of the step (FI-DMG-8)."""
    assert hit.at is not None
    return strength_of(table, attack.actor).count + hit.at.bonus_dice


def is_lethal(attack: Attack, weapon: Weapon) -> bool:
    """Say whether the levels of a hit are wounds; of a nonlethal blow most become Wind (FI-BRAWL-1, FI-BRAWL-4)."""
    lethal = not weapon.never_lethal and (attack.lethal or not weapon.lethal_by_choice)
    return not is_melee(attack) or lethal


def _roll_weapon_damage(draft: Draft, attack: Attack, hit: AttackHit, weapon: Weapon) -> None:
    """Roll the weapon's dice, with the die that armour leaves; a blow adds Strength (FI-DMG-1, FI-DMG-4, FI-DMG-6)."""
    assert weapon.damage is not None
    table = draft.table
    armour_result = weapon_passage(table, attack, hit, weapon)
    if armour_result.sides is None:
        cover_result = armour_passage(table, weapon.damage.sides, weapon.pn, _protective_layers(table, attack, hit)[0])
        _end_stopped_hit(draft, hit, armour_result, by_cover=cover_result.sides is None)
        return
    dice_count_steps = weapon_dice(attack, hit, weapon)
    with dice_purpose(draft, hit.target, "dice_damage"):
        dice = roll_exploding_dice(draft, armour_result.sides, total_of(dice_count_steps), aces=True)
    totals = tuple(die.total for die in dice)
    steps = (*armour_result.parts, *dice_count_steps)
    _log_damage_dice(draft, hit.target, armour_result.sides, dice, steps)
    draft.record_results(damage_die=armour_result.sides, damage_dice=len(dice))
    _show_dice(draft, hit.target, "damage", armour_result.sides, dice, steps)
    if is_melee(attack):
        draft.replace_procedure(with_hit(attack, replace(hit, damage=totals, sides=armour_result.sides)))
        if adds_strength(table, attack):
            _roll_strength(draft, attack, strength_of(table, attack.actor))
        else:
            _apply_blow_damage(draft, (), 0)
    else:
        wound_target(draft, (CalculationStep(reason="weapon_damage", value=sum(totals)),))


def _log_damage_dice(
    draft: Draft, target: str, sides: int, dice: tuple[Die, ...], steps: Sequence[CalculationStep]
) -> None:
    """Log the dice for everybody.

    For a secret target, the calculation shows armour and body, so it goes into a second line for the target's readers.
    """
    if not draft.reports:
        return
    character, rules = draft.table.actors[target], ("FI-DMG-1", "FI-DMG-4", "FI-ARMOR-2", "FI-ARMOR-11")
    shown, calculation = ["+".join(map(str, die.faces)) for die in dice], [step.words for step in steps]
    draft.note("damage_dice", *rules, reckoning=() if character.secret else calculation, dice=shown, sides=sides)
    if character.secret and calculation:
        readers = record_readers(draft.table, character)
        draft.note("made_of", audience=readers, reckoning=calculation, actor=character.name)


def _show_dice(
    draft: Draft,
    actor: str,
    what: Literal["damage", "strength"],
    sides: int,
    dice: tuple[Die, ...],
    parts: tuple[CalculationStep, ...] = (),
    *,
    beside: bool = False,
) -> None:
    """Show the thrown dice of a character in the dice tray, also beside those of the same throw (FI-DMG-6).

    Of Strength the highest die counts, of damage the sum; `parts` are the reasons for the die and the number of dice.
    """
    totals, highest = [die.total for die in dice], what == "strength"
    effect = EffectRoll(
        actor=actor,
        what=what,
        sides=sides,
        dice=dice,
        total=max(totals, default=0) if highest else sum(totals),
        reasons=tuple(part.words for part in parts),
        highest=highest,
    )
    show_effect(draft, effect, beside=beside)


def _protective_layers(
    table: Table, attack: Attack, hit: AttackHit
) -> tuple[tuple[ArmourLayer, ...], tuple[ArmourLayer, ...]]:
    """Return the cover and the armour at a hit location; the GM's override replaces both."""
    assert hit.at is not None
    if hit.armour is not None:
        return (), (ArmourLayer(name="", value=hit.armour),) if hit.armour else ()
    return cover_of(table, attack, hit), character_sheet.armour_at(table.actors[hit.target], hit.at, table.lists)


def _end_stopped_hit(draft: Draft, hit: AttackHit, armour_result: ArmourResult, *, by_cover: bool) -> None:
    """End a hit that cover or armour stops completely; it may still cost Wind (FI-ARMOR-5, FI-COVER-2, FI-WIND-3)."""
    stopped: Literal["cover", "armour"] = "cover" if by_cover else "armour"
    add_open_log_line(
        draft,
        hit.target,
        "hit_deflected" if armour_result.verdict is ArmourVerdict.DEFLECTED else "hit_stopped",
        "FI-COVER-2" if by_cover else "FI-ARMOR-2",
        "FI-ARMOR-3",
        reckoning=[step.words for step in armour_result.parts],
    )
    draft.record_results(stopped=stopped, wounds=0)
    pop_hit(draft)
    wind_dice = wind.wind_dice(0, cancelled=0, stopped=stopped, wind_on_negated=flag(draft.table, "wind_on_negated"))
    if wind_dice and hit.at is not None:
        inflict_wounds(draft, hit.target, {hit.at.area: 0}, wind_dice=wind_dice, then=NextHit())
    else:
        continue_attack(draft)


def strength_of(table: Table, actor: str) -> Trait:
    """Return the dice of a character's Strength."""
    return character_sheet.trait(table.actors[actor], "strength") or ORDINARY


def _roll_strength(draft: Draft, attack: Attack, strength: Trait, unarmed: ArmourResult | None = None) -> None:
    """Roll the Strength of a blow; it is a check if the group allows chips on it (FI-DMG-6, FI-DMG-9).

    Without a weapon it is the whole damage, lowered by armour as `unarmed` says.
    """
    if flag(draft.table, "chips_on_strength_damage"):
        roll = CheckRoll(actor=attack.actor, name="strength", dice=strength, kind=RollKind.STRENGTH_DAMAGE)
        CHECKS.open(draft, Check(then=StrengthPurpose(), rolls=(roll,)))
        return
    with dice_purpose(draft, attack.actor, "dice_strength", sums=True):
        dice = roll_exploding_dice(draft, strength.sides, strength.count, aces=True)
    steps = unarmed.parts if unarmed is not None else ()
    _show_dice(draft, attack.actor, "strength", strength.sides, dice, steps, beside=unarmed is None)
    _apply_blow_damage(draft, tuple(die.total for die in dice), strength.plus, unarmed)


class StrengthPurpose(Frozen, CheckPurpose, tag_field="then", tag="strength_damage"):
    """The Strength that a blow adds to its damage."""

    called = "strength_damage"

    def waive(self, draft: Draft, check: Check) -> None:
        """Let the blow land without it."""
        _apply_blow_damage(draft, (), 0)

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Add the best die."""
        _apply_blow_damage(draft, (result.scores[0].kept,), 0)


def _apply_blow_damage(draft: Draft, strength: tuple[int, ...], plus: int, unarmed: ArmourResult | None = None) -> None:
    """Wound the target of a blow with the totals of the Strength dice, their fixed bonus, and the weapon dice."""
    attack = need_attack(draft.table)
    hit = attack.hits[0]
    if hit.damage:
        adds = adds_strength(draft.table, attack)
        wound_target(draft, damage_rules.melee_damage(hit.damage, strength, plus, adds_strength=adds))
    else:
        wound_target(draft, damage_rules.unarmed_damage(strength, plus, unarmed_damage="strength_check"), unarmed)


def _roll_unarmed_damage(draft: Draft, attack: Attack, hit: AttackHit, weapon: Weapon) -> None:
    """Roll the damage of a blow with bare hands: Strength, with its die lowered by armour (FI-ARMOR-6, -7, FI-DMG-8).

    Armour lowers the Strength die by as many steps as the damage die that a hand counts as.
    """
    assert hit.at is not None
    table = draft.table
    behind = unarmed_passage(table, attack, hit, weapon)
    armour_result = behind.passage
    if armour_result.sides is None:
        by_cover = unarmed_passage(table, attack, hit, weapon, cover_only=True).passage.sides is None
        _end_stopped_hit(draft, hit, armour_result, by_cover=by_cover)
        return
    if word(table, "unarmed_damage") == "coordination_of_step_die":
        with dice_purpose(draft, hit.target, "dice_damage"):
            count = unarmed_dice(table, attack, hit)
            dice = roll_exploding_dice(draft, armour_result.sides, count, aces=True)
        _show_dice(draft, hit.target, "damage", armour_result.sides, dice, armour_result.parts)
        totals = tuple(die.total for die in dice)
        damage_steps = damage_rules.unarmed_damage(totals, 0, unarmed_damage="coordination_of_step_die")
        wound_target(draft, damage_steps, armour_result)
        return
    assert behind.strength is not None
    _roll_strength(draft, attack, behind.strength, armour_result)


def wound_target(
    draft: Draft, damage_steps: tuple[CalculationStep, ...], armour_result: ArmourResult | None = None
) -> None:
    """Turn damage into wound levels by the target's Size; nonlethal levels become Wind (FI-DMG-5, FI-BRAWL)."""
    attack = need_attack(draft.table)
    hit = attack.hits[0]
    assert hit.at is not None
    target = draft.table.actors[hit.target]
    damage, size = total_of(damage_steps), character_sheet.size(target, draft.table.lists)
    levels = wound_marks.wounds_of(damage, size)
    if draft.reports:
        add_open_log_line(
            draft,
            hit.target,
            "damage_done",
            "FI-DMG-5",
            "FI-DMG-6",
            seen="damage_done_seen",
            hides=("damage", "size"),
            damage=damage,
            size=written(size),
            count=levels,
            place=hit.at.place,
            reckoning=[step.words for step in (*(armour_result.parts if armour_result else ()), *damage_steps)],
        )
    draft.record_results(**({} if target.secret else {"damage": damage}), levels=levels)
    weapon = weapon_of(draft.table, attack)
    pop_hit(draft)
    wound = partial(inflict_wounds, draft, hit.target, what=weapon.name, then=NextHit())
    if is_lethal(attack, weapon):
        wound({hit.at.area: levels})
        return
    left = wound_marks.nonlethal(levels, brawl_min_wind=number(draft.table, "brawl_min_wind"))
    if levels:
        draft.note("not_meant", "FI-BRAWL-1", "FI-BRAWL-3", count=left.wounds, wind=left.wind)
    wound({hit.at.area: left.wounds}, wind=left.wind, wind_dice=left.wind_dice)
