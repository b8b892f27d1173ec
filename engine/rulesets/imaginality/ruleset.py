"""Imaginality at the table: what the game brings, and how it answers to moves by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.play.commands import Command, Move
from engine.play.draft import Draft
from engine.play.events import CardsAdded, CardsRemoved, ZoneSet
from engine.play.faulty_offers import contained_offers
from engine.play.moves import (
    JoinSeat,
    LeaveSeat,
    MoveCards,
    RemoveActor,
    RemoveCards,
    SetOption,
    new_condition,
)
from engine.play.offers import Ask, AskKind, Offer, ask
from engine.play.options import OptionSpec
from engine.play.refusal import Refused
from engine.play.sight import Glimpse
from engine.rulesets.imaginality import (
    acting_order,
    actions,
    advancement,
    bounds,
    characters,
    damage,
    deck,
    granting,
    hands,
    initiative,
    laying,
    lunch_money,
    melee,
    options,
    ranged,
    resolving,
    turns,
    voting,
    wounds,
)
from engine.rulesets.imaginality.data import condition_level, first_lists, option_specs
from engine.rulesets.imaginality.glimpse import Glimpser
from engine.rulesets.imaginality.offering import actions as action_offers
from engine.rulesets.imaginality.offering import cards as card_offers
from engine.rulesets.imaginality.offering import characters as character_offers
from engine.rulesets.imaginality.offering import fights as fight_offers
from engine.rulesets.imaginality.offering import words as word_offers
from engine.rulesets.imaginality.offering.order import in_order
from engine.rulesets.imaginality.procedures import PROCEDURES, Evening, evening
from engine.table.frozen import Json, replace
from engine.table.seats import Actor, Seat
from engine.table.table import Procedure, Table
from engine.table.zones import Sight, Zone, hand_of

WOUND = "wound"
STATES = (WOUND, "unconscious", "dying", "dead", "helpless", "blinded")
ROOMS = (
    deck,
    hands,
    granting,
    laying,
    actions,
    melee,
    ranged,
    damage,
    wounds,
    initiative,
    resolving,
    turns,
    acting_order,
    options,
    characters,
    advancement,
    voting,
    lunch_money,
)


class Imaginality:
    """The game as the table knows it; `Ruleset` says what each member is for."""

    id = "imaginality"
    moves: tuple[Move[Any], ...] = tuple(move for room in ROOMS for move in room.MOVES)
    procedures: tuple[type[Procedure], ...] = PROCEDURES

    def __init__(self) -> None:
        self._glimpse = Glimpser()

    @property
    def options(self) -> Mapping[str, OptionSpec]:
        """The switches of section 1.2."""
        return option_specs()

    def lay_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        """Return a table with all cards in the deck, an empty hand for everyone, and nothing under way.

        Decks are all that it takes: no dice, no chips, no record of anybody (IM-GEN-3).
        """
        private = bool(options["hands_private"])
        decks, jokers = options["deck_count"], options["jokers_per_deck"]
        assert isinstance(decks, int)
        assert isinstance(jokers, int)
        zones = [
            Zone(id="deck", cards=deck.all_cards(decks, jokers), sight=Sight.NOBODY),
            Zone(id="discard", sight=Sight.EVERYONE),
            *(_hand(seat.id, private) for seat in seats),
            Zone(id="character_points", sight=Sight.EVERYONE, passing=True),
        ]
        return Table(
            ruleset=self.id,
            options=options,
            seats={seat.id: seat for seat in seats},
            zones={zone.id: zone for zone in zones},
            lists=first_lists(),
            procedures=(Evening(),),
        )

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        """Return a character; `tracks` may set `damage` (one old wound) and the states by name with 1 or 0."""
        bounds.verify_sheet(actor.sheet)
        for name, value in tracks.items():
            if name not in {"damage", *STATES[1:]}:
                raise Refused("no_such_track", track=name[:40])
            bounds.verify_level(name, value)
            if value and name == "damage":
                actor = _with(actor, "wound", value)
            elif value:
                actor = _with(actor, name, 0)
        return actor

    def advised(self, players: int, options: Mapping[str, Json]) -> Mapping[str, Json]:
        """Return a second deck for so many players, where the group has not chosen that many (IM-DECK-2)."""
        decks, jokers, size = options["deck_count"], options["jokers_per_deck"], options["hand_size"]
        assert isinstance(decks, int)
        assert isinstance(jokers, int)
        assert isinstance(size, int)
        advised = deck.decks_advised(players, size, jokers)
        return {"deck_count": advised} if advised > decks else {}

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        """Return what a seat can do now, told with no more than a viewer may know."""
        if seat not in table.seats:
            return ()
        return in_order(
            table,
            contained_offers(
                seat,
                lambda: action_offers.offers(table, seat, viewer),
                lambda: fight_offers.offers(table, seat, viewer),
                lambda: card_offers.offers(table, seat, viewer),
                lambda: character_offers.offers(table, seat, viewer),
                lambda: action_offers.rules_for_action(table, seat),
                lambda: word_offers.offers(seat),
            ),
        )

    def _propose_deck(self, draft: Draft) -> None:
        """Tell when a group has grown too large for its decks (IM-DECK-2)."""
        players = sum(not seat.is_gm for seat in draft.table.seats.values())
        if self.advised(players, draft.table.options):
            draft.note("deck_advised", "IM-DECK-2", count=players, calls_for=("add_deck",))

    def glimpse(self, table: Table, viewer: str) -> tuple[Glimpse, ...]:
        """Return what is under way as a viewer may see it."""
        return self._glimpse(table, viewer)

    def forbids(self, table: Table, command: Command) -> None:
        """Raise Refused for a move by hand that would break what the game keeps together."""
        match command:
            case SetOption():
                options.verify_set(table, command)
            case JoinSeat():
                hands.verify_another_holder(table)
            case LeaveSeat(id=seat):
                options.need_not_in_action(table, seat)
            case RemoveActor(actor=actor):
                options.need_actor_free(table, actor)
            case _:
                bounds.verify_by_hand(command)
                lunch_money.verify_by_hand(table, command)

    def conditions(self, table: Table, actor: str) -> Mapping[str, tuple[Ask, ...]]:
        """Return the conditions that can be laid by hand on a character; a wound asks for its points (IM-WOUND-3)."""
        points = ask("wound_points", AskKind.NUMBER, field="level", least=1, most=condition_level().most)
        return {name: (points,) if name == WOUND else () for name in STATES}

    def after(self, draft: Draft, command: Command) -> None:
        """Answer to moves by hand: seats that come and go, and options that change what lies on the table."""
        match command:
            case JoinSeat(id=seat):
                _deal_in(draft, seat)
                self._propose_deck(draft)
            case LeaveSeat(id=seat):
                hands.forget(draft, seat)
            case SetOption(option="hands_private", value=value):
                for seat in deck.holders(draft.table):
                    draft.emit(ZoneSet(zone=_hand(seat, bool(value))))
            case SetOption(option="deck_count" | "jokers_per_deck"):
                _rebuild_deck(draft)
            case MoveCards() | RemoveCards():
                laying.mind_cards(draft)
            case _:
                pass
        for room in (characters, advancement, lunch_money):
            room.after(draft, command)


def _with(actor: Actor, name: str, level: int) -> Actor:
    return replace(actor, conditions=(*actor.conditions, new_condition(actor, name, level=level)))


def _hand(seat: str, private: bool) -> Zone:
    """A hand: only its holder sees it, unless the group plays with open hands (IM-HAND-11)."""
    return Zone(id=hand_of(seat), sight=Sight.OWNERS if private else Sight.EVERYONE, owners=(seat,))


def _deal_in(draft: Draft, seat: str) -> None:
    """A holder who joins in mid-adventure is dealt a full hand (IM-HAND-10)."""
    draft.emit(ZoneSet(zone=_hand(seat, bool(draft.table.option("hands_private")))))
    if evening(draft.table).running:
        hands.refill(draft, seat, "IM-HAND-10")


def _rebuild_deck(draft: Draft) -> None:
    """Before the first deal the deck follows its options, and is shuffled (IM-DECK-1)."""
    decks, jokers = draft.table.option("deck_count"), draft.table.option("jokers_per_deck")
    assert isinstance(decks, int)
    assert isinstance(jokers, int)
    if draft.table.away:  # what was taken off the table face down counts no more
        draft.emit(CardsAdded(zone="deck", cards=draft.table.away))
    draft.emit(CardsRemoved(zone="deck", cards=draft.table.zones["deck"].cards))
    draft.emit(CardsAdded(zone="deck", cards=deck.all_cards(decks, jokers)))
    draft.shuffle("deck")
