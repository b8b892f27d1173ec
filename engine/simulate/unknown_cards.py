"""A table with other cards wherever one viewer does not know them, as if every deal were equally likely.

The deal does not depend on the real places of these cards, so nothing can be learnt from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.chance import Chance
from engine.core.codec import Codec
from engine.core.unseen_cards import have_different_faces, unknown_cards
from engine.kit.conformance.other_worlds import swapped_table
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.game import Game

DeckOf = Callable[[Table, str], str]
"""Returns the name of the deck to which a card belongs; cards of different decks do not change places."""


def with_unknown_cards_dealt(
    game: Game, table: Table, viewer: str, chance: Chance, deck_of: DeckOf
) -> tuple[Table, frozenset[str]]:
    """Return a table on which the cards that a viewer does not know have changed places, and these cards.

    What is in progress names them in their new places.
    """
    position = {card: number for number, card in enumerate(table.all_cards())}
    swaps: dict[str, str] = {}
    for cards in _unknown_decks(table, viewer, deck_of).values():
        if have_different_faces(cards):
            swaps.update(zip(sorted(cards, key=position.__getitem__), chance.shuffle(cards), strict=True))
    if not swaps:
        return table, frozenset()
    named = Table(ruleset=table.ruleset, zones=table.zones, procedures=table.procedures)
    swapped = swapped_table(Codec(game), named, swaps)  # a record may have the name of a card: it stays as it is
    return replace(table, zones=swapped.zones, procedures=swapped.procedures), frozenset(swaps)


def _unknown_decks(table: Table, viewer: str, deck_of: DeckOf) -> Mapping[str, tuple[str, ...]]:
    """Return the cards that a viewer does not know by their decks, in an order that reveals nothing."""
    decks: dict[str, list[str]] = {}
    for card in sorted(unknown_cards(table, viewer)):
        decks.setdefault(deck_of(table, card), []).append(card)
    return {deck: tuple(cards) for deck, cards in sorted(decks.items())}
