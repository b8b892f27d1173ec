"""The words of a game for options and lists."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.model.frozen import Json
from engine.sheets.formulas.expression_terms import Value
from engine.sheets.formulas.formulas import calculate, parse
from engine.sheets.model.compiled_sheet import compile_sheet
from engine.sheets.model.dependency_tracking import TrackingScope
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.game_words import list_label, option_label, option_value_words
from tests.engine.sheets.kit import LISTS, TABLES, record, sample


def test_an_option_has_its_label_and_the_words_of_its_value() -> None:
    options: Mapping[str, Json] = {"character_creation": True, "refill_mode": "gm_only"}
    found = FilledSheet(sample(), record(), options, LISTS, TABLES, "imaginality")
    assert found.plan is compile_sheet(sample())
    scope = TrackingScope(found)
    label = option_label("imaginality", "refill_mode")
    assert label not in {"", "refill_mode"}
    told = calculate(parse("1 if option('refill_mode') == 'gm_only' else 0"), scope).text
    assert told.startswith(f"1 (because (option “{label}”: only by the GM) = ")
    switch = option_label("imaginality", "character_creation")
    assert calculate(parse("5 if option('character_creation') else 0"), scope).text == (
        f"5 (because option “{switch}”: yes)"
    )


@pytest.mark.parametrize("game", ["", "no_such_game", "../imaginality", "imaginality"])
def test_what_no_game_describes_is_shown_by_its_readable_name(game: str) -> None:
    assert option_label(game, "house_rule") == "House rule"
    assert list_label(game, "magic_swords") == "Magic swords"
    values: tuple[Value, ...] = (True, None, 3, "no_such_choice")
    assert [option_value_words(game, "house_rule", value) for value in values] == ["yes", "–", "3", "no_such_choice"]


def test_a_list_has_the_name_of_the_options_page() -> None:
    assert list_label("imaginality", "lunch_money") == "Lunch Money cards"
    assert list_label("", "weapons") == "Weapons"
