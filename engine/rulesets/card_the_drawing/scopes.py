"""What the names of section 5.3 come to in a battle: whom `user` means, what `event.tags` holds.

Nothing here fails: whoever does not exist has nothing and is nobody, and what cannot be reckoned is 0, or not so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, Protocol, cast

from engine.rulesets.card_the_drawing.language import parse
from engine.rulesets.card_the_drawing.records import Card, Number
from engine.rulesets.card_the_drawing.scene import Acting, Event, Fielded, Fighter, Scene
from engine.rulesets.card_the_drawing.selectors import acting_body, bodies_meant
from engine.sheets.parsing import FormulaError
from engine.sheets.terms import Unfit

CLOSE, DISTANT, INJURY = "Close", "Distant", "Injury"


class Tagging(Protocol):
    """Who knows the scene, and which tags a card has in it."""

    @property
    def scene(self) -> Scene:
        """The battle at this moment."""
        ...

    def tags(self, card: Card, owner: str) -> frozenset[str]:
        """Return the effective tags of a card without their numbers."""
        ...


class Being(NamedTuple):
    """Somebody an expression speaks of: a fighter, or with `one_body` just that body of a mob."""

    fighter: str
    body: str
    one_body: bool = False

    def __eq__(self, other: object) -> bool:
        """Bodies are the same if both are meant as such; otherwise it is the fighter that counts. Nobody is nobody."""
        if not isinstance(other, Being) or not self.fighter:
            return False
        if self.one_body and other.one_body:
            return self.body == other.body
        return self.fighter == other.fighter

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.fighter)


class Targets(NamedTuple):
    """The bodies that something is aimed at."""

    scene: Scene
    bodies: tuple[str, ...]

    def __contains__(self, who: object) -> bool:
        """Say whether a body is among them, or any body of a fighter."""
        if not isinstance(who, Being):
            return False
        if who.one_body:
            return who.body in self.bodies
        found = self.scene.fighters.get(who.fighter)
        return found is not None and any(body in self.bodies for body in found.bodies)


class Seen(NamedTuple):
    """A card that an expression speaks of. `tags` are given while they are still being worked out."""

    card: Card | None
    owner: str = ""
    tags: frozenset[str] | None = None


class Words:
    """Where the expressions of one effect read: a `language.Scope`."""

    __slots__ = ("acting", "card", "cond", "event", "it", "number", "of")

    def __init__(
        self,
        of: Tagging,
        acting: Acting,
        *,
        it: str = "",
        event: Event | None = None,
        card: Seen | None = None,
        cond: Fielded | None = None,
        number: int = 0,
    ) -> None:
        """Make ready to read.

        Args:
            of: who knows the scene and the tags.
            acting: whose effect it is.
            it: the body being looked at.
            event: what is reacted to, where it is not what the card reacts to.
            card: the card being looked at; the acting one if there is none.
            cond: the Condition being looked at.
            number: the number of the tag.
        """
        self.of = of
        self.acting = acting
        self.it = it
        self.event = acting.event if event is None else event
        self.card = card
        self.cond = cond
        self.number = number

    def name(self, name: str) -> object:
        """Return what a name stands for."""
        match name:
            case "user":
                return Being(self.acting.owner, acting_body(self.of.scene, self.acting))
            case "bearer":
                return self._fighter(self.acting.bearer)
            case "it":
                return self._body(self.it)
            case "event":
                return self.event
            case "cond":
                return self.cond
            case "card":
                return self.card or Seen(self.acting.card, self.acting.owner)
            case _:
                return self.number

    def attribute(self, of: object, name: str) -> object:
        """Return what is asked of it."""
        match of:
            case Being():
                return self._of_being(of, name)
            case Event():
                return self._of_event(of, name)
            case Seen(card=Card() as card, owner=owner, tags=tags):
                return self._of_card(card, owner, name, tags)
            case Fielded(card=card, owner=owner):
                return card.permanent if name == "permanent" else self._of_card(card, owner, name, None)
            case _:
                return _NO_CARD[name]

    def call(self, of: object, name: str, text: str) -> int:
        """Count bodies, or the cards that somebody has played this round."""
        if name == "count":
            return len(bodies_meant(self.of.scene, text, self.acting))
        return played(self.of, of.fighter, text) if isinstance(of, Being) else 0

    def _body(self, body: str) -> Being:
        found = self.of.scene.bodies.get(body)
        return Being(found.fighter, body, one_body=True) if found is not None else NO_BEING

    def _fighter(self, fighter: str) -> Being:
        return Being(fighter, acting_body(self.of.scene, Acting(card=self.acting.card, owner=fighter)))

    def _of_being(self, being: Being, name: str) -> object:
        scene = self.of.scene
        who = scene.fighters.get(being.fighter)
        if who is None:
            return "" if name == "side" else 0
        if name in _HEALTH:
            body = scene.bodies.get(being.body)
            return 0 if body is None else _HEALTH[name](body.health, body.most)
        return _OF_FIGHTER[name](self.of, who)

    def _of_event(self, event: Event, name: str) -> object:
        match name:
            case "source":
                return self._body(event.source)
            case "source_actor":
                return self._fighter(event.source_actor)
            case "targets":
                return Targets(self.of.scene, event.targets)
            case "tags":
                return tags_as_read(self.of.scene, event)
            case "card":
                return Seen(event.card, event.source_actor)
            case "stage":
                return event.stage
            case "is_attack":
                return event.is_attack
            case _:
                return event.from_play

    def _of_card(self, card: Card, owner: str, name: str, tags: frozenset[str] | None) -> object:
        match name:
            case "name":
                return card.name
            case "owner":
                return self._fighter(owner)
            case _:
                return self.of.tags(card, owner) if tags is None else tags


NO_BEING = Being("", "", one_body=True)
_NO_CARD: Mapping[str, object] = {"tags": frozenset(), "name": "", "owner": NO_BEING, "permanent": False}
_HEALTH: Mapping[str, Callable[[int, int], int]] = {
    "health": lambda health, most: health,
    "max_health": lambda health, most: most,
    "lost_health": lambda health, most: max(0, most - health),
}
_OF_FIGHTER: Mapping[str, Callable[[Tagging, Fighter], object]] = {
    "strength": lambda of, who: who.stats.strength,
    "stamina": lambda of, who: who.stats.stamina,
    "intelligence": lambda of, who: who.stats.intelligence,
    "wisdom": lambda of, who: who.stats.wisdom,
    "speed": lambda of, who: of.scene.speed(who.id),
    "adrenaline": lambda of, who: who.adrenaline,
    "minions": lambda of, who: len(of.scene.standing(who.id)) if who.is_mob else 1,
    "resolved": lambda of, who: who.resolved,
    "injuries": lambda of, who: injuries(of, who.id),
    "hand_count": lambda of, who: who.hand_count,
    "stunned": lambda of, who: who.stunned,
    "side": lambda of, who: who.side,
}


def tags_as_read(scene: Scene, event: Event) -> frozenset[str]:
    """Return the tags of an event; an attack that is not Close may count as Distant (CD-AMB-40)."""
    tags = frozenset(event.tags)
    if scene.options.untagged_is_distant and event.is_attack and CLOSE not in tags:
        return tags | {DISTANT}
    return tags


def injuries(of: Tagging, fighter: str) -> int:
    """Return how many Injury Conditions somebody bears."""
    return sum(lies.bearer == fighter and INJURY in of.tags(lies.card, lies.owner) for lies in of.scene.field)


def played(of: Tagging, fighter: str, tag: str) -> int:
    """Return how many cards with a tag somebody has played this round (CD-PLAY-10, CD-COND-7, CD-AMB-22)."""
    who = of.scene.fighters.get(fighter)
    if who is None:
        return 0
    only_resolved = of.scene.options.broad_swing_counts == "resolved_only"
    return sum(
        laid.face_up and not laid.fizzled and (laid.resolved or not only_resolved) and tag in of.tags(laid.card, who.id)
        for laid in who.laid
    )


def number(text: Number | None, words: Words) -> Fraction | int:
    """Return what an amount comes to; 0 for what cannot be reckoned."""
    fixed = fixed_number(text)
    return _read(text, words) if fixed is None else fixed


@lru_cache(maxsize=4096)
def fixed_number(text: Number | None) -> Fraction | int | None:
    """Return an amount that is the same everywhere, such as `1/2`; None for one that has to be read."""
    if text is None or isinstance(text, int):
        return text or 0
    try:
        read = parse(text)
    except FormulaError:
        return 0
    return None if read.paths or read.calls else _read(text, None)


def _read(text: Number | None, words: Words | None) -> Fraction | int:
    try:
        value = parse(text or 0).value(cast(Words, words))
    except (FormulaError, Unfit):
        return 0
    return int(value) if isinstance(value, bool) else 0 if isinstance(value, str) else value


def whole(text: Number | None, words: Words) -> int:
    """Return an amount as a whole number, rounded up (CD-DMG-2)."""
    return math.ceil(number(text, words))


def holds(text: str, words: Words) -> bool:
    """Say whether a condition is met; one that is left out is, one that cannot be reckoned is not."""
    if not text:
        return True
    try:
        return bool(parse(text).value(words))
    except (FormulaError, Unfit):
        return False
