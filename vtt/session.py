"""The one object that changes: a game being played, its history, its file, and what each viewer is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QObject, Signal

from engine.play.chance import Chance, Seeded
from engine.play.commands import Command
from engine.play.countdowns import Countdown
from engine.play.events import Noted, ZoneShuffled
from engine.play.game import Foretold, Game, Outcome
from engine.play.handling import Handling
from engine.play.ledgers import Ledger, LedgerTab
from engine.play.offers import Ask, Offer
from engine.play.refusal import Refused
from engine.play.sight import SHARED, CardFlight, FigureNotes, View, flights, with_others_there
from engine.play.telling import Blank, Rehearsal, faces_for, refusal, rehearse
from engine.play.timeline import Aside, Entry, LogLine, Timeline
from engine.play.ways import ON_SCREEN, SETTING, Means, Ways, as_real, naming_offers
from engine.play.words import Message
from engine.table.frozen import Json, replace
from engine.table.table import Table
from vtt.lens import Lens
from vtt.save.records import Picture

if TYPE_CHECKING:
    from engine.simulate.tally import Tally

    Fights = Callable[[int, Callable[[Tally], bool]], Tally]
    """Fights so many times, asks after each whether to go on, and tells what came of all."""

_SEEDS: Final = 2**30
_CARDS: Final = frozenset({"card", "cards"})
"""The parameters of a line of the log that are cards."""


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

    def keep_setting(self, name: str, value: Json) -> None:
        """Keep a choice that goes with the campaign; None takes it away."""
        ...

    def keep_picture(self, picture: Picture) -> None:
        """Keep a picture, in place of the one of that id."""
        ...

    def picture(self, picture: str) -> Picture | None:
        """Return a picture by its id, or None."""
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


@dataclass(frozen=True, slots=True)
class Pending:
    """A gesture that waits for what real dice and cards tell.

    Attributes:
        command: what is to be done.
        initiator: who wants it.
        ways: how its chance is made.
        seed: the chance of what is not made by hand.
    """

    command: Command
    initiator: object | None
    ways: Ways
    seed: int


class Session(QObject):
    """A game being played.

    Args:
        game: the rules.
        timeline: the history so far.
        chance: who shuffles and rolls on the screen.
        store: the file, or None for a table that is not kept.
        ways: what is done on the screen, and what with real dice and cards.
        settings: what else was kept with the campaign and is no part of the story.

    Signals:
        changed: a Change, after the file has it.
        refused: a Refused, when a command was not allowed; nothing changed.
        failed: a sentence, when the file could not take a gesture; nothing changed.
        asked: a Pending gesture, when real dice or cards must tell something first; nothing changed.
        closing: the file is about to be let go of; what is to be kept must be sent now.
    """

    changed = Signal(object)
    refused = Signal(object)
    failed = Signal(str)
    asked = Signal(object)
    closing = Signal()

    def __init__(
        self,
        game: Game,
        timeline: Timeline,
        chance: Chance,
        store: Store | None = None,
        parent: QObject | None = None,
        *,
        ways: Ways = ON_SCREEN,
        settings: Mapping[str, Json] = MappingProxyType({}),
    ) -> None:
        super().__init__(parent)
        self.game = game
        self._timeline = timeline
        self._chance = chance
        self._store = store
        self._ways = ways
        self._settings = dict(settings)
        self._told: frozenset[str] = frozenset()
        self._as_real: tuple[Table | None, Table | None] = (None, None)
        self._views: dict[str, View] = {}
        self._said_views: dict[str, View] = {}
        self._offered: dict[tuple[str, str], tuple[Table, tuple[Offer, ...]]] = {}
        self._pictures: dict[str, Picture] = {}
        self._before: Table = timeline.table
        self._last: tuple[Entry, ...] = ()

    def lens(self, viewer: str) -> Lens:
        """Return the table as one viewer sees it; all that a widget ever holds."""
        return Lens(self, viewer)

    def submit(self, command: Command, initiator: object | None = None, *, on_screen: bool = False) -> bool:
        """Do a command, keep it in the file, then tell everybody. Return whether it was done.

        Args:
            command: what is to be done. If real dice or cards must tell something first, that is asked for.
            initiator: who wants it.
            on_screen: what may be made by hand as well as on the screen is left to the screen.
        """
        ways = self._ways.screen_where_it_may() if on_screen else self._ways
        if ways != ON_SCREEN:
            return self.tell(Pending(command, initiator, ways, self._chance.roll(_SEEDS)), {})
        try:
            outcome = self.game.apply(self._timeline.table, command, self._chance)
        except Refused as refused:
            self.refused.emit(refused)
            return False
        return self._keep(outcome, initiator)

    def rehearse(self, pending: Pending, told: Mapping[str, int | str]) -> Rehearsal:
        """Return how far a gesture comes with what was told of it; nothing changes."""
        table = self._timeline.table
        return rehearse(self.game, table, pending.command, pending.ways, told, self._told, pending.seed)

    def faces_for(self, blank: Blank) -> Mapping[str, bool]:
        """Return the faces that a real card may have, and whether it may have it as things lie now."""
        return faces_for(self.game, self._timeline.table, blank)

    def tell(self, pending: Pending, told: Mapping[str, int | str]) -> bool:
        """Do a gesture with what was told of it, all at once. Return whether it was done; what is missing is asked."""
        rehearsal = self.rehearse(pending, told)
        if rehearsal.refused is not None:
            self.refused.emit(rehearsal.refused)
            return False
        if rehearsal.outcome is None:
            self.asked.emit(pending)
            return False
        return self._keep(rehearsal.outcome, pending.initiator, rehearsal.known)

    def _keep(self, outcome: Outcome, initiator: object | None, known: frozenset[str] = frozenset()) -> bool:
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
        shuffled = {card for event in entry.events if isinstance(event, ZoneShuffled) for card in event.order}
        self._told = (self._told | known) - shuffled
        self._tell(Change(initiator=initiator, entry=entry, forward=True))
        return True

    def refusal(self, command: Command) -> Refused | None:
        """Return why a command may not be done now, or None. Of real cards it is not known beforehand."""
        return refusal(self.game, self._timeline.table, command, self._ways, self._told)

    def _hangs_on_cards(self, command: Command, refused: Refused | None, places: Sequence[str], viewer: str) -> bool:
        """Say whether a command would be answered otherwise if other cards lay in some places."""
        here = refused and (refused.message, refused.rules)
        worlds = with_others_there(self._timeline.table, places, viewer)
        others = (refusal(self.game, table, command, self._ways, self._told) for table in worlds)
        return any((other and (other.message, other.rules)) != here for other in others)

    @property
    def ways(self) -> Ways:
        """What the group does on the screen, and what with real dice and cards."""
        return self._ways

    def countdowns(self) -> tuple[Countdown, ...]:
        """Return what is answered for whom when they take too long; anybody may know of it."""
        return self.game.countdowns(self._timeline.table)

    def set_means(self, kind: str, means: Means) -> bool:
        """Choose how one kind of chance is made (`dice`, `cards`), and keep that with the campaign."""
        ways = replace(self._ways, **{kind: means})
        if self._store is not None:
            try:
                self._store.keep_setting(f"{SETTING}{kind}", means.value)
            except OSError as error:
                self.failed.emit(str(error))
                return False
        self._ways = ways
        self._last = ()
        self._tell(Change(initiator=None, entry=None, forward=True))
        return True

    def setting(self, name: str) -> Json:
        """Return something small that is kept with the campaign beside the story, or None."""
        return self._settings.get(name)

    def keep_setting(self, name: str, value: Json) -> bool:
        """Keep something small with the campaign beside the story; None takes it away."""
        if value == self._settings.get(name):
            return True
        if self._store is not None:
            try:
                self._store.keep_setting(name, value)
            except OSError as error:
                self.failed.emit(str(error))
                return False
        self._settings[name] = value
        return True

    def keep_picture(self, picture: Picture) -> bool:
        """Keep a picture with the campaign; records name it by its id. It is never taken away, for undo may want it."""
        known = self._pictures.get(picture.id)
        if known is None and self._store is not None:
            try:
                self._store.keep_picture(picture)
            except OSError as error:
                self.failed.emit(str(error))
                return False
        self._pictures[picture.id] = picture
        return True

    def picture(self, picture: str) -> Picture | None:
        """Return a picture by the id that stands on a record; None if the campaign has none such."""
        found = self._pictures.get(picture)
        if found is None and self._store is not None:
            try:
                found = self._store.picture(picture)
            except OSError as error:
                self.failed.emit(str(error))
            if found is not None:
                self._pictures[picture] = found
        return found

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

    def undone(self) -> Sequence[LogLine]:
        """Return the steps that wait for redo, by the names that everybody may read."""
        return self._timeline.undone()

    @property
    def position(self) -> int:
        """How many gestures count now."""
        return self._timeline.cursor

    def would_unlearn(self, position: int) -> frozenset[str]:
        """Return who came to know something after a position: going back there asks the GM first."""
        return self._timeline.learned_since(position)

    def go_to(self, position: int) -> None:
        """Move to another moment of the history. Going back past a reveal, and redoing that, is noted in the log."""
        now = self._timeline.cursor
        if position == now or not 0 <= position <= len(self._timeline.entries):
            return
        note = self._timeline.note_of_move(position)
        if self._store is not None:
            try:
                self._store.move_cursor(position, Aside(after=position, note=note) if note else None)
            except OSError as error:
                self.failed.emit(str(error))
                return
        self._before = self._timeline.table
        self._timeline.go_to(position)
        self._told = frozenset()
        self._last = tuple(self._timeline.entries[now:position])
        if note is not None:
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
        self.closing.emit()
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
        self._said_views.clear()
        self._offered.clear()
        self.changed.emit(change)

    def _shown(self) -> Table:
        """Return the table as it may be shown: of real cards nobody here knows what lies face down."""
        table = self._timeline.table
        if self._ways.cards is not Means.REAL:
            return table
        if self._as_real[0] is not table:
            self._as_real = (table, as_real(table))
        return self._as_real[1] or table

    def _view(self, viewer: str) -> View:
        if viewer not in self._views:
            self._views[viewer] = self.game.view_for(self._shown(), viewer)
        return self._views[viewer]

    def _said_view(self, viewer: str) -> View:
        if viewer not in self._said_views:
            self._said_views[viewer] = self.game.said(self._shown(), self._view(viewer))
        return self._said_views[viewer]

    def _view_at(self, viewer: str, position: int) -> View:
        """Return what a viewer may know of an earlier moment; nothing changes. Raises IndexError for a later one."""
        if not 0 <= position <= self._timeline.cursor:
            raise IndexError(position)
        table = self._timeline.table_at(position)
        return self.game.view_for(as_real(table) if self._ways.cards is Means.REAL else table, viewer)

    def _moments_of(self, actor: str, most: int) -> tuple[int, ...]:
        """Return how many gestures had been done before each one that changed a character, the last one first."""
        entries = self._timeline.entries
        found = (at for at in reversed(range(self._timeline.cursor)) if _touches(entries[at], actor))
        return tuple(islice(found, most))

    def _flights(self, viewer: str) -> tuple[CardFlight, ...]:
        eyes = SHARED if self._ways.cards is Means.REAL else viewer
        return flights(self._before, (event for entry in self._last for event in entry.events), eyes)

    def _offers(self, seat: str, viewer: str) -> tuple[Offer, ...]:
        table, (known, offers) = self._shown(), self._offered.get((seat, viewer), (None, ()))
        if known is not table:  # bar, table and slate all ask at every turn
            offers = self.game.offers(table, seat, viewer)
            self._offered[seat, viewer] = table, offers
        return offers if self._ways.cards is Means.SCREEN else (*offers, *naming_offers(self._timeline.table, seat))

    def _foretold(self, command: Command, viewer: str) -> Foretold | None:
        return self.game.foretold(self._shown(), command, viewer)

    def _working_out(self, offer: Offer, viewer: str) -> Callable[[], Offer]:
        table, game = self._shown(), self.game
        return lambda: game.worked_out(table, offer, viewer)

    def _fights(self, before: Sequence[Command], opening: Command) -> Fights | None:
        table, ruleset = self._timeline.table, self.game.ruleset.id

        def fight(times: int, tell: Callable[[Tally], bool]) -> Tally:
            # In another thread: with a game of its own, for this one remembers what it has shown last.
            from engine.rulesets.registry import game_of, pilot_of
            from engine.simulate.driver import simulate

            game, pilot, ready = game_of(ruleset), pilot_of(ruleset), table
            for command in before:
                ready = game.apply(ready, command, Seeded(0)).table
            assert pilot is not None
            return simulate(game, ready, pilot, times, 0, tell, opening)

        from engine.rulesets.registry import pilot_of

        return fight if pilot_of(ruleset) is not None else None

    def _figure_notes(self, actor: str, viewer: str) -> FigureNotes:
        return self.game.figure_notes(self._shown(), actor, viewer)

    def _conditions(self, actor: str, viewer: str) -> Mapping[str, tuple[Ask, ...]]:
        return self.game.conditions(self._shown(), actor, viewer)

    def _ledger_tabs(self, viewer: str) -> tuple[LedgerTab, ...]:
        return self.game.ledger_tabs(self._shown(), viewer)

    def _ledger(self, viewer: str, key: str) -> Ledger | None:
        return self.game.ledger(self._shown(), viewer, key)

    def _by_hand(self, viewer: str) -> Handling:
        # It tells of no hidden face, and whose hand is whose it must know, or it would offer what is then refused.
        return Handling(self.game, self._timeline.table, viewer)

    def _log(self, viewer: str, since: int) -> Sequence[LogLine]:
        lines = self._timeline.log(viewer, since)
        if self._ways.cards is not Means.REAL:
            return lines
        # What the table believed of somebody's real cards is nothing to go by.
        return tuple(line for line in lines if not line.private or _CARDS.isdisjoint(line.message.params))


def _touches(entry: Entry, actor: str) -> bool:
    """Say whether a gesture changed something about a character."""
    told = (getattr(event, "actor", None) for event in entry.events)
    return any(found == actor or getattr(found, "id", None) == actor for found in told)


__all__ = ["SHARED", "Change", "Fights", "Pending", "Session", "Store"]
