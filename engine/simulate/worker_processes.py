"""Simulation on all cores: worker processes play the fights, and this process counts them in their order.

The answer is the same for any number of workers, because each fight has a seed of its own and is counted in its turn.
Each worker is a new interpreter, which gets the table, the opening and the tactics as JSON, and imports the game with
its bot itself.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

import msgspec

from engine.core.codec import Codec
from engine.core.fault_isolation import FAULT
from engine.kit.bots.tactical_bot import TacticalBot
from engine.kit.bots.tactics import Tactic, TacticsBySide
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.presentation.game import Game
from engine.simulate.fight_variants import VariantNumber
from engine.simulate.simulation import (
    MOST_TIMES,
    ArrivingFoes,
    PlayedFight,
    PreparedFight,
    Progress,
    bot_with_tactics,
    collect,
    own_bot,
    play_fight,
    simulate,
)
from engine.simulate.simulation_results import SimulationResults

WAIT = 0.1
"""Seconds after which `progress` is asked again whether to continue, even if no fight was finished."""
AHEAD = 2
"""The number of fights that a worker has been given and has not finished."""
MOST_WORKERS = 64
NICENESS = 10
"""The workers give way to the window by so much, where the system can do that."""
_JSON = msgspec.json

FindGame = Callable[[], Game]
"""Returns the game in a worker: a function of a module, or a partial of one, as it goes to another process."""


class WorkerFault(RuntimeError):
    """A worker process has failed; the text says how."""


class _Outcome(msgspec.Struct):
    """What a worker sends for a fight: its number, and the fight, a refusal, or a fault of the program."""

    number: int
    fight: PlayedFight | None = None
    refused: Message | None = None
    fault: str = ""


class WorkerOrders(msgspec.Struct):
    """The fight that a worker plays, as JSON, without the game and its bot.

    Attributes:
        table, opening, run: the table, and the commands, empty for none.
        heroes, variant: of the arriving foes.
        tactics, allies: of its bot.
        seed, viewer: of the fight.
    """

    table: bytes
    opening: bytes
    run: bytes
    heroes: tuple[str, ...]
    variant: VariantNumber | None
    tactics: Mapping[str, Tactic]
    allies: tuple[str, ...]
    seed: int
    viewer: str

    @classmethod
    def of(cls, fight: PreparedFight) -> WorkerOrders:
        """Return the orders for a fight."""
        arriving = fight.arriving
        return cls(
            table=Codec(fight.game).encode(fight.table),
            opening=_JSON.encode(fight.opening) if fight.opening is not None else b"",
            run=_JSON.encode(arriving.run) if arriving is not None else b"",
            heroes=arriving.heroes if arriving is not None else (),
            variant=arriving.variant if arriving is not None else None,
            tactics=fight.bot.tactics if isinstance(fight.bot, TacticsBySide) else {},
            allies=tuple(sorted(fight.bot.allies)) if isinstance(fight.bot, TacticalBot) else (),
            seed=fight.seed,
            viewer=fight.viewer,
        )

    def fight(self, game: Game) -> PreparedFight:
        """Return the fight in a worker."""
        codec, bot = Codec(game), own_bot(game)
        if bot is None:
            raise WorkerFault("the game has no bot any more")
        return PreparedFight(
            game,
            codec.table(self.table),
            bot_with_tactics(bot, self.tactics, self.allies),
            self.seed,
            codec.command(self.opening) if self.opening else None,
            self.viewer,
            ArrivingFoes(codec.command(self.run), self.heroes, self.variant) if self.run else None,
        )


def core_count() -> int:
    """Return the number of cores that this process may use."""
    with suppress(AttributeError):  # not on every system
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def simulate_in_processes(
    fight: PreparedFight,
    find_game: FindGame,
    times: int,
    progress: Progress | None = None,
    *,
    within: int | None = None,
    workers: int | None = None,
) -> SimulationResults:
    """Play a fight many times in worker processes, and count the results as `simulate` does.

    Args:
        fight: the fight; its bot is that of the game, with any tactics.
        find_game: returns the game in a worker.
        times: the number of fights.
        progress: called after each fight and at least every 0.1 seconds; when it returns False, the workers are ended
            at once.
        within: see `simulate`.
        workers: the number of processes; one for each core if not given.

    Raises:
        Refused: the opening is not allowed, or the code of a game of other people has a fault.
        TypeError: the bot is not that of the game.
        WorkerFault: a worker has failed.
    """
    if type(fight.bot) is not type(own_bot(fight.game)):
        raise TypeError("a worker has no other bot than that of the game")
    if fight.opening is not None:
        refused = fight.game.refusal(fight.table, fight.opening)
        if refused is not None:
            raise refused
    count = max(1, min(workers or core_count(), times, MOST_WORKERS))
    times = min(times, MOST_TIMES)
    with _Workers() as crew:
        try:
            crew.start(fight, find_game, count)
        except OSError:  # a system without room for more processes
            return simulate(fight, times, progress, within=within)
        return collect(crew.played(times), fight.seed, progress, within)


class _Workers:
    """Worker processes that play one fight many times."""

    def __init__(self) -> None:
        self._processes: list[BaseProcess] = []
        self._connections: list[Connection] = []

    def start(self, fight: PreparedFight, find_game: FindGame, count: int) -> None:
        """Start the processes. Raises OSError if the system has no room for them."""
        context = get_context("spawn")  # the only way that is safe beside the threads of a window
        orders = _JSON.encode(WorkerOrders.of(fight))
        with _interrupts_held():
            for _ in range(count):
                here, there = context.Pipe()
                process = context.Process(
                    target=_work,
                    args=(there, find_game, orders),
                    daemon=True,
                    name="fights",
                )
                self._connections.append(here)
                process.start()
                self._processes.append(process)
                there.close()

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.terminate()
        for connection in self._connections:
            connection.close()
        for process in self._processes:
            process.join()
            process.close()

    def played(self, times: int) -> Iterator[PlayedFight | None]:
        """Yield the fights in their order, and None in each moment in which the next one is not finished."""
        numbers, finished, due = iter(range(times)), dict[int, PlayedFight](), 0
        for _ in range(AHEAD):
            for connection in self._connections:
                _give(connection, numbers)
        while due < times:
            ready: Sequence[object] = wait(self._connections, WAIT)
            for connection in self._connections:
                if connection in ready:
                    outcome = _received(connection)
                    _give(connection, numbers)
                    finished[outcome.number] = _sound(outcome)
            if due not in finished:
                yield None
            while due in finished:
                yield finished.pop(due)
                due += 1


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl+C back in this thread; where the system can do that, the processes that it starts never get it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its start would let Ctrl+C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _give(connection: Connection, numbers: Iterator[int]) -> None:
    """Give a worker the next number; after the last one it waits until it is ended."""
    number = next(numbers, None)
    if number is not None:
        with suppress(OSError):  # the worker has ended: the next thing that comes of it says so
            connection.send_bytes(_JSON.encode(number))


def _received(connection: Connection) -> _Outcome:
    try:
        return _JSON.decode(connection.recv_bytes(), type=_Outcome)
    except (EOFError, OSError) as error:
        raise WorkerFault("a worker process has ended") from error


def _sound(outcome: _Outcome) -> PlayedFight:
    if outcome.refused is not None:
        raise Refused.saying(outcome.refused)
    if outcome.fight is None:
        raise WorkerFault(outcome.fault)
    return outcome.fight


def _work(there: Connection, find_game: FindGame, orders: bytes) -> None:
    """Play the fights whose numbers come, until the connection ends: the main function of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process gets Ctrl+C, and ends its workers
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    with suppress(EOFError, OSError):
        number = _JSON.decode(there.recv_bytes(), type=int)
        game: Game | None = None
        try:
            game = find_game()
            fight = _JSON.decode(orders, type=WorkerOrders).fight(game)
            while True:
                there.send_bytes(_JSON.encode(_Outcome(number=number, fight=play_fight(fight, number))))
                number = _JSON.decode(there.recv_bytes(), type=int)
        except EOFError:
            raise
        except Exception as fault:  # any fault: it is told where somebody reads it
            there.send_bytes(_JSON.encode(_failed(number, fault, game)))


def _failed(number: int, fault: Exception, game: Game | None) -> _Outcome:
    """Return the outcome of a fight that has failed; a fault of a game of other people is told in its sentence."""
    if isinstance(fault, Refused):
        return _Outcome(number=number, refused=fault.message)
    if game is not None and game.fault is not FAULT:
        return _Outcome(number=number, refused=game.fault)
    return _Outcome(number=number, fault=f"{type(fault).__name__}: {fault}")
