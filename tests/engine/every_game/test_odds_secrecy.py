"""The odds of every offer, and of every card that it asks for, depend on nothing that their viewer may not know."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.codec import Codec
from engine.kit.conformance.hidden_changes import hidden_changes
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.odds.odds import Odds
from engine.presentation.game import Game
from engine.presentation.offers import Offer, QuestionKind
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.rich import a_moment_of_play
from tests.properties import examples

CARDS = (QuestionKind.CARD, QuestionKind.CARDS)


def all_odds(
    game: Game, table: Table, offers: list[Offer], viewer: str
) -> list[tuple[Odds | None, Mapping[str, Odds]]]:
    return [
        (
            game.odds(table, offer, viewer),
            {
                f"{question.field} {choice}": odds
                for question in offer.questions
                if question.kind in CARDS
                for choice, odds in game.odds_of_choices(table, offer, question.field, viewer).items()
            },
        )
        for offer in offers
    ]


@pytest.mark.parametrize("ruleset", ruleset_ids())
@examples(3)
@given(seed=st.integers(0, 2**32))
def test_no_odds_tell_of_anything_hidden(ruleset: str, seed: int) -> None:
    game, random = game_of(ruleset), Random(seed)
    table, _, _ = a_moment_of_play(game, random)
    viewer = random.choice([SHARED, *(seat for seat in table.seats if not table.is_gm(seat))])
    offers = [offer for seat in table.seats for offer in game.offers(table, seat, viewer)]
    here = all_odds(game, table, offers, viewer)
    for change, other, swapped in hidden_changes(game, Codec(game), table, viewer, random):
        if not swapped or change == "other cards":  # offers name no hidden card, but may name somebody
            assert all_odds(game, other, offers, viewer) == here, change
