"""The Cleanup phase: cards are laid down in the order of their turns, and the round is forgotten (section 2.14).

Cards left in hand are kept (CD-CLEAN-6).
"""

from __future__ import annotations

from engine.play.draft import Draft
from engine.rulesets.card_the_drawing import facts, people, settings, zones
from engine.rulesets.card_the_drawing.drawing import begin_round
from engine.rulesets.card_the_drawing.procedures import Combatant, Phase, Slot, Stand
from engine.rulesets.card_the_drawing.scene import ends_at_cleanup
from engine.rulesets.card_the_drawing.scene_of import reckoner
from engine.table.frozen import replace
from engine.table.table import Table


def clean_up(draft: Draft) -> None:
    """Lay down what was played, end what lasts no longer, forget the round, and begin the next one."""
    facts.alter(draft, phase=Phase.CLEANUP, step=0)
    carried = {actor: carried_over(draft.table, actor) for actor in facts.need_battle(draft.table).fighters}
    _lay_down(draft, {slot.card for slots in carried.values() for slot in slots})
    scene = reckoner(draft.table).scene
    ending = {timed.id for timed in scene.timed if ends_at_cleanup(scene, timed)}
    now = facts.need_battle(draft.table)
    stays = settings.flag(draft.table, "stun_carry")
    facts.alter(
        draft,
        in_force=tuple(made for made in now.in_force if made.id not in ending),
        fighters={actor: forgetting(held, carried[actor], stays) for actor, held in now.fighters.items()},
        dealt=(),
        due=(),
        moment="",
        throws=(),
    )
    if facts.is_over(draft.table):
        return  # `flow.settle` ends the battle
    facts.alter(draft, round=now.round + 1)
    begin_round(draft)


def carried_over(table: Table, actor: str) -> tuple[Slot, ...]:
    """Return the Rituals that go on charging, with the slots that they take in the next round (CD-CLEAN-5)."""
    fighter = facts.need_fighter(table, actor)
    speed = fighter.planned_speed
    if speed is None or not people.standing(table, actor):
        return ()
    lying = {*zones.cards_in(table, zones.open_of(actor)), *zones.cards_in(table, zones.plan_of(actor))}
    return tuple(
        replace(slot, first=1, last=slot.last - speed, stand=Stand.CHARGING)
        for slot in fighter.slots
        if slot.last > speed and slot.stand in (Stand.DOWN, Stand.CHARGING, Stand.UP) and slot.card in lying
    )


def _lay_down(draft: Draft, stays: set[str]) -> None:
    """Put each card on its owner's pile, the last one that had its turn on top (CD-CLEAN-1, CD-CLEAN-3)."""
    now = facts.need_battle(draft.table)
    lying = [
        card
        for actor in now.fighters
        for zone in (zones.open_of(actor), zones.plan_of(actor))
        for card in zones.cards_in(draft.table, zone)
        if card not in stays
    ]
    in_turn = [card for card in now.dealt if card in lying]
    for card in dict.fromkeys((*in_turn, *lying)):
        facts.to_discard(draft, card)


def forgetting(fighter: Combatant, slots: tuple[Slot, ...], stays: bool) -> Combatant:
    """Return an actor without what it remembers of the round (CD-ROUND-5); a Stun may stay (CD-AMB-26)."""
    return Combatant(side=fighter.side, fresh=fighter.fresh, slots=slots, stunned=fighter.stunned and stays)
