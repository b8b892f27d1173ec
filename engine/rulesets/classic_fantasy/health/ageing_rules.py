"""Rules of ageing: age bands, rolls, and lost characteristics (CF-AGE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from engine.kit.rules_data import rules_table
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.character.character_rules import Characteristic, Characteristics
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade, SuccessLevel
from engine.rulesets.classic_fantasy.dice.mixed_dice import check_dice_total
from engine.rulesets.classic_fantasy.dice.success_levels import EffectiveSkill, effective_skill, succeeds
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings

AgeingRoll = Literal["Endurance", "Willpower"]
"""The skill that is rolled: Endurance protects the body, Willpower the mind."""


class LossTable(Frozen):
    """The table of losses for each failed roll, by a d6, and their dice (CF-T-AGING)."""

    die: int
    amount: str
    Endurance: tuple[Characteristic, ...]
    Willpower: tuple[Characteristic, ...]


class DotageTable(Frozen):
    """The years between rolls in the last band, and the grade that may replace that of the band."""

    years: int
    grade: Grade


class AgeingTables(Frozen):
    """The file `rules/ageing.toml`."""

    bands: tuple[str, ...]
    grades: tuple[Grade, ...]
    species: Mapping[str, tuple[int, ...]]
    loss: LossTable
    dotage: DotageTable


numbers = rules_table(RULESET, "ageing", AgeingTables)


def bounds_of(species: str, own: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the first year of each age band (CF-AGE-1).

    `own` are the six years of a species that the rules do not know, set by the GM.

    Raises:
        Refused: the rules do not know the species, and there are not six rising years from the GM.
    """
    known_years = tuple(own) or numbers().species.get(species)
    if known_years is None:
        raise Refused("d100_no_bands", "CF-AGE-1", species=species[:60])
    if len(known_years) != len(numbers().bands) or any(
        next_year <= earlier for earlier, next_year in pairwise(known_years)
    ):
        raise Refused("d100_band_years", "CF-AGE-1", count=len(numbers().bands))
    return known_years


def band_at(age: int, bounds: Sequence[int]) -> int | None:
    """Return the band of an age, counted from 0; None before the first (CF-AGE-1)."""
    begun_bands = [band for band, begins in enumerate(bounds) if begins <= age]
    return begun_bands[-1] if begun_bands else None


class AgeingYear(Frozen):
    """A year in which a character makes both rolls against age: its age from that birthday on, and its band from 0."""

    age: int
    band: int

    @property
    def name(self) -> str:
        """The name of the band."""
        return numbers().bands[self.band]

    @property
    def grade(self) -> Grade:
        """The difficulty grade of both rolls by the table."""
        return numbers().grades[self.band]

    @property
    def words(self) -> Message:
        """The reason for the rolls, as text."""
        return Message(key="d100.aging.toll", params={"age": self.age, "band": self.name, "grade": self.grade})


def ageing_years(
    before: int, after: int, bounds: Sequence[int], settings: Settings = CATALOGUE
) -> tuple[AgeingYear, ...]:
    """Return the rolls that are due while a character grows older (CF-AGE-2, CF-AGE-9, CF-AGE-13).

    Each band that it enters has its rolls; in the last one every year has. By the settings all bands passed at once
    count, or only the last of them.
    """
    years = tuple(_tolls(before, after, bounds))
    band = band_at(after, bounds)
    if settings.aging_bands == "last":
        return tuple(toll for toll in years if toll.band == band)
    return years


def _tolls(age_before: int, age_after: int, bounds: Sequence[int]) -> Iterator[AgeingYear]:
    last, years = len(bounds) - 1, numbers().dotage.years
    for band, begins in enumerate(bounds):
        if age_before < begins <= age_after:
            yield AgeingYear(age=begins, band=band)
        if band == last:
            first = max(begins, begins + (age_before - begins) // years * years)
            yield from (AgeingYear(age=age, band=band) for age in range(first + years, age_after + 1, years))


def behind(
    age: int, bounds: Sequence[int], made: tuple[int, int] | None = None, settings: Settings = CATALOGUE
) -> tuple[AgeingYear, ...]:
    """Return the rolls of the bands that a character has passed and that were not made (CF-AMB-3).

    `made` is from which age up to which they were made; None for a character that has not grown older yet.
    """
    from_age, to_age = made or (age, age)
    return tuple(toll for toll in ageing_years(0, age, bounds, settings) if not from_age < toll.age <= to_age)


def roll_chance(toll: AgeingYear, skill: int, settings: Settings = CATALOGUE) -> EffectiveSkill | None:
    """Return the chance of Endurance or Willpower; None where the GM decides the result (CF-AGE-3, -10).

    By the settings an impossible roll fails, is made at Herculean, or is the GM's decision.
    """
    if toll.grade != "Hopeless" or settings.aging_dotage == "auto_fail":
        return effective_skill(skill, toll.grade, settings=settings)
    if settings.aging_dotage == "gm":
        return None
    return effective_skill(skill, numbers().dotage.grade, settings=settings)


# ---- what is lost ----------------------------------------------------------------------------------------------------


def suffers(level: SuccessLevel) -> bool:
    """Say whether a roll costs points; a fumble costs no more than a failure (CF-AGE-4, CF-AGE-5)."""
    return not succeeds(level)


def affected(roll: AgeingRoll, d6: int) -> Characteristic:
    """Return the characteristic that a failed roll lowers (CF-AGE-4, CF-AGE-5)."""
    table = numbers().loss
    if not 1 <= d6 <= table.die:
        raise Refused("dice_faces", "CF-AGE-4", count=1, sides=table.die)
    by_roll: Mapping[AgeingRoll, tuple[Characteristic, ...]] = {
        "Endurance": table.Endurance,
        "Willpower": table.Willpower,
    }
    return by_roll[roll][d6 - 1]


class AgeingLoss(Frozen):
    """The result of a loss to age: the new values, and the points that the characteristic `which` really lost.

    `lost` are all points of each that were lost to age (CF-AGE-7); of frailty the character `dies` (CF-AGE-8).
    """

    characteristics: Characteristics
    lost: Characteristics
    which: Characteristic
    points: int
    dies: bool = False

    @property
    def words(self) -> Message:
        """The loss as text; the GM describes how it shows (CF-AGE-11)."""
        key = "d100.aging.died" if self.dies else f"d100.aging.lost_{self.which}"
        return Message(
            key=key, params={"points": self.points, "left": self.characteristics[self.which], "of": self.which}
        )


def lose(characteristics: Characteristics, lost: Characteristics, which: Characteristic, points: int) -> AgeingLoss:
    """Return the result of a loss to age; all values calculated from it follow (CF-AGE-6 to CF-AGE-8, CF-AGE-12).

    `lost` are the points lost to age before, `points` the total of the dice.
    """
    points_lost = min(check_dice_total(numbers().loss.amount, points, "CF-AGE-6"), max(0, characteristics[which]))
    value_left = characteristics[which] - points_lost
    return AgeingLoss(
        characteristics={**characteristics, which: value_left},
        lost={**lost, which: lost.get(which, 0) + points_lost},
        which=which,
        points=points_lost,
        dies=value_left <= 0,
    )


def regained(current: int, lost: int, points: int, most: int | None = None) -> int:
    """Return the points that can be restored: at most those lost, within the species' maximum (CF-AGE-7).

    `most` is the maximum of the species; None if unknown.
    """
    room = max(0, most - current) if most is not None else points
    return max(0, min(points, lost, room))
