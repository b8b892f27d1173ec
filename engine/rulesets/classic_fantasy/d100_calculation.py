"""The steps of a calculation, with the sentences of this game."""

from __future__ import annotations

from typing import ClassVar

from engine.kit.calculation import CalculationStep
from engine.kit.calculation import total as total


class D100Step(CalculationStep):
    """A step of a calculation; its sentence is `d100.part.<reason>`."""

    SENTENCES: ClassVar[str] = "d100.part"
