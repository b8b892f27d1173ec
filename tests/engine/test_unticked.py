"""How a fight begins names nobody beforehand whom only the GM knows of, in every game."""

from __future__ import annotations

import pytest

from engine.play.offers import AskKind
from engine.rulesets.registry import game_of, ruleset_ids
from engine.table.frozen import replace
from tests.engine.rich import FIGHTS, scripts_of, with_somebody_unmet


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_nobody_unseen_is_ticked_where_a_fight_begins(ruleset: str) -> None:
    game, timeline = game_of(ruleset), scripts_of(ruleset)[0].timeline
    seen = 0
    for position in range(len(timeline.entries) + 1):
        table = timeline.table_at(position)
        gm = table.gm()
        if not table.actors:
            continue
        table = with_somebody_unmet(game, replace(table, procedures=table.procedures[:1]), sorted(table.actors)[0])
        hidden = {actor.id for actor in table.actors.values() if actor.secret}
        for offer in game.offers(table, gm):
            if offer.name.startswith(FIGHTS):
                ticked = set(getattr(offer.command, "fighters", ()))
                asked = next(ask for ask in offer.asks if ask.field == "fighters")
                assert asked.kind is AskKind.CHOICES
                assert hidden <= {*asked.choices}, "the GM may choose them"
                assert not ticked & hidden, offer.name
                seen += 1
    assert seen
