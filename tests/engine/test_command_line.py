"""`python -m engine`: what is printed where, and with which status."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.__main__ import NOT_READ, main
from engine.asset_folder import game_folder
from engine.presentation.game import Game
from engine.presentation.scripts.command_reference import command_schemas
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.laid import TINY
from tests.engine.presentation.test_script import BASE, DUEL, find

GAMES = [TINY, *map(game_of, ruleset_ids())]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "duel.json"
    path.write_bytes(msgspec.json.encode({**BASE, "commands": DUEL}))
    return path


def run(capsysbinary: pytest.CaptureFixture[bytes], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments, find, {"tiny": "a duel with cards, chips, wounds and a clock"})
    out, err = capsysbinary.readouterr()
    return status, out.decode(), err.decode()


def test_play_prints_one_document_and_the_trace_apart(script: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    status, out, err = run(capsysbinary, "play", str(script), "--viewer", "eve", "--trace")
    assert status == 0
    assert msgspec.json.decode(out)["view"]["viewer"] == "eve"
    assert out.endswith("}\n")
    assert "2 lay (tom)\n    Tom lays a card  TN-3\n" in err
    assert "You lay 8♥" not in err, "the trace obeys the viewer"


def test_a_refused_command_ends_with_status_2_and_a_document(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(msgspec.json.encode({**BASE, "commands": DUEL[1:2]}))
    status, out, err = run(capsysbinary, "play", str(path), "--trace")
    assert status == 2
    assert msgspec.json.decode(out)["error"]["key"] == "refused.no_bout"
    assert "There is no bout." in err


@pytest.mark.parametrize("content", [b"{", b'{"ruleset": "chess", "seats": [{"id": "a"}]}', None])
def test_what_cannot_be_read_is_one_sentence(
    content: bytes | None, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "s.json"
    if content is not None:
        path.write_bytes(content)
    status, out, err = run(capsysbinary, "play", str(path))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "Traceback" not in err


def test_ctrl_c_is_one_sentence(script: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    def interrupted(_ruleset: str) -> Game:
        raise KeyboardInterrupt

    assert main(("simulate", str(script)), interrupted) == 130
    assert capsysbinary.readouterr() == (b"", b"Stopped before the end, so there is no result.\n")


def test_a_reader_who_has_enough_is_no_trouble() -> None:
    """`python -m engine commands … | head -1`."""
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(
        [sys.executable, "-m", "engine", "commands", "imaginality"],
        check=False,
        stdout=writes,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writes)
    assert (done.returncode, done.stderr) == (NOT_READ, "")


def test_a_viewer_who_is_not_there_is_named(script: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    status, out, err = run(capsysbinary, "play", str(script), "--viewer", "kit")
    assert (status, out) == (2, "")
    assert err == "There is no viewer “kit”. The viewers are: gm, tom, eve, shared, print.\n"


def test_offers_are_listed_for_a_seat(script: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    status, out, _ = run(capsysbinary, "offers", str(script), "--seat", "tom")
    assert status == 0
    assert "challenge:tor" in [offer["name"] for offer in msgspec.json.decode(out)["offers"]]


FORD = game_folder("card_the_drawing") / "demo.json"


def test_offers_say_no_more_than_their_viewer_may_know(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    seats = [{"id": "gm", "role": "gm"}, {"id": "tom"}]
    actors = [{"id": "rex", "seat": "tom"}, {"id": "nyx", "seat": "gm", "secret": True}]
    path = tmp_path / "s.json"
    path.write_bytes(msgspec.json.encode({"ruleset": "imaginality", "seats": seats, "actors": actors}))

    def offers(*viewer: str) -> tuple[int, str, str]:
        status = main(["offers", str(path), "--seat", "gm", *viewer])
        out, err = capsysbinary.readouterr()
        return status, out.decode(), err.decode()

    assert offers() == offers("--viewer", "gm")
    assert '"nyx"' in offers()[1]
    for viewer in ("tom", "shared", "print"):
        status, out, _ = offers("--viewer", viewer)
        assert (status, '"nyx"' in out, '"rex"' in out) == (0, False, True)
    status, out, err = offers("--viewer", "kit")
    assert (status, out, err.startswith("There is no viewer “kit”")) == (2, "", True)


def test_an_old_name_of_a_switch_still_does(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    for switch in ("--fights", "--times"):
        assert main(["simulate", str(FORD), switch, "0"]) == 2
        assert b"1 to" in capsysbinary.readouterr().err, "the number was read, and is too small"


def test_every_game_has_a_name_on_the_command_line(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["rulesets"]) == 0
    lines = [line.split(maxsplit=2) for line in capsysbinary.readouterr().out.decode().splitlines()]
    assert [(game, origin) for game, origin, _ in lines] == [(game, "bundled") for game in ruleset_ids()]
    assert not [told for _, _, told in lines if told.startswith("ruleset.")], "a key stands where a sentence belongs"


def test_games_and_commands_are_listed(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert (
        run(capsysbinary, "rulesets")[1]
        == "tiny                bundled   a duel with cards, chips, wounds and a clock\n"
    )
    text = run(capsysbinary, "commands", "tiny")[1]
    assert "lay: Lay a card face down.\n    seat: string – who asks\n" in text
    assert "    rules: TN-3, TN-5, TN-6, TN-7\n" in text
    told = msgspec.json.decode(run(capsysbinary, "commands", "tiny", "--json")[1])
    assert told["$defs"]["Lay"]["rules"] == ["TN-3", "TN-5", "TN-6", "TN-7"]
    assert told["start"]["chips"]["pot"] == {"white": 20, "blue": 10, "red": 5}
    assert told["start"]["tracks"]["Health"]["most"] == 5
    assert run(capsysbinary, "commands", "chess")[0] == 2


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.ruleset.id)
def test_every_field_of_every_command_says_what_it_means(game: Game) -> None:
    definitions = msgspec.json.decode(msgspec.json.encode(command_schemas(game)))["$defs"]
    silent = [
        f"{command.__name__}.{name}"
        for command in game.commands.values()
        for name, field in definitions[command.__name__]["properties"].items()
        if name != "kind" and not field.get("description")
    ]
    assert not silent
    assert all(definitions[command.__name__]["description"] for command in game.commands.values())


def test_the_answer_is_byte_for_byte_the_same_for_every_hash_seed(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    seats = [{"id": name} for name in ("gm", "tom", "eve", "kit")]
    path.write_bytes(
        msgspec.json.encode({"ruleset": ruleset_ids()[0], "seats": [seats[0] | {"role": "gm"}, *seats[1:]]})
    )
    answers = {
        subprocess.run(
            [sys.executable, "-m", "engine", "play", str(path)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).resolve().parents[2],
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(answers) == 1


def test_odds_are_those_of_the_game_for_people_and_for_programs(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """A player reads the chances of the own offers, and none that need numbers of a secret character."""
    script: dict[str, Any] = {
        "ruleset": "classic_fantasy",
        "seats": [{"id": "gm", "name": "Ada", "role": "gm"}, {"id": "tom", "name": "Tom", "role": "player"}],
        "actors": [
            {"id": "ana", "seat": "tom", "sheet": {"skills": [{"name": "Brawn", "total": 40}]}},
            {"id": "orc", "seat": "gm", "sheet": {"skills": [{"name": "Brawn", "total": 70}]}},
        ],
        "commands": [
            {
                "kind": "roll_contest",
                "seat": "tom",
                "actor": "ana",
                "skill": "Brawn",
                "other": "orc",
                "other_skill": "Brawn",
            }
        ],
    }
    path = tmp_path / "contest.json"
    path.write_bytes(msgspec.json.encode(script))

    def odds(*more: str) -> str:
        assert main(["odds", str(path), "--seat", "tom", *more]) == 0
        return capsysbinary.readouterr().out.decode()

    [throw] = msgspec.json.decode(odds("--json"))["odds"]
    assert throw["name"] == "d100_throw"
    outcomes = {one["name"]: Fraction(one["chance"]) for one in throw["distributions"][0]["outcomes"]}
    assert {*outcomes} == {"acting", "resisting", "neither"}
    assert outcomes["neither"] == Fraction(60, 100) * Fraction(30, 100)
    assert throw["shown"] == f"{round(outcomes['acting'] * 100)} %"
    assert odds().splitlines()[0] == f"{throw['label']}: {throw['shown']}"
    hide = {"kind": "edit_actor", "seat": "gm", "actor": "orc", "secret": True}
    path.write_bytes(msgspec.json.encode({**script, "commands": [*script["commands"], hide]}))
    assert (odds(), msgspec.json.decode(odds("--json"))["odds"]) == ("", [])
    assert "d100" not in odds("--viewer", "print")
    assert msgspec.json.decode(odds("--viewer", "gm", "--json"))["odds"] == [throw]
