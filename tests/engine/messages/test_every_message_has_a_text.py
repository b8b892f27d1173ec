"""Every message of the engine has its sentence, and the sentence gets its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.messages.texts import read_game_texts, texts
from tests.engine.keys import ENGINE, LOG_LINES, Said, fields_of, said_in, sources

EXAMPLES = tuple(sorted(path.parent for path in (ENGINE / "docs" / "examples").glob("*/game.toml")))
FILES = tuple(path.relative_to(ENGINE).as_posix() for path in sources())


def test_the_scan_sees_the_source() -> None:
    assert {"core/manual_moves/card_moves.py", "core/commands.py", "core/game_options.py", "rulesets/loader.py"} <= {
        *FILES
    }
    assert len(tuple(said_in(ENGINE / "core/manual_moves/card_moves.py"))) > 15


@pytest.mark.parametrize("function", LOG_LINES)
def test_the_functions_that_write_log_lines_are_called_so(function: str) -> None:
    assert any(f" {function}(" in (ENGINE / path).read_text(encoding="utf-8") for path in FILES)


@pytest.mark.parametrize("path", FILES)
def test_every_message_has_a_sentence_with_its_parameters(path: str) -> None:
    faults = [fault for said in said_in(ENGINE / path) if (fault := _fault(said, texts())) is not None]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda folder: folder.name)
def test_every_message_of_an_example_has_a_sentence_with_its_parameters(folder: Path) -> None:
    known = {**texts(), **read_game_texts(folder)}
    found = [said for path in sorted(folder.rglob("*.py")) for said in said_in(path)]
    faults = [fault for said in found if (fault := _fault(said, known)) is not None]
    assert not faults, "\n".join(faults)


def _fault(said: Said, known: Mapping[str, str]) -> str | None:
    templates = said.among(known)
    if not templates:
        return f"{said.place}: no sentence for {said.key}"
    if said.params is None or said.open:
        return None
    missing = {name for text in templates for name in fields_of(text)} - said.params
    return f"{said.place}: {said.key} does not say {sorted(missing)}" if missing else None
