"""Numbers of a character that change in play: Health, Wind, Adrenaline, Luck."""

from __future__ import annotations

from engine.model.frozen import Frozen


class Track(Frozen):
    """A number with its bounds; None means no bound."""

    value: int
    least: int | None = 0
    most: int | None = None

    def clamped(self, value: int) -> int:
        """Return the value brought inside the bounds."""
        if self.least is not None:
            value = max(self.least, value)
        return value if self.most is None else min(self.most, value)
