"""The effect of prepared content in plain words, made from its data."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.cast.cast_summary import individual_sentences
from engine.kit.content_editor.dice_numbers import range_text
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import Lists
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.rulesets.future_imperfect.editor.prepared_forms import FORMS, editor_text
from engine.rulesets.future_imperfect.editor.prepared_records import (
    FOES,
    LIBRARY,
    TRAITS,
    PreparedDanger,
    PreparedFoe,
    PreparedGang,
    Record,
)
from engine.rulesets.future_imperfect.editor.prepared_sheets import listed_weapon
from engine.rulesets.future_imperfect.rules import hazard_rules


def summary_of(record: Record, lists: Lists) -> tuple[str, ...]:
    """Return a sentence for each effect of a record; effects that cannot be calculated are left out."""
    try:
        match record:
            case PreparedFoe():
                return tuple(_foe_sentences(record, lists))
            case PreparedGang():
                return tuple(_gang_sentences(record, lists))
            case PreparedDanger():
                return (_danger_sentence(record),)
    except (Refused, ValueError):
        return ()


def _sentence(key: str, **params: Json) -> str:
    return editor_text(f"reading.{key}", **params)


def _foe_sentences(record: PreparedFoe, lists: Lists) -> Iterator[str]:
    traits: list[Json] = [f"{FORMS.label_of(FOES, trait)} {getattr(record, trait)}" for trait in TRAITS]
    yield _sentence("traits", traits=traits)
    for weapon in (weapon for weapon in record.weapons if weapon.count != 0):
        listed = listed_weapon(weapon.name, lists)
        damage = weapon.damage or str(listed.get("damage") or "–")
        hand = FORMS.word("hand", weapon.hand).casefold() if weapon.hand else ""
        yield _sentence("weapon", name=clipped(weapon.name), count=weapon.count, damage=damage, hand=hand)
    if record.aptitudes:
        names = (": ".join(filter(None, (row.name, row.concentration))) for row in record.aptitudes)
        levels = zip(names, record.aptitudes, strict=True)
        yield _sentence("aptitudes", aptitudes=[f"{clipped(name)} {row.level}" for name, row in levels])
    if record.armour_value:
        yield _sentence("armour", armour=record.armour_value)
    for piece in record.armour:
        yield _sentence("piece", area=clipped(piece.area), armour=piece.value)
    yield from individual_sentences(FORMS, FOES, record)


def _gang_sentences(record: PreparedGang, lists: Lists) -> Iterator[str]:
    foes = LIBRARY.records(lists, FOES)
    for row in record.members:
        foe = foes.get(row.foe)
        name = row.name or (foe.name if foe is not None else row.foe)
        yield _sentence("member", count=row.count, name=clipped(name))
    yield _sentence("shared_hand" if record.shared_hand else "own_hands")


def _danger_sentence(record: PreparedDanger) -> str:
    tables = hazard_rules.hazard_tables()
    match record.sort:
        case "fall":
            if isinstance(record.metres, str):
                return _sentence("fall_rolled", metres=range_text(record.metres))
            dice = hazard_rules.fall_dice(record.metres)
            ground = FORMS.word("ground", record.ground)
            if not dice.dice:
                return _sentence("fall_unhurt", metres=record.metres)
            numbers = {"dice": dice.dice, "sides": dice.sides, "plus": dice.plus}
            return _sentence("fall", metres=record.metres, ground=ground, **numbers)
        case "fire":
            return _sentence("fire", dice=tables.fire.dice[record.blaze], sides=tables.fire.sides)
        case "smoke":
            return _sentence("smoke", tn=tables.smoke.tn, bonus=tables.smoke.cloth if record.cloth else 0)
        case "water":
            return _sentence("water", tn=tables.water[record.water]) if record.water in tables.water else ""
        case "explosion":
            return _sentence("explosion", dice=record.dice, pn="" if record.pn is None else range_text(record.pn))
        case "fear":
            return _sentence("terror" if record.terror else "fear", tn=range_text(record.tn))
