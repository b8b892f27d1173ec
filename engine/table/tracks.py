"""Numbers that stand beside a character and move: Health, Wind, Adrenaline, Luck."""

from __future__ import annotations

from engine.table.frozen import Frozen


class Track(Frozen):
    """A number with its bounds; a bound of None is open."""

    value: int
    least: int | None = 0
    most: int | None = None

    def clamped(self, value: int) -> int:
        """Return the value brought inside the bounds."""
        if self.least is not None:
            value = max(self.least, value)
        return value if self.most is None else min(self.most, value)
