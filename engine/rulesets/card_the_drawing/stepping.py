"""What goes on by itself: whatever is in front takes its next step, until somebody has to be asked.

The rooms that carry things out register how one step of theirs is done; it says whether anything happened. The game
calls `go_on` after every command, by rule or by hand, so that nothing ever waits for somebody who is gone.

`reacting.begin_moment` lets cards in the field do what they do at a moment (`drawing_start` …); when they have done,
`AFTER_MOMENT` says how the phase goes on. A battle ends by itself only between two cards (CD-DEF-4).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.play.draft import Draft
from engine.table.table import Procedure

STEPS: dict[type[Procedure], Callable[[Draft], bool]] = {}
"""How each kind of procedure takes its next step; False if somebody has to be asked first."""

AFTER_MOMENT: dict[str, Callable[[Draft], None]] = {}
"""How a phase goes on when the cards have done what they do at a moment, by its trigger."""


def go_on(draft: Draft, between: Callable[[Draft], None]) -> None:
    """Carry on what is under way until somebody has to be asked; before each step `between` is done."""
    while draft.table.procedures:
        between(draft)
        step = STEPS.get(type(draft.table.procedures[-1]))
        if step is None or not step(draft):
            return
