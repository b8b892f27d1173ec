"""States that are laid on a character: a wound, unconscious, stunned, blinded."""

from __future__ import annotations

from engine.table.frozen import Frozen


class Condition(Frozen):
    """A named state. Several of one name may lie side by side under ids of their own; `until` is a clock time."""

    id: str
    name: str
    level: int = 0
    note: str = ""
    until: int | None = None
