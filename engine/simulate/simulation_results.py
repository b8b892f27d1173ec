"""Results of simulated fights: counts, with confidence intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from engine.model.frozen import Frozen, Json

NOBODY = ""
"""The winner if no side is left."""
_NINETY = 1.6448536269514722
"""Nine tenths of a normal distribution are within this number of standard deviations to either side."""


class FightResult(Frozen):
    """The result of one fight.

    Attributes:
        winner: the side that was left; NOBODY if none was.
        rounds: the number of rounds begun.
        health_left: the Health of each body at the end, by its id.
        defeated: the bodies that were defeated.
        names: the name of each body.
        sides: the side of each body.
        decided: whether the fight came to a decision.
    """

    winner: str
    rounds: int
    health_left: Mapping[str, int] = {}
    defeated: tuple[str, ...] = ()
    names: Mapping[str, str] = {}
    sides: Mapping[str, str] = {}
    decided: bool = True


class Proportion(Frozen):
    """A count out of a total.

    `low` and `high` are whole percentages; the true share is between them with 90 % confidence (Wilson), rounded
    outwards.
    """

    count: int
    of: int
    low: int
    high: int


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

    `certain` marks a fight without chance: it was played once, and has only one possible result.
    """

    fights: tuple[FightResult, ...] = ()
    seed: int = 0
    certain: bool = False

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
                middle=sorted(left)[(len(left) - 1) // 2],
                most=max(left),
            )
            for body, left in found.items()
        }

    def fallen(self, side: str) -> Mapping[int, int]:
        """Return the number of fights by number of bodies that a side lost, in ascending order."""
        counts = (sum(fight.sides.get(body) == side for body in fight.defeated) for fight in self.fights)
        return dict(sorted(Counter(counts).items()))

    def as_json(self) -> dict[str, Json]:
        """Return it as plain JSON."""
        sides = self.won()
        return {
            "fights": self.times,
            "seed": self.seed,
            "certain": self.certain,
            "won": {side: self._told(won) for side, won in sides.items()},
            "drawn": self.drawn(),
            "undecided": self.undecided(),
            "rounds": {str(rounds): count for rounds, count in self.rounds().items()},
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
        }

    def _told(self, found: Proportion) -> dict[str, Json]:
        """Return a share; a certain result has no interval."""
        interval: dict[str, Json] = {"low_percent": found.low, "high_percent": found.high}
        return {"count": found.count, "of": found.of, **({} if self.certain else interval)}


def proportion(count: int, of: int) -> Proportion:
    """Return a count out of a total, with the interval of Wilson at 90 %."""
    if not of:
        return Proportion(count=0, of=0, low=0, high=100)
    p, z2 = count / of, _NINETY * _NINETY
    middle = (p + z2 / (2 * of)) / (1 + z2 / of)
    half = _NINETY / (1 + z2 / of) * math.sqrt(p * (1 - p) / of + z2 / (4 * of * of))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    # With all or none counted the interval ends there, whatever rounding gives.
    return Proportion(
        count=count,
        of=of,
        low=0 if count == 0 else math.floor(low * 100),
        high=100 if count == of else math.ceil(high * 100),
    )
