"""Brine House, the third and fourth room: somebody burns, and is smothered; then a fight with a cellar dog."""

from __future__ import annotations

import pytest

from engine.rulesets.classic_fantasy.combat.combat_procedure import current_combat
from tests.engine.rulesets.classic_fantasy.table import hp, states
from tests.journeys.kit import Desk
from tests.journeys.status_page_hands import (
    begin_dungeon,
    common_screen,
    gms_screen,
    gone_to,
    press_button,
    reads,
    status_pages,
    tell_dice,
    throw,
    tick,
)


@pytest.mark.journey
@pytest.mark.rule("CF-FIRE-7", "CF-FIRE-8", "CF-FIRE-9", "CF-FIRE-15", "CF-FIRE-16", "CF-UI-1", "CF-UI-8", "CF-UI-11")
def test_somebody_burns_round_by_round_until_it_is_smothered(desk: Desk) -> None:
    begin_dungeon(desk)
    assert reads(desk, "hazards") == ["Hazards", "Nobody is in danger."]
    desk.click_seat("Ada")
    press_button(desk, "Set on fire…")
    desk.answer(actor="Sidonie Ash", locations=["Left Arm"], intensity=2)
    assert "Sidonie Ash, Next, 1d4 damage in 5 s" in reads(desk)
    assert "5 s, Fire and heat deal damage" in reads(desk, "time")
    press_button(desk, "Round · dice")
    tell_dice(desk, 3)
    desk.click_offer("Apply damage to Left Arm")
    assert desk.truth.clock == 9 * 3600 + 5 * 60 + 5
    assert "Day 1, 9:05:05" in reads(desk, "time")
    assert hp(desk.truth, "sidonie", "Left Arm") == 1
    burning = [line for line in desk.spoken() if "of Sidonie Ash" in line and "On fire, intensity 2" in line]
    assert [line.split(" of ")[0] for line in burning] == ["Abdomen", "Chest", "Left Arm"], (
        "it spreads by its intensity"
    )
    desk.picture("brine-a1-fire")
    reads(desk, "hazards")
    press_button(desk, "Sidonie Ash: Drop prone")
    press_button(desk, "Sidonie Ash: Smother…")
    desk.answer(helpers="Orla Greywater")
    throw(desk, "Roll the d100", 25)
    desk.picture("brine-a2-smothered")
    assert "Sidonie Ash smothers the flames: Left Arm, Chest, Abdomen" in desk.read_log()
    assert "burning" not in states(desk.truth, "sidonie")
    assert reads(desk, "hazards") == ["Hazards", "Nobody is in danger."]


@pytest.mark.journey
@pytest.mark.rule("CF-X-16", "CF-X-27", "CF-X-28", "CF-UI-1", "CF-UI-2", "CF-UI-4", "CF-UI-9", "CF-UI-10")
def test_a_round_against_a_dog_whose_numbers_stay_the_gms(desk: Desk) -> None:
    begin_dungeon(desk, gone_to("counting_room"))
    assert not any("Cellar dog" in line for line in (*desk.spoken(), *desk.read_log()))
    gms_screen(desk)
    desk.click_offer("Start combat", seat="Ada")
    tick(desk, "fighters", "Cellar dog")
    tick(desk, "fighters", "Pell Underlow", "Sidonie Ash", on=False)
    desk.answer()
    common_screen(desk)
    assert "Cellar dog, Initiative, hidden" in reads(desk)
    throw(desk, "Roll initiative", 2)
    throw(desk, "Roll initiative", 10)
    desk.click_seat("Ada")
    throw(desk, "Roll initiative", 4)
    assert not any("Cellar dog: initiative" in line for line in desk.read_log())
    assert reads(desk)[1] == "Orla Greywater"
    desk.picture("brine-b1-fight")
    press_button(desk, "Cellar dog: Attack")
    desk.click(desk.fill_in(weapon="Hammer").do)
    tell_dice(desk, 30)  # a player's own dice are thrown with it, and nobody waits for Luck after a success
    assert "Cellar dog, Initiative, hidden" in reads(desk)
    press_button(desk, "Cellar dog: evade")
    tell_dice(desk, 71, 14, 4)  # location and damage fall as soon as it is hit
    assert "The result is hidden." in reads(desk)
    desk.click_offer("Apply damage to Right Foreleg", seat="Ada")
    tell_dice(desk, 90, 4)
    desk.click_offer("Apply the consequences to Cellar dog", seat="Ada")
    assert hp(desk.truth, "dog-1", "Right Foreleg") == -1, "5 by the hammer, 1 kept off by its hide"
    log = desk.read_log()
    assert "Cellar dog, Right Foreleg: Serious Wound" in log, "everybody sees it limp"
    assert "Cellar dog, Evade: 71, failure" in log, "the die lay open, and what it was thrown against did not"
    assert not [line for line in log if "Calculation for" in line]
    assert not [line for line in log if "dog" in line and ("Hit Points" in line or "damage" in line)]
    assert [line for line in desk.spoken() if "Cellar dog" in line] == ["Cellar dog, played by Ada"]
    assert "care" in status_pages(desk)
    assert not [line for line in reads(desk, "care") if "dog" in line]
    desk.picture("brine-b2-common")
    gms_screen(desk)
    useless = "Useless until the location’s Hit Points are above 0"
    assert f"Right Foreleg of Cellar dog: −1 of 3, Serious, armour 1, {useless}, Scar" in desk.spoken()
    assert "Cellar dog, Right Foreleg, Hit Points, −1 of 3, Serious" in reads(desk, "care")
    assert any("Hit Points −1 of 3" in line for line in desk.read_log())
    desk.picture("brine-b3-dog")
    common_screen(desk)
    reads(desk, "fight")  # the Turn of Orla has ended with her attack
    assert "Cellar dog, Status, has the Turn" in reads(desk)
    press_button(desk, "End the Round")
    assert "Combat Round 2" in desk.headline()
    assert desk.truth.clock == 9 * 3600 + 5 * 60 + 5
    desk.click_offer("End the combat", seat="Ada")
    desk.choose("End the combat")  # found by name, what goes far asks first
    assert current_combat(desk.truth) is None
    assert "fight" not in status_pages(desk)
    assert not [line for line in desk.spoken() if "Cellar dog" in line]
