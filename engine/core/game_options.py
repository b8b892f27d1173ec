"""The group's options: their values, scopes and defaults."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

import msgspec

from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import key_in_game, say, template_of
from engine.model.frozen import Frozen, Json

LONGEST_TAG = 60


class OptionKind(StrEnum):
    """The kind of an option's value."""

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
        default: the value without a choice.
        choices: for a choice, the values; for tags, the words that are proposed besides the group's own.
        least, most: the bounds of a number.
        scopes: where the value may differ: `game`, `scene`, `action`, `character`.
        label: the name on the options page.
        help: one sentence on the effect.
        group: the heading on the options page.
        rules: the rules that it changes.
        locked: fixed after the start of the game, unless the GM unlocks it.
        at_start: also asked for when a campaign is created.
        means: for some tags, the values of other options in a new campaign, unless the group chooses them.
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
    """Return the options that a file describes, in the order of the file."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, OptionSpec])


def check_option(specs: Mapping[str, OptionSpec], name: str, value: Json) -> None:
    """Raise Refused, with the option's name, unless an option exists and accepts the value."""
    spec = specs.get(name)
    if spec is None:
        raise Refused("no_such_option", option=name)
    valid = False
    match spec.kind:
        case OptionKind.FLAG:
            valid = isinstance(value, bool)
        case OptionKind.NUMBER:
            valid = isinstance(value, int) and not isinstance(value, bool) and spec.least <= value <= spec.most
        case OptionKind.CHOICE:
            valid = value in spec.choices
        case OptionKind.TEXT:
            valid = isinstance(value, str)
        case OptionKind.NUMBERS:
            valid = isinstance(value, Mapping) and all(
                isinstance(n, int) and not isinstance(n, bool) and spec.least <= n <= spec.most for n in value.values()
            )
        case OptionKind.TAGS:
            valid = isinstance(value, list | tuple) and len(value) <= spec.most and _are_tags(value)
    if not valid:
        raise Refused("option_value", *spec.rules, option=name, value=str(value)[:80], takes=allowed_values_text(spec))


def _are_tags(value: Sequence[Json]) -> bool:
    words = [tag for tag in value if isinstance(tag, str) and 0 < len(tag.strip()) <= LONGEST_TAG]
    return len(words) == len(value) == len({tag.casefold() for tag in words})


def allowed_values_text(spec: OptionSpec) -> str:
    """Return a short text on the values that an option accepts."""
    params: dict[str, Json] = {"least": spec.least, "most": spec.most, "choices": list(spec.choices)}
    return say(Message(key=f"option.{spec.kind}", params=params))


def complete_options(specs: Mapping[str, OptionSpec], chosen: Mapping[str, Json]) -> dict[str, Json]:
    """Return the chosen values, the values that their tags imply for other options, and the defaults for the rest.

    Raises:
        Refused: a value is not allowed.
    """
    implied: dict[str, Json] = {}
    for name, value in chosen.items():
        check_option(specs, name, value)
        for tag in tags_of(value):
            implied |= specs[name].means.get(tag, {})
    return {name: chosen.get(name, implied.get(name, spec.default)) for name, spec in specs.items()}


def tags_of(value: Json) -> tuple[str, ...]:
    """Return the words of a value that is a list of tags; none for any other value."""
    return tuple(str(tag) for tag in value) if isinstance(value, list | tuple) else ()


def tag_label(option: str, tag: str, ruleset: str = "") -> str:
    """Return the label of a tag: from the texts of the game or of the program, or as the group has written it."""
    return template_of(key_in_game(ruleset, f"choice.{option}.{tag}")) or tag


def option_choice_label(option: str, choice: str, ruleset: str = "") -> str:
    """Return the label of a choice: from the texts of the game or of the program, or else the choice itself."""
    keys = (f"choice.{option}.{choice}", f"choice.{choice}", f"word.{choice}")
    return next((text for key in keys if (text := template_of(key_in_game(ruleset, key)))), choice)


def option_value_text(option: str, spec: OptionSpec, value: Json, ruleset: str = "") -> Json:
    """Return a value for a sentence: a choice by its label, tags as one text, any other value unchanged."""
    if spec.kind is OptionKind.CHOICE and isinstance(value, str):
        return option_choice_label(option, value, ruleset)
    if not isinstance(value, list | tuple):
        return value
    return ", ".join(tag_label(option, tag, ruleset) for tag in tags_of(value)) or None
