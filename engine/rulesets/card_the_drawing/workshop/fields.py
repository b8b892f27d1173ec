"""Which fields the records of each kind have, in which groups they stand, and how a half-written record is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from engine.play.words import texts
from engine.rulesets.card_the_drawing import review
from engine.rulesets.card_the_drawing.library import (
    ARCHETYPES,
    CARDS,
    DECKS,
    ENCOUNTERS,
    FOES,
    FORMS,
    TAGS,
    Record,
)
from engine.rulesets.card_the_drawing.records import Effect, Placed
from engine.rulesets.card_the_drawing.vocabulary import PRIMITIVES
from engine.rulesets.card_the_drawing.workshop.telling import tell
from engine.sheets.parsing import LONGEST as LONGEST_EXPRESSION
from engine.table.frozen import Frozen, Json
from engine.workshop import bench
from engine.workshop.bench import PartKind, Problem
from engine.workshop.editing import read_value, split_path

KINDS = (CARDS, TAGS, ARCHETYPES, DECKS, FOES, ENCOUNTERS)


@dataclass(frozen=True, slots=True)
class Field:
    """One field: where it stands in the form, and what it takes. `default` holds for a switch nobody has touched."""

    key: str
    kind: PartKind
    group: str = ""
    required: bool = False
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    own_words: bool = False
    default: bool = False


def _text(key: str, group: str = "", *, required: bool = False) -> Field:
    return Field(key, PartKind.TEXT, group, required=required, longest=review.LONGEST_NAME)


def _lines(key: str, group: str) -> Field:
    return Field(key, PartKind.LINES, group, longest=review.LONGEST_TEXT)


def _whole(key: str, group: str, least: int, most: int = review.LARGEST_PRINTED, *, required: bool = False) -> Field:
    return Field(key, PartKind.WHOLE, group, required=required, least=least, most=most)


def _choice(key: str, group: str = "", *, required: bool = False) -> Field:
    return Field(key, PartKind.CHOICE, group, required=required)


def _choices(key: str, group: str, *, own_words: bool = False) -> Field:
    return Field(key, PartKind.CHOICES, group, own_words=own_words)


def _switch(key: str, group: str = "", *, default: bool = False) -> Field:
    return Field(key, PartKind.SWITCH, group, default=default)


def _expression(key: str, group: str = "") -> Field:
    return Field(key, PartKind.EXPRESSION, group, longest=LONGEST_EXPRESSION)


def _rows(key: str, group: str) -> Field:
    return Field(key, PartKind.ROWS, group)


_STATS = (
    _whole("strength", "stats", 0, required=True),
    _whole("stamina", "stats", 0, required=True),
    _whole("intelligence", "stats", 1, required=True),
    _whole("wisdom", "stats", 1, required=True),
)
FIELDS: Mapping[str, tuple[Field, ...]] = {
    CARDS: (
        _text("name", "face", required=True),
        _whole("cost", "face", 0),
        _whole("init", "face", 0),
        _choices("tags", "face", own_words=True),
        _choices("lists", "face", own_words=True),
        _rows("effects", "effects"),
        _choice("attach", "playing"),
        _expression("interrupt_when", "playing"),
        _switch("permanent", "playing"),
        _choice("out", "words"),
        _lines("text", "words"),
        _text("label", "words"),
        _switch("proposed", "state"),
        _switch("disabled", "state"),
    ),
    TAGS: (
        _text("id", "face", required=True),
        _choice("param", "face"),
        _lines("text", "face"),
        _switch("persist", "playing"),
        _choice("play_mode", "playing"),
        _expression("slots", "playing"),
        _rows("effects", "effects"),
    ),
    ARCHETYPES: (
        _text("name", "face", required=True),
        *_STATS,
        _whole("speed", "stats", 1, required=True),
        _whole("health", "stats", 1, review.MOST_HEALTH),
        _choices("lists", "cards", own_words=True),
        _choices("automatic", "cards"),
        _switch("proposed", "state"),
    ),
    DECKS: (
        _text("name", "face", required=True),
        _choice("archetype", "face"),
        Field("cards", PartKind.COUNTED, "cards", least=0, most=review.LARGEST_PRINTED),
        _switch("secret", "state"),
        _switch("proposed", "state"),
    ),
    FOES: (
        _text("name", "face", required=True),
        _whole("minions", "face", 0),
        *_STATS,
        _whole("speed", "stats", 1),
        _whole("health", "stats", 1, review.MOST_HEALTH),
        _choice("deck", "cards"),
        _choices("lists", "cards", own_words=True),
        _choices("automatic", "cards"),
        _switch("proposed", "state"),
    ),
    ENCOUNTERS: (
        _text("name", "face", required=True),
        _lines("text", "face"),
        _rows("foes", "foes"),
        _choices("environment", "foes"),
        _switch("proposed", "state"),
    ),
}
EFFECT: Mapping[str, Field] = {
    field.key: field
    for field in (
        _choice("do", required=True),
        _choice("on", required=True),
        _choice("target"),
        _expression("amount"),
        _expression("count"),
        _choice("from"),
        _choice("to"),
        _expression("at_least"),
        _choice("stat"),
        _choice("op"),
        _expression("by"),
        _choice("scope"),
        _expression("if"),
        _expression("where"),
        _choice("mode"),
        _switch("optional"),
        _switch("attack", default=True),
        _whole("uses", "", 1, review.LARGEST_PRINTED),
        _choice("when_spent"),
        _choice("until"),
    )
}
"""The fields of an effect, in the order in which they are asked; which of them it has depends on its primitive."""
PLACED: Mapping[str, Field] = {
    field.key: field
    for field in (
        _choice("foe", required=True),
        _text("name"),
        _whole("minions", "", 1),
        _whole("health", "", 1, review.MOST_HEALTH),
        _whole("adrenaline", "", 0, review.MOST_HEALTH),
    )
}
"""The fields of a foe in an encounter."""
_BY_KEY = {kind: {field.key: field for field in fields} for kind, fields in FIELDS.items()}
_ROWS: Mapping[str, tuple[Mapping[str, Field], type[Frozen]]] = {"effects": (EFFECT, Effect), "foes": (PLACED, Placed)}


def field_at(kind: str, path: str) -> Field | None:
    """Return the field that a path names; for `cards.punch` the whole of `cards`. None if there is none."""
    key, row, rest = split_path(path)
    field = _BY_KEY.get(kind, {}).get(key)
    if field is None or row is None or field.kind is not PartKind.ROWS:
        return field if row is None else None
    return _ROWS[key][0].get(rest)


def written(field: Field, value: Json) -> Json:
    """Return what is written down for what was typed in a field; None for nothing, or what holds anyway."""
    found = read_value(field.kind, value)
    if field.default and value is False:
        return False
    if field.default and found is True:
        return None
    return "" if found is None and field.required and field.kind is not PartKind.WHOLE else found


def takes(do: str) -> tuple[str, ...]:
    """Return the fields of an effect that a primitive makes something of; of one that is not known, all."""
    primitive = PRIMITIVES.get(do)
    if primitive is None:
        return tuple(EFFECT)
    wanted = {"do", "on", "if", *primitive.needs, *primitive.takes}
    return tuple(key for key in EFFECT if key in wanted)


# ---- reading what is half-written ------------------------------------------------------------------------------------


def understood(kind: str, record: bench.Record) -> tuple[Record, tuple[Problem, ...]]:
    """Return a record as far as it can be read, with what has the wrong form and is left out."""
    wrong: list[Problem] = []
    found = _read(FORMS[kind], record, "", kind, wrong)
    assert isinstance(found, FORMS[kind])
    return found, tuple(wrong)


@cache
def _shape(form: Any) -> tuple[tuple[str, str, Any, bool, Json], ...]:
    """Return the fields of a form: as they are written, as they are called, what they hold, and what if they do not."""
    found = []
    for info in msgspec.structs.fields(form):
        needed = info.default is msgspec.NODEFAULT and info.default_factory is msgspec.NODEFAULT
        default = info.default if info.default is not msgspec.NODEFAULT else _EMPTY.get(info.type)
        found.append((info.encode_name, info.name, info.type, needed, default))
    return tuple(found)


_EMPTY: Mapping[Any, Json] = {str: "", int: 1}


def _read(form: Any, record: bench.Record, at: str, kind: str, wrong: list[Problem]) -> Any:
    values: dict[str, Any] = {}
    shape = _shape(form)
    for key in record.keys() - {encoded for encoded, *_ in shape}:
        wrong.append(_misfit(f"{at}{key}", kind, "unknown", name=key[: review.LONGEST_NAME]))
    for encoded, name, type_, needed, default in shape:
        path = f"{at}{encoded}"
        value = record.get(encoded)
        if value is None:
            if needed and (encoded != "id" or kind == TAGS):
                wrong.append(_misfit(path, kind, "missing"))
            if default is not None or needed:
                values[name] = default
            continue
        if not at and encoded in _ROWS and _is_rows(kind, encoded):
            values[name] = tuple(_rows_read(encoded, value, kind, wrong))
        elif encoded == "cards" and isinstance(value, Mapping):
            values[name] = dict(_counts(value, path, kind, wrong))
        else:
            try:
                values[name] = msgspec.convert(value, type_)
            except msgspec.ValidationError:
                wrong.append(_misfit(path, kind, _wanted(kind, path)))
                if default is not None or needed:
                    values[name] = default
    return form(**values)


def _is_rows(kind: str, key: str) -> bool:
    return _BY_KEY[kind][key].kind is PartKind.ROWS if key in _BY_KEY[kind] else False


def _rows_read(key: str, value: Json, kind: str, wrong: list[Problem]) -> Iterator[Frozen]:
    if not isinstance(value, list | tuple):
        wrong.append(_misfit(key, kind, "rows"))
        return
    for number, row in enumerate(value):
        if isinstance(row, Mapping):
            yield _read(_ROWS[key][1], row, f"{key}[{number}].", kind, wrong)
        else:
            wrong.append(_misfit(f"{key}[{number}]", kind, "rows"))
            yield _read(_ROWS[key][1], {}, f"{key}[{number}].", kind, [])


def _counts(value: Mapping[str, Json], path: str, kind: str, wrong: list[Problem]) -> Iterator[tuple[str, int]]:
    for id_, count in value.items():
        if isinstance(count, int) and not isinstance(count, bool):
            yield id_, count
        else:
            wrong.append(_misfit(f"{path}.{id_}", kind, "whole"))


def _wanted(kind: str, path: str) -> str:
    field = field_at(kind, path)
    return field.kind if field is not None else "text"


def _misfit(path: str, kind: str, key: str, **params: Json) -> Problem:
    text = tell(f"misfit.{key}", **params)
    return Problem(path=path, text=text, place=place_told(kind, path), form=True)


# ---- what places are called ------------------------------------------------------------------------------------------


def label_of(kind: str, path: str) -> str:
    """Return what a field is called; a key that is no field is called by itself."""
    key, row, rest = split_path(path)
    if row is not None and rest:
        return _label(_OF_ROWS.get(key, key), rest)
    return _label(kind, key)


_OF_ROWS = {"foes": "placed"}
"""What the rows of a part are called where the language file speaks of their fields, if not as the part is."""


def help_of(kind: str, path: str) -> str:
    """Return what a field is for; empty where its name says it."""
    key, row, rest = split_path(path)
    subject, name = (_OF_ROWS.get(key, key), rest) if row is not None and rest else (kind, key)
    for each in (f"drawing.help.{subject}.{name}", f"drawing.help.all.{name}"):
        if each in texts():
            return texts()[each]
    return ""


def place_told(kind: str, path: str) -> str:
    """Return a place in words: “Effect 1, amount”."""
    key, row, rest = split_path(path)
    field = _BY_KEY.get(kind, {}).get(key)
    if row is None or field is None or field.kind is not PartKind.ROWS:
        counted = rest if field is not None and field.kind is PartKind.COUNTED else ""
        return ", ".join(filter(None, (_label(kind, key) if key else "", counted)))
    of = tell(f"row.{key}", number=row + 1)
    return f"{of}, {label_of(kind, path)}" if rest else of


def _label(subject: str, key: str) -> str:
    for each in (f"drawing.field.{subject}.{key}", f"drawing.field.all.{key}"):
        if each in texts():
            return texts()[each]
    return key
