"""People at the table, and characters in the story."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.model.body import Body
from engine.model.conditions import Condition
from engine.model.frozen import Frozen, Json
from engine.model.tracks import Track


class Role(StrEnum):
    """The role of a seat."""

    GM = "gm"
    PLAYER = "player"


# Used at nearly every step; Python 3.11 is slow to look up a member of an enumeration.
GM_ROLE = Role.GM


class Seat(Frozen):
    """A person at the table. `turn` rotates the seat on a screen that is laid flat: 0, 90, 180 or 270 degrees."""

    id: str
    name: str
    role: Role = Role.PLAYER
    turn: int = 0

    @property
    def is_gm(self) -> bool:
        """True for the game master."""
        return self.role is GM_ROLE


class Actor(Frozen):
    """A character in the story, played by one seat.

    `secret` hides the record and the numbers from everyone except the GM and the seat that plays the character.
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

    def conditions_named(self, name: str) -> tuple[Condition, ...]:
        """Return the conditions with one name, oldest first."""
        return tuple([c for c in self.conditions if c.name == name]) if self.conditions else ()

    def has_condition(self, name: str) -> bool:
        """Say whether the character has a condition with this name."""
        for condition in self.conditions:  # noqa: SIM110 - no generator: it runs dozens of times a command
            if condition.name == name:
                return True
        return False


SHARED = "shared"

PRINT = "print"
