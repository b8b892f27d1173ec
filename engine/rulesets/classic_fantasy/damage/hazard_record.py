"""A hazard that the group has made up, as it is stored with the campaign and with the harm it does (CF-GEN-1)."""

from __future__ import annotations

from typing import Annotated, Literal

from engine.kit.content_editor.declared_forms import LINES, LONGEST_NAME, LONGEST_TEXT, PROPOSED, longest, within
from engine.kit.content_editor.dice_numbers import Dice
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.character.session_state import Cause
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade

LONGEST_TIME = 10**9
"""The maximum of a time in seconds."""
Seconds = Annotated[int | Dice, within(0, LONGEST_TIME)]
HazardArmour = Literal["none", "natural", "all"]
"""Which Armor Points help."""
OnSuccess = Literal["nothing", "half", "damage_only"]
"""The effect that a hazard keeps on a successful roll."""


class CustomHazard(Frozen):
    """A hazard as a group defines it; it is stored with the campaign.

    Its numbers may be dice, which are rolled for each character when the hazard begins.

    Attributes:
        every: seconds from step to step; 0 for a hazard of one step.
        steps: the maximum number of steps; 0 for no end.
        damage: dice for each location that is hurt, each step; empty for none.
        locations: dice for how many locations, or `all`.
        near: the locations are those nearest to its start; otherwise they are rolled.
        armour: which Armor Points help.
        fatigue: dice for levels of Fatigue, each step; empty for none.
        cause: the cause that these levels have.
        skill, grade: the skill that resists it, and how hard that is; empty for none.
        on_success: what a successful roll leaves of it; a critical leaves nothing.
        recovery: seconds in which a level of this cause goes away once it is over; 0 for the usual time of the cause.
    """

    name: Annotated[str, longest(LONGEST_NAME)]
    every: Seconds = 0
    steps: Seconds = 0
    damage: Annotated[str, PROPOSED] = ""
    locations: Annotated[str, PROPOSED] = "1"
    near: bool = False
    armour: HazardArmour = "all"
    fatigue: Annotated[str, PROPOSED] = ""
    cause: Cause = "other"
    skill: Annotated[str, PROPOSED] = ""
    grade: Grade = "Standard"
    on_success: OnSuccess = "nothing"
    recovery: Seconds = 0
    notes: Annotated[str, longest(LONGEST_TEXT), LINES] = ""


class HazardStep(Frozen):
    """The effect of one step of a hazard on a character.

    Attributes:
        damage: dice for each location; empty for none.
        locations: dice for how many, or `all`.
        fatigue: dice for levels; empty for none.
        halves: the results of the dice are halved.
    """

    damage: str = ""
    locations: str = "0"
    fatigue: str = ""
    halves: bool = False
