"""How a group makes its chance, on the screen or with real cards and dice, and what can be shown of real cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from engine.play.moves import NameCards
from engine.play.names import zone_name
from engine.play.offers import Drag, Offer
from engine.play.words import Message
from engine.table.frozen import Frozen, Json, replace
from engine.table.table import Table
from engine.table.zones import EVERYONE, Sight, Zone


class Means(StrEnum):
    """How a group makes one kind of chance."""

    SCREEN = "screen"
    REAL = "real"
    BOTH = "both"


class Ways(Frozen):
    """How a group throws its dice and holds its cards.

    With real cards all that lies face down is unknown here. With both, hands are held on the screen, and what comes off
    a pile may be told instead.
    """

    dice: Means = Means.SCREEN
    cards: Means = Means.SCREEN

    def screen_where_it_may(self) -> Ways:
        """Return the ways of a gesture for which a group that has both leaves it to the screen."""
        return Ways(
            dice=Means.SCREEN if self.dice is Means.BOTH else self.dice,
            cards=Means.SCREEN if self.cards is Means.BOTH else self.cards,
        )


ON_SCREEN: Final = Ways()
KINDS: Final = ("cards", "dice")
SETTING: Final = "by_hand."
"""What the choice for a kind is called among a campaign's settings, with the kind behind it."""


def read_ways(settings: Mapping[str, Json]) -> Ways:
    """Return the ways that a campaign's settings tell; what they do not tell, or not well, is as it usually is."""
    means = {means.value: means for means in Means}
    told = {kind: settings.get(f"{SETTING}{kind}") for kind in KINDS}
    return Ways(**{kind: means[value] for kind, value in told.items() if isinstance(value, str) and value in means})


def as_real(table: Table) -> Table:
    """Return a table of real cards as it can be shown: of what does not lie open nobody here knows the face."""
    return replace(table, zones={name: _real_zone(zone) for name, zone in table.zones.items()})


def _real_zone(zone: Zone) -> Zone:
    shown = {card: who if EVERYONE in who else () for card, who in zone.shown.items()}
    if zone.sight is Sight.OWNERS:
        return replace(zone, sight=Sight.NOBODY, owners=(), shown=shown)
    return replace(zone, shown=shown) if shown else zone


def naming_offers(table: Table, seat: str) -> Iterator[Offer]:
    """Yield what a GM (without one, anybody) can tell of real cards beforehand: the next one of each hidden pile."""
    if table.is_gm(seat) or not table.gm():
        for zone in table.zones.values():
            if zone.cards and zone.sight is Sight.NOBODY and not zone.owners:
                yield Offer(
                    name=f"name_next:{zone.id}",
                    command=NameCards(seat=seat, cards=(f"{zone.id}#0",), faces=()),
                    label=Message(key="offer.name_next", params={"zone": zone_name(table, zone.id)}),
                    drag=Drag(source=zone.id, target=""),
                )
