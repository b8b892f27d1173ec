"""What stands on a card that somebody knows, by the game that is played."""

from __future__ import annotations

from engine.play.faces import CardFace
from engine.play.sight import View


def card_face(view: View, card: str) -> CardFace | None:
    """Return what stands on a card of a game's own; None for a playing card, which its name tells."""
    from engine.rulesets import registry  # games are loaded when one is played: the start waits for none

    return registry.card_face(view, card)
