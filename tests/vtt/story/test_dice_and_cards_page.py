"""The page with the dice and cards of a session, in the story."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.on_screen import put_up
from tests.vtt.panels_stage import stage
from vtt.campaign.open_campaign import OpenCampaign
from vtt.story.dice_and_cards_page import WHOLE
from vtt.story.story_room import StoryRoom
from vtt.widgets.look.theme import Theme, ThemeHub


def _roll(campaign: OpenCampaign, dice: str, seat: str = "tom") -> None:
    assert campaign.submit(campaign.game.commands["roll_dice"](seat=seat, dice=dice))  # type: ignore[call-arg]


def _titles(story: StoryRoom) -> list[str]:
    return [page.page.counts.title for page in story.dice_and_cards.pages]


def test_the_dice_of_a_session_are_counted_for_whoever_saw_them(qtbot: QtBot, qapp: QApplication) -> None:
    campaign = stage()
    story = StoryRoom(campaign, "tom", ThemeHub(Theme()))
    qtbot.addWidget(story)
    story.resize(1280, 720)
    put_up(story)
    _roll(campaign, "3d6")
    assert campaign.submit(campaign.game.commands["start_session"](seat="gm"))  # type: ignore[call-arg]
    story.tabs.setCurrentIndex(2)
    qtbot.waitUntil(lambda: story.dice_and_cards.session.count() == 3)
    assert (_titles(story), story.dice_and_cards.session.currentText()) == ([], "Session 1")
    assert "No dice" in story.dice_and_cards.said.text()
    _roll(campaign, "2d20")
    qtbot.waitUntil(lambda: _titles(story) == ["d20: 2 dice"])
    story.dice_and_cards.session.setCurrentIndex(story.dice_and_cards.session.findData(WHOLE))
    story.dice_and_cards.session.activated.emit(story.dice_and_cards.session.currentIndex())
    qtbot.waitUntil(lambda: _titles(story) == ["d6: 3 dice", "d20: 2 dice"])
    campaign.undo(consent=True)
    qtbot.waitUntil(lambda: _titles(story) == ["d6: 3 dice"])
    story.set_viewer("gm")
    assert _titles(story) == [], "nothing of the viewer before stays"
    qtbot.waitUntil(lambda: _titles(story) == ["d6: 3 dice"])
