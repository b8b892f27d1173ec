"""Foes whose numbers are dice: each individual is rolled by itself, and can be rolled again before it fights.

Damage Modifier, initiative and hit points follow from the rolled numbers (CF-X-14, CF-X-16, CF-X-20).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
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
from engine.rulesets.classic_fantasy.editor.prepared_records import BROUGHT_FOES, FOES, LIBRARY, PreparedFoe
from engine.rulesets.classic_fantasy.editor.prepared_validation import errors_among, faults_of
from engine.rulesets.classic_fantasy.settings import settings_of


class BroughtFoe(Frozen):
    """A foe on the table whose numbers were rolled, until it takes part in a combat.

    Attributes:
        id: its id as a character.
        foe: the id of the prepared foe.
        made: the digest of its record as it was rolled; another one shows that it was changed since.
    """

    id: str
    foe: str
    made: str = ""


def has_dice(foe: PreparedFoe) -> bool:
    """Return whether a number of a foe is dice."""
    return next(dice_numbers(foe), None) is not None


def rolled_fields(foe: PreparedFoe) -> tuple[str, ...]:
    """Return the fields of a foe's record with rolled numbers."""
    return tuple(dict.fromkeys(number.path.partition("[")[0] for number in dice_numbers(foe)))


def roll_individual(draft: Draft, foe: PreparedFoe) -> PreparedFoe:
    """Return a foe with rolled numbers; nobody sees the dice, as nobody but the GM may know the numbers."""
    return rolled(foe, lambda number: throw(draft, number.text, secret=True))


def remember_brought(draft: Draft, brought: Mapping[str, str]) -> None:
    """Remember from which prepared foes the numbers of characters were rolled: the ids of both."""
    if brought:
        actors = draft.table.actors
        others = [row for row in _brought(draft.table) if row.id not in brought]
        made = [BroughtFoe(id=id_, foe=foe, made=_digest(actors[id_])) for id_, foe in brought.items()]
        _keep(draft, [*others, *made])


def forget_fighters(draft: Draft) -> None:
    """Forget the foes whose initiative is known in a combat: their numbers stay as they are from now on."""
    combat, brought = current_combat(draft.table), [*_brought(draft.table)]
    if combat is None or not brought:
        return
    known = {id_ for id_, fighter in combat.fighters.items() if fighter.has_initiative}
    others = [row for row in brought if row.id not in known]
    if len(others) < len(brought):
        _keep(draft, others)


def _keep(draft: Draft, brought: Iterable[BroughtFoe]) -> None:
    actors = draft.table.actors
    rows: list[Any] = [row_of(row) for row in brought if row.id in actors and not actors[row.id].archived]
    draft.emit(ListSet(name=BROUGHT_FOES, rows=tuple(rows)))


def _digest(actor: Actor) -> str:
    """Return a digest of everything that rolling again would replace, and of the conditions."""
    parts = (actor.sheet, actor.tracks, actor.body, actor.conditions)
    return sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()


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
        if _is_untouched(table, row) and not errors_among(faults_of(foe, table.lists, settings)):
            groups[row.foe] = (*groups.get(row.foe, ()), row.id)
    return groups


def _is_untouched(table: Table, row: BroughtFoe) -> bool:
    """Return whether a character is as it was rolled: not hurt, nothing spent, and nothing changed by hand."""
    character = table.actors.get(row.id)
    return character is not None and not character.archived and _digest(character) == row.made
