"""Simulated fights: the time that a fight of each game takes on one core, when bots play it from its first command."""

from __future__ import annotations

import json

from tests.bench.own_process import printed

MOST = 1000 / 25
"""Milliseconds for a fight: 25 a second."""


def measure() -> list[tuple[str, float, float, str]]:
    """Return figure, value, budget and unit of each row, from a process of its own, as the program plays fights."""
    return [(name, value, MOST, "ms") for name, value in json.loads(printed("simulation_once"))]
