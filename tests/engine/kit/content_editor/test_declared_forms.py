"""Forms that are made from the types of a record: what a type does not say is not guessed."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated

import pytest
from msgspec import Meta, ValidationError
from msgspec.structs import fields

from engine.kit.content_editor import declared_forms
from engine.kit.content_editor.declared_forms import declared_field, forms_of_game
from engine.model.frozen import Frozen


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


@pytest.mark.parametrize(
    "module",
    [
        "imaginality.editor.prepared_editor",
        "future_imperfect.editor.prepared_editor",
        "classic_fantasy.editor.prepared_records",
        "card_the_drawing.editor.record_fields",
    ],
)
def test_the_file_of_a_game_shows_each_field_of_its_records_once(module: str) -> None:
    game = import_module(f"engine.rulesets.{module}")
    forms = game.SHAPES if hasattr(game, "SHAPES") else game.FORMS
    for kind, declared in forms.kinds.items():
        shown = [field.key for field in declared.fields]
        hidden = {"id", "rules"}.difference(shown)  # the id is made from the name; a trap's rules are the book's
        assert sorted(shown) == sorted({info.encode_name for info in fields(declared.struct)} - hidden), kind
        assert {*declared.when, *(key for needed in declared.when.values() for key in needed)} <= {*shown}, kind
    for key, row in forms.rows.items():
        assert sorted(row.fields) == sorted(info.encode_name for info in fields(row.form)), key


@pytest.mark.parametrize("file", ["[kinds.traps]\nfacet = []\n", "[kinds.traps]\ngroups.what = ['depth']\n", "[row]\n"])
def test_a_slip_in_the_file_of_a_game_is_told(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "forms.toml").write_text(file, encoding="utf-8")
    monkeypatch.setattr(declared_forms, "game_folder", lambda _game: tmp_path)
    with pytest.raises((ValidationError, KeyError)):
        forms_of_game("tiny", "tiny", {"traps": Loose})
