"""Skill rolls and contests: called for, thrown, ruled and let stand (CF-X-1 to CF-X-11, CF-X-40, CF-UI-2)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name, seat_name
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import bearing_on, grades
from engine.rulesets.classic_fantasy.checks import (
    PURPOSES,
    CallingOff,
    Decided,
    Purpose,
    Which,
    decide,
    due,
    name_of,
    need_check,
    need_open,
    need_roll,
    need_takes_part,
    need_thrown,
    open_check,
    roll_of,
    settle,
    tell,
    throw_all,
    with_roll,
)
from engine.rulesets.classic_fantasy.effects import come
from engine.rulesets.classic_fantasy.grades import Bearing, Grade, Level
from engine.rulesets.classic_fantasy.leading import leader, need_known, need_leader
from engine.rulesets.classic_fantasy.lucky import waited_for
from engine.rulesets.classic_fantasy.procedures.check import Check, Sort
from engine.rulesets.classic_fantasy.procedures.effect import effect
from engine.rulesets.classic_fantasy.states import SPELL_SHAKEN
from engine.table.frozen import replace
from engine.table.table import Table

SkillName = Annotated[str, Meta(description="a skill or a Passion, by its name on the sheet")]
Percent = Annotated[
    Annotated[int, Meta(ge=0, le=999)] | None, Meta(description="in per cent, where the sheet does not say")
]
Steps = Annotated[int, Meta(ge=-7, le=7, description="so many grades harder; easier below 0")]
Using = Annotated[str, Meta(description="a hurt location that is used for it; one with a Serious Wound may hinder")]


class RollSkill(Request):
    """Somebody rolls against a skill, at a grade; what fatigue makes of it is seen to."""

    RULES = ("CF-X-1", "CF-X-5", "CF-X-6", "CF-X-40", "CF-FATIGUE-4", "CF-TIME-11", "CF-WOUND-11", "CF-X-39")
    actor: ActorId
    skill: SkillName
    grade: Annotated[Grade, Meta(description="how hard it is by itself")] = "Standard"
    steps: Steps = 0
    value: Percent = None
    tries: Annotated[int, Meta(ge=0, le=9, description="how often it has failed before")] = 0
    using: Using = ""
    what: Annotated[str, Meta(description="what is tried, in words")] = ""
    secret: Annotated[bool, Meta(description="the GM alone sees it")] = False


class RollContest(Request):
    """Two roll against each other; the first one acts, the second one resists."""

    RULES = ("CF-X-7", "CF-X-8", "CF-X-9")
    actor: ActorId
    skill: SkillName
    other: ActorId
    other_skill: SkillName
    grade: Annotated[Grade, Meta(description="how hard it is for who acts")] = "Standard"
    other_grade: Annotated[Grade, Meta(description="how hard it is for who resists")] = "Standard"
    sort: Annotated[Sort, Meta(description="`opposed`: who wins; `differential`: by how many levels")] = "opposed"
    value: Percent = None
    other_value: Percent = None
    what: Annotated[str, Meta(description="what it is about, in words")] = ""
    secret: Annotated[bool, Meta(description="the GM alone sees it")] = False


class ThrowDice(Request):
    """The dice leave the hand: each player's own, and all from the GM's."""

    RULES = ("CF-X-1", "CF-X-7")


class AcceptRoll(Request):
    """The roll, or the dice of an effect, stand as they lie: luck is kept for something else."""

    RULES = ("CF-LUCK-7", "CF-LUCK-8")


class CallOff(Request):
    """What was to be rolled for is called off, before the dice fall."""

    RULES = ("CF-X-1",)


class ChangeGrade(Request):
    """Before the dice fall the GM says how hard a roll is."""

    RULES = ("CF-X-5", "CF-X-6")
    grade: Annotated[Grade, Meta(description="how hard it is by itself")]
    steps: Steps = 0
    roll: Which = 0


class RuleSkill(Request):
    """The GM overrules the effective skill of a roll."""

    RULES = ("CF-X-1", "CF-X-5")
    value: Annotated[int, Meta(ge=0, le=999, description="what must not be passed")]
    roll: Which = 0


class RuleDie(Request):
    """The GM lays a d100 as he wants it."""

    RULES = ("CF-X-1",)
    face: Annotated[int, Meta(ge=1, le=100, description="what it shows; 100 is 00")]
    roll: Which = 0


class RuleLevel(Request):
    """The GM overrules what a roll comes to."""

    RULES = ("CF-X-4",)
    level: Annotated[Level, Meta(description="what it comes to")]
    roll: Which = 0


# ---- called for -----------------------------------------------------------------------------------------------------


def _bearings(steps: int, tries: int = 0) -> tuple[Bearing, ...]:
    again = grades.again(tries)
    said = Bearing(reason="said", steps=steps) if steps else None
    return tuple(one for one in (said, again) if one is not None)


def need_free(table: Table) -> None:
    """Raise Refused while something waits for an answer."""
    front = table.procedures[-1] if table.procedures else None
    if front is not None and not isinstance(front, _quiet()):
        raise Refused("d100_something_waits", "CF-X-27")


def _quiet() -> tuple[type, ...]:
    from engine.rulesets.classic_fantasy.procedures import QUIET

    return QUIET


def verify_roll(table: Table, command: RollSkill) -> None:
    """Who leads the character, or the GM; in secret only the GM."""
    need_leader(table, command, command.actor)
    need_free(table)
    if command.secret:
        need_gm(table, command, "CF-X-1")
    roll_of(table, command.actor, command.skill, value=command.value)
    grades.again(command.tries)
    _need_spell_held(table, command.actor, command.skill)


def _need_spell_held(table: Table, actor: str, skill: str) -> None:
    """Raise Refused for casting before a spell that a wound has shaken is held (CF-X-39)."""
    if table.actors[actor].has(SPELL_SHAKEN) and bearing_on.is_casting_skill(skill):
        raise Refused("d100_spell_unheld", "CF-X-39", actor=actor_name(table, actor))


def roll_skill(draft: Draft, command: RollSkill) -> None:
    """Put the roll to the front."""
    table, actor = draft.table, command.actor
    bearings = (
        *_bearings(command.steps, command.tries),
        *bearing_on.with_location(table, actor, command.using),
    )
    roll = roll_of(table, actor, command.skill, command.grade, bearings, value=command.value)
    open_check(draft, Check(purpose="plain", rolls=(roll,), what=command.what, secret=command.secret))


def verify_contest(table: Table, command: RollContest) -> None:
    """Who leads the first character, or the GM; against somebody else that the seat knows of."""
    need_leader(table, command, command.actor)
    need_known(table, command.seat, command.other)
    need_free(table)
    if command.secret:
        need_gm(table, command, "CF-X-7")
    if command.actor == command.other:
        raise Refused("d100_two_sides", "CF-X-7")
    roll_of(table, command.actor, command.skill, value=command.value)
    roll_of(table, command.other, command.other_skill, value=command.other_value)
    _need_spell_held(table, command.actor, command.skill)


def roll_contest(draft: Draft, command: RollContest) -> None:
    """Put both rolls to the front."""
    mine, theirs, table = command.actor, command.other, draft.table
    first = roll_of(table, mine, command.skill, command.grade, value=command.value, against=theirs)
    other = roll_of(table, theirs, command.other_skill, command.other_grade, value=command.other_value, against=mine)
    open_check(
        draft,
        Check(purpose="contest", rolls=(first, other), sort=command.sort, what=command.what, secret=command.secret),
    )


# ---- thrown and let stand -------------------------------------------------------------------------------------------


def in_hand(table: Table, seat: str, found: Check) -> tuple[int, ...]:
    """Return the rolls whose dice a seat has in its hand: its characters'; for the GM everybody's."""
    return tuple(
        index
        for index in due(table, found)
        if table.is_gm(seat) or (found.rolls[index].actor and leader(table, found.rolls[index].actor) == seat)
    )


def verify_throw(table: Table, command: ThrowDice) -> None:
    """Somebody who takes part, once."""
    found = need_open(table)
    need_takes_part(table, command, found)
    if not in_hand(table, command.seat, found):
        raise Refused("d100_dice_have_fallen", "CF-X-1")


def throw_dice(draft: Draft, command: ThrowDice) -> None:
    """Throw what is in the hand."""
    throw_all(draft, in_hand(draft.table, command.seat, need_check(draft.table)))
    settle(draft)


def lets_stand(table: Table, seat: str) -> tuple[str, ...]:
    """Return the characters for whom a seat lets a roll stand: its own; the GM then for everybody that is left."""
    waiting = waited_for(table)
    own = tuple(actor for actor in waiting if leader(table, actor) == seat)
    return own or (waiting if table.is_gm(seat) else ())


def verify_accept(table: Table, command: AcceptRoll) -> None:
    """Whoever could still change it by luck, once the dice lie; the GM for everybody."""
    lying = effect(table)
    if lying is not None:
        need_leader(table, command, lying.actor, "CF-LUCK-7")
        return
    found = need_thrown(table)
    if found.target and leader(table, found.target) == command.seat:
        return
    need_takes_part(table, command, found)
    if waited_for(table) and not lets_stand(table, command.seat):
        raise Refused("d100_others_let_stand", "CF-LUCK-7", "CF-LUCK-8")


def accept(draft: Draft, command: AcceptRoll) -> None:
    """Decide it, once nobody is left who could change it."""
    if effect(draft.table) is not None:
        come(draft)
        return
    found = need_check(draft.table)
    draft.become(replace(found, lets=(*found.lets, *lets_stand(draft.table, command.seat))))
    if waited_for(draft.table):
        tell(draft, found, "d100_lets_stand", "CF-LUCK-7", seat=seat_name(draft.table, command.seat))
    else:
        decide(draft)


def verify_call_off(table: Table, command: CallOff) -> None:
    """Before any dice have fallen: the GM, or whoever began it, if that was his choice."""
    found = need_open(table)
    need_takes_part(table, command, found)
    if found.fallen:
        raise Refused("d100_dice_have_fallen", "CF-X-1")
    if PURPOSES[found.purpose].off is CallingOff.MASTER:
        need_gm(table, command, "CF-X-1")


def call_off(draft: Draft, command: CallOff) -> None:
    """Nothing has happened; what it was asked for in goes on without it."""
    found = need_check(draft.table)
    tell(draft, found, "d100_called_off", what=found.what, name=found.rolls[0].name)
    draft.finish(Check)
    PURPOSES[found.purpose].waived(draft, found)


# ---- the GM's word --------------------------------------------------------------------------------------------------


def verify_grade(table: Table, command: ChangeGrade) -> None:
    """The GM, before that roll's die falls."""
    need_gm(table, command, "CF-X-5")
    if need_roll(need_open(table), command.roll).thrown is not None:
        raise Refused("d100_dice_have_fallen", "CF-X-1")


def change_grade(draft: Draft, command: ChangeGrade) -> None:
    """The task is so hard; what bears on the character stays."""
    found = need_check(draft.table)
    roll = found.rolls[command.roll]
    kept = tuple(bearing for bearing in roll.bearings if bearing.reason != "said")
    changed = replace(roll, base=command.grade, bearings=(*_bearings(command.steps), *kept))
    draft.become(with_roll(found, command.roll, changed))
    tell(draft, found, "d100_grade_set", "CF-X-5", name=roll.name, grade=command.grade, steps=command.steps)
    settle(draft)


def verify_rule(table: Table, command: RuleSkill | RuleDie | RuleLevel) -> None:
    """The GM, for a roll that has not been decided and did not stand before."""
    need_gm(table, command, "CF-X-1")
    if need_roll(need_check(table), command.roll).stands is not None:
        raise Refused("d100_stands_already", "CF-WOUND-4")


def rule_skill(draft: Draft, command: RuleSkill) -> None:
    """That much is rolled against."""
    found = need_check(draft.table)
    roll = found.rolls[command.roll]
    draft.become(with_roll(found, command.roll, replace(roll, value=command.value)))
    tell(draft, found, "d100_skill_ruled", "CF-X-1", name=roll.name, value=command.value)


def rule_die(draft: Draft, command: RuleDie) -> None:
    """The die lies so."""
    found = need_check(draft.table)
    roll = found.rolls[command.roll]
    changed = replace(with_roll(found, command.roll, replace(roll, thrown=command.face, level=None)), fallen=True)
    draft.become(changed)
    tell(draft, found, "d100_die_ruled", "CF-X-1", name=roll.name, face=command.face)
    settle(draft)


def rule_level(draft: Draft, command: RuleLevel) -> None:
    """It comes to that."""
    found = need_check(draft.table)
    roll = found.rolls[command.roll]
    draft.become(with_roll(found, command.roll, replace(roll, level=command.level)))
    tell(draft, found, "d100_level_ruled", "CF-X-4", name=roll.name, level=f"d100-{command.level}")
    settle(draft)


# ---- for its own sake ----------------------------------------------------------------------------------------------


def plain_result(draft: Draft, result: Decided) -> None:
    """A roll that was made for its own sake: tell how it went (CF-X-4, CF-X-7, CF-X-8)."""
    found = result.check
    names = [name_of(draft.table, roll) for roll in found.rolls]
    if result.contest is None:
        tell(
            draft,
            found,
            "d100_came",
            "CF-X-4",
            actor=names[0],
            skill=found.rolls[0].name,
            level=f"d100-{result.rolls[0].level}",
            what=found.what,
        )
        return
    won = {None: None, "acting": names[0], "resisting": names[1]}[result.contest.winner]
    key = "d100_neither" if won is None else "d100_won_by" if found.sort == "differential" else "d100_won"
    tell(
        draft,
        found,
        key,
        "CF-X-7" if found.sort == "opposed" else "CF-X-8",
        reckoning=[result.contest.words],
        actor=won,
        levels=abs(result.margin),
        what=found.what,
    )


PURPOSES["plain"] = Purpose(plain_result, off=CallingOff.BEGINNER)
PURPOSES["contest"] = Purpose(plain_result, off=CallingOff.BEGINNER)
MOVES = (
    Move(RollSkill, verify_roll, roll_skill),
    Move(RollContest, verify_contest, roll_contest),
    Move(ThrowDice, verify_throw, throw_dice),
    Move(AcceptRoll, verify_accept, accept),
    Move(CallOff, verify_call_off, call_off),
    Move(ChangeGrade, verify_grade, change_grade),
    Move(RuleSkill, verify_rule, rule_skill),
    Move(RuleDie, verify_rule, rule_die),
    Move(RuleLevel, verify_rule, rule_level),
)
