"""The printed face of a known card, by the game of the view."""

from __future__ import annotations

from engine.presentation.card_faces import CardFace
from engine.presentation.visibility import VisibleTable


def card_face(view: VisibleTable, card: str) -> CardFace | None:
    """Return the printed face of a game's own card; None for a playing card."""
    from engine.rulesets import loader  # loaded when a game is played, so that the start is quick

    return loader.card_face(view, card)
