"""Offers to start and end a session of play, and to correct its number."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.table import Table
from engine.presentation.command_offers import offer_of, unchecked
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.character.session_state import SessionState, front_procedure, session_state
from engine.rulesets.classic_fantasy.progression.session_commands import EndSession, SetSession, StartSession


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers of a session, while nothing is in progress."""
    if isinstance(front_procedure(table), SessionState) and table.is_gm(seat):
        session = session_state(table)
        if session.running:
            yield offer_of(table, EndSession(seat=seat), unchecked, name="d100_end_session")
        else:
            yield offer_of(table, StartSession(seat=seat), unchecked, name="d100_start_session")
        yield offer_of(table, SetSession(seat=seat, number=session.session), unchecked, name="d100_set_session")
