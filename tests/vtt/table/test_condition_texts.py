"""Conditions on a character's plaque."""

from __future__ import annotations

import pytest

from engine.rulesets.classic_fantasy.hazards.burning_commands import SetAlight
from tests.engine.rulesets.classic_fantasy import fixed_dice_tables
from vtt.shared.screen_names import condition_texts


@pytest.mark.rule("CF-FIRE-7", "CF-UI-1")
def test_fire_at_several_places_is_counted_and_not_added_up() -> None:
    where = ("Chest", "Head", "Left Arm")
    table = fixed_dice_tables.play(
        fixed_dice_tables.laid(), SetAlight(seat="gm", actor="bran", locations=where, intensity=2)
    )
    assert "On fire, 3 locations" in condition_texts(table.actors["bran"])
    one = fixed_dice_tables.play(
        fixed_dice_tables.laid(), SetAlight(seat="gm", actor="bran", locations=where[:1], intensity=2)
    )
    assert "On fire 2" in condition_texts(one.actors["bran"])
