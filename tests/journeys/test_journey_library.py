"""From one campaign to the next: a trap goes to the library by a menu, and comes out of it by a search and a click."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint

from tests.journeys.kit import Desk
from tests.journeys.prep_hands import click_line, open_category, open_entry, part, prep_of, write
from tests.journeys.record_hands import dialog
from tests.journeys.screen import texts_of
from tests.journeys.status_page_hands import begin_dungeon, common_screen, gms_screen
from vtt.library.library_room import LibraryRoom
from vtt.shared.import_preview import ImportPreviewDialog

NEEDLE, ROOM = "Poison Needle", "5. The dry room"


def library_of(desk: Desk) -> LibraryRoom:
    """Go to the Library by its key, and wait until it is open."""
    if desk.page.room != "library":  # there its key hides it
        desk.press("Ctrl+6")
    room = desk.page.show_room("library")
    assert isinstance(room, LibraryRoom)
    desk.wait(lambda: room.libraries.current is not None)
    return room


@pytest.mark.journey
def test_a_trap_goes_from_one_campaign_to_the_next(desk: Desk, tmp_path: Path) -> None:
    begin_dungeon(desk)
    gms_screen(desk)
    save_the_trap(desk)
    mark_it(desk)
    desk.close()
    desk.path = tmp_path / "Friday.ktable"
    begin_dungeon(desk)
    hide_it_from_everybody(desk)
    gms_screen(desk)
    add_it(desk)
    desk.reopen()
    assert traps(desk)[NEEDLE] == ROOM


def traps(desk: Desk) -> dict[str, str]:
    """Return the traps that the group has prepared, with their places."""
    return {str(row["name"]): str(row["place"]) for row in desk.truth.lists.get("prepared_traps", ())}


def save_the_trap(desk: Desk) -> None:
    """Change a trap in Prep, and save it to the library by the menu below the list."""
    desk.go_to("prep")
    open_category(desk, "prepared_traps")
    open_entry(desk, NEEDLE)
    write(desk, "place", ROOM)
    assert part(desk, "place").path == "place"
    room = prep_of(desk)
    desk.click(room.head.save)
    more = room.pane.more
    room.pane.menu.popup(more.mapToGlobal(QPoint(0, more.height())))
    click_line(desk, room.pane.menu, "Save to the library")
    desk.wait(lambda: desk.said() == "The entry is saved in the library")
    desk.picture("library-1-saved")


def mark_it(desk: Desk) -> None:
    """Give the entry tags, a folder and a mark."""
    room = library_of(desk)
    desk.wait(lambda: room.entry is not None)
    desk.click(room.pane.tags)
    desk.write("poison, lock")
    desk.press("Return")
    line_edit = room.pane.folder.lineEdit()
    assert line_edit is not None
    desk.click(line_edit)
    desk.write("Brine House")
    desk.press("Return")
    desk.click(room.pane.favourite, QPoint(12, room.pane.favourite.height() // 2))
    entry = room.entry
    assert entry is not None
    assert (entry.tags, entry.folder, entry.favourite) == (("poison", "lock"), "Brine House", True)
    desk.picture("library-2-marked")


def hide_it_from_everybody(desk: Desk) -> None:
    """On the shared screen the Library says only that it is the GM's."""
    desk.press("Ctrl+6")
    room = desk.page.show_room("library")
    seen = "\n".join(texts_of(room))
    assert "Open the GM screen" in seen
    assert NEEDLE not in seen
    desk.picture("library-3-closed")


def add_it(desk: Desk) -> None:
    """Find the trap in the library. The game has it as well, so the difference is shown before the copy changes."""
    assert NEEDLE not in traps(desk)
    room = library_of(desk)
    desk.wait(lambda: room.entry is not None)
    desk.click(room.list.field)
    desk.write("pois nee")
    desk.wait(lambda: [entry.name for entry in room.found] == [NEEDLE])
    desk.picture("library-4-found")
    desk.click(room.pane.update_copy)
    preview = dialog(desk, ImportPreviewDialog)
    assert any(line.endswith(f"→ {ROOM}") for shown in texts_of(preview) for line in shown.splitlines())
    assert NEEDLE not in traps(desk), "nothing changes before that"
    desk.picture("library-5-difference")
    desk.click(preview.do)
    desk.wait(lambda: desk.said() == "The entry is added to Prep")
    assert traps(desk)[NEEDLE] == ROOM
    common_screen(desk)
    assert NEEDLE not in "\n".join(texts_of(room))
