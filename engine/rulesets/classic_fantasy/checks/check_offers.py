"""Offers of a check: starting, throwing, luck, accepting, and the GM's corrections."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind, denial, make_offer, question, with_denial
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.character_audience import may_follow
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.offer_targets import OffersOfSeat, alive, foes_first, led, others, payer
from engine.rulesets.classic_fantasy.checks import check_commands, difficulty_modifiers
from engine.rulesets.classic_fantasy.checks.check_hooks import CHECK_HOOKS
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, CheckRoll, audience_for_check
from engine.rulesets.classic_fantasy.checks.check_resolution import (
    CHECKS,
    effective_skills,
    result_of_roll,
    roller_name,
    seats_awaited,
)
from engine.rulesets.classic_fantasy.dice import difficulty_grades, grade_tables, success_levels
from engine.rulesets.classic_fantasy.settings import settings_of

WITHSTANDING = ("Endurance", "Willpower")
"""The skills that a character can roll without being awake."""
LEVELS = ("critical", "success", "failure", "fumble")


def is_awake(table: Table, actor: str) -> bool:
    """Return whether a character is neither unconscious nor asleep."""
    state = table.actors[actor]
    return not (
        state.has_condition(character_conditions.UNCONSCIOUS) or state.has_condition(character_conditions.ASLEEP)
    ) or not CHECK_HOOKS.features.incapacitating_state(table, actor)


def knows(table: Table, actor: str, skill: str) -> bool:
    """Return whether a character has a skill."""
    return character_sheet_of(table, actor).skill(skill) is not None


Percents = tuple[tuple[str, int], ...]
"""Skills and Passions with their per cents."""


def skills_of(table: Table, actor: str) -> tuple[str, ...]:
    """Return the names of a character's skills and Passions."""
    return _skill_names(_percents(table, actor))


def _skill_names(percents: Percents) -> tuple[str, ...]:
    return tuple(dict.fromkeys(skill for skill, _ in percents))


def _percents(table: Table, actor: str) -> Percents:
    """Return what a character can roll; one that is not awake can only roll to withstand."""
    skills = ((skill.name, skill.value) for skill in character_sheet_of(table, actor).skills)
    awake = is_awake(table, actor)
    return tuple((name, value) for name, value in skills if awake or name in WITHSTANDING)


@memo
def grade_question(field: str = "grade") -> Question:
    """Return the question how hard a roll is by itself."""
    return question("grade", QuestionKind.CHOICE, difficulty_grades.ladder(), field=field, optional=True)


def using_question(hindered: tuple[str, ...]) -> tuple[Question, ...]:
    """Return the question whether a hurt location is used, where there is one that hinders (CF-WOUND-11)."""
    return (question("using", QuestionKind.CHOICE, hindered, optional=True),) if hindered else ()


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the rolls that a seat can call for."""
    gm = table.is_gm(seat)
    for actor in alive(table, led(table, seat, viewer)):
        percents = _percents(table, actor)
        if not percents:
            continue
        yield _roll_offer(
            seat, actor, actor_name(table, actor), percents, gm, difficulty_modifiers.hindered_locations(table, actor)
        )
        if not is_awake(table, actor):
            continue
        against = foes_first(table, actor, alive(table, others(table, actor, viewer)))
        percents_of = {opponent: _percents(table, opponent) for opponent in against}
        opponents = tuple((opponent, skills) for opponent, skills in percents_of.items() if skills)
        if opponents:
            yield _contest_offer(seat, actor, actor_name(table, actor), percents, opponents)


@memo
def _roll_offer(seat: str, actor: str, name: str, percents: Percents, gm: bool, hindered: tuple[str, ...]) -> Offer:
    skill_question = _skill_question(percents)
    questions: tuple[Question, ...] = (
        skill_question,
        grade_question(),
        question("harder", QuestionKind.NUMBER, field="steps", least=-7, most=7, optional=True, rare=True),
        question("tries", QuestionKind.NUMBER, least=0, most=1, optional=True, rare=True),
        *using_question(hindered),
        question("what", QuestionKind.TEXT, optional=True),
    )
    if gm:
        questions = (*questions, question("in_secret", QuestionKind.FLAG, field="secret", optional=True))
    command = check_commands.RollSkill(seat=seat, actor=actor, skill=skill_question.choices[0])
    return make_offer(f"d100_roll:{actor}", command, questions=questions, actor=name)


@memo
def _contest_offer(
    seat: str,
    actor: str,
    name: str,
    percents: Percents,
    opponents: tuple[tuple[str, Percents], ...],
) -> Offer:
    skill_question = _skill_question(percents)
    names = tuple(opponent for opponent, _ in opponents)
    among = {opponent: _skill_names(opponent_percents) for opponent, opponent_percents in opponents}
    all_skills = tuple(dict.fromkeys(skill for skills in among.values() for skill in skills))
    questions = (
        skill_question,
        question("contest_with", QuestionKind.CHOICE, names, field="other"),
        question(
            "their_skill",
            QuestionKind.CHOICE,
            all_skills,
            field="other_skill",
            by="other",
            among=among,
            told_for={opponent: _percent_labels(opponent_percents) for opponent, opponent_percents in opponents},
        ),
        grade_question(),
        question(
            "their_grade",
            QuestionKind.CHOICE,
            difficulty_grades.ladder(),
            field="other_grade",
            optional=True,
            rare=True,
        ),
        question(
            "contest_sort", QuestionKind.CHOICE, ("opposed", "differential"), field="sort", optional=True, rare=True
        ),
        question("what", QuestionKind.TEXT, optional=True),
    )
    command = check_commands.RollContest(
        seat=seat, actor=actor, skill=skill_question.choices[0], other=names[0], other_skill=all_skills[0]
    )
    return make_offer(f"d100_contest:{actor}", command, questions=questions, actor=name)


def _skill_question(percents: Percents) -> Question:
    """Return the question for a skill of a character, each choice with its per cent."""
    return question("skill", QuestionKind.CHOICE, _skill_names(percents), told=_percent_labels(percents))


def _percent_labels(percents: Percents) -> dict[str, Message]:
    return {skill: Message(key="d100.percent", params={"value": value}) for skill, value in reversed(percents)}


# ---- a roll under way -----------------------------------------------------------------------------------------------


def check_offers_in_progress(table: Table, seat: str, viewer: str, luck: OffersOfSeat) -> Iterator[Offer]:
    """Yield the offers of a seat for the roll at the front, if both the seat and the viewer may know of it.

    Args:
        table: the table.
        seat: the seat.
        viewer: who reads the offers.
        luck: the offers of luck, which come between those of the roll.
    """
    check = table.procedures[-1]
    assert isinstance(check, Check)
    gm = table.is_gm(seat)
    audience = audience_for_check(table, check)
    if not (may_follow(table, seat, audience) and may_follow(table, viewer, audience)):
        return
    waiting = CHECKS.unthrown(table, check)
    if waiting:
        roll_indexes = CHECKS.in_hand(table, seat, check)
        is_own = any(controller_of(table, check.rolls[index].actor) == seat for index in roll_indexes)
        if roll_indexes:
            yield _throw_offer(seat, is_own or all(not check.rolls[index].actor for index in waiting) or check.secret)
        if denial(CHECKS.verify_call_off, table, check_commands.CallOff(seat=seat)) is None:
            yield _call_off_offer(seat, check.rolls[0].name, payer(table, seat, check.rolls[0].actor))
    else:
        yield from luck(table, seat, viewer)
        if denial(CHECKS.verify_accept, table, check_commands.AcceptRoll(seat=seat)) is None:
            waited = seats_awaited(table, viewer)
            yield _accept_offer(seat, not waited or seat in waited)
    if gm:
        yield from _gm_offers(table, seat, viewer, check)


def _gm_offers(table: Table, seat: str, viewer: str, check: Check) -> Iterator[Offer]:
    """Yield the GM's corrections of each roll whose calculation the viewer may read."""
    against, waiting = effective_skills(table, check), CHECKS.unthrown(table, check)
    same_skill = len({roll.name for roll in check.rolls}) < len(check.rolls)
    for index, roll in enumerate(check.rolls):
        name = _roll_label(table, roll) if same_skill else roll.name
        if roll.stands is not None or not (roll.actor == "" or table.may_read(table.actors[roll.actor], viewer)):
            continue
        if roll.thrown is None and waiting:
            settings = settings_of(table)
            comes_to = tuple(
                (g, success_levels.effective_skill(roll.skill, g, roll.bearings, settings).value)
                for g in difficulty_grades.ladder()
            )
            yield with_denial(table, _grade_offer(seat, index, name, roll.base, comes_to), check_commands.verify_grade)
        yield _skill_offer(seat, index, name, against[index].value)
        yield _die_offer(seat, index, name, roll.thrown or 50)
        level = "failure" if index in waiting else result_of_roll(table, check, index).level
        yield _level_offer(seat, index, name, level)


def _roll_label(table: Table, roll: CheckRoll) -> str:
    """Return the words that tell a roll from another roll of the same skill."""
    params = {"actor": roller_name(table, roll), "name": roll.name}
    return say(Message(key="glimpse.d100_side", params=params))


@memo
def _throw_offer(seat: str, main: bool) -> Offer:
    return make_offer("d100_throw", check_commands.ThrowDice(seat=seat), primary=main)


@memo
def _call_off_offer(seat: str, name: str, payer: str) -> Offer:
    return make_offer("d100_call_off", check_commands.CallOff(seat=seat), at_cost_of=payer, skill=name)


@memo
def _accept_offer(seat: str, main: bool) -> Offer:
    return make_offer("d100_let_stand", check_commands.AcceptRoll(seat=seat), primary=main)


@memo
def _grade_offer(
    seat: str,
    index: int,
    name: str,
    current: grade_tables.Grade,
    values: tuple[tuple[grade_tables.Grade, int], ...],
) -> Offer:
    """Offer to change the grade, each choice with the effective skill it gives (CF-UI-2)."""
    command = check_commands.ChangeGrade(seat=seat, grade=current, roll=index)
    percents = {grade: Message(key="d100.percent", params={"value": value}) for grade, value in values}
    questions = (
        question("grade", QuestionKind.CHOICE, difficulty_grades.ladder(), told=percents),
        question("harder", QuestionKind.NUMBER, field="steps", least=-7, most=7, optional=True),
    )
    return make_offer(f"d100_grade:{index}", command, questions=questions, skill=name, grade=current)


@memo
def _skill_offer(seat: str, index: int, name: str, value: int) -> Offer:
    command = check_commands.RuleSkill(seat=seat, value=min(999, value), roll=index)
    questions = (question("percent", QuestionKind.NUMBER, field="value", least=0, most=999),)
    return make_offer(f"d100_rule_skill:{index}", command, questions=questions, rare=True, skill=name, value=value)


@memo
def _die_offer(seat: str, index: int, name: str, face: int) -> Offer:
    command = check_commands.RuleDie(seat=seat, face=face, roll=index)
    questions = (question("face", QuestionKind.NUMBER, least=1, most=100),)
    return make_offer(f"d100_rule_die:{index}", command, questions=questions, rare=True, skill=name)


@memo
def _level_offer(seat: str, index: int, name: str, level: grade_tables.SuccessLevel) -> Offer:
    command = check_commands.RuleLevel(seat=seat, level=level, roll=index)
    questions = (question("level", QuestionKind.CHOICE, LEVELS),)
    return make_offer(f"d100_rule_level:{index}", command, questions=questions, rare=True, skill=name)
