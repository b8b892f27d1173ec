"""The fields of each kind of record, their groups, and how an unfinished record is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.kit.content_editor import view_models
from engine.kit.content_editor.form_definitions import (
    RecordField,
    RecordForms,
    RowForm,
    by_key,
    choice,
    choices,
    rows,
    switch,
)
from engine.kit.content_editor.view_models import EditorFieldKind, Problem
from engine.rulesets.card_the_drawing.cards import record_validation
from engine.rulesets.card_the_drawing.cards.card_library import (
    ARCHETYPES,
    CARDS,
    DECKS,
    ENCOUNTERS,
    FOES,
    FORMS,
    TAGS,
    Record,
)
from engine.rulesets.card_the_drawing.cards.card_records import Effect, EncounterFoe
from engine.rulesets.card_the_drawing.cards.effect_vocabulary import PRIMITIVES
from engine.sheets.formulas.expression_parser import LONGEST as LONGEST_EXPRESSION

KINDS = (CARDS, TAGS, ARCHETYPES, DECKS, FOES, ENCOUNTERS)


def _text(key: str, group: str = "", *, required: bool = False) -> RecordField:
    return RecordField(key, EditorFieldKind.TEXT, group, required=required, longest=record_validation.LONGEST_NAME)


def _lines(key: str, group: str) -> RecordField:
    return RecordField(key, EditorFieldKind.LINES, group, longest=record_validation.LONGEST_TEXT)


def _whole(
    key: str, group: str, least: int, most: int = record_validation.LARGEST_PRINTED, *, required: bool = False
) -> RecordField:
    return RecordField(key, EditorFieldKind.WHOLE, group, required=required, least=least, most=most)


def _expression(key: str, group: str = "") -> RecordField:
    return RecordField(key, EditorFieldKind.EXPRESSION, group, longest=LONGEST_EXPRESSION)


_STATS = (
    _whole("strength", "stats", 0, required=True),
    _whole("stamina", "stats", 0, required=True),
    _whole("intelligence", "stats", 1, required=True),
    _whole("wisdom", "stats", 1, required=True),
)
FIELDS: Mapping[str, tuple[RecordField, ...]] = {
    CARDS: (
        _text("name", "face", required=True),
        _whole("cost", "face", 0),
        _whole("init", "face", 0),
        choices("tags", "face", own_words=True),
        choices("lists", "face", own_words=True),
        rows("effects", "effects"),
        choice("attach", "playing"),
        _expression("interrupt_when", "playing"),
        switch("permanent", "playing"),
        choice("out", "words"),
        _lines("text", "words"),
        _text("label", "words"),
        switch("proposed", "state"),
        switch("disabled", "state"),
    ),
    TAGS: (
        _text("id", "face", required=True),
        choice("param", "face"),
        _lines("text", "face"),
        switch("persist", "playing"),
        choice("play_mode", "playing"),
        _expression("slots", "playing"),
        rows("effects", "effects"),
    ),
    ARCHETYPES: (
        _text("name", "face", required=True),
        *_STATS,
        _whole("speed", "stats", 1, required=True),
        _whole("health", "stats", 1, record_validation.MOST_HEALTH),
        choices("lists", "cards", own_words=True),
        choices("automatic", "cards"),
        switch("proposed", "state"),
    ),
    DECKS: (
        _text("name", "face", required=True),
        choice("archetype", "face"),
        RecordField("cards", EditorFieldKind.COUNTED, "cards", least=0, most=record_validation.LARGEST_PRINTED),
        switch("secret", "state"),
        switch("proposed", "state"),
    ),
    FOES: (
        _text("name", "face", required=True),
        _whole("minions", "face", 0),
        *_STATS,
        _whole("speed", "stats", 1),
        _whole("health", "stats", 1, record_validation.MOST_HEALTH),
        choice("deck", "cards"),
        choices("lists", "cards", own_words=True),
        choices("automatic", "cards"),
        switch("proposed", "state"),
    ),
    ENCOUNTERS: (
        _text("name", "face", required=True),
        _lines("text", "face"),
        rows("foes", "foes"),
        choices("environment", "foes"),
        switch("proposed", "state"),
    ),
}
EFFECT: Mapping[str, RecordField] = by_key(
    choice("do", required=True),
    choice("on", required=True),
    choice("target"),
    _expression("amount"),
    _expression("count"),
    choice("from"),
    choice("to"),
    _expression("at_least"),
    choice("stat"),
    choice("op"),
    _expression("by"),
    choice("scope"),
    _expression("if"),
    _expression("where"),
    choice("mode"),
    switch("optional"),
    switch("attack", default=True),
    _whole("uses", "", 1, record_validation.LARGEST_PRINTED),
    choice("when_spent"),
    choice("until"),
)
"""The fields of an effect, in the order of the form; its primitive decides which of them it has."""
PLACED: Mapping[str, RecordField] = by_key(
    choice("foe", required=True),
    _text("name"),
    _whole("minions", "", 1),
    _whole("health", "", 1, record_validation.MOST_HEALTH),
    _whole("adrenaline", "", 0, record_validation.MOST_HEALTH),
)
"""The fields of a foe in an encounter."""
SHAPES: Final = RecordForms(
    "drawing",
    FIELDS,
    FORMS,
    {"effects": RowForm(EFFECT, Effect, "effects"), "foes": RowForm(PLACED, EncounterFoe, "placed")},
    typed_ids=frozenset({TAGS}),
)
"""The shapes by which an unfinished record is read, with the names of its places."""
field_at = SHAPES.field_at
place_told = SHAPES.place_label
label_of = SHAPES.label_of
help_of = SHAPES.help_of


def fields_of_primitive(do: str) -> tuple[str, ...]:
    """Return the fields of an effect that a primitive uses; for an unknown one, all."""
    primitive = PRIMITIVES.get(do)
    if primitive is None:
        return tuple(EFFECT)
    wanted = {"do", "on", "if", *primitive.needs, *primitive.takes}
    return tuple(key for key in EFFECT if key in wanted)


def read_fields(kind: str, record: view_models.Record) -> tuple[Record, tuple[Problem, ...]]:
    """Return a record as far as it can be read, with the values of the wrong form, which are left out."""
    fields, wrong = SHAPES.parse(kind, record)
    assert isinstance(fields, FORMS[kind])
    return fields, wrong
