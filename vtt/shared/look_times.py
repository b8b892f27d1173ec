"""The times of a look at a hidden hand, and of the keys for it."""

from typing import Final

LOOK_SECONDS: Final = 20
"""The longest look."""
NEARLY_OVER_SECONDS: Final = 5
"""The time before the end of the longest look at which the seat reads that it ends."""
FLUTTER_MS: Final = 50
"""The time a key must be up to count as released: some displays repeat a held key as releases and presses."""
REPEAT_MS: Final = 5
"""A press so soon after a release of the same key is a repeat: no hand is so fast, but a busy program sees it so."""
