"""Records of cards, tags, archetypes, decks, foes and encounters, with the field names of section 5 of the catalogue.

They are data only: `expressions` reads the expressions, `record_validation` finds problems, and the modules above
resolve cards.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.kit.content_editor.dice_numbers import Dice
from engine.kit.encounters.encounter_records import TimedEncounter
from engine.model.frozen import Frozen

Number = int | str
"""A whole number, or an expression of section 5.3 with such a value."""


class Effect(Frozen):
    """One effect of a card or a tag: a trigger, a primitive, and the fields of that primitive (section 5.2).

    `from_` is written `from`, `if_` is written `if`.
    """

    on: str
    do: str
    if_: str = msgspec.field(default="", name="if")
    target: str = ""
    where: str = ""
    amount: Number | None = None
    count: Number | None = None
    optional: bool = False
    attack: bool = True
    stat: str = ""
    op: str = ""
    by: Number | None = None
    scope: str = ""
    uses: int | None = None
    when_spent: str = ""
    until: str = ""
    from_: str = msgspec.field(default="", name="from")
    to: str = ""
    at_least: Number | None = None
    mode: str = ""


class Card(Frozen):
    """A card as a record (section 5.1). `tags` are as printed: `Close`, `Blast2`."""

    id: str
    name: str
    lists: tuple[str, ...] = ()
    cost: int | None = None
    init: int | None = None
    tags: tuple[str, ...] = ()
    attach: str = "user"
    permanent: bool = False
    interrupt_when: str = ""
    out: str = ""
    text: str = ""
    proposed: bool = False
    label: str = ""
    effects: tuple[Effect, ...] = ()
    disabled: bool = False


class Tag(Frozen):
    """A tag: the name of its number, its effects on cards that have it, and its properties (section 5.6).

    `text` is our own explanation for players.
    """

    id: str
    param: str = ""
    effects: tuple[Effect, ...] = ()
    persist: bool = False
    play_mode: str = ""
    slots: Number | None = None
    text: str = ""


class Archetype(Frozen):
    """An archetype of characters: five stats, the lists it may draw on, automatic cards (CD-ARCH)."""

    id: str
    name: str
    strength: int
    stamina: int
    intelligence: int
    wisdom: int
    speed: int
    lists: tuple[str, ...] = ()
    automatic: tuple[str, ...] = ()
    health: int | None = None
    proposed: bool = False


class CardDeck(Frozen):
    """A named deck: how many of each card, by the card's id.

    Attributes:
        secret: only the GM may know it, such as a boss's; the list that holds it says so.
    """

    id: str
    name: str
    archetype: str = ""
    cards: Mapping[str, int] = {}
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
    name: str
    strength: int | Dice
    stamina: int | Dice
    intelligence: int | Dice
    wisdom: int | Dice
    speed: int | Dice | None = None
    minions: int | Dice = 0
    health: int | Dice | None = None
    lists: tuple[str, ...] = ()
    automatic: tuple[str, ...] = ()
    deck: str = ""
    proposed: bool = False


class EncounterFoe(Frozen):
    """A foe in an encounter, with the differences from its record (CD-UI-25); dice are rolled when it comes."""

    foe: str
    name: str = ""
    side: str = ""
    minions: int | Dice | None = None
    health: int | Dice | None = None
    adrenaline: int | Dice = 0


class PreparedEncounter(TimedEncounter):
    """A fight that is ready to play: foes, and Environment cards by their ids."""

    id: str
    name: str
    text: str = ""
    foes: tuple[EncounterFoe, ...] = ()
    environment: tuple[str, ...] = ()
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
