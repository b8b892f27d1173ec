"""What can be done about a roll: called for, thrown, helped by luck, let stand, and the GM's word on it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.names import actor_name
from engine.play.offers import Ask, AskKind, Denial, Offer, ask, checked, denial, offered
from engine.play.words import Message, say
from engine.rulesets.classic_fantasy import bearing_on, grades, lucky, rolling, states
from engine.rulesets.classic_fantasy.characters import person_of
from engine.rulesets.classic_fantasy.checks import chances, due, name_of, rolled_of
from engine.rulesets.classic_fantasy.leading import leader, may_follow, told_of_check
from engine.rulesets.classic_fantasy.luck import Possible, Use, swapped
from engine.rulesets.classic_fantasy.offering.whom import alive, foes_first
from engine.rulesets.classic_fantasy.procedures.check import Check, Roll
from engine.rulesets.classic_fantasy.rolling import in_hand
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.turning import why_out
from engine.table.frozen import kept
from engine.table.table import Table

WITHSTANDING = ("Endurance", "Willpower")
"""What can be rolled without being awake."""
LEVELS = ("critical", "success", "failure", "fumble")


def led(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the characters for whom a seat may act, as far as the viewer may know of them."""
    return tuple(
        actor.id
        for actor in table.actors.values()
        if not actor.archived
        and (table.is_gm(seat) or leader(table, actor.id) == seat)
        and table.may_read(actor, viewer)
    )


def others(table: Table, actor: str, viewer: str) -> tuple[str, ...]:
    """Return the characters against whom one can act."""
    return tuple(
        one.id for one in table.actors.values() if one.id != actor and not one.archived and table.may_read(one, viewer)
    )


def is_awake(table: Table, actor: str) -> bool:
    """Say whether somebody is neither unconscious nor asleep."""
    state = table.actors[actor]
    return not (state.has(states.UNCONSCIOUS) or state.has(states.ASLEEP)) or not why_out(table, actor)


def knows(table: Table, actor: str, skill: str) -> bool:
    """Say whether somebody can roll a skill."""
    return person_of(table, actor).skill(skill) is not None


Percents = tuple[tuple[str, int], ...]
"""Skills and Passions with their per cents."""


def skills_of(table: Table, actor: str) -> tuple[str, ...]:
    """Return the names of somebody's skills and Passions."""
    return _names(_percents(table, actor))


def _names(known: Percents) -> tuple[str, ...]:
    return tuple(dict.fromkeys(skill for skill, _ in known))


def _percents(table: Table, actor: str) -> Percents:
    """Return what somebody can roll: whoever is not awake can only withstand."""
    every = ((skill.name, skill.value) for skill in person_of(table, actor).skills)
    awake = is_awake(table, actor)
    return tuple((name, value) for name, value in every if awake or name in WITHSTANDING)


@kept
def grade_ask(field: str = "grade") -> Ask:
    """Return the question how hard a roll is by itself."""
    return ask("grade", AskKind.CHOICE, grades.ladder(), field=field, optional=True)


def using_ask(hindered: tuple[str, ...]) -> tuple[Ask, ...]:
    """Return the question whether a hurt location is used, where there is one that hinders (CF-WOUND-11)."""
    return (ask("using", AskKind.CHOICE, hindered, optional=True),) if hindered else ()


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the rolls that a seat can call for."""
    gm = table.is_gm(seat)
    for actor in alive(table, led(table, seat, viewer)):
        known = _percents(table, actor)
        if not known:
            continue
        yield _roll(seat, actor, actor_name(table, actor), known, gm, bearing_on.hindered(table, actor))
        if not is_awake(table, actor):
            continue
        against = foes_first(table, actor, alive(table, others(table, actor, viewer)))
        theirs = {other: _percents(table, other) for other in against}
        fit = tuple((other, skills) for other, skills in theirs.items() if skills)
        if fit:
            yield _contest(seat, actor, actor_name(table, actor), known, fit)


@kept
def _roll(seat: str, actor: str, name: str, known: Percents, gm: bool, hindered: tuple[str, ...]) -> Offer:
    asked = _skill_ask(known)
    asks: tuple[Ask, ...] = (
        asked,
        grade_ask(),
        ask("harder", AskKind.NUMBER, field="steps", least=-7, most=7, optional=True, seldom=True),
        ask("tries", AskKind.NUMBER, least=0, most=1, optional=True, seldom=True),
        *using_ask(hindered),
        ask("what", AskKind.TEXT, optional=True),
    )
    if gm:
        asks = (*asks, ask("in_secret", AskKind.FLAG, field="secret", optional=True))
    bare = rolling.RollSkill(seat=seat, actor=actor, skill=asked.choices[0])
    return offered(f"d100_roll:{actor}", bare, asks=asks, actor=name)


@kept
def _contest(
    seat: str,
    actor: str,
    name: str,
    known: Percents,
    fit: tuple[tuple[str, Percents], ...],
) -> Offer:
    asked = _skill_ask(known)
    against = tuple(other for other, _ in fit)
    among = {other: _names(theirs) for other, theirs in fit}
    every = tuple(dict.fromkeys(skill for skills in among.values() for skill in skills))
    asks = (
        asked,
        ask("contest_with", AskKind.CHOICE, against, field="other"),
        ask(
            "their_skill",
            AskKind.CHOICE,
            every,
            field="other_skill",
            by="other",
            among=among,
            told_for={other: _told(theirs) for other, theirs in fit},
        ),
        grade_ask(),
        ask("their_grade", AskKind.CHOICE, grades.ladder(), field="other_grade", optional=True, seldom=True),
        ask("contest_sort", AskKind.CHOICE, ("opposed", "differential"), field="sort", optional=True, seldom=True),
        ask("what", AskKind.TEXT, optional=True),
    )
    bare = rolling.RollContest(seat=seat, actor=actor, skill=asked.choices[0], other=against[0], other_skill=every[0])
    return offered(f"d100_contest:{actor}", bare, asks=asks, actor=name)


def _skill_ask(known: Percents) -> Ask:
    """Return the question for one of somebody's skills, each told with its per cents."""
    return ask("skill", AskKind.CHOICE, _names(known), told=_told(known))


def _told(known: Percents) -> dict[str, Message]:
    return {skill: Message(key="d100.percent", params={"value": value}) for skill, value in reversed(known)}


# ---- a roll under way -----------------------------------------------------------------------------------------------


def under_way(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do about the roll at the front, where both it and the viewer may know of it."""
    found = table.procedures[-1]
    assert isinstance(found, Check)
    gm = table.is_gm(seat)
    told = told_of_check(table, found)
    if not (may_follow(table, seat, told) and may_follow(table, viewer, told)):
        return
    waiting = due(table, found)
    if waiting:
        hand = in_hand(table, seat, found)
        own = any(leader(table, found.rolls[index].actor) == seat for index in hand)
        if hand:
            yield _throw(seat, own or all(not found.rolls[index].actor for index in waiting) or found.secret)
        if denial(rolling.verify_call_off, table, rolling.CallOff(seat=seat)) is None:
            yield _off(seat, found.rolls[0].name, _payer(table, seat, found.rolls[0].actor))
    else:
        yield from luck(table, seat, viewer)
        if denial(rolling.verify_accept, table, rolling.AcceptRoll(seat=seat)) is None:
            waited = lucky.seats_waited_for(table, viewer)
            yield _accept(seat, not waited or seat in waited)
    if gm:
        yield from _masters(table, seat, viewer, found)


def _masters(table: Table, seat: str, viewer: str, found: Check) -> Iterator[Offer]:
    """Yield the GM's word on each roll, where the viewer may read what it is made of."""
    against, waiting = chances(table, found), due(table, found)
    alike = len({roll.name for roll in found.rolls}) < len(found.rolls)
    for index, roll in enumerate(found.rolls):
        name = _whose(table, roll) if alike else roll.name
        if roll.stands is not None or not (roll.actor == "" or table.may_read(table.actors[roll.actor], viewer)):
            continue
        if roll.thrown is None and waiting:
            settings = settings_of(table)
            comes_to = tuple((g, grades.chance(roll.skill, g, roll.bearings, settings).value) for g in grades.ladder())
            yield checked(table, _grade(seat, index, name, roll.base, comes_to), rolling.verify_grade)
        yield _skill(seat, index, name, against[index].value)
        yield _die(seat, index, name, roll.thrown or 50)
        level = "failure" if index in waiting else rolled_of(table, found, index).level
        yield _level(seat, index, name, level)


def _whose(table: Table, roll: Roll) -> str:
    """Return a roll in words by which it is told from another of the same skill."""
    params = {"actor": name_of(table, roll), "name": roll.name}
    return say(Message(key="glimpse.d100_side", params=params))


@kept
def _throw(seat: str, main: bool) -> Offer:
    return offered("d100_throw", rolling.ThrowDice(seat=seat), main=main)


@kept
def _off(seat: str, name: str, payer: str) -> Offer:
    return offered("d100_call_off", rolling.CallOff(seat=seat), at_cost_of=payer, skill=name)


def _payer(table: Table, seat: str, actor: str) -> str:
    """Return the seat that pays for what is done with a character; the GM for what is nobody's."""
    return leader(table, actor) if actor else seat


@kept
def _accept(seat: str, main: bool) -> Offer:
    return offered("d100_let_stand", rolling.AcceptRoll(seat=seat), main=main)


@kept
def _grade(
    seat: str, index: int, name: str, now: grades.Grade, comes_to: tuple[tuple[grades.Grade, int], ...]
) -> Offer:
    """Offer another grade, each told with what the skill would come to (CF-UI-2)."""
    bare = rolling.ChangeGrade(seat=seat, grade=now, roll=index)
    told = {grade: Message(key="d100.percent", params={"value": value}) for grade, value in comes_to}
    asks = (
        ask("grade", AskKind.CHOICE, grades.ladder(), told=told),
        ask("harder", AskKind.NUMBER, field="steps", least=-7, most=7, optional=True),
    )
    return offered(f"d100_grade:{index}", bare, asks=asks, skill=name, grade=now)


@kept
def _skill(seat: str, index: int, name: str, value: int) -> Offer:
    bare = rolling.RuleSkill(seat=seat, value=min(999, value), roll=index)
    asks = (ask("percent", AskKind.NUMBER, field="value", least=0, most=999),)
    return offered(f"d100_rule_skill:{index}", bare, asks=asks, seldom=True, skill=name, value=value)


@kept
def _die(seat: str, index: int, name: str, face: int) -> Offer:
    bare = rolling.RuleDie(seat=seat, face=face, roll=index)
    asks = (ask("face", AskKind.NUMBER, least=1, most=100),)
    return offered(f"d100_rule_die:{index}", bare, asks=asks, seldom=True, skill=name)


@kept
def _level(seat: str, index: int, name: str, level: grades.Level) -> Offer:
    bare = rolling.RuleLevel(seat=seat, level=level, roll=index)
    asks = (ask("level", AskKind.CHOICE, LEVELS),)
    return offered(f"d100_rule_level:{index}", bare, asks=asks, seldom=True, skill=name)


# ---- luck -----------------------------------------------------------------------------------------------------------


def luck(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the uses of luck of those who take part: what is legal now, and why the others are not (CF-UI-4)."""
    for actor in lucky.lucky_ones(table):
        if leader(table, actor) == seat or table.is_gm(seat):
            yield from luck_of(table, seat, viewer, actor)


def luck_of(table: Table, seat: str, viewer: str, actor: str, *, everything: bool = False) -> Iterator[Offer]:
    """Yield the uses of luck of a character; of those that do not fit the moment at all only if asked for."""
    found = table.actors[actor]
    if not (table.may_read(found, seat) and table.may_read(found, viewer)):
        return
    for one in lucky.possible(table, actor):
        if everything or fits_the_moment(one):
            payer = _payer(table, seat, actor)
            label = _use(seat, actor, actor_name(table, actor), one.use, one.shows, one.what, payer)
            yield label.unless(Denial(message=one.refused, rules=one.rules) if one.refused is not None else None)


def fits_the_moment(found: Possible) -> bool:
    """Say whether a use of luck belongs to what is under way, be it to be had or not."""
    return found.refused is None or found.refused.key not in _UNFIT


_UNFIT = frozenset(
    {
        "refused.d100_luck_no_roll",
        "refused.d100_luck_no_enemy_roll",
        "refused.d100_luck_no_fight",
        "refused.d100_luck_no_major",
        "refused.d100_last_act_unhurt",
        "refused.d100_luck_swap_d100",
        "refused.d100_luck_swap_same",
        "refused.d100_luck_points_left",
    }
)


@kept
def _use(seat: str, actor: str, name: str, use: Use, shows: int | None, what: str, payer: str) -> Offer:
    bare = lucky.SpendLuck(seat=seat, actor=actor, use=use)
    now = swapped(shows) if use == "swap" and shows is not None else None
    main = use == "mitigate" and payer == seat
    return offered(
        f"d100_luck_{use}:{actor}", bare, main=main, at_cost_of=payer, actor=name, now=now, shows=shows, what=what
    )
