"""The odds of every offer, and of every card that it asks for, depend on nothing that their viewer may not know."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.codec import Codec
from engine.kit.conformance.hidden_changes import hidden_changes
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.odds.odds import Odds
from engine.presentation.game import Game
from engine.presentation.offers import Offer, Question, QuestionKind
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.rich import a_moment_of_play
from tests.properties import examples

CARDS = (QuestionKind.CARD, QuestionKind.CARDS)


MOST_MOMENTS = 1_000
FEW = 10
"""Of one in so many offers the odds of its other choices are compared too; of all it would take too long."""
AllOdds = list[tuple[Odds | None, Mapping[str, Odds]]]


def all_odds(game: Game, table: Table, offers: list[Offer], viewer: str) -> AllOdds:
    return [
        (
            game.odds(table, offer, viewer),
            {
                f"{question.field} {choice}": odds
                for question in offer.questions
                if question.kind in CARDS or (at + len(offers)) % FEW == 0
                for choice, odds in odds_of_choices(game, table, offer, question, viewer).items()
            },
        )
        for at, offer in enumerate(offers)
    ]


def odds_of_choices(game: Game, table: Table, offer: Offer, question: Question, viewer: str) -> Mapping[str, Odds]:
    """Return the odds of all cards that answer a question, or of the last choice."""
    if question.kind in CARDS:
        return game.odds_of_choices(table, offer, question.field, viewer)
    if question.kind is not QuestionKind.CHOICE or question.part or not question.choices:
        return {}
    last = replace(question, choices=question.choices[-1:], by="", among={})
    return game.odds_of_choices(table, replace(offer, questions=(last,)), question.field, viewer)


def a_moment_with_odds(game: Game, random: Random) -> tuple[Table, str, list[Offer], AllOdds]:
    """Return a moment at which a viewer has odds, with that viewer, the offers and their odds.

    Games of cards seldom have any, so that a moment at random would compare nothing with nothing.
    """
    for _ in range(MOST_MOMENTS):
        table, _, _ = a_moment_of_play(game, random)
        viewers = [SHARED, *(seat for seat in table.seats if not table.is_gm(seat))]
        for viewer in random.sample(viewers, len(viewers)):
            offers = [offer for seat in table.seats for offer in game.offers(table, seat, viewer)]
            known = all_odds(game, table, offers, viewer)
            if any(odds is not None or choices for odds, choices in known):
                return table, viewer, offers, known
    raise AssertionError("no viewer has any odds")


@pytest.mark.parametrize("ruleset", ruleset_ids())
@examples(3)
@given(seed=st.integers(0, 2**32))
def test_no_odds_tell_of_anything_hidden(ruleset: str, seed: int) -> None:
    game, random = game_of(ruleset), Random(seed)
    table, viewer, offers, here = a_moment_with_odds(game, random)
    for change, other, swapped in hidden_changes(game, Codec(game), table, viewer, random):
        if not swapped or change == "other cards":  # offers name no hidden card, but may name somebody
            assert all_odds(game, other, offers, viewer) == here, change
