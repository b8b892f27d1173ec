"""A draft: the events that a move has decided so far, and the table after them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from operator import is_
from typing import TypeVar

from engine.core.chance import Chance, InputRequired
from engine.core.events import (
    ActorSet,
    CardsMoved,
    CardsSwapped,
    CardsTurned,
    ConditionGone,
    ConditionSet,
    Event,
    ListRowsSet,
    Noted,
    ProcedureSet,
    Reckoned,
    Rolled,
    TrackSet,
    ZoneSet,
    ZoneShuffled,
)
from engine.core.evolve import evolve
from engine.core.recorded_reads import whole
from engine.messages.message import Message
from engine.model.conditions import Condition
from engine.model.frozen import Json, after_round_trip, plain_json, replace
from engine.model.seats import SHARED
from engine.model.table import Procedure, Table
from engine.model.zones import EVERYONE, Zone

P = TypeVar("P", bound=Procedure)
_SHOWS = frozenset({ActorSet, CardsMoved, CardsSwapped, CardsTurned, Rolled, ZoneSet})
"""Events that can reveal something to a viewer."""
_ONLY_TELL = (Noted, Reckoned, Rolled)
"""Events that only tell something, and change nothing on the table."""
_WORDS = frozenset({str, int, bool, type(None)})


class Draft:
    """The events decided so far, and the table after them.

    Attributes:
        before: the table before the first event.
        table: the table after `events`, with the procedures that are in progress then.
        events: the events, oldest first; changes of procedures are there once another event follows, or at the end
            (`conclude`).
        learned: the viewers who learned something: seats, and `shared` for everyone who sees the shared screen.
        results: computed results by name.
        about: the purpose of the dice that are rolled now, if the game gives it.
        rolls_hidden: nobody sees the dice that are rolled now.
        has_rolled: dice were rolled, visible or hidden.
        reports: whether log lines, results and dice are recorded. If not, as in a simulation, they are left out of the
            events, and so is who learned something; the table is the same.
    """

    def __init__(self, table: Table, chance: Chance, *, reports: bool = True) -> None:
        self.before = self.table = whole(table)
        self.chance = chance
        self.reports = reports
        self.events: list[Event] = []
        self.learned: set[str] = set()
        self.results: dict[str, Json] = {}
        self.about: Message | None = None
        self.rolls_hidden = not reports
        self.has_rolled = False
        self._recorded = self.before.procedures

    def emit(self, event: Event) -> None:
        """Add an event, after one with the procedures that are in progress now if these have changed since the last."""
        kind = type(event)
        if kind is ProcedureSet:
            self.table = evolve(self.table, event)
            return
        if not self.reports:  # the procedures are recorded at the end alone
            self.table = evolve(self.table, event)
            self.events.append(event)
            return
        if self.table.procedures is not self._recorded:
            self._record_procedures()
        before = self.table
        self.table = evolve(before, event)
        self.events.append(event)
        if kind in _SHOWS:
            self._learn_by(before, event)

    def _record_procedures(self) -> None:
        """Add an event with the procedures in progress as a file gives them back, if they have changed."""
        table = self.table
        known, now = self._recorded, table.procedures
        settled = known if now == known else _as_read(now, known)
        if settled is not now:  # else what is known of the table stays known
            self.table = replace(table, procedures=settled)
        if settled is not known:
            self.events.append(ProcedureSet(procedures=settled))
            self._recorded = settled

    def conclude(self) -> tuple[Event, ...]:
        """Return all events, also one with the procedures that are in progress at the end."""
        if self.table.procedures is not self._recorded:
            self._record_procedures()
        return tuple(self.events)

    def adopt(self, decided: Draft) -> None:
        """Add everything that another draft has decided, which began with the table of this one as it is now."""
        assert decided.before is self.table
        self._record_procedures()
        self.table = decided.table
        if decided._recorded is not decided.before.procedures:
            self._recorded = decided._recorded
        self.has_rolled |= decided.has_rolled
        if not self.reports:
            self.events += [event for event in decided.events if not isinstance(event, _ONLY_TELL)]
            return
        self.events += decided.events
        self.learned |= decided.learned
        self.results |= decided.results

    def _learn_by(self, before: Table, event: Event) -> None:
        match event:
            case CardsMoved(cards=cards, source=source, target=target):
                self._learn(before.zones[source], self.table.zones[target], cards)
            case Rolled() | CardsSwapped():  # everybody: nobody may learn in which hand a real card was assumed
                self.learned.update(before.seats, (SHARED,))
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
        """Record who sees cards that were hidden from them."""
        if not old.shown and not new.shown and old.sight is new.sight and old.owners == new.owners:
            return  # the same viewers as before
        hidden = [card for card in cards if not old.may_see(card, EVERYONE)]
        if not hidden:
            return
        viewers = {*self.table.seats, SHARED}.difference(self.learned)
        for card in hidden:
            self.learned |= new.viewers_of(card, viewers) - old.viewers_of(card, viewers)

    def move(self, cards: Sequence[str], source: str, target: str, at: int | None = 0) -> None:
        """Move cards from one zone to another; the first one ends at `at` (0 the top, None the end)."""
        if cards:
            self.emit(CardsMoved(cards=tuple(cards), source=source, target=target, at=at))

    def shuffle(self, zone: str) -> None:
        """Shuffle a zone."""
        self.emit(ZoneShuffled(zone=zone, order=self.chance.shuffle(self.table.zones[zone].cards)))

    def roll(self, kind: int, count: int = 1) -> tuple[int, ...]:
        """Roll dice with `kind` sides; the event with the faces is added unless the roll is hidden."""
        faces: list[int] = []
        together: Callable[[int, int], Iterable[int]] | None = getattr(
            self.chance, "roll_together", None
        )  # much quicker than `isinstance`
        if together is not None:
            faces += together(kind, count)
        try:
            while len(faces) < count:
                faces.append(self.chance.roll(kind))
        except InputRequired as wanted:
            # All missing faces are asked for together.
            raise InputRequired(wanted.kind, count - len(faces), self.about) from wanted
        self.has_rolled = True
        if not self.rolls_hidden:
            self.emit(Rolled(kind=f"d{kind}", faces=tuple(faces)))
        return tuple(faces)

    def rolling_for(self, about: Message | None, *, hidden: bool = False) -> AbstractContextManager[None]:
        """Set the purpose of the dice that are rolled in the block; a person who enters real dice reads it.

        Args:
            about: the purpose; None for none.
            hidden: nobody sees the dice that are rolled in the block.
        """
        return _RollingFor(self, about, hidden)

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
        """Add a line to the log; with an audience, only those seats ever read it. `Noted` explains the rest."""
        if not self.reports:
            return
        message = Message(key=f"log.{key}", params=_plain(params))
        if self.table.procedures is not self._recorded:
            self._record_procedures()  # who is named in a line depends on what is in progress
        self.events.append(  # changes nothing on the table
            Noted(
                message=message,
                rules=rules,
                audience=audience,
                reckoning=tuple(reckoning),
                tells=tuple(tells),
                calls_for=tuple(calls_for),
            )
        )

    def record_results(self, **figures: Json) -> None:
        """Record computed results by name. Only results that everyone may know belong here."""
        if not self.reports:
            return
        results = _plain(figures)
        self.results.update(results)
        self.events.append(Reckoned(figures=results))  # changes nothing on the table

    def set_track(self, actor: str, name: str, value: int) -> None:
        """Set a number of a character, inside its bounds. Raises KeyError for a number that it does not have."""
        track = self.table.actors[actor].tracks[name]
        if track.clamped(value) != track.value:
            self.emit(TrackSet(actor=actor, name=name, track=replace(track, value=track.clamped(value))))

    def set_list(self, name: str, rows: Sequence[Mapping[str, Json]]) -> None:
        """Give one of the group's lists these rows; only those that differ from the present ones are recorded."""
        before, after = tuple(self.table.lists.get(name, ())), tuple(rows)
        shorter = min(len(before), len(after))
        start = next((n for n in range(shorter) if before[n] != after[n]), shorter)
        alike = next((n for n in range(shorter - start) if before[-1 - n] != after[-1 - n]), shorter - start)
        changed = after[start : len(after) - alike]
        self.emit(ListRowsSet(name=name, start=start, removed=len(before) - alike - start, rows=changed))

    def lay_condition(self, actor: str, condition: Condition) -> None:
        """Give a character a condition."""
        self.emit(ConditionSet(actor=actor, condition=condition))

    def lift_condition(self, actor: str, name: str) -> None:
        """Remove every condition with one name from a character."""
        for condition in self.table.actors[actor].conditions_named(name):
            self.emit(ConditionGone(actor=actor, id=condition.id))

    def procedure(self, kind: type[P]) -> P | None:
        """Return the innermost procedure of a kind that is in progress."""
        return find_procedure(self.table, kind)

    def set_procedures(self, procedures: tuple[Procedure, ...]) -> None:
        """Set the procedures in progress, outermost first."""
        self.table = replace(self.table, procedures=procedures)

    def push_procedure(self, procedure: Procedure) -> None:
        """Start a procedure inside those in progress."""
        self.set_procedures((*self.table.procedures, procedure))

    def replace_procedure(self, procedure: Procedure) -> None:
        """Replace the innermost procedure of this kind with a new state."""
        table = self.table
        now = table.procedures
        place = _place(now, type(procedure))
        if now[place] != procedure:
            self.table = replace(table, procedures=(*now[:place], procedure, *now[place + 1 :]))

    def in_progress(self, kind: type[P]) -> P:
        """Return the innermost procedure of a kind, for a caller that knows that there is one."""
        procedure = find_procedure(self.table, kind)
        assert procedure is not None, kind
        return procedure

    def set_outermost(self, procedure: Procedure) -> None:
        """Replace the procedure of this kind; put it below all others if there is none."""
        if self.procedure(type(procedure)) is None:
            self.set_procedures((procedure, *self.table.procedures))
        else:
            self.replace_procedure(procedure)

    def pop_procedure(self, kind: type[Procedure]) -> None:
        """End the innermost procedure of a kind, and everything that runs inside it."""
        procedures = self.table.procedures
        self.set_procedures(procedures[: _place(procedures, kind)])


class _RollingFor:
    """Sets the purpose of the dice at the start of a block, and the former one at its end."""

    __slots__ = ("_about", "_before", "_draft", "_hidden")

    def __init__(self, draft: Draft, about: Message | None, hidden: bool) -> None:
        self._draft, self._about, self._hidden = draft, about, hidden

    def __enter__(self) -> None:
        draft = self._draft
        self._before = draft.about, draft.rolls_hidden
        draft.about, draft.rolls_hidden = self._about, self._hidden or draft.rolls_hidden

    def __exit__(self, *fault: object) -> None:
        self._draft.about, self._draft.rolls_hidden = self._before


def _place(procedures: tuple[Procedure, ...], kind: type[Procedure]) -> int:
    """Return the index of the innermost procedure of a kind. Raises ValueError if there is none."""
    for place in range(len(procedures) - 1, -1, -1):  # a plain loop, as it runs several times a command
        if type(procedures[place]) is kind:
            return place
    raise ValueError(f"no {kind.__name__} is in progress")


def _as_read(procedures: tuple[Procedure, ...], before: tuple[Procedure, ...]) -> tuple[Procedure, ...]:
    """Return procedures as a file gives them back, so that storing changes nothing; `before` are so already."""
    read, known = list(procedures), len(before)
    for place, one in enumerate(procedures):  # a plain loop: mostly one has changed
        last = before[place] if place < known else None
        if type(last) is not type(one):
            last = next((other for other in reversed(before) if type(other) is type(one)), None)
        if one is not last:
            read[place] = after_round_trip(one, last)
    return procedures if all(map(is_, read, procedures)) else tuple(read)


def _plain(values: dict[str, Json]) -> dict[str, Json]:
    """Return values by name as JSON gives them back; most are words and numbers, which do not change."""
    if _WORDS.issuperset(map(type, values.values())):
        return values
    return {name: value if type(value) in _WORDS else plain_json(value) for name, value in values.items()}


def find_procedure(table: Table, kind: type[P]) -> P | None:
    """Return the innermost procedure of a kind that is in progress on a table."""
    for procedure in reversed(table.procedures):
        if type(procedure) is kind:
            return procedure
    return None


def procedure_in_front(table: Table, kind: type[P]) -> P | None:
    """Return the procedure in front, which waits for an answer, if it is of a kind."""
    front = table.procedures[-1] if table.procedures else None
    return front if isinstance(front, kind) else None
