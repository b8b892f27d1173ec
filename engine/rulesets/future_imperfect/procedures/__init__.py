"""What can be under way at a table of Future Imperfect."""

from __future__ import annotations

from typing import TypeVar

from engine.rulesets.future_imperfect.procedures.attack import Attack
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.conflict import Fight
from engine.rulesets.future_imperfect.procedures.evening import Evening
from engine.rulesets.future_imperfect.procedures.harm import Harm
from engine.rulesets.future_imperfect.procedures.stakes import Price, Stakes
from engine.table.table import Procedure, Table

P = TypeVar("P", bound=Procedure)
PROCEDURES: tuple[type[Procedure], ...] = (Evening, Fight, Check, Attack, Harm, Stakes, Price)


def need_front(table: Table, kind: type[P]) -> P:
    """Return what is at the front, which is of this kind; asked only where that is known."""
    front = table.procedures[-1]
    assert isinstance(front, kind)
    return front
