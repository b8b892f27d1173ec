"""`python -m engine new-game` and `check-game`: a skeleton that runs, and reports that people understand."""

from __future__ import annotations

import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.asset_folder import ASSETS
from engine.command_line.new_game import new_game
from engine.messages.refusal import Refused
from tests.engine.rulesets.game_folders import games_folder

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    with games_folder(tmp_path / "games"):
        yield


def written(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_new_game_conforms_and_passes_its_own_test(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", "Dragon Race"]) == 0
    assert "dragon_race" in capsys.readouterr().out
    assert written(Path("dragon_race")) == {
        "game.toml",
        "ruleset.toml",
        "demo.json",
        "dragon_race/ruleset.py",
        "sheets/hero.toml",
        "texts/en/dragon_race.toml",
        "tests/test_dragon_race.py",
    }
    assert 'name = "Dragon Race"' in Path("dragon_race/game.toml").read_text()
    assert main(["check-game", "dragon_race", "--commands", "60"]) == 0
    out = capsys.readouterr().out
    assert "The bot played 72 commands." in out
    assert "never offered" not in out
    assert out.endswith("Dragon Race passes all tests.\n")
    tests = runpy.run_path("dragon_race/tests/test_dragon_race.py")
    tests["test_a_player_draws_until_the_hand_is_full"]()


def test_the_skeleton_has_no_leftovers_of_python() -> None:
    assert all(path.suffix in {".toml", ".py", ".json"} for path in (ASSETS / "new_game").rglob("*.*"))


@pytest.mark.parametrize("name", ["", "…", "7th Sea", "Imaginality", "a" * 41])
def test_a_name_without_an_id_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", name]) == 2
    assert "cannot be the name of a new game" in capsys.readouterr().err
    assert written(Path()) == set()


@pytest.mark.parametrize(("name", "id_"), [("True", "true"), ("Table", "table"), ("Manual Game", "manual_game")])
def test_a_name_that_the_skeleton_uses_makes_a_game_that_runs(name: str, id_: str) -> None:
    assert main(["new-game", name]) == 0
    assert main(["check-game", id_, "--commands", "10"]) == 0


def test_the_texts_of_a_table_without_characters_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    main(["new-game", "Dragon Race"])
    rules = Path("dragon_race/dragon_race/ruleset.py")
    code = rules.read_text(encoding="utf-8")
    verify = 'and there is a card to draw."""\n'
    assert verify in code
    alone = '        if not table.actors:\n            raise Refused("nobody_draws")\n'
    rules.write_text(code.replace(verify, verify + alone), encoding="utf-8")
    assert main(["check-game", "dragon_race", "--commands", "40"]) == 1
    assert "“refused.nobody_draws” has no text" in capsys.readouterr().out


def test_nothing_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", "dragon_race"]) == 0
    assert main(["new-game", "Dragon Race"]) == 2
    assert "already exists" in capsys.readouterr().err
    for name, key in (("Dragon Race", "refused.new_game_exists"), ("7th Sea", "refused.new_game_name")):
        with pytest.raises(Refused) as refused:
            new_game(name, Path())
        assert refused.value.message.key == key


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("dragon_race/ruleset.py", "hand_of(self.seat), 1", "hand_of(self.seat), 1 // 0", "ZeroDivisionError"),
        ("dragon_race/ruleset.py", "moves = (DrawOne,)", "moves = ()", "DrawOne is used, but not listed in “moves”"),
        ("texts/en/dragon_race.toml", "draws_one", "draws_two", "“log.draws_one” has no text"),
        ("sheets/hero.toml", 'count = "3"', 'count = "("', "sheet “hero”"),
        ("sheets/hero.toml", "track:Hit points", "track:Hit point", "bound to the track “Hit point”"),
        ("texts/en/dragon_race.toml", 'draws_one = "', 'draws_one = "{number} ', "needs number"),
        ("game.toml", "dragon_race.ruleset", "dragon_race.rules", "cannot be loaded"),
        ("game.toml", 'name = "', 'nome = "', "has an error: “nome” is not a known key."),
        ("game.toml", 'name = "Dragon Race"', "name = 7", "has an error: name: text is needed, not a whole number."),
        ("game.toml", 'name = "Dragon Race"\n', "", "has an error: “name” is missing."),
        ("game.toml", 'id = "dragon_race"', 'id = "imaginality"', "must have the form “imaginality.ruleset:ClassName”"),
    ],
)
def test_a_fault_is_told_with_a_hint(
    file: str, old: str, new: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["new-game", "Dragon Race"])
    path = Path("dragon_race") / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert main(["check-game", "dragon_race", "--commands", "40"]) == 1
    out = capsys.readouterr().out
    assert words in out
    assert "Traceback" not in out


FLY_AWAY = """class FlyAway(DrawOne):
    def verify(self, table):
        raise Refused("nothing_to_draw")


class DragonRace("""


def test_what_nobody_is_offered_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    main(["new-game", "Dragon Race"])
    rules = Path("dragon_race/dragon_race/ruleset.py")
    code = rules.read_text(encoding="utf-8").replace("(DrawOne,)", "(DrawOne, FlyAway)")
    rules.write_text(code.replace("class DragonRace(", FLY_AWAY), encoding="utf-8")
    main(["check-game", "dragon_race", "--commands", "10"])
    assert "The bot was never offered fly_away." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("while True:\n            pass", "Stopped after 2 seconds, in dragon_race/ruleset.py, line"),
        ("import re; re.match('(a+)+$', 'a' * 64 + '!')", "dragon_race/ruleset.py"),  # lets no other thread run
    ],
)
def test_code_that_never_ends_is_stopped_and_the_place_is_said(code: str, words: str) -> None:
    main(["new-game", "Dragon Race"])
    rules = Path("dragon_race/dragon_race/ruleset.py")
    rules.write_text(f"{rules.read_text()}\n    def new_table(self, seats, options):\n        {code}\n")
    call = [sys.executable, "-m", "engine", "check-game", str(rules.parents[1].resolve()), "--seconds", "2"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert words in done.stdout + done.stderr


def test_a_demo_that_stops_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    main(["new-game", "Dragon Race"])
    draws = ",".join(['{"kind": "draw_one", "seat": "ann"}'] * 6)
    script = '{"ruleset": "dragon_race", "seats": [{"id": "ann"}], "commands": [' + draws + "]}"
    Path("dragon_race/demo.json").write_text(script, encoding="utf-8")
    assert main(["check-game", "dragon_race", "--commands", "20"]) == 1
    assert "command 6 of the demo is refused: Your hand is full. The maximum is 5 cards." in capsys.readouterr().out


def test_a_game_of_the_program_is_checked_where_it_is() -> None:
    assert main(["check-game", str(ASSETS / "rulesets" / "imaginality"), "--commands", "20"]) == 0


def test_check_game_needs_run_time_dependencies_only() -> None:
    """No test library is imported, and no window."""
    code = (
        "import sys; sys.argv = ['engine', 'check-game', 'engine/docs/examples/high_card', '--commands', '5']\n"
        "from engine.__main__ import main\n"
        "assert main() == 0\n"
        "assert not {'pytest', 'hypothesis', 'PySide6', 'sqlmodel'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)


def test_a_demo_on_which_the_code_fails_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    main(["new-game", "Dragon Race"])
    rules = Path("dragon_race/dragon_race/ruleset.py")
    rules.write_text(f"{rules.read_text()}\n    def new_table(self, seats, options):\n        1 / 0\n")
    seats = '[{"id": "ann"}, {"id": "gm", "role": "gm"}]'
    Path("dragon_race/demo.json").write_text(f'{{"ruleset": "dragon_race", "seats": {seats}, "commands": []}}')
    assert main(["check-game", "dragon_race"]) == 1
    assert "demo: the game has a fault: ZeroDivisionError" in capsys.readouterr().out
