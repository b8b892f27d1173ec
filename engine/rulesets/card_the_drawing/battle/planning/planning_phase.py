"""The Planning phase: cards go face down in order, Conditions are dismissed, and nothing is shown (section 2.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from engine.core.command_fields import CardIds
from engine.core.commands import Need
from engine.core.draft import Draft
from engine.kit.card_piles import known_cards
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import actor_zones, battle_changes, participants
from engine.rulesets.card_the_drawing.battle.battle_procedures import FighterState, Phase, Slot, SlotStatus
from engine.rulesets.card_the_drawing.battle.participants import FighterRequest
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import card_record
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import EffectContext
from engine.rulesets.card_the_drawing.calculation.play_restrictions import is_interrupt, slots_needed
from engine.rulesets.card_the_drawing.targeting import card_target_choice

EMPTY = ""
"""A slot that is left empty on purpose (CD-AMB-14)."""


def _need_planning(table: Table, command: PlanningRequest) -> None:
    participants.need_standing_fighter(table, command.actor)
    if participants.need_battle(table).phase is not Phase.PLANNING:
        raise Refused("drawing_not_planning", "CD-PLAN-1")
    participants.need_no_resolution(table)


class PlanningRequest(FighterRequest):
    """A command of an undefeated actor in the Planning phase."""

    ABSTRACT = True
    NEEDS: ClassVar[tuple[Need, ...]] = (_need_planning,)


class PlanCards(PlanningRequest):
    """Put cards face down in the order in which they shall be played; they replace an earlier plan."""

    RULES = ("CD-PLAN-1", "CD-PLAN-3", "CD-PLAN-5", "CD-PLAN-6")
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
        super().verify(table)
        places = (actor_zones.hand_zone(table, self.actor), actor_zones.plan_zone(self.actor))
        at_hand = {card for zone in places for card in known_cards(table, zone, self.seat)}
        cards = [card for card in self.cards if card != EMPTY]
        if len(set(cards)) != len(cards) or any(card not in at_hand for card in cards):
            raise Refused("drawing_not_in_hand", "CD-PLAN-1", actor=actor_name(table, self.actor))
        plan_slots(table, self.actor, self.cards)
        if settings.word(table, "plan_unaffordable") == "forbid":
            for dear in unaffordable_cards(table, self.actor, self.cards):
                card = card_record(table, dear.card).name
                raise Refused("drawing_plan_dear", "CD-PLAN-4", card=card, cost=dear.cost, has=dear.left)
        _need_dismissible(table, self)
        _need_targets(table, self)

    def decide(self, draft: Draft) -> None:
        """Set the plan, and warn of unaffordable cards; when all are locked, the phase ends (`phase_flow.settle`)."""
        marked = participants.need_fighter(draft.table, self.actor).dismissed
        dismissed = marked if self.dismissed is None else self.dismissed
        lay_plan(draft, self.actor, self.cards, dismissed, self.targets)
        warn_of_unaffordable(draft, self.actor, self.cards)
        battle_changes.change_fighter(draft, self.actor, ready=self.lock)
        if self.lock:
            tell_of_locked_plan(draft, self.actor)
        else:
            draft.note("drawing_plan_laid", "CD-PLAN-1", actor=actor_name(draft.table, self.actor))


class ReopenPlan(PlanningRequest):
    """Change a locked plan while another actor is still planning."""

    RULES = ("CD-PLAN-1",)

    def verify(self, table: Table) -> None:
        """A plan that is locked."""
        super().verify(table)
        if not participants.need_fighter(table, self.actor).ready:
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


def plan_spans(table: Table, actor: str, cards: Iterable[str]) -> list[tuple[int, int]]:
    """Return the first and the last slot of each entry of a plan, whether or not the plan fits."""
    calculator, spans = calculator_of(table), list[tuple[int, int]]()
    free = first_free_slot(participants.need_fighter(table, actor))
    for card in cards:
        count = 1 if card == EMPTY else slots_needed(calculator, card_record(table, card), actor)
        spans.append((free, free + count - 1))
        free += count
    return spans


def plan_slots(table: Table, actor: str, cards: Sequence[str], targets: Sequence[tuple[str, ...]] = ()) -> list[Slot]:
    """Return the slots that cards take in this order. Raises Refused where they do not fit."""
    calculator, slots = calculator_of(table), list[Slot]()
    speed, overflow = calculator.speed(actor).value, settings.word(table, "ritual_overflow") == "carry"
    spans = plan_spans(table, actor, cards)
    for card, aimed, (first, last) in zip(cards, (*targets, *[()] * len(cards)), spans, strict=False):
        if card == EMPTY:
            if not settings.flag(table, "empty_slots"):
                raise Refused("drawing_no_gaps", "CD-PLAN-3")
            continue
        record = card_record(table, card)
        if is_interrupt(calculator, record, actor):
            raise Refused("drawing_plans_interrupt", "CD-PLAN-2", card=record.name)
        if first > speed:
            raise Refused("drawing_too_many", "CD-PLAN-1", actor=actor_name(table, actor), most=speed)
        if last > speed and not overflow:
            raise Refused("drawing_no_overflow", "CD-TAG-RITUAL", card=record.name)
        slots.append(Slot(card=card, first=first, last=last, targets=aimed))
    return slots


def unaffordable_cards(table: Table, actor: str, cards: Sequence[str]) -> tuple[UnaffordableCard, ...]:
    """Return the cards that cannot be paid after those before them and the charging Rituals (CD-PLAN-4)."""
    calculator, fighter = calculator_of(table), participants.need_fighter(table, actor)
    left, unaffordable = actor_sheet.adrenaline(table, actor), list[UnaffordableCard]()
    before = [slot.card for slot in charging_rituals(fighter) if not slot.paid]
    for card in (card for card in (*before, *cards) if card != EMPTY):
        cost = calculator.cost(card_record(table, card), actor).value
        if cost <= left:
            left -= cost
        else:
            unaffordable.append(UnaffordableCard(card=card, cost=cost, left=left))
    return tuple(unaffordable)


# ---- requirements of the commands ------------------------------------------------------------------------------------


def dismissible_conditions(table: Table, actor: str) -> tuple[str, ...]:
    """Return the Conditions that an actor may dismiss: those it cast, on any bearer (CD-PLAN-5, CD-COND-3)."""
    own = (lying.id for lying in calculator_of(table).snapshot.field if lying.owner == actor)
    return tuple(card for card in own if not battle_changes.is_permanent(table, card))


def _need_dismissible(table: Table, command: PlanCards) -> None:
    known = dismissible_conditions(table, command.actor)
    for card in command.dismissed or ():
        if card not in known:
            in_play = any(lying.id == card for lying in calculator_of(table).snapshot.field)
            raise Refused("drawing_not_dismissible", "CD-PLAN-5", card=card if in_play else "?")


def _need_targets(table: Table, command: PlanCards) -> None:
    if not any(command.targets):
        return
    if settings.word(table, "targets") != "in_planning":
        raise Refused("drawing_targets_later", "CD-PLAN-7")
    if len(command.targets) > len(command.cards):
        raise Refused("drawing_targets_count", "CD-PLAN-7")
    for card, targets in zip(command.cards, command.targets, strict=False):
        context = EffectContext(card=card_record(table, card), owner=command.actor, id=card)
        fault = card_target_choice(calculator_of(table), context).refusal(targets) if targets else None
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
    back = tuple(card for card in draft.table.cards_in(zone) if card not in wanted)
    draft.move(back, zone, hand, None)
    draft.move(tuple(card for card in wanted if card in draft.table.cards_in(hand)), hand, zone, None)
    if draft.table.cards_in(zone) != wanted:
        draft.move(wanted, zone, zone, None)
    slots = (*charging_rituals(participants.need_fighter(draft.table, actor)), *made)
    battle_changes.change_fighter(draft, actor, slots=slots, dismissed=tuple(dict.fromkeys(dismissed)))


def warn_of_unaffordable(draft: Draft, actor: str, cards: Sequence[str]) -> None:
    """Tell only the planner which cards the plan cannot pay (CD-PLAN-4)."""
    audience = battle_changes.hand_readers(draft.table, actor)
    for dear in unaffordable_cards(draft.table, actor, cards):
        card = card_record(draft.table, dear.card).name
        draft.note("drawing_too_dear", "CD-PLAN-4", audience=audience, card=card, cost=dear.cost, has=dear.left)


def is_plan_bare(table: Table, actor: str) -> bool:
    """Say whether the slots of an actor hold no card, as everybody can see."""
    return not table.cards_in(actor_zones.plan_zone(actor))


def tell_of_locked_plan(draft: Draft, actor: str) -> None:
    """Log that a plan is locked, in other words if there is no card in it: it may be a slip, and can be reopened."""
    key = "drawing_plan_stands_bare" if is_plan_bare(draft.table, actor) else "drawing_plan_stands"
    draft.note(key, "CD-PLAN-1", actor=actor_name(draft.table, actor))


# ---- automatic steps -------------------------------------------------------------------------------------------------


def begin_planning(draft: Draft) -> None:
    """Begin the phase: no plans yet; the number of cards that each actor may plan is fixed."""
    battle_changes.change_battle(draft, phase=Phase.PLANNING)
    fighters, calculator = participants.need_battle(draft.table).fighters, calculator_of(draft.table)
    for actor, speed in {actor: calculator.speed(actor).value for actor in fighters}.items():
        battle_changes.change_fighter(draft, actor, ready=False, planned_speed=speed, dismissed=())
    draft.note("drawing_planning", "CD-PLAN-1")


def is_laid_by_hand(table: Table, actor: str) -> bool:
    """Say whether cards were put into a plan by hand, or taken out of it: everybody sees that, whatever they are."""
    planned = planned_cards(participants.need_fighter(table, actor))
    return set(planned) != set(table.cards_in(actor_zones.plan_zone(actor)))


def lock_current_plan(draft: Draft, actor: str) -> None:
    """Lock a plan as it is for an actor that does not finish it; cards put there by hand return to the hand.

    To keep those that can be planned would tell what they are: how many return is seen by all (CD-PLAN-1, CD-PLAN-2).
    """
    if is_laid_by_hand(draft.table, actor):
        zone, hand = actor_zones.plan_zone(actor), actor_zones.hand_zone(draft.table, actor)
        lying, before = draft.table.cards_in(zone), participants.need_fighter(draft.table, actor).slots
        slots = [slot for slot in before if slot.stand is not SlotStatus.DOWN or slot.card in lying]
        kept = {slot.card for slot in slots}
        draft.move(tuple(card for card in lying if card not in kept), zone, hand, None)
        battle_changes.change_fighter(draft, actor, slots=_moved_up(draft.table, slots))
    battle_changes.change_fighter(draft, actor, ready=True)


def _moved_up(table: Table, slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """Return slots without the gaps that cards left which are gone; where gaps are allowed, they stay (CD-PLAN-3)."""
    moved, free = list[Slot](), 1
    for slot in slots:
        is_moved = slot.stand is SlotStatus.DOWN and not settings.flag(table, "empty_slots")
        moved.append(replace(slot, first=free, last=free + slot.last - slot.first) if is_moved else slot)
        free = moved[-1].last + 1
    return tuple(moved)
