"""Tactics: how a side fights, as a few preferences that a GM can read and choose.

>>> TACTICS["careful"].defends(70), TACTICS["aggressive"].defends(70), TACTICS["aggressive"].defends(20)
(True, False, True)
>>> [tactic.id for tactic in TACTICS.values() if tactic.spends(100)]
['spend_early']
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from enum import StrEnum
from typing import Final, Self

from engine.messages.message import Message
from engine.model.frozen import Frozen


class TargetPreference(StrEnum):
    """The opponent that is attacked first."""

    WEAKEST = "weakest"
    MOST_DANGEROUS = "most_dangerous"


class Tactic(Frozen):
    """The preferences of a side.

    Attributes:
        id: the name in scripts; its texts are `tactic.<id>` and `tactic.<id>_help`.
        target: the opponent that is attacked first.
        defend_at: a fighter defends itself while it has at most this percentage of its Health; 100 is always.
        spend_at: the same for spending chips, Luck and the like; 0 is never.
        keep_defence_at: a fighter with at most this percentage that has already attacked keeps its last action of the
            round for a defence; 0 is never.
        takes_risks: it prefers a defence that can hurt the attacker to a safer one.
        aims: a fighter aims first where one aimed attack hits more often than two attacks without.
        only_weakest: resources are spent only for the fighter of the side with the least Health.
    """

    id: str
    target: TargetPreference = TargetPreference.WEAKEST
    defend_at: int = 100
    spend_at: int = 50
    keep_defence_at: int = 0
    takes_risks: bool = False
    aims: bool = True
    only_weakest: bool = False

    @property
    def name(self) -> Message:
        """The name on screen."""
        return Message(key=f"tactic.{self.id}")

    @property
    def sentence(self) -> Message:
        """The sentence that explains it."""
        return Message(key=f"tactic.{self.id}_help")

    def defends(self, health: int) -> bool:
        """Return whether a fighter with this percentage of its Health defends itself."""
        return health <= self.defend_at

    def keeps_defence(self, health: int) -> bool:
        """Return whether a fighter with this percentage of its Health keeps its last action for a defence."""
        return 0 < self.keep_defence_at >= health

    def spends(self, health: int, is_weakest: bool = True) -> bool:
        """Return whether resources are spent for a fighter with this percentage of its Health."""
        return 0 < self.spend_at >= health and (is_weakest or not self.only_weakest)


BALANCED: Final = Tactic(id="balanced")
"""The tactic of a side for which nobody has chosen one."""
_ALL = (
    BALANCED,
    Tactic(id="aggressive", defend_at=25, takes_risks=True, aims=False),
    Tactic(id="careful", keep_defence_at=75),
    Tactic(id="protect_the_weak", target=TargetPreference.MOST_DANGEROUS, spend_at=75, only_weakest=True),
    Tactic(id="spend_early", spend_at=100),
    Tactic(id="keep_resources", spend_at=0),
)
TACTICS: Final = {tactic.id: tactic for tactic in _ALL}
"""All tactics by their ids, in the order in which they are offered."""


class TacticsBySide:
    """A bot that plays each side by a tactic.

    Attributes:
        tactics: the tactics by side; a side without one is balanced.
    """

    tactics: Mapping[str, Tactic] = {}

    def tactic(self, side: str) -> Tactic:
        """Return the tactic of a side."""
        return self.tactics.get(side, BALANCED)

    def with_tactics(self, tactics: Mapping[str, Tactic]) -> Self:
        """Return a bot of the same kind with other tactics."""
        changed = copy(self)
        changed.tactics = tactics
        return changed
