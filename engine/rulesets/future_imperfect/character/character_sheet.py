"""A character's sheet as the rules read it (section 4). Missing or unreadable entries count as absent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.core.memo import memo, memo_of_moment, projection
from engine.kit.manual_game import starting_character
from engine.kit.rules_data import rules_table
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json, replace
from engine.model.seats import Actor
from engine.rulesets.future_imperfect.character.equipment import (
    ROUNDS,
    Armour,
    ArmourLayer,
    Hand,
    Race,
    Weapon,
    armour_from_row,
    place_id,
    race_from_row,
    skill_words,
    weapon_from_row,
)
from engine.rulesets.future_imperfect.character.hit_locations import HUMAN, HitLocation, chart_named, hit_charts
from engine.rulesets.future_imperfect.character.row_reader import ListRow, RowReader, folded, folded_cell
from engine.rulesets.future_imperfect.character.traits import Trait, parse, with_count
from engine.rulesets.future_imperfect.character.wound_levels import is_maimed
from engine.rulesets.future_imperfect.settings import APTITUDES, ARMOUR, RACES, WEAPONS

GroupLists = Mapping[str, Sequence[ListRow]]
FIGHTING = "fighting"
_EMPTY_CELLS: Final = (None, "")
_EMPTY_ROW: Final[ListRow] = {}


class SheetDefaults(Frozen):
    """Values for what a sheet does not say: the Size, fighting with empty hands, and names that mean others.

    The first concentration of empty hands also counts with something in hand.
    """

    size: int
    unarmed: tuple[str, ...]
    same: Mapping[str, str]


class Skill(Frozen):
    """An Aptitude of a character in a concentration, at level 1 at least (FI-CORE-4, FI-CORE-5).

    Attributes:
        aptitude, concentration: their names, normalized for comparison.
        level: how many dice.
        linked: the name of its Trait; empty where neither the sheet nor the group names one.
        trait: that Trait; None where the sheet lacks it.
    """

    aptitude: str
    concentration: str
    level: int
    linked: str = ""
    trait: Trait | None = None

    @property
    def dice(self) -> Trait | None:
        """The dice of a roll: as many of the Trait's die type as the level (FI-CORE-4)."""
        return with_count(self.trait, self.level) if self.trait is not None else None


class DefendingWeapon(Frozen):
    """The weapon that a character fights and defends with, and its level: 0 without the concentration (FI-MELEE-2)."""

    weapon: Weapon
    level: int


sheet_defaults = rules_table("future_imperfect", "characters", SheetDefaults)
"""The values for what a sheet does not say."""


# ---- Traits and Aptitudes


def trait(actor: Actor, name: str) -> Trait | None:
    """Return a Trait by its name or a synonym; None if the sheet lacks it (FI-CORE-1)."""
    wanted = name_of(name)
    dice = actor.sheet.get(place_id(wanted))
    if not isinstance(dice, str):
        dice = next(
            (row.get("dice") for row in _rows(actor, "traits") if _canonical_word(folded_cell(row, "name")) == wanted),
            None,
        )
    try:
        return parse(dice) if isinstance(dice, str) else None
    except Refused:
        return None


@memo
def aptitude(actor: Actor, name: str, concentration: str, lists: GroupLists) -> Skill | None:
    """Return an Aptitude in a concentration, or None if the character lacks it (FI-CORE-4, FI-CORE-5, FI-CORE-15).

    The name may be `shooting: blast rifle`, with no concentration beside it. A row without a concentration, as on a
    short record, counts for all concentrations without a row.
    """
    wanted = skill_of(name, concentration)
    best: Skill | None = None
    for row in _rows(actor, "aptitudes"):
        aptitude, of = skill_of(folded_cell(row, "name"), folded_cell(row, "concentration"))
        level = RowReader(row).whole("level") or 0
        if level and aptitude == wanted[0] and of in ("", wanted[1]) and (best is None or of > best.concentration):
            linked = _canonical_word(folded_cell(row, "trait")) or linked_trait(*wanted, lists)
            best = Skill(aptitude=aptitude, concentration=of, level=level, linked=linked, trait=trait(actor, linked))
    return best


def linked_trait(name: str, concentration: str, lists: GroupLists) -> str:
    """Return the Trait that the group links to an Aptitude, empty for none; a concentration's own row goes first."""
    ties = _linked_traits(lists)
    of, at = skill_of(name, concentration)
    return ties.get((of, at)) or ties.get((of, ""), "")


@memo
def _linked_traits(lists: GroupLists) -> Mapping[tuple[str, str], str]:
    """Return the Trait that the group links to each Aptitude with its concentration."""
    return {
        skill_of(folded_cell(row, "name"), ""): _canonical_word(folded_cell(row, "trait"))
        for row in lists.get(APTITUDES, ())
    }


@memo
def related(actor: Actor, name: str, concentration: str, lists: GroupLists) -> Skill | None:
    """Return the best concentration that may stand in for a missing one (FI-CORE-16)."""
    wanted = skill_of(name, concentration)
    stand_ins = (
        aptitude(actor, other, "", lists)
        for row in lists.get(APTITUDES, ())
        if skill_of(folded_cell(row, "name"), "") == wanted
        for other in str(row.get("related") or "").split(",")
        if other.strip()
    )
    return max((skill for skill in stand_ins if skill is not None), key=lambda skill: skill.level, default=None)


# ---- the body


@memo
def race(actor: Actor, lists: GroupLists) -> Race:
    """Return the race with the sheet's additions; a race that is on no list changes nothing (section 4)."""
    name = folded_cell(actor.sheet, "race")
    rows = (row for row in lists.get(RACES, ()) if folded_cell(row, "name") == name)
    character_race = race_from_row(next(rows, {"name": actor.sheet.get("race")}))
    effects = {key: True for key in ("no_fatigue", "claws", "webbed") if actor.sheet.get(key) is True}
    return replace(character_race, **effects) if effects else character_race


def size(actor: Actor, lists: GroupLists) -> float:
    """Return the Size: the sheet's, else the usual one of the race, else a human's (FI-DMG-5)."""
    return RowReader(actor.sheet).size("size") or race(actor, lists).size or sheet_defaults().size


@memo
def hit_chart(actor: Actor, lists: GroupLists) -> str:
    """Return the name of the hit chart: the sheet's own, the race's, the body's; else the human one (FI-HITLOC-9)."""
    named = (place_id(RowReader(actor.sheet).text("chart")), race(actor, lists).chart, _chart_of_body(actor))
    return next((name for name in named if name in hit_charts().charts), HUMAN)


@projection
def _chart_of_body(actor: Actor) -> str:
    """Return the chart of the body, which stays the same with every wound."""
    return actor.body.chart if actor.body is not None else ""


@memo
def wound_levels(actor: Actor) -> Mapping[str, int]:
    """Return the wound level of each area of the body (FI-WOUND-1)."""
    return {area: place.level for area, place in actor.body.locations.items()} if actor.body is not None else {}


def wind_start(actor: Actor) -> int:
    """Return the Wind at full: the sheet's, else that of a new character (FI-WIND-7)."""
    return written_wind(actor) or starting_character("future_imperfect").tracks["Wind"].value


def written_wind(actor: Actor) -> int | None:
    """Return the Wind at full that is written on the sheet; None for none (FI-WIND-7)."""
    return RowReader(actor.sheet).whole("wind_start", least=1)


def own_rate(actor: Actor) -> int | None:
    """Return the Rate that is written on the sheet, as mounts and vehicles have it; None for none (FI-MOVE-1)."""
    return RowReader(actor.sheet).whole("rate")


def load(actor: Actor) -> float:
    """Return the weight that a character carries, in kilograms: as written, else the sum of its gear (FI-LOAD-1)."""
    written = _weight(actor.sheet, "load")
    return written if written is not None else sum(_weight(row, "weight") or 0 for row in _rows(actor, "gear"))


def armour_at(actor: Actor, hit: HitLocation, lists: GroupLists) -> tuple[ArmourLayer, ...]:
    """Return the armour worn where a hit lands, from outside in (FI-ARMOR-10).

    A piece without its own value has that of the group's list, on the locations that the list says. The single number
    of a short record counts everywhere.
    """
    names = chart_named(hit_chart(actor, lists)).names_of(hit)
    pieces = _listed_armour(lists)
    layers: list[ArmourLayer] = []
    for row in _rows(actor, "armour"):
        if place_id(folded_cell(row, "area")) not in names:
            continue
        piece = pieces.get(folded_cell(row, "name"))
        listed = piece.value if piece is not None and not set(names).isdisjoint(piece.covers) else 0
        written = RowReader(row).whole("value")
        layers.append(ArmourLayer(name=RowReader(row).text("name"), value=listed if written is None else written))
    layers.append(ArmourLayer(name="", value=RowReader(actor.sheet).whole("armour_value") or 0))
    return tuple(layer for layer in layers if layer.value)


@memo
def _listed_armour(lists: GroupLists) -> Mapping[str, Armour]:
    return {folded(piece.name): piece for piece in map(armour_from_row, lists.get(ARMOUR, ()))}


# ---- what is carried


@memo
def weapons(actor: Actor, lists: GroupLists) -> tuple[Weapon, ...]:
    """Return the weapons on the sheet; cells that are empty there are the group's list's (section 4)."""
    listed = _listed_weapons(lists).rows
    return tuple(
        [
            _weapon(row, actor.id, place, listed.get(folded_cell(row, "name"), _EMPTY_ROW))
            for place, row in enumerate(_rows(actor, "weapons"))
        ]
    )


def _weapon(row: ListRow, actor: str, place: int, listed: ListRow) -> Weapon:
    """Return a weapon with its rounds, which change with every shot."""
    weapon = _weapon_without_rounds(row, actor, place, listed)
    rounds = row.get(ROUNDS)
    if rounds in _EMPTY_CELLS:
        rounds = listed.get(ROUNDS)
    if rounds in _EMPTY_CELLS:
        return weapon
    loaded, capacity, is_read = _rounds_written(rounds) if type(rounds) is str else _rounds_in(rounds)
    if not is_read:
        return weapon_from_row(_with_listed_values(row, listed))
    return replace(weapon, loaded=loaded, capacity=capacity)


@memo
def _rounds_written(text: str) -> tuple[int | None, int | None, bool]:
    return _rounds_in(text)


def _rounds_in(cell: Json) -> tuple[int | None, int | None, bool]:
    """Return the rounds left and in all that a cell says, and whether it can be read."""
    cells = RowReader({ROUNDS: cell})
    return *cells.left_of(ROUNDS), not cells.unread


@memo
def _weapon_without_rounds(row: ListRow, actor: str, place: int, listed: ListRow) -> Weapon:
    """Return a weapon in a place on the sheet of a character, whatever rounds it holds."""
    return weapon_from_row(
        _with_listed_values({key: row[key] for key in row if key != ROUNDS}, {**listed, ROUNDS: None})
    )


@memo_of_moment
def weapon(actor: Actor, name: str, lists: GroupLists) -> Weapon | None:
    """Return a weapon on the sheet by its name, or one of the group's list; None for an unknown name."""
    wanted = folded(name)
    for carried in weapons(actor, lists):
        if folded(carried.name) == wanted:
            return carried
    listed = _listed_weapons(lists).rows.get(wanted)
    return weapon_from_row(listed) if listed is not None else None


def lost_hands(actor: Actor, levels: Mapping[str, int], lists: GroupLists) -> frozenset[Hand]:
    """Return the hands that maimed limbs leave useless, by the wound levels of the areas (FI-WOUND-5)."""
    if not is_maimed(max(levels.values(), default=0)):
        return frozenset()
    areas = chart_named(hit_chart(actor, lists)).hands
    return frozenset(Hand(hand) for hand, area in areas.items() if is_maimed(levels.get(area, 0)))


def legs(actor: Actor, levels: Mapping[str, int], lists: GroupLists) -> tuple[int, int]:
    """Return how many legs a body has, and how many of them are maimed (FI-WOUND-5)."""
    areas = chart_named(hit_chart(actor, lists)).legs
    return len(areas), sum(is_maimed(levels.get(area, 0)) for area in areas)


def can_wield(weapon: Weapon, lost: frozenset[Hand]) -> bool:
    """Say whether a weapon can be used without some hands: a two-handed one needs both, except rifles (FI-TWO-3).

    Natural weapons and bare limbs need no hand.
    """
    if not lost or weapon.natural or weapon.unarmed:
        return True
    return len(lost) == 1 and (weapon.hand is not Hand.BOTH or weapon.rifle)


def readied(actor: Actor, lists: GroupLists) -> tuple[Weapon, ...]:
    """Return the weapons at the ready: those in a hand that can hold them (FI-WOUND-5)."""
    lost = lost_hands(actor, wound_levels(actor), lists)
    in_hand = (weapon for weapon in weapons(actor, lists) if weapon.hand is not None)
    return tuple(weapon for weapon in in_hand if weapon.hand not in lost and can_wield(weapon, lost))


def explosives(actor: Actor, lists: GroupLists) -> tuple[Weapon, ...]:
    """Return the explosives on the sheet as weapons that are thrown or laid (FI-BOOM)."""
    if not actor.sheet.get("explosives"):
        return ()
    listed = _listed_weapons(lists).rows
    rows = ({**row, "damage": row.get("dice")} for row in _rows(actor, "explosives"))
    whole = (_with_listed_values(row, listed.get(folded_cell(row, "name"), _EMPTY_ROW)) for row in rows)
    return tuple(replace(weapon_from_row(row), explosive=True) for row in whole)


def fighting_level(actor: Actor, weapon: Weapon, lists: GroupLists) -> int:
    """Return the fighting level for a weapon; one not made for melee counts as a club (FI-MELEE-1, FI-MELEE-2)."""
    concentration = weapon.concentration if weapon.aptitude == FIGHTING else sheet_defaults().unarmed[0]
    skill = aptitude(actor, FIGHTING, concentration, lists)
    return skill.level if skill is not None else 0


@memo
def guard(actor: Actor, lists: GroupLists) -> DefendingWeapon:
    """Return the weapon that a character fights with: the better one in hand, else bare hands (FI-MELEE-2, FI-MART-2).

    A gun in hand is a club like any other. The better one has the higher level, then the longer reach;
    without a concentration for bare hands, their reach does not count either.
    """
    has_weapon, armed = _melee_weapons_in_hand(actor, lists)
    club, *trained = (
        DefendingWeapon(weapon=way, level=fighting_level(actor, way, lists))
        for way in _listed_weapons(lists).bare_hands
    )
    bare = [club] if has_weapon else [club, *(guard for guard in trained if guard.level)]
    guards = [DefendingWeapon(weapon=weapon, level=fighting_level(actor, weapon, lists)) for weapon in armed] or bare
    return max(guards, key=lambda guard: (guard.level, guard.weapon.db))


@memo
def _melee_weapons_in_hand(actor: Actor, lists: GroupLists) -> tuple[bool, tuple[Weapon, ...]]:
    """Return whether there is any weapon in hand, and those made for melee: rounds of a gun do not matter."""
    in_hand = readied(actor, lists)
    return bool(in_hand), tuple([weapon for weapon in in_hand if weapon.aptitude == FIGHTING])


@dataclass(frozen=True, slots=True)
class _WeaponList:
    """The group's list of weapons: rows by name, and the ways to fight with bare hands."""

    rows: Mapping[str, ListRow]
    bare_hands: tuple[Weapon, ...]


@memo
def _listed_weapons(lists: GroupLists) -> _WeaponList:
    rows = lists.get(WEAPONS, ())
    by_name: dict[str, ListRow] = {}
    for row in rows:
        by_name.setdefault(folded_cell(row, "name"), row)
    listed = [weapon for row in rows if (weapon := weapon_from_row(row)).unarmed]
    bare = (
        next(
            (weapon for weapon in listed if (weapon.aptitude, weapon.concentration) == (FIGHTING, way)),
            Weapon(name=way, aptitude=FIGHTING, concentration=way, unarmed=True),
        )
        for way in sheet_defaults().unarmed
    )
    return _WeaponList(by_name, tuple(bare))


def _with_listed_values(row: ListRow, listed: ListRow) -> ListRow:
    return {**listed, **{key: value for key, value in row.items() if value not in _EMPTY_CELLS}}


def _rows(actor: Actor, field: str) -> Iterator[ListRow]:
    value = actor.sheet.get(field)
    rows = value if isinstance(value, list | tuple) else ()
    return (row for row in rows if isinstance(row, Mapping))


def _canonical_word(word: str) -> str:
    return sheet_defaults().same.get(word, word)


def name_of(text: str) -> str:
    """Return the normalized name of a Trait; synonyms map to one name."""
    return _canonical_word(folded(text))


def skill_of(name: str, concentration: str) -> tuple[str, str]:
    """Return the normalized names of an Aptitude and its concentration."""
    aptitude, of = skill_words(name, concentration)
    return _canonical_word(aptitude), _canonical_word(of)


def skill_name(aptitude: str, concentration: str) -> str:
    """Return the name of an Aptitude with its concentration."""
    return ": ".join(word for word in skill_of(aptitude, concentration) if word)


def _weight(row: ListRow, key: str) -> float | None:
    weight = row.get(key)
    return weight if isinstance(weight, int | float) and not isinstance(weight, bool) and weight >= 0 else None
