"""Cards that are handed to somebody: who can get them, and where they go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.presentation.visibility import VisibleTable
from vtt.shared.table_queries import is_held, kind_of_zone, owner_of_zone
from vtt.table.input.drop_targets import ItemPlace
from vtt.table.layout.zone_placement import ZonePlacement, held_zones


def hands_of_receivers(view: VisibleTable, placement: ZonePlacement, places: Sequence[ItemPlace]) -> Mapping[str, str]:
    """Return by seat the hand that cards go to when somebody hands them over; empty if they are not from one hand.

    A seat gets them in its own hand. One without a hand of its own gets them only if it is clear which of its
    characters holds them.
    """
    zones = {place.zone for place in places}
    if len(zones) != 1 or places[0].colour or not is_held(places[0].zone):
        return {}
    giver = owner_of_zone(view, places[0].zone)
    hands: dict[str, str] = {}
    for seat in view.seats:
        held = held_zones(view, placement, seat)
        own = [zone for zone in held if kind_of_zone(zone) == "hand"] or held
        if seat != giver and len(own) == 1:
            hands[seat] = own[0]
    return hands
