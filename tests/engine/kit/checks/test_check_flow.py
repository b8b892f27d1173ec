"""The course of a check in the kit: it refuses what its example does not show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import pytest

from engine.core.chance import ScriptedChance, SeededChance
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.checks.check_flow import CheckContinuation, CheckFlow, CheckProcedure
from engine.kit.control import controller_of
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, replace
from engine.model.seats import Actor, Role, Seat
from engine.model.table import Table


class Coin(Frozen):
    actor: str
    thrown: int | None = None


class Heads(Frozen, CheckContinuation["Toss", int], tag_field="then", tag="heads"):
    def pay(self, draft: Draft, check: Toss) -> None:
        draft.record_results(paid=True)

    def waive(self, draft: Draft, check: Toss) -> None:
        draft.record_results(waived=True)

    def resume(self, draft: Draft, result: int) -> None:
        draft.record_results(heads=result)


class Toss(Frozen, CheckProcedure, tag_field="procedure", tag="toss"):
    rolls: tuple[Coin, ...]
    then: Heads = Heads()
    fallen: bool = False
    accepted: tuple[int, ...] = ()


class Tosses(CheckFlow[Toss, Coin, int, int]):
    refusals: ClassVar[Mapping[str, tuple[str, ...]]] = {"throw_first": ("throw_first", "TN-1")}

    def throw_roll(self, draft: Draft, check: Toss, index: int) -> Coin:
        return replace(check.rolls[index], thrown=draft.roll(2)[0])

    def awaited(self, table: Table, check: Toss) -> tuple[int, ...]:
        return tuple(index for index in range(len(check.rolls)) if index not in check.accepted)

    def player(self, table: Table, check: Toss, key: int) -> str:
        return controller_of(table, check.rolls[key].actor)

    def with_accepted(self, check: Toss, keys: tuple[int, ...]) -> Toss:
        return replace(check, accepted=(*check.accepted, *keys) if keys else ())

    def result(self, table: Table, check: Toss) -> int:
        return sum(coin.thrown == 2 for coin in check.rolls)


FLOW = Tosses(Toss)
SEATS = {seat: Seat(id=seat, name=seat) for seat in ("p1", "p2", "p3")} | {"gm": Seat(id="gm", name="GM", role=Role.GM)}
ACTORS = {"tom": Actor(id="tom", name="Tom", seat="p1"), "ann": Actor(id="ann", name="Ann", seat="p2")}
TABLE = Table(ruleset="tosses", seats=SEATS, actors=ACTORS)
TOM, ANN, EVE, GM = (Request(seat=seat) for seat in SEATS)


def opened(*faces: int, thrown_by: Request | None = None) -> Draft:
    draft = Draft(TABLE, ScriptedChance({"d2": faces}, SeededChance(1)))
    FLOW.open(draft, Toss(rolls=(Coin(actor="tom"), Coin(actor="ann"))), thrown_by)
    return draft


def test_nothing_is_possible_without_a_check() -> None:
    for verify in (FLOW.verify_throw, FLOW.verify_accept, FLOW.verify_call_off):
        with pytest.raises(Refused) as refused:
            verify(TABLE, TOM)
        assert refused.value.message.key == "refused.nothing_rolled"


def test_each_seat_throws_its_own_dice_and_pays_once() -> None:
    draft = opened(1, 2)
    FLOW.verify_throw(draft.table, TOM)
    FLOW.throw_dice(draft, TOM)
    assert draft.results == {"paid": True}
    for verify, command, key in (
        (FLOW.verify_throw, TOM, "dice_have_fallen"),
        (FLOW.verify_throw, EVE, "gm_only"),
        (FLOW.verify_accept, TOM, "throw_first"),
        (FLOW.verify_call_off, TOM, "dice_have_fallen"),
    ):
        with pytest.raises(Refused) as refused:
            verify(draft.table, command)
        assert refused.value.message.key == f"refused.{key}"
    draft.results.clear()
    FLOW.throw_dice(draft, GM)
    assert draft.results == {}
    assert [coin.thrown for coin in FLOW.need_check(draft.table).rolls] == [1, 2]


@pytest.mark.parametrize(
    ("command", "thrown"), [(TOM, [1, None]), (ANN, [None, 1]), (EVE, [None] * 2), (GM, [None] * 2)]
)
def test_only_dice_of_own_characters_are_thrown_with_a_command(command: Request, thrown: list[int | None]) -> None:
    draft = opened(1, thrown_by=command)
    assert [coin.thrown for coin in FLOW.need_check(draft.table).rolls] == thrown
    assert draft.results == ({"paid": True} if any(thrown) else {})


def test_a_check_is_over_once_nobody_is_awaited() -> None:
    draft = opened(2, 2)
    FLOW.throw_dice(draft, GM)
    FLOW.accept(draft, TOM)
    with pytest.raises(Refused) as refused:
        FLOW.verify_accept(draft.table, TOM)
    assert refused.value.message.key == "refused.others_let_stand"
    FLOW.verify_accept(draft.table, GM)
    FLOW.accept(draft, GM)
    assert (draft.results["heads"], draft.table.procedures) == (2, ())


def test_a_changed_side_is_accepted_anew() -> None:
    draft = opened(2, 2)
    FLOW.throw_dice(draft, GM)
    FLOW.accept(draft, TOM)
    FLOW.change_roll(draft, 1, thrown=1)
    assert FLOW.awaited(draft.table, FLOW.need_check(draft.table)) == (0, 1)
    with pytest.raises(Refused) as refused:
        FLOW.change_roll(draft, 2, thrown=1)
    assert refused.value.message.key == "refused.no_such_roll"


def test_a_check_that_is_called_off_costs_nothing() -> None:
    draft = opened()
    FLOW.verify_call_off(draft.table, ANN)
    FLOW.call_off(draft, ANN)
    assert (draft.results, draft.table.procedures) == ({"waived": True}, ())


def test_nobody_is_asked_about_a_check_that_is_rolled_at_once() -> None:
    draft = Draft(TABLE, ScriptedChance({"d2": [2, 1]}, SeededChance(1)))
    FLOW.roll_at_once(draft, Toss(rolls=(Coin(actor="tom"), Coin(actor="ann"))))
    assert (draft.results["heads"], draft.table.procedures) == (1, ())
