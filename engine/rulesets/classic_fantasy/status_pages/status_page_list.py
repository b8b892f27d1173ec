"""The status pages of this game: what a group would note on paper, as far as a viewer may know (CF-UI).

Each module makes one page. `tab` quickly says whether a viewer may open it now, and gives the text of its tab;
`status_page` is the page. Its buttons name offers.
"""

from __future__ import annotations

from functools import partial
from typing import Final, Protocol

from engine.core.fault_isolation import isolated
from engine.messages.message import Message
from engine.model.table import Table
from engine.presentation.status_pages import StatusPage, StatusPageTab
from engine.rulesets.classic_fantasy.status_pages import (
    ageing_status_page,
    check_status_page,
    combat_status_page,
    damage_status_page,
    experience_status_page,
    fatigue_status_page,
    hazard_status_page,
    rest_status_page,
    session_status_page,
    time_status_page,
    trap_status_page,
    travel_status_page,
    wound_status_page,
)


class StatusPageModule(Protocol):
    """A module that makes a status page."""

    def tab(self, table: Table, viewer: str) -> StatusPageTab | None:
        """Return its tab; None while the viewer may not open the page."""
        ...

    def status_page(self, table: Table, viewer: str) -> StatusPage:
        """Return its page; called only where there is a tab."""
        ...


STATUS_PAGES: Final[tuple[tuple[str, StatusPageModule], ...]] = (
    ("roll", check_status_page),
    ("harm", damage_status_page),
    ("fight", combat_status_page),
    ("rest", rest_status_page),
    ("time", time_status_page),
    ("care", wound_status_page),
    ("fatigue", fatigue_status_page),
    ("hazards", hazard_status_page),
    ("way", travel_status_page),
    ("traps", trap_status_page),
    ("evening", session_status_page),
    ("learning", experience_status_page),
    ("years", ageing_status_page),
)
"""All pages by key, in the order of their tabs: procedures in progress first, then the most used."""


def status_page_tabs(table: Table, viewer: str) -> tuple[StatusPageTab, ...]:
    """Return the tabs that a viewer may open now."""
    tabs = (isolated(partial(page.tab, table, viewer), _faulty_tab(key)) for key, page in STATUS_PAGES)
    return tuple(tab for tab in tabs if tab is not None)


def _faulty_tab(key: str) -> StatusPageTab | None:
    return StatusPageTab(key=key, label=Message(key=f"d100.ledger.{key}.tab"))


def status_page(table: Table, viewer: str, key: str) -> StatusPage:
    """Return a page."""
    return dict(STATUS_PAGES)[key].status_page(table, viewer)
