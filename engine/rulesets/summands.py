"""What a number is made of, so that everybody can ask where it came from; each game has its own sentences for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, TypeVar

from engine.play.words import Message
from engine.table.frozen import Frozen, Json


class Summand(Frozen):
    """One summand of a number.

    Attributes:
        reason: what it comes from; its words are the sentence `<SENTENCES>.<reason>`.
        value: how much it adds.
        params: what the sentence speaks of besides `value`.
    """

    SENTENCES: ClassVar[str] = ""
    reason: str
    value: int
    params: Mapping[str, Json] = {}

    @property
    def words(self) -> Message:
        """The summand as a line of a reckoning."""
        return Message(key=f"{self.SENTENCES}.{self.reason}", params={"value": self.value, **self.params})


S = TypeVar("S", bound=Summand)


def total(parts: Iterable[Summand]) -> int:
    """Return what summands come to."""
    return sum(part.value for part in parts)


def counting(*parts: S | None) -> tuple[S, ...]:
    """Return the summands that are there and change anything."""
    return tuple(part for part in parts if part is not None and part.value)
