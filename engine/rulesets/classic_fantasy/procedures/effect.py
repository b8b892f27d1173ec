"""Dice of an effect that lie as they fell, and of which nothing has come yet (CF-LUCK-7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.table.frozen import Frozen, Json
from engine.table.table import Procedure, Table


class Effect(Frozen, Procedure, tag_field="procedure", tag="effect"):
    """Dice that a character throws for an effect.

    Attributes:
        purpose: what comes of it, a key of `effects.EFFECTS`.
        actor: who throws.
        dice: as they are written, such as `1d3`.
        best: what is best for who throws; empty where that is a matter of taste.
        word: what they are for, the sentence `glimpse.<word>`.
        params: what that speaks of besides who throws.
        about: what the purpose needs to know.
        value: what they have come to.
        lucky: the characters who have spent their Luck Point on this Action (CF-LUCK-5).
    """

    purpose: str
    actor: str
    dice: str
    word: str
    best: Literal["least", "most", ""] = ""
    params: Mapping[str, Json] = {}
    about: Mapping[str, Json] = {}
    value: int = 0
    lucky: tuple[str, ...] = ()


def effect(table: Table) -> Effect | None:
    """Return the dice of an effect that lie at the front."""
    front = table.procedures[-1] if table.procedures else None
    return front if isinstance(front, Effect) else None
