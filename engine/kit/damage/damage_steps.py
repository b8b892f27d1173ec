"""Damage in named steps that a player can follow and the GM can overrule: base, modifiers, armour, result.

>>> calculation = DamageSteps()
>>> calculation.add("weapon", 5)
>>> calculation.add("magic", 0)  # a step that changes nothing is left out
>>> calculation.add("armour", -7, armour=7)
>>> calculation.add("fire", 2)
>>> damage = calculation.damage
>>> damage.value, [(step.reason, step.value) for step in damage.parts]
(2, [('weapon', 5), ('armour', -7), ('not_below_0', 2), ('fire', 2)])
>>> ruled = damage.overruled(4, CalculationStep)
>>> ruled.value, ruled.parts[-1].reason, ruled.parts[-1].value
(4, 'ruled', 2)
"""

from __future__ import annotations

from engine.kit.calculation import CalculationStep, overruled
from engine.model.frozen import Frozen, Json


class Damage(Frozen):
    """The damage of a hit.

    Attributes:
        value: what is lost; 0 is no wound at all.
        parts: the calculation, in its order.
    """

    value: int
    parts: tuple[CalculationStep, ...] = ()

    def overruled(self, value: int, kind: type[CalculationStep]) -> Damage:
        """Return the damage that the GM says, with a last step that leads there."""
        return Damage(value=value, parts=overruled(self.parts, value, kind))


class DamageSteps:
    """Damage while it is calculated: no step takes it below 0, and a cut is part of the calculation.

    Attributes:
        kind: the kind of its steps, which has the sentences of the game.
        value: the damage so far.
    """

    def __init__(self, kind: type[CalculationStep] = CalculationStep) -> None:
        self.kind = kind
        self.value = 0
        self._parts: list[CalculationStep] = []

    @property
    def damage(self) -> Damage:
        """The final damage."""
        return Damage(value=self.value, parts=tuple(self._parts))

    def add(self, reason: str, value: int, **params: Json) -> None:
        """Take one step."""
        if value or not self._parts:
            self._parts.append(self.kind(reason=reason, value=value, params=params))
            self.value += value
        if self.value < 0:
            self._parts.append(self.kind(reason="not_below_0", value=-self.value))
            self.value = 0
