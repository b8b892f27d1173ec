"""An evening by keyboard alone: from the first page over a locked door and a blow to the clearing up, and no mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from tests.journeys.keyboard import Keyboard, at_keyboard
from tests.journeys.kit import faces_of
from tests.vtt.shell_kit import open_house, wake
from vtt.shell.campaigns import campaign_loading


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Keyboard]:
    monkeypatch.setattr(campaign_loading, "chance", lambda: SeededChance(3))
    with open_house(tmp_path) as house:
        wake(house.window)
        with at_keyboard(qtbot, house) as keyboard:
            yield keyboard


@pytest.mark.journey
@pytest.mark.rule("IM-ACT-4", "IM-ACT-6", "IM-ACT-9", "IM-HTH-1", "IM-HTH-3", "IM-HTH-11", "IM-DMG-7")
def test_an_evening_without_a_mouse(qtbot: QtBot, desk: Keyboard) -> None:
    house = desk.house
    # The first page: the tiles are walked with the arrows.
    desk.start_demo("Imaginality")
    table, bar = desk.page.table_room.table, desk.page.table_room.offers
    assert bar.seat == "jonas", "the table waits for Jonas"

    # The locked door. Jonas holds his key to look, walks to a card, and carries it to the tray.
    with desk.look("3"):
        assert table.looking_seat == "jonas"
    desk.press("Left", "Right")
    stop = table.selection_marks.focus_target
    assert stop is not None
    assert stop.name == "face-down card 2 of 7, Jonas"
    card = desk.truth.zones["hand:jonas"].cards[1]
    desk.picture("ring")
    desk.press("Return")
    for _ in range(12):
        stop = table.selection_marks.focus_target
        assert stop is not None
        if stop.ref == "committed:actor":
            break
        desk.press("Up" if stop.ref == "hand:jonas" else "Right")
    desk.press("Return")
    assert desk.truth.zones["committed:actor"].cards == (card,)
    desk.tab_to("Reveal the cards")
    assert desk.shows_focus()
    desk.press("Return")
    qtbot.waitUntil(lambda: card in faces_of(table))
    desk.find("Finish the action")
    assert card in desk.truth.zones["discard"].cards

    # One blow. What is not in reach of Tab is found by name.
    desk.find("Finch: attack hand-to-hand")
    assert desk.shows_focus()
    desk.picture("blow")
    for _ in range(4):
        if desk.focus().accessibleName() == "Pell the wrecker":
            break
        desk.press("Right")
    desk.press("Space")  # the question is beside Finch, and nothing else is asked
    assert "Finch attacks Pell the wrecker (Knife)" in desk.read_log()
    desk.press("Alt+1")
    desk.answer()
    desk.picture("response")
    desk.find("Pell the wrecker: do not defend")
    for _ in range(15):
        if desk.under_way() == ():
            break
        desk.press("Alt+1")
        if desk.is_asked():
            desk.answer()
        desk.picture("blow")
    assert desk.under_way() == (), "everything is cleared up"
    assert any("Pell the wrecker" in line and "damage" in line for line in desk.read_log())

    # A blow is taken back and done again, and a sheet is read.
    truth = desk.truth
    desk.undo()
    desk.press("Ctrl+Shift+Z")
    qtbot.waitUntil(lambda: desk.truth == truth)
    desk.open_sheet("Doctor Sable")

    # The story, and the end: all of it by keys. The file has everything.
    lines, truth = desk.read_log(), desk.truth
    desk.press("Ctrl+4", "Ctrl+1", "Ctrl+W")
    assert house.window.page is None
    assert desk.shows_focus(), "where the evening goes on"
    desk.press("Return")
    qtbot.waitUntil(lambda: house.window.page is not None and house.controller.opened is not None)
    assert desk.truth == truth
    assert desk.read_log() == lines


@pytest.mark.journey
@pytest.mark.rule("FI-INIT-7", "FI-INIT-11")
def test_a_shot_without_a_mouse(desk: Keyboard) -> None:
    desk.start_demo("Future Imperfect")
    with desk.look("2"):
        assert desk.table.looking_seat == "mia"
    for name in ("Ilse Quill", "Bruno Tarn"):
        assert desk.offers()[0] == f"{name}: keep 2 cards"
        desk.press("Alt+1")
        desk.answer()
    assert desk.offers()[0] == "Raider by the crane: shoot", "the count has gone on to the first card by itself"
    desk.press("Alt+1")
    desk.answer("Ilse Quill")
    assert "Raider by the crane shoots at Ilse Quill with .45 slugthrower" in desk.read_log()
    before = desk.truth
    assert desk.offers()[0] == "Roll the dice"
    desk.press("Alt+1")
    assert any("Shooting: slugthrower:" in line for line in desk.read_log())
    desk.undo()
    assert desk.truth == before
    desk.tab_to("Roll the dice")
    assert desk.shows_focus()
    desk.press("Return")
    desk.find("Accept the roll")
    assert any("Raider by the crane" in line and ("misses" in line or "hits" in line) for line in desk.read_log())
    desk.open_sheet("Vesper")
    desk.leave()


@pytest.mark.journey
@pytest.mark.rule("CD-PLAN-1", "CD-TGT-1", "CD-DMG-1")
def test_a_battle_without_a_mouse(desk: Keyboard) -> None:
    desk.start_demo("Card: the Drawing")

    # Hild looks at her hand, and carries a card to her slot. Taken back, all plan by their key.
    card = desk.truth.zones["hand:mia"].cards[1]
    with desk.look("2"):
        desk.walk_to("Staggering Blow", "PgDown")
        desk.press("Return")
        desk.walk_to("Hild Oxley: Slot 1", "PgDown")
        desk.picture("slot")
        desk.press("Return")
    assert card not in desk.truth.zones["hand:mia"].cards
    desk.undo()
    assert card in desk.truth.zones["hand:mia"].cards
    for name in ("Hild Oxley", "Corwin Pike", "Wick", "Ysolde Marr"):
        assert desk.offers()[0] == f"{name}: plan cards"
        desk.press("Alt+1")
        desk.answer()
    assert "The Toll-Reeve reveals Swing Blade" in desk.read_log()

    # The first card is aimed at Hild, nobody interrupts, and she is hit.
    assert desk.offers()[0] == "Choose targets for Swing Blade"
    desk.press("Alt+1")
    desk.answer("Hild Oxley")
    assert "The Toll-Reeve: Swing Blade targets Hild Oxley" in desk.read_log()
    desk.find("Nobody interrupts before or after the card")
    assert any(line.startswith("Hild Oxley takes") for line in desk.read_log())
    desk.open_sheet("Corwin Pike")
    desk.leave()


@pytest.mark.journey
@pytest.mark.rule("CF-X-1", "CF-HITLOC-1", "CF-DMG-1")
def test_a_dungeon_without_a_mouse(desk: Keyboard) -> None:
    desk.start_demo("Classic d100 fantasy")
    assert desk.offers()[0] == "Roll the d100"
    before = desk.truth
    desk.press("Alt+1")
    assert "Pell Underlow, Perception: 24 against 52, success" in desk.read_log()
    desk.undo()
    assert desk.truth == before
    desk.press("Alt+1", "Alt+1")

    # A blow between friends: what is asked is answered, and what is missing gets the focus.
    desk.find("Brannoch Weir: attack")
    desk.answer("Orla Greywater", "Broadsword")
    assert "Brannoch Weir attacks Orla Greywater with Broadsword" in desk.read_log()
    for _ in range(12):
        if desk.under_way() == ():
            break
        desk.press("Alt+1")
        if desk.is_asked():
            desk.answer()
        desk.picture("blow")
    assert desk.under_way() == ()

    # A number beside a body, set with the keys for more and less.
    desk.walk_to("Luck of Sidonie Ash: 3", "PgDown")
    desk.press("-")
    assert desk.target.name == "Luck of Sidonie Ash: 2"
    desk.open_sheet("Pell Underlow")
    desk.leave()
