"""Stations: the arrangement of a character's cards: hand, piles, a row of numbered slots, other cards, bodies.

A game with `Station`s needs no rules on the screen: the table draws their contents.
"""

from __future__ import annotations

from engine.messages.message import Message
from engine.model.frozen import Frozen


class StationToken(Frozen):
    """A token for something that is pending.

    Attributes:
        sign: the name of an icon.
        label: its text, a word or a number.
        told: its meaning as text.
        place: the position of its card (`open:tia#0`); empty for the character itself.
    """

    sign: str
    label: Message
    told: Message
    place: str = ""


class StationBar(Frozen):
    """A number of a character as a bar: `track` can be set by hand; it is empty for a calculated number."""

    label: Message
    value: int
    most: int | None = None
    track: str = ""
    reasons: tuple[Message, ...] = ()


class BodyView(Frozen):
    """A possible target of an attack: a character, or one of several who act as one.

    Attributes:
        id: its id in answers.
        actor: the character that it belongs to.
        name: its name.
        track: the track with its Health, which can be set by hand.
        value: its Health; None if the viewer may not know it.
        most: the maximum of that number.
        state: `acts`, `acted`, `out` (it can do nothing more), or empty.
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
        zone: its zone.
        index: its position there.
        first: the first slot that it covers, from 1; 0 for a card that was played beside the row.
        last: the last one; beyond the number of slots for one that continues in the next round.
        state: `down`, `charging`, `waiting`, `now`, `done` or `lost`.
        told: further explanation.
    """

    zone: str
    index: int
    first: int
    last: int
    state: str = "down"
    told: Message | None = None

    @property
    def place(self) -> str:
        """Its position as commands name it."""
        return f"{self.zone}#{self.index}"


class RowBudget(Frozen):
    """The cost of a row, only for the player who plans it: as text, in brief, and with warnings.

    `least` is the shortest text, for very narrow places.
    """

    words: Message
    brief: Message
    least: Message | None = None
    short: bool = False
    warnings: tuple[Message, ...] = ()


class Station(Frozen):
    """The place of one character.

    Attributes:
        actor: the character.
        seat: the seat that plays it.
        hand: the zone with its hand; empty if it has none.
        piles: zones that show only their top card.
        field: the zone with its permanent cards; empty if there is none.
        row: the zone with the cards for the slots; empty if there are no slots.
        beside: the zone of its open cards, including those beside the row.
        slots: the state of each numbered slot: `free`, `now`, `done`, `played` if its card has moved elsewhere since,
            or `struck` for a lost one.
        cards: those in the row, as far as the viewer knows their slots.
        bodies: the possible targets.
        bars: its numbers, except those of its bodies.
        tokens: the pending things.
        budget: the cost of its row, for its own player alone.
        ready: it has finished what everybody is doing now.
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
    bars: tuple[StationBar, ...] = ()
    tokens: tuple[StationToken, ...] = ()
    budget: RowBudget | None = None
    ready: bool = False

    @property
    def zones(self) -> frozenset[str]:
        """Every zone that is shown here."""
        named = (self.hand, *self.piles, self.field, self.row, self.beside, *(card.zone for card in self.cards))
        return frozenset(zone for zone in named if zone)
