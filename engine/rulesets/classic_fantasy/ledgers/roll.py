"""A roll or a contest under way, side beside side, and what luck may do with it now (CF-UI-2, CF-UI-4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.play.ledgers import Cell, Ledger, LedgerLine, LedgerTab, Touch
from engine.play.words import Message, say
from engine.rulesets.classic_fantasy import lucky
from engine.rulesets.classic_fantasy.at_table import LUCK, pool
from engine.rulesets.classic_fantasy.characters import person_of
from engine.rulesets.classic_fantasy.checks import chances, decided, due, name_of, reckoning_of, rolled_of
from engine.rulesets.classic_fantasy.effects import words_of
from engine.rulesets.classic_fantasy.grades import Chance, Level
from engine.rulesets.classic_fantasy.leading import may_follow, told_of, told_of_check
from engine.rulesets.classic_fantasy.ledgers.saying import (
    BLANK,
    face,
    heading,
    may_read,
    name_cell,
    ranges_of,
    words,
)
from engine.rulesets.classic_fantasy.luck import Possible
from engine.rulesets.classic_fantasy.offering.rolls import fits_the_moment
from engine.rulesets.classic_fantasy.procedures.check import Check, Roll, check
from engine.rulesets.classic_fantasy.procedures.effect import Effect, effect
from engine.table.frozen import Json
from engine.table.table import Table

KEY: Final = "roll"
SIDES: Final = 2
TONES: Final[dict[Level, tuple[str, str]]] = {
    "critical": ("star", "good"),
    "success": ("check", "good"),
    "failure": ("close", "warn"),
    "fumble": ("warning", "bad"),
}
"""The sign and the tone of what a roll comes to."""


def tab(table: Table, viewer: str) -> LedgerTab | None:
    """Return its tab while something is rolled for of which the viewer may know."""
    found, lying = check(table), effect(table)
    told = lying is not None and may_follow(table, viewer, told_of(table, lying.actor))
    if not told and (found is None or not may_follow(table, viewer, told_of_check(table, found))):
        return None
    return LedgerTab(key=KEY, label=Message(key="d100.ledger.roll.tab"), sign="dice", now=True)


def ledger(table: Table, viewer: str) -> Ledger:
    """Return the page."""
    found, lying = check(table), effect(table)
    if lying is not None:
        return _of_effect(table, viewer, lying)
    assert found is not None
    sides = range(len(found.rolls))
    names = [
        Message(key="d100.ledger.roll.side", params={"actor": name_of(table, roll), "name": roll.name})
        if roll.actor
        else words(roll.name)
        for roll in found.rolls
    ]
    params = {"what": found.what, "actor": name_of(table, found.rolls[0]), "other": name_of(table, found.rolls[-1])}
    return Ledger(
        key=KEY,
        title=Message(key="d100.ledger.roll.contest", params=params)
        if len(found.rolls) > 1
        else Message(key="d100.ledger.roll.title", params=params),
        large=_verdict(table, viewer, found),
        columns=(words(""), *names, *(words("") for _ in range(SIDES - len(sides)))),
        lines=tuple(_lines(table, viewer, found)),
        touches=tuple(Touch(offer=name) for name in ("d100_throw", "d100_let_stand", "d100_call_off")),
    )


def _of_effect(table: Table, viewer: str, lying: Effect) -> Ledger:
    """Return the page of dice of an effect: what they have come to, and what luck may do with it (CF-LUCK-7)."""
    shown = may_read(table, viewer, lying.actor)
    params: dict[str, Json] = {"dice": lying.dice, "value": lying.value}
    return Ledger(
        key=KEY,
        title=words_of(table, lying),
        large=Message(key="d100.ledger.roll.effect" if shown else "d100.ledger.roll.hidden", params=params),
        columns=(words(""), *(words("") for _ in range(SIDES))),
        lines=tuple(luck_lines(table, viewer)),
        touches=tuple(Touch(offer=name) for name in ("d100_let_stand", "d100_rule_effect")),
    )


def _verdict(table: Table, viewer: str, found: Check) -> Message:
    """Return what is written largest: what it has come to, or what must be thrown."""
    first, against = found.rolls[0], chances(table, found)[0]
    if due(table, found):
        open_to = len(found.rolls) == 1 and may_read(table, viewer, first.actor)
        return (
            Message(key="d100.ledger.roll.wanted", params={"value": against.value})
            if open_to
            else Message(key="d100.ledger.roll.thrown_for")
        )
    result = decided(table, found)
    if result.contest is None:
        level = f"d100-{result.rolls[0].level}"
        if not result.rolls[0].roll:
            return Message(key="d100.ledger.roll.certain", params={"level": level})
        shown = say(face(result.rolls[0].roll))
        return Message(key="d100.ledger.roll.came", params={"roll": shown, "level": level})
    if result.contest.winner is None:
        return Message(key="d100.ledger.roll.neither")
    ahead = found.rolls[0 if result.contest.winner == "acting" else 1]
    params: dict[str, Json] = {
        "actor": name_of(table, ahead),
        "levels": abs(result.margin) if found.sort == "differential" else 0,
    }
    return Message(key="d100.ledger.roll.ahead", params=params)


def _lines(table: Table, viewer: str, found: Check) -> Iterator[LedgerLine]:
    """Yield both: once the dice lie, it is luck that matters."""
    if due(table, found):
        yield from _sides(table, viewer, found)
        yield from luck_lines(table, viewer)
    else:
        yield from luck_lines(table, viewer)
        yield from _sides(table, viewer, found)


# ---- side beside side ------------------------------------------------------------------------------------------------


def _sides(table: Table, viewer: str, found: Check) -> Iterator[LedgerLine]:
    against = chances(table, found)

    def row(key: str, label: Message, told: Callable[[int, Roll, Chance], Cell], *, open_to_all: bool) -> LedgerLine:
        cells = [
            told(index, roll, against[index])
            if open_to_all or may_read(table, viewer, roll.actor)
            else Cell(text=Message(key="d100.ledger.roll.hidden"), sign="eye-off", tone="dim")
            for index, roll in enumerate(found.rolls)
        ]
        blanks = [BLANK] * (SIDES - len(cells))
        return LedgerLine(key=key, cells=(Cell(text=label), *cells, *blanks), rules=RULES[key])

    yield row("grade", Message(key="d100.ledger.roll.grade"), _grade, open_to_all=False)
    yield row("value", Message(key="d100.ledger.roll.value"), _value, open_to_all=False)
    yield row("bounds", Message(key="d100.ledger.roll.bounds"), _bounds, open_to_all=False)
    yield row("thrown", Message(key="d100.ledger.roll.thrown"), _thrown, open_to_all=True)

    def outcome(index: int, roll: Roll, against: Chance) -> Cell:
        if index in due(table, found):
            return BLANK
        level = rolled_of(table, found, index).level
        sign, tone = TONES[level]
        text = Message(key="d100.ledger.roll.level", params={"level": f"d100-{level}"})
        label = Message(key="d100.ledger.overrule")
        touches = () if roll.stands is not None else (Touch(offer=f"d100_rule_level:{index}", label=label),)
        return Cell(text=text, sign=sign, tone=tone, touches=touches)

    yield row("outcome", Message(key="d100.ledger.roll.outcome"), outcome, open_to_all=True)
    if len(found.rolls) > 1 and not due(table, found):
        yield _ahead(table, found)


RULES: Final[dict[str, tuple[str, ...]]] = {
    "grade": ("CF-X-5", "CF-X-6"),
    "value": ("CF-X-5", "CF-X-9"),
    "bounds": ("CF-X-2", "CF-X-3"),
    "thrown": ("CF-X-1",),
    "outcome": ("CF-X-4",),
}


def _grade(index: int, roll: Roll, against: Chance) -> Cell:
    if roll.stands is not None:
        return Cell(text=Message(key="d100.ledger.roll.stands"), sign="lock", tone="dim")
    told = tuple(bearing.words for bearing in against.bearings)
    touch = Touch(offer=f"d100_grade:{index}", label=Message(key="d100.ledger.overrule"))
    return Cell(text=words(against.grade), tone="warn" if told else "", told=told, touches=(touch,))


def _value(index: int, roll: Roll, against: Chance) -> Cell:
    if roll.stands is not None:
        return Cell(text=Message(key="d100.percent", params={"value": roll.stands.value}))
    if against.certain is not None:
        return Cell(text=Message(key="d100.ledger.roll.no_roll"), tone="dim")
    touch = Touch(offer=f"d100_rule_skill:{index}", label=Message(key="d100.ledger.overrule"))
    text = Message(key="d100.percent", params={"value": against.value})
    return Cell(text=text, told=tuple(reckoning_of(against)), touches=(touch,))


def _bounds(index: int, roll: Roll, against: Chance) -> Cell:
    if roll.stands is not None or against.certain is not None:
        return BLANK
    return Cell(text=ranges_of(against))


def _thrown(index: int, roll: Roll, against: Chance) -> Cell:
    fallen = roll.stands.roll if roll.stands is not None else roll.thrown
    label = Message(key="d100.ledger.overrule")
    touches = () if roll.stands is not None else (Touch(offer=f"d100_rule_die:{index}", label=label),)
    if fallen:
        return Cell(text=face(fallen), sign="dice", touches=touches)
    if against.certain is not None or roll.level is not None or roll.stands is not None:
        return BLANK
    return Cell(text=Message(key="d100.ledger.roll.to_be_thrown"), sign="hourglass", tone="now", touches=touches)


def _ahead(table: Table, found: Check) -> LedgerLine:
    contest = decided(table, found).contest
    assert contest is not None
    won = {"acting": 0, "resisting": 1}.get(contest.winner or "")
    mark = Cell(text=Message(key="d100.ledger.roll.is_ahead"), sign="crown", tone="good", told=(contest.words,))
    none = Cell(text=Message(key="d100.ledger.roll.neither"), told=(contest.words,))
    cells = [mark if index == won else BLANK if won is not None else none for index in range(SIDES)]
    label = Cell(text=Message(key="d100.ledger.roll.wins"))
    return LedgerLine(key="ahead", cells=(label, *cells), rules=("CF-X-7", "CF-X-8"))


# ---- luck ------------------------------------------------------------------------------------------------------------


def luck_lines(table: Table, viewer: str, *, fitting: bool = False) -> Iterator[LedgerLine]:
    """Yield what luck may do now, of each who takes part: what it would come to, or why not (CF-UI-4).

    Args:
        table: as it is.
        viewer: who is told.
        fitting: only those are told of for whom the moment has something.
    """
    ones = (actor for actor in lucky.lucky_ones(table) if may_read(table, viewer, actor))
    people = [actor for actor in ones if not _is_luckless(table, actor)]
    if fitting:
        people = [actor for actor in people if any(map(fits_the_moment, lucky.possible(table, actor)))]
    if not people:
        return
    yield heading("luck", (Cell(text=Message(key="d100.ledger.roll.luck"), sign="star"), *(BLANK,) * SIDES))
    for actor in people:
        yield _luck(table, actor)


def _is_luckless(table: Table, actor: str) -> bool:
    """Say whether somebody is of those who never have any luck (CF-AMB-42)."""
    keys = {one.refused.key for one in lucky.possible(table, actor) if one.refused is not None}
    return "refused.d100_luck_not_theirs" in keys


def _luck(table: Table, actor: str) -> LedgerLine:
    uses = lucky.possible(table, actor)
    fitting = [one for one in uses if fits_the_moment(one)]
    have, most = pool(table, actor, LUCK), person_of(table, actor).luck_most
    params = {"have": have, "most": have if most is None else most}
    points = Cell(text=Message(key="d100.ledger.roll.points", params=params), tone="" if have else "dim")
    return LedgerLine(
        key=f"luck:{actor}",
        cells=(name_cell(table, actor), points, _why(table, actor, uses)),
        actor=actor,
        touches=tuple(
            Touch(offer=f"d100_luck_{one.use}:{actor}", label=_label(table, actor, one))
            for one in fitting
            if one.refused is None
        ),
        rules=tuple(dict.fromkeys(rule for one in fitting for rule in one.rules)),
    )


def _why(table: Table, actor: str, uses: tuple[Possible, ...]) -> Cell:
    """Tell whether a point may be spent now, and if not, why."""
    if any(one.refused is None for one in uses):
        return Cell(text=Message(key="d100.ledger.roll.luck_now"), sign="check", tone="good")
    if lucky.has_spent(table, actor):
        return Cell(text=Message(key="d100.ledger.roll.luck_spent"), sign="lock", tone="dim")
    why = list(dict.fromkeys(say(one.refused) for one in uses if fits_the_moment(one) and one.refused is not None))
    first = words(why[0]) if why else Message(key="d100.ledger.roll.luck_not_now")
    return Cell(text=first, sign="lock", tone="dim", told=tuple(words(one) for one in why[1:]))


def _label(table: Table, actor: str, found: Possible) -> Message:
    """Return what a use would do, with its effect before it is bought: 75 becomes 57."""
    before = lucky.roll_before(table, actor)
    if found.use == "swap" and before is not None and found.shows is not None:
        params = {"roll": say(face(before.value)), "shows": say(face(found.shows))}
        return Message(key="d100.ledger.roll.swap", params=params)
    return found.words
