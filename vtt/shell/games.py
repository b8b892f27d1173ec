"""The games that the house knows, as a person chooses among them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.play.words import texts
from vtt.shell.words import told


@dataclass(frozen=True, slots=True)
class GameCard:
    """What a game is like, in a few words."""

    id: str
    name: str
    like: str
    kind: str


def game_name(ruleset: str) -> str:
    """Return what a game is called; its id where the language file does not know it, nothing for none."""
    return told(f"game.{ruleset}.name") if f"shell.game.{ruleset}.name" in texts() else ruleset


def game_cards() -> tuple[GameCard, ...]:
    """Return the games that can be played, in the order of the registry."""
    from engine.rulesets.registry import ruleset_ids  # the rules are loaded when somebody asks, not at the start

    return tuple(
        GameCard(game, game_name(game), told(f"game.{game}.like"), told(f"game.{game}.kind")) for game in ruleset_ids()
    )
