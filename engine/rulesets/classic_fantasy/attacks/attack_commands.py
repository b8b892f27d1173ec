"""Attacks: declared, rolled, parried or evaded, and handed on to the damage (CF-DMG-1 to -4, CF-X-8, -28, -33)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft, procedure_in_front
from engine.core.memo import memo, memo_of_moment
from engine.kit.checks.check_commands import AcceptsAtOnce, AtOnce
from engine.kit.control import controller_of
from engine.kit.gm_override import GmDecision
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.odds.odds import Distribution
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.attacks.attack_procedure import Attack, Defence, current_attack
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import CharacterRequest, need_controller, need_known
from engine.rulesets.classic_fantasy.character.character_sheet import (
    CharacterSheet,
    character_sheet_of,
    folded,
    hit_chart_of,
    rows_of,
)
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.checks.check_commands import Percent, SkillName, Using
from engine.rulesets.classic_fantasy.checks.check_procedure import (
    Check,
    CheckPurpose,
    CheckResult,
    CheckRoll,
    ContestEnd,
)
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, name_of_roll, result_of_roll, roll_of
from engine.rulesets.classic_fantasy.combat import combat_modifiers
from engine.rulesets.classic_fantasy.combat.combat_procedure import COMBATS
from engine.rulesets.classic_fantasy.combat.round_commands import end_last_act
from engine.rulesets.classic_fantasy.combat.turn_order import (
    action_points_left,
    end_turn_of,
    need_action_points,
    need_turn,
    pay_action_points,
    use_turn_action,
)
from engine.rulesets.classic_fantasy.damage.damage_pipeline import deal_harm, go_on_at_once, is_open_harm
from engine.rulesets.classic_fantasy.damage.damage_procedure import AfterHarm, DamageProcess, Harm, Kindling
from engine.rulesets.classic_fantasy.damage.damage_rules import Parry, parry_stops
from engine.rulesets.classic_fantasy.damage.damage_sources import DAMAGE_HOOKS
from engine.rulesets.classic_fantasy.dice import success_levels
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.health.healing_commands import exert
from engine.rulesets.classic_fantasy.health.incapacity import incapacitating_state, need_able, need_offence
from engine.rulesets.classic_fantasy.wounds.wound_rules import numbers

COMBAT_SKILL = "Combat Skill (class)"


# ---- weapons --------------------------------------------------------------------------------------------------------


def weapon_of(table: Table, actor: str, name: str) -> Mapping[str, Any]:
    """Return the row of a weapon on a sheet; nothing for one that is not there."""
    return _known_weapon_row(table.actors[actor], name)


def weapon_row(character: Actor, name: str) -> Mapping[str, Any]:
    """Return the same row of a character."""
    wanted = folded(name)
    for row in rows_of(character, "weapons"):
        if name and folded(str(row.get("name") or "")) == wanted:
            return row
    return {}


_known_weapon_row = memo(weapon_row)


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
    return usual_fighting_skill(character_sheet_of(table, actor))


def usual_fighting_skill(sheet: CharacterSheet) -> str:
    """Return the skill of attacks and parries where none is named (CF-X-25)."""
    if sheet.skill(COMBAT_SKILL) is not None:
        return COMBAT_SKILL
    return next((skill.name for skill in sheet.skills if "combat" in folded(skill.name)), "Unarmed")


def _weapon_detail(row: Mapping[str, Any], key: str, named: str) -> str:
    return named or str(row.get(key) or "").strip()


def size_of_weapon(table: Table, actor: str, weapon: str) -> str:
    """Return the size of a weapon on a character's sheet; empty if the sheet does not say."""
    return _weapon_detail(weapon_of(table, actor, weapon), "size", "")


@memo_of_moment
def _combat_roll(table: Table, actor: str, skill: str, using: str, grade: Grade, value: int | None) -> CheckRoll:
    bearings = combat_modifiers.combat_modifiers(table, actor, using)
    return roll_of(table, actor, skill, grade, bearings, value=value)


# ---- declared -------------------------------------------------------------------------------------------------------


class DeclareAttack(CharacterRequest):
    """A character attacks another, with a weapon of the sheet or with numbers given here."""

    RULES = ("CF-DMG-1", "CF-X-27", "CF-WOUND-5", "CF-HITLOC-3", "CF-FIRE-10", "CF-FIRE-11", "CF-WOUND-11")
    CITED = ("CF-X-27",)
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
    throws: Annotated[AtOnce, Asks("roll_at_once", rare=True)] = False
    goes_on: Annotated[bool, Meta(description="it goes on where nobody has a choice"), Asks(rare=True)] = False
    ends_turn: Annotated[bool, Meta(description="the Turn ends with the attack")] = False
    accepts: AcceptsAtOnce = False

    def verify(self, table: Table) -> None:
        """Allow the attacker's player, if the attacker can act and attack; in combat only in its own Turn."""
        super().verify(table)
        need_known(table, self.seat, self.target)
        need_free(table)
        need_able(table, self.actor)
        need_offence(table, self.actor)
        need_turn(table, self.actor)
        need_action_points(table, self.actor, 1)
        damage = _weapon_detail(weapon_of(table, self.actor, self.weapon), "damage", self.damage)
        if not damage:
            raise Refused("d100_no_damage", "CF-DMG-1", weapon=self.weapon[:60])
        mixed(damage)
        if self.size and self.size not in numbers().sizes:
            parry_stops(self.size, self.size)
        if self.location:
            hit_chart_of(table, self.target).place(self.location)
        self.attack_roll(table)

    def attack_roll(self, table: Table) -> CheckRoll:
        """Return the roll of the attack."""
        skill = fighting_skill(table, self.actor, self.skill)
        return _combat_roll(table, self.actor, skill, self.using, self.grade, self.value)

    def decide(self, draft: Draft) -> None:
        """Pay for it, and put the roll to the front."""
        row, roll = weapon_of(draft.table, self.actor, self.weapon), self.attack_roll(draft.table)
        use_turn_action(draft, self.actor)
        attack = Attack(
            actor=self.actor,
            target=self.target,
            weapon=self.weapon or name_of_roll(roll),
            damage=_weapon_detail(row, "damage", self.damage),
            size=_weapon_detail(row, "size", self.size),
            modifier=self.modifier,
            magic=self.magic,
            kindles=self.kindles,
            location=self.location,
            ends_turn=self.ends_turn,
            goes_on=self.goes_on,
            gm_accepts=self.accepts and draft.table.is_gm(self.seat),
        )
        draft.push_procedure(attack)
        target = actor_name(draft.table, self.target)
        add_log_line(draft, self.actor, "d100_attacks", "CF-DMG-1", target=target, weapon=attack.weapon)
        throws = self.throws and controller_of(draft.table, self.actor) == self.seat
        check = Check(then=AttackRoll(), rolls=(roll,), luck="attack", target=self.target, at_once=throws)
        CHECKS.open(draft, check, thrown_by=self if throws else None, accepts=self.accepts)


class AttackRoll(Frozen, CheckPurpose, tag_field="then", tag="attack"):
    """The roll of an attacker."""

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Let a hit wait for the defence; a miss is over (CF-X-4)."""
        attack = replace(draft.in_progress(Attack), rolled=result.rolls[0])
        draft.replace_procedure(attack)
        if not success_levels.succeeds(result.rolls[0].level):
            _miss(draft)
        elif incapacitating_state(draft.table, attack.target):
            _win_effects_undefended(draft)
            _deal_damage(draft)
        elif attack.goes_on and not _may_answer(draft.table, attack.target):
            _take_undefended(draft)

    def waive(self, draft: Draft, check: Check) -> None:
        """Drop the attack."""
        draft.pop_procedure(Attack)

    def odds_after(self, table: Table, check: Check, viewer: str) -> tuple[Distribution, ...]:
        """Return the chances of the damage, and of death, on a hit."""
        # Imported here: only odds need it.
        from engine.rulesets.classic_fantasy.damage.damage_odds import attack_distributions

        attack = current_attack(table)
        if attack is None:
            return ()
        rolled = CHECKS.possible_results(table, check)[0]
        return attack_distributions(table, harm_of_attack(table, attack), rolled, viewer)

    def odds_assumptions(self, table: Table, check: Check) -> tuple[Message, ...]:
        """Return that the damage is that of a hit, and that no luck is spent."""
        return (Message(key="d100.odds_if_hit"), Message(key="d100.odds_without_luck"))


def _may_answer(table: Table, target: str) -> bool:
    """Return whether the target of a hit may have a choice, as everybody may know (CF-X-27, CF-LUCK-8, CF-LUCK-9)."""
    if table.actors[target].secret or target not in COMBATS.fighters(table) or action_points_left(table, target) > 0:
        return True
    return DAMAGE_HOOKS.features.asks_about_luck(table, target, failed=True)


def _take_undefended(draft: Draft) -> None:
    """Let an attack hit a target that does not defend itself."""
    attack = replace(draft.in_progress(Attack), defence="none")
    draft.replace_procedure(attack)
    add_log_line(draft, attack.target, "d100_defends_not", "CF-X-27")
    _win_effects_undefended(draft)
    _deal_damage(draft)


def _win_effects_undefended(draft: Draft) -> None:
    """Count a target that does not or cannot defend itself as one whose defence has failed (CF-X-8)."""
    rolled = draft.in_progress(Attack).rolled
    if rolled is not None and success_levels.succeeds(rolled.level):
        _win_effects(draft, success_levels.differential(rolled.level, "failure"))


def _win_effects(draft: Draft, margin: int) -> None:
    """Note by how many levels the attacker wins or loses, and log the Special Effects of the better side (CF-X-8)."""
    attack = replace(draft.in_progress(Attack), margin=margin)
    draft.replace_procedure(attack)
    if margin:
        winner = attack.actor if margin > 0 else attack.target
        add_log_line(draft, winner, "d100_effects", "CF-X-8", count=abs(margin))


def _miss(draft: Draft, key: str = "d100_misses", rule: str = "CF-X-4") -> None:
    attack = draft.in_progress(Attack)
    add_log_line(draft, attack.actor, key, rule, target=actor_name(draft.table, attack.target))
    draft.record_results(hit=False)
    _end_attack(draft)


def _end_attack(draft: Draft) -> None:
    """End the attack; an attacker exerts itself (CF-HEAL-3)."""
    attack = draft.in_progress(Attack)
    draft.pop_procedure(Attack)
    exert(draft, attack.actor, attack.lucky)
    end_last_act(draft, attack.actor)
    if attack.ends_turn:
        end_turn_of(draft, attack.actor)


# ---- defence --------------------------------------------------------------------------------------------------------


def need_defence(table: Table) -> Attack:
    """Return the attack that waits for its target's answer. Raises Refused if there is none."""
    attack = procedure_in_front(table, Attack)
    if attack is None or attack.rolled is None:
        raise Refused("d100_not_now", "CF-X-27")
    return attack


def attack_to_answer(table: Table) -> Attack | None:
    """Return the attack that its target can answer now; None if there is none.

    A hit whose dice only the target's luck could still change can be answered at once: that accepts them. The target's
    player must be able to read whether the attacker's luck could.
    """
    attack = current_attack(table)
    if attack is None or table.procedures[-1] is attack:
        return attack if attack is not None and attack.rolled is not None else None
    check = CHECKS.current(table)
    if check is None or not isinstance(check.then, AttackRoll) or CHECKS.awaited(table, check) != (attack.target,):
        return None
    if not table.may_read(table.actors[attack.actor], controller_of(table, attack.target)):
        return None
    rolled = result_of_roll(table, check, 0)
    hits = success_levels.succeeds(rolled.level) and not incapacitating_state(table, attack.target)
    return replace(attack, rolled=rolled) if hits else None


class Defend(Request):
    """The target parries, evades, or does not defend itself; it accepts the dice of the attack by that."""

    RULES = ("CF-X-27", "CF-X-28", "CF-X-33", "CF-DMG-4", "CF-WOUND-11")
    how: Annotated[Defence, Meta(description="how")]
    weapon: Annotated[str, Meta(description="what it parries with, on the sheet or in words")] = ""
    skill: SkillName = ""
    value: Percent = None
    size: Annotated[str, Meta(description="the size of that, where the sheet does not say")] = ""
    grade: Annotated[Grade, Meta(description="how hard it is by itself")] = "Standard"
    using: Using = ""
    throws: AtOnce = False
    accepts: AcceptsAtOnce = False

    def verify(self, table: Table) -> None:
        """Allow the target's player, if the target can act and has an Action Point."""
        attacked = current_attack(table)
        if attacked is not None:  # first, as nobody else may learn whether the target can answer yet
            need_controller(table, self, attacked.target)
        attack = attack_to_answer(table) or need_defence(table)
        if self.how != "none":
            need_able(table, attack.target)
            need_action_points(table, attack.target, 1)
            self.defence_roll(table, attack)

    def defence_roll(self, table: Table, attack: Attack) -> CheckRoll:
        """Return the roll of a parry or an evasion."""
        evades = self.how == "evade"
        skill = self.skill or "Evade" if evades else fighting_skill(table, attack.target, self.skill)
        return _combat_roll(table, attack.target, skill, self.using, self.grade, self.value)

    def decide(self, draft: Draft) -> None:
        """Pay for the defence, and roll against the attack, whose roll stays."""
        if CHECKS.current(draft.table) is not None:
            CHECKS.accept(draft, self)
        if self.accepts and draft.table.is_gm(self.seat):
            draft.replace_procedure(replace(draft.in_progress(Attack), gm_accepts=True))
        if self.how == "none":
            _take_undefended(draft)
            return
        attack = replace(draft.in_progress(Attack), defence=self.how)
        draft.replace_procedure(attack)
        size = _weapon_detail(weapon_of(draft.table, attack.target, self.weapon), "size", self.size)
        roll = self.defence_roll(draft.table, attack)
        pay_action_points(draft, attack.target, 1)
        add_log_line(draft, attack.target, "d100_parries" if self.how == "parry" else "d100_evades", "CF-X-27")
        assert attack.rolled is not None
        kept = CheckRoll(actor=attack.actor, name=attack.weapon, stands=attack.rolled)
        check = Check(then=DefenceRoll(size=size), rolls=(kept, roll), sort="differential")
        CHECKS.open(draft, check, thrown_by=self if self.throws else None, accepts=self.accepts)


class DefenceRoll(Frozen, CheckPurpose, tag_field="then", tag="defence"):
    """The roll of a target that evades or parries; the size of what it parries with, empty if unknown."""

    size: str

    def successes(self, table: Table) -> tuple[ContestEnd, ...]:
        """Return the ends in which the target evades the attack (CF-X-7)."""
        return ("resisting", "neither")

    def deciding_side(self, table: Table) -> int | None:
        """Return the target's side for a parry, which stops damage if its own roll succeeds (CF-X-28)."""
        attack = current_attack(table)
        return 1 if attack is not None and attack.defence == "parry" else None

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the result (CF-X-7, CF-X-8, CF-X-28); an evading target ends prone (CF-X-33)."""
        _win_effects(draft, result.margin)
        attack = draft.in_progress(Attack)
        if attack.defence != "evade":
            parry = self._stops(attack) if success_levels.succeeds(result.rolls[1].level) else "none"
            _deal_damage(draft, parry, is_certain=self._is_known(attack))
            return
        if not draft.table.actors[attack.target].has_condition(character_conditions.PRONE):
            character_conditions.lay(draft, attack.target, character_conditions.PRONE)
            add_log_line(draft, attack.target, "d100_lies_prone", "CF-X-33")
        if result.succeeded:
            _deal_damage(draft)
        else:
            _miss(draft, "d100_evaded", "CF-X-7")

    def _stops(self, attack: Attack) -> Parry:
        """Return what the parry stops: all if a size is unknown; the GM can overrule that in the damage wizard."""
        return parry_stops(self.size, attack.size) if self._is_known(attack) else "all"

    def _is_known(self, attack: Attack) -> bool:
        """Return whether the sizes of both weapons are known."""
        return {self.size, attack.size} <= {*numbers().sizes}

    def waive(self, draft: Draft, check: Check) -> None:
        """Let the attack hit an undefended target."""
        _win_effects_undefended(draft)
        _deal_damage(draft)


def _deal_damage(draft: Draft, parry: Parry = "none", *, is_certain: bool = True) -> None:
    """Start the damage of an attack that hits; it waits for the GM if what the parry stops is not certain."""
    attack = draft.in_progress(Attack)
    draft.record_results(hit=True, parry=parry)
    harm = harm_of_attack(draft.table, attack, parry)
    if parry == "all" and is_certain and _changes_nothing(draft.table, attack, harm):
        add_log_line(draft, attack.target, "d100_parried", "CF-X-28", "CF-DMG-4")
        _end_attack(draft)
        return
    deal_harm(draft, harm)
    if attack.goes_on:
        go_on_at_once(draft, harm, applies=is_certain, accepts=attack.gm_accepts)


def _changes_nothing(table: Table, attack: Attack, harm: Harm) -> bool:
    """Return whether an attack that goes on by itself, and that a parry stops, has no effect at all (CF-X-28).

    An attacker with the better result has won Special Effects, which may need the location (CF-X-8).
    """
    return attack.goes_on and attack.margin <= 0 and not attack.kindles and is_open_harm(table, harm)


def harm_of_attack(table: Table, attack: Attack, parry: Parry = "none") -> Harm:
    """Return the harm of an attack that hits."""
    damage_modifier = character_sheet_of(table, attack.actor).damage_modifier if attack.modifier else ""
    return Harm(
        actor=attack.target,
        source="weapon",
        what=attack.weapon,
        by=attack.actor,
        dice=attack.damage,
        modifier="" if damage_modifier in ("", "0") else damage_modifier,
        magic=attack.magic,
        parry=parry,
        attack=attack.rolled,
        won=max(0, attack.margin),
        kindles=attack.kindles,
        chosen=(attack.location,) if attack.location else (),
        after=AfterAttack(),
    )


class AfterAttack(Frozen, AfterHarm, tag_field="then", tag="attack"):
    """The end of an attack that has done its damage."""

    def resume(self, draft: Draft, result: DamageProcess) -> None:
        """End the attack."""
        if current_attack(draft.table) is not None:
            _end_attack(draft)


# ---- the GM's rulings -----------------------------------------------------------------------------------------------


class RuleHit(GmDecision[Attack]):
    """The GM lets an attack hit, or miss, whatever the dice say."""

    RULES = ("CF-DMG-1",)
    hits: Annotated[bool, Meta(description="it hits")]

    def subject(self, table: Table) -> Attack:
        """Return the attack, while the target has not answered."""
        return need_defence(table)

    def follow(self, draft: Draft, before: Attack) -> None:
        """Deal the damage, or end the attack."""
        if self.hits:
            _deal_damage(draft)
        else:
            _miss(draft)


class CallAttackOff(GmDecision[Attack]):
    """The GM calls an attack off: it ends without a result."""

    RULES = ("CF-DMG-1",)

    def subject(self, table: Table) -> Attack:
        """Return the attack, while the target has not answered."""
        return need_defence(table)

    def follow(self, draft: Draft, before: Attack) -> None:
        """End it."""
        draft.note("d100_attack_off", "CF-DMG-1", actor=actor_name(draft.table, before.actor))
        _end_attack(draft)
