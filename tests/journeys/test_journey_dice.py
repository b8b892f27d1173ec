"""A roll on the cloth: thrown with the mouse, bettered by a chip, asked where its number comes from, and let stand."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from tests.journeys.kit import Desk
from vtt.shell.campaigns import campaign_loading
from vtt.table.accessibility.focus_targets import FocusTarget
from vtt.widgets.speech_bubble import SpeechBubble

TABLE = {
    "ruleset": "future_imperfect",
    "seats": [{"id": "gm", "name": "Ada", "role": "gm"}, {"id": "tom", "name": "Tom"}],
    "actors": [{"id": "frost", "seat": "tom", "name": "Frost", "sheet": {"reflex": "3d8", "dexterity": "2d8"}}],
    "chips": {"tom": {"white": 1, "red": 1}},
    "seed": 5,
    "commands": [
        {"kind": "try_roll", "seat": "tom", "actor": "frost", "name": "reflex", "tn": 5},
        {"kind": "add_modifier", "seat": "tom", "value": 2, "why": "warned in time"},
    ],
}


def lane(desk: Desk) -> FocusTarget:
    """Return the lane in which the dice lie."""
    return next(stop for stop in desk.table.focus_targets() if stop.ref.startswith("lane "))


def bubble(desk: Desk) -> str:
    """Return what the bubble says; empty while there is none."""
    found = desk.table.findChild(SpeechBubble)
    assert isinstance(found, SpeechBubble)
    return found.text if found.isVisible() else ""


@pytest.mark.journey
@pytest.mark.rule("FI-CORE-3", "FI-CORE-9", "FI-FATE-9", "FI-FATE-10")
def test_a_roll_is_thrown_bettered_by_chips_and_explained(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign_loading, "chance", lambda: SeededChance(3))  # two ones would be a bust
    desk.open_table(TABLE)
    assert lane(desk).name.startswith("Frost: Reflex. 3d8. Modifier +2: “warned in time”. Target number: 5")
    desk.picture("dice-1-blank")
    desk.click_offer("Roll the dice", seat="Tom")
    thrown = lane(desk).name
    assert thrown.count("d8: ") == 3
    assert "Modifier +2: “warned in time”. Total " in thrown
    desk.picture("dice-2-thrown")

    desk.click_table(lane(desk).rect.center().toPoint())
    assert bubble(desk).split("\n")[0] == "Frost: Reflex"
    assert "Modifier +2: “warned in time”" in bubble(desk).split("\n")
    desk.picture("dice-3-explained")

    desk.click_offer("Frost: spend a white chip (1 available)", seat="Tom")
    assert "d8 from a white chip: " in lane(desk).name
    assert bubble(desk) == "", "what it said is over"
    desk.click_offer("Frost: spend a red chip (1 available)", seat="Tom")
    # No chip is left: the roll is decided, and its dice lie until somebody goes on.
    assert "d8 from a red chip: " in lane(desk).name
    assert desk.truth.chips["tom"] == {}
    desk.picture("dice-4-settled")
    desk.click_table()
    desk.table.set_focus_target(lane(desk))
    desk.press("Return")
    assert bubble(desk).count("chip") == 2
    total = lane(desk).name
    desk.reopen()
    assert lane(desk).name == total
