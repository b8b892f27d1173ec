"""What the GM prepares goes from the Prep room to the table, in the games with few pieces of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from engine.core.commands import Command
from engine.rulesets.future_imperfect.editor.deployment_commands import SavePrepared as SaveFoes
from engine.rulesets.imaginality.editor.deployment_commands import SavePrepared as SaveCharacters
from engine.sheets.editing.new_character_moves import JoinActor
from tests.engine.rulesets.future_imperfect.editor.test_prepared_content import GANG, HOUND, RAIDER
from tests.engine.rulesets.imaginality.editor.test_prepared_content import CLIMB, SEED, WRECKER
from tests.vtt.prep_kit import lay_out, make_prepared, prep_room
from tests.vtt.shell_kit import open_house
from vtt.shared.questions.question_dialog import QuestionDialog

FOES = {"foes": (RAIDER, HOUND), "gangs": (GANG,), "dangers": ({"id": "pit", "name": "Pit"},)}
CHARACTERS = {"characters": (WRECKER,), "difficulties": (CLIMB,), "seeds": (SEED,)}


@pytest.mark.parametrize(
    ("game", "kind", "id_", "unseen"),
    [
        ("future_imperfect", "foes", "raider", 1),
        ("future_imperfect", "gangs", "boarders", 3),
        ("future_imperfect", "dangers", "pit", 0),
        ("imaginality", "characters", "wrecker", 1),
        ("imaginality", "difficulties", "climb", 0),
        ("imaginality", "seeds", "lamp", 0),
    ],
)
def test_a_prepared_entry_comes_to_the_table(
    qtbot: QtBot, tmp_path: Path, game: str, kind: str, id_: str, unseen: int
) -> None:
    path = make_prepared(tmp_path, game)
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        save: type[Any] = SaveFoes if game == "future_imperfect" else SaveCharacters
        saving: Command = save(seat=room.seat, put=FOES if save is SaveFoes else CHARACTERS)
        assert campaign.submit(saving)
        for name in ("Tia", "Bob"):
            sheet = {"reflex": "2d6", "dexterity": "2d6"} if save is SaveFoes else {}
            joining = JoinActor(seat=room.seat, id=name.lower(), name=name, leader=room.seat, sheet=sheet)
            assert campaign.submit(joining)
        lay_out(qtbot, room, kind, id_)
        (offer,) = room.record_actions.offers()
        before, shared = campaign.position, campaign.viewer_campaign("shared")
        seen = (shared.view.actors, shared.view.lists)
        with qtbot.waitSignal(room.table_wanted, timeout=5000):
            room.record_actions.lay_on_table(offer)
            dialog = room.record_actions.dialog
            if dialog is not None:
                assert isinstance(dialog, QuestionDialog)
                for button in dialog.findChildren(QAbstractButton):
                    if button.text() == "Tia":
                        button.click()
                QTest.mouseClick(dialog.do, Qt.MouseButton.LeftButton)
        assert campaign.position > before
        there = campaign.viewer_campaign(room.seat).view.actors
        assert sum(actor.secret for actor in there.values()) >= unseen
        assert (len(there) > 2) is bool(unseen)
        if unseen:
            assert (shared.view.actors, shared.view.lists) == seen, "the shared screen knows nothing of them"
