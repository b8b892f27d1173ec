"""Foes whose numbers are dice: each individual is rolled by itself, and can be rolled again before it acts (CF-X-20).

The characteristics of creatures are dice in the rules, and the other numbers follow from them (CF-X-13, CF-X-14).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.core.draft import Draft
from engine.core.events import ListSet
from engine.kit.content_editor.dice_numbers import dice_numbers, rolled
from engine.kit.content_editor.persistence import row_of
from engine.model.frozen import Frozen
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.dice_throws import throw
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.combat.turn_order import action_points_left, max_action_points
from engine.rulesets.classic_fantasy.editor.prepared_records import BROUGHT_FOES, FOES, LIBRARY, PreparedFoe
from engine.rulesets.classic_fantasy.editor.prepared_validation import errors_among, faults_of
from engine.rulesets.classic_fantasy.settings import settings_of


class BroughtFoe(Frozen):
    """A foe on the table whose numbers were rolled: its id as a character, and the id of the prepared foe."""

    id: str
    foe: str


def has_dice(foe: PreparedFoe) -> bool:
    """Return whether a number of a foe is dice."""
    return next(dice_numbers(foe), None) is not None


def rolled_fields(foe: PreparedFoe) -> tuple[str, ...]:
    """Return the fields of a foe's record with rolled numbers."""
    return tuple(dict.fromkeys(number.path.partition("[")[0] for number in dice_numbers(foe)))


def roll_individual(draft: Draft, foe: PreparedFoe) -> PreparedFoe:
    """Return a foe with rolled numbers; nobody sees the dice, as nobody but the GM may know the numbers."""
    return rolled(foe, lambda number: throw(draft, number.text, secret=True))


def remember_brought(draft: Draft, actor: str, foe: PreparedFoe) -> None:
    """Remember from which prepared foe the numbers of a character were rolled."""
    others = [row for row in _brought(draft.table) if row.id in draft.table.actors and row.id != actor]
    rows: list[Any] = [row_of(row) for row in (*others, BroughtFoe(id=actor, foe=foe.id))]
    draft.emit(ListSet(name=BROUGHT_FOES, rows=tuple(rows)))


def _brought(table: Table) -> Iterator[BroughtFoe]:
    for row in table.lists.get(BROUGHT_FOES, ()):
        try:
            yield msgspec.convert(dict(row), BroughtFoe)
        except msgspec.ValidationError:  # a list can be edited by hand
            continue


def groups_to_roll_again(table: Table) -> Mapping[str, tuple[str, ...]]:
    """Return the characters whose numbers can be rolled again, by the id of their prepared foe."""
    groups: dict[str, tuple[str, ...]] = {}
    prepared, settings = LIBRARY.records(table.lists, FOES), settings_of(table)
    for row in _brought(table):
        foe = prepared.get(row.foe)
        if not isinstance(foe, PreparedFoe) or not has_dice(foe):
            continue
        if is_untouched(table, row.id) and not errors_among(faults_of(foe, table.lists, settings)):
            groups[row.foe] = (*groups.get(row.foe, ()), row.id)
    return groups


def is_untouched(table: Table, actor: str) -> bool:
    """Return whether a character has neither acted nor been hurt: no Turn yet, all Action Points, no wound."""
    character = table.actors.get(actor)
    if character is None or character.archived:
        return False
    combat = current_combat(table)
    if combat is not None and actor in combat.fighters and (combat.number > 1 or actor in combat.had):
        return False
    is_unspent = action_points_left(table, actor) >= max_action_points(table, actor)
    return is_unspent and not character.conditions and _is_unhurt(character)


def _is_unhurt(character: Actor) -> bool:
    locations = character.body.locations.values() if character.body is not None else ()
    return all(location.level == location.most and not location.bleeding for location in locations)
