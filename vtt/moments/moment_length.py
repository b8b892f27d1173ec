"""The time for which moments are shown: a setting of the user."""

from __future__ import annotations

from enum import StrEnum


class MomentLength(StrEnum):
    """The time for which moments are shown."""

    OFF = "off"
    SHORT = "short"
    NORMAL = "normal"

    @property
    def share(self) -> float:
        """The share of the usual time."""
        return {"off": 0.0, "short": 0.5}.get(self.value, 1.0)
