"""Damage of a hit: base amount, modifiers, rounding, and the limited uses that it spends (section 5.7).

The modifiers of the attacker (`damage_dealt`) come first, then those of the target (`damage_taken`). Multipliers are
exact fractions; the value is rounded up before the target's additions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from engine.model.frozen import Frozen, replace
from engine.rulesets.card_the_drawing.calculation.active_modifiers import (
    CardCalculationStep,
    Modifier,
    SpentUse,
    at_least_0,
    base_step,
    round_up,
    uses_spent_by,
)
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    NO_EVENT,
    NOBODY,
    BattleSnapshot,
    EffectContext,
    FieldCard,
    FighterBody,
    TriggerEvent,
    acting_body,
)
from engine.rulesets.card_the_drawing.calculation.expression_scope import (
    EffectScope,
    condition_is_met,
    reads_targets,
    whole_amount,
)
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_records import Effect
from engine.rulesets.card_the_drawing.cards.expressions import parse
from engine.rulesets.card_the_drawing.targeting import targeting_effect, targets_under
from engine.sheets.formulas.expression_parser import FormulaError
from engine.sheets.formulas.expression_terms import FormulaValueError


class Hit(Frozen):
    """The damage to one body.

    Attributes:
        body: the id of the body.
        before, after: its Health before and after the damage, which may be below 0 (CD-STAT-10).
        steps: the calculation of the amount.
    """

    body: str
    amount: int
    before: int
    after: int
    steps: tuple[CardCalculationStep, ...]

    @property
    def dealt(self) -> bool:
        """Whether damage counts as dealt (CD-DMG-7)."""
        return self.amount > 0

    @property
    def fells(self) -> bool:
        """Whether the damage defeats the body."""
        return self.after <= 0


class EffectDamage(Frozen):
    """The damage of one effect to all its bodies together, and the uses that it spends."""

    hits: tuple[Hit, ...]
    spent: tuple[SpentUse, ...] = ()

    @property
    def dealt(self) -> bool:
        """Whether any damage was dealt."""
        return any(hit.dealt for hit in self.hits)


def is_attack(effects: Sequence[Effect]) -> bool:
    """Return whether a card or a trigger with these effects is an attack."""
    return any(effect.do == "damage" and effect.attack for effect in effects)


def trigger_event_for(
    calculator: BattleCalculator,
    context: EffectContext,
    targets: tuple[str, ...],
    effects: Sequence[Effect] | None = None,
    *,
    stage: Literal["", "before", "after"] = "",
) -> TriggerEvent:
    """Return the event that others react to when a card takes effect, or one of its triggers, which has `effects`.

    The event is shown in an Interrupt window if it has a stage.
    """
    active_effects = (
        effects if effects is not None else [effect for effect in context.card.effects if effect.on == "resolve"]
    )
    return TriggerEvent(
        stage=stage,
        source=acting_body(calculator.snapshot, context),
        source_actor=context.owner,
        targets=targets,
        tags=tuple(name for name, _ in calculator.tagged(context.card, context.owner).tags),
        is_attack=is_attack(active_effects),
        from_play=effects is None,
        card=context.card,
    )


def calculate_damage(
    calculator: BattleCalculator,
    context: EffectContext,
    effect: Effect,
    targets: Sequence[str],
    event: TriggerEvent,
    *,
    count: int = 0,
    base: int | None = None,
) -> EffectDamage:
    """Return the damage of an effect to each target, all from the state before the effect (section 5.7).

    Defeated targets are skipped. `event` is the hit as others react to it (`trigger_event_for`), while that of the
    context is what the card reacts to; `count` is the number of the tag that has the effect. `base` is the base amount
    if that is known already.
    """
    event = event if event.is_attack == effect.attack else replace(event, is_attack=effect.attack)
    hits: list[Hit] = []
    spent_uses: dict[tuple[str, str], SpentUse] = {}
    for target in dict.fromkeys(targets):
        body = calculator.snapshot.bodies.get(target)
        if body is None or body.health <= 0:
            continue
        hit, uses = _calculate_hit(calculator, context, effect, body, event, count, base)
        hits.append(hit)
        if uses:
            spent_uses |= {(use.holder, use.place): use for use in uses}
    return EffectDamage(hits=tuple(hits), spent=tuple(spent_uses.values()))


def _calculate_hit(
    calculator: BattleCalculator,
    context: EffectContext,
    effect: Effect,
    body: FighterBody,
    event: TriggerEvent,
    count: int,
    base: int | None,
) -> tuple[Hit, tuple[SpentUse, ...]]:
    """Return the hit on one body, and the uses of all modifiers that took part."""
    if base is None:
        base = whole_amount(effect.amount, EffectScope(calculator, context, it=body.id, number=count))
    steps = [base_step("damage", base)]
    damage: Fraction | int = base
    in_force: tuple[Modifier, ...] = ()
    if damage > 0:
        if context.owner != NOBODY:
            in_force = calculator.in_force("damage_dealt", context.owner, event=event, it=body.id)
        if in_force:
            damage = _modified(calculator, in_force, ("set", "add", "mul"), damage, steps, event, body.id)
        if damage > 0:  # otherwise the target's modifiers take no part, and spend no uses (CD-DMG-6)
            taken = calculator.in_force("damage_taken", body.fighter, event=event, it=body.id)
            if taken:
                damage = _modified(calculator, taken, ("mul",), damage, steps, event, body.id)
            damage = round_up(damage, steps)
            if taken:
                damage = _modified(calculator, taken, ("add", "set"), damage, steps, event, body.id)
                in_force = (*in_force, *taken)
    amount = at_least_0(round_up(damage, steps), steps)
    hit = Hit(body=body.id, amount=amount, before=body.health, after=body.health - amount, steps=tuple(steps))
    return hit, uses_spent_by(in_force) if in_force else ()


def _modified(
    calculator: BattleCalculator,
    modifiers: Sequence[Modifier],
    operations: Sequence[Literal["set", "add", "mul"]],
    value: Fraction | int,
    steps: list[CardCalculationStep],
    event: TriggerEvent,
    target: str,
) -> Fraction | int:
    """Return the value after the modifiers, operation by operation, and add a calculation step for each."""
    for op in operations:
        for modifier in modifiers:
            if modifier.effect.op == op:
                operand = calculator.by(modifier, event=event, it=target)
                value = operand if op == "set" else value * operand if op == "mul" else value + operand
                steps.append(modifier.as_step(op, operand))
    return value


def preview_damage(
    calculator: BattleCalculator, context: EffectContext, on: str = "resolve"
) -> tuple[EffectDamage, ...]:
    """Return the damage of each damage effect of a card, in order, if nothing interrupts.

    Each effect is calculated with the Health that the previous one leaves.
    """
    return DamagePreview(calculator, context, on).damage(context.targets)


class DamagePreview:
    """The damage that a card would deal to any targets; what is the same for all of them is calculated once.

    Args:
        context: the context of the card; its targets do not matter.
        on: the trigger whose effects are meant.
    """

    __slots__ = ("_calculator", "_context", "_effects", "_event", "_fixes")

    def __init__(self, calculator: BattleCalculator, context: EffectContext, on: str = "resolve") -> None:
        self._calculator = calculator
        self._context = context
        own = [effect for effect in context.card.effects if effect.on == on]
        effects = [effect for effect in own if effect.do == "damage"]
        self._effects = tuple([(effect, _common_amount(calculator, context, effect)) for effect in effects])
        self._fixes = targeting_effect(calculator, own) if effects else None
        from_play = None if on == "resolve" else effects
        self._event = trigger_event_for(calculator, context, (), from_play) if effects else NO_EVENT

    def damage(self, targets: tuple[str, ...]) -> tuple[EffectDamage, ...]:
        """Return the damage of each effect, in order, to these targets of the card."""
        if not self._effects:
            return ()
        calculator, event = self._calculator, replace(self._event, targets=targets)
        context = replace(self._context, targets=targets)
        damages: list[EffectDamage] = []
        for number, (effect, amount) in enumerate(self._effects, 1):
            if effect.if_ and not condition_is_met(effect.if_, EffectScope(calculator, context)):
                continue
            if calculator is not self._calculator:  # an effect before has changed the battle
                damaging = None if event.from_play else [effect for effect, _ in self._effects]
                event, amount = trigger_event_for(calculator, context, targets, damaging), None
            bodies = targets_under(calculator, context, effect, self._fixes)
            damages.append(calculate_damage(calculator, context, effect, bodies, event, base=amount))
            if number < len(self._effects):
                calculator = BattleCalculator(snapshot_after_damage(calculator.snapshot, damages[-1]))
        return tuple(damages)


def _common_amount(calculator: BattleCalculator, context: EffectContext, effect: Effect) -> int | None:
    """Return the base amount of an effect if it is the same for all targets."""
    amount = effect.amount
    return None if reads_targets(amount) else whole_amount(amount, EffectScope(calculator, context))


def snapshot_after_damage(snapshot: BattleSnapshot, damage: EffectDamage) -> BattleSnapshot:
    """Return the snapshot with the Health of all bodies lowered together and the uses spent (section 5.7, step 6).

    A card without uses left goes to its owner's discard pile (CD-COND-4). `BattleCalculator.ended` has what else ends.
    """
    bodies = {hit.body: replace(snapshot.bodies[hit.body], health=hit.after) for hit in damage.hits if hit.dealt}
    snapshot = replace(snapshot, bodies={**snapshot.bodies, **bodies}) if bodies else snapshot
    for spent in damage.spent:
        gone = [card for card in snapshot.field if card.id == spent.holder and spent.discards]
        field = tuple(_with_use(card, spent) for card in snapshot.field if card not in gone)
        timed = tuple(
            replace(effect, used=effect.used + 1) if effect.id == spent.holder else effect for effect in snapshot.timed
        )
        snapshot = replace(snapshot, field=field, timed=timed)
        for card in gone[:1]:
            if card.owner in snapshot.fighters:
                owner = snapshot.fighters[card.owner]
                owner = replace(owner, discard=(card.card, *owner.discard))
                snapshot = replace(snapshot, fighters={**snapshot.fighters, owner.id: owner})
    return snapshot


def _with_use(card: FieldCard, spent: SpentUse) -> FieldCard:
    if card.id != spent.holder:
        return card
    return replace(card, used={**card.used, spent.place: card.used.get(spent.place, 0) + 1})


def explain_amount(
    calculator: BattleCalculator, context: EffectContext, effect: Effect, it: str, *, count: int = 0
) -> str:
    """Return the base amount of a hit as text with its values, such as `4 + Strength 2`."""
    try:
        return parse(effect.amount or 0).explain(EffectScope(calculator, context, it=it, number=count))
    except (FormulaError, FormulaValueError):
        return str(effect.amount)
