"""Negotiations before a roll: stakes, and a price in chips (FI-SIMPLE)."""

from __future__ import annotations

from engine.model.frozen import Frozen
from engine.model.table import Procedure


class Stakes(Frozen, Procedure, tag_field="procedure", tag="stakes"):
    """A simple contest under negotiation; nothing is rolled before both sides agree (FI-SIMPLE-4).

    Attributes:
        actor: the character that begins it, with `aptitude`.
        target: the opponent, with the skill `against`; the usual one if that is empty.
        success, raises, failure: the declared outcomes.
        by: the seat that proposed it.
    """

    actor: str
    target: str
    aptitude: str
    success: str
    failure: str
    by: str
    against: str = ""
    raises: tuple[str, ...] = ()


class SocialPrice(Frozen, Procedure, tag_field="procedure", tag="price"):
    """A price in chips for a character to resist an event (FI-SIMPLE-7, FI-SIMPLE-8)."""

    actor: str
    chips: int
    what: str
