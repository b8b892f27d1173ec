"""Under which id a deck is kept that the GM keeps alone, or tells to all: two decks must never come to have the same.

Whoever does not know of a secret deck cannot keep clear of its id, and would write over it or be hidden by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

import msgspec

from engine.rulesets.card_the_drawing.library import DECKS, GM_DECKS, Library, original, row_of
from engine.rulesets.card_the_drawing.records import Deck
from engine.rulesets.card_the_drawing.workshop.desks import id_for
from engine.rulesets.card_the_drawing.workshop.writing import held_in
from engine.table.frozen import replace
from engine.workshop.bench import Lists

_SECRET_STEM = "gm-"
_SIGNS = 8


def settled(deck: Deck, lists: Lists, library: Library, *, new: bool) -> tuple[Deck, Mapping[str, str]]:
    """Return a deck under the id that it is saved with, and what other id it had before, if it is kept under one.

    Args:
        deck: as it shall be saved.
        lists: the group's lists, as far as whoever saves may know them.
        library: what is made of them.
        new: it was never saved before.
    """
    held, before = held_in(lists, DECKS, deck.id), deck.id
    turns = False
    if deck.secret:
        turns = held == (DECKS,) and original(DECKS, deck.id) is None and not deck.id.startswith(_SECRET_STEM)
        id_ = id_for(deck.name, DECKS, library, secret=True) if turns else deck.id
        if (new or turns) and GM_DECKS not in lists:
            id_ = f"{id_}-{_mark_of(deck)}"  # here nobody sees which ids the GM's decks have
    else:
        turns = len(held) > 1  # what all know already has this id
        id_ = id_for(deck.name, DECKS, library) if turns else deck.id
    return replace(deck, id=id_), {before: id_} if turns else {}


def _mark_of(deck: Deck) -> str:
    return sha256(msgspec.json.encode(row_of(deck))).hexdigest()[:_SIGNS]
