"""The games that the house knows, as a person chooses among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from engine.play.options import OptionSpec, complete
from engine.play.words import texts
from engine.table.frozen import Json
from vtt.shell.words import told


@dataclass(frozen=True, slots=True)
class GameCard:
    """What a game is like, in a few words.

    Attributes:
        options: which of its options are chosen already when a campaign is made.
        deals: whether cards are dealt before the first move.
        advised: the options that it has otherwise than usual for so many players.
    """

    id: str
    name: str
    like: str
    kind: str
    options: Mapping[str, OptionSpec]
    deals: bool
    advised: Callable[[int], Mapping[str, Json]]


def game_name(ruleset: str) -> str:
    """Return what a game is called; its id where the language file does not know it, nothing for none."""
    return told(f"game.{ruleset}.name") if f"shell.game.{ruleset}.name" in texts() else ruleset


def game_cards() -> tuple[GameCard, ...]:
    """Return the games that can be played, in the order of the registry."""
    # The rules are loaded when somebody asks, not at the start.
    from engine.rulesets.registry import game_of, ruleset_ids

    found = []
    for game in ruleset_ids():
        rules = game_of(game).ruleset
        first = {name: spec for name, spec in rules.options.items() if spec.at_start}
        words = (game_name(game), told(f"game.{game}.like"), told(f"game.{game}.kind"))
        # A game that is all by hand has no move of its own, so nobody but the people deals.
        found.append(GameCard(game, *words, first, bool(rules.moves), partial(_advised, game)))
    return tuple(found)


def _advised(ruleset: str, players: int) -> Mapping[str, Json]:
    from engine.rulesets.registry import game_of

    rules = game_of(ruleset).ruleset
    return rules.advised(players, complete(rules.options, {}))
