"""The conditions proposed for adding by hand: those of the game, and none with unanswered questions."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.sheets.catalogue.game_metadata import proposed_conditions
from engine.sheets.model.condition_names import known_condition_names
from tests.engine.rulesets.future_imperfect.table import GAME, laid
from tests.vtt.sheets.sheet_stage import hub
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.questions.question_fields import ChoiceQuestionField
from vtt.sheets.characters.character_form import CharacterForm
from vtt.sheets.characters.condition_and_track_editors import known_conditions
from vtt.widgets.look.theme import ThemeHub

__all__ = ["hub"]

GAMES = ("card_the_drawing",)
"""The games that only name conditions; the others say what must be answered for each."""
NEED_MORE = {"in_water", "in_heat", "hazard", "poisoned", "poison_coming", "casting", "bleeding"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_proposes_its_own_conditions_that_need_only_a_name(game: str) -> None:
    proposed = known_conditions(game, (), ())
    assert set(proposed) <= set(known_condition_names()) | {"blinded"}
    assert set(proposed).isdisjoint(NEED_MORE | {"stunned", "winded", "catatonic"})
    assert set(proposed).isdisjoint({"wound", "dying", "hungry"})


def test_a_condition_that_needs_more_than_a_name_asks_for_it(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = OpenCampaign(GAME, History(laid()), SeededChance(1))
    form = CharacterForm(campaign, "gm", hub)
    qtbot.addWidget(form)
    form.show()
    form.show_actor("frost")
    states = form.conditions
    names = list(GAME.conditions(laid(), "frost", "gm"))
    assert [states.name.itemData(at) for at in range(states.name.count())] == names
    written = (
        ("burning", None, ("head", "guts")),
        ("in_water", None, ("river",)),
        ("in_water", " in deep WATER", ("river",)),
    )
    for name, typed, chosen in written:
        if typed is None:
            states.name.setCurrentIndex(names.index(name))
        else:
            states.name.setEditText(typed)
        assert states.level.isHidden()
        states.add.click()
        asked = form.taker.dialog
        assert asked is not None
        assert campaign.position == 0
        for field in asked.form.fields:
            for word in chosen if isinstance(field, ChoiceQuestionField) else ():
                choices = [each for each in field.findChildren(QAbstractButton) if each.isCheckable()]
                choices[field.ask.choices.index(word)].click()
        assert asked.form.submit(), asked.form.reason.text()
        (lying,) = (c for c in campaign.viewer_campaign("gm").view.actors["frost"].conditions if c.name == name)
        assert (lying.level, lying.note) == (1 if name == "burning" else 0, ", ".join(chosen))
        campaign.undo()
    states.name.setCurrentIndex(names.index("stunned"))
    states.add.click()
    assert campaign.viewer_campaign("gm").view.actors["frost"].has_condition("stunned")


def test_a_game_that_says_nothing_proposes_all_that_have_words() -> None:
    assert proposed_conditions("tiny") is None
    assert known_conditions("tiny", (), ()) == known_condition_names()
