"""Offers of the Planning phase: making a plan, its targets, locking it, and taking it back."""

from __future__ import annotations

from collections.abc import Iterator

from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.offers import ALL_SEATS, Drag, Offer, QuestionKind, denial, make_offer, question, with_denial
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
    battle = context.battle
    if battle is None or battle.phase is not Phase.PLANNING:
        return
    for actor in context.own_fighters:
        fighter = battle.fighters[actor]
        if fighter.ready:
            reopen = ReopenPlan(seat=context.seat, actor=actor)
            yield make_offer(f"reopen_plan:{actor}", reopen, at_cost_of=ALL_SEATS, actor=context.name(actor))
            continue
        laid = planned_cards(fighter)
        knows = _knows(context, actor)
        plain = _plan(context, actor, main=not laid)
        yield plain
        yield _stands(context, actor, main=bool(laid), knows=knows)
        if knows:
            yield _suggested(context, actor, plain)
        yield from _card_by_card(context, actor, knows=knows)
        yield from _dismissals(context, actor)
        if laid and knows and settings.word(context.table, "targets") == "in_planning":
            yield from _aims(context, actor, fighter)  # the targets are as secret as the plan


def _card_by_card(context: OfferContext, actor: str, *, knows: bool) -> Iterator[Offer]:
    """Yield the offers to drag one card into a slot, to another slot, or back into the hand (CD-UI-5).

    A card without room replaces another; only viewers who know the plan get that offer.
    """
    table, seat, name = context.table, context.seat, context.name(actor)
    hand, plan = actor_zones.hand_zone(table, actor), actor_zones.plan_zone(actor)
    most = calculator_of(table).speed(actor).value if context.may_read(actor) else None
    asked = question("slot", QuestionKind.NUMBER, least=0, most=most, optional=True, spot=True)
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
            asks = (question("laid_card", QuestionKind.CARD, places, field="card", zone=source), asked)
            drag = Drag(source=source, target=plan)
            yield make_offer(f"{word}:{actor}", bare, questions=asks, drag=drag, direct=True, actor=name)
    lying, planned = actor_zones.cards_in(table, plan), planned_cards(participants.need_fighter(table, actor))
    places = tuple(f"{plan}#{place}" for place, card in enumerate(lying) if card in planned)  # none put there by hand
    if places:
        back = TakeCardBack(seat=seat, actor=actor, card=places[0])
        taken = question("laid_card", QuestionKind.CARD, places, field="card", zone=plan)
        drag = Drag(source=plan, target=hand)
        yield make_offer(f"take_card_back:{actor}", back, questions=(taken,), drag=drag, direct=True, actor=name)


def _has_room(table: Table, actor: str, place: str) -> bool:
    """Return whether the plan has room for one more card."""
    zone, _, index = place.rpartition("#")
    return denial(plan_with_card, table, actor, actor_zones.cards_in(table, zone)[int(index)], 0) is None


def _places(context: OfferContext, zone: str, actor: str) -> tuple[str, ...]:
    """Return the places of a zone whose cards may be planned, as far as the viewer knows."""
    return tuple(
        f"{zone}#{place}"
        for place, card in enumerate(actor_zones.cards_in(context.table, zone))
        if not _bars(context, zone, card, actor)
    )


def _dismissals(context: OfferContext, actor: str) -> Iterator[Offer]:
    """Yield the offers to mark own Conditions, in the same words whether they are marked or not (CD-PLAN-6).

    Dragging one onto the own discard pile means the same; it stays in play until all plans are locked.
    """
    own = places_of(context.table, planning_phase.dismissible_conditions(context.table, actor))
    if own:
        asks = (question("marked", QuestionKind.CARD, own, field="card"),)
        bare = MarkDismissal(seat=context.seat, actor=actor, card=own[0])
        yield make_offer(f"mark_dismissal:{actor}", bare, questions=asks, actor=context.name(actor))
    for field in dict.fromkeys(place.partition("#")[0] for place in own):
        there = tuple(place for place in own if place.startswith(f"{field}#"))
        asks = (question("marked", QuestionKind.CARD, there, field="card", zone=field),)
        bare = MarkDismissal(seat=context.seat, actor=actor, card=there[0])
        drag = Drag(source=field, target=actor_zones.discard_zone(actor))
        name = f"mark_dismissal:{actor}:{field}"
        yield make_offer(name, bare, questions=asks, drag=drag, direct=True, actor=context.name(actor))


def _plan(context: OfferContext, actor: str, *, main: bool) -> Offer:
    """Return the offer to make a plan, in places of the hand, whatever cards they are (CD-UI-5, CD-UI-6)."""
    table = context.table
    hand, plan = actor_zones.hand_zone(table, actor), actor_zones.plan_zone(actor)
    planned = _places(context, plan, actor)
    places = (*planned, *_places(context, hand, actor))
    most = len(places)
    if context.may_read(actor):
        free = (
            calculator_of(table).speed(actor).value
            - planning_phase.first_free_slot(participants.need_fighter(table, actor))
            + 1
        )
        most = max(0, min(most, free))
    own = planning_phase.dismissible_conditions(table, actor)
    asks = (
        question("plan", QuestionKind.CARDS, places, field="cards", zone=hand, least=0, most=most, ordered=True),
        *(
            (question("dismissed", QuestionKind.CHOICES, own, least=0, most=len(own), optional=True, rare=True),)
            if own
            else ()
        ),
        question("lock", QuestionKind.FLAG, optional=True, rare=True),
    )
    bare = PlanCards(seat=context.seat, actor=actor, cards=tuple(planned))  # the present plan is the default
    return make_offer(f"plan_cards:{actor}", bare, questions=asks, primary=main, actor=context.name(actor))


def _suggested(context: OfferContext, actor: str, plain: Offer) -> Offer:
    """Return the offer to suggest a plan; it is calculated when it is taken."""
    bare = PlanCards(seat=context.seat, actor=actor, lock=False)
    return make_offer(
        f"{SUGGEST_PLAN}:{actor}", bare, questions=plain.questions, lazy=True, actor=context.name(actor), notes=""
    )


def complete_plan_offer(context: OfferContext, offer: Offer) -> Offer:
    """Return a suggested plan to look at and change, with a reason for each card (CD-UI-18)."""
    bare, table, battle = offer.command, context.table, context.battle
    assert isinstance(bare, PlanCards)
    ready = battle is None or battle.phase is not Phase.PLANNING or bare.actor not in battle.fighters
    if ready or not _knows(context, bare.actor):
        return offer
    suggestion = plan_suggestion.suggest_plan(table, bare.actor)
    reasons = {
        place: suggested_card.reason
        for suggested_card in suggestion.cards
        for place in places_of(table, (suggested_card.card,))
    }
    asks = tuple(replace(ask, told=reasons) if ask.field == "cards" else ask for ask in offer.questions)
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


def _stands(context: OfferContext, actor: str, *, main: bool, knows: bool) -> Offer:
    """Return the offer to lock the present plan; only viewers who know it get the reason of a denial."""
    offer = make_offer(
        f"lock_plan:{actor}", LockPlan(seat=context.seat, actor=actor), primary=main, actor=context.name(actor)
    )
    return with_denial(context.table, offer) if knows else offer


def _down(fighter: FighterState) -> tuple[Slot, ...]:
    return tuple(slot for slot in fighter.slots if slot.stand is SlotStatus.DOWN)


def _as_laid(
    context: OfferContext, actor: str, fighter: FighterState, targets: tuple[tuple[str, ...], ...], *, lock: bool = True
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
        lock=lock,
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
            bare = _as_laid(context, actor, fighter, targets, lock=False)
            taken = body in slot.targets
            yield with_denial(
                table,
                make_offer(
                    f"{'unaim' if taken else 'aim'}_plan:{actor}:{place}:{body}",
                    bare,
                    card=record.name,
                    target=calculator.snapshot.bodies[body].name,
                ),
            )


def _with(choice: TargetChoice, known: tuple[str, ...], body: str) -> tuple[str, ...]:
    """Return the noted targets with one more, or without one that was among them; beyond the limit the oldest goes."""
    if body in known:
        return tuple(other for other in known if other != body)
    return (*known, body)[-max(1, choice.most) :]
