"""The content that every game has, whatever its rules are: commands, secret lists, offers, pages.

`full_content_editor` has its editors. A new kind of such content needs a line in each.

>>> sorted(SECRET_LISTS)
['encounter_arrivals', 'encounter_runs', 'encounters', 'handouts', 'kept_characters', 'random_tables']
"""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.core.commands import Move, Request
from engine.kit.encounters import encounter_commands
from engine.kit.encounters.cast import has_own_encounters
from engine.kit.encounters.encounter_commands import EncounterRules, SaveEncounters
from engine.kit.encounters.encounter_offers import encounter_offers
from engine.kit.encounters.encounter_page import PAGES
from engine.kit.encounters.encounter_runs import RECORD_LISTS
from engine.kit.encounters.encounter_triggers import fire_triggers
from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.random_tables.random_table_commands import RollRandomTable, SaveRandomTables
from engine.kit.random_tables.random_table_offers import random_table_offers
from engine.model.table import Table
from engine.presentation.game import Ruleset, SharedParts
from engine.presentation.offers import Offer

SECRET_LISTS: frozenset[str] = SaveHandouts.SECRET | SaveRandomTables.SECRET | SaveEncounters.SECRET | RECORD_LISTS
"""The lists that only the GM may know."""


def commands_for(ruleset: Ruleset) -> tuple[Move[Any] | type[Request], ...]:
    """Return the commands in a game."""
    return (SaveHandouts, SaveRandomTables, RollRandomTable, *encounter_commands.moves_for(ruleset))


def shared_parts(ruleset: Ruleset) -> SharedParts:
    """Return what every game has besides its rules."""
    prepares, rules = not has_own_encounters(ruleset), EncounterRules(ruleset)

    def offers(table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        encounters = encounter_offers(table, seat, viewer, rules, prepares=prepares)
        return (*random_table_offers(table, seat, viewer), *encounters)

    return SharedParts(
        secret_lists=SECRET_LISTS,
        record_lists=RECORD_LISTS,
        offers=offers,
        page_tabs=PAGES.tabs,
        page=PAGES.page,
        after_command=partial(fire_triggers, ruleset),
    )
