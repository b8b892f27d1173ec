"""The exact chances of the wounds of explosions, falls and fire (FI-BOOM, FI-FALL, FI-FIRE).

Only odds need this module: it loads the dice library.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.kit.calculation import total
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.odds.every_result import TooManyResults
from engine.odds.odds import Odds, numbers
from engine.rulesets.future_imperfect.actions.hazard_conditions import BURNING, hazard_condition
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.damage.level_odds import MOST_LEVELS, levels_of_sum
from engine.rulesets.future_imperfect.hazards.explosion_commands import (
    Explode,
    blast_passage,
    explosive_damage,
    is_thrown_charge,
    need_charge,
    victims_of,
)
from engine.rulesets.future_imperfect.hazards.fall_odds import NO_WOUND, Levels, levels_of_fall
from engine.rulesets.future_imperfect.hazards.hazard_commands import Burn, Fall, blaze_of
from engine.rulesets.future_imperfect.rules import hazard_rules


def hazard_odds(table: Table, command: Explode | Fall | Burn, viewer: str) -> Odds | None:
    """Return the chances of the wound levels of everybody that a hazard hurts at once.

    There are none where the viewer may not read one of them. A fall with a roll for a soft landing has the odds of that
    roll (`levels_of_fall`).
    """
    try:
        command.verify(table)
        victims = {victim.actor: victim for victim in _victims(table, command)}
    except (Refused, TooManyResults):
        return None
    involved = {*victims}
    if isinstance(command, Explode) and is_thrown_charge(command):
        involved.add(need_charge(table).actor)  # it is a weapon of its thrower
    actors = [table.actors.get(actor) for actor in involved]
    if not victims or not all(actor is not None and table.may_read(actor, viewer) for actor in actors):
        return None
    return Odds(
        distributions=tuple(
            numbers(
                Message(key="odds.levels_of", params={"actor": actor_name(table, actor)}), victim.levels, MOST_LEVELS
            )
            for actor, victim in victims.items()
        ),
        assumptions=(Message(key="odds.without_chips"),),
        explanation=tuple(_dice_words(table, victim) for victim in victims.values()),
    )


class _Victim(NamedTuple):
    """Somebody who is hurt by a hazard, the chances of the wound levels, and the open-ended dice of the damage."""

    actor: str
    levels: Levels
    dice: int
    sides: int
    plus: int = 0


def _dice_words(table: Table, victim: _Victim) -> Message:
    name = actor_name(table, victim.actor)
    if not victim.dice:
        return Message(key="odds.no_hazard_dice", params={"actor": name})
    return Message(
        key="odds.hazard_dice",
        params={"actor": name, "count": victim.dice, "sides": victim.sides, "plus": victim.plus},
    )


def _victims(table: Table, command: Explode | Fall | Burn) -> Iterator[_Victim]:
    match command:
        case Explode():
            dice, pn = explosive_damage(table, command)
            for victim in victims_of(table, command):
                count = total(hazard_rules.explosion_dice(dice.count, victim.distance))
                sides = blast_passage(table, victim, dice.sides, pn).sides if count else None
                size = _size(table, victim.actor)
                if sides is None:
                    yield _Victim(victim.actor, NO_WOUND, 0, 0)
                else:
                    yield _Victim(victim.actor, levels_of_sum(sides, count, size), count, sides)
        case Fall(actor=actor, metres=metres, ground=ground):
            if hazard_rules.landing_tn(ground) is None:
                fall = hazard_rules.fall_dice(metres)
                levels = levels_of_fall(table, actor, metres, ground, landed_well=False)
                yield _Victim(actor, levels, fall.dice, fall.sides, fall.plus)
        case Burn(actor=actor):
            burning = hazard_condition(table, actor, BURNING)
            if burning is not None:
                sides, thrown = hazard_rules.hazard_tables().fire.sides, hazard_rules.fire_dice(blaze_of(burning))
                yield _Victim(actor, levels_of_sum(sides, thrown, _size(table, actor)), thrown, sides)


def _size(table: Table, actor: str) -> float:
    return character_sheet.size(table.actors[actor], table.lists)
