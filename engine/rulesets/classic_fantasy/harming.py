"""The damage wizard: where harm lands, what it comes to, what follows, all of it the GM's to change (CF-UI-10)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import bodies, falling
from engine.rulesets.classic_fantasy.at_table import need_spot
from engine.rulesets.classic_fantasy.blows import damage_of
from engine.rulesets.classic_fantasy.characters import chart_of_actor
from engine.rulesets.classic_fantasy.damage import Parry
from engine.rulesets.classic_fantasy.leading import leader, need_leader, note_of, thrown_for
from engine.rulesets.classic_fantasy.procedures.wounding import Blow, Harm, Stage, Wounding
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.throwing import throw
from engine.rulesets.classic_fantasy.wound_tables import LimbKind
from engine.rulesets.classic_fantasy.wounding import follow, land, propose, strike, tell_damage, throw_damage
from engine.table.frozen import replace
from engine.table.table import Table

ALL = "all"
Step = Literal["base", "modifier", "magic", "worn", "natural", "damage"]
"""A number of a blow that the GM can overrule: the four steps, the second summand of armour, and what comes of all."""
Places = Annotated[tuple[str, ...], Meta(description="hit locations by their names")]


class FindLocation(Request):
    """The d20 says where it lands."""

    RULES = ("CF-HITLOC-1", "CF-HITLOC-2", "CF-HITLOC-4", "CF-FALL-5", "CF-TRAP-16")


class ChooseLocations(Request):
    """Where it lands is chosen instead of thrown for."""

    RULES = ("CF-HITLOC-3", "CF-HITLOC-5")
    locations: Places


class ThrowDamage(Request):
    """The dice of the damage are thrown, for each location."""

    RULES = ("CF-DMG-1", "CF-DMG-2", "CF-FALL-4")


class RuleBlow(Request):
    """The GM overrules a number of the present blow."""

    RULES = ("CF-DMG-2", "CF-DMG-3", "CF-DMG-5")
    step: Annotated[Step, Meta(description="which")]
    value: Annotated[int, Meta(ge=-99, le=999, description="what it is")]


class RuleParry(Request):
    """The GM says what a parry stops of the present blow."""

    RULES = ("CF-DMG-4", "CF-X-28")
    parry: Annotated[Parry, Meta(description="how much")]


class AcceptDamage(Request):
    """The damage stands and is taken off; for a Major Wound luck is asked first."""

    RULES = ("CF-DMG-5", "CF-DMG-6", "CF-DMG-7", "CF-WOUND-1", "CF-WOUND-2", "CF-WOUND-3")


class WaiveLuck(Request):
    """A Luck Point that could lessen a Major Wound is kept."""

    RULES = ("CF-LUCK-10",)


class StrikeLine(Request):
    """The GM strikes out a consequence, or lets it stand again."""

    RULES = ("CF-WOUND-20",)
    line: Annotated[int, Meta(ge=0, le=20, description="which, from 0")]
    out: Annotated[bool, Meta(description="struck out")] = True


class ChooseLimbKind(Request):
    """The GM says how a limb is destroyed."""

    RULES = ("CF-WOUND-13", "CF-WOUND-15", "CF-AMB-59")
    limb_kind: Annotated[LimbKind, Meta(description="in which way")]


class RuleTurns(Request):
    """The GM says for how many Turns a Serious Wound keeps from attacking."""

    RULES = ("CF-WOUND-5",)
    turns: Annotated[int, Meta(ge=0, le=99, description="how many")]


class RuleEndurance(Request):
    """The GM says whether the Endurance roll was lost."""

    RULES = ("CF-WOUND-4",)
    lost: Annotated[bool, Meta(description="it was lost")]


class AllowLastAct(Request):
    """The GM allows one last act before a Major Wound fells somebody."""

    RULES = ("CF-BLOOD-4",)
    allowed: Annotated[bool, Meta(description="it is allowed")] = True


class AcceptConsequences(Request):
    """What follows of the wound is laid on the character, but for what was struck out."""

    RULES = ("CF-WOUND-5", "CF-WOUND-6", "CF-WOUND-7", "CF-WOUND-8", "CF-WOUND-9", "CF-WOUND-12", "CF-WOUND-14")


class StopHarm(Request):
    """The GM calls off the harm that is on its way; what was taken off already stays off."""

    RULES = ("CF-DMG-6",)


def need_stage(table: Table, *stages: Stage) -> Wounding:
    """Return the harm at the front. Raises Refused unless it is so far."""
    front = table.procedures[-1] if table.procedures else None
    if not isinstance(front, Wounding) or front.stage not in stages:
        raise Refused("d100_not_now", "CF-DMG-5")
    return front


def need_thrower(table: Table, command: Request, harm: Harm) -> None:
    """Raise Refused unless the one who asks throws for the harm: who does it, else who suffers it; or the GM."""
    need_leader(table, command, harm.by if harm.by in table.actors else harm.actor, "CF-DMG-1")


# ---- where ----------------------------------------------------------------------------------------------------------


def verify_find(table: Table, command: FindLocation) -> None:
    """Who throws for the harm, once."""
    need_thrower(table, command, need_stage(table, "where").harm)


def find_location(draft: Draft, command: FindLocation) -> None:
    """Throw for the locations, or take those nearest to where it touches."""
    find(draft)


def find(draft: Draft) -> None:
    """Let dice say where it lands, or where it lands instead (CF-LUCK-7)."""
    now = need_stage(draft.table, "where", "damage")
    draft.become(replace(now, found=now.harm.locations != ALL and not now.harm.start))
    strike(draft, _found(draft, now.harm))


def _found(draft: Draft, harm: Harm) -> tuple[str, ...]:
    chart, settings = chart_of_actor(draft.table, harm.actor), settings_of(draft.table)
    if harm.locations == ALL:
        return chart.names
    with thrown_for(draft, harm.by or harm.actor, "d100_where", what=harm.what):
        count = throw(draft, harm.locations)
        if harm.start:
            return bodies.nearest(chart, harm.start)[: max(1, count)]
        rolls = list[int]()
        while (found := falling.struck(chart, count, rolls, settings=settings)).wanted:
            rolls += draft.roll(bodies.charts().sides, found.wanted)
    return tuple(place.name for place in found.places)


def verify_choose(table: Table, command: ChooseLocations) -> None:
    """Who throws for the harm, or the GM at any time before it is taken off."""
    now = need_stage(table, "where", "damage")
    if now.stage == "damage":
        need_gm(table, command, "CF-HITLOC-3")
    need_thrower(table, command, now.harm)
    if not command.locations or (now.stage == "damage" and len(command.locations) != len(now.blows)):
        raise Refused("d100_locations_named", "CF-HITLOC-3", count=max(1, len(now.blows)))
    if now.at:
        raise Refused("d100_not_now", "CF-DMG-6")
    for name in command.locations:
        chart_of_actor(table, now.harm.actor).place(name)


def choose_locations(draft: Draft, command: ChooseLocations) -> None:
    """It lands there; dice that have fallen stay."""
    asked = need_stage(draft.table, "where", "damage")
    before = asked.blows
    draft.become(replace(asked, found=False))
    strike(draft, command.locations)
    now = need_stage(draft.table, "damage")
    kept = tuple(
        replace(blow, base=old.base, modifier=old.modifier) for blow, old in zip(now.blows, before, strict=False)
    )
    draft.become(replace(now, blows=kept or now.blows))


# ---- how much -------------------------------------------------------------------------------------------------------


def verify_damage(table: Table, command: ThrowDamage) -> None:
    """Who throws for the harm, once; again only by luck."""
    now = need_stage(table, "damage")
    need_thrower(table, command, now.harm)
    if now.blow.lies:
        raise Refused("d100_dice_have_fallen", "CF-DMG-1")


def do_throw_damage(draft: Draft, command: ThrowDamage) -> None:
    """Throw for every location."""
    throw_damage(draft)


def verify_rule_blow(table: Table, command: RuleBlow | RuleParry) -> None:
    """The GM, before the damage is taken off; no die comes to more than it has (CF-GEN-1)."""
    need_gm(table, command, "CF-DMG-5")
    now = _ruled(need_stage(table, "damage"), command)
    if now.blow.lies:
        damage_of(table, now, now.at)


def rule_blow(draft: Draft, command: RuleBlow) -> None:
    """The number is that."""
    _rule(draft, command)


def rule_parry(draft: Draft, command: RuleParry) -> None:
    """The parry stops that much."""
    _rule(draft, command)


def _ruled(now: Wounding, command: RuleBlow | RuleParry) -> Wounding:
    """Return harm with the present blow as the GM has it."""
    blow: Blow
    if isinstance(command, RuleParry):
        blow = replace(now.blow, parry=command.parry)
    else:
        blow = replace(now.blow, **{"ruled" if command.step == "damage" else command.step: command.value})
    return replace(now, blows=(*now.blows[: now.at], blow, *now.blows[now.at + 1 :]))


def _rule(draft: Draft, command: RuleBlow | RuleParry) -> None:
    now = _ruled(need_stage(draft.table, "damage"), command)
    draft.become(now)
    if now.blow.lies:
        tell_damage(draft, now.at)


def verify_accept(table: Table, command: AcceptDamage) -> None:
    """The GM, once the dice lie."""
    need_gm(table, command, "CF-DMG-6")
    now = need_stage(table, "damage")
    if not now.blow.lies:
        raise Refused("d100_throw_first", "CF-DMG-1")
    need_spot(table, now.harm.actor, now.blow.location)


def accept_damage(draft: Draft, command: AcceptDamage) -> None:
    """Take it off, or ask luck first."""
    land(draft)


def verify_waive(table: Table, command: WaiveLuck) -> None:
    """Whose character it is, or the GM."""
    now = need_stage(table, "luck")
    need_leader(table, command, now.harm.actor, "CF-LUCK-10")
    need_spot(table, now.harm.actor, now.blow.location)


def waive_luck(draft: Draft, command: WaiveLuck) -> None:
    """The Major Wound stays one."""
    draft.become(replace(need_stage(draft.table, "luck"), waived=True))
    land(draft)


# ---- what follows ---------------------------------------------------------------------------------------------------

Word = StrikeLine | ChooseLimbKind | RuleTurns | RuleEndurance | AllowLastAct | AcceptConsequences


def verify_word(table: Table, command: Word) -> None:
    """The GM, while it is only proposed."""
    need_gm(table, command, "CF-WOUND-20")
    now = need_stage(table, "consequences")
    if isinstance(command, StrikeLine) and command.line >= len(now.proposed):
        raise Refused("d100_no_line", "CF-WOUND-20")


def strike_line(draft: Draft, command: StrikeLine) -> None:
    """Leave it out, or not."""
    now = need_stage(draft.table, "consequences")
    struck = set(now.struck) | {command.line} if command.out else set(now.struck) - {command.line}
    draft.become(replace(now, struck=tuple(sorted(struck))))


def choose_limb_kind(draft: Draft, command: ChooseLimbKind) -> None:
    """Propose anew what follows of that."""
    draft.become(replace(need_stage(draft.table, "consequences"), limb_kind=command.limb_kind))
    propose(draft)


def rule_turns(draft: Draft, command: RuleTurns) -> None:
    """Propose anew what follows of that."""
    draft.become(replace(need_stage(draft.table, "consequences"), turns=command.turns, turns_thrown=False))
    propose(draft)


def rule_endurance(draft: Draft, command: RuleEndurance) -> None:
    """Propose anew what follows of that."""
    draft.become(replace(need_stage(draft.table, "consequences"), lost=command.lost))
    propose(draft)


def allow_last_act(draft: Draft, command: AllowLastAct) -> None:
    """Luck may now buy it."""
    now = need_stage(draft.table, "consequences")
    draft.become(replace(now, last_act=command.allowed))
    note_of(draft, now.harm.actor, "d100_last_act_allowed" if command.allowed else "d100_last_act_not", "CF-BLOOD-4")


def accept_consequences(draft: Draft, command: AcceptConsequences) -> None:
    """Lay them."""
    follow(draft)


def verify_stop(table: Table, command: StopHarm) -> None:
    """The GM, while it is on its way."""
    need_gm(table, command, "CF-DMG-6")
    need_stage(table, "where", "damage", "luck", "consequences")


def stop_harm(draft: Draft, command: StopHarm) -> None:
    """Nothing more comes of it, nor of what waits behind it."""
    now = need_stage(draft.table, "where", "damage", "luck", "consequences")
    note_of(draft, now.harm.actor, "d100_harm_stopped", "CF-DMG-6", what=now.harm.what)
    draft.finish(Wounding)
    if now.harm.after:
        from engine.rulesets.classic_fantasy.wounding import THEN

        THEN[now.harm.after](draft, now)


def throws(table: Table, seat: str, harm: Harm) -> bool:
    """Say whether a seat throws for harm by itself, and not only as the GM for everybody."""
    return leader(table, harm.by if harm.by in table.actors else harm.actor) == seat


MOVES = (
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
