"""The steps of an activity view: done, present and later ones.

>>> [(step.name, step.label.key, step.state) for step in steps_at(1, ("aim", "roll", "damage"), "shot.step_")]
[('aim', 'shot.step_aim', 'done'), ('roll', 'shot.step_roll', 'now'), ('damage', 'shot.step_damage', 'later')]
"""

from __future__ import annotations

from typing import Literal

from engine.core.memo import memo
from engine.messages.message import Message
from engine.presentation.activity_view import StepView


def step_state(place: int, present: int) -> Literal["done", "now", "later"]:
    """Return the state of the step at a place, while the one at `present` is carried out."""
    return "now" if place == present else "done" if place < present else "later"


@memo
def steps_at(present: int, names: tuple[str, ...], texts: str) -> tuple[StepView, ...]:
    """Return steps by name, while the one at `present` is carried out; the label of a step is `<texts><name>`."""
    return tuple(
        [
            StepView(name=name, label=Message(key=f"{texts}{name}"), state=step_state(place, present))
            for place, name in enumerate(names)
        ]
    )
