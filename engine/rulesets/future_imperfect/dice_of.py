"""What a character throws for a Trait or an Aptitude, and how a roll of it begins."""

from __future__ import annotations

from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import people, rolls
from engine.rulesets.future_imperfect.fate import Kind
from engine.rulesets.future_imperfect.gear import Weapon
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.procedures.check import Roll
from engine.rulesets.future_imperfect.states import RUNNING, STATE_PARTS, action_parts, costs
from engine.rulesets.future_imperfect.traits import Trait
from engine.table.frozen import replace
from engine.table.table import Table

ORDINARY = Trait(count=1, sides=6)
"""What is thrown for somebody whose sheet does not say: the Master sees it in the reckoning and can change it."""


def trait_roll(table: Table, actor: str, name: str, *parts: Part, kind: Kind = Kind.CHECK) -> Roll:
    """Return a roll of a Trait: all its coordination dice (FI-CORE-6), with what the character's state takes."""
    found = people.trait(table.actors[actor], name) or ORDINARY
    return Roll(actor=actor, name=name, dice=found, parts=(*action_parts(table, actor), *parts), kind=kind)


def as_now(table: Table, roll: Roll, *, runs: bool = False) -> Roll:
    """Return a roll that had to wait, with what the character's state takes from it by now.

    Args:
        table: as it is.
        roll: as it stood.
        runs: it is the running itself that is rolled for.
    """
    told = tuple(part for part in roll.parts if part.reason not in STATE_PARTS)
    found = replace(roll, parts=(*action_parts(table, roll.actor), *told))
    return whatever_pace(found) if runs else found


def whatever_pace(roll: Roll) -> Roll:
    """Return a roll without what running costs: it is the roll for the running itself (FI-MOVE-8, FI-MOVE-9)."""
    return replace(roll, parts=tuple(part for part in roll.parts if part.reason != RUNNING))


def skill_roll(
    table: Table, actor: str, aptitude: str, concentration: str = "", *parts: Part, kind: Kind = Kind.CHECK
) -> Roll:
    """Return a roll of an Aptitude as well as the character knows how (FI-CORE-4, FI-CORE-15, FI-CORE-16)."""
    way = ways(table, actor, aptitude, concentration)[0]
    name = f"{aptitude}: {concentration}" if concentration else aptitude
    near = Part(reason="related", value=costs().related if way.related else 0)
    whole = (*action_parts(table, actor), *counting(near), *parts)
    return Roll(actor=actor, name=name, dice=way.dice, halved=way.halved, parts=whole, kind=kind)


def ways(table: Table, actor: str, aptitude: str, concentration: str = "") -> tuple[rolls.Way, ...]:
    """Return every way in which a character may roll for an Aptitude, the best known first."""
    found = table.actors[actor]
    own = people.aptitude(found, aptitude, concentration, table.lists)
    if own and own.trait:  # by far the commonest, and nothing stands in for what somebody knows
        return rolls.ways_to_roll(own.trait, own.level, 0)
    linked = own.linked if own and own.linked else people.linked_trait(aptitude, concentration, table.lists)
    trait = (people.trait(found, linked) if linked else None) or ORDINARY
    near = people.related(found, aptitude, concentration, table.lists)
    return rolls.ways_to_roll(trait, own.level if own else 0, near.level if near else 0)


def level_of(table: Table, actor: str, aptitude: str, concentration: str = "") -> int:
    """Return the level of an Aptitude, 0 for somebody who lacks it."""
    found = people.aptitude(table.actors[actor], aptitude, concentration, table.lists)
    return found.level if found else 0


def need_weapon(table: Table, actor: str, name: str) -> Weapon:
    """Return a weapon of a character's or of the group's list. Raises Refused for what nobody has heard of."""
    found = people.weapon(table.actors[actor], name, table.lists)
    if found is None:
        raise Refused("no_such_weapon", weapon=name[:60])
    return found
