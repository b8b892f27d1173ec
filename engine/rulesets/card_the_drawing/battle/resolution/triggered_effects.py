"""Triggers of cards in the field: who reacts to what, in which order, and what a phase waits for (5.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

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
    effects_for_trigger,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of, snapshot_of
from engine.rulesets.card_the_drawing.calculation.active_modifiers import SpentUse
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    NO_EVENT,
    NOBODY,
    BattleSnapshot,
    EffectContext,
    FieldCard,
    TriggerEvent,
)
from engine.rulesets.card_the_drawing.calculation.expression_scope import EffectScope, condition_is_met
from engine.rulesets.card_the_drawing.calculation.initiative import CardTurn, TieRoll, next_turn, triggered_turns

DEEPEST = 4
"""The maximum depth of reactions to reactions, whatever a group writes on its cards."""


def begin_moment(draft: Draft, on: str) -> None:
    """Begin a moment: cards with that trigger react, then the phase continues (CD-PLAY-1)."""
    change_battle(draft, moment=on)
    trigger_reactions(draft, on)


def trigger_reactions(draft: Draft, on: str, event: TriggerEvent = NO_EVENT, *, but: Collection[str] = ()) -> None:
    """Queue the reactions of cards to a trigger; a card never reacts to its own damage, nor to its own reaction."""
    calculator, stack = calculator_of(draft.table), draft.table.procedures
    busy = [it.card for it in stack if isinstance(it, CardResolution) and it.why == "trigger"]
    if len(busy) >= DEEPEST:
        return
    turns = [turn for turn in triggered_turns(calculator, on, event) if turn.card_id not in (*busy, *but)]
    lying = {field_card.id: field_card for field_card in calculator.snapshot.lying}
    ordered = sorted_turns(draft, calculator.snapshot, turns)
    queue_reactions(draft, [make_reaction(lying[turn.card_id], on, event) for turn in ordered])


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


def queue_reactions(draft: Draft, reactions: Sequence[Reaction]) -> None:
    """Queue reactions until the present resolution reaches them."""
    queue = current_resolution(draft.table) or need_battle(draft.table)
    if reactions:
        draft.replace_procedure(replace(queue, due=(*queue.due, *reactions)))


def begin_next_reaction(draft: Draft) -> None:
    """Begin the next pending reaction."""
    last = draft.table.procedures[-1]
    assert isinstance(last, (Battle, CardResolution))
    first, *others = last.due
    draft.replace_procedure(replace(last, due=tuple(others)))
    card, actor, bearer = first.card, first.owner, first.bearer
    draft.push_procedure(
        CardResolution(card=card, actor=actor, why="trigger", on=first.on, bearer=bearer, event=first.event)
    )


def find_field_card(table: Table, card: str) -> FieldCard | None:
    """Return a card in the field or of the surroundings."""
    return next((field_card for field_card in snapshot_of(table).lying if field_card.id == card), None)


def trigger_own_effects(draft: Draft, card: str, on: str) -> None:
    """Queue a card's own effects on entering or leaving."""
    calculator, lying = calculator_of(draft.table), find_field_card(draft.table, card)
    if lying is None:
        return
    context = EffectContext(card=lying.card, owner=lying.owner, bearer=lying.bearer, id=lying.id)
    scope, effects = EffectScope(calculator, context), effects_for_trigger(calculator, context, on)
    if any(condition_is_met(effect.if_, scope) for effect in effects):
        queue_reactions(draft, [make_reaction(lying, on)])


def leave_field(draft: Draft, card: str) -> None:
    """Move a card from the field to its owner's discard pile at once (CD-COND-4), even a permanent one."""
    field_card = find_field_card(draft.table, card)
    if field_card is not None and field_card.owner != NOBODY:
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
    in_force = need_battle(draft.table).in_force
    gone = {timed.id for timed in calculator_of(draft.table).ended()} if in_force else frozenset[str]()
    if gone:
        change_battle(draft, in_force=tuple(it for it in in_force if it.id not in gone))


def spend_uses(draft: Draft, spent: Iterable[SpentUse]) -> None:
    """Take one use off each limited effect that took part in a calculation (5.7, step 6, CD-DMG-6)."""
    for use in spent:
        field, in_force = list(need_battle(draft.table).field), list(need_battle(draft.table).in_force)
        for number, lying in enumerate(field):
            if lying.card == use.holder:
                field[number] = replace(lying, used={**lying.used, use.place: lying.used.get(use.place, 0) + 1})
        for number, effect in enumerate(in_force):
            if effect.id == use.holder:
                in_force[number] = replace(effect, used=effect.used + 1)
        change_battle(draft, in_force=tuple(in_force), field=tuple(field))
        if use.discards:
            draft.note("drawing_used_up", "CD-DMG-6", "CD-COND-4", card=card_record(draft.table, use.holder).name)
            leave_field(draft, use.holder)
    end_spent_effects(draft)
