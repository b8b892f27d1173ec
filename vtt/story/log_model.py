"""The lines of the log that one viewer may read, as a model that only ever takes in what is new."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, QTimer, Signal, Slot

from engine.core.history import LogLine
from engine.kit.sessions.recap import start_lines, started_session
from engine.kit.sessions.recap_text import session_heading
from engine.kit.sessions.session_records import Session, sessions_in
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import text
from vtt.shared.lists.fuzzy_match import matches
from vtt.shared.screen_names import bidi_isolated
from vtt.system.timestamps import spoken_weekday, stored_time
from vtt.widgets.model_index import Index
from vtt.widgets.plain_text import short, tip
from vtt.widgets.ui_texts import ui_text

LINE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
OPEN_ROLE = LINE_ROLE + 1
FIRST_ROLE = LINE_ROLE + 2
SHOWN_ROLE = LINE_ROLE + 3
LONG_ROLE = LINE_ROLE + 4
CHAPTER_ROLE = LINE_ROLE + 5
HEADING = "log.undone_waiting"
BRIEF = 240
"""Maximum number of letters of a closed line."""
_CHUNK = 100
_LONGEST = 1200


def words_of(line: LogLine) -> str:
    """Return a line in words; a name that is written from right to left turns nothing but itself."""
    message = line.message
    return say(replace(message, params={name: _isolated(value) for name, value in message.params.items()}))


def _is_heading(line: LogLine) -> bool:
    return line.undone and line.message.key == HEADING


def _cut(words: str) -> str:
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


def _isolated(value: Json) -> Json:
    if isinstance(value, str):
        return bidi_isolated(value)
    return [_isolated(v) for v in value] if isinstance(value, list | tuple) else value


def speaks_of(line: LogLine, name: str) -> bool:
    """Return whether a line contains a name."""
    return any(_names(value, name) for value in line.message.params.values())


def _names(value: Json, name: str) -> bool:
    if isinstance(value, str):
        return value == name
    return isinstance(value, Sequence) and any(v == name for v in value)


class LogModel(QAbstractListModel):
    """The lines, oldest first; those that do not fit the search are left out.

    After them come the steps that wait for redo: several are folded under one heading, which opens them.

    Signals:
        grown: lines came at the end because something happened.
        searched: a search has gone through all lines.
    """

    grown = Signal()
    searched = Signal()

    def __init__(self, campaign: OpenCampaign, viewer: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._campaign = campaign
        self._viewer = viewer
        self.brief = BRIEF  # how many letters of a shut line are shown; the view knows how many have room
        self.is_dropping = False  # whether lines are just taken away, and are still there
        self.rule_numbers = False  # whether lines that are shut tell their rules as well
        self._cursor = 0
        self._lines: list[LogLine] = []
        self._words: dict[int, str] = {}
        self._shown: list[int] | None = None
        self._opened: set[int] = set()
        self._unfolded = False
        self._query = ""
        self._person = ""
        self._searched = 0
        self._started = start_lines(campaign.game.commands.values())
        self._sessions: tuple[Session, ...] = ()
        self._starts: dict[int, str] = {}  # the id of the session that starts at a line
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._search_on)
        self._read_anew()
        campaign.changed.connect(self._follow)

    @property
    def lines(self) -> Sequence[LogLine]:
        """All lines that the viewer may read, whatever is searched for, and nothing that is undone."""
        end = len(self._lines)
        while end and self._lines[end - 1].undone:
            end -= 1
        return self._lines[:end]

    @property
    def position(self) -> int:
        """The moment of the campaign: the entry of the lines that a command has just brought."""
        return self._campaign.position

    @property
    def searching(self) -> bool:
        """Whether a search is still going through the lines."""
        return self._timer.isActive()

    def set_viewer(self, viewer: str) -> None:
        """Read with other eyes; nothing of what the old ones read stays."""
        if viewer != self._viewer:
            self._viewer = viewer
            self.beginResetModel()
            self._read_anew()
            self.endResetModel()
            self._search_anew()

    def set_search(self, query: str, person: str = "") -> None:
        """Show only lines with these words that name this person; both empty shows all."""
        query_text = query.strip()
        if (query_text, person) != (self._query, self._person):
            self._query, self._person = query_text, person
            self._search_anew()

    def line(self, row: int) -> LogLine | None:
        """Return the line of a row."""
        at = self._at(row)
        return None if at is None else self._lines[at]

    def session_at(self, row: int) -> str | None:
        """Return the id of the session that starts at a row; None for any other row."""
        at = self._at(row)
        return None if at is None else self._starts.get(at)

    def chapters(self) -> tuple[tuple[str, str], ...]:
        """Return the id and the heading of each session that the lines know, in order."""
        return tuple((id_, session_heading(self._session(id_))) for id_ in dict.fromkeys(self._starts.values()))

    def row_of_session(self, id_: str) -> int:
        """Return the row at which a session starts; -1 if none that is shown does."""
        at = next((at for at, started in self._starts.items() if started == id_), -1)
        if at < 0 or self._shown is None:
            return at
        row = bisect_left(self._shown, at)
        return row if row < len(self._shown) and self._shown[row] == at else -1

    def words(self, row: int) -> str:
        """Return a row in words, all of them."""
        at = self._at(row)
        return "" if at is None else self._text_at(at)

    def is_long(self, row: int) -> bool:
        """Say whether a row has more words than are shown while it is shut."""
        return len(self.words(row)) > self.brief

    def look(self, row: int) -> tuple[object, ...]:
        """Return all that a drawn row tells: its words first, then its line, and what is shown beside it."""
        at = self._at(row)
        if at is None:
            return ()
        is_open, is_first = self._is_open(at), bool(row) and self._is_first(at)
        return self._shown_words(at), self._lines[at], is_open, is_first, self.is_long(row), self.rule_numbers

    def present(self) -> int:
        """Return the last row that is not undone; -1 if there is none."""
        row = self.rowCount() - 1
        while row >= 0 and self.redoes(row) is not None:
            row -= 1
        return row

    def opens(self, row: int) -> bool:
        """Say whether a row has more to show than while it is shut."""
        line = self.line(row)
        if line is None:
            return False
        return _is_heading(line) or bool(line.reckoning) or bool(line.rules) or self.is_long(row)

    def redoes(self, row: int) -> int | None:
        """Return the moment to which a row that is undone would be redone; None for any other row."""
        line = self.line(row)
        return line.entry if line is not None and line.undone else None

    def standing(self, row: int) -> tuple[frozenset[str], frozenset[str]]:
        """Return the figures that a row tells and the commands that it calls for, but none that a later line has."""
        at = self._at(row)
        if at is None:
            return frozenset(), frozenset()
        tells, calls_for = set(self._lines[at].tells), set(self._lines[at].calls_for)
        later = len(self._lines) - 1
        while later > at and (tells or calls_for):
            tells.difference_update(self._lines[later].tells)
            calls_for.difference_update(self._lines[later].calls_for)
            later -= 1
        return frozenset(tells), frozenset(calls_for)

    def toggle(self, row: int) -> None:
        """Open or close a row that has a calculation, rules, or more text than is shown."""
        at = self._at(row)
        if at is not None and _is_heading(self._lines[at]):
            self._unfolded = not self._unfolded
            self._drop(at)
            self._take(self._tail())
        elif at is not None and self.opens(row):
            self._opened ^= {at}
            index = self.index(row)
            self.dataChanged.emit(index, index)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many lines are shown."""
        if parent.isValid():
            return 0
        return len(self._lines) if self._shown is None else len(self._shown)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return the words, or what a screen reader says."""
        at = self._at(index.row())
        if at is None:
            return None
        if role == LINE_ROLE:
            return self._lines[at]
        if role == OPEN_ROLE:
            return self._is_open(at)
        if role == FIRST_ROLE:
            return self._is_first(at)
        if role == Qt.ItemDataRole.DisplayRole:
            return _cut(self._text_at(at))
        if role == SHOWN_ROLE:
            return self._shown_words(at)
        if role == CHAPTER_ROLE:
            return at in self._starts
        if role == LONG_ROLE:
            return len(self._text_at(at)) > self.brief
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(self._text_at(at)) if len(self._text_at(at)) > self.brief else ""
        if role == Qt.ItemDataRole.AccessibleTextRole:
            line = self._lines[at]
            private = text("log.private") if line.private else text("log.undone") if line.undone else ""
            reckoning = "; ".join(say(r) for r in line.reckoning) if at in self._opened else ""
            rules = ", ".join(line.rules) if self.rule_numbers or at in self._opened else ""
            return ". ".join(filter(None, (short(self._text_at(at), 300), private, reckoning, rules)))
        return None

    def _at(self, row: int) -> int | None:
        if self._shown is None:
            return row if 0 <= row < len(self._lines) else None
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def _is_open(self, at: int) -> bool:
        return self._unfolded if _is_heading(self._lines[at]) else at in self._opened

    def _is_first(self, at: int) -> bool:
        return at == 0 or self._lines[at].entry == 0 or self._lines[at - 1].entry != self._lines[at].entry

    def _shown_words(self, at: int) -> str:
        return _cut(self._text_at(at)) if at in self._opened else short(self._text_at(at), self.brief)

    def _text_at(self, at: int) -> str:
        words = self._words.get(at)
        if words is None:
            id_ = self._starts.get(at)
            words = words_of(self._lines[at]) if id_ is None else self._heading(at, id_)
            self._words[at] = words
        return words

    def _note_starts(self, since: int) -> None:
        for at in range(since, len(self._lines)):
            id_ = started_session(self._lines[at], self._started)
            if id_ is not None:
                self._starts[at] = id_

    def _session(self, id_: str) -> Session:
        return next((s for s in self._sessions if s.id == id_), None) or Session(id=id_, number=int(id_))

    def _heading(self, at: int, id_: str) -> str:
        session = self._session(id_)
        heading = session_heading(session)
        began = stored_time(self._campaign.made_at(self._lines[at].entry))
        date = session.date or (spoken_weekday(began) if began is not None else "")
        return ui_text("sessions", "dated", heading=heading, date=date) if date else heading

    def _read_sessions(self) -> bool:
        """Take in the records of the sessions; say whether any is another one now."""
        sessions = sessions_in(self._campaign.viewer_campaign(self._viewer).view.lists)
        is_other, self._sessions = sessions != self._sessions, sessions
        return is_other

    def _read_anew(self) -> None:
        self._read_sessions()
        self._lines = [*self._campaign.viewer_campaign(self._viewer).log(), *self._tail()]
        self._starts.clear()
        self._note_starts(0)
        self._cursor = self._campaign.position
        self._words.clear()
        self._opened.clear()

    @Slot(object)
    def _follow(self, _change: object) -> None:
        """Take in what is new and let go of what was taken back; the lines before it are not touched.

        Lines beside the gestures do not say after which gesture they came. So everything after the last gesture
        that still counts is read again; where it is as before, nothing changes.
        """
        if self._read_sessions():
            for at, id_ in self._starts.items():
                self._words.pop(at, None)
                index = self.index(self.row_of_session(id_))
                if index.isValid():
                    self.dataChanged.emit(index, index)
        position = self._campaign.position
        counts = min(self._cursor, position)
        kept = len(self._lines)
        while kept and not 0 < self._lines[kept - 1].entry <= counts:
            kept -= 1
        since = self._lines[kept - 1].entry if kept else 0
        new_lines = (*self._campaign.viewer_campaign(self._viewer).log(since), *self._tail())
        old = self._lines[kept:]
        same = 0
        while same < min(len(old), len(new_lines)) and old[same] == new_lines[same]:
            same += 1
        self._cursor = position
        self._drop(kept + same)
        self._take(new_lines[same:])

    def _tail(self) -> tuple[LogLine, ...]:
        """Return what is undone: a single step, or a heading with the steps under it while they are unfolded."""
        steps = tuple(self._campaign.undone())
        if len(steps) < 2:
            self._unfolded = False
            return steps
        message = Message(key=HEADING, params={"count": len(steps)})
        heading = LogLine(entry=steps[-1].entry, message=message, undone=True)
        return (heading, *steps) if self._unfolded else (heading,)

    def _drop(self, at: int) -> None:
        if at >= len(self._lines):
            return
        first = at if self._shown is None else bisect_left(self._shown, at)
        last = self.rowCount() - 1
        if first <= last:
            self.is_dropping = True
            self.beginRemoveRows(QModelIndex(), first, last)
            self.is_dropping = False
        for number in range(at, len(self._lines)):
            self._words.pop(number, None)
            self._starts.pop(number, None)
        del self._lines[at:]
        self._opened = {n for n in self._opened if n < at}
        self._searched = min(self._searched, at)
        if self._shown is not None:
            del self._shown[first:]
        if first <= last:
            self.endRemoveRows()

    def _take(self, new_lines: Sequence[LogLine]) -> None:
        if not new_lines:
            return
        start = len(self._lines)
        if self._shown is None:
            self.beginInsertRows(QModelIndex(), start, start + len(new_lines) - 1)
            self._lines.extend(new_lines)
            self._note_starts(start)
            self.endInsertRows()
        else:
            self._lines.extend(new_lines)
            self._note_starts(start)
            self._timer.start()
        self.grown.emit()

    def _search_anew(self) -> None:
        self._timer.stop()
        self.beginResetModel()
        self._searched = 0
        self._shown = [] if self._query or self._person else None
        self.endResetModel()
        if self._shown is None:
            self.searched.emit()
        else:
            self._search_on()

    @Slot()
    def _search_on(self) -> None:
        """Go through some more lines, so that typing is never held up."""
        if self._shown is None:
            self._timer.stop()
            return
        end = min(self._searched + _CHUNK, len(self._lines))
        matches = [at for at in range(self._searched, end) if self._fits(at)]
        self._searched = end
        if matches:
            self.beginInsertRows(QModelIndex(), len(self._shown), len(self._shown) + len(matches) - 1)
            self._shown.extend(matches)
            self.endInsertRows()
        if end < len(self._lines):
            self._timer.start()
        else:
            self._timer.stop()
            self.searched.emit()

    def _fits(self, at: int) -> bool:
        line = self._lines[at]
        if self._person and not speaks_of(line, self._person):
            return False
        return matches(self._query, self._text_at(at), (*line.rules, *(say(r) for r in line.reckoning)))
