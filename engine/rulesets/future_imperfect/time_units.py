"""Units of the table's clock, in seconds."""

from __future__ import annotations

from typing import Final

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
