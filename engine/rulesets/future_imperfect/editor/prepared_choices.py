"""The choices of the fields of prepared content."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, get_args

from engine.kit.content_editor.shared_editor_texts import clipped, upper_first
from engine.kit.content_editor.view_models import EditorChoice, Lists
from engine.messages.texts import texts
from engine.rulesets.future_imperfect.character.hit_locations import HUMAN, chart_named
from engine.rulesets.future_imperfect.character.traits import ladders
from engine.rulesets.future_imperfect.editor.prepared_forms import editor_text
from engine.rulesets.future_imperfect.editor.prepared_records import (
    FOES,
    LIBRARY,
    TRAITS,
    DangerKind,
    FoeKind,
    HandWord,
    PreparedDanger,
    PreparedFoe,
    Record,
)
from engine.rulesets.future_imperfect.editor.prepared_sheets import chart_of, locations_of
from engine.rulesets.future_imperfect.rules.hazard_rules import FireSize, LandingGround, hazard_tables
from engine.rulesets.future_imperfect.settings import APTITUDES, ARMOUR, RACES, WEAPONS

_WORDS: Final = {
    "ground": get_args(LandingGround),
    "blaze": get_args(FireSize),
    "hand": get_args(HandWord),
}
"""The possible values of the fields with a fixed set of words."""
_COUNTS = (1, 2, 3)
_TRAIT_NAMES = ("Reflex", "Dexterity", "Strength", "Vigor")


def choices_for(key: str, record: Record, lists: Lists) -> Iterator[EditorChoice]:
    """Yield the choices of a field of a record, or of a row in it."""
    if key == "foe":
        for id_, foe in LIBRARY.records(lists, FOES).items():
            yield EditorChoice(value=id_, label=clipped(foe.name))
        return
    fixed = key == "sort" or key in _WORDS or key in ("water", "areas")
    for word in _fixed_words(key, record) if fixed else _proposed_words(key, record, lists):
        yield EditorChoice(value=word, label=word_label(key, word) if fixed else word)


def _fixed_words(key: str, record: Record) -> Sequence[str]:
    match key:
        case "sort":
            return get_args(DangerKind if isinstance(record, PreparedDanger) else FoeKind)
        case "water":
            return tuple(hazard_tables().water)
        case "areas":
            return chart_named(HUMAN).areas
        case _:
            return _WORDS[key]


def _proposed_words(key: str, record: Record, lists: Lists) -> Sequence[str]:
    """Return the proposed words of a field that takes other words too."""
    match key, record:
        case "dice", _:
            return tuple(f"3d{sides}" for sides in ladders().damage_ladder)
        case "damage", _:
            return tuple(f"2d{sides}" for sides in ladders().damage_ladder)
        case "race", _:
            return _names(lists, RACES)
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
    return _names(lists, {"aptitudes": APTITUDES, "weapons": WEAPONS, "armour": ARMOUR}.get(path, ""))


def _names(lists: Lists, name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(row["name"]) for row in lists.get(name, ()) if row.get("name")))


def word_label(key: str, word: str) -> str:
    """Return the name of a word of the rules as the editor shows it."""
    name = f"fi.bench.word.{key}.{word or 'none'}"
    return texts()[name] if name in texts() else upper_first(editor_text("word.as_told", word=word.replace("_", " ")))
