"""Offers to write a log note."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.manual_moves import Say
from engine.core.memo import memo
from engine.presentation.offers import Offer, QuestionKind, make_offer, question


def offers(seat: str) -> Iterator[Offer]:
    """Yield the notes that a seat can write at any time."""
    yield _note(seat)


@memo
def _note(seat: str) -> Offer:
    text = question("note", QuestionKind.TEXT, field="text", secret=True)
    return make_offer("private_note", Say(seat=seat, text="", private=True), questions=(text,))
