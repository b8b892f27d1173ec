"""Offers while cards are resolved: answering windows, choosing targets, cards and places."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.commands import card_at
from engine.kit.control import controller_of
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.presentation.command_offers import Asks
from engine.presentation.offers import Denial, Drag, Offer
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.battle_procedures import Battle, Phase, open_window
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext, places_of
from engine.rulesets.card_the_drawing.battle.resolution import interrupts
from engine.rulesets.card_the_drawing.battle.resolution.choice_commands import (
    ChooseBody,
    ChooseCards,
    ChoosePlace,
    ChooseTargets,
    UseEffect,
    resolution_choosing_body,
)
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import (
    AskAgain,
    AskBriefly,
    NobodyInterrupts,
    Pass,
    PlayInterrupt,
)
from engine.rulesets.card_the_drawing.battle.resolution.pending_choice import PendingChoice, pending_choice
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import card_record
from engine.rulesets.card_the_drawing.battle.snapshot_builder import snapshot_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import NOBODY

LONG = ("step", "round")
NO_INTERRUPT = Refused("drawing_none_now", "CD-INT-1", "CD-INT-2")


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the seat's possible answers to the resolution in progress."""
    if open_window(context.table) is not None:
        yield from _window(context)
    choice = pending_choice(context.table)
    if choice is not None and _is_asked(context, choice.actor):
        yield from _answers(context, choice)
    mob = resolution_choosing_body(context.table)
    if mob is not None and _is_asked(context, mob.actor):
        up = tuple(body.id for body in snapshot_of(context.table).standing_bodies(mob.actor))
        others = tuple(body for body in up if body not in (mob.body, *mob.targets))
        if others:
            bare = ChooseBody(seat=context.seat, body=others[0])
            asks, card = {"body": Asks("acting_body", choices=others)}, card_record(context.table, mob.card).name
            yield context.offer(bare, asks=asks, actor=context.name(mob.actor), card=card)


def _is_asked(context: OfferContext, actor: str) -> bool:
    return context.gm if actor == NOBODY else controller_of(context.table, actor) == context.seat


# ---- windows ---------------------------------------------------------------------------------------------------------


def _window(context: OfferContext) -> Iterator[Offer]:
    """Yield the same offers for every actor with cards in hand, whatever they are or were answered (CD-UI-9)."""
    may, still = interrupts.interrupt_candidates(context.table), interrupts.unanswered_actors(context.table)
    several = sum(actor in still for actor in context.own_fighters) > 1
    if several:
        mine = NobodyInterrupts(seat=context.seat, mine=True)
        yield context.offer(mine, name="none_of_mine", primary=True)
    for actor in context.own_fighters:
        if actor in may:
            bare = Pass(seat=context.seat, actor=actor)
            main = actor in still and not several
            yield context.offer(bare, name=f"pass_window:{actor}", primary=main)
            yield _interrupt(context, actor)
    yield context.offer(NobodyInterrupts(seat=context.seat))
    window = open_window(context.table)
    if window is not None and window.stage == "before":
        yield context.offer(NobodyInterrupts(seat=context.seat, through=True), name="nobody_interrupts_card")


def _interrupt(context: OfferContext, actor: str) -> Offer:
    """Return the offer to play a card; a viewer who may know the hand gets only the cards that are allowed now."""
    table = context.table
    hand = table.zones[actor_zones.hand_zone(table, actor)]
    places = tuple(
        f"{hand.id}#{place}"
        for place, card in enumerate(hand.cards)
        if not (
            context.may_see(hand, card)
            and context.may_read(actor)
            and interrupts.interrupt_denial(table, actor, card) is not None
        )
    )
    warnings = dict(_left_unpaid(context, actor, places))
    asked = Asks("interrupt", choices=places, zone=hand.id, told=warnings, warns=bool(warnings))
    bare = PlayInterrupt(seat=context.seat, actor=actor, card=places[0] if places else "")
    drag = Drag(source=hand.id, target=actor_zones.open_zone(actor))
    offer = context.offer(bare, name=f"interrupt:{actor}", asks={"card": asked}, drag=drag)
    return offer.unless(None if places else Denial.of(NO_INTERRUPT))


def _left_unpaid(context: OfferContext, actor: str, places: tuple[str, ...]) -> Iterator[tuple[str, Message]]:
    """Yield which planned cards an Interrupt makes unaffordable, for their controller who may know both (CD-UI-9)."""
    if not (
        context.viewer == context.seat
        and context.may_read(actor)
        and context.may_see_zone(actor_zones.plan_zone(actor))
    ):
        return
    for place in places:
        card = card_at(context.table, place)
        if context.may_see(context.table.zones[actor_zones.hand_zone(context.table, actor)], card):
            lost = interrupts.unpaid_after(context.table, actor, card)
            if lost:
                params: dict[str, Json] = {
                    "card": card_record(context.table, card).name,
                    "cards": [card_record(context.table, other).name for other in lost],
                }
                yield place, Message(key="glimpse.drawing_left_unpaid", params=params)


def waiting_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the offers to be asked no more for a while, or again; without an open window only in the full list."""
    battle = context.battle
    if battle is None or battle.phase is not Phase.PLAYING:
        return
    seldom = open_window(context.table) is None
    yield from (replace(offer, rare=seldom) for offer in _waiting(context, battle))


def _waiting(context: OfferContext, battle: Battle) -> Iterator[Offer]:
    for actor in context.own_fighters:
        fighter = battle.fighters[actor]
        if fighter.passing or fighter.briefly:
            yield context.offer(AskAgain(seat=context.seat, actor=actor))
        if fighter.passing:
            continue
        bare, asks = Pass(seat=context.seat, actor=actor, until="step"), {"until": Asks(choices=LONG, optional=False)}
        yield context.offer(bare, name=f"pass_on:{actor}", asks=asks)
        if not fighter.briefly:
            yield context.offer(AskBriefly(seat=context.seat, actor=actor))


# ---- questions -------------------------------------------------------------------------------------------------------


def _answers(context: OfferContext, choice: PendingChoice) -> Iterator[Offer]:
    seat, card = context.seat, card_record(context.table, choice.card).name
    match choice.kind:
        case "targets":
            yield from _targets(context, choice, card)
        case "cards":
            yield _cards(context, choice, card)
        case "place":
            ways = choice.ways
            place = ChoosePlace(seat=seat, source=ways.sources[0], taker=ways.takers[0])
            asks = {
                "source": Asks("place_of", choices=ways.sources),
                "taker": Asks("place_to", choices=ways.takers),
            }
            yield context.offer(place, asks=asks, primary=True, card=card)
        case "agree":
            yield context.offer(UseEffect(seat=seat), primary=True, card=card)
            yield context.offer(UseEffect(seat=seat, use=False), name="decline_effect", card=card)


def _targets(context: OfferContext, asked: PendingChoice, card: str) -> Iterator[Offer]:
    """Yield the offers to choose the targets; those that must be included are preselected (CD-UI-8)."""
    choice = asked.choice
    forced = choice.likeliest() if choice.demands else ()
    least = max(1, choice.least)
    targets = Asks("aimed_at", choices=choice.allowed, least=least, most=choice.most, optional=False)
    bare, asks = ChooseTargets(seat=context.seat, targets=forced), {"targets": targets}
    yield context.offer(bare, asks=asks, primary=True, card=card, most=choice.most)
    if not choice.least:
        yield context.offer(ChooseTargets(seat=context.seat), name="decline_targets", card=card)


def _cards(context: OfferContext, choice: PendingChoice, card: str) -> Offer:
    """Return the offer to choose cards of a hand, or Conditions, by their places."""
    places = places_of(context.table, choice.cards)
    count = min(choice.count, len(places))
    discards = choice.effect is not None and choice.effect.do == "discard"
    word = "discarded" if discards else "removed"
    zone = actor_zones.hand_zone(context.table, choice.served) if discards else actor_zones.field_zone(choice.served)
    asks = {"cards": Asks(word, choices=places, zone=zone, least=count, most=count)}
    name, bare = "discard_cards" if discards else "remove_conditions", ChooseCards(seat=context.seat, cards=())
    return context.offer(bare, name=name, asks=asks, primary=True, card=card, count=count)
