"""The id of a deck that the GM keeps secret or shares: two decks must never have the same.

A player who does not know a secret deck cannot avoid its id, and would overwrite it or be hidden by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

import msgspec

from engine.kit.content_editor.view_models import Lists
from engine.model.frozen import replace
from engine.rulesets.card_the_drawing.cards.card_library import DECKS, GM_DECKS, Library, row_of, shipped_record
from engine.rulesets.card_the_drawing.cards.card_records import CardDeck
from engine.rulesets.card_the_drawing.editor.record_commands import lists_holding
from engine.rulesets.card_the_drawing.editor.record_editor_view import id_for

_SECRET_STEM = "gm-"
_SIGNS = 8


def with_settled_id(deck: CardDeck, lists: Lists, library: Library, *, new: bool) -> tuple[CardDeck, Mapping[str, str]]:
    """Return a deck under the id that it is saved with, and its earlier id, if it is saved under one.

    Args:
        deck: the deck to save.
        lists: the group's lists, as far as the saving seat may know them.
        library: the library made of them.
        new: it was never saved before.
    """
    list_keys, before = lists_holding(lists, DECKS, deck.id), deck.id
    turns = False
    if deck.secret:
        turns = (
            list_keys == (DECKS,) and shipped_record(DECKS, deck.id) is None and not deck.id.startswith(_SECRET_STEM)
        )
        id_ = id_for(deck.name, DECKS, library, secret=True) if turns else deck.id
        if (new or turns) and GM_DECKS not in lists:
            id_ = f"{id_}-{_mark_of(deck)}"  # a player cannot see the ids of the GM's decks
    else:
        turns = len(list_keys) > 1  # a shared deck already has this id
        id_ = id_for(deck.name, DECKS, library) if turns else deck.id
    return replace(deck, id=id_), {before: id_} if turns else {}


def _mark_of(deck: CardDeck) -> str:
    return sha256(msgspec.json.encode(row_of(deck))).hexdigest()[:_SIGNS]
