"""The history of a game. Undo and redo move a cursor: nothing is ever played backwards or rolled twice."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Final

from msgspec import Meta

from engine.core.commands import Command
from engine.core.events import Event, Noted
from engine.core.evolve import fold
from engine.messages.message import Message
from engine.model.frozen import Frozen, Json, replace
from engine.model.table import Table

LONGEST_TIME: Final = 40
"""Letters in the time of a gesture."""


class ConsentNeeded(Exception):
    """The refusal of an undo past a reveal to which the GM has not agreed. Nothing has changed.

    Attributes:
        position: where the undo was to go.
        viewers: who would no longer know something that they have learned.
    """

    def __init__(self, position: int, viewers: frozenset[str]) -> None:
        super().__init__(f"an undo to {position} takes back what {', '.join(sorted(viewers))} learned")
        self.position = position
        self.viewers = viewers


class HistoryEntry(Frozen):
    """One gesture: its command, its events, its title in the log, and the viewers who learned something by it.

    `made` is the time at which it was made, as the caller gave it; empty if unknown. No rule reads it.
    """

    command: Command
    events: tuple[Event, ...]
    title: Message
    learned: tuple[str, ...] = ()
    made: Annotated[str, Meta(max_length=LONGEST_TIME)] = ""


class SideNote(Frozen):
    """A line of the log that is no gesture: a look at a hand, or an undo. `after` counts the entries before it.

    No undo removes such a line. Otherwise one more step back would hide that anybody had looked.
    """

    after: int
    note: Noted


class LogLine(Frozen):
    """One line of the log as a viewer may read it. `entry` is its gesture, counted from 1; 0 for a side note.

    `tells` and `calls_for` are as in `Noted`; only the last line that has them describes the present. An `undone` line
    is a step that waits for redo (`History.undone`).
    """

    entry: int
    message: Message
    rules: tuple[str, ...] = ()
    reckoning: tuple[Message, ...] = ()
    private: bool = False
    tells: tuple[str, ...] = ()
    calls_for: tuple[str, ...] = ()
    undone: bool = False


_LOOKED: Final = "log.looked"
_MOVES = frozenset({"log.undone_past_reveal", "log.redone"})
TITLES_KEPT = 30
"""The limit of steps that the log line of an undo names."""


class History:
    """The gestures in their order, and a cursor: the number of gestures that count now.

    An undo past a reveal needs the GM's consent. This is a rule of the history itself: `go_to` is the only way to move
    the cursor, and it refuses without consent. Consent holds for further undos until something new is done.

    Args:
        start: the table before the first gesture.
        entries: gestures that are already known.
        cursor: how many of them count now; the rest wait for redo. All of them if None.
        anchors: known tables by the number of gestures before them (from checkpoints), so that a long history opens
            fast. Each is read once, and only when a table near it is needed.
        asides: lines of the log beside the gestures.
    """

    def __init__(
        self,
        start: Table,
        entries: Iterable[HistoryEntry] = (),
        cursor: int | None = None,
        anchors: Mapping[int, Table] | None = None,
        asides: Iterable[SideNote] = (),
    ) -> None:
        self._entries = list(entries)
        self._cursor = len(self._entries) if cursor is None else cursor
        self._tables: dict[int, Table] = {0: start}
        self._given: Mapping[int, Table] = anchors or {}
        self._anchors = sorted({0, *self._given})
        self._asides = list(asides)
        self._run = self._run_at_cursor()
        self._has_consent = False

    @property
    def table(self) -> Table:
        """The table at the cursor."""
        return self.table_at(self._cursor)

    @property
    def cursor(self) -> int:
        """The number of gestures that count now."""
        return self._cursor

    @property
    def entries(self) -> Sequence[HistoryEntry]:
        """All gestures, including those that wait for redo."""
        return self._entries

    @property
    def asides(self) -> Sequence[SideNote]:
        """The lines of the log that belong to no gesture."""
        return self._asides

    def table_at(self, position: int) -> Table:
        """Return the table after so many gestures. The tables up to there are kept for later calls."""
        known = self._tables.get(position)
        if known is not None:
            return known
        nearest = self._anchors[bisect_right(self._anchors, position) - 1]
        if nearest not in self._tables:
            self._tables[nearest] = self._given[nearest]
        table = self._tables[nearest]
        for index in range(nearest, position):
            following = self._tables.get(index + 1)
            table = fold(table, self._entries[index].events) if following is None else following
            self._tables[index + 1] = table
        return table

    def add(self, entry: HistoryEntry, table: Table) -> None:
        """Add a gesture at the cursor, and drop those that waited for redo."""
        for index in range(self._cursor + 1, len(self._entries) + 1):
            self._tables.pop(index, None)
        del self._entries[self._cursor :]
        self._anchors = [a for a in self._anchors if a <= self._cursor]
        self._asides = [a if a.after <= self._cursor else replace(a, after=self._cursor) for a in self._asides]
        self._entries.append(entry)
        self._cursor += 1
        self._run = 0
        self._has_consent = False
        self._tables[self._cursor] = table

    def add_aside(self, note: Noted) -> SideNote:
        """Add a line of the log that belongs to no gesture."""
        aside = SideNote(after=self._cursor, note=note)
        self._asides.append(aside)
        self._run = _run_of(aside) or self._run
        return aside

    def _note_of_move(self, position: int) -> Noted | None:
        """Return the log line for a move of the cursor; None if the log says nothing about it.

        The log reports an undo past a reveal. From then on it reports every move until something new is done. All these
        lines are one run: the log shows only the last of them, which says what counts now.
        """
        first, last = sorted((self._cursor, position))
        if not self._run and not any(entry.learned for entry in self._entries[first:last]):
            return None
        undone = self._entries[position:]
        steps = undone or self._entries[first:last]
        params: dict[str, Json] = {"count": len(steps), "run": self._run or len(self._asides) + 1}
        more = len(steps) - TITLES_KEPT
        titles = [entry.title for entry in steps[:TITLES_KEPT]]
        if more > 0:
            titles.append(Message(key="log.more_steps", params={"count": more}))
        key = "log.undone_past_reveal" if undone else "log.redone"
        return Noted(message=Message(key=key, params=params), reckoning=tuple(titles))

    def _run_at_cursor(self) -> int:
        """Return the run of lines that the next move continues; 0 if there is none."""
        last = next((aside for aside in reversed(self._asides) if _run_of(aside)), None)
        is_waiting = self._cursor < len(self._entries)
        return _run_of(last) if last is not None and is_waiting and last.after == self._cursor else 0

    def undone(self) -> tuple[LogLine, ...]:
        """Return the steps that wait for redo, in order, by the titles that every viewer may read."""
        waiting = enumerate(self._entries[self._cursor :], self._cursor + 1)
        return tuple(LogLine(entry=number, message=entry.title, undone=True) for number, entry in waiting)

    def undoable(self) -> HistoryEntry | None:
        """Return the gesture that undo would take back, or None."""
        return self._entries[self._cursor - 1] if self._cursor else None

    def redoable(self) -> HistoryEntry | None:
        """Return the gesture that redo would repeat, or None."""
        return self._entries[self._cursor] if self._cursor < len(self._entries) else None

    def unrevealed_by(self, position: int) -> frozenset[str]:
        """Return the viewers who learned something in the gestures that an undo to a position takes back."""
        return frozenset(viewer for entry in self._entries[position : self._cursor] for viewer in entry.learned)

    def needs_consent(self, position: int) -> bool:
        """Return whether the GM must agree before the cursor may move to a position."""
        return not self._has_consent and bool(self.unrevealed_by(position))

    def go_to(
        self, position: int, *, consent: bool = False, keep: Callable[[SideNote | None], object] | None = None
    ) -> Table:
        """Move the cursor back or forth, and add the log line that reports it, if there is one.

        Args:
            position: how many gestures shall count.
            consent: the GM agrees to take back what viewers have learned since.
            keep: stores the move with its log line. It is called after all checks and before anything changes, so that
                an error that it raises leaves the history as it was.

        Returns:
            The table at the new position.

        Raises:
            IndexError: the position is not in the history.
            ConsentNeeded: it is an undo past a reveal, and nobody has consented.
        """
        if not 0 <= position <= len(self._entries):
            raise IndexError(position)
        if position == self._cursor:
            return self.table
        past_reveal = self.needs_consent(position)
        if past_reveal and not consent:
            raise ConsentNeeded(position, self.unrevealed_by(position))
        note = self._note_of_move(position)
        if keep is not None:
            keep(None if note is None else SideNote(after=position, note=note))
        self._has_consent = self._has_consent or past_reveal
        self._cursor = position
        if note is not None:
            self.add_aside(note)
        return self.table

    def log(self, viewer: str, since: int = 0) -> tuple[LogLine, ...]:
        """Return the lines that a viewer may read, oldest first, of the gestures that count now after `since`.

        Side notes after gestures that wait for redo come last. Of a run of undo and redo only the last line is shown,
        and a look at a hand right after another one of the same seat is left out. That depends on what the viewer reads
        alone: nobody learns that somebody did something secret between two looks.
        """
        return _log(self._entries, self._asides, self._cursor, viewer, since)

    def log_reader(self, viewer: str) -> Callable[[], tuple[LogLine, ...]]:
        """Return a call that returns all lines that a viewer may read now; any thread may make it."""
        entries, asides, cursor = self._entries[: self._cursor], list(self._asides), self._cursor
        return lambda: _log(entries, asides, cursor, viewer, 0)


def _log(
    entries: Sequence[HistoryEntry], all_asides: Sequence[SideNote], cursor: int, viewer: str, since: int
) -> tuple[LogLine, ...]:
    lines: list[LogLine] = []
    lasts = {_run_of(aside): aside for aside in all_asides}
    shown = (aside for aside in all_asides if not _run_of(aside) or lasts[_run_of(aside)] is aside)
    asides = iter(sorted(shown, key=lambda aside: aside.after))
    aside = next(asides, None)
    for number in range(since, cursor + 1):
        if number > since:
            for event in entries[number - 1].events:
                if isinstance(event, Noted):
                    _add_line(lines, number, event, viewer)
        while aside is not None and (aside.after <= number or number == cursor):
            if aside.after >= since and not (lines and _repeats(lines[-1], aside)):
                _add_line(lines, 0, aside.note, viewer)
            aside = next(asides, None)
    return tuple(lines)


def _repeats(line: LogLine, aside: SideNote) -> bool:
    """Return whether a side note is a look of a seat at its hand, and the line before it is one of the same seat."""
    return aside.note.message.plain_key == _LOOKED and line.message == aside.note.message


def _run_of(aside: SideNote) -> int:
    """Return the number of a line's run of undo and redo; 0 for any other line."""
    run = aside.note.message.params.get("run")
    return run if isinstance(run, int) and aside.note.message.plain_key in _MOVES else 0


def _add_line(lines: list[LogLine], entry: int, note: Noted, viewer: str) -> None:
    if note.audience is None or viewer in note.audience:
        if note.audience is not None and lines and lines[-1].entry == entry and _says_less(lines[-1], note):
            lines.pop()
        lines.append(
            LogLine(
                entry=entry,
                message=note.message,
                rules=note.rules,
                reckoning=note.reckoning,
                private=note.audience is not None,
                tells=note.tells,
                calls_for=note.calls_for,
            )
        )


def _says_less(line: LogLine, note: Noted) -> bool:
    """Return whether a line for everybody says the same as a note for some, without its numbers (`Noted`)."""
    said, whole = line.message, note.message
    return (
        not line.private
        and said.key == f"{whole.key}_seen"
        and all(whole.params.get(name) == value for name, value in said.params.items())
    )
