"""The Planning phase: cards go face down in order, Conditions are given up, and nothing is shown (section 2.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId, CardIds
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.card_the_drawing import facts, people, settings, zones
from engine.rulesets.card_the_drawing.choosing import choice_of
from engine.rulesets.card_the_drawing.hindering import interrupts, slots
from engine.rulesets.card_the_drawing.procedures import Combatant, Phase, Slot, Stand
from engine.rulesets.card_the_drawing.scene import Acting
from engine.rulesets.card_the_drawing.scene_of import reckoner
from engine.table.frozen import Frozen
from engine.table.table import Table

EMPTY = ""
"""A slot that is left empty on purpose (CD-AMB-14)."""


class PlanCards(Request):
    """Lay cards face down in the order in which they shall be played; they take the place of an earlier plan."""

    RULES = ("CD-PLAN-1", "CD-PLAN-3", "CD-PLAN-5", "CD-PLAN-6")
    actor: ActorId
    cards: CardIds = ()
    dismissed: Annotated[
        tuple[str, ...] | None, Meta(description="own Conditions that are taken out of play, by id; null: as marked")
    ] = None
    targets: Annotated[
        tuple[tuple[str, ...], ...], Meta(description="whom each card is aimed at, where that is noted while planning")
    ] = ()
    lock: Annotated[bool, Meta(description="whether the plan stands; false only lays it out")] = True


class ReopenPlan(Request):
    """Change a plan that stands, as long as somebody still plans."""

    RULES = ("CD-PLAN-1",)
    actor: ActorId


class Dear(Frozen):
    """A planned card that cannot be paid with the Adrenaline at hand, after those before it."""

    card: str
    cost: int
    left: int


# ---- what a plan comes to --------------------------------------------------------------------------------------------


def charging(fighter: Combatant) -> tuple[Slot, ...]:
    """Return the Rituals that were laid in an earlier round and take slots of this one (CD-TAG-RITUAL)."""
    return tuple(slot for slot in fighter.slots if slot.stand is Stand.CHARGING)


def first_free(fighter: Combatant) -> int:
    """Return the first slot that a new plan may fill."""
    return max((slot.last for slot in charging(fighter)), default=0) + 1


def planned_cards(fighter: Combatant) -> tuple[str, ...]:
    """Return the cards that lie face down for this round."""
    return tuple(slot.card for slot in fighter.slots if slot.stand is Stand.DOWN)


def laid_out(table: Table, actor: str, cards: Sequence[str], targets: Sequence[tuple[str, ...]] = ()) -> list[Slot]:
    """Return the slots that cards take in this order. Raises Refused where they do not go."""
    at, library = reckoner(table), settings.library(table)
    fighter = facts.need_fighter(table, actor)
    speed, free = at.speed(actor).value, first_free(fighter)
    gaps, overflow = settings.flag(table, "empty_slots"), settings.word(table, "ritual_overflow") == "carry"
    found: list[Slot] = []
    for number, card in enumerate(cards):
        if card == EMPTY:
            if not gaps:
                raise Refused("drawing_no_gaps", "CD-PLAN-3")
            free += 1
            continue
        record = zones.card_of(library, card)
        if interrupts(at, record, actor):
            raise Refused("drawing_plans_interrupt", "CD-PLAN-2", card=record.name)
        last = free + slots(at, record, actor) - 1
        if free > speed:
            raise Refused("drawing_too_many", "CD-PLAN-1", actor=actor_name(table, actor), most=speed)
        if last > speed and not overflow:
            raise Refused("drawing_no_overflow", "CD-TAG-RITUAL", card=record.name)
        found.append(Slot(card=card, first=free, last=last, targets=targets[number] if number < len(targets) else ()))
        free = last + 1
    return found


def too_dear(table: Table, actor: str, cards: Sequence[str]) -> tuple[Dear, ...]:
    """Return the cards that could not be paid, each after those before it and the Rituals that charge (CD-PLAN-4)."""
    at, library = reckoner(table), settings.library(table)
    left, found = people.adrenaline(table, actor), list[Dear]()
    before = [slot.card for slot in charging(facts.need_fighter(table, actor)) if not slot.paid]
    for card in (*before, *cards):
        if card == EMPTY:
            continue
        record = zones.card_of(library, card)
        cost = at.cost(record, actor).value
        if cost <= left:
            left -= cost
        else:
            found.append(Dear(card=card, cost=cost, left=left))
    return tuple(found)


# ---- what is asked for -----------------------------------------------------------------------------------------------


def need_planning(table: Table, command: Request, actor: str) -> Combatant:
    """Return who plans. Raises Refused outside this phase, and for one who is defeated."""
    facts.need_leader(table, command, actor, "CD-PLAN-1")
    now = facts.need_battle(table)
    fighter = facts.need_standing(table, actor)
    if now.phase is not Phase.PLANNING:
        raise Refused("drawing_not_planning", "CD-PLAN-1")
    facts.need_between(table)
    return fighter


def verify_plan(table: Table, command: PlanCards) -> None:
    """Cards of the own hand, or of the plan that it takes the place of; own Conditions that are not permanent."""
    need_planning(table, command, command.actor)
    places = (zones.hand_zone(table, command.actor), zones.plan_of(command.actor))
    at_hand = {card for zone in places for card in zones.known_cards(table, zone, command.seat)}
    cards = [card for card in command.cards if card != EMPTY]
    if len(set(cards)) != len(cards) or any(card not in at_hand for card in cards):
        raise Refused("drawing_not_in_hand", "CD-PLAN-1", actor=actor_name(table, command.actor))
    laid_out(table, command.actor, command.cards)
    if settings.word(table, "plan_unaffordable") == "forbid":
        for dear in too_dear(table, command.actor, command.cards):
            name = zones.card_of(settings.library(table), dear.card).name
            raise Refused("drawing_plan_dear", "CD-PLAN-4", card=name, cost=dear.cost, has=dear.left)
    _need_dismissible(table, command)
    _need_targets(table, command)


def dismissible(table: Table, actor: str) -> tuple[str, ...]:
    """Return the Conditions that an actor may take out of play: its own, whoever bears them (CD-PLAN-5, CD-COND-3)."""
    field = reckoner(table).scene.field
    return tuple(lies.id for lies in field if lies.owner == actor and not facts.is_permanent(table, lies.id))


def _need_dismissible(table: Table, command: PlanCards) -> None:
    known = dismissible(table, command.actor)
    for card in command.dismissed or ():
        if card not in known:
            raise Refused("drawing_not_dismissible", "CD-PLAN-5", card=card if card in _open(table) else "?")


def _open(table: Table) -> set[str]:
    return {lies.id for lies in reckoner(table).scene.field}


def _need_targets(table: Table, command: PlanCards) -> None:
    if not any(command.targets):
        return
    if settings.word(table, "targets") != "in_planning":
        raise Refused("drawing_targets_later", "CD-PLAN-7")
    if len(command.targets) > len(command.cards):
        raise Refused("drawing_targets_count", "CD-PLAN-7")
    at, library = reckoner(table), settings.library(table)
    for card, targets in zip(command.cards, command.targets, strict=False):
        if targets:
            choice = choice_of(at, Acting(card=zones.card_of(library, card), owner=command.actor, id=card))
            fault = choice.fault(targets)
            if fault is not None:
                raise fault


def plan(draft: Draft, command: PlanCards) -> None:
    """Lay them; when all plans stand, the phase ends (`flow.settle`). Who plans is warned of what is too dear."""
    marked = facts.need_fighter(draft.table, command.actor).dismissed
    dismissed = marked if command.dismissed is None else command.dismissed
    lay_plan(draft, command.actor, command.cards, dismissed, command.targets)
    name = actor_name(draft.table, command.actor)
    warn(draft, command.actor, command.cards)
    if command.lock:
        facts.become(draft, command.actor, ready=True)
        draft.note("drawing_plan_stands", "CD-PLAN-1", actor=name)
    else:
        facts.become(draft, command.actor, ready=False)
        draft.note("drawing_plan_laid", "CD-PLAN-1", actor=name)


def lay_plan(
    draft: Draft,
    actor: str,
    cards: Sequence[str],
    dismissed: Sequence[str] = (),
    targets: Sequence[tuple[str, ...]] = (),
) -> None:
    """Lay cards face down in their order, and take back what lay there."""
    made = laid_out(draft.table, actor, cards, targets)
    wanted = tuple(slot.card for slot in made)
    zone, hand = zones.plan_of(actor), zones.hand_zone(draft.table, actor)
    back = tuple(card for card in zones.cards_in(draft.table, zone) if card not in wanted)
    draft.move(back, zone, hand, None)
    draft.move(tuple(card for card in wanted if card in zones.cards_in(draft.table, hand)), hand, zone, None)
    if zones.cards_in(draft.table, zone) != wanted:
        draft.move(wanted, zone, zone, None)
    fighter = facts.need_fighter(draft.table, actor)
    facts.become(draft, actor, slots=(*charging(fighter), *made), dismissed=tuple(dict.fromkeys(dismissed)))


def warn(draft: Draft, actor: str, cards: Sequence[str]) -> None:
    """Tell who plans, and nobody else, which cards could not be paid as it stands (CD-PLAN-4)."""
    audience = facts.hand_of_leader(draft.table, actor)
    for dear in too_dear(draft.table, actor, cards):
        card = zones.card_of(settings.library(draft.table), dear.card).name
        draft.note("drawing_too_dear", "CD-PLAN-4", audience=audience, card=card, cost=dear.cost, has=dear.left)


def verify_reopen(table: Table, command: ReopenPlan) -> None:
    """Whose plan stands."""
    fighter = need_planning(table, command, command.actor)
    if not fighter.ready:
        raise Refused("drawing_plan_open", "CD-PLAN-1", actor=actor_name(table, command.actor))


def reopen(draft: Draft, command: ReopenPlan) -> None:
    """Plan on."""
    facts.become(draft, command.actor, ready=False)
    draft.note("drawing_plan_reopened", "CD-PLAN-1", actor=actor_name(draft.table, command.actor))


# ---- what happens by itself ------------------------------------------------------------------------------------------


def begin_planning(draft: Draft) -> None:
    """Begin the phase: nobody has planned, and how many cards each may plan is settled."""
    facts.alter(draft, phase=Phase.PLANNING)
    for actor in facts.need_battle(draft.table).fighters:
        speed = reckoner(draft.table).speed(actor).value
        facts.become(draft, actor, ready=False, planned_speed=speed, dismissed=())
    draft.note("drawing_planning", "CD-PLAN-1")


def lock_what_lies(draft: Draft, actor: str) -> None:
    """Let a plan stand as it lies, for who does not come to it; what cannot be planned goes back into the hand."""
    fighter = facts.need_fighter(draft.table, actor)
    lying = zones.cards_in(draft.table, zones.plan_of(actor))
    if set(planned_cards(fighter)) != set(lying):
        kept: list[str] = []
        for card in lying:
            try:
                laid_out(draft.table, actor, (*kept, card))
            except Refused:
                continue
            kept.append(card)
        lay_plan(draft, actor, kept, fighter.dismissed)
    facts.become(draft, actor, ready=True)


MOVES = (
    Move(PlanCards, verify_plan, plan),
    Move(ReopenPlan, verify_reopen, reopen),
)
