"""Properties of an action that say how it is found by its name, and whether it must ask first."""

from __future__ import annotations

from typing import Final

TITLE: Final = "palette_title"
"""The name of an action in the palette, for actions whose text changes."""
DETAIL: Final = "palette_detail"
"""A second line there."""
BESIDE: Final = "palette_beside"
"""Further words by which it is found there; the list shows them then."""
FAR_REACHING: Final = "far_reaching"
"""It destroys, hides or goes far."""
ASKS: Final = "asks"
"""Its own dialog asks, with a harmless default."""
