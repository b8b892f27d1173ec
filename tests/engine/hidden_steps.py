"""Hidden parts of procedures in progress: cards planned face down, and dice rolled unseen."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.kit.calculation import CalculationStep
from engine.model.frozen import replace
from engine.model.table import Procedure, Table
from engine.rulesets.card_the_drawing.battle.battle_procedures import Battle, Slot, SlotStatus
from engine.rulesets.classic_fantasy.character import character_audience
from engine.rulesets.classic_fantasy.checks import check_procedure
from engine.rulesets.classic_fantasy.checks.check_procedure import Check as Percentile
from engine.rulesets.classic_fantasy.checks.check_procedure import CheckRoll as PercentileRoll
from engine.rulesets.classic_fantasy.checks.effect_roll_procedure import EffectRoll
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckRoll
from tests.engine.worlds import unknown_cards


def hidden_steps(table: Table, viewer: str, random: Random) -> Iterator[tuple[str, Table]]:
    """Yield tables in which something under way differs that a viewer may not know: what it is, and the table."""
    for at, step in enumerate(table.procedures):
        for told, other in _others(table, step, viewer, random):
            if other != step:
                yield told, replace(table, procedures=(*table.procedures[:at], other, *table.procedures[at + 1 :]))


def _others(table: Table, step: Procedure, viewer: str, random: Random) -> Iterator[tuple[str, Procedure]]:
    """Yield a procedure with one thing otherwise that a viewer may not know."""
    match step:
        case Battle(fighters=fighters):
            unknown = unknown_cards(table, viewer)
            for actor, fighter in fighters.items():
                for at, slot in enumerate(fighter.slots):
                    if slot.stand is SlotStatus.DOWN and slot.card in unknown:
                        slots = (*fighter.slots[:at], _another_plan(table, slot, random), *fighter.slots[at + 1 :])
                        other = replace(fighter, slots=slots)
                        yield f"{actor} plans {slots[at]}", replace(step, fighters={**fighters, actor: other})
        case Percentile(rolls=rolls) if not character_audience.may_follow(
            table, viewer, check_procedure.audience_for_check(table, step)
        ):
            at = random.randrange(len(rolls))
            changed = _another_roll(rolls[at], random)
            yield f"rolled {changed}", replace(step, rolls=(*rolls[:at], changed, *rolls[at + 1 :]))
            yield "rolls for something else", replace(step, what="something else")
        case EffectRoll(actor=actor) if not character_audience.may_follow(
            table, viewer, character_audience.audience_for(table, actor)
        ):
            yield f"the dice of {actor}", replace(step, value=step.value + random.choice((-1, 1, 7)))
        case Check(rolls=rolls):
            for at, roll in enumerate(rolls):
                if not table.may_read(table.actors[roll.actor], viewer):
                    changed_roll = _made_otherwise(roll, random)
                    yield f"made of {changed_roll}", replace(step, rolls=(*rolls[:at], changed_roll, *rolls[at + 1 :]))
        case _:
            pass


def _another_plan(table: Table, slot: Slot, random: Random) -> Slot:
    """Return a planned card with another target or another duration."""
    if random.random() < 0.5:
        return replace(slot, targets=(random.choice(sorted(table.actors)),))
    return replace(slot, last=slot.last + random.choice((1, 2)))


def _another_roll(roll: PercentileRoll, random: Random) -> PercentileRoll:
    """Return a roll with another result, or against another skill."""
    if roll.thrown is not None and random.random() < 0.7:
        return replace(roll, thrown=random.randint(1, 100))
    return replace(roll, skill=random.randint(0, 120), value=None)


def _made_otherwise(roll: CheckRoll, random: Random) -> CheckRoll:
    """Return a roll with the same total from other parts; only the total of a secret record is public (FI-CORE-8)."""
    less = random.randint(1, 5)
    parts = (*roll.parts, CalculationStep(reason="said", value=less), CalculationStep(reason="said", value=-less))
    if roll.thrown is None:
        return replace(roll, parts=parts, dice=replace(roll.dice, count=roll.dice.count + 1))
    return replace(roll, parts=parts, thrown=replace(roll.thrown, dice=tuple(reversed(roll.thrown.dice))))
