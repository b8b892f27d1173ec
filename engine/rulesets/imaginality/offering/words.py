"""What can be written down besides the rules."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.moves import Say
from engine.play.offers import AskKind, Offer, ask, offered
from engine.table.frozen import kept


def offers(seat: str) -> Iterator[Offer]:
    """Yield what a seat can write at any time."""
    yield _note(seat)


@kept
def _note(seat: str) -> Offer:
    text = ask("note", AskKind.TEXT, field="text", secret=True)
    return offered("private_note", Say(seat=seat, text="", private=True), asks=(text,))
