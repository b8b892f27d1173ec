"""What cards, tags, archetypes and decks are made of, word for word as section 5 of the catalogue has it.

Nothing here knows what any of it means: `language` reads the expressions, `review` says what is wrong, and the rooms
above carry cards out.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.table.frozen import Frozen

Number = int | str
"""A whole number, or an expression of section 5.3 that comes to one."""


class Effect(Frozen):
    """One effect of a card or a tag: a trigger, a primitive, and what that needs (section 5.2).

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
    """A card as it is written down (section 5.1). `tags` are as printed: `Close`, `Blast2`."""

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
    """A tag: the name of its number, what it does to the card that bears it, and its properties (section 5.6).

    `text` says what it means to whoever plays such a card, in our own words.
    """

    id: str
    param: str = ""
    effects: tuple[Effect, ...] = ()
    persist: bool = False
    play_mode: str = ""
    slots: Number | None = None
    text: str = ""


class Archetype(Frozen):
    """What a character begins with: five stats, the lists it may draw on, automatic cards (CD-ARCH)."""

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


class Deck(Frozen):
    """A named deck: how many of each card, by the card's id.

    Attributes:
        secret: only the GM may know it, as a boss's; the list in which it is kept says so.
    """

    id: str
    name: str
    archetype: str = ""
    cards: Mapping[str, int] = {}
    proposed: bool = False
    secret: bool = False


class Foe(Frozen):
    """Whom the GM runs: a mob of `minions` with their head count as Speed, or without any a boss (CD-MINION, CD-BOSS).

    Attributes:
        health: of each minion; of a boss what its sheet says where it is left out.
        deck: the id of its deck.
    """

    id: str
    name: str
    strength: int
    stamina: int
    intelligence: int
    wisdom: int
    speed: int | None = None
    minions: int = 0
    health: int | None = None
    lists: tuple[str, ...] = ()
    automatic: tuple[str, ...] = ()
    deck: str = ""
    proposed: bool = False


class Placed(Frozen):
    """A foe in an encounter, and what differs there from how it is written down (CD-UI-25)."""

    foe: str
    name: str = ""
    minions: int | None = None
    health: int | None = None
    adrenaline: int = 0


class Encounter(Frozen):
    """A fight that is ready to play: foes, and Environment cards by their ids."""

    id: str
    name: str
    text: str = ""
    foes: tuple[Placed, ...] = ()
    environment: tuple[str, ...] = ()
    proposed: bool = False
