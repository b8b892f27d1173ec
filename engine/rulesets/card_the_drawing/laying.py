"""A plan laid card by card: into a slot, to another, back into the hand; and let stand (CD-UI-5, CD-UI-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.card_the_drawing import facts, settings, zones
from engine.rulesets.card_the_drawing.hindering import slots
from engine.rulesets.card_the_drawing.planning import (
    EMPTY,
    dismissible,
    first_free,
    laid_out,
    lay_plan,
    lock_what_lies,
    need_planning,
    planned_cards,
    too_dear,
    warn,
)
from engine.rulesets.card_the_drawing.procedures import Combatant, Stand
from engine.rulesets.card_the_drawing.scene_of import reckoner
from engine.table.table import Table


class LayCard(Request):
    """Lay one card face down into a slot of the plan, or another one that lies there; what follows moves on.

    What has to go for it is said beforehand: whether a plan has room is nothing that the table may see by its outcome.
    """

    RULES = ("CD-PLAN-1", "CD-PLAN-3", "CD-UI-5")
    actor: ActorId
    card: Annotated[str, Meta(description="a card of the hand or of the plan, by id or by place (`hand:tom#2`)")]
    slot: Annotated[int, Meta(ge=0, le=99, description="the slot; 0 for the next one that is free")] = 0
    instead: Annotated[bool, Meta(description="in place of what lies there, which returns to the hand")] = False


class TakeCardBack(Request):
    """Take a card of the plan back into the hand."""

    RULES = ("CD-PLAN-1", "CD-UI-5")
    actor: ActorId
    card: Annotated[str, Meta(description="a card of the plan, by id or by place (`plan:tia#0`)")]


class MarkDismissal(Request):
    """Mark an own Condition to be taken out of play when the phase ends, or let it stay after all."""

    RULES = ("CD-PLAN-5", "CD-PLAN-6")
    actor: ActorId
    card: Annotated[str, Meta(description="a Condition in play, by id or by place (`field:eli#0`)")]


class LockPlan(Request):
    """Let the plan stand as it lies."""

    RULES = ("CD-PLAN-1", "CD-UI-6")
    actor: ActorId


# ---- where it goes ----


def entries(fighter: Combatant, without: str = "") -> list[str]:
    """Return the cards that lie face down as a plan names them, with its gaps; where one is left out, a gap is left."""
    found, free = list[str](), first_free(fighter)
    for slot in (slot for slot in fighter.slots if slot.stand is Stand.DOWN):
        if slot.card != without:
            found += [*[EMPTY] * max(0, slot.first - free), slot.card]
            free = slot.last + 1
    return found


def with_card(table: Table, actor: str, card: str, slot: int, *, instead: bool = False) -> list[str]:
    """Return a plan into which a card is laid at a slot, or over what covers it. Raises Refused where it cannot."""
    fighter = facts.need_fighter(table, actor)
    gaps = settings.flag(table, "empty_slots")
    others = entries(fighter, card)
    if not gaps:
        others = [other for other in others if other != EMPTY]
    if instead:
        below = _covering(table, actor, others, slot) if card not in planned_cards(fighter) else ""
        if below in ("", EMPTY):
            raise Refused("drawing_nothing_there", "CD-PLAN-1", actor=actor_name(table, actor), slot=slot)
        changed = [card if other == below else other for other in others]
    else:
        changed = _inserted(table, actor, others, card, slot, gaps=gaps)
    laid_out(table, actor, changed)
    return changed


def _starts(table: Table, actor: str, cards: Sequence[str]) -> list[tuple[int, int]]:
    """Return the first and the last slot of each entry of a plan, whether or not it goes."""
    at, library = reckoner(table), settings.library(table)
    free, found = first_free(facts.need_fighter(table, actor)), list[tuple[int, int]]()
    for card in cards:
        last = free if card == EMPTY else free + slots(at, zones.card_of(library, card), actor) - 1
        found.append((free, last))
        free = last + 1
    return found


def _covering(table: Table, actor: str, cards: Sequence[str], slot: int) -> str:
    lying = zip(cards, _starts(table, actor, cards), strict=True)
    return next((card for card, (first, last) in lying if first <= slot <= last), "")


def _inserted(table: Table, actor: str, others: list[str], card: str, slot: int, *, gaps: bool) -> list[str]:
    """Return a plan with one card more, so that it lies at a slot if it can; a gap that it fills is gone."""
    spans = _starts(table, actor, others)
    place = len(others) if not slot else sum(last < slot for _, last in spans)
    if gaps and slot and place == len(others):
        free = spans[-1][1] + 1 if spans else first_free(facts.need_fighter(table, actor))
        return [*others, *[EMPTY] * max(0, slot - free), card]
    rest = others[place:]
    if gaps:
        wide = slots(reckoner(table), zones.card_of(settings.library(table), card), actor)
        while wide and EMPTY in rest:
            rest.remove(EMPTY)
            wide -= 1
    return [*others[:place], card, *rest]


# ---- doing it ----


def _targets_of(fighter: Combatant, cards: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return whom the cards of a plan are aimed at already."""
    known = {slot.card: slot.targets for slot in fighter.slots}
    return tuple(known.get(card, ()) for card in cards)


def _change(draft: Draft, actor: str, cards: Sequence[str]) -> None:
    """Lay a plan otherwise, and say no more than that somebody plans."""
    fighter = facts.need_fighter(draft.table, actor)
    lay_plan(draft, actor, cards, fighter.dismissed, _targets_of(fighter, cards))
    draft.note("drawing_plan_laid", "CD-PLAN-1", actor=actor_name(draft.table, actor))


def _need_open(table: Table, command: Request, actor: str) -> Combatant:
    """Return who plans. Raises Refused once the plan stands: it has to be opened again first."""
    fighter = need_planning(table, command, actor)
    if fighter.ready:
        raise Refused("drawing_plan_closed", "CD-UI-6", actor=actor_name(table, actor))
    return fighter


def verify_lay(table: Table, command: LayCard) -> None:
    """A card of the own hand or plan, where there is room for it."""
    _need_open(table, command, command.actor)
    places = (zones.hand_zone(table, command.actor), zones.plan_of(command.actor))
    if not any(command.card in zones.known_cards(table, zone, command.seat) for zone in places):
        raise Refused("drawing_not_in_hand", "CD-PLAN-1", actor=actor_name(table, command.actor))
    with_card(table, command.actor, command.card, command.slot, instead=command.instead)


def lay_card(draft: Draft, command: LayCard) -> None:
    """Lay it."""
    card, slot = command.card, command.slot
    _change(draft, command.actor, with_card(draft.table, command.actor, card, slot, instead=command.instead))


def verify_take_back(table: Table, command: TakeCardBack) -> None:
    """A card of the own plan."""
    fighter = _need_open(table, command, command.actor)
    known = zones.known_cards(table, zones.plan_of(command.actor), command.seat)
    if command.card not in known or command.card not in planned_cards(fighter):
        raise Refused("drawing_not_planned", "CD-PLAN-1", actor=actor_name(table, command.actor))


def take_back(draft: Draft, command: TakeCardBack) -> None:
    """Take it back; the others move up, where gaps are not wished."""
    left = entries(facts.need_fighter(draft.table, command.actor), command.card)
    if not settings.flag(draft.table, "empty_slots"):
        left = [card for card in left if card != EMPTY]
    _change(draft, command.actor, left)


def verify_mark(table: Table, command: MarkDismissal) -> None:
    """An own Condition that is not permanent, whoever bears it."""
    _need_open(table, command, command.actor)
    if command.card not in dismissible(table, command.actor):
        raise Refused("drawing_not_dismissible", "CD-PLAN-5")


def mark(draft: Draft, command: MarkDismissal) -> None:
    """Mark it, or no longer; nobody else learns which."""
    marked = facts.need_fighter(draft.table, command.actor).dismissed
    others = tuple(card for card in marked if card != command.card)
    facts.become(draft, command.actor, dismissed=others if others != marked else (*marked, command.card))
    draft.note("drawing_plan_laid", "CD-PLAN-1", actor=actor_name(draft.table, command.actor))


def verify_lock(table: Table, command: LockPlan) -> None:
    """Whose plan does not stand yet, and may stand as it lies."""
    fighter = _need_open(table, command, command.actor)
    if settings.word(table, "plan_unaffordable") == "forbid" and too_dear(table, command.actor, planned_cards(fighter)):
        raise Refused("drawing_plan_all_dear", "CD-PLAN-4", actor=actor_name(table, command.actor))


def lock(draft: Draft, command: LockPlan) -> None:
    """Let it stand; who plans is warned of what is too dear."""
    lying = planned_cards(facts.need_fighter(draft.table, command.actor))
    lock_what_lies(draft, command.actor)
    warn(draft, command.actor, lying)
    draft.note("drawing_plan_stands", "CD-PLAN-1", actor=actor_name(draft.table, command.actor))


MOVES = (
    Move(LayCard, verify_lay, lay_card),
    Move(TakeCardBack, verify_take_back, take_back),
    Move(MarkDismissal, verify_mark, mark),
    Move(LockPlan, verify_lock, lock),
)
