"""The test files that a change most likely breaks: what `dev.py test --fast` runs.

    python -m tests.fast     prints them, one path a line

A test file is as near to a change as the imports that lead from it to a changed module are few. The nearest come
first, until the time that they took in the last whole run fills the budget. Golden answers, kept files and the demos
are always among them.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
DURATIONS = ROOT / ".pytest_cache" / "kitchen_table" / "durations.json"
"""Duration of each test file in the last run, in seconds of one core; tests/conftest.py writes it."""
BUDGET = 100.0
"""Seconds of one core, which two cores share."""
ALWAYS = ("tests/engine/test_golden.py", "tests/engine/every_game/test_demos.py", "tests/vtt/storage/test_samples.py")
GUESSES = {"tests/journeys": 20.0, "tests/vtt": 4.0, "tests/engine": 2.0}
"""Assumed duration of a file that was never timed, by its folder."""
FAR = 4
"""A test file so many imports away from a change, or further, does not count as near it."""


def changed_files() -> list[str]:
    """Return the paths that differ from the main branch; where nothing does, those of the last commit."""
    base = _git("merge-base", "HEAD", "origin/main") or _git("merge-base", "HEAD", "main")
    since = base[0] if base else "HEAD"
    found = {*_git("diff", "--name-only", since), *_git("ls-files", "--others", "--exclude-standard")}
    return sorted(found or _git("diff", "--name-only", "HEAD~1", "HEAD"))


def module_of(path: str) -> str:
    """Return the module of a Python file, by its path from the checkout."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def distances(graph: grimp.ImportGraph, changed: Iterable[str]) -> dict[str, int]:
    """Return how many imports lead from each module to the nearest changed one, up to FAR.

    Args:
        graph: the imports.
        changed: the changed modules.
    """
    edge = {module for module in changed if module in graph.modules}
    found = dict.fromkeys(edge, 0)
    for step in range(1, FAR):
        edge = {by for module in edge for by in graph.find_modules_that_directly_import(module)} - found.keys()
        found |= dict.fromkeys(edge, step)
    return found


def named_by_data(path: str, modules: Iterable[str]) -> Iterator[str]:
    """Yield the modules that a changed data file or text of `assets` most likely concerns, by the words of its path."""
    parts = {*Path(path).with_suffix("").parts} - {"assets", "rulesets", "texts", "en", "art", "demo"}
    for module in modules:
        if any(part in module.split(".") for part in parts):
            yield module


def choose(near: Mapping[str, int], durations: Mapping[str, float], budget: float) -> list[str]:
    """Return test files, the nearest and shortest first, that together take no longer than the budget.

    Args:
        near: how far each test file is from the change.
        durations: how long each takes, in seconds of one core.
        budget: how long all may take, in seconds of one core.
    """
    chosen = []
    for path in sorted(near, key=lambda path: (near[path], durations[path], path)):
        if durations[path] <= budget:
            chosen.append(path)
            budget -= durations[path]
    return chosen


def chosen_files() -> list[str]:
    """Return the test files to run now."""
    graph = grimp.build_graph("engine", "vtt", "tests", cache_dir=None)
    paths = changed_files()
    changed = {module_of(path) for path in paths if path.endswith(".py")}
    for path in paths:
        if path.startswith("assets/"):
            changed |= {*named_by_data(path, graph.modules)}
    near = {
        path: step
        for module, step in distances(graph, changed).items()
        if (path := module.replace(".", "/") + ".py").rpartition("/")[2].startswith("test_")
    }
    for path in paths:
        if path.startswith("tests/") and not path.endswith(".py"):
            near |= {str(test.relative_to(ROOT)): 0 for test in (ROOT / path).parents[0].glob("**/test_*.py")}
            near |= {str(test.relative_to(ROOT)): 0 for test in (ROOT / path).parents[1].glob("test_*.py")}
    near |= {path: -1 for path in ALWAYS if (ROOT / path).exists()}
    timed = kept_durations()
    return choose(near, {path: timed.get(path, _guess(path)) for path in near}, BUDGET)


def kept_durations() -> dict[str, float]:
    """Return how long each test file took when it last ran, in seconds of one core."""
    try:
        return {str(path): float(seconds) for path, seconds in json.loads(DURATIONS.read_text("utf-8")).items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def keep_durations(took: Mapping[str, float]) -> None:
    """Keep how long test files took; a file of which only some tests ran keeps the longer time."""
    kept = kept_durations()
    longer = {path: round(max(seconds, kept.get(path, 0.0)), 2) for path, seconds in took.items()}
    DURATIONS.parent.mkdir(parents=True, exist_ok=True)
    DURATIONS.write_text(json.dumps(kept | longer, indent=1, sort_keys=True), encoding="utf-8")


def _guess(path: str) -> float:
    return next((guess for folder, guess in GUESSES.items() if path.startswith(folder)), 2.0)


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, check=False, capture_output=True, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else []


if __name__ == "__main__":
    print("\n".join(chosen_files()))
