"""What a number of this game is made of."""

from __future__ import annotations

from typing import ClassVar

from engine.rulesets.summands import Summand
from engine.rulesets.summands import counting as counting
from engine.rulesets.summands import total as total


class Part(Summand):
    """One summand of a number; its words are the sentence `part.<reason>`."""

    SENTENCES: ClassVar[str] = "part"
