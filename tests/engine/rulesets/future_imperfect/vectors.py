"""The catalogue's vectors as tests: `vectors_<chapters>.toml`, by ID their `rules` and `cases`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.kit.checks.exploding_dice import Die


def vectors_of(chapters: str, what: str) -> list[Any]:
    """Return the cases of each vector of one kind from a file, by its ID with the rules that it bears out."""
    text = (Path(__file__).parent / f"vectors_{chapters}.toml").read_text(encoding="utf-8")
    return [
        pytest.param(vector["cases"], id=name, marks=pytest.mark.rule(name, *vector["rules"]))
        for name, vector in tomllib.loads(text)[what].items()
    ]


def dice(text: str) -> tuple[Die, ...]:
    """Read dice as they fell: `3 5 8+3` are three, the last of which went on."""
    return tuple(Die(faces=tuple(map(int, die.split("+")))) for die in text.split())
