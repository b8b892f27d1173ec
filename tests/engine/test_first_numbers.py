"""What a number that an offer asks for begins with: something that may be answered, and that somebody may well mean."""

from __future__ import annotations

from random import Random

import pytest

from engine.play.offers import Ask, AskKind, Offer
from engine.rulesets.registry import game_of
from tests.engine.rich import a_moment

WIDE = 1000
"""Where as much as that may be answered, the least of it is what nobody means."""


def begun(offer: Offer, ask: Ask) -> int | None:
    """Return what a question begins with; None where it is left open."""
    value = getattr(offer.command, ask.field, None)
    if ask.part:
        value = value.get(ask.part) if isinstance(value, dict) else None
    if isinstance(value, int):
        return value
    return None if ask.optional or ask.part else ask.least


def amiss(offer: Offer) -> list[str]:
    """Return the questions that begin with a number which is out of bounds, or which nobody would mean."""
    found = []
    for ask in offer.asks:
        start = begun(offer, ask) if ask.kind in (AskKind.NUMBER, AskKind.TIME) else None
        if start is None:
            continue
        outside = start < ask.least or (ask.most is not None and start > ask.most)
        wide = ask.most is not None and ask.most >= WIDE and not ask.optional
        absurd = start == ask.least != ask.most and (ask.least < 0 or wide)
        if outside or absurd:
            found.append(f"{offer.name} {ask.field}: {start} of {ask.least} to {ask.most}")
    return found


@pytest.mark.parametrize("ruleset", ["imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy"])
def test_a_number_begins_with_what_somebody_may_mean(ruleset: str) -> None:
    game, random = game_of(ruleset), Random(7)
    asked, found = 0, set[str]()
    for _ in range(10):
        table = a_moment(ruleset, random)
        for seat in table.seats:
            for listed in game.offers(table, seat):
                if listed.denial is None:
                    offer = game.worked_out(table, listed) if listed.later else listed
                    asked += sum(ask.kind is AskKind.NUMBER for ask in offer.asks)
                    found.update(amiss(offer))
    assert asked
    assert found == set()
