"""A game that is only data: the table from `ruleset.toml`, its own cards from `cards.toml`, and its sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from engine.core.commands import Command
from engine.core.draft import Draft, find_procedure
from engine.core.events import ActorLeft, SeatLeft
from engine.core.manual_moves import MoveCards
from engine.kit.conformance.game_profile import GameProfile
from engine.kit.manual_game import ManualGame
from engine.kit.table_setup import OwnCard, StandardDeck, StartingCharacter
from engine.kit.without_code.card_move_lines import name_card_moves
from engine.kit.without_code.deal_commands import DeckCommands
from engine.kit.without_code.game_data import OwnDecks, deck_faces, read_own_decks
from engine.kit.without_code.table_offers import TableOffers
from engine.kit.without_code.turn_marker import (
    BeginTurns,
    EndTurns,
    PassTurn,
    SetInitiative,
    TurnMarker,
    leave_turns,
    turn_view,
)
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.cards import face_of
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.activity_view import ActivityView
from engine.presentation.card_faces import CardFace, FaceDeck, FaceNumber, Lists, QuickReference
from engine.presentation.offers import Offer
from engine.sheets.catalogue.game_metadata import game_name
from engine.sheets.catalogue.sheet_library import sheets_of


def game_without_code(game: str) -> GameWithoutCode:
    """Return the rules of a game without code. Raises Refused, with one sentence, if its data has a fault."""
    own = read_own_decks(game)
    return GameWithOwnCards(game, own) if own.cards else GameWithoutCode(game, own)


class GameWithoutCode(ManualGame):
    """A game that is only data, played with playing cards, dice and chips."""

    procedures = (TurnMarker,)

    def __init__(self, ruleset: str, own: OwnDecks) -> None:
        super().__init__(ruleset)
        self._own = own
        decks = {deck.zone: deck for deck in self._pieces.decks}
        self.deck_commands = DeckCommands(decks, self.deck_cards())
        turns = (BeginTurns, SetInitiative, PassTurn, EndTurns) if self._pieces.turns else ()
        self.moves = (*(self.deck_commands.moves if decks else ()), *turns)

    @cached_property
    def _has_characters(self) -> bool:
        """Whether characters have anything: a record sheet, numbers or a body."""
        return bool(sheets_of(self.id)) or self._person != StartingCharacter()

    def deck_faces(self, deck: StandardDeck) -> tuple[str, ...]:
        """Return the faces of all cards of a deck."""
        return deck_faces(deck, self._own)

    def home_pile(self, table: Table, card: str) -> str:
        """Return the pile for the card of a person who leaves: the discard pile of its deck, or the deck."""
        home = self.deck_commands.home_of(table, card)
        return next((deck.discard or home for deck in self._pieces.decks if deck.zone == home), home)

    def _offers(self, table: Table, seat: str, viewer: str) -> Iterator[Offer]:
        yield from TableOffers(self._pieces, self.deck_commands, table, seat, viewer).all_offers()
        story = super()._offers(table, seat, viewer)
        yield from story if self._has_characters else (replace(offer, primary=False, rare=True) for offer in story)

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        """Return the turn order, if there is one."""
        marker = find_procedure(table, TurnMarker)
        return () if marker is None else (turn_view(table, marker, viewer),)

    def after_command(self, draft: Draft, command: Command) -> None:
        """Take those who leave out of the turn order, besides their pieces, and log moves of cards as usual play."""
        super().after_command(draft, command)
        if isinstance(command, MoveCards):
            name_card_moves(draft, command)
        for event in [event for event in draft.events if type(event) in (SeatLeft, ActorLeft)]:
            match event:
                case SeatLeft(seat=gone) | ActorLeft(actor=gone):
                    leave_turns(draft, gone)
                case _:
                    pass

    def conformance_profile(self) -> GameProfile:
        """Return the profile: the backs of cards show their deck."""
        return _DeckProfile(self.deck_cards())


class GameWithOwnCards(GameWithoutCode):
    """A game that is only data, with cards of its own."""

    @cached_property
    def _faces(self) -> Mapping[str, CardFace]:
        notice = game_name(self.id)
        return {id_: _face(id_, card, notice) for id_, card in self._own.cards.items()}

    def card_face(self, card: str, lists: Lists, options: Mapping[str, Json]) -> CardFace | None:
        """Return the face of an own card; None for a playing card."""
        return self._faces.get(face_of(card))

    def face_decks(
        self, lists: Lists, options: Mapping[str, Json], people: Iterable[Actor], *, foes: bool
    ) -> tuple[FaceDeck, ...]:
        """Return the own decks."""
        return tuple(
            FaceDeck(name=zone.replace("_", " ").capitalize(), faces=tuple(self._faces[card] for card in cards))
            for zone, cards in self._own.decks.items()
        )

    def reference(self, lists: Lists, options: Mapping[str, Json]) -> QuickReference | None:
        """A game without code has no quick reference."""
        return None


class _DeckProfile(GameProfile):
    """The cards of different decks have different backs."""

    def __init__(self, cards: Mapping[str, tuple[str, ...]]) -> None:
        self._decks = {card: zone for zone, own in cards.items() for card in own}

    def indistinguishable_cards(self, table: Table, cards: frozenset[str]) -> tuple[frozenset[str], ...]:
        """Divide hidden cards by their decks."""
        groups: dict[str, set[str]] = {}
        for card in cards:
            groups.setdefault(self._decks.get(card, ""), set()).add(card)
        return tuple(frozenset(groups[deck]) for deck in sorted(groups))


def _face(id_: str, card: OwnCard, notice: str) -> CardFace:
    label = say(Message(key="own_card.value"))
    number = () if card.value is None else (FaceNumber(key="value", label=label, brief=label, value=card.value),)
    return CardFace(
        key=id_, name=card.name, kind=card.sign, kind_words=card.kind, numbers=number, text=card.text, notice=notice
    )
