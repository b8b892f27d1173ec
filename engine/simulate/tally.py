"""What came of fights, counted: whole numbers, and how far they can be trusted."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from engine.table.frozen import Frozen, Json

NOBODY = ""
"""Who has won where nobody is left."""
_NINETY = 1.6448536269514722
"""So many standard deviations to either side hold nine tenths of a normal distribution."""


class Fight(Frozen):
    """What came of one fight.

    Attributes:
        winner: the side that was left; NOBODY if none was.
        rounds: how many rounds were begun.
        left: the Health of each body at the end, by its id.
        fell: the bodies that were defeated.
        names: what each body is called.
        sides: on which side each body was.
        decided: whether it came to an end at all.
    """

    winner: str
    rounds: int
    left: Mapping[str, int] = {}
    fell: tuple[str, ...] = ()
    names: Mapping[str, str] = {}
    sides: Mapping[str, str] = {}
    decided: bool = True


class Share(Frozen):
    """How many of how many.

    `low` and `high` are whole hundredths between which the true share lies with 90 % confidence (Wilson), rounded
    outwards.
    """

    count: int
    of: int
    low: int
    high: int


class Left(Frozen):
    """What Health a body had left, over all fights: how often it fell, and the least, the middle and the most."""

    name: str
    side: str
    fell: Share
    least: int
    middle: int
    most: int


class Tally(Frozen):
    """All fights that were played, in their order.

    `certain` is a fight in which chance had no say: it was played once, and can come to nothing else.
    """

    fights: tuple[Fight, ...] = ()
    seed: int = 0
    certain: bool = False

    @property
    def times(self) -> int:
        """How many fights were played."""
        return len(self.fights)

    def won(self) -> Mapping[str, Share]:
        """Return how often each side has won; the sides in the order in which they are named by the fights."""
        sides = dict.fromkeys(side for fight in self.fights for side in fight.sides.values())
        counts = Counter(fight.winner for fight in self.fights if fight.decided and fight.winner != NOBODY)
        return {side: share(counts[side], self.times) for side in (*sides, *(s for s in counts if s not in sides))}

    def drawn(self) -> int:
        """Return how often nobody was left."""
        return sum(fight.decided and fight.winner == NOBODY for fight in self.fights)

    def undecided(self) -> int:
        """Return how often a fight was given up."""
        return sum(not fight.decided for fight in self.fights)

    def rounds(self) -> Mapping[int, int]:
        """Return how many fights took how many rounds, from low to high."""
        return dict(sorted(Counter(fight.rounds for fight in self.fights).items()))

    def bodies(self) -> Mapping[str, Left]:
        """Return what became of each body; of one that was not in every fight, in those in which it was."""
        found: dict[str, list[int]] = {}
        fell = Counter[str]()
        named: dict[str, tuple[str, str]] = {}
        for fight in self.fights:
            fell.update(fight.fell)
            for body, health in fight.left.items():
                found.setdefault(body, []).append(health)
                named.setdefault(body, (fight.names.get(body, body), fight.sides.get(body, "")))
        return {
            body: Left(
                name=named[body][0],
                side=named[body][1],
                fell=share(fell[body], len(left)),
                least=min(left),
                middle=sorted(left)[(len(left) - 1) // 2],
                most=max(left),
            )
            for body, left in found.items()
        }

    def fallen(self, side: str) -> Mapping[int, int]:
        """Return how many fights cost a side how many bodies, from low to high."""
        counts = (sum(fight.sides.get(body) == side for body in fight.fell) for fight in self.fights)
        return dict(sorted(Counter(counts).items()))

    def told(self) -> dict[str, Json]:
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

    def _told(self, found: Share) -> dict[str, Json]:
        """Return a share; what can come to nothing else has no interval."""
        interval: dict[str, Json] = {"low_percent": found.low, "high_percent": found.high}
        return {"count": found.count, "of": found.of, **({} if self.certain else interval)}


def share(count: int, of: int) -> Share:
    """Return how many of how many, with the interval of Wilson at 90 %."""
    if not of:
        return Share(count=0, of=0, low=0, high=100)
    p, z2 = count / of, _NINETY * _NINETY
    middle = (p + z2 / (2 * of)) / (1 + z2 / of)
    half = _NINETY / (1 + z2 / of) * math.sqrt(p * (1 - p) / of + z2 / (4 * of * of))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    # Where all or none were counted the interval ends there, whatever the last bit of a float says.
    return Share(
        count=count,
        of=of,
        low=0 if count == 0 else math.floor(low * 100),
        high=100 if count == of else math.ceil(high * 100),
    )
