"""A plan edited card by card: into a slot, to another, back into the hand; and locked (CD-UI-5, CD-UI-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from engine.core.commands import Need
from engine.core.draft import Draft
from engine.kit.card_piles import known_cards
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.battle import actor_zones, battle_changes, participants
from engine.rulesets.card_the_drawing.battle.battle_procedures import SlotStatus
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import (
    EMPTY,
    PlanningRequest,
    dismissible_conditions,
    first_free_slot,
    is_laid_by_hand,
    lay_plan,
    plan_slots,
    plan_spans,
    planned_cards,
    tell_of_locked_plan,
    unaffordable_cards,
    warn_of_unaffordable,
)


def _need_open(table: Table, command: OpenPlanRequest) -> None:
    if participants.need_fighter(table, command.actor).ready:
        raise Refused("drawing_plan_closed", "CD-UI-6", actor=actor_name(table, command.actor))


class OpenPlanRequest(PlanningRequest):
    """A command about a plan that is not locked: a locked one has to be reopened first."""

    ABSTRACT = True
    CITED = ("CD-PLAN-1",)
    NEEDS: ClassVar[tuple[Need, ...]] = (_need_open,)


class LayCard(OpenPlanRequest):
    """Put one card face down into a slot of the plan, or move a planned card; the cards behind it move on.

    The command itself names the card that has to go: the table must not learn from the outcome whether a plan has room.
    """

    RULES = ("CD-PLAN-1", "CD-PLAN-3", "CD-UI-5")
    card: Annotated[
        str, Meta(description="a card of the hand or of the plan, by id or by place (`hand:tom#2`)"), Asks("laid_card")
    ]
    slot: Annotated[int, Meta(ge=0, le=99, description="the slot; 0 for the next free one"), Asks(spot=True)] = 0
    instead: Annotated[bool, Meta(description="in place of what lies there, which returns to the hand")] = False

    def verify(self, table: Table) -> None:
        """A card of the own hand or plan, in a slot with room for it."""
        super().verify(table)
        places = (actor_zones.hand_zone(table, self.actor), actor_zones.plan_zone(self.actor))
        if not any(self.card in known_cards(table, zone, self.seat) for zone in places):
            raise Refused("drawing_not_in_hand", "CD-PLAN-1", actor=actor_name(table, self.actor))
        plan_with_card(table, self.actor, self.card, self.slot, instead=self.instead)

    def decide(self, draft: Draft) -> None:
        """Put the card into the plan."""
        card, slot = self.card, self.slot
        _change(draft, self.actor, plan_with_card(draft.table, self.actor, card, slot, instead=self.instead))


class TakeCardBack(OpenPlanRequest):
    """Take a card of the plan back into the hand."""

    RULES = ("CD-PLAN-1", "CD-UI-5")
    card: Annotated[str, Meta(description="a card of the plan, by id or by place (`plan:tia#0`)"), Asks("laid_card")]

    def verify(self, table: Table) -> None:
        """A card of the own plan."""
        super().verify(table)
        known = known_cards(table, actor_zones.plan_zone(self.actor), self.seat)
        if self.card not in known or self.card not in planned_cards(participants.need_fighter(table, self.actor)):
            raise Refused("drawing_not_planned", "CD-PLAN-1", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Take it back; the others move up where the group allows no gaps."""
        _change(draft, self.actor, plan_entries(draft.table, self.actor, self.card))


class MarkDismissal(OpenPlanRequest):
    """Mark an own Condition to be taken out of play when the phase ends, or remove the mark."""

    RULES = ("CD-PLAN-5", "CD-PLAN-6")
    card: Annotated[str, Meta(description="a Condition in play, by id or by place (`field:eli#0`)"), Asks("marked")]

    def verify(self, table: Table) -> None:
        """An own Condition that is not permanent, on any bearer."""
        super().verify(table)
        if self.card not in dismissible_conditions(table, self.actor):
            raise Refused("drawing_not_dismissible", "CD-PLAN-5")

    def decide(self, draft: Draft) -> None:
        """Set or remove the mark; nobody else learns of it."""
        marked = participants.need_fighter(draft.table, self.actor).dismissed
        others = tuple(card for card in marked if card != self.card)
        battle_changes.change_fighter(draft, self.actor, dismissed=others if others != marked else (*marked, self.card))
        draft.note("drawing_plan_laid", "CD-PLAN-1", actor=actor_name(draft.table, self.actor))


class LockPlan(OpenPlanRequest):
    """Lock the plan as it is."""

    RULES = ("CD-PLAN-1", "CD-UI-6")

    def verify(self, table: Table) -> None:
        """A plan that is not locked yet, and is legal as it is."""
        super().verify(table)
        if is_laid_by_hand(table, self.actor):
            raise Refused("drawing_plan_by_hand", "CD-PLAN-1", actor=actor_name(table, self.actor))
        forbidden = settings.word(table, "plan_unaffordable") == "forbid"
        planned = planned_cards(participants.need_fighter(table, self.actor))
        if forbidden and unaffordable_cards(table, self.actor, planned):
            raise Refused("drawing_plan_all_dear", "CD-PLAN-4", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Lock it; the planner is warned of unaffordable cards."""
        battle_changes.change_fighter(draft, self.actor, ready=True)
        planned = planned_cards(participants.need_fighter(draft.table, self.actor))
        warn_of_unaffordable(draft, self.actor, planned)
        tell_of_locked_plan(draft, self.actor)


# ---- the changed plan ------------------------------------------------------------------------------------------------


def plan_entries(table: Table, actor: str, without: str) -> list[str]:
    """Return the face-down cards as a plan lists them, without one of them and without those taken away by hand.

    Where the group allows gaps, a card that is left out leaves one.
    """
    fighter, gaps = participants.need_fighter(table, actor), settings.flag(table, "empty_slots")
    lying = table.cards_in(actor_zones.plan_zone(actor))
    entries, free = list[str](), first_free_slot(fighter)
    for slot in fighter.slots:
        if slot.stand is SlotStatus.DOWN and slot.card != without and slot.card in lying:
            entries += [*[EMPTY] * (max(0, slot.first - free) if gaps else 0), slot.card]
            free = slot.last + 1
    return entries


def plan_with_card(table: Table, actor: str, card: str, slot: int, *, instead: bool = False) -> list[str]:
    """Return a plan with a card put into a slot, or over what covers it. Raises Refused where it does not fit."""
    fighter = participants.need_fighter(table, actor)
    gaps = settings.flag(table, "empty_slots")
    others = plan_entries(table, actor, card)
    if instead:
        lying = zip(others, plan_spans(table, actor, others), strict=True)
        below = next((other for other, (first, last) in lying if first <= slot <= last), EMPTY)
        if below == EMPTY or card in planned_cards(fighter):
            raise Refused("drawing_nothing_there", "CD-PLAN-1", actor=actor_name(table, actor), slot=slot)
        changed = [card if other == below else other for other in others]
    else:
        changed = _inserted(table, actor, others, card, slot, gaps=gaps)
    plan_slots(table, actor, changed)
    return changed


def _inserted(table: Table, actor: str, others: list[str], card: str, slot: int, *, gaps: bool) -> list[str]:
    """Return a plan with one more card, at its slot if possible; a gap that it fills is gone."""
    spans = plan_spans(table, actor, others)
    place = len(others) if not slot else sum(last < slot for _, last in spans)
    if gaps and slot and place == len(others):
        free = spans[-1][1] + 1 if spans else first_free_slot(participants.need_fighter(table, actor))
        return [*others, *[EMPTY] * max(0, slot - free), card]
    rest = others[place:]
    if gaps:
        [(first, last)] = plan_spans(table, actor, [card])
        for _ in range(min(last - first + 1, rest.count(EMPTY))):
            rest.remove(EMPTY)
    return [*others[:place], card, *rest]


def _change(draft: Draft, actor: str, cards: Sequence[str]) -> None:
    """Change a plan, with the targets already noted, and log no more than that the actor plans."""
    fighter = participants.need_fighter(draft.table, actor)
    noted = {slot.card: slot.targets for slot in fighter.slots}
    lay_plan(draft, actor, cards, fighter.dismissed, [noted.get(card, ()) for card in cards])
    draft.note("drawing_plan_laid", "CD-PLAN-1", actor=actor_name(draft.table, actor))
