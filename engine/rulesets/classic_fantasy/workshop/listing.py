"""What there is in each drawer, a line each, and what it can be filtered by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.play.refusal import Refused
from engine.play.words import say
from engine.rulesets.classic_fantasy import traps
from engine.rulesets.classic_fantasy.hazards import Hazard
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.workshop import library
from engine.rulesets.classic_fantasy.workshop.choices import word_of
from engine.rulesets.classic_fantasy.workshop.faults import faults_of, grave
from engine.rulesets.classic_fantasy.workshop.reading import reading_of
from engine.rulesets.classic_fantasy.workshop.records import (
    PLACES,
    Foe,
    Place,
    PreparedTrap,
    Record,
    id_of,
    trap_of,
)
from engine.rulesets.classic_fantasy.workshop.telling import tell
from engine.workshop.bench import Entry, Facet, FacetValue, Lists, Origin
from engine.workshop.telling import clipped

_LONGEST_LINE, _LONGEST_TEXT = 200, 4000
_FACETS = ("purpose", "build", "origin", "state")


def entries(lists: Lists, settings: Settings, kind: str) -> tuple[Entry, ...]:
    """Return what there is in a drawer: as it is shipped and written, places by their numbers."""
    found = library.places(lists) if kind == PLACES else library.records(lists, kind).values()
    return tuple(_entry(record, lists, settings, kind) for record in found)


def _entry(record: Record, lists: Lists, settings: Settings, kind: str) -> Entry:
    origin = library.origin(lists, kind, id_of(record))
    wrong = len(grave(faults_of(record, lists, settings)))
    marks = [tell(f"mark.{origin}")] if origin is not Origin.PRINTED else []
    marks += [tell("mark.problems", count=wrong)] if wrong else []
    line = " · ".join(filter(None, _line(record, settings)))
    name = f"{record.number}. {record.name}" if isinstance(record, Place) and record.number else record.name
    words = " ".join((*reading_of(record, lists, settings), *_more(record)))
    return Entry(
        id=id_of(record),
        name=clipped(name) or tell(f"unnamed.{kind}"),
        line=line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…",
        origin=origin,
        marks=tuple(marks),
        facets={**_facets_of(record), "origin": (origin.value,), "state": ("wrong" if wrong else "sound",)},
        text=f"{name} {line} {words}".casefold()[:_LONGEST_TEXT],
        problems=wrong,
    )


def _line(record: Record, settings: Settings) -> Iterator[str]:
    match record:
        case PreparedTrap():
            yield ", ".join(word_of("purposes", one) for one in record.purposes)
            yield f"{record.maker} %"
            try:
                trap = trap_of(record, settings=settings)
                does = traps.harm_of(trap, settings=settings)
                yield does.damage
                yield say(traps.price_of(trap, settings=settings).words)
            except (Refused, ValueError):
                return
        case Hazard():
            yield record.damage
            if record.fatigue:
                yield tell("line.fatigue", dice=record.fatigue)
            yield record.skill
        case Foe():
            yield record.species
            yield word_of("build", record.build)
            yield ", ".join(attack.name for attack in record.weapons)
        case Place():
            for key, count in (
                ("traps", len(record.traps)),
                ("foes", sum(foe.count for foe in record.foes)),
                ("hazards", len(record.hazards)),
                ("fires", len(record.fires)),
            ):
                if count:
                    yield tell(f"line.{key}", count=count)


def _more(record: Record) -> tuple[str, ...]:
    """Return words that a search looks through besides."""
    return (record.notes,) if isinstance(record, Hazard | Foe | Place) else (record.place,)


def _facets_of(record: Record) -> Mapping[str, tuple[str, ...]]:
    match record:
        case PreparedTrap():
            return {"purpose": record.purposes}
        case Foe():
            return {"build": (record.build,)}
        case _:
            return {}


def facets(lists: Lists, settings: Settings, kind: str) -> tuple[Facet, ...]:
    """Return what the entries of a kind can be filtered by; of a facet with but one value nothing is gained."""
    lines = entries(lists, settings, kind)
    found = (_facet(facet, lines) for facet in _FACETS)
    return tuple(facet for facet in found if len(facet.values) > 1)


def _facet(facet: str, lines: tuple[Entry, ...]) -> Facet:
    counts = Counter(value for entry in lines for value in entry.facets.get(facet, ()))
    values = (FacetValue(value=value, label=_value(facet, value), count=counts[value]) for value in counts)
    return Facet(id=facet, label=tell(f"facet.{facet}"), values=tuple(values))


def _value(facet: str, value: str) -> str:
    keys = {"purpose": "purposes", "build": "build"}
    return word_of(keys[facet], value) if facet in keys else tell(f"value.{value}")
