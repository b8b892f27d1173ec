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
        cast: who has cast a spell since the last step was over; any number of them fit into one step.
    """

    steps: int
    members: tuple[str, ...]
    done: int = 0
    chosen: Mapping[str, Choice] = {}
    past: tuple[Mapping[str, RestAction], ...] = ()
    doing: Mapping[str, tuple[RestAction, int]] = {}
    ready: Mapping[str, RestAction] = {}
    cast: tuple[str, ...] = ()

    @property
    def used_up(self) -> bool:
        """Whether all its time is spent, so that nothing more can be chosen for it (CF-REST-2)."""
        return self.done >= self.steps

    @property
    def outstanding(self) -> tuple[str, ...]:
        """Who has still to carry out what the last step was spent on."""
        return tuple(actor for actor in self.ready if actor not in self.cast)


def rest(table: Table) -> Rest | None:
    """Return the rest under way."""
    return find_procedure(table, Rest)
