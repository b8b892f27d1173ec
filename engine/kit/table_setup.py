"""The pieces of a game as its `ruleset.toml` describes them: decks, zones, chips, dice, turns, characters.

>>> import msgspec
>>> setup = msgspec.toml.decode('decks = [{zone = "deck", ranks = ["A", "K"], jokers = ["X"]}]', type=TableSetup)
>>> setup.decks[0].playing_cards[-3:]
('KC', 'AC', 'X')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta

from engine.model.body import Body
from engine.model.cards import RANKS, SUITS
from engine.model.frozen import Frozen
from engine.model.tracks import Track
from engine.model.zones import Sight

MOST_CARDS: Final = 1000
"""Cards of one game at most, with all copies."""

_ZoneName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,30}(:[a-z0-9_]{1,30})?$")]
_Colour = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,20}$")]
_Label = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")]
_Few = Annotated[int, Meta(ge=0, le=60)]
_Count = Annotated[int, Meta(ge=0, le=9999)]
_Chips = Annotated[Mapping[_Colour, _Count], Meta(max_length=12)]
Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


class StandardDeck(Frozen):
    """A face-down deck: playing cards, or the game's own cards; and the pile for its discards.

    Attributes:
        zone: the pile.
        discard: the pile for its discards, face up; empty for none.
        own: it holds the cards of `cards.toml` that name it, and no playing cards.
        jokers: its jokers, each `X`, `XR` or `XB`.
        ranks: the ranks of its playing cards.
        copies: how many whole decks are shuffled together.
        deal: the cards that every hand gets in a deal; 0 for no deal.
        turn_up: the cards that a deal turns up on the discard pile.
        take_discard: a hand may take the top card of the discard pile.
    """

    zone: _ZoneName
    discard: _ZoneName | Literal[""] = ""
    own: bool = False
    jokers: Annotated[tuple[Literal["X", "XR", "XB"], ...], Meta(max_length=8)] = ()
    ranks: Annotated[tuple[Rank, ...], Meta(min_length=1)] = ()
    copies: Annotated[int, Meta(ge=1, le=8)] = 1
    deal: _Few = 0
    turn_up: _Few = 0
    take_discard: bool = False

    @property
    def playing_cards(self) -> tuple[str, ...]:
        """The faces of one copy of the deck, in printed order."""
        ranks = [rank for rank in RANKS if not self.ranks or rank in self.ranks]
        return (*(rank + suit for suit in SUITS for rank in ranks), *self.jokers)


class ZoneSetup(Frozen):
    """A further place for cards.

    Attributes:
        id: its name; `market` is shown as “Market”.
        owner: nobody, each seat (one place for each), or the GM.
        sight: who sees the faces: `everyone`, `owners` or `nobody`.
        play: a card of a hand may be played there.
        take: a hand may take a card from there.
    """

    id: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,30}$")]
    owner: Literal["", "seat", "gm"] = ""
    sight: Sight = Sight.EVERYONE
    play: bool = True
    take: bool = True


class TableSetup(Frozen):
    """The pieces on the table at the start.

    Attributes:
        decks: the decks.
        hands: every seat has a hand.
        gm_plays: the GM has a hand and a turn like the others.
        zones: further places for cards.
        bags: chips in common bags, such as the box.
        bag_of_seat: every seat has a bag of chips, empty at first.
        chips: the chips that every seat has at the start.
        dice: dice by the name of the roll, such as `Attack = "d20"`.
        turns: the turn order: none, the seats in their order, or characters by their initiative.
    """

    decks: Annotated[tuple[StandardDeck, ...], Meta(max_length=20)] = ()
    hands: bool = False
    gm_plays: bool = True
    zones: Annotated[tuple[ZoneSetup, ...], Meta(max_length=30)] = ()
    bags: Annotated[Mapping[_Colour, _Chips], Meta(max_length=12)] = {}
    bag_of_seat: bool = False
    chips: Annotated[Mapping[_Colour, _Count], Meta(max_length=12)] = {}
    dice: Annotated[Mapping[_Label, Annotated[str, Meta(max_length=40)]], Meta(max_length=20)] = {}
    turns: Literal["", "seats", "initiative"] = ""


class StartingCharacter(Frozen):
    """The numbers and the body of a new character."""

    tracks: Annotated[Mapping[_Label, Track], Meta(max_length=60)] = {}
    body: Body | None = None


ListName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class GameData(Frozen):
    """The whole `ruleset.toml` of a game without code.

    Attributes:
        table: what is on a new table.
        actor: what a new character has.
        lists_beside: the files with entries from which the sheets can choose, each without `.toml`.
    """

    table: TableSetup = TableSetup()
    actor: StartingCharacter = StartingCharacter()
    lists_beside: Annotated[tuple[ListName, ...], Meta(max_length=40)] = ()


class OwnCard(Frozen):
    """A card of the game's own, as `cards.toml` lists it.

    Attributes:
        name: its name.
        deck: the deck that it belongs to, and whose back it bears; the first deck with `own` if empty.
        kind: its kind or suit, printed below the name.
        value: its number in the corner, if it has one.
        text: its text.
        count: its copies.
        sign: the sign and the colour of its kind, as in `engine.presentation.card_faces.CardFace`.
    """

    name: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]
    deck: str = ""
    kind: Annotated[str, Meta(max_length=40)] = ""
    value: Annotated[int, Meta(ge=-999, le=9999)] | None = None
    text: Annotated[str, Meta(max_length=600)] = ""
    count: Annotated[int, Meta(ge=1, le=100)] = 1
    sign: Literal["attack", "action", "condition", "ritual", "interrupt", "surroundings", "automatic"] = "action"


class CardList(Frozen):
    """The whole `cards.toml` of a game without code."""

    cards: Annotated[tuple[OwnCard, ...], Meta(max_length=500)] = ()
