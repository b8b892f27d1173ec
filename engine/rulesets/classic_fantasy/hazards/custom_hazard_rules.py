"""Hazards that a group makes up itself, on the pattern of the others (CF-GEN-1)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.content_editor.dice_numbers import dice_range
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.rulesets.classic_fantasy.damage.damage_rules import Damage, DamageCalculation, halved
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard, HazardStep
from engine.rulesets.classic_fantasy.dice.grade_tables import SuccessLevel
from engine.rulesets.classic_fantasy.dice.mixed_dice import check_dice_total, mixed
from engine.rulesets.classic_fantasy.dice.success_levels import succeeds

ALL = "all"


def hazard_faults(hazard: CustomHazard) -> tuple[Message, ...]:
    """Return the faults of a hazard, so that they can be corrected before it is used."""
    return tuple(_faults(hazard))


def _faults(hazard: CustomHazard) -> Iterator[Message]:
    if not hazard.name.strip():
        yield Message(key="d100.hazard.fault_name")
    if not hazard.damage and not hazard.fatigue:
        yield Message(key="d100.hazard.fault_harmless")
    for number in (hazard.every, hazard.steps, hazard.recovery):
        try:
            if dice_range(number).least < (1 if isinstance(number, str) else 0):
                yield Message(key="d100.hazard.fault_time")
        except Refused as refused:
            yield refused.message
    dice = (hazard.damage, hazard.fatigue, "" if hazard.locations == ALL else hazard.locations)
    for text in filter(None, dice):
        try:
            mixed(text)
        except Refused as refused:
            yield refused.message


def hazard_step(hazard: CustomHazard, level: SuccessLevel | None) -> HazardStep:
    """Return the dice of a step.

    `level` is that of the roll against it; None if there is no roll.
    """
    full = HazardStep(
        damage=hazard.damage, locations=hazard.locations if hazard.damage else "0", fatigue=hazard.fatigue
    )
    if level is None or not succeeds(level):
        return full
    if level == "critical" or hazard.on_success == "nothing":
        return HazardStep()
    if hazard.on_success == "half":
        return HazardStep(damage=full.damage, locations=full.locations, fatigue=full.fatigue, halves=True)
    return HazardStep(damage=full.damage, locations=full.locations)


def hazard_damage(hazard: CustomHazard, thrown: HazardStep, roll: int, *, worn: int, natural: int) -> Damage:
    """Return the damage of a step to a location: half of the roll after a success that halves it, then armour.

    `roll` is the total of the dice thrown; `natural` are the Armor Points of a hide.
    """
    calculation = DamageCalculation()
    calculation.add("hazard", max(0, check_dice_total(thrown.damage, roll, "CF-GEN-1")))
    if thrown.halves:
        calculation.add("half_spared", halved(calculation.value) - calculation.value)
    if hazard.armour == "all":
        calculation.add("armour", -worn, armour=worn)
    if hazard.armour in ("all", "natural"):
        calculation.add("natural_armour", -natural, armour=natural)
    return calculation.damage


def hazard_fatigue(thrown: HazardStep, roll: int) -> int:
    """Return the levels of Fatigue that a step brings; half of them round up."""
    levels = max(0, check_dice_total(thrown.fatigue, roll, "CF-GEN-1"))
    return halved(levels) if thrown.halves else levels


DICE = ("1", "1d2", "1d3", "1d4", "1d6", "1d8", "1d10", "2d6")
WHERE = ("1", "1d2", "1d3", ALL)
RESISTANCES = ("Endurance", "Willpower", "Brawn", "Evade")
