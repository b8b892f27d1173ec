"""Offers to let time pass, each with a preview of what will happen (CF-TIME, CF-UI-8)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.character.session_state import SessionState, front_procedure
from engine.rulesets.classic_fantasy.time import time_advance
from engine.rulesets.classic_fantasy.time.time_advance import BUTTONS, AdvanceTime, ClockUnit, length_of
from engine.rulesets.classic_fantasy.time.time_preview import Forecast, forecast, forecast_summary

ANY = "d100_pass_any"


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers to let time pass, while nothing is in progress."""
    if isinstance(front_procedure(table), SessionState) and table.is_gm(seat):
        yield offer_of(table, AdvanceTime(seat=seat, unit="hour"), name=ANY, lazy=True)
        for unit in BUTTONS:
            command = AdvanceTime(seat=seat, unit=unit)
            yield offer_of(table, command, name=f"d100_pass:{unit}", asks={"unit": None}, direct=True, unit=unit)


def complete_offer(table: Table, offer: Offer, viewer: str) -> Offer:
    """Return the offer to let any time pass with a preview for each unit, up to a month (CF-UI-8)."""
    upcoming = forecast(table, length_of(table, "month"), viewer=viewer)
    previews = {
        unit: preview(table, unit, upcoming)
        for unit in time_advance.CLOCK_UNITS
        if length_of(table, unit) <= _foresight_limit(table)
    }
    return replace(
        offer,
        questions=tuple(
            replace(open_question, told=previews) if open_question.field == "unit" else open_question
            for open_question in offer.questions
        ),
    )


def _foresight_limit(table: Table) -> int:
    return length_of(table, "month")


def preview(table: Table, unit: ClockUnit, upcoming: Forecast) -> Message:
    """Return one line about what a unit of time will bring."""
    return forecast_summary(upcoming.within(table.clock + length_of(table, unit)))
