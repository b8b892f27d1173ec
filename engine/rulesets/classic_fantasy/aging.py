"""Years, and what they take (CF-AGE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Literal

from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy.damage import check_thrown
from engine.rulesets.classic_fantasy.data import tables
from engine.rulesets.classic_fantasy.grades import Bearing, Chance, Grade, Level, chance, succeeds
from engine.rulesets.classic_fantasy.people import Characteristic, Characteristics
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.table.frozen import Frozen

AgingRoll = Literal["Endurance", "Willpower"]
"""The skill that is rolled; the one guards the body, the other the mind."""


class LossTable(Frozen):
    """CF-T-AGING: what a d6 takes for each failed roll, and how much."""

    die: int
    amount: str
    Endurance: tuple[Characteristic, ...]
    Willpower: tuple[Characteristic, ...]


class DotageTable(Frozen):
    """How often rolls are due in the last band, and the grade that it may have instead of its own."""

    years: int
    grade: Grade


class AgingTables(Frozen):
    """The file `rules/aging.toml`."""

    bands: tuple[str, ...]
    grades: tuple[Grade, ...]
    species: Mapping[str, tuple[int, ...]]
    loss: LossTable
    dotage: DotageTable


@cache
def numbers() -> AgingTables:
    """Return the numbers of aging."""
    found: AgingTables = tables("aging", AgingTables)
    return found


def bounds_of(species: str, own: Sequence[int] = ()) -> tuple[int, ...]:
    """Return in which year each band begins (CF-AGE-1).

    Args:
        species: of the character.
        own: the six years of a species that the rules do not know, by the GM.

    Raises:
        Refused: the rules do not know the species, and the GM has not said, or not six years that rise.
    """
    found = tuple(own) or numbers().species.get(species)
    if found is None:
        raise Refused("d100_no_bands", "CF-AGE-1", species=species[:60])
    if len(found) != len(numbers().bands) or any(later <= earlier for earlier, later in pairwise(found)):
        raise Refused("d100_band_years", "CF-AGE-1", count=len(numbers().bands))
    return found


def band_at(age: int, bounds: Sequence[int]) -> int | None:
    """Return which band an age lies in, counted from 0; None for the young (CF-AGE-1)."""
    passed = [band for band, begins in enumerate(bounds) if begins <= age]
    return passed[-1] if passed else None


class Toll(Frozen):
    """A year in which somebody makes both rolls.

    Attributes:
        age: at that birthday.
        band: counted from 0.
    """

    age: int
    band: int

    @property
    def name(self) -> str:
        """What the band is called."""
        return numbers().bands[self.band]

    @property
    def grade(self) -> Grade:
        """How hard both rolls are by the table."""
        return numbers().grades[self.band]

    @property
    def words(self) -> Message:
        """Why they are made."""
        return Message(key="d100.aging.toll", params={"age": self.age, "band": self.name, "grade": self.grade})


def tolls(before: int, after: int, bounds: Sequence[int], settings: Settings = CATALOGUE) -> tuple[Toll, ...]:
    """Return when the rolls are due while somebody grows older (CF-AGE-2, CF-AGE-9, CF-AGE-13).

    Each band that is entered has its rolls, and in the last one each year has.

    Args:
        before: the age until now.
        after: the age from now on; the younger owe nothing.
        bounds: in which year each band begins.
        settings: whether bands that are passed at once all count, or the last of them alone.
    """
    found = tuple(_tolls(before, after, bounds))
    entered = band_at(after, bounds)
    if settings.aging_bands == "last":
        return tuple(toll for toll in found if toll.band == entered)
    return found


def _tolls(before: int, after: int, bounds: Sequence[int]) -> Iterator[Toll]:
    last, years = len(bounds) - 1, numbers().dotage.years
    for band, begins in enumerate(bounds):
        if before < begins <= after:
            yield Toll(age=begins, band=band)
        if band == last:
            first = max(begins, begins + (before - begins) // years * years)
            yield from (Toll(age=age, band=band) for age in range(first + years, after + 1, years))


def behind(
    age: int, bounds: Sequence[int], made: tuple[int, int] | None = None, settings: Settings = CATALOGUE
) -> tuple[Toll, ...]:
    """Return the rolls of the bands that lie behind somebody, as far as they were not made (CF-AMB-3).

    Args:
        age: now.
        bounds: in which year each band begins.
        made: from which age up to which they were made; None for who has not grown older yet.
        settings: whether of several bands all count, or the last of them alone.
    """
    begun, done = made or (age, age)
    return tuple(toll for toll in tolls(0, age, bounds, settings) if not begun < toll.age <= done)


def roll_chance(
    toll: Toll, skill: int, settings: Settings = CATALOGUE, bearings: Sequence[Bearing] = ()
) -> Chance | None:
    """Return what Endurance or Willpower is rolled against; None where the GM says what comes of it (CF-AGE-3, -10).

    Args:
        toll: the year.
        skill: in per cent.
        settings: what becomes of a roll that nobody can make: it fails, is made at Herculean, or is the GM's.
        bearings: what makes it harder or easier besides.
    """
    if toll.grade != "Hopeless" or settings.aging_dotage == "auto_fail":
        return chance(skill, toll.grade, bearings, settings)
    if settings.aging_dotage == "gm":
        return None
    return chance(skill, numbers().dotage.grade, bearings, settings)


# ---- what is lost ----------------------------------------------------------------------------------------------------


def suffers(level: Level) -> bool:
    """Say whether a roll costs something; a fumble costs no more than a failure (CF-AGE-4, CF-AGE-5)."""
    return not succeeds(level)


def affected(roll: AgingRoll, d6: int) -> Characteristic:
    """Return what a failed roll lowers (CF-AGE-4, CF-AGE-5)."""
    table = numbers().loss
    if not 1 <= d6 <= table.die:
        raise Refused("dice_faces", "CF-AGE-4", count=1, sides=table.die)
    by_roll: Mapping[AgingRoll, tuple[Characteristic, ...]] = {
        "Endurance": table.Endurance,
        "Willpower": table.Willpower,
    }
    return by_roll[roll][d6 - 1]


def loss_dice() -> str:
    """Return what is thrown for how much is lost (CF-AGE-6)."""
    return numbers().loss.amount


class Aged(Frozen):
    """What a loss has made of somebody.

    Attributes:
        characteristics: as they are now.
        lost: what age has taken of each in all (CF-AGE-7).
        which: what was lowered.
        points: by how much in truth.
        dies: of frailty (CF-AGE-8).
    """

    characteristics: Characteristics
    lost: Characteristics
    which: Characteristic
    points: int
    dies: bool = False

    @property
    def words(self) -> Message:
        """What has happened; how it shows is the GM's to say (CF-AGE-11)."""
        key = "d100.aging.died" if self.dies else f"d100.aging.lost_{self.which}"
        return Message(
            key=key, params={"points": self.points, "left": self.characteristics[self.which], "of": self.which}
        )


def lose(characteristics: Characteristics, lost: Characteristics, which: Characteristic, points: int) -> Aged:
    """Return what an effect of age leaves (CF-AGE-6 to CF-AGE-8); all that is reckoned from it follows (CF-AGE-12).

    Args:
        characteristics: as they were.
        lost: what age has taken before.
        which: what is lowered.
        points: what the dice say.
    """
    taken = min(check_thrown(loss_dice(), points, "CF-AGE-6"), max(0, characteristics[which]))
    left = characteristics[which] - taken
    return Aged(
        characteristics={**characteristics, which: left},
        lost={**lost, which: lost.get(which, 0) + taken},
        which=which,
        points=taken,
        dies=left <= 0,
    )


def regained(current: int, lost: int, points: int, most: int | None = None) -> int:
    """Return how much of what age took can be given back: no more than it took, or than the species has (CF-AGE-7).

    Args:
        current: the characteristic.
        lost: what age has taken of it.
        points: what the GM wants to give back.
        most: the most that the species has of it; None where nobody has said.
    """
    room = max(0, most - current) if most is not None else points
    return max(0, min(points, lost, room))
