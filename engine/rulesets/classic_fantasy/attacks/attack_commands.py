"""Attacks: declared, rolled, parried or evaded, and handed on to the damage (CF-DMG-1 to -4, CF-X-8, -28, -33)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.attacks.attack_procedure import Attack, Defence, current_attack
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import need_controller, need_known
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of, folded, hit_chart_of, rows_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.checks.check_commands import Percent, SkillName, Using
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckPurpose, CheckResult, CheckRoll
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, roll_of
from engine.rulesets.classic_fantasy.combat import combat_modifiers
from engine.rulesets.classic_fantasy.combat.action_points import need_action_points, pay_action_points
from engine.rulesets.classic_fantasy.combat.round_commands import end_last_act
from engine.rulesets.classic_fantasy.combat.turn_order import need_turn, use_turn_action
from engine.rulesets.classic_fantasy.damage.damage_pipeline import deal_harm
from engine.rulesets.classic_fantasy.damage.damage_procedure import AfterHarm, DamageProcess, Harm, Kindling
from engine.rulesets.classic_fantasy.damage.damage_rules import parry_stops
from engine.rulesets.classic_fantasy.dice import success_levels
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.health.incapacity import incapacitating_state, need_able, need_offence
from engine.rulesets.classic_fantasy.health.strain_commands import exert
from engine.rulesets.classic_fantasy.wounds.wound_tables import numbers

COMBAT_SKILL = "Combat Skill (class)"


class DeclareAttack(Request):
    """A character attacks another, with a weapon of the sheet or with numbers given here."""

    RULES = ("CF-DMG-1", "CF-X-27", "CF-WOUND-5", "CF-HITLOC-3", "CF-FIRE-10", "CF-FIRE-11", "CF-WOUND-11")
    actor: ActorId
    target: ActorId
    weapon: Annotated[str, Meta(description="a weapon of the sheet, or what it is in words")] = ""
    skill: Annotated[SkillName, Asks(rare=True)] = ""
    value: Percent = None
    grade: Annotated[Grade, Meta(description="how hard it is by itself")] = "Standard"
    damage: Annotated[
        str,
        Meta(description="its dice, where the sheet does not say"),
        Asks("damage_dice", choices=("1d3", "1d6", "1d8"), own_words=True, optional=False),
    ] = ""
    size: Annotated[str, Meta(description="its size, where the sheet does not say")] = ""
    modifier: Annotated[bool, Meta(description="the Damage Modifier counts")] = True
    magic: Annotated[
        int, Meta(ge=-99, le=99, description="what magic on it adds or takes"), Asks(least=-9, rare=True)
    ] = 0
    location: Annotated[
        str, Meta(description="where it lands, if that is chosen"), Asks("aimed_location", rare=True)
    ] = ""
    using: Using = ""
    kindles: Annotated[
        Kindling, Meta(description="what it may set alight by"), Asks(choices=("fire", "electrical"), rare=True)
    ] = ""


class Defend(Request):
    """The target parries, evades, or does not defend itself."""

    RULES = ("CF-X-27", "CF-X-28", "CF-X-33", "CF-DMG-4", "CF-WOUND-11")
    how: Annotated[Defence, Meta(description="how")]
    weapon: Annotated[str, Meta(description="what it parries with, on the sheet or in words")] = ""
    skill: SkillName = ""
    value: Percent = None
    size: Annotated[str, Meta(description="the size of that, where the sheet does not say")] = ""
    grade: Annotated[Grade, Meta(description="how hard it is by itself")] = "Standard"
    using: Using = ""


class RuleHit(Request):
    """The GM lets an attack hit, or miss, whatever the dice say."""

    RULES = ("CF-DMG-1",)
    hits: Annotated[bool, Meta(description="it hits")]


class CallAttackOff(Request):
    """The GM calls an attack off."""

    RULES = ("CF-DMG-1",)


# ---- weapons --------------------------------------------------------------------------------------------------------


def weapon_of(table: Table, actor: str, name: str) -> Mapping[str, Any]:
    """Return the row of a weapon on a sheet; nothing for one that is not there."""
    rows = rows_of(table.actors[actor], "weapons")
    return next((row for row in rows if name and folded(str(row.get("name") or "")) == folded(name)), {})


def is_armed(row: Mapping[str, Any]) -> bool:
    """Say whether the damage of a row can be thrown."""
    try:
        return bool(mixed(str(row.get("damage") or "")))
    except Refused:
        return False


def fighting_skill(table: Table, actor: str, named: str) -> str:
    """Return the skill of an attack or a parry: the named one, else that of the class, else Unarmed (CF-X-25)."""
    if named:
        return named
    sheet = character_sheet_of(table, actor)
    if sheet.skill(COMBAT_SKILL) is not None:
        return COMBAT_SKILL
    return next((skill.name for skill in sheet.skills if "combat" in folded(skill.name)), "Unarmed")


def _weapon_detail(row: Mapping[str, Any], key: str, named: str) -> str:
    return named or str(row.get(key) or "").strip()


def attack_roll(table: Table, command: DeclareAttack) -> CheckRoll:
    """Return the roll of an attack."""
    skill = fighting_skill(table, command.actor, command.skill)
    bearings = combat_modifiers.combat_modifiers(table, command.actor, command.using)
    return roll_of(table, command.actor, skill, command.grade, bearings, value=command.value)


def defence_roll(table: Table, attack: Attack, command: Defend) -> CheckRoll:
    """Return the roll of a parry or an evasion."""
    skill = command.skill or "Evade" if command.how == "evade" else fighting_skill(table, attack.target, command.skill)
    bearings = combat_modifiers.combat_modifiers(table, attack.target, command.using)
    return roll_of(table, attack.target, skill, command.grade, bearings, value=command.value)


# ---- declared -------------------------------------------------------------------------------------------------------


def verify_declare(table: Table, command: DeclareAttack) -> None:
    """Allow the attacker's player, if the attacker can act and attack; in combat only in its own Turn."""
    need_controller(table, command, command.actor)
    need_known(table, command.seat, command.target)
    need_free(table)
    need_able(table, command.actor)
    need_offence(table, command.actor)
    need_turn(table, command.actor)
    need_action_points(table, command.actor, 1)
    damage = _weapon_detail(weapon_of(table, command.actor, command.weapon), "damage", command.damage)
    if not damage:
        raise Refused("d100_no_damage", "CF-DMG-1", weapon=command.weapon[:60])
    mixed(damage)
    if command.size and command.size not in numbers().sizes:
        parry_stops(command.size, command.size)
    if command.location:
        hit_chart_of(table, command.target).place(command.location)
    attack_roll(table, command)


def declare(draft: Draft, command: DeclareAttack) -> None:
    """Pay for it, and put the roll to the front."""
    row = weapon_of(draft.table, command.actor, command.weapon)
    roll = attack_roll(draft.table, command)
    use_turn_action(draft, command.actor)
    attack = Attack(
        actor=command.actor,
        target=command.target,
        weapon=command.weapon or roll.name,
        damage=_weapon_detail(row, "damage", command.damage),
        size=_weapon_detail(row, "size", command.size),
        modifier=command.modifier,
        magic=command.magic,
        kindles=command.kindles,
        location=command.location,
    )
    draft.push_procedure(attack)
    target = actor_name(draft.table, command.target)
    add_log_line(draft, command.actor, "d100_attacks", "CF-DMG-1", target=target, weapon=attack.weapon)
    CHECKS.open(draft, Check(then=AttackRoll(), rolls=(roll,), luck="attack", target=command.target))


def _need_attack(draft: Draft) -> Attack:
    attack = current_attack(draft.table)
    assert attack is not None
    return attack


class AttackRoll(Frozen, CheckPurpose, tag_field="then", tag="attack"):
    """The roll of an attacker."""

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Let a hit wait for the defence; a miss is over (CF-X-4)."""
        attack = replace(_need_attack(draft), rolled=result.rolls[0])
        draft.replace_procedure(attack)
        if not success_levels.succeeds(result.rolls[0].level):
            _miss(draft)
        elif incapacitating_state(draft.table, attack.target):
            _deal_damage(draft)

    def waive(self, draft: Draft, check: Check) -> None:
        """Drop the attack."""
        draft.pop_procedure(Attack)


def _miss(draft: Draft) -> None:
    attack = _need_attack(draft)
    add_log_line(draft, attack.actor, "d100_misses", "CF-X-4", target=actor_name(draft.table, attack.target))
    draft.record_results(hit=False)
    _end_attack(draft)


def _end_attack(draft: Draft) -> None:
    """End the attack; an attacker exerts itself (CF-HEAL-3)."""
    attack = _need_attack(draft)
    draft.pop_procedure(Attack)
    exert(draft, attack.actor, attack.lucky)
    end_last_act(draft, attack.actor)


# ---- defence --------------------------------------------------------------------------------------------------------


def need_defence(table: Table) -> Attack:
    """Return the attack that waits for its target's answer. Raises Refused if there is none."""
    front = table.procedures[-1] if table.procedures else None
    if not isinstance(front, Attack) or front.rolled is None:
        raise Refused("d100_not_now", "CF-X-27")
    return front


def verify_defend(table: Table, command: Defend) -> None:
    """Allow the target's player, if the target can act and has an Action Point."""
    attack = need_defence(table)
    need_controller(table, command, attack.target)
    if command.how == "none":
        return
    need_able(table, attack.target)
    need_action_points(table, attack.target, 1)
    defence_roll(table, attack, command)


def defend(draft: Draft, command: Defend) -> None:
    """Pay for the defence, and roll against the attack, whose roll stays."""
    attack = replace(_need_attack(draft), defence=command.how)
    draft.replace_procedure(attack)
    if command.how == "none":
        add_log_line(draft, attack.target, "d100_defends_not", "CF-X-27")
        _deal_damage(draft)
        return
    size = _weapon_detail(weapon_of(draft.table, attack.target, command.weapon), "size", command.size)
    roll = defence_roll(draft.table, attack, command)
    pay_action_points(draft, attack.target, 1)
    add_log_line(draft, attack.target, "d100_parries" if command.how == "parry" else "d100_evades", "CF-X-27")
    assert attack.rolled is not None
    attack_roll = CheckRoll(actor=attack.actor, name=attack.weapon, stands=attack.rolled)
    CHECKS.open(
        draft,
        Check(then=DefenceRoll(size=size), rolls=(attack_roll, roll), sort="differential"),
    )


class DefenceRoll(Frozen, CheckPurpose, tag_field="then", tag="defence"):
    """The roll of a target that evades or parries; the size of what it parries with, empty if unknown."""

    size: str

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the result to the attack."""
        _apply_defence(draft, result, self.size)

    def waive(self, draft: Draft, check: Check) -> None:
        """Let the attack hit an undefended target."""
        _deal_damage(draft)


def _apply_defence(draft: Draft, result: CheckResult, size: str) -> None:
    """Apply the result of an evasion or a parry (CF-X-7, CF-X-8, CF-X-28); an evading target ends prone (CF-X-33)."""
    attack = replace(_need_attack(draft), margin=result.margin)
    draft.replace_procedure(attack)
    name = actor_name(draft.table, attack.target)
    margin = result.margin
    if margin:
        winner = attack.actor if margin > 0 else attack.target
        add_log_line(draft, winner, "d100_effects", "CF-X-8", count=abs(margin))
    succeeded = success_levels.succeeds(result.rolls[1].level)
    if attack.defence == "evade":
        if not draft.table.actors[attack.target].has_condition(character_conditions.PRONE):
            character_conditions.lay(draft, attack.target, character_conditions.PRONE)
            add_log_line(draft, attack.target, "d100_lies_prone", "CF-X-33")
        if not result.succeeded:
            add_log_line(draft, attack.actor, "d100_evaded", "CF-X-7", target=name)
            draft.record_results(hit=False)
            _end_attack(draft)
            return
        _deal_damage(draft)
        return
    sizes_known = size in numbers().sizes and attack.size in numbers().sizes
    # If a size is unknown, the parry stops all damage; the GM can overrule that in the damage wizard.
    stops = (parry_stops(size, attack.size) if sizes_known else "all") if succeeded else "none"
    _deal_damage(draft, stops)


def _deal_damage(draft: Draft, parry: str = "none") -> None:
    """Start the damage of an attack that hits."""
    attack = _need_attack(draft)
    draft.record_results(hit=True, parry=parry)
    damage_modifier = character_sheet_of(draft.table, attack.actor).damage_modifier if attack.modifier else ""
    harm = Harm(
        actor=attack.target,
        source="weapon",
        what=attack.weapon,
        by=attack.actor,
        dice=attack.damage,
        modifier="" if damage_modifier in ("", "0") else damage_modifier,
        magic=attack.magic,
        parry=parry,  # type: ignore[arg-type]
        attack=attack.rolled,
        kindles=attack.kindles,
        chosen=(attack.location,) if attack.location else (),
        after=AfterAttack(),
    )
    deal_harm(draft, harm)


class AfterAttack(Frozen, AfterHarm, tag_field="then", tag="attack"):
    """The end of an attack that has done its damage."""

    def resume(self, draft: Draft, result: DamageProcess) -> None:
        """End the attack."""
        if current_attack(draft.table) is not None:
            _end_attack(draft)


# ---- the GM's rulings -----------------------------------------------------------------------------------------------


def verify_gm(table: Table, command: RuleHit | CallAttackOff) -> None:
    """Allow the GM, while the target has not answered."""
    need_gm(table, command, "CF-DMG-1")
    need_defence(table)


def rule_hit(draft: Draft, command: RuleHit) -> None:
    """Let the attack hit or miss, as the GM decides."""
    if command.hits:
        _deal_damage(draft)
    else:
        _miss(draft)


def call_off(draft: Draft, command: CallAttackOff) -> None:
    """End the attack without a result."""
    draft.note("d100_attack_off", "CF-DMG-1", actor=actor_name(draft.table, _need_attack(draft).actor))
    _end_attack(draft)


MOVES = (
    Move(DeclareAttack, verify_declare, declare),
    Move(Defend, verify_defend, defend),
    Move(RuleHit, verify_gm, rule_hit),
    Move(CallAttackOff, verify_gm, call_off),
)
