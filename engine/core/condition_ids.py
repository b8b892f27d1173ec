"""Ids of conditions that end in the id of another character, such as `entangled:tom`, as viewers may know them.

A viewer who may not read that character gets the position of the condition instead. Commands accept both:

>>> from engine.model.seats import Seat
>>> from engine.model.table import Table
>>> spy = Actor(id="spy", name="Spy", seat="gm", secret=True)
>>> tom = Actor(id="tom", name="Tom", seat="p1", conditions=(Condition(id="entangled:spy", name="entangled"),))
>>> table = Table(ruleset="tiny", seats={"p1": Seat(id="p1", name="Tom")}, actors={"spy": spy, "tom": tom})
>>> with_visible_ids(table, tom, "p1", frozenset({"entangled"})).conditions[0].id
'entangled:?0'
>>> condition_named(tom, "entangled:?0").id
'entangled:spy'
"""

from __future__ import annotations

from typing import Final

from engine.model.conditions import Condition
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table

_UNKNOWN: Final = "?"


def visible_id(table: Table, condition: Condition, place: int, viewer: str, linked: frozenset[str]) -> str:
    """Return the id of a condition as a viewer may know it.

    Args:
        table: the table.
        condition: the condition.
        place: its position among the conditions of its character.
        viewer: the viewer.
        linked: the names of the conditions whose ids end in the id of another character.
    """
    start, colon, other = condition.id.partition(":")
    if not colon or condition.name not in linked or table.is_gm(viewer):
        return condition.id
    character = table.actors.get(other)  # one that has left may have been secret
    known = character is not None and table.may_read(character, viewer)
    return condition.id if known else f"{start}:{_UNKNOWN}{place}"


def has_linked_condition(actor: Actor, linked: frozenset[str]) -> bool:
    """Say whether a character has a condition whose id ends in the id of another character."""
    return bool(actor.conditions) and not linked.isdisjoint([condition.name for condition in actor.conditions])


def with_visible_ids(table: Table, actor: Actor, viewer: str, linked: frozenset[str]) -> Actor:
    """Return a character that a viewer may read, with the ids of its conditions as the viewer may know them."""
    if not has_linked_condition(actor, linked):
        return actor
    ids = [visible_id(table, found, place, viewer, linked) for place, found in enumerate(actor.conditions)]
    if all(id_ == found.id for id_, found in zip(ids, actor.conditions, strict=True)):
        return actor
    conditions = tuple(replace(found, id=id_) for id_, found in zip(ids, actor.conditions, strict=True))
    return replace(actor, conditions=conditions)


def condition_named(actor: Actor, reference: str) -> Condition | None:
    """Return the condition of a character with an id, as stored or as a viewer knows it; None if there is none."""
    for found in actor.conditions:
        if found.id == reference:
            return found
    start, _, place = reference.partition(f":{_UNKNOWN}")
    if not (len(place) <= 4 and place.isascii() and place.isdecimal() and int(place) < len(actor.conditions)):
        return None
    found = actor.conditions[int(place)]
    return found if found.id.startswith(f"{start}:") else None
