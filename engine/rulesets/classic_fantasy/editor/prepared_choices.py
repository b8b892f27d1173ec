"""The choices of the fields of prepared content, with their meanings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kit.content_editor.dice_numbers import dice_range
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import EditorChoice, Lists
from engine.rulesets.classic_fantasy.character.character_rules import numbers as character_numbers
from engine.rulesets.classic_fantasy.editor.prepared_forms import FORMS
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FOES,
    LIBRARY,
    TRAPS,
    PreparedFoe,
    PreparedTrap,
    Record,
)
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS
from engine.rulesets.classic_fantasy.hazards.custom_hazard_rules import DICE, RESISTANCES, WHERE
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.traps import trap_rules
from engine.rulesets.classic_fantasy.wounds.hit_locations import chart_of
from engine.rulesets.classic_fantasy.wounds.wound_rules import numbers as wound_numbers

REFERENCES = {"trap": TRAPS, "foe": FOES, "hazard": HAZARDS}
"""The fields of the rows of a place that refer to other content, and its kind."""


def choices_for(key: str, record: Record, lists: Lists, settings: Settings) -> Iterator[EditorChoice]:
    """Yield the choices of a field of a record, or of a row in it, whose words its struct does not say."""
    if key in REFERENCES:
        for id_, prepared in LIBRARY.records(lists, REFERENCES[key]).items():
            yield EditorChoice(value=id_, label=clipped(prepared.name))
    else:
        for word in _proposed_words(key, record, settings):
            yield FORMS.word_choice(key, word)


def _proposed_words(key: str, record: Record, settings: Settings) -> Sequence[str]:
    """Return the proposed words of a field that takes other words too."""
    match key, record:
        case "damage", PreparedTrap(maker=maker) if dice_range(maker).least >= 1:
            options = trap_rules.damage_options(dice_range(maker).least, settings=settings)
            return ("0", *(option.damage for option in reversed(options)))
        case "damage" | "fatigue", _:
            return DICE
        case "locations", _:
            return WHERE
        case "damage_modifier", _:
            return ("-1d4", "-1d2", "+1d2", "+1d4", "+1d6")
        case "size", _:
            return wound_numbers().sizes
        case "location", PreparedFoe(build="own", locations=locations):
            return tuple(location.name for location in locations if location.name)
        case "location", PreparedFoe(build=build) if build != "own":
            return chart_of(build).names
        case "skill", _:
            return tuple(dict.fromkeys((*RESISTANCES, "Acrobatics", "Athletics")))
        case "name", PreparedFoe():
            return tuple(character_numbers().skills.standard)
        case _:
            return ()
