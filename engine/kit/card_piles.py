"""Draw piles: cards drawn from a deck, with the discards shuffled in when it runs out."""

from __future__ import annotations

from engine.core.draft import Draft


def draw_cards(draft: Draft, deck: str, target: str, count: int, *, discard: str = "") -> int:
    """Draw cards from the top of a deck into another zone, and return how many there were to draw.

    >>> from engine.core.chance import SeededChance
    >>> from engine.model.table import Table
    >>> from engine.model.zones import Zone
    >>> zones = {"deck": Zone(id="deck", cards=("2H",)), "old": Zone(id="old", cards=("KS",)), "hand": Zone(id="hand")}
    >>> draft = Draft(Table(ruleset="example", zones=zones), SeededChance(1))
    >>> draw_cards(draft, "deck", "hand", 3, discard="old")
    2
    >>> draft.table.cards_in("hand")
    ('2H', 'KS')

    Args:
        draft: the draft.
        deck: the zone to draw from.
        target: the zone that the cards go to; they are added at its end.
        count: the number of cards.
        discard: the zone whose cards are shuffled into the deck when that is empty; none if empty.
    """
    drawn = 0
    for _ in range(count):
        if not draft.table.cards_in(deck) and draft.table.cards_in(discard):
            draft.move(draft.table.cards_in(discard), discard, deck)
            draft.shuffle(deck)
        top = draft.table.cards_in(deck)[:1]
        draft.move(top, deck, target, at=None)
        drawn += len(top)
    return drawn
