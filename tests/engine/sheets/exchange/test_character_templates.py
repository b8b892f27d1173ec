"""Characters from files and templates: the sheet that they need."""

from __future__ import annotations

import pytest

from engine.model.frozen import replace
from engine.sheets.exchange.character_file import CharacterFileError, portable_character
from engine.sheets.exchange.character_templates import sheet_for
from tests.engine.sheets.kit import record, sample


@pytest.mark.parametrize(
    ("game", "name"),
    [("imaginality", "Imaginality"), ("card_the_drawing", "Card: the Drawing"), ("no_such_game", "No such game")],
)
def test_a_character_of_another_game_is_refused_by_the_name_of_the_game(game: str, name: str) -> None:
    portable = replace(portable_character(sample(), "tiny", record()), ruleset=game)
    with pytest.raises(CharacterFileError) as refused:
        sheet_for("classic_fantasy", portable, {})
    assert refused.value.text == f"This character belongs to another game ({name})."
