"""What tags, Initiative, cost, Speed, hand and Adrenaline come to now, and why (sections 5.6 and 5.7, CD-DMG-5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from engine.play.words import Message
from engine.rulesets.card_the_drawing.modifiers import Key, Modifier, Modifiers, spent_by
from engine.rulesets.card_the_drawing.parts import Operation, Part, Reckoned, at_least_0, base_part, rounded
from engine.rulesets.card_the_drawing.records import Card, Effect
from engine.rulesets.card_the_drawing.scene import (
    NOBODY,
    NOTHING,
    Event,
    Scene,
    Timed,
    allied,
    opposed,
    split_tag,
)
from engine.rulesets.card_the_drawing.scopes import Seen, Words, fixed_number, holds, number
from engine.table.frozen import Frozen


class Tagged:
    """The effective tags of a card.

    Attributes:
        tags: with their numbers, in the order of print.
        names: without their numbers.
        parts: what changed them.
    """

    __slots__ = ("names", "parts", "tags")

    def __init__(self, tags: tuple[tuple[str, int | None], ...], parts: tuple[Part, ...] = ()) -> None:
        self.tags = tags
        self.names = frozenset(name for name, _ in tags)
        self.parts = parts


@lru_cache(maxsize=1024)
def printed_tags(tags: tuple[str, ...]) -> Tagged:
    """Return tags as they are printed."""
    return Tagged(tuple(map(split_tag, tags)))


ORDER_OF_OPERATIONS: tuple[Operation, ...] = ("set", "add", "mul", "post_add")


class TagEffect(Frozen):
    """An effect that a card has of one of its tags."""

    tag: str
    number: int
    index: int
    effect: Effect


class Reckoner:
    """A scene, and all that has been reckoned of it so far; make a new one for every scene."""

    __slots__ = ("_modifiers", "_reading", "_tagged", "scene")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._modifiers = Modifiers(scene)
        self._tagged: dict[tuple[str, tuple[str, ...], str], Tagged] = {}
        self._reading = False

    # ---- tags --------------------------------------------------------------------------------------------------------

    def tags(self, card: Card, owner: str) -> frozenset[str]:
        """Return the effective tags of a card without their numbers."""
        return self.tagged(card, owner).names

    def tagged(self, card: Card, owner: str) -> Tagged:
        """Return the effective tags of a card, and why they are not those in print (CD-DMG-5, 5.6).

        While tags are being worked out, those of every other card are read as printed: whether a card has a tag never
        depends on itself.
        """
        key = (card.id, card.tags, owner)
        found = self._tagged.get(key)
        if found is not None:
            return found
        found = printed_tags(card.tags)
        if self._reading:
            return found
        changing = self._modifiers.of("tags")
        if changing:
            self._reading = True
            try:
                found = self._retagged(found, changing, card, owner)
            finally:
                self._reading = False
        self._tagged[key] = found
        return found

    def _retagged(self, found: Tagged, changing: Sequence[Modifier], card: Card, owner: str) -> Tagged:
        used = set[Key]()
        for modifier in changing:
            seen = Seen(card, owner, found.names)
            if not self._applies(modifier, owner, used, NOTHING, seen, ""):
                continue
            name, count = split_tag(str(modifier.effect.by or ""))
            if modifier.effect.op == "remove" and name in found.names:
                tags = tuple(tag for tag in found.tags if tag[0] != name)
                found = Tagged(tags, (*found.parts, _tag_part("remove", name, modifier)))
            elif modifier.effect.op == "add" and name and name not in found.names:
                found = Tagged((*found.tags, (name, count)), (*found.parts, _tag_part("add", name, modifier)))
        return found

    def tag_effects(self, card: Card, owner: str, on: str) -> tuple[TagEffect, ...]:
        """Return what a card does by its effective tags on one trigger, in the order in which they are printed."""
        known = self.scene.tags
        return tuple(
            TagEffect(tag=name, number=count or 0, index=index, effect=effect)
            for name, count in self.tagged(card, owner).tags
            if name in known
            for index, effect in enumerate(known[name].effects)
            if effect.on == on
        )

    # ---- what is in force --------------------------------------------------------------------------------------------

    def in_force(
        self, stat: str, whose: str, *, event: Event = NOTHING, card: Seen | None = None, it: str = ""
    ) -> tuple[Modifier, ...]:
        """Return the modifiers of a value that are in force, the oldest first (CD-DMG-5).

        Args:
            stat: which value.
            whose: whose value it is: the struck, the source, the owner of the card.
            event: what happens.
            card: the card whose value it is.
            it: the body that is looked at.
        """
        found = self._modifiers.of(stat)
        if not found:
            return ()
        used = set[Key]()
        return tuple([m for m in found if self._applies(m, whose, used, event, card, it)])

    def _applies(self, m: Modifier, whose: str, used: set[Key], event: Event, card: Seen | None, it: str) -> bool:
        effect, acting = m.effect, m.acting
        if effect.scope == "bearer":
            if whose != acting.bearer or whose == NOBODY:
                return False
        elif effect.scope != "all" and not self._touches(m, whose):
            return False
        if m.key in used or (effect.uses is not None and m.used >= effect.uses):
            return False
        if m.tag and m.tag not in self.tags(acting.card, acting.owner):
            return False
        if effect.if_ and not holds(effect.if_, self.words(m, event=event, card=card, it=it)):
            return False
        if m.tag or acting.bearer == NOBODY or not self.scene.options.stack_same_name:
            used.add(m.key)
        return True

    def words(self, m: Modifier, *, event: Event = NOTHING, card: Seen | None = None, it: str = "") -> Words:
        """Return where the expressions of a modifier read."""
        return Words(self, m.acting, it=it, event=event, card=card, number=m.number)

    def by(self, m: Modifier, *, event: Event = NOTHING, card: Seen | None = None, it: str = "") -> Fraction | int:
        """Return by how much a modifier changes a value."""
        fixed = fixed_number(m.effect.by)
        return fixed if fixed is not None else number(m.effect.by, self.words(m, event=event, card=card, it=it))

    def _touches(self, m: Modifier, whose: str) -> bool:
        match m.effect.scope:
            case "enemies":
                return opposed(self.scene, m.acting.owner, whose)
            case "allies":
                return allied(self.scene, m.acting.owner, whose)
            case "user":
                return whose == m.acting.owner != NOBODY
            case _:
                return False

    def ended(self) -> tuple[Timed, ...]:
        """Return what cards made and has ended: used up, or its card has lost the tag (CD-TAG-DISTANT, 5.2 `until`)."""
        return tuple(
            timed
            for timed in self.scene.timed
            if (timed.effect.uses is not None and timed.used >= timed.effect.uses)
            or (timed.tag and timed.tag not in self.tags(timed.card, timed.owner))
        )

    # ---- numbers -----------------------------------------------------------------------------------------------------

    def initiative(self, card: Card, owner: str) -> Reckoned:
        """Return a card's Initiative (CD-INIT-2); without one in print it counts as 0."""
        return self._value("initiative", owner, card.init or 0, "printed", card=Seen(card, owner))

    def cost(self, card: Card, owner: str) -> Reckoned:
        """Return what a card costs now."""
        return self._value("cost", owner, card.cost or 0, "printed", card=Seen(card, owner))

    def speed(self, fighter: str) -> Reckoned:
        """Return how many cards a fighter may plan (CD-STAT-6); a mob one for each living head (CD-MINION-2)."""
        who = self.scene.fighters[fighter]
        return self._value("speed", fighter, self.scene.speed(fighter), "heads" if who.is_mob else "speed")

    def hand_size(self, fighter: str) -> Reckoned:
        """Return how many cards a fighter may hold (CD-STAT-4)."""
        who = self.scene.fighters[fighter]
        return self._value("hand_size", fighter, who.stats.intelligence, "intelligence")

    def draw_count(self, fighter: str, base: int = 1) -> Reckoned:
        """Return how many cards a fighter draws in a later Drawing phase (CD-DRAW-2)."""
        return self._value("draw_count", fighter, base, "draw")

    def adrenaline_gain(self, fighter: str) -> Reckoned:
        """Return what a fighter gains in the Drawing phase: ⌈Stamina × multipliers⌉ + additions (CD-ADR-2, 5.7)."""
        who = self.scene.fighters[fighter]
        return self._value("adrenaline_gain", fighter, who.stats.stamina, "stamina")

    def _value(self, stat: str, whose: str, base: int, named: str, card: Seen | None = None) -> Reckoned:
        found = self.in_force(stat, whose, card=card)
        parts = (base_part(named, base),)
        if not found:
            return Reckoned(value=max(0, base), parts=parts)
        value, more = apply(self, found, base, card=card)
        return Reckoned(value=value, parts=parts + more, spent=spent_by(found))


def apply(
    at: Reckoner,
    found: Iterable[Modifier],
    base: int,
    *,
    card: Seen | None = None,
) -> tuple[int, tuple[Part, ...]]:
    """Carry modifiers out on a value: set, add, multiply exactly, round up once, add; it never falls below 0.

    Returns:
        what it comes to, and the steps.
    """
    worked = [(m, m.effect.op, at.by(m, card=card)) for m in found]
    ops = {op for _, op, _ in worked}
    value: Fraction | int = base
    parts: list[Part] = []
    for op in ORDER_OF_OPERATIONS:
        if op not in ops:
            continue
        if op == "post_add":
            value = rounded(value, parts)
        for m, does, by in worked:
            if does == op:
                value = by if op == "set" else value * by if op == "mul" else value + by
                parts.append(m.part(op, by))
    value = at_least_0(rounded(value, parts), parts)
    return value, tuple(parts)


def _tag_part(op: Literal["add", "remove"], tag: str, modifier: Modifier) -> Part:
    card = modifier.acting.card.name
    key = "drawing.part.tag_added" if op == "add" else "drawing.part.tag_removed"
    return Part(op=op, value=tag, words=Message(key=key, params={"tag": tag, "card": card}), card=card)
