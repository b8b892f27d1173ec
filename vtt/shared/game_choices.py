"""The games that the house knows, as a person chooses among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from engine.core.fault_isolation import isolated
from engine.core.game_options import OptionSpec, complete_options
from engine.messages.refusal import Refused
from engine.model.frozen import Json


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
    """Return the name of a game; one made from its id if it is not installed, an empty text for none."""
    from engine.sheets.catalogue.game_metadata import display_name

    return display_name(ruleset)


def game_cards() -> tuple[GameCard, ...]:
    """Return the games that can be played, in the order of the registry."""
    # The rules are loaded when somebody asks, not at the start.
    from engine.rulesets.loader import game_of, games

    cards = []
    for game in games():
        try:
            rules = game_of(game.id).ruleset if game.usable else None
        except Refused:
            continue  # it is listed as broken from now on
        if rules is None or game.folder is None:
            continue
        first = {name: spec for name, spec in rules.options.items() if spec.at_start}
        words = (game.name, game.folder.file.pitch, game.folder.file.details)
        # A game that is all by hand has no move of its own, so nobody but the people deals.
        cards.append(GameCard(game.id, *words, first, bool(rules.moves), partial(_advised, game.id)))
    return tuple(cards)


def _advised(ruleset: str, players: int) -> Mapping[str, Json]:
    from engine.rulesets.loader import game_of

    rules = game_of(ruleset).ruleset
    return isolated(lambda: rules.advised_options(players, complete_options(rules.options, {})), {})
