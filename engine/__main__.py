"""The engine without a window: `python -m engine rulesets | commands | play | offers | simulate`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.play.answer import answer, offers_answer, written
from engine.play.catalogue import catalogue, catalogue_text
from engine.play.commands import kind_of
from engine.play.refusal import Refused
from engine.play.script import FindGame, Played, Unfit, play_script
from engine.play.sight import PRINT, SHARED
from engine.play.words import Message, say
from engine.rulesets.registry import game_of, pilot_of, ruleset_ids
from engine.simulate.scripted import simulate_script, simulation_answer
from engine.table.frozen import Json

REFUSED = 2


def main(
    arguments: Sequence[str] | None = None, find_game: FindGame = game_of, known: Sequence[str] | None = None
) -> int:
    """Do what the command line asks and return the exit status; the games can be others than the registered ones."""
    asked = _parser().parse_args(arguments)
    try:
        match asked.task:
            case "rulesets":
                origin = say(Message(key="command_line.bundled"))
                for ruleset in ruleset_ids() if known is None else known:
                    _print(f"{ruleset:<20}{origin:<10}{say(Message(key=f'ruleset.{ruleset}'))}\n".encode())
                return 0
            case "commands":
                game = find_game(asked.ruleset)
                _print(written(catalogue(game)) if asked.json else catalogue_text(game).encode())
                return 0
            case "play":
                played = _play(asked.script, find_game)
                if asked.viewer is not None:
                    _need_viewer(played, asked.viewer, SHARED, PRINT)
                if asked.trace:
                    _trace(played, asked.viewer)
                _print(written(answer(played, asked.viewer)))
            case "simulate":
                played = _play(asked.script, find_game)
                if played.stopped is not None:
                    _print(written(answer(played)))
                else:
                    tally = simulate_script(played, pilot_of, asked.fights, asked.seed)
                    _print(written(simulation_answer(tally)))
            case _:
                played = _play(asked.script, find_game)
                _need_viewer(played, asked.seat)
                if asked.viewer is not None:
                    _need_viewer(played, asked.viewer, SHARED, PRINT)
                _print(written(offers_answer(played, asked.seat, asked.viewer)))
    except (Unfit, Refused) as error:
        print(re.sub(r"\s+", " ", str(error)), file=sys.stderr)
        return REFUSED
    return REFUSED if played.stopped else 0


def _play(script: Path, find_game: FindGame) -> Played:
    try:
        text = script.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Unfit("no_file", file=str(script), reason=reason) from error
    return play_script(text, find_game)


def _need_viewer(played: Played, viewer: str, *others: str) -> None:
    known = [*played.timeline.table.seats, *others]
    if viewer not in known:
        raise Unfit("no_viewer", viewer=viewer, known=list(known))


def _trace(played: Played, viewer: str | None) -> None:
    eyes = viewer or played.timeline.table.gm() or next(iter(played.timeline.table.seats))
    lines = played.timeline.log(eyes)
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
    tasks = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    tasks.add_parser("rulesets", help=words("rulesets"))
    commands = tasks.add_parser("commands", help=words("commands"))
    commands.add_argument("ruleset", metavar="RULESET", help=words("ruleset"))
    commands.add_argument("--json", action="store_true", help=words("json"))
    play = tasks.add_parser("play", help=words("play"))
    play.add_argument("script", metavar="SCRIPT.json", type=Path, help=words("script"))
    play.add_argument("--viewer", metavar="SEAT", help=words("viewer"))
    play.add_argument("--trace", action="store_true", help=words("trace"))
    offers = tasks.add_parser("offers", help=words("offers"))
    offers.add_argument("script", metavar="SCRIPT.json", type=Path, help=words("script"))
    offers.add_argument("--seat", metavar="SEAT", required=True, help=words("seat"))
    offers.add_argument("--viewer", metavar="SEAT", help=words("viewer_of_offers"))
    simulate = tasks.add_parser("simulate", help=words("simulate"))
    simulate.add_argument("script", metavar="SCRIPT.json", type=Path, help=words("script"))
    simulate.add_argument("--fights", "--times", metavar="N", type=int, default=100, help=words("fights"))
    simulate.add_argument("--seed", metavar="SEED", type=int, default=0, help=words("seed"))
    return parser


if __name__ == "__main__":
    sys.exit(main())
