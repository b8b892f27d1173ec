"""The recap of a session, made from the log lines that one viewer may read.

Which lines it tells is declared by their keys (`RecapLines`). It never looks at words, so a name changes nothing.

>>> from engine.model.frozen import Frozen
>>> plan = RecapLines(combat_starts=frozenset({"fight"}), combat_ends=frozenset({"peace"}), rounds=frozenset({"turn"}))
>>> def line(entry: int, key: str, **params: Json) -> LogLine:
...     return LogLine(entry=entry, message=Message(key=f"log.{key}", params=params))
>>> lines = [line(1, "session_starts", number=1), line(2, "fight", fighters=["Ann"]), line(3, "turn"), line(4, "peace")]
>>> [(chapter.id, len(chapter.lines)) for chapter in chapters_of(lines, frozenset({"session_starts"}))]
[('1', 4)]
>>> recap = recap_of(lines, None, plan)
>>> recap.sections[0].people, recap.sections[0].rounds
(('Ann',), 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.core.history import LogLine
from engine.kit.sessions.session_commands import SessionStart
from engine.kit.sessions.session_plan import RecapLines
from engine.kit.sessions.session_records import LAST_NUMBER, Session
from engine.messages.message import Message
from engine.messages.texts import say, template_of
from engine.model.frozen import Frozen, Json

_LOG: Final = "log."
BEFORE_FIRST: Final = "0"
"""The id of the chapter before the first session."""
MOST_SECTIONS: Final = 60
MOST_MOMENTS: Final = 12
MOST_GAINS: Final = 60
MOST_NAMES: Final = 24
LONGEST_MOMENT: Final = 240
LONGEST_RECAP_NAME: Final = 40
_PEOPLE: Final = ("fighters", "actors", "seats")
"""The parameters of the line that starts a combat with the people in it."""
_COUNTED: Final = {"rolls": frozenset({"rolled", "rolled_one"}), "shown": frozenset({"handout_shown"})}
"""The counts of every game."""
_NOTABLE: Final = frozenset({"said", "handout_shown", "random_table_rolled"})
"""The moments of every game."""
_HIDDEN: Final = frozenset({"looked", "undone_past_reveal", "redone"})


class Chapter(Frozen):
    """The lines of a session: from the line of its start to the next. `id` is that of its record."""

    id: str
    lines: tuple[LogLine, ...]


class RecapSection(Frozen):
    """A scene or a combat.

    Attributes:
        title: its title; empty for the beginning of the session.
        is_combat: it is a combat.
        people: who took part in the combat, by name.
        rounds: the number of its rounds, if the game counts any.
        fallen: what happened to those who fell.
        moments: what was notable.
        more: the number of notable moments that are left out.
        outcome: how the combat ended; empty while it goes on.
    """

    title: str = ""
    is_combat: bool = False
    people: tuple[str, ...] = ()
    rounds: int = 0
    fallen: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()
    more: int = 0
    outcome: str = ""


class Recap(Frozen):
    """A recap in sentences, without any markup.

    Attributes:
        session: the record of the session; None for lines before the first one.
        sections: what happened, in order.
        gains: what everyone gained.
        counts: what was counted: the name of its text, and the number.
        private: it has lines that not everybody may read.
    """

    session: Session | None
    sections: tuple[RecapSection, ...] = ()
    gains: tuple[str, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    private: bool = False


def start_lines(commands: Iterable[type]) -> frozenset[str]:
    """Return the keys of the lines at which a session starts, without `log.`."""
    return frozenset(kind.STARTED for kind in commands if issubclass(kind, SessionStart))


def started_session(line: LogLine, started: frozenset[str]) -> str | None:
    """Return the id of the session that starts at a line; None for any other line."""
    if line.undone or name_of_line(line) not in started:
        return None
    number = line.message.params.get("number")
    return str(number) if type(number) is int and 0 <= number <= LAST_NUMBER else None


def chapters_of(lines: Sequence[LogLine], started: frozenset[str]) -> tuple[Chapter, ...]:
    """Return the lines by session; what comes before the first session is a chapter of its own, if there is any."""
    starts = [(at, id_) for at, line in enumerate(lines) if (id_ := started_session(line, started)) is not None]
    if not starts or starts[0][0]:
        starts.insert(0, (0, BEFORE_FIRST))
    ends = (*(at for at, _ in starts[1:]), len(lines))
    return tuple(
        Chapter(id=id_, lines=tuple(lines[at:end])) for (at, id_), end in zip(starts, ends, strict=True) if end > at
    )


def recap_of(lines: Iterable[LogLine], session: Session | None, plan: RecapLines | None) -> Recap:
    """Return the recap of the lines of a session; without a plan it tells the lines that the table shows large."""
    reader = _Reader(plan)
    for line in lines:
        reader.read(line)
    return reader.recap(session)


def name_of_line(line: LogLine) -> str:
    """Return the key of a line without `log.` and without its game."""
    return line.message.plain_key.removeprefix(_LOG)


class _Section:
    """A section that is still being read."""

    def __init__(self, title: str = "", *, is_combat: bool = False) -> None:
        self.title, self.is_combat, self.outcome = title, is_combat, ""
        self.rounds = self.more = 0
        self.people: dict[str, None] = {}
        self.fallen: dict[str, None] = {}
        self.moments: list[str] = []

    def add_moment(self, line: LogLine) -> None:
        if len(self.moments) < MOST_MOMENTS:
            self.moments.append(_sentence(line))
        else:
            self.more += 1

    def add_people(self, names: Iterable[Json]) -> None:
        for name in names:
            if isinstance(name, str) and len(self.people) < MOST_NAMES:
                self.people.setdefault(_cut(name, LONGEST_RECAP_NAME))

    def done(self) -> RecapSection:
        return RecapSection(
            title=self.title,
            is_combat=self.is_combat,
            people=tuple(self.people),
            rounds=self.rounds,
            fallen=tuple(self.fallen)[:MOST_NAMES],
            moments=tuple(self.moments),
            more=self.more,
            outcome=self.outcome,
        )


class _Reader:
    """Reads lines one by one."""

    def __init__(self, plan: RecapLines | None) -> None:
        self._plan = RecapLines() if plan is None else plan
        self._by_headline = plan is None
        self._counted = {**_COUNTED, **self._plan.counts}
        self._counts = dict.fromkeys(self._counted, 0)
        self._sections = [_Section()]
        self._scene = ""
        self._gains: dict[str, None] = {}
        self._private = False

    def read(self, line: LogLine) -> None:
        """Take in a line."""
        name, plan, section = name_of_line(line), self._plan, self._sections[-1]
        for counted, keys in self._counted.items():
            if name in keys:
                self._counts[counted] += 1
        told = True
        if name in plan.combat_starts:
            section = self._begin("", is_combat=True)
            section.add_people(_people_in(line))
        elif name in plan.combat_ends and section.is_combat:
            section.outcome = _sentence(line)
            self._begin("")
        elif name in plan.joins and section.is_combat:
            section.add_people((line.message.params.get("actor") or line.message.params.get("seat"),))
        elif name in plan.rounds:
            section.rounds += 1
        elif name in plan.scenes:
            self._begin(_sentence(line))
        elif name in plan.falls:
            section.fallen.setdefault(_sentence(line))
        elif name in plan.gains:
            if len(self._gains) < MOST_GAINS:
                self._gains.setdefault(_sentence(line))
        elif self._is_notable(line, name):
            section.add_moment(line)
        else:
            told = False
        self._private = self._private or (told and line.private)

    def recap(self, session: Session | None) -> Recap:
        """Return what was read; parts without anything to tell are left out."""
        sections = tuple(section.done() for section in self._sections)
        return Recap(
            session=session,
            sections=tuple(s for s in sections if s.title or s.is_combat or s.moments or s.fallen),
            gains=tuple(self._gains),
            counts=tuple((name, count) for name, count in self._counts.items() if count),
            private=self._private,
        )

    def _begin(self, title: str, *, is_combat: bool = False) -> _Section:
        if len(self._sections) < MOST_SECTIONS:
            self._sections.append(_Section(title, is_combat=is_combat))
        return self._sections[-1]

    def _is_notable(self, line: LogLine, name: str) -> bool:
        if name in self._plan.notable or name in _NOTABLE:
            return True
        return self._by_headline and name not in _HIDDEN and _has_headline(line.message)


def _has_headline(message: Message) -> bool:
    game, colon, key = message.key.rpartition(":")
    headline = f"headline.{key.removeprefix(_LOG)}"
    return template_of(f"{game}{colon}{headline}") is not None


def _people_in(line: LogLine) -> Iterable[Json]:
    names = next((value for name in _PEOPLE if isinstance(value := line.message.params.get(name), list | tuple)), ())
    return [name for name in names if isinstance(name, str)]


def _sentence(line: LogLine) -> str:
    """Return a line in words, on one line and not too long; each name in it is cut first."""
    params = {name: _short(value) for name, value in line.message.params.items()}
    return _cut(say(Message(key=line.message.key, params=params)), LONGEST_MOMENT)


def _short(value: Json) -> Json:
    if isinstance(value, str):
        return _cut(value, LONGEST_MOMENT)
    if isinstance(value, list | tuple):
        return [_short(part) for part in value[:MOST_NAMES]]
    return value


def _cut(words: str, longest: int) -> str:
    """Return words on one line, cut with an ellipsis; only as much of them is read as is needed."""
    flat = " ".join(words[: 4 * longest].split())
    return flat if len(flat) <= longest and len(words) <= 4 * longest else f"{flat[: longest - 1]}…"
