"""The kinds of prepared content: their fields, and what a new one begins with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from engine.kit.cast.cast_offers import bring_offer
from engine.kit.content_editor import form_definitions
from engine.kit.content_editor.form_definitions import (
    RecordForms,
    RecordKind,
    RowForm,
    by_key,
    choices,
    dice_number,
    rows,
    switch,
)
from engine.rulesets.future_imperfect.editor import prepared_records
from engine.rulesets.future_imperfect.editor.prepared_records import (
    BRING_GANG,
    DANGERS,
    FOES,
    GANGS,
    TRAITS,
    USE_BLAST,
    USE_DANGER,
)

_text = partial(form_definitions.text, longest=prepared_records.LONGEST_NAME)
_lines = partial(form_definitions.lines, longest=prepared_records.LONGEST_TEXT)
_word = partial(form_definitions.choice, always=True)
_proposed = partial(form_definitions.choice, own_words=True)
_whole = partial(form_definitions.whole, most=prepared_records.MOST_ARMOUR)

_KINDS: Final[Mapping[str, RecordKind]] = {
    FOES: RecordKind(
        struct=prepared_records.PreparedFoe,
        fields=(
            _text("name", "what", required=True),
            _lines("names", "what"),
            _word("sort", "what"),
            _proposed("race", "what"),
            *(_proposed(trait, "traits") for trait in TRAITS),
            dice_number("size", "body"),
            dice_number("rate", "body"),
            dice_number("wind", "body"),
            dice_number("armour_value", "body"),
            rows("armour", "body"),
            rows("aptitudes", "deeds"),
            rows("weapons", "deeds"),
            _lines("notes", "notes"),
        ),
        facets=("sort", "state"),
        offers=(bring_offer(FOES),),
        answers="record",
    ),
    GANGS: RecordKind(
        struct=prepared_records.PreparedGang,
        fields=(
            _text("name", "what", required=True),
            rows("members", "what"),
            switch("shared_hand", "what", default=True),
            _lines("notes", "gm"),
        ),
        facets=("state",),
        offers=(BRING_GANG,),
        answers="gang",
    ),
    DANGERS: RecordKind(
        struct=prepared_records.PreparedDanger,
        fields=(
            _text("name", "what", required=True),
            _word("sort", "what"),
            _whole("metres", "numbers", 1, most=prepared_records.MOST_NUMBER),
            _word("ground", "numbers"),
            _word("blaze", "numbers"),
            choices("areas", "numbers"),
            switch("cloth", "numbers"),
            _word("water", "numbers"),
            _proposed("dice", "numbers"),
            _whole("pn", "numbers"),
            _whole("tn", "numbers"),
            switch("terror", "numbers"),
            _lines("notes", "gm"),
        ),
        start={"name": "", "sort": "fall"},
        facets=("sort", "state"),
        offers=(USE_DANGER, USE_BLAST),
        answers="danger",
    ),
}
_ROWS: Final[Mapping[str, RowForm]] = {
    "aptitudes": RowForm(
        by_key(_proposed("name", required=True), _text("concentration"), dice_number("level"), _proposed("trait")),
        prepared_records.FoeAptitude,
        "aptitudes",
        start={"name": "fighting", "concentration": "brawling", "level": 2},
        usual={"level": "1"},
    ),
    "weapons": RowForm(
        by_key(
            _proposed("name", required=True),
            _word("hand"),
            _text("concentration"),
            _proposed("damage"),
            _text("range"),
            _whole("pn"),
            _text("properties"),
        ),
        prepared_records.FoeWeapon,
        "weapons",
        start={"name": "", "hand": "right"},
    ),
    "armour": RowForm(
        by_key(_proposed("area", required=True), dice_number("value"), _proposed("name")),
        prepared_records.FoeArmour,
        "armour",
        start={"area": "Upper torso", "value": 1},
        usual={"value": "1"},
    ),
    "members": RowForm(
        by_key(_word("foe", required=True), dice_number("count"), _text("name")),
        prepared_records.GangMembers,
        "members",
        most=prepared_records.MOST_KINDS,
        usual={"count": "1"},
    ),
}
FORMS: Final = RecordForms("fi", _KINDS, _ROWS)
editor_text = FORMS.text
