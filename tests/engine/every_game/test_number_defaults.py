"""The default of a number question: a possible answer, and a plausible one."""

from __future__ import annotations

from random import Random

import pytest

from engine.presentation.offers import Offer, Question, QuestionKind
from engine.rulesets.loader import game_of
from tests.engine.rich import a_moment

WIDE = 1000
"""With a range of at least this size, the minimum is not a plausible answer."""


def begun(offer: Offer, ask: Question) -> int | None:
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
    for ask in offer.questions:
        start = begun(offer, ask) if ask.kind in (QuestionKind.NUMBER, QuestionKind.TIME) else None
        if start is None:
            continue
        outside = start < ask.least or (ask.most is not None and start > ask.most)
        wide = ask.most is not None and ask.most >= WIDE and not ask.optional
        absurd = start == ask.least != ask.most and (ask.least < 0 or wide)
        if outside or absurd:
            found.append(f"{offer.name} {ask.field}: {start} of {ask.least} to {ask.most}")
    return found


@pytest.mark.parametrize("ruleset", ["imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy"])
def test_the_default_of_a_number_is_plausible(ruleset: str) -> None:
    game, random = game_of(ruleset), Random(7)
    asked, found = 0, set[str]()
    for _ in range(10):
        table = a_moment(ruleset, random)
        for seat in table.seats:
            for listed in game.offers(table, seat):
                if listed.denial is None:
                    offer = game.complete_offer(table, listed) if listed.lazy else listed
                    asked += sum(ask.kind is QuestionKind.NUMBER for ask in offer.questions)
                    found.update(amiss(offer))
    assert asked
    assert found == set()
