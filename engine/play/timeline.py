"""The history of a game: undo and redo move a cursor; nothing is ever played backwards or rolled twice."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence

from engine.play.commands import Command
from engine.play.events import Event, Noted
from engine.play.evolve import fold
from engine.play.words import Message
from engine.table.frozen import Frozen, Json, replace
from engine.table.table import Table


class Entry(Frozen):
    """One gesture: what was asked, what happened, who asked, and who came to know something by it."""

    command: Command
    events: tuple[Event, ...]
    title: Message
    learned: tuple[str, ...] = ()


class Aside(Frozen):
    """A line of the log that is no gesture: somebody looked or went back. `after` counts the entries before it.

    What was seen stays seen: no undo takes such a line away, or one more step back would hide that anybody had looked.
    """

    after: int
    note: Noted


class LogLine(Frozen):
    """One line of the log as a viewer may read it. `entry` is its gesture, counted from 1; 0 for an aside.

    What it `tells` and `calls_for` is as in `Noted`; only the last line that does so speaks of the present. One that is
    `undone` is a step that waits for redo (`Timeline.undone`).
    """

    entry: int
    message: Message
    rules: tuple[str, ...] = ()
    reckoning: tuple[Message, ...] = ()
    private: bool = False
    tells: tuple[str, ...] = ()
    calls_for: tuple[str, ...] = ()
    undone: bool = False


_MOVES = frozenset({"log.undone_past_reveal", "log.redone"})
TITLES_KEPT = 30
"""So many steps are named by the line that tells of an undo."""


class Timeline:
    """Gestures in their order, and where in them the table stands now.

    Args:
        start: the table before the first gesture.
        entries: gestures that are already known.
        cursor: how many of them count now; the rest wait for redo. All of them if None.
        anchors: known tables by the number of gestures before them (from checkpoints): a long history opens fast.
            Each is asked for once, and only when a table near it is wanted.
        asides: lines of the log beside the gestures.
    """

    def __init__(
        self,
        start: Table,
        entries: Iterable[Entry] = (),
        cursor: int | None = None,
        anchors: Mapping[int, Table] | None = None,
        asides: Iterable[Aside] = (),
    ) -> None:
        self._entries = list(entries)
        self._cursor = len(self._entries) if cursor is None else cursor
        self._tables: dict[int, Table] = {0: start}
        self._given: Mapping[int, Table] = anchors or {}
        self._anchors = sorted({0, *self._given})
        self._asides = list(asides)
        self._run = self._run_at_cursor()

    @property
    def table(self) -> Table:
        """The table as it stands now."""
        return self.table_at(self._cursor)

    @property
    def cursor(self) -> int:
        """How many gestures count now."""
        return self._cursor

    @property
    def entries(self) -> Sequence[Entry]:
        """All gestures, those that wait for redo included."""
        return self._entries

    @property
    def asides(self) -> Sequence[Aside]:
        """The lines of the log that belong to no gesture."""
        return self._asides

    def table_at(self, position: int) -> Table:
        """Return the table after so many gestures; what lies between is kept, so that going on is free."""
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

    def add(self, entry: Entry, table: Table) -> None:
        """Put a gesture at the cursor; what waited for redo is gone."""
        for index in range(self._cursor + 1, len(self._entries) + 1):
            self._tables.pop(index, None)
        del self._entries[self._cursor :]
        self._anchors = [a for a in self._anchors if a <= self._cursor]
        self._asides = [a if a.after <= self._cursor else replace(a, after=self._cursor) for a in self._asides]
        self._entries.append(entry)
        self._cursor += 1
        self._run = 0
        self._tables[self._cursor] = table

    def add_aside(self, note: Noted) -> Aside:
        """Put a line beside the gestures."""
        aside = Aside(after=self._cursor, note=note)
        self._asides.append(aside)
        self._run = _run_of(aside) or self._run
        return aside

    def note_of_move(self, position: int) -> Noted | None:
        """Return the line of the log that tells of moving the cursor; None if nobody need be told.

        Undo past something that somebody came to know is told. From then on every move is, until something new is done:
        all these lines are one run, of which the log shows the last alone, which says what counts now.
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
        """Return the run of lines that the next move goes on with; 0 if there is none."""
        last = next((aside for aside in reversed(self._asides) if _run_of(aside)), None)
        is_waiting = self._cursor < len(self._entries)
        return _run_of(last) if last is not None and is_waiting and last.after == self._cursor else 0

    def undone(self) -> tuple[LogLine, ...]:
        """Return the steps that wait for redo, in their order, by the names that everybody may read."""
        waiting = enumerate(self._entries[self._cursor :], self._cursor + 1)
        return tuple(LogLine(entry=number, message=entry.title, undone=True) for number, entry in waiting)

    def undoable(self) -> Entry | None:
        """Return the gesture that undo would take back."""
        return self._entries[self._cursor - 1] if self._cursor else None

    def redoable(self) -> Entry | None:
        """Return the gesture that redo would bring again."""
        return self._entries[self._cursor] if self._cursor < len(self._entries) else None

    def learned_since(self, position: int) -> frozenset[str]:
        """Return who came to know something by the gestures after a position: undoing those asks the GM first."""
        return frozenset(who for entry in self._entries[position : self._cursor] for who in entry.learned)

    def go_to(self, position: int) -> Table:
        """Move the cursor, back or forth. Raises IndexError for a position that is not in the history."""
        if not 0 <= position <= len(self._entries):
            raise IndexError(position)
        self._cursor = position
        return self.table

    def log(self, viewer: str, since: int = 0) -> tuple[LogLine, ...]:
        """Return the lines that a viewer may read, oldest first, of the gestures that count now after `since`.

        Asides that stand after gestures which wait for redo come last. Of a run of undo and redo the last alone is
        shown.
        """
        lines: list[LogLine] = []
        lasts = {_run_of(aside): aside for aside in self._asides}
        shown = (aside for aside in self._asides if not _run_of(aside) or lasts[_run_of(aside)] is aside)
        asides = iter(sorted(shown, key=lambda aside: aside.after))
        aside = next(asides, None)
        for number in range(since, self._cursor + 1):
            if number > since:
                for event in self._entries[number - 1].events:
                    if isinstance(event, Noted):
                        _add_line(lines, number, event, viewer)
            while aside is not None and (aside.after <= number or number == self._cursor):
                if aside.after >= since:
                    _add_line(lines, 0, aside.note, viewer)
                aside = next(asides, None)
        return tuple(lines)


def _run_of(aside: Aside) -> int:
    """Return the number of the run of undo and redo to which a line belongs; 0 for any other line."""
    run = aside.note.message.params.get("run")
    return run if isinstance(run, int) and aside.note.message.key in _MOVES else 0


def _add_line(lines: list[LogLine], entry: int, note: Noted, viewer: str) -> None:
    if note.audience is None or viewer in note.audience:
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
