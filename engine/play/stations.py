"""How the cards of a character lie before its player: hand, piles, a row of numbered slots, what it bears, its bodies.

A game that tells of `Station`s has no rules on the screen either: the table draws what stands here.
"""

from __future__ import annotations

from engine.play.words import Message
from engine.table.frozen import Frozen


class Token(Frozen):
    """A sign of something that is pending.

    Attributes:
        sign: the name of an icon.
        label: what stands on it, in a word or a number.
        told: what it is, in words.
        place: the card at which it lies (`open:tia#0`); empty for the character itself.
    """

    sign: str
    label: Message
    told: Message
    place: str = ""


class Bar(Frozen):
    """A number of a character: `track` is the one that can be set by hand; empty for one that is reckoned."""

    label: Message
    value: int
    most: int | None = None
    track: str = ""
    reasons: tuple[Message, ...] = ()


class BodyView(Frozen):
    """Something that can be struck: a character, or one of several who act as one.

    Attributes:
        id: what answers call it.
        actor: whose it is.
        name: what it is called.
        track: the number with its Health that can be set by hand.
        value: its Health; None where the viewer may not know it.
        most: of that number.
        state: `acts`, `acted`, `out` (it can do nothing more), or nothing to tell.
    """

    id: str
    actor: str
    name: str
    track: str = ""
    value: int | None = None
    most: int | None = None
    state: str = ""


class RowCard(Frozen):
    """A card in a row.

    Attributes:
        zone: where it lies.
        index: its place there.
        first: the first slot that it covers, from 1; 0 for a card that was played beside the row.
        last: the last one; beyond the number of slots for one that reaches into the next round.
        state: `down`, `charging`, `waiting`, `now`, `done` or `lost`.
        told: more on it in words.
    """

    zone: str
    index: int
    first: int
    last: int
    state: str = "down"
    told: Message | None = None

    @property
    def place(self) -> str:
        """How a command names it."""
        return f"{self.zone}#{self.index}"


class Budget(Frozen):
    """What a row costs, for the eyes of whoever lays it alone: in words, in brief, and what is wrong with it.

    `least` is what stands there where there is hardly any room.
    """

    words: Message
    brief: Message
    least: Message | None = None
    short: bool = False
    warnings: tuple[Message, ...] = ()


class Station(Frozen):
    """The place of one character.

    Attributes:
        actor: whose it is.
        seat: who leads it.
        hand: the zone with its hand; empty if it has none.
        piles: zones of which only the top is seen.
        field: the zone with what it bears; empty if there is none.
        row: the zone in which cards are laid for the slots; empty if there are no slots.
        beside: the zone of cards that lie open, those beside the row among them.
        slots: what there is to tell of each numbered slot: `free`, `now`, `done`, `played` for one whose card has gone
            elsewhere since, or `struck` for one that is lost.
        cards: those in the row, as far as their slots are known to the viewer.
        bodies: what can be struck.
        bars: its numbers, but for those of its bodies.
        tokens: what is pending.
        budget: what its row costs, told to its own player alone.
        ready: has finished what everybody is doing now.
    """

    actor: str
    seat: str
    hand: str = ""
    piles: tuple[str, ...] = ()
    field: str = ""
    row: str = ""
    beside: str = ""
    slots: tuple[str, ...] = ()
    cards: tuple[RowCard, ...] = ()
    bodies: tuple[BodyView, ...] = ()
    bars: tuple[Bar, ...] = ()
    tokens: tuple[Token, ...] = ()
    budget: Budget | None = None
    ready: bool = False

    @property
    def zones(self) -> frozenset[str]:
        """Every zone that has its place here."""
        named = (self.hand, *self.piles, self.field, self.row, self.beside, *(card.zone for card in self.cards))
        return frozenset(zone for zone in named if zone)
