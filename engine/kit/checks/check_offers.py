"""The offers of a check in front: throwing the dice, accepting them, and calling the check off.

>>> from engine.core.chance import SeededChance
>>> from engine.core.draft import Draft
>>> from engine.kit.checks.check_flow import CheckContinuation, CheckFlow, CheckProcedure
>>> from engine.model.frozen import Frozen, replace
>>> from engine.model.seats import Actor, Seat
>>> class Coin(Frozen):
...     actor: str
...     thrown: int | None = None
>>> class Toss(Frozen, CheckProcedure, tag_field="procedure", tag="toss"):
...     rolls: tuple[Coin, ...]
...     then: CheckContinuation
...     fallen: bool = False
>>> class Tosses(CheckFlow):
...     def throw_roll(self, draft, check, index):
...         return replace(check.rolls[index], thrown=draft.roll(2)[0])
...     def waits(self, table, check):
...         return True  # until somebody accepts the coin
>>> class ThrowCoin(ThrowRequest):
...     FLOW = Tosses(Toss)
>>> class AcceptCoin(AcceptRequest):
...     FLOW = ThrowCoin.FLOW
>>> class DropCoin(CallOffRequest):
...     FLOW = ThrowCoin.FLOW
>>> offers = CheckOffers(ThrowCoin, AcceptCoin, DropCoin)

>>> actors = {"tom": Actor(id="tom", name="Tom", seat="p1")}
>>> seats = {"p1": Seat(id="p1", name="Tom"), "p2": Seat(id="p2", name="Ann")}
>>> draft = Draft(Table(ruleset="tosses", seats=seats, actors=actors), SeededChance(1))
>>> ThrowCoin.FLOW.open(draft, Toss(rolls=(Coin(actor="tom"),), then=CheckContinuation()))
>>> def offered(seat):
...     found = (made(draft.table, seat) for made in (offers.throw, offers.accept, offers.call_off))
...     return [(offer.name, offer.primary) for kind in found for offer in kind]
>>> offered("p1"), offered("p2")
([('throw_coin', True), ('drop_coin', False)], [])
>>> ThrowCoin(seat="p1").decide(draft)
>>> offered("p1")
[('accept_coin', True)]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from engine.kit.checks.check_commands import AcceptRequest, CallOffRequest, ThrowRequest
from engine.kit.control import controller_of
from engine.model.table import Table
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Offer, denial


@dataclass(frozen=True, slots=True)
class CheckOffers:
    """The offers of a seat about the check in front.

    Attributes:
        thrown_by, accepted_by, called_off_by: the commands of the game.
        names: the names of their offers; by default those of the commands.
    """

    thrown_by: type[ThrowRequest]
    accepted_by: type[AcceptRequest]
    called_off_by: type[CallOffRequest]
    names: tuple[str, str, str] = ("", "", "")

    def throw(self, table: Table, seat: str, *, primary: bool = False) -> Iterator[Offer]:
        """Yield the offer to throw the dice that are in the hand of a seat.

        It is the natural next step for those who throw for their own characters, and where nobody else can throw: for
        the dice of things. A game may say so of others.
        """
        flow = self.thrown_by.FLOW
        check = flow.need_check(table)
        hand = flow.in_hand(table, seat, check)
        if hand:
            primary = (
                primary
                or any(controller_of(table, check.rolls[index].actor) == seat for index in hand)
                or all(not check.rolls[index].actor for index in flow.unthrown(table, check))
            )
            yield offer_of(None, self.thrown_by(seat=seat), name=self.names[0], primary=primary)

    def accept(
        self, table: Table, seat: str, awaited: Callable[[], Collection[str]] = tuple, *, primary: bool = True
    ) -> Iterator[Offer]:
        """Yield the offer to accept the dice as they are.

        It is the natural next step for the seats that are `awaited`, as far as the viewer may know; for all if none is.
        """
        accept = self.accepted_by(seat=seat)
        if denial(accept.verify, table) is None:
            waited = awaited()
            yield offer_of(None, accept, name=self.names[1], primary=primary and (not waited or seat in waited))

    def call_off(self, table: Table, seat: str, **params: Any) -> Iterator[Offer]:
        """Yield the offer to call the check off, at the cost of the player who began it; `params` are of its label."""
        call_off = self.called_off_by(seat=seat)
        if denial(call_off.verify, table) is None:
            beginner = call_off.FLOW.need_check(table).rolls[0].actor
            cost = controller_of(table, beginner) if beginner else seat
            yield offer_of(None, call_off, name=self.names[2], at_cost_of=cost, **params)
