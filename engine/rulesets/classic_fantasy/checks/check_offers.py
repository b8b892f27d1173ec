"""Offers of a check and of the dice of an effect: throwing, luck, accepting, the GM's corrections (CF-UI-4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.kit.checks.check_offers import CheckOffers
from engine.kit.control import controller_of
from engine.kit.offers.nameable_characters import OffersOfSeat, foes_first, led, others
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Offer, with_denial
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.character.character_audience import may_follow
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of, read_character_sheet
from engine.rulesets.classic_fantasy.character.offer_targets import alive
from engine.rulesets.classic_fantasy.checks import check_resolution, difficulty_modifiers
from engine.rulesets.classic_fantasy.checks.check_commands import (
    AcceptRoll,
    CallOff,
    ChangeGrade,
    RollContest,
    RollSkill,
    RuleDie,
    RuleLevel,
    RuleSkill,
    ThrowDice,
)
from engine.rulesets.classic_fantasy.checks.check_hooks import CHECK_HOOKS
from engine.rulesets.classic_fantasy.checks.check_procedure import (
    Check,
    CheckRoll,
    EffectRoll,
    audience_for_check,
)
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import RuleEffect
from engine.rulesets.classic_fantasy.dice import grade_tables, success_levels
from engine.rulesets.classic_fantasy.dice.difficulty_grades import ladder
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.settings import Settings, settings_of

_DICE = CheckOffers(ThrowDice, AcceptRoll, CallOff, ("d100_throw", "d100_let_stand", "d100_call_off"))
WITHSTANDING = ("Endurance", "Willpower")
"""The skills that a character can roll without being awake."""


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
    percents = _percents_on_sheet(table.actors[actor], settings_of(table))
    return percents if is_awake(table, actor) else tuple(pair for pair in percents if pair[0] in WITHSTANDING)


@memo
def _percents_on_sheet(actor: Actor, settings: Settings) -> Percents:
    return tuple((skill.name, skill.value) for skill in read_character_sheet(actor, settings).skills)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the rolls that a seat can call for."""
    gm = table.is_gm(seat)
    for actor in alive(table, led(table, seat, viewer)):
        percents = _percents(table, actor)
        if not percents:
            continue
        hindered = difficulty_modifiers.named_hindered_locations(table, actor)
        yield _roll_offer(seat, actor, actor_name(table, actor), percents, gm, hindered)
        if not is_awake(table, actor):
            continue
        against = foes_first(table, actor, alive(table, others(table, actor, viewer)))
        percents_of = {opponent: _percents(table, opponent) for opponent in against}
        opponents = tuple((opponent, skills) for opponent, skills in percents_of.items() if skills)
        if opponents:
            yield _contest_offer(seat, actor, actor_name(table, actor), percents, opponents)


@memo
def _roll_offer(seat: str, actor: str, name: str, percents: Percents, gm: bool, hindered: tuple[str, ...]) -> Offer:
    asks: dict[str, Answers] = {
        "skill": _asked_skill(percents),
        "grade": ladder(),
        "using": hindered or None,
        "secret": Asks() if gm else None,
    }
    command = RollSkill(seat=seat, actor=actor, skill=percents[0][0])
    return offer_of(None, command, name=f"d100_roll:{actor}", asks=asks, actor=name)


@memo
def _contest_offer(
    seat: str, actor: str, name: str, percents: Percents, opponents: tuple[tuple[str, Percents], ...]
) -> Offer:
    names = tuple(opponent for opponent, _ in opponents)
    among = {opponent: _skill_names(opponent_percents) for opponent, opponent_percents in opponents}
    all_skills = tuple(dict.fromkeys(skill for skills in among.values() for skill in skills))
    labels = {opponent: _percent_labels(opponent_percents) for opponent, opponent_percents in opponents}
    asks: dict[str, Answers] = {
        "skill": _asked_skill(percents),
        "other": names,
        "other_skill": Asks("their_skill", choices=all_skills, by="other", among=among, told_for=labels),
        "grade": ladder(),
        "other_grade": ladder(),
    }
    command = RollContest(seat=seat, actor=actor, skill=percents[0][0], other=names[0], other_skill=all_skills[0])
    return offer_of(None, command, name=f"d100_contest:{actor}", asks=asks, actor=name)


def _asked_skill(percents: Percents) -> Asks:
    """Ask for a skill of a character, each choice with its per cent."""
    return Asks(choices=_skill_names(percents), told=_percent_labels(percents))


def _percent_labels(percents: Percents) -> dict[str, Message]:
    return {skill: Message(key="d100.percent", params={"value": value}) for skill, value in reversed(percents)}


# ---- a roll under way -----------------------------------------------------------------------------------------------


def check_offers_in_progress(table: Table, seat: str, viewer: str, check: Check, luck: OffersOfSeat) -> Iterator[Offer]:
    """Yield the offers of a seat for the roll at the front, if both the seat and the viewer may know of it."""
    yield from dice_offers(table, seat, viewer, check, luck)
    if table.is_gm(seat) and _may_both_follow(table, seat, viewer, check):
        yield from _gm_offers(table, seat, viewer, check)


def dice_offers(table: Table, seat: str, viewer: str, check: Check, luck: OffersOfSeat) -> Iterator[Offer]:
    """Yield the same offers without the corrections of the GM. The offers of luck come between those of the roll."""
    if not _may_both_follow(table, seat, viewer, check):
        return
    if check_resolution.CHECKS.unthrown(table, check):
        yield from _DICE.throw(table, seat, primary=check.secret)
        yield from _DICE.call_off(table, seat, skill=check_resolution.name_of_roll(check.rolls[0]))
    else:
        yield from luck(table, seat, viewer)
        yield from _DICE.accept(table, seat, lambda: check_resolution.seats_awaited(table, viewer))


def _may_both_follow(table: Table, seat: str, viewer: str, check: Check) -> bool:
    audience = audience_for_check(table, check)
    return may_follow(table, seat, audience) and may_follow(table, viewer, audience)


def _gm_offers(table: Table, seat: str, viewer: str, check: Check) -> Iterator[Offer]:
    """Yield the GM's corrections of each roll whose calculation the viewer may read."""
    against = check_resolution.effective_skills(table, check, check_resolution.known_sides(table, check, viewer))
    waiting = check_resolution.CHECKS.unthrown(table, check)
    same_skill = len({roll.name for roll in check.rolls}) < len(check.rolls)
    for index, roll in enumerate(check.rolls):
        name = _roll_label(table, roll) if same_skill else check_resolution.name_of_roll(roll)
        if roll.stands is not None or not (roll.actor == "" or table.may_read(table.actors[roll.actor], viewer)):
            continue
        if roll.thrown is None and waiting:
            settings = settings_of(table)
            skills = ((g, success_levels.effective_skill(roll.skill, g, roll.bearings, settings)) for g in ladder())
            rolled = tuple((g, skill.value) for g, skill in skills if skill.certain is None)
            yield with_denial(table, _grade_offer(seat, index, name, roll.base, rolled))
        value = against[index].value
        skill, face = RuleSkill(seat=seat, value=min(999, value), roll=index), roll.thrown or 50
        yield offer_of(None, skill, name=f"d100_rule_skill:{index}", rare=True, skill=name, value=value)
        die = RuleDie(seat=seat, face=face, roll=index)
        yield offer_of(None, die, name=f"d100_rule_die:{index}", rare=True, skill=name)
        level = "failure" if index in waiting else check_resolution.result_of_roll(table, check, index).level
        ruling = RuleLevel(seat=seat, level=level, roll=index)
        yield offer_of(None, ruling, name=f"d100_rule_level:{index}", rare=True, skill=name)


def _roll_label(table: Table, roll: CheckRoll) -> str:
    """Return the words that tell a roll from another roll of the same skill."""
    params = {"actor": check_resolution.roller_name(table, roll), "name": check_resolution.skill_name_of(roll)}
    return say(Message(key="glimpse.d100_side", params=params))


@memo
def _grade_offer(
    seat: str, index: int, name: str, current: grade_tables.Grade, values: tuple[tuple[grade_tables.Grade, int], ...]
) -> Offer:
    """Offer to change the grade, each choice that is rolled with the effective skill it gives (CF-UI-2)."""
    skills: dict[str, Message] = {
        grade: Message(key="d100.skill_at_grade", params={"value": value}) for grade, value in values
    }
    command, asks = ChangeGrade(seat=seat, grade=current, roll=index), {"grade": Asks(choices=ladder(), told=skills)}
    return offer_of(None, command, name=f"d100_grade:{index}", asks=asks, skill=name, grade=current)


def effect_roll_offers_in_progress(
    table: Table, seat: str, viewer: str, effect_roll: EffectRoll, luck: OffersOfSeat
) -> Iterator[Offer]:
    """Yield what a seat can do about the dice of an effect at the front; the offers of luck come first."""
    yield from luck(table, seat, viewer)
    yield from _DICE.accept(table, seat, lambda: (controller_of(table, effect_roll.actor),))
    if table.is_gm(seat) and table.may_read(table.actors[effect_roll.actor], viewer):
        mixed_dice = mixed(effect_roll.dice)
        possible = {"value": range(mixed_dice.least, mixed_dice.most + 1)}
        rule = RuleEffect(seat=seat, value=effect_roll.value)
        yield offer_of(None, rule, name="d100_rule_effect", asks=possible, rare=True)
