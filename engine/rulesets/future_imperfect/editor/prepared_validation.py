"""Validation of prepared content: faults that prevent saving, and warnings, each at its field."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.dice_notation import parse_dice
from engine.core.memo import memo
from engine.kit.cast.record_names import name_faults
from engine.kit.content_editor.content_library import Fault, errors_among, fault_at
from engine.kit.content_editor.view_models import Lists
from engine.messages.refusal import Refused
from engine.rulesets.future_imperfect.character import traits
from engine.rulesets.future_imperfect.character.equipment import place_id
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.editor.prepared_records import (
    FOES,
    LIBRARY,
    TRAITS,
    PreparedDanger,
    PreparedFoe,
    PreparedGang,
    Record,
)
from engine.rulesets.future_imperfect.editor.prepared_sheets import chart_of, listed_weapon, locations_of
from engine.rulesets.future_imperfect.rules import hazard_rules

_fault_at = partial(fault_at, "fi")


def faults_of(record: Record, lists: Lists) -> tuple[Fault, ...]:
    """Return the faults of a record, in no particular order; `lists` have the records that it refers to."""
    found = [*name_faults(record)]
    match record:
        case PreparedFoe():
            found += _foe_faults(record, lists)
        case PreparedGang():
            found += _gang_faults(record, lists)
        case PreparedDanger():
            found += _danger_faults(record)
    return tuple(found)


def _foe_faults(record: PreparedFoe, lists: Lists) -> Iterator[Fault]:
    for trait in TRAITS:
        try:
            traits.parse(getattr(record, trait))
        except Refused:
            yield _fault_at(trait, "trait", "FI-CORE-1")
    for number, aptitude in enumerate(record.aptitudes):
        if not aptitude.name.strip():
            yield _fault_at(f"aptitudes[{number}].name", "aptitude", "FI-CORE-4")
    for number, weapon in enumerate(record.weapons):
        path = f"weapons[{number}]"
        if not weapon.name.strip():
            yield _fault_at(f"{path}.name", "weapon")
        elif not (listed_weapon(weapon.name, lists) or weapon.concentration.strip()):
            yield _fault_at(f"{path}.concentration", "concentration", "FI-CORE-5", warning=True)
        if not _is_damage(weapon.damage):
            yield _fault_at(f"{path}.damage", "damage", "FI-ARMOR-1")
    places = locations_of(chart_of(record, lists))
    for number, piece in enumerate(record.armour):
        if place_id(folded(piece.area)) not in places:
            yield _fault_at(f"armour[{number}].area", "no_area", "FI-ARMOR-2", area=piece.area)


def _is_damage(text: str) -> bool:
    """Return whether a text is damage dice; an empty one is as in the group's list."""
    if not text.strip():
        return True
    try:
        dice = parse_dice(text)
    except Refused:
        return False
    return dice.sides in traits.ladders().damage_ladder and not dice.plus


def _gang_faults(record: PreparedGang, lists: Lists) -> Iterator[Fault]:
    if not record.members:
        yield _fault_at("members", "nobody", "FI-INIT-15")
    foes, unsound = LIBRARY.records(lists, FOES), _unsound_foes(lists)
    for number, row in enumerate(record.members):
        foe = foes.get(row.foe)
        if foe is None:
            yield _fault_at(f"members[{number}].foe", "gone")
        elif row.foe in unsound:
            yield _fault_at(f"members[{number}].foe", "unsound", name=foe.name)


@memo(fine=True)
def _unsound_foes(lists: Lists) -> frozenset[str]:
    """Return the foes with errors; many gangs have the same foes."""
    return frozenset(id_ for id_, foe in LIBRARY.records(lists, FOES).items() if errors_among(faults_of(foe, lists)))


def _danger_faults(record: PreparedDanger) -> Iterator[Fault]:
    match record.sort:
        case "fire" if record.blaze != "engulfed" and not record.areas:
            yield _fault_at("areas", "burns_where", "FI-FIRE-3")
        case "water" if record.water not in hazard_rules.hazard_tables().water:
            yield _fault_at("water", "water", "FI-DROWN-1")
        case "explosion" if not record.dice.strip() or not _is_damage(record.dice):
            yield _fault_at("dice", "damage", "FI-BOOM-1")
        case _:
            pass
