"""Commands of the GM about a combat; a game names their rules and the course of its combats as `FLOW`.

>>> from engine.core.chance import SeededChance
>>> from engine.core.draft import Draft
>>> from engine.kit.combat.combat_flow import CombatProcedure
>>> from engine.model.frozen import Frozen
>>> from engine.model.seats import Actor, Role, Seat
>>> from engine.presentation.offers import denial
>>> class Hunt(Frozen, CombatProcedure, tag_field="procedure", tag="hunt"):
...     fighters: tuple[str, ...]
>>> class StartHunt(StartCombatRequest):
...     FLOW = CombatFlow(Hunt)
...     fighters: tuple[str, ...]
...     def decide(self, draft):
...         draft.push_procedure(Hunt(fighters=self.fighters))
>>> class LeaveHunt(LeaveCombatRequest):
...     FLOW = StartHunt.FLOW
...     def decide(self, draft):
...         self.FLOW.take_out(draft, self.actor)

>>> wolves = {name: Actor(id=name, name=name.title(), seat="gm") for name in ("grey", "white")}
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> draft = Draft(Table(ruleset="hunt", seats=seats, actors=wolves), SeededChance(1))
>>> denial(StartHunt(seat="p1", fighters=("grey",)).verify, draft.table).message.key
'refused.gm_only'
>>> StartHunt(seat="gm", fighters=("grey",)).decide(draft)
>>> denial(LeaveHunt(seat="gm", actor="white").verify, draft.table).message.key
'refused.not_in_combat'
>>> LeaveHunt(seat="gm", actor="grey").decide(draft)
>>> StartHunt.FLOW.fighters(draft.table)
()
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engine.core.command_fields import ActorId
from engine.kit.combat.combat_flow import CombatFlow
from engine.kit.gm_requests import GmRequest
from engine.model.table import Table


class CombatRequest(GmRequest):
    """A command of the GM about a combat.

    Attributes:
        FLOW: the course of the combats of the game.
    """

    ABSTRACT = True
    FLOW: ClassVar[CombatFlow[Any]]


class StartCombatRequest(CombatRequest):
    """The GM starts a combat with the characters in the field `fighters`."""

    ABSTRACT = True
    if TYPE_CHECKING:
        fighters: tuple[str, ...]

    def verify(self, table: Table) -> None:
        """Require the GM, no other combat, and enough characters, each named once."""
        super().verify(table)
        self.FLOW.verify_start(table, self.fighters)


class JoinCombatRequest(CombatRequest):
    """The GM adds a character to the combat."""

    ABSTRACT = True
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Require the GM, and a character that is not in the combat."""
        super().verify(table)
        self.FLOW.verify_join(table, (self.actor,))


class LeaveCombatRequest(CombatRequest):
    """The GM takes a character out of the combat."""

    ABSTRACT = True
    FAR_REACHING = True
    actor: ActorId

    def verify(self, table: Table) -> None:
        """Require the GM, and a character in the combat, while nothing must be finished first."""
        super().verify(table)
        self.FLOW.verify_leave(table, self.actor)


class BetweenActionsRequest(CombatRequest):
    """A command of the GM for a moment of a combat in which nothing must be finished first."""

    ABSTRACT = True

    def verify(self, table: Table) -> None:
        """Require the GM, between actions."""
        super().verify(table)
        self.FLOW.need_between_actions(table)


class EndCombatRequest(BetweenActionsRequest):
    """The GM ends the combat."""

    ABSTRACT = True
    FAR_REACHING = True
