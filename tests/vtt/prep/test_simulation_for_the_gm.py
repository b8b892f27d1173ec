"""The difficulty beside an encounter and the simulated combat: for the GM's eyes, and as the encounter is now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from time import sleep
from unittest.mock import patch

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import EditActor
from engine.kit.bots.tactics import Tactic
from engine.kit.encounters.encounter_commands import SaveEncounters
from engine.kit.encounters.encounter_records import ENCOUNTERS
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.sheets.editing.new_character_moves import JoinActor
from engine.simulate.fight_variants import FightVariant, VariantKind
from engine.simulate.sensitivity import SensitivityRow
from engine.simulate.simulation_results import FightResult, SimulationResults
from tests.vtt.prep_kit import box, make_prepared, prep_room, said_in, settle
from tests.vtt.shell_kit import LIMIT, open_house
from vtt.campaign.combat_simulation import CombatSimulation, FightLimits
from vtt.prep import live_difficulty
from vtt.shared.simulation.combat_simulation_dialog import CombatSimulationDialog
from vtt.shared.simulation.simulation_page import difficulty_words
from vtt.shell.first_window import StartOptions
from vtt.widgets.tasks.task_runner import Task
from vtt.widgets.ui_texts import ui_text

BRIDGE: dict[str, Json] = {"id": "bridge", "name": "The old bridge"}
NO_HEROES = Refused("simulate_no_heroes").text
LEFT = {"ann": 40, "wolf": 60}
LOST = FightResult(winner="opposition", rounds=2, sides={"ann": "party", "wolf": "opposition"}, health_left=LEFT)
WON = FightResult(winner="party", rounds=3, sides=LOST.sides, health_left=LEFT)
TWENTY = SimulationResults(fights=(LOST, LOST, LOST, WON) * 5)


@contextmanager
def simulated_fights() -> Iterator[list[CombatSimulation]]:
    """Let every simulation win a quarter of its fights at once, and collect the simulations."""
    found: list[CombatSimulation] = []

    def results(
        simulation: CombatSimulation,
        _tactics: Mapping[str, Tactic],
        _limits: FightLimits,
        _go_on: Callable[[SimulationResults], bool],
    ) -> SimulationResults:
        found.append(simulation)
        return TWENTY

    with patch.object(CombatSimulation, "results", results):
        yield found


@pytest.mark.parametrize(
    ("won", "lost", "words"),
    [(0, 1, "Fair–Deadly"), (5, 15, "Hard–Deadly"), (500, 1500, "Deadly"), (1900, 100, "Easy"), (1, 0, "Easy–Deadly")],
)
def test_a_few_fights_are_no_verdict(won: int, lost: int, words: str) -> None:
    found = difficulty_words(SimulationResults(fights=(WON,) * won + (LOST,) * lost))
    assert found is not None
    assert found[0] == words


def test_the_difficulty_follows_the_form_and_the_heroes_and_no_other_viewer_sees_it(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house, patch.object(live_difficulty, "PAUSE", 1):
        campaign, room = prep_room(house, path, gm=True)
        assert room.submit(SaveEncounters(seat=room.seat, put={ENCOUNTERS: (BRIDGE,)}))
        room.open_category(ENCOUNTERS)
        room.open_entry("bridge")
        line = room.live_difficulty.line
        qtbot.waitUntil(lambda: NO_HEROES in line.text(), timeout=LIMIT)
        with simulated_fights() as found:
            tom = next(seat for seat in room.view.seats if seat != room.seat)
            assert campaign.submit(JoinActor(seat=room.seat, id="ann", name="Ann", leader=tom, sheet={}))
            deadly = ui_text("simulation", "difficulty.deadly")
            qtbot.waitUntil(lambda: deadly in line.text() and "25 %" in line.text(), timeout=LIMIT)
            assert line.isVisible()
            first = len(found)
            box(room, "name").control.first_stop().setFocus()
            focus = QApplication.focusWidget()
            assert focus is not None
            QTest.keyClicks(focus, "!")
            qtbot.waitUntil(lambda: len(found) > first, timeout=LIMIT)
            assert found[-1].encounter == (ENCOUNTERS, "bridge")
            assert found[-1].preparation, "the unsaved change takes part"
            qtbot.waitUntil(lambda: deadly in line.text(), timeout=LIMIT)
            known = len(found)
            assert campaign.submit(EditActor(seat=room.seat, actor="ann", name="Anna"))
            qtbot.waitUntil(lambda: len(found) > known, timeout=LIMIT)
            house.window.named_actions["simulate"].trigger()
            (dialog,) = house.window.findChildren(CombatSimulationDialog)
            fought = QSignalSpy(dialog.fought)
            assert fought.count() or fought.wait(LIMIT)
            assert found[-1].encounter == (ENCOUNTERS, "bridge"), (
                "the open encounter, as no combat is seen in this room"
            )
            assert house.window.viewer_switch is not None
            house.window.viewer_switch.see_shared()
            qtbot.waitUntil(lambda: room.is_closed and not house.window.findChildren(CombatSimulationDialog))
            assert "25 %" not in said_in(house.window)
            assert deadly not in said_in(house.window)
            for viewer in campaign.viewer_campaign("shared").view.seats:
                simulation = campaign.viewer_campaign(viewer).combat_simulation((ENCOUNTERS, "bridge"))
                assert (simulation is not None) == (viewer == room.seat)
            assert campaign.viewer_campaign("shared").combat_simulation() is None
        settle(qtbot, room)


def test_the_combat_in_progress_is_simulated_on_the_gm_screen_alone(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house, simulated_fights() as simulated:
        _, room = prep_room(house, path, gm=True)
        switch, action = house.window.viewer_switch, house.window.named_actions["simulate"]
        assert switch is not None
        switch.see_shared()
        action.trigger()
        assert not house.window.findChildren(CombatSimulationDialog)
        assert ui_text("simulation", "gm_only") in said_in(house.window)
        switch.see_gm(asked=False)
        action.trigger()
        (dialog,) = house.window.findChildren(CombatSimulationDialog)
        fought = QSignalSpy(dialog.fought)
        assert fought.count() or fought.wait(LIMIT)
        assert simulated[-1].encounter is None
        assert simulated[-1].viewer == room.seat
        assert "25 %" in dialog.headline.text()
        assert next(card.chart.note.title for card in dialog.cards) == ui_text("simulation", "won")
        assert all(card.chart.note.help for card in dialog.cards), "every chart is explained"
        QTest.mouseClick(dialog.allies.more, Qt.MouseButton.LeftButton)
        QTest.mouseClick(dialog.allies.buttons["wolf"], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: fought.count() == 2, timeout=LIMIT)
        assert [simulation.allies for simulation in simulated][-2:] == [(), ("wolf",)]
        assert dialog.focusWidget() is dialog.allies.buttons["wolf"], "the next press closes nothing"
        switch.see_shared()
        qtbot.waitUntil(lambda: not house.window.findChildren(CombatSimulationDialog))
        assert "25 %" not in said_in(house.window)


def test_stop_shows_what_is_known_without_waiting_for_the_fights_in_progress(qtbot: QtBot, tmp_path: Path) -> None:
    path, may_end = make_prepared(tmp_path, "imaginality"), Event()

    def slow(
        _simulation: CombatSimulation,
        _tactics: Mapping[str, Tactic],
        _limits: FightLimits,
        go_on: Callable[[SimulationResults], bool],
    ) -> SimulationResults:
        while go_on(TWENTY):
            sleep(0.01)
        may_end.wait(LIMIT / 1000)
        return SimulationResults()

    def one_change_of_four(
        simulation: CombatSimulation,
        _tactics: Mapping[str, Tactic],
        _limits: FightLimits,
        go_on: Callable[[Sequence[SensitivityRow], int], bool],
    ) -> tuple[SensitivityRow, ...]:
        row = SensitivityRow(FightVariant(VariantKind.ARMOUR_OFF, "", simulation.table, None), TWENTY)
        while go_on((row,), 4):
            sleep(0.01)
        return (row,)

    large = StartOptions(size=QSize(1920, 1080), scale=2)
    with open_house(tmp_path, large) as house, patch.object(CombatSimulation, "results", slow):
        prep_room(house, path, gm=True)
        house.window.named_actions["simulate"].trigger()
        (dialog,) = house.window.findChildren(CombatSimulationDialog)
        fought = QSignalSpy(dialog.fought)
        qtbot.waitUntil(lambda: "25 %" in dialog.headline.text(), timeout=LIMIT)
        top = dialog.charts.mapTo(dialog, QPoint()).y()
        assert top < dialog.height() / 2, "the results have most of the room, also at twice the size"
        QTest.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)
        assert fought.count() == 1, "nothing was waited for"
        assert ui_text("simulation", "over", count=20) in dialog.said.text()
        (task,) = house.window.findChildren(Task)
        with qtbot.waitSignal(task.ended, timeout=LIMIT):
            may_end.set()
        assert dialog.results == TWENTY, "the late end changes nothing"
        with patch.object(CombatSimulation, "sensitivity", one_change_of_four):
            QTest.mouseClick(dialog.compare, Qt.MouseButton.LeftButton)
            so_far = ui_text("simulation", "comparing", number=1, of=4, count=20)
            qtbot.waitUntil(lambda: so_far in dialog.said.text(), timeout=LIMIT)
            assert (dialog.bar.value(), dialog.bar.maximum()) == (20, 80)
        QTest.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)
        (change,) = dialog.cards[1].chart.note.rows
        assert change.label == ui_text("simulation", "armour_off"), "what is known of the changes stays"
        QTest.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)
