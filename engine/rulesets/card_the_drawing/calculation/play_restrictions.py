"""Why a card does not take effect at its turn, and why an Interrupt may not be played now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.messages.refusal import Refused
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import BattleSnapshot, EffectContext, RoundCard
from engine.rulesets.card_the_drawing.calculation.expression_scope import EffectScope, condition_is_met, whole_amount
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_records import Card, Tag, split_tag

INTERRUPT = "interrupt"


def slot_lost(snapshot: BattleSnapshot, fighter: str, step: int) -> bool:
    """Return whether a mob has too few heads left for the card of a step (CD-MINION-5, CD-AMB-35)."""
    who = snapshot.fighters[fighter]
    if not who.is_mob or step == 0:
        return False
    heads = len(snapshot.standing_bodies(fighter))
    if snapshot.options.mob_speed_drop == "next_planning" and who.planned_speed is not None:
        heads = who.planned_speed
    return step > heads


def is_lost(snapshot: BattleSnapshot, fighter: str, step: int) -> bool:
    """Return whether a planned card is lost because its actor is defeated (CD-DEF-2, CD-AMB-33)."""
    if snapshot.standing_bodies(fighter):
        return False
    return snapshot.options.defeated_cards == "lost" or slot_lost(snapshot, fighter, step)


def play_refusal(calculator: BattleCalculator, fighter: str, round_card: RoundCard) -> Refused | None:
    """Return why a card has no effect at its turn (CD-PLAY-3 points 1 and 4); None if it has.

    The card of a defeated actor or of a lost slot is cancelled; an unaffordable card fizzles.
    """
    who = calculator.snapshot.fighters[fighter]
    if is_lost(calculator.snapshot, fighter, round_card.step):
        return Refused("drawing_defeated", "CD-DEF-2", name=who.name, card=round_card.card.name)
    if slot_lost(calculator.snapshot, fighter, round_card.step):
        heads = len(calculator.snapshot.standing_bodies(fighter))
        return Refused("drawing_slot_lost", "CD-MINION-5", name=who.name, card=round_card.card.name, heads=heads)
    return payment_refusal(calculator, fighter, round_card.card)


def payment_refusal(calculator: BattleCalculator, fighter: str, card: Card) -> Refused | None:
    """Return why a card cannot be paid (CD-PLAY-9); None if it can."""
    who = calculator.snapshot.fighters[fighter]
    cost = calculator.cost(card, fighter).value
    if cost <= who.adrenaline:
        return None
    return Refused("drawing_too_dear", "CD-PLAY-9", name=who.name, card=card.name, cost=cost, has=who.adrenaline)


def interrupt_refusal(calculator: BattleCalculator, context: EffectContext) -> Refused | None:
    """Return why a card may not be played as an Interrupt on `context.event` (CD-INT-1, CD-INT-2); None if it may."""
    card = context.card
    who = calculator.snapshot.fighters[context.owner]
    if not calculator.snapshot.standing_bodies(context.owner):
        return Refused("drawing_defeated", "CD-DEF-1", name=who.name, card=card.name)
    if not is_interrupt(calculator, card, context.owner):
        return Refused("drawing_no_interrupt", "CD-INT-1", card=card.name)
    if not condition_is_met(card.interrupt_when, EffectScope(calculator, context)):
        return Refused("drawing_not_now", "CD-INT-2", card=card.name)
    return payment_refusal(calculator, context.owner, card)


def is_interrupt(calculator: BattleCalculator, card: Card, owner: str) -> bool:
    """Return whether a card is played only in windows (CD-PLAN-2, CD-TAG-INTERRUPT)."""
    return has_interrupt_tag(calculator.snapshot.tags, calculator.tags(card, owner))


def has_interrupt_tag(known: Mapping[str, Tag], tags: Iterable[str]) -> bool:
    """Return whether one of some tags lets its card be played only in windows."""
    return any(tag in known and known[tag].play_mode == INTERRUPT for tag in tags)


def stays_in_field(calculator: BattleCalculator, card: Card, owner: str) -> bool:
    """Return whether a card stays in the field after taking effect (CD-TAG-CONDITION)."""
    known = calculator.snapshot.tags
    return any(tag in known and known[tag].persist for tag in calculator.tags(card, owner))


def slots_needed(calculator: BattleCalculator, card: Card, owner: str) -> int:
    """Return how many slots of a plan a card takes by its printed tags (CD-TAG-RITUAL): a plan never shifts."""
    taken = [
        whole_amount(known.slots, EffectScope(calculator, EffectContext(card=card, owner=owner), number=count or 0))
        for tag, count in map(split_tag, card.tags)
        if (known := calculator.snapshot.tags.get(tag)) is not None and known.slots is not None
    ]
    return max((1, *taken))
