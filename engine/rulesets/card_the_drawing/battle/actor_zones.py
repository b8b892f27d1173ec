"""The zones of an actor's cards (CD-DECK-7), and the owner of each card (CD-DECK-8)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.draft import Draft
from engine.core.events import CardsAdded, CardsRemoved
from engine.core.memo import memo_of_moment
from engine.kit import card_piles
from engine.kit.cards import character_zones
from engine.kit.cards.character_zones import CharacterZone, own_hand_zone
from engine.kit.control import controller_of
from engine.model.cards import face_of
from engine.model.table import Table
from engine.model.zones import Sight, Zone, hand_of
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import NOBODY
from engine.rulesets.card_the_drawing.cards.card_library import Library
from engine.rulesets.card_the_drawing.cards.card_records import Card

SURROUNDINGS = "surroundings"
draw_pile_zone = CharacterZone("draw", sight=Sight.NOBODY)
"""Nobody sees a draw pile; its owner is the seat from whose hand the actor plays."""
plan_zone = CharacterZone("plan", sight=Sight.OWNERS, passing=True)
"""The planned cards that are not turned up yet."""
open_zone = CharacterZone("open", passing=True)
"""The cards turned up this round, including Interrupts and charging Rituals."""
field_zone = CharacterZone("field", passing=True)
"""The Conditions that an actor bears."""
discard_zone = CharacterZone("discard")
_ZONES = {zone.kind: zone for zone in (own_hand_zone, draw_pile_zone, plan_zone, open_zone, field_zone, discard_zone)}


def has_cards(table: Table, actor: str) -> bool:
    """Return whether an actor has its cards on the table, in a battle or outside."""
    return draw_pile_zone(actor) in table.zones


def hand_zone(table: Table, actor: str) -> str:
    """Return the zone of an actor's hand: its own, or that of the seat that controls it."""
    own, pile = own_hand_zone(actor), table.zones.get(draw_pile_zone(actor))
    return own if own in table.zones or pile is None or not pile.owners else hand_of(pile.owners[0])


def knows_discard(table: Table, viewer: str, actor: str, depth: int) -> bool:
    """Say whether a viewer may see the discard that is so many cards from the top, 1 for the top one."""
    pile = table.zones.get(discard_zone(actor))
    return pile is not None and depth <= len(pile.cards) and pile.may_see(pile.cards[depth - 1], viewer)


def hand_cards(table: Table, actor: str) -> tuple[str, ...]:
    """Return the cards in an actor's hand."""
    return cards_of_hand(table.zones, actor)


def cards_of_hand(zones: Mapping[str, Zone], actor: str) -> tuple[str, ...]:
    """Return the same, from the zones of a table."""
    hand = hand_zone_in(zones, actor)
    return () if hand is None else hand.cards


def hand_zone_in(zones: Mapping[str, Zone], actor: str) -> Zone | None:
    """Return the zone of an actor's hand: its own, or that of the seat that controls it; None without cards."""
    pile = zones.get(draw_pile_zone(actor))
    if pile is None:
        return None
    return zones.get(own_hand_zone(actor)) or (zones.get(hand_of(pile.owners[0])) if pile.owners else None)


def actors_with_cards(table: Table, actors: tuple[str, ...]) -> tuple[str, ...]:
    """Return those actors that have cards in hand."""
    return _holders(table.zones, actors)


@memo_of_moment
def _holders(zones: Mapping[str, Zone], actors: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([actor for actor in actors if cards_of_hand(zones, actor)])


def card_record_in(library: Library, card: str) -> Card:
    """Return the record of a card; a card that is in no list any more has only its name."""
    face = face_of(card)
    return library.cards.get(face) or Card(id=face, name=face)


def owner_of(table: Table, card: str) -> str:
    """Return the owner of a card; a card added by hand belongs to the actor in whose zone it is."""
    battle = current_battle(table)
    if battle is not None and card in battle.owners:
        return battle.owners[card]
    kind, _, actor = (table.zone_of(card) or "").partition(":")
    return actor if kind in _ZONES and actor in table.actors else NOBODY


def laid_cards(table: Table, actor: str) -> tuple[str, ...]:
    """Return the cards of this round that are in front of an actor, those turned up first."""
    return (*table.cards_in(open_zone(actor)), *table.cards_in(plan_zone(actor)))


def own_cards(table: Table, zone: str, actor: str) -> tuple[str, ...]:
    """Return the cards of a zone that belong to an actor; others may have been moved there by hand."""
    return tuple(card for card in table.cards_in(zone) if owner_of(table, card) in (NOBODY, actor))


def make_zones(draft: Draft, actor: str, *, fighting: bool) -> None:
    """Make the zones for an actor's cards; the first actor of a player plays from the hand of the seat."""
    taken = [hand_zone(draft.table, other) for other in draft.table.actors if has_cards(draft.table, other)]
    draw_pile_zone.make(draft, actor)
    character_zones.make_hand(draft, actor, taken)
    for zone in (plan_zone, open_zone, field_zone, discard_zone) if fighting else (discard_zone,):
        zone.make(draft, actor)


def follow_controller(draft: Draft, actor: str) -> None:
    """Show an actor's cards to its present controller alone; a hand moves along."""
    pile = draft.table.zones.get(draw_pile_zone(actor))
    if pile is None or pile.owners == (controller_of(draft.table, actor),):
        return
    hand = hand_zone(draft.table, actor)
    if hand != own_hand_zone(actor):
        cards = _owned(draft.table, hand, actor)
        draft.move(cards, hand, character_zones.make_own_hand(draft, actor))
    character_zones.follow_controller(draft, actor, _zones(actor))


def _owned(table: Table, zone: str, actor: str) -> tuple[str, ...]:
    battle = current_battle(table)
    owners = battle.owners if battle is not None else {}
    return tuple(card for card in table.cards_in(zone) if owners.get(card, actor) == actor)


def _zones(actor: str) -> tuple[str, ...]:
    return tuple(zone(actor) for zone in _ZONES.values())


def gather_removed_cards(draft: Draft) -> None:
    """Take cards that were removed face down back into their decks with all others.

    Nobody knows which cards they were, so the ids of new cards must not reveal it.
    """
    pile = next((zone for zone in draft.table.zones if zone.startswith(draw_pile_zone(""))), "")
    away = draft.table.away
    if away and pile:
        draft.emit(CardsAdded(zone=pile, cards=away))
        draft.emit(CardsRemoved(zone=pile, cards=away))


def remove_zones(draft: Draft, actor: str) -> None:
    """Remove an actor's zones with all their cards, and the cards of its hand."""
    if not has_cards(draft.table, actor):
        return
    hand = hand_zone(draft.table, actor)
    owned = _owned(draft.table, hand, actor)
    if owned:
        draft.emit(CardsRemoved(zone=hand, cards=owned))
    card_piles.remove_zones(draft, _zones(actor))
