"""The choice that a resolution waits for: targets, cards, a place to redirect, or whether to use an effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing.battle.actor_zones import hand_cards
from engine.rulesets.card_the_drawing.battle.battle_procedures import CardResolution, ResolutionStage
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import (
    effect_context_of,
    effect_may_happen,
    effects_for_trigger,
    effects_in_order,
    front_resolution,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import EffectContext
from engine.rulesets.card_the_drawing.calculation.expression_scope import EffectScope, whole_amount
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator, TagEffect
from engine.rulesets.card_the_drawing.cards.card_records import Effect
from engine.rulesets.card_the_drawing.cards.effect_vocabulary import CHOOSING
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


def current_target_choice(table: Table, resolution: CardResolution) -> TargetChoice:
    """Return the legal targets of a card (CD-PLAY-3, point 2)."""
    calculator, context = calculator_of(table), effect_context_of(table, resolution)
    effect = target_fixing_effect(calculator, context, resolution.on)
    return NO_TARGETS if effect is None else effect_target_choice(calculator, context, effect)


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
