"""Offers of travel: walk, set the pace, and count the time of exploration anew (CF-TIME)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.table import Table
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.character.session_state import SessionState, front_procedure, session_state
from engine.rulesets.classic_fantasy.travel.travel_commands import CountAnew, SetWay, Walk, verify_walk


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers of travel, while nothing is in progress."""
    if not isinstance(front_procedure(table), SessionState) or not table.is_gm(seat):
        return
    yield offer_of(table, Walk(seat=seat, feet=30), verify_walk, name="d100_walk")
    session = session_state(table)
    way = SetWay(
        seat=seat,
        pace=session.pace,
        mapping=session.mapping,
        map_shown=session.map_shown,
        dark=session.dark,
        light=session.light,
    )
    yield offer_of(table, way, name="d100_way")
    yield offer_of(table, CountAnew(seat=seat), name="d100_count_anew")
