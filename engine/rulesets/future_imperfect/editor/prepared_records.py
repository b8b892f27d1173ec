"""Prepared foes, gangs and dangers of the GM (FI-INIT-15, FI-FALL, FI-FIRE, FI-DROWN, FI-BOOM, FI-FEAR)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta

from engine.kit.content_editor.content_library import ContentLibrary, shipped_records
from engine.kit.content_editor.declared_forms import CHOSEN, REQUIRED, Id, Name, Proposed, Text
from engine.kit.content_editor.dice_numbers import Dice
from engine.model.frozen import Frozen
from engine.rulesets.future_imperfect.combat.rounds.gang_hands import GANG_HANDS
from engine.rulesets.future_imperfect.rules.hazard_rules import FireSize, LandingGround

FOES: Final = "foes"
GANGS: Final = "gangs"
DANGERS: Final = "dangers"
KINDS: Final = (FOES, GANGS, DANGERS)
"""The kinds of prepared content; each is also the name of the group's list that holds it."""
BROUGHT_FOES: Final = "brought_foes"
"""The list of the foes on the table whose numbers were rolled."""
RECORD_LISTS: Final = frozenset({BROUGHT_FOES, GANG_HANDS})
"""The lists that only commands write."""
SECRET: Final = frozenset({*KINDS, *RECORD_LISTS})
"""All these lists are the GM's alone."""

BRING_GANG: Final = "bring_gang"
USE_DANGER, USE_BLAST = "use_danger", "use_blast"
"""The names of the offers with gangs and dangers."""
TRAITS: Final = ("reflex", "dexterity", "strength", "vigor")
"""The Traits with their own place on the sheet."""

MOST_ROWS = 40
MOST_KINDS = 10
MOST_OF_A_KIND = 20
MOST_OF_A_WEAPON = 99
LEAST_SIZE, MOST_SIZE = 0.125, 100
MOST_NUMBER = 999
MOST_LEVEL = 20
MOST_ARMOUR = 99

Armour = Annotated[int, Meta(ge=0, le=MOST_ARMOUR)]
Size = Annotated[int, Meta(ge=1, le=MOST_SIZE)] | Annotated[float, Meta(ge=LEAST_SIZE, le=MOST_SIZE)]
FoeKind = Literal["extra", "villain", "animal", "vehicle"]
HandWord = Literal["", "right", "left", "both"]
DangerKind = Literal["fall", "fire", "smoke", "water", "explosion", "fear"]


class FoeAptitude(Frozen):
    """An Aptitude of a foe; without a Trait, that of the group's list counts."""

    name: Annotated[Proposed, REQUIRED] = ""
    concentration: Name = ""
    level: Annotated[int, Meta(ge=0, le=MOST_LEVEL)] | Dice = 1
    trait: Proposed = ""


class FoeWeapon(Frozen):
    """A weapon of a foe; what is empty is as in the group's list of weapons.

    Attributes:
        count: how many of it a foe has; None for one, or for what cannot be counted.
    """

    name: Annotated[Proposed, REQUIRED] = ""
    concentration: Name = ""
    damage: Proposed = ""
    range: Name = ""
    pn: Armour | Dice | None = None
    hand: HandWord = ""
    properties: Name = ""
    count: Annotated[int, Meta(ge=0, le=MOST_OF_A_WEAPON)] | Dice | None = None


class FoeArmour(Frozen):
    """A piece of armour at one location of a foe."""

    area: Annotated[Proposed, REQUIRED] = ""
    value: Armour | Dice = 1
    name: Proposed = ""


class PreparedFoe(Frozen):
    """An extra, villain, animal or vehicle that the GM can bring to the table any number of times.

    Its numbers may be dice, which are rolled for each individual.

    Attributes:
        id: the id that gangs refer to.
        name: the name of a single one.
        names: names for individuals, separated by commas or line breaks.
        sort: what it is.
        reflex, dexterity, strength, vigor: its Traits as dice that it rolls, such as `2d8`.
        size: its Size, which may be a fraction; None for the usual one of its race.
        rate: its Rate in metres, as mounts and vehicles have it; None for that of its Dexterity.
        wind: its Wind at full.
        armour_value: armour that counts everywhere.
    """

    id: Id
    name: Name = ""
    names: Text = ""
    sort: FoeKind = "extra"
    race: Proposed = ""
    reflex: Proposed = "2d6"
    dexterity: Proposed = "2d6"
    strength: Proposed = "2d6"
    vigor: Proposed = "2d6"
    size: Size | Dice | None = None
    rate: Annotated[int, Meta(ge=0, le=MOST_NUMBER)] | Dice | None = None
    wind: Annotated[int, Meta(ge=1, le=MOST_NUMBER)] | Dice = 10
    armour_value: Armour | Dice = 0
    aptitudes: Annotated[tuple[FoeAptitude, ...], Meta(max_length=MOST_ROWS)] = ()
    weapons: Annotated[tuple[FoeWeapon, ...], Meta(max_length=MOST_ROWS)] = ()
    armour: Annotated[tuple[FoeArmour, ...], Meta(max_length=MOST_ROWS)] = ()
    notes: Text = ""


class GangMembers(Frozen):
    """Foes of one kind in a gang; without a name they have the names of their record."""

    foe: Annotated[Name, CHOSEN, REQUIRED] = ""
    count: Annotated[int, Meta(ge=1, le=MOST_OF_A_KIND)] | Dice = 1
    name: Name = ""


class PreparedGang(Frozen):
    """Foes that come together.

    Attributes:
        shared_hand: they act from one hand of action cards (FI-INIT-15).
    """

    id: Id
    name: Name = ""
    members: Annotated[tuple[GangMembers, ...], Meta(max_length=MOST_KINDS)] = ()
    shared_hand: bool = True
    notes: Text = ""


class PreparedDanger(Frozen):
    """A danger without an attacker, with the numbers of its kind; dice are rolled each time that it happens.

    Attributes:
        sort: its kind; only the fields of that kind count.
        metres, ground: of a fall (FI-FALL-1).
        blaze, areas: of a fire: its size, and the burning areas unless all of the body burns (FI-FIRE-3).
        cloth: of smoke: the characters have a wet cloth (FI-FIRE-1).
        water: of water: how rough it is (FI-DROWN-1).
        dice, pn: of an explosion (FI-BOOM-1).
        tn, terror: of something frightening (FI-FEAR-2).
    """

    id: Id
    name: Name = ""
    sort: DangerKind = "fall"
    metres: Annotated[int, Meta(ge=1, le=MOST_NUMBER)] | Dice = 5
    ground: LandingGround = "hard"
    blaze: FireSize = "small"
    areas: Annotated[tuple[Name, ...], Meta(max_length=10), CHOSEN] = ()
    cloth: bool = False
    water: Annotated[Name, CHOSEN] = "creek"
    dice: Proposed = "3d20"
    pn: Armour | Dice | None = None
    tn: Armour | Dice = 5
    terror: bool = False
    notes: Text = ""


Record = PreparedFoe | PreparedGang | PreparedDanger
STRUCTS: Final[Mapping[str, type[Record]]] = {FOES: PreparedFoe, GANGS: PreparedGang, DANGERS: PreparedDanger}
LIBRARY: Final = ContentLibrary[Record](STRUCTS, lambda kind: shipped_records("future_imperfect", kind, STRUCTS[kind]))
"""The content that a GM can use."""
