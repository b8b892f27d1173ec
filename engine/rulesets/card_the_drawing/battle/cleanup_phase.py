"""The Cleanup phase: cards are discarded in the order of their turns, and the state of the round is cleared (2.14).

Cards left in hand are kept (CD-CLEAN-6).
"""

from __future__ import annotations

from engine.core.draft import Draft
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import actor_zones, battle_changes, battle_requirements, participants
from engine.rulesets.card_the_drawing.battle.battle_procedures import FighterState, Phase, Slot, SlotStatus
from engine.rulesets.card_the_drawing.battle.drawing_phase import begin_round
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import ends_at_cleanup


def clean_up(draft: Draft) -> None:
    """Discard the played cards, end expired effects, clear the state of the round, and begin the next one."""
    battle_changes.change_battle(draft, phase=Phase.CLEANUP, step=0)
    carried = {
        actor: carried_over_rituals(draft.table, actor)
        for actor in battle_requirements.need_battle(draft.table).fighters
    }
    _lay_down(draft, {slot.card for slots in carried.values() for slot in slots})
    snapshot = calculator_of(draft.table).snapshot
    ending = {timed.id for timed in snapshot.timed if ends_at_cleanup(snapshot, timed)}
    battle = battle_requirements.need_battle(draft.table)
    stays = settings.flag(draft.table, "stun_carry")
    battle_changes.change_battle(
        draft,
        in_force=tuple(made for made in battle.in_force if made.id not in ending),
        fighters={actor: cleared_fighter(fighter, carried[actor], stays) for actor, fighter in battle.fighters.items()},
        dealt=(),
        due=(),
        moment="",
        throws=(),
    )
    if participants.is_over(draft.table):
        return  # `phase_flow.settle` ends the battle
    battle_changes.change_battle(draft, round=battle.round + 1)
    begin_round(draft)


def carried_over_rituals(table: Table, actor: str) -> tuple[Slot, ...]:
    """Return the Rituals that keep charging, with the slots that they take in the next round (CD-CLEAN-5)."""
    fighter = battle_requirements.need_fighter(table, actor)
    speed = fighter.planned_speed
    if speed is None or not actor_sheet.standing_bodies(table, actor):
        return ()
    lying = {
        *actor_zones.cards_in(table, actor_zones.open_zone(actor)),
        *actor_zones.cards_in(table, actor_zones.plan_zone(actor)),
    }
    return tuple(
        replace(slot, first=1, last=slot.last - speed, stand=SlotStatus.CHARGING)
        for slot in fighter.slots
        if slot.last > speed
        and slot.stand in (SlotStatus.DOWN, SlotStatus.CHARGING, SlotStatus.UP)
        and slot.card in lying
    )


def _lay_down(draft: Draft, stays: set[str]) -> None:
    """Put each card on its owner's pile, the last one that had its turn on top (CD-CLEAN-1, CD-CLEAN-3)."""
    battle = battle_requirements.need_battle(draft.table)
    lying = [
        card
        for actor in battle.fighters
        for zone in (actor_zones.open_zone(actor), actor_zones.plan_zone(actor))
        for card in actor_zones.cards_in(draft.table, zone)
        if card not in stays
    ]
    in_turn = [card for card in battle.dealt if card in lying]
    for card in dict.fromkeys((*in_turn, *lying)):
        battle_changes.to_discard(draft, card)


def cleared_fighter(fighter: FighterState, slots: tuple[Slot, ...], stays: bool) -> FighterState:
    """Return an actor without its state of the round (CD-ROUND-5); a Stun may stay (CD-AMB-26)."""
    return FighterState(side=fighter.side, fresh=fighter.fresh, slots=slots, stunned=fighter.stunned and stays)
