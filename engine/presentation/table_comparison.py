"""The differences between courses of events, as one viewer may know them: who is hurt, and what was spent.

>>> from engine.model.seats import Actor
>>> from engine.model.table import Table
>>> from engine.model.tracks import Track
>>> from engine.presentation.visibility import visible_table
>>> def at(luck: int) -> VisibleTable:
...     actor = Actor(id="ann", name="Ann", seat="gm", tracks={"Luck": Track(value=luck)})
...     return visible_table(Table(ruleset="tiny", actors={"ann": actor}), "gm")
>>> [(row.kind.value, row.owner, row.name, row.before, row.after) for row in compare_tables(at(3), (at(1), at(3)))]
[('track', 'ann', 'Luck', 3, (1, 3))]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum

from engine.model.frozen import Frozen
from engine.model.seats import Actor
from engine.presentation.visibility import VisibleTable


class ComparedKind(StrEnum):
    """The kinds of number that are compared."""

    CHARACTER = "character"
    TRACK = "track"
    LOCATION = "location"
    CONDITION = "condition"
    CHIPS = "chips"
    CARDS = "cards"
    CLOCK = "clock"


class ComparedNumber(Frozen):
    """A number that is not the same everywhere; None where there is none. Chips and cards that are not there are 0.

    Attributes:
        owner: the id of its character, bag or zone; empty for the clock.
        name: the name of the track, hit location, condition or colour; empty for the rest. A character who is in the
            story counts 1.
        before: its value at the common start.
        after: its value at the end of each course of events.
    """

    kind: ComparedKind
    owner: str
    name: str
    before: int | None
    after: tuple[int | None, ...]


_COUNTED = (ComparedKind.CHIPS, ComparedKind.CARDS)
_Key = tuple[ComparedKind, str, str]


def compare_tables(before: VisibleTable, after: Sequence[VisibleTable]) -> tuple[ComparedNumber, ...]:
    """Return all numbers that differ between a start and the ends of some courses of events, by kind and owner.

    Views are those of one viewer, so the answer says nothing that this viewer may not know. Cards are only counted.
    """
    start, ends = dict(_numbers(before)), [dict(_numbers(view)) for view in after]
    compared = list[ComparedNumber]()
    for kind, owner, name in dict.fromkeys((*start, *(key for end in ends for key in end))):
        none = 0 if kind in _COUNTED else None
        before_, *after_ = (numbers.get((kind, owner, name), none) for numbers in (start, *ends))
        compared.append(ComparedNumber(kind=kind, owner=owner, name=name, before=before_, after=tuple(after_)))
    order = list(ComparedKind)
    changed = [row for row in compared if any(value != row.before for value in row.after)]
    return tuple(sorted(changed, key=lambda row: order.index(row.kind)))


def _numbers(view: VisibleTable) -> Iterator[tuple[_Key, int]]:
    for actor in view.actors.values():
        if not actor.archived:
            yield from _numbers_of(actor)
    for bag, chips in view.chips.items():
        for colour, count in chips.items():
            yield (ComparedKind.CHIPS, bag, colour), count
    for zone in view.zones.values():
        if zone.private or zone.owners:
            yield (ComparedKind.CARDS, zone.id, ""), zone.count
    yield (ComparedKind.CLOCK, "", ""), view.clock


def _numbers_of(actor: Actor) -> Iterator[tuple[_Key, int]]:
    yield (ComparedKind.CHARACTER, actor.id, ""), 1
    for name, track in actor.tracks.items():
        yield (ComparedKind.TRACK, actor.id, name), track.value
    if actor.body is not None:
        for name, location in actor.body.locations.items():
            yield (ComparedKind.LOCATION, actor.id, name), location.level
    for name, count in Counter(condition.name for condition in actor.conditions).items():
        level = max(condition.level for condition in actor.conditions_named(name))
        yield (ComparedKind.CONDITION, actor.id, name), max(count, level, 1)
