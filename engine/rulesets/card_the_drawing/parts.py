"""What a number is made of, step by step, and what reckoning it uses up."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Literal

from engine.play.words import Message
from engine.table.frozen import Frozen

Operation = Literal["base", "add", "mul", "set", "round", "post_add", "least", "remove"]


class Part(Frozen):
    """One step of a reckoning.

    Attributes:
        op: what is done; `least` keeps the value at its least.
        value: what it is done with, as `2` or `1/2`; for `round` and `least` what it comes to, for tags their name.
        words: the step as a line.
        card: the name of the card that does it, if one does.
    """

    op: Operation
    value: str
    words: Message
    card: str = ""


class Spent(Frozen):
    """One use of a limited effect that took part (5.7, step 6).

    Attributes:
        holder: the copy of the card in the field, or the `Timed`.
        place: its `place_of`; empty for a Timed.
        last: whether that was its last use.
        discards: whether its card leaves the field with it.
    """

    holder: str
    place: str
    last: bool
    discards: bool


class Reckoned(Frozen):
    """A number with what it is made of."""

    value: int
    parts: tuple[Part, ...] = ()
    spent: tuple[Spent, ...] = ()


def rounded(value: Fraction | int, parts: list[Part]) -> int:
    """Round up, and note it if that changes anything (CD-DMG-2)."""
    whole = math.ceil(value)
    if whole != value:
        parts.append(base_part("rounded", whole, "round"))
    return whole


def at_least_0(value: int, parts: list[Part]) -> int:
    """Keep a value from falling below 0, and note it if that changes anything."""
    if value >= 0:
        return value
    parts.append(base_part("least", 0, "least"))
    return 0


def base_part(named: str, value: int, op: Operation = "base") -> Part:
    """Return a step that no card makes."""
    return Part(op=op, value=str(value), words=Message(key=f"drawing.part.{named}", params={"value": value}))
