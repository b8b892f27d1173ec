"""Triggers of cards in the field: who reacts to what, in which order, and what a phase waits for (5.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.core.draft import Draft
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.battle.battle_changes import change_battle, is_permanent, to_discard
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    Battle,
    CardResolution,
    Reaction,
    current_battle,
    current_resolution,
)
from engine.rulesets.card_the_drawing.battle.participants import need_battle, standing_actors
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import (
    card_record,
    change_resolution,
    effects_for_trigger,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of, snapshot_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    NO_EVENT,
    NOBODY,
    BattleSnapshot,
    EffectContext,
    FieldCard,
    TriggerEvent,
)
from engine.rulesets.card_the_drawing.calculation.calculation_steps import SpentUse
from engine.rulesets.card_the_drawing.calculation.expression_scope import EffectScope, condition_is_met
from engine.rulesets.card_the_drawing.calculation.initiative import CardTurn, TieRoll, next_turn, triggered_turns

DEEPEST = 4
"""The maximum depth of reactions to reactions, whatever a group writes on its cards."""


def begin_moment(draft: Draft, on: str) -> None:
    """Begin a moment: cards with that trigger react, then the phase continues (CD-PLAY-1)."""
    change_battle(draft, moment=on)
    trigger_reactions(draft, on)


def trigger_reactions(draft: Draft, on: str, event: TriggerEvent = NO_EVENT, *, but: Collection[str] = ()) -> None:
    """Queue the reactions of cards to a trigger.

    Args:
        draft: the change.
        on: the trigger.
        event: what they react to.
        but: a card never reacts to its own damage, nor to the results of its reaction.
    """
    table = draft.table
    calculator = calculator_of(table)
    busy = [
        procedure.card
        for procedure in table.procedures
        if isinstance(procedure, CardResolution) and procedure.why == "trigger"
    ]
    if len(busy) >= DEEPEST:
        return
    turns = tuple(
        turn for turn in triggered_turns(calculator, on, event) if turn.card_id not in busy and turn.card_id not in but
    )
    if turns:
        ordered = sorted_turns(draft, calculator.snapshot, turns)
        lying = {
            field_card.id: field_card for field_card in (*calculator.snapshot.surroundings, *calculator.snapshot.field)
        }
        queue_reactions(draft, (make_reaction(lying[turn.card_id], on, event) for turn in ordered))


def sorted_turns(draft: Draft, snapshot: BattleSnapshot, turns: Iterable[CardTurn]) -> tuple[CardTurn, ...]:
    """Return the turns in the order of acting; dice that are needed for it are rolled (CD-INIT-5)."""
    left, card_turns, throws = list(turns), list[CardTurn](), list[TieRoll]()
    while left:
        coming = next_turn(snapshot, left, throws)
        if coming.turn is None:
            throws.append(roll_tie(draft, snapshot, coming.rolls))
        else:
            card_turns.append(coming.turn)
            left.remove(coming.turn)
    return tuple(card_turns)


def roll_tie(draft: Draft, snapshot: BattleSnapshot, fighters: tuple[str, ...]) -> TieRoll:
    """Roll a d6 for each of some tied fighters (CD-INIT-5)."""
    faces = draft.roll(6, len(fighters))
    throw = dict(zip(fighters, faces, strict=True))
    results = [f"{snapshot.fighters[who].name} {face}" for who, face in throw.items()]
    draft.note("drawing_tie_dice", "CD-INIT-5", dice=results)
    return throw


def make_reaction(field_card: FieldCard, on: str, event: TriggerEvent = NO_EVENT) -> Reaction:
    """Return the pending reaction of a card."""
    return Reaction(card=field_card.id, on=on, owner=field_card.owner, bearer=field_card.bearer, event=event)


def queue_reactions(draft: Draft, reactions: Iterable[Reaction]) -> None:
    """Queue reactions until the present resolution reaches them."""
    resolution = current_resolution(draft.table)
    if resolution is not None:
        change_resolution(draft, due=(*resolution.due, *reactions))
        return
    change_battle(draft, due=(*need_battle(draft.table).due, *reactions))


def begin_next_reaction(draft: Draft) -> None:
    """Begin the next pending reaction."""
    last = draft.table.procedures[-1]
    assert isinstance(last, (Battle, CardResolution))
    first, *others = last.due
    draft.replace_procedure(replace(last, due=tuple(others)))
    draft.push_procedure(
        CardResolution(
            card=first.card, actor=first.owner, why="trigger", on=first.on, bearer=first.bearer, event=first.event
        )
    )


def find_field_card(table: Table, card: str) -> FieldCard | None:
    """Return a card in the field or of the surroundings."""
    snapshot = snapshot_of(table)
    return next((field_card for field_card in (*snapshot.surroundings, *snapshot.field) if field_card.id == card), None)


def trigger_own_effects(draft: Draft, card: str, on: str) -> None:
    """Queue a card's own effects on entering or leaving."""
    calculator, field_card = calculator_of(draft.table), find_field_card(draft.table, card)
    if field_card is None:
        return
    context = EffectContext(card=field_card.card, owner=field_card.owner, bearer=field_card.bearer, id=field_card.id)
    if any(
        condition_is_met(effect.if_, EffectScope(calculator, context))
        for effect in effects_for_trigger(calculator, context, on)
    ):
        queue_reactions(draft, (make_reaction(field_card, on),))


def leave_field(draft: Draft, card: str) -> None:
    """Move a card from the field to its owner's discard pile at once (CD-COND-4), even a permanent one."""
    field_card = find_field_card(draft.table, card)
    if field_card is None or field_card.owner == NOBODY:
        return
    trigger_own_effects(draft, card, "leave")
    to_discard(draft, card)


def clear_fallen(draft: Draft) -> None:
    """Remove Conditions of defeated actors where the group chose that (CD-COND-6, CD-AMB-30)."""
    table = draft.table
    if current_battle(table) is None or settings.word(table, "conditions_of_fallen") != "leave":
        return
    up = standing_actors(table)
    for field_card in calculator_of(table).snapshot.field:
        gone = any(who != NOBODY and who not in up for who in (field_card.owner, field_card.bearer))
        if gone and not is_permanent(draft.table, field_card.id):
            leave_field(draft, field_card.id)


def end_spent_effects(draft: Draft) -> None:
    """End effects that are used up or have lost their tag (CD-TAG-DISTANT)."""
    gone = {timed.id for timed in calculator_of(draft.table).ended()}
    if gone:
        battle = need_battle(draft.table)
        change_battle(
            draft, in_force=tuple(lasting_effect for lasting_effect in battle.in_force if lasting_effect.id not in gone)
        )


def spend_uses(draft: Draft, spent: Iterable[SpentUse]) -> None:
    """Take one use off each limited effect that took part in a calculation (5.7, step 6, CD-DMG-6)."""
    for use in spent:
        battle = need_battle(draft.table)
        field = tuple(
            replace(field_card, used={**field_card.used, use.place: field_card.used.get(use.place, 0) + 1})
            if field_card.card == use.holder
            else field_card
            for field_card in battle.field
        )
        in_force = tuple(
            replace(lasting_effect, used=lasting_effect.used + 1) if lasting_effect.id == use.holder else lasting_effect
            for lasting_effect in battle.in_force
        )
        change_battle(draft, in_force=in_force, field=field)
        if use.discards:
            draft.note("drawing_used_up", "CD-DMG-6", "CD-COND-4", card=card_record(draft.table, use.holder).name)
            leave_field(draft, use.holder)
    end_spent_effects(draft)
