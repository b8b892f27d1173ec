"""The entries of each category, with their filters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import CategoryEntry, Facet, FacetValue, Lists, RecordOrigin
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.rulesets.classic_fantasy.damage.hazard_record import CustomHazard
from engine.rulesets.classic_fantasy.editor import prepared_library
from engine.rulesets.classic_fantasy.editor.prepared_choices import word_label
from engine.rulesets.classic_fantasy.editor.prepared_messages import editor_text
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    PLACES,
    PreparedFoe,
    PreparedPlace,
    PreparedTrap,
    Record,
    id_of,
    trap_of,
)
from engine.rulesets.classic_fantasy.editor.prepared_summary import summary_of
from engine.rulesets.classic_fantasy.editor.prepared_validation import errors_among, faults_of
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.traps import trap_rules

_LONGEST_LINE, _LONGEST_TEXT = 200, 4000
_FACETS = ("purpose", "build", "origin", "state")


def entries(lists: Lists, settings: Settings, kind: str) -> tuple[CategoryEntry, ...]:
    """Return the entries of a category: in the order of shipped and own records, places by their numbers."""
    records = prepared_library.places(lists) if kind == PLACES else prepared_library.records(lists, kind).values()
    return tuple(_category_entry(record, lists, settings, kind) for record in records)


def _category_entry(record: Record, lists: Lists, settings: Settings, kind: str) -> CategoryEntry:
    origin = prepared_library.origin(lists, kind, id_of(record))
    errors = len(errors_among(faults_of(record, lists, settings)))
    marks = [editor_text(f"mark.{origin}")] if origin is not RecordOrigin.PRINTED else []
    marks += [editor_text("mark.problems", count=errors)] if errors else []
    line = " · ".join(filter(None, _summary_parts(record, settings)))
    name = f"{record.number}. {record.name}" if isinstance(record, PreparedPlace) and record.number else record.name
    words = " ".join((*summary_of(record, lists, settings), *_search_words(record)))
    return CategoryEntry(
        id=id_of(record),
        name=clipped(name) or editor_text(f"unnamed.{kind}"),
        line=line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…",
        origin=origin,
        marks=tuple(marks),
        facets={**_facets_of(record), "origin": (origin.value,), "state": ("wrong" if errors else "sound",)},
        text=f"{name} {line} {words}".casefold()[:_LONGEST_TEXT],
        problems=errors,
    )


def _summary_parts(record: Record, settings: Settings) -> Iterator[str]:
    match record:
        case PreparedTrap():
            yield ", ".join(word_label("purposes", purpose) for purpose in record.purposes)
            yield f"{record.maker} %"
            try:
                trap = trap_of(record, settings=settings)
                damage = trap_rules.damage_dice_of(trap, settings=settings)
                yield damage.damage
                yield say(trap_rules.price_of(trap, settings=settings).words)
            except (Refused, ValueError):
                return
        case CustomHazard():
            yield record.damage
            if record.fatigue:
                yield editor_text("line.fatigue", dice=record.fatigue)
            yield record.skill
        case PreparedFoe():
            yield record.species
            yield word_label("build", record.build)
            yield ", ".join(attack.name for attack in record.weapons)
        case PreparedPlace():
            for key, count in (
                ("traps", len(record.traps)),
                ("foes", sum(foe.count for foe in record.foes)),
                ("hazards", len(record.hazards)),
                ("fires", len(record.fires)),
            ):
                if count:
                    yield editor_text(f"line.{key}", count=count)


def _search_words(record: Record) -> tuple[str, ...]:
    """Return further words for the search."""
    return (record.notes,) if isinstance(record, CustomHazard | PreparedFoe | PreparedPlace) else (record.place,)


def _facets_of(record: Record) -> Mapping[str, tuple[str, ...]]:
    match record:
        case PreparedTrap():
            return {"purpose": record.purposes}
        case PreparedFoe():
            return {"build": (record.build,)}
        case _:
            return {}


def facets(lists: Lists, settings: Settings, kind: str) -> tuple[Facet, ...]:
    """Return the filters of a category, without those that have a single value."""
    lines = entries(lists, settings, kind)
    all_facets = (_facet(facet, lines) for facet in _FACETS)
    return tuple(facet for facet in all_facets if len(facet.values) > 1)


def _facet(facet: str, lines: tuple[CategoryEntry, ...]) -> Facet:
    counts = Counter(value for entry in lines for value in entry.facets.get(facet, ()))
    values = (FacetValue(value=value, label=_facet_value_label(facet, value), count=counts[value]) for value in counts)
    return Facet(id=facet, label=editor_text(f"facet.{facet}"), values=tuple(values))


def _facet_value_label(facet: str, value: str) -> str:
    keys = {"purpose": "purposes", "build": "build"}
    return word_label(keys[facet], value) if facet in keys else editor_text(f"value.{value}")
