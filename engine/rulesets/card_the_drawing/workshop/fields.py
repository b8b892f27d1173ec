"""Which fields the records of each kind have, in which groups they stand, and how a half-written record is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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
from engine.sheets.parsing import LONGEST as LONGEST_EXPRESSION
from engine.workshop import bench
from engine.workshop.bench import PartKind, Problem
from engine.workshop.fields import Field, Forms, RowForm, by_key, choice, choices, rows, switch

KINDS = (CARDS, TAGS, ARCHETYPES, DECKS, FOES, ENCOUNTERS)


def _text(key: str, group: str = "", *, required: bool = False) -> Field:
    return Field(key, PartKind.TEXT, group, required=required, longest=review.LONGEST_NAME)


def _lines(key: str, group: str) -> Field:
    return Field(key, PartKind.LINES, group, longest=review.LONGEST_TEXT)


def _whole(key: str, group: str, least: int, most: int = review.LARGEST_PRINTED, *, required: bool = False) -> Field:
    return Field(key, PartKind.WHOLE, group, required=required, least=least, most=most)


def _expression(key: str, group: str = "") -> Field:
    return Field(key, PartKind.EXPRESSION, group, longest=LONGEST_EXPRESSION)


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
        _whole("health", "stats", 1, review.MOST_HEALTH),
        choices("lists", "cards", own_words=True),
        choices("automatic", "cards"),
        switch("proposed", "state"),
    ),
    DECKS: (
        _text("name", "face", required=True),
        choice("archetype", "face"),
        Field("cards", PartKind.COUNTED, "cards", least=0, most=review.LARGEST_PRINTED),
        switch("secret", "state"),
        switch("proposed", "state"),
    ),
    FOES: (
        _text("name", "face", required=True),
        _whole("minions", "face", 0),
        *_STATS,
        _whole("speed", "stats", 1),
        _whole("health", "stats", 1, review.MOST_HEALTH),
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
EFFECT: Mapping[str, Field] = by_key(
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
    _whole("uses", "", 1, review.LARGEST_PRINTED),
    choice("when_spent"),
    choice("until"),
)
"""The fields of an effect, in the order in which they are asked; which of them it has depends on its primitive."""
PLACED: Mapping[str, Field] = by_key(
    choice("foe", required=True),
    _text("name"),
    _whole("minions", "", 1),
    _whole("health", "", 1, review.MOST_HEALTH),
    _whole("adrenaline", "", 0, review.MOST_HEALTH),
)
"""The fields of a foe in an encounter."""
SHAPES: Final = Forms(
    "drawing",
    FIELDS,
    FORMS,
    {"effects": RowForm(EFFECT, Effect, "effects"), "foes": RowForm(PLACED, Placed, "placed")},
    typed_ids=frozenset({TAGS}),
)
"""How a half-written record is read, and what its places are called."""
field_at = SHAPES.field_at
place_told = SHAPES.place_told
label_of = SHAPES.label_of
help_of = SHAPES.help_of


def takes(do: str) -> tuple[str, ...]:
    """Return the fields of an effect that a primitive makes something of; of one that is not known, all."""
    primitive = PRIMITIVES.get(do)
    if primitive is None:
        return tuple(EFFECT)
    wanted = {"do", "on", "if", *primitive.needs, *primitive.takes}
    return tuple(key for key in EFFECT if key in wanted)


def understood(kind: str, record: bench.Record) -> tuple[Record, tuple[Problem, ...]]:
    """Return a record as far as it can be read, with what has the wrong form and is left out."""
    found, wrong = SHAPES.understood(kind, record)
    assert isinstance(found, FORMS[kind])
    return found, wrong
