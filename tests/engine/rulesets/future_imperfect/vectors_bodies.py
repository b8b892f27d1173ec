"""The vectors of bodies as tests: `vectors_bodies.toml`, each a single case, by its ID where it has one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest


def vectors_of(what: str) -> list[Any]:
    """Return the vectors of one kind with the rules that they bear out; `FI-TV-20b` is a further case of FI-TV-20."""
    text = (Path(__file__).parent / "vectors_bodies.toml").read_text(encoding="utf-8")
    return [
        pytest.param(vector, id=name, marks=pytest.mark.rule(*_ids(name), *vector["rules"]))
        for name, vector in tomllib.loads(text)[what].items()
    ]


def _ids(name: str) -> list[str]:
    return [name.rstrip("abcdefgh")] if name.startswith(("FI-EX-", "FI-TV-")) else []
