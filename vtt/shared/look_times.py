"""How long a hidden hand is shown to the person who looks at it."""

from typing import Final

LOOK_SECONDS: Final = 20
"""The longest look."""
FLUTTER_MS: Final = 50
"""The time a key must be up to count as released: some displays repeat a held key as releases and presses."""
