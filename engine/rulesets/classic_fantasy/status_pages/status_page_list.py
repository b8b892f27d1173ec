"""The status pages of this game: what a group would note on paper, as far as a viewer may know (CF-UI)."""

from __future__ import annotations

from typing import Final

from engine.kit.status_pages import StatusPages
from engine.rulesets.classic_fantasy.status_pages.ageing_status_page import AgeingPage
from engine.rulesets.classic_fantasy.status_pages.check_status_page import CheckPage
from engine.rulesets.classic_fantasy.status_pages.combat_status_page import CombatPage
from engine.rulesets.classic_fantasy.status_pages.damage_status_page import DamagePage
from engine.rulesets.classic_fantasy.status_pages.experience_status_page import ExperiencePage, SessionPage
from engine.rulesets.classic_fantasy.status_pages.fatigue_status_page import FatiguePage
from engine.rulesets.classic_fantasy.status_pages.hazard_status_page import HazardPage
from engine.rulesets.classic_fantasy.status_pages.rest_status_page import RestPage
from engine.rulesets.classic_fantasy.status_pages.time_status_page import TimePage
from engine.rulesets.classic_fantasy.status_pages.trap_status_page import TrapPage
from engine.rulesets.classic_fantasy.status_pages.travel_status_page import TravelPage
from engine.rulesets.classic_fantasy.status_pages.wound_status_page import WoundPage

STATUS_PAGES: Final = StatusPages(
    CheckPage,
    DamagePage,
    CombatPage,
    RestPage,
    TimePage,
    WoundPage,
    FatiguePage,
    HazardPage,
    TravelPage,
    TrapPage,
    SessionPage,
    ExperiencePage,
    AgeingPage,
)
"""All pages in the order of their tabs: procedures in progress first, then the most used."""
status_page_tabs = STATUS_PAGES.tabs
status_page = STATUS_PAGES.page
