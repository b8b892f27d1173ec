"""Values that the rules read from a character's record (section 4); those entered by hand win over calculated ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeVar

from engine.core.memo import memo, memo_of_values
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character import character_rules
from engine.rulesets.classic_fantasy.character.character_rules import Characteristic, Characteristics, PassionKind
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.settings import Settings, settings_of
from engine.rulesets.classic_fantasy.wounds.hit_locations import (
    HUMANOID,
    HitChart,
    HitLocation,
    HitLocationRow,
    LocationKind,
    chart_from,
    chart_of,
    charts,
    member_of,
)

T = TypeVar("T")
Cells = Mapping[str, Json]
Group = Literal["skills", "professional", "passions"]
"""The table of the sheet that a skill or Passion belongs to."""
ALL: Final[tuple[Characteristic, ...]] = ("STR", "CON", "SIZ", "DEX", "INT", "POW", "CHA")
OWN_TABLE: Final = "a table of its own"


class Skill(Frozen):
    """A skill or a Passion of a character.

    Attributes:
        name: its name on the sheet.
        group: the table of the sheet.
        value: in per cent.
        row: its row there; None for a Standard skill that the sheet does not list.
        fumbled: it was fumbled since the last award.
        raised: it had an Experience Roll since then, or in this session.
        of_class: it counts for the Rank (CF-X-22).
    """

    name: str
    group: Group
    value: int
    row: int | None = None
    fumbled: bool = False
    raised: bool = False
    of_class: bool = False


class CharacterSheet(Frozen):
    """The values of a character that the rules use.

    Attributes:
        characteristics: the present values; those that the sheet does not have are missing.
        original: the starting values, where the sheet has them.
        lost: the points lost to age.
        most: the maximum of the species, where the sheet has it.
        species, rank, age: as on the sheet; None for an age that was never entered.
        rank_reached: the Rank for which the skills marked as class skills are high enough (CF-X-22).
        healing_rate, initiative_bonus, damage_modifier, action_points, movement: the calculated attributes.
        luck_most, magic_most: the maximum of both pools; None where it is unknown.
        skills: all skills and Passions of the sheet, and the Standard ones that it does not list.
        skills_by_name: the first skill of each name, by the name as it is compared.
        experience: Experience Rolls in stock.
        rations: the number left.
        immune: the kinds of damage that do not harm the character.
    """

    characteristics: Mapping[Characteristic, int] = {}
    original: Mapping[Characteristic, int] = {}
    lost: Mapping[Characteristic, int] = {}
    most: Mapping[Characteristic, int] = {}
    species: str = ""
    rank: int = 0
    rank_reached: int = 0
    age: int | None = None
    healing_rate: int = 1
    initiative_bonus: int = 0
    damage_modifier: str = "0"
    action_points: int = 0
    movement: int = 0
    luck_most: int | None = None
    magic_most: int | None = None
    skills: tuple[Skill, ...] = ()
    skills_by_name: Mapping[str, Skill] = {}
    experience: int = 0
    rations: int = 0
    immune: str = ""

    def skill(self, name: str) -> Skill | None:
        """Return a skill or Passion by its name; upper and lower case do not matter."""
        return self.skills_by_name.get(folded(name))


class LocationArmour(Frozen):
    """The armour of a location: worn, and natural such as a tough hide (CF-X-29)."""

    worn: int = 0
    natural: int = 0


@memo_of_values(most=4096)
def folded(text: str) -> str:
    """Return a text as it is compared: in one case, with single spaces."""
    return " ".join(text.casefold().split())


def character_sheet_of(table: Table, actor: str) -> CharacterSheet:
    """Return the values of a character on the table."""
    return read_character_sheet(table.actors[actor], settings_of(table))


def untrained_value(table: Table, actor: str, skill: str) -> int | None:
    """Return 0 for a skill that a character does not have, and None for one that it has."""
    return None if character_sheet_of(table, actor).skill(skill) is not None else 0


def skill_of(table: Table, actor: str, name: str) -> int:
    """Return a skill in per cent; 0 for one that the character does not have (CF-X-23, CF-X-24)."""
    skill = character_sheet_of(table, actor).skill(name)
    return skill.value if skill is not None else 0


def hit_chart_of(table: Table, actor: str) -> HitChart:
    """Return a character's hit chart: its own table, that of its body, else that of humans (CF-HITLOC-2, -4)."""
    return _chart_on_table(table.actors[actor])


@memo
def _chart_on_table(actor: Actor) -> HitChart:
    """Return a chart with exactly the locations of the body: a body made on the table has a chart of its own."""
    chart = chart_for(actor)
    names = tuple(actor.body.locations) if actor.body is not None else ()
    if not names or set(names) == set(chart.names):
        return chart
    sides = charts().sides
    places = list[HitLocation]()
    for number, name in enumerate(names):
        kind: LocationKind = "vital" if member_of(name, "vital") == "head" else "limb"
        first, last = number * sides // len(names) + 1, (number + 1) * sides // len(names)
        beside = (*names[max(0, number - 1) : number], *names[number + 1 : number + 2])
        known = next((place for place in chart.locations if place.name == name), None)
        hit_location = HitLocation(
            name=name, first=first, last=last, kind=kind, member=member_of(name, kind), beside=beside
        )
        places.append(hit_location if known is None else replace(known, first=first, last=last, beside=beside))
    return HitChart(locations=tuple(places), house_made=True)


def chart_for(actor: Actor) -> HitChart:
    """Return the hit chart that a record names; a faulty table of its own is ignored (CF-HITLOC-4)."""
    if actor.sheet.get("build") == OWN_TABLE:
        rows = [
            HitLocationRow(
                first=_whole_number(cells, "first") or 0,
                last=_whole_number(cells, "last") or 0,
                name=_text_cell(cells, "name"),
                sort="vital" if _text_cell(cells, "sort") == "vital" else "limb",
            )
            for cells in rows_of(actor, "locations")
        ]
        try:
            return chart_from(rows)
        except Refused:
            pass
    return chart_of(chart_name(actor))


def chart_name(actor: Actor) -> str:
    """Return the name of the game's chart that a record follows: the one that it names, else that of its body.

    A table of its own with exactly the locations of a chart follows that chart, so that its figure can be drawn.
    """
    if actor.sheet.get("build") == OWN_TABLE:
        own_locations = {_text_cell(cells, "name") for cells in rows_of(actor, "locations")}
        matching_charts = (name for name, chart in charts().charts.items() if own_locations == set(chart.names))
        if (matching := next(matching_charts, None)) is not None:
            return matching
    names = (actor.sheet.get("build"), actor.body.chart if actor.body is not None else "")
    return next((name for name in names if isinstance(name, str) and name in charts().charts), HUMANOID)


def rows_of(actor: Actor, field: str) -> tuple[Cells, ...]:
    """Return the rows of a table of the sheet."""
    cell = actor.sheet.get(field)
    rows = cell if isinstance(cell, list | tuple) else ()
    return tuple(row if isinstance(row, Mapping) else {} for row in rows)


@memo
def armour_on_sheet(actor: Actor, location: str) -> LocationArmour | None:
    """Return a location's armour as on the sheet; None where the sheet has none (CF-X-29, CF-HITLOC-6)."""
    wanted_name = folded(location)
    natural_armour = _whole_number(actor.sheet, "natural_armour")
    for cells in rows_of(actor, "armour"):
        worn, natural = _whole_number(cells, "worn"), _whole_number(cells, "natural")
        if folded(_text_cell(cells, "location")) == wanted_name and (worn, natural) != (None, None):
            return LocationArmour(worn=worn or 0, natural=natural_armour or 0 if natural is None else natural)
    for cells in rows_of(actor, "locations"):
        armour = _whole_number(cells, "armour")
        if folded(_text_cell(cells, "name")) == wanted_name and armour is not None:
            return LocationArmour(natural=armour)
    return LocationArmour(natural=natural_armour) if natural_armour is not None else None


def maimed_at(actor: Actor, location: str) -> int:
    """Return the hit points that a location has lost for good to maiming (CF-HEAL-6)."""
    wanted_name = folded(location)
    return sum(
        _whole_number(cells, "maimed") or 0
        for cells in rows_of(actor, "wounds")
        if folded(_text_cell(cells, "location")) == wanted_name
    )


def most_on_sheet(actor: Actor, chart: HitChart, location: str) -> int | None:
    """Return a location's maximum hit points by the sheet, before maiming; None where they are unknown (CF-X-20)."""
    wanted_name = folded(location)
    for cells in rows_of(actor, "locations"):
        written = _whole_number(cells, "most")
        if folded(_text_cell(cells, "name")) == wanted_name and written is not None:
            return written
    place = next((place for place in chart.locations if place.name == location), None)
    characteristics = characteristics_of(actor.sheet)
    region = next(
        (name for name in ("head", "chest", "abdomen", "arm", "leg") if place and place.hit_points == name), None
    )
    if region is None or "CON" not in characteristics or "SIZ" not in characteristics:
        return None
    rank = _number_or(actor.sheet, "rank", 0)
    return character_rules.hit_points(characteristics["CON"], characteristics["SIZ"], region, rank)


def characteristics_of(sheet: Cells, suffix: str = "") -> dict[Characteristic, int]:
    """Return the characteristics of a sheet, or the fields beside them that end in `suffix`."""
    values = {name: _whole_number(sheet, f"{name.casefold()}{suffix}") for name in ALL}
    return {name: value for name, value in values.items() if value is not None}


def tells_action_points(actor: Actor) -> bool:
    """Say whether a record has a value that Action Points follow from (CF-X-13)."""
    return any(_whole_number(actor.sheet, key) is not None for key in ("action_points", "rank", "int", "dex"))


@memo
def read_character_sheet(actor: Actor, settings: Settings) -> CharacterSheet:
    """Return the values that the rules use, from a character's record."""
    sheet, own = actor.sheet, characteristics_of(actor.sheet)
    rank, species = _whole_number(sheet, "rank") or 0, _text_cell(sheet, "species")
    healing = character_rules.healing_rate(own["CON"]) if "CON" in own else 1
    quick = {"INT", "DEX"} <= own.keys()
    initiative = character_rules.initiative_bonus(own["DEX"], own["INT"]) if quick else 0
    modifier = character_rules.damage_modifier(own["STR"], own["SIZ"]) if {"STR", "SIZ"} <= own.keys() else "0"
    rated = settings.action_points == "rank" or quick
    points = character_rules.action_points(rank, own, settings) if rated else 0
    luck = character_rules.luck_points(own["POW"], species, rank) if "POW" in own else None
    skills = tuple(_iter_skills(actor, own, settings))
    values, of_class = {skill.name: skill.value for skill in skills}, {skill.name for skill in skills if skill.of_class}
    return CharacterSheet(
        characteristics=own,
        original={**own, **characteristics_of(sheet, "_original")},
        lost=characteristics_of(sheet, "_lost"),
        most=characteristics_of(sheet, "_most"),
        species=species,
        rank=rank,
        rank_reached=character_rules.rank_of(values, of_class),
        age=_whole_number(sheet, "age"),
        healing_rate=_number_or(sheet, "healing_rate", healing),
        initiative_bonus=_number_or(sheet, "initiative_bonus", initiative),
        damage_modifier=_dice_cell(sheet, "damage_modifier") or modifier,
        action_points=_number_or(sheet, "action_points", points + _number_or(sheet, "action_points_bonus", 0)),
        movement=_number_or(sheet, "movement", character_rules.movement(species) or 0),
        luck_most=_number_or(sheet, "luck_most", luck),
        magic_most=_number_or(sheet, "magic_most", own["POW"]) if "POW" in own else None,
        skills=skills,
        skills_by_name={folded(skill.name): skill for skill in reversed(skills)},
        experience=_whole_number(sheet, "experience") or 0,
        rations=_whole_number(sheet, "rations") or 0,
        immune=_text_cell(sheet, "immune"),
    )


def _iter_skills(actor: Actor, characteristics: Characteristics, settings: Settings) -> Iterator[Skill]:
    original: Characteristics = {**characteristics, **characteristics_of(actor.sheet, "_original")}
    base_characteristics = characteristics if settings.characteristics_affect_skills else original
    known_names = set[str]()
    groups: tuple[Group, ...] = ("skills", "professional", "passions")
    for group in groups:
        for place, cells in enumerate(rows_of(actor, group)):
            name = _text_cell(cells, "name")
            if not name:
                continue
            known_names.add(folded(name))
            base = _whole_number(cells, "base")
            if base is None and group == "passions":
                base = _passion_base(cells, base_characteristics)
            elif base is None:
                base = _base_value(_text_cell(cells, "base_of"), name, base_characteristics)
            value = _number_or(cells, "total", base + _number_or(cells, "added", 0))
            marks = {mark: bool(cells.get(mark)) for mark in ("fumbled", "raised", "of_class")}
            yield Skill(name=name, group=group, value=max(0, value), row=place, **marks)
    for name in character_rules.numbers().skills.standard:
        if folded(name) not in known_names and characteristics:
            yield Skill(name=name, group="skills", value=_base_value("", name, base_characteristics))


def _base_value(written: str, name: str, characteristics: Characteristics) -> int:
    formula = _formula_of_base(written, name)
    return character_rules.base(formula, characteristics) if formula else 0


@memo_of_values(most=1024)
def _formula_of_base(written: str, name: str) -> str:
    formula = (written or character_rules.base_of(name) or "").replace(" ", "")
    return "+".join(term.upper() for term in formula.split("+") if term)


def _passion_base(cells: Cells, characteristics: Characteristics) -> int:
    sort = _text_cell(cells, "sort")
    kinds: Mapping[PassionKind, str] = character_rules.numbers().passions.base
    kind: PassionKind = next((known for known in kinds if known == sort), "person")
    whole = {"POW", "CHA", "INT"} <= characteristics.keys()
    return character_rules.passion_base(kind, characteristics) if whole else 0


def _whole_number(cells: Cells, key: str) -> int | None:
    cell = cells.get(key)
    return int(cell) if isinstance(cell, int | float) and not isinstance(cell, bool) else None


def _number_or(cells: Cells, key: str, calculated: T) -> int | T:
    """Return a number that is entered by hand, or else the calculated one."""
    written = _whole_number(cells, key)
    return calculated if written is None else written


def _text_cell(cells: Cells, key: str) -> str:
    cell = cells.get(key)
    return " ".join(cell.split()) if isinstance(cell, str) else ""


def _dice_cell(cells: Cells, key: str) -> str:
    text = _text_cell(cells, key).replace("−", "-")
    try:
        return text if text and mixed(text).dice_sides else ""
    except Refused:
        return ""
