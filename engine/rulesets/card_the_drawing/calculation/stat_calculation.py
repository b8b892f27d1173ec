"""The present values of tags, Initiative, cost, Speed, hand size and Adrenaline, with their steps (5.6, 5.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

from engine.core.memo import memo_of_values
from engine.model.frozen import Frozen
from engine.rulesets.card_the_drawing.calculation.active_modifiers import (
    CalculatedValue,
    CardCalculationStep,
    Modifier,
    ModifierKey,
    Operation,
    at_least_0,
    base_step,
    modifier_index,
    round_up,
    uses_spent_by,
)
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    NO_EVENT,
    NOBODY,
    BattleSnapshot,
    LastingEffect,
    TriggerEvent,
    allied,
    opposed,
)
from engine.rulesets.card_the_drawing.calculation.expression_scope import (
    CardReference,
    EffectScope,
    condition_is_met,
    constant_amount,
    exact_amount,
)
from engine.rulesets.card_the_drawing.cards.card_records import Card, Effect, split_tag


class EffectiveTags:
    """The effective tags of a card.

    Attributes:
        tags: with their numbers, in the order of print.
        names: without their numbers.
        steps: what changed them.
    """

    __slots__ = ("names", "steps", "tags")

    def __init__(self, tags: tuple[tuple[str, int | None], ...], parts: tuple[CardCalculationStep, ...] = ()) -> None:
        self.tags = tags
        self.names = frozenset(name for name, _ in tags)
        self.steps = parts


@memo_of_values(most=1024)
def printed_tags(tags: tuple[str, ...]) -> EffectiveTags:
    """Return tags as they are printed."""
    return EffectiveTags(tuple(map(split_tag, tags)))


ORDER_OF_OPERATIONS: tuple[Operation, ...] = ("set", "add", "mul", "post_add")


class TagEffect(Frozen):
    """An effect that a card has through one of its tags."""

    tag: str
    number: int
    index: int
    effect: Effect


class BattleCalculator:
    """Calculates values on one battle snapshot and keeps them; each snapshot needs a new calculator.

    Those of equal snapshots are equal, if both use the printed tags or neither does.

    Args:
        snapshot: the battle.
        as_printed: whether every card has its printed tags.
    """

    __slots__ = ("_as_printed", "_modifiers", "_tagged", "snapshot")

    def __init__(self, snapshot: BattleSnapshot, *, as_printed: bool = False) -> None:
        self.snapshot = snapshot
        self._modifiers = modifier_index(snapshot)
        self._tagged: dict[tuple[str, tuple[str, ...], str], EffectiveTags] = {}
        self._as_printed = as_printed

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BattleCalculator):
            return False
        return (self.snapshot, self._as_printed) == (other.snapshot, other._as_printed)

    __hash__ = object.__hash__

    # ---- tags --------------------------------------------------------------------------------------------------------

    def tags(self, card: Card, owner: str) -> frozenset[str]:
        """Return the effective tags of a card without their numbers."""
        return self.tagged(card, owner).names

    def tagged(self, card: Card, owner: str) -> EffectiveTags:
        """Return the effective tags of a card, with the steps that changed the printed ones (CD-DMG-5, 5.6).

        Meanwhile every other card has its printed tags: whether a card has a tag never depends on itself.
        """
        changing = self._modifiers.for_stat("tags")
        if not changing or self._as_printed:
            return printed_tags(card.tags)
        key = (card.id, card.tags, owner)
        effective_tags = self._tagged.get(key)
        if effective_tags is not None:
            return effective_tags
        reader = BattleCalculator(self.snapshot, as_printed=True)
        effective_tags = reader._retagged(printed_tags(card.tags), changing, card, owner)
        self._tagged[key] = effective_tags
        return effective_tags

    def _retagged(
        self, effective_tags: EffectiveTags, changing: Sequence[Modifier], card: Card, owner: str
    ) -> EffectiveTags:
        used = set[ModifierKey]()
        for modifier in changing:
            seen = CardReference(card, owner, effective_tags.names)
            if not self._applies(modifier, owner, used, NO_EVENT, seen, ""):
                continue
            name, count = split_tag(str(modifier.effect.by or ""))
            if modifier.effect.op == "remove" and name in effective_tags.names:
                tags = tuple(tag for tag in effective_tags.tags if tag[0] != name)
                effective_tags = EffectiveTags(tags, (*effective_tags.steps, _tag_part("remove", name, modifier)))
            elif modifier.effect.op == "add" and name and name not in effective_tags.names:
                effective_tags = EffectiveTags(
                    (*effective_tags.tags, (name, count)), (*effective_tags.steps, _tag_part("add", name, modifier))
                )
        return effective_tags

    def tag_effects(self, card: Card, owner: str, on: str) -> tuple[TagEffect, ...]:
        """Return the effects of a card's effective tags on one trigger, in the order of print."""
        known = self.snapshot.tags
        return tuple(
            TagEffect(tag=name, number=count or 0, index=index, effect=effect)
            for name, count in self.tagged(card, owner).tags
            if name in known
            for index, effect in enumerate(known[name].effects)
            if effect.on == on
        )

    # ---- modifiers in force ------------------------------------------------------------------------------------------

    def in_force(
        self, stat: str, whose: str, *, event: TriggerEvent = NO_EVENT, card: CardReference | None = None, it: str = ""
    ) -> tuple[Modifier, ...]:
        """Return the modifiers of a value that are in force, the oldest first (CD-DMG-5).

        Args:
            stat: which value.
            whose: the fighter that has the value: the target, the source, the owner of the card.
            event: the event.
            card: the card that has the value.
            it: the body that is looked at.
        """
        modifiers = self._modifiers.for_stat(stat)
        if not modifiers:
            return ()
        used = set[ModifierKey]()
        return tuple([m for m in modifiers if self._applies(m, whose, used, event, card, it)])

    def _applies(
        self, m: Modifier, whose: str, used: set[ModifierKey], event: TriggerEvent, card: CardReference | None, it: str
    ) -> bool:
        effect, context = m.effect, m.context
        if effect.scope == "bearer":
            if whose != context.bearer or whose == NOBODY:
                return False
        elif effect.scope != "all" and not self._touches(m, whose):
            return False
        if m.key in used or (effect.uses is not None and m.used >= effect.uses):
            return False
        if m.tag and m.tag not in self.tags(context.card, context.owner):
            return False
        if effect.if_ and not condition_is_met(effect.if_, self.words(m, event=event, card=card, it=it)):
            return False
        if m.tag or context.bearer == NOBODY or not self.snapshot.options.stack_same_name:
            used.add(m.key)
        return True

    def may_be_modified(self, stat: str) -> bool:
        """Return whether anything in play may change a value, in force or not."""
        return bool(self._modifiers.for_stat(stat))

    def words(
        self, m: Modifier, *, event: TriggerEvent = NO_EVENT, card: CardReference | None = None, it: str = ""
    ) -> EffectScope:
        """Return the scope of a modifier's expressions."""
        return EffectScope(self, m.context, it=it, event=event, card=card, number=m.number)

    def by(
        self, m: Modifier, *, event: TriggerEvent = NO_EVENT, card: CardReference | None = None, it: str = ""
    ) -> Fraction | int:
        """Return by how much a modifier changes a value."""
        fixed = constant_amount(m.effect.by)
        return fixed if fixed is not None else exact_amount(m.effect.by, self.words(m, event=event, card=card, it=it))

    def _touches(self, m: Modifier, whose: str) -> bool:
        match m.effect.scope:
            case "enemies":
                return opposed(self.snapshot, m.context.owner, whose)
            case "allies":
                return allied(self.snapshot, m.context.owner, whose)
            case "user":
                return whose == m.context.owner != NOBODY
            case _:
                return False

    def ended(self) -> tuple[LastingEffect, ...]:
        """Return the effects that have ended: used up, or their card has lost the tag (CD-TAG-DISTANT, `until`)."""
        return tuple(
            timed
            for timed in self.snapshot.timed
            if (timed.effect.uses is not None and timed.used >= timed.effect.uses)
            or (timed.tag and timed.tag not in self.tags(timed.record, timed.owner))
        )

    # ---- numbers -----------------------------------------------------------------------------------------------------

    def initiative(self, card: Card, owner: str) -> CalculatedValue:
        """Return a card's Initiative (CD-INIT-2); without one in print it counts as 0."""
        return self._value("initiative", owner, card.init or 0, "printed", card=CardReference(card, owner))

    def cost(self, card: Card, owner: str) -> CalculatedValue:
        """Return the present cost of a card."""
        return self._value("cost", owner, card.cost or 0, "printed", card=CardReference(card, owner))

    def speed(self, fighter: str) -> CalculatedValue:
        """Return how many cards a fighter may plan (CD-STAT-6); a mob one for each living head (CD-MINION-2)."""
        who = self.snapshot.fighters[fighter]
        return self._value("speed", fighter, self.snapshot.speed(fighter), "heads" if who.is_mob else "speed")

    def hand_size(self, fighter: str) -> CalculatedValue:
        """Return how many cards a fighter may hold (CD-STAT-4)."""
        who = self.snapshot.fighters[fighter]
        return self._value("hand_size", fighter, who.stats.intelligence, "intelligence")

    def draw_count(self, fighter: str, base: int = 1) -> CalculatedValue:
        """Return how many cards a fighter draws in a later Drawing phase (CD-DRAW-2)."""
        return self._value("draw_count", fighter, base, "draw")

    def adrenaline_gain(self, fighter: str) -> CalculatedValue:
        """Return what a fighter gains in the Drawing phase: ⌈Stamina × multipliers⌉ + additions (CD-ADR-2, 5.7)."""
        who = self.snapshot.fighters[fighter]
        return self._value("adrenaline_gain", fighter, who.stats.stamina, "stamina")

    def _value(
        self, stat: str, whose: str, base: int, named: str, card: CardReference | None = None
    ) -> CalculatedValue:
        modifiers = self.in_force(stat, whose, card=card)
        parts = (base_step(named, base),)
        if not modifiers:
            return CalculatedValue(value=max(0, base), steps=parts)
        value, more = apply_modifiers(self, modifiers, base, card=card)
        return CalculatedValue(value=value, steps=parts + more, spent=uses_spent_by(modifiers))


def apply_modifiers(
    calculator: BattleCalculator,
    modifiers: Iterable[Modifier],
    base: int,
    *,
    card: CardReference | None = None,
) -> tuple[int, tuple[CardCalculationStep, ...]]:
    """Apply modifiers to a value: set, add, multiply exactly, round up once, add; it never falls below 0.

    Returns:
        the result, and the steps.
    """
    worked = [(m, m.effect.op, calculator.by(m, card=card)) for m in modifiers]
    ops = {op for _, op, _ in worked}
    value: Fraction | int = base
    parts: list[CardCalculationStep] = []
    for op in ORDER_OF_OPERATIONS:
        if op not in ops:
            continue
        if op == "post_add":
            value = round_up(value, parts)
        for m, does, by in worked:
            if does == op:
                value = by if op == "set" else value * by if op == "mul" else value + by
                parts.append(m.as_step(op, by))
    value = at_least_0(round_up(value, parts), parts)
    return value, tuple(parts)


def _tag_part(op: Literal["add", "remove"], tag: str, modifier: Modifier) -> CardCalculationStep:
    line = "tag_added" if op == "add" else "tag_removed"
    return CardCalculationStep(op=op, operand=tag, line=line, card=modifier.context.card.name, by_card=True)
