"""The glossary holds: one name for each module and class, plain English in docstrings, places that exist."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GLOSSARY = ROOT / "engine" / "docs" / "glossary.md"
GAMES = ROOT / "engine" / "rulesets"
UNNAMED = {"__init__", "__main__"}
MOST_MODULES = 20
"""Modules in a folder at the most, besides its `__init__`."""
SPELLINGS = {"aging": "ageing", "armor": "armour", "behavior": "behaviour", "center": "centre", "color": "colour"}
SPELLINGS |= {"defense": "defence", "gray": "grey", "meter": "metre", "neighbor": "neighbour"}
PHRASES = re.compile(
    r"\b(?:whom|whoever|whomever|whereof|(?:is|are) told|stands(?! up\b|:)|lies|comes to|(?:is|are) reckoned|by hand of"
    r"|let \w+ be)\b",
    re.IGNORECASE,
)
"""Phrases that the glossary rules out."""
ROLES = {"rules": 0, "procedure": 1, "commands": 2, "offers": 3, "view": 3}
"""The roles that names of modules end with, by rank: inside a game, none imports one of a higher rank."""
QUESTION_START = re.compile(r"(?:What|Who|How|Whose)\b(?![^.\n]*\?)")
"""A docstring that begins like a question and asks none."""


def modules() -> Iterator[Path]:
    """Yield every module of the program, relative to the root."""
    for package in ("engine", "vtt"):
        yield from (path.relative_to(ROOT) for path in sorted((ROOT / package).rglob("*.py")))


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def game_of(path: Path) -> str:
    """Return the game that a module belongs to; an empty string for the shared packages."""
    if path.parts[:3] == ("engine", "docs", "examples"):
        return path.parts[3]
    return path.parts[2] if path.parts[:2] == ("engine", "rulesets") and len(path.parts) > 3 else ""


def root_of_word(word: str) -> str:
    """Return a word without its grammar and in one spelling: `harming`, `harms` and `harm` are the same."""
    word = SPELLINGS.get(word, word)
    for ending in ("ings", "ing", "ies", "ed", "es", "s", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            break
    word = re.sub(r"(.)\1$", r"\1", word)
    return word.removesuffix("e")


def listed(heading: str) -> Iterator[list[str]]:
    """Yield the cells of each row of the table below a heading of the glossary."""
    text = GLOSSARY.read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert section is not None, heading
    rows = [line for line in section[1].splitlines() if line.startswith("|")]
    yield from ([cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:])


def test_no_two_modules_differ_by_grammar_or_spelling_alone() -> None:
    names: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for path in modules():
        names[tuple(map(root_of_word, path.stem.split("_")))].add(path.stem)
    assert [sorted(same) for same in names.values() if len(same) > 1] == []


def test_a_game_has_one_module_of_a_name() -> None:
    places: dict[tuple[str, str], list[Path]] = defaultdict(list)
    for path in modules():
        if game_of(path) and path.stem not in UNNAMED:
            places[game_of(path), path.stem].append(path)
    assert [list(map(str, same)) for same in places.values() if len(same) > 1] == []


def test_no_folder_is_crowded() -> None:
    folders: dict[Path, int] = defaultdict(int)
    for path in modules():
        folders[path.parent] += path.stem != "__init__"
    assert {str(folder): count for folder, count in folders.items() if count > MOST_MODULES} == {}


def test_a_class_has_its_name_alone() -> None:
    """Within a game and the shared packages; in several games only where the glossary lists it."""
    shared: dict[str, list[str]] = defaultdict(list)
    games: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in modules():
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                (games[node.name][game_of(path)] if game_of(path) else shared[node.name]).append(str(path))
    twice = {name: places for name, places in shared.items() if len(places) > 1}
    for name, by in games.items():
        if shared[name] or any(len(same) > 1 for same in by.values()):
            twice[name] = [*shared[name], *(place for places in by.values() for place in places)]
    common = {cell.strip("`") for row in listed("Classes of several games") for cell in row[0].split(", ")}
    assert twice == {}
    assert {name: [*by] for name, by in games.items() if len(by) > 1 and name not in common} == {}
    assert sorted(name for name in common if len(games[name]) < 2) == [], "listed, but in one game only"


@pytest.mark.parametrize("row", tuple(listed("Terms")), ids=lambda row: row[0])
def test_a_term_is_where_the_glossary_says(row: list[str]) -> None:
    paths = re.findall(r"`([\w/.]+)`", row[-1])
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


def role_of(module: str) -> str:
    """Return the role that a module's name ends with; an empty string if there is none."""
    return next((role for role in ROLES if module.endswith(f"_{role}")), "")


def test_in_a_game_rules_import_no_commands_and_commands_no_offers() -> None:
    imports = [
        (str(path), node.module or "", [alias.name for alias in node.names])
        for path in modules()
        if game_of(path) and role_of(path.stem)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine.rulesets.")
    ]
    assert len(imports) > 500
    upwards = [
        (importer, name)
        for importer, module, names in imports
        for name in (module, *names)
        if (role := role_of(name)) and ROLES[role] > ROLES[role_of(Path(importer).stem)]
        if name == module or (ROOT / module.replace(".", "/") / f"{name}.py").exists()
    ]
    assert upwards == []


def docstrings(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the docstring of the module, of each public class and function, and of each attribute, with its name."""

    def walk(node: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, str]]:
        for part in node.body:
            if isinstance(part, ast.ClassDef | ast.FunctionDef) and not part.name.startswith("_"):
                yield f"{prefix}{part.name}", ast.get_docstring(part) or ""
                if isinstance(part, ast.ClassDef):
                    yield from walk(part, f"{prefix}{part.name}.")
        for part, following in pairwise(node.body):
            match part, following:
                case ast.Assign() | ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str(text))):
                    yield f"{prefix}line {following.lineno}", text

    yield str(path), ast.get_docstring(tree_of(path)) or ""
    yield from walk(tree_of(path), f"{path}: ")


def test_public_docstrings_are_plain_english() -> None:
    odd = [
        f"{name}: {phrase[0]}"
        for path in modules()
        for name, text in docstrings(path)
        if (phrase := QUESTION_START.match(text) or PHRASES.search(text))
    ]
    assert odd == []
