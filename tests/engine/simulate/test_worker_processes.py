"""Simulation in worker processes: the answer of one process, on all cores, and it ends when it is told to."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace as changed
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from unittest.mock import patch

import pytest

from engine.kit.bots.tactics import Tactic
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.presentation.game import Game
from engine.rulesets.card_the_drawing.bot import BattleBot
from engine.rulesets.loader import game_finder
from engine.simulate.simulation import FightBot, PreparedFight, simulate
from engine.simulate.simulation_results import SimulationResults
from engine.simulate.worker_processes import WorkerFault, simulate_in_processes
from tests.engine.rulesets.card_the_drawing.table import GAME, laid
from tests.engine.simulate.test_simulation import BEGIN, FRAIL

SPENDS = Tactic(id="home_made", defend_at=0, spend_at=100)
"""A tactic that no list has: it gets to a worker as data."""
DUEL = PreparedFight(GAME, laid("tia", "eli", tracks=FRAIL), BattleBot().with_tactics({"red": SPENDS}), 4, BEGIN)
FINDER = game_finder("card_the_drawing")


def broken_game() -> Game:
    """Fail to find a game in a worker."""
    raise ZeroDivisionError("weary")


def disabled_game() -> Game:
    """Find a game in a worker that cannot be played."""
    raise Refused("game_disabled", name="Duel")


def never_found() -> Game:
    """Find no game in a worker, for as long as anybody waits."""
    time.sleep(600)
    raise AssertionError


class FinderWithCtrlC:
    """A finder in whose worker somebody presses Ctrl+C before anything of ours runs there."""

    def __call__(self) -> Game:
        raise AssertionError

    def __reduce__(self) -> tuple[Callable[[], object], tuple[()]]:
        return _finder_after_ctrl_c, ()


def _finder_after_ctrl_c() -> object:
    os.kill(os.getpid(), signal.SIGINT)
    return FINDER


@pytest.mark.rule("CD-UI-25")
def test_any_number_of_processes_gives_the_answer_of_one() -> None:
    counted: list[int] = []

    def count(so_far: SimulationResults) -> bool:
        counted.append(so_far.times)
        return True

    alone = simulate(DUEL, 9)
    assert alone != simulate(changed(DUEL, bot=BattleBot()), 9), "tactics matter"
    assert simulate_in_processes(DUEL, FINDER, 9, count, workers=2) == alone
    assert counted == sorted(counted)
    assert {*counted} >= {*range(1, 10)}, "each fight is counted in its turn"
    assert not active_children()


def test_a_simulation_that_is_stopped_does_not_wait_for_its_workers() -> None:
    """No game is ever found, so nothing but the stop can end it."""
    asked: list[int] = []

    def stop(so_far: SimulationResults) -> bool:
        asked.append(so_far.times)
        return len(asked) < 3

    assert simulate_in_processes(DUEL, never_found, 500, stop, workers=2).fights == ()
    assert asked == [0, 0, 0]
    assert not active_children()


def test_a_fault_in_a_worker_is_told_and_leaves_no_process() -> None:
    with pytest.raises(WorkerFault, match="ZeroDivisionError: weary"):
        simulate_in_processes(DUEL, broken_game, 5, workers=1)
    assert not active_children()


def test_a_refusal_in_a_worker_is_raised_as_it_is() -> None:
    with pytest.raises(Refused) as why:
        simulate_in_processes(DUEL, disabled_game, 5, workers=1)
    assert why.value.message == Refused("game_disabled", name="Duel").message


def test_a_system_without_room_for_processes_plays_in_this_one() -> None:
    with patch.object(BaseProcess, "start", side_effect=BlockingIOError):
        assert simulate_in_processes(DUEL, never_found, 2) == simulate(DUEL, 2)


def test_ctrl_c_ends_no_worker_not_even_at_its_start() -> None:
    assert simulate_in_processes(DUEL, FinderWithCtrlC(), 3, workers=2).times == 3
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_a_worker_plays_no_other_bot_than_that_of_the_game() -> None:
    with pytest.raises(TypeError, match="bot"):
        simulate_in_processes(changed(DUEL, bot=FightBot()), never_found, 5)


def test_an_opening_that_is_not_allowed_starts_no_process() -> None:
    refused = replace(BEGIN, seat="tom")
    with pytest.raises(Refused) as why:
        simulate_in_processes(changed(DUEL, opening=refused), never_found, 5)
    assert why.value.message.key == "refused.gm_only"
