"""Which games the table can play."""

from __future__ import annotations

from functools import cache

from engine.play.game import Game
from engine.play.refusal import Refused
from engine.rulesets.imaginality.ruleset import Imaginality

_RULESETS = {"imaginality": Imaginality}


def ruleset_ids() -> tuple[str, ...]:
    """Return the ids of all games."""
    return tuple(_RULESETS)


@cache
def game_of(ruleset: str) -> Game:
    """Return a game by its id. Raises Refused for one that is not there."""
    if ruleset not in _RULESETS:
        raise Refused("no_such_ruleset", ruleset=ruleset[:60], known=list(_RULESETS))
    return Game(_RULESETS[ruleset]())
