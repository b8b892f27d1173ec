"""Prepared characters, difficulties and adventure seeds of the GM (IM-GM-1, IM-ACT-2, IM-GEN-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta

from engine.kit.content_editor.content_library import ContentLibrary, shipped_records
from engine.kit.content_editor.declared_forms import Id, Line, Name, Proposed, Text
from engine.kit.content_editor.dice_numbers import Dice
from engine.model.frozen import Frozen

CHARACTERS: Final = "characters"
DIFFICULTIES: Final = "difficulties"
SEEDS: Final = "seeds"
KINDS: Final = (CHARACTERS, DIFFICULTIES, SEEDS)
"""The kinds of prepared content; each is also the name of the group's list that holds it."""
BROUGHT_CHARACTERS: Final = "brought_characters"
"""The list of the characters on the table whose numbers were rolled; only commands write it."""
SECRET: Final = frozenset({*KINDS, BROUGHT_CHARACTERS})
"""All these lists are the GM's alone."""
USE_DIFFICULTY, TELL_SEED = "use_difficulty", "tell_seed"
"""The names of the offers with difficulties and seeds."""

MOST_ENTRIES = 40
MOST_EXTRA = 9
LEAST_VALUE, MOST_VALUE = 2, 60

Names = Annotated[tuple[Name, ...], Meta(max_length=MOST_ENTRIES)]
Level = Annotated[int, Meta(ge=1, le=3)]
AttributeWord = Literal["", "mental", "physical", "social"]


class PreparedCharacter(Frozen):
    """A character that the GM can bring to the table any number of times.

    Attributes:
        name: the name of a single one.
        names: names for individuals, separated by commas or line breaks.
        weapon, armour: as in the group's lists.
        mental, physical, social: its attributes, if it has any; dice are rolled for each individual (IM-CHAR-7).
    """

    id: Id
    name: Name = ""
    names: Text = ""
    gender: Name = ""
    age: Name = ""
    race: Name = ""
    description: Text = ""
    marks: Text = ""
    background: Text = ""
    hopes: Text = ""
    quote: Line = ""
    weapon: Proposed = ""
    armour: Names = ()
    possessions: Names = ()
    mental: Level | Dice | None = None
    physical: Level | Dice | None = None
    social: Level | Dice | None = None
    skills: Names = ()


class PreparedDifficulty(Frozen):
    """Something that characters may try; dice are rolled each time that it is used.

    Attributes:
        name: the attempt; everybody reads it.
        skill, attribute: the skill that it needs, and the attribute that replaces it (IM-SKILL-5, IM-SKILL-6).
        value: the value of the card that the GM means to play; None for any (IM-ACT-2).
        extra: the cards that the opposition plays besides the first (IM-ADV-1).
        stakes: what is at stake; everybody reads it.
        notes: for the GM.
    """

    id: Id
    name: Name = ""
    skill: Proposed = ""
    attribute: AttributeWord = ""
    value: Annotated[int, Meta(ge=LEAST_VALUE, le=MOST_VALUE)] | Dice | None = None
    extra: Annotated[int, Meta(ge=0, le=MOST_EXTRA)] | Dice = 0
    stakes: Text = ""
    notes: Text = ""


class PreparedSeed(Frozen):
    """An idea for an adventure.

    Attributes:
        name: its title, which everybody reads.
        setting: its kind of world (IM-GEN-5).
        read_out: text for all.
        goals: the goals that bring points, for the GM, one in each line (IM-ADVANCE-4).
        notes: for the GM.
    """

    id: Id
    name: Name = ""
    setting: Proposed = ""
    read_out: Text = ""
    goals: Text = ""
    notes: Text = ""

    def goal_lines(self) -> tuple[str, ...]:
        """Return the goals, one by one."""
        return tuple(filter(None, (" ".join(line.split()) for line in self.goals.splitlines())))


Record = PreparedCharacter | PreparedDifficulty | PreparedSeed
STRUCTS: Final[Mapping[str, type[Record]]] = {
    CHARACTERS: PreparedCharacter,
    DIFFICULTIES: PreparedDifficulty,
    SEEDS: PreparedSeed,
}
LIBRARY: Final = ContentLibrary[Record](STRUCTS, lambda kind: shipped_records("imaginality", kind, STRUCTS[kind]))
"""The content that a GM can use."""
