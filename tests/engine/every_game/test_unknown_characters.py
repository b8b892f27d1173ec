"""The offers to begin a fight reveal no character that only the GM knows, in every game."""

from __future__ import annotations

import pytest

from engine.kit.conformance.rich_tables import with_unmet_character
from engine.model.frozen import replace
from engine.presentation.offers import QuestionKind
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.rich import FIGHTS, scripts_of


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_nobody_unseen_is_ticked_where_a_fight_begins(ruleset: str) -> None:
    game, timeline = game_of(ruleset), scripts_of(ruleset)[0].history
    seen = 0
    for position in range(len(timeline.entries) + 1):
        table = timeline.table_at(position)
        gm = table.gm()
        if not table.actors:
            continue
        table = with_unmet_character(game, replace(table, procedures=table.procedures[:1]), sorted(table.actors)[0])
        hidden = {actor.id for actor in table.actors.values() if actor.secret}
        for offer in game.offers(table, gm):
            if offer.name.startswith(FIGHTS):
                ticked = set(getattr(offer.command, "fighters", ()))
                asked = next(ask for ask in offer.questions if ask.field == "fighters")
                assert asked.kind is QuestionKind.CHOICES
                assert hidden <= {*asked.choices}, "the GM may choose them"
                assert not ticked & hidden, offer.name
                seen += 1
    assert seen
