"""The demo dungeon, its status pages by mouse, and real dice with the results that a journey needs."""

from __future__ import annotations

import json
from collections.abc import Mapping

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QListWidget, QWidget

from engine.asset_folder import game_folder
from engine.model.frozen import Json
from engine.presentation.scripts.script import play_script
from engine.rulesets.loader import game_of
from tests.journeys.kit import LEFT, NONE, Desk, breathe
from tests.journeys.screen import texts_of
from vtt.panels.die_face_field import DieFaceField
from vtt.table.status_pages.status_page_elements import StatusPageStop
from vtt.table.status_pages.status_page_panel import StatusPagePanel


def begin_dungeon(desk: Desk, *more: Mapping[str, Json]) -> None:
    """Open Brine House before the first roll, with real dice.

    Args:
        desk: the desk.
        more: further commands that have been played, to start in a later room.
    """
    told = json.loads((game_folder("classic_fantasy") / "demo.json").read_bytes())
    assert told["commands"].pop()["kind"] == "roll_skill"
    told["commands"] += more
    played = play_script(json.dumps(told).encode(), game_of)
    assert played.stopped is None, played.stopped
    desk.open_history(played.game, played.history, real=("dice",))


def gone_to(place: str) -> dict[str, Json]:
    """Return what the GM does to bring the party to a place, by its id: its traps and foes come with it."""
    return {"kind": "go_to_place", "seat": "gm", "place": place}


def status_page_panel_of(desk: Desk) -> StatusPagePanel:
    """Return the panel of status pages."""
    return desk.table.status_page_panel


def status_pages(desk: Desk) -> dict[str, int]:
    """Return the tabs that there are, each with how much in it wants attention."""
    return {tab.key: tab.count for tab in status_page_panel_of(desk).tabs}


def open_status_page(desk: Desk, key: str) -> None:
    """Open a page by a click on its tab, unless it is open."""
    if status_page_panel_of(desk).opened != key:
        desk.wait(lambda: _tab_at_hand(desk, key) is not None)  # they may just be laid out anew
        tab = _tab_at_hand(desk, key)
        assert tab is not None
        desk.click(tab)
    assert status_page_panel_of(desk).opened == key


def _tab_at_hand(desk: Desk, key: str) -> QWidget | None:
    row = status_page_panel_of(desk)._tab_row
    tab = next(tab for tab in row.tabs if tab.tab.key == key)
    hit = row.childAt(tab.geometry().center())
    return tab if hit is tab or (hit is not None and tab.isAncestorOf(hit)) else None


def reads(desk: Desk, key: str = "") -> list[str]:
    """Return the texts on the page for a screen reader; of another page after a click on its tab."""
    if key:
        open_status_page(desk, key)
    return [stop.name for stop in status_page_panel_of(desk).page.stops if stop.button is None]


def buttons(desk: Desk) -> list[str]:
    """Return the buttons on the page."""
    return [stop.name for stop in status_page_panel_of(desk).page.stops if stop.button is not None]


def press_button(desk: Desk, words: str, line: str = "") -> None:
    """Press a button on the page: the one with a name that ends in these words, in a line if there are several."""
    page, stop = status_page_panel_of(desk).page, _button(desk, words, line)
    assert stop.button is not None
    assert not stop.button.why, stop.button.why
    status_page_panel_of(desk).show_place(stop.rect)
    QTest.mouseClick(page, LEFT, NONE, stop.rect.center().toPoint())
    breathe()


def _button(desk: Desk, words: str, line: str) -> StatusPageStop:
    stops = [stop for stop in status_page_panel_of(desk).page.stops if stop.button is not None]
    exact = [stop for stop in stops if stop.name == words]
    found = exact or [stop for stop in stops if stop.name.endswith(words) and line in stop.name]
    assert len(found) == 1, (words, [stop.name for stop in stops])
    return found[0]


def throw(desk: Desk, words: str, *faces: int) -> None:
    """Take an offer that throws dice, and tell how they fell; field by field, as more are asked for."""
    desk.click_offer(words)
    tell_dice(desk, *faces)


def tell_dice(desk: Desk, *faces: int) -> None:
    """Type how real dice fell. A field that takes a further digit is left with Tab, as people do."""
    dialog = desk.telling()
    for number, face in enumerate(faces, 1):
        field = QApplication.focusWidget()
        assert isinstance(field, DieFaceField), (face, texts_of(dialog))
        desk.write(str(face))
        if number < len(faces) and QApplication.focusWidget() is field:
            desk.press("Tab")
    desk.press("Return")
    assert QApplication.activeModalWidget() is None, texts_of(dialog)
    desk.wait(desk.has_keys)


def gms_screen(desk: Desk) -> None:
    """Turn the screen to the GM, who is alone with it."""
    desk.press("Ctrl+Shift+2")
    desk.choose("Show the GM screen")


def common_screen(desk: Desk) -> None:
    """Turn the screen to everybody."""
    desk.press("Ctrl+Shift+1")


def tick(desk: Desk, name: str, *titles: str, on: bool = True) -> None:
    """Set ticks in the question of an offer, such as for foes that it reveals; or take them away."""
    bubble = desk.table.question_input.bubble
    fields = desk.dialog().form.fields if bubble is None or bubble.several is None else [bubble.several]
    field = next(field for field in fields if field.ask.field == name)
    for button in field.findChildren(QAbstractButton):
        if button.accessibleName() in titles:
            assert button.isChecked() is not on
            desk.click(button, QPoint(10, button.height() // 2))


def choose_row(desk: Desk, name: str, start: str) -> str:
    """Choose the row in the dialog of an offer that begins like this; return its preview."""
    field = next(field for field in desk.dialog().form.fields if field.ask.field == name)
    shown = field.findChild(QListWidget)
    assert shown is not None
    rows = [shown.item(row).text() for row in range(shown.count())]
    row = next(number for number, words in enumerate(rows) if words.startswith(start))
    shown.scrollToItem(shown.item(row))
    inside = shown.viewport().rect
    desk.wait(lambda: inside().contains(shown.visualItemRect(shown.item(row)).center()))
    desk.click_row(shown, row)
    return rows[row]
