"""The damage wizard: location, damage and consequences of harm, all of which the GM can change (CF-UI-10)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import need_controller, need_known
from engine.rulesets.classic_fantasy.character.character_sheet import hit_chart_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.damage.damage_pipeline import (
    apply_blow,
    apply_consequences,
    deal_harm,
    find_locations,
    log_damage,
    propose_consequences,
    strike_locations,
    throw_damage,
)
from engine.rulesets.classic_fantasy.damage.damage_procedure import (
    ALL,
    Blow,
    DamageProcess,
    Harm,
    Kindling,
    LocationNames,
    need_stage,
)
from engine.rulesets.classic_fantasy.damage.damage_rules import Parry
from engine.rulesets.classic_fantasy.damage.damage_sources import damage_of
from engine.rulesets.classic_fantasy.dice.grade_tables import SuccessLevel
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.dice.success_levels import RollResult
from engine.rulesets.classic_fantasy.health.body_state import need_location
from engine.rulesets.classic_fantasy.wounds.wound_tables import LimbKind

BlowStep = Literal["base", "modifier", "magic", "worn", "natural", "damage"]
"""A number of a blow that the GM can change: a step of the damage, natural armour, or the total."""


class FindLocation(Request):
    """Roll the hit location."""

    RULES = ("CF-HITLOC-1", "CF-HITLOC-2", "CF-HITLOC-4", "CF-FALL-5", "CF-TRAP-16")


class ChooseLocations(Request):
    """The hit locations are chosen instead of rolled."""

    RULES = ("CF-HITLOC-3", "CF-HITLOC-5")
    locations: Annotated[LocationNames, Asks(least=1)]


class ThrowDamage(Request):
    """The dice of the damage are thrown, for each location."""

    RULES = ("CF-DMG-1", "CF-DMG-2", "CF-FALL-4")


class RuleBlow(Request):
    """The GM overrules a number of the present blow."""

    RULES = ("CF-DMG-2", "CF-DMG-3", "CF-DMG-5")
    step: Annotated[BlowStep, Meta(description="which")]
    value: Annotated[int, Meta(ge=-99, le=999, description="what it is"), Asks("number")]


class RuleParry(Request):
    """The GM sets how much of the present blow a parry stops."""

    RULES = ("CF-DMG-4", "CF-X-28")
    parry: Annotated[Parry, Meta(description="how much"), Asks()]


class AcceptDamage(Request):
    """The damage is final and taken off the hit points; for a Major Wound luck is asked first."""

    RULES = ("CF-DMG-5", "CF-DMG-6", "CF-DMG-7", "CF-WOUND-1", "CF-WOUND-2", "CF-WOUND-3")


class WaiveLuck(Request):
    """A Luck Point that could lessen a Major Wound is kept."""

    RULES = ("CF-LUCK-10",)


class StrikeLine(Request):
    """The GM removes a consequence from the proposal, or puts it back."""

    RULES = ("CF-WOUND-20",)
    line: Annotated[int, Meta(ge=0, le=20, description="which, from 0")]
    out: Annotated[bool, Meta(description="struck out")] = True


class ChooseLimbKind(Request):
    """The GM says how a limb is destroyed."""

    RULES = ("CF-WOUND-13", "CF-WOUND-15", "CF-AMB-59")
    limb_kind: Annotated[LimbKind, Meta(description="in which way"), Asks()]


class RuleTurns(Request):
    """The GM says for how many Turns a Serious Wound keeps from attacking."""

    RULES = ("CF-WOUND-5",)
    turns: Annotated[int, Meta(ge=0, le=99, description="how many"), Asks()]


class RuleEndurance(Request):
    """The GM says whether the Endurance roll was lost."""

    RULES = ("CF-WOUND-4",)
    lost: Annotated[bool, Meta(description="it was lost")]


class AllowLastAct(Request):
    """The GM allows one last act before a Major Wound takes a character out of action."""

    RULES = ("CF-BLOOD-4",)
    allowed: Annotated[bool, Meta(description="it is allowed")] = True


class AcceptConsequences(Request):
    """The proposed consequences of the wound, except the removed ones, are applied to the character."""

    RULES = ("CF-WOUND-5", "CF-WOUND-6", "CF-WOUND-7", "CF-WOUND-8", "CF-WOUND-9", "CF-WOUND-12", "CF-WOUND-14")


class StopHarm(Request):
    """The GM calls off the damage in progress; hit points that were taken off stay off."""

    RULES = ("CF-DMG-6",)


def need_thrower(table: Table, command: Request, harm: Harm) -> None:
    """Raise Refused unless the seat throws for the harm: the attacker's player, else the victim's, or the GM."""
    need_controller(table, command, harm.by if harm.by in table.actors else harm.actor, "CF-DMG-1")


# ---- locations ------------------------------------------------------------------------------------------------------


def verify_find(table: Table, command: FindLocation) -> None:
    """Allow the seat that throws the damage, once."""
    need_thrower(table, command, need_stage(table, "where").harm)


def find_location(draft: Draft, command: FindLocation) -> None:
    """Roll the locations, or take those nearest to the start of the hazard."""
    find_locations(draft)


def verify_choose(table: Table, command: ChooseLocations) -> None:
    """Allow the seat that throws the damage; the GM until the damage is subtracted."""
    process = need_stage(table, "where", "damage")
    if process.stage == "damage":
        need_gm(table, command, "CF-HITLOC-3")
    need_thrower(table, command, process.harm)
    if not command.locations or (process.stage == "damage" and len(command.locations) != len(process.blows)):
        raise Refused("d100_locations_named", "CF-HITLOC-3", count=max(1, len(process.blows)))
    if process.at:
        raise Refused("d100_not_now", "CF-DMG-6")
    for name in command.locations:
        hit_chart_of(table, process.harm.actor).place(name)


def choose_locations(draft: Draft, command: ChooseLocations) -> None:
    """Set the locations; dice that are thrown stay."""
    process = need_stage(draft.table, "where", "damage")
    blows_before = process.blows
    draft.replace_procedure(replace(process, found=False))
    strike_locations(draft, command.locations)
    process = need_stage(draft.table, "damage")
    new_blows = tuple(
        replace(blow, base=old_blow.base, modifier=old_blow.modifier)
        for blow, old_blow in zip(process.blows, blows_before, strict=False)
    )
    draft.replace_procedure(replace(process, blows=new_blows or process.blows))


# ---- amount ---------------------------------------------------------------------------------------------------------


def verify_damage(table: Table, command: ThrowDamage) -> None:
    """Allow the seat that throws the damage, once; again only by luck."""
    process = need_stage(table, "damage")
    need_thrower(table, command, process.harm)
    if process.blow.lies:
        raise Refused("d100_dice_have_fallen", "CF-DMG-1")


def do_throw_damage(draft: Draft, command: ThrowDamage) -> None:
    """Throw for every location."""
    throw_damage(draft)


def verify_rule_blow(table: Table, command: RuleBlow | RuleParry) -> None:
    """Allow the GM, before the damage is taken off; no die total may be impossible (CF-GEN-1)."""
    need_gm(table, command, "CF-DMG-5")
    process = _with_ruling(need_stage(table, "damage"), command)
    if process.blow.lies:
        damage_of(table, process, process.at)


def rule_blow(draft: Draft, command: RuleBlow) -> None:
    """Set a number of the blow."""
    _rule_blow(draft, command)


def rule_parry(draft: Draft, command: RuleParry) -> None:
    """Set what the parry stops."""
    _rule_blow(draft, command)


def _with_ruling(process: DamageProcess, command: RuleBlow | RuleParry) -> DamageProcess:
    """Return the damage with the present blow as the GM rules it."""
    blow: Blow
    if isinstance(command, RuleParry):
        blow = replace(process.blow, parry=command.parry)
    else:
        blow = replace(process.blow, **{"ruled" if command.step == "damage" else command.step: command.value})
    return replace(process, blows=(*process.blows[: process.at], blow, *process.blows[process.at + 1 :]))


def _rule_blow(draft: Draft, command: RuleBlow | RuleParry) -> None:
    process = _with_ruling(need_stage(draft.table, "damage"), command)
    draft.replace_procedure(process)
    if process.blow.lies:
        log_damage(draft, process.at)


def verify_accept(table: Table, command: AcceptDamage) -> None:
    """Allow the GM, once the damage is known."""
    need_gm(table, command, "CF-DMG-6")
    process = need_stage(table, "damage")
    if not process.blow.lies:
        raise Refused("d100_throw_first", "CF-DMG-1")
    need_location(table, process.harm.actor, process.blow.location)


def accept_damage(draft: Draft, command: AcceptDamage) -> None:
    """Take the damage off, or ask luck first."""
    apply_blow(draft)


def verify_waive(table: Table, command: WaiveLuck) -> None:
    """Allow the character's player and the GM."""
    process = need_stage(table, "luck")
    need_controller(table, command, process.harm.actor, "CF-LUCK-10")
    need_location(table, process.harm.actor, process.blow.location)


def waive_luck(draft: Draft, command: WaiveLuck) -> None:
    """The Major Wound stays one."""
    draft.replace_procedure(replace(need_stage(draft.table, "luck"), waived=True))
    apply_blow(draft)


# ---- consequences ---------------------------------------------------------------------------------------------------

ConsequenceCorrection = StrikeLine | ChooseLimbKind | RuleTurns | RuleEndurance | AllowLastAct | AcceptConsequences


def verify_word(table: Table, command: ConsequenceCorrection) -> None:
    """Allow the GM, while the consequences are only proposed."""
    need_gm(table, command, "CF-WOUND-20")
    process = need_stage(table, "consequences")
    if isinstance(command, StrikeLine) and command.line >= len(process.proposed):
        raise Refused("d100_no_line", "CF-WOUND-20")


def strike_line(draft: Draft, command: StrikeLine) -> None:
    """Leave it out, or not."""
    process = need_stage(draft.table, "consequences")
    struck = set(process.struck) | {command.line} if command.out else set(process.struck) - {command.line}
    draft.replace_procedure(replace(process, struck=tuple(sorted(struck))))


def choose_limb_kind(draft: Draft, command: ChooseLimbKind) -> None:
    """Propose the consequences of that."""
    draft.replace_procedure(replace(need_stage(draft.table, "consequences"), limb_kind=command.limb_kind))
    propose_consequences(draft)


def rule_turns(draft: Draft, command: RuleTurns) -> None:
    """Propose the consequences of that."""
    draft.replace_procedure(replace(need_stage(draft.table, "consequences"), turns=command.turns, turns_thrown=False))
    propose_consequences(draft)


def rule_endurance(draft: Draft, command: RuleEndurance) -> None:
    """Propose the consequences of that."""
    draft.replace_procedure(replace(need_stage(draft.table, "consequences"), lost=command.lost))
    propose_consequences(draft)


def allow_last_act(draft: Draft, command: AllowLastAct) -> None:
    """Luck may now buy it."""
    process = need_stage(draft.table, "consequences")
    draft.replace_procedure(replace(process, last_act=command.allowed))
    add_log_line(
        draft, process.harm.actor, "d100_last_act_allowed" if command.allowed else "d100_last_act_not", "CF-BLOOD-4"
    )


def accept_consequences(draft: Draft, command: AcceptConsequences) -> None:
    """Apply them."""
    apply_consequences(draft)


def verify_stop(table: Table, command: StopHarm) -> None:
    """Allow the GM, while the damage is in progress."""
    need_gm(table, command, "CF-DMG-6")
    need_stage(table, "where", "damage", "luck", "consequences")


def stop_harm(draft: Draft, command: StopHarm) -> None:
    """End the damage, with all harm in its queue."""
    process = need_stage(draft.table, "where", "damage", "luck", "consequences")
    add_log_line(draft, process.harm.actor, "d100_harm_stopped", "CF-DMG-6", what=process.harm.what)
    draft.pop_procedure(DamageProcess)
    if process.harm.after is not None:
        process.harm.after.resume(draft, process)


def throws_for_harm(table: Table, seat: str, harm: Harm) -> bool:
    """Say whether a seat throws for harm by itself, and not only as the GM for everybody."""
    return controller_of(table, harm.by if harm.by in table.actors else harm.actor) == seat


DiceText = Annotated[str, Meta(description="dice, such as `1d8+1d6`, or a number")]


class HarmSomebody(Request):
    """The GM harms a character: dice or a number, the locations, and the protection that counts."""

    RULES = ("CF-DMG-1", "CF-HITLOC-5", "CF-WOUND-21", "CF-GEN-1", "CF-FIRE-10", "CF-FIRE-11", "CF-AMB-28")
    actor: ActorId
    damage: Annotated[DiceText, Asks("damage_dice", choices=("1d4", "1d6", "1d8", "1d10", "2d6"), own_words=True)]
    what: Annotated[str, Meta(description="what does it, in words")] = ""
    locations: LocationNames = ()
    count: Annotated[str, Meta(description="dice for how many locations, or `all`, where none is named")] = "1"
    modifier: Annotated[str, Meta(description="dice of a Damage Modifier")] = ""
    magic: Annotated[int, Meta(ge=-99, le=99, description="what magic adds or takes"), Asks(least=-9, rare=True)] = 0
    parry: Annotated[Parry, Meta(description="what a parry stops"), Asks(rare=True)] = "none"
    armour: Annotated[bool, Meta(description="armour helps"), Asks("armour_helps")] = True
    attack: Annotated[SuccessLevel | None, Meta(description="what the attack came to, if there was one")] = None
    roll: Annotated[int, Meta(ge=0, le=100, description="what the attack's d100 showed")] = 0
    kindles: Annotated[
        Kindling, Meta(description="what it may set alight by"), Asks(choices=("fire", "electrical"), rare=True)
    ] = ""


def verify_harm(table: Table, command: HarmSomebody) -> None:
    """Allow the GM, with valid dice and locations that the body has."""
    need_gm(table, command, "CF-DMG-1")
    need_known(table, command.seat, command.actor)
    need_free(table)
    for dice in (command.damage, command.modifier, "" if command.count == ALL else command.count):
        if dice or dice is command.damage:
            mixed(dice)
    for name in command.locations:
        hit_chart_of(table, command.actor).place(name)


def harm_somebody(draft: Draft, command: HarmSomebody) -> None:
    """Start the harm; choices of the command are not asked again."""
    attack = None if command.attack is None else RollResult(level=command.attack, roll=command.roll, value=command.roll)
    harm = Harm(
        actor=command.actor,
        source="weapon",
        what=command.what,
        dice=command.damage,
        modifier=command.modifier,
        magic=command.magic,
        parry=command.parry,
        locations=command.count,
        attack=attack,
        ignores_armour=not command.armour,
        chosen=command.locations,
        kindles=command.kindles,
    )
    deal_harm(draft, harm)


MOVES = (
    Move(HarmSomebody, verify_harm, harm_somebody),
    Move(FindLocation, verify_find, find_location),
    Move(ChooseLocations, verify_choose, choose_locations),
    Move(ThrowDamage, verify_damage, do_throw_damage),
    Move(RuleBlow, verify_rule_blow, rule_blow),
    Move(RuleParry, verify_rule_blow, rule_parry),
    Move(AcceptDamage, verify_accept, accept_damage),
    Move(WaiveLuck, verify_waive, waive_luck),
    Move(StrikeLine, verify_word, strike_line),
    Move(ChooseLimbKind, verify_word, choose_limb_kind),
    Move(RuleTurns, verify_word, rule_turns),
    Move(RuleEndurance, verify_word, rule_endurance),
    Move(AllowLastAct, verify_word, allow_last_act),
    Move(AcceptConsequences, verify_word, accept_consequences),
    Move(StopHarm, verify_stop, stop_harm),
)
