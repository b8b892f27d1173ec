"""Brine House, the dry room: a rest by quarters, a night, two weeks of healing, and what an evening teaches."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.classic_fantasy.table import hp
from tests.journeys.kit import Desk
from tests.journeys.status_page_hands import begin_dungeon, buttons, choose_row, press_button, reads, tell_dice, throw


def wound_brannoch(desk: Desk) -> None:
    """Let something fall on his leg: a Serious Wound that he endures."""
    desk.click_offer("Deal damage", seat="Ada")
    desk.answer(actor="Brannoch Weir", damage="2d6", locations=["Left Leg"])
    throw(desk, "Roll damage to Brannoch Weir", 5, 6)
    desk.click_offer("Apply damage to Left Leg")
    throw(desk, "Roll the d100", 23, 4)
    desk.click_offer("Apply the consequences to Brannoch Weir")


@pytest.mark.journey
@pytest.mark.rule("CF-REST-1", "CF-UI-5", "CF-UI-8")
def test_a_rest_of_four_steps(desk: Desk) -> None:
    begin_dungeon(desk)
    wound_brannoch(desk)
    desk.click_offer("Take a short rest", seat="Ada")
    desk.answer()
    assert "Rest: 0 of 4 quarters of an hour" in desk.headline()
    press_button(desk, "Brannoch Weir: Eat")
    press_button(desk, "Orla Greywater: Healing")
    for done in range(4):
        if done:  # it goes on by itself
            assert f"Orla Greywater, Status, Healing: {done} of 4" in reads(desk)
        press_button(desk, "Advance 15 minutes")
        assert desk.truth.clock == 9 * 3600 + (5 + 15 * (done + 1)) * 60
    assert "Orla Greywater, Status, Ready for: Healing" in reads(desk)
    press_button(desk, "Ready for: Healing: Healing")
    desk.answer(patient="Brannoch Weir")
    throw(desk, "Roll the d100", 20)
    assert "The rest ends after 4 quarters of an hour" in desk.read_log()
    assert "Brannoch Weir, Left Leg, Treatment, stabilised · scar" in reads(desk, "care")
    reads(desk, "time")
    press_button(desk, "Safe night")
    desk.answer()
    assert desk.truth.clock == (9 + 1 + 8) * 3600 + 5 * 60
    assert "Sidonie Ash wakes from a full night’s sleep" in desk.read_log()


@pytest.mark.journey
@pytest.mark.rule("CF-HEAL-1", "CF-HEAL-2", "CF-UI-8", "CF-UI-13", "CF-UI-18")
def test_two_weeks_of_healing_are_read_beforehand_and_taken_back(desk: Desk) -> None:
    begin_dungeon(desk)
    wound_brannoch(desk)
    lines = reads(desk, "time")
    assert "14 d, Brannoch Weir, Left Leg: heals 3 Hit Points, now 3 of 6 (Minor Wound)" in lines, "read beforehand"
    press_button(desk, "Other…")
    told = choose_row(desk, "unit", "Week")
    assert told.startswith("Week (day 1, 9:05:10 – Brannoch Weir: “No attacks or spells” ends; day 8"), told
    desk.fill_in(count=2)
    desk.picture("brine-c2-preview")
    before, written = desk.truth, desk.read_log()
    desk.answer()
    assert hp(desk.truth, "brannoch", "Left Leg") == 3, "once a week by 3 as long as the wound is Serious"
    assert desk.truth.clock == before.clock + 14 * 24 * 3600
    assert desk.read_log()[-3:] == [
        "Brannoch Weir, Left Leg: heals 3 Hit Points, now 0 of 6 (Serious Wound)",
        "Brannoch Weir, Left Leg: heals 3 Hit Points, now 3 of 6 (Minor Wound)",
        "2 weeks pass: day 15, 9:05:00",
    ]
    assert "Brannoch Weir, Left Leg, Hit Points, 3 of 6, Minor" in reads(desk, "care")
    assert "Brannoch Weir, Left Leg, Heals, +3 in 1 d" in reads(desk), "from now on by the day"
    after = desk.truth
    desk.press("Ctrl+Z")
    assert desk.truth == before
    assert desk.read_log() == written
    assert reads(desk, "time") == lines
    desk.press("Ctrl+Shift+Z")
    assert desk.truth == after
    desk.picture("brine-c3-healed")
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("CF-XP-1", "CF-XP-6", "CF-LUCK-3", "CF-UI-6", "CF-UI-16")
def test_an_evening_ends_with_what_it_taught(desk: Desk) -> None:
    begin_dungeon(desk)
    desk.click_offer("Pell Underlow: roll a skill", seat="Leo")
    choose_row(desk, "skill", "Perception (52 %)")
    desk.answer()
    throw(desk, "Roll the d100", 0)
    throw(desk, "Pell Underlow, Luck: roll again", 99)
    assert "Luck of Pell Underlow: 1" in desk.spoken()
    desk.click_offer("End the session", seat="Ada")
    desk.choose("End the session")  # found by its name in the list, so it asks first
    assert "Pell Underlow, Perception, Note, fumbled: the next award adds 1 point" in reads(desk, "learning")
    assert "Pell Underlow, Fumbles, Perception" in reads(desk, "evening")
    press_button(desk, "Award…")
    desk.answer(rolls=2)
    log = desk.read_log()
    learned = log.index("Pell Underlow learns from a fumble: Perception is now 53 %")
    assert learned < log.index("Pell Underlow receives 2 Experience Rolls"), "the free point comes first"
    assert "Pell Underlow, Fumbles, none" in reads(desk, "evening")
    assert len(reads(desk, "learning")) < 20, "it is read at a glance"
    desk.click_seat("Leo")
    press_button(desk, "Pell Underlow: Improve a skill…")
    assert choose_row(desk, "skill", "Perception").endswith("(40 or more on d100)"), "his INT is of help"
    desk.click(desk.dialog().do)
    tell_dice(desk, 80, 3)
    assert "Pell Underlow, Perception: now 57 %, rolled 80" in desk.read_log()
    assert "Pell Underlow, Perception, Note, already improved" in reads(desk, "learning")
    desk.picture("brine-d0-learning")
    press_button(desk, "Pell Underlow: Improve a skill…")
    skills = next(field for field in desk.dialog().form.fields if field.ask.field == "skill")
    assert "Perception" not in skills.ask.choices, "once a skill"
    choose_row(desk, "skill", "Stealth")
    desk.click(desk.dialog().do)
    tell_dice(desk, 12)
    assert "Pell Underlow, Stealth: now 61 %, rolled 12" in desk.read_log(), "who fails learns a little too"
    assert "Pell Underlow: Improve a skill…" not in buttons(desk), "nothing is left to spend"
    desk.click_offer("Start a session", seat="Ada")
    assert "Luck of Pell Underlow: 2" in desk.spoken()
    assert desk.headline()[0].startswith("Session 2 – day 1")
    desk.picture("brine-d1-next")
    desk.reopen()
