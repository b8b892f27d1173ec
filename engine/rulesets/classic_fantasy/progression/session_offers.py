"""Offers to start and end a session of play, and to correct its number."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.table import Table
from engine.presentation.offers import Offer, QuestionKind, make_offer, question
from engine.rulesets.classic_fantasy.character.session_state import SessionState, front_procedure, session_state
from engine.rulesets.classic_fantasy.progression import session_commands


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers of a session, while nothing is in progress."""
    if not isinstance(front_procedure(table), SessionState) or not table.is_gm(seat):
        return
    if session_state(table).running:
        yield make_offer("d100_end_session", session_commands.EndSession(seat=seat))
    else:
        yield make_offer("d100_start_session", session_commands.StartSession(seat=seat))
    number = question("d100_session", QuestionKind.NUMBER, field="number", most=9999)
    yield make_offer(
        "d100_set_session",
        session_commands.SetSession(seat=seat, number=session_state(table).session),
        questions=(number,),
    )
