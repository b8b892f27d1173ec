"""The values of the names of section 5.3 in a battle: who `user` is, what `event.tags` contains.

Nothing here fails: a fighter that does not exist has nothing and is nobody; a number without a value is 0, a condition
without one is false.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol, cast

from engine.core.memo import memo_of_values
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    BattleSnapshot,
    EffectContext,
    FieldCard,
    TriggerEvent,
    acting_body,
    selected_bodies,
)
from engine.rulesets.card_the_drawing.cards.card_records import Card, Number
from engine.rulesets.card_the_drawing.cards.expressions import parse
from engine.sheets.formulas.expression_parser import FormulaError
from engine.sheets.formulas.expression_terms import FormulaValueError

CLOSE, DISTANT, INJURY = "Close", "Distant", "Injury"


class TagSource(Protocol):
    """A source of the battle snapshot and of each card's effective tags."""

    @property
    def snapshot(self) -> BattleSnapshot:
        """The battle at this moment."""
        ...

    def tags(self, card: Card, owner: str) -> frozenset[str]:
        """Return the effective tags of a card without their numbers."""
        ...


class FighterReference(NamedTuple):
    """The fighter that a name refers to, or with `one_body` a single body of a mob."""

    fighter: str
    body: str
    one_body: bool = False

    def __eq__(self, other: object) -> bool:
        """Bodies are compared if both name one; otherwise the fighters are. A missing fighter equals another one."""
        if not isinstance(other, FighterReference) or not self.fighter:
            return False
        if self.one_body and other.one_body:
            return self.body == other.body
        return self.fighter == other.fighter

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.fighter)


class BodiesReference(NamedTuple):
    """The target bodies that a name refers to."""

    snapshot: BattleSnapshot
    bodies: tuple[str, ...]

    def __contains__(self, who: object) -> bool:
        """Return whether a body is among them, or any body of a fighter."""
        if not isinstance(who, FighterReference):
            return False
        if who.one_body:
            return who.body in self.bodies
        combatant = self.snapshot.fighters.get(who.fighter)
        return combatant is not None and any(body in self.bodies for body in combatant.bodies)


class CardReference(NamedTuple):
    """The card that a name refers to. `tags` are given while they are still being calculated."""

    card: Card | None
    owner: str = ""
    tags: frozenset[str] | None = None


@dataclass(slots=True)
class EffectScope:
    """The scope in which the expressions of one effect are evaluated: an `expressions.ExpressionScope`.

    Attributes:
        of: the source of the snapshot and the tags.
        context: the context of the effect.
        it: the body being looked at.
        event: the event, where it is not the one that the card reacts to.
        card: the card being looked at; by default the card of the effect.
        cond: the Condition being looked at.
        number: the number of the tag.
    """

    of: TagSource
    context: EffectContext
    _: KW_ONLY
    it: str = ""
    event: TriggerEvent | None = None
    card: CardReference | None = None
    cond: FieldCard | None = None
    number: int = 0

    def name(self, name: str) -> object:
        """Return the object that a name refers to."""
        match name:
            case "user":
                return FighterReference(self.context.owner, acting_body(self.of.snapshot, self.context))
            case "bearer":
                return self._fighter(self.context.bearer)
            case "it":
                return self._body(self.it)
            case "event":
                return self.event or self.context.event
            case "cond":
                return self.cond
            case "card":
                return self.card or CardReference(self.context.card, self.context.owner)
            case _:
                return self.number

    def attribute(self, of: object, name: str) -> object:
        """Return an attribute of that object."""
        if isinstance(of, FighterReference):
            return self._of_being(of, name)
        if isinstance(of, TriggerEvent):
            return self._of_event(of, name)
        if isinstance(of, CardReference) and of.card is not None:
            return self._of_card(of.card, of.owner, name, of.tags)
        if isinstance(of, FieldCard):
            return of.card.permanent if name == "permanent" else self._of_card(of.card, of.owner, name, None)
        return _NO_CARD[name]

    def call(self, of: object, name: str, text: str) -> int:
        """Return a number of bodies, or of the cards that a fighter has played this round."""
        if name == "count":
            return len(selected_bodies(self.of.snapshot, text, self.context))
        return played_count(self.of, of.fighter, text) if isinstance(of, FighterReference) else 0

    def _body(self, body: str) -> FighterReference:
        fighter_body = self.of.snapshot.bodies.get(body)
        return FighterReference(fighter_body.fighter, body, one_body=True) if fighter_body is not None else NO_FIGHTER

    def _fighter(self, fighter: str) -> FighterReference:
        return FighterReference(
            fighter, acting_body(self.of.snapshot, EffectContext(card=self.context.card, owner=fighter))
        )

    def _of_being(self, being: FighterReference, name: str) -> object:
        snapshot = self.of.snapshot
        who = snapshot.fighters.get(being.fighter)
        if who is None:
            return "" if name == "side" else 0
        body = snapshot.bodies.get(being.body)
        match name:
            case "health":
                return body.health if body is not None else 0
            case "max_health":
                return body.most if body is not None else 0
            case "lost_health":
                return max(0, body.most - body.health) if body is not None else 0
            case "strength" | "stamina" | "intelligence" | "wisdom":
                return getattr(who.stats, name)
            case "speed":
                return snapshot.speed(who.id)
            case "minions":
                return len(snapshot.standing_bodies(who.id)) if who.is_mob else 1
            case "injuries":
                return injury_count(self.of, who.id)
            case _:  # the others are named as on the fighter
                return getattr(who, name)

    def _of_event(self, event: TriggerEvent, name: str) -> object:
        match name:
            case "source":
                return self._body(event.source)
            case "source_actor":
                return self._fighter(event.source_actor)
            case "targets":
                return BodiesReference(self.of.snapshot, event.targets)
            case "tags":
                return event_tags(self.of.snapshot, event)
            case "card":
                return CardReference(event.card, event.source_actor)
            case _:  # the others are named as on the event
                return getattr(event, name)

    def _of_card(self, card: Card, owner: str, name: str, tags: frozenset[str] | None) -> object:
        match name:
            case "name":
                return card.name
            case "owner":
                return self._fighter(owner)
            case _:
                return self.of.tags(card, owner) if tags is None else tags


NO_FIGHTER = FighterReference("", "", one_body=True)
_NO_CARD: Mapping[str, object] = {"tags": frozenset(), "name": "", "owner": NO_FIGHTER, "permanent": False}


def event_tags(snapshot: BattleSnapshot, event: TriggerEvent) -> frozenset[str]:
    """Return the tags of an event; an attack that is not Close may count as Distant (CD-AMB-40)."""
    tags = frozenset(event.tags)
    if snapshot.options.untagged_is_distant and event.is_attack and CLOSE not in tags:
        return tags | {DISTANT}
    return tags


def injury_count(of: TagSource, fighter: str) -> int:
    """Return how many Injury Conditions a fighter bears."""
    return sum(
        field_card.bearer == fighter and INJURY in of.tags(field_card.card, field_card.owner)
        for field_card in of.snapshot.field
    )


def played_count(of: TagSource, fighter: str, tag: str) -> int:
    """Return how many cards with a tag a fighter has played this round (CD-PLAY-10, CD-COND-7, CD-AMB-22)."""
    who = of.snapshot.fighters.get(fighter)
    if who is None:
        return 0
    only_resolved = of.snapshot.options.broad_swing_counts == "resolved_only"
    return sum(
        laid.face_up and not laid.fizzled and (laid.resolved or not only_resolved) and tag in of.tags(laid.card, who.id)
        for laid in who.laid
    )


def exact_amount(text: Number | None, scope: EffectScope) -> Fraction | int:
    """Return the exact value of an amount; 0 for one without a value."""
    fixed = constant_amount(text)
    return _read(text, scope) if fixed is None else fixed


@memo_of_values(most=4096)
def constant_amount(text: Number | None) -> Fraction | int | None:
    """Return an amount that is always the same, such as `1/2`; None for one that has to be evaluated."""
    if text is None or isinstance(text, int):
        return text or 0
    try:
        read = parse(text)
    except FormulaError:
        return 0
    return None if read.paths or read.calls else _read(text, None)


@memo_of_values(most=4096)
def reads_targets(text: Number | None) -> bool:
    """Return whether an amount or a condition may differ from target to target, or for other targets of its card."""
    if not text or isinstance(text, int):
        return False
    try:
        read = parse(text)
    except FormulaError:
        return False
    return "it" in read.names or ("count", "same") in read.calls


def _read(text: Number | None, scope: EffectScope | None) -> Fraction | int:
    try:
        value = parse(text or 0).value(cast(EffectScope, scope))
    except (FormulaError, FormulaValueError):
        return 0
    return int(value) if isinstance(value, bool) else 0 if isinstance(value, str) else value


def whole_amount(text: Number | None, scope: EffectScope) -> int:
    """Return an amount as a whole number, rounded up (CD-DMG-2)."""
    return math.ceil(exact_amount(text, scope))


def condition_is_met(text: str, scope: EffectScope) -> bool:
    """Return whether a condition is met; a missing one is met, one without a value is not."""
    if not text:
        return True
    try:
        return bool(parse(text).value(scope))
    except (FormulaError, FormulaValueError):
        return False
