"""Offers of travel: walk, set the pace, and count the time of exploration anew (CF-TIME)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.model.table import Table
from engine.presentation.offers import Offer, QuestionKind, make_offer, question, with_denial
from engine.rulesets.classic_fantasy.character.session_state import Pace, SessionState, front_procedure, session_state
from engine.rulesets.classic_fantasy.travel import travel_commands


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers of travel, while nothing is in progress."""
    if not isinstance(front_procedure(table), SessionState) or not table.is_gm(seat):
        return
    feet = question("d100_feet", QuestionKind.NUMBER, field="feet", least=1, most=travel_commands.MOST_FEET)
    yield with_denial(
        table,
        make_offer("d100_walk", travel_commands.Walk(seat=seat, feet=30), questions=(feet,)),
        travel_commands.verify_walk,
    )
    yield _set_way_offer(table, seat)
    yield make_offer("d100_count_anew", travel_commands.CountAnew(seat=seat))


def _set_way_offer(table: Table, seat: str) -> Offer:
    session = session_state(table)
    flags = tuple(
        question(f"d100_{name}", QuestionKind.FLAG, field=name, optional=True)
        for name in ("mapping", "map_shown", "dark", "light")
    )
    pace = question("d100_pace", QuestionKind.CHOICE, get_args(Pace), field="pace", optional=True)
    command = travel_commands.SetWay(
        seat=seat,
        pace=session.pace,
        mapping=session.mapping,
        map_shown=session.map_shown,
        dark=session.dark,
        light=session.light,
    )
    return make_offer("d100_way", command, questions=(pace, *flags))
