"""The one object that changes: a game being played, its history, its file, and what each viewer is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from engine.play.chance import Chance
from engine.play.commands import Command
from engine.play.events import Noted
from engine.play.game import Game
from engine.play.offers import Offer
from engine.play.refusal import Refused
from engine.play.sight import SHARED, CardFlight, View, flights
from engine.play.timeline import Aside, Entry, LogLine, Timeline
from engine.play.words import Message
from engine.table.table import Table


class Store(Protocol):
    """Where each gesture is kept before the screen changes."""

    def commit(self, entry: Entry, position: int, table: Table) -> None:
        """Keep a gesture as number `position` (from 1) and drop those that waited for redo."""
        ...

    def move_cursor(self, position: int, aside: Aside | None = None) -> None:
        """Keep how many gestures count now, and in the same breath the line of the log that tells of it, if any."""
        ...

    def add_aside(self, aside: Aside) -> None:
        """Keep a line of the log that belongs to no gesture."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


@dataclass(frozen=True, slots=True)
class Change:
    """What has just happened.

    Attributes:
        initiator: the widget that submitted, so that it knows its own change again; None for undo and redo.
        entry: the gesture, or None where the cursor moved over several or only the log grew.
        forward: whether time went forward.
    """

    initiator: object | None
    entry: Entry | None
    forward: bool


class Session(QObject):
    """A game being played.

    Args:
        game: the rules.
        timeline: the history so far.
        chance: who shuffles and rolls.
        store: the file, or None for a table that is not kept.

    Signals:
        changed: a Change, after the file has it.
        refused: a Refused, when a command was not allowed; nothing changed.
        failed: a sentence, when the file could not take a gesture; nothing changed.
    """

    changed = Signal(object)
    refused = Signal(object)
    failed = Signal(str)

    def __init__(
        self, game: Game, timeline: Timeline, chance: Chance, store: Store | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.game = game
        self._timeline = timeline
        self._chance = chance
        self._store = store
        self._views: dict[str, View] = {}
        self._before: Table = timeline.table
        self._last: tuple[Entry, ...] = ()

    def lens(self, viewer: str) -> Lens:
        """Return the table as one viewer sees it; all that a widget ever holds."""
        return Lens(self, viewer)

    def submit(self, command: Command, initiator: object | None = None) -> bool:
        """Do a command, keep it in the file, then tell everybody. Return whether it was done."""
        try:
            outcome = self.game.apply(self._timeline.table, command, self._chance)
        except Refused as refused:
            self.refused.emit(refused)
            return False
        entry = outcome.entry()
        if self._store is not None:
            try:
                self._store.commit(entry, self._timeline.cursor + 1, outcome.table)
            except OSError as error:
                self.failed.emit(str(error))
                return False
        self._before = self._timeline.table
        self._last = (entry,)
        self._timeline.add(entry, outcome.table)
        self._tell(Change(initiator=initiator, entry=entry, forward=True))
        return True

    def refusal(self, command: Command) -> Refused | None:
        """Return why a command may not be done now, or None."""
        return self.game.refusal(self._timeline.table, command)

    @property
    def undo_title(self) -> Message | None:
        """What undo would take back."""
        entry = self._timeline.undoable()
        return entry.title if entry else None

    @property
    def redo_title(self) -> Message | None:
        """What redo would bring again."""
        entry = self._timeline.redoable()
        return entry.title if entry else None

    @property
    def position(self) -> int:
        """How many gestures count now."""
        return self._timeline.cursor

    def would_unlearn(self, position: int) -> frozenset[str]:
        """Return who came to know something after a position: going back there asks the GM first."""
        return self._timeline.learned_since(position)

    def go_to(self, position: int) -> None:
        """Move to another moment of the history. Going back past a reveal is noted in the log."""
        now = self._timeline.cursor
        if position == now or not 0 <= position <= len(self._timeline.entries):
            return
        learned = position < now and self._timeline.learned_since(position)
        note = Noted(message=Message(key="log.undone_past_reveal", params={"count": now - position}))
        if self._store is not None:
            try:
                self._store.move_cursor(position, Aside(after=position, note=note) if learned else None)
            except OSError as error:
                self.failed.emit(str(error))
                return
        self._before = self._timeline.table
        self._timeline.go_to(position)
        self._last = tuple(self._timeline.entries[now:position])
        if learned:
            self._timeline.add_aside(note)
        self._tell(Change(initiator=None, entry=None, forward=position > now))

    def undo(self) -> None:
        """Take back the last gesture."""
        self.go_to(self._timeline.cursor - 1)

    def redo(self) -> None:
        """Bring the next gesture again."""
        self.go_to(self._timeline.cursor + 1)

    def looked(self, name: str) -> None:
        """Write into the log that somebody looked at their hand, never what at."""
        self._aside(Noted(message=Message(key="log.looked", params={"seat": name})))
        self._tell(Change(initiator=None, entry=None, forward=True))

    def close(self) -> None:
        """Let go of the file."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def _aside(self, note: Noted) -> None:
        if self._store is not None:
            try:
                self._store.add_aside(Aside(after=self._timeline.cursor, note=note))
            except OSError as error:
                self.failed.emit(str(error))
                return
        self._timeline.add_aside(note)

    def _tell(self, change: Change) -> None:
        self._views.clear()
        self.changed.emit(change)

    def _view(self, viewer: str) -> View:
        if viewer not in self._views:
            self._views[viewer] = self.game.view_for(self._timeline.table, viewer)
        return self._views[viewer]

    def _flights(self, viewer: str) -> tuple[CardFlight, ...]:
        return flights(self._before, (event for entry in self._last for event in entry.events), viewer)

    def _offers(self, seat: str, viewer: str) -> tuple[Offer, ...]:
        return self.game.offers(self._timeline.table, seat, viewer)

    def _log(self, viewer: str, since: int) -> Sequence[LogLine]:
        return self._timeline.log(viewer, since)


class Lens:
    """A session as one viewer sees it. It never gives out what that viewer may not know."""

    def __init__(self, session: Session, viewer: str) -> None:
        self.session = session
        self.viewer = viewer

    @property
    def view(self) -> View:
        """The table now."""
        return self.session._view(self.viewer)

    def flights(self) -> tuple[CardFlight, ...]:
        """How cards went in the last change; empty when it went backwards, for then nothing flies."""
        return self.session._flights(self.viewer)

    def offers(self, seat: str) -> tuple[Offer, ...]:
        """What a seat can do now, told with no more than this viewer may know."""
        return self.session._offers(seat, self.viewer)

    def log(self, since: int = 0) -> Sequence[LogLine]:
        """The lines that this viewer may read."""
        return self.session._log(self.viewer, since)

    def submit(self, command: Command, initiator: object | None = None) -> bool:
        """Do a command. Cards are named by id, or by place where this viewer may not know them."""
        return self.session.submit(command, initiator)


__all__ = ["SHARED", "Change", "Lens", "Session", "Store"]
