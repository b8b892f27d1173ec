"""The procedures of Future Imperfect: everything that can be in progress at a table."""

from __future__ import annotations

from typing import TypeVar

from engine.model.table import Procedure, Table
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, SocialPrice, Stakes
from engine.rulesets.future_imperfect.procedures.conflict_procedure import Conflict
from engine.rulesets.future_imperfect.procedures.session_procedure import SessionState
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds

P = TypeVar("P", bound=Procedure)
PROCEDURES: tuple[type[Procedure], ...] = (SessionState, Conflict, Check, Attack, PendingWounds, Stakes, SocialPrice)


def need_front(table: Table, kind: type[P]) -> P:
    """Return the procedure in front, of a kind that the caller knows it has."""
    front = table.procedures[-1]
    assert isinstance(front, kind)
    return front
