"""What a number is made of, so that everybody can ask where it came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.play.words import Message
from engine.table.frozen import Frozen, Json


class Part(Frozen):
    """One summand of a number.

    Attributes:
        reason: what it comes from; its words are the sentence `d100.part.<reason>`.
        value: how much it adds.
        params: what the sentence speaks of besides `value`.
    """

    reason: str
    value: int
    params: Mapping[str, Json] = {}

    @property
    def words(self) -> Message:
        """The part as a line of a reckoning."""
        return Message(key=f"d100.part.{self.reason}", params={"value": self.value, **self.params})


def total(parts: Iterable[Part]) -> int:
    """Return what parts come to."""
    return sum(part.value for part in parts)


def counting(*parts: Part | None) -> tuple[Part, ...]:
    """Return the parts that are there and change anything."""
    return tuple(part for part in parts if part is not None and part.value)
