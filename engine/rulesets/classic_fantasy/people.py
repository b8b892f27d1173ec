"""Who somebody is, and what is reckoned from that: characteristics, attributes, skills, Rank (CF-X-12 to -26)."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Literal

from engine.rulesets.classic_fantasy.data import sheet_table, tables
from engine.rulesets.classic_fantasy.dice import die_step, step_of
from engine.rulesets.classic_fantasy.parts import Part, counting
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.table.frozen import Frozen

Characteristic = Literal["STR", "CON", "SIZ", "DEX", "INT", "POW", "CHA"]
Characteristics = Mapping[Characteristic, int]
State = Literal["immobile", "dead", "paralysed", "mindless", "without_will", "without_company"]
Region = Literal["head", "chest", "abdomen", "arm", "leg"]
"""What a location counts as for its hit points (CF-T-HP)."""
PassionKind = Literal["person", "group", "species", "place", "object", "trait", "alignment"]
Depth = Literal["weak", "moderate", "strong"]
HUMAN = "Human"


class ActionPointTable(Frozen):
    """CF-X-13."""

    base: int
    older_per: int


class Sixes(Frozen):
    """What each six points of a characteristic count for, at least, and what is added or taken (CF-X-15 to -21)."""

    per: int
    least: int
    human_luck: int
    experience_less: int


class Beyond(Frozen):
    """For how many points each a table goes on one step."""

    damage_modifier: int
    hit_points: int


class InitiativeTable(Frozen):
    """CF-X-16."""

    share: int
    sides: int


class RankNeed(Frozen):
    """How many class skills a Rank needs, and how high."""

    rank: int
    skills: int
    value: int


class PassionTable(Frozen):
    """CF-X-26."""

    first: tuple[int, ...]
    base: Mapping[PassionKind, str]
    depth: Mapping[Depth, str]


class SkillTable(Frozen):
    """CF-T-SKILLS: each skill with what its base is the sum of, and those that spells are cast with (CF-X-39)."""

    casting: tuple[str, ...]
    standard: Mapping[str, str]
    professional: Mapping[str, str]


class Classes(Frozen):
    """CF-T-CLASSES."""

    names: tuple[str, ...]


class PeopleTables(Frozen):
    """The file `rules/people.toml`."""

    action_points: ActionPointTable
    sixes: Sixes
    beyond: Beyond
    initiative: InitiativeTable
    ranks: tuple[RankNeed, ...]
    at_zero: Mapping[Characteristic, State]
    passions: PassionTable
    skills: SkillTable
    species: Mapping[str, Mapping[Characteristic, str]]
    classes: Classes


@cache
def numbers() -> PeopleTables:
    """Return the numbers of people."""
    found: PeopleTables = tables("people", PeopleTables)
    return found


def _of_rank(table: str, rank: int) -> int:
    """Return what a Rank adds by a table that the sheets reckon with too."""
    found: Mapping[int, int] = sheet_table(table, dict[int, int])
    return found[min(max(rank, 0), max(found))]


def _sixes(value: int) -> int:
    return math.ceil(Fraction(value, numbers().sixes.per))


# ---- attributes ------------------------------------------------------------------------------------------------------


def action_points(rank: int, characteristics: Characteristics, settings: Settings = CATALOGUE) -> tuple[Part, ...]:
    """Return the Action Points of a Round: two and by Rank, or by INT and DEX as in the older game (CF-X-13)."""
    table = numbers().action_points
    if settings.action_points == "characteristics":
        mind = characteristics["INT"] + characteristics["DEX"]
        return (
            Part(
                reason="action_points_older",
                value=max(1, math.ceil(Fraction(mind, table.older_per))),
                params={"sum": mind},
            ),
        )
    by_rank = Part(reason="rank", value=_of_rank("action_points_of_rank", rank), params={"rank": rank})
    return (Part(reason="action_points", value=table.base), *counting(by_rank))


def damage_modifier(strength: int, size: int) -> str:
    """Return the dice that are added to damage or taken from it, as written; `0` for none (CF-X-14, CF-T-DM)."""
    rows: Sequence[tuple[int, str]] = sheet_table("damage_modifier", tuple[tuple[int, str], ...])
    both = strength + size
    for most, dice in rows:
        if both <= most:
            return dice
    most, dice = rows[-1]
    more = math.ceil(Fraction(both - most, numbers().beyond.damage_modifier))
    return f"+{die_step(step_of(dice.removeprefix('+')) + more)}"


def healing_rate(constitution: int) -> int:
    """Return the Healing Rate: one for each six points of CON begun, at least 1 (CF-X-15)."""
    return max(numbers().sixes.least, _sixes(constitution))


def initiative_bonus(dexterity: int, intelligence: int) -> int:
    """Return what is added to the d10 of initiative: half of DEX and INT (CF-X-16)."""
    return math.ceil(Fraction(dexterity + intelligence, numbers().initiative.share))


def initiative(die: int, bonus: int, armor: int, fatigue: Part | None = None) -> tuple[Part, ...]:
    """Return somebody's initiative (CF-X-16, CF-FATIGUE-6).

    Args:
        die: the d10.
        bonus: of DEX and INT.
        armor: the most Armor Points that are worn anywhere.
        fatigue: what fatigue takes, if anything.
    """
    worn = Part(reason="worn_armor", value=-armor)
    return (
        Part(reason="initiative_die", value=die),
        *counting(Part(reason="initiative_bonus", value=bonus), worn, fatigue),
    )


class Initiative(Frozen):
    """What decides who acts when.

    Attributes:
        who: the character.
        value: the initiative.
        dexterity: what decides between the same.
        roll: what decides then.
    """

    who: str
    value: int
    dexterity: int = 0
    roll: int = 0


def acting_order(fighters: Sequence[Initiative]) -> tuple[str, ...]:
    """Return who acts in which order: the highest initiative, then DEX, then a roll of the tied (CF-X-16)."""
    ahead = sorted(fighters, key=lambda one: (-one.value, -one.dexterity, -one.roll))
    return tuple(fighter.who for fighter in ahead)


def luck_points(power: int, species: str, rank: int) -> tuple[Part, ...]:
    """Return the most Luck Points: by POW, one more for humans, and by Rank (CF-X-17, CF-LUCK-2)."""
    table = numbers().sixes
    return (
        Part(reason="luck_power", value=max(table.least, _sixes(power)), params={"power": power}),
        *counting(
            Part(reason="luck_human", value=table.human_luck) if species == HUMAN else None,
            Part(reason="rank", value=_of_rank("luck_of_rank", rank), params={"rank": rank}),
        ),
    )


def movement(species: str) -> int | None:
    """Return how many feet a Move action carries; None for a species that the rules do not know (CF-X-19)."""
    found: Mapping[str, int] = sheet_table("movement_of_species", dict[str, int])
    return found.get(species)


def hit_points(constitution: int, size: int, region: Region, rank: int) -> tuple[Part, ...]:
    """Return the most hit points of a location (CF-X-20, CF-T-HP).

    Args:
        constitution: CON.
        size: SIZ.
        region: what the location counts as.
        rank: what adds to every location.
    """
    rows: Sequence[tuple[int, int]] = sheet_table(f"hit_points_{region}", tuple[tuple[int, int], ...])
    both = constitution + size
    most, last = rows[-1]
    beyond = last + math.ceil(Fraction(both - most, numbers().beyond.hit_points))
    points = next((value for bound, value in rows if both <= bound), beyond)
    return (
        Part(reason="hit_points", value=points, params={"sum": both}),
        *counting(Part(reason="rank", value=_of_rank("hit_points_of_rank", rank), params={"rank": rank})),
    )


def experience_modifier(charisma: int) -> int:
    """Return what CHA adds to an award of Experience Rolls, where the group wants that (CF-X-21)."""
    return _sixes(charisma) - numbers().sixes.experience_less


def at_zero(characteristic: Characteristic) -> State | None:
    """Return what somebody is without any of a characteristic; aging has its own answer (CF-X-12, CF-AGE-8)."""
    return numbers().at_zero.get(characteristic)


# ---- skills and Passions ---------------------------------------------------------------------------------------------


def base(of: str, characteristics: Characteristics) -> tuple[Part, ...]:
    """Return what a skill or a Passion begins with (CF-X-23 to CF-X-26).

    Args:
        of: what it is the sum of, such as `INT+CHA+40`.
        characteristics: of whom.
    """
    found = list[Part]()
    for term in of.split("+"):
        if term.isdecimal():
            found.append(Part(reason="gift", value=int(term)))
        else:
            name: Characteristic = term  # type: ignore[assignment]
            found.append(Part(reason="characteristic", value=characteristics[name], params={"name": term}))
    return tuple(found)


def base_of(skill: str) -> str | None:
    """Return what a skill's base is the sum of, with or without a speciality; None for an unknown one (CF-T-SKILLS)."""
    table = numbers().skills
    plain = f"{skill.partition('(')[0].strip()} (…)"
    return table.standard.get(skill) or table.professional.get(skill) or table.professional.get(plain)


def passion_base(kind: PassionKind, characteristics: Characteristics, place: int | None = None) -> tuple[Part, ...]:
    """Return what a Passion begins with (CF-X-26).

    Args:
        kind: what it is for.
        characteristics: of whom.
        place: 0, 1 or 2 for the first three Passions of a new character, which begin higher; None for a later one.
    """
    table = numbers().passions
    first = table.first[place] if place is not None and kind != "alignment" else 0
    return (*base(table.base[kind], characteristics), *counting(Part(reason="first_passions", value=first)))


def passion_dice(depth: Depth) -> str:
    """Return what the GM throws to shift a Passion (CF-X-26)."""
    return numbers().passions.depth[depth]


# ---- Rank ------------------------------------------------------------------------------------------------------------


def is_gifted(skill: str) -> bool:
    """Say whether a skill begins with a gift and so never counts for a Rank (CF-X-22, CF-X-23)."""
    return any(term.isdecimal() for term in (base_of(skill) or "").split("+"))


def rank_of(skills: Mapping[str, int], class_skills: Collection[str]) -> int:
    """Return the highest Rank whose own count of class skills is there, whatever lower Ranks ask for (CF-X-22).

    Args:
        skills: what each comes to.
        class_skills: those that belong to the class.
    """
    values = [value for skill, value in skills.items() if skill in class_skills and not is_gifted(skill)]
    reached = (row.rank for row in numbers().ranks if sum(value >= row.value for value in values) >= row.skills)
    return max(reached, default=0)
