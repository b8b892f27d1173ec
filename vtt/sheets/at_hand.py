"""Which character a room shows, who looks at it, and the dialog that is open about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from engine.sheets.entering import ReadBack
from engine.sheets.sheet import Sheet
from engine.sheets.shelf import sheet_of
from engine.table.seats import Actor, Role
from vtt.lens import Lens
from vtt.panels.panel import acting_seat
from vtt.save.records import Picture
from vtt.session import Session
from vtt.sheets.errands import Errands
from vtt.sheets.taking_over import TakingOver
from vtt.table.naming import may_read
from vtt.widgets.dialogue import Dialogue
from vtt.widgets.theme import ThemeHub

if TYPE_CHECKING:
    from vtt.sheets.paper_back import PaperBack


class AtHand:
    """The character with which something is done.

    Args:
        session: the game.
        viewer: tells whose eyes the room has.
        hub: the theme.
        room: the widget that the dialogs belong to.
        current: tells which character is shown; an empty string for none.

    Attributes:
        errands: work beside the window, and files.
        taking: from changes that came from outside to one gesture.
        dialog: the one that is open, if any.
    """

    def __init__(
        self, session: Session, viewer: Callable[[], str], hub: ThemeHub, room: QWidget, current: Callable[[], str]
    ) -> None:
        self.session = session
        self.hub = hub
        self.room = room
        self._viewer = viewer
        self._current = current
        self.errands = Errands(hub, room, self.open)
        self.taking = TakingOver(session, viewer, hub, room)
        self.dialog: Dialogue | PaperBack | None = None

    @property
    def lens(self) -> Lens:
        """What the room may know."""
        return self.session.lens(self._viewer())

    @property
    def name(self) -> str:
        """What the character is called; empty for none."""
        actor = self.actor
        return actor.name if actor is not None else ""

    @property
    def actor(self) -> Actor | None:
        """The character, if there is one that the viewer may read."""
        view = self.lens.view
        found = view.actors.get(self._current())
        return found if found is not None and may_read(view, found) else None

    @property
    def sheet(self) -> Sheet | None:
        """Its sheet."""
        actor = self.actor
        return None if actor is None else sheet_of(self.lens.view, actor.id)

    @property
    def is_gm(self) -> bool:
        """Whether the one who looks is the GM."""
        view = self.lens.view
        seat = view.seats.get(acting_seat(view))
        return seat is not None and seat.role is Role.GM

    def may_write(self, actor: Actor) -> bool:
        """Say whether the one who looks may write on a record."""
        return acting_seat(self.lens.view) == actor.seat or self.is_gm

    def preview(
        self, actor: str, title: str, sentences: Sequence[str], found: ReadBack, picture: Picture | None = None
    ) -> None:
        """Show what would change; what is ticked there is written."""
        dialog = self.taking.preview(actor, title, sentences, found, picture)
        if dialog is not None:
            self.open(dialog)

    def open(self, dialog: Dialogue | PaperBack) -> None:
        """Open a dialog about the character."""
        self.dialog = dialog
        dialog.finished.connect(partial(self._closed, dialog))
        if not dialog.isVisible():
            dialog.open()

    def _closed(self, dialog: object, _result: int) -> None:
        if self.dialog is dialog:
            self.dialog = None

    def leave(self) -> None:
        """Put away what is open and stop what is under way: other eyes come."""
        match self.dialog:
            case Dialogue() as dialogue:
                dialogue.reject()
            case None:
                pass
            case paper:
                paper.abandon()
        self.errands.cancel()
