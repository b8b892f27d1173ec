"""Calculated numbers with their steps, and the `modify` effects in play that change them (5.6, CD-DMG-5)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal

from engine.core.memo import memo_of_last, memo_of_moment
from engine.messages.message import Message
from engine.model.frozen import Frozen, Json
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    BattleSnapshot,
    EffectContext,
    FieldCard,
    LastingEffect,
    effect_position,
)
from engine.rulesets.card_the_drawing.cards.card_records import Effect, Tag, split_tag

Operation = Literal["base", "add", "mul", "set", "round", "post_add", "least", "remove"]


class CardCalculationStep(Frozen):
    """One step of a calculation. It is put into words only when they are read.

    Attributes:
        op: the operation; `least` keeps the value at its minimum.
        operand: the operand; for `round` and `least` the result, for tags their name.
        line: the key of the step as a line, after `drawing.part.`.
        card: the name of the card that causes it, if one does.
        tag: the tag of that card that causes it, if one does.
        by_card: whether a card causes it.
    """

    op: Operation
    operand: Fraction | int | str
    line: str
    card: str = ""
    tag: str = ""
    by_card: bool = False

    @property
    def value(self) -> str:
        """The operand, as `2` or `1/2`."""
        return str(self.operand)

    @property
    def words(self) -> Message:
        """The step as a line."""
        operand = self.operand
        params: dict[str, Json]
        if isinstance(operand, str):
            params = {"tag": operand, "card": self.card}
        else:
            params = {"value": operand.numerator if operand.denominator == 1 else str(operand)}
            if self.by_card:
                params |= {"card": self.card, "tag": self.tag}
        return Message(key=f"drawing.part.{self.line}", params=params)


class SpentUse(Frozen):
    """One use of a limited effect that took part (5.7, step 6).

    Attributes:
        holder: the copy of the card in the field, or the `LastingEffect`.
        place: its `effect_position`; empty for a LastingEffect.
        last: whether that was its last use.
        discards: whether its card leaves the field with it.
    """

    holder: str
    place: str
    last: bool
    discards: bool


class CalculatedValue(Frozen):
    """A number with the steps of its calculation, and the uses that it spends."""

    value: int
    steps: tuple[CardCalculationStep, ...] = ()
    spent: tuple[SpentUse, ...] = ()


def round_up(value: Fraction | int, parts: list[CardCalculationStep]) -> int:
    """Round up, and add a step if that changes anything (CD-DMG-2)."""
    if type(value) is int:
        return value
    whole = math.ceil(value)
    if whole != value:
        parts.append(base_step("rounded", whole, "round"))
    return whole


def at_least_0(value: int, parts: list[CardCalculationStep]) -> int:
    """Keep a value from falling below 0, and add a step if that changes anything."""
    if value >= 0:
        return value
    parts.append(base_step("least", 0, "least"))
    return 0


def base_step(named: str, value: int, op: Operation = "base") -> CardCalculationStep:
    """Return a step that no card causes."""
    return CardCalculationStep(op=op, operand=value, line=named)


# ---- modifiers -------------------------------------------------------------------------------------------------------


ModifierKey = tuple[str, str, str]
"""The identity of an effect across copies: the card or tag, its position there, and the bearer."""


class Modifier(Frozen):
    """A `modify` effect in play.

    Attributes:
        context: the card that has it, its caster and its bearer.
        entered: its age; less is older.
        tag: the tag that has it; empty for an effect of the card itself.
        number: the number of the tag.
        place: its position on the card (`effect_position`).
        used: how often it has been used.
        timed: the `LastingEffect` that it is; empty for one of a card in the field.
    """

    effect: Effect
    context: EffectContext
    entered: int
    tag: str
    number: int
    place: str
    used: int
    timed: str
    key: ModifierKey

    @property
    def spent(self) -> SpentUse | None:
        """The use that it loses by taking part; None for one without limit."""
        uses = self.effect.uses
        if uses is None:
            return None
        last = self.used + 1 >= uses
        discards = last and self.effect.when_spent == "discard_self" and not self.timed
        place = "" if self.timed else self.place
        return SpentUse(holder=self.timed or self.context.id, place=place, last=last, discards=discards)

    def as_step(self, op: Operation, value: Fraction | int) -> CardCalculationStep:
        """Return it as a step of a calculation."""
        line = f"tag.{op}" if self.tag else f"card.{op}"
        return CardCalculationStep(
            op=op, operand=value, line=line, card=self.context.card.name, tag=self.tag, by_card=True
        )


def uses_spent_by(modifiers: Iterable[Modifier]) -> tuple[SpentUse, ...]:
    """Return the uses that modifiers lose by taking part."""
    return tuple(spent for modifier in modifiers if (spent := modifier.spent) is not None)


_EffectInPlay = tuple[int, FieldCard | LastingEffect, int, Effect, str]
"""An effect in play, not read yet: its age, its card or effect, its position there, the effect, its tag."""


class ModifierIndex:
    """The modifiers of what is in play by the value that they change; each is made on demand.

    Args:
        tags: the record of each tag, by its id.
        surroundings, field: the cards in play.
        timed: the effects of cards that are still in force.
    """

    __slots__ = ("_lying", "_made")

    def __init__(
        self,
        tags: Mapping[str, Tag],
        surroundings: tuple[FieldCard, ...],
        field: tuple[FieldCard, ...],
        timed: tuple[LastingEffect, ...],
    ) -> None:
        lying: dict[str, list[_EffectInPlay]] = {}
        lasting = _lasting_effects(tags)
        for on in (*surroundings, *field):
            own = ((index, effect, "") for index, effect in enumerate(on.card.effects) if effect.on == "while")
            for index, effect, tag in (*own, *lasting):
                lying.setdefault(effect.stat, []).append((on.entered, on, index, effect, tag))
        for one in timed:
            lying.setdefault(one.effect.stat, []).append((one.entered, one, one.index, one.effect, one.tag))
        self._lying: Mapping[str, list[_EffectInPlay]] = lying
        self._made: dict[str, tuple[Modifier, ...]] = {}

    def for_stat(self, stat: str) -> tuple[Modifier, ...]:
        """Return the modifiers of a value, the oldest first, whether or not they are in force."""
        modifiers = self._made.get(stat)
        if modifiers is None:
            modifiers = self._made[stat] = tuple(self._make(stat)) if stat in self._lying else ()
        return modifiers

    def _make(self, stat: str) -> Iterator[Modifier]:
        for entered, on, index, effect, tag in sorted(self._lying[stat], key=lambda lying: lying[0]):
            place = effect_position(index, tag)
            if isinstance(on, LastingEffect):
                context = EffectContext(card=on.record, owner=on.owner, bearer=on.bearer, id=on.card)
                used, timed, number = on.used, on.id, on.number
                bearer = on.owner if effect.scope == "user" else on.bearer
            else:
                context = EffectContext(card=on.card, owner=on.owner, bearer=on.bearer, id=on.id)
                used, timed, bearer = on.used.get(place, 0), "", on.bearer
                number = (dict(map(split_tag, on.card.tags)).get(tag) or 0) if tag else 0
            yield Modifier(
                effect=effect,
                context=context,
                entered=entered,
                tag=tag,
                number=number,
                place=place,
                used=used,
                timed=timed,
                key=(tag or context.card.name, place, bearer),
            )


@memo_of_moment
def _lasting_effects(tags: Mapping[str, Tag]) -> tuple[tuple[int, Effect, str], ...]:
    """Return the effects that tags have as long as their cards are in play, each with its position and its tag."""
    return tuple(
        (index, effect, tag.id)
        for tag in tags.values()
        for index, effect in enumerate(tag.effects)
        if effect.on == "while"
    )


_INDEX = memo_of_last(ModifierIndex)


def modifier_index(snapshot: BattleSnapshot) -> ModifierIndex:
    """Return the modifiers in play: those of the snapshot before if the same cards and effects are in play."""
    return _INDEX(snapshot.tags, snapshot.surroundings, snapshot.field, snapshot.timed)
