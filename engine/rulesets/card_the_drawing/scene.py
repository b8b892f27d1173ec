"""What is known of a battle while numbers are reckoned: who stands, what lies open, what is in force, what happens now.

A scene never changes and knows no table. All that is secret stays outside: of hands it has the number of cards, of a
plan the cards that lie face up, and of those face down only what their own side hands in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from engine.rulesets.card_the_drawing.records import Card, Effect, Tag
from engine.table.frozen import Frozen

NOBODY = ""
"""Whoever owns, casts and bears the surroundings."""


class Options(Frozen):
    """What a group has chosen that changes a reckoning (section 7); the defaults are the catalogue's."""

    stack_same_name: bool = False
    distant_guard: Literal["this_round", "until_used"] = "this_round"
    untagged_is_distant: bool = False
    broad_swing_counts: Literal["face_up", "resolved_only"] = "face_up"
    stun_scope: Literal["step", "round"] = "step"
    counter_target: Literal["attacker", "any"] = "attacker"
    patch_up_self: bool = False
    friendly_fire: Literal["confirm", "forbid"] = "confirm"
    tie_break: Literal["discard_then_d6", "d6"] = "discard_then_d6"
    mob_speed_drop: Literal["immediate", "next_planning"] = "immediate"
    defeated_cards: Literal["lost", "still_happen"] = "lost"


class Stats(Frozen):
    """The five stats (CD-STAT-1). `speed` of a mob is what its living heads make of it (CD-MINION-2)."""

    strength: int = 0
    stamina: int = 0
    intelligence: int = 1
    wisdom: int = 1
    speed: int = 1


class Body(Frozen):
    """Anything with Health that can be struck."""

    id: str
    name: str
    fighter: str
    health: int
    most: int

    @property
    def stands(self) -> bool:
        """Whether it is not defeated (CD-DEF-1)."""
        return self.health > 0


class Laid(Frozen):
    """A card that somebody has planned or played as an Interrupt this round.

    Attributes:
        id: this copy of the card.
        step: the step in which it takes effect, the last one of a Ritual; 0 for an Interrupt.
        face_up: whether it has been turned up.
        dealt: its turn has come, whatever came of it.
        resolved: it took effect.
        fizzled: it came to nothing (CD-PLAY-9), or its slot was lost.
    """

    id: str
    card: Card
    step: int = 0
    face_up: bool = False
    dealt: bool = False
    resolved: bool = False
    fizzled: bool = False


class Fighter(Frozen):
    """An actor in the fight, with what it remembers of this round (CD-ROUND-5).

    Attributes:
        bodies: in the order in which the group lists them.
        stunned: a Stun is pending.
        laid: this round's cards, planned ones by their step, Interrupts as they came.
        discard: the pile that everybody may look through, its top card first.
        close_attackers: bodies that made a Close attack on it this round.
        resolved: how many of its cards took effect this round.
        acted: which bodies of a mob have carried out a card this round.
        planned_speed: a mob's heads when this round was planned; None before that.
    """

    id: str
    name: str
    side: str
    stats: Stats
    adrenaline: int = 0
    bodies: tuple[str, ...] = ()
    is_mob: bool = False
    stunned: bool = False
    laid: tuple[Laid, ...] = ()
    discard: tuple[Card, ...] = ()
    close_attackers: tuple[str, ...] = ()
    resolved: int = 0
    acted: tuple[str, ...] = ()
    hand_count: int = 0
    planned_speed: int | None = None


class Fielded(Frozen):
    """A card in the field, or a card of the surroundings, whose owner and bearer are NOBODY.

    Attributes:
        id: this copy of the card.
        owner: the fighter who cast it.
        bearer: the fighter it is attached to.
        entered: when it came; whatever came earlier is older.
        used: how often a limited effect has been used, by its `place_of`.
    """

    id: str
    card: Card
    owner: str = NOBODY
    bearer: str = NOBODY
    entered: int = 0
    used: Mapping[str, int] = {}


class Timed(Frozen):
    """A `modify` that a card made when it took effect, as the guard of a Distant card is one (CD-TAG-DISTANT).

    Attributes:
        id: this one of all.
        tag: the tag whose effect it is; empty for an effect of the card itself.
        index: where that effect stands on the card or the tag.
        number: the number of the tag.
        card_id: the copy of the card.
        owner: the fighter who played it.
        bearer: the fighter whom the card was meant for: its target, or its owner.
        until: when it ends at the latest.
    """

    id: str
    effect: Effect
    card: Card
    card_id: str
    owner: str
    bearer: str
    entered: int
    tag: str = ""
    index: int = 0
    number: int = 0
    used: int = 0
    until: str = "cleanup"


class Event(Frozen):
    """What is being reacted to: a card that takes effect, or what a Condition does by itself (section 5.3).

    Attributes:
        stage: `before` or `after`; empty while it is being carried out.
        source: the body that does it.
        source_actor: the fighter whose body that is.
        targets: the bodies that it is aimed at.
        tags: the effective tags of the card, without numbers.
        from_play: whether a card just takes effect.
    """

    stage: Literal["", "before", "after"] = ""
    source: str = ""
    source_actor: str = NOBODY
    targets: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    is_attack: bool = False
    from_play: bool = True
    card: Card | None = None


NOTHING = Event()
"""When nothing is reacted to."""


class Acting(Frozen):
    """Whose card does something, and on what occasion.

    Attributes:
        owner: the fighter who cast it; NOBODY for the surroundings.
        body: which of its bodies acts; empty where that is not settled, then `selectors.acting_body` says it.
        bearer: the fighter to whom the card is attached, if it is in the field.
        id: this copy of the card.
        targets: the card's target list, once it is known (`same`).
        event: what the card reacts to; an Interrupt, or what a trigger waited for.
    """

    card: Card
    owner: str = NOBODY
    body: str = ""
    bearer: str = NOBODY
    id: str = ""
    targets: tuple[str, ...] = ()
    event: Event = NOTHING


class Scene(Frozen):
    """A battle at one moment.

    Attributes:
        fighters: by id, in the order of the table.
        bodies: by id.
        field: the Conditions in play, in the order in which they came.
        surroundings: the Environment cards (CD-ENV).
        timed: what cards made that is still in force.
        tags: what is known of each tag, by its id.
    """

    fighters: Mapping[str, Fighter]
    bodies: Mapping[str, Body]
    field: tuple[Fielded, ...] = ()
    surroundings: tuple[Fielded, ...] = ()
    timed: tuple[Timed, ...] = ()
    tags: Mapping[str, Tag] = {}
    options: Options = Options()
    round: int = 1
    phase: str = "playing"
    step: int = 0

    def bodies_of(self, fighter: str) -> Iterator[Body]:
        """Go through the bodies of a fighter."""
        found = self.fighters.get(fighter)
        for body in found.bodies if found is not None else ():
            if body in self.bodies:
                yield self.bodies[body]

    def standing(self, fighter: str) -> tuple[Body, ...]:
        """Return the bodies of a fighter that are not defeated."""
        return tuple(body for body in self.bodies_of(fighter) if body.stands)

    def speed(self, fighter: str) -> int:
        """Return Speed before modifiers; of a mob its living heads (CD-MINION-2)."""
        who = self.fighters[fighter]
        return len(self.standing(fighter)) if who.is_mob else who.stats.speed

    def side(self, fighter: str) -> str | None:
        """Return whose side somebody is on; None for the surroundings."""
        found = self.fighters.get(fighter)
        return None if found is None else found.side


def allied(scene: Scene, one: str, other: str) -> bool:
    """Say whether two fighters are of one side; everybody is his own ally, and the surroundings are nobody's."""
    side = scene.side(one)
    return side is not None and side == scene.side(other)


def opposed(scene: Scene, one: str, other: str) -> bool:
    """Say whether two fighters are of different sides."""
    side, against = scene.side(one), scene.side(other)
    return side is not None and against is not None and side != against


def split_tag(text: str) -> tuple[str, int | None]:
    """Split a tag as printed into its name and its number: `Blast2` into `Blast` and 2."""
    name = text.rstrip("0123456789")
    return (name, int(text[len(name) :])) if name and name != text else (text, None)


def place_of(index: int, tag: str = "") -> str:
    """Return what an effect is called in `Fielded.used`: by where it stands on the card, or on a tag of it."""
    return f"{tag}.effects[{index}]" if tag else f"effects[{index}]"


def ends_at_cleanup(scene: Scene, timed: Timed) -> bool:
    """Say whether something ends in Cleanup (CD-CLEAN-4); a guard may last until it is used (CD-AMB-32)."""
    lasting = timed.until == "combat_end"
    guard = bool(timed.tag) and timed.effect.uses is not None and scene.options.distant_guard == "until_used"
    return not lasting and not guard
