"""Odds of the checks of any game: every way in which the dice can fall is counted, unless there are too many."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.checks.check_commands import ThrowRequest
from engine.kit.checks.check_flow import CheckContinuation, CheckFlow, CheckProcedure
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.messages.message import Message
from engine.model.frozen import Frozen, replace
from engine.model.seats import Actor, Seat
from engine.model.table import Table
from engine.odds.odds import Odds, gain_in_words, percent
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Denial


class DartThrow(Frozen):
    """One dart of somebody."""

    actor: str
    sides: int = 6
    thrown: int | None = None


class DartsPurpose(Frozen, CheckContinuation[Any, Any], tag_field="then", tag="darts"):
    """Nothing follows."""

    def resume(self, draft: Draft, result: bool) -> None:
        """Record it."""
        draft.record_results(hit=result)


class Darts(Frozen, CheckProcedure, tag_field="procedure", tag="darts"):
    """Darts of some characters, who need so many together."""

    rolls: tuple[DartThrow, ...]
    then: DartsPurpose = DartsPurpose()
    needed: int = 7
    fallen: bool = False


class DartsFlow(CheckFlow[Darts, DartThrow, bool, int]):
    """The darts together must reach a number."""

    def throw_roll(self, draft: Draft, check: Darts, index: int) -> DartThrow:
        """Throw one dart."""
        return replace(check.rolls[index], thrown=draft.roll(check.rolls[index].sides)[0])

    def result(self, table: Table, check: Darts) -> bool:
        """Say whether the number is reached."""
        return sum(dart.thrown or 0 for dart in check.rolls) >= check.needed

    def need_rights(self, table: Table, command: Request, check: Darts) -> None:
        """Let everybody throw."""


FLOW = DartsFlow(Darts)


class ThrowDart(ThrowRequest):
    """Throw."""

    FLOW = FLOW


class AimDart(Request):
    """Aim better: fewer are needed."""

    def verify(self, table: Table) -> None:
        """Require darts that are not thrown."""
        FLOW.need_open(table)

    def decide(self, draft: Draft) -> None:
        """Lower the number."""
        check = FLOW.need_check(draft.table)
        draft.replace_procedure(replace(check, needed=check.needed - 1))


class GiveWay(Request):
    """Somebody lets the one who throws go on."""

    actor: str

    def decide(self, draft: Draft) -> None:
        """Begin the throw of Tom."""
        draft.push_procedure(Darts(rolls=(DartThrow(actor="tom"),), needed=4))


class BetOnDarts(Request):
    """Bet: the odds are an answer."""

    odds: int = 3

    def decide(self, draft: Draft) -> None:
        """Record it."""
        draft.record_results(odds=self.odds)


class DartsGame(ManualGame):
    """A game of nothing but darts, which says nothing of odds."""

    id = "darts"
    moves = (ThrowDart, AimDart, GiveWay, BetOnDarts)
    procedures = (Darts,)
    continuations = (DartsPurpose,)


GAME = make_game(DartsGame())


def table_with(*darts: DartThrow, secret: str = "", needed: int = 7) -> Table:
    seats = {"gm": Seat(id="gm", name="Ada"), "p1": Seat(id="p1", name="Tom")}
    actors: Mapping[str, Actor] = {
        name: Actor(id=name, name=name, seat="gm" if name == secret else "p1", secret=name == secret)
        for name in ("tom", "ann")
    }
    return Table(ruleset="darts", seats=seats, actors=actors, procedures=(Darts(rolls=darts, needed=needed),))


def odds_of(table: Table, command: Request, viewer: str = "p1") -> Odds | None:
    return GAME.odds(table, offer_of(None, command), viewer)


def test_a_game_with_checks_of_the_kit_has_odds_without_a_line_of_its_own() -> None:
    odds = odds_of(table_with(DartThrow(actor="tom"), DartThrow(actor="ann")), ThrowDart(seat="p1"))
    assert odds is not None
    assert odds.chance == Fraction(21, 36)
    assert [(part.outcome.name, part.chance) for part in odds.distributions[0].outcomes] == [
        ("success", Fraction(21, 36)),
        ("failure", Fraction(15, 36)),
    ]
    assert odds.explanation == (Message(key="odds.counted"),)


def test_dice_that_have_fallen_stay_as_they_are() -> None:
    odds = odds_of(table_with(DartThrow(actor="tom", thrown=5), DartThrow(actor="ann")), ThrowDart(seat="p1"))
    assert odds is not None
    assert odds.chance == Fraction(5, 6)


def test_an_offer_that_changes_a_check_says_what_it_gains() -> None:
    odds = odds_of(table_with(DartThrow(actor="tom"), needed=4), AimDart(seat="p1"))
    assert odds is not None
    assert (odds.before, odds.chance, gain_in_words(odds)) == (Fraction(1, 2), Fraction(2, 3), "50 % → 67 %")


def test_an_offer_that_lets_somebody_else_go_on_has_no_odds() -> None:
    table = replace(table_with(), procedures=())
    own, others = (GAME.odds(table, offer_of(table, GiveWay(seat="p1", actor=actor)), "p1") for actor in ("tom", "ann"))
    assert own is not None
    assert own.chance == Fraction(1, 2)
    assert others is None


def test_an_offer_that_gains_nothing_says_the_chance_once() -> None:
    assert gain_in_words(Odds(chance=Fraction(1, 2), before=Fraction(1, 2))) == "50 %"


def test_a_side_that_the_viewer_may_not_read_leaves_no_odds() -> None:
    table = table_with(DartThrow(actor="tom"), DartThrow(actor="ann"), secret="ann")
    assert odds_of(table, ThrowDart(seat="p1")) is None
    assert odds_of(table, ThrowDart(seat="p1"), viewer="gm") == odds_of(
        table_with(DartThrow(actor="tom"), DartThrow(actor="ann")), ThrowDart(seat="p1")
    )


def test_too_many_ways_and_denied_offers_have_no_odds() -> None:
    many = table_with(DartThrow(actor="tom", sides=1_000), DartThrow(actor="ann", sides=1_000))
    assert odds_of(many, ThrowDart(seat="p1")) is None
    plain = table_with(DartThrow(actor="tom"))
    denied = offer_of(None, ThrowDart(seat="p1")).unless(Denial(message=Message(key="refused.gm_only")))
    assert GAME.odds(plain, denied, "p1") is None


def test_a_field_that_is_called_odds_is_not_asked() -> None:
    assert odds_of(table_with(DartThrow(actor="tom")), BetOnDarts(seat="p1")) is None


def test_only_what_is_certain_is_rounded_to_all_or_nothing() -> None:
    chances = (Fraction(0), Fraction(1, 10**9), Fraction(1, 200), Fraction(199, 200), Fraction(1))
    assert [percent(chance) for chance in chances] == ["0", "<1", "1", ">99", "100"]
