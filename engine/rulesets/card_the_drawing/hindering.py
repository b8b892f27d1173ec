"""Why a card whose turn has come does not take effect, and why an Interrupt may not be played now."""

from __future__ import annotations

from engine.play.refusal import Refused
from engine.rulesets.card_the_drawing.records import Card
from engine.rulesets.card_the_drawing.scene import Acting, Laid, Scene, split_tag
from engine.rulesets.card_the_drawing.scopes import Words, holds, whole
from engine.rulesets.card_the_drawing.values import Reckoner

INTERRUPT = "interrupt"


def slot_lost(scene: Scene, fighter: str, step: int) -> bool:
    """Say whether a mob has too few heads left for the card of a step (CD-MINION-5, CD-AMB-35)."""
    who = scene.fighters[fighter]
    if not who.is_mob or step == 0:
        return False
    heads = len(scene.standing(fighter))
    if scene.options.mob_speed_drop == "next_planning" and who.planned_speed is not None:
        heads = who.planned_speed
    return step > heads


def is_lost(scene: Scene, fighter: str, step: int) -> bool:
    """Say whether nobody is left to play a planned card: its actor is defeated (CD-DEF-2, CD-AMB-33)."""
    if scene.standing(fighter):
        return False
    return scene.options.defeated_cards == "lost" or slot_lost(scene, fighter, step)


def hindrance(at: Reckoner, fighter: str, laid: Laid) -> Refused | None:
    """Return why a card comes to nothing at its turn (CD-PLAY-3 points 1 and 4); None if it goes on.

    Whoever is defeated, or has lost the slot, has the card cancelled; whoever cannot pay sees it fizzle.
    """
    who = at.scene.fighters[fighter]
    if is_lost(at.scene, fighter, laid.step):
        return Refused("drawing_defeated", "CD-DEF-2", name=who.name, card=laid.card.name)
    if slot_lost(at.scene, fighter, laid.step):
        heads = len(at.scene.standing(fighter))
        return Refused("drawing_slot_lost", "CD-MINION-5", name=who.name, card=laid.card.name, heads=heads)
    return unpaid(at, fighter, laid.card)


def unpaid(at: Reckoner, fighter: str, card: Card) -> Refused | None:
    """Return why a card cannot be paid (CD-PLAY-9); None if it can."""
    who = at.scene.fighters[fighter]
    cost = at.cost(card, fighter).value
    if cost <= who.adrenaline:
        return None
    return Refused("drawing_too_dear", "CD-PLAY-9", name=who.name, card=card.name, cost=cost, has=who.adrenaline)


def no_interrupt(at: Reckoner, acting: Acting) -> Refused | None:
    """Return why a card may not be played as an Interrupt on `acting.event` (CD-INT-1, CD-INT-2); None if it may."""
    card = acting.card
    who = at.scene.fighters[acting.owner]
    if not at.scene.standing(acting.owner):
        return Refused("drawing_defeated", "CD-DEF-1", name=who.name, card=card.name)
    if not interrupts(at, card, acting.owner):
        return Refused("drawing_no_interrupt", "CD-INT-1", card=card.name)
    if not holds(card.interrupt_when, Words(at, acting)):
        return Refused("drawing_not_now", "CD-INT-2", card=card.name)
    return unpaid(at, acting.owner, card)


def interrupts(at: Reckoner, card: Card, owner: str) -> bool:
    """Say whether a card is played in windows alone (CD-PLAN-2, CD-TAG-INTERRUPT)."""
    known = at.scene.tags
    return any(tag in known and known[tag].play_mode == INTERRUPT for tag in at.tags(card, owner))


def persists(at: Reckoner, card: Card, owner: str) -> bool:
    """Say whether a card stays in the field after taking effect (CD-TAG-CONDITION)."""
    known = at.scene.tags
    return any(tag in known and known[tag].persist for tag in at.tags(card, owner))


def slots(at: Reckoner, card: Card, owner: str) -> int:
    """Return how many slots of a plan a card takes, as it is printed (CD-TAG-RITUAL): a plan stays as it was laid."""
    taken = [
        whole(known.slots, Words(at, Acting(card=card, owner=owner), number=count or 0))
        for tag, count in map(split_tag, card.tags)
        if (known := at.scene.tags.get(tag)) is not None and known.slots is not None
    ]
    return max((1, *taken))
