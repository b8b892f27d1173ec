"""Damage from falling, and from falling objects (CF-FALL)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.kit.calculation import effective_steps
from engine.kit.rules_data import rules_table
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.d100_calculation import D100Step, total
from engine.rulesets.classic_fantasy.damage.damage_rules import Damage, DamageCalculation, halved
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.wounds.wound_rules import WoundLevel
from engine.sheets.formulas.exact_numbers import Exact


class FallRow(Frozen):
    """A row of CF-T-FALL: dice and locations up to a height in feet."""

    feet: int
    dice: int
    locations: int


class FallTables(Frozen):
    """The file `rules/falling.toml`."""

    sides: int
    rows: tuple[FallRow, ...]
    beyond_feet: int
    object_siz: int


numbers = rules_table(RULESET, "falling", FallTables)
"""The numbers of falls."""


class FallDice(Frozen):
    """The dice of a fall, as a calculation of their number; it hurts at most the locations of the body."""

    parts: tuple[D100Step, ...]
    locations: int

    @property
    def dice(self) -> str:
        """The dice as they are written; empty for a fall that does no harm."""
        count = total(self.parts)
        return f"{count}d{numbers().sides}" if count else ""


def fall(feet: Exact | float, *, settings: Settings = CATALOGUE) -> FallDice:
    """Return the dice of a fall (CF-FALL-1, CF-FALL-2, CF-AMB-18)."""
    table = numbers()
    row = next((row for row in table.rows if feet <= row.feet), table.rows[-1])
    further = max(0, math.ceil((feet - row.feet) / table.beyond_feet))
    more = further if settings.fall_beyond_locations == "plus_one" else 0
    parts = effective_steps(
        D100Step(reason="fall_height", value=row.dice, params={"feet": row.feet}),
        D100Step(reason="fall_beyond", value=further, params={"feet": row.feet, "each": table.beyond_feet}),
    )
    return FallDice(parts=parts, locations=row.locations + more)


def falling_object(
    siz: int, feet: Exact | float, *, less_dice: int = 0, less_feet: int = 0, settings: Settings = CATALOGUE
) -> FallDice:
    """Return the dice of an object that falls on a character (CF-FALL-6 to CF-FALL-8, CF-AMB-19, CF-AMB-20).

    Any part of 6 SIZ counts as 6. If the group allows it, the GM takes off dice, or feet of the fall, for a small
    object.
    """
    table = numbers()
    custom = settings.fall_size_reduction == "custom"
    heavy = math.ceil(max(0, siz) / table.object_siz)
    fall_dice = fall(max(0, feet - less_feet) if custom else feet, settings=settings)
    dice = heavy + total(fall_dice.parts)
    parts = effective_steps(
        D100Step(reason="object_siz", value=heavy, params={"siz": siz}),
        *fall_dice.parts,
        D100Step(reason="object_small", value=-min(dice, less_dice) if custom else 0),
    )
    location_count = max(1, fall_dice.locations) if settings.fall_object_locations == "as_fall" else 1
    return FallDice(parts=parts, locations=location_count)


def rolls_wanted(locations: int, *, settings: Settings = CATALOGUE) -> int:
    """Return the number of damage rolls of a fall: one for each location, or one for all (CF-FALL-5, CF-AMB-16)."""
    return locations if settings.fall_mode == "each" else min(1, locations)


def modifiers_wanted(locations: int, *, settings: Settings = CATALOGUE) -> int:
    """Return the number of rolls of the falling character's Damage Modifier (CF-FALL-4, CF-AMB-21)."""
    return rolls_wanted(locations, settings=settings) if settings.fall_dm == "each" else min(1, locations)


def fall_damage(
    locations: int,
    rolls: Sequence[int],
    modifiers: Sequence[int] = (),
    *,
    acrobatics: bool = False,
    settings: Settings = CATALOGUE,
) -> tuple[Damage, ...]:
    """Return the damage of a fall to each location; no armour helps (CF-FALL-3 to CF-FALL-5, CF-FALL-10).

    There are `rolls_wanted` rolls, and `modifiers_wanted` modifiers unless the character has none. Acrobatics halves
    each result (CF-X-32).
    """
    throws = rolls_wanted(locations, settings=settings)
    if len(rolls) != throws or len(modifiers) not in (0, modifiers_wanted(locations, settings=settings)):
        raise Refused("d100_rolls_of_fall", "CF-FALL-5", wanted=throws, given=len(rolls))
    damages = list[Damage]()
    for location in range(locations):
        number = min(location, throws - 1)
        calculation = DamageCalculation()
        calculation.add("fall", rolls[number])
        if number < len(modifiers):
            calculation.add("damage_modifier", modifiers[number])
        if settings.fall_mode == "split":
            share, remainder = divmod(calculation.value, locations)
            calculation.add("fall_split", share + (location < remainder) - calculation.value, locations=locations)
        if acrobatics:
            calculation.add("acrobatics", halved(calculation.value) - calculation.value)
        damages.append(calculation.damage)
    return tuple(damages)


def object_damage(roll: int, armour: int, *, settings: Settings = CATALOGUE) -> Damage:
    """Return the damage of a falling object to a location; armour helps as against a weapon (CF-FALL-8, CF-AMB-19)."""
    calculation = DamageCalculation()
    calculation.add("falling_object", roll)
    if settings.fall_object_armor:
        calculation.add("armour", -armour, armour=armour)
    return calculation.damage


def lands_prone(levels: Sequence[WoundLevel], *, acrobatics: bool) -> bool:
    """Return whether a fall leaves a character prone: always, except acrobats with Minor Wounds (CF-FALL-10)."""
    return not acrobatics or any(level in ("serious", "major") for level in levels)
