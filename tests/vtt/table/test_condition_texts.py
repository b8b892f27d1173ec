"""Conditions on a character's plaque."""

from __future__ import annotations

import pytest

from engine.core.manual_moves import LayCondition
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


@pytest.mark.rule("CF-WOUND-5", "CF-UI-1")
def test_a_scar_takes_no_room_from_what_matters_now() -> None:
    conditions = (
        LayCondition(seat="gm", actor="bran", condition=name, note="Chest")
        for name in ("useless", "no_offence", "scar")
    )
    table = fixed_dice_tables.play(fixed_dice_tables.laid(), *conditions)
    assert condition_texts(table.actors["bran"], table.ruleset) == ("No attacks or spells", "Useless limb")
