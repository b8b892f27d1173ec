"""The procedure of dice for an effect that luck may still change (CF-LUCK-7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.core.continuation import Continuation
from engine.model.frozen import Frozen, Json
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.activity import Activity


class EffectPurpose(Continuation["EffectRoll"]):
    """The purpose of dice for an effect, with its data: the effect comes about once the total is final."""

    __slots__ = ()

    def bound_actors(self) -> tuple[str, ...]:
        """Return the characters that the effect needs, besides who throws; none by default."""
        return ()


class EffectRoll(Frozen, Activity, tag_field="procedure", tag="effect"):
    """Dice that a character throws for an effect.

    Attributes:
        then: its purpose.
        actor: who throws.
        dice: in writing, such as `1d3`.
        best: the best total for who throws; empty if that depends.
        word: its purpose in words, the sentence `activity_view.<word>`.
        params: the parameters of that sentence, besides who throws.
        value: the total.
        lucky: the characters that have spent their Luck Point on this Action (CF-LUCK-5).
    """

    then: EffectPurpose
    actor: str
    dice: str
    word: str
    best: Literal["least", "most", ""] = ""
    params: Mapping[str, Json] = {}
    value: int = 0
    lucky: tuple[str, ...] = ()

    def bound_actors(self) -> tuple[str, ...]:
        """Return who rolls, and the characters that the effect is about."""
        return (self.actor, *self.then.bound_actors())


def current_effect_roll(table: Table) -> EffectRoll | None:
    """Return the dice of an effect at the front, if there are any."""
    front = table.procedures[-1] if table.procedures else None
    return front if isinstance(front, EffectRoll) else None
