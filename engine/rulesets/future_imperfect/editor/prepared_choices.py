"""The choices of the fields of prepared content."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kit.content_editor.persistence import names_in
from engine.kit.content_editor.shared_editor_texts import clipped, upper_first
from engine.kit.content_editor.view_models import EditorChoice, Lists
from engine.rulesets.future_imperfect.character.hit_locations import HUMAN, chart_named
from engine.rulesets.future_imperfect.character.traits import ladders
from engine.rulesets.future_imperfect.editor.prepared_forms import FORMS
from engine.rulesets.future_imperfect.editor.prepared_records import (
    FOES,
    LIBRARY,
    TRAITS,
    PreparedFoe,
    Record,
)
from engine.rulesets.future_imperfect.editor.prepared_sheets import chart_of, locations_of
from engine.rulesets.future_imperfect.rules.hazard_rules import hazard_tables
from engine.rulesets.future_imperfect.settings import APTITUDES, ARMOUR, RACES, WEAPONS

_COUNTS = (1, 2, 3)
_TRAIT_NAMES = ("Reflex", "Dexterity", "Strength", "Vigor")


def choices_for(key: str, record: Record, lists: Lists) -> Iterator[EditorChoice]:
    """Yield the choices of a field of a record, or of a row in it, whose words its struct does not say."""
    match key:
        case "foe":
            for id_, foe in LIBRARY.records(lists, FOES).items():
                yield EditorChoice(value=id_, label=clipped(foe.name))
        case "water":
            yield from (FORMS.word_choice(key, word) for word in hazard_tables().water)
        case "areas":
            yield from (FORMS.word_choice(key, area) for area in chart_named(HUMAN).areas)
        case _:
            for word in _proposed_words(key, record, lists):
                yield EditorChoice(value=word, label=word)


def _proposed_words(key: str, record: Record, lists: Lists) -> Sequence[str]:
    """Return the proposed words of a field that takes other words too."""
    match key, record:
        case "dice", _:
            return tuple(f"3d{sides}" for sides in ladders().damage_ladder)
        case "damage", _:
            return tuple(f"2d{sides}" for sides in ladders().damage_ladder)
        case "race", _:
            return names_in(lists, RACES)
        case "area", PreparedFoe():
            return tuple(upper_first(place.replace("_", " ")) for place in locations_of(chart_of(record, lists)))
        case "trait", _:
            return _TRAIT_NAMES
        case _ if key in TRAITS:
            return tuple(f"{count}d{sides}" for count in _COUNTS for sides in ladders().trait_ladder)
        case _:
            return ()


def row_names(path: str, lists: Lists) -> Sequence[str]:
    """Return the proposed names of an Aptitude, a weapon or a piece of armour: those of the group's lists."""
    return names_in(lists, {"aptitudes": APTITUDES, "weapons": WEAPONS, "armour": ARMOUR}.get(path, ""))
