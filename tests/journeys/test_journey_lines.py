"""From a line of the story: the GM overrules what it tells, deals the damage that it calls for, and goes back to it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from tests.journeys.kit import Desk, script

ALLEY = script(
    {
        "hand:gm": ["5C", "4C", "6C", "7C", "8C", "9C", "10C"],
        "hand:tom": ["QH", "3H", "4H", "5H", "7H", "8H", "9H"],
        "hand:eva": ["QD", "6H", "3D", "6D", "5D", "4D", "2D"],
        "deck": ["7S", "5S", "KS"],
    }
)


def stand_at(desk: Desk, words: str) -> None:
    """Click the last line of the story that begins so."""
    log = desk.page.table_room.log
    row = max(row for row, line in enumerate(desk.read_log()) if line.startswith(words))
    desk.click_row(log.list, row)


@pytest.mark.journey
@pytest.mark.rule("IM-GEN-1", "IM-HTH-11", "IM-DMG-1")
def test_a_hit_is_overruled_and_its_damage_dealt_from_its_line(desk: Desk) -> None:
    desk.open_table(ALLEY)
    log = desk.page.table_room.log
    desk.click_offer("Tomas: attack hand-to-hand", seat="Tom")
    desk.answer(target="Clerk", weapon="Club")
    desk.drag("3H", "committed:actor")
    stand_at(desk, "Tomas’s attack is face down")
    desk.click(log.apply_button)
    desk.picture("line-1-answers")
    desk.choose_offer("Clerk: block")
    desk.drag("5C", "committed:opposition")
    desk.click_offer("Reveal the cards", seat="Ada")
    assert desk.read_log()[-1] == "Clerk blocks the attack of Tomas: 5 against 3"
    assert not log.apply_button.isEnabled()

    # The GM had forgotten that Tomas stands on the stairs: the total is 6, and the line says what was computed.
    stand_at(desk, "Clerk blocks the attack of Tomas")
    desk.click(log.overrule_button)
    desk.choose_offer("Change the total of Tomas (3)")
    desk.picture("line-2-overrule")
    desk.answer(value=6)
    assert "The GM changes Tomas’s total from 3 to 6" in desk.read_log()
    assert desk.read_log()[-1] == "Tomas hits Clerk: 6 against 5"
    stand_at(desk, "Tomas hits Clerk")
    desk.click(log.apply_button)
    desk.choose_offer("Deal damage")
    desk.picture("line-3-damage")
    assert desk.read_log()[-1].startswith("Tomas deals damage to Clerk")
    assert not log.apply_button.isEnabled(), "the line calls for nothing any more"
    desk.reopen()


@pytest.mark.journey
def test_a_private_note_is_written_under_everybodys_eyes_and_read_by_nobody(desk: Desk) -> None:
    desk.open_table(ALLEY)
    desk.press("Ctrl+K")
    desk.write("private tom")
    desk.press("Return")
    dialog = desk.dialog()
    desk.write("the clerk is my brother")
    desk.picture("note-1-dots")
    assert not any("brother" in words for words in texts_and_displays(desk))
    desk.click(dialog.do)
    assert not any("brother" in line for line in desk.read_log())
    told = desk.page.campaign.viewer_campaign("tom").log()[-1]
    assert told.private
    assert told.message.params["text"] == "the clerk is my brother"
    desk.reopen()


def texts_and_displays(desk: Desk) -> list[str]:
    """Return what stands in every field and on every label, as it is drawn."""
    found: list[str] = []
    for window in QApplication.topLevelWidgets():
        found += [label.text() for label in window.findChildren(QLabel)]
        found += [field.displayText() for field in window.findChildren(QLineEdit)]
    return found
