"""The battle as some viewers know it, with stand-ins for the numbers that they may not read.

Whatever is calculated on it, a suggestion or a choice of the bot, is the same for all states that those viewers cannot
tell apart.
"""

from __future__ import annotations

from typing import Final

from engine.core.memo import memo_of_moment
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing.battle import participants
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import BattleSnapshot, Stats
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator

UNKNOWN: Final = 999
"""The Health and Adrenaline of a fighter that may not be read: unhurt, and with more than any card takes away."""


@memo_of_moment
def known_calculator(table: Table, seat: str, viewer: str = "") -> BattleCalculator:
    """Return the calculator of the battle as a seat knows it and, if one is named, a viewer too.

    Fighters that one of them may not read have the least stats, and the same Health and Adrenaline. Everybody sees who
    is defeated.
    """
    calculator = calculator_of(table)
    hidden = _hidden_fighters(table, (seat, viewer) if viewer else (seat,))
    return _calculator_without(calculator.snapshot, hidden) if hidden else calculator


@memo_of_moment
def _calculator_without(snapshot: BattleSnapshot, hidden: frozenset[str]) -> BattleCalculator:
    return BattleCalculator(_with_stand_ins(snapshot, hidden))


def _hidden_fighters(table: Table, viewers: tuple[str, ...]) -> frozenset[str]:
    """Return the fighters with numbers that some of these viewers may not know."""
    present = ((who, table.actors[who]) for who in participants.taking_part(table))
    return frozenset(who for who, actor in present if not all(table.may_read(actor, viewer) for viewer in viewers))


def _with_stand_ins(snapshot: BattleSnapshot, hidden: frozenset[str]) -> BattleSnapshot:
    bodies = {
        body.id: replace(body, health=UNKNOWN if body.is_standing else 0, most=UNKNOWN)
        if body.fighter in hidden
        else body
        for body in snapshot.bodies.values()
    }
    fighters = {
        who: replace(fighter, stats=Stats(), adrenaline=UNKNOWN) if who in hidden else fighter
        for who, fighter in snapshot.fighters.items()
    }
    return replace(snapshot, bodies=bodies, fighters=fighters)
