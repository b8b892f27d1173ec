"""A prepared trap tried out on a dummy: a thousand times by the bare rules, or once on its own table (CF-UI-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from engine.play.chance import Seeded
from engine.play.commands import Command
from engine.play.events import Noted
from engine.play.moves import JoinActor
from engine.play.refusal import Refused
from engine.play.words import say
from engine.rulesets.classic_fantasy import grades, springing, traps
from engine.rulesets.classic_fantasy.data import RULESET
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.harming import AcceptConsequences, AcceptDamage, FindLocation, ThrowDamage
from engine.rulesets.classic_fantasy.rolling import AcceptRoll, ThrowDice
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.springing_at import ResistTrap, TakeTrap
from engine.rulesets.classic_fantasy.trap_list import laid_traps
from engine.rulesets.classic_fantasy.trapping import SpringTrap
from engine.rulesets.classic_fantasy.traps import Resistance, Trap
from engine.rulesets.classic_fantasy.workshop.bringing import LayPrepared
from engine.rulesets.classic_fantasy.workshop.choices import word_of
from engine.rulesets.classic_fantasy.workshop.library import row_of
from engine.rulesets.classic_fantasy.workshop.records import TRAPS, PreparedTrap, trap_of
from engine.rulesets.classic_fantasy.workshop.telling import tell
from engine.rulesets.registry import game_of
from engine.table.frozen import Json, replace
from engine.table.seats import Role, Seat
from engine.table.table import Table
from engine.workshop.bench import Asked, Change, Line, Lists, Options, Trial, Way

TIMES: Final = 1000
ONCE: Final = "once"
SKILLS: Final = {"many_30": 30, "many_50": 50, "many_70": 70}
"""How good the dummies are with which many are tried, in per cent."""
MOST_COMMANDS: Final = 60
MOST_LINES: Final = 120
_GM, _DUMMY = "gm", "dummy"
_AVERAGE: Final = {"str": 11, "con": 11, "siz": 13, "dex": 11, "int": 13, "pow": 11, "cha": 11}
"""A dummy is a human like most."""
_STEPS: Final = (
    ResistTrap,
    ThrowDice,
    AcceptRoll,
    FindLocation,
    ThrowDamage,
    AcceptDamage,
    AcceptConsequences,
    TakeTrap,
)
"""What is answered on the way, the first that is offered."""


def situations(record: PreparedTrap) -> tuple[Way, ...]:
    """Return the situations in which a trap can be tried."""
    many = (
        Way(value=name, label=tell("plot.many", percent=skill), told=tell("plot_told.many", times=TIMES, percent=skill))
        for name, skill in SKILLS.items()
    )
    return (*many, Way(value=ONCE, label=tell("plot.once"), told=tell("plot_told.once")))


def try_trap(
    record: PreparedTrap, lists: Lists, options: Options, settings: Settings, situation: str, answers: Sequence[str]
) -> Trial:
    """Return what came of it; the same trap comes to the same each time."""
    ways = _ways_out(record)
    told = answers[0] if answers else ""
    chosen = next((way.value for way in ways if way.value == told), ways[0].value if ways else "")
    asked = (Asked(at=0, text=tell("ask.way_out"), ways=ways, chosen=chosen),) if ways else ()
    number = int(chosen) if chosen else None
    if situation == ONCE:
        return replace(_once(record, lists, options, number), asked=asked)
    skill = SKILLS.get(situation, next(iter(SKILLS.values())))
    return Trial(lines=tuple(_many(trap_of(record, settings=settings), skill, settings, number)), asked=asked)


def _ways_out(record: PreparedTrap) -> tuple[Way, ...]:
    return tuple(
        Way(value=str(number), label=tell("way_out", skill=way.skill, grade=word_of("grade", way.grade), how=way.how))
        for number, way in enumerate(record.resistance)
    )


# ---- many times ------------------------------------------------------------------------------------------------------


def _many(trap: Trap, skill: int, settings: Settings, way: int | None) -> list[Line]:
    """Tell what comes of a trap for many dummies, with no armour, by the bare rules."""
    chance = Seeded(1)
    does = traps.harm_of(trap, settings=settings)
    resist = trap.resistance[way] if way is not None else None
    clear, sums = 0, list[int]()
    where = Counter[int]()
    for _ in range(TIMES):
        if resist is not None and _escapes(trap, resist, skill, settings, chance):
            clear += 1
            continue
        count = _throw(does.locations, chance) if does.damage else 0
        where[count] += 1
        sums.append(sum(_throw(does.damage, chance) for _ in range(count)))
    lines = [tell("many.clear", times=TIMES, count=clear, percent=skill)] if resist is not None else []
    lines.append(tell("many.caught", count=TIMES - clear, times=TIMES))
    if does.damage and sums:
        ordered = sorted(sums)
        lines.append(
            tell("many.damage", least=ordered[0], middle=ordered[len(ordered) // 2], most=ordered[-1], dice=does.damage)
        )
        lines += [tell("many.locations", count=count, of=where[count]) for count in sorted(where) if len(where) > 1]
    elif not does.damage:
        lines.append(tell("many.harmless"))
    return [Line(text=text) for text in lines]


def _escapes(trap: Trap, resist: Resistance, skill: int, settings: Settings, chance: Seeded) -> bool:
    """Let a dummy resist (CF-TRAP-9); what the better has above 100 is taken from both (CF-X-9)."""
    for _ in range(MOST_COMMANDS):
        bare = [
            grades.chance(skill, resist.grade, settings=settings).value,
            grades.chance(trap.difficulty, settings=settings).value,
        ]
        taken = grades.over_100(bare)
        victim = grades.chance(skill, resist.grade, settings=settings, taken=taken)
        against = grades.chance(trap.difficulty, settings=settings, taken=taken)
        rolls = grades.rolled(victim, chance.roll(100)), grades.rolled(against, chance.roll(100))
        verdict = springing.resisted(*rolls, settings=settings)
        if verdict != "again":
            return verdict == "won"
    return False


def _throw(dice: str, chance: Seeded) -> int:
    read = mixed(dice)
    return max(0, read.total([chance.roll(sides) for sides in read.wanted]))


# ---- once, on a table ------------------------------------------------------------------------------------------------


def _once(record: PreparedTrap, lists: Lists, options: Options, way: int | None) -> Trial:
    """Spring it at a dummy by the very rules, on a table of its own."""
    lines: list[Line] = []
    game, chance = game_of(RULESET), Seeded(1)
    try:
        table = _laid(record, lists, options)
        before = _hit_points(table)
        command: Command | None = SpringTrap(seat=_GM, trap=laid_traps(table)[-1].id, victims=(_DUMMY,))
        for _ in range(MOST_COMMANDS):
            if command is None:
                break
            outcome = game.apply(table, command, chance)
            table = outcome.table
            lines += [
                Line(text=say(event.message), reckoning=tuple(map(say, event.reckoning)), rules=event.rules)
                for event in outcome.events
                if isinstance(event, Noted)
            ]
            command = _next(table, way)
    except Refused as refused:
        return Trial(lines=tuple(lines[:MOST_LINES]), wrong=tell("trial_stopped", why=refused.text))
    after = _hit_points(table)
    changes = [
        Change(who=tell("dummy"), what=place, before=value, after=after.get(place, value))
        for place, value in before.items()
    ]
    changes.sort(key=lambda change: change.before == change.after)
    return Trial(lines=tuple(lines[:MOST_LINES]), changes=tuple(changes))


def _laid(record: PreparedTrap, lists: Lists, options: Options) -> Table:
    game = game_of(RULESET)
    seats = (Seat(id=_GM, name=tell("master"), role=Role.GM),)
    known = {name: options.get(name, spec.default) for name, spec in game.ruleset.options.items()}
    table = game.ruleset.lay_table(seats, known)
    tried = replace(record, id="tried")
    table = replace(table, lists={**{name: tuple(rows) for name, rows in lists.items()}, TRAPS: (row_of(tried),)})
    skills: list[Json] = [{"name": skill, "total": 50} for skill in dict.fromkeys(w.skill for w in record.resistance)]
    sheet: Mapping[str, Json] = {**_AVERAGE, "skills": skills}
    joins = JoinActor(seat=_GM, id=_DUMMY, name=tell("dummy"), leader=_GM, sheet=sheet)
    for command in (joins, LayPrepared(seat=_GM, trap="tried")):
        table = game.apply(table, command, Seeded(1)).table
    return table


def _hit_points(table: Table) -> Mapping[str, int]:
    body = table.actors[_DUMMY].body
    return {name: place.level for name, place in body.locations.items()} if body is not None else {}


def _next(table: Table, way: int | None) -> Command | None:
    """Return the next answer that the trap waits for; None once it is over."""
    offers = game_of(RULESET).offers(table, _GM, _GM)
    open_now = [offer.command for offer in offers if offer.denial is None]
    for step in _STEPS:
        for command in open_now:
            if isinstance(command, ResistTrap) and command.way != (way or 0):
                continue
            if isinstance(command, step):
                return command
    return None
