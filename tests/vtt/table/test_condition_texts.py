"""Conditions on a character's plaque."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.core.manual_moves import LayCondition
from engine.model.conditions import Condition
from engine.model.seats import Actor
from engine.rulesets.classic_fantasy.hazards.burning_commands import SetAlight
from engine.rulesets.classic_fantasy.health.incapacity import HELPLESS
from engine.rulesets.future_imperfect.actions.ammunition import RELOADING
from engine.rulesets.future_imperfect.conditions.character_conditions import INCAPACITATING
from engine.rulesets.imaginality.character_state import DOWN
from engine.sheets.catalogue.game_metadata import incapacitating_conditions
from tests.engine.rulesets.classic_fantasy import fixed_dice_tables
from tests.engine.rulesets.game_folders import games_folder, write_game
from tests.vtt.painted import painted_lines
from tests.vtt.table_hand import Hand
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.screen_names import condition_texts
from vtt.widgets.look.theme import Theme, apply_theme


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


@pytest.mark.rule("FI-RELOAD-2")
def test_a_reload_tells_what_its_number_counts() -> None:
    begun = Condition(id=RELOADING, name=RELOADING, level=2, note="Blast MMG")
    actor = Actor(id="cook", name="Bruno", seat="jonas", conditions=(begun,))
    assert condition_texts(actor, "future_imperfect") == ("Reloading, 2 actions done",)


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
    """Beside the name of its player there is room for all of a usual list."""
    moves = (LayCondition(seat="gm", actor="bran", condition=name) for name in ("unconscious", "no_offence", "prone"))
    table = fixed_dice_tables.play(fixed_dice_tables.laid(), *moves)
    assert condition_texts(table.actors["bran"], table.ruleset) == ("Unconscious", "Prone", "No attacks or spells")
    campaign = OpenCampaign(fixed_dice_tables.GAME, History(table), SeededChance(1))
    (plaque,) = [lines for key, lines in painted_lines(Hand(qtbot, campaign).view).items() if key.endswith(" bran")]
    assert [line.text for line in plaque][1:] == ["Unconscious", "Prone", "No attacks or spells"]


@pytest.mark.rule("CF-X-39", "CF-UI-1")
def test_a_spell_that_a_wound_disturbs_is_read_on_the_plaque_of_a_wounded_caster(
    qtbot: QtBot, qapp: QApplication
) -> None:
    names = ("casting", "spell_shaken", "no_offence", "useless", "bleeding")
    moves = (LayCondition(seat="gm", actor="bran", condition=name) for name in names)
    table = fixed_dice_tables.play(fixed_dice_tables.laid(), *moves)
    assert condition_texts(table.actors["bran"], table.ruleset)[0] == "Spell disturbed"
    campaign = OpenCampaign(fixed_dice_tables.GAME, History(table), SeededChance(1))
    for scale in (1.0, 1.5, 2.0):
        view = Hand(qtbot, campaign, theme=Theme(scale=scale, reduced_motion=True)).view
        (plaque,) = [lines for key, lines in painted_lines(view).items() if key.endswith(" bran")]
        assert "Spell disturbed" in [line.text for line in plaque], scale
        view.close()
    apply_theme(qapp, Theme())


@pytest.mark.parametrize(
    ("game", "names"),
    [("classic_fantasy", HELPLESS), ("future_imperfect", INCAPACITATING), ("imaginality", DOWN[::-1])],
)
def test_the_conditions_that_are_first_are_those_of_the_rules(game: str, names: Sequence[str]) -> None:
    assert incapacitating_conditions(game) == tuple(names)


@pytest.mark.parametrize(
    ("listed", "names"),
    [('incapacitating = ["tied", 1, "tied"]', ("tied", "1")), ("incapacitating = 1", ()), ("[", ())],
)
def test_a_faulty_list_of_a_game_from_elsewhere_leaves_its_table_as_it_is(
    listed: str, names: tuple[str, ...], tmp_path: Path
) -> None:
    (write_game(tmp_path) / "conditions.toml").write_text(listed, encoding="utf-8")
    with games_folder(tmp_path):
        assert incapacitating_conditions("duel") == names
