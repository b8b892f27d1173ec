"""What can be done in the Planning phase: laying a plan, whom it is aimed at, letting it stand, and taking it back."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.offers import AskKind, Offer, ask, checked, offered
from engine.rulesets.card_the_drawing import facts, planning, settings, zones
from engine.rulesets.card_the_drawing.choosing import Choice, choice_of
from engine.rulesets.card_the_drawing.hindering import interrupts
from engine.rulesets.card_the_drawing.offering.eyes import Eyes
from engine.rulesets.card_the_drawing.planning import PlanCards, ReopenPlan, planned_cards, verify_plan
from engine.rulesets.card_the_drawing.procedures import Combatant, Phase, Slot, Stand
from engine.rulesets.card_the_drawing.scene import Acting
from engine.rulesets.card_the_drawing.scene_of import reckoner


def offers(eyes: Eyes) -> Iterator[Offer]:
    """Yield what the seat can do about the plans of its own."""
    now = eyes.battle
    if now is None or now.phase is not Phase.PLANNING:
        return
    for actor in eyes.own:
        fighter = now.fighters[actor]
        if fighter.ready:
            reopen = ReopenPlan(seat=eyes.seat, actor=actor)
            yield offered(f"reopen_plan:{actor}", reopen, actor=eyes.name(actor))
            continue
        laid = planned_cards(fighter)
        knows = eyes.opens(zones.plan_of(actor)) and eyes.reads(actor)
        yield _plan(eyes, actor, main=not (laid and knows))
        if laid and knows:  # what is dismissed and aimed at is as secret as the plan
            yield _stands(eyes, actor, fighter)
            if settings.word(eyes.table, "targets") == "in_planning":
                yield from _aims(eyes, actor, fighter)


def _plan(eyes: Eyes, actor: str, *, main: bool) -> Offer:
    """Return how a plan is laid; told in places of the hand, whatever lies there (CD-UI-5, CD-UI-6)."""
    table = eyes.table
    hand, plan = zones.hand_zone(table, actor), zones.plan_of(actor)
    places = tuple(
        f"{zone}#{place}"
        for zone in (plan, hand)
        for place, card in enumerate(zones.cards_in(table, zone))
        if not _bars(eyes, zone, card, actor)
    )
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
    return offered(
        f"plan_cards:{actor}", PlanCards(seat=eyes.seat, actor=actor), asks=asks, main=main, actor=eyes.name(actor)
    )


def _bars(eyes: Eyes, zone: str, card: str, actor: str) -> bool:
    """Say whether a viewer who may know a card knows that it is never planned (CD-PLAN-2)."""
    if not eyes.sees(eyes.table.zones[zone], card):
        return False
    record = zones.card_of(settings.library(eyes.table), card)
    return interrupts(reckoner(eyes.table), record, actor)


def _stands(eyes: Eyes, actor: str, fighter: Combatant) -> Offer:
    """Return how a plan that lies there stands as it is."""
    bare = _as_laid(eyes, actor, fighter, tuple(slot.targets for slot in _down(fighter)))
    return checked(eyes.table, offered(f"lock_plan:{actor}", bare, main=True, actor=eyes.name(actor)), verify_plan)


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
