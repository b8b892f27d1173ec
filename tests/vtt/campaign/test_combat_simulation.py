"""The simulation of a combat says what is missing before any fight begins."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from engine.messages.refusal import Refused
from engine.rulesets import loader
from tests.engine.simulate.test_unknown_cards import demo_table
from vtt.campaign.combat_simulation import CombatSimulation, FightLimits


def test_what_is_missing_for_a_simulation_is_said() -> None:
    simulation = CombatSimulation("imaginality", demo_table("imaginality"), "gm")

    def refusal() -> str:
        with pytest.raises(Refused) as why:
            simulation.results({}, FightLimits(times=1, within=3), lambda _results: True)
        return why.value.message.key.removeprefix("refused.")

    assert refusal() == "simulate_no_combat_now"
    with patch.object(loader, "bot_of", return_value=None):
        assert refusal() == "simulate_no_bot"
