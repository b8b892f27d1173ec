"""What can be done outside combat (CD-UI-16): drawing a hand, using what a card allows, beginning another scene."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.leading import leader
from engine.play.offers import AskKind, Drag, Offer, ask, checked, offered
from engine.play.words import Message
from engine.rulesets.card_the_drawing import library as shelf
from engine.rulesets.card_the_drawing import outside, people, settings, zones
from engine.rulesets.card_the_drawing.offering.eyes import Eyes, in_words
from engine.rulesets.card_the_drawing.outside import HAND, DrawHand, NewScene, UseAbility
from engine.rulesets.card_the_drawing.records import Card
from engine.table.seats import Actor


def offers(eyes: Eyes) -> Iterator[Offer]:
    """Yield what the characters of the seat can do in the story."""
    if eyes.battle is not None:
        return
    from_hand = settings.word(eyes.table, "out_of_combat") == HAND
    if eyes.gm:
        yield offered("new_scene", NewScene(seat=eyes.seat))
    for actor in eyes.there:
        if leader(eyes.table, actor.id) == eyes.seat and people.person_of(eyes.table, actor.id).deck:
            yield from _from_hand(eyes, actor) if from_hand else _from_deck(eyes, actor)


def _from_hand(eyes: Eyes, actor: Actor) -> Iterator[Offer]:
    table = eyes.table
    fallen = not people.standing(table, actor.id)
    draw = offered(f"draw_hand:{actor.id}", DrawHand(seat=eyes.seat, actor=actor.id), actor=actor.name, seldom=fallen)
    yield checked(table, draw, outside.verify_draw)
    if not zones.hand_cards(table, actor.id):
        return
    hand, library = table.zones[zones.hand_zone(table, actor.id)], settings.library(table)
    places = tuple(
        f"{hand.id}#{place}"
        for place, card in enumerate(hand.cards)
        if not eyes.sees(hand, card) or zones.card_of(library, card).out in shelf.outside()
    )
    if places:
        known = ((place, hand.cards[int(place.rpartition("#")[2])]) for place in places)
        told = {place: _allows(zones.card_of(library, card)) for place, card in known if eyes.sees(hand, card)}
        asks = (ask("used_card", AskKind.CARD, places, field="card", zone=hand.id, told=told), in_words())
        bare = UseAbility(seat=eyes.seat, actor=actor.id, card=places[0])
        drag = Drag(source=hand.id, target=zones.discard_of(actor.id))
        yield offered(f"use_card:{actor.id}", bare, asks=asks, drag=drag, actor=actor.name)


def _from_deck(eyes: Eyes, actor: Actor) -> Iterator[Offer]:
    library = settings.library(eyes.table)
    left = tuple(
        card
        for card in outside.left_to_use(eyes.table, actor.id)
        if zones.card_of(library, card).out in shelf.outside()
    )
    if left:
        told = {card: _allows(zones.card_of(library, card)) for card in left}
        asks = (ask("ability", AskKind.CHOICE, left, told=told), in_words())
        bare = UseAbility(seat=eyes.seat, actor=actor.id, ability=left[0])
        yield offered(f"use_ability:{actor.id}", bare, asks=asks, actor=actor.name)


def _allows(card: Card) -> Message:
    """Return what a card is called outside combat, and what it allows there (CD-OUT-1)."""
    ability, meaning = shelf.outside()[card.out]
    return Message(key="drawing.face.outside_told", params={"ability": ability, "meaning": meaning})
