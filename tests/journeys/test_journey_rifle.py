"""The rifle, the vest, the collapse: two turns of a fight in which wounds are written down (IM-EX-4, 6, 8, 9)."""

from __future__ import annotations

import pytest

from tests.journeys.kit import Desk, script

CARDS = {
    "hand:tom": ["10S", "6S", "KS", "9S", "10H", "JH", "2S"],
    "hand:eva": ["4D", "QD", "2D", "6D", "7D", "3D", "5D"],
    "hand:gm": ["2C", "6C", "7C", "8C", "9C", "10C", "JC"],
    "deck": ["3C", "5C", "4C", "3H"],
}
PEOPLE = (
    {"id": "tom", "seat": "tom", "name": "Tomas", "sheet": {"weapon": "Rifle"}},
    {"id": "sally", "seat": "eva", "name": "Sally", "sheet": {"armour": ["Kevlar vest"]}},
)
BOOKKEEPING = {"damage_mode": "bookkeeping"}
FIRST_TURN: tuple[dict[str, object], ...] = (
    {"kind": "start_fight", "seat": "gm", "fighters": ["tom", "sally"]},
    {"kind": "declare", "seat": "tom", "actor": "tom"},
    {"kind": "declare", "seat": "eva", "actor": "sally"},
    {"kind": "shoot", "seat": "tom", "actor": "tom", "target": "sally"},
    {"kind": "play", "seat": "tom", "side": "actor", "cards": ["10S"]},
    {"kind": "respond", "seat": "eva", "response": "none"},
    {"kind": "reveal", "seat": "gm"},
    {"kind": "inflict", "seat": "tom"},
    {"kind": "play", "seat": "tom", "side": "damage", "cards": ["6S", "KS"]},
    {"kind": "play", "seat": "eva", "side": "resistance", "cards": ["4D", "QD"]},
    {"kind": "reveal", "seat": "gm"},
    {"kind": "collapse_check", "seat": "eva"},
    {"kind": "settle", "seat": "gm"},
    {"kind": "lapse", "seat": "eva", "actor": "sally"},
)


@pytest.mark.journey
@pytest.mark.rule("IM-EX-4", "IM-EX-6", "IM-EX-8", "IM-TURN-1", "IM-TURN-3", "IM-RANGED-7", "IM-HAND-5")
@pytest.mark.rule("IM-DMG-1", "IM-DMG-6", "IM-DMG-10", "IM-WOUND-5", "IM-WOUND-6", "IM-WOUND-7")
def test_the_vest_takes_most_of_the_rifle_and_sally_stays_on_her_feet(desk: Desk) -> None:
    desk.open_table(script(CARDS, actors=PEOPLE, options=BOOKKEEPING))
    desk.click_offer("Start combat", seat="Ada")
    desk.answer(fighters=["Tomas", "Sally"], length="a few seconds")
    desk.click_offer("Tomas: declare an action")
    desk.answer(what="fires the rifle")
    assert desk.seat_shown() == "Eva", "the bar goes on to whoever is waited for"
    desk.click_offer("Sally: declare an action")
    desk.answer(what="runs for it")
    desk.picture("rifle-1-declared")

    desk.click_offer("Tomas: shoot", seat="Tom")
    desk.answer(target="Sally", weapon="Rifle")
    desk.drag("10S", "committed:actor")
    assert desk.seat_shown() == "Eva"
    desk.click_offer("Sally: do not dodge")
    assert desk.cards("drawn:opposition") == ("3C",)
    desk.click_offer("Reveal the cards")
    assert "Tomas hits Sally: 10 against 3" in desk.read_log()
    desk.picture("rifle-2-hit")

    desk.click_offer("Deal damage")
    desk.drag(["6S", "KS"], "committed:damage")
    desk.drag(["4D", "QD"], "committed:resistance")
    assert desk.faces_on_screen() == {"10S", "3C"}, "damage and resistance are still face down"
    desk.picture("rifle-3-damage")
    desk.click_offer("Reveal the cards")
    assert "Sally: damage 19, resistance 16, net damage 3" in desk.read_log()
    assert "Net damage 3" in desk.headline()
    desk.click_offer("Make the collapse check", seat="Eva")
    assert "Sally stays conscious: 5♣ = 5 (all wounds 3, this hit 3)" in desk.read_log()
    assert "Sally, played by Eva: Wound 3" in desk.spoken()
    desk.picture("rifle-4-stands")
    desk.click_offer("Finish the action", seat="Ada")
    assert len(desk.cards("hand:tom")) == 4, "under pressure a hand that is not empty is not refilled"
    desk.reopen()


@pytest.mark.journey
@pytest.mark.rule("IM-EX-9", "IM-TURN-9", "IM-RANGED-4", "IM-RANGED-5", "IM-WOUND-4", "IM-WOUND-7", "IM-WOUND-10")
def test_the_second_hit_fells_sally_whose_wound_counts_against_her(desk: Desk) -> None:
    desk.open_table(script(CARDS, *FIRST_TURN, actors=PEOPLE, options=BOOKKEEPING))
    assert "Sally, played by Eva: Wound 3" in desk.spoken()
    desk.click_offer("Start turn 2", seat="Ada")
    desk.click_offer("Tomas: declare an action", seat="Tom")
    desk.answer(what="fires again")
    desk.click_offer("Sally: declare an action", seat="Eva")
    desk.answer(what="crawls on")
    desk.click_offer("Tomas: shoot", seat="Tom")
    desk.answer(target="Sally", weapon="Rifle")
    desk.drag("9S", "committed:actor")
    desk.click_offer("Sally: dodge (uses the action)")
    assert "Sally loses the declared action" in desk.read_log()
    assert "Sally, has lost the action, crawls on" in desk.steps()
    desk.drag("2D", "committed:opposition")
    desk.click_offer("Reveal the cards")
    assert "Tomas hits Sally: 9 against −1" in desk.read_log(), "her wounds are taken off once"
    desk.click_offer("Deal damage")
    desk.drag(["10H", "JH"], "committed:damage")
    desk.drag(["6D", "7D"], "committed:resistance")
    desk.click_offer("Reveal the cards")
    assert "Sally: damage 21, resistance 10, net damage 11" in desk.read_log()
    desk.picture("rifle-5-harmed")
    desk.click_offer("Make the collapse check", seat="Eva")
    assert "Sally is unconscious and dying: 4♣ = 4 (all wounds 14, this hit 11)" in desk.read_log()
    desk.click_offer("Finish the action", seat="Ada")
    desk.picture("rifle-6-dying")
    desk.reopen()
    assert [wound.level for wound in desk.truth.actors["sally"].conditions_named("wound")] == [3, 11]
    assert "Sally, played by Eva: Dying, Unconscious, Wound 14" in desk.spoken()
