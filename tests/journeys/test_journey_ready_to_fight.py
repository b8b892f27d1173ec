"""Five-minute preparation: from an empty campaign to a fight that runs, in every game, by mouse and in few clicks."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from engine.kit.encounters.encounter_triggers import round_of
from engine.rulesets.loader import game_of
from tests.journeys.kit import Desk
from tests.journeys.prep_hands import also, key_of_use, open_category, prep_of
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shell.window.room_rail import RoomButton
from vtt.widgets.message_dialog import MessageDialog

CLICKS_AT_MOST = 12


@pytest.mark.journey
@pytest.mark.parametrize(
    ("game", "category", "start"),
    [
        pytest.param("imaginality", "encounters", "Start combat", marks=pytest.mark.rule("IM-TURN-1")),
        pytest.param("future_imperfect", "encounters", "Start a conflict", marks=pytest.mark.rule("FI-INIT-2")),
        pytest.param("card_the_drawing", "encounters", "", marks=pytest.mark.rule("CD-UI-25")),
        pytest.param("classic_fantasy", "places", "Start combat", marks=pytest.mark.rule("CF-UI-12", "CF-X-27")),
    ],
)
def test_a_fight_runs_a_dozen_clicks_after_an_empty_campaign(desk: Desk, game: str, category: str, start: str) -> None:
    desk.open_welcome()
    desk.new_campaign(game)
    assert not desk.truth.actors
    before = desk.input.gestures
    desk.click_offer("Add 3 ready-made characters")
    heroes = {actor.seat: actor.id for actor in desk.truth.actors.values()}
    assert len(heroes) == 3
    desk.picture(f"ready-1-heroes-{game}")

    visit(desk, "prep")
    agree(desk)
    open_category(desk, category)
    agree(desk)
    room = prep_of(desk)
    desk.click_row(room.pane.list.list, 0)
    desk.wait(lambda: bool(room.head.name.text))
    desk.picture(f"ready-2-encounter-{game}")
    bring_to_table(desk)
    answer(desk)
    desk.wait(lambda: len(desk.truth.actors) > len(heroes))
    visit(desk, "table")
    if start:
        desk.click_offer(start)
        answer(desk)
    desk.picture(f"ready-3-fight-{game}")
    assert desk.input.gestures - before <= CLICKS_AT_MOST
    assert round_of(game_of(game).ruleset, desk.truth) == 1, "the fight is in its first round"


def visit(desk: Desk, room: str) -> None:
    """Click a room on the rail."""
    words = desk.house.window.named_actions[f"room_{room}"].text()
    buttons = desk.page.rail.findChildren(RoomButton)
    desk.click(next(button for button in buttons if button.isVisible() and button.text() == words))


def agree(desk: Desk) -> None:
    """Where it is asked whether the players may see this screen, say so."""
    question = QApplication.activeModalWidget()
    if isinstance(question, MessageDialog):
        desk.wait(desk.has_keys)
        desk.click(question.buttons["show"])
        desk.wait(desk.has_keys)


def bring_to_table(desk: Desk) -> None:
    """Press the button over the form that uses the record; where it has a menu, take the first line."""
    key = key_of_use(desk)
    if prep_of(desk).head.also[key].menu() is not None:
        desk.input.gestures += 2  # the click on the button and that in its menu are not counted by `also`
    also(desk, key, "")


def answer(desk: Desk) -> None:
    """Confirm what is proposed, where something is asked."""
    question = QApplication.activeModalWidget()
    if desk.table.question_input.bubble is not None:
        desk.answer()
    if isinstance(question, QuestionDialog):
        desk.wait(desk.has_keys)
        desk.click(question.do)
