"""The numbers and options of the game; an option value in force: for this action, this scene, or the whole game."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache

import msgspec

from engine.asset_folder import game_folder
from engine.kit.option_values import GameOptions
from engine.model.frozen import Frozen, Json
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.imaginality.procedures import rules_of_action

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
    """The minimum and maximum of a number, with their rule, and the label of its field if it has one."""

    least: int
    most: int
    rule: str
    label: str = ""


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
        field.key: NumberBounds(least=int(field.least), most=int(field.most), rule=field.rules[-1], label=field.label)
        for field in fields
        if isinstance(field, NumberField | LevelField)
        and field.least is not None
        and field.most is not None
        and not field.bind
    }


def in_force(table: Table, name: str) -> Json:
    """Return the value of an option that is in force now, of any kind; most options cannot differ for an action."""
    rules = rules_of_action(table) if name in _of_actions() else _NO_RULES
    return rules[name] if name in rules else table.option(name)


def all_in_force(table: Table, names: Iterable[str]) -> tuple[Json, ...]:
    """Return the values of several options that are in force now."""
    rules = rules_of_action(table)
    return tuple([rules[name] if name in rules else table.option(name) for name in names])


_NO_RULES: Mapping[str, Json] = {}
_OPTIONS = GameOptions("imaginality", in_force)
option_specs = _OPTIONS.specs
"""The switches of section 1.2."""


@cache
def _of_actions() -> frozenset[str]:
    """Return the options that may differ from action to action."""
    return frozenset([name for name, spec in option_specs().items() if "action" in spec.scopes])


flag, number, word = _OPTIONS.flag, _OPTIONS.number, _OPTIONS.word


@cache
def first_lists() -> Mapping[str, tuple[Mapping[str, Json], ...]]:
    """Return the lists of a new campaign: weapons, armour, skills, and the cards of a second deck (none)."""
    raw = tomllib.loads((FOLDER / "weapons.toml").read_text(encoding="utf-8"))
    return {"weapons": tuple(raw["weapons"]), "armour": tuple(raw["armour"]), "skills": (), "lunch_money": ()}


def numbers_of(table: Table, name: str) -> Mapping[str, int]:
    """Return numbers by name that are in force now."""
    value = in_force(table, name)
    assert isinstance(value, Mapping)
    return {str(key): n for key, n in value.items() if isinstance(n, int)}


def has_attributes(actor: Actor | None) -> bool:
    """Say whether a character was made with the point rules (or was given attributes by the GM)."""
    return actor is not None and isinstance(actor.sheet.get("physical"), int)


def attribute(actor: Actor | None, name: str) -> int:
    """Return an attribute, 1 where there is none."""
    value = actor.sheet.get(name) if actor is not None else None
    return value if isinstance(value, int) else 1


def bookkeeping_skills(table: Table, actor: Actor | None) -> bool:
    """Return whether a character's skills are looked up (IM-SKILL-1): its own mode first, then the group's."""
    own = actor.sheet.get("skill_mode") if actor is not None else None
    mode = str(own) if own in ("auto", "freeform", "bookkeeping") else word(table, "skill_mode")
    return has_attributes(actor) if mode == "auto" else mode == "bookkeeping"


def owns_skill(actor: Actor | None, skill: str) -> bool:
    """Return whether a character has a skill; letter case does not matter."""
    skills = actor.sheet.get("skills") if actor is not None else None
    owned = skills if isinstance(skills, (list, tuple)) else ()
    return skill.strip().casefold() in {str(s).strip().casefold() for s in owned}
