"""Questions about a visible table that several rooms ask: owners of zones, seats in turn, stations, bodies, sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.model.seats import SHARED, Actor, Role
from engine.presentation.activity_view import ActivityView, SideView, TurnView
from engine.presentation.stations import Station
from engine.presentation.visibility import VisibleTable

TRAY_KINDS: Final = ("committed", "drawn")
HELD_KINDS: Final = ("cards",)
"""Kinds of zones held like a hand, by one of several characters of a seat."""


def kind_of_zone(zone: str) -> str:
    """Return the part before the colon: `hand` of `hand:tom`."""
    return zone.partition(":")[0]


def is_held(zone: str) -> bool:
    """Return whether the cards of a zone are held: a seat's hand, or that of one of its several characters."""
    return kind_of_zone(zone) in ("hand", *HELD_KINDS)


def owner_of_zone(view: VisibleTable, zone: str) -> str:
    """Return the one seat that a zone belongs to, or an empty string."""
    visible_zone = view.zones.get(zone)
    if visible_zone is not None and len(visible_zone.owners) == 1 and visible_zone.owners[0] in view.seats:
        return visible_zone.owners[0]
    name = zone.partition(":")[2]
    return name if name in view.seats and kind_of_zone(zone) not in TRAY_KINDS else ""


def is_of_one_of_several(view: VisibleTable, zone: str) -> bool:
    """Return whether a zone belongs to one of several characters of a seat, so that the seat does not tell whose it is.

    The seat's own hand is not one of a character.
    """
    actor = view.actors.get(zone.partition(":")[2])
    return actor is not None and sum(other.seat == actor.seat for other in view.actors.values()) > 1


def owner_of_bag(view: VisibleTable, bag: str) -> str:
    """Return the seat that a bag of chips is in front of, or an empty string."""
    name = bag if bag in view.actors or bag in view.seats else bag.partition(":")[2]
    name = view.actors[name].seat if name in view.actors else name
    return name if name in view.seats else ""


def seats_waited_for(view: VisibleTable) -> frozenset[str]:
    """Return the seats that the innermost activity waits for, whether it names seats or characters."""
    if not view.under_way:
        return frozenset()
    names = view.under_way[-1].waiting_for
    return frozenset(view.actors[name].seat if name in view.actors else name for name in names)


def reachable_seats(view: VisibleTable) -> tuple[str, ...]:
    """Return the seats that a viewer can act for: all for the common screen and the GM, else the viewer's own."""
    seat = view.seats.get(view.viewer)
    if view.viewer == SHARED or (seat is not None and seat.role is Role.GM):
        return tuple(view.seats)
    return (seat.id,) if seat is not None else ()


def seats_to_answer(view: VisibleTable, owner: str = "") -> tuple[str, ...]:
    """Return the seats with offers that a click on the table may take, in order; the same on every screen.

    Those that the table waits for come first, then the owner of the clicked thing.
    """
    waited = seats_waited_for(view)
    return tuple(sorted(reachable_seats(view), key=lambda seat: (seat not in waited, seat != owner)))


def turn_order(view: VisibleTable) -> tuple[TurnView, ...]:
    """Return the turn order of the innermost activity that has one."""
    return next((g.order for g in reversed(view.under_way) if g.order and not g.asks), ())


def stations_of(view: VisibleTable, turned_up: Mapping[str, Station] | None = None) -> tuple[Station, ...]:
    """Return the stations of the innermost activity that has any.

    Args:
        view: the view.
        turned_up: by character, stations as a seat that looks may see them.
    """
    stations = next((g.stations for g in reversed(view.under_way) if g.stations), ())
    return tuple((turned_up or {}).get(station.actor, station) for station in stations if station.seat in view.seats)


def place_of_card_in_play(view: VisibleTable) -> tuple[str, int] | None:
    """Return the place of the card in play: its zone and its index."""
    place = next((g.spotlight for g in reversed(view.under_way) if g.spotlight), "")
    zone, _, index = place.rpartition("#")
    visible_zone = view.zones.get(zone)
    return (
        (zone, int(index))
        if visible_zone is not None and index.isdecimal() and int(index) < visible_zone.count
        else None
    )


def current_comparison(view: VisibleTable) -> ActivityView | None:
    """Return the innermost activity with sides; one that plays a card shows that in the middle instead."""
    own = (g for g in reversed(view.under_way) if g.sides and not g.spotlight)
    return next((g for g in own if not any(side.at for side in g.sides)), None)


def is_decided(view: VisibleTable, seat: str) -> bool:
    """Return whether what is compared has a result, and a seat has no card to play for it."""
    comparison = current_comparison(view)
    if comparison is None or (comparison.outcome is None and not any(side.verdict for side in comparison.sides)):
        return False
    return not any(side.seat == seat and side.laid < side.due and not side.ready for side in comparison.sides)


def sides_by_body(view: VisibleTable) -> Mapping[str, SideView]:
    """Return by body the side that describes it: its relation to the card in play, and that card's effect on it."""
    activity_view = next((g for g in reversed(view.under_way) if g.sides), None)
    return {side.at: side for side in activity_view.sides if side.at} if activity_view is not None else {}


def may_read_record(view: VisibleTable, actor: Actor) -> bool:
    """Return whether a viewer may read a character's record: a secret one only its player and the GM."""
    seat = view.seats.get(view.viewer)
    return not actor.secret or view.viewer == actor.seat or (seat is not None and seat.role is Role.GM)


def secret_actors_in_sight(view: VisibleTable, seat: str) -> tuple[Actor, ...]:
    """Return the GM's characters that a viewer has noticed and may not read.

    A character that is not noticed yet is not in the view, and changes nothing here. Neither does what is on a sheet.

    Args:
        view: what the viewer may know.
        seat: the seat of the GM; no other seat has such characters.
    """
    owner = view.seats.get(seat)
    if owner is None or owner.role is not Role.GM:
        return ()
    return tuple(actor for actor in view.actors.values() if actor.seat == seat and not may_read_record(view, actor))


def awaited_seats(view: VisibleTable) -> tuple[str, ...]:
    """Return the seats that the innermost procedure waits for, in its order."""
    return next((g.waiting_for for g in reversed(view.under_way) if g.waiting_for), ())
