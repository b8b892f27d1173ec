"""What a character's sheet says to the rules (section 4). What is written over a reckoned field wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, Literal

from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import people
from engine.rulesets.classic_fantasy.bodies import (
    HUMANOID,
    Chart,
    Kind,
    Place,
    Row,
    chart_from,
    chart_of,
    charts,
    member_of,
)
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.parts import total
from engine.rulesets.classic_fantasy.people import Characteristic, Characteristics, PassionKind
from engine.rulesets.classic_fantasy.settings import Settings, settings_of
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Frozen, Json, replace
from engine.table.seats import Actor
from engine.table.table import Table

Cells = Mapping[str, Json]
Group = Literal["skills", "professional", "passions"]
"""Which table of the sheet something stands in."""
ALL: Final[tuple[Characteristic, ...]] = ("STR", "CON", "SIZ", "DEX", "INT", "POW", "CHA")
OWN_TABLE: Final = "a table of its own"


class Skill(Frozen):
    """A skill or a Passion of somebody.

    Attributes:
        name: as the sheet calls it.
        group: the table of the sheet that it stands in.
        value: in per cent.
        row: its place there; None for a Standard skill that the sheet does not name.
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


class Person(Frozen):
    """What the rules need of somebody.

    Attributes:
        characteristics: as they are now; those that the sheet does not say are missing.
        original: as they were at first, where that was written down.
        lost: what age has taken of each.
        most: the most that the species has of each, where that was written down.
        species, rank, age: who it is; an age that nobody wrote down is None.
        rank_reached: the Rank that the skills marked as the class's are enough for (CF-X-22).
        healing_rate, initiative_bonus, damage_modifier, action_points, movement: what is reckoned.
        luck_most, magic_most: the most of both; None where nobody can say.
        skills: all skills and Passions, the sheet's and the Standard ones that it does not name.
        experience: Experience Rolls in stock.
        rations: how many are left.
        immune: what does not harm it.
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
    experience: int = 0
    rations: int = 0
    immune: str = ""

    def skill(self, name: str) -> Skill | None:
        """Return a skill or Passion by its name; big and small letters do not matter."""
        wanted = folded(name)
        return next((skill for skill in self.skills if folded(skill.name) == wanted), None)


class Armour(Frozen):
    """What protects a location: what is worn there, and a tough hide (CF-X-29)."""

    worn: int = 0
    natural: int = 0


_PEOPLE: Final = Remembered[Person]()
_CHARTS: Final = Remembered[Chart]()
_ARMOUR: Final = Remembered[dict[str, Armour | None]]()


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return words as they are compared."""
    return " ".join(text.casefold().split())


def person_of(table: Table, actor: str) -> Person:
    """Return what the rules need of a character."""
    found = table.actors[actor]
    return _PEOPLE.get(actor, (found.sheet, table.options, table.scene), lambda: person(found, settings_of(table)))


def skill_of(table: Table, actor: str, name: str) -> int:
    """Return a skill in per cent; 0 for one that somebody does not have (CF-X-23, CF-X-24)."""
    found = person_of(table, actor).skill(name)
    return found.value if found is not None else 0


def chart_of_actor(table: Table, actor: str) -> Chart:
    """Return a character's hit chart: its own table, that of its body, else that of humans (CF-HITLOC-2, -4)."""
    found = table.actors[actor]
    return _CHARTS.get(actor, (found.sheet, found.body), lambda: _chart_on_table(found))


def _chart_on_table(actor: Actor) -> Chart:
    """Return a chart that has just the locations of the body: one that was put together by hand has its own."""
    chart = chart_for(actor)
    names = tuple(actor.body.locations) if actor.body is not None else ()
    if not names or set(names) == set(chart.names):
        return chart
    sides = charts().sides
    places = list[Place]()
    for number, name in enumerate(names):
        kind: Kind = "vital" if member_of(name, "vital") == "head" else "limb"
        first, last = number * sides // len(names) + 1, (number + 1) * sides // len(names)
        beside = (*names[max(0, number - 1) : number], *names[number + 1 : number + 2])
        known = next((place for place in chart.locations if place.name == name), None)
        made = Place(name=name, first=first, last=last, kind=kind, member=member_of(name, kind), beside=beside)
        places.append(made if known is None else replace(known, first=first, last=last, beside=beside))
    return Chart(locations=tuple(places), house_made=True)


def chart_for(actor: Actor) -> Chart:
    """Return the hit chart that a record says; a table of its own that is wrong counts for none (CF-HITLOC-4)."""
    if actor.sheet.get("build") == OWN_TABLE:
        rows = [
            Row(
                first=_whole(cells, "first") or 0,
                last=_whole(cells, "last") or 0,
                name=_text(cells, "name"),
                sort="vital" if _text(cells, "sort") == "vital" else "limb",
            )
            for cells in rows_of(actor, "locations")
        ]
        try:
            return chart_from(rows)
        except Refused:
            pass
    return chart_of(chart_name(actor))


def chart_name(actor: Actor) -> str:
    """Return which of the charts of the game a record follows: the one that it names, else that of its body.

    A table of its own that has just the locations of one of them follows that one, so that its figure can be drawn.
    """
    if actor.sheet.get("build") == OWN_TABLE:
        own = {_text(cells, "name") for cells in rows_of(actor, "locations")}
        alike = (name for name, chart in charts().charts.items() if own == set(chart.names))
        if (found := next(alike, None)) is not None:
            return found
    names = (actor.sheet.get("build"), actor.body.chart if actor.body is not None else "")
    return next((name for name in names if isinstance(name, str) and name in charts().charts), HUMANOID)


def rows_of(actor: Actor, field: str) -> tuple[Cells, ...]:
    """Return the rows of a table of the sheet."""
    found = actor.sheet.get(field)
    rows = found if isinstance(found, list | tuple) else ()
    return tuple(row if isinstance(row, Mapping) else {} for row in rows)


def armour_on_sheet(actor: Actor, location: str) -> Armour | None:
    """Return what the sheet says of a location's armour; None where it says nothing (CF-X-29, CF-HITLOC-6)."""
    known = _ARMOUR.get(actor.id, (actor.sheet,), dict[str, Armour | None])
    if location not in known:  # whatever is shown or offered of a body asks for all of its locations
        known[location] = _armour_on_sheet(actor, location)
    return known[location]


def _armour_on_sheet(actor: Actor, location: str) -> Armour | None:
    wanted = folded(location)
    hide = _whole(actor.sheet, "natural_armour")
    for cells in rows_of(actor, "armour"):
        worn, natural = _whole(cells, "worn"), _whole(cells, "natural")
        if folded(_text(cells, "location")) == wanted and (worn, natural) != (None, None):
            return Armour(worn=worn or 0, natural=hide or 0 if natural is None else natural)
    for cells in rows_of(actor, "locations"):
        own = _whole(cells, "armour")
        if folded(_text(cells, "name")) == wanted and own is not None:
            return Armour(natural=own)
    return Armour(natural=hide) if hide is not None else None


def maimed_at(actor: Actor, location: str) -> int:
    """Return what maiming has taken of a location's hit points for good (CF-HEAL-6)."""
    wanted = folded(location)
    return sum(
        _whole(cells, "maimed") or 0 for cells in rows_of(actor, "wounds") if folded(_text(cells, "location")) == wanted
    )


def most_on_sheet(actor: Actor, chart: Chart, location: str) -> int | None:
    """Return the hit points of a location unhurt, by the sheet, before maiming; None where nobody can say (CF-X-20)."""
    wanted = folded(location)
    for cells in rows_of(actor, "locations"):
        own = _whole(cells, "most")
        if folded(_text(cells, "name")) == wanted and own is not None:
            return own
    place = next((place for place in chart.locations if place.name == location), None)
    has = characteristics_of(actor.sheet)
    region = next(
        (name for name in ("head", "chest", "abdomen", "arm", "leg") if place and place.hit_points == name), None
    )
    if region is None or "CON" not in has or "SIZ" not in has:
        return None
    return total(people.hit_points(has["CON"], has["SIZ"], region, _whole(actor.sheet, "rank") or 0))


def characteristics_of(sheet: Cells, suffix: str = "") -> dict[Characteristic, int]:
    """Return the characteristics that stand on a sheet, or what else stands beside each of them."""
    found = {name: _whole(sheet, f"{name.casefold()}{suffix}") for name in ALL}
    return {name: value for name, value in found.items() if value is not None}


def tells_action_points(actor: Actor) -> bool:
    """Say whether a record has anything that Action Points follow from (CF-X-13)."""
    return any(_whole(actor.sheet, key) is not None for key in ("action_points", "rank", "int", "dex"))


def person(actor: Actor, settings: Settings) -> Person:
    """Return what the rules need of the record of somebody."""
    sheet, has = actor.sheet, characteristics_of(actor.sheet)
    rank, species = _whole(sheet, "rank") or 0, _text(sheet, "species")
    whole = len(has) == len(ALL)
    healing = people.healing_rate(has["CON"]) if "CON" in has else 1
    initiative = people.initiative_bonus(has["DEX"], has["INT"]) if {"DEX", "INT"} <= has.keys() else 0
    modifier = people.damage_modifier(has["STR"], has["SIZ"]) if {"STR", "SIZ"} <= has.keys() else "0"
    rated = settings.action_points == "rank" or {"INT", "DEX"} <= has.keys()
    points = total(people.action_points(rank, has, settings)) if rated else 0
    luck = total(people.luck_points(has["POW"], species, rank)) if "POW" in has else None
    skills = tuple(_skills(actor, has, settings))
    return Person(
        characteristics=has,
        original={**has, **characteristics_of(sheet, "_original")},
        lost=characteristics_of(sheet, "_lost"),
        most=characteristics_of(sheet, "_most"),
        species=species,
        rank=rank,
        rank_reached=people.rank_of({s.name: s.value for s in skills}, {s.name for s in skills if s.of_class}),
        age=_whole(sheet, "age"),
        healing_rate=_or(_whole(sheet, "healing_rate"), healing),
        initiative_bonus=_or(_whole(sheet, "initiative_bonus"), initiative),
        damage_modifier=_dice(sheet, "damage_modifier") or modifier,
        action_points=_or(_whole(sheet, "action_points"), points + (_whole(sheet, "action_points_bonus") or 0)),
        movement=_or(_whole(sheet, "movement"), people.movement(species) or 0),
        luck_most=_whole(sheet, "luck_most") if _whole(sheet, "luck_most") is not None else luck,
        magic_most=_or(_whole(sheet, "magic_most"), has.get("POW", -1)) if whole or "POW" in has else None,
        skills=skills,
        experience=_whole(sheet, "experience") or 0,
        rations=_whole(sheet, "rations") or 0,
        immune=_text(sheet, "immune"),
    )


def _skills(actor: Actor, has: Characteristics, settings: Settings) -> Iterator[Skill]:
    original: Characteristics = {**has, **characteristics_of(actor.sheet, "_original")}
    by = has if settings.characteristics_affect_skills else original
    named = set[str]()
    groups: tuple[Group, ...] = ("skills", "professional", "passions")
    for group in groups:
        for place, cells in enumerate(rows_of(actor, group)):
            name = _text(cells, "name")
            if not name:
                continue
            named.add(folded(name))
            base = _whole(cells, "base")
            if base is None:
                base = _passion_base(cells, by) if group == "passions" else _base(_text(cells, "base_of"), name, by)
            value = _or(_whole(cells, "total"), base + (_whole(cells, "added") or 0))
            marks = {mark: bool(cells.get(mark)) for mark in ("fumbled", "raised", "of_class")}
            yield Skill(name=name, group=group, value=max(0, value), row=place, **marks)
    for name in people.numbers().skills.standard:
        if folded(name) not in named and has:
            yield Skill(name=name, group="skills", value=_base("", name, by))


def _base(written: str, name: str, by: Characteristics) -> int:
    of = (written or people.base_of(name) or "").replace(" ", "")
    terms = [term.upper() for term in of.split("+") if term]
    if any(not term.isdecimal() and term not in by for term in terms):
        return 0
    return total(people.base("+".join(terms), by)) if terms else 0


def _passion_base(cells: Cells, by: Characteristics) -> int:
    sort = _text(cells, "sort")
    kinds: Mapping[PassionKind, str] = people.numbers().passions.base
    kind: PassionKind = next((known for known in kinds if known == sort), "person")
    return total(people.passion_base(kind, by)) if {"POW", "CHA", "INT"} <= by.keys() else 0


def _or(written: int | None, reckoned: int) -> int:
    return reckoned if written is None else written


def _whole(cells: Cells, key: str) -> int | None:
    found = cells.get(key)
    return int(found) if isinstance(found, int | float) and not isinstance(found, bool) else None


def _text(cells: Cells, key: str) -> str:
    found = cells.get(key)
    return " ".join(found.split()) if isinstance(found, str) else ""


def _dice(cells: Cells, key: str) -> str:
    found = _text(cells, key).replace("−", "-")
    try:
        return found if found and mixed(found).wanted else ""
    except Refused:
        return ""
