"""How two stand to each other in a melee: what is in hand, and who is inside whose reach (FI-DB, FI-CLOSE)."""

from __future__ import annotations

from engine.play.draft import Draft
from engine.rulesets.future_imperfect import melee, people, states
from engine.rulesets.future_imperfect.cells import folded
from engine.rulesets.future_imperfect.dice_of import need_weapon
from engine.rulesets.future_imperfect.gear import Weapon
from engine.rulesets.future_imperfect.melee import Closed, Stance
from engine.rulesets.future_imperfect.procedures.attack import Attack
from engine.rulesets.future_imperfect.procedures.conflict import fight
from engine.table.frozen import replace
from engine.table.table import Table


def guard_of(table: Table, actor: str) -> people.Guard:
    """Return what a character fights with now."""
    return people.guard(table.actors[actor], table.lists)


def striker(table: Table, now: Attack) -> Weapon:
    """Return what a blow is struck with: the weapon that was named, else what is in hand."""
    return need_weapon(table, now.actor, now.weapon) if now.weapon else guard_of(table, now.actor).weapon


def closed_on(table: Table, inside: str, outside: str) -> bool:
    """Say whether somebody stands inside another's reach, and that one still holds the longer thing (FI-CLOSE-5)."""
    conflict = fight(table)
    if conflict is None or (inside, outside) not in conflict.inside:
        return False
    short, long = guard_of(table, inside).weapon, guard_of(table, outside).weapon
    return melee.may_close(short.db, long.db, unarmed=short.unarmed)


def closed_between(table: Table, now: Attack, target: str) -> Closed:
    """Return who of attacker and defender is inside the other's reach; an off hand's weapon is free (FI-CLOSE-4)."""
    if closed_on(table, now.actor, target):
        return "attacker"
    held = guard_of(table, now.actor).weapon
    same = folded(striker(table, now).name) == folded(held.name)
    return "defender" if same and closed_on(table, target, now.actor) else "nobody"


def adds_strength(table: Table, now: Attack) -> bool:
    """Say whether a blow adds its attacker's Strength (FI-CLOSE-2)."""
    return melee.adds_strength(closed_between(table, now, now.hits[0].target))


def stance(table: Table, actor: str, guard: people.Guard) -> Stance:
    """Return one of two in a melee."""
    return Stance(
        level=guard.level,
        db=guard.weapon.db,
        size=people.size(table.actors[actor], table.lists),
        unnerved=states.unnerved_cost(table, actor),
    )


def set_closed(draft: Draft, inside: str, outside: str, *, closed: bool) -> None:
    """Write down that somebody got inside another's reach, or is out of it again."""
    conflict = fight(draft.table)
    if conflict is None:
        return
    pair = (inside, outside)
    rest = tuple(one for one in conflict.inside if one != pair)
    draft.become(replace(conflict, inside=(*rest, pair) if closed else rest))
