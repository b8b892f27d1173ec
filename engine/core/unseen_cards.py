"""The cards of a table that a viewer or nobody has seen, and their shuffling where a course of events is only tried.

>>> from engine.core.chance import SeededChance
>>> from engine.model.zones import Zone
>>> deck = Zone(id="deck", cards=("2S", "3S", "4S"), sight=Sight.NOBODY, shown={"2S": ("*",)})
>>> from engine.model.seats import Seat
>>> table = Table(ruleset="tiny", seats={"ann": Seat(id="ann", name="Ann")}, zones={"deck": deck})
>>> [event] = shuffles_of_unseen(table, SeededChance(1))
>>> event.order[0], sorted(event.order[1:])
('2S', ['3S', '4S'])
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.chance import Chance
from engine.core.events import ZoneShuffled
from engine.core.memo import memo_of_moment
from engine.model.cards import face_of
from engine.model.table import Table
from engine.model.zones import Sight


def shuffles_of_unseen(table: Table, chance: Chance) -> tuple[ZoneShuffled, ...]:
    """Return an event for each pile with cards that nobody has seen and that may be in any order.

    Cards that somebody has seen stay where they are.
    """
    shuffles = list[ZoneShuffled]()
    for zone in table.zones.values():
        hidden = unseen_cards(table, zone.id)
        if have_different_faces(hidden):
            order = iter(chance.shuffle(hidden))
            cards = tuple(next(order) if card in hidden else card for card in zone.cards)
            shuffles.append(ZoneShuffled(zone=zone.id, order=cards))
    return tuple(shuffles)


def unknown_cards(table: Table, viewer: str) -> frozenset[str]:
    """Return the cards whose place a viewer does not know."""
    return frozenset(card for zone in table.zones.values() for card in zone.cards if not zone.may_see(card, viewer))


@memo_of_moment
def unseen_cards(table: Table, zone_id: str) -> tuple[str, ...]:
    """Return the cards of a zone that no seat may see, in their order; none for a zone that belongs to somebody."""
    zone = table.zones[zone_id]
    if zone.sight is not Sight.NOBODY:
        return ()
    return tuple(card for card in zone.cards if not any(zone.may_see(card, seat) for seat in table.seats))


def have_different_faces(cards: Sequence[str]) -> bool:
    """Say whether an order of these cards can differ from another one."""
    return len({face_of(card) for card in cards}) > 1
