"""Validation of prepared content: faults that prevent saving, and warnings, each at its field.

A record with warnings only can be placed, used, brought and visited.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.kit.cast.record_names import id_faults, name_faults
from engine.kit.content_editor.content_library import Fault, fault_at
from engine.kit.content_editor.declared_forms import LONGEST_NAME, LONGEST_TEXT
from engine.kit.content_editor.dice_numbers import dice_range
from engine.kit.content_editor.view_models import Lists
from engine.kit.encounters.encounter_forms import opening_faults
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.rulesets.classic_fantasy.character.character_sheet import folded
from engine.rulesets.classic_fantasy.damage.hazard_record import LONGEST_TIME, CustomHazard
from engine.rulesets.classic_fantasy.dice.mixed_dice import mixed
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FOES,
    LIBRARY,
    TRAPS,
    PreparedFoe,
    PreparedPlace,
    PreparedTrap,
    Record,
    trap_of,
    weakest_plan,
)
from engine.rulesets.classic_fantasy.hazards import custom_hazard_rules
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS, plain_name
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.traps import trap_rules
from engine.rulesets.classic_fantasy.wounds import hit_locations
from engine.rulesets.classic_fantasy.wounds.hit_locations import HitLocationRow

_OF_TRAPS = {"name": "name", "purpose": "purposes", "maker": "maker", "spread": "spread", "damage": "damage"}
_OF_HAZARDS = {"name": "name", "harmless": "damage", "time": "every"}
MOST_DAMAGE = 1000
"""The maximum total of dice; more is taken for a typing error."""


_fault_at = partial(fault_at, "d100")


def faults_of(record: Record, lists: Lists, settings: Settings = CATALOGUE) -> tuple[Fault, ...]:
    """Return the faults of a record, in no particular order; `lists` have the records that it refers to."""
    match record:
        case PreparedTrap():
            return tuple(_trap_faults(record, settings))
        case CustomHazard():
            return tuple(_hazard_faults(record))
        case PreparedFoe():
            return (*name_faults(record), *_foe_faults(record))
        case PreparedPlace():
            return (*name_faults(record), *_place_faults(record, lists))


def _dice_faults(path: str, text: str, *, least: int | None = 0) -> Iterator[Fault]:
    """Yield the faults of dice; an empty text means none are thrown."""
    if not text:
        return
    try:
        dice = mixed(text)
    except Refused as refused:
        yield Fault(path=path, words=refused.message)
        return
    if least is not None and dice.least < least:
        yield _fault_at(path, "below", least=least)
    if dice.most > MOST_DAMAGE:
        yield _fault_at(path, "much", most=MOST_DAMAGE)


# ---- traps and hazards -----------------------------------------------------------------------------------------------


def _trap_faults(record: PreparedTrap, settings: Settings) -> Iterator[Fault]:
    yield from id_faults(record)
    dice_faults = tuple(_dice_faults("damage", record.damage))
    yield from dice_faults
    plan = weakest_plan(record)  # if this one can be built, so can all others
    trap = trap_of(plan, settings=settings)
    built = replace(trap, spread=dice_range(plan.spread).most, damage="" if dice_faults else trap.damage)
    for words in trap_rules.faults(built, settings=settings):
        path = _OF_TRAPS[words.key.rpartition("fault_")[2]]
        yield Fault(path=path, words=words, rule="CF-TRAP-11" if path in ("spread", "damage") else "CF-TRAP-6")
    for number, resistance in enumerate(record.resistance):
        path = f"resistance[{number}]"
        if not resistance.skill.strip():
            yield _fault_at(f"{path}.skill", "skill", "CF-TRAP-9")
        if max(len(resistance.skill), len(resistance.how)) > LONGEST_NAME:
            yield _fault_at(path, "long", most=LONGEST_NAME)
    if record.depth is not None and record.damage not in ("", "0"):
        yield _fault_at("damage", "pit_damage", "CF-TRAP-13", warning=True)


def _hazard_faults(record: CustomHazard) -> Iterator[Fault]:
    for words in custom_hazard_rules.hazard_faults(record):
        key = words.key.rpartition("fault_")[2]
        if key in _OF_HAZARDS:
            yield Fault(path=_OF_HAZARDS[key], words=words, rule="CF-GEN-1")
    if record.name.strip() and plain_name(record.name) != record.name:
        yield _fault_at("name", "plain_name")
    for path, text in (("name", record.name), ("skill", record.skill)):
        if len(text) > LONGEST_NAME:
            yield _fault_at(path, "long", most=LONGEST_NAME)
    if len(record.notes) > LONGEST_TEXT:
        yield _fault_at("notes", "long", most=LONGEST_TEXT)
    for path, seconds in (("every", record.every), ("steps", record.steps), ("recovery", record.recovery)):
        if dice_range(seconds).most > LONGEST_TIME:
            yield _fault_at(path, "much", most=LONGEST_TIME)
    yield from _dice_faults("damage", record.damage)
    yield from _dice_faults("fatigue", record.fatigue)
    if record.locations != custom_hazard_rules.ALL:
        yield from _dice_faults("locations", record.locations or "?", least=1)


# ---- foes and places -------------------------------------------------------------------------------------------------


def _foe_faults(record: PreparedFoe) -> Iterator[Fault]:
    yield from _dice_faults("damage_modifier", record.damage_modifier, least=None)
    for number, attack in enumerate(record.weapons):
        if not attack.name.strip():
            yield _fault_at(f"weapons[{number}].name", "name")
        yield from _dice_faults(f"weapons[{number}].damage", attack.damage, least=None)
    for number, skill in enumerate(record.skills):
        if not skill.name.strip():
            yield _fault_at(f"skills[{number}].name", "name")
    if record.build == "own":
        rows = [
            HitLocationRow(first=location.first, last=location.last, name=location.name, sort=location.sort)
            for location in record.locations
        ]
        names = [location.name for location in record.locations]
        for words in hit_locations.chart_faults(rows):
            yield Fault(path="locations", words=words, rule="CF-HITLOC-4")
        for number, location in enumerate(record.locations):
            if location.most is None:
                yield _fault_at(f"locations[{number}].most", "no_hit_points", "CF-X-20", warning=True)
    else:
        names = [*hit_locations.chart_of(record.build).names]
        for path, value in (("con", record.constitution), ("siz", record.size)):
            if value is None:
                yield _fault_at(path, "no_hit_points", "CF-X-20", warning=True)
    for number, armour in enumerate(record.armour):
        if folded(armour.location) not in map(folded, names):
            yield _fault_at(f"armour[{number}].location", "no_location", "CF-HITLOC-3", location=armour.location)


def _place_faults(record: PreparedPlace, lists: Lists) -> Iterator[Fault]:
    for path, refused in opening_faults(record, "foes"):
        yield Fault(path=path, words=refused.message)
    for part, kind in (("trap", TRAPS), ("foe", FOES), ("hazard", HAZARDS)):
        for number, row in enumerate(getattr(record, f"{part}s")):
            if getattr(row, part) not in LIBRARY.records(lists, kind):
                yield _fault_at(f"{part}s[{number}].{part}", "gone", warning=True)
