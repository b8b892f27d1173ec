"""Foes whose numbers are dice: each individual is rolled by itself, and can be rolled again before it fights.

Damage Modifier, initiative and hit points follow from the rolled numbers (CF-X-14, CF-X-16, CF-X-20).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from engine.core.draft import Draft
from engine.kit.cast.rolled_individuals import RolledIndividual, RolledIndividuals
from engine.kit.content_editor.content_library import errors_among
from engine.kit.content_editor.dice_numbers import dice_numbers, rolled
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.dice_throws import throw
from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from engine.rulesets.classic_fantasy.editor.prepared_records import BROUGHT_FOES, FOES, LIBRARY, PreparedFoe, Record
from engine.rulesets.classic_fantasy.editor.prepared_validation import faults_of
from engine.rulesets.classic_fantasy.settings import settings_of

R = TypeVar("R", bound=Record)

ROLLED_FOES = RolledIndividuals(BROUGHT_FOES)
"""The foes on the table whose numbers were rolled, until they take part in a combat."""


def has_dice(record: Record) -> bool:
    """Return whether a number of a record is dice."""
    return next(dice_numbers(record), None) is not None


def rolled_fields(foe: PreparedFoe) -> tuple[str, ...]:
    """Return the fields of a foe's record with rolled numbers."""
    return tuple(dict.fromkeys(number.path.partition("[")[0] for number in dice_numbers(foe)))


def roll_individual(draft: Draft, record: R) -> R:
    """Return a record with rolled numbers; nobody sees the dice, as nobody but the GM may know the numbers."""
    return rolled(record, lambda number: throw(draft, number.text, secret=True))


def forget_fighters(draft: Draft) -> None:
    """Forget the foes whose initiative is known in a combat: their numbers stay as they are from now on."""
    combat = current_combat(draft.table)
    if combat is not None and ROLLED_FOES.any(draft.table):
        ROLLED_FOES.forget(draft, {id_ for id_, fighter in combat.fighters.items() if fighter.has_initiative})


def groups_to_roll_again(table: Table) -> Mapping[str, tuple[str, ...]]:
    """Return the characters whose numbers can be rolled again, by the id of their prepared foe."""
    prepared, settings = LIBRARY.records(table.lists, FOES), settings_of(table)

    def can_roll(individual: RolledIndividual) -> bool:
        foe = prepared.get(individual.foe)
        return (
            isinstance(foe, PreparedFoe) and has_dice(foe) and not errors_among(faults_of(foe, table.lists, settings))
        )

    return ROLLED_FOES.groups(table, can_roll)
