"""Attacks: declared, rolled, parried or evaded, and handed on to the damage (CF-DMG-1 to -4, CF-X-8, -28, -33)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import bearing_on, grades, states
from engine.rulesets.classic_fantasy.characters import chart_of_actor, folded, person_of, rows_of
from engine.rulesets.classic_fantasy.checks import PURPOSES, CallingOff, Decided, Purpose, open_check, roll_of
from engine.rulesets.classic_fantasy.damage import parry_of
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.grades import Grade
from engine.rulesets.classic_fantasy.leading import need_known, need_leader, note_of
from engine.rulesets.classic_fantasy.procedures.attack import Attack, Defence, Kindling, attack
from engine.rulesets.classic_fantasy.procedures.check import Check, Roll
from engine.rulesets.classic_fantasy.procedures.wounding import Harm, Wounding
from engine.rulesets.classic_fantasy.rolling import Percent, SkillName, Using, need_free
from engine.rulesets.classic_fantasy.rounds import end_last_act
from engine.rulesets.classic_fantasy.straining import exert
from engine.rulesets.classic_fantasy.turning import act, need_able, need_offence, need_points, need_turn, pay, why_out
from engine.rulesets.classic_fantasy.wound_tables import numbers
from engine.rulesets.classic_fantasy.wounding import THEN, hurt
from engine.table.frozen import replace
from engine.table.table import Table

COMBAT_SKILL = "Combat Skill (class)"


class DeclareAttack(Request):
    """Somebody attacks somebody: with a weapon of the sheet, or with numbers that are said here."""

    RULES = ("CF-DMG-1", "CF-X-27", "CF-WOUND-5", "CF-HITLOC-3", "CF-FIRE-10", "CF-FIRE-11", "CF-WOUND-11")
    actor: ActorId
    target: ActorId
    weapon: Annotated[str, Meta(description="a weapon of the sheet, or what it is in words")] = ""
    skill: SkillName = ""
    value: Percent = None
    grade: Annotated[Grade, Meta(description="how hard it is by itself")] = "Standard"
    damage: Annotated[str, Meta(description="its dice, where the sheet does not say")] = ""
    size: Annotated[str, Meta(description="its size, where the sheet does not say")] = ""
    modifier: Annotated[bool, Meta(description="the Damage Modifier counts")] = True
    magic: Annotated[int, Meta(ge=-99, le=99, description="what magic on it adds or takes")] = 0
    location: Annotated[str, Meta(description="where it lands, if that is chosen")] = ""
    using: Using = ""
    kindles: Annotated[Kindling, Meta(description="what it may set alight by")] = ""


class Defend(Request):
    """The target parries, evades, or lets it come."""

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


def fighting_skill(table: Table, actor: str, said: str) -> str:
    """Return the skill that somebody fights with: what is said, else that of the class, else Unarmed (CF-X-25)."""
    if said:
        return said
    who = person_of(table, actor)
    if who.skill(COMBAT_SKILL) is not None:
        return COMBAT_SKILL
    return next((one.name for one in who.skills if "combat" in folded(one.name)), "Unarmed")


def _told(row: Mapping[str, Any], key: str, said: str) -> str:
    return said or str(row.get(key) or "").strip()


def attack_roll(table: Table, command: DeclareAttack) -> Roll:
    """Return the roll of an attack."""
    skill = fighting_skill(table, command.actor, command.skill)
    bearings = bearing_on.fighting(table, command.actor, command.using)
    return roll_of(table, command.actor, skill, command.grade, bearings, value=command.value)


def defence_roll(table: Table, now: Attack, command: Defend) -> Roll:
    """Return the roll of a parry or an evasion."""
    skill = command.skill or "Evade" if command.how == "evade" else fighting_skill(table, now.target, command.skill)
    bearings = bearing_on.fighting(table, now.target, command.using)
    return roll_of(table, now.target, skill, command.grade, bearings, value=command.value)


# ---- declared -------------------------------------------------------------------------------------------------------


def verify_declare(table: Table, command: DeclareAttack) -> None:
    """Who leads the attacker, that can act and attack; in a fight in its own Turn."""
    need_leader(table, command, command.actor)
    need_known(table, command.seat, command.target)
    need_free(table)
    need_able(table, command.actor)
    need_offence(table, command.actor)
    need_turn(table, command.actor)
    need_points(table, command.actor, 1)
    damage = _told(weapon_of(table, command.actor, command.weapon), "damage", command.damage)
    if not damage:
        raise Refused("d100_no_damage", "CF-DMG-1", weapon=command.weapon[:60])
    mixed(damage)
    if command.size and command.size not in numbers().sizes:
        parry_of(command.size, command.size)
    if command.location:
        chart_of_actor(table, command.target).place(command.location)
    attack_roll(table, command)


def declare(draft: Draft, command: DeclareAttack) -> None:
    """Pay for it, and put the roll to the front."""
    row = weapon_of(draft.table, command.actor, command.weapon)
    roll = attack_roll(draft.table, command)
    act(draft, command.actor)
    found = Attack(
        actor=command.actor,
        target=command.target,
        weapon=command.weapon or roll.name,
        damage=_told(row, "damage", command.damage),
        size=_told(row, "size", command.size),
        modifier=command.modifier,
        magic=command.magic,
        kindles=command.kindles,
        location=command.location,
    )
    draft.begin(found)
    target = actor_name(draft.table, command.target)
    note_of(draft, command.actor, "d100_attacks", "CF-DMG-1", target=target, weapon=found.weapon)
    open_check(draft, Check(purpose="attack", rolls=(roll,), luck="attack", target=command.target))


def _need(draft: Draft) -> Attack:
    found = attack(draft.table)
    assert found is not None
    return found


def _rolled(draft: Draft, result: Decided) -> None:
    """A hit waits for the defence, a miss is over (CF-X-4)."""
    now = replace(_need(draft), rolled=result.rolls[0])
    draft.become(now)
    if not grades.succeeds(result.rolls[0].level):
        _misses(draft)
    elif why_out(draft.table, now.target):
        _lands(draft)


def _misses(draft: Draft) -> None:
    now = _need(draft)
    note_of(draft, now.actor, "d100_misses", "CF-X-4", target=actor_name(draft.table, now.target))
    draft.figure(hit=False)
    _over(draft)


def _over(draft: Draft) -> None:
    """End the attack; whoever has struck has exerted itself (CF-HEAL-3)."""
    now = _need(draft)
    draft.finish(Attack)
    exert(draft, now.actor, now.lucky)
    end_last_act(draft, now.actor)


# ---- defence --------------------------------------------------------------------------------------------------------


def need_defence(table: Table) -> Attack:
    """Return the attack that waits for its target's answer. Raises Refused if there is none."""
    front = table.procedures[-1] if table.procedures else None
    if not isinstance(front, Attack) or front.rolled is None:
        raise Refused("d100_not_now", "CF-X-27")
    return front


def verify_defend(table: Table, command: Defend) -> None:
    """Who leads the target, that can act, for an Action Point."""
    now = need_defence(table)
    need_leader(table, command, now.target)
    if command.how == "none":
        return
    need_able(table, now.target)
    need_points(table, now.target, 1)
    defence_roll(table, now, command)


def defend(draft: Draft, command: Defend) -> None:
    """Pay for it, and roll against the attack, whose roll stands."""
    now = replace(_need(draft), defence=command.how)
    draft.become(now)
    if command.how == "none":
        note_of(draft, now.target, "d100_defends_not", "CF-X-27")
        _lands(draft)
        return
    size = _told(weapon_of(draft.table, now.target, command.weapon), "size", command.size)
    roll = defence_roll(draft.table, now, command)
    pay(draft, now.target, 1)
    note_of(draft, now.target, "d100_parries" if command.how == "parry" else "d100_evades", "CF-X-27")
    assert now.rolled is not None
    first = Roll(actor=now.actor, name=now.weapon, stands=now.rolled)
    open_check(
        draft,
        Check(purpose="defence", rolls=(first, roll), sort="differential", about={"size": size}),
    )


def _defended(draft: Draft, result: Decided) -> None:
    """What an evasion escapes, what a parry stops (CF-X-7, CF-X-8, CF-X-28); an evader lies prone (CF-X-33)."""
    now = replace(_need(draft), margin=result.margin)
    draft.become(now)
    name = actor_name(draft.table, now.target)
    ahead = result.margin
    if ahead:
        winner = now.actor if ahead > 0 else now.target
        note_of(draft, winner, "d100_effects", "CF-X-8", count=abs(ahead))
    succeeded = grades.succeeds(result.rolls[1].level)
    if now.defence == "evade":
        if not draft.table.actors[now.target].has(states.PRONE):
            states.lay(draft, now.target, states.PRONE)
            note_of(draft, now.target, "d100_lies_prone", "CF-X-33")
        if not result.succeeded:
            note_of(draft, now.actor, "d100_evaded", "CF-X-7", target=name)
            draft.figure(hit=False)
            _over(draft)
            return
        _lands(draft)
        return
    size = str(result.check.about.get("size") or "")
    known = size in numbers().sizes and now.size in numbers().sizes
    # Where a size is unknown the parry is taken to stop all; the GM overrules that in the damage wizard.
    stops = (parry_of(size, now.size) if known else "all") if succeeded else "none"
    _lands(draft, stops)


def _lands(draft: Draft, parry: str = "none") -> None:
    """Hand it on to the damage."""
    now = _need(draft)
    draft.figure(hit=True, parry=parry)
    own = person_of(draft.table, now.actor).damage_modifier if now.modifier else ""
    harm = Harm(
        actor=now.target,
        source="weapon",
        what=now.weapon,
        by=now.actor,
        dice=now.damage,
        modifier="" if own in ("", "0") else own,
        magic=now.magic,
        parry=parry,  # type: ignore[arg-type]
        attack=now.rolled,
        kindles=now.kindles,
        chosen=(now.location,) if now.location else (),
        after="attack",
    )
    hurt(draft, harm)


def _hurt(draft: Draft, done: Wounding) -> None:
    if attack(draft.table) is not None:
        _over(draft)


# ---- the GM's word --------------------------------------------------------------------------------------------------


def verify_gm(table: Table, command: RuleHit | CallAttackOff) -> None:
    """The GM, while the target has not answered."""
    need_gm(table, command, "CF-DMG-1")
    need_defence(table)


def rule_hit(draft: Draft, command: RuleHit) -> None:
    """It lands, or it does not."""
    if command.hits:
        _lands(draft)
    else:
        _misses(draft)


def call_off(draft: Draft, command: CallAttackOff) -> None:
    """Nothing comes of it."""
    draft.note("d100_attack_off", "CF-DMG-1", actor=actor_name(draft.table, _need(draft).actor))
    _over(draft)


def _waived(draft: Draft, found: Check) -> None:
    draft.finish(Attack)


def _undefended(draft: Draft, found: Check) -> None:
    _lands(draft)


PURPOSES["attack"] = Purpose(_rolled, off=CallingOff.MASTER, waived=_waived)
PURPOSES["defence"] = Purpose(_defended, off=CallingOff.MASTER, waived=_undefended)
THEN["attack"] = _hurt
MOVES = (
    Move(DeclareAttack, verify_declare, declare),
    Move(Defend, verify_defend, defend),
    Move(RuleHit, verify_gm, rule_hit),
    Move(CallAttackOff, verify_gm, call_off),
)
