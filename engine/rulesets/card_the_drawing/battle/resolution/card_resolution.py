"""The resolution of a card, stage by stage (CD-PLAY-3, section 5.8).

User and cost, targets, a window, once more user and cost, payment, effects, the field, reactions to damage, and a
second window. A trigger of a card in the field takes the same stages, with nothing to pay, and with windows if it is
an attack.
"""

from __future__ import annotations

from typing import Literal

from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.battle import battle_changes, participants
from engine.rulesets.card_the_drawing.battle.actor_zones import open_zone
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    CardResolution,
    InterruptWindow,
    ResolutionStage,
    SlotStatus,
    current_resolution,
)
from engine.rulesets.card_the_drawing.battle.resolution.effect_resolution import resolve_effect
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import (
    begin_next_effect,
    card_record,
    change_resolution,
    choice_for_effect,
    current_target_choice,
    effect_context_of,
    effective_tag_texts,
    effects_for_trigger,
    effects_in_order,
    event_for_reactions,
    front_resolution,
    round_card_of,
    slot_of,
    target_fixing_effect,
)
from engine.rulesets.card_the_drawing.battle.resolution.triggered_effects import (
    begin_next_reaction,
    end_spent_effects,
    find_field_card,
    spend_uses,
    trigger_own_effects,
    trigger_reactions,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of, snapshot_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import NOBODY, acting_body
from engine.rulesets.card_the_drawing.calculation.expression_scope import CLOSE, EffectScope, condition_is_met
from engine.rulesets.card_the_drawing.calculation.play_restrictions import play_refusal, stays_in_field
from engine.rulesets.card_the_drawing.cards.card_records import CHOOSING
from engine.rulesets.card_the_drawing.hit_damage import is_attack


def take_resolution_step(draft: Draft) -> bool:
    """Take the next step of the card being resolved; return whether there was one."""
    resolution = front_resolution(draft.table)
    assert resolution is not None
    if resolution.due:
        begin_next_reaction(draft)
        return True
    match resolution.stage:
        case ResolutionStage.BODY:
            _begin(draft, resolution)
        case ResolutionStage.TARGETS:
            return _aim(draft, resolution)
        case ResolutionStage.BEFORE:
            _pay(draft, resolution)
        case ResolutionStage.EFFECTS:
            return _effects(draft, resolution)
        case ResolutionStage.REACTIONS:
            change_resolution(draft, stage=ResolutionStage.AFTER)
            _open_window(draft, "after")
        case ResolutionStage.AFTER:
            draft.pop_procedure(CardResolution)
    return True


# ---- user, cost, body ------------------------------------------------------------------------------------------------


def _begin(draft: Draft, resolution: CardResolution) -> None:
    if not _stopped(draft, resolution):
        context = replace(effect_context_of(draft.table, resolution), body="")
        body = acting_body(snapshot_of(draft.table), context)
        change_resolution(draft, body=body, stage=ResolutionStage.TARGETS)


def _stopped(draft: Draft, resolution: CardResolution) -> bool:
    """End a card that has no effect (CD-PLAY-3, points 1 and 4); return whether it was ended."""
    table, actor = draft.table, resolution.actor
    if resolution.why != "trigger":
        why = resolution_refusal(table, resolution)
        if why is not None:
            cancel_resolution(draft, why)
        return why is not None
    if not _falls_silent(table, resolution):
        return False
    fallen = actor != NOBODY and not snapshot_of(table).standing_bodies(actor)
    if fallen and find_field_card(table, resolution.card) is not None:
        card = card_record(table, resolution.card).name
        draft.note("drawing_cancelled_defeated", "CD-COND-6", actor=actor_name(table, actor), card=card)
    draft.pop_procedure(CardResolution)
    return True


def resolution_refusal(table: Table, resolution: CardResolution) -> Refused | None:
    """Return why a card that was played does not take effect; None if it does."""
    calculator, actor, slot = calculator_of(table), resolution.actor, slot_of(table, resolution)
    laid = round_card_of(table, actor, resolution.card)
    if actor not in calculator.snapshot.fighters or resolution.card not in table.cards_in(open_zone(actor)):
        return Refused("drawing_not_there", "CD-PLAY-3", card=laid.card.name)
    why = play_refusal(calculator, actor, laid)
    paid = slot is not None and slot.paid
    return None if why is not None and paid and why.rules == ("CD-PLAY-9",) else why


def cancel_resolution(draft: Draft, why: Refused) -> None:
    """End the card that is being resolved without effect and without cost (CD-PLAY-9, CD-DEF-2, CD-MINION-5)."""
    resolution = change_resolution(draft)
    fizzled = why.rules == ("CD-PLAY-9",)
    set_slot_status(draft, resolution.actor, resolution.card, SlotStatus.FIZZLED if fizzled else SlotStatus.CANCELLED)
    actor, card = draft.table.actors[resolution.actor], card_record(draft.table, resolution.card)
    reason = why.message.key.removeprefix("refused.drawing_")
    key = "drawing_fizzles" if fizzled else f"drawing_cancelled_{reason}"
    reasons = () if actor.secret else (why.message,)  # may reveal a secret number
    draft.note(key, *why.rules, actor=actor.name, card=card.name, reckoning=reasons)
    draft.pop_procedure(CardResolution)


def set_slot_status(draft: Draft, actor: str, card: str, how: SlotStatus, **changes: object) -> None:
    """Set the progress of a card of this round."""
    fighter = participants.need_battle(draft.table).fighters.get(actor)
    if fighter is not None:
        slots = tuple(replace(slot, stand=how, **changes) if slot.card == card else slot for slot in fighter.slots)
        battle_changes.change_fighter(draft, actor, slots=slots)


def _falls_silent(table: Table, resolution: CardResolution) -> bool:
    """Return whether a trigger has no effect after all: its card has left, or the acting fighter is defeated."""
    if resolution.on != "leave" and find_field_card(table, resolution.card) is None:
        return True
    calculator, context = calculator_of(table), effect_context_of(table, resolution)
    effects = effects_for_trigger(calculator, context, resolution.on)
    needs = any(effect.target in CHOOSING or (effect.do == "damage" and effect.attack) for effect in effects)
    if needs and resolution.actor != NOBODY and not calculator.snapshot.standing_bodies(resolution.actor):
        return True
    return not any(condition_is_met(effect.if_, EffectScope(calculator, context)) for effect in effects)


# ---- targets, windows ------------------------------------------------------------------------------------------------


def _aim(draft: Draft, resolution: CardResolution) -> bool:
    choice = current_target_choice(draft.table, resolution)
    if not choice.chooses:
        aim_at(draft, choice.targets())
        return True
    noted = _noted(draft.table, resolution, choice.allowed)
    chosen = choice.only_way() if noted is None else noted
    if chosen is not None:
        aim_at(draft, choice.targets(chosen))
    return chosen is not None


def _noted(table: Table, resolution: CardResolution, allowed: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the targets noted while planning that are still legal (CD-AMB-17, CD-TGT-5)."""
    slot = slot_of(table, resolution) if resolution.why == "plan" else None
    if slot is None or not slot.targets or settings.word(table, "targets") != "in_planning":
        return None
    return tuple(body for body in slot.targets if body in allowed)


def aim_at(draft: Draft, targets: tuple[str, ...]) -> None:
    """Fix the targets of a card, and open the window before it (CD-PLAY-3 points 2 and 3, CD-INT-4)."""
    resolution = change_resolution(draft, targets=targets)
    table = draft.table
    calculator, context = calculator_of(table), effect_context_of(table, resolution)
    effect = target_fixing_effect(calculator, context, resolution.on)
    effects = effects_for_trigger(calculator, context, resolution.on)
    if resolution.why == "trigger" and effect is not None and effect.optional and not targets:
        draft.note("drawing_declined", "CD-PLAY-7", actor=_name(draft, resolution), card=context.card.name)
        effects = tuple(other for other in effects if other != effect)
        if not effects:
            draft.pop_procedure(CardResolution)
            return
    names = [calculator.snapshot.bodies[body].name for body in targets if body in calculator.snapshot.bodies]
    if names:
        draft.note("drawing_aims", "CD-TGT-1", actor=_name(draft, resolution), card=context.card.name, targets=names)
    change_resolution(draft, stage=ResolutionStage.BEFORE, attack=is_attack(effects))
    _open_window(draft, "before")


def _name(draft: Draft, resolution: CardResolution) -> str:
    return actor_name(draft.table, resolution.actor) or card_record(draft.table, resolution.card).name


def _open_window(draft: Draft, stage: Literal["before", "after"]) -> None:
    resolution = current_resolution(draft.table)
    assert resolution is not None
    match resolution.why:
        case "trigger":
            opens = resolution.attack
        case "interrupt":
            opens = settings.flag(draft.table, "interrupt_chains")
        case _:
            opens = True
    if opens and not (resolution.undisturbed and stage == "after") and not participants.is_over(draft.table):
        draft.push_procedure(InterruptWindow(stage=stage))


# ---- payment and effects ---------------------------------------------------------------------------------------------


def _pay(draft: Draft, resolution: CardResolution) -> None:
    if _stopped(draft, resolution):
        return
    table, actor = draft.table, resolution.actor
    calculator, context = calculator_of(table), effect_context_of(table, resolution)
    snapshot, body = calculator.snapshot, resolution.body
    own = [standing.id for standing in snapshot.standing_bodies(actor)]
    if own and body not in own:  # another minion plays it (CD-MINION-5)
        body = acting_body(snapshot, replace(context, body=""))
    cost, slot = calculator.cost(context.card, actor), slot_of(table, resolution)
    if slot is not None:
        due = 0 if slot.paid else cost.value
        reckoning = [part.words for part in cost.steps] if due and len(cost.steps) > 1 else ()
        name, card = _name(draft, resolution), context.card.name
        draft.note("drawing_takes_effect", "CD-PLAY-4", actor=name, card=card, cost=due, reckoning=reckoning)
        if due:
            battle_changes.set_adrenaline(draft, actor, snapshot.fighters[actor].adrenaline - due)
        spend_uses(draft, cost.spent)
    elif any(effect.do != "discard_self" for effect in effects_for_trigger(calculator, context, resolution.on)):
        draft.note("drawing_acts", "CD-PLAY-1", actor=_name(draft, resolution), card=context.card.name)
    targets = tuple(it for it in resolution.targets if it in snapshot.bodies and snapshot.bodies[it].is_standing)
    tags = effective_tag_texts(calculator, context)
    change_resolution(draft, body=body, targets=targets, tags=tags, stage=ResolutionStage.EFFECTS, effect=0)


def _effects(draft: Draft, resolution: CardResolution) -> bool:
    table = draft.table
    steps = effects_in_order(table, resolution)
    if resolution.effect >= len(steps):
        _finish_effects(draft, resolution)
        return True
    tag_effect = steps[resolution.effect]
    if choice_for_effect(table, resolution, tag_effect) is not None:
        return False
    if resolve_effect(draft, resolution, tag_effect):
        begin_next_effect(draft)
    end_spent_effects(draft)
    return True


def _finish_effects(draft: Draft, resolution: CardResolution) -> None:
    """Note the Close attacker, move a Condition into the field, and trigger the reactions to damage."""
    event, actor, body = event_for_reactions(draft.table, resolution), resolution.actor, resolution.body
    if CLOSE in event.tags and resolution.attack and body:
        for who in snapshot_of(draft.table).fighters_of(resolution.targets):
            known = participants.need_fighter(draft.table, who).close_attackers
            if body not in known:
                battle_changes.change_fighter(draft, who, close_attackers=(*known, body))
    fighter = participants.need_battle(draft.table).fighters.get(actor)
    if resolution.why != "trigger" and fighter is not None:
        acted = fighter.acted if body in fighter.acted else (*fighter.acted, body)
        battle_changes.change_fighter(draft, actor, resolved=fighter.resolved + 1, acted=acted)
        set_slot_status(draft, actor, resolution.card, SlotStatus.DONE)
        _enter(draft, resolution)
    change_resolution(draft, stage=ResolutionStage.REACTIONS)
    if resolution.dealt:
        trigger_reactions(draft, "dealt_damage", event, but=(resolution.card,))


def _enter(draft: Draft, resolution: CardResolution) -> None:
    """Move a card with the Condition tag into the field, if its bearer is not defeated (CD-COND-1, 2, 5)."""
    table, actor = draft.table, resolution.actor
    calculator, card = calculator_of(table), card_record(table, resolution.card)
    if not stays_in_field(calculator, card, actor) or resolution.card not in table.cards_in(open_zone(actor)):
        return
    struck = calculator.snapshot.fighters_of(resolution.targets)
    bearer = next(iter(struck), NOBODY) if card.attach == "target" else actor
    if not calculator.snapshot.standing_bodies(bearer):
        return
    battle_changes.to_field(draft, resolution.card, bearer)
    draft.note("drawing_enters", "CD-COND-1", card=card.name, bearer=actor_name(draft.table, bearer))
    trigger_own_effects(draft, resolution.card, "enter")
