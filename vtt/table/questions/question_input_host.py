"""The interface of the table that the questions on it need."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPoint, QPointF

from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.hand_peek import HandPeek
from vtt.table.scene.table_scene import TableScene


class QuestionInputHost(Protocol):
    """The interface of the table that `QuestionInput` needs."""

    @property
    def campaign(self) -> OpenCampaign:
        """The open campaign."""
        ...

    @property
    def table_scene(self) -> TableScene:
        """The scene."""
        ...

    @property
    def hand_peek(self) -> HandPeek:
        """The look at a hidden hand."""
        ...

    @property
    def opened(self) -> str:
        """The pile that is spread out."""
        ...

    @property
    def position(self) -> int:
        """The number of moves that lead to the table that is shown."""
        ...

    @property
    def resting_place(self) -> QPoint:
        """Where the table is in its parent, or will be when it has moved there."""
        ...

    def viewer_campaign(self) -> ViewerCampaign:
        """The campaign as the current viewer sees it."""
        ...

    def open_pile(self, zone: str) -> None:
        """Spread a pile, or close it with an empty string."""
        ...

    def focus_card(self, zone: str, index: int) -> None:
        """Move the keyboard to the table, and the focus to a card."""
        ...

    def leave_focus(self) -> None:
        """Move the focus to nothing: the keyboard starts anew where the table waits."""
        ...

    def take_picked(self) -> tuple[tuple[str, int], ...]:
        """Release the picked cards. Return their zones and indices."""
        ...

    def refuse(self, text: str, rules: tuple[str, ...], where: QPointF) -> None:
        """Show why something is refused."""
        ...

    def refuse_during_look(self, text: str, rules: tuple[str, ...], where: QPointF) -> None:
        """Show the seat that looks why something is refused, until the look ends, and list it nowhere."""
        ...

    def answers_changed(self) -> None:
        """Show which cards answer a question now, and which are chosen."""
        ...
