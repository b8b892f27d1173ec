"""The place of each zone on the table, derived from ids, owners and the current activity, whatever the game is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.model.seats import Role, Seat
from engine.model.zones import hand_of
from engine.presentation.activity_view import SideView
from engine.presentation.stations import Station
from engine.presentation.visibility import VisibleTable, VisibleZone
from vtt.shared.table_queries import (
    HELD_KINDS,
    TRAY_KINDS,
    current_comparison,
    kind_of_zone,
    owner_of_bag,
    owner_of_zone,
    stations_of,
)

_OPEN_PILES: Final = ("discard",)
_MOST_SPREAD: Final = 14


@dataclass(frozen=True, slots=True)
class TrayLane:
    """One lane of the commit tray: the cards of one side. `side` is None where no procedure names the zones."""

    name: str
    zones: tuple[str, ...]
    side: SideView | None = None


@dataclass(frozen=True, slots=True)
class ZonePlacement:
    """All zones of a view at their places.

    Attributes:
        seats: seats clockwise from the one at the top.
        hands: by seat, the zone of its hand.
        beside: by seat, the other zones that belong to it.
        lanes: the commit tray.
        left: piles left of the tray; the deck, or the decks of some with their discards.
        right: piles right of the tray; discards, or the decks of the others with theirs.
        others: all further zones, spread in the middle.
        empty: the empty ones of these; they need only the room of their name.
        bags: by seat, the chips in front of it.
        pots: chips in the middle.
        stations: by seat, the stations of its characters, if any; the zones of a station are nowhere else.
    """

    seats: tuple[Seat, ...]
    hands: dict[str, str]
    beside: dict[str, tuple[str, ...]]
    lanes: tuple[TrayLane, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]
    others: tuple[str, ...]
    empty: frozenset[str]
    bags: dict[str, tuple[str, ...]]
    pots: tuple[str, ...]
    stations: dict[str, tuple[Station, ...]] = field(default_factory=dict)

    @property
    def piles(self) -> tuple[str, ...]:
        """The zones of which only the top is visible."""
        return self.left + self.right

    def lies_in_pile(self, zone: str) -> bool:
        """Return whether a zone is shown as a pile, which a click opens."""
        beside = any(zone in own for own in self.beside.values())
        return zone in self.piles or beside or any(zone in s.piles for own in self.stations.values() for s in own)


def seats_clockwise(view: VisibleTable) -> tuple[Seat, ...]:
    """Return the seats clockwise from the GM, who sits at the top."""
    seats = list(view.seats.values())
    first = next((i for i, seat in enumerate(seats) if seat.role is Role.GM), 0)
    return tuple(seats[first:] + seats[:first])


def held_zones(view: VisibleTable, placement: ZonePlacement, seat: str) -> tuple[str, ...]:
    """Return the zones where a seat holds cards: its hand, and those of its characters."""
    beside = (zone for zone in placement.beside.get(seat, ()) if kind_of_zone(zone) in HELD_KINDS)
    placed = (station.hand for station in placement.stations.get(seat, ()))
    return tuple(z for z in dict.fromkeys((placement.hands.get(seat, ""), *placed, *beside)) if z in view.zones)


def shown_faces(view: VisibleTable, zone: str, looks: Mapping[str, VisibleZone]) -> tuple[str | None, ...]:
    """Return the faces of a zone that a screen shows, by index: those that its viewer knows, and those of a look."""
    lying = view.zones[zone]
    look = looks.get(zone, lying)
    known = lying if look.count != lying.count else look
    return tuple(lying.face(index) or known.face(index) for index in range(lying.count))


def shown_hands(
    view: VisibleTable, placement: ZonePlacement, seat: str, looks: Mapping[str, VisibleZone]
) -> tuple[str, ...]:
    """Return the hands of a seat whose faces a screen shows all, and that have cards to put in order."""
    held = (zone for zone in held_zones(view, placement, seat) if view.zones[zone].count > 1)
    return tuple(zone for zone in held if None not in shown_faces(view, zone, looks))


def place_zones(view: VisibleTable, turned_up: Mapping[str, Station] | None = None) -> ZonePlacement:
    """Give every zone its place; a passing zone is left out while it is empty."""
    stations = stations_of(view, turned_up)
    placed = {zone for station in stations for zone in station.zones}
    seats = seats_clockwise(view)
    hands = {seat.id: hand_of(seat.id) for seat in seats if hand_of(seat.id) in view.zones}
    lanes = _tray_lanes(view)
    placed_in_tray = {zone for lane in lanes for zone in lane.zones} | set(hands.values())
    beside: dict[str, list[str]] = {}
    left: list[str] = []
    right: list[str] = []
    others: list[str] = []
    for zone in view.zones.values():
        if zone.id in placed_in_tray or zone.id in placed or (zone.passing and not zone.count):
            continue
        owner = owner_of_zone(view, zone.id)
        if owner:
            beside.setdefault(owner, []).append(zone.id)
        elif kind_of_zone(zone.id) in _OPEN_PILES or (not zone.private and zone.count > _MOST_SPREAD):
            right.append(zone.id)
        elif _lies_as_pile(zone):
            left.append(zone.id)
        else:
            others.append(zone.id)
    left, right = _decks_with_discards(left, right)
    bags: dict[str, list[str]] = {}
    pots = []
    for bag in view.chips:
        seat = owner_of_bag(view, bag)
        if seat:
            bags.setdefault(seat, []).append(bag)
        else:
            pots.append(bag)
    return ZonePlacement(
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
        stations={
            seat.id: own_stations for seat in seats if (own_stations := tuple(s for s in stations if s.seat == seat.id))
        },
    )


def _decks_with_discards(decks: list[str], discards: list[str]) -> tuple[list[str], list[str]]:
    """Return the piles left and right of the tray: of several decks, each beside its own discards."""
    of = {zone.partition(":")[2]: zone for zone in discards}
    owners = [zone.partition(":")[2] for zone in decks]
    if len(decks) < 2 or sorted(owners) != sorted(of) or len(of) != len(discards):
        return decks, discards
    pairs = [pile for deck, owner in zip(decks, owners, strict=True) for pile in (deck, of[owner])]
    middle = (len(decks) + 1) // 2 * 2
    return pairs[:middle], pairs[middle:]


def _lies_as_pile(zone: VisibleZone) -> bool:
    return kind_of_zone(zone.id) == "deck" or (zone.private and not zone.owners) or zone.count > _MOST_SPREAD


def _tray_lanes(view: VisibleTable) -> tuple[TrayLane, ...]:
    lanes: list[TrayLane] = []
    taken: set[str] = set()
    activity_view = current_comparison(view)
    for side in activity_view.sides if activity_view else ():
        zones = tuple(zone for zone in side.zones if zone in view.zones and zone not in taken)
        taken.update(zones)
        lanes.append(TrayLane(name=side.name, zones=zones, side=side))
    stray: dict[str, list[str]] = {}
    for zone in view.zones:
        if zone not in taken and kind_of_zone(zone) in TRAY_KINDS:
            stray.setdefault(zone.partition(":")[2], []).append(zone)
    lanes += [TrayLane(name=name, zones=tuple(zones)) for name, zones in stray.items()]
    return tuple(lanes)
