"""Which place each zone has on the table: told from ids, owners and the procedure under way, whatever the game is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.play.sight import SHARED, Glimpse, SideView, TurnView, View, ZoneView
from engine.play.stations import Station
from engine.table.seats import Role, Seat
from engine.table.zones import hand_of

TRAY_KINDS: Final = ("committed", "drawn")
HELD_KINDS: Final = ("cards",)
"""Kinds of zones that are held as a hand is, by a character whose leader leads several."""
_OPEN_PILES: Final = ("discard",)
_MOST_SPREAD: Final = 14


@dataclass(frozen=True, slots=True)
class Lane:
    """One lane of the commit tray: what one side has laid. `side` is None where no procedure speaks of the zones."""

    name: str
    zones: tuple[str, ...]
    side: SideView | None = None


@dataclass(frozen=True, slots=True)
class Places:
    """Every zone of a view in its place.

    Attributes:
        seats: seats clockwise, beginning with the one at the top.
        hands: the zone that is a seat's hand.
        beside: other zones that belong to one seat.
        lanes: the commit tray.
        left: piles left of the tray; the deck.
        right: piles right of the tray; what is laid off.
        others: all further zones, spread in the middle.
        empty: those of them in which nothing lies; they take no more room than their name.
        bags: chips by the seat that they lie before.
        pots: chips in the middle.
        stations: the places of the characters of each seat, where the game tells how their cards lie; what lies there
            is found nowhere else.
    """

    seats: tuple[Seat, ...]
    hands: dict[str, str]
    beside: dict[str, tuple[str, ...]]
    lanes: tuple[Lane, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]
    others: tuple[str, ...]
    empty: frozenset[str]
    bags: dict[str, tuple[str, ...]]
    pots: tuple[str, ...]
    stations: dict[str, tuple[Station, ...]] = field(default_factory=dict)

    @property
    def piles(self) -> tuple[str, ...]:
        """The zones of which only the top is seen."""
        return self.left + self.right

    def lies_in_pile(self, zone: str) -> bool:
        """Say whether cards lie in a zone as a pile, of which a click shows more."""
        beside = any(zone in own for own in self.beside.values())
        return zone in self.piles or beside or any(zone in s.piles for own in self.stations.values() for s in own)


def kind_of_zone(zone: str) -> str:
    """Return what comes before the colon: `hand` of `hand:tom`."""
    return zone.partition(":")[0]


def owner_of(view: View, zone: str) -> str:
    """Return the one seat that a zone belongs to, or an empty string."""
    lying = view.zones.get(zone)
    if lying is not None and len(lying.owners) == 1 and lying.owners[0] in view.seats:
        return lying.owners[0]
    rest = zone.partition(":")[2]
    return rest if rest in view.seats and kind_of_zone(zone) not in TRAY_KINDS else ""


def owner_of_bag(view: View, bag: str) -> str:
    """Return the seat before which a bag of chips lies, or an empty string."""
    name = bag if bag in view.actors or bag in view.seats else bag.partition(":")[2]
    name = view.actors[name].seat if name in view.actors else name
    return name if name in view.seats else ""


def seats_clockwise(view: View) -> tuple[Seat, ...]:
    """Return the seats in the order in which people sit, from the GM's on, who sits at the top."""
    seats = list(view.seats.values())
    first = next((i for i, seat in enumerate(seats) if seat.role is Role.GM), 0)
    return tuple(seats[first:] + seats[:first])


def seats_waited_for(view: View) -> frozenset[str]:
    """Return the seats that the innermost procedure waits for, whether it names seats or characters."""
    if not view.under_way:
        return frozenset()
    named = view.under_way[-1].waiting_for
    return frozenset(view.actors[who].seat if who in view.actors else who for who in named)


def reachable_seats(view: View) -> tuple[str, ...]:
    """Return the seats for which a viewer can act: all for the common screen and the GM, else the own one."""
    seat = view.seats.get(view.viewer)
    if view.viewer == SHARED or (seat is not None and seat.role is Role.GM):
        return tuple(view.seats)
    return (seat.id,) if seat is not None else ()


def seats_to_answer(view: View, owner: str = "") -> tuple[str, ...]:
    """Return whose offers a click on the table may take up, the same on every screen.

    Those for whom the table waits come first, then the owner of what is clicked.
    """
    waited = seats_waited_for(view)
    return tuple(sorted(reachable_seats(view), key=lambda seat: (seat not in waited, seat != owner)))


def order_of_acting(view: View) -> tuple[TurnView, ...]:
    """Return the order of acting from the innermost procedure that has one."""
    return next((g.order for g in reversed(view.under_way) if g.order and not g.asks), ())


def stations_of(view: View, turned_up: Mapping[str, Station] | None = None) -> tuple[Station, ...]:
    """Return the places of characters of which the innermost procedure tells that knows any.

    Args:
        view: what is shown.
        turned_up: those that somebody looks at just now, by character, as they may see them.
    """
    found = next((g.stations for g in reversed(view.under_way) if g.stations), ())
    return tuple((turned_up or {}).get(station.actor, station) for station in found if station.seat in view.seats)


def spotlight(view: View) -> tuple[str, int] | None:
    """Return where the card lies that is in play: its zone, and its place there."""
    place = next((g.spotlight for g in reversed(view.under_way) if g.spotlight), "")
    zone, _, index = place.rpartition("#")
    lying = view.zones.get(zone)
    return (zone, int(index)) if lying is not None and index.isdecimal() and int(index) < lying.count else None


def comparison(view: View) -> Glimpse | None:
    """Return the innermost procedure that has sides; one that plays a card has it in the middle instead."""
    own = (g for g in reversed(view.under_way) if g.sides and not g.spotlight)
    return next((g for g in own if not any(side.at for side in g.sides)), None)


def aimed(view: View) -> Mapping[str, SideView]:
    """Return what is told of each body, by its id: how it stands to the card in play, and what that would do to it."""
    glimpse = next((g for g in reversed(view.under_way) if g.sides), None)
    return {side.at: side for side in glimpse.sides if side.at} if glimpse is not None else {}


def held_by(view: View, places: Places, seat: str) -> tuple[str, ...]:
    """Return the zones in which a seat holds cards: its hand, and those of its several characters."""
    beside = (zone for zone in places.beside.get(seat, ()) if kind_of_zone(zone) in HELD_KINDS)
    placed = (station.hand for station in places.stations.get(seat, ()))
    return tuple(z for z in dict.fromkeys((places.hands.get(seat, ""), *placed, *beside)) if z in view.zones)


def sort_zones(view: View, turned_up: Mapping[str, Station] | None = None) -> Places:
    """Give every zone its place; only a passing one is left out while nothing lies there."""
    stations = stations_of(view, turned_up)
    placed = {zone for station in stations for zone in station.zones}
    seats = seats_clockwise(view)
    hands = {seat.id: hand_of(seat.id) for seat in seats if hand_of(seat.id) in view.zones}
    lanes = _lanes(view)
    taken = {zone for lane in lanes for zone in lane.zones} | set(hands.values())
    beside: dict[str, list[str]] = {}
    left: list[str] = []
    right: list[str] = []
    others: list[str] = []
    for zone in view.zones.values():
        if zone.id in taken or zone.id in placed or (zone.passing and not zone.count):
            continue
        owner = owner_of(view, zone.id)
        if owner:
            beside.setdefault(owner, []).append(zone.id)
        elif kind_of_zone(zone.id) in _OPEN_PILES or (not zone.private and zone.count > _MOST_SPREAD):
            right.append(zone.id)
        elif _lies_as_pile(zone):
            left.append(zone.id)
        else:
            others.append(zone.id)
    bags: dict[str, list[str]] = {}
    pots = []
    for bag in view.chips:
        seat = owner_of_bag(view, bag)
        if seat:
            bags.setdefault(seat, []).append(bag)
        else:
            pots.append(bag)
    return Places(
        seats=seats,
        hands=hands,
        beside={seat: tuple(zones) for seat, zones in beside.items()},
        lanes=lanes,
        left=tuple(left),
        right=tuple(right),
        others=tuple(others),
        empty=frozenset(zone for zone in others if not view.zones[zone].count),
        bags={seat: tuple(names) for seat, names in bags.items()},
        pots=tuple(pots),
        stations={seat.id: mine for seat in seats if (mine := tuple(s for s in stations if s.seat == seat.id))},
    )


def _lies_as_pile(zone: ZoneView) -> bool:
    return kind_of_zone(zone.id) == "deck" or (zone.private and not zone.owners) or zone.count > _MOST_SPREAD


def _lanes(view: View) -> tuple[Lane, ...]:
    lanes: list[Lane] = []
    taken: set[str] = set()
    glimpse = comparison(view)
    for side in glimpse.sides if glimpse else ():
        zones = tuple(zone for zone in side.zones if zone in view.zones and zone not in taken)
        taken.update(zones)
        lanes.append(Lane(name=side.name, zones=zones, side=side))
    stray: dict[str, list[str]] = {}
    for zone in view.zones:
        if zone not in taken and kind_of_zone(zone) in TRAY_KINDS:
            stray.setdefault(zone.partition(":")[2], []).append(zone)
    lanes += [Lane(name=name, zones=tuple(zones)) for name, zones in stray.items()]
    return tuple(lanes)
