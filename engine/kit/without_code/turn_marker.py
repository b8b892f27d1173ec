"""The turn order of a game without code: a marker that people pass on, among seats or by initiative."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request, need_actor, need_gm
from engine.core.draft import Draft, find_procedure
from engine.kit.combat.turn_order import acting_order
from engine.messages.display_names import actor_name, seat_name
from engine.messages.message import Message
from engine.messages.refusal import Refused, needed
from engine.model.frozen import Frozen, replace
from engine.model.seats import Actor
from engine.model.table import Procedure, Table
from engine.presentation.activity_view import ActivityView, TurnView


class TurnMarker(Frozen, Procedure, tag_field="procedure", tag="turn_marker"):
    """Turns are being taken.

    Attributes:
        seats: the seats that take turns, in order; empty if characters act by their initiative.
        current: the seat or the character whose turn it is; empty before the first turn.
        round: the number of the round, from 1.
        initiative: the initiative of each character that has one.
    """

    seats: tuple[str, ...] = ()
    current: str = ""
    round: int = 1
    initiative: Mapping[str, int] = {}

    @property
    def order(self) -> tuple[str, ...]:
        """The seats, or the characters from the highest initiative on."""
        if self.seats:
            return self.seats
        return acting_order({actor: -number for actor, number in self.initiative.items()})

    def passed_on(self) -> TurnMarker:
        """Return the marker with the next one in the order."""
        order = self.order
        if not order:
            return replace(self, current="")
        at = order.index(self.current) + 1 if self.current in order else 0
        if at < len(order):
            return replace(self, current=order[at])
        return replace(self, current=order[0], round=self.round + 1)

    def without(self, gone: str) -> TurnMarker:
        """Return the marker without a seat or a character that left; its turn goes to the next one."""
        marker = self.passed_on() if self.current == gone else self
        return replace(
            marker,
            seats=tuple(seat for seat in marker.seats if seat != gone),
            initiative={actor: number for actor, number in marker.initiative.items() if actor != gone},
            current="" if marker.current == gone else marker.current,
        )


def need_turns(table: Table) -> TurnMarker:
    """Return the turn order. Raises Refused if there is none."""
    return needed(find_procedure(table, TurnMarker), "turns_not_running")


def seat_in_turn(table: Table, marker: TurnMarker) -> str:
    """Return the seat whose turn it is, itself or for a character; empty for none."""
    if marker.seats:
        return marker.current
    actor = table.actors.get(marker.current)
    return actor.seat if actor is not None else ""


class BeginTurns(Request):
    """Begin a turn order, with the seat that asks or with the highest initiative."""

    seats: Annotated[tuple[str, ...], Meta(description="the seats that take turns; empty for characters")] = ()

    def verify(self, table: Table) -> None:
        """There is no turn order yet, and every seat is at the table; at a table with a GM, the GM begins it."""
        if table.gm():
            need_gm(table, self)
        if find_procedure(table, TurnMarker) is not None:
            raise Refused("turns_running")
        if len(set(self.seats)) != len(self.seats) or not set(self.seats) <= table.seats.keys():
            raise Refused("turns_of_seats")

    def decide(self, draft: Draft) -> None:
        """Begin."""
        first = self.seat if self.seat in self.seats else next(iter(self.seats), "")
        draft.push_procedure(TurnMarker(seats=self.seats, current=first))
        draft.note("turns_begun", seat=seat_name(draft.table, self.seat))
        _announce(draft)


class SetInitiative(Request):
    """Enter the initiative of a character."""

    actor: ActorId
    number: Annotated[int, Meta(ge=-999, le=999, description="the highest acts first")]

    def verify(self, table: Table) -> None:
        """Turns go by initiative, and the character is one's own, or the GM asks."""
        if need_turns(table).seats:
            raise Refused("turns_not_running")
        need_actor(table, self.actor)
        actor = table.actors[self.actor]
        if not table.may_read(actor, self.seat):  # who is secret must not be named
            raise Refused("no_such_actor", actor=self.actor)
        if self.seat != actor.seat and not table.is_gm(self.seat):
            raise Refused("not_your_initiative", actor=actor.name)

    def decide(self, draft: Draft) -> None:
        """Put the character at its place."""
        marker, actor = need_turns(draft.table), draft.table.actors[self.actor]
        draft.replace_procedure(replace(marker, initiative={**marker.initiative, self.actor: self.number}))
        draft.note("initiative_set", audience=_audience(actor), actor=actor.name, number=self.number)


class PassTurn(Request):
    """End the turn; the next one in the order begins."""

    def verify(self, table: Table) -> None:
        """It is one's own turn, or the GM asks, or it is nobody's turn yet."""
        marker = need_turns(table)
        if not marker.order:
            raise Refused("no_initiative")
        holder = seat_in_turn(table, marker)
        if holder not in ("", self.seat) and not table.is_gm(self.seat):
            raise Refused("turn_of_another", seat=seat_name(table, holder))

    def decide(self, draft: Draft) -> None:
        """Pass the marker on."""
        draft.replace_procedure(need_turns(draft.table).passed_on())
        _announce(draft)


class EndTurns(Request):
    """End the turn order."""

    FAR_REACHING = True

    def verify(self, table: Table) -> None:
        """There is a turn order; at a table with a GM, the GM ends it."""
        need_turns(table)
        if table.gm() and not table.is_gm(self.seat):
            raise Refused("gm_only")

    def decide(self, draft: Draft) -> None:
        """End it."""
        draft.pop_procedure(TurnMarker)
        draft.note("turns_ended", seat=seat_name(draft.table, self.seat))


def leave_turns(draft: Draft, gone: str) -> None:
    """Take a seat or a character that left out of the turn order."""
    marker = draft.procedure(TurnMarker)
    if marker is None or (gone not in marker.seats and gone not in marker.initiative):
        return
    left = marker.without(gone)
    if marker.seats and not left.seats:
        draft.pop_procedure(TurnMarker)
    else:
        draft.replace_procedure(left)


def _audience(actor: Actor) -> tuple[str, ...] | None:
    return (actor.seat,) if actor.secret else None


def _announce(draft: Draft) -> None:
    """Write whose turn it is into the log; about a secret character only for its player."""
    marker = draft.procedure(TurnMarker)
    if marker is None or not marker.current:
        return
    actor = draft.table.actors.get(marker.current)
    if actor is not None and not marker.seats:
        draft.note("turn_of", audience=_audience(actor), name=actor_name(draft.table, actor.id))
    else:
        draft.note("turn_of", name=seat_name(draft.table, marker.current))


def turn_view(table: Table, marker: TurnMarker, viewer: str) -> ActivityView:
    """Return the turn order as a viewer may see it: without characters that are secret for them."""
    known = {actor.id for actor in table.actors.values() if table.may_read(actor, viewer)}
    order = tuple(
        TurnView(
            actor=actor,
            rank=rank,
            state="now" if actor == marker.current else "waiting",
            number=marker.initiative[actor],
        )
        for rank, actor in enumerate(actor for actor in marker.order if actor in known)
        if not marker.seats
    )
    holder = seat_in_turn(table, marker)
    name = seat_name(table, holder)
    if not marker.seats and marker.current in known:
        name = actor_name(table, marker.current)
    key = "turn_order.turn" if holder else "turn_order.before"
    title = Message(key=key, params={"name": name, "round": marker.round})
    return ActivityView(title=title, order=order, waiting_for=(holder,) if holder else ())
