"""Forms that are made from the types of a record: what a type does not say is not guessed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import pytest
from msgspec import Meta, ValidationError
from msgspec.structs import fields

from engine.kit.content_editor import declared_forms
from engine.kit.content_editor.declared_forms import declared_field, forms_of_game
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.model.frozen import Frozen, Json
from engine.rulesets.card_the_drawing.editor.record_fields import SHAPES
from engine.rulesets.classic_fantasy.editor import prepared_records
from engine.rulesets.future_imperfect.editor import prepared_editor as imperfect_editor
from engine.rulesets.imaginality.editor import prepared_editor as imaginality_editor
from engine.rulesets.loader import game_of

FORMS_OF = {
    "imaginality": imaginality_editor.FORMS,
    "future_imperfect": imperfect_editor.FORMS,
    "classic_fantasy": prepared_records.FORMS,
    "card_the_drawing": SHAPES,
}


class Loose(Frozen):
    """Fields of which each says too little, or too much, and one that says enough."""

    text: str = ""
    number: int = 0
    above: Annotated[int, Meta(gt=0)] = 1
    either: Annotated[int, Meta(ge=0)] | str = 0
    debt: Annotated[int, Meta(ge=-9, le=0)] = 0


@pytest.mark.parametrize("key", ["text", "number", "above", "either"])
def test_a_type_that_says_too_little_for_a_form_is_named(key: str) -> None:
    with pytest.raises(TypeError, match=rf"^Loose\.{key}: "):
        declared_field(Loose, key)


def test_a_number_has_the_bounds_of_its_type() -> None:
    field = declared_field(Loose, "debt")
    assert (field.least, field.most) == (-9, 0)


def _field_names(form: Any) -> tuple[str, ...]:
    return tuple(info.encode_name for info in fields(form))


@pytest.mark.parametrize("game", FORMS_OF)
def test_the_file_of_a_game_shows_each_field_of_its_records_once(game: str) -> None:
    forms = FORMS_OF[game]
    for kind, declared in forms.kinds.items():
        shown = [field.key for field in declared.fields]
        hidden = {"id", "rules"}.difference(shown)  # the id is made from the name; a trap's rules are the book's
        assert sorted(shown) == sorted({*_field_names(declared.struct)} - hidden), kind
    for key, row in forms.rows.items():
        assert sorted(row.fields) == sorted(_field_names(row.form)), key


@pytest.mark.parametrize(
    ("game", "kind", "values", "left_out"),
    [
        ("future_imperfect", "dangers", {"sort": "fall"}, "blaze areas cloth water dice pn tn terror"),
        (
            "future_imperfect",
            "dangers",
            {"sort": "fire", "blaze": "larger"},
            "metres ground cloth water dice pn tn terror",
        ),
        (
            "future_imperfect",
            "dangers",
            {"sort": "fire", "blaze": "engulfed"},
            "metres ground areas cloth water dice pn tn terror",
        ),
        ("classic_fantasy", "hazards", {"damage": "1d6"}, "cause recovery grade on_success steps"),
        ("classic_fantasy", "hazards", {"fatigue": "1", "every": 60}, "locations near armour grade on_success"),
        ("classic_fantasy", "foes", {"build": "own"}, ""),
        ("classic_fantasy", "foes", {"build": "humanoid"}, "locations"),
        ("card_the_drawing", "foes", {"minions": 5}, "speed"),
        ("card_the_drawing", "foes", {}, ""),
    ],
)
def test_a_field_without_effect_is_left_out(game: str, kind: str, values: dict[str, Json], left_out: str) -> None:
    editor = content_editor_of(game_of(game))
    record = {key: value for key, value in editor.blank({}, {}, kind).items() if key in ("name", "sort")} | values
    shown = {part.path for group in editor.editor_view({}, {}, kind, record).groups for part in group.parts}
    conditional = FORMS_OF[game].kinds[kind].when
    assert sorted(conditional.keys() - shown) == sorted(left_out.split())


@pytest.mark.parametrize(
    ("file", "named"),
    [
        ("[kinds.traps]\nfacet = []\n", "facet"),
        ("[kinds.traps]\ngroups.what = ['depth']\n", "depth"),
        ("[kinds.traps]\ngroups.what = ['text']\nwhen.depth.text = true\n", "depth"),
        ("[kinds.traps]\ngroups.what = ['text']\nwhen.text.depth = true\n", "depth"),
        ("[kinds.trap]\ngroups.what = ['text']\n", "trap, traps"),
        ("[kinds]\n", "traps"),
        ("[kinds.traps]\ngroups.what = ['debt']\n[rows.ways]\n", "ways"),
        ("[row]\n", "row"),
    ],
)
def test_a_slip_in_the_file_of_a_game_is_told(
    file: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "forms.toml").write_text(file, encoding="utf-8")
    monkeypatch.setattr(declared_forms, "game_folder", lambda _game: tmp_path)
    with pytest.raises(ValidationError, match=named):
        forms_of_game("tiny", "tiny", {"traps": Loose})
