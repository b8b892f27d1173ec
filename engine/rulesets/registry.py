"""Which games the table can play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from engine.play.faces import CardFace, PrintsFaces
from engine.play.game import Game, Ruleset
from engine.play.refusal import Refused
from engine.play.sight import View
from engine.simulate.driver import Pilot


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


# The rules of a game are loaded when somebody plays it: a start waits for no other game.
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
    """Return a game by its id. Raises Refused for one that is not there."""
    if ruleset not in _RULESETS:
        raise Refused("no_such_ruleset", ruleset=ruleset[:60], known=list(_RULESETS))
    return Game(_RULESETS[ruleset]())


def pilot_of(ruleset: str) -> Pilot | None:
    """Return who plays a fight of a game by himself; None where nobody can."""
    if ruleset != "card_the_drawing":
        return None
    from engine.rulesets.card_the_drawing.autopilot import Automatic

    return Automatic()


def printer_of(ruleset: str) -> PrintsFaces | None:
    """Return a game that has cards of its own; None for one that has not, or that is not there."""
    found: object = game_of(ruleset).ruleset if ruleset in _RULESETS else None
    return found if isinstance(found, PrintsFaces) else None


def card_face(view: View, card: str) -> CardFace | None:
    """Return what stands on a card that somebody knows; None for a playing card, which its name tells."""
    found = printer_of(view.ruleset)
    return found.card_face(card, view.lists, {**view.options, **view.scene}) if found is not None else None
