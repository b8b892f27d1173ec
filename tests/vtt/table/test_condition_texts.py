"""Conditions on a character's plaque."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.core.manual_moves import LayCondition
from engine.model.seats import SHARED
from engine.rulesets.classic_fantasy.hazards.burning_commands import SetAlight
from tests.engine.rulesets.classic_fantasy import fixed_dice_tables
from tests.vtt.painted import painted_lines
from tests.vtt.table_hand import Hand
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.screen_names import condition_texts
from vtt.shared.spoken_names import spoken_actor


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


@pytest.mark.rule("CF-WOUND-12", "CF-UI-1")
def test_what_keeps_a_character_from_acting_is_first_on_its_plaque(qtbot: QtBot) -> None:
    """Of a long list only the first ones have room."""
    laid = fixed_dice_tables.laid()
    later = ("unconscious", "dead", "no_offence", "prone")
    moves = (LayCondition(seat="gm", actor="bran", condition=name) for name in later)
    campaign = OpenCampaign(fixed_dice_tables.GAME, History(fixed_dice_tables.play(laid, *moves)), SeededChance(1))
    view = campaign.viewer_campaign(SHARED).view
    assert spoken_actor(view, view.actors["bran"]).endswith(": Dead, Unconscious, Prone, No attacks or spells")
    (plaque,) = [lines for key, lines in painted_lines(Hand(qtbot, campaign).view).items() if key.endswith(" bran")]
    assert [line.text for line in plaque][:2] == ["Bran", "Dead"]
