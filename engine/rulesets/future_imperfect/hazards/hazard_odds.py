"""The exact chances of the wounds of explosions, falls and fire (FI-BOOM, FI-FALL, FI-FIRE).

Only odds need this module: it loads the dice library.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.kit.calculation import total
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.odds.every_result import TooManyResults
from engine.odds.odds import Distribution, Odds, numbers
from engine.rulesets.future_imperfect.actions.hazard_conditions import BURNING, hazard_condition
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.combat.damage_odds import MOST_LEVELS, levels_of_sum
from engine.rulesets.future_imperfect.hazards.explosion_commands import (
    Explode,
    blast_passage,
    explosive_damage,
    is_thrown_charge,
    need_charge,
    victims_of,
)
from engine.rulesets.future_imperfect.hazards.hazard_commands import Burn, Fall, blaze_of
from engine.rulesets.future_imperfect.procedures.check_procedure import Check
from engine.rulesets.future_imperfect.rules import hazard_rules
from engine.rulesets.future_imperfect.rules.hazard_rules import LandingGround

Levels = Mapping[int, Fraction]
_NO_WOUND: Levels = {0: Fraction(1)}


def hazard_odds(table: Table, command: Explode | Fall | Burn, viewer: str) -> Odds | None:
    """Return the chances of the wound levels of everybody that a hazard hurts at once.

    There are none where the viewer may not read one of them. A fall with a roll for a soft landing has the odds of that
    roll (`levels_of_fall`).
    """
    try:
        command.verify(table)
        victims = dict(_victims(table, command))
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
            numbers(Message(key="odds.levels_of", params={"actor": actor_name(table, actor)}), levels, MOST_LEVELS)
            for actor, levels in victims.items()
        ),
        assumptions=(Message(key="odds.without_chips"),),
    )


def _victims(table: Table, command: Explode | Fall | Burn) -> Iterator[tuple[str, Levels]]:
    match command:
        case Explode():
            dice, pn = explosive_damage(table, command)
            for victim in victims_of(table, command):
                count = total(hazard_rules.explosion_dice(dice.count, victim.distance))
                sides = blast_passage(table, victim, dice.sides, pn).sides if count else None
                size = _size(table, victim.actor)
                yield victim.actor, _NO_WOUND if sides is None else levels_of_sum(sides, count, size)
        case Fall(actor=actor, metres=metres, ground=ground):
            if hazard_rules.landing_tn(ground) is None:
                yield actor, levels_of_fall(table, actor, metres, ground, landed_well=False)
        case Burn(actor=actor):
            burning = hazard_condition(table, actor, BURNING)
            if burning is not None:
                sides, thrown = hazard_rules.hazard_tables().fire.sides, hazard_rules.fire_dice(blaze_of(burning))
                yield actor, levels_of_sum(sides, thrown, _size(table, actor))


def landing_distributions(table: Table, check: Check, metres: float, ground: LandingGround) -> tuple[Distribution, ...]:
    """Return the chances of the wound levels of a fall before the roll for a soft landing."""
    chances = CHECKS.chances(table, check)
    if chances is None:
        return ()
    actor, levels = check.rolls[0].actor, dict[int, Fraction]()
    well = sum((chance for outcome, chance in chances if outcome.succeeds), Fraction(0))
    try:
        for landed_well, share in ((True, well), (False, 1 - well)):
            for level, chance in levels_of_fall(table, actor, metres, ground, landed_well=landed_well).items():
                levels[level] = levels.get(level, Fraction(0)) + share * chance
    except TooManyResults:
        return ()
    return (numbers(Message(key="odds.levels"), levels, MOST_LEVELS),)


def levels_of_fall(table: Table, actor: str, metres: float, ground: LandingGround, *, landed_well: bool) -> Levels:
    """Return the chances of the wound levels of a fall. Raises TooManyResults (FI-FALL-1, FI-FALL-3, FI-FALL-4)."""
    dice = hazard_rules.fall_dice(metres)
    if not dice.dice:
        return _NO_WOUND

    def damage(thrown: int) -> int:
        return total(hazard_rules.fall_damage((thrown,), dice.plus, ground, landed_well=landed_well))

    return levels_of_sum(dice.sides, dice.dice, _size(table, actor), damage)


def _size(table: Table, actor: str) -> float:
    return character_sheet.size(table.actors[actor], table.lists)
