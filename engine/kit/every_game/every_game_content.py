"""The content that every game has, whatever its rules are: commands, secret lists, offers, pages.

`full_content_editor` has its editors. A new kind of such content needs a line in each.

>>> sorted(SECRET_LISTS - {"encounter_runs", "encounter_arrivals"})
['encounters', 'handouts', 'kept_characters', 'notes', 'quick_notes', 'random_tables', 'resting_characters']
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from engine.core.commands import Move, Request
from engine.core.draft import Draft
from engine.core.manual_moves import RollDice
from engine.kit.checks.check_odds import OfferOdds, check_odds_of
from engine.kit.content_editor.save_content import SaveContent
from engine.kit.encounters import encounter_commands
from engine.kit.encounters.cast import has_own_encounters
from engine.kit.encounters.encounter_commands import EncounterRules, SaveEncounters
from engine.kit.encounters.encounter_offers import encounter_offers
from engine.kit.encounters.encounter_page import PAGES
from engine.kit.encounters.encounter_records import KEPT
from engine.kit.encounters.encounter_runs import RECORD_LISTS as RUN_LISTS
from engine.kit.encounters.encounter_runs import RUNS, EncounterRun
from engine.kit.encounters.encounter_triggers import NumberOfRound, fire_triggers, numbers_of_rounds
from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.heroes import hero_commands
from engine.kit.notes.note_commands import QuickNote, RollDiceForGM, SaveNotes
from engine.kit.notes.note_renames import follow_renames
from engine.kit.random_tables.random_table_commands import RollRandomTable, SaveRandomTables
from engine.kit.random_tables.random_table_offers import random_table_offers
from engine.kit.sessions.session_commands import EditSession, EndPlainSession, StartPlainSession
from engine.kit.sessions.session_records import RESTING, SESSIONS
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.odds.odds import Odds
from engine.presentation.game import Ruleset, SharedParts
from engine.presentation.offers import Offer

COMMANDS: tuple[type[Request], ...] = (
    SaveHandouts,
    SaveRandomTables,
    RollRandomTable,
    StartPlainSession,
    EndPlainSession,
    EditSession,
    SaveNotes,
    QuickNote,
    RollDiceForGM,
)
"""The commands that are the same in every game; a game replaces one of them with its own command of the same kind."""
SECRET_LISTS: frozenset[str] = frozenset().union(
    SaveHandouts.SECRET, SaveRandomTables.SECRET, SaveNotes.SECRET, SaveEncounters.SECRET, RUN_LISTS, {RESTING}
)
"""The lists that only the GM may know."""
RECORD_LISTS: frozenset[str] = RUN_LISTS | {SESSIONS, RESTING}
"""The lists that only commands write."""
_NO_LINK_TARGETS: frozenset[str] = RECORD_LISTS | {KEPT}
"""The lists of copies: links in notes lead to what was copied."""


def commands_for(ruleset: Ruleset) -> tuple[Move[Any] | type[Request], ...]:
    """Return the commands in a game."""
    return (*COMMANDS, *encounter_commands.moves_for(ruleset), *hero_commands.moves_for(ruleset.new_actor))


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
        after_command=partial(_after_command, numbers_of_rounds(ruleset), _lists_with_links(ruleset)),
        odds=partial(_odds, check_odds_of(ruleset)),
    )


def _odds(of_checks: OfferOdds, table: Table, offer: Offer, viewer: str) -> Odds | None:
    """Return the odds of dice for any purpose, unless real ones have been entered, or else those of checks."""
    command = offer.command
    if not isinstance(command, RollDice):
        return of_checks(table, offer, viewer)
    # Imported here: only odds need it.
    from engine.odds.free_roll_odds import free_roll_odds

    return None if command.faces else free_roll_odds(command.dice)


def _lists_with_links(ruleset: Ruleset) -> Mapping[str, type[Frozen]]:
    """Return the structs of the lists that only the GM may know, without notes, by name: their texts may have links.

    Everybody may be reading a handout, so that its text must not follow the name of a secret.
    """
    forms: dict[str, type[Frozen]] = {RUNS.name: EncounterRun}
    for command in (*COMMANDS, SaveEncounters, *(Move.of(move).command for move in ruleset.moves)):
        if issubclass(command, SaveContent) and command not in (SaveNotes, SaveHandouts):
            forms |= {name: form for name, form in command.FORMS.items() if name in command.SECRET}
    return forms


def _after_command(number_of_round: NumberOfRound, linking: Mapping[str, type[Frozen]], draft: Draft) -> None:
    fire_triggers(number_of_round, draft)
    follow_renames(draft, _NO_LINK_TARGETS, linking)
