"""The zones of the cards of characters: a hand, and piles of its own for each.

>>> from engine.core.chance import SeededChance
>>> from engine.model.seats import Actor, Seat
>>> from engine.model.table import Table
>>> draw_pile_zone = CharacterZone("draw", sight=Sight.NOBODY)
>>> draw_pile_zone("hild")
'draw:hild'
>>> seat, hild = Seat(id="p1", name="Tom"), Actor(id="hild", name="Hild", seat="p1")
>>> hand = Zone(id="hand:p1", sight=Sight.OWNERS, owners=("p1",))
>>> zones, options = {hand.id: hand}, {"hands_private": True}
>>> table = Table(ruleset="example", options=options, seats={"p1": seat}, actors={"hild": hild}, zones=zones)
>>> draft = Draft(table, SeededChance(1))
>>> draw_pile_zone.make(draft, "hild")
>>> draft.table.zones["draw:hild"].owners, make_hand(draft, "hild", ()), make_hand(draft, "hild", ("hand:p1",))
(('p1',), 'hand:p1', 'cards:hild')
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from engine.core.draft import Draft
from engine.core.events import ZoneSet
from engine.kit.control import controller_of
from engine.kit.manual_game import hand_sight
from engine.model.frozen import replace
from engine.model.zones import Sight, Zone, hand_of


@dataclass(frozen=True)
class CharacterZone:
    """A kind of zone that each character may have; called with a character, it returns the id of the zone.

    Attributes:
        kind: the beginning of the ids.
        sight: who sees the cards; the owner is the seat that plays the character.
        passing: it matters only while it holds cards.
    """

    kind: str
    sight: Sight = Sight.EVERYONE
    passing: bool = False

    def __call__(self, actor: str) -> str:
        """Return the id of a character's zone."""
        return f"{self.kind}:{actor}"

    def make(self, draft: Draft, actor: str, sight: Sight | None = None) -> None:
        """Make the zone for a character; with another `sight` if it is given."""
        owners = (controller_of(draft.table, actor),)
        draft.emit(ZoneSet(zone=Zone(id=self(actor), sight=sight or self.sight, owners=owners, passing=self.passing)))


own_hand_zone = CharacterZone("cards")
"""The hand of a character that does not play from the hand of its seat."""


def make_own_hand(draft: Draft, actor: str) -> str:
    """Make a hand for a character that does not play from the hand of its seat, and return its zone."""
    own_hand_zone.make(draft, actor, hand_sight(draft.table))
    return own_hand_zone(actor)


def make_hand(draft: Draft, actor: str, taken: Container[str]) -> str:
    """Return the zone for a character's hand: that of its player, or a new one if that is taken; a GM needs many."""
    seat = controller_of(draft.table, actor)
    hand = hand_of(seat)
    if hand in draft.table.zones and hand not in taken and not draft.table.is_gm(seat):
        return hand
    return make_own_hand(draft, actor)


def follow_controller(draft: Draft, actor: str, zones: Iterable[str]) -> None:
    """Show the cards in a character's zones to its present controller alone."""
    owners = (controller_of(draft.table, actor),)
    for zone in [draft.table.zones[name] for name in zones if name in draft.table.zones]:
        if zone.owners != owners:
            draft.emit(ZoneSet(zone=replace(zone, owners=owners, cards=(), shown={})))
