"""The odds of offers about checks, for every game whose checks are those of the kit.

An offer has odds if it throws the dice of a check, if it puts a check to the front, or if it changes the one in front.
What a command does is found out by the rules themselves: it is decided on a draft that is thrown away.

>>> from types import SimpleNamespace
>>> from engine.kit.checks.check_flow import CheckContinuation
>>> from engine.messages.message import Message
>>> from engine.model.frozen import Frozen
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
...     def result(self, table, check):
...         return all(coin.thrown == 2 for coin in check.rolls)
>>> class TossCoin(ThrowRequest):
...     FLOW = Tosses(Toss)

>>> actors, seats = {"tom": Actor(id="tom", name="Tom", seat="p1")}, {"p1": Seat(id="p1", name="Tom")}
>>> toss = Toss(rolls=(Coin(actor="tom"), Coin(actor="tom")), then=CheckContinuation())
>>> table = Table(ruleset="tosses", seats=seats, actors=actors, procedures=(toss,))
>>> odds_of = check_odds_of(SimpleNamespace(moves=(TossCoin,)))
>>> odds_of(table, Offer(name="toss", command=TossCoin(seat="p1"), label=Message(key="offer.toss")), "p1").chance
Fraction(1, 4)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from engine.core.chance import ChanceNeeded
from engine.core.commands import Command, Move
from engine.kit.checks.check_commands import AcceptRequest, CallOffRequest, OpensCheck, ThrowRequest
from engine.kit.checks.check_flow import CheckFlow, CheckProcedure
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.odds import Odds, distribution
from engine.odds.table_after import table_after
from engine.presentation.game import Ruleset
from engine.presentation.offers import Offer

OfferOdds = Callable[[Table, Offer, str], Odds | None]
"""Returns the odds of an offer on a table, by what a viewer may know."""


@runtime_checkable
class ChangesDice(Protocol):
    """A command that throws dice of the check in front again, or adds some."""

    def possible_checks(self, table: Table) -> Iterable[tuple[Any, Fraction]]:
        """Return the checks that the command may lead to, each with its chance; none for another use of the command.

        Dice that are thrown again are not thrown there.
        """
        ...


def check_odds_of(ruleset: Ruleset) -> OfferOdds:
    """Return the odds of offers about the checks of a game; a game without checks has none."""
    moves = {move.command: move for move in map(Move.of, ruleset.moves)}
    flows = {command.FLOW.kind: command.FLOW for command in moves if issubclass(command, ThrowRequest)}
    return _CheckOdds(moves, tuple(flows.values())).odds


class _CheckOdds:
    """The odds of offers about checks; `flows` are the courses of the checks of a game, `moves` its own commands."""

    def __init__(
        self, moves: Mapping[type[Command], Move[Any]], flows: tuple[CheckFlow[Any, Any, Any, Any], ...]
    ) -> None:
        self._moves = moves
        self._flows = flows

    def odds(self, table: Table, offer: Offer, viewer: str) -> Odds | None:
        """Return the odds of an offer with the answers that it has."""
        command = offer.command
        if not self._flows or isinstance(command, AcceptRequest | CallOffRequest):
            return None
        flow, now = self._check_in_front(table)
        if isinstance(command, ThrowRequest):
            if flow is None or now is None or command != type(command)(seat=command.seat):
                return None  # a game may offer to throw them and to do more; the figure is beside the plain throw alone
            odds = flow.odds(table, now, viewer)
            return None if odds is None else flow.odds_for_seat(table, now, odds, command.seat)
        if flow is not None and now is not None and isinstance(command, ChangesDice):
            return _odds_of_changed_dice(flow, table, now, command.possible_checks(table), viewer, command.seat)
        after = self._table_after(table, command)
        if after is None:
            return None
        flow, then = self._check_in_front(after)
        if flow is None or then is None or then == now or not flow.unthrown(after, then):
            return None
        actor = getattr(command, "actor", "")
        if now is None and actor and all(roll.actor != actor for roll in then.rolls):
            return None  # a roll of somebody else that goes on, such as the attack that a Turn has interrupted
        odds = flow.odds(after, then, viewer)
        # A check that is over with the command, and is followed by another, is no chance that changes.
        is_changed = now is not None and type(now.then) is type(then.then)
        before = flow.odds(table, now, viewer) if now is not None and is_changed else None
        return odds if odds is None or before is None else replace(odds, before=before.chance)

    def _table_after(self, table: Table, command: Command) -> Table | None:
        """Return the table after a command that needs no chance; None for one that is refused or needs some."""
        move = self._moves.get(type(command))
        if move is None:
            return None
        if isinstance(command, OpensCheck):
            opening: Any = command
            command = replace(opening, throws=False)
        try:
            return table_after(table, command, move=move)
        except (Refused, ChanceNeeded):
            return None

    def _check_in_front(self, table: Table) -> tuple[CheckFlow[Any, Any, Any, Any] | None, CheckProcedure | None]:
        for flow in self._flows:
            check = flow.current(table)
            if check is not None:
                return flow, check
        return None, None


def _odds_of_changed_dice(
    flow: CheckFlow[Any, Any, Any, Any],
    table: Table,
    now: CheckProcedure,
    checks: Iterable[tuple[Any, Fraction]],
    viewer: str,
    seat: str,
) -> Odds | None:
    """Return the odds after a seat has changed dice: the mixture of those of each possible check.

    Where the seat has succeeded already and goes on to, success is no chance any more: “100 %” would praise a change
    that gives at most a better success. Only the distribution tells of that.
    """
    before = flow.odds(table, now, viewer)
    if before is None:
        return None
    possible = tuple(checks)
    if not possible:
        return None
    first = flow.odds(table, possible[0][0], viewer)
    if first is None:
        return None
    chances = [(part.outcome, Fraction(0)) for part in before.distributions[0].outcomes]
    for check, share in possible:
        outcomes = flow.chances(table, check)
        if outcomes is None:
            return None
        chances += [(outcome, chance * share) for outcome, chance in outcomes]
    mixed = distribution(first.distributions[0].title, chances)
    following = first.distributions[1:] if len(possible) == 1 else ()
    changed = replace(first, chance=mixed.chance, distributions=(mixed, *following))
    seen_before, seen_after = (flow.odds_for_seat(table, now, odds, seat) for odds in (before, changed))
    if seen_before.chance == seen_after.chance == 1:
        return replace(seen_after, chance=None)
    return replace(seen_after, before=seen_before.chance)
