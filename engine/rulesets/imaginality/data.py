"""The numbers of the game, read once from its assets."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import msgspec

from engine.play.options import OptionSpec, read_options
from engine.play.words import ASSETS
from engine.table.frozen import Frozen, Json

FOLDER = ASSETS / "rulesets" / "imaginality"


class Points(Frozen):
    """Costs and starting points of characters: a skill, the fixed start, and below what a drawn card is low."""

    skill: int
    start: int
    low_card_below: int


class Severity(Frozen):
    """How bad a wound is from so many net points on."""

    least: int
    label: str
    guide: str


class Award(Frozen):
    """What a completed adventure brings, to whom, and who decides."""

    name: str
    points: int
    to: str
    by: str


class Bounds(Frozen):
    """The least and the most that a number may be, and the rule that says so."""

    least: int
    most: int
    rule: str


class Numbers(Frozen):
    """All tables of the catalogue's part 3 but the lists that a group edits."""

    card_values: Mapping[str, int]
    attribute_costs: Mapping[int, int]
    points: Points
    severity: tuple[Severity, ...]
    awards: tuple[Award, ...]
    lunch_money_hand: int
    one_deck_players: int


@cache
def _ruleset() -> dict[str, Any]:
    return tomllib.loads((FOLDER / "ruleset.toml").read_text(encoding="utf-8"))


@cache
def numbers() -> Numbers:
    """Return the tables."""
    raw = _ruleset()
    return Numbers(
        card_values=raw["card_values"],
        attribute_costs={int(level): cost for level, cost in raw["attribute_costs"].items()},
        points=msgspec.convert(raw["points"], Points),
        severity=tuple(Severity(least=s["from"], label=s["label"], guide=s["guide"]) for s in raw["severity"]),
        awards=msgspec.convert(raw["awards"], tuple[Award, ...]),
        lunch_money_hand=raw["lunch_money"]["hand_size"],
        one_deck_players=raw["decks"]["one_deck_players"],
    )


@cache
def list_bounds() -> Mapping[str, Mapping[str, Bounds]]:
    """Return what the numbers in the group's lists may be, by list and column."""
    return msgspec.convert(_ruleset()["list_bounds"], dict[str, dict[str, Bounds]])


@cache
def condition_level() -> Bounds:
    """Return how grave a condition may be; the level of a wound is its points."""
    return msgspec.convert(_ruleset()["condition_level"], Bounds)


@cache
def sheet_bounds() -> Mapping[str, Bounds]:
    """Return what the numbers of a record may be, by field (IM-CHAR-8); the record sheet says it."""
    # Imported when the first number is written: a table comes up sooner without all that sheets can do.
    from engine.sheets.description import Level, Number
    from engine.sheets.shelf import sheets_of

    fields = (field for section in sheets_of("imaginality")["hero"].sections for field in section.fields)
    return {
        field.key: Bounds(least=int(field.least), most=int(field.most), rule=field.rules[-1])
        for field in fields
        if isinstance(field, Number | Level) and field.least is not None and field.most is not None and not field.bind
    }


option_specs: Callable[[], Mapping[str, OptionSpec]] = cache(partial(read_options, FOLDER / "options.toml"))
"""The switches of section 1.2."""


@cache
def first_lists() -> Mapping[str, tuple[Mapping[str, Json], ...]]:
    """Return the lists as a new campaign has them: weapons, armour, skills, and the cards of a second deck (none)."""
    raw = tomllib.loads((FOLDER / "weapons.toml").read_text(encoding="utf-8"))
    return {"weapons": tuple(raw["weapons"]), "armour": tuple(raw["armour"]), "skills": (), "lunch_money": ()}
