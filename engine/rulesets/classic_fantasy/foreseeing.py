"""What will happen before it does: time is let pass on a table that nobody sees, up to where dice decide (CF-UI-8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.play.draft import Draft
from engine.play.events import ClockSet, Noted
from engine.play.words import Message, say
from engine.rulesets.classic_fantasy.clock import Due, Entry, Kind, falling
from engine.rulesets.classic_fantasy.mending import know_wounds
from engine.rulesets.classic_fantasy.passing import clock_of, set_resting
from engine.rulesets.classic_fantasy.procedures.passing import Passing
from engine.rulesets.classic_fantasy.states import in_story
from engine.rulesets.classic_fantasy.ticking import TICKS, Undecided, run_on
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Frozen, replace
from engine.table.table import Table

MOST_FORESEEN: Final = 40
"""So much is looked at of what is to come."""


TOLD: Final = 3
"""How many things that will happen are told in a line."""


class Foreseen(Frozen):
    """A thing that will happen.

    Attributes:
        at: when.
        message: what, as the log will tell it.
        name: of what falls due, as the clock calls it.
        kind: what sort of thing it is.
    """

    at: int
    message: Message
    name: str = ""
    kind: Kind = "other"


class Foresight(Frozen):
    """All that is to come.

    Attributes:
        lines: what will happen, in order.
        unknown: from when on dice decide, or there is too much to tell; None where all is told.
        dice: what falls due then, by its name; empty where there is too much to tell.
    """

    lines: tuple[Foreseen, ...] = ()
    unknown: int | None = None
    dice: str = ""

    def within(self, until: int) -> Foresight:
        """Return as much of it as lies up to a moment."""
        lines = tuple(line for line in self.lines if line.at <= until)
        ends = self.unknown is not None and self.unknown <= until
        return Foresight(lines=lines, unknown=self.unknown, dice=self.dice) if ends else Foresight(lines=lines)


class _NoChance:
    """Nobody knows how dice will fall."""

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        raise Undecided

    def roll(self, sides: int) -> int:
        raise Undecided


_FORESEEN: Final = Remembered[Foresight]()


def brought(part: Foresight) -> Message:
    """Return what a time will bring, in one line."""
    first = "; ".join(_line(line.at, line.message) for line in part.lines[:TOLD])
    key = "some" if part.lines else "nothing"
    count = len(part.lines) if len(part.lines) > TOLD else 0
    more = "_then_dice" if part.unknown is not None else ""
    return Message(key=f"d100.preview.{key}{more}", params={"count": count, "first": first})


def _line(at: int, message: Message) -> str:
    day, time = clock_of(at)
    return say(Message(key="d100.preview.line", params={"day": day, "time": time, "what": say(message)}))


def seen_by(table: Table, viewer: str) -> Table:
    """Return a table without the characters that are secret to a viewer; empty for somebody who knows all."""
    known = {name: one for name, one in table.actors.items() if not viewer or table.may_read(one, viewer)}
    return table if len(known) == len(table.actors) else replace(table, actors=known)


def foresee(table: Table, seconds: int, *, viewer: str = "", resting: tuple[str, ...] = ()) -> Foresight:
    """Return what will happen in so much time, as far as no dice decide it; the table stays as it is (CF-UI-8).

    Args:
        table: as it is now.
        seconds: how much time.
        viewer: who is told; of characters that are secret to them nothing is looked at. Empty for all there is.
        resting: who rests completely from now on.
    """
    made_of = (table.procedures, table.actors, table.options, table.scene, table.lists, str(table.clock))
    return _FORESEEN.get(
        f"{seconds} {resting} {viewer}", made_of, lambda: _foresee(seen_by(table, viewer), seconds, resting)
    )


def _foresee(table: Table, seconds: int, resting: tuple[str, ...]) -> Foresight:
    draft, unknown, dice = Draft(table, _NoChance()), None, ""
    began = list[tuple[int, Due]]()
    know_wounds(draft)
    if resting:
        set_resting(draft, [actor for actor in in_story(draft.table) if actor in resting], True)
    before = len(draft.events)
    draft.begin(Passing(start=table.clock, until=table.clock + seconds))
    try:
        run_on(draft, most=MOST_FORESEEN, dice=False, watch=lambda due: began.append((len(draft.events), due)))
    except Undecided as undecided:
        unknown = int(undecided.due.at) if undecided.due is not None else draft.table.clock
        dice = undecided.due.name if undecided.due is not None else ""
    lines, at, due, waiting = list[Foreseen](), table.clock, Due(at=table.clock, name=""), iter(began)
    following = next(waiting, None)
    for number, event in enumerate(draft.events):
        while following is not None and following[0] <= number:
            due, following = following[1], next(waiting, None)
        match event:
            case ClockSet(seconds=moment):
                at = moment
            case Noted(message=message) if number >= before:
                lines.append(Foreseen(at=at, message=message, name=due.name, kind=due.kind))
            case _:
                pass
    return Foresight(lines=tuple(lines), unknown=unknown, dice=dice)


def standing(table: Table, after: int, until: int, viewer: str = "") -> tuple[Due, ...]:
    """Return what falls due next of each thing that waits, as it stands now: what dice do before may change it.

    Args:
        table: as it is now.
        after: the moment from which on it counts.
        until: the last moment that counts.
        viewer: who is told.
    """
    seen = seen_by(table, viewer)
    draft = Draft(seen, _NoChance())
    know_wounds(draft)

    def since(_name: str) -> int:
        return seen.clock

    waits = [entry for tick in TICKS for entry in tick.entries(draft.table, since)]
    return tuple(falling((_once(entry, seen.clock) for entry in waits), after, until))


def _once(entry: Entry, now: int) -> Entry:
    """Return the first time of an entry that is still to come."""
    if entry.every is None or entry.at > now:
        return replace(entry, every=None, times=None)
    gone = int((now - entry.at) // entry.every) + 1
    return replace(entry, at=entry.at + gone * entry.every, every=None, times=None)
