"""Classic d100 fantasy at the table: what the game brings, and how it answers to moves by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.play.commands import Command, Move
from engine.play.draft import Draft
from engine.play.game import Foretold
from engine.play.ledgers import Ledger, LedgerTab
from engine.play.moves import RemoveActor, SetClock
from engine.play.offers import Ask, AskKind, Offer, ask
from engine.play.options import OptionSpec
from engine.play.refusal import Refused
from engine.play.sight import FigureNotes, Glimpse
from engine.rulesets.by_hand import ByHand
from engine.rulesets.classic_fantasy import (
    at_table,
    attacking,
    bleeding,
    casting,
    combat,
    dealing,
    effects,
    falls,
    fires,
    foretelling,
    harming,
    ledgers,
    lucky,
    passing,
    perils,
    poisons,
    prone,
    rest_window,
    rolling,
    rounds,
    springing_at,
    states,
    time_rooms,
    trapping,
)
from engine.rulesets.classic_fantasy.characters import person, tells_action_points
from engine.rulesets.classic_fantasy.data import RULESET
from engine.rulesets.classic_fantasy.figure_notes import figure_notes
from engine.rulesets.classic_fantasy.following import follow_hands, need_clock_free
from engine.rulesets.classic_fantasy.glimpse import glimpse
from engine.rulesets.classic_fantasy.leading import bound
from engine.rulesets.classic_fantasy.offering import offers_of, worked_out
from engine.rulesets.classic_fantasy.procedures import QUIET
from engine.rulesets.classic_fantasy.procedures.attack import Attack
from engine.rulesets.classic_fantasy.procedures.check import Check
from engine.rulesets.classic_fantasy.procedures.effect import Effect
from engine.rulesets.classic_fantasy.procedures.evening import Evening
from engine.rulesets.classic_fantasy.procedures.fight import Fight
from engine.rulesets.classic_fantasy.procedures.springing import Springing
from engine.rulesets.classic_fantasy.procedures.wounding import Wounding
from engine.rulesets.classic_fantasy.recording import body_for, unsaid_locations
from engine.rulesets.classic_fantasy.settings import option_specs, settings_of
from engine.rulesets.classic_fantasy.trap_list import SECRET
from engine.rulesets.classic_fantasy.workshop import bringing, keeping
from engine.rulesets.classic_fantasy.workshop import records as prepared
from engine.table.frozen import Json, replace
from engine.table.seats import Actor, Seat
from engine.table.table import Procedure, Table
from engine.workshop.bench import Workshop

ROOMS = (
    rolling,
    effects,
    lucky,
    combat,
    rounds,
    prone,
    attacking,
    dealing,
    harming,
    bleeding,
    casting,
    falls,
    fires,
    perils,
    poisons,
    trapping,
    springing_at,
    keeping,
    bringing,
    *time_rooms.ROOMS,
)


class ClassicFantasy(ByHand):
    """The game as the table knows it: bodies, pools and the clock, and the rules on top."""

    moves: tuple[Move[Any], ...] = tuple(move for room in ROOMS for move in room.MOVES)
    procedures: tuple[type[Procedure], ...] = (
        *time_rooms.PROCEDURES,
        Fight,
        Attack,
        Check,
        Effect,
        Wounding,
        Springing,
    )
    secret_lists: frozenset[str] = SECRET | {poisons.POISONS} | prepared.SECRET
    """Traps that nobody has found yet, poisons, and all that the GM has prepared."""

    def __init__(self) -> None:
        super().__init__(RULESET)
        self._own = tuple(move.command for move in self.moves)
        self.options: Mapping[str, OptionSpec] = {**self.options, **option_specs()}

    def lay_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        """Return a table with nothing under way."""
        return replace(super().lay_table(seats, options), procedures=(Evening(),))

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        """Return a character with the body of its record, its pools full unless told otherwise (CF-X-17, CF-X-18)."""
        full = {name: value for name, value in self.full_tracks(table, actor).items() if value is not None}
        made = super().new_actor(table, actor, {**full, **tracks})
        return replace(made, body=body_for(made))

    def full_tracks(self, table: Table, actor: Actor) -> Mapping[str, int | None]:
        """Return the pools at full, as far as the sheet says how much that is (CF-X-13, CF-X-17, CF-X-18)."""
        who = person(actor, settings_of(table))
        return {
            at_table.LUCK: who.luck_most,
            at_table.MAGIC: who.magic_most,
            at_table.ACTION_POINTS: who.action_points,
        }

    def silent_tracks(self, table: Table, actor: Actor) -> frozenset[str]:
        """Return the pools that the record does not tell; Action Points hang on Rank, INT and DEX (CF-X-13)."""
        silent = super().silent_tracks(table, actor)
        return silent if tells_action_points(actor) else silent | {at_table.ACTION_POINTS}

    @property
    def workshop(self) -> Workshop:
        """What a GM can prepare; made when somebody asks for it, for a table does without."""
        from engine.rulesets.classic_fantasy.workshop.making import PreparedWorkshop

        return PreparedWorkshop()

    def _offers(self, table: Table, seat: str, viewer: str) -> Iterator[Offer]:
        yield from offers_of(table, seat, viewer)
        if isinstance(table.procedures[-1] if table.procedures else None, (*QUIET, type(None))):
            for offer in super()._offers(table, seat, viewer):
                if offer.name != "set_clock":  # time passes by `advance_time`, that all falls due that should
                    yield offer

    def worked_out(self, table: Table, offer: Offer, viewer: str) -> Offer:
        """Return an offer with what it is to be told when somebody takes it."""
        return worked_out(table, offer, viewer)

    def foretold(self, table: Table, command: Command, viewer: str) -> Foretold | None:
        """Return what falls due while a command lets time pass, for the eyes of a viewer."""
        return foretelling.foretold(table, command, viewer)

    def glimpse(self, table: Table, viewer: str) -> tuple[Glimpse, ...]:
        """Return what is under way as a viewer may see it."""
        return glimpse(table, viewer)

    def figure_notes(self, table: Table, actor: str) -> FigureNotes:
        """Return what is told beside a character's body; nothing of hit points that nobody has entered (CF-X-20)."""
        notes = figure_notes(table, actor)
        unsaid = unsaid_locations(table.actors[actor], self._person.body)
        return replace(notes, unsaid=unsaid) if unsaid else notes

    def conditions(self, table: Table, actor: str) -> Mapping[str, tuple[Ask, ...]]:
        """Return the states that can be laid by hand; of heat and fire it is asked how hot and where (CF-FIRE-2)."""
        body = table.actors[actor].body
        places = tuple(body.locations) if body is not None else ()
        hot = ask("intensity", AskKind.NUMBER, field="level", least=1, most=5)
        where = ask("hot_where", AskKind.CHOICE, places, field="note")
        asked = (hot, where) if places else (hot,)
        return {**dict.fromkeys(states.BY_NAME, ()), fires.IN_HEAT: asked, states.BURNING: asked}

    def ledger_tabs(self, table: Table, viewer: str) -> tuple[LedgerTab, ...]:
        """Return which ledgers there are for a viewer."""
        return ledgers.ledger_tabs(table, viewer)

    def ledger(self, table: Table, viewer: str, key: str) -> Ledger:
        """Return a ledger as a viewer may read it."""
        return ledgers.ledger(table, viewer, key)

    def forbids(self, table: Table, command: Command) -> None:
        """Raise Refused for a move by hand that would break what the game keeps together."""
        if isinstance(command, RemoveActor) and command.actor in bound(table):
            raise Refused("d100_actor_bound", "CF-X-27", actor=command.actor)
        if isinstance(command, SetClock):
            need_clock_free(table, command)

    def after(self, draft: Draft, command: Command) -> None:
        """Answer to a command: records are followed, time goes on, and a rest ends whose time is spent."""
        super().after(draft, command)
        if not isinstance(command, self._own):
            follow_hands(draft, command)
        effects.settle(draft)
        passing.go_on(draft)
        rest_window.settle(draft)
