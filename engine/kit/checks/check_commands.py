"""Commands about the check in front; a game names their rules, and the course of its checks as `FLOW`.

>>> from engine.core.chance import SeededChance
>>> from engine.kit.checks.check_flow import CheckContinuation, CheckProcedure
>>> from engine.model.frozen import Frozen, replace
>>> from engine.model.seats import Actor, Seat
>>> class Coin(Frozen):
...     actor: str
...     thrown: int | None = None
>>> class Toss(Frozen, CheckProcedure, tag_field="procedure", tag="toss"):
...     rolls: tuple[Coin, ...]
...     then: CheckContinuation
...     fallen: bool = False
>>> class Heads(Frozen, CheckContinuation, tag_field="then", tag="heads"):
...     def resume(self, draft, result):
...         draft.record_results(tossed=True)
>>> class Tosses(CheckFlow):
...     def throw_roll(self, draft, check, index):
...         return replace(check.rolls[index], thrown=draft.roll(2)[0])
...     def result(self, table, check):
...         return check.rolls[0].thrown
>>> class TossCoin(ThrowRequest):
...     FLOW = Tosses(Toss)

>>> actors, seats = {"tom": Actor(id="tom", name="Tom", seat="p1")}, {"p1": Seat(id="p1", name="Tom")}
>>> draft = Draft(Table(ruleset="tosses", seats=seats, actors=actors), SeededChance(1))
>>> TossCoin.FLOW.open(draft, Toss(rolls=(Coin(actor="tom"),), then=Heads()))
>>> toss = TossCoin(seat="p1")
>>> toss.verify(draft.table)
>>> toss.decide(draft)
>>> draft.table.procedures, draft.results
((), {'tossed': True})
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Protocol, runtime_checkable

from msgspec import Meta

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.checks.check_flow import CheckFlow
from engine.kit.control import controller_of
from engine.model.table import Table

AtOnce = Annotated[bool, Meta(description="the seat throws the dice of its own character at once")]
"""The type of `throws` in a command that opens a check."""
AcceptsAtOnce = Annotated[bool, Meta(description="the seat accepts at once what it would be asked to accept")]
"""The type of `accepts` in a command that opens a check, or is followed by other decisions of its seat."""


@runtime_checkable
class OpensCheck(Protocol):
    """A command that opens a check, and may throw the dice of its seat's own character at once.

    Offers say so where nobody has anything to decide before.
    """

    throws: bool


def throws_at_once(table: Table, seat: str, actor: str) -> bool:
    """Return whether a seat is the GM's and rolls for an own character that is not secret: nobody else is asked."""
    return table.is_gm(seat) and controller_of(table, actor) == seat and not table.actors[actor].secret


class CheckRequest(Request):
    """A command about the check in front.

    Attributes:
        FLOW: the course of the checks of the game.
    """

    ABSTRACT = True
    FLOW: ClassVar[CheckFlow[Any, Any, Any, Any]]


class ThrowRequest(CheckRequest):
    """A seat throws its dice: those of its characters; the GM all."""

    ABSTRACT = True

    def verify(self, table: Table) -> None:
        """Require a seat that takes part and has not thrown."""
        self.FLOW.verify_throw(table, self)
        super().verify(table)

    def decide(self, draft: Draft) -> None:
        """Throw the dice of the seat."""
        self.FLOW.throw_dice(draft, self)


class AcceptRequest(CheckRequest):
    """A seat accepts the dice that it could still change."""

    ABSTRACT = True

    def verify(self, table: Table) -> None:
        """Require thrown dice, and a seat that takes part and could still change them; the GM accepts for all."""
        self.FLOW.verify_accept(table, self)
        super().verify(table)

    def decide(self, draft: Draft) -> None:
        """Accept for the seat, and finish the check once nobody is awaited."""
        self.FLOW.accept(draft, self)


class CallOffRequest(CheckRequest):
    """A check is called off before its dice are thrown."""

    ABSTRACT = True

    def verify(self, table: Table) -> None:
        """Require that no dice have been thrown, and a seat that may call the check off."""
        self.FLOW.verify_call_off(table, self)
        super().verify(table)

    def decide(self, draft: Draft) -> None:
        """End the check without a result."""
        self.FLOW.call_off(draft, self)
