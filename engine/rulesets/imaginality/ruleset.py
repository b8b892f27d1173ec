"""Imaginality as a ruleset, with its answers to moves by hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.core.commands import Command, Move
from engine.core.continuation import Continuation
from engine.core.draft import Draft
from engine.core.events import CardsAdded, CardsRemoved, ZoneSet
from engine.core.game_options import OptionSpec
from engine.core.manual_moves import JoinSeat, LeaveSeat, MoveCards, RemoveCards, Say, SetOption, new_condition
from engine.core.memo import memo
from engine.kit.cast.prepared_cast import PreparedCast
from engine.kit.conformance.game_profile import GameProfile
from engine.kit.content_editor.content_editor import ContentEditor
from engine.kit.feature_moves import moves_in
from engine.kit.game_factory import make_game
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.seats import Actor, Seat
from engine.model.table import Procedure, Table
from engine.model.zones import Sight, Zone, hand_of
from engine.odds.odds import Odds
from engine.presentation.card_faces import CardFace, Lists
from engine.presentation.offer_fault_isolation import isolated_offers
from engine.presentation.offers import Offer, Question, QuestionKind, make_offer, question
from engine.rulesets.imaginality import (
    action_offers,
    action_resolution,
    damage,
    healing,
    manual_move_limits,
)
from engine.rulesets.imaginality.actions import action_commands, card_play_commands, gm_card_commands
from engine.rulesets.imaginality.activity_view import activity_view
from engine.rulesets.imaginality.advancement import advancement_commands, award_commands
from engine.rulesets.imaginality.character_state import WOUND
from engine.rulesets.imaginality.characters import (
    character_creation_commands,
    character_offers,
    point_spending_commands,
)
from engine.rulesets.imaginality.combat import attack_commands, combat_offers, initiative
from engine.rulesets.imaginality.deck import deck_commands, deck_offers, hand_commands
from engine.rulesets.imaginality.editor import (
    deployment_commands,
    deployment_offers,
    prepared_records,
)
from engine.rulesets.imaginality.editor.deployment_commands import CHARACTER_CAST
from engine.rulesets.imaginality.lunch_money import lunch_money_cards, lunch_money_commands, lunch_money_offers
from engine.rulesets.imaginality.offer_order import sort_offers
from engine.rulesets.imaginality.procedures import (
    PROCEDURES,
    SessionState,
    current_action,
    current_fight,
    evening,
    taking_part,
)
from engine.rulesets.imaginality.settings import first_lists, number, numbers, option_specs
from engine.rulesets.imaginality.turns import turn_commands, turn_order
from engine.simulate.simulation import FightBot

STATES = (WOUND, "unconscious", "dying", "dead", "helpless", "blinded")
COMMAND_MODULES = (
    deck_commands,
    hand_commands,
    gm_card_commands,
    card_play_commands,
    action_commands,
    attack_commands,
    damage,
    healing,
    initiative,
    action_resolution,
    turn_commands,
    turn_order,
    manual_move_limits,
    character_creation_commands,
    point_spending_commands,
    advancement_commands,
    award_commands,
    lunch_money_commands,
)


class Imaginality:
    """The ruleset; `Ruleset` documents each member."""

    id = "imaginality"
    procedures: tuple[type[Procedure], ...] = PROCEDURES
    continuations: tuple[type[Continuation[Any]], ...] = ()
    secret_lists: frozenset[str] = prepared_records.SECRET
    """All that the GM has prepared, and what the game remembers of it."""
    row_templates: Mapping[str, Mapping[str, Json]] = {lunch_money_cards.LIST: lunch_money_cards.NEW_ROW}
    record_lists: frozenset[str] = frozenset({prepared_records.BROUGHT_CHARACTERS})
    casts: tuple[PreparedCast[Any], ...] = (CHARACTER_CAST,)
    """The prepared records that can stand on the table."""
    commands_with_odds = action_offers.COMMANDS_WITH_ODDS
    activity_view = staticmethod(activity_view)

    def __init__(self) -> None:
        self.moves: tuple[Move[Any], ...] = (
            *moves_in(*COMMAND_MODULES),
            *deployment_commands.moves_for(self.new_actor),
        )

    @property
    def options(self) -> Mapping[str, OptionSpec]:
        """The switches of section 1.2."""
        return option_specs()

    def new_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        """Return a table with all cards in the deck, an empty hand for everyone, and nothing in progress.

        The game needs only decks: no dice, no chips, no character records (IM-GEN-3).
        """
        private = bool(options["hands_private"])
        decks, jokers = options["deck_count"], options["jokers_per_deck"]
        assert isinstance(decks, int)
        assert isinstance(jokers, int)
        zones = [
            Zone(id="deck", cards=deck_commands.all_cards(decks, jokers), sight=Sight.NOBODY),
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
            procedures=(SessionState(),),
        )

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        """Return a character; `tracks` may set `damage` (one old wound) and the states by name with 1 or 0."""
        manual_move_limits.verify_sheet(actor.sheet)
        for name, value in tracks.items():
            if name not in {"damage", *STATES[1:]}:
                raise Refused("no_such_track", track=name[:40])
            manual_move_limits.verify_level(name, value)
            if value and name == "damage":
                actor = _with_condition(actor, WOUND, value)
            elif value:
                actor = _with_condition(actor, name, 0)
        return actor

    @cached_property
    def content_editor(self) -> ContentEditor:
        """The editor of prepared content; made on demand, as a table does not need it."""
        from engine.rulesets.imaginality.editor.prepared_editor import PreparedContentEditor

        return PreparedContentEditor(make_game(self))

    def card_face(self, card: str, lists: Lists, options: Mapping[str, Json]) -> CardFace | None:
        """Return the face of a card of the other game that a group brings along; playing cards need none (IM-LM-1)."""
        return lunch_money_cards.lm_card_face(card, lists)

    def advised_options(self, players: int, options: Mapping[str, Json]) -> Mapping[str, Json]:
        """Return a second deck for so many players, where the group has not chosen that many (IM-DECK-2)."""
        decks, jokers, size = options["deck_count"], options["jokers_per_deck"], options["hand_size"]
        assert isinstance(decks, int)
        assert isinstance(jokers, int)
        assert isinstance(size, int)
        advised = deck_commands.decks_advised(players, size, jokers)
        return {"deck_count": advised} if advised > decks else {}

    def bot(self) -> FightBot:
        """Return the bot that plays both sides of a fight."""
        # Imported here: only a simulation needs it.
        from engine.rulesets.imaginality.bot import FightsBot

        return FightsBot()

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        """Return the seat's present offers, with no more than a viewer may know."""
        if seat not in table.seats:
            return ()
        return sort_offers(
            table,
            isolated_offers(
                seat,
                lambda: action_offers.offers(table, seat, viewer),
                lambda: healing.offers(table, seat, viewer),
                lambda: combat_offers.offers(table, seat, viewer),
                lambda: deck_offers.offers(table, seat, viewer),
                lambda: character_offers.offers(table, seat, viewer),
                lambda: advancement_commands.offers(table, seat, viewer),
                lambda: lunch_money_offers.offers(table, seat, viewer),
                lambda: action_offers.rules_for_action(table, seat),
                lambda: deployment_offers.offers(table, seat, viewer),
                lambda: (_private_note(seat),),
            ),
        )

    def fight_offers(self, table: Table, seat: str) -> tuple[Offer, ...]:
        """Return those offers of a seat that a bot takes in a fight."""
        fight = current_fight(table)
        if fight is None or current_action(table) is not None:
            return tuple(action_offers.fight_offers(table, seat))
        steps = combat_offers.round_offers(table, seat, fight, alone=True)
        return sort_offers(table, (*action_offers.fight_offers(table, seat), *steps))

    def round_number(self, table: Table) -> int:
        """Return the number of the turn of the fight in progress; 0 for none."""
        fight = current_fight(table)
        return fight.turn if fight is not None else 0

    def _propose_deck(self, draft: Draft) -> None:
        """Advise another deck when a group has grown too large for its decks (IM-DECK-2)."""
        players = sum(not seat.is_gm for seat in draft.table.seats.values())
        if self.advised_options(players, draft.table.options):
            draft.note("deck_advised", "IM-DECK-2", count=players, calls_for=("add_deck",))

    def odds(self, table: Table, offer: Offer, viewer: str) -> Odds | None:
        """Return the odds of cards that are played, drawn or turned over."""
        # Imported here: only odds need it.
        from engine.rulesets.imaginality import action_odds

        return action_odds.odds(table, offer, viewer)

    def verify_manual_move(self, table: Table, command: Command) -> None:
        """Raise Refused for a move by hand that would break what the game keeps together."""
        manual_move_limits.verify_by_hand(table, command)
        lunch_money_commands.verify_by_hand(table, command)

    def conditions(self, table: Table, actor: str) -> Mapping[str, tuple[Question, ...]]:
        """Return the conditions that can be set by hand on a character; a wound asks for its points (IM-WOUND-3)."""
        points = question(
            "wound_points", QuestionKind.NUMBER, field="level", least=1, most=numbers().condition_level.most
        )
        return {name: (points,) if name == WOUND else () for name in STATES}

    def after_command(self, draft: Draft, command: Command) -> None:
        """Follow moves by hand: seats that join and leave, and options that change the cards on the table."""
        match command:
            case JoinSeat(id=seat):
                _deal_in(draft, seat)
                self._propose_deck(draft)
            case LeaveSeat(id=seat):
                hand_commands.remove_holder(draft, seat)
            case SetOption(option="hands_private", value=value):
                for seat in deck_commands.holders(draft.table):
                    draft.emit(ZoneSet(zone=_hand(seat, bool(value))))
            case SetOption(option="deck_count" | "jokers_per_deck"):
                _rebuild_deck(draft)
            case MoveCards() | RemoveCards():
                card_play_commands.repair_sides(draft)
            case _:
                pass
        if CHARACTER_CAST.rolled.any(draft.table):
            busy = {actor for procedure in draft.table.procedures for actor in taking_part(procedure)}
            CHARACTER_CAST.rolled.forget(draft, busy)
        for module in (character_creation_commands, advancement_commands, lunch_money_commands):
            module.after(draft, command)

    def conformance_profile(self) -> GameProfile:
        """Return the facts about the game that the conformance suite needs."""
        from engine.rulesets.imaginality.conformance_profile import ImaginalityProfile

        return ImaginalityProfile()


@memo
def _private_note(seat: str) -> Offer:
    text = question("note", QuestionKind.TEXT, field="text", secret=True)
    return make_offer("private_note", Say(seat=seat, text="", private=True), questions=(text,))


def _with_condition(actor: Actor, name: str, level: int) -> Actor:
    return replace(actor, conditions=(*actor.conditions, new_condition(actor, name, level=level)))


def _hand(seat: str, private: bool) -> Zone:
    """Return a hand: only its holder sees it, unless the group plays with open hands (IM-HAND-11)."""
    return Zone(id=hand_of(seat), sight=Sight.OWNERS if private else Sight.EVERYONE, owners=(seat,))


def _deal_in(draft: Draft, seat: str) -> None:
    """Deal a full hand to a holder who joins in mid-adventure (IM-HAND-10)."""
    draft.emit(ZoneSet(zone=_hand(seat, bool(draft.table.option("hands_private")))))
    if evening(draft.table).running:
        hand_commands.refill(draft, seat, "IM-HAND-10")


def _rebuild_deck(draft: Draft) -> None:
    """Rebuild and shuffle the deck after a change of its options, before the first deal (IM-DECK-1)."""
    decks, jokers = number(draft.table, "deck_count"), number(draft.table, "jokers_per_deck")
    if draft.table.away:  # cards that were removed face down count no more
        draft.emit(CardsAdded(zone="deck", cards=draft.table.away))
    draft.emit(CardsRemoved(zone="deck", cards=draft.table.zones["deck"].cards))
    draft.emit(CardsAdded(zone="deck", cards=deck_commands.all_cards(decks, jokers)))
    draft.shuffle("deck")
