"""A caught exception that is kept as a value has no traceback (`without_traceback`).

A traceback refers to each function on the way, and each of these to its callers: whatever they hold stays alive until
the next garbage collection. Among it may be the item of a list that Qt has deleted, and a widget that gets the same
address then ends the program when it goes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RAISED_AGAIN = {
    "vtt/shell/campaigns/installed_games.py": "by the thread that waits for the import",
    "vtt/shell/first_window.py": "by the start of the program",
    "vtt/storage/campaign_database.py": "as the error of a campaign",
    "vtt/widgets/tasks/task_runner.py": "by the thread of the window",
}
"""Files that keep an exception in order to raise it, and where."""
KEEPING = (
    ast.AnnAssign,
    ast.Assign,
    ast.BoolOp,
    ast.Dict,
    ast.IfExp,
    ast.List,
    ast.NamedExpr,
    ast.Return,
    ast.Set,
    ast.Tuple,
    ast.Yield,
    ast.keyword,
)
"""Parts of a program that keep what stands directly in them, or hand it over."""


def kept_exceptions(tree: ast.AST) -> Iterator[int]:
    """Yield the line of each exception that a handler keeps as it is."""
    for handler in ast.walk(tree):
        if not isinstance(handler, ast.ExceptHandler) or handler.name is None:
            continue
        for part in ast.walk(handler):
            is_adding = (
                isinstance(part, ast.Call)
                and isinstance(part.func, ast.Attribute)
                and part.func.attr in ("add", "append", "appendleft", "put")
            )
            for inside in ast.iter_child_nodes(part):
                is_kept = is_adding or isinstance(part, KEEPING)
                if is_kept and isinstance(inside, ast.Name) and inside.id == handler.name:
                    yield inside.lineno


@pytest.mark.parametrize("package", ["engine", "packaging", "vtt"])
def test_a_kept_exception_has_no_traceback(package: str) -> None:
    files = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in (ROOT / package).rglob("*.py")}
    # Most modules handle nothing, and need not be parsed.
    kept = {name: list(kept_exceptions(ast.parse(text))) for name, text in files.items() if "except" in text}
    assert {name: lines for name, lines in kept.items() if lines and name not in RAISED_AGAIN} == {}
    assert {name for name in RAISED_AGAIN if name in files and not kept.get(name)} == set(), "these keep none any more"
