"""Calculations as steps, so that a player can see where a number comes from.

>>> strength, armour = CalculationStep(reason="strength", value=3), CalculationStep(reason="armour", value=-1)
>>> steps = effective_steps(strength, None, CalculationStep(reason="cover", value=0), armour)
>>> [step.reason for step in steps], total(steps)
(['strength', 'armour'], 2)
>>> strength.words.key
'part.strength'
>>> [step.value for step in overruled(steps, 5, CalculationStep)]  # the GM says 5
[3, -1, 3]
>>> [step.value for step in overruled(overruled(steps, 5, CalculationStep), 1, CalculationStep)]  # and then says 1
[3, -1, -1]
>>> overruled(steps, 2, CalculationStep) == steps
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, TypeVar

from engine.messages.message import Message
from engine.model.frozen import Frozen, Json

RULED: Final = "ruled"
"""The reason of a step by which the GM overrides a sum."""


class CalculationStep(Frozen):
    """One number of a sum, with its reason.

    Attributes:
        SENTENCES: the part of the language file that has the sentences; a game may have its own.
        reason: where the number comes from: the sentence is `<SENTENCES>.<reason>`.
        value: how much it adds.
        params: the parameters of the sentence besides `value`.
    """

    SENTENCES: ClassVar[str] = "part"
    reason: str
    value: int
    params: Mapping[str, Json] = {}

    @property
    def words(self) -> Message:
        """The step as a line of a calculation."""
        return Message(key=f"{self.SENTENCES}.{self.reason}", params={"value": self.value, **self.params})


S = TypeVar("S", bound=CalculationStep)


def total(parts: Iterable[CalculationStep]) -> int:
    """Return the sum of the steps."""
    value = 0
    for part in parts:  # a plain loop, as this runs a dozen times a command
        value += part.value
    return value


def effective_steps(*parts: S | None) -> tuple[S, ...]:
    """Return the steps that are there and that change the sum."""
    return tuple([part for part in parts if part is not None and part.value])


def overruled(parts: Iterable[S], value: int, kind: type[S]) -> tuple[S, ...]:
    """Return the steps with one more of their kind, which brings the sum to what the GM says, if the sum is another.

    It replaces the step of an earlier ruling.
    """
    calculated = tuple(part for part in parts if part.reason != RULED)
    return (*calculated, *effective_steps(kind(reason=RULED, value=value - total(calculated))))
