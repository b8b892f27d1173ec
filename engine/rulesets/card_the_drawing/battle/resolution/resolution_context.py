"""The rules' view of a resolution: the context of its effects, their order, and the choice that it waits for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.core.draft import Draft
from engine.core.memo import memo_of_moment
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing.battle.actor_zones import card_record_in, hand_cards
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    CardResolution,
    FighterState,
    InterruptWindow,
    ResolutionStage,
    Slot,
    current_battle,
    current_resolution,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of, snapshot_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    NO_EVENT,
    EffectContext,
    RoundCard,
    TriggerEvent,
)
from engine.rulesets.card_the_drawing.calculation.expression_scope import EffectScope, condition_is_met, whole_amount
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator, TagEffect
from engine.rulesets.card_the_drawing.cards.card_records import CHOOSING, Card, Effect, split_tag
from engine.rulesets.card_the_drawing.hit_damage import trigger_event_for
from engine.rulesets.card_the_drawing.settings import library
from engine.rulesets.card_the_drawing.targeting import (
    NO_TARGETS,
    Redirection,
    TargetChoice,
    effect_target_choice,
    effect_targets,
    redirection,
    removable_conditions,
    selector_of,
    targeting_effect,
)


def card_record(table: Table, card: str) -> Card:
    """Return the record of a card."""
    return card_record_in(library(table), card)


def front_resolution(table: Table) -> CardResolution | None:
    """Return the card resolution in front, if it waits only for its own next step."""
    last = table.procedures[-1] if table.procedures else None
    return last if isinstance(last, CardResolution) else None


def change_resolution(draft: Draft, **changes: object) -> CardResolution:
    """Change the innermost card resolution, and return it."""
    resolution = current_resolution(draft.table)
    assert resolution is not None
    changed = replace(resolution, **changes)
    draft.replace_procedure(changed)
    return changed


def begin_next_effect(draft: Draft) -> None:
    """Go on to the effect after the one at hand, which is done or declined."""
    resolution = current_resolution(draft.table)
    assert resolution is not None
    change_resolution(draft, effect=resolution.effect + 1, agreed=False, chosen=(), served=())


def change_procedure_at(draft: Draft, place: int, **changes: object) -> None:
    """Change a procedure by its index on the stack."""
    procedures = draft.table.procedures
    draft.set_procedures((*procedures[:place], replace(procedures[place], **changes), *procedures[place + 1 :]))


# ---- the rules' view -------------------------------------------------------------------------------------------------


def effect_context_of(table: Table, resolution: CardResolution) -> EffectContext:
    """Return the context of a resolution's effects."""
    return EffectContext(
        card=card_record(table, resolution.card),
        owner=resolution.actor,
        body=resolution.body,
        bearer=resolution.bearer,
        id=resolution.card,
        targets=resolution.targets,
        event=event_reacted_to(table, resolution),
    )


def event_reacted_to(table: Table, resolution: CardResolution) -> TriggerEvent:
    """Return the event that a card reacts to: for an Interrupt the card below its window, as it is now."""
    if resolution.why != "interrupt":
        return resolution.event
    place = interrupted_index(table, resolution)
    window = table.procedures[place + 1] if place >= 0 else None
    lower = table.procedures[place] if place >= 0 else None
    if isinstance(lower, CardResolution) and isinstance(window, InterruptWindow):
        return event_for_reactions(table, lower, window.stage)
    return NO_EVENT


def interrupted_index(table: Table, resolution: CardResolution) -> int:
    """Return the stack index of the resolution that an Interrupt interrupts; -1 if there is none."""
    here = table.procedures.index(resolution)
    return here - 2 if here >= 2 and isinstance(table.procedures[here - 2], CardResolution) else -1


def event_for_reactions(
    table: Table, resolution: CardResolution, stage: Literal["", "before", "after"] = ""
) -> TriggerEvent:
    """Return the event that others react to; its tags are the present ones until it is paid, then fixed."""
    calculator, context = calculator_of(table), effect_context_of(table, resolution)
    effects = None if resolution.why != "trigger" else effects_for_trigger(calculator, context, resolution.on)
    event = trigger_event_for(calculator, context, resolution.targets, effects, stage=stage)
    if resolution.is_unpaid:
        return event
    tags = tuple(split_tag(tag)[0] for tag in resolution.tags)
    return replace(event, tags=tags, is_attack=resolution.attack)


def effects_for_trigger(calculator: BattleCalculator, context: EffectContext, on: str) -> tuple[Effect, ...]:
    """Return a card's effects on a trigger: its own, then those of its tags."""
    own = tuple(effect for effect in context.card.effects if effect.on == on)
    return (*own, *(of_tag.effect for of_tag in calculator.tag_effects(context.card, context.owner, on)))


def effect_may_happen(calculator: BattleCalculator, context: EffectContext, effect: Effect, number: int = 0) -> bool:
    """Return whether an effect is not skipped; the `if` of a `modify` decides only when it is in force."""
    return effect.do == "modify" or condition_is_met(effect.if_, EffectScope(calculator, context, number=number))


def effective_tag_texts(calculator: BattleCalculator, context: EffectContext) -> tuple[str, ...]:
    """Return the effective tags of a card with their numbers, as they are noted when it is paid."""
    return tuple(
        f"{name}{'' if count is None else count}" for name, count in calculator.tagged(context.card, context.owner).tags
    )


def effects_in_order(table: Table, resolution: CardResolution) -> tuple[TagEffect, ...]:
    """Return the effects to resolve one after the other: those of the card, then those of its tags."""
    known, numbers = snapshot_of(table).tags, dict(map(split_tag, resolution.tags))
    of_tags = ((name, number or 0, known[name].effects) for name, number in numbers.items() if name in known)
    return tuple(
        TagEffect(tag=name, number=number, index=index, effect=effect)
        for name, number, effects in (("", 0, card_record(table, resolution.card).effects), *of_tags)
        for index, effect in enumerate(effects)
        if effect.on == resolution.on
    )


# ---- slots -----------------------------------------------------------------------------------------------------------


def slot_of(table: Table, resolution: CardResolution) -> Slot | None:
    """Return the slot of a card that is being resolved, if it was planned or played and its actor takes part."""
    battle = current_battle(table)
    fighter = battle.fighters.get(resolution.actor) if battle is not None and resolution.why != "trigger" else None
    return fighter.slot_of(resolution.card) if fighter is not None else None


def round_card_of(table: Table, actor: str, card: str) -> RoundCard:
    """Return a card of this round as the rules see it."""
    fighter = snapshot_of(table).fighters.get(actor)
    laid = next((laid for laid in fighter.laid if laid.id == card), None) if fighter is not None else None
    return laid or RoundCard(id=card, card=card_record(table, card))


def charges_next_round(fighter: FighterState, slot: Slot) -> bool:
    """Return whether a Ritual keeps charging in the next round (CD-TAG-RITUAL)."""
    return fighter.planned_speed is not None and slot.last > fighter.planned_speed


class PendingChoice(Frozen):
    """A choice to be made before a resolution continues.

    Attributes:
        kind: `targets`, the `cards` that are taken out of play or discarded, a `place` to redirect, or whether to
            `agree` to an optional effect.
        actor: the actor that chooses; the GM for the surroundings.
        card: the card that asks.
        effect: the effect at hand; None for the targets of the card.
        choice: for `targets`, what may be chosen.
        served: for `cards`, the owner of the cards, as noted in `CardResolution.served`.
        cards: for `cards`, those among which to choose.
        count: for `cards`, how many.
        ways: for `place`, which place may pass to which body.
    """

    kind: Literal["targets", "cards", "place", "agree"]
    actor: str
    card: str
    effect: Effect | None = None
    choice: TargetChoice = NO_TARGETS
    served: str = ""
    cards: tuple[str, ...] = ()
    count: int = 0
    ways: Redirection = Redirection(sources=(), takers=())

    def only_cards(self) -> tuple[str, ...] | None:
        """Return the cards if there is only one way to choose them."""
        return self.cards if len(self.cards) <= self.count else None


def target_fixing_effect(calculator: BattleCalculator, context: EffectContext, on: str) -> Effect | None:
    """Return the effect that fixes the targets of a card."""
    return targeting_effect(calculator, effects_for_trigger(calculator, context, on))


@memo_of_moment
def current_target_choice(table: Table, resolution: CardResolution) -> TargetChoice:
    """Return the legal targets of a card (CD-PLAY-3, point 2)."""
    calculator, context = calculator_of(table), effect_context_of(table, resolution)
    effect = target_fixing_effect(calculator, context, resolution.on)
    return NO_TARGETS if effect is None else effect_target_choice(calculator, context, effect)


@memo_of_moment
def pending_choice(table: Table) -> PendingChoice | None:
    """Return the choice that is pending; None if there is none, or a window is open."""
    resolution = front_resolution(table)
    if resolution is None or resolution.due:
        return None
    if resolution.stage is ResolutionStage.TARGETS:
        choice = current_target_choice(table, resolution)
        if choice.chooses and choice.only_way() is None:
            return PendingChoice(kind="targets", actor=resolution.actor, card=resolution.card, choice=choice)
    if resolution.stage is not ResolutionStage.EFFECTS:
        return None
    steps = effects_in_order(table, resolution)
    return choice_for_effect(table, resolution, steps[resolution.effect]) if resolution.effect < len(steps) else None


def choice_for_effect(table: Table, resolution: CardResolution, step: TagEffect) -> PendingChoice | None:
    """Return the next choice that an effect needs."""
    calculator, context, effect = calculator_of(table), effect_context_of(table, resolution), step.effect
    if not effect_may_happen(calculator, context, effect, step.number):
        return None
    asked = PendingChoice(kind="agree", actor=resolution.actor, card=resolution.card, effect=effect)
    if effect.optional and not resolution.agreed and not _was_chosen(calculator, context, effect):
        return asked if _reached(calculator, context, effect) else None
    if resolution.chosen or effect.mode == "random":  # chance picks the cards
        return None
    if effect.do == "redirect":
        ways = redirection(calculator, context, effect)
        return replace(asked, kind="place", ways=ways) if len(ways.sources) * len(ways.takers) > 1 else None
    if effect.do in ("remove_condition", "discard"):
        choice = next(card_choices(table, resolution, step), None)
        return choice if choice is not None and choice.only_cards() is None else None
    return None


def card_choices(table: Table, resolution: CardResolution, step: TagEffect) -> Iterator[PendingChoice]:
    """Yield the choices of cards that an effect still takes out of play or out of hands."""
    calculator, context, effect = calculator_of(table), effect_context_of(table, resolution), step.effect
    removes = effect.do == "remove_condition"
    amount = (1 if effect.count is None else effect.count) if removes else effect.amount
    for body in effect_targets(calculator, context, effect):
        fighter = calculator.snapshot.bodies[body].fighter
        if fighter in resolution.served:
            continue
        scope = EffectScope(calculator, context, it="" if removes else body, number=step.number)
        cards, asked = hand_cards(table, fighter), fighter
        if removes:
            cards = tuple(lying.id for lying in removable_conditions(calculator, context, effect, body))
            asked = resolution.actor
        yield PendingChoice(
            kind="cards",
            actor=asked,
            card=resolution.card,
            effect=effect,
            served=fighter,
            cards=cards,
            count=max(0, whole_amount(amount, scope)),
        )


def _reached(calculator: BattleCalculator, context: EffectContext, effect: Effect) -> bool:
    """Return whether an optional effect could do anything."""
    if effect.do == "redirect":
        ways = redirection(calculator, context, effect)
        return bool(ways.sources and ways.takers)
    return not effect.target or bool(effect_targets(calculator, context, effect))


def _was_chosen(calculator: BattleCalculator, context: EffectContext, effect: Effect) -> bool:
    """Return whether the user has agreed by choosing targets for this very effect."""
    fixes = effect == target_fixing_effect(calculator, context, effect.on)
    return fixes and selector_of(calculator, effect) in CHOOSING
