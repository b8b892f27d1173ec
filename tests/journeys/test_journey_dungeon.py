"""Brine House, the first evening: a fall that luck softens, a needle, a trap of the GM's own, fire, and a dog."""

from __future__ import annotations

import pytest

from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.traps.placed_traps import all_traps
from tests.engine.rulesets.classic_fantasy.table import hp
from tests.journeys.kit import Desk
from tests.journeys.status_page_hands import (
    begin_dungeon,
    buttons,
    common_screen,
    gms_screen,
    gone_to,
    open_status_page,
    press_button,
    reads,
    status_pages,
    throw,
)

STAIR, DRAWER = "The missing stair", "The apothecary’s drawer"


def states_of_traps(desk: Desk) -> dict[str, str]:
    """Return the state of each trap."""
    return {laid.trap.name: laid.state for laid in all_traps(desk.truth)}


def tells_of(desk: Desk, words: str) -> list[str]:
    """Return everything on the screen that speaks of something: the table, the slate, the story, the headline."""
    said = [*desk.spoken(), *reads(desk), *buttons(desk), *desk.read_log(), *desk.headline(), *desk.offers()]
    return [line for line in said if words in line]


@pytest.mark.journey
@pytest.mark.rule("CF-TRAP-9", "CF-FALL-1", "CF-FALL-4", "CF-LUCK-10", "CF-WOUND-2", "CF-UI-10", "CF-UI-12", "CF-UI-13")
def test_the_first_fall_and_a_major_wound_that_luck_makes_a_serious_one(desk: Desk) -> None:
    begin_dungeon(desk)
    assert "traps" not in status_pages(desk)
    assert not tells_of(desk, STAIR), "nobody knows of it yet"
    assert not tells_of(desk, "Cellar dog")
    gms_screen(desk)
    assert f"{STAIR}, 1. The long stair, Status, hidden" in reads(desk, "traps")
    press_button(desk, "Trigger…", STAIR)
    desk.answer(victims="Brannoch Weir")
    common_screen(desk)
    assert f"{STAIR} targets Brannoch Weir" in reads(desk), "the slate turned to it by itself"
    assert not tells_of(desk, DRAWER)
    desk.picture("brine-1-stair")
    press_button(desk, "Resist", "leaping clear")
    throw(desk, "Roll the d100", 81)
    throw(desk, "Roll the d100", 14)
    assert f"{STAIR} is winning" in desk.headline()
    desk.click_offer("Accept the dice")
    throw(desk, "Roll the hit location on Brannoch Weir", 5, 14)
    throw(desk, "Roll damage to Brannoch Weir", 6, 6, 2, 3, 5, 1)
    lines = reads(desk)
    assert "Left Leg: 14 damage" in lines
    assert "Left Leg, Wound, Damage so far, Major Wound" in lines, "it is read before it is taken off"
    assert hp(desk.truth, "brannoch", "Left Leg") == 6
    desk.picture("brine-2-harm")
    desk.click_offer("Apply damage to Left Leg")
    before = desk.truth
    press_button(desk, "Reduce to a Serious Wound: Hit Points −5")
    assert "Luck of Brannoch Weir: 2" in desk.spoken()
    desk.press("Ctrl+Z")
    assert desk.truth == before
    desk.press("Ctrl+Shift+Z")
    throw(desk, "Roll the d100", 23, 4)
    assert hp(desk.truth, "brannoch", "Left Leg") == -5
    desk.click_offer("Apply the consequences to Brannoch Weir")
    desk.click_offer("Apply damage to Right Arm")
    throw(desk, "Roll the d100", 66, 1)
    desk.click_offer("Apply the consequences to Brannoch Weir")
    held = desk.truth.actors["brannoch"]
    assert held.has_condition(character_conditions.PRONE)
    leg = next(line for line in desk.spoken() if line.startswith("Left Leg of Brannoch Weir"))
    assert leg == "Left Leg of Brannoch Weir: −5 of 6, Serious, armour 2, Scar"
    lines = reads(desk, "care")
    assert "Brannoch Weir, Left Leg, Hit Points, −5 of 6, Serious" in lines
    assert "Brannoch Weir, Right Arm, Treatment, scar · useless" in lines
    assert "Brannoch Weir, Left Leg, Heals, +3 in 7 d" in lines
    assert {"CF-FALL-1", "CF-LUCK-10", "CF-WOUND-2", "CF-WOUND-5", "CF-WOUND-8"} <= desk.rules_in_log()
    desk.picture("brine-3-care")


@pytest.mark.journey
@pytest.mark.rule("CF-TRAP-3", "CF-TRAP-20", "CF-TRAP-21", "CF-TRAP-5", "CF-TRAP-19", "CF-UI-12", "CF-UI-3")
def test_a_needle_is_found_and_pricks_and_the_gms_own_trap_is_built_hidden_found_and_sprung(desk: Desk) -> None:
    begin_dungeon(desk, gone_to("apothecary"))
    search_for_drawer(desk)
    common_screen(desk)
    assert not tells_of(desk, DRAWER), "the GM rolled in secret, and Leo alone was told"
    gms_screen(desk)
    open_status_page(desk, "traps")
    press_button(desk, "Show", DRAWER)
    common_screen(desk)
    assert f"{DRAWER}, 2. The apothecary’s counter, Status, spotted" in reads(desk, "traps")
    assert status_pages(desk)["traps"] == 1
    assert not tells_of(desk, STAIR)
    assert not tells_of(desk, "Widow"), "what it does is still the GM's"
    desk.click_seat("Leo")
    press_button(desk, "Disarm…", DRAWER)
    desk.answer()
    throw(desk, "Roll the d100", 99)
    throw(desk, "Roll the d100", 30)
    desk.picture("brine-4-fumble")
    desk.click_offer("Accept the dice")
    press_button(desk, "Resist", "withstanding")
    throw(desk, "Roll the d100", 95)
    throw(desk, "Roll the d100", 50)
    desk.click_offer("Accept the dice")
    throw(desk, "Roll the hit location on Pell Underlow", 14)
    throw(desk, "Roll damage to Pell Underlow", 4)
    desk.click_offer("Apply damage to Right Arm")
    assert hp(desk.truth, "pell", "Right Arm") == 1
    assert any("Widow’s salt" in line for line in desk.read_log()), "now everybody knows"
    assert states_of_traps(desk)[DRAWER] == "sprung"
    open_status_page(desk, "fatigue")
    press_button(desk, "Add Fatigue…")
    desk.answer(actor="Pell Underlow", cause="Other causes", levels=1)
    assert "Pell Underlow, Fatigue, Winded" in reads(desk)
    desk.picture("brine-5-winded")
    build_a_trap(desk)


def search_for_drawer(desk: Desk) -> None:
    """Let Pell look for it, unseen by all but the GM; Leo alone comes to know of it."""
    gms_screen(desk)
    open_status_page(desk, "traps")
    press_button(desk, "Search…", DRAWER)
    desk.answer(actor="Pell Underlow")
    throw(desk, "Roll the d100", 21, 84)
    assert f"Pell Underlow spots a trap: {DRAWER}" in desk.read_log()
    assert f"{DRAWER}, 2. The apothecary’s counter, Known to, Leo" in reads(desk, "traps")


def build_a_trap(desk: Desk) -> None:
    """Let the GM build one at the table; somebody finds it, and somebody else walks into it all the same."""
    wire = "Thread of tallow"
    gms_screen(desk)
    open_status_page(desk, "traps")
    press_button(desk, "Build a trap")
    desk.answer(
        name=wire,
        maker=40,
        works="Small (for example a needle in a lock)",
        purposes=["Maiming"],
        trigger="a thread at the ankle",
        place="5. The dry room",
    )
    assert f"{wire}, 5. The dry room, Effect, 1d8 · Force Medium" in reads(desk)
    assert "Trap placed: Thread of tallow, price about 40 gold" in desk.read_log()
    desk.picture("brine-6-built")
    common_screen(desk)
    reads(desk, "traps")
    assert not tells_of(desk, wire)
    gms_screen(desk)
    open_status_page(desk, "traps")
    press_button(desk, "Search…", wire)
    desk.answer(actor="Sidonie Ash")
    throw(desk, "Roll the d100", 80, 77)
    assert states_of_traps(desk)[wire] == "hidden", "neither had the better of it"
    open_status_page(desk, "traps")
    press_button(desk, "Search…", wire)
    desk.answer(actor="Sidonie Ash")
    throw(desk, "Roll the d100", 12, 77)
    assert states_of_traps(desk)[wire] == "spotted"
    open_status_page(desk, "traps")
    press_button(desk, "Trigger…", wire)
    desk.answer(victims="Orla Greywater")
    common_screen(desk)
    throw(desk, "Roll the hit location on Orla Greywater", 2)
    throw(desk, "Roll damage to Orla Greywater", 4)
    desk.click_offer("Apply damage to Right Leg")
    assert hp(desk.truth, "orla", "Right Leg") == 2
    assert f"{wire}, 5. The dry room, Status, triggered" in reads(desk, "traps")
    desk.picture("brine-7-sprung")
