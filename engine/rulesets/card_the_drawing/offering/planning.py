"""What can be done in the Planning phase: laying a plan, whom it is aimed at, letting it stand, and taking it back."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.offers import ALL_SEATS, AskKind, Drag, Offer, ask, checked, denial, offered
from engine.play.words import say
from engine.rulesets.card_the_drawing import facts, laying, planning, settings, suggesting, zones
from engine.rulesets.card_the_drawing.choosing import Choice, choice_of
from engine.rulesets.card_the_drawing.hindering import interrupts
from engine.rulesets.card_the_drawing.laying import LayCard, LockPlan, MarkDismissal, TakeCardBack, with_card
from engine.rulesets.card_the_drawing.offering.eyes import Eyes, places_of
from engine.rulesets.card_the_drawing.planning import (
    PlanCards,
    ReopenPlan,
    planned_cards,
    verify_plan,
)
from engine.rulesets.card_the_drawing.procedures import Combatant, Phase, Slot, Stand
from engine.rulesets.card_the_drawing.scene import Acting
from engine.rulesets.card_the_drawing.scene_of import reckoner
from engine.table.frozen import replace
from engine.table.table import Table

SUGGESTS = "suggest_plan"
"""The name of the offer that is worked out when somebody takes it."""


def offers(eyes: Eyes) -> Iterator[Offer]:
    """Yield what the seat can do about the plans of its own."""
    now = eyes.battle
    if now is None or now.phase is not Phase.PLANNING:
        return
    for actor in eyes.own:
        fighter = now.fighters[actor]
        if fighter.ready:
            reopen = ReopenPlan(seat=eyes.seat, actor=actor)
            yield offered(f"reopen_plan:{actor}", reopen, at_cost_of=ALL_SEATS, actor=eyes.name(actor))
            continue
        laid = planned_cards(fighter)
        knows = _knows(eyes, actor)
        plain = _plan(eyes, actor, main=not laid)
        yield plain
        yield _stands(eyes, actor, main=bool(laid), knows=knows)
        if knows:
            yield _suggested(eyes, actor, plain)
        yield from _card_by_card(eyes, actor, knows=knows)
        yield from _dismissals(eyes, actor)
        if laid and knows and settings.word(eyes.table, "targets") == "in_planning":
            yield from _aims(eyes, actor, fighter)  # what is aimed at is as secret as the plan


def _card_by_card(eyes: Eyes, actor: str, *, knows: bool) -> Iterator[Offer]:
    """Yield how one card is laid into a slot, moved to another, or taken back, by dragging it there (CD-UI-5).

    A card for which there is no room goes in the place of another; only who knows the plan is offered that.
    """
    table, seat, name = eyes.table, eyes.seat, eyes.name(actor)
    hand, plan = zones.hand_zone(table, actor), zones.plan_of(actor)
    most = reckoner(table).speed(actor).value if eyes.reads(actor) else None
    asked = ask("slot", AskKind.NUMBER, least=0, most=most, optional=True, spot=True)
    held = _places(eyes, hand, actor)
    instead = tuple(place for place in held if knows and not _has_room(table, actor, place))
    laid = tuple(place for place in held if place not in instead)
    for word, source, places in (
        ("lay_card", hand, laid),
        ("swap_card", hand, instead),
        ("move_card", plan, _places(eyes, plan, actor)),
    ):
        if places:
            bare = LayCard(seat=seat, actor=actor, card=places[0], instead=word == "swap_card")
            asks = (ask("laid_card", AskKind.CARD, places, field="card", zone=source), asked)
            drag = Drag(source=source, target=plan)
            yield offered(f"{word}:{actor}", bare, asks=asks, drag=drag, handled=True, actor=name)
    lying, planned = zones.cards_in(table, plan), planned_cards(facts.need_fighter(table, actor))
    places = tuple(f"{plan}#{place}" for place, card in enumerate(lying) if card in planned)  # no stray one
    if places:
        back = TakeCardBack(seat=seat, actor=actor, card=places[0])
        taken = ask("laid_card", AskKind.CARD, places, field="card", zone=plan)
        drag = Drag(source=plan, target=hand)
        yield offered(f"take_card_back:{actor}", back, asks=(taken,), drag=drag, handled=True, actor=name)


def _has_room(table: Table, actor: str, place: str) -> bool:
    """Say whether the plan has room for a card besides those that lie there."""
    zone, _, index = place.rpartition("#")
    return denial(with_card, table, actor, zones.cards_in(table, zone)[int(index)], 0) is None


def _places(eyes: Eyes, zone: str, actor: str) -> tuple[str, ...]:
    """Return the places of a zone whose cards may be planned, for all that the viewer knows."""
    return tuple(
        f"{zone}#{place}"
        for place, card in enumerate(zones.cards_in(eyes.table, zone))
        if not _bars(eyes, zone, card, actor)
    )


def _dismissals(eyes: Eyes, actor: str) -> Iterator[Offer]:
    """Yield how own Conditions are marked, in the same words whether they are or not (CD-PLAN-6).

    Laying one on the own discard pile means the same, wherever it lies; it stays until all plans stand.
    """
    own = places_of(eyes.table, planning.dismissible(eyes.table, actor))
    if own:
        asks = (ask("marked", AskKind.CARD, own, field="card"),)
        bare = MarkDismissal(seat=eyes.seat, actor=actor, card=own[0])
        yield offered(f"mark_dismissal:{actor}", bare, asks=asks, actor=eyes.name(actor))
    for field in dict.fromkeys(place.partition("#")[0] for place in own):
        there = tuple(place for place in own if place.startswith(f"{field}#"))
        asks = (ask("marked", AskKind.CARD, there, field="card", zone=field),)
        bare = MarkDismissal(seat=eyes.seat, actor=actor, card=there[0])
        drag = Drag(source=field, target=zones.discard_of(actor))
        name = f"mark_dismissal:{actor}:{field}"
        yield offered(name, bare, asks=asks, drag=drag, handled=True, actor=eyes.name(actor))


def _plan(eyes: Eyes, actor: str, *, main: bool) -> Offer:
    """Return how a plan is laid; told in places of the hand, whatever lies there (CD-UI-5, CD-UI-6)."""
    table = eyes.table
    hand, plan = zones.hand_zone(table, actor), zones.plan_of(actor)
    lies = _places(eyes, plan, actor)
    places = (*lies, *_places(eyes, hand, actor))
    most = len(places)
    if eyes.reads(actor):
        free = reckoner(table).speed(actor).value - planning.first_free(facts.need_fighter(table, actor)) + 1
        most = max(0, min(most, free))
    own = planning.dismissible(table, actor)
    asks = (
        ask("plan", AskKind.CARDS, places, field="cards", zone=hand, least=0, most=most, ordered=True),
        *((ask("dismissed", AskKind.CHOICES, own, least=0, most=len(own), optional=True, seldom=True),) if own else ()),
        ask("lock", AskKind.FLAG, optional=True, seldom=True),
    )
    bare = PlanCards(seat=eyes.seat, actor=actor, cards=tuple(lies))  # what lies there stays unless it is changed
    return offered(f"plan_cards:{actor}", bare, asks=asks, main=main, actor=eyes.name(actor))


def _suggested(eyes: Eyes, actor: str, plain: Offer) -> Offer:
    """Return that a plan can be proposed; which one is worked out when somebody wants it."""
    bare = PlanCards(seat=eyes.seat, actor=actor, lock=False)
    return offered(f"{SUGGESTS}:{actor}", bare, asks=plain.asks, later=True, actor=eyes.name(actor), notes="")


def worked_out(eyes: Eyes, offer: Offer) -> Offer:
    """Return a proposed plan, to be looked at and changed: each card tells why it is there (CD-UI-18)."""
    bare, table, now = offer.command, eyes.table, eyes.battle
    assert isinstance(bare, PlanCards)
    ready = now is None or now.phase is not Phase.PLANNING or bare.actor not in now.fighters
    if ready or not _knows(eyes, bare.actor):
        return offer
    found = suggesting.plan_for(table, bare.actor)
    told = {place: one.reason for one in found.cards for place in places_of(table, (one.card,))}
    asks = tuple(replace(ask, told=told) if ask.field == "cards" else ask for ask in offer.asks)
    notes = "; ".join(say(note) for note in found.notes)
    label = replace(offer.label, params={**offer.label.params, "notes": notes})
    return replace(offer, command=replace(bare, cards=tuple(told)), asks=asks, label=label)


def _knows(eyes: Eyes, actor: str) -> bool:
    """Say whether the viewer may know all that an actor could plan with."""
    held = (zones.plan_of(actor), zones.hand_zone(eyes.table, actor))
    return all(eyes.opens(zone) for zone in held) and eyes.reads(actor)


def _bars(eyes: Eyes, zone: str, card: str, actor: str) -> bool:
    """Say whether a viewer who may know a card knows that it is never planned (CD-PLAN-2)."""
    if not eyes.sees(eyes.table.zones[zone], card):
        return False
    record = zones.card_of(settings.library(eyes.table), card)
    return interrupts(reckoner(eyes.table), record, actor)


def _stands(eyes: Eyes, actor: str, *, main: bool, knows: bool) -> Offer:
    """Return how a plan that lies there stands as it is; why it may not is for those alone who know it."""
    offer = offered(f"lock_plan:{actor}", LockPlan(seat=eyes.seat, actor=actor), main=main, actor=eyes.name(actor))
    return checked(eyes.table, offer, laying.verify_lock) if knows else offer


def _down(fighter: Combatant) -> tuple[Slot, ...]:
    return tuple(slot for slot in fighter.slots if slot.stand is Stand.DOWN)


def _as_laid(
    eyes: Eyes, actor: str, fighter: Combatant, targets: tuple[tuple[str, ...], ...], *, lock: bool = True
) -> PlanCards:
    """Return the plan as it lies, with its gaps (CD-AMB-14)."""
    cards, aims = list[str](), list[tuple[str, ...]]()
    free = planning.first_free(fighter)
    for slot, aim in zip(_down(fighter), targets, strict=True):
        gap = max(0, slot.first - free)
        cards += [*[planning.EMPTY] * gap, slot.card]
        aims += [*[()] * gap, aim]
        free = slot.last + 1
    return PlanCards(
        seat=eyes.seat,
        actor=actor,
        cards=tuple(cards),
        dismissed=fighter.dismissed,
        targets=tuple(aims) if any(aims) else (),
        lock=lock,
    )


def _aims(eyes: Eyes, actor: str, fighter: Combatant) -> Iterator[Offer]:
    """Yield for each card of the plan whom it may be aimed at, one button each (CD-PLAN-7)."""
    table, laid = eyes.table, _down(fighter)
    at, library = reckoner(table), settings.library(table)
    for place, slot in enumerate(laid):
        record = zones.card_of(library, slot.card)
        choice = choice_of(at, Acting(card=record, owner=actor, id=slot.card))
        for body in choice.allowed if choice.chooses else ():
            targets = tuple(_with(choice, slot.targets, body) if other is slot else other.targets for other in laid)
            bare = _as_laid(eyes, actor, fighter, targets, lock=False)
            taken = body in slot.targets
            yield checked(
                table,
                offered(
                    f"{'unaim' if taken else 'aim'}_plan:{actor}:{place}:{body}",
                    bare,
                    card=record.name,
                    target=at.scene.bodies[body].name,
                ),
                verify_plan,
            )


def _with(choice: Choice, known: tuple[str, ...], body: str) -> tuple[str, ...]:
    """Return the noted targets with one more, or without one that was among them; of too many the oldest goes."""
    if body in known:
        return tuple(other for other in known if other != body)
    return (*known, body)[-max(1, choice.most) :]
