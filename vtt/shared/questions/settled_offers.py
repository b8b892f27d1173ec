"""Offers that can be done as they are: all that they ask is answered."""

from __future__ import annotations

from collections.abc import Mapping

from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.presentation.offers import Offer
from vtt.shared.offers.pressed_questions import open_questions
from vtt.shared.questions.question_form import filled


def is_settled(offer: Offer) -> bool:
    """Return whether an offer can be done as it is. Only then it has odds of its own."""
    return offer.denial is None and not offer.lazy and not open_questions(offer, {})


def settled(offer: Offer, answers: Mapping[str, object]) -> Offer | None:
    """Return an offer with these answers; None while something is open, or if an answer does not fit."""
    if offer.denial is not None or offer.lazy or open_questions(offer, answers):
        return None
    try:
        return replace(offer, command=filled(offer.command, answers), questions=())
    except Refused:
        return None
