"""A calculated number with its steps, and the uses that the calculation spends."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Literal

from engine.messages.message import Message
from engine.model.frozen import Frozen

Operation = Literal["base", "add", "mul", "set", "round", "post_add", "least", "remove"]


class CardCalculationStep(Frozen):
    """One step of a calculation.

    Attributes:
        op: the operation; `least` keeps the value at its minimum.
        value: the operand, as `2` or `1/2`; for `round` and `least` the result, for tags their name.
        words: the step as a line.
        card: the name of the card that causes it, if one does.
    """

    op: Operation
    value: str
    words: Message
    card: str = ""


class SpentUse(Frozen):
    """One use of a limited effect that took part (5.7, step 6).

    Attributes:
        holder: the copy of the card in the field, or the `LastingEffect`.
        place: its `effect_position`; empty for a LastingEffect.
        last: whether that was its last use.
        discards: whether its card leaves the field with it.
    """

    holder: str
    place: str
    last: bool
    discards: bool


class CalculatedValue(Frozen):
    """A number with the steps of its calculation, and the uses that it spends."""

    value: int
    steps: tuple[CardCalculationStep, ...] = ()
    spent: tuple[SpentUse, ...] = ()


def round_up(value: Fraction | int, parts: list[CardCalculationStep]) -> int:
    """Round up, and add a step if that changes anything (CD-DMG-2)."""
    whole = math.ceil(value)
    if whole != value:
        parts.append(base_step("rounded", whole, "round"))
    return whole


def at_least_0(value: int, parts: list[CardCalculationStep]) -> int:
    """Keep a value from falling below 0, and add a step if that changes anything."""
    if value >= 0:
        return value
    parts.append(base_step("least", 0, "least"))
    return 0


def base_step(named: str, value: int, op: Operation = "base") -> CardCalculationStep:
    """Return a step that no card causes."""
    return CardCalculationStep(
        op=op, value=str(value), words=Message(key=f"drawing.part.{named}", params={"value": value})
    )
