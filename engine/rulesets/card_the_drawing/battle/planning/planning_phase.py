"""The Planning phase: cards go face down in order, Conditions are dismissed, and nothing is shown (section 2.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId, CardIds
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import actor_zones, battle_changes, participants
from engine.rulesets.card_the_drawing.battle.battle_procedures import FighterState, Phase, Slot, SlotStatus
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import EffectContext
from engine.rulesets.card_the_drawing.calculation.play_restrictions import is_interrupt, slots_needed
from engine.rulesets.card_the_drawing.targeting import card_target_choice

EMPTY = ""
"""A slot that is left empty on purpose (CD-AMB-14)."""


class PlanCards(Request):
    """Put cards face down in the order in which they shall be played; they replace an earlier plan."""

    RULES = ("CD-PLAN-1", "CD-PLAN-3", "CD-PLAN-5", "CD-PLAN-6")
    actor: ActorId
    cards: Annotated[CardIds, Asks("plan", ordered=True, optional=False)] = ()
    dismissed: Annotated[
        tuple[str, ...] | None,
        Meta(description="own Conditions that are taken out of play, by id; null: as marked"),
        Asks(rare=True),
    ] = None
    targets: Annotated[
        tuple[tuple[str, ...], ...], Meta(description="whom each card is aimed at, where that is noted while planning")
    ] = ()
    lock: Annotated[bool, Meta(description="whether the plan stands; false only lays it out"), Asks(rare=True)] = True

    def verify(self, table: Table) -> None:
        """Cards of the own hand, or of the plan that is replaced; own Conditions that are not permanent."""
        need_planning(table, self, self.actor)
        places = (actor_zones.hand_zone(table, self.actor), actor_zones.plan_zone(self.actor))
        at_hand = {card for zone in places for card in actor_zones.known_cards(table, zone, self.seat)}
        cards = [card for card in self.cards if card != EMPTY]
        if len(set(cards)) != len(cards) or any(card not in at_hand for card in cards):
            raise Refused("drawing_not_in_hand", "CD-PLAN-1", actor=actor_name(table, self.actor))
        plan_slots(table, self.actor, self.cards)
        if settings.word(table, "plan_unaffordable") == "forbid":
            for dear in unaffordable_cards(table, self.actor, self.cards):
                name = actor_zones.card_record_in(settings.library(table), dear.card).name
                raise Refused("drawing_plan_dear", "CD-PLAN-4", card=name, cost=dear.cost, has=dear.left)
        _need_dismissible(table, self)
        _need_targets(table, self)

    def decide(self, draft: Draft) -> None:
        """Set the plan, and warn of unaffordable cards; when all are locked, the phase ends (`phase_flow.settle`)."""
        marked = participants.need_fighter(draft.table, self.actor).dismissed
        dismissed = marked if self.dismissed is None else self.dismissed
        lay_plan(draft, self.actor, self.cards, dismissed, self.targets)
        name = actor_name(draft.table, self.actor)
        warn_of_unaffordable(draft, self.actor, self.cards)
        if self.lock:
            battle_changes.change_fighter(draft, self.actor, ready=True)
            draft.note("drawing_plan_stands", "CD-PLAN-1", actor=name)
        else:
            battle_changes.change_fighter(draft, self.actor, ready=False)
            draft.note("drawing_plan_laid", "CD-PLAN-1", actor=name)


class ReopenPlan(Request):
    """Change a locked plan while another actor is still planning."""

    RULES = ("CD-PLAN-1",)
    actor: ActorId

    def verify(self, table: Table) -> None:
        """A plan that is locked."""
        fighter = need_planning(table, self, self.actor)
        if not fighter.ready:
            raise Refused("drawing_plan_open", "CD-PLAN-1", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Unlock the plan."""
        battle_changes.change_fighter(draft, self.actor, ready=False)
        draft.note("drawing_plan_reopened", "CD-PLAN-1", actor=actor_name(draft.table, self.actor))


class UnaffordableCard(Frozen):
    """A planned card that the Adrenaline at hand cannot pay, after the cards before it."""

    card: str
    cost: int
    left: int


# ---- the plan --------------------------------------------------------------------------------------------------------


def charging_rituals(fighter: FighterState) -> tuple[Slot, ...]:
    """Return the Rituals of an earlier round that take slots of this one (CD-TAG-RITUAL)."""
    return tuple(slot for slot in fighter.slots if slot.stand is SlotStatus.CHARGING)


def first_free_slot(fighter: FighterState) -> int:
    """Return the first slot that a new plan may fill."""
    return max((slot.last for slot in charging_rituals(fighter)), default=0) + 1


def planned_cards(fighter: FighterState) -> tuple[str, ...]:
    """Return the face-down cards of this round."""
    return tuple(slot.card for slot in fighter.slots if slot.stand is SlotStatus.DOWN)


def plan_slots(table: Table, actor: str, cards: Sequence[str], targets: Sequence[tuple[str, ...]] = ()) -> list[Slot]:
    """Return the slots that cards take in this order. Raises Refused where they do not fit."""
    calculator, library = calculator_of(table), settings.library(table)
    fighter = participants.need_fighter(table, actor)
    speed, free = calculator.speed(actor).value, first_free_slot(fighter)
    gaps, overflow = settings.flag(table, "empty_slots"), settings.word(table, "ritual_overflow") == "carry"
    slots: list[Slot] = []
    for number, card in enumerate(cards):
        if card == EMPTY:
            if not gaps:
                raise Refused("drawing_no_gaps", "CD-PLAN-3")
            free += 1
            continue
        record = actor_zones.card_record_in(library, card)
        if is_interrupt(calculator, record, actor):
            raise Refused("drawing_plans_interrupt", "CD-PLAN-2", card=record.name)
        last = free + slots_needed(calculator, record, actor) - 1
        if free > speed:
            raise Refused("drawing_too_many", "CD-PLAN-1", actor=actor_name(table, actor), most=speed)
        if last > speed and not overflow:
            raise Refused("drawing_no_overflow", "CD-TAG-RITUAL", card=record.name)
        slots.append(Slot(card=card, first=free, last=last, targets=targets[number] if number < len(targets) else ()))
        free = last + 1
    return slots


def unaffordable_cards(table: Table, actor: str, cards: Sequence[str]) -> tuple[UnaffordableCard, ...]:
    """Return the cards that cannot be paid after those before them and the charging Rituals (CD-PLAN-4)."""
    calculator, library = calculator_of(table), settings.library(table)
    left, unaffordable_cards = actor_sheet.adrenaline(table, actor), list[UnaffordableCard]()
    before = [slot.card for slot in charging_rituals(participants.need_fighter(table, actor)) if not slot.paid]
    for card in (*before, *cards):
        if card == EMPTY:
            continue
        record = actor_zones.card_record_in(library, card)
        cost = calculator.cost(record, actor).value
        if cost <= left:
            left -= cost
        else:
            unaffordable_cards.append(UnaffordableCard(card=card, cost=cost, left=left))
    return tuple(unaffordable_cards)


# ---- requirements of the commands ------------------------------------------------------------------------------------


def need_planning(table: Table, command: Request, actor: str) -> FighterState:
    """Return the planning actor. Raises Refused outside this phase, and for one that is defeated."""
    participants.need_controller(table, command, actor, "CD-PLAN-1")
    battle = participants.need_battle(table)
    fighter = participants.need_standing_fighter(table, actor)
    if battle.phase is not Phase.PLANNING:
        raise Refused("drawing_not_planning", "CD-PLAN-1")
    participants.need_no_resolution(table)
    return fighter


def dismissible_conditions(table: Table, actor: str) -> tuple[str, ...]:
    """Return the Conditions that an actor may dismiss: those it cast, on any bearer (CD-PLAN-5, CD-COND-3)."""
    field = calculator_of(table).snapshot.field
    return tuple(
        field_card.id
        for field_card in field
        if field_card.owner == actor and not battle_changes.is_permanent(table, field_card.id)
    )


def _need_dismissible(table: Table, command: PlanCards) -> None:
    known = dismissible_conditions(table, command.actor)
    for card in command.dismissed or ():
        if card not in known:
            raise Refused("drawing_not_dismissible", "CD-PLAN-5", card=card if card in _open(table) else "?")


def _open(table: Table) -> set[str]:
    return {field_card.id for field_card in calculator_of(table).snapshot.field}


def _need_targets(table: Table, command: PlanCards) -> None:
    if not any(command.targets):
        return
    if settings.word(table, "targets") != "in_planning":
        raise Refused("drawing_targets_later", "CD-PLAN-7")
    if len(command.targets) > len(command.cards):
        raise Refused("drawing_targets_count", "CD-PLAN-7")
    calculator, library = calculator_of(table), settings.library(table)
    for card, targets in zip(command.cards, command.targets, strict=False):
        if targets:
            choice = card_target_choice(
                calculator, EffectContext(card=actor_zones.card_record_in(library, card), owner=command.actor, id=card)
            )
            fault = choice.refusal(targets)
            if fault is not None:
                raise fault


def lay_plan(
    draft: Draft,
    actor: str,
    cards: Sequence[str],
    dismissed: Sequence[str] = (),
    targets: Sequence[tuple[str, ...]] = (),
) -> None:
    """Put cards face down in their order, and take back the cards of the earlier plan."""
    made = plan_slots(draft.table, actor, cards, targets)
    wanted = tuple(slot.card for slot in made)
    zone, hand = actor_zones.plan_zone(actor), actor_zones.hand_zone(draft.table, actor)
    back = tuple(card for card in actor_zones.cards_in(draft.table, zone) if card not in wanted)
    draft.move(back, zone, hand, None)
    draft.move(tuple(card for card in wanted if card in actor_zones.cards_in(draft.table, hand)), hand, zone, None)
    if actor_zones.cards_in(draft.table, zone) != wanted:
        draft.move(wanted, zone, zone, None)
    fighter = participants.need_fighter(draft.table, actor)
    battle_changes.change_fighter(
        draft, actor, slots=(*charging_rituals(fighter), *made), dismissed=tuple(dict.fromkeys(dismissed))
    )


def warn_of_unaffordable(draft: Draft, actor: str, cards: Sequence[str]) -> None:
    """Tell only the planner which cards the plan cannot pay (CD-PLAN-4)."""
    audience = battle_changes.hand_readers(draft.table, actor)
    for dear in unaffordable_cards(draft.table, actor, cards):
        card = actor_zones.card_record_in(settings.library(draft.table), dear.card).name
        draft.note("drawing_too_dear", "CD-PLAN-4", audience=audience, card=card, cost=dear.cost, has=dear.left)


# ---- automatic steps -------------------------------------------------------------------------------------------------


def begin_planning(draft: Draft) -> None:
    """Begin the phase: no plans yet; the number of cards that each actor may plan is fixed."""
    battle_changes.change_battle(draft, phase=Phase.PLANNING)
    for actor in participants.need_battle(draft.table).fighters:
        speed = calculator_of(draft.table).speed(actor).value
        battle_changes.change_fighter(draft, actor, ready=False, planned_speed=speed, dismissed=())
    draft.note("drawing_planning", "CD-PLAN-1")


def lock_current_plan(draft: Draft, actor: str) -> None:
    """Lock a plan as it is for an actor that does not finish it; cards that cannot be planned return to the hand."""
    fighter = participants.need_fighter(draft.table, actor)
    lying = actor_zones.cards_in(draft.table, actor_zones.plan_zone(actor))
    if set(planned_cards(fighter)) != set(lying):
        kept: list[str] = []
        for card in lying:
            try:
                plan_slots(draft.table, actor, (*kept, card))
            except Refused:
                continue
            kept.append(card)
        lay_plan(draft, actor, kept, fighter.dismissed)
    battle_changes.change_fighter(draft, actor, ready=True)
