"""A portrait shown large to everybody: with its name if everybody knows the character, else after a question."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from engine.messages.texts import say
from engine.model.seats import SHARED
from engine.sheets.editing.new_character_moves import JoinActor
from tests.vtt.panels_stage import words_in
from tests.vtt.shell_kit import dialogue_of, make_file, open_house, play_at
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.lists.search_list import ListEntry
from vtt.shared.pictures.picture_reader import from_image
from vtt.shell.window.campaign_page import CampaignPage

GAME, GM = "imaginality", "ada"
UNSEEN = "Zorbulax"


def join(campaign: OpenCampaign, name: str, colour: str, *, secret: bool) -> str:
    """Add a character of the GM with a portrait; return the id of its picture."""
    image = QImage(40, 60, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    picture = from_image(image)
    assert campaign.store_picture(picture)
    joining = JoinActor(seat=GM, id=name.lower(), name=name, leader=GM, secret=secret, sheet={"portrait": picture.id})
    assert campaign.submit(joining)
    return picture.id


def entry_for(qtbot: QtBot, page: CampaignPage, actor: str) -> ListEntry:
    """Return the line of its menu on the table, once the portrait is there."""
    table = page.table_room.table
    qtbot.waitUntil(lambda: bool(table.portrait_entries(actor)))
    (entry,) = table.portrait_entries(actor)
    return entry


def shown_picture(campaign: OpenCampaign) -> str:
    """Return the id of the picture that everybody sees."""
    return campaign.handout.picture if campaign.handout is not None else ""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_file(tmp_path, ruleset=GAME)


def test_a_known_face_is_shown_at_once_and_an_unknown_one_after_a_question_without_a_name(
    qtbot: QtBot, tmp_path: Path, path: Path
) -> None:
    with open_house(tmp_path) as house:
        campaign, page = play_at(house, path)
        known = join(campaign, "Hild", "#8fa66a", secret=False)
        unknown = join(campaign, UNSEEN, "#c02020", secret=True)
        players = [seat for seat in campaign.viewer_campaign(SHARED).view.seats if seat != GM]
        for viewer in (SHARED, *players):
            assert campaign.viewer_campaign(viewer).portrait_to_show(UNSEEN.lower(), unknown) is None
            assert campaign.viewer_campaign(viewer).portrait_to_show("hild", unknown) is None
        assert campaign.viewer_campaign(GM).portrait_to_show("hild", unknown) is None, "only its own"
        switch = house.window.viewer_switch
        assert switch is not None
        switch.see_gm(asked=False)

        def log() -> list[str]:
            return [say(line.message) for line in campaign.viewer_campaign(SHARED).log()]

        entry = entry_for(qtbot, page, "hild")
        assert callable(entry.payload)
        entry.payload()
        assert campaign.handout is not None
        assert (campaign.handout.title, campaign.handout.picture) == ("Hild", known)
        assert log()[-1] == "The portrait of Hild is shown to everybody"
        campaign.undo(consent=True)
        assert campaign.handout is not None, "undo hides nothing"
        campaign.redo()
        campaign.hide_handout()

        entry = entry_for(qtbot, page, UNSEEN.lower())
        assert callable(entry.payload)
        entry.payload()
        question = dialogue_of(house)
        assert shown_picture(campaign) == ""
        question.buttons["show"].click()
        assert shown_picture(campaign) == unknown
        assert log()[-1] == "A picture is shown to everybody"
        switch.see_shared()
        qtbot.waitUntil(lambda: page.handouts.has_picture)
        assert switch.handout_screen.isVisible()
        assert not [words for words in words_in(house.window) if UNSEEN.casefold() in words.casefold()]
        assert campaign.viewer_campaign(SHARED).view.actors.get(UNSEEN.lower()) is None
