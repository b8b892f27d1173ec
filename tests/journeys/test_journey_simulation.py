"""A GM asks how hard a prepared encounter is: the line in the form, the simulation, its stop, and its results."""

from __future__ import annotations

from dataclasses import replace
from multiprocessing.process import BaseProcess
from unittest.mock import Mock

import pytest
from PySide6.QtWidgets import QApplication

from tests.journeys.kit import Desk
from tests.journeys.prep_hands import also, open_category, open_entry, prep_of, said
from tests.journeys.test_journey_encounter import see_as_gm, told
from tests.on_screen import on_screen
from vtt.prep import live_difficulty
from vtt.shared.simulation.combat_simulation_dialog import CombatSimulationDialog
from vtt.widgets.ui_texts import ui_text


@pytest.mark.journey
@pytest.mark.rule("CD-UI-25")
def test_the_difficulty_of_an_encounter_is_seen_and_its_simulation_is_stopped_and_read(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few fights are enough for the difficulty, as no hand of this encounter can lose it.

    They are played without worker processes, as on a system that has no room for any; these have tests of their own.
    """
    monkeypatch.setattr(BaseProcess, "start", Mock(side_effect=OSError))
    monkeypatch.setattr(live_difficulty, "PAUSE", 1)
    monkeypatch.setattr(live_difficulty, "LIMITS", replace(live_difficulty.LIMITS, times=5))
    desk.open_table(told())
    before = desk.truth
    see_as_gm(desk)
    desk.go_to("prep")
    open_category(desk, "encounters")
    open_entry(desk, "At the gate")
    desk.wait(lambda: "Difficulty: Hard–Deadly. The party wins 0 %" in said(prep_of(desk)))
    desk.picture("simulation-1-difficulty")
    also(desk, "simulate", ui_text("prep", "also.simulate_help"))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, CombatSimulationDialog)
    on_screen(dialog)
    desk.wait(lambda: dialog.headline.isVisible() and bool(dialog.cards))
    desk.picture("simulation-2-under-way")
    assert dialog.stop.accessibleName() == "Stop"
    desk.click(dialog.stop)
    results = dialog.results
    assert results is not None
    assert f"{results.times} simulated fight" in dialog.said.text()
    assert {"Chance of victory", "Rounds", "Health left"} <= {card.chart.note.title for card in dialog.cards}
    assert "Gang · Minion 1" in {row.label for card in dialog.cards for row in card.chart.note.rows}
    desk.picture("simulation-3-stopped")
    assert dialog.stop.accessibleName() == "Close"
    desk.click(dialog.stop)
    assert QApplication.activeModalWidget() is None
    assert desk.truth == before
