"""What a hit does: base, additions, exact multipliers, one rounding, and what it uses up (section 5.7, CD-DMG)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from engine.play.words import Message
from engine.rulesets.card_the_drawing.choosing import targets_of
from engine.rulesets.card_the_drawing.language import parse
from engine.rulesets.card_the_drawing.modifiers import Modifier, spent_by
from engine.rulesets.card_the_drawing.parts import Part, Spent, at_least_0, rounded
from engine.rulesets.card_the_drawing.records import Effect
from engine.rulesets.card_the_drawing.scene import NOBODY, Acting, Body, Event, Fielded, Scene, Timed
from engine.rulesets.card_the_drawing.scopes import Words, holds, whole
from engine.rulesets.card_the_drawing.selectors import acting_body
from engine.rulesets.card_the_drawing.values import Reckoner
from engine.sheets.parsing import FormulaError
from engine.sheets.terms import Unfit
from engine.table.frozen import Frozen, replace


class Hit(Frozen):
    """What damage does to one body.

    Attributes:
        amount: the damage after everything.
        before: Health before it.
        after: Health after it, which may lie below 0 (CD-STAT-10).
    """

    body: str
    amount: int
    before: int
    after: int
    parts: tuple[Part, ...]

    @property
    def dealt(self) -> bool:
        """Whether damage counts as dealt (CD-DMG-7)."""
        return self.amount > 0

    @property
    def fells(self) -> bool:
        """Whether the body is defeated by it."""
        return self.after <= 0


class Damage(Frozen):
    """What one damage effect does to all its bodies together, and what it uses up."""

    hits: tuple[Hit, ...]
    spent: tuple[Spent, ...] = ()

    @property
    def dealt(self) -> bool:
        """Whether damage was dealt to anybody."""
        return any(hit.dealt for hit in self.hits)


def is_attack(effects: Sequence[Effect]) -> bool:
    """Say whether a card or a trigger with these effects is an attack."""
    return any(effect.do == "damage" and effect.attack for effect in effects)


def event_of(
    at: Reckoner,
    acting: Acting,
    targets: tuple[str, ...],
    effects: Sequence[Effect] | None = None,
    *,
    stage: Literal["", "before", "after"] = "",
) -> Event:
    """Return what others react to when a card takes effect, or one of its triggers does.

    Args:
        at: the battle.
        acting: whose card it is.
        targets: whom it is aimed at.
        effects: those of the trigger; None for a card that just takes effect.
        stage: the window it is shown in.
    """
    done = effects if effects is not None else [effect for effect in acting.card.effects if effect.on == "resolve"]
    return Event(
        stage=stage,
        source=acting_body(at.scene, acting),
        source_actor=acting.owner,
        targets=targets,
        tags=tuple(name for name, _ in at.tagged(acting.card, acting.owner).tags),
        is_attack=is_attack(done),
        from_play=effects is None,
        card=acting.card,
    )


def damage(
    at: Reckoner, acting: Acting, effect: Effect, targets: Sequence[str], event: Event, *, count: int = 0
) -> Damage:
    """Reckon a damage effect on each of its bodies apart, with the state before it (5.7). The fallen are passed over.

    Args:
        at: the battle before the effect.
        acting: whose card it is; its `event` is what it reacts to.
        effect: the effect.
        targets: the bodies.
        event: the hit itself as others see it (`event_of`).
        count: the number of the tag whose effect it is.
    """
    event = event if event.is_attack == effect.attack else replace(event, is_attack=effect.attack)
    hits: list[Hit] = []
    used: dict[tuple[str, str], Spent] = {}
    for target in dict.fromkeys(targets):
        body = at.scene.bodies.get(target)
        if body is None or not body.stands:
            continue
        hit, spent = _hit(at, acting, effect, body, event, count)
        hits.append(hit)
        used |= {(one.holder, one.place): one for one in spent}
    return Damage(hits=tuple(hits), spent=tuple(used.values()))


def _hit(
    at: Reckoner, acting: Acting, effect: Effect, body: Body, event: Event, count: int
) -> tuple[Hit, tuple[Spent, ...]]:
    words = Words(at, acting, it=body.id, number=count)
    base = whole(effect.amount, words)
    parts = [Part(op="base", value=str(base), words=Message(key="drawing.part.damage", params={"value": base}))]
    if base <= 0:
        return _struck(body, 0, parts), ()
    dealing = at.in_force("damage_dealt", acting.owner, event=event, it=body.id) if acting.owner != NOBODY else ()
    value: Fraction | int = base
    for op in ("set", "add", "mul"):
        value = _carry_out(at, dealing, op, value, parts, event, body.id)
    if value <= 0:  # nothing is left to protect from (CD-DMG-6)
        return _struck(body, at_least_0(rounded(value, parts), parts), parts), spent_by(dealing)
    taking = at.in_force("damage_taken", body.fighter, event=event, it=body.id)
    value = _carry_out(at, taking, "mul", value, parts, event, body.id)
    value = rounded(value, parts)
    for op in ("add", "set"):
        value = _carry_out(at, taking, op, value, parts, event, body.id)
    return _struck(body, at_least_0(rounded(value, parts), parts), parts), spent_by((*dealing, *taking))


def _carry_out(
    at: Reckoner,
    found: Sequence[Modifier],
    op: str,
    value: Fraction | int,
    parts: list[Part],
    event: Event,
    it: str,
) -> Fraction | int:
    for modifier in found:
        if modifier.effect.op == op:
            by = at.by(modifier, event=event, it=it)
            value = by if op == "set" else value * by if op == "mul" else value + by
            parts.append(modifier.part("mul" if op == "mul" else "add" if op == "add" else "set", by))
    return value


def _struck(body: Body, amount: int, parts: list[Part]) -> Hit:
    return Hit(body=body.id, amount=amount, before=body.health, after=body.health - amount, parts=tuple(parts))


def preview(at: Reckoner, acting: Acting, on: str = "resolve") -> tuple[Damage, ...]:
    """Return what a card does to its `targets` if nothing comes between, one damage effect after the other."""
    effects = [effect for effect in acting.card.effects if effect.on == on and effect.do == "damage"]
    from_play = None if on == "resolve" else effects
    found: list[Damage] = []
    for place, effect in enumerate(effects, 1):
        if holds(effect.if_, Words(at, acting)):
            targets = targets_of(at, acting, effect)
            found.append(damage(at, acting, effect, targets, event_of(at, acting, acting.targets, from_play)))
            if place < len(effects):
                at = Reckoner(after(at.scene, found[-1]))
    return tuple(found)


def after(scene: Scene, done: Damage) -> Scene:
    """Return the scene with all Health lowered together and the uses taken off (5.7, step 6).

    A card whose last use that was leaves for its owner's discard pile (CD-COND-4); what else ends is `Reckoner.ended`.
    """
    bodies = {hit.body: replace(scene.bodies[hit.body], health=hit.after) for hit in done.hits if hit.dealt}
    scene = replace(scene, bodies={**scene.bodies, **bodies}) if bodies else scene
    for spent in done.spent:
        field = tuple(_used(lies, spent) for lies in scene.field if not (lies.id == spent.holder and spent.discards))
        timed = tuple(_used_timed(timed, spent) for timed in scene.timed)
        gone = next((lies for lies in scene.field if lies.id == spent.holder), None) if spent.discards else None
        scene = replace(scene, field=field, timed=timed)
        if gone is not None and gone.owner in scene.fighters:
            owner = scene.fighters[gone.owner]
            owner = replace(owner, discard=(gone.card, *owner.discard))
            scene = replace(scene, fighters={**scene.fighters, owner.id: owner})
    return scene


def _used(lies: Fielded, spent: Spent) -> Fielded:
    if lies.id != spent.holder:
        return lies
    return replace(lies, used={**lies.used, spent.place: lies.used.get(spent.place, 0) + 1})


def _used_timed(timed: Timed, spent: Spent) -> Timed:
    return replace(timed, used=timed.used + 1) if timed.id == spent.holder else timed


def told(at: Reckoner, acting: Acting, effect: Effect, it: str, *, count: int = 0) -> str:
    """Return how the base of a hit comes about: `4 + Strength 2`."""
    try:
        return parse(effect.amount or 0).told(Words(at, acting, it=it, number=count))
    except (FormulaError, Unfit):
        return str(effect.amount)


def healed(body: Body, amount: int) -> int:
    """Return Health after healing: never above the most, and nothing for the defeated (5.6)."""
    return min(body.most, body.health + max(0, amount)) if body.stands else body.health
