"""The times of a look at a hidden hand."""

from typing import Final

LOOK_SECONDS: Final = 20
"""The longest look."""
NEARLY_OVER_SECONDS: Final = 5
"""The time before the end of the longest look at which the seat reads that it ends."""
FLUTTER_MS: Final = 50
"""The time a key must be up to count as released: some displays repeat a held key as releases and presses.

It is longer than `key_repeat.REPEAT_MS`, as it runs by the clock of the program: one turn of its event loop, of up to
50 ms, may come between the release and the press.
"""
