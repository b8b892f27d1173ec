"""The plaque of one character at its seat: everything on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF

from vtt.shared.portraits.portrait_medallion import PortraitImage
from vtt.table.seats.character_summary import NO_BRIEF_STATE, BriefState

UNSEEN_STATE: Final = "unseen"
TURN_STATE_SIGNS: Final = {
    "declared": "note",
    "ready": "check",
    "now": "flag",
    "acted": "check",
    "lost": "close",
    "out": "skull",
    UNSEEN_STATE: "eye-off",
}
"""The sign of each state in the turn order, and of characters that others do not see."""
MOST_STATES: Final = 3


@dataclass(frozen=True, slots=True)
class CharacterPill:
    """One character in its seat's row; `actor` is empty for the plaque that says how many more there are.

    If the seat has several, `gauge` is the brief state of each, and the one that is shown is in `front`. Where states
    have no room beside the name, `state_rows` are those beside it and, row by row, those below it.
    """

    actor: str
    rect: QRectF
    name: str
    states: tuple[str, ...]
    state: str = ""
    gauge: BriefState = NO_BRIEF_STATE
    brief: bool = False
    front: bool = False
    portrait: PortraitImage | None = None
    more: int = 0
    state_rows: tuple[tuple[str, ...], ...] = ()
    first: str = ""
    """The first name, for a plaque that would cut the whole one; empty if another character of the seat has it."""
