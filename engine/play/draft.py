"""A change being decided: rules write facts here and at once see the table as it then stands."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from engine.play.chance import Chance, Wanted
from engine.play.events import (
    ActorSet,
    CardsMoved,
    CardsSwapped,
    CardsTurned,
    ConditionGone,
    ConditionSet,
    Event,
    Noted,
    ProcedureSet,
    Reckoned,
    Rolled,
    ZoneSet,
    ZoneShuffled,
)
from engine.play.evolve import evolve
from engine.play.words import Message
from engine.table.conditions import Condition
from engine.table.frozen import Json, as_read, plain
from engine.table.table import Procedure, Table
from engine.table.zones import EVERYONE, Zone

SHARED = "shared"
P = TypeVar("P", bound=Procedure)
_SHOWS = frozenset({ActorSet, CardsMoved, CardsSwapped, CardsTurned, Rolled, ZoneSet})
"""Facts by which somebody may come to know something."""
_WORDS = frozenset({str, int, bool, type(None)})


class Draft:
    """The facts decided so far, and the table after them.

    Attributes:
        before: the table as it stood.
        table: the table as it stands after `events`.
        events: the facts, oldest first.
        learned: who came to know something: seats, and `shared` for everyone who sees the common screen.
        figures: what was computed, by name.
        about: what the dice are for that are thrown just now, where the game says so.
        hidden: the dice that are thrown just now fall where nobody sees them.
        thrown: dice have fallen, be it where nobody sees them.
    """

    def __init__(self, table: Table, chance: Chance) -> None:
        self.before = table
        self.table = table
        self.chance = chance
        self.events: list[Event] = []
        self.learned: set[str] = set()
        self.figures: dict[str, Json] = {}
        self.about: Message | None = None
        self.hidden = False
        self.thrown = False

    def emit(self, event: Event) -> None:
        """Write down a fact."""
        before = self.table
        if type(event) is ProcedureSet:
            event = _as_read(event, before)
        self.table = evolve(before, event)
        self.events.append(event)
        if type(event) in _SHOWS:
            self._learn_by(before, event)

    def _learn_by(self, before: Table, event: Event) -> None:
        match event:
            case Rolled() | CardsSwapped():  # whose hand a real card was thought to lie in, nobody may learn by this
                self.learned.update(before.seats, (SHARED,))
            case CardsMoved(cards=cards, source=source, target=target):
                self._learn(before.zones[source], self.table.zones[target], cards)
            case CardsTurned(cards=cards, zone=zone):
                self._learn(before.zones[zone], self.table.zones[zone], cards)
            case ZoneSet(zone=made) if made.id in before.zones:
                old = before.zones[made.id]
                self._learn(old, self.table.zones[made.id], old.cards)
            case ActorSet(actor=actor) if actor.id in before.actors:
                old_actor = before.actors[actor.id]
                self.learned.update(
                    viewer
                    for viewer in (*before.seats, SHARED)
                    if self.table.may_read(actor, viewer) and not before.may_read(old_actor, viewer)
                )
            case _:
                pass

    def _learn(self, old: Zone, new: Zone, cards: tuple[str, ...]) -> None:
        """Remember who sees cards that were hidden from them."""
        if not old.shown and not new.shown and old.sight is new.sight and old.owners == new.owners:
            return  # the same eyes as before
        hidden = [card for card in cards if not old.may_see(card, EVERYONE)]
        if not hidden:
            return
        viewers = (*self.table.seats, SHARED)
        if not new.shown and new.private:
            viewers = tuple([viewer for viewer in new.owners if viewer in viewers])
        for viewer in viewers:
            if viewer not in self.learned and any(
                new.may_see(card, viewer) and not old.may_see(card, viewer) for card in hidden
            ):
                self.learned.add(viewer)

    def move(self, cards: Sequence[str], source: str, target: str, at: int | None = 0) -> None:
        """Move cards of one zone to another; the first one ends at `at` (0 the top, None the end)."""
        if cards:
            self.emit(CardsMoved(cards=tuple(cards), source=source, target=target, at=at))

    def shuffle(self, zone: str) -> None:
        """Shuffle a zone."""
        self.emit(ZoneShuffled(zone=zone, order=self.chance.shuffle(self.table.zones[zone].cards)))

    def roll(self, kind: int, count: int = 1) -> tuple[int, ...]:
        """Throw dice of `kind` sides and write down how they fell, unless nobody may see it."""
        faces: list[int] = []
        try:
            while len(faces) < count:
                faces.append(self.chance.roll(kind))
        except Wanted as wanted:
            # All that is missing is asked for together.
            raise Wanted(wanted.kind, count - len(faces), self.about) from wanted
        self.thrown = True
        if not self.hidden:
            self.emit(Rolled(kind=f"d{kind}", faces=tuple(faces)))
        return tuple(faces)

    @contextmanager
    def throwing(self, about: Message | None, *, hidden: bool = False) -> Iterator[None]:
        """Say what the dice are for that are thrown meanwhile; whoever must tell how real ones fell reads it.

        Args:
            about: what they are for; None to say nothing.
            hidden: they fall where nobody sees them, as all do that are thrown meanwhile.
        """
        before = self.about, self.hidden
        self.about, self.hidden = about, hidden or self.hidden
        try:
            yield
        finally:
            self.about, self.hidden = before

    def note(
        self,
        key: str,
        *rules: str,
        audience: tuple[str, ...] | None = None,
        reckoning: Sequence[Message] = (),
        tells: Sequence[str] = (),
        calls_for: Sequence[str] = (),
        **params: Json,
    ) -> None:
        """Write a line of the log; with an audience, only those seats ever read it. `Noted` says what the rest is."""
        message = Message(key=f"log.{key}", params=_plain(params))
        self.events.append(  # which changes nothing on the table
            Noted(
                message=message,
                rules=rules,
                audience=audience,
                reckoning=tuple(reckoning),
                tells=tuple(tells),
                calls_for=tuple(calls_for),
            )
        )

    def figure(self, **figures: Json) -> None:
        """Write down computed figures by name. Only figures that everyone may know belong here."""
        reckoned = _plain(figures)
        self.figures.update(reckoned)
        self.events.append(Reckoned(figures=reckoned))  # which changes nothing on the table

    def lay_condition(self, actor: str, condition: Condition) -> None:
        """Lay a condition on a character."""
        self.emit(ConditionSet(actor=actor, condition=condition))

    def lift_condition(self, actor: str, name: str) -> None:
        """Lift every condition of one name from a character."""
        for condition in self.table.actors[actor].named(name):
            self.emit(ConditionGone(actor=actor, id=condition.id))

    def procedure(self, kind: type[P]) -> P | None:
        """Return the innermost procedure of a kind that is under way."""
        return find_procedure(self.table, kind)

    def begin(self, procedure: Procedure) -> None:
        """Put a procedure on top of what is under way."""
        self.emit(ProcedureSet(procedures=(*self.table.procedures, procedure)))

    def become(self, procedure: Procedure) -> None:
        """Let the innermost procedure of this kind stand anew."""
        index = self._place(type(procedure))
        now = self.table.procedures
        if now[index] != procedure:
            self.emit(ProcedureSet(procedures=(*now[:index], procedure, *now[index + 1 :])))

    def finish(self, kind: type[Procedure]) -> None:
        """End the innermost procedure of a kind, and whatever runs inside it."""
        self.emit(ProcedureSet(procedures=self.table.procedures[: self._place(kind)]))

    def _place(self, kind: type[Procedure]) -> int:
        """Return where the innermost procedure of a kind stands. Raises ValueError if there is none."""
        kinds = [type(procedure) for procedure in self.table.procedures]
        return len(kinds) - 1 - kinds[::-1].index(kind)


def _as_read(event: ProcedureSet, before: Table) -> ProcedureSet:
    """Return what is under way as a file gives it back, so that a table is the same after it was written down."""
    known = set(map(id, before.procedures))
    procedures = tuple([one if id(one) in known else as_read(one) for one in event.procedures])
    return event if all(map(operator.is_, procedures, event.procedures)) else ProcedureSet(procedures=procedures)


def _plain(values: Mapping[str, Json]) -> dict[str, Json]:
    """Return values by name as JSON gives them back; most are words and numbers, which are what they are."""
    return {name: value if type(value) in _WORDS else plain(value) for name, value in values.items()}


def find_procedure(table: Table, kind: type[P]) -> P | None:
    """Return the innermost procedure of a kind that is under way on a table."""
    for procedure in reversed(table.procedures):
        if type(procedure) is kind:
            return procedure
    return None
