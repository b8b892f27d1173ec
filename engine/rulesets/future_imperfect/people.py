"""What a character's sheet says to the rules (section 4). What stands there badly or not at all is not there."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.play.refusal import Refused
from engine.rulesets.future_imperfect.armour import Layer
from engine.rulesets.future_imperfect.cells import Cells, Row, folded
from engine.rulesets.future_imperfect.data import FOLDER, tables
from engine.rulesets.future_imperfect.gear import (
    Hand,
    Race,
    Weapon,
    armour_from_row,
    place_id,
    race_from_row,
    skill_words,
    weapon_from_row,
)
from engine.rulesets.future_imperfect.harm import is_maimed
from engine.rulesets.future_imperfect.lists import APTITUDES, ARMOUR, RACES, WEAPONS
from engine.rulesets.future_imperfect.locations import HUMAN, Hit, chart_of, charts
from engine.rulesets.future_imperfect.traits import Trait, parse, with_count
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Frozen, replace
from engine.table.seats import Actor

Lists = Mapping[str, Sequence[Row]]
FIGHTING = "fighting"


class PeopleTable(Frozen):
    """What holds where a sheet is silent.

    Attributes:
        size: the Size.
        unarmed: the concentrations of fighting with empty hands; the first also with a thing in hand.
        same: names that mean others.
    """

    size: int
    unarmed: tuple[str, ...]
    same: Mapping[str, str]


class Skill(Frozen):
    """An Aptitude that somebody has in a concentration, at level 1 at least (FI-CORE-4, FI-CORE-5).

    Attributes:
        aptitude, concentration: which, as they are compared.
        level: how many dice.
        linked: the Trait that it belongs to, empty where neither the sheet nor the group says.
        trait: that Trait; None where it is not known.
    """

    aptitude: str
    concentration: str
    level: int
    linked: str = ""
    trait: Trait | None = None

    @property
    def dice(self) -> Trait | None:
        """What is rolled: as many dice of the Trait's die type as the level says (FI-CORE-4)."""
        return with_count(self.trait, self.level) if self.trait is not None else None


class Guard(Frozen):
    """What somebody fights and defends with now, and the level for it, 0 without the concentration (FI-MELEE-2)."""

    weapon: Weapon
    level: int


def numbers() -> PeopleTable:
    """Return what holds where a sheet is silent."""
    found: PeopleTable = tables("people", PeopleTable)
    return found


# ---- Traits and Aptitudes


def trait(actor: Actor, name: str) -> Trait | None:
    """Return a Trait by its name or another that means it; None for one that the sheet has not (FI-CORE-1)."""
    wanted = name_of(name)
    found = actor.sheet.get(place_id(wanted))
    if not isinstance(found, str):
        found = next((row.get("dice") for row in _rows(actor, "traits") if _same(_word(row, "name")) == wanted), None)
    try:
        return parse(found) if isinstance(found, str) else None
    except Refused:
        return None


def aptitude(actor: Actor, name: str, concentration: str, lists: Lists) -> Skill | None:
    """Return an Aptitude in a concentration, or None for somebody who lacks it (FI-CORE-4, FI-CORE-5, FI-CORE-15).

    A row without a concentration, as a short record may have it, holds for all that have no row of their own.

    Args:
        actor: whose.
        name: `shooting`; or `shooting: blast rifle`, with no concentration beside it.
        concentration: `blast rifle`; empty for Aptitudes that have none.
        lists: the group's; `aptitudes` says which Trait belongs to what.
    """
    known = _skills(actor, lists)
    key = (name, concentration, False)
    if key not in known:
        known[key] = _aptitude(actor, name, concentration, lists)
    return known[key]


def _aptitude(actor: Actor, name: str, concentration: str, lists: Lists) -> Skill | None:
    wanted = skill_of(name, concentration)
    best: Skill | None = None
    for row in _rows(actor, "aptitudes"):
        aptitude, of = skill_of(_word(row, "name"), _word(row, "concentration"))
        level = Cells(row).whole("level") or 0
        if level and aptitude == wanted[0] and of in ("", wanted[1]) and (best is None or of > best.concentration):
            linked = _same(_word(row, "trait")) or linked_trait(*wanted, lists)
            best = Skill(aptitude=aptitude, concentration=of, level=level, linked=linked, trait=trait(actor, linked))
    return best


def linked_trait(name: str, concentration: str, lists: Lists) -> str:
    """Return the Trait that the group ties an Aptitude to, empty for none; a concentration's own row goes first."""
    ties = {skill_of(_word(row, "name"), ""): _same(_word(row, "trait")) for row in lists.get(APTITUDES, ())}
    of, at = skill_of(name, concentration)
    return ties.get((of, at)) or ties.get((of, ""), "")


def related(actor: Actor, name: str, concentration: str, lists: Lists) -> Skill | None:
    """Return the best of what may stand in for a concentration that somebody lacks (FI-CORE-16)."""
    known = _skills(actor, lists)
    key = (name, concentration, True)
    if key not in known:
        known[key] = _related(actor, name, concentration, lists)
    return known[key]


def unarmed(actor: Actor) -> tuple[object, ...]:
    """Return what stands on a sheet beside the weapons: the same object until some of it changes.

    Every shot is counted in the row of its weapon, so that the sheet as a whole seldom stays as it is.
    """
    return _SHEETS.get(actor.id, (actor.sheet,), lambda: _unarmed(actor))


def _unarmed(actor: Actor) -> tuple[object, ...]:
    cells: tuple[object, ...] = tuple(
        [part for name, value in actor.sheet.items() if name != "weapons" for part in (name, value)]
    )
    return _UNARMED.get(f"{actor.id}\n{len(cells)}", cells, lambda: cells)


def _skills(actor: Actor, lists: Lists) -> dict[tuple[str, str, bool], Skill | None]:
    """Return what has been looked up on a sheet since it is as it is: by name, concentration, and if a stand-in."""
    return _SKILLS.get(actor.id, (unarmed(actor), lists.get(APTITUDES)), dict)


def _related(actor: Actor, name: str, concentration: str, lists: Lists) -> Skill | None:
    wanted = skill_of(name, concentration)
    stand_ins = (
        aptitude(actor, other, "", lists)
        for row in lists.get(APTITUDES, ())
        if skill_of(_word(row, "name"), "") == wanted
        for other in str(row.get("related") or "").split(",")
        if other.strip()
    )
    return max((skill for skill in stand_ins if skill is not None), key=lambda skill: skill.level, default=None)


# ---- the body


def race(actor: Actor, lists: Lists) -> Race:
    """Return the race with what the sheet adds to it; one that nobody has described changes nothing (section 4)."""
    return _OF_RACES.get(actor.id, (unarmed(actor), lists.get(RACES)), lambda: _race(actor, lists))


def _race(actor: Actor, lists: Lists) -> Race:
    name = _word(actor.sheet, "race")
    rows = (row for row in lists.get(RACES, ()) if _word(row, "name") == name)
    found = race_from_row(next(rows, {"name": actor.sheet.get("race")}))
    effects = {key: True for key in ("no_fatigue", "claws", "webbed") if actor.sheet.get(key) is True}
    return replace(found, **effects) if effects else found


def size(actor: Actor, lists: Lists) -> float:
    """Return the Size: the sheet's, else the usual one of the race, else a human's (FI-DMG-5)."""
    return Cells(actor.sheet).size("size") or race(actor, lists).size or numbers().size


def hit_chart(actor: Actor, lists: Lists) -> str:
    """Return the name of the hit chart: the sheet's own, the race's, the body's; else the human one (FI-HITLOC-9)."""
    body = actor.body.chart if actor.body is not None else ""
    return _CHARTS.get(actor.id, (unarmed(actor), body, lists.get(RACES)), lambda: _hit_chart(actor, body, lists))


def _hit_chart(actor: Actor, body: str, lists: Lists) -> str:
    named = (place_id(Cells(actor.sheet).text("chart")), race(actor, lists).chart, body)
    return next((name for name in named if name in charts().charts), HUMAN)


def wound_levels(actor: Actor) -> Mapping[str, int]:
    """Return the wound level of each area of the body (FI-WOUND-1)."""
    return {area: place.level for area, place in actor.body.locations.items()} if actor.body is not None else {}


def wind_start(actor: Actor) -> int:
    """Return the Wind at full: the sheet's, else that of a new character (FI-WIND-7)."""
    return written_wind(actor) or _wind_of_anybody()


def written_wind(actor: Actor) -> int | None:
    """Return the Wind at full that is written on the sheet; None for none (FI-WIND-7)."""
    return Cells(actor.sheet).whole("wind_start", least=1)


def own_rate(actor: Actor) -> int | None:
    """Return the Rate that is written on the sheet, as mounts and vehicles have it; None for none (FI-MOVE-1)."""
    return Cells(actor.sheet).whole("rate")


def load(actor: Actor) -> float:
    """Return what somebody carries, in kilograms: as written, else all gear together (FI-LOAD-1)."""
    written = _weight(actor.sheet, "load")
    return written if written is not None else sum(_weight(row, "weight") or 0 for row in _rows(actor, "gear"))


def armour_at(actor: Actor, hit: Hit, lists: Lists) -> tuple[Layer, ...]:
    """Return what is worn where a hit lands, from outside in (FI-ARMOR-10).

    A piece without a value of its own has that of the group's list, where it covers the place. The one number of a
    short record holds everywhere.
    """
    names = chart_of(hit_chart(actor, lists)).names_of(hit)
    known = {folded(piece.name): piece for piece in map(armour_from_row, lists.get(ARMOUR, ()))}
    layers: list[Layer] = []
    for row in _rows(actor, "armour"):
        if place_id(_word(row, "area")) not in names:
            continue
        piece = known.get(_word(row, "name"))
        listed = piece.value if piece is not None and not set(names).isdisjoint(piece.covers) else 0
        written = Cells(row).whole("value")
        layers.append(Layer(name=Cells(row).text("name"), value=listed if written is None else written))
    layers.append(Layer(name="", value=Cells(actor.sheet).whole("armour_value") or 0))
    return tuple(layer for layer in layers if layer.value)


# ---- what is carried


def weapons(actor: Actor, lists: Lists) -> tuple[Weapon, ...]:
    """Return the weapons on the sheet; cells that are empty there are the group's list's (section 4)."""

    def read() -> tuple[Weapon, ...]:
        return tuple(weapon_from_row(_over(row, lists)) for row in _rows(actor, "weapons"))

    return _CARRIED.get(actor.id, (actor.sheet, lists.get(WEAPONS)), read)


def weapon(actor: Actor, name: str, lists: Lists) -> Weapon | None:
    """Return a weapon on the sheet by its name, or one of the group's list; None for what nobody has heard of."""
    wanted = folded(name)
    own = next((one for one in weapons(actor, lists) if folded(one.name) == wanted), None)
    listed = _armoury(lists).rows.get(wanted)
    return own or (weapon_from_row(listed) if listed is not None else None)


def lost_hands(actor: Actor, levels: Mapping[str, int], lists: Lists) -> frozenset[Hand]:
    """Return the hands that maimed limbs leave useless (FI-WOUND-5).

    Args:
        actor: whose.
        levels: the wound levels by area.
        lists: the group's.
    """
    areas = chart_of(hit_chart(actor, lists)).hands
    return frozenset(Hand(hand) for hand, area in areas.items() if is_maimed(levels.get(area, 0)))


def legs(actor: Actor, levels: Mapping[str, int], lists: Lists) -> tuple[int, int]:
    """Return how many legs a body has, and how many of them are maimed (FI-WOUND-5)."""
    areas = chart_of(hit_chart(actor, lists)).legs
    return len(areas), sum(is_maimed(levels.get(area, 0)) for area in areas)


def can_wield(weapon: Weapon, lost: frozenset[Hand]) -> bool:
    """Say whether a weapon can be used without some hands: what is held in both takes both, but for rifles (FI-TWO-3).

    What has grown on its bearer, and bare limbs, need no hand to hold them.
    """
    if not lost or weapon.natural or weapon.unarmed:
        return True
    return len(lost) == 1 and (weapon.hand is not Hand.BOTH or weapon.rifle)


def readied(actor: Actor, lists: Lists) -> tuple[Weapon, ...]:
    """Return the weapons at the ready: those in a hand that can hold them (FI-WOUND-5)."""
    lost = lost_hands(actor, wound_levels(actor), lists)
    held = (weapon for weapon in weapons(actor, lists) if weapon.hand is not None)
    return tuple(weapon for weapon in held if weapon.hand not in lost and can_wield(weapon, lost))


def explosives(actor: Actor, lists: Lists) -> tuple[Weapon, ...]:
    """Return the explosives on the sheet as weapons that are thrown or laid (FI-BOOM)."""
    rows = ({**row, "damage": row.get("dice")} for row in _rows(actor, "explosives"))
    return tuple(replace(weapon_from_row(_over(row, lists)), explosive=True) for row in rows)


def fighting_level(actor: Actor, weapon: Weapon, lists: Lists) -> int:
    """Return the fighting level for a weapon; for what is not made for it that of a club (FI-MELEE-1, FI-MELEE-2)."""
    concentration = weapon.concentration if weapon.aptitude == FIGHTING else numbers().unarmed[0]
    skill = aptitude(actor, FIGHTING, concentration, lists)
    return skill.level if skill is not None else 0


def guard(actor: Actor, lists: Lists) -> Guard:
    """Return what somebody fights with now: the better of what is in hand, else the bare hands (FI-MELEE-2, FI-MART-2).

    A gun in hand is a club like any other. The better is that with the higher level, and then with the longer reach;
    who has learned no way to fight with bare hands has not the reach of one either.
    """
    body = actor.body.chart if actor.body is not None else ""
    lost = ", ".join(sorted(lost_hands(actor, wound_levels(actor), lists)))
    made_of = (actor.sheet, body, lists.get(WEAPONS), lists.get(APTITUDES), lists.get(RACES), lost)
    return _GUARDS.get(actor.id, made_of, lambda: _guard(actor, lists))


def _guard(actor: Actor, lists: Lists) -> Guard:
    held = readied(actor, lists)
    armed = [weapon for weapon in held if weapon.aptitude == FIGHTING]
    club, *trained = (Guard(weapon=way, level=fighting_level(actor, way, lists)) for way in _armoury(lists).bare_hands)
    bare = [club] if held else [club, *(guard for guard in trained if guard.level)]
    guards = [Guard(weapon=weapon, level=fighting_level(actor, weapon, lists)) for weapon in armed] or bare
    return max(guards, key=lambda guard: (guard.level, guard.weapon.db))


@dataclass(frozen=True, slots=True)
class _Armoury:
    """The group's list of weapons as the rules ask for it: rows by name, and the ways to fight with empty hands."""

    rows: Mapping[str, Row]
    bare_hands: tuple[Weapon, ...]


_ARMOURY: Final = Remembered[_Armoury]()
_GUARDS: Final = Remembered[Guard]()
_CARRIED: Final = Remembered[tuple[Weapon, ...]]()
_OF_RACES: Final = Remembered[Race]()
_CHARTS: Final = Remembered[str]()
_SHEETS: Final = Remembered[tuple[object, ...]]()
_UNARMED: Final = Remembered[tuple[object, ...]]()
_SKILLS: Final = Remembered[dict[tuple[str, str, bool], Skill | None]]()


def _armoury(lists: Lists) -> _Armoury:
    rows = lists.get(WEAPONS, ())

    def read() -> _Armoury:
        by_name: dict[str, Row] = {}
        for row in rows:
            by_name.setdefault(_word(row, "name"), row)
        listed = [weapon for row in rows if (weapon := weapon_from_row(row)).unarmed]
        bare = (
            next(
                (weapon for weapon in listed if (weapon.aptitude, weapon.concentration) == (FIGHTING, way)),
                Weapon(name=way, aptitude=FIGHTING, concentration=way, unarmed=True),
            )
            for way in numbers().unarmed
        )
        return _Armoury(by_name, tuple(bare))

    return _ARMOURY.get("", (rows,), read)


def _over(row: Row, lists: Lists) -> Row:
    listed = _armoury(lists).rows.get(_word(row, "name"), {})
    return {**listed, **{key: value for key, value in row.items() if value not in (None, "")}}


def _rows(actor: Actor, field: str) -> Iterator[Row]:
    found = actor.sheet.get(field)
    rows = found if isinstance(found, list | tuple) else ()
    return (row for row in rows if isinstance(row, Mapping))


def _word(row: Row, key: str) -> str:
    return folded(Cells(row).text(key))


def _same(word: str) -> str:
    return numbers().same.get(word, word)


def name_of(text: str) -> str:
    """Return the name of a Trait as it is compared; several may mean the same."""
    return _same(folded(text))


def skill_of(name: str, concentration: str) -> tuple[str, str]:
    """Return an Aptitude and its concentration as they are compared."""
    aptitude, of = skill_words(name, concentration)
    return _same(aptitude), _same(of)


def _weight(row: Row, key: str) -> float | None:
    found = row.get(key)
    return found if isinstance(found, int | float) and not isinstance(found, bool) and found >= 0 else None


@cache
def _wind_of_anybody() -> int:
    raw = tomllib.loads((FOLDER / "ruleset.toml").read_text(encoding="utf-8"))
    return int(raw["actor"]["tracks"]["Wind"]["value"])
