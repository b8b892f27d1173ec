"""One game at the table: commands in, facts out, and what each viewer may see of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from operator import is_
from typing import Any, Protocol, runtime_checkable

from engine.play.chance import Chance
from engine.play.commands import Command, Move, kind_of, need_exact_numbers, need_seat, with_cards_named
from engine.play.conditions import KnowsConditions
from engine.play.containment import FAULT, contained
from engine.play.countdowns import Countdown, CountsDown
from engine.play.draft import Draft
from engine.play.events import Event, Noted
from engine.play.faces import PrintsFaces
from engine.play.faulty_offers import contained_offers
from engine.play.ledgers import KeepsLedgers, Ledger, LedgerTab
from engine.play.moves import GENERIC_MOVES, moves_of_ruleset
from engine.play.names import seat_name
from engine.play.offers import Ask, Denial, Offer
from engine.play.options import OptionSpec
from engine.play.refusal import Refused
from engine.play.sight import FigureNotes, Glimpse, View, see_table
from engine.play.timeline import Entry
from engine.play.words import Message
from engine.table.frozen import Frozen, Json, replace
from engine.table.seats import Actor, Seat
from engine.table.table import Procedure, Table

_CARD_WORDS = frozenset({"card", "cards", "other"})
"""The parameters of a sentence that may be cards."""


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


@runtime_checkable
class KnowsWhatIsSaid(Protocol):
    """A game whose characters begin with numbers that mean nothing before their sheet says how much they are."""

    def said(self, table: Table, actor: Actor) -> Actor:
        """Return a character without those of them that nobody has entered or touched."""
        ...


@runtime_checkable
class KeepsSecretLists(Protocol):
    """A game of whose lists some are the GM's alone, as foes are that nobody has met yet."""

    @property
    def secret_lists(self) -> frozenset[str]:
        """Their names."""
        ...


@runtime_checkable
class WorksOut(Protocol):
    """A game some of whose offers are worked out when they are taken (`Offer.later`), for that takes a while."""

    def worked_out(self, table: Table, offer: Offer, viewer: str) -> Offer:
        """Return such an offer with its answers, told with no more than `viewer` may know.

        It may be called from another thread: nothing but the table may be looked at.
        """
        ...


class Foretold(Frozen):
    """What a command brings about as time passes, said before it is done.

    Attributes:
        message: in words.
        asks: it must be read first: what is done by a single press asks.
    """

    message: Message
    asks: bool


@runtime_checkable
class Foretells(Protocol):
    """A game that can say beforehand what falls due while a command lets time pass."""

    def foretold(self, table: Table, command: Command, viewer: str) -> Foretold | None:
        """Return it, told with no more than `viewer` may know; None for a command that leaves the clock alone."""
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
        self.secret_lists = ruleset.secret_lists if isinstance(ruleset, KeepsSecretLists) else frozenset[str]()
        self._printer = ruleset if isinstance(ruleset, PrintsFaces) else None
        of_game = moves_of_ruleset(ruleset.options, ruleset.new_actor, self.secret_lists)
        by_hand = (*GENERIC_MOVES, *of_game)
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
        events = tuple(draft.events)
        if self._printer is not None:
            events = tuple([self._told(draft.table, event) for event in events])
        return Outcome(
            command=command,
            events=events,
            table=draft.table,
            learned=frozenset(draft.learned),
            title=_title(table, command, events),
            figures=draft.figures,
        )

    def offers(self, table: Table, seat: str, viewer: str | None = None) -> tuple[Offer, ...]:
        """Return what a seat can do now, as the seat itself or another viewer may know it."""
        eyes = seat if viewer is None else viewer
        return tuple(contained_offers(seat, lambda: self.ruleset.offers(table, seat, eyes)))

    def worked_out(self, table: Table, offer: Offer, viewer: str | None = None) -> Offer:
        """Return an offer with all that is worked out only when somebody takes it; from any thread."""
        if not offer.later:
            return offer
        eyes = offer.command.seat if viewer is None else viewer
        ruleset = self.ruleset
        if not isinstance(ruleset, WorksOut):
            return replace(offer, later=False)
        faulty = offer.unless(Denial(message=FAULT))
        return replace(contained(lambda: ruleset.worked_out(table, offer, eyes), faulty), later=False)

    def foretold(self, table: Table, command: Command, viewer: str | None = None) -> Foretold | None:
        """Return what falls due while a command lets time pass; None where it does not, or may not be done."""
        if not isinstance(self.ruleset, Foretells) or self.refusal(table, command) is not None:
            return None
        return self.ruleset.foretold(table, command, command.seat if viewer is None else viewer)

    def view_for(self, table: Table, viewer: str) -> View:
        """Return all that a viewer may know of a table."""
        faulty: tuple[Glimpse, ...] = (Glimpse(title=FAULT),)
        under_way = contained(lambda: self.ruleset.glimpse(table, viewer), faulty)
        view = see_table(table, viewer, under_way, self._seen.get(viewer), self.secret_lists)
        self._seen[viewer] = (table, view)
        return view

    def countdowns(self, table: Table) -> tuple[Countdown, ...]:
        """Return what is answered for whom when they take too long; anybody may know of it."""
        return self.ruleset.countdowns(table) if isinstance(self.ruleset, CountsDown) else ()

    def figure_notes(self, table: Table, actor: str, viewer: str) -> FigureNotes:
        """Return what the game tells beside a character's body; nothing of one that the viewer may not read."""
        found = table.actors.get(actor)
        ruleset = self.ruleset
        if found is None or not table.may_read(found, viewer) or not isinstance(ruleset, TellsFigures):
            return FigureNotes()
        return contained(lambda: ruleset.figure_notes(table, actor), FigureNotes(penalties=(FAULT,)))

    def said(self, table: Table, view: View) -> View:
        """Return what a viewer sees without the numbers of characters that come from nowhere."""
        ruleset = self.ruleset
        if not isinstance(ruleset, KnowsWhatIsSaid):
            return view
        shown = {
            id_: contained(partial(ruleset.said, table, actor), actor) if actor.tracks else actor
            for id_, actor in view.actors.items()
        }
        return view if all(map(is_, shown.values(), view.actors.values())) else replace(view, actors=shown)

    def conditions(self, table: Table, actor: str, viewer: str) -> Mapping[str, tuple[Ask, ...]]:
        """Return the conditions that can be laid on a character by hand, each with its questions.

        It is empty for a character that the viewer may not read, and in a game that does not say.
        """
        found, ruleset = table.actors.get(actor), self.ruleset
        if found is None or not table.may_read(found, viewer) or not isinstance(ruleset, KnowsConditions):
            return {}
        return contained(lambda: ruleset.conditions(table, actor), {})

    def ledger_tabs(self, table: Table, viewer: str) -> tuple[LedgerTab, ...]:
        """Return the ledgers that a viewer may open; none where the game keeps no books."""
        ruleset = self.ruleset
        return contained(lambda: ruleset.ledger_tabs(table, viewer), ()) if isinstance(ruleset, KeepsLedgers) else ()

    def ledger(self, table: Table, viewer: str, key: str) -> Ledger | None:
        """Return a ledger as a viewer may read it, or None where there is none of that name for them."""
        ruleset, tabs = self.ruleset, {tab.key: tab for tab in self.ledger_tabs(table, viewer)}
        if not isinstance(ruleset, KeepsLedgers) or key not in tabs:
            return None
        faulty = Ledger(key=key, title=tabs[key].label, said=(FAULT,))
        return contained(lambda: ruleset.ledger(table, viewer, key), faulty)

    def _verified(self, table: Table, command: Command) -> tuple[Command, Move[Any]]:
        move = self._moves.get(type(command))
        if move is None:
            raise Refused("no_such_command", command=kind_of(command))
        try:
            need_seat(table, command)
            need_exact_numbers(command)
            command = with_cards_named(table, command)
            move.verify(table, command)
            if move.command in self._by_hand:
                self.ruleset.forbids(table, command)
        except Refused as refused:
            refused.message = self._in_names(table, refused.message)
            raise
        return command, move

    def _told(self, table: Table, event: Event) -> Event:
        """Return a fact with the names of cards in what is said of it."""
        if type(event) is not Noted:
            return event
        message = self._in_names(table, event.message)
        return event if message is event.message else replace(event, message=message)

    def _in_names(self, table: Table, message: Message) -> Message:
        """Return a sentence in which the game's own cards have their names instead of their ids."""
        found = self._printer
        spoken = message.params.keys() & _CARD_WORDS if found is not None else ()
        if found is None or not spoken:
            return message
        options = {**table.options, **table.scene}

        def named(value: Json) -> Json:
            if isinstance(value, str):
                face = found.card_face(value, table.lists, options)
                return value if face is None else face.name
            return [named(one) for one in value] if isinstance(value, list | tuple) else value

        changed = {name: named(message.params[name]) for name in spoken}
        same = all(changed[name] == message.params[name] for name in spoken)
        return message if same else replace(message, params={**message.params, **changed})


def _title(table: Table, command: Command, events: Iterable[Event]) -> Message:
    """Return what a command is called in the history: the first line of the log that everybody may read."""
    for event in events:
        if type(event) is Noted and event.audience is None:
            return event.message
    return Message(key="log.unsaid", params={"seat": seat_name(table, command.seat)})
