"""The flow of a battle from phase to phase until a seat has to answer; and the GM's command to force it on.

The phases without commands are here: Playing, where the cards act step by step, the lowest Initiative first (2.9); and
Cleanup, which clears the state of the round and leaves the cards in hand (2.14, CD-CLEAN-6).

The game calls `settle` after every command, by rule or by hand, so that nothing ever waits for an actor who is gone.
At a moment (`drawing_start` …) cards in the field trigger first; then `AFTER_MOMENT` continues the phase. A battle
ends only between two cards (CD-DEF-4).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Procedure, Table
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import actor_zones, battle_changes, drawing_phase, participants
from engine.rulesets.card_the_drawing.battle.battle_end import end_by_itself
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    Battle,
    CardResolution,
    FighterState,
    InterruptWindow,
    Phase,
    Slot,
    SlotStatus,
    current_battle,
    current_resolution,
)
from engine.rulesets.card_the_drawing.battle.planning import planning_phase
from engine.rulesets.card_the_drawing.battle.resolution import interrupts
from engine.rulesets.card_the_drawing.battle.resolution.card_resolution import set_slot_status, take_resolution_step
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import (
    card_record,
    charges_next_round,
)
from engine.rulesets.card_the_drawing.battle.resolution.triggered_effects import (
    begin_moment,
    begin_next_reaction,
    clear_fallen,
    leave_field,
    roll_tie,
    spend_uses,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import BattleSnapshot, ends_at_cleanup
from engine.rulesets.card_the_drawing.calculation.initiative import (
    CardTurn,
    TieComparison,
    next_turn,
    stunned_turns,
    waiting_turns,
)
from engine.rulesets.card_the_drawing.calculation.play_restrictions import is_lost


class ForceOn(Request):
    """The GM ends the Drawing or Planning phase for actors that have not finished it; plans are locked as they are."""

    RULES = ("CD-ROUND-1", "CD-PLAN-1")

    def verify(self, table: Table) -> None:
        """Only the GM, while an actor has not finished."""
        participants.need_gm_in_battle(table, self, "CD-ROUND-1")
        participants.need_no_resolution(table)
        if not unfinished_actors(table):
            raise Refused("drawing_nobody_waited_for", "CD-ROUND-1")

    def decide(self, draft: Draft) -> None:
        """Make the draws that are due, or lock plans as they are."""
        late = unfinished_actors(draft.table)
        names = [draft.table.actors[actor].name for actor in late]
        draft.note("drawing_forced", "CD-ROUND-1", actors=names)
        planned = participants.need_battle(draft.table).phase is Phase.PLANNING
        for actor in late:
            if planned:
                planning_phase.lock_current_plan(draft, actor)
                continue
            if participants.need_fighter(draft.table, actor).due and not settings.flag(draft.table, "may_skip_draw"):
                drawing_phase.draw_due(draft, actor)
            battle_changes.change_fighter(draft, actor, ready=True, due=0)  # a draw that may be skipped is skipped


def settle(draft: Draft) -> None:
    """Continue until a seat has to answer; after every command, so that nobody who was defeated or left is awaited."""
    while True:
        _take_steps(draft)
        battle = current_battle(draft.table)
        if battle is None or current_resolution(draft.table) is not None:
            return
        if participants.is_over(draft.table):
            end_by_itself(draft)
        elif battle.due or battle.moment or unfinished_actors(draft.table):
            return
        elif battle.phase is Phase.DRAWING:
            planning_phase.begin_planning(draft)
        elif battle.phase is Phase.PLANNING:
            begin_playing(draft)
        else:
            return


def _take_steps(draft: Draft) -> None:
    """Carry on the procedure in front, step by step, until a seat has to answer."""
    while draft.table.procedures:
        clear_fallen(draft)
        step = STEPS.get(type(draft.table.procedures[-1]))
        if step is None or not step(draft):
            return


def _take_battle_step(draft: Draft) -> bool:
    """Take the next step of a battle in which no card is being resolved; return whether there was one."""
    battle = participants.need_battle(draft.table)
    if participants.is_over(draft.table):
        return False  # nothing more happens
    if battle.due:
        begin_next_reaction(draft)
        return True
    if battle.moment:
        battle_changes.change_battle(draft, moment="")
        go_on = AFTER_MOMENT.get(battle.moment)
        if go_on is not None:
            go_on(draft)
        return True
    if battle.phase is not Phase.PLAYING:
        return False
    deal_next_card(draft)
    return True


def unfinished_actors(table: Table) -> tuple[str, ...]:
    """Return the actors that have not finished the Drawing or the Planning phase (CD-UI-3)."""
    battle = current_battle(table)
    if battle is None or battle.moment or battle.phase not in (Phase.DRAWING, Phase.PLANNING):
        return ()
    return tuple(actor for actor in participants.standing_actors(table) if not battle.fighters[actor].ready)


# ---- Playing ---------------------------------------------------------------------------------------------------------


def begin_playing(draft: Draft) -> None:
    """End Planning: dismiss Conditions for all, then trigger the start of the phase (CD-PLAN-6, CD-PLAY-1)."""
    battle_changes.change_battle(draft, phase=Phase.PLAYING, step=0, throws=())
    draft.note("drawing_playing", "CD-PLAY-1", round=participants.need_battle(draft.table).round)
    for actor, fighter in participants.need_battle(draft.table).fighters.items():
        known = planning_phase.dismissible_conditions(draft.table, actor)
        gone = [card for card in fighter.dismissed if card in known]
        if gone:
            names = [card_record(draft.table, card).name for card in gone]
            draft.note("drawing_dismisses", "CD-PLAN-5", actor=actor_name(draft.table, actor), cards=names)
        for card in gone:
            leave_field(draft, card)
        battle_changes.change_fighter(draft, actor, dismissed=())
    begin_moment(draft, "playing_start")


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
        if draft.reports and coming.tied and coming.tied[-1].depth:  # after dice, their own line tells it
            _log_tie_piles(draft, snapshot, coming.tied[-1])
        _deal_with(draft, coming.turn)


def _log_tie_piles(draft: Draft, snapshot: BattleSnapshot, compared: TieComparison) -> None:
    """Log which cards of the discard piles decided a tie (CD-INIT-4); no card that was turned face down is named."""
    cards: list[str] = []
    for who, value in compared.values.items():
        known = actor_zones.knows_discard(draft.table, SHARED, who, compared.depth)
        shown = f"{compared.cards[who]} {value}" if known else "?"
        cards.append(f"{snapshot.fighters[who].name}: {shown}")
    draft.note("drawing_tie_piles", "CD-INIT-4", cards=cards)


def _deal_with(draft: Draft, turn: CardTurn) -> None:
    """Begin the turn of a card; a Stun that moved it is used up with it (CD-TAG-STUN)."""
    battle = participants.need_battle(draft.table)
    battle_changes.change_battle(draft, dealt=(*battle.dealt, turn.card_id))
    spend_uses(draft, turn.initiative.spent)
    if turn.stunned:
        battle_changes.change_fighter(draft, turn.fighter, stunned=False)
    face_down = turn.card_id in draft.table.cards_in(actor_zones.plan_zone(turn.fighter))
    if face_down:  # its step has come, but it was not turned up
        battle_changes.to_open(draft, turn.card_id)
        set_slot_status(draft, turn.fighter, turn.card_id, SlotStatus.UP)
    draft.push_procedure(CardResolution(card=turn.card_id, actor=turn.fighter))


def _begin_step(draft: Draft, number: int) -> None:
    """Turn up every card of the step at once (CD-PLAY-2), and continue Rituals (CD-PLAY-6)."""
    battle_changes.change_battle(draft, step=number, throws=())
    draft.note("drawing_step", "CD-PLAY-2", step=number)
    everything = settings.word(draft.table, "reveal") == "all_at_once"
    for actor, fighter in participants.need_battle(draft.table).fighters.items():
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


# ---- Cleanup ---------------------------------------------------------------------------------------------------------


def clean_up(draft: Draft) -> None:
    """Discard the played cards, end expired effects, clear the state of the round, and begin the next one."""
    battle_changes.change_battle(draft, phase=Phase.CLEANUP, step=0)
    fighters = participants.need_battle(draft.table).fighters
    carried = {actor: carried_over_rituals(draft.table, actor) for actor in fighters}
    _lay_down(draft, {slot.card for slots in carried.values() for slot in slots})
    snapshot = calculator_of(draft.table).snapshot
    ending = {timed.id for timed in snapshot.timed if ends_at_cleanup(snapshot, timed)}
    battle = participants.need_battle(draft.table)
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
        return  # `settle` ends the battle
    battle_changes.change_battle(draft, round=battle.round + 1)
    drawing_phase.begin_round(draft)


def carried_over_rituals(table: Table, actor: str) -> tuple[Slot, ...]:
    """Return the Rituals that keep charging, with the slots that they take in the next round (CD-CLEAN-5)."""
    fighter = participants.need_fighter(table, actor)
    speed = fighter.planned_speed
    if speed is None or not actor_sheet.standing_bodies(table, actor):
        return ()
    lying = actor_zones.laid_cards(table, actor)
    return tuple(
        replace(slot, first=1, last=slot.last - speed, stand=SlotStatus.CHARGING)
        for slot in fighter.slots
        if slot.last > speed and slot.waits and slot.card in lying
    )


def _lay_down(draft: Draft, stays: set[str]) -> None:
    """Put each card on its owner's pile, the last one that had its turn on top (CD-CLEAN-1, CD-CLEAN-3)."""
    battle = participants.need_battle(draft.table)
    laid = [card for actor in battle.fighters for card in actor_zones.laid_cards(draft.table, actor)]
    in_turn = [card for card in battle.dealt if card in laid]
    for card in dict.fromkeys(card for card in (*in_turn, *laid) if card not in stays):
        battle_changes.to_discard(draft, card)


def cleared_fighter(fighter: FighterState, slots: tuple[Slot, ...], stays: bool) -> FighterState:
    """Return an actor without its state of the round (CD-ROUND-5); a Stun may stay (CD-AMB-26)."""
    return FighterState(side=fighter.side, fresh=fighter.fresh, slots=slots, stunned=fighter.stunned and stays)


STEPS: Mapping[type[Procedure], Callable[[Draft], bool]] = {
    Battle: _take_battle_step,
    CardResolution: take_resolution_step,
    InterruptWindow: interrupts.take_window_step,
}
"""The function that takes a procedure's next step, by its kind; it returns False if a seat has to answer first."""

AFTER_MOMENT: Mapping[str, Callable[[Draft], None]] = {
    drawing_phase.DRAWING_START: drawing_phase.gain_and_draw,
    "cleanup": clean_up,
}
"""The continuation of a phase after the triggers of a moment, by trigger."""
