"""The engine without a window: `python -m engine` lists, plays and simulates games, checks one, writes a new one."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.core.commands import kind_of
from engine.kit.bots.tactics import TACTICS
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.seats import PRINT, SHARED
from engine.presentation.scripts.command_reference import command_reference, command_schemas
from engine.presentation.scripts.script import FindGame, PlayedScript, ScriptError, play_script
from engine.presentation.scripts.script_answers import answer_bytes, odds_answer, odds_lines, offers_answer, play_answer
from engine.rulesets.game_folder import GameOrigin
from engine.rulesets.loader import add_games_folder, bot_of, game_finder, game_of, games
from engine.rulesets.user_games_folder import user_games_folder
from engine.simulate.script_simulation import SimulationSettings, fight_of_script, simulate_with, simulation_answer
from engine.simulate.tactics_by_side import with_tactics

REFUSED = 2
INTERRUPTED = 130
"""The exit status after Ctrl+C, as shells expect it."""
NOT_READ = 141
"""The exit status if nobody reads the rest of an answer, as after `head`; as shells expect it."""


def main(
    arguments: Sequence[str] | None = None,
    find_game: FindGame = game_of,
    known: Mapping[str, str] | None = None,
    games_folder: Path | None = None,
) -> int:
    """Run a command line and return the exit status.

    Args:
        arguments: the words of the command line; those of the process if not given.
        find_game: finds a game by its id; tests can pass other games than the installed ones.
        known: the pitches of those other games by id.
        games_folder: the user's games folder, after the folders that the command line names.
    """
    asked = _parser().parse_args(arguments)
    for folder in (*asked.games, *getattr(asked, "more_games", ()), games_folder):
        if folder is not None:
            add_games_folder(folder.absolute())
    try:
        match asked.task:
            case "rulesets":
                _print_games(known)
                return 0
            case "games":
                _print_states()
                return 0
            case "new-game":
                from engine.command_line.new_game import new_game

                folder = new_game(asked.name, Path())
                print(say(Message(key="command_line.new_game_written", params={"folder": str(folder)})))
                return 0
            case "character-schema":
                from engine.command_line.character_schema import character_schema

                _print(character_schema())
                return 0
            case "check-game":
                from engine.command_line.check_game import check_game

                return 0 if check_game(asked.folder, asked.commands, asked.seed, asked.seconds, print) else 1
            case "commands":
                game = find_game(asked.ruleset)
                _print(answer_bytes(command_schemas(game)) if asked.json else command_reference(game).encode())
                return 0
            case "play":
                played = _play(asked.script, find_game)
                if asked.viewer is not None:
                    _need_viewer(played, asked.viewer, SHARED, PRINT)
                if asked.trace:
                    _trace(played, asked.viewer)
                _print(answer_bytes(play_answer(played, asked.viewer)))
            case "tactics":
                for tactic in TACTICS.values():
                    _print(f"{tactic.id:<20}{say(tactic.sentence)}\n".encode())
                return 0
            case "simulate":
                played = _play(asked.script, find_game)
                if played.stopped is not None:
                    _print(answer_bytes(play_answer(played)))
                else:
                    wanted = SimulationSettings(
                        asked.fights, asked.seed, asked.within, asked.workers, sensitivity=asked.sensitivity
                    )
                    fight = fight_of_script(played, with_tactics(played, bot_of, asked.tactic, asked.ally), asked.seed)
                    # Other processes find only games that are installed.
                    finder = game_finder(fight.table.ruleset) if find_game is game_of else None
                    _print(answer_bytes(simulation_answer(*simulate_with(wanted, fight, finder))))
            case _:
                played = _play(asked.script, find_game)
                _need_viewer(played, asked.seat)
                if asked.viewer is not None:
                    _need_viewer(played, asked.viewer, SHARED, PRINT)
                answer_of = odds_answer if asked.task == "odds" else offers_answer
                answer = answer_of(played, asked.seat, asked.viewer)
                is_text = asked.task == "odds" and not asked.json
                lines = (f"{line}\n" for line in odds_lines(answer)) if is_text else ()
                _print("".join(lines).encode() if is_text else answer_bytes(answer))
    except (ScriptError, Refused) as error:
        print(re.sub(r"\s+", " ", str(error)), file=sys.stderr)
        return REFUSED
    except BrokenPipeError:
        # Python writes what is left when it ends, which would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOT_READ
    except KeyboardInterrupt:
        print(say(Message(key="command_line.interrupted")), file=sys.stderr)
        return INTERRUPTED
    return REFUSED if played.stopped else 0


def _print_games(known: Mapping[str, str] | None) -> None:
    """Print the games that can be played, or the given ones, one a line: id, origin, sentence."""
    if known is None:
        told = [(game.id, game.origin, game.folder.file.pitch) for game in games() if game.folder and game.usable]
    else:
        told = [(game, GameOrigin.BUNDLED, pitch) for game, pitch in known.items()]
    for game, origin, pitch in told:
        _print(f"{game:<20}{say(Message(key=f'command_line.{origin}')):<10}{pitch}\n".encode())


def _print_states() -> None:
    """Print every installed game with its state, one a line; those of other people are imported for it."""
    for game in games():
        if game.usable and game.origin is not GameOrigin.BUNDLED:
            with suppress(Refused):
                game_of(game.id)
    for game in games():
        words = [say(Message(key=f"command_line.{word}")) for word in (game.origin, game.state)]
        version = game.folder.file.version if game.folder is not None else "–"
        told = game.name if game.reason is None else say(game.reason)
        _print(f"{game.id:<20}{words[0]:<10}{words[1]:<10}{version:<10}{told}\n".encode())


def _play(script: Path, find_game: FindGame) -> PlayedScript:
    try:
        text = script.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ScriptError("no_file", file=str(script), reason=reason) from error
    return play_script(text, find_game)


def _need_viewer(played: PlayedScript, viewer: str, *others: str) -> None:
    known = [*played.history.table.seats, *others]
    if viewer not in known:
        raise ScriptError("no_viewer", viewer=viewer, known=list(known))


def _trace(played: PlayedScript, viewer: str | None) -> None:
    eyes = viewer or played.history.table.gm() or next(iter(played.history.table.seats))
    lines = played.history.log(eyes)
    for number, command in enumerate(played.commands):
        print(f"{number} {kind_of(command)} ({command.seat})", file=sys.stderr)
        for line in lines:
            if line.entry == number + 1:
                print(f"    {say(line.message)}  {' '.join(line.rules)}".rstrip(), file=sys.stderr)
        if played.stopped is not None and number == played.stopped[0]:
            print(f"    {played.stopped[1].text}  {' '.join(played.stopped[1].rules)}".rstrip(), file=sys.stderr)
            return


def _print(data: bytes) -> None:
    """Print bytes as they are, so that the answer is the same on every machine."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _parser() -> argparse.ArgumentParser:
    def words(key: str, **params: Json) -> str:
        return say(Message(key=f"command_line.{key}", params=params))

    parser = argparse.ArgumentParser(prog="python -m engine", description=words("about"))
    folders: dict[str, Any] = {"metavar": "FOLDER", "type": Path, "action": "append", "help": words("games_folder")}
    parser.add_argument("--games", default=[], **folders)
    games_too = argparse.ArgumentParser(add_help=False)
    games_too.add_argument("--games", dest="more_games", default=argparse.SUPPRESS, **folders)
    tasks = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    tasks.add_parser("rulesets", help=words("rulesets"), parents=[games_too])
    tasks.add_parser("games", help=words("games"), parents=[games_too])
    commands = tasks.add_parser("commands", help=words("commands"), parents=[games_too])
    commands.add_argument("ruleset", metavar="RULESET", help=words("ruleset"))
    commands.add_argument("--json", action="store_true", help=words("json"))
    play = tasks.add_parser("play", help=words("play"), parents=[games_too])
    play.add_argument("script", metavar="SCRIPT.json", type=Path, help=words("script"))
    play.add_argument("--viewer", metavar="SEAT", help=words("viewer"))
    play.add_argument("--trace", action="store_true", help=words("trace"))
    offers = tasks.add_parser("offers", help=words("offers"), parents=[games_too])
    offers.add_argument("script", metavar="SCRIPT.json", type=Path, help=words("script"))
    offers.add_argument("--seat", metavar="SEAT", required=True, help=words("seat"))
    offers.add_argument("--viewer", metavar="SEAT", help=words("viewer_of_offers"))
    odds = tasks.add_parser("odds", help=words("odds"), parents=[games_too])
    odds.add_argument("script", metavar="SCRIPT.json", type=Path, help=words("script"))
    odds.add_argument("--seat", metavar="SEAT", required=True, help=words("seat"))
    odds.add_argument("--viewer", metavar="SEAT", help=words("viewer_of_offers"))
    odds.add_argument("--json", action="store_true", help=words("json_odds"))
    check = tasks.add_parser("check-game", help=words("check_game"))
    check.add_argument("folder", metavar="FOLDER", type=Path, help=words("game_folder"))
    check.add_argument("--commands", metavar="N", type=int, default=500, help=words("check_commands"))
    check.add_argument("--seed", metavar="SEED", type=int, default=0, help=words("check_seed"))
    check.add_argument("--seconds", metavar="N", type=int, default=600, help=words("check_seconds"))
    tasks.add_parser("character-schema", help=words("character_schema"))
    new = tasks.add_parser("new-game", help=words("new_game"))
    new.add_argument("name", metavar="NAME", help=words("new_game_name"))
    simulate = tasks.add_parser("simulate", help=words("simulate"), parents=[games_too])
    simulate.add_argument("script", metavar="SCRIPT.json", type=Path, help=words("script"))
    simulate.add_argument("--fights", "--times", metavar="N", type=int, default=100, help=words("fights"))
    simulate.add_argument("--seed", metavar="SEED", type=int, default=0, help=words("seed"))
    simulate.add_argument("--within", metavar="POINTS", type=int, help=words("within"))
    simulate.add_argument("--sensitivity", action="store_true", help=words("sensitivity"))
    simulate.add_argument("--workers", metavar="N", type=int, default=0, help=words("workers"))
    simulate.add_argument("--json", action="store_true", help=words("simulate_json"))
    simulate.add_argument("--tactic", metavar="SIDE=TACTIC", action="append", default=[], help=words("tactic"))
    simulate.add_argument("--ally", metavar="ACTOR", action="append", default=[], help=words("ally"))
    tasks.add_parser("tactics", help=words("tactics"))
    return parser


if __name__ == "__main__":
    sys.exit(main(games_folder=user_games_folder()))
