"""Exact chances of cards: every draw from cards of which nobody knows the order.

>>> draws = list(every_draw(["8H", "8S", "KD"], 2, kind=lambda card: card[0]))
>>> [(cards, str(chance)) for cards, chance in draws]
[(('8H', '8S'), '1/3'), (('8H', 'KD'), '2/3')]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from operator import add
from typing import NamedTuple

from engine.core.unseen_cards import unknown_cards
from engine.model.table import Table
from engine.odds.every_result import TooManyResults


def unseen_cards(table: Table, viewer: str) -> tuple[str, ...]:
    """Return all cards whose place a viewer does not know, in an order that reveals none.

    Cards that were removed face down are among them: nobody knows which they were.
    """
    return tuple(sorted(unknown_cards(table, viewer).union(table.away)))


def every_draw(
    cards: Iterable[str], count: int, kind: Callable[[str], Hashable], most: int = 1_000
) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Yield every different draw of some cards, each with its chance if all cards are equally likely.

    Cards of one kind are as good as each other, and the order of a draw does not matter: each combination of kinds
    comes once.

    Args:
        cards: the cards that may be drawn.
        count: the number of drawn cards.
        kind: says what matters of a card.
        most: the maximum number of draws.

    Raises:
        TooManyResults: there are more different draws.
    """
    groups: dict[Hashable, list[str]] = {}
    for card in cards:
        groups.setdefault(kind(card), []).append(card)
    alike = list(groups.values())
    whole = comb(sum(map(len, alike)), count)
    for number, drawn in enumerate(_combinations(alike, count)):
        if number == most:
            raise TooManyResults
        ways = 1
        for group, some in zip(alike, drawn, strict=True):
            ways *= comb(len(group), some)
        taken = tuple(card for group, some in zip(alike, drawn, strict=True) for card in group[:some])
        yield taken, Fraction(ways, whole)


def _combinations(groups: list[list[str]], count: int) -> Iterator[tuple[int, ...]]:
    """Yield how many cards of each group are drawn, in every way that makes so many."""
    if not groups:
        if not count:
            yield ()
        return
    for some in range(min(count, len(groups[0])), -1, -1):
        for rest in _combinations(groups[1:], count - some):
            yield (some, *rest)


class PileDraw(NamedTuple):
    """A draw from a pile of cards in any order.

    Attributes:
        groups: the sizes of the groups of cards that matter; no card is in two of them.
        size: the number of cards in the pile.
        drawn: how many are drawn.
    """

    groups: tuple[int, ...]
    size: int
    drawn: int


def group_chances(draws: Iterable[PileDraw], most: int) -> dict[tuple[int, ...], Fraction]:
    """Return the chances of how many cards of each group some draws bring together.

    Where more than `most` cards of one group come, the chances are left out, so that they need not add up to 1.

    >>> jokers, aces = 2, 4
    >>> group_chances([PileDraw((jokers, aces), size=54, drawn=1)], most=1)[0, 1]
    Fraction(2, 27)
    """
    together: dict[tuple[int, ...], Fraction] = {}
    for draw in draws:
        alone = _group_chances(draw, most)
        if not together:
            together = alone
            continue
        before, together = together, {}
        for (one, chance), (other, share) in product(before.items(), alone.items()):
            counts = tuple(map(add, one, other))
            if max(counts) <= most:
                together[counts] = together.get(counts, Fraction(0)) + chance * share
    return together


def _group_chances(draw: PileDraw, most: int) -> dict[tuple[int, ...], Fraction]:
    rest, whole = draw.size - sum(draw.groups), comb(draw.size, draw.drawn)
    chances: dict[tuple[int, ...], Fraction] = {}
    for counts in product(*(range(min(size, most) + 1) for size in draw.groups)):
        left = draw.drawn - sum(counts)
        ways = comb(rest, left) if left >= 0 else 0
        for size, some in zip(draw.groups, counts, strict=True):
            ways *= comb(size, some)
        if ways:
            chances[counts] = Fraction(ways, whole)
    return chances


class NoDice:
    """Chance for trying a command with cards: a shuffle is noted, dice are not there.

    Attributes:
        shuffled: the cards of the shuffles so far; their order is as likely as any other.
    """

    def __init__(self) -> None:
        self.shuffled: list[str] = []

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Note the cards, and return them in an order that reveals nothing."""
        order = tuple(sorted(cards))
        self.shuffled += order
        return order

    def roll(self, sides: int) -> int:
        """Raise TooManyResults: dice are not counted here."""
        raise TooManyResults
