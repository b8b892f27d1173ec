"""The character who acts by an offer."""

from __future__ import annotations

from typing import Final

from engine.presentation.offers import Offer

ACTOR_FIELD: Final = "actor"
"""The field of a command with the character who acts."""


def acting_character(offer: Offer) -> str:
    """Return the id of the character who would act; empty if the offer asks for it, or if nobody does."""
    is_asked = any(question.field == ACTOR_FIELD for question in offer.questions)
    return "" if is_asked else str(getattr(offer.command, ACTOR_FIELD, ""))
