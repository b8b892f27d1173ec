"""A prepared encounter: foes off the Prep room's list, a proposed plan made better, heads lost, a Stun that lasts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from engine.model.cards import face_of
from engine.model.frozen import Json
from tests.engine.rulesets.card_the_drawing.table import deck
from tests.journeys.kit import ADA_TOM_EVA, Desk
from tests.journeys.prep_hands import also, open_category, open_entry, prep_of
from tests.journeys.screen import texts_of
from tests.journeys.test_journey_battle import card, nobody_interrupts

GANG, CHAMPION = "gang-1", "champion-1"


def told() -> dict[str, object]:
    """Return a table with one hero, and an encounter whose hands are known, for each deck is just a hand."""
    actors: list[Mapping[str, Json]] = [
        {
            "id": "tia",
            "seat": "tom",
            "name": "Tia",
            "sheet": {"archetype": "Titan", "deck": deck("swing_blade staggering_blow retreat*2 take_cover")},
        }
    ]
    stats = {"strength": 2, "stamina": 2, "intelligence": 5, "wisdom": 4}
    put: dict[str, Json] = {
        "decks": [
            {"id": "d_gang", "name": "Gang", "cards": {"punch": 2, "retreat": 2, "thrown_rock": 1}},
            {"id": "d_champion", "name": "Champion", "cards": {"swing_blade": 2, "retreat": 1}},
        ],
        "foes": [
            {"id": "f_gang", "name": "Gang", **stats, "minions": 3, "health": 8, "deck": "d_gang"},
            {"id": "f_champion", "name": "Champion", **stats, "speed": 2, "lists": ["Titan"], "deck": "d_champion"},
        ],
        "encounters": [
            {"id": "gate", "name": "At the gate", "foes": [{"foe": "f_gang"}, {"foe": "f_champion"}]},
        ],
    }
    return {
        "ruleset": "card_the_drawing",
        "seats": list(ADA_TOM_EVA),
        "actors": actors,
        "seed": 5,
        "commands": [{"kind": "keep_records", "seat": "gm", "put": put}],
    }


@pytest.mark.journey
@pytest.mark.rule("CD-UI-18", "CD-UI-25", "CD-UI-12", "CD-UI-14", "CD-MINION-5", "CD-TAG-STUN")
def test_an_encounter_off_the_shelf_with_a_stun_that_outlasts_the_round(desk: Desk) -> None:
    desk.open_table(told())
    desk.go_to("prep")
    open_category(desk, "encounters")
    assert not any("gate" in words for words in texts_of(prep_of(desk))), "the players may be looking"
    desk.picture("gate-0-closed")
    see_as_gm(desk)
    open_entry(desk, "At the gate")
    desk.picture("gate-1-prep")
    also(desk, "table", "Start a prepared encounter")
    desk.picture("gate-2-asked")
    desk.answer()
    assert desk.page.room == "table"
    for seat, name in (("Tom", "Tia"), ("Ada", "Gang"), ("Ada", "Champion")):
        desk.click_offer(f"{name}: finish drawing", seat=seat)
    see_as_gm(desk)  # a player's seat was chosen, so the GM screen is hidden
    better_the_proposed_plan(desk)
    desk.click_offer("Champion: lock the plan (no card)", seat="Ada")
    desk.press("Ctrl+Shift+1")
    lay_plan_of_tia(desk, "swing_blade", "staggering_blow")
    before = desk.truth
    desk.click_offer("Tia: lock the plan", seat="Tom")
    lose_a_head_in_mid_step(desk)
    stun_for_the_next_round(desk)
    after = desk.truth
    take_back(desk, lambda: "Round 1: everybody plans" in desk.headline())
    assert desk.truth == before
    assert "Stunned" not in " ".join(desk.spoken())
    assert desk.faces_on_screen() == set()
    desk.picture("gate-9-undone")
    redo = desk.house.window.named_actions["redo"]
    for _ in range(80):
        if redo.isEnabled():
            desk.press("Ctrl+Shift+Z")
    assert desk.truth == after
    assert "Champion plays Swing Blade" in desk.headline()
    desk.reopen()
    assert "Champion plays Swing Blade" in desk.headline()


def better_the_proposed_plan(desk: Desk) -> None:
    """Look at what is proposed for the mob, and why; one card is put back and another taken instead."""
    desk.click_offer("Gang: suggest a plan", seat="Ada")
    assert "Punch: 4 damage to Tia\nPunch: 4 damage to Tia\nThrown Rock: 2 damage to Tia" in texts_of(desk.dialog())
    desk.picture("gate-3-proposed")
    desk.answer(cards=(card(desk, f"cards:{GANG}", "thrown_rock"), card(desk, f"cards:{GANG}", "retreat")))
    assert [face_of(c) for c in desk.cards(f"plan:{GANG}")] == ["punch", "punch", "retreat"]
    desk.click_offer("Gang: lock the plan", seat="Ada")


def lay_plan_of_tia(desk: Desk, *faces: str) -> None:
    """Lay her plan behind the held key, card by card."""
    with desk.hold_key(Qt.Key.Key_2):
        for slot, face in enumerate(faces, 1):
            desk.drag_to(card(desk, "hand:tom", face), "slot", "plan:tia", str(slot))


def lose_a_head_in_mid_step(desk: Desk) -> None:
    """Strike one of the gang down: what lies in their last slot is struck out before its step has come."""
    assert "Tia plays Swing Blade" in desk.headline()
    assert "Gang: Slot 3" in desk.spoken()
    desk.click_part("body", f"{GANG}#1")
    nobody_interrupts(desk, 2)
    assert "Gang: Slot 3: lost because a minion is missing" in desk.spoken()
    assert "Gang plays Punch" in desk.headline(), "the first card is still theirs, and another carries it out"
    desk.picture("gate-4-struck")
    desk.click_part("body", "tia")
    nobody_interrupts(desk, 2)


def stun_for_the_next_round(desk: Desk) -> None:
    """Stun the champion, who has nothing planned any more; in the next round his fast card comes last."""
    assert "Tia plays Staggering Blow" in desk.headline()
    desk.click_part("body", CHAMPION)
    nobody_interrupts(desk, 2)
    desk.click_part("body", "tia")
    nobody_interrupts(desk, 2)
    assert "Gang: Retreat is cancelled because too few minions are left for its step" in desk.read_log()
    assert "Round 2: everybody draws" in desk.headline()
    assert "Champion: Stunned: the character’s next card acts after all cards that are not stunned" in desk.spoken()
    desk.picture("gate-5-round-two")
    desk.click_offer("Gang: draw 1 card", seat="Ada")
    desk.answer(body="Gang 2")
    for seat, name in (("Tom", "Tia"), ("Ada", "Gang"), ("Ada", "Champion")):
        desk.click_offer(f"{name}: finish drawing", seat=seat)
    lay_plan_of_tia(desk, "retreat")
    desk.drag_to(card(desk, f"cards:{CHAMPION}", "swing_blade"), "slot", f"plan:{CHAMPION}", "1")
    for seat, name, extent in (("Tom", "Tia", ""), ("Ada", "Gang", " (no card)"), ("Ada", "Champion", "")):
        desk.click_offer(f"{name}: lock the plan{extent}", seat=seat)
    assert "Tia plays Retreat" in desk.headline(), "5 before 4, for whoever is stunned comes last"
    assert "Champion: Swing Blade, acts last" in desk.headline()
    desk.picture("gate-6-order")
    nobody_interrupts(desk, 2)
    assert "Champion plays Swing Blade" in desk.headline()
    assert not any("Stunned" in words for words in desk.spoken()), "with its turn the Stun is used up"


def take_back(desk: Desk, there: Callable[[], bool]) -> None:
    """Undo step by step, past all that was seen, until the table is there."""
    for _ in range(80):
        if there():
            return
        desk.press("Ctrl+Z")
        if QApplication.activeModalWidget() is not None:
            desk.choose("Undo")
    raise AssertionError("it never came back")


def see_as_gm(desk: Desk) -> None:
    """Turn the screen to the GM, who is alone with it."""
    desk.press("Ctrl+Shift+2")
    desk.choose("Show the GM screen")
