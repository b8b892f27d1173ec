"""The character who acts by an offer."""

from __future__ import annotations

from engine.presentation.offers import Offer

_FIELD = "actor"


def acting_character(offer: Offer) -> str:
    """Return the id of the character who would act; empty if the offer asks for it, or if nobody does."""
    is_asked = any(question.field == _FIELD for question in offer.questions)
    return "" if is_asked else str(getattr(offer.command, _FIELD, ""))
