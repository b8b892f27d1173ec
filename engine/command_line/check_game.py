"""`python -m engine check-game FOLDER`: the conformance suite on a game folder."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from engine.command_line.time_limit import time_limit
from engine.core.history import History
from engine.kit.conformance.finding_texts import finding_text
from engine.kit.conformance.suite import ConformanceReport, Finding, RunLength, check_conformance, fault_sentence
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.presentation.game import Game
from engine.presentation.scripts.script import ScriptError, play_script
from engine.rulesets.game_folder import GameFolder
from engine.rulesets.loader import add_game, game_of, installed_game

MOST_NAMED = 8
"""The number of commands that are named as never offered; the rest are only counted."""


def check_game(path: Path, commands: int, seed: int, seconds: int, write: Callable[[str], object]) -> bool:
    """Run the conformance suite on a game folder, write the report, and return whether the game conforms.

    Args:
        path: the game folder.
        commands: the number of commands that the bot plays.
        seed: the seed of everything that is random.
        seconds: the time that all this may take; then the process ends, because code that never ends cannot be stopped.
        write: writes a line.
    """
    folder = path.resolve()
    with time_limit(seconds, folder, lambda place: write(_say("check_stopped", seconds=seconds, place=place))):
        return _check(path, commands, seed, write)


def _check(path: Path, commands: int, seed: int, write: Callable[[str], object]) -> bool:
    try:
        game, folder = _load(path)
    except Refused as fault:
        write(fault.text)
        return False
    length = RunLength(commands=commands)
    histories, findings = _demo(folder.demo)
    report = check_conformance(game, histories, length=length, seed=seed, clock=time.perf_counter)
    findings = (*findings, *report.findings)
    _write_measurements(report, write)
    for number, finding in enumerate(findings, 1):
        write(f"{number}. {finding.check}: {finding.sentence}")
        write(f"   {_say('hint', text=finding.hint)}")
    if report.never_offered:
        names, more = report.never_offered[:MOST_NAMED], len(report.never_offered[MOST_NAMED:])
        write(_say("never_offered", names=list(names), more=more))
    count = len(findings) + report.unreported
    write(_say("not_conforming" if count else "conforming", name=folder.name, count=count, seed=seed))
    return not count


def _load(path: Path) -> tuple[Game, GameFolder]:
    """Return the game in a folder. Raises Refused if it cannot be played, or another game has its id."""
    game = add_game(path)
    installed = installed_game(game.ruleset.id)
    if installed is None or installed.folder is None or installed.path != path.resolve():
        other = installed.name if installed is not None else game.ruleset.id
        raise Refused("game_id_taken", folder=path.name[:60], id=game.ruleset.id, name=other)
    return game, installed.folder


def _demo(path: Path | None) -> tuple[tuple[History, ...], tuple[Finding, ...]]:
    """Return the history of the demo of a game, and the finding if it does not play to its end."""
    if path is None:
        return (), ()
    try:
        played = play_script(path.read_bytes(), game_of)
    except (ScriptError, OSError) as error:
        return (), (Finding("demo", str(error)),)
    except Exception as fault:  # whatever a game does wrong is a finding
        return (), (Finding("demo", fault_sentence(fault)),)
    if played.stopped is None:
        return (played.history,), ()
    number, refused = played.stopped
    return (played.history,), (Finding("demo", finding_text("demo_refused", number=number + 1, why=refused.text)),)


def _write_measurements(report: ConformanceReport, write: Callable[[str], object]) -> None:
    write(_say("played_commands", count=report.commands))
    for one in report.measurements:
        took = f"{one.milliseconds:.2f}"
        write(f"   {_say('took', what=one.what, took=took, budget=round(one.budget))}")


def _say(key: str, **params: Json) -> str:
    return say(Message(key=f"command_line.{key}", params=params))
