"""The effect of prepared content in plain words, made from its data."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.cast.cast_summary import individual_sentences
from engine.kit.content_editor.dice_numbers import dice_range, range_text
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import Lists
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.rulesets.imaginality.character_state import ATTRIBUTES
from engine.rulesets.imaginality.editor.prepared_forms import FORMS, editor_text
from engine.rulesets.imaginality.editor.prepared_records import (
    CHARACTERS,
    PreparedCharacter,
    PreparedDifficulty,
    PreparedSeed,
    Record,
)


def summary_of(record: Record, lists: Lists) -> tuple[str, ...]:
    """Return a sentence for each effect of a record; effects that cannot be calculated are left out."""
    try:
        match record:
            case PreparedCharacter():
                return tuple(_character_sentences(record, lists))
            case PreparedDifficulty():
                return tuple(_difficulty_sentences(record))
            case PreparedSeed():
                return tuple(_seed_sentences(record))
    except (Refused, ValueError):
        return ()


def _sentence(key: str, **params: Json) -> str:
    return editor_text(f"reading.{key}", **params)


def _character_sentences(record: PreparedCharacter, lists: Lists) -> Iterator[str]:
    if record.weapon.strip():
        yield _sentence("weapon", name=clipped(record.weapon), cards=_cards(lists, "weapons", record.weapon))
    for piece in record.armour:
        yield _sentence("armour", name=clipped(piece), cards=_cards(lists, "armour", piece))
    if record.physical is not None:
        numbers: list[Json] = [f"{FORMS.label_of(CHARACTERS, name)} {getattr(record, name)}" for name in ATTRIBUTES]
        yield _sentence("attributes", numbers=numbers)
    if record.skills:
        yield _sentence("skills", skills=[clipped(skill) for skill in record.skills])
    yield from individual_sentences(FORMS, CHARACTERS, record)


def _cards(lists: Lists, name: str, word: str) -> Json:
    """Return the number of cards of a weapon or a piece of armour in the group's list; empty for an unknown one."""
    rows = (row for row in lists.get(name, ()) if str(row.get("name", "")).casefold() == word.strip().casefold())
    cards = next(rows, {}).get("cards")
    return cards if isinstance(cards, int) else ""


def _difficulty_sentences(record: PreparedDifficulty) -> Iterator[str]:
    extra = dice_range(record.extra)
    yield _sentence(
        "cards_rolled" if extra.least < extra.most else "cards", count=1 + extra.most, least=1 + extra.least
    )
    if record.skill.strip():
        attribute = FORMS.word("attribute", record.attribute)
        yield _sentence("skill", skill=clipped(record.skill), attribute=attribute)
    if record.value is not None:
        yield _sentence("value", value=range_text(record.value))
    if record.stakes.strip():
        yield _sentence("stakes", text=record.stakes.strip())


def _seed_sentences(record: PreparedSeed) -> Iterator[str]:
    goals = record.goal_lines()
    if goals:
        yield _sentence("goals", count=len(goals))
