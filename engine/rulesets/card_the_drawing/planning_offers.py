"""Offers of the Planning phase: making a plan, its targets, locking it, and taking it back."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.commands import card_at
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import NO_LIMIT, Answers, Asks, offer_of
from engine.presentation.offers import ALL_SEATS, Drag, Offer, denial
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.battle import actor_zones, participants
from engine.rulesets.card_the_drawing.battle.battle_procedures import FighterState, Phase, Slot, SlotStatus
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext, places_of
from engine.rulesets.card_the_drawing.battle.planning import planning_phase
from engine.rulesets.card_the_drawing.battle.planning.plan_edit_commands import (
    LayCard,
    LockPlan,
    MarkDismissal,
    TakeCardBack,
    plan_with_card,
)
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import (
    PlanCards,
    ReopenPlan,
    planned_cards,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import EffectContext
from engine.rulesets.card_the_drawing.calculation.play_restrictions import is_interrupt
from engine.rulesets.card_the_drawing.tactics import plan_suggestion
from engine.rulesets.card_the_drawing.targeting import TargetChoice, card_target_choice

SUGGEST_PLAN = "suggest_plan"
"""The name of the offer that is calculated when it is taken."""


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the offers for the plans of the seat's own actors."""
    battle, seat = context.battle, context.seat
    if battle is None or battle.phase is not Phase.PLANNING:
        return
    for actor in context.own_fighters:
        fighter = battle.fighters[actor]
        if fighter.ready:
            yield context.offer(ReopenPlan(seat=seat, actor=actor), at_cost_of=ALL_SEATS)
            continue
        laid = () if planning_phase.is_laid_by_hand(context.table, actor) else planned_cards(fighter)
        knows = _knows(context, actor)
        lock, main = LockPlan(seat=seat, actor=actor), bool(laid)
        extent = "plan_without_card" if planning_phase.is_plan_bare(context.table, actor) else ""
        # only viewers who know the plan get the reason of a denial
        locking = (
            offer_of(context.table, lock, primary=main, extent=extent)
            if knows
            else context.offer(lock, primary=main, extent=extent)
        )
        # What may not stand is made anew; a plan without a card is locked by its own offer, never by a slip.
        plain = _plan(context, actor, main=not main or locking.denial is not None, least=1)
        yield plain
        yield locking
        if knows:
            yield replace(_suggested(context, actor), questions=plain.questions)
        yield from _card_by_card(context, actor, knows=knows)
        yield from _dismissals(context, actor)
        if laid and knows and settings.word(context.table, "targets") == "in_planning":
            yield from _aims(context, actor, fighter)  # the targets are as secret as the plan


def fight_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield those of these offers that a bot takes: the first plan that can be suggested, else the first one."""
    battle = context.battle
    if battle is None or battle.phase is not Phase.PLANNING:
        return
    planning = [actor for actor in context.own_fighters if not battle.fighters[actor].ready]
    known = [actor for actor in planning if _knows(context, actor)]
    for actor in (known or planning)[:1]:
        yield _suggested(context, actor) if known else _plan(context, actor, main=True)


def _suggested(context: OfferContext, actor: str) -> Offer:
    """Return the offer of a plan that is calculated when it is taken."""
    bare, name = PlanCards(seat=context.seat, actor=actor, lock=False), f"{SUGGEST_PLAN}:{actor}"
    return context.offer(bare, name=name, fields=(), lazy=True, notes="")


def _card_by_card(context: OfferContext, actor: str, *, knows: bool) -> Iterator[Offer]:
    """Yield the offers to drag one card into a slot, to another slot, or back into the hand (CD-UI-5).

    A card without room replaces another; only viewers who know the plan get that offer.
    """
    table, seat = context.table, context.seat
    hand, plan = actor_zones.hand_zone(table, actor), actor_zones.plan_zone(actor)
    most = calculator_of(table).speed(actor).value if context.may_read(actor) else NO_LIMIT
    hand_places = _places(context, hand, actor)
    instead = tuple(place for place in hand_places if knows and not _has_room(table, actor, place))
    laid = tuple(place for place in hand_places if place not in instead)
    for word, source, places in (
        ("lay_card", hand, laid),
        ("swap_card", hand, instead),
        ("move_card", plan, _places(context, plan, actor)),
    ):
        if places:
            bare = LayCard(seat=seat, actor=actor, card=places[0], instead=word == "swap_card")
            asks = {"card": Asks(choices=places, zone=source), "slot": Asks(most=most)}
            drag = Drag(source=source, target=plan)
            main = word == "lay_card"
            yield context.offer(bare, name=f"{word}:{actor}", asks=asks, drag=drag, direct=True, primary=main)
    lying, planned = table.cards_in(plan), planned_cards(participants.need_fighter(table, actor))
    places = tuple(f"{plan}#{place}" for place, card in enumerate(lying) if card in planned)  # none put there by hand
    if places:
        back, cards = TakeCardBack(seat=seat, actor=actor, card=places[0]), Asks(choices=places, zone=plan)
        yield context.offer(back, asks={"card": cards}, drag=Drag(source=plan, target=hand), direct=True)


def _has_room(table: Table, actor: str, place: str) -> bool:
    """Return whether the plan has room for one more card."""
    return denial(plan_with_card, table, actor, card_at(table, place), 0) is None


def _places(context: OfferContext, zone: str, actor: str) -> tuple[str, ...]:
    """Return the places of a zone whose cards may be planned, as far as the viewer knows."""
    cards = enumerate(context.table.cards_in(zone))
    return tuple(f"{zone}#{place}" for place, card in cards if not _bars(context, zone, card, actor))


def _dismissals(context: OfferContext, actor: str) -> Iterator[Offer]:
    """Yield the offers to mark own Conditions, in the same words whether they are marked or not (CD-PLAN-6).

    Dragging one onto the own discard pile means the same; it stays in play until all plans are locked.
    """
    own = places_of(context.table, planning_phase.dismissible_conditions(context.table, actor))
    if own:
        bare = MarkDismissal(seat=context.seat, actor=actor, card=own[0])
        yield context.offer(bare, asks={"card": own})
    for field in dict.fromkeys(place.partition("#")[0] for place in own):
        there = tuple(place for place in own if place.startswith(f"{field}#"))
        bare, asks = MarkDismissal(seat=context.seat, actor=actor, card=there[0]), Asks(choices=there, zone=field)
        drag, name = Drag(source=field, target=actor_zones.discard_zone(actor)), f"mark_dismissal:{actor}:{field}"
        yield context.offer(bare, name=name, asks={"card": asks}, drag=drag, direct=True)


def _plan(context: OfferContext, actor: str, *, main: bool, least: int = 0) -> Offer:
    """Return the offer to make a plan, in places of the hand, whatever cards they are (CD-UI-5, CD-UI-6)."""
    table = context.table
    hand = actor_zones.hand_zone(table, actor)
    planned = _places(context, actor_zones.plan_zone(actor), actor)
    places = (*planned, *_places(context, hand, actor))
    most = len(places)
    if context.may_read(actor):
        taken = planning_phase.first_free_slot(participants.need_fighter(table, actor)) - 1
        most = max(0, min(most, calculator_of(table).speed(actor).value - taken))
    own, library = planning_phase.dismissible_conditions(table, actor), settings.library(table)
    named = {
        card: Message(key="drawing.named", params={"name": actor_zones.card_record_in(library, card).name})
        for card in own
    }
    asks: dict[str, Answers] = {
        "cards": Asks(choices=places, zone=hand, least=min(least, most), most=most),
        "dismissed": Asks(choices=own, called=named) if own else None,
    }
    bare = PlanCards(seat=context.seat, actor=actor, cards=tuple(planned))  # the present plan is the default
    return context.offer(bare, asks=asks, primary=main)


def complete_plan_offer(context: OfferContext, offer: Offer) -> Offer:
    """Return a suggested plan to look at and change, with a reason for each card (CD-UI-18)."""
    bare, table, battle = offer.command, context.table, context.battle
    assert isinstance(bare, PlanCards)
    ready = battle is None or battle.phase is not Phase.PLANNING or bare.actor not in battle.fighters
    if ready or not _knows(context, bare.actor):
        return offer
    suggestion = plan_suggestion.suggest_plan(table, bare.actor, context.viewer)
    reasons = {
        place: suggested_card.reason
        for suggested_card in suggestion.cards
        for place in places_of(table, (suggested_card.card,))
    }
    # Where no card is proposed, none is demanded either: the form then says the same as its note.
    asks = tuple(
        replace(ask, told=reasons, least=ask.least if reasons else 0) if ask.field == "cards" else ask
        for ask in offer.questions
    )
    notes = "; ".join(say(note) for note in suggestion.notes)
    label = replace(offer.label, params={**offer.label.params, "notes": notes})
    return replace(offer, command=replace(bare, cards=tuple(reasons)), questions=asks, label=label)


def _knows(context: OfferContext, actor: str) -> bool:
    """Return whether the viewer may know everything that an actor could plan with."""
    zones = (actor_zones.plan_zone(actor), actor_zones.hand_zone(context.table, actor))
    return all(context.may_see_zone(zone) for zone in zones) and context.may_read(actor)


def _bars(context: OfferContext, zone: str, card: str, actor: str) -> bool:
    """Return whether a viewer who may know a card knows that it is never planned (CD-PLAN-2)."""
    if not context.may_see(context.table.zones[zone], card):
        return False
    record = actor_zones.card_record_in(settings.library(context.table), card)
    return is_interrupt(calculator_of(context.table), record, actor)


def _down(fighter: FighterState) -> tuple[Slot, ...]:
    return tuple(slot for slot in fighter.slots if slot.stand is SlotStatus.DOWN)


def _as_laid(
    context: OfferContext, actor: str, fighter: FighterState, targets: tuple[tuple[str, ...], ...]
) -> PlanCards:
    """Return the present plan, with its gaps (CD-AMB-14)."""
    cards, aims = list[str](), list[tuple[str, ...]]()
    free = planning_phase.first_free_slot(fighter)
    for slot, aim in zip(_down(fighter), targets, strict=True):
        gap = max(0, slot.first - free)
        cards += [*[planning_phase.EMPTY] * gap, slot.card]
        aims += [*[()] * gap, aim]
        free = slot.last + 1
    return PlanCards(
        seat=context.seat,
        actor=actor,
        cards=tuple(cards),
        dismissed=fighter.dismissed,
        targets=tuple(aims) if any(aims) else (),
        lock=False,
    )


def _aims(context: OfferContext, actor: str, fighter: FighterState) -> Iterator[Offer]:
    """Yield the possible targets for each card of the plan, one button each (CD-PLAN-7)."""
    table, laid = context.table, _down(fighter)
    calculator, library = calculator_of(table), settings.library(table)
    for place, slot in enumerate(laid):
        record = actor_zones.card_record_in(library, slot.card)
        choice = card_target_choice(calculator, EffectContext(card=record, owner=actor, id=slot.card))
        for body in choice.allowed if choice.chooses else ():
            targets = tuple(_with(choice, slot.targets, body) if other is slot else other.targets for other in laid)
            bare = _as_laid(context, actor, fighter, targets)
            word = "unaim_plan" if body in slot.targets else "aim_plan"
            target = calculator.snapshot.bodies[body].name
            name = f"{word}:{actor}:{place}:{body}"
            yield offer_of(table, bare, name=name, fields=(), card=record.name, target=target)


def _with(choice: TargetChoice, known: tuple[str, ...], body: str) -> tuple[str, ...]:
    """Return the noted targets with one more, or without one that was among them; beyond the limit the oldest goes."""
    if body in known:
        return tuple(other for other in known if other != body)
    return (*known, body)[-max(1, choice.most) :]
