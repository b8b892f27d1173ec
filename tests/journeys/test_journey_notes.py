"""Notes of an evening: a page is written, its links are clicked, one is shared, and a quick note is kept."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextCursor

from engine.kit.notes.note_records import NOTES, QUICK_NOTES, SHARED_NOTES
from tests.journeys.kit import Desk
from tests.journeys.prep_hands import click_line, open_category, part, prep_of, write
from tests.journeys.screen import texts_of
from tests.journeys.status_page_hands import common_screen
from vtt.prep.record_form.text_controls import LinesControl
from vtt.shared.notes.note_view import NoteView
from vtt.story.story_room import StoryRoom

SECRET = "Zorbulax"


@pytest.mark.journey
@pytest.mark.parametrize("game", ["future_imperfect", "card_the_drawing"])
def test_notes_are_written_linked_shared_and_kept_from_the_table(desk: Desk, game: str) -> None:
    desk.open_welcome()
    desk.new_campaign(game, "Ada", "Tom")
    desk.open_player_window()
    desk.go_to("prep")
    open_category(desk, NOTES)
    desk.click(prep_of(desk).pane.new)
    write(desk, "name", "Old mill")
    write_text(desk, f"# Mill\n{SECRET} hides at the [[Inn]]. Trap: [[2d6+3]].")
    room = prep_of(desk)
    desk.wait(lambda: "Trap: 2d6+3." in room.beside.page.toPlainText())
    desk.picture("notes-1-written")
    desk.press("Ctrl+S")

    click_link(desk, room.beside.page, "2d6+3")
    assert room.note_links.menu is not None
    click_line(desk, room.note_links.menu, "Roll for the GM")
    click_link(desk, room.beside.page, "Inn")
    assert room.note_links.menu is not None
    click_line(desk, room.note_links.menu, "New note")
    write_text(desk, "North of the [[Old mill]].")
    desk.click(part(desk, "shared").control.first_stop())
    desk.press("Ctrl+S")
    desk.wait(lambda: bool(desk.truth.lists.get(SHARED_NOTES)))
    desk.picture("notes-2-shared")

    common_screen(desk)
    desk.go_to("story")
    story = desk.page.show_room("story")
    assert isinstance(story, StoryRoom)
    desk.click(story.tabs, story.tabs.tabRect(1).center())
    desk.wait(lambda: "North of the Old mill." in story.notes.view_page.toPlainText())
    assert story.notes.view_page.note.links == []
    assert not any(SECRET in words for words in texts_of(desk.house.window))
    desk.picture("notes-3-read-by-all")

    desk.go_to("table")
    desk.press("Ctrl+J")
    desk.write(f"{SECRET} fled")
    desk.picture("notes-4-quick")
    desk.press("Return")
    (page,) = desk.truth.lists[QUICK_NOTES]
    assert str(page["text"]).endswith(f"{SECRET} fled")
    assert not any(SECRET in line for line in desk.read_log())
    assert not any(SECRET in words for words in texts_of(desk.house.window))
    desk.reopen()
    assert len(desk.truth.lists[NOTES]) == 1
    assert len(desk.truth.lists[QUICK_NOTES]) == 1


def write_text(desk: Desk, words: str) -> None:
    """Click into the text of the open note, and write."""
    lines = part(desk, "text").control
    assert isinstance(lines, LinesControl)
    desk.click(lines.first_stop())
    for number, line in enumerate(words.split("\n")):
        if number:
            desk.press("Return")
        desk.write(line)


def click_link(desk: Desk, view: NoteView, words: str) -> None:
    """Click a link in the middle of its words."""
    cursor = view.document().find(words, 0)
    assert not cursor.isNull()
    middle = QTextCursor(view.document())
    middle.setPosition((cursor.selectionStart() + cursor.selectionEnd()) // 2)
    view.setTextCursor(middle)
    view.ensureCursorVisible()
    desk.click(view.viewport(), view.cursorRect(middle).center())
