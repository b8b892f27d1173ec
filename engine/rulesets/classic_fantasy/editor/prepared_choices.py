"""The choices of the fields of prepared content, with their meanings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from engine.core.memo import memo
from engine.kit.content_editor.dice_numbers import dice_range
from engine.kit.content_editor.shared_editor_texts import clipped, upper_first
from engine.kit.content_editor.view_models import EditorChoice, Lists
from engine.messages.message import Message
from engine.messages.texts import say, texts
from engine.rulesets.classic_fantasy.character.character_rules import numbers as character_numbers
from engine.rulesets.classic_fantasy.character.session_state import Cause
from engine.rulesets.classic_fantasy.damage.hazard_record import HazardArmour, OnSuccess
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FOES,
    LIBRARY,
    TRAPS,
    Build,
    Light,
    PreparedFoe,
    PreparedTrap,
    Record,
)
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS
from engine.rulesets.classic_fantasy.hazards.custom_hazard_rules import DICE, RESISTANCES, WHERE
from engine.rulesets.classic_fantasy.settings import Settings
from engine.rulesets.classic_fantasy.traps import trap_rules
from engine.rulesets.classic_fantasy.wounds.hit_locations import LocationKind, chart_of
from engine.rulesets.classic_fantasy.wounds.wound_rules import numbers as wound_numbers

_WORDS = {
    "purposes": get_args(trap_rules.Purpose),
    "works": get_args(trap_rules.Works),
    "grade": get_args(Grade),
    "armour": get_args(HazardArmour),
    "cause": get_args(Cause),
    "on_success": get_args(OnSuccess),
    "build": get_args(Build),
    "light": get_args(Light),
    "sort": get_args(LocationKind),
}
"""The possible values of the fields with a fixed set of words."""
REFERENCES = {"trap": TRAPS, "foe": FOES, "hazard": HAZARDS}
"""The fields of the rows of a place that refer to other content, and its kind."""


def choices_for(key: str, record: Record, lists: Lists, settings: Settings) -> Iterator[EditorChoice]:
    """Yield the choices of a field of a record, or of a row in it."""
    if key in _WORDS:
        for word in _WORDS[key]:
            meaning = texts().get(f"d100.bench.told.{key}.{word or 'none'}", "")
            yield EditorChoice(value=word, label=word_label(key, word), told=meaning)
    elif key in REFERENCES:
        for id_, prepared in LIBRARY.records(lists, REFERENCES[key]).items():
            yield EditorChoice(value=id_, label=clipped(prepared.name))
    else:
        for word in _proposed_words(key, record, settings):
            yield EditorChoice(value=word, label=word_label(key, word))


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


@memo
def word_label(key: str, word: str) -> str:
    """Return the name of a word of the rules: that of the table, or the word itself."""
    labels = texts()
    for place in (f"d100.bench.word.{key}.{word or 'none'}", f"choice.{key}.{word}"):
        if place in labels:
            return upper_first(labels[place])
    return upper_first(say(Message(key="d100.bench.word.as_told", params={"word": word})))
