"""A short rest, step by step (CF-REST)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.play.draft import find_procedure
from engine.rulesets.classic_fantasy.fatigue import Cause
from engine.rulesets.classic_fantasy.resting import RestAction
from engine.table.frozen import Frozen
from engine.table.table import Procedure, Table


class Choice(Frozen):
    """What somebody does in a step; `cause` is the one that a ration helps against, None for that with most levels."""

    action: RestAction = "dither"
    cause: Cause | None = None


class Rest(Frozen, Procedure, tag_field="procedure", tag="rest"):
    """A rest in steps of a quarter of an hour.

    Attributes:
        steps: for how many the party rests.
        done: how many are over.
        members: who rests.
        chosen: what has been chosen for the present step.
        past: what was chosen in each step that is over; who is missing there has chosen nothing.
        doing: what takes several steps and has been begun, and how many of them are done.
        ready: who has spent the time that something takes and may do it now.
    """

    steps: int
    members: tuple[str, ...]
    done: int = 0
    chosen: Mapping[str, Choice] = {}
    past: tuple[Mapping[str, RestAction], ...] = ()
    doing: Mapping[str, tuple[RestAction, int]] = {}
    ready: Mapping[str, RestAction] = {}


def rest(table: Table) -> Rest | None:
    """Return the rest under way."""
    return find_procedure(table, Rest)
