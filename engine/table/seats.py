"""Who sits at the table, and who is in the story."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.table.body import Body
from engine.table.conditions import Condition
from engine.table.frozen import Frozen, Json
from engine.table.tracks import Track


class Role(StrEnum):
    """What a seat may do."""

    GM = "gm"
    PLAYER = "player"


# Asked at nearly every step; Python 3.11 takes its time to look up a word of an enumeration.
_GM = Role.GM


class Seat(Frozen):
    """A person at the table. `turn` is how far it is turned on a screen that lies flat: 0, 90, 180 or 270 degrees."""

    id: str
    name: str
    role: Role = Role.PLAYER
    turn: int = 0

    @property
    def is_gm(self) -> bool:
        """Whether this is the game master."""
        return self.role is _GM


class Actor(Frozen):
    """A character in the story, led by one seat.

    `secret` keeps the record and the numbers from everyone but the GM and the seat that leads it.
    """

    id: str
    name: str
    seat: str
    sheet: Mapping[str, Json] = {}
    tracks: Mapping[str, Track] = {}
    body: Body | None = None
    conditions: tuple[Condition, ...] = ()
    secret: bool = False
    archived: bool = False

    def named(self, name: str) -> tuple[Condition, ...]:
        """Return the conditions of one name, in the order in which they came."""
        return tuple(c for c in self.conditions if c.name == name)

    def has(self, name: str) -> bool:
        """Say whether a condition of this name lies on the character."""
        # No generator: it is asked dozens of times a command.
        return name in [condition.name for condition in self.conditions]
