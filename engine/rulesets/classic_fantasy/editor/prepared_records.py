"""Prepared traps, hazards, foes and places: those shipped, and the GM's own over them (CF-UI-11, CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, field

from engine.kit.content_editor.content_library import ContentLibrary, shipped_records
from engine.kit.content_editor.declared_forms import CHOSEN, REQUIRED, Line, Name, Proposed, Text, forms_of_game
from engine.kit.content_editor.dice_numbers import Dice, dice_range, highest_result, lowest_result, rolled
from engine.kit.content_editor.persistence import id_stem
from engine.kit.content_editor.view_models import Lists
from engine.kit.encounters.encounter_forms import NOTE_ROWS
from engine.kit.encounters.encounter_records import TimedEncounter
from engine.model.frozen import Frozen, replace
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.traps import trap_rules
from engine.rulesets.classic_fantasy.traps.trap_rules import Purpose, Resistance, Trap, Works
from engine.rulesets.classic_fantasy.wounds.hit_locations import LocationKind

TRAPS: Final = "prepared_traps"
FOES: Final = "foes"
PLACES: Final = "places"
KINDS: Final = (TRAPS, HAZARDS, FOES, PLACES)
"""The kinds of prepared content; each is also the name of the group's list that holds it."""
VISITED_PLACES: Final = "been_there"
"""The list of what visits to places have brought to the table, so that nothing comes twice."""
BROUGHT_FOES: Final = "brought_foes"
"""The list of the foes on the table whose numbers were rolled, so that these can be rolled again."""
SECRET: Final = frozenset({*KINDS, VISITED_PLACES, BROUGHT_FOES})
"""All these lists are the GM's alone."""

MOST_ROWS = 40
MOST_WAYS = 10
MOST_FOES = 20
MOST_OF_A_WEAPON = 99
MOST_NUMBER = 999
MOST_FEET = 1000
MOST_SPREAD = 40

Reference = Annotated[Name, CHOSEN, REQUIRED]
"""The id of a record of another kind."""
Number = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
Build = Literal["humanoid", "quadruped", "winged", "own"]
Light = Literal["", "light", "dark"]


class PreparedTrap(Frozen):
    """A planned trap: the fields of `trap_rules.Trap`, and its future place.

    Its numbers may be dice, which are rolled for each trap that is placed.

    Attributes:
        id: the id that places refer to.
        damage: dice for each location; empty for the maximum of its maker, `0` for none.
        place: its place and what triggers it there, in words.
    """

    id: str
    name: Name = ""
    maker: Annotated[Annotated[int, Meta(ge=1, le=MOST_NUMBER)] | Dice, REQUIRED] = 50
    works: Works = "small"
    purposes: tuple[Purpose, ...] = ()
    trigger: Text = ""
    place: Line = ""
    resistance: Annotated[tuple[Resistance, ...], Meta(max_length=MOST_WAYS)] = ()
    effect: Text = ""
    damage: Proposed = ""
    spread: Annotated[int, Meta(ge=0, le=MOST_SPREAD)] | Dice = 0
    depth: Annotated[int, Meta(ge=0, le=MOST_FEET)] | Dice | None = None
    ignores_armour: bool = False
    poison: Name = ""
    auto_reset: bool = False
    rules: tuple[str, ...] = ()


class FoeSkill(Frozen):
    """A skill of a foe, in per cent."""

    name: Annotated[Proposed, REQUIRED] = ""
    total: Number | Dice = 0


class FoeAttack(Frozen):
    """A weapon of a foe.

    Attributes:
        count: how many of it a foe has; None for one, or for what cannot be counted.
    """

    name: Annotated[Name, REQUIRED] = ""
    damage: Proposed = ""
    size: Proposed = ""
    count: Annotated[int, Meta(ge=0, le=MOST_OF_A_WEAPON)] | Dice | None = None


class FoeArmour(Frozen):
    """The armour of a location of a foe, besides its hide."""

    location: Annotated[Proposed, REQUIRED] = ""
    worn: Number | Dice = 0
    natural: Number | Dice | None = None


class FoeLocation(Frozen):
    """A location of a foe with a hit chart of its own (CF-HITLOC-4)."""

    first: Annotated[int, Meta(ge=1, le=20), REQUIRED] = 1
    last: Annotated[int, Meta(ge=1, le=20), REQUIRED] = 20
    name: Annotated[Name, REQUIRED] = ""
    sort: LocationKind = "limb"
    armour: Number | Dice | None = None
    most: Annotated[int, Meta(ge=1, le=MOST_NUMBER)] | Dice | None = None


class PreparedFoe(Frozen):
    """A creature or a person that the GM can bring to the table any number of times.

    Its numbers may be dice, which are rolled for each individual.

    Attributes:
        id: the id that places refer to.
        name: the name of a single one.
        names: names for individuals, separated by commas or line breaks; when they are used up, `name` and a number.
        build: its hit chart; `own` for that of `locations`.
        strength: with the other characteristics as on a sheet; None for unknown.
        action_points: overrides the calculated number; so do the following attributes.
    """

    id: str
    name: Name = ""
    names: Text = ""
    species: Name = ""
    build: Build = "humanoid"
    strength: Number | Dice | None = field(default=None, name="str")
    constitution: Number | Dice | None = field(default=None, name="con")
    size: Number | Dice | None = field(default=None, name="siz")
    dexterity: Number | Dice | None = field(default=None, name="dex")
    intelligence: Number | Dice | None = field(default=None, name="int")
    power: Number | Dice | None = field(default=None, name="pow")
    charisma: Number | Dice | None = field(default=None, name="cha")
    action_points: Annotated[int, Meta(ge=0, le=20)] | Dice | None = None
    damage_modifier: Proposed = ""
    initiative_bonus: Annotated[int, Meta(ge=-99, le=99)] | Dice | None = None
    movement: Number | Dice | None = None
    natural_armour: Annotated[int, Meta(ge=0, le=99)] | Dice | None = None
    immune: Name = ""
    key_character: bool = False
    skills: Annotated[tuple[FoeSkill, ...], Meta(max_length=MOST_ROWS)] = ()
    weapons: Annotated[tuple[FoeAttack, ...], Meta(max_length=MOST_ROWS)] = ()
    armour: Annotated[tuple[FoeArmour, ...], Meta(max_length=MOST_ROWS)] = ()
    locations: Annotated[tuple[FoeLocation, ...], Meta(max_length=20)] = ()
    notes: Text = ""


class TrapInPlace(Frozen):
    """A trap that waits in a place; without a text of its own, the trap's applies."""

    trap: Reference = ""
    place: Line = ""


class FoeInPlace(Frozen):
    """Foes that wait in a place.

    Attributes:
        foe: the id of the foe.
        count: the number of them; dice are rolled on the first visit.
        side: their group or side, in words.
        name: their name here; empty for the default.
        tracks: the values with which they begin, as `opening_tracks` reads them; empty for those of the rules.
        shown: the players see them as soon as they come.
    """

    foe: Reference = ""
    count: Annotated[int, Meta(ge=1, le=MOST_FOES)] | Dice = 1
    side: Name = ""
    name: Name = ""
    tracks: Line = ""
    shown: bool = False


class HazardInPlace(Frozen):
    """A hazard that waits in a place, and its position."""

    hazard: Reference = ""
    place: Line = ""


class FireInPlace(Frozen):
    """A fire that burns in a place, and its position; dice are rolled on each visit."""

    intensity: Annotated[int, Meta(ge=1, le=5)] | Dice = 2
    place: Line = ""


class PreparedPlace(TimedEncounter):
    """A room, a clearing, a stretch of road.

    Attributes:
        number: its number in the list.
        name: its title.
        light: whether it is dark there; empty for no change.
    """

    id: str
    number: Number = 0
    name: Name = ""
    light: Light = ""
    traps: Annotated[tuple[TrapInPlace, ...], Meta(max_length=MOST_ROWS)] = ()
    foes: Annotated[tuple[FoeInPlace, ...], Meta(max_length=MOST_ROWS)] = ()
    hazards: Annotated[tuple[HazardInPlace, ...], Meta(max_length=MOST_ROWS)] = ()
    fires: Annotated[tuple[FireInPlace, ...], Meta(max_length=MOST_ROWS)] = ()


Record = PreparedTrap | CustomHazard | PreparedFoe | PreparedPlace
STRUCTS: Final[Mapping[str, type[Record]]] = {
    PLACES: PreparedPlace,
    TRAPS: PreparedTrap,
    HAZARDS: CustomHazard,
    FOES: PreparedFoe,
}
FORMS: Final = forms_of_game(RULESET, "d100", STRUCTS, NOTE_ROWS)
editor_text = FORMS.text


def _shipped(kind: str) -> Iterator[Record]:
    form: Any = Trap
    if kind == TRAPS:  # CF-TRAP-17, CF-TRAP-19
        for sample in trap_rules.samples():
            fields = {name: getattr(sample, name) for name in form.__struct_fields__}
            yield PreparedTrap(**{**fields, "id": id_stem(sample.name), "damage": sample.damage or "0"})
    else:
        yield from shipped_records(RULESET, kind, STRUCTS[kind])


LIBRARY: Final = ContentLibrary[Record](STRUCTS, _shipped)
"""The content that a GM can use."""


def places_in_order(lists: Lists) -> tuple[PreparedPlace, ...]:
    """Return the group's own places in order of their numbers, then as they were written; shipped ones follow."""
    places = (place for place in LIBRARY.records(lists, PLACES).values() if isinstance(place, PreparedPlace))
    return tuple(sorted(places, key=lambda place: (not LIBRARY.is_own(lists, PLACES, place.id), place.number)))


def trap_of(prepared: PreparedTrap, *, settings: Settings = CATALOGUE) -> Trap:
    """Return the trap built from a plan without dice, with the maximum damage of its maker where none is chosen."""
    form: Any = Trap
    fields = {name: getattr(prepared, name) for name in form.__struct_fields__}
    return trap_rules.as_built(Trap(**fields), settings=settings)


def weakest_plan(prepared: PreparedTrap) -> PreparedTrap:
    """Return a plan without dice for the least damage: the least skilled maker, and the most locations (CF-TRAP-15)."""
    return replace(rolled(prepared, lowest_result), spread=dice_range(prepared.spread).most)


def trap_range(prepared: PreparedTrap, *, settings: Settings = CATALOGUE) -> tuple[Trap, Trap]:
    """Return the traps with the least and with the most damage that the dice of a plan allow."""
    strongest = replace(rolled(prepared, highest_result), spread=dice_range(prepared.spread).least)
    return trap_of(weakest_plan(prepared), settings=settings), trap_of(strongest, settings=settings)
