"""What a group would keep on paper beside the table, told with no more than a viewer may know (CF-UI).

Each room keeps one ledger. `tab` says quickly whether a viewer may open it now, and what stands on its tab; `ledger` is
the page. What can be done about a line is an offer of `offering/`, by name.
"""

from __future__ import annotations

from functools import partial
from typing import Final, Protocol

from engine.play.containment import contained
from engine.play.ledgers import Ledger, LedgerTab
from engine.play.words import Message
from engine.rulesets.classic_fantasy.ledgers import (
    care,
    evening,
    fatigue,
    fight,
    harm,
    hazards,
    learning,
    rest,
    roll,
    time,
    traps,
    way,
    years,
)
from engine.table.table import Table


class Room(Protocol):
    """A room that keeps a ledger."""

    def tab(self, table: Table, viewer: str) -> LedgerTab | None:
        """Return what stands on its tab; None while there is nothing for this viewer."""
        ...

    def ledger(self, table: Table, viewer: str) -> Ledger:
        """Return its page; asked for only where there is a tab."""
        ...


LEDGERS: Final[tuple[tuple[str, Room], ...]] = (
    ("roll", roll),
    ("harm", harm),
    ("fight", fight),
    ("rest", rest),
    ("time", time),
    ("care", care),
    ("fatigue", fatigue),
    ("hazards", hazards),
    ("way", way),
    ("traps", traps),
    ("evening", evening),
    ("learning", learning),
    ("years", years),
)
"""By their keys, in the order of their tabs: first what is under way, then what is looked at most."""


def ledger_tabs(table: Table, viewer: str) -> tuple[LedgerTab, ...]:
    """Return the tabs that a viewer may open now."""
    found = (contained(partial(room.tab, table, viewer), _faulty(key)) for key, room in LEDGERS)
    return tuple(tab for tab in found if tab is not None)


def _faulty(key: str) -> LedgerTab | None:
    return LedgerTab(key=key, label=Message(key=f"d100.ledger.{key}.tab"))


def ledger(table: Table, viewer: str, key: str) -> Ledger:
    """Return a page."""
    return dict(LEDGERS)[key].ledger(table, viewer)
