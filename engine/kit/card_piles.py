"""Piles of cards: drawn from, with the discards shuffled in when a deck runs out; added to, and taken off the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.core.draft import Draft
from engine.core.events import CardsAdded, CardsRemoved, ZoneGone, ZoneShuffled
from engine.model.cards import new_copies
from engine.model.table import Table


def draw_cards(
    draft: Draft,
    deck: str,
    target: str,
    count: int,
    *,
    discard: str = "",
    keep: int = 0,
    refill: Callable[[int], object] | None = None,
) -> tuple[str, ...]:
    """Draw cards from the top of a deck into another zone, and return them; fewer if there are no more.

    >>> from engine.core.chance import SeededChance
    >>> from engine.model.table import Table
    >>> from engine.model.zones import Zone
    >>> zones = {"deck": Zone(id="deck", cards=("2H",)), "old": Zone(id="old", cards=("KS",)), "hand": Zone(id="hand")}
    >>> draft = Draft(Table(ruleset="example", zones=zones), SeededChance(1))
    >>> draw_cards(draft, "deck", "hand", 3, discard="old")
    ('2H', 'KS')
    >>> draft.table.cards_in("hand")
    ('2H', 'KS')

    Args:
        draft: the draft.
        deck: the zone to draw from.
        target: the zone that the cards go to; they are added at its end.
        count: the number of cards.
        discard: the zone whose cards are shuffled into the deck when that is empty; none if empty.
        keep: the deck counts as empty with so many cards, as long as there are discards.
        refill: moves all discards into the deck instead of `shuffle_in`; it gets the number of cards drawn so far.
    """
    drawn: tuple[str, ...] = ()
    while len(drawn) < count:
        if draft.table.cards_in(discard) and len(draft.table.cards_in(deck)) <= keep:
            if refill is None:
                shuffle_in(draft, deck, discard)
            else:
                refill(len(drawn))
        cards = draft.table.cards_in(deck)
        kept = keep if draft.table.cards_in(discard) else 0
        some = cards[: max(0, min(count - len(drawn), len(cards) - kept))]
        if not some:
            break
        draft.move(some, deck, target, at=None)
        drawn += some
    return drawn


def shuffle_in(draft: Draft, deck: str, *piles: str) -> int:
    """Shuffle a deck together with the cards of other zones, and return how many those were."""
    count = 0
    for pile in piles:
        cards = draft.table.cards_in(pile)
        draft.move(cards, pile, deck, at=None)
        count += len(cards)
    draft.shuffle(deck)
    return count


def shuffle_below(draft: Draft, deck: str, pile: str, cards: tuple[str, ...]) -> None:
    """Put cards of a pile below those of a deck, shuffled among themselves."""
    above = draft.table.cards_in(deck)
    draft.move(cards, pile, deck, at=None)
    draft.emit(ZoneShuffled(zone=deck, order=(*above, *draft.chance.shuffle(cards))))


def add_cards(draft: Draft, zone: str, faces: tuple[str, ...]) -> tuple[str, ...]:
    """Add copies of cards at the end of a zone, and return their ids."""
    made = new_copies(draft.table.possible_cards(), faces)
    if made:
        draft.emit(CardsAdded(zone=zone, cards=made))
    return made


def remove_cards(draft: Draft, cards: set[str]) -> None:
    """Take cards off the table from any zone."""
    for zone in tuple(draft.table.zones.values()):
        removed = tuple(card for card in zone.cards if card in cards)
        if removed:
            draft.emit(CardsRemoved(zone=zone.id, cards=removed))


def remove_zones(draft: Draft, zones: Iterable[str]) -> None:
    """Remove zones with all their cards; those that are not on the table are left out.

    >>> from engine.core.chance import SeededChance
    >>> from engine.model.zones import Zone
    >>> zones = {"deck": Zone(id="deck"), "hand:p1": Zone(id="hand:p1", cards=("2H",))}
    >>> draft = Draft(Table(ruleset="example", zones=zones), SeededChance(1))
    >>> remove_zones(draft, ("hand:p1", "hand:p2"))
    >>> tuple(draft.table.zones), draft.table.all_cards()
    (('deck',), ())
    """
    for zone in [draft.table.zones[name] for name in zones if name in draft.table.zones]:
        if zone.cards:
            draft.emit(CardsRemoved(zone=zone.id, cards=zone.cards))
        draft.emit(ZoneGone(zone=zone.id))


def known_cards(table: Table, zone: str, seat: str) -> tuple[str, ...]:
    """Return the cards of a zone that a seat may see: whether a card may be played reveals what it is."""
    return tuple(card for card in table.cards_in(zone) if table.zones[zone].may_see(card, seat))
