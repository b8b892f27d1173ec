"""What something prepared does, in plain words made from its data."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.refusal import Refused
from engine.play.words import say
from engine.rulesets.classic_fantasy import people, traps
from engine.rulesets.classic_fantasy.hazards import ALL, Hazard
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.workshop import library
from engine.rulesets.classic_fantasy.workshop.choices import word_of
from engine.rulesets.classic_fantasy.workshop.records import (
    FOES,
    TRAPS,
    Foe,
    Place,
    PreparedTrap,
    Record,
    trap_of,
)
from engine.rulesets.classic_fantasy.workshop.telling import tell
from engine.table.frozen import Json
from engine.workshop.bench import Lists
from engine.workshop.telling import clipped

_UNITS = (("week", 604800), ("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


def reading_of(record: Record, lists: Lists, settings: Settings) -> tuple[str, ...]:
    """Return what something does, a sentence each; of what cannot be reckoned nothing is said."""
    try:
        match record:
            case PreparedTrap():
                return tuple(_trap(record, settings))
            case Hazard():
                return tuple(_hazard(record))
            case Foe():
                return tuple(_foe(record))
            case Place():
                return tuple(_place(record, lists))
    except (Refused, ValueError):
        return ()


def _tell(key: str, **params: Json) -> str:
    return tell(f"reading.{key}", **params)


def _trap(record: PreparedTrap, settings: Settings) -> Iterator[str]:
    """Tell of a trap (CF-TRAP-3, CF-TRAP-5, CF-TRAP-9, CF-TRAP-11 to CF-TRAP-16)."""
    trap = trap_of(record, settings=settings)
    if trap.purposes:
        yield _tell("purposes", purposes=[word_of("purposes", one).casefold() for one in trap.purposes])
    if trap.trigger.strip():
        yield _tell("trigger", trigger=_clause(trap.trigger))
    yield _tell("difficulty", skill=trap.skill, percent=trap.difficulty)
    for number, way in enumerate(trap.resistance):
        key = "resist" if number == 0 else "resist_too"
        yield _tell(key, skill=way.skill, grade=word_of("grade", way.grade), how=_clause(way.how))
    if not trap.resistance:
        yield _tell("no_way_out")
    does = traps.harm_of(trap, settings=settings)
    if trap.depth is not None:
        yield _tell("pit", feet=trap.depth)
    if does.damage:
        armour = _tell("no_armour" if does.ignores_armour else "armour")
        key = "damage_one" if does.locations == "1" else "damage"
        yield _tell(key, dice=does.damage, locations=does.locations, armour=armour)
        if trap.depth is None:
            yield _tell("force", size=traps.force_of(trap, settings=settings))
    elif trap.depth is None:
        yield _tell("no_damage")
    if trap.poison.strip():
        yield _tell("poison", poison=_clause(trap.poison))
    if trap.effect.strip():
        yield trap.effect.strip()
    yield _tell("resets_itself" if trap.auto_reset else "reset_by_hand")
    yield _tell("price", price=say(traps.price_of(trap, settings=settings).words))


def _hazard(record: Hazard) -> Iterator[str]:
    if record.damage:
        every = record.locations == ALL
        where = "everywhere" if every else "nearest" if record.near else "somewhere"
        yield _tell(where, dice=record.damage, locations=record.locations)
        yield _tell("armour_helps", armour=word_of("armour", record.armour).casefold())
    if record.fatigue:
        yield _tell("tires", dice=record.fatigue, cause=word_of("cause", record.cause).casefold())
        if record.recovery:
            yield _tell("recovers", time=_time(record.recovery))
    if record.skill.strip():
        left = word_of("on_success", record.on_success).casefold()
        yield _tell("against", skill=record.skill, grade=word_of("grade", record.grade), left=left)
    if not record.every:
        yield _tell("once")
    elif record.steps:
        yield _tell("again", time=_time(record.every), steps=record.steps)
    else:
        yield _tell("again_and_again", time=_time(record.every))


def _foe(record: Foe) -> Iterator[str]:
    yield _tell("build", build=word_of("build", record.build).casefold())
    if record.constitution is not None and record.size is not None and record.build != "own":
        regions: tuple[people.Region, ...] = ("head", "chest", "abdomen", "arm", "leg")
        found = {
            one: sum(p.value for p in people.hit_points(record.constitution, record.size, one, 0)) for one in regions
        }
        yield _tell("hit_points", **{str(key): value for key, value in found.items()})
    if record.build == "own":
        for one in record.locations:
            yield _tell(
                "location", first=one.first, last=one.last, name=one.name, most=one.most or 1, armour=one.armour or 0
            )
    if record.strength is not None and record.size is not None and not record.damage_modifier:
        yield _tell("damage_modifier", dice=people.damage_modifier(record.strength, record.size))
    if record.natural_armour:
        yield _tell("hide", armour=record.natural_armour)
    for armour in record.armour:
        yield _tell("worn", location=armour.location, armour=armour.worn)
    for attack in record.weapons:
        yield _tell("attack", name=attack.name, dice=attack.damage or "–", size=attack.size)
    if record.skills:
        yield _tell("skills", skills=[f"{skill.name} {skill.total} %" for skill in record.skills])


def _place(record: Place, lists: Lists) -> Iterator[str]:
    if record.read_out.strip():
        yield _tell("read_out", text=record.read_out.strip())
    for trap in record.traps:
        yield _tell("trap_here", name=_named(lists, TRAPS, trap.trap), where=_clause(trap.place))
    for foe in record.foes:
        key = "foes_seen" if foe.shown else "foes_hidden"
        yield _tell(key, count=foe.count, name=clipped(foe.name) or _named(lists, FOES, foe.foe))
    for hazard in record.hazards:
        yield _tell("hazard_here", name=hazard.hazard, where=_clause(hazard.place))
    for fire in record.fires:
        yield _tell("fire_here", intensity=fire.intensity, where=_clause(fire.place))


def _named(lists: Lists, kind: str, id_: str) -> str:
    found = library.records(lists, kind).get(id_)
    return clipped(found.name) if found is not None else id_


def _clause(text: str) -> str:
    """Return words that stand within a sentence."""
    return " ".join(text.split()).rstrip(".")


def _time(seconds: int) -> str:
    """Return a span of time in the largest unit that leaves no rest."""
    unit, size = next((unit, size) for unit, size in _UNITS if seconds % size == 0)
    return _tell(f"time_{unit}", count=seconds // size)
