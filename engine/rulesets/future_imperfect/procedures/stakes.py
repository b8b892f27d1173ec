"""What is talked over before anything is rolled: stakes, and a price in chips (FI-SIMPLE)."""

from __future__ import annotations

from engine.table.frozen import Frozen
from engine.table.table import Procedure


class Stakes(Frozen, Procedure, tag_field="procedure", tag="stakes"):
    """A simple contest that is being talked over; nothing is rolled before both sides agree (FI-SIMPLE-4).

    Attributes:
        actor: who begins it, with `aptitude`.
        target: against whom, whose skill is `against`; the usual one if that is empty.
        success, raises, failure: what each brings.
        by: the seat that has proposed it so.
    """

    actor: str
    target: str
    aptitude: str
    success: str
    failure: str
    by: str
    against: str = ""
    raises: tuple[str, ...] = ()


class Price(Frozen, Procedure, tag_field="procedure", tag="price"):
    """So many chips it costs a character to resist what happens otherwise (FI-SIMPLE-7, FI-SIMPLE-8)."""

    actor: str
    chips: int
    what: str
