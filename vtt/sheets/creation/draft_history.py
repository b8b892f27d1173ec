"""The draft of a character that somebody is making, with its earlier states: it outlives its dialog."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.kit.creation.creation_draft import CharacterDraft

MOST_STATES: Final = 300


@dataclass
class DraftHistory:
    """A draft and what it was before. It is only in memory, for one viewer.

    Attributes:
        draft: the draft as it is now.
        leader: the seat that will play the character.
        secret: only that seat and the GM may read its sheet.
        step: the step that is shown.
    """

    draft: CharacterDraft = field(default_factory=CharacterDraft)
    leader: str = ""
    secret: bool = False
    step: str = ""
    _before: list[CharacterDraft] = field(default_factory=list)
    _typed: str = ""

    @property
    def can_undo(self) -> bool:
        """Whether there is an earlier state."""
        return bool(self._before)

    def change(self, draft: CharacterDraft, typed: str = "") -> None:
        """Go on with another state.

        Args:
            draft: the state.
            typed: the field that somebody types into, so that its letters are one change; empty for anything else.
        """
        if draft != self.draft:
            if not typed or typed != self._typed:
                self._before = [*self._before, self.draft][-MOST_STATES:]
            self.draft, self._typed = draft, typed

    def undo(self) -> None:
        """Go back to the state before."""
        if self._before:
            self.draft, self._typed = self._before.pop(), ""
