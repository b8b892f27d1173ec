"""Reports of an open campaign: changes of the table, and gestures that wait for real dice or cards."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.commands import Command
from engine.core.history import HistoryEntry
from engine.presentation.dice_and_card_source import SourceSettings


@dataclass(frozen=True, slots=True)
class CampaignChange:
    """A change of an open campaign.

    Attributes:
        initiator: the widget that submitted, so that it recognises its own change; None for undo and redo.
        entry: the gesture; None if the cursor moved over several, or only the log grew.
        forward: whether time went forward.
        undone_by: the seat whose gesture was taken back; empty if it was not exactly one, or if the log does not tell
            everybody of it.
    """

    initiator: object | None
    entry: HistoryEntry | None
    forward: bool
    undone_by: str = ""


@dataclass(frozen=True, slots=True)
class PendingInput:
    """A gesture that waits for the results of real dice and cards.

    Attributes:
        command: the command.
        initiator: the widget that submitted it.
        sources: where its dice and cards come from.
        seed: the chance for everything that is not done by hand.
    """

    command: Command
    initiator: object | None
    sources: SourceSettings
    seed: int
