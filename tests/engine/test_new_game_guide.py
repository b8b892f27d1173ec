"""The guide to a new game, followed from an empty folder: it makes the example, and the example conforms."""

from __future__ import annotations

import doctest
import re
import shutil
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.kit.trial_table import TrialTable
from engine.rulesets.game_archive import install_game, read_game_archive
from engine.rulesets.loader import game_of
from tests.engine.rulesets.game_folders import games_folder

DOCS = Path(__file__).parents[2] / "engine" / "docs"
GUIDE = (DOCS / "new-game.md").read_text(encoding="utf-8")
EXAMPLE = DOCS / "examples" / "high_card"
NAMED = r"(?:^(?P<place>At the end of |In |)`(?P<path>[\w/.]+)`:\n\n)?"
BLOCK = re.compile(NAMED + r"^```(?P<language>\w+)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
LINES = 250
"""The lines of Python that the game may have."""


def change(text: str, hunk: str) -> str:
    """Return a text after one part of a diff: lines that stay, that go (`-`) and that come (`+`)."""
    lines = hunk.rstrip("\n").split("\n")
    old = "\n".join(line[1:] for line in lines if not line.startswith("+"))
    new = "\n".join(line[1:] for line in lines if not line.startswith("-"))
    assert text.count(old) == 1, f"found {text.count(old)} times: {old}"
    return text.replace(old, new)


def follow(block: re.Match[str], folder: Path) -> None:
    """Do with a file what the guide says."""
    path, code = folder / block["path"], block["code"]
    if block["language"] == "diff":
        text = path.read_text(encoding="utf-8")
        for hunk in re.split(r"^@@\n", code, flags=re.M):
            text = change(text, hunk)
    elif block["place"]:
        gap = "\n" if path.suffix == ".toml" or code.startswith(" ") else "\n\n"
        text = path.read_text(encoding="utf-8") + gap + code
    else:
        assert not path.exists(), path
        path.parent.mkdir(parents=True, exist_ok=True)
        text = code
    path.write_text(text, encoding="utf-8")


def run(block: re.Match[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Run a command of the guide, and compare what is printed with what the reader is shown."""
    command, *shown = block["code"].rstrip("\n").split("\n")
    assert command.startswith("$ python -m engine ")
    assert main(command.removeprefix("$ python -m engine ").split()) == 0
    out, err = capsys.readouterr()
    printed = iter(f"{err}{out}".split("\n"))
    for line in shown:
        assert line == "…" or line in printed, f"{command} does not print: {line}"


@pytest.fixture
def high_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the game, in the folder where the commands are typed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "high_card").mkdir()
    return tmp_path / "high_card"


def texts_in(folder: Path) -> dict[str, str]:
    """Return the texts of a game folder by path, without what Python compiles from them."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.*")
        if path.suffix in {".py", ".toml", ".json"}
    }


def test_whoever_follows_the_guide_has_the_example(high_card: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps = 0
    for block in BLOCK.finditer(GUIDE):
        if block["path"]:
            follow(block, high_card)
            steps += 1
        elif block["language"] == "console":
            with games_folder(high_card.parent / "nothing"):  # each command is a process of its own
                run(block, capsys)
    assert steps > 20
    assert texts_in(high_card) == texts_in(EXAMPLE)


def test_the_zip_of_the_guide_can_be_installed(tmp_path: Path) -> None:
    archive = Path(shutil.make_archive(str(tmp_path / "high_card"), "zip", EXAMPLE.parent, "high_card"))
    install_game(read_game_archive(archive), tmp_path / "games")
    with games_folder(tmp_path / "games"):
        assert TrialTable(game_of("high_card"), "ann", "bob").offers("ann") == ("deal",)


def test_the_examples_of_the_recipes_are_true() -> None:
    result = doctest.testfile(str(DOCS / "game-recipes.md"), module_relative=False, optionflags=doctest.REPORT_NDIFF)
    assert result.attempted > 15
    assert result.failed == 0


def test_the_game_is_small() -> None:
    code = [line for path in (EXAMPLE / "high_card").glob("*.py") for line in path.read_text("utf-8").splitlines()]
    assert len(code) <= LINES
