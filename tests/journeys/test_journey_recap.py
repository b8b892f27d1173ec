"""An evening from its start to its recap: who is here, a title, the steps of the game, the end, and a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pypdf
import pytest
from PySide6.QtWidgets import QDialog, QListWidget

from engine.kit.sessions.session_records import running_session, sessions_in
from tests.journeys.kit import Desk
from tests.journeys.record_hands import type_file
from vtt.story.recap_dialog import RecapDialog
from vtt.story.session_dialog import SessionDialog
from vtt.story.story_room import StoryRoom

D = TypeVar("D", bound=QDialog)


@pytest.mark.journey
@pytest.mark.parametrize("game", ["imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy"])
def test_an_evening_starts_ends_and_is_told(desk: Desk, tmp_path: Path, game: str) -> None:
    desk.open_welcome()
    desk.new_campaign(game, "Ada", "Tom")
    desk.go_to("story")
    room = desk.page.show_room("story")
    assert isinstance(room, StoryRoom)
    desk.click(room.session)
    steps = shown(desk, SessionDialog).steps
    desk.wait(lambda: steps._last is not None)
    click_step(desk, steps.list, "Who is here")
    desk.click(steps.title_field)
    desk.write("The <b>mill</b>")
    desk.picture(f"recap-1-start-{game}")
    desk.click(steps.start_button)
    desk.wait(lambda: running_session(desk.truth.lists) is not None)
    dialogs = [dialog for dialog in desk.house.window.findChildren(SessionDialog) if dialog.isVisible()]
    if dialogs:
        desk.click(dialogs[0].steps.close_button)
    desk.click(room.line)
    desk.write("The bell rings")
    desk.click(room.write)
    desk.click(room.session)
    steps = shown(desk, SessionDialog).steps
    click_step(desk, steps.list, "End of the session")
    desk.click(steps.end_button)
    desk.wait(lambda: running_session(desk.truth.lists) is None)
    click_step(desk, steps.list, "Recap")
    desk.click(steps.recap_button)
    recap = shown(desk, RecapDialog)
    desk.wait(recap.session.isEnabled)
    assert "The bell rings" in recap.preview.toPlainText()
    assert "The <b>mill</b>" in recap.preview.toPlainText()
    desk.picture(f"recap-2-recap-{game}")
    file = tmp_path / "evening.pdf"
    desk.click(recap.save_pdf)
    type_file(desk, file)
    desk.wait(lambda: file.name in recap.said.text())
    words = " ".join(pypdf.PdfReader(file).pages[0].extract_text().split())
    assert "Session 1: The <b>mill</b>" in words
    assert "The bell rings" in words
    assert [session.title for session in sessions_in(desk.truth.lists)] == ["The <b>mill</b>"]


def shown(desk: Desk, kind: type[D]) -> D:
    """Return the dialog that is shown."""
    desk.wait(lambda: any(dialog.isVisible() for dialog in desk.house.window.findChildren(kind)))
    return next(dialog for dialog in desk.house.window.findChildren(kind) if dialog.isVisible())


def click_step(desk: Desk, steps: QListWidget, title: str) -> None:
    """Click a step by its title."""
    item = next(steps.item(at) for at in range(steps.count()) if steps.item(at).text() == title)
    desk.click(steps.viewport(), steps.visualItemRect(item).center())
    desk.wait(lambda: steps.currentItem() is item)
