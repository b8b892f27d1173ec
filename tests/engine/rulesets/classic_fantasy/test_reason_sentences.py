"""Every reason in a calculation has a sentence, which uses only parameters that the reason has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.messages.texts import say, texts
from engine.rulesets import classic_fantasy
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier
from tests.engine.keys import fields_of

FOLDER = Path(classic_fantasy.__path__[0])
GIVEN = {"D100Step": {"value"}, "DifficultyModifier": {"grade", "harder", "easier"}}
TABLE = {"D100Step": "d100.part.", "DifficultyModifier": "d100.bearing."}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def made() -> Iterator[tuple[str, str, set[str] | None]]:
    """Find each D100Step and DifficultyModifier with a literal reason: class, reason, and readable params."""
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GIVEN):
                continue
            said = {keyword.arg: keyword.value for keyword in node.keywords}
            reason, params = said.get("reason"), said.get("params", ast.Dict(keys=[], values=[]))
            if isinstance(reason, ast.Constant):
                names = (
                    {str(key.value) for key in params.keys if isinstance(key, ast.Constant)}
                    if isinstance(params, ast.Dict)
                    else None
                )
                yield node.func.id, str(reason.value), names


@pytest.mark.parametrize(("kind", "reason", "params"), tuple(made()))
def test_a_reason_has_a_sentence_with_its_parameters(kind: str, reason: str, params: set[str] | None) -> None:
    sentence = texts().get(TABLE[kind] + reason)
    assert sentence is not None
    assert params is None or fields_of(sentence) <= GIVEN[kind] | params


def test_a_grade_that_is_a_floor_is_called_so_but_at_the_seat_of_its_character() -> None:
    for reason in ("fatigue", "prone"):
        floor = DifficultyModifier(reason=reason, grade="Hard")
        short = say(floor.penalty_words)
        assert short.startswith("Hard (")
        assert say(floor.words) == f"At least {short}"


def patterns() -> Iterator[str]:
    """Yield all possible reasons of the calculations: every word in them, and every word with gaps as a pattern."""
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(tree_of(path)):
            match node:
                case ast.Constant(value=str(text)):
                    yield re.escape(text)
                case ast.JoinedStr(values=[ast.Constant(value=str(first)), *rest]):
                    gaps = (re.escape(str(one.value)) if isinstance(one, ast.Constant) else ".+" for one in rest)
                    yield re.escape(first) + "".join(gaps)
                case _:
                    pass


def test_no_sentence_is_left_that_no_reason_uses() -> None:
    known = re.compile("|".join(set(patterns())))
    told = [key.removeprefix(table) for key in texts() for table in TABLE.values() if key.startswith(table)]
    assert [reason for reason in told if not known.fullmatch(reason)] == []
