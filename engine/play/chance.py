"""Where chance comes from: a seed, a list written beforehand, or the hands of people with real dice and cards."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from engine.play.words import Message
from engine.table.cards import face_of

DICE: Final = "dice"
"""All dice that are thrown by hand, of whatever kind."""
ORDER: Final = "order"
"""The order of cards that are shuffled by hand."""


class Chance(Protocol):
    """All the chance that a rule may ask for."""

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the cards in a new order."""
        ...

    def roll(self, sides: int) -> int:
        """Return a face of a die, 1 to `sides`."""
        ...


class Wanted(Exception):
    """A chance by hand needs something typed in: `kind` is `d20`, or `order` for a shuffle of `count` cards.

    `about` says what dice are thrown for, where the game has said it.
    """

    def __init__(self, kind: str, count: int, about: Message | None = None) -> None:
        super().__init__(f"{kind} × {count}")
        self.kind = kind
        self.count = count
        self.about = about


class NotAmong(Exception):
    """A real card was told that is not thought to be among those that were shuffled."""

    def __init__(self, face: str, cards: tuple[str, ...]) -> None:
        super().__init__(face)
        self.face = face
        self.cards = cards


class Seeded:
    """Chance from a seed. Only `random.random` is used: it is the one method that stays the same in every Python."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Shuffle by Fisher and Yates, from the last card down."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = int(self._random.random() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def roll(self, sides: int) -> int:
        """Throw one die."""
        return int(self._random.random() * sides) + 1


class Scripted:
    """Chance that is written down beforehand, for tests and bug reports; where a list ends, another maker goes on.

    Args:
        faces: the next faces of each kind of die by its name (`d20`), in the order in which they fall.
        then: who goes on when a list has run out.
    """

    def __init__(self, faces: Mapping[str, Iterable[int]], then: Chance) -> None:
        self._faces = {kind: deque(values) for kind, values in faces.items()}
        self._then = then

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Shuffle as the next maker does."""
        return self._then.shuffle(cards)

    def roll(self, sides: int) -> int:
        """Take the next written face; one that the die does not have is refused with ValueError."""
        waiting = self._faces.get(f"d{sides}")
        if not waiting:
            return self._then.roll(sides)
        face = waiting.popleft()
        if not 1 <= face <= sides:
            raise ValueError(f"a d{sides} has no face {face}")
        return face


class ByHand:
    """Chance from the hands of the group: what was typed in is taken in order, and what is missing is asked for.

    Args:
        faces: faces of real dice by kind, as typed; 0 is read as the die's highest face.
        orders: the shuffles that were really done, counted from 0, and what is known to lie where after each: faces by
            place, 0 the top.
        kinds: what this group does by hand (`d20`, or `dice` for all of them, and `order`); the rest comes from `then`.
        then: who makes the other chances, and the order of real cards as far as it is not known.

    Attributes:
        made: the order that came of each shuffle so far.

    Raises:
        Wanted: when something by hand is needed that was not typed in yet.
        NotAmong: when a card should lie where it cannot have been shuffled to.
    """

    def __init__(
        self,
        faces: Mapping[str, Iterable[int]],
        orders: Mapping[int, Mapping[int, str]],
        kinds: Iterable[str],
        then: Chance,
    ) -> None:
        self._faces = {kind: deque(values) for kind, values in faces.items()}
        self._orders = orders
        self._kinds = frozenset(kinds)
        self._then = then
        self.made: list[tuple[str, ...]] = []

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Put what is known in its place; nobody knows how the others lie."""
        number = len(self.made)
        if number not in self._orders and ORDER in self._kinds and len(cards) > 1:
            raise Wanted(ORDER, len(cards))
        known = self._orders.get(number, {})
        order = list(self._then.shuffle(cards))
        settled: set[int] = set()
        for place, face in known.items():
            if place >= len(order):
                continue
            fitting = (i for i in (place, *range(len(order))) if i not in settled and face_of(order[i]) == face)
            at = next(fitting, None)
            if at is None:
                raise NotAmong(face, tuple(order))
            order[place], order[at] = order[at], order[place]
            settled.add(place)
        self.made.append(tuple(order))
        return self.made[-1]

    def roll(self, sides: int) -> int:
        """Take the next typed face."""
        kind = f"d{sides}"
        if kind not in self._kinds and DICE not in self._kinds:
            return self._then.roll(sides)
        waiting = self._faces.get(kind)
        if not waiting:
            raise Wanted(kind, 1)
        face = waiting.popleft() or sides
        if not 1 <= face <= sides:
            raise ValueError(f"a {kind} has no face {face}")
        return face
