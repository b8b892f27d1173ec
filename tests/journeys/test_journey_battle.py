"""Two rounds of a battle at one screen: plans behind held keys, targets by click, an Interrupt that costs a plan."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from engine.model.frozen import Json
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.cards.card_library import library_of
from tests.engine.rulesets.card_the_drawing.table import deck
from tests.journeys.kit import ADA_TOM_EVA, Desk

TIA = "swing_blade staggering_blow counter_strike retreat take_cover"
ELI = "so_spark so_arcane_lance so_second_sight retreat punch"
RATS = "gm_gang_up*3 punch*3 gm_throw_sand*3"


def told() -> dict[str, object]:
    """Return a battle whose first hands are known, for every deck of a player is just a hand."""
    library = library_of()
    spells = " ".join(card for card in ELI.split() if card in library.cards)
    mob = {**actor_sheet.sheet_of_foe(library.foes["mob"], library, minions=3), "deck": deck(RATS)}
    actors: list[Mapping[str, Json]] = [
        {"id": "tia", "seat": "tom", "name": "Tia", "sheet": {"archetype": "Titan", "deck": deck(TIA)}},
        {"id": "eli", "seat": "eva", "name": "Eli", "sheet": {"archetype": "Sorcerer", "deck": deck(spells)}},
        {"id": "rats", "seat": "gm", "name": "Rats", "sheet": mob},
    ]
    begin: list[Mapping[str, Json]] = [{"kind": "start_battle", "seat": "gm", "fighters": ["tia", "eli", "rats"]}]
    begin += [{"kind": "finish_drawing", "seat": "gm", "actor": actor["id"]} for actor in actors]
    return {
        "ruleset": "card_the_drawing",
        "seats": list(ADA_TOM_EVA),
        "actors": actors,
        "seed": 5,
        "commands": begin,
    }


def card(desk: Desk, zone: str, face: str) -> str:
    """Return a card of a zone by what is printed on it."""
    return next(card for card in desk.cards(zone) if card.split("/")[0] == face)


def health(desk: Desk, minion: int) -> int:
    """Return the Health of a rat."""
    return desk.truth.actors["rats"].tracks[f"Minion {minion}"].value


def nobody_interrupts(desk: Desk, times: int = 1) -> None:
    """Let the table say so."""
    for _ in range(times):
        desk.click_offer("Nobody interrupts")


@pytest.mark.journey
@pytest.mark.rule("CD-EX-1", "CD-PLAN-1", "CD-PLAY-8", "CD-MINION-5", "CD-UI-5", "CD-UI-8", "CD-UI-9", "CD-UI-14")
def test_two_rounds_at_one_screen(desk: Desk) -> None:
    desk.open_table(told())
    assert desk.faces_on_screen() == set()
    with desk.hold_key(Qt.Key.Key_2):
        desk.drag_to(card(desk, "hand:tom", "staggering_blow"), "slot", "plan:tia", "1")
        desk.drag_to(card(desk, "hand:tom", "swing_blade"), "slot", "plan:tia", "1")
        desk.picture("battle-1-tom-plans")
        desk.drag_to(card(desk, "hand:tom", "counter_strike"), "slot", "plan:tia", "2")
        assert desk.refusal() == "Counter Strike is an Interrupt and cannot be planned. Keep it in your hand."
    desk.wait(lambda: desk.faces_on_screen() == set())  # the plan is covered again
    assert [c.split("/")[0] for c in desk.cards("plan:tia")] == ["swing_blade", "staggering_blow"]
    desk.click_offer("Tia: lock the plan", seat="Tom")
    with desk.hold_key(Qt.Key.Key_3):
        desk.drag_to(card(desk, "hand:eva", "retreat"), "slot", "plan:eli", "1")
        desk.drag_to(card(desk, "hand:eva", "so_arcane_lance"), "slot", "plan:eli", "2")
        desk.picture("battle-2-eva-plans")
    desk.wait(lambda: desk.faces_on_screen() == set())
    assert not any("Arcane" in words for words in desk.spoken())
    desk.click_offer("Eli: lock the plan", seat="Eva")
    faces = [c.split("/")[0] for c in desk.cards("cards:rats")]
    assert {"gm_gang_up", "punch"} <= set(faces), faces
    with desk.hold_key(Qt.Key.Key_1):
        for slot, face in enumerate(("punch", "gm_gang_up"), 1):
            desk.drag_to(card(desk, "cards:rats", face), "slot", "plan:rats", str(slot))
    desk.wait(lambda: desk.faces_on_screen() == set())
    desk.click_offer("Rats: lock the plan", seat="Ada")
    assert any(face.startswith("swing_blade") for face in desk.faces_on_screen())
    # Eli's Retreat is a guard and Tia's Swing Blade waits for a target; whoever is earlier is asked first.
    play_until(desk, "Tia plays Swing Blade")
    desk.hover_part("body", "rats#1")
    assert "8 damage, 0 Health left" in desk.refusal() or "defeated" in desk.refusal()
    desk.picture("battle-3-targets")
    desk.click_part("body", "rats#1")
    nobody_interrupts(desk, 2)
    assert health(desk, 1) == 0
    play_until(desk, "Rats plays Punch")
    desk.picture("battle-4-head-lost")
    desk.click_part("body", "tia")
    with desk.hold_key(Qt.Key.Key_2):
        desk.drag_to(card(desk, "hand:tom", "counter_strike"), "stage")
        assert desk.refusal() == ""
        desk.picture("battle-5-interrupt")
    nobody_interrupts(desk)
    assert "Tia interrupts with Counter Strike" in desk.headline()
    play_until(desk, "Eli plays Arcane Lance", round_two=True)
    log = desk.read_log()
    assert "Tia: Staggering Blow fizzles because its cost cannot be paid" in log
    assert "Rats: Gang Up is cancelled because too few minions are left for its step" in log, "two heads are gone"
    assert "Eli reveals Arcane Lance, which starts to charge" in log
    assert any(words.startswith("Step 1") or "Round 2, step 1" in words for words in desk.headline())
    desk.picture("battle-6-ritual")
    desk.click_part("body", "rats#3")
    while desk.truth.zones.get("plan:tia") is not None:
        nobody_interrupts(desk)
    assert "The battle is over. Winner: The party" in desk.read_log()
    desk.picture("battle-7-over")
    take_back_to_the_plans(desk)
    assert [c.split("/")[0] for c in desk.cards("plan:tia")] == ["swing_blade", "staggering_blow"]
    assert [health(desk, minion) for minion in (1, 2, 3)] == [8, 8, 8]
    assert desk.faces_on_screen() == set(), "what was turned up lies face down again"
    desk.picture("battle-8-undone")
    desk.reopen()
    assert [c.split("/")[0] for c in desk.cards("plan:tia")] == ["swing_blade", "staggering_blow"]


def take_back_to_the_plans(desk: Desk) -> None:
    """Undo step by step, past all that was seen, until Eli plans the first round."""
    for _ in range(80):
        if "Round 1: everybody plans" in desk.headline() and "The plan of Eli is locked" not in desk.read_log():
            return
        desk.press("Ctrl+Z")
        if QApplication.activeModalWidget() is not None:
            desk.choose("Undo")
    raise AssertionError("the plans never came back")


def play_until(desk: Desk, title: str, *, round_two: bool = False) -> None:
    """Let windows pass, and plans stand empty, until a card is in play."""
    for _ in range(30):
        if title in desk.headline():
            return
        if "Nobody interrupts" in desk.offers():
            nobody_interrupts(desk)
        elif round_two:
            finish_phase(desk)
        else:
            desk.click_part("body", "tia")
    raise AssertionError(f"{title} never came: {desk.headline()}")


def finish_phase(desk: Desk) -> None:
    """Let everybody who is waited for finish the phase as it is."""
    for seat, name in (("Tom", "Tia"), ("Eva", "Eli"), ("Ada", "Rats")):
        for words in (f"{name}: finish drawing", f"{name}: lock the plan", f"{name}: lock the plan (no card)"):
            desk.click_seat(seat)
            if words in desk.offers():
                desk.click_offer(words, seat=seat)
