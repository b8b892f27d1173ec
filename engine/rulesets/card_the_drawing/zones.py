"""Where the cards of an actor lie (CD-DECK-7), and whose each card is (CD-DECK-8)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.draft import Draft
from engine.play.events import CardsAdded, CardsRemoved, ZoneGone, ZoneSet
from engine.play.leading import leader
from engine.rulesets.by_hand import hand_sight
from engine.rulesets.card_the_drawing.library import Library
from engine.rulesets.card_the_drawing.procedures import battle
from engine.rulesets.card_the_drawing.records import Card
from engine.rulesets.card_the_drawing.scene import NOBODY
from engine.table.cards import face_of, more_cards
from engine.table.frozen import replace
from engine.table.table import Table
from engine.table.zones import Sight, Zone, hand_of

SURROUNDINGS = "surroundings"
KINDS = ("cards", "draw", "plan", "open", "field", "discard")
"""What zones of an actor are called, before its id."""


def own_hand(actor: str) -> str:
    """Return the hand of an actor that does not play from the hand of its seat."""
    return f"cards:{actor}"


def draw_pile(actor: str) -> str:
    """Return the zone of a draw pile. Nobody sees it; its owner is the seat from whose hand the actor plays."""
    return f"draw:{actor}"


def plan_of(actor: str) -> str:
    """Return the zone of the cards that are planned and not yet turned up."""
    return f"plan:{actor}"


def open_of(actor: str) -> str:
    """Return the zone of the cards that were turned up this round, Interrupts and charging Rituals among them."""
    return f"open:{actor}"


def field_of(actor: str) -> str:
    """Return the zone of the Conditions that an actor bears."""
    return f"field:{actor}"


def discard_of(actor: str) -> str:
    """Return the zone of a discard pile."""
    return f"discard:{actor}"


def has_cards(table: Table, actor: str) -> bool:
    """Say whether an actor has its cards on the table, in a battle or outside."""
    return draw_pile(actor) in table.zones


def hand_zone(table: Table, actor: str) -> str:
    """Return the zone of an actor's hand: of its own, or that of the seat that leads it."""
    own, pile = own_hand(actor), table.zones.get(draw_pile(actor))
    return own if own in table.zones or pile is None or not pile.owners else hand_of(pile.owners[0])


def cards_in(table: Table, zone: str) -> tuple[str, ...]:
    """Return the cards of a zone; none if it is not there."""
    found = table.zones.get(zone)
    return found.cards if found is not None else ()


def hand_cards(table: Table, actor: str) -> tuple[str, ...]:
    """Return the cards in an actor's hand."""
    return cards_in(table, hand_zone(table, actor)) if has_cards(table, actor) else ()


def known_cards(table: Table, zone: str, seat: str) -> tuple[str, ...]:
    """Return the cards of a zone that a seat may see: whether a card may be played tells what it is."""
    found = table.zones.get(zone)
    return tuple(card for card in found.cards if found.may_see(card, seat)) if found is not None else ()


def card_of(library: Library, card: str) -> Card:
    """Return what is written on a card; one that is in no list any more has only its name."""
    face = face_of(card)
    return library.cards.get(face) or Card(id=face, name=face)


def owner_of(table: Table, card: str) -> str:
    """Return whose a card is; one that came by hand is the actor's where it lies."""
    now = battle(table)
    if now is not None and card in now.owners:
        return now.owners[card]
    where = table.where(card) or ""
    kind, _, actor = where.partition(":")
    return actor if kind in KINDS and actor in table.actors else NOBODY


def own_cards(table: Table, zone: str, actor: str) -> tuple[str, ...]:
    """Return the cards of a zone that belong to an actor; others may have come there by hand."""
    return tuple(card for card in cards_in(table, zone) if owner_of(table, card) in (NOBODY, actor))


def make_zones(draft: Draft, actor: str, *, fighting: bool) -> None:
    """Make the places for an actor's cards; the first one that a player leads plays from the hand of the seat."""
    seat = leader(draft.table, actor)
    own = hand_of(seat)
    taken = any(hand_zone(draft.table, other) == own for other in draft.table.actors if has_cards(draft.table, other))
    draft.emit(ZoneSet(zone=Zone(id=draw_pile(actor), sight=Sight.NOBODY, owners=(seat,))))
    if taken or draft.table.is_gm(seat) or own not in draft.table.zones:
        draft.emit(ZoneSet(zone=Zone(id=own_hand(actor), sight=hand_sight(draft.table), owners=(seat,))))
    if fighting:
        draft.emit(ZoneSet(zone=Zone(id=plan_of(actor), sight=Sight.OWNERS, owners=(seat,), passing=True)))
        for zone in (open_of(actor), field_of(actor)):
            draft.emit(ZoneSet(zone=Zone(id=zone, owners=(seat,), passing=True)))
    draft.emit(ZoneSet(zone=Zone(id=discard_of(actor), owners=(seat,))))


def follow_leader(draft: Draft, actor: str) -> None:
    """Let who leads an actor now see its cards, and nobody else; a hand goes along."""
    table = draft.table
    seat = leader(table, actor)
    pile = table.zones.get(draw_pile(actor))
    if pile is None or pile.owners == (seat,):
        return
    hand = hand_zone(table, actor)
    if hand != own_hand(actor):
        draft.emit(ZoneSet(zone=Zone(id=own_hand(actor), sight=hand_sight(table), owners=(seat,))))
        draft.move(_owned(table, hand, actor), hand, own_hand(actor))
    for zone in _zones(draft.table, actor):
        draft.emit(ZoneSet(zone=replace(zone, owners=(seat,), cards=(), shown={})))


def _owned(table: Table, zone: str, actor: str) -> tuple[str, ...]:
    now = battle(table)
    strangers = {card for card, owner in now.owners.items() if owner != actor} if now is not None else set()
    return tuple(card for card in cards_in(table, zone) if card not in strangers)


def _zones(table: Table, actor: str) -> Iterator[Zone]:
    named = (f"{kind}:{actor}" for kind in KINDS)
    return (table.zones[zone] for zone in named if zone in table.zones)


def place_of(table: Table, card: str) -> str:
    """Return the place where a card lies; empty if it lies nowhere."""
    where = table.where(card)
    return f"{where}#{table.zones[where].cards.index(card)}" if where is not None else ""


def add_cards(draft: Draft, zone: str, faces: tuple[str, ...]) -> tuple[str, ...]:
    """Make copies of cards at the end of a zone, and return what they are called."""
    made = more_cards(draft.table.possible_cards(), faces)
    if made:
        draft.emit(CardsAdded(zone=zone, cards=made))
    return made


def take_cards(draft: Draft, cards: set[str]) -> None:
    """Take cards off the table, wherever they lie."""
    for zone in tuple(draft.table.zones.values()):
        found = tuple(card for card in zone.cards if card in cards)
        if found:
            draft.emit(CardsRemoved(zone=zone.id, cards=found))


def gather_away(draft: Draft) -> None:
    """Let cards that were taken off the table face down return to their decks with all others.

    Nobody knows which they were, so what new cards are called must not tell.
    """
    pile = next((zone for zone in draft.table.zones if zone.startswith(draw_pile(""))), "")
    away = draft.table.away
    if away and pile:
        draft.emit(CardsAdded(zone=pile, cards=away))
        draft.emit(CardsRemoved(zone=pile, cards=away))


def take_zones(draft: Draft, actor: str) -> None:
    """Take an actor's places away with all that lies there, and what is in its hand."""
    if not has_cards(draft.table, actor):
        return
    hand = hand_zone(draft.table, actor)
    held = _owned(draft.table, hand, actor)
    if held:
        draft.emit(CardsRemoved(zone=hand, cards=held))
    for zone in tuple(_zones(draft.table, actor)):
        lying = cards_in(draft.table, zone.id)
        if lying:
            draft.emit(CardsRemoved(zone=zone.id, cards=lying))
        draft.emit(ZoneGone(zone=zone.id))
