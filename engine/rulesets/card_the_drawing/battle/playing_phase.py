"""The Playing phase: start-of-phase effects, then the cards step by step, the lowest Initiative first (2.9)."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.model.table import Table
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.battle import actor_zones, battle_changes, participants
from engine.rulesets.card_the_drawing.battle.battle_procedures import Battle, CardResolution, Phase, Slot, SlotStatus
from engine.rulesets.card_the_drawing.battle.resolution.card_resolution import set_slot_status
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import (
    card_record,
    charges_next_round,
)
from engine.rulesets.card_the_drawing.battle.resolution.triggered_effects import (
    begin_moment,
    leave_field,
    roll_tie,
    spend_uses,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.initiative import CardTurn, next_turn, stunned_turns, waiting_turns
from engine.rulesets.card_the_drawing.calculation.play_restrictions import is_lost


def begin_playing(draft: Draft) -> None:
    """End Planning: dismiss Conditions for all, then trigger the start of the phase (CD-PLAN-6, CD-PLAY-1)."""
    battle_changes.change_battle(draft, phase=Phase.PLAYING, step=0, throws=())
    draft.note("drawing_playing", "CD-PLAY-1", round=participants.need_battle(draft.table).round)
    for actor, fighter in participants.need_battle(draft.table).fighters.items():
        gone = tuple(card for card in fighter.dismissed if _may_dismiss(draft.table, actor, card))
        if gone:
            names = [card_record(draft.table, card).name for card in gone]
            draft.note("drawing_dismisses", "CD-PLAN-5", actor=actor_name(draft.table, actor), cards=names)
        for card in gone:
            leave_field(draft, card)
        battle_changes.change_fighter(draft, actor, dismissed=())
    begin_moment(draft, "playing_start")


def _may_dismiss(table: Table, actor: str, card: str) -> bool:
    field = calculator_of(table).snapshot.field
    own = any(field_card.id == card and field_card.owner == actor for field_card in field)
    return own and not battle_changes.is_permanent(table, card)


# ---- the next card ---------------------------------------------------------------------------------------------------


def turns_of_step(table: Table) -> tuple[CardTurn, ...]:
    """Return the cards of this step that wait for their turn; after the last step those stunned for the round."""
    battle, calculator = participants.need_battle(table), calculator_of(table)
    turns = tuple(turn for turn in waiting_turns(calculator, battle.step) if _this_round(battle, turn))
    if turns or _later(battle):
        return turns
    return tuple(turn for turn in stunned_turns(calculator) if _this_round(battle, turn))


def _this_round(battle: Battle, turn: CardTurn) -> bool:
    fighter = battle.fighters[turn.fighter]
    slot = fighter.slot_of(turn.card_id)
    return slot is not None and not charges_next_round(fighter, slot)


def _later(battle: Battle) -> bool:
    """Return whether a later step of this round has a card to turn up or to resolve."""
    return any(
        slot.waits and (slot.first > battle.step or (slot.last > battle.step and not charges_next_round(fighter, slot)))
        for fighter in battle.fighters.values()
        for slot in fighter.slots
    )


def deal_next_card(draft: Draft) -> None:
    """Begin the turn of the step's next card, or the next step; after the last step begin Cleanup."""
    battle = participants.need_battle(draft.table)
    turns = turns_of_step(draft.table) if battle.step else ()
    if not turns:
        if _later(battle):
            _begin_step(draft, battle.step + 1)
        else:
            battle_changes.change_battle(draft, phase=Phase.CLEANUP)
            begin_moment(draft, "cleanup")
        return
    snapshot = calculator_of(draft.table).snapshot
    coming = next_turn(snapshot, turns, battle.throws)
    if coming.turn is None:
        throw = roll_tie(draft, snapshot, coming.rolls)
        battle_changes.change_battle(draft, throws=(*battle.throws, throw))
    else:
        _deal_with(draft, coming.turn)


def _deal_with(draft: Draft, turn: CardTurn) -> None:
    """Begin the turn of a card; a Stun that moved it is used up with it (CD-TAG-STUN)."""
    battle = participants.need_battle(draft.table)
    battle_changes.change_battle(draft, dealt=(*battle.dealt, turn.card_id))
    spend_uses(draft, turn.initiative.spent)
    if turn.stunned:
        battle_changes.change_fighter(draft, turn.fighter, stunned=False)
    if draft.table.zone_of(turn.card_id) == actor_zones.plan_zone(
        turn.fighter
    ):  # its step has come, but it was not turned up
        battle_changes.to_open(draft, turn.card_id)
        set_slot_status(draft, turn.fighter, turn.card_id, SlotStatus.UP)
    draft.push_procedure(CardResolution(card=turn.card_id, actor=turn.fighter))


# ---- steps -----------------------------------------------------------------------------------------------------------


def _begin_step(draft: Draft, number: int) -> None:
    """Turn up every card of the step at once (CD-PLAY-2), and continue Rituals (CD-PLAY-6)."""
    battle_changes.change_battle(draft, step=number, throws=())
    draft.note("drawing_step", "CD-PLAY-2", step=number)
    everything = settings.word(draft.table, "reveal") == "all_at_once"
    for actor in participants.need_battle(draft.table).fighters:
        fighter = participants.need_battle(draft.table).fighters[actor]
        if fighter.passing == "step":
            battle_changes.change_fighter(draft, actor, passing="")
        for slot in fighter.slots:
            if slot.stand is SlotStatus.DOWN and slot.first and (slot.first <= number or everything):
                _turn_up(draft, actor, slot, number)
            elif slot.stand is SlotStatus.CHARGING and slot.last <= number and not charges_next_round(fighter, slot):
                set_slot_status(draft, actor, slot.card, SlotStatus.UP)
    begin_moment(draft, "step_start")


def _turn_up(draft: Draft, actor: str, slot: Slot, step_now: int) -> None:
    table = draft.table
    if table.zone_of(slot.card) not in (actor_zones.plan_zone(actor), actor_zones.open_zone(actor)):
        return  # it was removed by hand
    battle_changes.to_open(draft, slot.card)
    fighter = participants.need_fighter(table, actor)
    charging = slot.last > max(step_now, slot.first) or charges_next_round(fighter, slot)
    charges = charging and slot.last > slot.first
    set_slot_status(draft, actor, slot.card, SlotStatus.CHARGING if charges else SlotStatus.UP)
    card = card_record(table, slot.card)
    key = "drawing_charges" if charges else "drawing_turns_up"
    draft.note(key, "CD-PLAY-6" if charges else "CD-PLAY-2", actor=actor_name(table, actor), card=card.name)
    if charges and settings.word(table, "ritual_pay") == "on_reveal":
        _pay_now(draft, actor, slot)


def _pay_now(draft: Draft, actor: str, slot: Slot) -> None:
    """Pay a Ritual as it is turned up (CD-AMB-21); an unaffordable one fizzles, the defeated lose it at its turn."""
    calculator, name = calculator_of(draft.table), actor_name(draft.table, actor)
    card = card_record(draft.table, slot.card)
    cost, has = calculator.cost(card, actor).value, calculator.snapshot.fighters[actor].adrenaline
    if is_lost(calculator.snapshot, actor, slot.last):
        return
    if cost <= has:
        battle_changes.set_adrenaline(draft, actor, has - cost)
        set_slot_status(draft, actor, slot.card, SlotStatus.CHARGING, paid=True)
        draft.note("drawing_pays", "CD-TAG-RITUAL", actor=name, card=card.name, cost=cost)
    else:
        set_slot_status(draft, actor, slot.card, SlotStatus.FIZZLED)
        draft.note("drawing_fizzles", "CD-PLAY-9", actor=name, card=card.name)
