"""Which conditions are proposed by hand: those of the game, and none whose questions nobody puts."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from engine.play.chance import Seeded
from engine.play.timeline import Timeline
from engine.sheets.condition_names import known
from engine.sheets.games import proposed_conditions
from tests.engine.future_imperfect.table import GAME, laid
from tests.vtt.sheets.sheet_stage import hub
from vtt.panels.ask_fields import ChoiceField
from vtt.session import Session
from vtt.sheets.character_form import CharacterForm
from vtt.sheets.character_state import known_conditions
from vtt.widgets.theme import ThemeHub

__all__ = ["hub"]

GAMES = ("card_the_drawing",)
"""The games that only name conditions; the others say what must be answered for each."""
NEED_MORE = {"in_water", "in_heat", "hazard", "poisoned", "poison_coming", "casting", "bleeding"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_proposes_its_own_conditions_that_need_only_a_name(game: str) -> None:
    proposed = known_conditions(game, (), ())
    assert set(proposed) <= set(known()) | {"blinded"}
    assert set(proposed).isdisjoint(NEED_MORE | {"stunned", "winded", "catatonic"})
    assert set(proposed).isdisjoint({"wound", "dying", "hungry"})


def test_a_condition_that_needs_more_than_a_name_asks_for_it(qtbot: QtBot, hub: ThemeHub) -> None:
    session = Session(GAME, Timeline(laid()), Seeded(1))
    form = CharacterForm(session, "gm", hub)
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
        assert session.position == 0
        for field in asked.form.fields:
            for word in chosen if isinstance(field, ChoiceField) else ():
                field.findChildren(QAbstractButton)[field.ask.choices.index(word)].click()
        assert asked.form.submit(), asked.form.reason.text()
        (lying,) = (c for c in session.lens("gm").view.actors["frost"].conditions if c.name == name)
        assert (lying.level, lying.note) == (1 if name == "burning" else 0, ", ".join(chosen))
        session.undo()
    states.name.setCurrentIndex(names.index("stunned"))
    states.add.click()
    assert session.lens("gm").view.actors["frost"].has("stunned")


def test_a_game_that_says_nothing_proposes_all_that_have_words() -> None:
    assert proposed_conditions("tiny") is None
    assert known_conditions("tiny", (), ()) == known()
