"""One game at the table: commands in, facts out, and what each viewer may see of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from engine.play.chance import Chance
from engine.play.commands import Command, Move, kind_of, need_exact_numbers, need_seat, with_cards_named
from engine.play.draft import Draft
from engine.play.events import Event, Noted
from engine.play.moves import GENERIC_MOVES, moves_of_ruleset
from engine.play.names import seat_name
from engine.play.offers import Offer
from engine.play.options import OptionSpec
from engine.play.refusal import Refused
from engine.play.sight import FigureNotes, Glimpse, View, see_table
from engine.play.timeline import Entry
from engine.play.words import Message
from engine.table.frozen import Json
from engine.table.seats import Actor, Seat
from engine.table.table import Procedure, Table


class Ruleset(Protocol):
    """What a game brings to the table."""

    @property
    def id(self) -> str:
        """The name of its folder, its assets and its scripts."""
        ...

    @property
    def moves(self) -> tuple[Move[Any], ...]:
        """Its commands with their answers."""
        ...

    @property
    def procedures(self) -> tuple[type[Procedure], ...]:
        """The kinds of procedure that it puts on a table."""
        ...

    @property
    def options(self) -> Mapping[str, OptionSpec]:
        """The choices that a group can make."""
        ...

    def lay_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        """Return the table before anybody has done anything; `options` is complete and checked."""
        ...

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        """Return a character with the tracks and states of this game. Raises Refused for what it does not know."""
        ...

    def advised(self, players: int, options: Mapping[str, Json]) -> Mapping[str, Json]:
        """Return the options that so many players had better have otherwise than they are chosen."""
        ...

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        """Return what a seat can do now, told with no more than `viewer` may know."""
        ...

    def glimpse(self, table: Table, viewer: str) -> tuple[Glimpse, ...]:
        """Return what is under way as a viewer may see it, outermost first."""
        ...

    def forbids(self, table: Table, command: Command) -> None:
        """Raise Refused for a move by hand that would break what the game keeps together."""
        ...

    def after(self, draft: Draft, command: Command) -> None:
        """Let the rules answer to a command that has just been decided, by hand or by rule."""
        ...


@runtime_checkable
class TellsFigures(Protocol):
    """A game that has something to tell beside a character's body."""

    def figure_notes(self, table: Table, actor: str) -> FigureNotes:
        """Return it for a character that may be read."""
        ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a command."""

    command: Command
    events: tuple[Event, ...]
    table: Table
    learned: frozenset[str]
    title: Message
    figures: Mapping[str, Json] = field(default_factory=dict)

    def entry(self) -> Entry:
        """Return it as a line of history."""
        return Entry(command=self.command, events=self.events, title=self.title, learned=tuple(sorted(self.learned)))


class Game:
    """A ruleset on a generic table: hand moves for every kind of piece, and the ruleset's own commands."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        by_hand = (*GENERIC_MOVES, *moves_of_ruleset(ruleset.options, ruleset.new_actor))
        self._seen: dict[str, tuple[Table, View]] = {}  # only to see the next table faster
        self._by_hand = frozenset(move.command for move in by_hand)
        self._moves: dict[type[Command], Move[Any]] = {m.command: m for m in (*by_hand, *ruleset.moves)}

    @property
    def commands(self) -> Mapping[str, type[Command]]:
        """Every command by the name it has in scripts."""
        return {kind_of(command): command for command in self._moves}

    def refusal(self, table: Table, command: Command) -> Refused | None:
        """Return why a command may not be done, or None if it may."""
        try:
            self._verified(table, command)
        except Refused as refused:
            return refused
        return None

    def apply(self, table: Table, command: Command, chance: Chance) -> Outcome:
        """Do a command.

        Raises:
            Refused: it may not be done; nothing has changed.
            Wanted: the chance is made by hand and something must be typed in first; nothing has changed.
        """
        command, move = self._verified(table, command)
        draft = Draft(table, chance)
        move.decide(draft, command)
        self.ruleset.after(draft, command)
        return Outcome(
            command=command,
            events=tuple(draft.events),
            table=draft.table,
            learned=frozenset(draft.learned),
            title=_title(table, command, draft.events),
            figures=draft.figures,
        )

    def offers(self, table: Table, seat: str, viewer: str | None = None) -> tuple[Offer, ...]:
        """Return what a seat can do now, as the seat itself or another viewer may know it."""
        return self.ruleset.offers(table, seat, seat if viewer is None else viewer)

    def view_for(self, table: Table, viewer: str) -> View:
        """Return all that a viewer may know of a table."""
        view = see_table(table, viewer, self.ruleset.glimpse(table, viewer), self._seen.get(viewer))
        self._seen[viewer] = (table, view)
        return view

    def figure_notes(self, table: Table, actor: str, viewer: str) -> FigureNotes:
        """Return what the game tells beside a character's body; nothing of one that the viewer may not read."""
        found = table.actors.get(actor)
        if found is None or not table.may_read(found, viewer) or not isinstance(self.ruleset, TellsFigures):
            return FigureNotes()
        return self.ruleset.figure_notes(table, actor)

    def _verified(self, table: Table, command: Command) -> tuple[Command, Move[Any]]:
        move = self._moves.get(type(command))
        if move is None:
            raise Refused("no_such_command", command=kind_of(command))
        need_seat(table, command)
        need_exact_numbers(command)
        command = with_cards_named(table, command)
        move.verify(table, command)
        if move.command in self._by_hand:
            self.ruleset.forbids(table, command)
        return command, move


def _title(table: Table, command: Command, events: Iterable[Event]) -> Message:
    """Return what a command is called in the history: the first line of the log that everybody may read."""
    for event in events:
        if type(event) is Noted and event.audience is None:
            return event.message
    return Message(key="log.unsaid", params={"seat": seat_name(table, command.seat)})
