"""The damage wizard: location, damage and consequences of harm, all of which the GM can change (CF-UI-10)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.kit.checks.check_commands import AcceptsAtOnce, AtOnce
from engine.kit.control import controller_of
from engine.kit.gm_override import GmDecision, GmOverride
from engine.kit.gm_requests import GmActorRequest
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.character_audience import need_controller
from engine.rulesets.classic_fantasy.character.character_sheet import hit_chart_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.damage import damage_pipeline
from engine.rulesets.classic_fantasy.damage.damage_procedure import (
    ALL,
    Blow,
    DamageProcess,
    Harm,
    Kindling,
    LocationNames,
    current_damage,
    need_stage,
)
from engine.rulesets.classic_fantasy.damage.damage_rules import Parry
from engine.rulesets.classic_fantasy.damage.damage_sources import damage_of
from engine.rulesets.classic_fantasy.dice.grade_tables import SuccessLevel
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.dice.success_levels import RollResult
from engine.rulesets.classic_fantasy.health.body_state import need_location
from engine.rulesets.classic_fantasy.wounds.wound_rules import LimbKind

BlowStep = Literal["base", "modifier", "magic", "worn", "natural", "damage"]
"""A number of a blow that the GM can change: a step of the damage, natural armour, or the total."""


class FindLocation(Request):
    """Roll the hit location; on request the damage, too."""

    RULES = ("CF-HITLOC-1", "CF-HITLOC-2", "CF-HITLOC-4", "CF-FALL-5", "CF-TRAP-16")
    NEEDS = (lambda table, command: need_thrower(table, command, need_stage(table, "where").harm),)
    damage: Annotated[bool, Meta(description="the dice of the damage are thrown with it")] = False

    def decide(self, draft: Draft) -> None:
        """Roll the locations, or take those nearest to the start of the hazard."""
        harm = need_stage(draft.table, "where").harm
        damage_pipeline.find_locations(draft)
        process = current_damage(draft.table)
        if self.damage and process is not None and process.harm is harm and not process.blow.lies:
            damage_pipeline.throw_damage(draft)


class ChooseLocations(Request):
    """The hit locations are chosen instead of rolled; dice that are thrown stay."""

    RULES = ("CF-HITLOC-3", "CF-HITLOC-5")
    locations: Annotated[LocationNames, Asks(least=1)]

    def verify(self, table: Table) -> None:
        """Allow the seat that throws the damage; until it is subtracted, the GM and who has won a Special Effect."""
        process = need_stage(table, "where", "damage")
        if process.stage == "damage" and not process.harm.won:
            need_gm(table, self, "CF-HITLOC-3")
        need_thrower(table, self, process.harm)
        if not self.locations or (process.stage == "damage" and len(self.locations) != len(process.blows)):
            raise Refused("d100_locations_named", "CF-HITLOC-3", count=max(1, len(process.blows)))
        if process.at:
            raise Refused("d100_not_now", "CF-DMG-6")
        for name in self.locations:
            hit_chart_of(table, process.harm.actor).place(name)

    def decide(self, draft: Draft) -> None:
        """Set the locations."""
        before = need_stage(draft.table, "where", "damage")
        draft.replace_procedure(replace(before, found=False))
        damage_pipeline.strike_locations(draft, self.locations)
        process = need_stage(draft.table, "damage")
        blows = tuple(
            replace(blow, base=old.base, modifier=old.modifier)
            for blow, old in zip(process.blows, before.blows, strict=False)
        )
        draft.replace_procedure(replace(process, blows=blows or process.blows))


class ThrowDamage(Request):
    """The dice of the damage are thrown, for each location."""

    RULES = ("CF-DMG-1", "CF-DMG-2", "CF-FALL-4")

    def verify(self, table: Table) -> None:
        """Allow the seat that throws the damage, once; again only by luck."""
        process = need_stage(table, "damage")
        need_thrower(table, self, process.harm)
        if process.blow.lies:
            raise Refused("d100_dice_have_fallen", "CF-DMG-1")

    def decide(self, draft: Draft) -> None:
        """Throw for every location."""
        damage_pipeline.throw_damage(draft)


class BlowOverride(GmOverride[DamageProcess]):
    """The GM overrules a step of the present blow, before its damage is taken off."""

    ABSTRACT = True
    CITED = ("CF-DMG-5",)

    def ruled(self, blow: Blow) -> Blow:
        """Return the blow as the GM says."""
        return self.applied_to(blow)

    def subject(self, table: Table) -> DamageProcess:
        """Return the damage, while its numbers are open."""
        return need_stage(table, "damage")

    def overridden(self, table: Table, subject: DamageProcess) -> DamageProcess:
        """Change the present blow; no die total may be impossible (CF-GEN-1)."""
        at, blow = subject.at, self.ruled(subject.blow)
        process = replace(subject, blows=(*subject.blows[:at], blow, *subject.blows[at + 1 :]))
        if blow.lies:
            damage_of(table, process, at)
        return process

    def follow(self, draft: Draft, before: DamageProcess) -> None:
        """Log the damage as it is now."""
        if self.ruled(before.blow).lies:
            damage_pipeline.log_damage(draft, before.at)


class RuleBlow(BlowOverride):
    """The GM overrules a number of the present blow."""

    RULES = ("CF-DMG-2", "CF-DMG-3", "CF-DMG-5")
    step: Annotated[BlowStep, Meta(description="which")]
    value: Annotated[int, Meta(ge=-99, le=999, description="what it is"), Asks("number")]

    def ruled(self, blow: Blow) -> Blow:
        """Return the blow with the number."""
        return replace(blow, **{"ruled" if self.step == "damage" else self.step: self.value})


class RuleParry(BlowOverride):
    """The GM sets how much of the present blow a parry stops."""

    RULES = ("CF-DMG-4", "CF-X-28")
    parry: Annotated[Parry, Meta(description="how much"), Asks()]


class AcceptDamage(GmDecision[DamageProcess]):
    """The damage is final and taken off the hit points; for a Major Wound luck is asked first."""

    RULES = ("CF-DMG-5", "CF-DMG-6", "CF-DMG-7", "CF-WOUND-1", "CF-WOUND-2", "CF-WOUND-3")
    CITED = ("CF-DMG-6",)
    throws: AtOnce = False
    accepts: AcceptsAtOnce = False

    def subject(self, table: Table) -> DamageProcess:
        """Return the damage, once it is known."""
        process = need_stage(table, "damage")
        if not process.blow.lies:
            raise Refused("d100_throw_first", "CF-DMG-1")
        need_location(table, process.harm.actor, process.blow.location)
        return process

    def follow(self, draft: Draft, before: DamageProcess) -> None:
        """Take the damage off, or ask luck first; the GM may roll Endurance of an own character at once."""
        damage_pipeline.accept_damage(draft, self, consequences=self.accepts, throws=self.throws)


class WaiveLuck(Request):
    """A Luck Point that could lessen a Major Wound is kept."""

    RULES = ("CF-LUCK-10",)

    def verify(self, table: Table) -> None:
        """Allow the character's player and the GM."""
        process = need_stage(table, "luck")
        need_controller(table, self, process.harm.actor, "CF-LUCK-10")
        need_location(table, process.harm.actor, process.blow.location)

    def decide(self, draft: Draft) -> None:
        """The Major Wound stays one."""
        draft.replace_procedure(replace(need_stage(draft.table, "luck"), waived=True))
        damage_pipeline.apply_blow(draft)


# ---- consequences ---------------------------------------------------------------------------------------------------


class ConsequenceDecision(GmDecision[DamageProcess]):
    """The GM decides about consequences while they are only proposed."""

    ABSTRACT = True
    CITED = ("CF-WOUND-20",)

    def subject(self, table: Table) -> DamageProcess:
        """Return the damage, while its consequences are proposed."""
        return need_stage(table, "consequences")


class ConsequenceOverride(ConsequenceDecision, GmOverride[DamageProcess]):
    """The GM overrules what decides the consequences; then they are proposed anew."""

    ABSTRACT = True

    def follow(self, draft: Draft, before: DamageProcess) -> None:
        """Propose the consequences of that."""
        damage_pipeline.propose_consequences(draft)


class StrikeLine(ConsequenceOverride):
    """The GM removes a consequence from the proposal, or puts it back."""

    RULES = ("CF-WOUND-20",)
    line: Annotated[int, Meta(ge=0, le=20, description="which, from 0")]
    out: Annotated[bool, Meta(description="struck out")] = True

    def overridden(self, table: Table, subject: DamageProcess) -> DamageProcess:
        """Leave it out, or not."""
        if self.line >= len(subject.proposed):
            raise Refused("d100_no_line", "CF-WOUND-20")
        struck = {*subject.struck, self.line} if self.out else {*subject.struck} - {self.line}
        return replace(subject, struck=tuple(sorted(struck)))

    def follow(self, draft: Draft, before: DamageProcess) -> None:
        """Keep the other lines as they are."""


class ChooseLimbKind(ConsequenceOverride):
    """The GM says how a limb is destroyed."""

    RULES = ("CF-WOUND-13", "CF-WOUND-15", "CF-AMB-59")
    limb_kind: Annotated[LimbKind, Meta(description="in which way"), Asks()]


class RuleTurns(ConsequenceOverride):
    """The GM says for how many Turns a Serious Wound keeps from attacking."""

    RULES = ("CF-WOUND-5",)
    turns: Annotated[int, Meta(ge=0, le=99, description="how many"), Asks()]

    def overridden(self, table: Table, subject: DamageProcess) -> DamageProcess:
        """Set the number; no die has shown it."""
        return replace(subject, turns=self.turns, turns_thrown=False)


class RuleEndurance(ConsequenceOverride):
    """The GM says whether the Endurance roll was lost."""

    RULES = ("CF-WOUND-4",)
    lost: Annotated[bool, Meta(description="it was lost")]


class AllowLastAct(ConsequenceOverride):
    """The GM allows one last act before a Major Wound takes a character out of action; luck may then buy it."""

    RULES = ("CF-BLOOD-4",)
    allowed: Annotated[bool, Meta(description="it is allowed")] = True

    def overridden(self, table: Table, subject: DamageProcess) -> DamageProcess:
        """Allow it, or not."""
        return replace(subject, last_act=self.allowed)

    def follow(self, draft: Draft, before: DamageProcess) -> None:
        """Log it."""
        key = "d100_last_act_allowed" if self.allowed else "d100_last_act_not"
        add_log_line(draft, before.harm.actor, key, "CF-BLOOD-4")


class AcceptConsequences(ConsequenceDecision):
    """The proposed consequences of the wound, except the removed ones, are applied to the character."""

    RULES = ("CF-WOUND-5", "CF-WOUND-6", "CF-WOUND-7", "CF-WOUND-8", "CF-WOUND-9", "CF-WOUND-12", "CF-WOUND-14")

    def follow(self, draft: Draft, before: DamageProcess) -> None:
        """Apply them."""
        damage_pipeline.apply_consequences(draft)


class StopHarm(GmDecision[DamageProcess]):
    """The GM calls off the damage in progress, with all harm in its queue; hit points that were taken off stay off."""

    RULES = ("CF-DMG-6",)

    def subject(self, table: Table) -> DamageProcess:
        """Return the damage, unless it waits for a roll."""
        return need_stage(table, "where", "damage", "luck", "consequences")

    def follow(self, draft: Draft, before: DamageProcess) -> None:
        """End the damage."""
        add_log_line(draft, before.harm.actor, "d100_harm_stopped", "CF-DMG-6", what=before.harm.what)
        draft.pop_procedure(DamageProcess)
        if before.harm.after is not None:
            before.harm.after.resume(draft, before)


def throws_for_harm(table: Table, seat: str, harm: Harm) -> bool:
    """Say whether a seat throws for harm by itself, and not only as the GM for everybody."""
    return controller_of(table, _thrower(table, harm)) == seat


def need_thrower(table: Table, command: Request, harm: Harm) -> None:
    """Raise Refused unless the seat throws for the harm: the attacker's player, else the victim's, or the GM."""
    need_controller(table, command, _thrower(table, harm), "CF-DMG-1")


def _thrower(table: Table, harm: Harm) -> str:
    return harm.by if harm.by in table.actors else harm.actor


# ---- harm by the GM -------------------------------------------------------------------------------------------------

DiceText = Annotated[str, Meta(description="dice, such as `1d8+1d6`, or a number")]


class HarmSomebody(GmActorRequest):
    """The GM harms a character: dice or a number, the locations, and the protection that counts."""

    RULES = ("CF-DMG-1", "CF-HITLOC-5", "CF-WOUND-21", "CF-GEN-1", "CF-FIRE-10", "CF-FIRE-11", "CF-AMB-28")
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
    takes_number: Annotated[bool, Meta(description="damage that is a plain number waits for no dice")] = False

    def verify(self, table: Table) -> None:
        """Allow the GM, with valid dice and locations that the body has."""
        super().verify(table)
        need_free(table)
        for dice in (self.damage, self.modifier, "" if self.count == ALL else self.count):
            if dice or dice is self.damage:
                mixed(dice)
        for name in self.locations:
            hit_chart_of(table, self.actor).place(name)

    def decide(self, draft: Draft) -> None:
        """Start the harm; choices of the command are not asked again."""
        attack = None if self.attack is None else RollResult(level=self.attack, roll=self.roll, value=self.roll)
        harm = Harm(
            actor=self.actor,
            source="weapon",
            what=self.what,
            dice=self.damage,
            modifier=self.modifier,
            magic=self.magic,
            parry=self.parry,
            locations=self.count,
            attack=attack,
            ignores_armour=not self.armour,
            chosen=self.locations,
            kindles=self.kindles,
        )
        damage_pipeline.deal_harm(draft, harm)
        if self.takes_number:
            damage_pipeline.take_number(draft, harm)
