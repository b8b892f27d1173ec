"""Brine House, the apothecary's counter and the years after it: a trap taken apart, a skill learned, what age takes."""

from __future__ import annotations

import pytest

from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from tests.journeys.kit import Desk
from tests.journeys.status_page_hands import begin_dungeon, common_screen, gms_screen, press_button, reads, throw
from tests.journeys.test_journey_encounter import take_back

DRAWER = "The apothecary’s drawer"


@pytest.mark.journey
@pytest.mark.rule("CF-TRAP-21", "CF-X-7", "CF-UI-12")
def test_a_trap_that_everybody_sees_is_taken_apart(desk: Desk) -> None:
    begin_dungeon(desk, {"kind": "go_to_place", "seat": "gm", "place": "apothecary"})
    gms_screen(desk)
    reads(desk, "traps")
    press_button(desk, "Show", DRAWER)
    common_screen(desk)
    assert any(line.startswith(DRAWER) and line.endswith("Status, spotted") for line in reads(desk, "traps"))
    before = desk.truth
    desk.click_seat("Leo")
    press_button(desk, "Disarm…", DRAWER)
    desk.answer()
    throw(desk, "Roll the d100", 12)
    assert f"Pell Underlow against {DRAWER}" in desk.headline()
    throw(desk, "Roll the d100", 95)
    desk.picture("years-1-ahead")
    assert desk.read_log()[-1] == f"Pell Underlow disarms the trap: {DRAWER}"
    assert any(line.startswith(DRAWER) and line.endswith("Status, disarmed") for line in reads(desk))
    desk.picture("years-2-disarmed")
    take_back(desk, lambda: desk.truth == before)
    assert any(line.endswith("Status, spotted") for line in reads(desk, "traps"))


@pytest.mark.journey
@pytest.mark.rule("CF-XP-12", "CF-X-24", "CF-UI-6")
def test_a_month_of_study_ends_with_a_skill_on_the_sheet(desk: Desk) -> None:
    begin_dungeon(desk)
    reads(desk, "learning")
    press_button(desk, "Award…")
    desk.answer(rolls=3)
    press_button(desk, "Brannoch Weir: New skill…")
    desk.picture("years-3-study")
    desk.answer(skill="Healing", source="Orla Greywater")
    lines = reads(desk)
    assert lines[1:3] == ["Brannoch Weir", "0 Experience Rolls"], "it has been paid for"
    assert "Brannoch Weir, Healing, Now, is being learned, teacher: Orla Greywater" in lines
    assert "Brannoch Weir, Healing, Needs, learned in 30 d" in lines
    assert "30 d, Brannoch Weir has learned Healing: 20 %" in reads(desk, "time"), "read beforehand"
    before = desk.truth
    assert character_sheet_of(before, "brannoch").skill("Healing") is None
    press_button(desk, "Month · 1 event")
    desk.answer()  # a month is asked for first
    learned = character_sheet_of(desk.truth, "brannoch").skill("Healing")
    assert learned is not None
    assert learned.value == 20
    assert "Brannoch Weir has learned Healing: 20 %" in desk.read_log()
    assert desk.truth.clock == before.clock + 30 * 24 * 3600
    desk.picture("years-4-studied")
    after = desk.truth
    desk.press("Ctrl+Z")
    assert desk.truth == before
    desk.press("Ctrl+Shift+Z")
    assert desk.truth == after


@pytest.mark.journey
@pytest.mark.rule("CF-AGE-1", "CF-AGE-2", "CF-AGE-3", "CF-AGE-4", "CF-AGE-6", "CF-LUCK-7", "CF-UI-14")
def test_years_pass_and_what_they_take_is_read_beforehand_and_taken_back(desk: Desk) -> None:
    begin_dungeon(desk)
    assert "Brannoch Weir, In 10 years, nothing" in reads(desk, "years")
    press_button(desk, "10 years pass")
    desk.answer()
    lines = reads(desk)
    assert "Brannoch Weir, Age, 34" in lines
    assert "Brannoch Weir, In 5 years, nothing" in lines
    assert "Brannoch Weir, In 10 years, Early Middle Age, Easy: 2 rolls" in lines
    before = desk.truth
    press_button(desk, "Other…")
    desk.answer(years=6)
    throw(desk, "Roll the d100", 97)
    throw(desk, "Accept the dice", 3)
    desk.picture("years-5-age")
    throw(desk, "Accept the dice", 5)
    assert "Brannoch Weir: CON lost to ageing: 3" in desk.read_log()
    throw(desk, "Brannoch Weir, Luck: roll again", 3)
    assert "Luck of Brannoch Weir: 2" in desk.spoken()
    throw(desk, "Roll the d100", 5)
    assert desk.read_log()[-1] == "Brannoch Weir withstands ageing (Willpower)"
    assert "Brannoch Weir loses 2 CON to ageing: 12 left" in desk.read_log()
    con = [character_sheet_of(table, "brannoch").characteristics["CON"] for table in (before, desk.truth)]
    assert con == [14, 12]
    assert "Brannoch Weir, Age, 40 – Early Middle Age" in reads(desk, "years")
    desk.picture("years-6-older")
    take_back(desk, lambda: desk.truth == before)
    assert reads(desk, "years") == lines
