"""The window never waits: the longest time for which it answers nothing while campaigns come and go."""

from __future__ import annotations

from statistics import median

from tests.bench.own_process import printed

RUNS = 3
SCENES = (
    "a demo is laid",
    "the print room is opened",
    "the options are opened",
    "something is asked",
    "the form of a question is opened",
    "a campaign is closed",
    "a campaign is opened",
    "the window is closed",
)


def measure() -> list[tuple[str, float, float, str]]:
    """Return for each scene the median of some evenings, each in a process of its own that has drawn nothing yet."""
    evenings = [_evening() for _ in range(RUNS)]
    waits = [median(waits) for waits in zip(*evenings, strict=True)]
    return [(f"longest wait while {scene}", wait, 50.0, "ms") for scene, wait in zip(SCENES, waits, strict=True)]


def _evening() -> list[float]:
    return [float(wait) for wait in printed("window_once").split()]
