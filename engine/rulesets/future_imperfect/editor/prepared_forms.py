"""The kinds of prepared content: their fields, and what a new one begins with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.kit.cast.cast_offers import bring_offer
from engine.kit.content_editor.declared_forms import declared_fields, declared_rows
from engine.kit.content_editor.form_definitions import RecordForms, RecordKind, RowForm
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

_KINDS: Final[Mapping[str, RecordKind]] = {
    FOES: RecordKind(
        struct=prepared_records.PreparedFoe,
        fields=declared_fields(
            prepared_records.PreparedFoe,
            what=("name", "names", "sort", "race"),
            traits=TRAITS,
            body=("size", "rate", "wind", "armour_value", "armour"),
            deeds=("aptitudes", "weapons"),
            notes=("notes",),
        ),
        facets=("sort", "state"),
        offers=(bring_offer(FOES),),
        answers="record",
    ),
    GANGS: RecordKind(
        struct=prepared_records.PreparedGang,
        fields=declared_fields(prepared_records.PreparedGang, what=("name", "members", "shared_hand"), gm=("notes",)),
        facets=("state",),
        offers=(BRING_GANG,),
        answers="gang",
    ),
    DANGERS: RecordKind(
        struct=prepared_records.PreparedDanger,
        fields=declared_fields(
            prepared_records.PreparedDanger,
            what=("name", "sort"),
            numbers=("metres", "ground", "blaze", "areas", "cloth", "water", "dice", "pn", "tn", "terror"),
            gm=("notes",),
        ),
        start={"name": "", "sort": "fall"},
        facets=("sort", "state"),
        offers=(USE_DANGER, USE_BLAST),
        answers="danger",
    ),
}
_ROWS: Final[Mapping[str, RowForm]] = {
    "aptitudes": declared_rows(
        prepared_records.FoeAptitude,
        "aptitudes",
        start={"name": "fighting", "concentration": "brawling", "level": 2},
    ),
    "weapons": declared_rows(
        prepared_records.FoeWeapon,
        "weapons",
        *("name", "hand", "concentration", "damage", "range", "pn", "properties", "count"),
        start={"name": "", "hand": "right"},
    ),
    "armour": declared_rows(prepared_records.FoeArmour, "armour", start={"area": "Upper torso", "value": 1}),
    "members": declared_rows(prepared_records.GangMembers, "members", most=prepared_records.MOST_KINDS),
}
FORMS: Final = RecordForms("fi", _KINDS, _ROWS)
editor_text = FORMS.text
