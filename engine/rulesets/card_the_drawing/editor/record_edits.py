"""Edits of a record that keep its fields consistent: another primitive needs other fields (section 5.6)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kit.content_editor import shared_editor_texts
from engine.kit.content_editor.form_definitions import written
from engine.kit.content_editor.json_record_edits import rows_at, split_path, value_at, with_row_at, with_value_at
from engine.kit.content_editor.view_models import Record
from engine.model.frozen import Json
from engine.rulesets.card_the_drawing.cards.card_library import (
    ARCHETYPES,
    CARDS,
    DECKS,
    ENCOUNTERS,
    FOES,
    TAGS,
    UNIVERSAL,
    Library,
    library_of,
)
from engine.rulesets.card_the_drawing.cards.card_records import Card, Effect
from engine.rulesets.card_the_drawing.cards.effect_validation import EffectSetting
from engine.rulesets.card_the_drawing.cards.effect_vocabulary import (
    CHOOSING,
    FIELD_TRIGGERS,
    OPERATIONS,
    PER_HIT,
    PRIMITIVES,
)
from engine.rulesets.card_the_drawing.cards.record_validation import effect_setting_of
from engine.rulesets.card_the_drawing.editor.editor_text import editor_text
from engine.rulesets.card_the_drawing.editor.record_fields import EFFECT, field_at, fields_of_primitive, read_fields

_AMOUNT = "2 + user.strength"
_STARTS: Mapping[str, Record] = {
    CARDS: {
        "name": "",
        "lists": [UNIVERSAL],
        "cost": 0,
        "init": 5,
        "effects": [{"on": "resolve", "do": "damage", "target": "one", "amount": _AMOUNT}],
    },
    TAGS: {"id": ""},
    DECKS: {"name": ""},
    ENCOUNTERS: {"name": ""},
}


def blank(kind: str, library: Library) -> Record:
    """Return a new record: a plain attack card, an archetype or a foe like the first there is, else an empty one."""
    if kind in {ARCHETYPES, FOES}:
        stats = ("strength", "stamina", "intelligence", "wisdom")
        known = library.archetypes.values() if kind == ARCHETYPES else (f for f in library.foes.values() if f.minions)
        first_record = next(iter(known), None)
        fields: dict[str, Json] = {
            "name": "",
            **{name: getattr(first_record, name, 2) for name in stats},
            "lists": [UNIVERSAL],
        }
        if kind == ARCHETYPES:
            return {**fields, "speed": getattr(first_record, "speed", 2)}
        return {
            **fields,
            "minions": getattr(first_record, "minions", 5),
            "health": getattr(first_record, "health", 8),
            **_deck(library),
        }
    return _STARTS[kind]


def _deck(library: Library) -> Record:
    return {"deck": next(iter({foe.deck: None for foe in library.foes.values()}), "")}


def duplicate(kind: str, record: Record) -> Record:
    """Return a copy that is the group's own, under another name."""
    name = record.get("id" if kind == TAGS else "name")
    copied = {key: value for key, value in record.items() if key not in {"id", "proposed"}}
    new = _copied(kind, name if isinstance(name, str) else "")
    return {"id" if kind == TAGS else "name": new, **{k: v for k, v in copied.items() if k != "name"}}


def _copied(kind: str, name: str) -> str:
    return editor_text("copy_tag", name=name) if kind == TAGS else shared_editor_texts.editor_text("copy", name=name)


def with_value(kind: str, record: Record, path: str, value: Json) -> Record:
    """Return a record with another value in a field; fields that no longer fit are removed, needed ones are added."""
    field = field_at(kind, path)
    if field is None:
        key, row, rest = split_path(path)
        unknown = value is None and key in record and row is None and not rest
        return with_value_at(record, key, None) if unknown else record
    key, row, rest = split_path(path)
    if key == "cards" and rest:
        return with_value_at(record, path, count if (count := written(_COUNT, value)) else None)
    if row is not None and row >= len(rows_at(record, key)):
        return record
    changed = with_value_at(record, path, written(field, value))
    if key == "effects" and rest in {"do", "stat", "on"}:
        return _fitted(kind, changed, f"effects[{row}]", rest)
    return changed


_COUNT = EFFECT["uses"]
"""The field by which a count is read: any whole number."""


def new_row(kind: str, record: Record, key: str) -> Record:
    """Return a new row that is likely for the rest of the record."""
    if key != "effects":
        return {"foe": next(iter(library_of().foes), "")}
    number = len(rows_at(record, key))
    setting = _setting(kind, record)
    if setting.of_tag or not setting.played:
        started: Record = {"on": "while", "do": "modify"}
    else:
        started = {"on": "resolve", "do": "damage"}
    return _rows_of(_fitted(kind, with_row_at(record, key, started), f"effects[{number}]", "do"), number)


def is_untouched_effect(kind: str, record: Record, number: int) -> bool:
    """Return whether an effect after the first is still as it was when it was added."""
    rows = rows_at(record, "effects")
    if not 0 < number < len(rows):
        return False
    return rows[number] == new_row(kind, {**record, "effects": list(rows[:number])}, "effects")


def _rows_of(record: Record, number: int) -> Record:
    row = rows_at(record, "effects")[number]
    assert isinstance(row, Mapping)
    return row


def _setting(kind: str, record: Record) -> EffectSetting:
    """Return the situation of a record's effects, by the shipped tags."""
    known_record, _ = read_fields(kind, record)
    return (
        effect_setting_of(known_record, library_of())
        if isinstance(known_record, Card)
        else EffectSetting(library=library_of(), of_tag=True)
    )


def _fitted(kind: str, record: Record, path: str, changed: str) -> Record:
    """Return a record in which an effect has the fields of its primitive, with the needed ones filled in."""
    effect = value_at(record, path)
    if not isinstance(effect, Mapping):
        return record
    do = effect.get("do")
    primitive = PRIMITIVES.get(do) if isinstance(do, str) else None
    if primitive is None or not isinstance(do, str):
        return record
    setting = _setting(kind, record)
    if changed == "do":
        on = effect.get("on")
        record = with_value_at(record, f"{path}.on", on if on in primitive.on else _moment(primitive.on, setting))
        for key in EFFECT:
            if key not in fields_of_primitive(do):
                record = with_value_at(record, f"{path}.{key}", None)
    if do == "modify":
        record = _change_fitted(record, path, setting, changed)
    for key in primitive.needs:
        if value_at(record, f"{path}.{key}") in (None, ""):
            record = with_value_at(record, f"{path}.{key}", _needed(key, record, path, setting))
    return record


def _moment(moments: tuple[str, ...], setting: EffectSetting) -> str:
    """Return the likeliest of some triggers."""
    played = [on for on in moments if on == "resolve" and setting.played and not (setting.stays and "while" in moments)]
    lasting = [on for on in moments if setting.stays and (on == "while" or on in FIELD_TRIGGERS)]
    return next(iter([*played, *lasting, *moments]))


def _change_fitted(record: Record, path: str, setting: EffectSetting, changed: str) -> Record:
    """Return a record in which the fields of a `modify` fit the value that it changes."""
    stat = value_at(record, f"{path}.stat")
    known = OPERATIONS.get(stat) if isinstance(stat, str) else None
    if known is None:
        return record
    if value_at(record, f"{path}.op") not in known:
        record = with_value_at(record, f"{path}.op", known[0])
    if changed == "stat":
        was = value_at(record, f"{path}.by")
        is_tag = isinstance(was, str) and was in setting.library.tags
        if is_tag is not (stat == "tags"):
            record = with_value_at(record, f"{path}.by", "Close" if stat == "tags" else 1)
    if stat not in PER_HIT:
        record = with_value_at(with_value_at(record, f"{path}.uses", None), f"{path}.when_spent", None)
    on = value_at(record, f"{path}.on")
    if on != "resolve":
        record = with_value_at(record, f"{path}.until", None)
    if on != "while":
        record = with_value_at(record, f"{path}.when_spent", None)
    return record


def _needed(key: str, record: Record, path: str, setting: EffectSetting) -> Json:
    """Return the most likely value of a field that must not be empty."""
    match key:
        case "target":
            return _target(record, path, setting)
        case "from":
            return "close_attackers"
        case "to":
            return "others_not_targeted"
        case "stat":
            return "damage_taken"
        case "op":
            return "add"
        case "scope":
            borne = setting.stays and not setting.of_tag
            return "all" if setting.surroundings else "bearer" if borne else "user"
        case _:
            return 1


def _target(record: Record, path: str, setting: EffectSetting) -> str:
    """Return the most likely target of an effect: the targets chosen before, or else a selector that fits."""
    effect = _read(value_at(record, path))
    if setting.surroundings:
        return "all"
    if effect.on == "declare":
        return "user"
    _, number, _ = split_path(path)
    before = [_read(row) for row in rows_at(record, "effects")[: number or 0]]
    if any(other.on == effect.on and other.target in CHOOSING for other in before):
        return "same"
    return "same" if setting.of_tag else "one"


def _read(row: Json) -> Effect:
    """Return only the trigger and the target of an effect."""
    fields = row if isinstance(row, Mapping) else {}
    return Effect(on=str(fields.get("on") or ""), do="", target=str(fields.get("target") or ""))
