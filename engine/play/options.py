"""The choices of a group: what values each takes, where it may be set, and what it means when nothing is said."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

import msgspec

from engine.play.refusal import Refused
from engine.play.words import Message, say
from engine.table.frozen import Frozen, Json


class OptionKind(StrEnum):
    """What a value must be."""

    FLAG = "flag"
    NUMBER = "number"
    CHOICE = "choice"
    TEXT = "text"
    NUMBERS = "numbers"


class OptionSpec(Frozen):
    """One option as the catalogue lists it.

    Attributes:
        kind: flag, number, choice, text, or numbers (a table of numbers by name).
        default: its value when nobody has chosen.
        choices: for a choice, the values.
        least, most: for a number, its bounds.
        scopes: where it may differ: `game`, `scene`, `action`, `character`.
        label: what the options page calls it.
        help: one sentence on what it does.
        group: the heading under which the page shows it.
        rules: the rules that it touches.
        locked: fixed once a game has begun, unless the GM unlocks it.
    """

    kind: OptionKind
    default: Json
    label: str
    help: str
    group: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 99
    scopes: tuple[str, ...] = ("game",)
    rules: tuple[str, ...] = ()
    locked: bool = False


def read_options(path: Path) -> Mapping[str, OptionSpec]:
    """Return the options that a file describes, in its order."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, OptionSpec])


def check_option(specs: Mapping[str, OptionSpec], name: str, value: Json) -> None:
    """Raise Refused, naming the key, unless an option exists and takes the value."""
    spec = specs.get(name)
    if spec is None:
        raise Refused("no_such_option", option=name)
    good = False
    match spec.kind:
        case OptionKind.FLAG:
            good = isinstance(value, bool)
        case OptionKind.NUMBER:
            good = isinstance(value, int) and not isinstance(value, bool) and spec.least <= value <= spec.most
        case OptionKind.CHOICE:
            good = value in spec.choices
        case OptionKind.TEXT:
            good = isinstance(value, str)
        case OptionKind.NUMBERS:
            good = isinstance(value, Mapping) and all(
                isinstance(n, int) and not isinstance(n, bool) and spec.least <= n <= spec.most for n in value.values()
            )
    if not good:
        raise Refused("option_value", *spec.rules, option=name, value=str(value)[:80], takes=takes(spec))


def takes(spec: OptionSpec) -> str:
    """Return in a few words what values an option takes."""
    params: dict[str, Json] = {"least": spec.least, "most": spec.most, "choices": list(spec.choices)}
    return say(Message(key=f"option.{spec.kind}", params=params))


def complete(specs: Mapping[str, OptionSpec], chosen: Mapping[str, Json]) -> dict[str, Json]:
    """Return the chosen values with the defaults for the rest. Raises Refused for one that does not fit."""
    for name, value in chosen.items():
        check_option(specs, name, value)
    return {name: chosen.get(name, spec.default) for name, spec in specs.items()}
