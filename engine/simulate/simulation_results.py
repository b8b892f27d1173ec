"""Results of simulated fights: counts with confidence intervals, and what the fights cost."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

from engine.model.frozen import Frozen, Json
from engine.simulate.fight_costs import FightCosts

NOBODY = ""
"""The winner if no side is left."""
_NINETY_FIVE = 1.959963984540054
"""95 of 100 values of a normal distribution are within this number of standard deviations to either side."""


class FightResult(Frozen):
    """The result of one fight.

    Attributes:
        winner: the side that was left; NOBODY if none was.
        rounds: the number of rounds begun.
        health_left: the Health of each body at the end, by its id.
        defeated: the bodies that were defeated.
        names: the name of each body, and of each character that has several.
        sides: the side of each body.
        decided: whether the fight came to a decision.
        commands: the number of commands; the simulation counts them.
        costs: what the fight cost; the simulation compares the tables.
    """

    winner: str
    rounds: int
    health_left: Mapping[str, int] = {}
    defeated: tuple[str, ...] = ()
    names: Mapping[str, str] = {}
    sides: Mapping[str, str] = {}
    decided: bool = True
    commands: int = 0
    costs: FightCosts = FightCosts()


class Proportion(Frozen):
    """A count out of a total.

    `low` and `high` are whole percentages; the true share is between them with 95 % confidence (Wilson), rounded
    outwards.
    """

    count: int
    of: int
    low: int
    high: int


class Spread(Frozen):
    """Minimum, median, maximum and average of a number over all fights; the average in hundredths, rounded."""

    least: int
    middle: int
    most: int
    average: float


class BodyResults(Frozen):
    """The Health that a body had left, over all fights: how often it was defeated, and minimum, median and maximum."""

    name: str
    side: str
    fell: Proportion
    least: int
    middle: int
    most: int


class SimulationResults(Frozen):
    """The results of all fights, in order.

    Attributes:
        certain: a fight without chance: it was played once, and has only one possible result.
        precise: the fights stopped because the interval was as narrow as asked for.
        unvaried: the zones with cards that somebody does not see, and that were the same in every fight.
    """

    fights: tuple[FightResult, ...] = ()
    seed: int = 0
    certain: bool = False
    precise: bool = False
    unvaried: tuple[str, ...] = ()

    @property
    def times(self) -> int:
        """The number of fights."""
        return len(self.fights)

    def won(self) -> Mapping[str, Proportion]:
        """Return how often each side has won; the sides in the order of the fights."""
        sides = dict.fromkeys(side for fight in self.fights for side in fight.sides.values())
        counts = Counter(fight.winner for fight in self.fights if fight.decided and fight.winner != NOBODY)
        return {side: proportion(counts[side], self.times) for side in (*sides, *(s for s in counts if s not in sides))}

    def drawn(self) -> int:
        """Return how often nobody was left."""
        return sum(fight.decided and fight.winner == NOBODY for fight in self.fights)

    def undecided(self) -> int:
        """Return how often a fight was abandoned."""
        return sum(not fight.decided for fight in self.fights)

    def rounds(self) -> Mapping[int, int]:
        """Return the number of fights by number of rounds, in ascending order."""
        return dict(sorted(Counter(fight.rounds for fight in self.fights).items()))

    def commands(self) -> Spread:
        """Return the number of commands of a fight."""
        return spread([fight.commands for fight in self.fights])

    def bodies(self) -> Mapping[str, BodyResults]:
        """Return the results of each body, over the fights in which it took part."""
        found: dict[str, list[int]] = {}
        fell = Counter[str]()
        named: dict[str, tuple[str, str]] = {}
        for fight in self.fights:
            fell.update(fight.defeated)
            for body, health in fight.health_left.items():
                found.setdefault(body, []).append(health)
                named.setdefault(body, (fight.names.get(body, body), fight.sides.get(body, "")))
        return {
            body: BodyResults(
                name=named[body][0],
                side=named[body][1],
                fell=proportion(fell[body], len(left)),
                least=min(left),
                middle=_median(left),
                most=max(left),
            )
            for body, left in found.items()
        }

    def fallen(self, side: str) -> Mapping[int, int]:
        """Return the number of fights by number of bodies that a side lost, in ascending order."""
        counts = (sum(fight.sides.get(body) == side for body in fight.defeated) for fight in self.fights)
        return dict(sorted(Counter(counts).items()))

    def changes(self) -> Mapping[str, Mapping[str, Spread]]:
        """Return the change of each number of each character, by ids, where it changed in any fight."""
        return self._spreads(fight.costs.tracks for fight in self.fights)

    def chips(self) -> Mapping[str, Mapping[str, Spread]]:
        """Return the change of each colour of chips, by bag, where it changed in any fight."""
        return self._spreads(fight.costs.chips for fight in self.fights)

    def cards_played(self) -> Mapping[str, Spread]:
        """Return the number of cards that left the hands of each seat."""
        return self._spreads({"": fight.costs.cards} for fight in self.fights).get("", {})

    def wounds(self) -> Mapping[str, Mapping[str, Proportion]]:
        """Return how often each location of each character was not as at the start, by ids."""
        counts: dict[str, Counter[str]] = {}
        for fight in self.fights:
            for actor, locations in fight.costs.wounds.items():
                counts.setdefault(actor, Counter()).update(locations)
        return {
            actor: {location: proportion(count, self.times) for location, count in sorted(by_location.items())}
            for actor, by_location in counts.items()
        }

    def _spreads(self, fights: Iterable[Mapping[str, Mapping[str, int]]]) -> Mapping[str, Mapping[str, Spread]]:
        """Return the spread of each number by two names; where a fight has none, it was 0."""
        found: dict[str, dict[str, list[int]]] = {}
        for fight in fights:
            for owner, numbers in fight.items():
                for name, number in numbers.items():
                    found.setdefault(owner, {}).setdefault(name, []).append(number)
        return {
            owner: {name: spread([*values, *[0] * (self.times - len(values))]) for name, values in numbers.items()}
            for owner, numbers in found.items()
        }

    def is_within(self, points: int) -> bool:
        """Return whether the interval of each side's victories reaches at most so many percentage points either way."""
        return all(share.high - share.low <= 2 * points for share in self.won().values())

    def as_json(self) -> dict[str, Json]:
        """Return it as plain JSON."""
        sides = self.won()
        return {
            "fights": self.times,
            "seed": self.seed,
            "certain": self.certain,
            "precise": self.precise,
            "unvaried": list(self.unvaried),
            "won": {side: self._told(won) for side, won in sides.items()},
            "drawn": self.drawn(),
            "undecided": self.undecided(),
            "rounds": {str(rounds): count for rounds, count in self.rounds().items()},
            "commands": _spread_json(self.commands()),
            "fallen": {side: {str(n): count for n, count in self.fallen(side).items()} for side in sides},
            "bodies": {
                body: {
                    "name": left.name,
                    "side": left.side,
                    "fell": self._told(left.fell),
                    "health": {"least": left.least, "middle": left.middle, "most": left.most},
                }
                for body, left in self.bodies().items()
            },
            "changes": {actor: _spreads_json(numbers) for actor, numbers in self.changes().items()},
            "chips": {bag: _spreads_json(colours) for bag, colours in self.chips().items()},
            "cards_played": _spreads_json(self.cards_played()),
            "wounds": {
                actor: {location: self._told(share) for location, share in locations.items()}
                for actor, locations in self.wounds().items()
            },
        }

    def _told(self, found: Proportion) -> dict[str, Json]:
        """Return a share; a certain result has no interval."""
        interval: dict[str, Json] = {"low_percent": found.low, "high_percent": found.high}
        return {"count": found.count, "of": found.of, **({} if self.certain else interval)}


def proportion(count: int, of: int) -> Proportion:
    """Return a count out of a total, with the interval of Wilson at 95 %."""
    if not of:
        return Proportion(count=0, of=0, low=0, high=100)
    p, z2 = count / of, _NINETY_FIVE * _NINETY_FIVE
    middle = (p + z2 / (2 * of)) / (1 + z2 / of)
    half = _NINETY_FIVE / (1 + z2 / of) * math.sqrt(p * (1 - p) / of + z2 / (4 * of * of))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    # With all or none counted the interval ends there, whatever rounding gives.
    return Proportion(
        count=count,
        of=of,
        low=0 if count == 0 else math.floor(low * 100),
        high=100 if count == of else math.ceil(high * 100),
    )


def spread(values: list[int]) -> Spread:
    """Return minimum, median, maximum and average of some numbers; all 0 for none."""
    if not values:
        return Spread(least=0, middle=0, most=0, average=0.0)
    average = round(sum(values) / len(values), 2)
    return Spread(least=min(values), middle=_median(values), most=max(values), average=average)


def _median(values: list[int]) -> int:
    return sorted(values)[(len(values) - 1) // 2]


def _spread_json(found: Spread) -> dict[str, Json]:
    return {"least": found.least, "middle": found.middle, "most": found.most, "average": found.average}


def _spreads_json(found: Mapping[str, Spread]) -> dict[str, Json]:
    return {name: _spread_json(numbers) for name, numbers in found.items()}
