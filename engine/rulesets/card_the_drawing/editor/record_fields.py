"""The kinds of records: their fields and groups, and what a new one begins with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from engine.kit.content_editor import form_definitions
from engine.kit.content_editor.declared_forms import declared_fields
from engine.kit.content_editor.form_definitions import (
    RecordField,
    RecordForms,
    RecordKind,
    RowForm,
    by_key,
    choice,
    choices,
    dice_number,
    rows,
    switch,
)
from engine.kit.content_editor.view_models import EditorFieldKind
from engine.kit.encounters.encounter_forms import NOTE_ROWS, PAGE_FIELDS, READ_FIELDS, RUNNING_FIELDS
from engine.kit.encounters.encounter_records import TimedEncounter
from engine.rulesets.card_the_drawing.cards import record_validation
from engine.rulesets.card_the_drawing.cards.card_library import (
    ARCHETYPES,
    CARDS,
    DECKS,
    ENCOUNTERS,
    FOES,
    FORMS,
    TAGS,
    UNIVERSAL,
    lists_of,
)
from engine.rulesets.card_the_drawing.cards.card_records import PRIMITIVES, Effect, EncounterFoe
from engine.sheets.formulas.expression_parser import LONGEST as LONGEST_EXPRESSION

MOST_PLACED = 20
"""The maximum number of foes in an encounter."""
_text = partial(form_definitions.text, longest=record_validation.LONGEST_NAME)
_lines = partial(form_definitions.lines, longest=record_validation.LONGEST_TEXT)
_expression = partial(form_definitions.expression, longest=LONGEST_EXPRESSION)
_whole = partial(form_definitions.whole, most=record_validation.LARGEST_PRINTED)
_dice = partial(form_definitions.dice_number, most=record_validation.LARGEST_PRINTED)
_STATS: Mapping[str, int] = {"strength": 0, "stamina": 0, "intelligence": 1, "wisdom": 1}
"""The stats with their minimum (CD-STAT-9)."""
KINDS: Final[Mapping[str, RecordKind]] = {
    CARDS: RecordKind(
        struct=FORMS[CARDS],
        fields=(
            _text("name", "face", required=True),
            _whole("cost", "face"),
            _whole("init", "face"),
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
        start={
            "name": "",
            "lists": [UNIVERSAL],
            "cost": 0,
            "init": 5,
            "effects": [{"on": "resolve", "do": "damage", "target": "one", "amount": "2 + user.strength"}],
        },
        facets=("list", "tag", "kind", "cost", "init", "origin", "state"),
        tries=True,
    ),
    TAGS: RecordKind(
        struct=FORMS[TAGS],
        fields=(
            _text("id", "face", required=True),
            choice("param", "face"),
            _lines("text", "face"),
            switch("persist", "playing"),
            choice("play_mode", "playing"),
            _expression("slots", "playing"),
            rows("effects", "effects"),
        ),
        start={"id": ""},
    ),
    ARCHETYPES: RecordKind(
        struct=FORMS[ARCHETYPES],
        fields=(
            _text("name", "face", required=True),
            *(_whole(name, "stats", least, required=True) for name, least in _STATS.items()),
            _whole("speed", "stats", 1, required=True),
            _whole("health", "stats", 1, most=record_validation.MOST_HEALTH),
            choices("lists", "cards", own_words=True),
            choices("automatic", "cards"),
            switch("proposed", "state"),
        ),
    ),
    DECKS: RecordKind(
        struct=FORMS[DECKS],
        fields=(
            _text("name", "face", required=True),
            choice("archetype", "face"),
            RecordField("cards", EditorFieldKind.COUNTED, "cards", least=0, most=record_validation.LARGEST_PRINTED),
            switch("secret", "state"),
            switch("proposed", "state"),
        ),
        lists=lists_of(DECKS),
        facets=("archetype", "origin"),
    ),
    FOES: RecordKind(
        struct=FORMS[FOES],
        fields=(
            _text("name", "face", required=True),
            _dice("minions", "face", 0),
            *(_dice(name, "stats", least, required=True) for name, least in _STATS.items()),
            _dice("speed", "stats", 1),
            dice_number("health", "stats", least=1, most=record_validation.MOST_HEALTH),
            choice("deck", "cards"),
            choices("lists", "cards", own_words=True),
            choices("automatic", "cards"),
            switch("proposed", "state"),
        ),
        facets=("kind", "origin"),
    ),
    ENCOUNTERS: RecordKind(
        struct=FORMS[ENCOUNTERS],
        fields=(
            _text("name", "face", required=True),
            _lines("text", "face"),
            *READ_FIELDS,
            rows("foes", "foes"),
            choices("environment", "foes"),
            *declared_fields(TimedEncounter, running=("clock",)),
            *RUNNING_FIELDS,
            switch("proposed", "state"),
        ),
        offers=("begin_encounter", "place_encounter"),
        answers="encounter",
        page=("text", *PAGE_FIELDS),
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
    _whole("uses", least=1),
    choice("when_spent"),
    choice("until"),
)
"""The fields of an effect, in the order of the form; its primitive decides which of them it has."""
PLACED: Mapping[str, RecordField] = by_key(
    choice("foe", required=True),
    _text("name"),
    _text("side"),
    dice_number("minions", least=1, most=record_validation.LARGEST_PRINTED),
    dice_number("health", least=1, most=record_validation.MOST_HEALTH),
    dice_number("adrenaline", least=0, most=record_validation.MOST_HEALTH),
)
"""The fields of a foe in an encounter."""
SHAPES: Final = RecordForms(
    "drawing",
    KINDS,
    {
        "effects": RowForm(EFFECT, Effect, "effects", most=record_validation.MOST_EFFECTS),
        "foes": RowForm(PLACED, EncounterFoe, "placed", most=MOST_PLACED),
        **NOTE_ROWS,
    },
)
"""The forms by which an unfinished record is read, with the names of its places."""
editor_text = SHAPES.text


def fields_of_primitive(do: str) -> tuple[str, ...]:
    """Return the fields of an effect that a primitive uses; for an unknown one, all."""
    primitive = PRIMITIVES.get(do)
    if primitive is None:
        return tuple(EFFECT)
    wanted = {"do", "on", "if", *primitive.needs, *primitive.takes}
    return tuple(key for key in EFFECT if key in wanted)
