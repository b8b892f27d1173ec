"""The history of a game: undo and redo move a cursor; nothing is ever played backwards or rolled twice."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence

from engine.play.commands import Command
from engine.play.events import Event, Noted
from engine.play.evolve import fold
from engine.play.words import Message
from engine.table.frozen import Frozen, replace
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

    What it `tells` and `calls_for` is as in `Noted`; only the last line that does so speaks of the present.
    """

    entry: int
    message: Message
    rules: tuple[str, ...] = ()
    reckoning: tuple[Message, ...] = ()
    private: bool = False
    tells: tuple[str, ...] = ()
    calls_for: tuple[str, ...] = ()


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
        self._tables[self._cursor] = table

    def add_aside(self, note: Noted) -> Aside:
        """Put a line beside the gestures."""
        aside = Aside(after=self._cursor, note=note)
        self._asides.append(aside)
        return aside

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

        Asides that stand after gestures which wait for redo come last.
        """
        lines: list[LogLine] = []
        asides = iter(sorted(self._asides, key=lambda aside: aside.after))
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
