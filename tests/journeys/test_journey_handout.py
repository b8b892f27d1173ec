"""A letter and a map for the players: written in Prep, shown with one click on both screens, pointed at, and hidden."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage

from engine.kit.handouts.handout_records import HANDOUTS
from tests.journeys.kit import Desk
from tests.journeys.prep_hands import open_category, part, prep_of, write
from tests.journeys.record_hands import type_file
from tests.journeys.screen import texts_of
from tests.journeys.status_page_hands import common_screen, gms_screen
from tests.journeys.test_journey_library import library_of
from vtt.player_window.player_window import PlayerWindow
from vtt.prep.record_form.picture_control import PictureControl
from vtt.prep.record_form.text_controls import LinesControl

TITLE, TEXT, NOTE = "Map of the marsh", "The third bridge is marked in red.", "The ferryman drew it. He lies."


@pytest.mark.journey
@pytest.mark.parametrize("game", ["imaginality", "classic_fantasy"])
def test_a_map_is_prepared_shown_pointed_at_and_hidden(desk: Desk, tmp_path: Path, game: str) -> None:
    desk.open_welcome()
    desk.new_campaign(game, "Ada", "Tom")
    desk.open_player_window()
    players = players_of(desk)
    prepare(desk, tmp_path)
    assert not any(TITLE in words for words in texts_of(players))
    show(desk, players)
    point_and_zoom(desk, players)
    hide_and_show_from_the_palette(desk, players)
    common_screen(desk)
    desk.reopen()
    assert desk.page.campaign.handout is None
    assert sum(TITLE in line for line in desk.read_log()) == 2
    assert not any(NOTE in line or TEXT in line for line in desk.read_log())


@pytest.mark.journey
def test_a_map_of_one_game_is_shown_from_the_library_in_a_campaign_of_another(desk: Desk, tmp_path: Path) -> None:
    desk.open_welcome()
    desk.new_campaign("imaginality", "Ada", "Tom")
    desk.open_player_window()
    prepare(desk, tmp_path)
    room = prep_of(desk)
    desk.click(room.head.save)
    desk.wait(lambda: "library" in room.head.also)
    desk.click(room.head.also["library"])
    desk.wait(lambda: desk.said() == "The entry is saved in the library")
    desk.close()
    desk.open_welcome()
    desk.new_campaign("classic_fantasy", "Ada", "Tom")
    desk.open_player_window()
    players, library = players_of(desk), library_of(desk)
    desk.wait(lambda: library.entry is not None)
    assert not any(TITLE in words for words in texts_of(players))
    desk.click(library.pane.show_players)
    desk.wait(lambda: players.handouts.has_picture)
    assert players.handout.accessibleName() == TITLE
    assert not any(NOTE in words for words in texts_of(players))
    assert library.isVisible()
    desk.picture("handout-5-from-library")
    desk.click(library.pane.hide_players)
    assert players.handout.isHidden()
    assert not desk.truth.lists.get(HANDOUTS), "it is not in the campaign"
    desk.click(library.pane.add)
    desk.wait(lambda: desk.said() == "The entry is added to Prep")
    assert desk.truth.lists[HANDOUTS][0]["name"] == TITLE
    common_screen(desk)
    desk.reopen()


def players_of(desk: Desk) -> PlayerWindow:
    """Return the player window."""
    switch = desk.house.window.viewer_switch
    assert switch is not None
    assert switch.player_window is not None
    return switch.player_window


def prepare(desk: Desk, folder: Path) -> None:
    """Write the handout, with a picture from a file."""
    image = QImage(1800, 1200, QImage.Format.Format_RGB32)
    image.fill(QColor("#8fa66a"))
    file = folder / "the ferryman lies.png"
    assert image.save(str(file))
    desk.go_to("prep")
    open_category(desk, HANDOUTS)
    desk.click(prep_of(desk).pane.new)
    write(desk, "name", TITLE)
    picture = part(desk, "picture").control
    assert isinstance(picture, PictureControl)
    desk.click(picture.input.choose)
    type_file(desk, file)
    desk.wait(lambda: not picture.input.place.image.isNull())
    for path, words in (("text", TEXT), ("notes", NOTE)):
        lines = part(desk, path).control
        assert isinstance(lines, LinesControl)
        desk.click(lines.first_stop())
        desk.write(words)
    desk.picture("handout-1-prepared")


def show(desk: Desk, players: PlayerWindow) -> None:
    """Click once: it is saved, and on the players' screen; the GM's screen stays as it is."""
    room = prep_of(desk)
    desk.click(room.head.also["show"])
    desk.wait(lambda: players.handouts.has_picture)
    assert players.handout.isVisible()
    assert players.handout.accessibleName() == TITLE
    assert not any(NOTE in words for words in texts_of(players))
    assert not any("ferryman" in words for words in texts_of(players))
    assert room.isVisible()
    desk.picture("handout-2-shown")


def point_and_zoom(desk: Desk, players: PlayerWindow) -> None:
    """On the shared screen it is large too; a click points on both, and both are zoomed."""
    common_screen(desk)
    switch = desk.house.window.viewer_switch
    assert switch is not None
    here = switch.handout_screen
    desk.wait(here.isVisible)
    desk.click(here.view, here.view.picture_box.center().toPoint() + QPoint(40, 20))
    assert players.handouts.pointer is not None
    wide = players.handout.whole_picture.width()
    desk.click(here.larger)
    desk.press("+")
    assert players.handout.whole_picture.width() > wide
    desk.picture("handout-3-pointed")
    desk.press("Ctrl+Z")  # what everybody has seen stays, also when its record is taken back
    assert HANDOUTS not in desk.truth.lists or not desk.truth.lists[HANDOUTS]
    assert here.isVisible()
    desk.press("Ctrl+Shift+Z")


def hide_and_show_from_the_palette(desk: Desk, players: PlayerWindow) -> None:
    """Escape hides it everywhere. The GM finds it in the palette, and hides it again by its key."""
    desk.press("Esc")
    assert players.handout.isHidden()
    gms_screen(desk)
    desk.press("Ctrl+K")
    desk.write("map marsh")
    desk.picture("handout-4-palette")
    desk.press("Return")
    desk.wait(players.handout.isVisible)
    desk.press("Ctrl+Shift+H")
    assert players.handout.isHidden()
