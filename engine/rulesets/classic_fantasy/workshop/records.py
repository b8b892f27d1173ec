"""What a prepared trap, foe and place are, as rows of the GM's lists (CF-UI-11, CF-UI-12); a hazard is `hazards`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, field

from engine.rulesets.classic_fantasy import traps
from engine.rulesets.classic_fantasy.bodies import Kind
from engine.rulesets.classic_fantasy.hazards import Hazard
from engine.rulesets.classic_fantasy.perils import HAZARDS
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.traps import Purpose, Resistance, Trap, Works
from engine.table.frozen import Frozen

TRAPS: Final = "prepared_traps"
FOES: Final = "foes"
PLACES: Final = "places"
KINDS: Final = (TRAPS, HAZARDS, FOES, PLACES)
"""The kinds of things that are prepared, which are called as the lists of the group in which they are kept."""
BEEN_THERE: Final = "been_there"
"""The list of what going somewhere has brought to the table, so that nothing comes twice."""
SECRET: Final = frozenset({*KINDS, BEEN_THERE})
"""All of it is the GM's alone."""

LONGEST_NAME, LONGEST_LINE, LONGEST_TEXT = 80, 400, 4000
MOST_ROWS = 40
MOST_WAYS = 10
MOST_FOES = 20
MOST_NUMBER = 999
MOST_FEET = 1000
MOST_SPREAD = 40

Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Line = Annotated[str, Meta(max_length=LONGEST_LINE)]
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
Number = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
Build = Literal["humanoid", "quadruped", "winged", "own"]
Light = Literal["", "light", "dark"]


class PreparedTrap(Frozen):
    """A trap as it is planned: what `traps.Trap` tells of one that was built, and where it will lie.

    Attributes:
        id: by which places name it.
        damage: dice for each location; empty for the most that its maker can build, `0` for none.
        place: where it lies and what sets it off there, in words.
    """

    id: str
    name: Name = ""
    maker: Annotated[int, Meta(ge=1, le=MOST_NUMBER)] = 50
    works: Works = "small"
    purposes: tuple[Purpose, ...] = ()
    trigger: Text = ""
    place: Line = ""
    resistance: Annotated[tuple[Resistance, ...], Meta(max_length=MOST_WAYS)] = ()
    effect: Text = ""
    damage: Name = ""
    spread: Annotated[int, Meta(ge=0, le=MOST_SPREAD)] = 0
    depth: Annotated[int, Meta(ge=0, le=MOST_FEET)] | None = None
    ignores_armour: bool = False
    poison: Name = ""
    auto_reset: bool = False
    rules: tuple[str, ...] = ()


class FoeSkill(Frozen):
    """A skill of a foe, in per cent."""

    name: Name = ""
    total: Number = 0


class FoeAttack(Frozen):
    """What a foe strikes with."""

    name: Name = ""
    damage: Name = ""
    size: Name = ""


class FoeArmour(Frozen):
    """What protects a location of a foe besides its hide."""

    location: Name = ""
    worn: Number = 0
    natural: Number | None = None


class FoeLocation(Frozen):
    """A location of a foe that is built like nothing else (CF-HITLOC-4)."""

    first: Annotated[int, Meta(ge=1, le=20)] = 1
    last: Annotated[int, Meta(ge=1, le=20)] = 20
    name: Name = ""
    sort: Kind = "limb"
    armour: Number | None = None
    most: Annotated[int, Meta(ge=1, le=MOST_NUMBER)] | None = None


class Foe(Frozen):
    """A creature or a person that the GM can bring to the table, as often as needed.

    Attributes:
        id: by which places name it.
        name: what one of them is called.
        build: on which hit chart it is struck; `own` for that of `locations`.
        strength: the characteristics, as a sheet has them; what is not written nobody knows.
        action_points: what is written over what follows from those.
    """

    id: str
    name: Name = ""
    species: Name = ""
    build: Build = "humanoid"
    strength: Number | None = field(default=None, name="str")
    constitution: Number | None = field(default=None, name="con")
    size: Number | None = field(default=None, name="siz")
    dexterity: Number | None = field(default=None, name="dex")
    intelligence: Number | None = field(default=None, name="int")
    power: Number | None = field(default=None, name="pow")
    charisma: Number | None = field(default=None, name="cha")
    action_points: Annotated[int, Meta(ge=0, le=20)] | None = None
    damage_modifier: Name = ""
    initiative_bonus: Annotated[int, Meta(ge=-99, le=99)] | None = None
    movement: Number | None = None
    natural_armour: Annotated[int, Meta(ge=0, le=99)] | None = None
    immune: Name = ""
    key_character: bool = False
    skills: Annotated[tuple[FoeSkill, ...], Meta(max_length=MOST_ROWS)] = ()
    weapons: Annotated[tuple[FoeAttack, ...], Meta(max_length=MOST_ROWS)] = ()
    armour: Annotated[tuple[FoeArmour, ...], Meta(max_length=MOST_ROWS)] = ()
    locations: Annotated[tuple[FoeLocation, ...], Meta(max_length=20)] = ()
    notes: Text = ""


class PlacedTrap(Frozen):
    """A trap that waits in a place; where it says nothing the trap's own words hold."""

    trap: Name = ""
    place: Line = ""


class PlacedFoe(Frozen):
    """Foes that wait in a place.

    Attributes:
        foe: which.
        count: how many.
        name: what they are called here; empty for as usual.
        shown: the players see them as soon as they come.
    """

    foe: Name = ""
    count: Annotated[int, Meta(ge=1, le=MOST_FOES)] = 1
    name: Name = ""
    shown: bool = False


class PlacedHazard(Frozen):
    """A hazard that waits in a place, and where."""

    hazard: Name = ""
    place: Line = ""


class PlacedFire(Frozen):
    """A fire that burns in a place, and where."""

    intensity: Annotated[int, Meta(ge=1, le=5)] = 2
    place: Line = ""


class Place(Frozen):
    """A room, a clearing, a stretch of road.

    Attributes:
        number: where it stands in the list.
        name: its title.
        read_out: words for all.
        notes: what only the GM needs.
        light: whether it is dark there; empty leaves it.
    """

    id: str
    number: Number = 0
    name: Name = ""
    read_out: Text = ""
    notes: Text = ""
    light: Light = ""
    traps: Annotated[tuple[PlacedTrap, ...], Meta(max_length=MOST_ROWS)] = ()
    foes: Annotated[tuple[PlacedFoe, ...], Meta(max_length=MOST_ROWS)] = ()
    hazards: Annotated[tuple[PlacedHazard, ...], Meta(max_length=MOST_ROWS)] = ()
    fires: Annotated[tuple[PlacedFire, ...], Meta(max_length=MOST_ROWS)] = ()


Record = PreparedTrap | Hazard | Foe | Place
STRUCTS: Final[Mapping[str, type[Record]]] = {TRAPS: PreparedTrap, HAZARDS: Hazard, FOES: Foe, PLACES: Place}


def id_of(record: Record) -> str:
    """Return by what a record is named: a hazard by its name."""
    return record.name if isinstance(record, Hazard) else record.id


def id_key(kind: str) -> str:
    """Return the field of a row that names it."""
    return "name" if kind == HAZARDS else "id"


def trap_of(prepared: PreparedTrap, *, settings: Settings = CATALOGUE) -> Trap:
    """Return the trap that is built after a plan, with the damage that its maker can build where none is chosen."""
    form: Any = Trap
    fields = {name: getattr(prepared, name) for name in form.__struct_fields__}
    return traps.filled(Trap(**fields), settings=settings)
