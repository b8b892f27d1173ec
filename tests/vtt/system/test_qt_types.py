"""The Qt types made before another thread imports modules: all that modules of the window name, and no others."""

from __future__ import annotations

import ast
from pathlib import Path

from vtt.system.qt_types import NAMES

ROOT = Path(__file__).parents[3]


def test_all_types_are_made_that_a_module_of_the_window_imports() -> None:
    imported: dict[str, set[str]] = {module.__name__: set() for module in NAMES}
    for path in (ROOT / "vtt").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module in imported:
                imported[node.module].update(name.name for name in node.names)
    assert {module.__name__: set(names.split()) for module, names in NAMES.items()} == imported
