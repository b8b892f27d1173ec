"""The bodies that a selector of section 5.4 selects.

A selector that lets the user choose selects all legal bodies; `targeting` says how many, and what else counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

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


def _every(snapshot: BattleSnapshot) -> Iterator[FighterBody]:
    return (body for body in snapshot.bodies.values() if body.health > 0)


def _but_acting(snapshot: BattleSnapshot, context: EffectContext) -> Iterator[FighterBody]:
    own = acting_body(snapshot, context)
    return (body for body in _every(snapshot) if body.id != own)


def _named(snapshot: BattleSnapshot, names: Iterable[str]) -> Iterator[FighterBody]:
    return (snapshot.bodies[name] for name in dict.fromkeys(names) if name in snapshot.bodies)


def _attacker(snapshot: BattleSnapshot, context: EffectContext) -> Iterator[FighterBody]:
    return (body for body in _named(snapshot, (context.event.source,)) if body.is_standing)


def _close_attackers(snapshot: BattleSnapshot, context: EffectContext) -> Iterator[FighterBody]:
    """Return the Close attackers, including defeated ones, though none of those can be chosen."""
    who = snapshot.fighters.get(context.owner)
    return _named(snapshot, who.close_attackers if who is not None else ())


def _targeted_allies(snapshot: BattleSnapshot, context: EffectContext) -> Iterator[FighterBody]:
    return (body for body in _named(snapshot, context.event.targets) if allied(snapshot, context.owner, body.fighter))


def _own_untargeted(snapshot: BattleSnapshot, context: EffectContext) -> Iterator[FighterBody]:
    return (body for body in snapshot.standing_bodies(context.owner) if body.id not in context.event.targets)


def _others_not_targeted(snapshot: BattleSnapshot, context: EffectContext) -> Iterator[FighterBody]:
    event = context.event
    return (
        body
        for body in _every(snapshot)
        if body.fighter != context.owner and body.id != event.source and body.id not in event.targets
    )


_SELECT: Mapping[str, Callable[[BattleSnapshot, EffectContext], Iterable[FighterBody]]] = {
    "one": _but_acting,
    "one_any": lambda snapshot, _: _every(snapshot),
    "one_other": lambda snapshot, context: (body for body in _every(snapshot) if body.fighter != context.owner),
    "one_enemy": lambda snapshot, context: (b for b in _every(snapshot) if opposed(snapshot, context.owner, b.fighter)),
    "one_ally": lambda snapshot, context: (
        b for b in _but_acting(snapshot, context) if allied(snapshot, context.owner, b.fighter)
    ),
    "all": lambda snapshot, _: _every(snapshot),
    "all_enemies": lambda snapshot, context: (
        b for b in _every(snapshot) if opposed(snapshot, context.owner, b.fighter)
    ),
    "all_allies": lambda snapshot, context: (b for b in _every(snapshot) if allied(snapshot, context.owner, b.fighter)),
    "all_others": _but_acting,
    "user": lambda snapshot, context: _named(snapshot, (acting_body(snapshot, context),)),
    "bearer": lambda snapshot, context: snapshot.standing_bodies(context.bearer),
    "attacker": _attacker,
    "same": lambda snapshot, context: _named(snapshot, context.targets),
    "close_attackers": _close_attackers,
    "targeted_allies": _targeted_allies,
    "own_untargeted": _own_untargeted,
    "others_not_targeted": _others_not_targeted,
}


def selected_bodies(snapshot: BattleSnapshot, selector: str, context: EffectContext) -> tuple[FighterBody, ...]:
    """Return the bodies that a selector selects, in the order of the table; none for an unknown selector."""
    find = _SELECT.get(selector)
    return tuple(find(snapshot, context)) if find is not None else ()
