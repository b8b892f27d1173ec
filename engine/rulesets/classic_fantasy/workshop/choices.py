"""What can be chosen in the fields of something prepared, with what each choice means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from engine.play.words import Message, say, texts
from engine.rulesets.classic_fantasy import traps
from engine.rulesets.classic_fantasy.bodies import Kind, chart_of
from engine.rulesets.classic_fantasy.fatigue import Cause
from engine.rulesets.classic_fantasy.grades import Grade
from engine.rulesets.classic_fantasy.hazards import Armour, OnSuccess
from engine.rulesets.classic_fantasy.offering.made_up import DICE, RESISTANCES, WHERE
from engine.rulesets.classic_fantasy.people import numbers as people_numbers
from engine.rulesets.classic_fantasy.perils import HAZARDS
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.workshop.library import records
from engine.rulesets.classic_fantasy.workshop.records import FOES, TRAPS, Build, Foe, Light, PreparedTrap, Record
from engine.rulesets.classic_fantasy.workshop.telling import tell
from engine.rulesets.classic_fantasy.wound_tables import numbers as wound_numbers
from engine.table.frozen import Json
from engine.workshop.bench import Lists, Way
from engine.workshop.telling import clipped, upper_first

_WORDS = {
    "purposes": get_args(traps.Purpose),
    "works": get_args(traps.Works),
    "grade": get_args(Grade),
    "armour": get_args(Armour),
    "cause": get_args(Cause),
    "on_success": get_args(OnSuccess),
    "build": get_args(Build),
    "light": get_args(Light),
    "sort": get_args(Kind),
}
"""What may stand in the fields that take one of a few words."""
_SPOKEN = {"trap": TRAPS, "foe": FOES, "hazard": HAZARDS}
"""What else of the GM's a field names."""


def ways(key: str, record: Record, lists: Lists, settings: Settings, value: Json) -> tuple[Way, ...]:
    """Return what can be chosen in a field.

    Args:
        key: of the field, within its row.
        record: the whole of what it stands in, as it is understood.
        lists: the group's lists.
        settings: what the group has chosen.
        value: what stands there now; what is not among the choices is shown as it is written.
    """
    found = tuple(_ways(key, record, lists, settings))
    held = [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    strange = [str(one) for one in held if one and one not in [way.value for way in found]]
    return (*found, *(Way(value=one, label=clipped(one)) for one in strange))


def _ways(key: str, record: Record, lists: Lists, settings: Settings) -> Iterator[Way]:
    if key in _WORDS:
        for word in _WORDS[key]:
            told = texts().get(f"d100.bench.told.{key}.{word or 'none'}", "")
            yield Way(value=word, label=word_of(key, word), told=told)
    elif key in _SPOKEN:
        for id_, one in records(lists, _SPOKEN[key]).items():
            yield Way(value=id_, label=clipped(one.name))
    else:
        yield from (Way(value=word, label=word_of(key, word)) for word in _proposed(key, record, settings))


def _proposed(key: str, record: Record, settings: Settings) -> Sequence[str]:
    """Return words that are proposed where others may stand too."""
    match key, record:
        case "damage", PreparedTrap(maker=maker) if maker >= 1:
            return ("0", *(one.damage for one in reversed(traps.choices(maker, settings=settings))))
        case "damage" | "fatigue", _:
            return DICE
        case "locations", _:
            return WHERE
        case "damage_modifier", _:
            return ("-1d4", "-1d2", "+1d2", "+1d4", "+1d6")
        case "size", _:
            return wound_numbers().sizes
        case "location", Foe(build="own", locations=own):
            return tuple(one.name for one in own if one.name)
        case "location", Foe(build=build) if build != "own":
            return chart_of(build).names
        case "skill", _:
            return tuple(dict.fromkeys((*RESISTANCES, "Acrobatics", "Athletics")))
        case "name", Foe():
            return tuple(people_numbers().skills.standard)
        case _:
            return ()


def word_of(key: str, word: str) -> str:
    """Return what a word of the rules is called: as the table calls it, or as it is written."""
    known = texts()
    for place in (f"d100.bench.word.{key}.{word or 'none'}", f"choice.{key}.{word}"):
        if place in known:
            return known[place]
    return upper_first(say(Message(key="d100.bench.word.as_told", params={"word": word})))


def option_of(settings: Settings, record: PreparedTrap) -> str:
    """Return in words what so many rows lower come to: damage for how many locations (CF-TRAP-11, CF-TRAP-15)."""
    found = traps.choices(max(1, record.maker), settings=settings)
    if record.spread >= len(found):
        return ""
    return tell("damage_row", damage=found[record.spread].damage, locations=found[record.spread].locations)
