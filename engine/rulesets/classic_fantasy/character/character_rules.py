"""Values that follow from characteristics and Rank: attributes, skill bases, initiative, Rank (CF-X-12 to -26)."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Literal, cast

from engine.asset_folder import cached_per_game
from engine.kit.calculation import effective_steps
from engine.kit.combat import turn_order
from engine.kit.rules_data import rules_table, sheet_table
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.d100_calculation import D100Step
from engine.rulesets.classic_fantasy.dice.mixed_dice import die_step, step_of
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.sheets.catalogue.game_rows import rows_of_game

Characteristic = Literal["STR", "CON", "SIZ", "DEX", "INT", "POW", "CHA"]
Characteristics = Mapping[Characteristic, int]
State = Literal["immobile", "dead", "paralysed", "mindless", "without_will", "without_company"]
Region = Literal["head", "chest", "abdomen", "arm", "leg"]
"""The kind of body region of a location, for its hit points (CF-T-HP)."""
PassionKind = Literal["person", "group", "species", "place", "object", "trait", "alignment"]
Depth = Literal["weak", "moderate", "strong"]
HUMAN = "Human"
_LARGEST_BODY = 2 * 999
"""STR and SIZ together, as large as a sheet can say. A larger number of a stranger's file would be millions of dice."""


class ActionPointTable(Frozen):
    """The numbers of Action Points (CF-X-13)."""

    base: int
    older_per: int


class CharacteristicSteps(Frozen):
    """The steps of a characteristic, their least value, and what is added or subtracted (CF-X-15 to -21)."""

    per: int
    least: int
    human_luck: int
    experience_less: int


class FurtherSteps(Frozen):
    """The number of further points for each step beyond the end of each table."""

    damage_modifier: int
    hit_points: int


class InitiativeTable(Frozen):
    """The numbers of initiative (CF-X-16)."""

    share: int
    sides: int


class RankNeed(Frozen):
    """The number of class skills that a Rank needs, and their least value."""

    rank: int
    skills: int
    value: int


class PassionTable(Frozen):
    """The numbers of Passions (CF-X-26)."""

    first: tuple[int, ...]
    base: Mapping[PassionKind, str]
    depth: Mapping[Depth, str]


class SkillTable(Frozen):
    """The base of each Standard skill (CF-T-SKILLS), and the skills for casting spells (CF-X-39)."""

    casting: tuple[str, ...]
    standard: Mapping[str, str]


class CharacterTables(Frozen):
    """The file `rules/characters.toml`."""

    action_points: ActionPointTable
    sixes: CharacteristicSteps
    beyond: FurtherSteps
    initiative: InitiativeTable
    ranks: tuple[RankNeed, ...]
    at_zero: Mapping[Characteristic, State]
    passions: PassionTable
    skills: SkillTable
    species: Mapping[str, Mapping[Characteristic, str]]


numbers = rules_table(RULESET, "characters", CharacterTables)


@cached_per_game
def _professional_bases(ruleset: str) -> Mapping[str, str]:
    rows = rows_of_game(ruleset, "professional_skills")
    return {str(row["name"]): str(row["base_of"]).replace(" ", "") for row in rows}


def professional_bases() -> Mapping[str, str]:
    """Return the base of each Professional skill, from the list that the record sheet takes them from (CF-X-24)."""
    return _professional_bases(RULESET)


def _value_of_rank(table: str, rank: int) -> int:
    """Return what a Rank adds, from a table that the record sheets use too."""
    by_rank: Mapping[int, int] = sheet_table(RULESET, table, dict[int, int])
    return by_rank[min(max(rank, 0), max(by_rank))]


def _sixth(value: int) -> int:
    return math.ceil(Fraction(value, numbers().sixes.per))


# ---- attributes ------------------------------------------------------------------------------------------------------


def action_points(rank: int, characteristics: Characteristics, settings: Settings = CATALOGUE) -> int:
    """Return the Action Points of a Round: two and by Rank, or by INT and DEX as in the older game (CF-X-13)."""
    table = numbers().action_points
    if settings.action_points == "characteristics":
        mental_sum = characteristics["INT"] + characteristics["DEX"]
        return max(1, math.ceil(Fraction(mental_sum, table.older_per)))
    return table.base + _value_of_rank("action_points_of_rank", rank)


def damage_modifier(strength: int, size: int) -> str:
    """Return the dice added to or subtracted from damage, as written; `0` for none (CF-X-14, CF-T-DM)."""
    rows: Sequence[tuple[int, str]] = sheet_table(RULESET, "damage_modifier", tuple[tuple[int, str], ...])
    body_sum = min(strength + size, _LARGEST_BODY)
    for most, dice in rows:
        if body_sum <= most:
            return dice
    most, dice = rows[-1]
    steps_beyond = math.ceil(Fraction(body_sum - most, numbers().beyond.damage_modifier))
    return f"+{die_step(step_of(dice.removeprefix('+')) + steps_beyond)}"


def healing_rate(constitution: int) -> int:
    """Return the Healing Rate: one for each six points of CON or part of six, at least 1 (CF-X-15)."""
    return max(numbers().sixes.least, _sixth(constitution))


def initiative_bonus(dexterity: int, intelligence: int) -> int:
    """Return the bonus to the d10 of initiative: half of DEX plus INT (CF-X-16)."""
    return math.ceil(Fraction(dexterity + intelligence, numbers().initiative.share))


def initiative(die: int, bonus: int, armor: int, fatigue: D100Step | None = None) -> tuple[D100Step, ...]:
    """Return the initiative; armour counts by the highest Armor Points worn anywhere (CF-X-16, CF-FATIGUE-6)."""
    armour_step = D100Step(reason="worn_armor", value=-armor)
    return (
        D100Step(reason="initiative_die", value=die),
        *effective_steps(D100Step(reason="initiative_bonus", value=bonus), armour_step, fatigue),
    )


class Initiative(Frozen):
    """The values that decide the order of Turns.

    Attributes:
        who: the character.
        value: the initiative.
        dexterity: decides between equal initiative.
        roll: decides between equal initiative and DEX.
    """

    who: str
    value: int
    dexterity: int = 0
    roll: int = 0

    @property
    def rank(self) -> tuple[int, int, int]:
        """The place in the order, the lowest first."""
        return -self.value, -self.dexterity, -self.roll


def acting_order(fighters: Sequence[Initiative]) -> tuple[str, ...]:
    """Return the order of Turns: by initiative, then DEX, then a roll of the tied (CF-X-16)."""
    return turn_order.acting_order({fighter.who: fighter.rank for fighter in fighters})


def luck_points(power: int, species: str, rank: int) -> int:
    """Return the maximum of Luck Points: by POW, one more for humans, and by Rank (CF-X-17, CF-LUCK-2)."""
    table = numbers().sixes
    of_species = table.human_luck if species == HUMAN else 0
    return max(table.least, _sixth(power)) + of_species + _value_of_rank("luck_of_rank", rank)


def movement(species: str) -> int | None:
    """Return the feet of a Move action; None for a species that the rules do not know (CF-X-19)."""
    by_species: Mapping[str, int] = sheet_table(RULESET, "movement_of_species", dict[str, int])
    return by_species.get(species)


def hit_points(constitution: int, size: int, region: Region, rank: int) -> int:
    """Return the maximum hit points of a location; the Rank adds to every location (CF-X-20, CF-T-HP)."""
    rows: Sequence[tuple[int, int]] = sheet_table(RULESET, f"hit_points_{region}", tuple[tuple[int, int], ...])
    body_sum = constitution + size
    most, last = rows[-1]
    beyond = last + math.ceil(Fraction(body_sum - most, numbers().beyond.hit_points))
    points = next((value for bound, value in rows if body_sum <= bound), beyond)
    return points + _value_of_rank("hit_points_of_rank", rank)


def experience_modifier(charisma: int) -> int:
    """Return what CHA adds to an award of Experience Rolls, if the group plays with that option (CF-X-21)."""
    return _sixth(charisma) - numbers().sixes.experience_less


def at_zero(characteristic: Characteristic) -> State | None:
    """Return the condition of a character with a characteristic at 0; ageing has its own rule (CF-X-12, CF-AGE-8)."""
    return numbers().at_zero.get(characteristic)


# ---- skills and Passions ---------------------------------------------------------------------------------------------


def base(of: str, characteristics: Characteristics) -> int:
    """Return the base value of a skill or Passion by a formula such as `INT+CHA+40` (CF-X-23 to CF-X-26).

    A character without one of its characteristics has a base value of 0.
    """
    values, terms = cast("Mapping[str, int]", characteristics), of.split("+")
    value = 0
    for term in terms:  # a plain loop, as it runs for each skill of a record
        if term.isdecimal():
            value += int(term)
        elif term in values:
            value += values[term]
        else:
            return 0
    return value


def base_of(skill: str) -> str | None:
    """Return the formula of a skill's base, with or without a speciality; None for an unknown skill (CF-T-SKILLS)."""
    professional = professional_bases()
    plain = f"{skill.partition('(')[0].strip()} (…)"
    return numbers().skills.standard.get(skill) or professional.get(skill) or professional.get(plain)


def passion_base(kind: PassionKind, characteristics: Characteristics, place: int | None = None) -> int:
    """Return the base value of a Passion; the first three of a new character, places 0 to 2, are higher (CF-X-26)."""
    table = numbers().passions
    first = table.first[place] if place is not None and kind != "alignment" else 0
    return base(table.base[kind], characteristics) + first


def passion_dice(depth: Depth) -> str:
    """Return the dice by which the GM changes a Passion (CF-X-26)."""
    return numbers().passions.depth[depth]


# ---- Rank ------------------------------------------------------------------------------------------------------------


def is_gifted(skill: str) -> bool:
    """Say whether a skill begins with a gift and so never counts for a Rank (CF-X-22, CF-X-23)."""
    return any(term.isdecimal() for term in (base_of(skill) or "").split("+"))


def rank_of(skills: Mapping[str, int], class_skills: Collection[str]) -> int:
    """Return the highest Rank whose own number of class skills is reached, whatever lower Ranks need (CF-X-22)."""
    values = [value for skill, value in skills.items() if skill in class_skills and not is_gifted(skill)]
    ranks = (row.rank for row in numbers().ranks if sum(value >= row.value for value in values) >= row.skills)
    return max(ranks, default=0)
