"""Conditions of a character: wound, unconscious, stunned, blinded."""

from __future__ import annotations

from engine.model.frozen import Frozen


class Condition(Frozen):
    """A condition with a name; a character may have several of one name. `until` is a clock time."""

    id: str
    name: str
    level: int = 0
    note: str = ""
    until: int | None = None
