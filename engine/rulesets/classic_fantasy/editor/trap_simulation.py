"""Simulation of a prepared trap: a thousand victims by the rules alone, or one on a table of its own (CF-UI-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Final

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.kit.content_editor.dice_numbers import rolled
from engine.kit.content_editor.persistence import row_of
from engine.kit.content_editor.tryout_run import Numbers, TryoutRun
from engine.kit.content_editor.view_models import EditorChoice, Lists, Options, Trial, TrialLine, TrialQuestion
from engine.model.frozen import Json, replace
from engine.model.seats import Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.rulesets.classic_fantasy.checks.check_commands import AcceptRoll, ThrowDice
from engine.rulesets.classic_fantasy.damage.damage_commands import (
    AcceptConsequences,
    AcceptDamage,
    FindLocation,
    ThrowDamage,
)
from engine.rulesets.classic_fantasy.dice import success_levels
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.editor.deployment_commands import LayPrepared
from engine.rulesets.classic_fantasy.editor.prepared_records import FORMS, TRAPS, PreparedTrap, editor_text, trap_of
from engine.rulesets.classic_fantasy.editor.prepared_summary import damage_range
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.traps import trap_rules
from engine.rulesets.classic_fantasy.traps.placed_traps import all_traps
from engine.rulesets.classic_fantasy.traps.trap_commands import SpringTrap
from engine.rulesets.classic_fantasy.traps.trap_rules import Resistance, Trap
from engine.rulesets.classic_fantasy.traps.trap_trigger_commands import ResistTrap, TakeTrap
from engine.sheets.editing.new_character_moves import JoinActor

TIMES: Final = 1000
ONCE: Final = "once"
SKILLS: Final = {"many_30": 30, "many_50": 50, "many_70": 70}
"""The skill of the simulated victims by situation, in per cent."""
MOST_COMMANDS: Final = 60
MOST_LINES: Final = 120
_GM, _DUMMY = "gm", "dummy"
_AVERAGE: Final = {"str": 11, "con": 11, "siz": 13, "dex": 11, "int": 13, "pow": 11, "cha": 11}
"""The characteristics of an average human, for a simulated victim."""
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
"""The offers that the simulation takes, the first available one each time."""


def situations() -> tuple[EditorChoice, ...]:
    """Return the situations in which a trap can be tried out."""
    for_many = (
        EditorChoice(
            value=name,
            label=editor_text("plot.many", percent=skill),
            told=editor_text("plot_told.many", times=TIMES, percent=skill),
        )
        for name, skill in SKILLS.items()
    )
    return (*for_many, EditorChoice(value=ONCE, label=editor_text("plot.once"), told=editor_text("plot_told.once")))


def try_trap(
    game: Game,
    record: PreparedTrap,
    lists: Lists,
    options: Options,
    settings: Settings,
    situation: str,
    answers: Sequence[str],
) -> Trial:
    """Return the result of a simulation; the same trap gives the same result each time."""
    ways = _ways_out(record)
    outcome = answers[0] if answers else ""
    chosen = next((way.value for way in ways if way.value == outcome), ways[0].value if ways else "")
    questions = (TrialQuestion(at=0, text=editor_text("ask.way_out"), ways=ways, chosen=chosen),) if ways else ()
    number = int(chosen) if chosen else None
    if situation == ONCE:
        return replace(_TrapRun(game, record, lists, options, number).result(), asked=questions)
    skill = SKILLS.get(situation, next(iter(SKILLS.values())))
    return Trial(lines=tuple(_try_many_times(record, skill, settings, number)), asked=questions)


def _ways_out(record: PreparedTrap) -> tuple[EditorChoice, ...]:
    return tuple(
        EditorChoice(
            value=str(number),
            label=editor_text("way_out", skill=way.skill, grade=FORMS.word("grade", way.grade), how=way.how),
        )
        for number, way in enumerate(record.resistance)
    )


# ---- many times ------------------------------------------------------------------------------------------------------


def _try_many_times(record: PreparedTrap, skill: int, settings: Settings, way: int | None) -> list[TrialLine]:
    """Return the results of a trap for many victims without armour, by the rules alone; dice are rolled for each."""
    chance = SeededChance(1)
    built, dice = cache(partial(trap_of, settings=settings)), damage_range(record, settings)
    resistance = record.resistance[way] if way is not None else None
    clear, sums = 0, list[int]()
    times_by_count = Counter[int]()
    for _ in range(TIMES):
        trap = built(rolled(record, lambda number: _throw(number.text, chance)))
        damage = trap_rules.damage_dice_of(trap, settings=settings)
        if resistance is not None and _escapes(trap, resistance, skill, settings, chance):
            clear += 1
            continue
        count = _throw(damage.locations, chance) if damage.damage else 0
        times_by_count[count] += 1
        sums.append(sum(_throw(damage.damage, chance) for _ in range(count)))
    lines = [editor_text("many.clear", times=TIMES, count=clear, percent=skill)] if resistance is not None else []
    lines.append(editor_text("many.caught", count=TIMES - clear, times=TIMES))
    if dice and sums:
        ordered = sorted(sums)
        lines.append(
            editor_text("many.damage", least=ordered[0], middle=ordered[len(ordered) // 2], most=ordered[-1], dice=dice)
        )
        lines += [
            editor_text("many.locations", count=count, of=times_by_count[count])
            for count in sorted(times_by_count)
            if len(times_by_count) > 1
        ]
    elif not dice:
        lines.append(editor_text("many.harmless"))
    return [TrialLine(text=text) for text in lines]


def _escapes(trap: Trap, resistance: Resistance, skill: int, settings: Settings, chance: SeededChance) -> bool:
    """Let a victim resist (CF-TRAP-9); what the higher skill has above 100 is subtracted from both (CF-X-9)."""
    for _ in range(MOST_COMMANDS):
        skills = [
            success_levels.effective_skill(skill, resistance.grade, settings=settings).value,
            success_levels.effective_skill(trap.difficulty, settings=settings).value,
        ]
        subtracted = success_levels.over_100(skills)
        victim = success_levels.effective_skill(skill, resistance.grade, settings=settings, taken=subtracted)
        against = success_levels.effective_skill(trap.difficulty, settings=settings, taken=subtracted)
        rolls = (
            success_levels.roll_result(victim, chance.roll(100)),
            success_levels.roll_result(against, chance.roll(100)),
        )
        verdict = trap_rules.resist_verdict(*rolls, settings=settings)
        if verdict != "again":
            return verdict == "won"
    return False


def _throw(dice: str, chance: SeededChance) -> int:
    parsed = mixed(dice)
    return max(0, parsed.total([chance.roll(sides) for sides in parsed.dice_sides]))


# ---- once, on a table ------------------------------------------------------------------------------------------------


class _TrapRun(TryoutRun):
    """The trap triggered at a victim on a table of its own."""

    forms = FORMS
    MOST_COMMANDS = MOST_COMMANDS
    MOST_LINES = MOST_LINES

    def __init__(self, game: Game, record: PreparedTrap, lists: Lists, options: Options, way: int | None) -> None:
        super().__init__(game)
        self._trap = record, lists, options
        self._way = way
        self._is_sprung = False

    def prepare(self) -> None:
        """Place the trap, and let the victim come."""
        self.table = _table_with_trap(self.game, *self._trap)

    def numbers(self) -> Numbers:
        """Return the hit points of the victim."""
        body = self.table.actors[_DUMMY].body
        locations = body.locations.items() if body is not None else ()
        return {(editor_text("dummy"), name): place.level for name, place in locations}

    def next_command(self) -> Command | None:
        """Return the next answer that the trap waits for; None once it is over."""
        if not self._is_sprung:
            self._is_sprung = True
            return SpringTrap(seat=_GM, trap=all_traps(self.table)[-1].id, victims=(_DUMMY,))
        offers = self.game.offers(self.table, _GM, _GM)
        commands = [offer.command for offer in offers if offer.denial is None]
        for step in _STEPS:
            for command in commands:
                if isinstance(command, ResistTrap) and command.way != (self._way or 0):
                    continue
                if isinstance(command, step):
                    return command
        return None


def _table_with_trap(game: Game, record: PreparedTrap, lists: Lists, options: Options) -> Table:
    seats = (Seat(id=_GM, name=editor_text("master"), role=Role.GM),)
    known = {name: options.get(name, spec.default) for name, spec in game.ruleset.options.items()}
    table = game.ruleset.new_table(seats, known)
    trap = replace(record, id="tried")
    table = replace(table, lists={**{name: tuple(rows) for name, rows in lists.items()}, TRAPS: (row_of(trap),)})
    skills: list[Json] = [
        {"name": skill, "total": 50} for skill in dict.fromkeys(resistance.skill for resistance in record.resistance)
    ]
    sheet: Mapping[str, Json] = {**_AVERAGE, "skills": skills}
    joins = JoinActor(seat=_GM, id=_DUMMY, name=editor_text("dummy"), leader=_GM, sheet=sheet)
    for command in (joins, LayPrepared(seat=_GM, trap="tried")):
        table = game.apply(table, command, SeededChance(1)).table
    return table
