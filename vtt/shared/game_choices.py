"""The games that the house knows, as a person chooses among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from engine.core.game_options import OptionSpec, complete_options
from engine.messages.texts import texts
from engine.model.frozen import Json
from vtt.widgets.ui_texts import ui_text


@dataclass(frozen=True, slots=True)
class GameCard:
    """A short portrait of a game.

    Attributes:
        options: the options to choose when a campaign is made.
        deals: whether cards are dealt before the first move.
        advised: the recommended options for a number of players that differ from the defaults.
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
    return ui_text("shell", f"game.{ruleset}.name") if f"shell.game.{ruleset}.name" in texts() else ruleset


def game_cards() -> tuple[GameCard, ...]:
    """Return the games that can be played, in the order of the registry."""
    # The rules are loaded when somebody asks, not at the start.
    from engine.rulesets.loader import game_of, ruleset_ids

    cards = []
    for game in ruleset_ids():
        rules = game_of(game).ruleset
        first = {name: spec for name, spec in rules.options.items() if spec.at_start}
        words = (game_name(game), ui_text("shell", f"game.{game}.like"), ui_text("shell", f"game.{game}.kind"))
        # A game that is all by hand has no move of its own, so nobody but the people deals.
        cards.append(GameCard(game, *words, first, bool(rules.moves), partial(_advised, game)))
    return tuple(cards)


def _advised(ruleset: str, players: int) -> Mapping[str, Json]:
    from engine.rulesets.loader import game_of

    rules = game_of(ruleset).ruleset
    return rules.advised_options(players, complete_options(rules.options, {}))
