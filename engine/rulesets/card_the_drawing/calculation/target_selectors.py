"""The bodies that a selector of section 5.4 selects.

A selector that lets the user choose selects all legal bodies; `targeting` says how many, and what else counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    BattleSnapshot,
    EffectContext,
    FighterBody,
    allied,
    opposed,
)


def acting_body(snapshot: BattleSnapshot, context: EffectContext) -> str:
    """Return the body that acts: the one that was named, or else the first that is not defeated.

    Of a mob it is the first that has not acted this round, if there is one (CD-MINION-4).
    """
    if context.body:
        return context.body
    who = snapshot.fighters.get(context.owner)
    if who is None or not who.bodies:
        return ""
    if len(who.bodies) == 1:
        return who.bodies[0]
    standing = [body.id for body in snapshot.standing_bodies(who.id)]
    fresh = (body for body in standing if body not in who.acted)
    return next(fresh, None) or next(iter(standing), who.bodies[0])


def selected_bodies(snapshot: BattleSnapshot, selector: str, context: EffectContext) -> tuple[FighterBody, ...]:
    """Return the bodies that a selector selects, in the order of the table; none for an unknown selector."""
    return tuple(_select(snapshot, selector, context))


def _select(snapshot: BattleSnapshot, selector: str, context: EffectContext) -> Iterable[FighterBody]:
    owner, event = context.owner, context.event
    match selector:
        case "user":
            return _named(snapshot, (acting_body(snapshot, context),))
        case "bearer":
            return snapshot.standing_bodies(context.bearer)
        case "attacker":
            return (body for body in _named(snapshot, (event.source,)) if body.is_standing)
        case "same":
            return _named(snapshot, context.targets)
        case "close_attackers":  # the defeated too, though none of them can be chosen
            who = snapshot.fighters.get(owner)
            return _named(snapshot, who.close_attackers if who is not None else ())
        case "targeted_allies":
            return (body for body in _named(snapshot, event.targets) if allied(snapshot, owner, body.fighter))
        case "own_untargeted":
            return (body for body in snapshot.standing_bodies(owner) if body.id not in event.targets)
    every = (body for body in snapshot.bodies.values() if body.is_standing)
    match selector:
        case "all" | "one_any":
            return every
        case "one" | "all_others" | "one_ally":
            acting = acting_body(snapshot, context)
            others = (body for body in every if body.id != acting)
            return (b for b in others if allied(snapshot, owner, b.fighter)) if selector == "one_ally" else others
        case "one_other":
            return (body for body in every if body.fighter != owner)
        case "one_enemy" | "all_enemies":
            return (body for body in every if opposed(snapshot, owner, body.fighter))
        case "all_allies":
            return (body for body in every if allied(snapshot, owner, body.fighter))
        case "others_not_targeted":
            involved = (event.source, *event.targets)
            return (body for body in every if body.fighter != owner and body.id not in involved)
        case _:
            return ()


def _named(snapshot: BattleSnapshot, names: Iterable[str]) -> Iterator[FighterBody]:
    return (snapshot.bodies[name] for name in dict.fromkeys(names) if name in snapshot.bodies)
