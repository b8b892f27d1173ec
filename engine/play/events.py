"""The closed set of facts. Every game tells what happened in these and in no others."""

from __future__ import annotations

from collections.abc import Mapping

from engine.play.words import Message
from engine.table.body import Body, Location
from engine.table.conditions import Condition
from engine.table.frozen import Frozen, Json
from engine.table.seats import Actor, Seat
from engine.table.table import Procedure
from engine.table.tracks import Track
from engine.table.zones import Zone


class Fact(Frozen, tag_field="fact"):
    """Something that happened; folding all facts gives the table. A fact holds no rule and no chance still to come."""


class CardsMoved(Fact, tag=True):
    """Cards went, in this order, from one zone to another. `at` is where the first lies: 0 on top, None at the end."""

    cards: tuple[str, ...]
    source: str
    target: str
    at: int | None = 0


class CardsAdded(Fact, tag=True):
    """New cards came to the end of a zone."""

    zone: str
    cards: tuple[str, ...]


class CardsRemoved(Fact, tag=True):
    """Cards left the table for good; those `unseen` lay face down, and nobody can say which they were."""

    zone: str
    cards: tuple[str, ...]
    unseen: bool = False


class ZoneShuffled(Fact, tag=True):
    """A zone has a new order, by shuffling or by hand."""

    zone: str
    order: tuple[str, ...]


class CardsTurned(Fact, tag=True):
    """Cards are shown to exactly these viewers (`*` everyone); None gives them back to what the zone says."""

    zone: str
    cards: tuple[str, ...]
    shown_to: tuple[str, ...] | None = None


class CardsSwapped(Fact, tag=True):
    """Two hidden cards turned out to lie each where the other was thought to be. Nothing moved; more is known.

    `card` was thought to lie in `zone` and `other` in `other_zone`, or off the table if that is empty. Whoever may see
    a place sees what lies there now.
    """

    card: str
    zone: str
    other: str
    other_zone: str


class ZoneSet(Fact, tag=True):
    """A place for cards was made, or its sight and owners changed. Its cards never change by this."""

    zone: Zone


class ZoneGone(Fact, tag=True):
    """An empty place for cards was taken away."""

    zone: str


class ChipsMoved(Fact, tag=True):
    """Chips went from bag to bag; an empty name is the box they come from and go back to."""

    source: str
    target: str
    chips: Mapping[str, int]


class TrackSet(Fact, tag=True):
    """A character's track stands anew; None takes it away."""

    actor: str
    name: str
    track: Track | None


class BodySet(Fact, tag=True):
    """A character has this body, or none."""

    actor: str
    body: Body | None


class LocationSet(Fact, tag=True):
    """One hit location stands anew."""

    actor: str
    name: str
    location: Location


class ConditionSet(Fact, tag=True):
    """A condition lies on a character; one of the same id is replaced."""

    actor: str
    condition: Condition


class ConditionGone(Fact, tag=True):
    """A condition was lifted."""

    actor: str
    id: str


class SeatSet(Fact, tag=True):
    """A person sits down, or their seat changed. `before` names the seat in front of which a new one is put."""

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
    """What is under way, outermost first."""

    procedures: tuple[Procedure, ...]


class OptionSet(Fact, tag=True):
    """An option was chosen, for good or for the present scene; None at a scene's option ends its exception."""

    name: str
    value: Json
    scene: bool = False


class ListSet(Fact, tag=True):
    """One of the group's lists has these rows."""

    name: str
    rows: tuple[Mapping[str, Json], ...]


class Rolled(Fact, tag=True):
    """Dice fell. `kind` is `d6`, `d100` …; the faces stand in the order in which they fell."""

    kind: str
    faces: tuple[int, ...]


class Noted(Fact, tag=True):
    """A line of the log.

    Attributes:
        message: its words.
        rules: what it goes by.
        audience: who may read it; None is everybody.
        reckoning: explains a figure, inputs first.
        tells: the computed figures that it tells; a command that overrules one has its name in the field `figure`.
        calls_for: the kinds of command that come next because of it.
    """

    message: Message
    rules: tuple[str, ...] = ()
    audience: tuple[str, ...] | None = None
    reckoning: tuple[Message, ...] = ()
    tells: tuple[str, ...] = ()
    calls_for: tuple[str, ...] = ()


class Reckoned(Fact, tag=True):
    """Figures that a rule computed, by name, so that they can be checked without reading prose."""

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
    | Rolled
    | Noted
    | Reckoned
)
