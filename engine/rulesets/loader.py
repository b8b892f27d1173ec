"""The list of games, each loaded when it is first played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from engine.kit.game_factory import make_game
from engine.messages.refusal import Refused
from engine.presentation.card_faces import CardFace, HasCardFaces
from engine.presentation.game import Game, Ruleset
from engine.presentation.visibility import VisibleTable
from engine.simulate.simulation import Bot


def _imaginality() -> Ruleset:
    from engine.rulesets.imaginality.ruleset import Imaginality

    return Imaginality()


def _future_imperfect() -> Ruleset:
    from engine.rulesets.future_imperfect.ruleset import FutureImperfect

    return FutureImperfect()


def _card_the_drawing() -> Ruleset:
    from engine.rulesets.card_the_drawing.ruleset import CardTheDrawing

    return CardTheDrawing()


def _classic_fantasy() -> Ruleset:
    from engine.rulesets.classic_fantasy.ruleset import ClassicFantasy

    return ClassicFantasy()


# A game is imported when it is first played, so that the start of the program waits for no other game.
_RULESETS: Mapping[str, Callable[[], Ruleset]] = {
    "imaginality": _imaginality,
    "future_imperfect": _future_imperfect,
    "card_the_drawing": _card_the_drawing,
    "classic_fantasy": _classic_fantasy,
}


def ruleset_ids() -> tuple[str, ...]:
    """Return the ids of all games."""
    return tuple(_RULESETS)


@cache
def game_of(ruleset: str) -> Game:
    """Return a game by its id. Raises Refused for an unknown id."""
    if ruleset not in _RULESETS:
        raise Refused("no_such_ruleset", ruleset=ruleset[:60], known=list(_RULESETS))
    return make_game(_RULESETS[ruleset]())


def bot_of(ruleset: str) -> Bot | None:
    """Return the bot of a game; None for a game without one."""
    if ruleset != "card_the_drawing":
        return None
    from engine.rulesets.card_the_drawing.bot import BattleBot

    return BattleBot()


def printer_of(ruleset: str) -> HasCardFaces | None:
    """Return a game with cards of its own; None for a game without, and for an unknown id."""
    found: object = game_of(ruleset).ruleset if ruleset in _RULESETS else None
    return found if isinstance(found, HasCardFaces) else None


def card_face(view: VisibleTable, card: str) -> CardFace | None:
    """Return the face of a card that the viewer knows; None for a playing card, which needs none."""
    found = printer_of(view.ruleset)
    return found.card_face(card, view.lists, {**view.options, **view.scene}) if found is not None else None
