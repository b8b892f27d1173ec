"""The forms of the kinds of records, and the fields of an effect that its primitive uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.kit.content_editor.declared_forms import forms_of_game
from engine.kit.content_editor.form_definitions import RecordField
from engine.kit.encounters.encounter_forms import NOTE_ROWS
from engine.rulesets.card_the_drawing.cards.card_library import FORMS, RULESET
from engine.rulesets.card_the_drawing.cards.card_records import PRIMITIVES

SHAPES: Final = forms_of_game(RULESET, "drawing", FORMS, rows=NOTE_ROWS)
"""The forms by which an unfinished record is read, with the names of its places."""
EFFECT: Final[Mapping[str, RecordField]] = SHAPES.rows["effects"].fields
"""The fields of an effect, in the order of the form; its primitive decides which of them it has."""
editor_text = SHAPES.text


def fields_of_primitive(do: str) -> tuple[str, ...]:
    """Return the fields of an effect that a primitive uses; for an unknown one, all."""
    primitive = PRIMITIVES.get(do)
    if primitive is None:
        return tuple(EFFECT)
    wanted = {"do", "on", "if", *primitive.needs, *primitive.takes}
    return tuple(key for key in EFFECT if key in wanted)
