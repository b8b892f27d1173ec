"""The numbers of the game, read once from its assets."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, partial

import msgspec

from engine.asset_folder import game_folder
from engine.core.game_options import OptionSpec, read_options
from engine.model.frozen import Frozen, Json

FOLDER = game_folder("imaginality")


class PointCosts(Frozen):
    """Costs and starting points of characters: a skill, the fixed start, and the limit of a low card."""

    skill: int
    start: int
    low_card_below: int


class WoundSeverity(Frozen):
    """The severity of a wound from so many net points on."""

    least: int
    label: str
    guide: str


class Award(Frozen):
    """An award of a completed adventure: its points, its receivers, and who decides."""

    name: str
    points: int
    to: str
    by: str


class NumberBounds(Frozen):
    """The minimum and maximum of a number, with their rule."""

    least: int
    most: int
    rule: str


class RulesNumbers(Frozen):
    """All tables of the catalogue's part 3 except the lists that a group edits.

    Attributes:
        list_bounds: the bounds of the numbers in the group's lists, by list and column.
        condition_level: the bounds of a condition's level; the level of a wound is its points.
    """

    card_values: Mapping[str, int]
    attribute_costs: Mapping[int, int]
    points: PointCosts
    severity: tuple[WoundSeverity, ...]
    awards: tuple[Award, ...]
    lunch_money_hand: int
    one_deck_players: int
    list_bounds: Mapping[str, Mapping[str, NumberBounds]]
    condition_level: NumberBounds


@cache
def numbers() -> RulesNumbers:
    """Return the tables."""
    raw = tomllib.loads((FOLDER / "ruleset.toml").read_text(encoding="utf-8"))
    return msgspec.convert(raw, RulesNumbers, str_keys=True)


@cache
def sheet_bounds() -> Mapping[str, NumberBounds]:
    """Return the bounds of a record's numbers, by field (IM-CHAR-8), from the record sheet."""
    # Imported when the first number is written: without the sheets module a table opens sooner.
    from engine.sheets.catalogue.sheet_library import sheets_of
    from engine.sheets.model.sheet_description import LevelField, NumberField

    fields = (field for section in sheets_of("imaginality")["hero"].sections for field in section.fields)
    return {
        field.key: NumberBounds(least=int(field.least), most=int(field.most), rule=field.rules[-1])
        for field in fields
        if isinstance(field, NumberField | LevelField)
        and field.least is not None
        and field.most is not None
        and not field.bind
    }


option_specs: Callable[[], Mapping[str, OptionSpec]] = cache(partial(read_options, FOLDER / "options.toml"))
"""The switches of section 1.2."""


@cache
def first_lists() -> Mapping[str, tuple[Mapping[str, Json], ...]]:
    """Return the lists of a new campaign: weapons, armour, skills, and the cards of a second deck (none)."""
    raw = tomllib.loads((FOLDER / "weapons.toml").read_text(encoding="utf-8"))
    return {"weapons": tuple(raw["weapons"]), "armour": tuple(raw["armour"]), "skills": (), "lunch_money": ()}
