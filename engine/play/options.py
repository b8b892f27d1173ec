"""The choices of a group: what values each takes, where it may be set, and what it means when nothing is said."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

import msgspec

from engine.play.refusal import Refused
from engine.play.words import Message, say, texts
from engine.table.frozen import Frozen, Json

LONGEST_TAG = 60


class OptionKind(StrEnum):
    """What a value must be."""

    FLAG = "flag"
    NUMBER = "number"
    CHOICE = "choice"
    TEXT = "text"
    NUMBERS = "numbers"
    TAGS = "tags"


class OptionSpec(Frozen):
    """One option as the catalogue lists it.

    Attributes:
        kind: flag, number, choice, text, numbers (a table of numbers by name), or tags (any number of words).
        default: its value when nobody has chosen.
        choices: for a choice, the values; for tags, the words that are proposed beside the group's own.
        least, most: for a number, its bounds.
        scopes: where it may differ: `game`, `scene`, `action`, `character`.
        label: what the options page calls it.
        help: one sentence on what it does.
        group: the heading under which the page shows it.
        rules: the rules that it touches.
        locked: fixed once a game has begun, unless the GM unlocks it.
        at_start: asked for already when a campaign is made.
        means: for some tags, what they say about other options of a new campaign, unless the group chooses otherwise.
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
    at_start: bool = False
    means: Mapping[str, Mapping[str, Json]] = {}


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
        case OptionKind.TAGS:
            good = isinstance(value, list | tuple) and len(value) <= spec.most and _are_tags(value)
    if not good:
        raise Refused("option_value", *spec.rules, option=name, value=str(value)[:80], takes=takes(spec))


def _are_tags(value: Sequence[Json]) -> bool:
    words = [tag for tag in value if isinstance(tag, str) and 0 < len(tag.strip()) <= LONGEST_TAG]
    return len(words) == len(value) == len({tag.casefold() for tag in words})


def takes(spec: OptionSpec) -> str:
    """Return in a few words what values an option takes."""
    params: dict[str, Json] = {"least": spec.least, "most": spec.most, "choices": list(spec.choices)}
    return say(Message(key=f"option.{spec.kind}", params=params))


def complete(specs: Mapping[str, OptionSpec], chosen: Mapping[str, Json]) -> dict[str, Json]:
    """Return the chosen values with what they mean for others, and the defaults for the rest.

    Raises:
        Refused: a value does not fit.
    """
    meant: dict[str, Json] = {}
    for name, value in chosen.items():
        check_option(specs, name, value)
        for tag in tags_of(value):
            meant |= specs[name].means.get(tag, {})
    return {name: chosen.get(name, meant.get(name, spec.default)) for name, spec in specs.items()}


def tags_of(value: Json) -> tuple[str, ...]:
    """Return the words of a value that is a list of them; none for any other."""
    return tuple(str(tag) for tag in value) if isinstance(value, list | tuple) else ()


def word_of_tag(option: str, tag: str) -> str:
    """Return what a tag is called: in the language file, or as the group has written it."""
    return texts().get(f"choice.{option}.{tag}", tag)


def told(option: str, value: Json) -> Json:
    """Return a value as a sentence takes it: tags as one text, anything else as it is."""
    if not isinstance(value, list | tuple):
        return value
    return ", ".join(word_of_tag(option, tag) for tag in tags_of(value)) or None
