"""The course of a check: opened, thrown by its players, accepted by those who could change the dice, carried out.

A game subclasses `CheckFlow` for its kind of check and says only what differs. Here Tom and Ann toss coins:

>>> from engine.core.chance import ScriptedChance, SeededChance
>>> from engine.model.frozen import Frozen
>>> from engine.model.seats import Actor, Seat
>>> class Coin(Frozen):
...     actor: str
...     thrown: int | None = None
>>> class Toss(Frozen, CheckProcedure, tag_field="procedure", tag="toss"):
...     rolls: tuple[Coin, ...]
...     then: CheckContinuation
...     fallen: bool = False
...     accepted: tuple[int, ...] = ()
>>> class Heads(Frozen, CheckContinuation, tag_field="then", tag="heads"):
...     def resume(self, draft, result):
...         draft.record_results(heads=result)
>>> class Tosses(CheckFlow):
...     def throw_roll(self, draft, check, index):
...         return replace(check.rolls[index], thrown=draft.roll(2)[0])
...     def awaited(self, table, check):
...         return tuple(index for index in range(len(check.rolls)) if index not in check.accepted)
...     def player(self, table, check, key):
...         return controller_of(table, check.rolls[key].actor)
...     def with_accepted(self, check, keys):
...         return replace(check, accepted=(*check.accepted, *keys) if keys else ())
...     def result(self, table, check):
...         return sum(coin.thrown == 2 for coin in check.rolls)

>>> flow = Tosses(Toss)
>>> seats = {"p1": Seat(id="p1", name="Tom"), "p2": Seat(id="p2", name="Ann")}
>>> actors = {"tom": Actor(id="tom", name="Tom", seat="p1"), "ann": Actor(id="ann", name="Ann", seat="p2")}
>>> chance = ScriptedChance({"d2": [2, 1, 2]}, SeededChance(1))
>>> draft = Draft(Table(ruleset="tosses", seats=seats, actors=actors), chance)
>>> flow.open(draft, Toss(rolls=(Coin(actor="tom"), Coin(actor="ann")), then=Heads()))
>>> tom, ann = Request(seat="p1"), Request(seat="p2")
>>> flow.throw_dice(draft, tom)
>>> flow.unthrown(draft.table, flow.need_check(draft.table))
(1,)
>>> flow.throw_dice(draft, ann)
>>> flow.reroll(draft, 1)  # Ann may throw her coin once more
>>> flow.accept(draft, ann)
>>> flow.awaited(draft.table, flow.need_check(draft.table))
(0,)
>>> flow.accept(draft, tom)
>>> draft.results, draft.table.procedures
({'heads': 2}, ())
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, cast

from engine.core.chance import Chance
from engine.core.commands import Request
from engine.core.continuation import Continuation
from engine.core.draft import Draft, procedure_in_front
from engine.kit.checks.contests import Contest
from engine.kit.control import controller_of
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Procedure, Table
from engine.odds.every_result import TooManyResults, every_result
from engine.odds.odds import Distribution, Odds, Outcome, distribution, plain_outcome


class CheckSide(Protocol):
    """The dice of one side of a check: who rolls (empty for a thing), and what was thrown."""

    @property
    def actor(self) -> str:
        """The character that rolls; empty for a thing."""
        ...

    @property
    def thrown(self) -> object:
        """The thrown dice; None before they are thrown."""
        ...


class CheckProcedure(Procedure):
    """A check in progress; a game's check is a struct with these fields and its own.

    Attributes:
        rolls: the sides; the character of the first one began it.
        then: the purpose of the check: what follows its result.
        fallen: dice of it have been thrown, so that it has cost what it costs, and cannot be called off.
    """

    __slots__ = ()
    if TYPE_CHECKING:
        rolls: tuple[CheckSide, ...]
        then: CheckContinuation[Any, Any]
        fallen: bool


MOST_RESULTS = 1_000
"""The maximum number of results that are counted one by one for odds: as many as take a moment."""
C = TypeVar("C", bound=CheckProcedure)
C_in = TypeVar("C_in", bound=CheckProcedure, contravariant=True)
R = TypeVar("R", bound=CheckSide)
S = TypeVar("S")
S_in = TypeVar("S_in", contravariant=True)
K = TypeVar("K")


class CheckContinuation(Continuation[S_in], Generic[C_in, S_in]):
    """The purpose of a check: its cost, and what follows its result or its end without one."""

    __slots__ = ()

    def pay(self, draft: Draft, check: C_in) -> None:
        """Pay the cost when the first dice are thrown; until then the check has cost nothing."""

    def waive(self, draft: Draft, check: C_in) -> None:
        """Go on without a result after the check was called off; by default nothing follows."""

    def odds_after(self, table: Table, check: C_in, viewer: str) -> tuple[Distribution, ...]:
        """Return the chances of what may follow a success, by what a viewer may know; by default none."""
        return ()

    def odds_assumptions(self, table: Table, check: C_in) -> tuple[Message, ...]:
        """Return what the odds of a check take for granted; by default nothing."""
        return ()


class CheckFlow(Generic[C, R, S, K]):
    """The course of the checks of a game.

    `C` is the kind of check, `R` one side of it, `S` its result, and `K` names what a seat accepts: the index of a
    side, or a character.

    Attributes:
        refusals: for a refusal of this class the game's own key and rules.
    """

    refusals: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def __init__(self, kind: type[C]) -> None:
        self.kind = kind

    # ---- what a game says

    def throw_roll(self, draft: Draft, check: C, index: int) -> R:
        """Throw the dice of one side, and return it with them."""
        raise NotImplementedError

    def result(self, table: Table, check: C) -> S:
        """Return the result of a check with its dice as they are now."""
        raise NotImplementedError

    def awaited(self, table: Table, check: C) -> tuple[K, ...]:
        """Return what could still change the dice of a thrown check and is not accepted; by default nothing."""
        return ()

    def player(self, table: Table, check: C, key: K) -> str:
        """Return the seat that accepts."""
        raise NotImplementedError

    def with_accepted(self, check: C, keys: tuple[K, ...]) -> C:
        """Return a check with more accepted; with none, a check in which nothing is accepted."""
        return check

    def is_thrown(self, table: Table, check: C, index: int) -> bool:
        """Say whether a side needs no dice any more."""
        return check.rolls[index].thrown is not None

    def waits(self, table: Table, check: C) -> bool:
        """Say whether a thrown check waits to be accepted even if nobody can change its dice."""
        return False

    def need_rights(self, table: Table, command: Request, check: C) -> None:
        """Raise Refused for a seat that does not play one of the sides; the GM may do everything."""
        raise self.refused("gm_only")

    def need_may_call_off(self, table: Table, command: Request, check: C) -> None:
        """Raise Refused if a seat that takes part may not call the check off."""

    def others_first(self, table: Table, check: C) -> Refused:
        """Return the refusal to accept what only others can accept now."""
        return self.refused("others_let_stand")

    def log_opening(self, draft: Draft, check: C) -> None:
        """Log the opening of a check."""

    def log_roll(self, draft: Draft, check: C, index: int) -> None:
        """Log the thrown dice of one side."""

    def log_acceptance(self, draft: Draft, check: C, seat: str) -> None:
        """Log that a seat has accepted, while others have not."""

    def log_call_off(self, draft: Draft, check: C) -> None:
        """Log that a check is called off."""

    def record(self, draft: Draft, result: S) -> None:
        """Record the result of a check that is over, before its purpose goes on."""

    # ---- odds

    def may_know_odds(self, table: Table, check: C, viewer: str) -> bool:
        """Say whether a viewer may know everything that the chances of a check depend on; by default who rolls."""
        actors = (table.actors.get(side.actor) for side in check.rolls if side.actor)
        return all(actor is not None and table.may_read(actor, viewer) for actor in actors)

    def outcome(self, table: Table, check: C, result: S) -> Outcome | None:
        """Return the outcome that a result counts as, for the odds; None if the check has none.

        By default a result that is true or false, and the winner of a contest, have one.
        """
        won = result.is_won if isinstance(result, Contest) else result
        return plain_outcome(won) if isinstance(won, bool) else None

    def chances(self, table: Table, check: C) -> Sequence[tuple[Outcome, Fraction]] | None:
        """Return the outcomes of a check with its dice as they are now, each with its chance; None if there are none.

        By default every way in which the dice can fall is counted, if there are few enough for an answer at once.
        """
        chances: list[tuple[Outcome, Fraction]] = []
        try:
            for rolls, chance in every_result(lambda source: self._every_roll(table, check, source), MOST_RESULTS):
                thrown = replace(check, rolls=rolls)
                outcome = self.outcome(table, thrown, self.result(table, thrown))
                if outcome is None:
                    return None
                chances.append((outcome, chance))
        except TooManyResults:
            return None
        return sorted(chances, key=lambda chance: not chance[0].succeeds)

    def odds_explanation(self, table: Table, check: C) -> tuple[Message, ...]:
        """Return the calculation behind `chances`, line by line."""
        return (Message(key="odds.counted"),)

    def odds_success(self, table: Table, check: C) -> Message:
        """Return the success that the chance of a check is about."""
        return Message(key="odds.success")

    def odds(self, table: Table, check: C, viewer: str) -> Odds | None:
        """Return the odds of a check with its dice as they are now, by what a viewer may know; None if there are none.

        `table` is the table that the check is in front of.
        """
        chances = self.chances(table, check) if self.may_know_odds(table, check, viewer) else None
        if chances is None:
            return None
        results = distribution(Message(key="odds.result"), chances)
        return Odds(
            chance=results.chance,
            success=self.odds_success(table, check),
            distributions=(results, *check.then.odds_after(table, check, viewer)),
            assumptions=check.then.odds_assumptions(table, check),
            explanation=self.odds_explanation(table, check),
        )

    def odds_for_seat(self, table: Table, check: C, odds: Odds, seat: str) -> Odds:
        """Return the odds of a check as the seat that throws its dice reads them; by default the same for all seats."""
        return odds

    def _every_roll(self, table: Table, check: C, chance: Chance) -> tuple[R, ...]:
        draft, waiting = Draft(table, chance), self.unthrown(table, check)
        return tuple(
            self.throw_roll(draft, check, index) if index in waiting else cast(R, roll)
            for index, roll in enumerate(check.rolls)
        )

    # ---- look-ups

    def refused(self, key: str, **params: str) -> Refused:
        """Return a refusal by the game's own key and rules."""
        return Refused(*self.refusals.get(key, (key,)), **params)

    def current(self, table: Table) -> C | None:
        """Return the check in progress, if it is in front."""
        return procedure_in_front(table, self.kind)

    def need_check(self, table: Table) -> C:
        """Return the check in front. Raises Refused if there is none."""
        check = self.current(table)
        if check is None:
            raise self.refused("nothing_rolled")
        return check

    def need_open(self, table: Table) -> C:
        """Return the check in front. Raises Refused unless some of its dice have not been thrown."""
        check = self.need_check(table)
        if not self.unthrown(table, check):
            raise self.refused("dice_have_fallen")
        return check

    def need_thrown(self, table: Table) -> C:
        """Return the check in front. Raises Refused unless all its dice have been thrown."""
        check = self.need_check(table)
        if self.unthrown(table, check):
            raise self.refused("throw_first")
        return check

    def need_roll(self, check: C, index: int) -> R:
        """Return one side of a check. Raises Refused if it has no such side."""
        if index >= len(check.rolls):
            raise self.refused("no_such_roll")
        return cast(R, check.rolls[index])

    def need_unthrown(self, table: Table, index: int) -> R:
        """Return one side of the check in front. Raises Refused once its dice have been thrown."""
        roll = self.need_roll(self.need_open(table), index)
        if roll.thrown is not None:
            raise self.refused("dice_have_fallen")
        return roll

    def need_takes_part(self, table: Table, command: Request, check: C) -> None:
        """Raise Refused unless the seat plays one of the sides, or is the GM's."""
        if table.is_gm(command.seat):
            return
        if command.seat not in [controller_of(table, side.actor) for side in check.rolls if side.actor]:
            self.need_rights(table, command, check)

    def unthrown(self, table: Table, check: C) -> tuple[int, ...]:
        """Return the sides whose dice have not been thrown yet."""
        return tuple([index for index in range(len(check.rolls)) if not self.is_thrown(table, check, index)])

    def in_hand(self, table: Table, seat: str, check: C) -> tuple[int, ...]:
        """Return the sides whose dice a seat throws: those of its characters; the GM all."""
        unthrown = self.unthrown(table, check)
        if not unthrown or table.is_gm(seat):
            return unthrown
        actors = [(index, check.rolls[index].actor) for index in unthrown]
        return tuple([index for index, actor in actors if actor and controller_of(table, actor) == seat])

    def acceptable(self, table: Table, seat: str, check: C) -> tuple[K, ...]:
        """Return what a seat accepts now: its own; the GM all the rest, once that is done."""
        waiting = self.awaited(table, check)
        own = tuple([key for key in waiting if self.player(table, check, key) == seat])
        return own or (waiting if table.is_gm(seat) else ())

    def with_roll(self, check: C, index: int, roll: R) -> C:
        """Return a check with one side changed; what was accepted before is asked again."""
        return replace(self.with_accepted(check, ()), rolls=(*check.rolls[:index], roll, *check.rolls[index + 1 :]))

    # ---- the course

    def open(self, draft: Draft, check: C, thrown_by: Request | None = None, *, accepts: bool = False) -> None:
        """Put a check in front. It may change until its dice are thrown; one that needs no dice is over at once.

        The seat of the command `thrown_by` throws the dice of its own characters at once, and `accepts` them, too.
        """
        draft.push_procedure(check)
        if draft.reports:
            self.log_opening(draft, check)
        own = self.own_dice(draft.table, thrown_by.seat, check) if thrown_by is not None else ()
        if own and thrown_by is not None:
            self.throw(draft, own)
            if accepts:
                self.accept_own(draft, thrown_by.seat)
        self.settle(draft)

    def accept_own(self, draft: Draft, seat: str) -> None:
        """Accept the thrown dice of the check in front for a seat, as far as it could still change them itself."""
        table, check = draft.table, self.need_check(draft.table)
        if self.unthrown(table, check):
            return
        keys = tuple([key for key in self.awaited(table, check) if self.player(table, check, key) == seat])
        if keys:
            self._accept(draft, seat, check, keys)

    def own_dice(self, table: Table, seat: str, check: C) -> tuple[int, ...]:
        """Return the sides whose dice a seat throws for its own characters with the command that opens a check."""
        hand = self.in_hand(table, seat, check)
        return tuple([index for index in hand if controller_of(table, check.rolls[index].actor) == seat])

    def roll_at_once(self, draft: Draft, check: C) -> None:
        """Put a check in front, throw all its dice, and finish it: nobody is asked."""
        draft.push_procedure(check)
        self.throw(draft, self.unthrown(draft.table, check))
        self.finish(draft)

    def change_roll(self, draft: Draft, index: int, *, fallen: bool = False, **changes: object) -> C:
        """Change one side of the check in front, and return the check; `fallen` if its dice are set by hand."""
        check = self.need_check(draft.table)
        changed = self.with_roll(check, index, replace(self.need_roll(check, index), **changes))
        changed = replace(changed, fallen=check.fallen or fallen)
        draft.replace_procedure(changed)
        return changed

    def reroll(self, draft: Draft, index: int, **changes: object) -> None:
        """Throw the dice of one side of the check in front once more: the new dice count."""
        self.change_roll(draft, index, fallen=True, thrown=None, **changes)
        self.throw(draft, (index,))
        self.settle(draft)

    def change_dice(self, draft: Draft, index: int, thrown: object) -> None:
        """Change the thrown dice of one side of the check in front, and log them as they are now."""
        self.log_roll(draft, self.change_roll(draft, index, thrown=thrown), index)
        self.settle(draft)

    def verify_throw(self, table: Table, command: Request) -> None:
        """Require a seat that takes part and has not thrown."""
        check = self.need_open(table)
        self.need_takes_part(table, command, check)
        if not self.in_hand(table, command.seat, check):
            raise self.refused("dice_have_fallen")

    def throw_dice(self, draft: Draft, command: Request) -> None:
        """Throw the dice of a seat."""
        self.throw(draft, self.in_hand(draft.table, command.seat, self.need_check(draft.table)))
        self.settle(draft)

    def throw(self, draft: Draft, indexes: Collection[int]) -> None:
        """Pay the cost of the check in front, throw the dice of some of its sides, and log them."""
        check = self.need_check(draft.table)
        if not check.fallen:
            check.then.pay(draft, check)
            check = replace(self.need_check(draft.table), fallen=True)
        for index in indexes:
            check = self.with_roll(check, index, self.throw_roll(draft, check, index))
        draft.replace_procedure(check)
        for index in indexes if draft.reports else ():
            self.log_roll(draft, check, index)

    def settle(self, draft: Draft) -> None:
        """Finish the check in front once its dice are thrown and nobody can change them any more."""
        table = draft.table
        check = self.current(table)
        if check is None or self.unthrown(table, check) or self.waits(table, check):
            return
        if not self.awaited(table, check):
            self.finish(draft)

    def verify_accept(self, table: Table, command: Request) -> None:
        """Require thrown dice, and a seat that takes part and could still change them; the GM accepts for all."""
        check = self.need_thrown(table)
        self.need_takes_part(table, command, check)
        if self.awaited(table, check) and not self.acceptable(table, command.seat, check):
            raise self.others_first(table, check)

    def accept(self, draft: Draft, command: Request) -> None:
        """Accept for a seat, and finish the check once nobody is awaited."""
        check = self.need_check(draft.table)
        if not self._accept(draft, command.seat, check, self.acceptable(draft.table, command.seat, check)):
            self.finish(draft)

    def _accept(self, draft: Draft, seat: str, check: C, keys: tuple[K, ...]) -> bool:
        """Accept some of what is awaited for a seat, and log it if more is awaited; say whether that is so."""
        check = self.with_accepted(check, keys) if keys else check
        draft.replace_procedure(check)
        is_awaited = bool(self.awaited(draft.table, check))
        if is_awaited:
            self.log_acceptance(draft, check, seat)
        return is_awaited

    def finish(self, draft: Draft) -> None:
        """End the check in front, and carry out its result."""
        check = self.need_check(draft.table)
        self.end(draft, check, self.result(draft.table, check))

    def end(self, draft: Draft, check: C, result: S) -> None:
        """End the check in front, whose result is known, and carry it out."""
        draft.pop_procedure(self.kind)
        self.carry_out(draft, check, result)

    def carry_out(self, draft: Draft, check: C, result: S) -> None:
        """Record the result of a check that is over, and go on with its purpose."""
        self.record(draft, result)
        check.then.resume(draft, result)

    def verify_call_off(self, table: Table, command: Request) -> None:
        """Require that no dice have been thrown, and a seat that may call the check off."""
        check = self.need_open(table)
        self.need_takes_part(table, command, check)
        if check.fallen:
            raise self.refused("dice_have_fallen")
        self.need_may_call_off(table, command, check)

    def call_off(self, draft: Draft, command: Request) -> None:
        """End the check without a result; its purpose goes on without it."""
        check = self.need_check(draft.table)
        self.log_call_off(draft, check)
        draft.pop_procedure(self.kind)
        check.then.waive(draft, check)
