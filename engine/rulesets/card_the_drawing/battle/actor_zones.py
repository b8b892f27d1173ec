"""The zones of an actor's cards (CD-DECK-7), and the owner of each card (CD-DECK-8)."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.events import CardsAdded, CardsRemoved, ZoneGone, ZoneSet
from engine.kit.control import controller_of
from engine.kit.manual_game import hand_sight
from engine.model.cards import face_of, new_copies
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import Sight, Zone, hand_of
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import NOBODY
from engine.rulesets.card_the_drawing.cards.card_library import Library
from engine.rulesets.card_the_drawing.cards.card_records import Card

SURROUNDINGS = "surroundings"
KINDS = ("cards", "draw", "plan", "open", "field", "discard")
"""The kinds of zones of an actor; a zone's id is its kind and the actor's id."""


def own_hand_zone(actor: str) -> str:
    """Return the hand of an actor that does not play from the hand of its seat."""
    return f"cards:{actor}"


def draw_pile_zone(actor: str) -> str:
    """Return the zone of a draw pile. Nobody sees it; its owner is the seat from whose hand the actor plays."""
    return f"draw:{actor}"


def plan_zone(actor: str) -> str:
    """Return the zone of the planned cards that are not turned up yet."""
    return f"plan:{actor}"


def open_zone(actor: str) -> str:
    """Return the zone of the cards turned up this round, including Interrupts and charging Rituals."""
    return f"open:{actor}"


def field_zone(actor: str) -> str:
    """Return the zone of the Conditions that an actor bears."""
    return f"field:{actor}"


def discard_zone(actor: str) -> str:
    """Return the zone of a discard pile."""
    return f"discard:{actor}"


def has_cards(table: Table, actor: str) -> bool:
    """Return whether an actor has its cards on the table, in a battle or outside."""
    return draw_pile_zone(actor) in table.zones


def hand_zone(table: Table, actor: str) -> str:
    """Return the zone of an actor's hand: its own, or that of the seat that controls it."""
    own, pile = own_hand_zone(actor), table.zones.get(draw_pile_zone(actor))
    return own if own in table.zones or pile is None or not pile.owners else hand_of(pile.owners[0])


def hand_cards(table: Table, actor: str) -> tuple[str, ...]:
    """Return the cards in an actor's hand."""
    return table.cards_in(hand_zone(table, actor)) if has_cards(table, actor) else ()


def known_cards(table: Table, zone: str, seat: str) -> tuple[str, ...]:
    """Return the cards of a zone that a seat may see: whether a card may be played reveals what it is."""
    return tuple(card for card in table.cards_in(zone) if table.zones[zone].may_see(card, seat))


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
    return actor if kind in KINDS and actor in table.actors else NOBODY


def laid_cards(table: Table, actor: str) -> tuple[str, ...]:
    """Return the cards of this round that are in front of an actor, those turned up first."""
    return (*table.cards_in(open_zone(actor)), *table.cards_in(plan_zone(actor)))


def own_cards(table: Table, zone: str, actor: str) -> tuple[str, ...]:
    """Return the cards of a zone that belong to an actor; others may have been moved there by hand."""
    return tuple(card for card in table.cards_in(zone) if owner_of(table, card) in (NOBODY, actor))


def make_zones(draft: Draft, actor: str, *, fighting: bool) -> None:
    """Make the zones for an actor's cards; the first actor of a player plays from the hand of the seat."""
    seat = controller_of(draft.table, actor)
    own = hand_of(seat)
    taken = any(hand_zone(draft.table, other) == own for other in draft.table.actors if has_cards(draft.table, other))
    draft.emit(ZoneSet(zone=Zone(id=draw_pile_zone(actor), sight=Sight.NOBODY, owners=(seat,))))
    if taken or draft.table.is_gm(seat) or own not in draft.table.zones:
        draft.emit(ZoneSet(zone=Zone(id=own_hand_zone(actor), sight=hand_sight(draft.table), owners=(seat,))))
    if fighting:
        draft.emit(ZoneSet(zone=Zone(id=plan_zone(actor), sight=Sight.OWNERS, owners=(seat,), passing=True)))
        for zone in (open_zone(actor), field_zone(actor)):
            draft.emit(ZoneSet(zone=Zone(id=zone, owners=(seat,), passing=True)))
    draft.emit(ZoneSet(zone=Zone(id=discard_zone(actor), owners=(seat,))))


def follow_controller(draft: Draft, actor: str) -> None:
    """Show an actor's cards to its present controller alone; a hand moves along."""
    table = draft.table
    seat = controller_of(table, actor)
    pile = table.zones.get(draw_pile_zone(actor))
    if pile is None or pile.owners == (seat,):
        return
    hand = hand_zone(table, actor)
    if hand != own_hand_zone(actor):
        draft.emit(ZoneSet(zone=Zone(id=own_hand_zone(actor), sight=hand_sight(table), owners=(seat,))))
        draft.move(_owned(table, hand, actor), hand, own_hand_zone(actor))
    for zone in _zones(draft.table, actor):
        draft.emit(ZoneSet(zone=replace(zone, owners=(seat,), cards=(), shown={})))


def _owned(table: Table, zone: str, actor: str) -> tuple[str, ...]:
    battle = current_battle(table)
    owners = battle.owners if battle is not None else {}
    return tuple(card for card in table.cards_in(zone) if owners.get(card, actor) == actor)


def _zones(table: Table, actor: str) -> list[Zone]:
    named = (f"{kind}:{actor}" for kind in KINDS)
    return [table.zones[zone] for zone in named if zone in table.zones]


def card_place(table: Table, card: str) -> str:
    """Return the place of a card; empty if it is in no zone."""
    where = table.zone_of(card)
    return f"{where}#{table.zones[where].cards.index(card)}" if where is not None else ""


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
    for zone in _zones(draft.table, actor):
        if zone.cards:
            draft.emit(CardsRemoved(zone=zone.id, cards=zone.cards))
        draft.emit(ZoneGone(zone=zone.id))
