"""The closed set of events. Every game describes what happened with these and with no others."""

from __future__ import annotations

from collections.abc import Mapping

from engine.messages.message import Message
from engine.model.body import Body, Location
from engine.model.conditions import Condition
from engine.model.frozen import Frozen, Json
from engine.model.seats import Actor, Seat
from engine.model.table import Procedure
from engine.model.tracks import Track
from engine.model.zones import Zone


class Fact(Frozen, tag_field="fact"):
    """Something that happened; folding all events gives the table. An event contains no rule and no open chance."""


class CardsMoved(Fact, tag=True):
    """Cards moved, in this order, between zones. `at` is the position of the first: 0 on top, None at the end."""

    cards: tuple[str, ...]
    source: str
    target: str
    at: int | None = 0


class CardsAdded(Fact, tag=True):
    """New cards were added at the end of a zone."""

    zone: str
    cards: tuple[str, ...]


class CardsRemoved(Fact, tag=True):
    """Cards left the table for good; `unseen` ones were face down, so nobody knows which they were."""

    zone: str
    cards: tuple[str, ...]
    unseen: bool = False


class ZoneShuffled(Fact, tag=True):
    """A zone has a new order, by shuffling or by hand."""

    zone: str
    order: tuple[str, ...]


class CardsTurned(Fact, tag=True):
    """Cards are shown to exactly these viewers (`*` everyone); None restores the rule of the zone."""

    zone: str
    cards: tuple[str, ...]
    shown_to: tuple[str, ...] | None = None


class CardsSwapped(Fact, tag=True):
    """Two hidden cards turned out to be each at the other's assumed position. Nothing moved; more is known.

    `card` was assumed to be in `zone` and `other` in `other_zone`, or off the table if that is empty. A viewer who may
    see a position sees the card that is there now.
    """

    card: str
    zone: str
    other: str
    other_zone: str


class ZoneSet(Fact, tag=True):
    """A zone was created, or its sight and owners changed. This never changes its cards."""

    zone: Zone


class ZoneGone(Fact, tag=True):
    """An empty zone was removed."""

    zone: str


class ChipsMoved(Fact, tag=True):
    """Chips went from bag to bag; an empty name is the box they come from and go back to."""

    source: str
    target: str
    chips: Mapping[str, int]


class TrackSet(Fact, tag=True):
    """A character's track has a new state; None removes it."""

    actor: str
    name: str
    track: Track | None


class BodySet(Fact, tag=True):
    """A character has this body, or none."""

    actor: str
    body: Body | None


class LocationSet(Fact, tag=True):
    """One hit location has a new state."""

    actor: str
    name: str
    location: Location


class ConditionSet(Fact, tag=True):
    """A character has a condition; one with the same id is replaced."""

    actor: str
    condition: Condition


class ConditionGone(Fact, tag=True):
    """A condition was lifted."""

    actor: str
    id: str


class SeatSet(Fact, tag=True):
    """A person joined, or their seat changed. A new seat is put in front of the seat `before`."""

    seat: Seat
    before: str | None = None


class SeatLeft(Fact, tag=True):
    """A person left the table."""

    seat: str


class ActorSet(Fact, tag=True):
    """A character came into the story, or its name, leader or secrecy changed."""

    actor: Actor


class ActorLeft(Fact, tag=True):
    """A character left the story for good."""

    actor: str


class SheetEdited(Fact, tag=True):
    """Fields of a record sheet were written; None clears one."""

    actor: str
    fields: Mapping[str, Json]


class ClockSet(Fact, tag=True):
    """The time of the story, in seconds."""

    seconds: int


class ProcedureSet(Fact, tag=True):
    """The procedures in progress, outermost first."""

    procedures: tuple[Procedure, ...]


class OptionSet(Fact, tag=True):
    """An option was set, for good or for the current scene; None for a scene's option ends the exception."""

    name: str
    value: Json
    scene: bool = False


class ListSet(Fact, tag=True):
    """One of the group's lists has these rows."""

    name: str
    rows: tuple[Mapping[str, Json], ...]


class ListRowsSet(Fact, tag=True):
    """Some rows of one of the group's lists are replaced; the rest of the list, however long, does not change.

    Attributes:
        name: the list.
        start: the index of the first of the rows that change.
        removed: the number of rows that go away, from there on.
        rows: those that take their place.
    """

    name: str
    start: int
    removed: int
    rows: tuple[Mapping[str, Json], ...]


class Rolled(Fact, tag=True):
    """Dice were rolled. `kind` is `d6`, `d100` …; the faces are in the order of the rolls."""

    kind: str
    faces: tuple[int, ...]


class Noted(Fact, tag=True):
    """A line of the log.

    A line with hidden numbers is two: one for everybody, whose key ends in `_seen`, and directly after it the whole one
    for its audience, which reads that one alone.

    Attributes:
        message: its text.
        rules: the rules behind it.
        audience: the seats that may read it; None is everybody.
        reckoning: explains a result, inputs first.
        tells: the names of the computed results in the line; a command that overrides one has that name in its field
            `figure`.
        calls_for: the kinds of command that follow from it.
    """

    message: Message
    rules: tuple[str, ...] = ()
    audience: tuple[str, ...] | None = None
    reckoning: tuple[Message, ...] = ()
    tells: tuple[str, ...] = ()
    calls_for: tuple[str, ...] = ()


class Reckoned(Fact, tag=True):
    """Results that a rule computed, by name, so that they can be checked without reading text."""

    figures: Mapping[str, Json]


Event = (
    CardsMoved
    | CardsAdded
    | CardsRemoved
    | ZoneShuffled
    | CardsTurned
    | CardsSwapped
    | ZoneSet
    | ZoneGone
    | ChipsMoved
    | TrackSet
    | BodySet
    | LocationSet
    | ConditionSet
    | ConditionGone
    | SeatSet
    | SeatLeft
    | ActorSet
    | ActorLeft
    | SheetEdited
    | ClockSet
    | ProcedureSet
    | OptionSet
    | ListSet
    | ListRowsSet
    | Rolled
    | Noted
    | Reckoned
)
