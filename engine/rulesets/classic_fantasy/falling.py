"""What a fall does, and what does that falls on somebody (CF-FALL)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy.bodies import Chart, Place
from engine.rulesets.classic_fantasy.damage import Damage, Reckoning, halved
from engine.rulesets.classic_fantasy.data import tables
from engine.rulesets.classic_fantasy.parts import Part, counting, total
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.wounds import WoundLevel
from engine.sheets.numbers import Exact
from engine.table.frozen import Frozen


class FallRow(Frozen):
    """A row of CF-T-FALL: up to so many feet so many dice and locations."""

    feet: int
    dice: int
    locations: int


class FallTables(Frozen):
    """The file `rules/falling.toml`."""

    sides: int
    rows: tuple[FallRow, ...]
    beyond_feet: int
    object_siz: int


@cache
def numbers() -> FallTables:
    """Return the numbers of falls."""
    found: FallTables = tables("falling", FallTables)
    return found


class Fall(Frozen):
    """What a fall throws.

    Attributes:
        parts: how many dice, and why so many.
        locations: how many locations it hurts, if the body has so many.
    """

    parts: tuple[Part, ...]
    locations: int

    @property
    def dice(self) -> str:
        """The dice as they are written; empty for a fall that does no harm."""
        count = total(self.parts)
        return f"{count}d{numbers().sides}" if count else ""


def fall(feet: Exact | float, *, settings: Settings = CATALOGUE) -> Fall:
    """Return what a fall throws (CF-FALL-1, CF-FALL-2, CF-AMB-18)."""
    table = numbers()
    row = next((row for row in table.rows if feet <= row.feet), table.rows[-1])
    further = max(0, math.ceil((feet - row.feet) / table.beyond_feet))
    more = further if settings.fall_beyond_locations == "plus_one" else 0
    parts = counting(
        Part(reason="fall_height", value=row.dice, params={"feet": row.feet}),
        Part(reason="fall_beyond", value=further, params={"feet": row.feet, "each": table.beyond_feet}),
    )
    return Fall(parts=parts, locations=row.locations + more)


def falling_object(
    siz: int, feet: Exact | float, *, less_dice: int = 0, less_feet: int = 0, settings: Settings = CATALOGUE
) -> Fall:
    """Return what an object throws that falls on somebody (CF-FALL-6 to CF-FALL-8, CF-AMB-19, CF-AMB-20).

    Args:
        siz: its SIZ; any part of 6 counts as 6.
        feet: how far it falls.
        less_dice: what the GM takes off for a small one, where the group has that.
        less_feet: so many feet of the fall do not count, likewise.
        settings: what the group has chosen.
    """
    table = numbers()
    custom = settings.fall_size_reduction == "custom"
    heavy = math.ceil(max(0, siz) / table.object_siz)
    dropped = fall(max(0, feet - less_feet) if custom else feet, settings=settings)
    dice = heavy + total(dropped.parts)
    parts = counting(
        Part(reason="object_siz", value=heavy, params={"siz": siz}),
        *dropped.parts,
        Part(reason="object_small", value=-min(dice, less_dice) if custom else 0),
    )
    spread = max(1, dropped.locations) if settings.fall_object_locations == "as_fall" else 1
    return Fall(parts=parts, locations=spread)


class Landed(Frozen):
    """Which locations were struck by the dice that have fallen.

    Attributes:
        places: the locations, in the order in which they came; one may come twice where the group stacks.
        repeats: the dice that count for nothing, since their location was struck already.
        wanted: how many dice must still be thrown.
    """

    places: tuple[Place, ...]
    repeats: tuple[int, ...] = ()
    wanted: int = 0


def struck(chart: Chart, count: int, rolls: Sequence[int], *, settings: Settings = CATALOGUE) -> Landed:
    """Return where somebody is hurt; locations differ, unless the group stacks them (CF-FALL-5, CF-AMB-17).

    Args:
        chart: whose body.
        count: how many locations; as many as the body has, or more, are all of them, and nothing is thrown.
        rolls: what d20 showed so far.
        settings: what the group has chosen.
    """
    stack = settings.fall_duplicates == "stack"
    if not stack and count >= len(chart.locations):
        return Landed(places=chart.locations)
    places, repeats = list[Place](), list[int]()
    for number in rolls:
        if len(places) == count:
            raise Refused("d100_rolls_left_over", "CF-FALL-5", count=count)
        place = chart.hit(number)
        if place in places and not stack:
            repeats.append(number)
        else:
            places.append(place)
    return Landed(places=tuple(places), repeats=tuple(repeats), wanted=count - len(places))


def rolls_wanted(locations: int, *, settings: Settings = CATALOGUE) -> int:
    """Return how often the dice of a fall are thrown: for each location, or once for all (CF-FALL-5, CF-AMB-16)."""
    return locations if settings.fall_mode == "each" else min(1, locations)


def modifiers_wanted(locations: int, *, settings: Settings = CATALOGUE) -> int:
    """Return how often the faller's Damage Modifier is thrown (CF-FALL-4, CF-AMB-21)."""
    return rolls_wanted(locations, settings=settings) if settings.fall_dm == "each" else min(1, locations)


def fall_damage(
    locations: int,
    rolls: Sequence[int],
    modifiers: Sequence[int] = (),
    *,
    acrobatics: bool = False,
    settings: Settings = CATALOGUE,
) -> tuple[Damage, ...]:
    """Return what each location takes from a fall; no armour helps (CF-FALL-3 to CF-FALL-5, CF-FALL-10).

    Args:
        locations: how many are hurt.
        rolls: what the dice came to, `rolls_wanted` times.
        modifiers: what the Damage Modifier came to, `modifiers_wanted` times; none for a faller without.
        acrobatics: the roll succeeded, and halves each result (CF-X-32).
        settings: what the group has chosen.
    """
    wanted = rolls_wanted(locations, settings=settings)
    if len(rolls) != wanted or len(modifiers) not in (0, modifiers_wanted(locations, settings=settings)):
        raise Refused("d100_rolls_of_fall", "CF-FALL-5", wanted=wanted, given=len(rolls))
    found = list[Damage]()
    for place in range(locations):
        number = min(place, wanted - 1)
        reckoned = Reckoning()
        reckoned.add("fall", rolls[number])
        if number < len(modifiers):
            reckoned.add("damage_modifier", modifiers[number])
        if settings.fall_mode == "split":
            share, rest = divmod(reckoned.value, locations)
            reckoned.add("fall_split", share + (place < rest) - reckoned.value, locations=locations)
        if acrobatics:
            reckoned.add("acrobatics", halved(reckoned.value) - reckoned.value)
        found.append(reckoned.damage)
    return tuple(found)


def object_damage(roll: int, armour: int, *, settings: Settings = CATALOGUE) -> Damage:
    """Return what a falling object does to a location; armour helps as against a blow (CF-FALL-8, CF-AMB-19)."""
    reckoned = Reckoning()
    reckoned.add("falling_object", roll)
    if settings.fall_object_armor:
        reckoned.add("armour", -armour, armour=armour)
    return reckoned.damage


def lands_prone(levels: Sequence[WoundLevel], *, acrobatics: bool) -> bool:
    """Return whether somebody lies there after a fall: all do but acrobats without worse than Minor (CF-FALL-10)."""
    return not acrobatics or any(level in ("serious", "major") for level in levels)
