"""Lists the texts whose key nothing can make: `python -m tests.engine.messages.unused_texts`.

A key counts as used if its end, from some dot on, is written in a source file or a data file: as a string, as the name
of a class in small letters (a command's kind), or as an f-string with some letters behind its last dot. An
explanation is used if its offer is.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.asset_folder import ASSETS
from engine.messages.texts import texts

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ("engine", "vtt", "packaging")
FAMILIES = {
    "d100.wound.": "kind and end of a consequence",
    "d100.preview.": "number of events, and whether dice decide",
    "drawing.reading.change.tags_": "operation on tags",
    "glimpse.contest_": "whether the contest has a name of its own",
    "panels.telling.": "kind of the hint",
    "table.zone.": "kind of a zone and its rest",
    "zone.": "kind of a zone and its rest",
}
"""Beginnings of keys whose end is made of two names."""
STORED = {"log.overruled", "log.d100_again", "log.d100_renamed", "log.d100_rolled_again", "log.encounter_renamed"}
"""Texts of log lines that only older files hold."""
_OPTIONAL = re.compile(r"\([^|]*\|\)|\(\|[^)]*\)")
LEAST_LETTERS = 2
"""Letters that a pattern must have of its own, so that it does not match everything."""


@cache
def written_words() -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the words of all source and data files, and what their f-strings can make."""
    words, patterns = set(_words_of_data()), set[str]()
    for folder in SOURCES:
        for path in (ROOT / folder).rglob("*.py"):
            _scan(ast.parse(path.read_text(encoding="utf-8")), words, patterns)
    return frozenset(words), re.compile("|".join(sorted(patterns)))


def unused_texts() -> list[str]:
    """Return the keys that nothing can make."""
    words, made = written_words()
    others = [key for key in sorted(texts()) if key not in STORED and not key.startswith(tuple(FAMILIES))]
    return [key for key in others if not any(end in words or made.fullmatch(end) for end in _ends(key))]


def _ends(key: str) -> Iterator[str]:
    parts = key.replace("explain.", "offer.").split(".")
    return (".".join(parts[at:]) for at in range(len(parts)))


def _scan(tree: ast.Module, words: set[str], patterns: set[str]) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.add(node.value)
        elif isinstance(node, ast.ClassDef):
            words.add(re.sub(r"(?<!^)(?=[A-Z])", "_", node.name).lower())
        elif isinstance(node, ast.arg | ast.keyword) and node.arg:
            words.add(node.arg)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            words.add(node.target.id)
        elif isinstance(node, ast.JoinedStr):
            whole = "".join(map(_pattern, node.values))
            for pattern in (whole, whole.partition(":")[0]):  # the name of an offer goes on after a colon
                always = _OPTIONAL.sub("", pattern.rpartition("\\.")[2])
                if sum(map(str.isalnum, always)) >= LEAST_LETTERS:
                    patterns.add(pattern)


def _pattern(part: ast.expr) -> str:
    """Return what a part of an f-string can be: itself, one of two words, or anything."""
    if isinstance(part, ast.Constant):
        return re.escape(str(part.value))
    value = part.value if isinstance(part, ast.FormattedValue) else part
    if isinstance(value, ast.IfExp):
        return f"({_pattern(value.body)}|{_pattern(value.orelse)})"
    return ".+"


def _words_of_data() -> Iterator[str]:
    for path in ASSETS.rglob("*"):
        if "texts" in path.parts:
            continue
        if path.suffix == ".toml":
            yield from _strings(tomllib.loads(path.read_text(encoding="utf-8")))
        elif path.suffix == ".json":
            yield from _strings(json.loads(path.read_bytes()))


def _strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from (key, *_strings(value))
    elif isinstance(data, list):
        for value in data:
            yield from _strings(value)


if __name__ == "__main__":
    print(*unused_texts(), sep="\n")
