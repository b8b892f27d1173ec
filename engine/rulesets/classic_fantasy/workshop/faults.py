"""What is wrong with something prepared, each at its field: what cannot be kept so, and what is only odd.

What has no fault here but warnings can be laid, let loose, brought and gone to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy import bodies, hazards, traps
from engine.rulesets.classic_fantasy.bodies import Row
from engine.rulesets.classic_fantasy.characters import folded
from engine.rulesets.classic_fantasy.dice import mixed
from engine.rulesets.classic_fantasy.hazards import Hazard
from engine.rulesets.classic_fantasy.perils import HAZARDS, plain_name
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.workshop.library import records
from engine.rulesets.classic_fantasy.workshop.records import (
    FOES,
    LONGEST_NAME,
    LONGEST_TEXT,
    TRAPS,
    Foe,
    Place,
    PreparedTrap,
    Record,
    trap_of,
)
from engine.table.frozen import Frozen, replace
from engine.workshop.keeping import ID_FORM
from engine.workshop.shown import Lists

_OF_TRAPS = {"name": "name", "purpose": "purposes", "maker": "maker", "spread": "spread", "damage": "damage"}
_OF_HAZARDS = {"name": "name", "harmless": "damage", "time": "every"}
LONGEST_TIME = 10**9
"""Seconds."""
HURT_MOST = 1000
"""What dice may come to at the most; more is a slip of the pen."""


class Fault(Frozen):
    """Something wrong: the field where it is, and the words; a warning can be left as it is."""

    path: str
    words: Message
    rule: str = ""
    warning: bool = False


def grave(found: Sequence[Fault]) -> tuple[Fault, ...]:
    """Return what must be mended before it can be kept."""
    return tuple(fault for fault in found if not fault.warning)


def faults_of(record: Record, lists: Lists, settings: Settings = CATALOGUE) -> tuple[Fault, ...]:
    """Return what is wrong with something, in no particular order.

    Args:
        record: what.
        lists: the group's lists, for what it speaks of.
        settings: what the group has chosen.
    """
    match record:
        case PreparedTrap():
            return tuple(_of_trap(record, settings))
        case Hazard():
            return tuple(_of_hazard(record))
        case Foe():
            return (*_id(record.id, record.name), *_of_foe(record))
        case Place():
            return (*_id(record.id, record.name), *_of_place(record, lists))


def _id(id_: str, name: str) -> Iterator[Fault]:
    if not name.strip():
        yield _at("name", "name")
    if not ID_FORM.fullmatch(id_):
        yield _at("id", "id", id=id_[:40])


def _at(path: str, key: str, *rules: str, warning: bool = False, **params: str | int) -> Fault:
    words = Message(key=f"d100.bench.fault.{key}", params=params)
    return Fault(path=path, words=words, rule=next(iter(rules), ""), warning=warning)


def _dice(path: str, text: str, *, least: int | None = 0) -> Iterator[Fault]:
    """Find what is wrong with dice; nothing is thrown where none are written."""
    if not text:
        return
    try:
        read = mixed(text)
    except Refused as refused:
        yield Fault(path=path, words=refused.message)
        return
    if least is not None and read.least < least:
        yield _at(path, "below", least=least)
    if read.most > HURT_MOST:
        yield _at(path, "much", most=HURT_MOST)


# ---- traps and hazards -----------------------------------------------------------------------------------------------


def _of_trap(record: PreparedTrap, settings: Settings) -> Iterator[Fault]:
    if not ID_FORM.fullmatch(record.id):
        yield _at("id", "id", id=record.id[:40])
    unread = tuple(_dice("damage", record.damage))
    yield from unread
    trap = trap_of(record, settings=settings)
    built = replace(trap, spread=record.spread, damage="" if unread else trap.damage)
    for words in traps.faults(built, settings=settings):
        path = _OF_TRAPS[words.key.rpartition("fault_")[2]]
        yield Fault(path=path, words=words, rule="CF-TRAP-11" if path in ("spread", "damage") else "CF-TRAP-6")
    for number, way in enumerate(record.resistance):
        path = f"resistance[{number}]"
        if not way.skill.strip():
            yield _at(f"{path}.skill", "skill", "CF-TRAP-9")
        if max(len(way.skill), len(way.how)) > LONGEST_NAME:
            yield _at(path, "long", most=LONGEST_NAME)
    if record.depth is not None and record.damage not in ("", "0"):
        yield _at("damage", "pit_damage", "CF-TRAP-13", warning=True)


def _of_hazard(record: Hazard) -> Iterator[Fault]:
    for words in hazards.faults(record):
        key = words.key.rpartition("fault_")[2]
        if key in _OF_HAZARDS:
            yield Fault(path=_OF_HAZARDS[key], words=words, rule="CF-GEN-1")
    if record.name.strip() and plain_name(record.name) != record.name:
        yield _at("name", "plain_name")
    for path, text in (("name", record.name), ("skill", record.skill)):
        if len(text) > LONGEST_NAME:
            yield _at(path, "long", most=LONGEST_NAME)
    if len(record.notes) > LONGEST_TEXT:
        yield _at("notes", "long", most=LONGEST_TEXT)
    for path, seconds in (("every", record.every), ("steps", record.steps), ("recovery", record.recovery)):
        if seconds > LONGEST_TIME:
            yield _at(path, "much", most=LONGEST_TIME)
    yield from _dice("damage", record.damage)
    yield from _dice("fatigue", record.fatigue)
    if record.locations != hazards.ALL:
        yield from _dice("locations", record.locations or "?", least=1)


# ---- foes and places -------------------------------------------------------------------------------------------------


def _of_foe(record: Foe) -> Iterator[Fault]:
    yield from _dice("damage_modifier", record.damage_modifier, least=None)
    names = []
    for number, attack in enumerate(record.weapons):
        if not attack.name.strip():
            yield _at(f"weapons[{number}].name", "name")
        yield from _dice(f"weapons[{number}].damage", attack.damage, least=None)
    for number, skill in enumerate(record.skills):
        if not skill.name.strip():
            yield _at(f"skills[{number}].name", "name")
    if record.build == "own":
        rows = [Row(first=one.first, last=one.last, name=one.name, sort=one.sort) for one in record.locations]
        names = [one.name for one in record.locations]
        yield from (Fault(path="locations", words=words, rule="CF-HITLOC-4") for words in bodies.faults(rows))
        for number, one in enumerate(record.locations):
            if one.most is None:
                yield _at(f"locations[{number}].most", "no_hit_points", "CF-X-20", warning=True)
    else:
        names = list(bodies.chart_of(record.build).names)
        for path, value in (("con", record.constitution), ("siz", record.size)):
            if value is None:
                yield _at(path, "no_hit_points", "CF-X-20", warning=True)
    for number, armour in enumerate(record.armour):
        if folded(armour.location) not in map(folded, names):
            yield _at(f"armour[{number}].location", "no_location", "CF-HITLOC-3", location=armour.location)


def _of_place(record: Place, lists: Lists) -> Iterator[Fault]:
    spoken = (
        *((f"traps[{n}].trap", TRAPS, one.trap) for n, one in enumerate(record.traps)),
        *((f"foes[{n}].foe", FOES, one.foe) for n, one in enumerate(record.foes)),
        *((f"hazards[{n}].hazard", HAZARDS, one.hazard) for n, one in enumerate(record.hazards)),
    )
    for path, kind, id_ in spoken:
        if id_ not in records(lists, kind):
            yield _at(path, "gone", warning=True)
