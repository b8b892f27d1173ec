"""A short rest in progress (CF-REST)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.draft import find_procedure
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.activity import Activity
from engine.rulesets.classic_fantasy.character.session_state import Cause
from engine.rulesets.classic_fantasy.health.rest_rules import RestAction


class RestChoice(Frozen):
    """The action of a character in a step; `cause` is the cause that a ration helps against, None for the highest."""

    action: RestAction = "dither"
    cause: Cause | None = None


class Rest(Frozen, Activity, tag_field="procedure", tag="rest"):
    """A rest in steps of a quarter of an hour.

    Attributes:
        steps: the number of steps.
        done: the steps that are over.
        members: the resting characters.
        chosen: the choices for the present step; an action of several steps goes on by itself.
        past: the actions of each step that is over; characters missing there have chosen nothing.
        doing: actions of several steps in progress, with the number of steps done.
        ready: characters that have spent the time of an action and may carry it out now.
        cast: characters that have cast a spell since the last step; any number of spells fit into one step.
    """

    steps: int
    members: tuple[str, ...]
    done: int = 0
    chosen: Mapping[str, RestChoice] = {}
    past: tuple[Mapping[str, RestAction], ...] = ()
    doing: Mapping[str, tuple[RestAction, int]] = {}
    ready: Mapping[str, RestAction] = {}
    cast: tuple[str, ...] = ()

    @property
    def used_up(self) -> bool:
        """Whether all its time is spent, so that nothing more can be chosen (CF-REST-2)."""
        return self.done >= self.steps

    @property
    def outstanding(self) -> tuple[str, ...]:
        """The characters that must still carry out the action of the last step."""
        return tuple(actor for actor in self.ready if actor not in self.cast)

    def without_ready(self, actor: str) -> Rest:
        """Return the rest after a character has carried out its action, or has left."""
        return replace(self, ready={member: action for member, action in self.ready.items() if member != actor})


def rest(table: Table) -> Rest | None:
    """Return the rest in progress."""
    return find_procedure(table, Rest)
