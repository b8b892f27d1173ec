"""Future Imperfect at the table: what the game brings, and how it answers to moves by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.play.commands import Command, Move
from engine.play.draft import Draft
from engine.play.events import ActorSet
from engine.play.moves import LeaveSeat, MoveChips, RemoveActor, SetLocation
from engine.play.offers import Ask, Offer
from engine.play.options import OptionSpec
from engine.play.refusal import Refused
from engine.play.sight import FigureNotes, Glimpse
from engine.rulesets.by_hand import ByHand
from engine.rulesets.future_imperfect import (
    aimed,
    aiming,
    ammunition,
    attacks,
    blasts,
    blows,
    bodies,
    breathing,
    checks,
    conflicts,
    contests,
    counting,
    cutting_in,
    damaging,
    dangers,
    defending,
    drawing,
    entangling,
    fears,
    harming,
    improving,
    interrupting,
    landing,
    lying,
    mending,
    moving,
    overruling,
    preparing,
    recovering,
    reserving,
    resting,
    rolling,
    rounds,
    sessions,
    shots,
    spending,
    stakes,
    steering,
    strays,
    surprise,
    throws,
    treating,
    turns,
)
from engine.rulesets.future_imperfect.breath import WIND
from engine.rulesets.future_imperfect.data import option_specs
from engine.rulesets.future_imperfect.figure_notes import figure_notes
from engine.rulesets.future_imperfect.glimpse import glimpse
from engine.rulesets.future_imperfect.leading import taking_part
from engine.rulesets.future_imperfect.lists import first_lists
from engine.rulesets.future_imperfect.locations import HUMAN, body_of
from engine.rulesets.future_imperfect.offering import offers_of
from engine.rulesets.future_imperfect.offering.conditions import conditions
from engine.rulesets.future_imperfect.people import hit_chart, wind_start, written_wind
from engine.rulesets.future_imperfect.procedures import PROCEDURES
from engine.rulesets.future_imperfect.procedures.conflict import Fight, fight
from engine.rulesets.future_imperfect.procedures.evening import Evening
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Json, replace
from engine.table.seats import Actor, Seat
from engine.table.table import Procedure, Table
from engine.table.zones import hand_of

ROOMS = (
    checks,
    rolling,
    overruling,
    conflicts,
    surprise,
    drawing,
    rounds,
    counting,
    turns,
    reserving,
    preparing,
    aiming,
    interrupting,
    harming,
    recovering,
    ammunition,
    attacks,
    landing,
    damaging,
    steering,
    shots,
    throws,
    blows,
    entangling,
    defending,
    strays,
    aimed,
    sessions,
    spending,
    improving,
    contests,
    stakes,
    cutting_in,
    fears,
    moving,
    breathing,
    dangers,
    blasts,
    treating,
    mending,
    resting,
)


_BY_HAND = Remembered[tuple[Offer, ...]]()


class FutureImperfect(ByHand):
    """The game as the table knows it: decks, chips and bodies as they would be by hand, and the rules on top."""

    moves: tuple[Move[Any], ...] = tuple(move for room in ROOMS for move in room.MOVES)
    procedures: tuple[type[Procedure], ...] = PROCEDURES

    def __init__(self) -> None:
        super().__init__("future_imperfect")
        self._own = frozenset(move.command for move in self.moves)
        self.options: Mapping[str, OptionSpec] = {**self.options, **option_specs()}

    def lay_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        """Return a table with both Action Decks, the pot of chips, the group's lists, and nothing under way."""
        return replace(super().lay_table(seats, options), lists=first_lists(), procedures=(Evening(),))

    def full_tracks(self, table: Table, actor: Actor) -> Mapping[str, int | None]:
        """Return the Wind at full, if the sheet says it (FI-WIND-7)."""
        return {WIND: written_wind(actor)}

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        """Return a character with the body of its hit chart, and its Wind at full unless told otherwise (FI-WIND-7)."""
        chart = hit_chart(actor, table.lists)
        body = actor.body or (body_of(chart) if chart != HUMAN else None)
        return super().new_actor(table, replace(actor, body=body), {WIND: wind_start(actor), **tracks})

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        """Return what a seat can do; what is by hand waits until a roll or an attack is over."""
        if seat not in table.seats:
            return ()
        if not table.procedures or type(table.procedures[-1]) in (Evening, Fight):
            made_of = (table.actors, table.seats, table.clock)
            by_hand = _BY_HAND.get(f"{seat}\n{viewer}", made_of, lambda: ByHand.offers(self, table, seat, viewer))
            return offers_of(table, seat, viewer) + by_hand
        return offers_of(table, seat, viewer)

    def glimpse(self, table: Table, viewer: str) -> tuple[Glimpse, ...]:
        """Return what is under way as a viewer may see it."""
        return glimpse(table, viewer)

    def figure_notes(self, table: Table, actor: str) -> FigureNotes:
        """Return what is told beside a character's body."""
        return figure_notes(table, actor)

    def conditions(self, table: Table, actor: str) -> Mapping[str, tuple[Ask, ...]]:
        """Return the conditions that can be laid on a character by hand, each with its questions."""
        return conditions(table, actor)

    def forbids(self, table: Table, command: Command) -> None:
        """Raise Refused for a move by hand that would break what the game keeps together."""
        match command:
            case LeaveSeat(id=seat):
                now = fight(table)
                if now is not None and any(fighter.hand == hand_of(seat) for fighter in now.fighters.values()):
                    raise Refused("seat_in_conflict", "FI-INIT-16", seat=seat)
            case RemoveActor(actor=actor) if actor in taking_part(table):
                raise Refused("actor_in_conflict", "FI-INIT-16", actor=actor)
            case _:
                pass

    def after(self, draft: Draft, command: Command) -> None:
        """Answer to seats that come and go and to wounds set by hand; tell when chips come in or are taken out."""
        super().after(draft, command)
        own = type(command) in self._own
        if own:
            lying.pick_up(draft)
        for actor in [event.actor.id for event in draft.events if type(event) is ActorSet]:
            conflicts.follow_leader(draft, actor)
        if own:
            return
        match command:
            case MoveChips(source=source, target=target) if "" in (source, target):
                draft.note("chips_changed", "FI-FATE-2")
            case SetLocation(actor=name, location=area, bleeding=None):
                bodies.bleed_by_hand(draft, name, area)
            case _:
                pass
