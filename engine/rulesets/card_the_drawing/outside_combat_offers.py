"""Offers outside combat (CD-UI-16): drawing a hand, using a card's ability, beginning another scene."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.control import controller_of
from engine.messages.message import Message
from engine.model.seats import Actor
from engine.presentation.offers import Drag, Offer, QuestionKind, make_offer, question, with_denial
from engine.rulesets.card_the_drawing import actor_sheet, outside_combat_commands, settings
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext, reason_question
from engine.rulesets.card_the_drawing.cards import card_library
from engine.rulesets.card_the_drawing.cards.card_records import Card
from engine.rulesets.card_the_drawing.outside_combat_commands import HAND, DrawHand, NewScene, UseAbility


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the offers for the seat's characters in the story."""
    if context.battle is not None:
        return
    from_hand = settings.word(context.table, "out_of_combat") == HAND
    if context.gm:
        yield make_offer("new_scene", NewScene(seat=context.seat))
    for actor in context.known_actors:
        if (
            controller_of(context.table, actor.id) == context.seat
            and actor_sheet.actor_sheet_of(context.table, actor.id).deck
        ):
            yield from _from_hand(context, actor) if from_hand else _from_deck(context, actor)


def _from_hand(context: OfferContext, actor: Actor) -> Iterator[Offer]:
    table = context.table
    fallen = not actor_sheet.standing_bodies(table, actor.id)
    draw = make_offer(
        f"draw_hand:{actor.id}", DrawHand(seat=context.seat, actor=actor.id), actor=actor.name, rare=fallen
    )
    yield with_denial(table, draw)
    if not actor_zones.hand_cards(table, actor.id):
        return
    hand, library = table.zones[actor_zones.hand_zone(table, actor.id)], settings.library(table)
    places = tuple(
        f"{hand.id}#{place}"
        for place, card in enumerate(hand.cards)
        if not context.may_see(hand, card)
        or actor_zones.card_record_in(library, card).out in card_library.outside_effects()
    )
    if places:
        known = ((place, hand.cards[int(place.rpartition("#")[2])]) for place in places)
        explanations = {
            place: _allows(actor_zones.card_record_in(library, card))
            for place, card in known
            if context.may_see(hand, card)
        }
        asks = (
            question("used_card", QuestionKind.CARD, places, field="card", zone=hand.id, told=explanations),
            reason_question(),
        )
        bare = UseAbility(seat=context.seat, actor=actor.id, card=places[0])
        drag = Drag(source=hand.id, target=actor_zones.discard_zone(actor.id))
        yield make_offer(f"use_card:{actor.id}", bare, questions=asks, drag=drag, actor=actor.name)


def _from_deck(context: OfferContext, actor: Actor) -> Iterator[Offer]:
    library = settings.library(context.table)
    left = tuple(
        card
        for card in outside_combat_commands.uses_left(context.table, actor.id)
        if actor_zones.card_record_in(library, card).out in card_library.outside_effects()
    )
    if left:
        explanations = {card: _allows(actor_zones.card_record_in(library, card)) for card in left}
        asks = (question("ability", QuestionKind.CHOICE, left, told=explanations), reason_question())
        bare = UseAbility(seat=context.seat, actor=actor.id, ability=left[0])
        yield make_offer(f"use_ability:{actor.id}", bare, questions=asks, actor=actor.name)


def _allows(card: Card) -> Message:
    """Return the name of a card's outside effect, and what it allows (CD-OUT-1)."""
    ability, meaning = card_library.outside_effects()[card.out]
    return Message(key="drawing.face.outside_told", params={"ability": ability, "meaning": meaning})
