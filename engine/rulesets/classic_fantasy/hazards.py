"""Hazards that a group makes up itself, on the pattern of the others (CF-GEN-1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy.damage import Damage, Reckoning, check_thrown, halved
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.fatigue import Cause
from engine.rulesets.classic_fantasy.grades import Grade, Level, succeeds
from engine.table.frozen import Frozen

Armour = Literal["none", "natural", "all"]
"""Which Armor Points help."""
OnSuccess = Literal["nothing", "half", "damage_only"]
"""What a hazard does to somebody whose roll succeeds."""
ALL = "all"


class Hazard(Frozen):
    """A hazard as a group writes it down; it is kept with the campaign.

    Attributes:
        name: what it is called.
        every: seconds from step to step; 0 for what happens once.
        steps: how many steps there are at the most; 0 for no end.
        damage: dice for each location that is hurt, each step; empty for none.
        locations: dice for how many locations, or `all`.
        near: they are those nearest to where it touches; else they are rolled.
        armour: which Armor Points help.
        fatigue: dice for levels of Fatigue, each step; empty for none.
        cause: the cause that these levels have.
        skill: what is rolled against it; empty for nothing.
        grade: how hard that is.
        on_success: what is left for who succeeds; a critical is spared all.
        recovery: seconds in which a level of this cause goes away once it is over; 0 for as the cause does.
        notes: whatever else the GM wants to be told.
    """

    name: str
    every: int = 0
    steps: int = 0
    damage: str = ""
    locations: str = "1"
    near: bool = False
    armour: Armour = "all"
    fatigue: str = ""
    cause: Cause = "other"
    skill: str = ""
    grade: Grade = "Standard"
    on_success: OnSuccess = "nothing"
    recovery: int = 0
    notes: str = ""


class Step(Frozen):
    """What a step of a hazard does to somebody.

    Attributes:
        damage: dice for each location; empty for none.
        locations: dice for how many, or `all`.
        fatigue: dice for levels; empty for none.
        halves: what is thrown is halved.
    """

    damage: str = ""
    locations: str = "0"
    fatigue: str = ""
    halves: bool = False


def faults(hazard: Hazard) -> tuple[Message, ...]:
    """Return what is wrong with a hazard, so that it can be mended before it is let loose."""
    return tuple(_faults(hazard))


def _faults(hazard: Hazard) -> Iterator[Message]:
    if not hazard.name.strip():
        yield Message(key="d100.hazard.fault_name")
    if not hazard.damage and not hazard.fatigue:
        yield Message(key="d100.hazard.fault_harmless")
    if min(hazard.every, hazard.steps, hazard.recovery) < 0:
        yield Message(key="d100.hazard.fault_time")
    dice = (hazard.damage, hazard.fatigue, "" if hazard.locations == ALL else hazard.locations)
    for text in filter(None, dice):
        try:
            mixed(text)
        except Refused as refused:
            yield refused.message


def step(hazard: Hazard, level: Level | None) -> Step:
    """Return what a step throws at somebody.

    Args:
        hazard: which.
        level: what the roll against it came to; None where nothing is rolled.
    """
    full = Step(
        damage=hazard.damage,
        locations=hazard.locations if hazard.damage else "0",
        fatigue=hazard.fatigue,
    )
    if level is None or not succeeds(level):
        return full
    if level == "critical" or hazard.on_success == "nothing":
        return Step()
    if hazard.on_success == "half":
        return Step(damage=full.damage, locations=full.locations, fatigue=full.fatigue, halves=True)
    return Step(damage=full.damage, locations=full.locations)


def hazard_damage(hazard: Hazard, thrown: Step, roll: int, *, worn: int, natural: int) -> Damage:
    """Return what a step does to a location: half of the roll for who was half spared, then armour.

    Args:
        hazard: which.
        thrown: what the step throws.
        roll: what its dice came to.
        worn: Armor Points of what is worn there.
        natural: those of a hide.
    """
    reckoned = Reckoning()
    reckoned.add("hazard", max(0, check_thrown(thrown.damage, roll, "CF-GEN-1")))
    if thrown.halves:
        reckoned.add("half_spared", halved(reckoned.value) - reckoned.value)
    if hazard.armour == "all":
        reckoned.add("armour", -worn, armour=worn)
    if hazard.armour in ("all", "natural"):
        reckoned.add("natural_armour", -natural, armour=natural)
    return reckoned.damage


def hazard_fatigue(thrown: Step, roll: int) -> int:
    """Return the levels of Fatigue that a step brings; half of them round up."""
    levels = max(0, check_thrown(thrown.fatigue, roll, "CF-GEN-1"))
    return halved(levels) if thrown.halves else levels
