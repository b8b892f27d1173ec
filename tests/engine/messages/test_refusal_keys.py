"""Every refusal is raised by a test that asserts its key: no two refusals hide behind one rule's number."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from engine.messages.texts import texts
from tests.engine.keys import modules

ROOT = Path(__file__).parents[3]
PREFIX = "refused."
IN_VECTORS = re.compile(r'refused\.([a-z]\w*(?:\.\w+)?)|\brefused"?\s*[=:]\s*"([a-z]\w*)"')
"""The refusal keys in the vectors of a game."""


def _words(code: str) -> frozenset[str]:
    nodes = ast.walk(ast.parse(code))
    return frozenset(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


@cache
def asserted_keys() -> frozenset[str]:
    """Return the keys that tests name: in full, bare in a file that asks `why` or knows the prefix, or in a vector."""
    found: set[str] = set()
    for path in (*(ROOT / "tests").rglob("*.toml"), *(ROOT / "tests").rglob("vectors*.json")):
        found |= {full or bare for full, bare in IN_VECTORS.findall(path.read_text(encoding="utf-8"))}
    for path in (ROOT / "tests").rglob("*.py"):
        code = path.read_text(encoding="utf-8")
        if PREFIX in code or "why(" in code:
            words = _words(code)
            bare = PREFIX in words or "why(" in code
            found |= {word.removeprefix(PREFIX) for word in words if bare or word.startswith(PREFIX)}
    return frozenset(found)


def refusal_keys() -> frozenset[str]:
    """Return the keys of all sentences that say why something may not be done."""
    return frozenset(key.removeprefix(PREFIX) for key in texts() if key.startswith(PREFIX))


@cache
def raised_keys() -> dict[str, str]:
    """Return the keys that the engine and the window raise in plain words, each with a place where they do."""
    found: dict[str, str] = {}
    for path in (*modules(), *(ROOT / "vtt").rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(code)) if "Refused" in code or "needed" in code else ():
            match node:
                case (
                    ast.Call(func=ast.Name(id="Refused"), args=[ast.Constant(value=str(key)), *_])
                    | ast.Call(func=ast.Name(id="needed"), args=[_, ast.Constant(value=str(key)), *_])
                ):
                    found[key] = f"{path.relative_to(ROOT)}:{node.lineno}"
    return found


def test_every_refusal_is_asserted_by_its_key() -> None:
    missing = {key: where for key, where in raised_keys().items() if key not in asserted_keys()}
    missing |= dict.fromkeys(refusal_keys() - asserted_keys() - missing.keys(), "assets/texts")
    assert missing == {}


def test_every_refusal_has_a_sentence() -> None:
    assert {key: where for key, where in raised_keys().items() if key not in refusal_keys()} == {}
