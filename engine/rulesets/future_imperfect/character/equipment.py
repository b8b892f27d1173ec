"""Weapons, armour, races and obstacles, as read from the group's lists and from sheets (section 4)."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any, Final, Literal

import msgspec

from engine.core.dice_notation import DicePool
from engine.core.memo import memo
from engine.model.frozen import Frozen
from engine.rulesets.future_imperfect.character.row_reader import MAX_CELL_NUMBER, ListRow, RowReader, folded

ROUNDS: Final = "ammunition"
"""The column with the rounds of a weapon."""
_ENTANGLE = re.compile(r"entangle (\d{1,3})")


class Club(StrEnum):
    """The kind of club that a weapon is, if any (FI-BRAWL-1, FI-BRAWL-4)."""

    NONE = "none"
    LIGHT = "light"
    HEAVY = "heavy"


class Hand(StrEnum):
    """The hand that holds a weapon at the ready; on a sheet right is the main hand and left the off hand."""

    MAIN = "main"
    OFF = "off"
    BOTH = "both"


_HANDS = {"right": Hand.MAIN, "left": Hand.OFF, **{hand.value: hand for hand in Hand}}


class AimValue(Frozen):
    """Aim x/y: the steps that aiming takes, also its bonus; and what an unaimed shot loses, 0 or less (FI-AIM-1)."""

    steps: int
    unaimed: int


class Weapon(Frozen):
    """A weapon with every column that the rules use.

    Attributes:
        name: its name.
        aptitude, concentration: the skill for it: `shooting`, `blast rifle`.
        tech: Tech Level.
        damage: the weapon's dice; None for an empty hand, or for no damage.
        increment: range increment in metres; None without a range of its own.
        rof: shots in an action; each barrel of a shotgun is one (FI-SHOOT-4, FI-AREA-4).
        burst: rounds of a burst; 0 for a weapon that fires none (FI-AUTO-1).
        speed: cards that an action with it takes; `harness_speed` with a harness, None for no change.
        aim: Aim x/y; None if it cannot aim (FI-AIM-12).
        pn: penetration; None for none listed (FI-ARMOR-3).
        ae: area effect, 0 for none (FI-AREA-1).
        db: Defensive Bonus (FI-DB-1).
        reload: actions to reload a heavy weapon (FI-RELOAD-4).
        capacity, loaded: rounds that it holds, and that are left; None where they are not counted.
        hand: which hand holds it; None while it is put away.
        automatic: fires bursts. shotgun: bonus shooting dice (FI-AREA-2). rifle: made for both hands (FI-TWO-3).
        suppression: threatens bystanders farther off (FI-STRAY-6). fragile: can be broken out of (FI-ENT-2).
        trip: makes prone (FI-ENT-5). thrown: may be thrown. black_powder, magazine: how it is loaded (FI-RELOAD).
        natural: grown on its bearer (FI-ARMOR-8). unarmed: an empty hand. flame, explosive: its kind of damage.
        entangle: the target number to break out; None if it does not entangle.
        club: a light one is never lethal, a heavy one as its user likes.
        own: properties that no rule knows.
        note: where its numbers come from.
        unread: columns that cannot be read; they count as empty, and the table shows a warning.
    """

    name: str
    aptitude: str = ""
    concentration: str = ""
    tech: int | None = None
    damage: DicePool | None = None
    increment: int | None = None
    rof: int = 1
    burst: int = 0
    speed: int = 1
    harness_speed: int | None = None
    aim: AimValue | None = None
    pn: int | None = None
    ae: int = 0
    db: int = 0
    reload: int | None = None
    capacity: int | None = None
    loaded: int | None = None
    hand: Hand | None = None
    automatic: bool = False
    shotgun: bool = False
    rifle: bool = False
    suppression: bool = False
    fragile: bool = False
    trip: bool = False
    thrown: bool = False
    black_powder: bool = False
    magazine: bool = False
    natural: bool = False
    unarmed: bool = False
    flame: bool = False
    explosive: bool = False
    entangle: int | None = None
    club: Club = Club.NONE
    own: tuple[str, ...] = ()
    note: str = ""
    unread: tuple[str, ...] = ()

    @property
    def never_lethal(self) -> bool:
        """Whether its blows are always nonlethal (FI-BRAWL-1)."""
        return self.unarmed or self.club is Club.LIGHT

    @property
    def lethal_by_choice(self) -> bool:
        """Whether its user decides for each blow if it is lethal (FI-BRAWL-4)."""
        return self.club is Club.HEAVY

    @property
    def loading(self) -> LoadingMethod:
        """The way it is loaded (FI-RELOAD-1 to FI-RELOAD-5): black powder goes first, then its own Reload number."""
        if self.black_powder:
            return "black_powder"
        if self.reload is not None:
            return "heavy"
        return "magazine" if self.magazine else "round"

    def cards(self, *, harness: bool) -> int:
        """Return the number of cards that an action with it takes (FI-ACT-2)."""
        return self.harness_speed if harness and self.harness_speed is not None else self.speed


_WEAPON: Any = Weapon
FLAGS: Final[tuple[str, ...]] = tuple(field.name for field in msgspec.structs.fields(_WEAPON) if field.type is bool)
"""Yes-or-no properties, as field names; in a row their words are separated by spaces."""


class Armour(Frozen):
    """A piece of armour: its Armor value and the places that it covers, such as `upper_torso`, `left_arm`."""

    name: str
    value: int = 0
    covers: tuple[str, ...] = ()
    note: str = ""
    unread: tuple[str, ...] = ()


class Race(Frozen):
    """A race: its changes to the rules (section 4, T-2b, T-2c, T-3b).

    Attributes:
        name: its name.
        size: the usual Size; None for one that is not known.
        load: added to all load multipliers (FI-LOAD-3).
        pickup: added to the die for picking up the pace on foot (FI-MOVE-11).
        no_fatigue: picking up the pace costs no Wind (FI-MOVE-12).
        claws, webbed: +1 to that die when climbing, when swimming (FI-MOVE-11).
        chart: its own hit chart, empty for the human one (FI-HITLOC-9).
        note: where its numbers come from.
        unread: columns that cannot be read.
    """

    name: str
    size: float | None = None
    load: int = 0
    pickup: int = 0
    no_fatigue: bool = False
    claws: bool = False
    webbed: bool = False
    chart: str = ""
    note: str = ""
    unread: tuple[str, ...] = ()


class Obstacle(Frozen):
    """A thing in the way of a shot: its Armor value, and the die that it always stops (FI-ARMOR-9, T-11)."""

    name: str
    value: int = 0
    stops: int | None = None
    unread: tuple[str, ...] = ()


@memo
def place_id(text: str) -> str:
    """Return the id of a body location as charts and bodies use it: `Right arm` is `right_arm`."""
    return "_".join(re.findall(r"[a-z0-9]+", text.casefold()))


def skill_words(text: str, concentration: str = "") -> tuple[str, str]:
    """Return the normalized names of an Aptitude and its concentration: `Shooting: Blast Rifle` has both in one."""
    aptitude, _, rest = text.partition(":")
    return folded(aptitude), folded(concentration) or folded(rest)


def weapon_from_row(row: ListRow) -> Weapon:
    """Read a weapon from a row of the list or of a sheet (section 4).

    No row is refused: an unreadable cell counts as empty and is named in `unread`.
    """
    cells = RowReader(row)
    aptitude, concentration = skill_words(cells.text("concentration"))
    speed, harness = cells.pair("speed", least=1)
    loaded, capacity = cells.left_of(ROUNDS)
    burst = cells.whole("burst") or 0
    aim = cells.aim("aim")
    words = tuple(folded(word) for word in cells.text("properties").split(",") if word.strip())
    flags = {flag: True for flag in FLAGS if flag.replace("_", " ") in words}
    club = next((kind for kind in (Club.HEAVY, Club.LIGHT) if f"{kind} club" in words), Club.NONE)
    entangle = next((int(match[1]) for word in words if (match := _ENTANGLE.fullmatch(word))), None)
    keywords = {*(flag.replace("_", " ") for flag in FLAGS), *(f"{kind} club" for kind in Club), f"entangle {entangle}"}
    return Weapon(
        name=cells.text("name"),
        aptitude=aptitude,
        concentration=concentration,
        tech=cells.whole("tech"),
        damage=cells.damage("damage"),
        increment=cells.whole("range", least=1),
        rof=cells.whole("rof", least=1) or 1,
        burst=burst,
        speed=speed or 1,
        harness_speed=harness,
        aim=AimValue(steps=aim[0], unaimed=aim[1]) if aim is not None else None,
        pn=cells.whole("pn"),
        ae=cells.whole("ae") or 0,
        db=cells.whole("db") or 0,
        reload=cells.whole("reload", least=1),
        capacity=capacity,
        loaded=loaded,
        hand=cells.one_of("hand", _HANDS),
        entangle=entangle,
        club=club,
        own=tuple(word for word in words if word not in keywords),
        note=cells.text("note"),
        **{**flags, "automatic": bool(burst) or "automatic" in flags},
        unread=tuple(cells.unread),
    )


def armour_from_row(row: ListRow) -> Armour:
    """Read a piece of armour from a row of the list (FI-ARMOR-2)."""
    cells = RowReader(row)
    covers = tuple(place_id(place) for place in cells.text("covers").split(",") if place.strip())
    value = cells.whole("value") or 0
    return Armour(
        name=cells.text("name"), value=value, covers=covers, note=cells.text("note"), unread=tuple(cells.unread)
    )


def race_from_row(row: ListRow) -> Race:
    """Read a race from a row of the list (T-2b, T-2c, T-3b)."""
    cells = RowReader(row)
    return Race(
        name=cells.text("name"),
        size=cells.size("size"),
        load=cells.whole("load", least=-MAX_CELL_NUMBER) or 0,
        pickup=cells.whole("pickup", least=-MAX_CELL_NUMBER) or 0,
        no_fatigue=row.get("no_fatigue") is True,
        claws=row.get("claws") is True,
        webbed=row.get("webbed") is True,
        chart=place_id(cells.text("chart")),
        note=cells.text("note"),
        unread=tuple(cells.unread),
    )


def obstacle_from_row(row: ListRow) -> Obstacle:
    """Read an obstacle from a row of the list (T-11)."""
    cells = RowReader(row)
    stops = cells.damage("stops")
    return Obstacle(
        name=cells.text("name"),
        value=cells.whole("value") or 0,
        stops=stops.sides if stops is not None else None,
        unread=tuple(cells.unread),
    )


LoadingMethod = Literal["round", "magazine", "black_powder", "heavy"]
"""The way a weapon is loaded: single rounds, a magazine, a muzzle, or as a heavy weapon (T-23)."""


class ArmourLayer(Frozen):
    """A piece of armour, or a thing between attacker and target (FI-COVER-3). `value` is its Armor value."""

    name: str
    value: int
