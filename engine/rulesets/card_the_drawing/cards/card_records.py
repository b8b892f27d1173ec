"""Records of cards, tags, archetypes, decks, foes and encounters, with the field names of section 5 of the catalogue.

They are data only: `expressions` reads the expressions, `record_validation` finds problems, and the modules above
resolve cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from engine.kit.content_editor.declared_forms import CHOSEN, EXPRESSION, LINES, LISTED, REQUIRED, longest, within
from engine.kit.content_editor.dice_numbers import Dice
from engine.kit.encounters.encounter_records import TimedEncounter
from engine.model.frozen import Frozen
from engine.sheets.formulas.expression_parser import LONGEST as LONGEST_EXPRESSION

MOST_EFFECTS, MOST_PLACED, LONGEST_NAME, LONGEST_TEXT, LARGEST_PRINTED = 20, 20, 60, 600, 99
MOST_HEALTH = 9999

Number = int | str
"""A whole number, or an expression of section 5.3 with such a value."""
# A record that breaks a bound is read all the same: it is saved as a draft, and `record_validation` says what is wrong.
Name = Annotated[str, longest(LONGEST_NAME)]
Text = Annotated[str, longest(LONGEST_TEXT), LINES]
Word = Annotated[str, LISTED]
Ids = Annotated[tuple[str, ...], CHOSEN]
Formula = Annotated[str, EXPRESSION, longest(LONGEST_EXPRESSION)]
Expression = Annotated[Number | None, EXPRESSION, longest(LONGEST_EXPRESSION)]
Printed = Annotated[int, within(0, LARGEST_PRINTED)]
Positive = Annotated[int, within(1, LARGEST_PRINTED)]
Health = Annotated[int, within(1, MOST_HEALTH)]
Rolled = Annotated[int | Dice, within(0, LARGEST_PRINTED), REQUIRED]
RolledPositive = Annotated[int | Dice, within(1, LARGEST_PRINTED), REQUIRED]
MaybeRolled = Annotated[int | Dice | None, within(1, LARGEST_PRINTED)]
MaybeHealth = Annotated[int | Dice | None, within(1, MOST_HEALTH)]


class Effect(Frozen):
    """One effect of a card or a tag: a trigger, a primitive, and the fields of that primitive (section 5.2).

    `from_` is written `from`, `if_` is written `if`.
    """

    on: Annotated[Word, REQUIRED]
    do: Annotated[Word, REQUIRED]
    if_: Formula = msgspec.field(default="", name="if")
    target: Word = ""
    where: Formula = ""
    amount: Expression = None
    count: Expression = None
    optional: bool = False
    attack: bool = True
    stat: Word = ""
    op: Word = ""
    by: Expression = None
    scope: Word = ""
    uses: Positive | None = None
    when_spent: Word = ""
    until: Word = ""
    from_: Word = msgspec.field(default="", name="from")
    to: Word = ""
    at_least: Expression = None
    mode: Word = ""


class Card(Frozen):
    """A card as a record (section 5.1). `tags` are as printed: `Close`, `Blast2`."""

    id: str
    name: Name
    lists: tuple[str, ...] = ()
    cost: Printed | None = None
    init: Printed | None = None
    tags: tuple[str, ...] = ()
    attach: Word = "user"
    permanent: bool = False
    interrupt_when: Formula = ""
    out: Word = ""
    text: Text = ""
    proposed: bool = False
    label: Name = ""
    effects: Annotated[tuple[Effect, ...], longest(MOST_EFFECTS)] = ()
    disabled: bool = False


class Tag(Frozen):
    """A tag: the name of its number, its effects on cards that have it, and its properties (section 5.6).

    `text` is our own explanation for players.
    """

    id: Name
    param: Word = ""
    effects: Annotated[tuple[Effect, ...], longest(MOST_EFFECTS)] = ()
    persist: bool = False
    play_mode: Word = ""
    slots: Expression = None
    text: Text = ""


class Archetype(Frozen):
    """An archetype of characters: five stats, the lists it may draw on, automatic cards (CD-ARCH)."""

    id: str
    name: Name
    strength: Annotated[Printed, REQUIRED]
    stamina: Annotated[Printed, REQUIRED]
    intelligence: Annotated[Positive, REQUIRED]
    wisdom: Annotated[Positive, REQUIRED]
    speed: Annotated[Positive, REQUIRED]
    lists: tuple[str, ...] = ()
    automatic: Ids = ()
    health: Health | None = None
    proposed: bool = False


class CardDeck(Frozen):
    """A named deck: how many of each card, by the card's id.

    Attributes:
        secret: only the GM may know it, such as a boss's; the list that holds it says so.
    """

    id: str
    name: Name
    archetype: Word = ""
    cards: Annotated[Mapping[str, int], within(0, LARGEST_PRINTED)] = {}
    proposed: bool = False
    secret: bool = False


class Foe(Frozen):
    """A foe of the GM: a mob of `minions` whose number is its Speed, or without minions a boss (CD-MINION, CD-BOSS).

    Its numbers may be dice, which are rolled when the foe comes. The minions of a mob share what is rolled.

    Attributes:
        health: of each minion; for a boss without it the sheet's own.
        deck: the id of its deck.
    """

    id: str
    name: Name
    strength: Rolled
    stamina: Rolled
    intelligence: RolledPositive
    wisdom: RolledPositive
    speed: MaybeRolled = None
    minions: Annotated[int | Dice, within(0, LARGEST_PRINTED)] = 0
    health: MaybeHealth = None
    lists: tuple[str, ...] = ()
    automatic: Ids = ()
    deck: Word = ""
    proposed: bool = False


class EncounterFoe(Frozen):
    """A foe in an encounter, with the differences from its record (CD-UI-25); dice are rolled when it comes."""

    foe: Annotated[Word, REQUIRED]
    name: Name = ""
    side: Name = ""
    minions: MaybeRolled = None
    health: MaybeHealth = None
    adrenaline: Annotated[int | Dice, within(0, MOST_HEALTH)] = 0
    unseen: bool = False


class PreparedEncounter(TimedEncounter):
    """A fight that is ready to play: foes, and Environment cards by their ids."""

    id: str
    name: Name
    text: Text = ""
    foes: Annotated[tuple[EncounterFoe, ...], longest(MOST_PLACED)] = ()
    environment: Ids = ()
    proposed: bool = False


def split_tag(text: str) -> tuple[str, int | None]:
    """Split a tag as printed into its name and its number: `Blast2` into `Blast` and 2."""
    name = text.rstrip("0123456789")
    return (name, int(text[len(name) :])) if name and name != text else (text, None)


# ---- the vocabulary of effects, and which words go together (5.2, 5.4 to 5.6) ----------------------------------------

FIELD_TRIGGERS = (
    "playing_start",
    "drawing_start",
    "step_start",
    "cleanup",
    "dealt_damage",
    "damaged",
    "enter",
    "leave",
)
"""The triggers of cards in the field (5.5)."""
REACTIONS = frozenset({"dealt_damage", "damaged"})
"""The triggers that have an event."""
TRIGGERS = ("resolve", "while", "declare", *FIELD_TRIGGERS)

OF_EVENT = frozenset({"attacker", "targeted_allies", "own_untargeted", "others_not_targeted"})
"""The selectors that depend on the event."""


class Primitive(Frozen):
    """The fields of a primitive besides `on` and `if`: the required ones, the optional ones, and its triggers."""

    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    on: tuple[str, ...] = ("resolve", *FIELD_TRIGGERS)


_AMOUNT = Primitive(needs=("target", "amount"), takes=("where", "optional"))
PRIMITIVES: Mapping[str, Primitive] = {
    "damage": Primitive(needs=("target", "amount"), takes=("where", "optional", "attack")),
    "heal": _AMOUNT,
    "lose_health": _AMOUNT,
    "gain_adrenaline": _AMOUNT,
    "lose_adrenaline": _AMOUNT,
    "draw": _AMOUNT,
    "discard": Primitive(needs=("target", "amount"), takes=("where", "optional", "mode")),
    "stun": Primitive(needs=("target",), takes=("where", "optional")),
    "remove_condition": Primitive(needs=("target", "count"), takes=("where", "optional")),
    "discard_self": Primitive(takes=("optional",), on=FIELD_TRIGGERS),
    "redirect": Primitive(needs=("to",), takes=("from", "optional"), on=("resolve",)),
    "set_targets": Primitive(needs=("count",), on=("declare",)),
    "require_target": Primitive(needs=("from", "at_least"), on=("declare",)),
    "add_target": Primitive(needs=("target",), on=("declare",)),
    "add_minion": Primitive(needs=("target", "amount"), takes=("optional",)),
    "modify": Primitive(
        needs=("stat", "op", "by", "scope"), takes=("uses", "when_spent", "until"), on=("while", "resolve")
    ),
}
_NUMBER = ("add", "mul", "set")
OPERATIONS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("damage_taken", "damage_dealt"), _NUMBER),
    "adrenaline_gain": (*_NUMBER, "post_add"),
    **dict.fromkeys(("initiative", "cost", "speed", "hand_size", "draw_count"), _NUMBER),
    "tags": ("remove", "add"),
}
"""The values that `modify` can change, each with its operations (5.6, 5.7)."""
PER_HIT = frozenset({"damage_taken", "damage_dealt"})
"""The values that are calculated for an event; only these can have limited uses."""
PER_CARD = frozenset({"initiative", "tags", "cost"})
"""The values that are calculated for a card."""
SCOPES = ("bearer", "user", "enemies", "allies", "all")
LIFETIMES = ("cleanup", "round_end", "combat_end")
MODES = ("choose", "random")
ATTACHING = ("user", "target")

CHOOSING = frozenset({"one", "one_any", "one_other", "one_enemy", "one_ally"})
"""The selectors that let the user choose."""
