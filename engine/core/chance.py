"""Sources of chance: a seed, a prepared list, or real dice and cards of the group."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol, runtime_checkable

from engine.messages.message import Message
from engine.model.cards import face_of

DICE: Final = "dice"
"""Kind of input for all real dice."""
ORDER: Final = "order"
"""Kind of input for the order of real cards after a shuffle."""


class Chance(Protocol):
    """All the chance that a rule may use."""

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the cards in a new order."""
        ...

    def roll(self, sides: int) -> int:
        """Return a face of a die, 1 to `sides`."""
        ...


@runtime_checkable
class RollsTogether(Chance, Protocol):
    """Chance for which it matters that dice are rolled together."""

    def roll_together(self, sides: int, count: int) -> tuple[int, ...]:
        """Return the faces of dice of one roll."""
        ...


class InputRequired(Exception):
    """Physical chance needs input: `kind` is a die such as `d20`, or `order` for a shuffle of `count` cards.

    `about` says what the dice are for, if the game gives it.
    """

    def __init__(self, kind: str, count: int, about: Message | None = None) -> None:
        super().__init__(f"{kind} × {count}")
        self.kind = kind
        self.count = count
        self.about = about


class CardNotPossible(Exception):
    """A real card was entered that cannot be among the shuffled cards."""

    def __init__(self, face: str, cards: tuple[str, ...]) -> None:
        super().__init__(face)
        self.face = face
        self.cards = cards


class ChanceNeeded(Exception):
    """Something needs dice or a shuffle, where nothing is left to chance."""


class NoChance:
    """A source of chance without results, for trying what needs none."""

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Raise ChanceNeeded."""
        raise ChanceNeeded

    def roll(self, sides: int) -> int:
        """Raise ChanceNeeded."""
        raise ChanceNeeded


class SeededChance:
    """Chance from a seed. It uses only `random.random`, which gives the same values in every Python version."""

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


class ScriptedChance:
    """Prepared chance, for tests and bug reports; after the end of a list another source continues.

    Args:
        faces: the next faces of each kind of die by its name (`d20`), in the order of the rolls.
        then: the source that continues when a list is used up.
    """

    def __init__(self, faces: Mapping[str, Iterable[int]], then: Chance) -> None:
        self._faces = {kind: deque(values) for kind, values in faces.items()}
        self._then = then

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Shuffle with the next source."""
        return self._then.shuffle(cards)

    def roll(self, sides: int) -> int:
        """Take the next prepared face. Raises ValueError for a face that the die does not have."""
        waiting = self._faces.get(f"d{sides}")
        if not waiting:
            return self._then.roll(sides)
        face = waiting.popleft()
        if not 1 <= face <= sides:
            raise ValueError(f"a d{sides} has no face {face}")
        return face


class PhysicalChance:
    """Chance from the group's real dice and cards: typed values are used in order, missing ones are asked for.

    Args:
        faces: faces of real dice by kind, as typed; 0 is read as the die's highest face.
        orders: the shuffles that really happened, counted from 0, with the known cards after each: faces by position,
            0 the top.
        kinds: the chance that is physical here (`d20`, or `dice` for all dice, and `order`); the rest comes from
            `then`.
        then: the source of all other chance, and of the unknown part of a shuffled order.

    Attributes:
        made: the order after each shuffle so far.

    Raises:
        InputRequired: a physical value is needed that was not entered yet.
        CardNotPossible: a card cannot be at the position that was entered.
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
        """Shuffle, with every known card at its known position."""
        number = len(self.made)
        if number not in self._orders and ORDER in self._kinds and len(cards) > 1:
            raise InputRequired(ORDER, len(cards))
        known = self._orders.get(number, {})
        order = list(self._then.shuffle(cards))
        settled: set[int] = set()
        for place, face in known.items():
            if place >= len(order):
                continue
            fitting = (i for i in (place, *range(len(order))) if i not in settled and face_of(order[i]) == face)
            at = next(fitting, None)
            if at is None:
                raise CardNotPossible(face, tuple(order))
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
            raise InputRequired(kind, 1)
        face = waiting.popleft() or sides
        if not 1 <= face <= sides:
            raise ValueError(f"a {kind} has no face {face}")
        return face
