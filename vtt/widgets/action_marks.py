"""Properties of an action that say how it is found by its name, and whether it must ask first."""

from __future__ import annotations

from typing import Final

TITLE: Final = "palette_title"
"""What it is called in the palette, where its text changes from moment to moment."""
DETAIL: Final = "palette_detail"
"""A second line there."""
FAR_REACHING: Final = "far_reaching"
"""It destroys, hides or goes far."""
ASKS: Final = "asks"
"""Its own dialog asks, with a harmless default."""
