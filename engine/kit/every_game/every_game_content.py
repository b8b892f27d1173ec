"""The content that every game has, whatever its rules are: its commands and its secret lists.

`full_content_editor` has its editors. A new kind of such content needs a line in each.

>>> sorted(SECRET_LISTS)
['handouts', 'notes', 'quick_notes', 'random_tables', 'resting_characters']
"""

from __future__ import annotations

from typing import Any

from engine.core.commands import Move, Request
from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.notes.note_commands import QuickNote, RollDiceForGM, SaveNotes
from engine.kit.random_tables.random_table_commands import RollRandomTable, SaveRandomTables
from engine.kit.sessions.session_commands import EditSession, EndPlainSession, StartPlainSession
from engine.kit.sessions.session_records import RESTING, SESSIONS

COMMANDS: tuple[Move[Any] | type[Request], ...] = (
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
"""A game replaces one of them with its own command of the same kind."""
SECRET_LISTS: frozenset[str] = SaveHandouts.SECRET | SaveRandomTables.SECRET | SaveNotes.SECRET | {RESTING}
"""The lists that only the GM may know."""
RECORD_LISTS: frozenset[str] = frozenset({SESSIONS, RESTING})
"""The lists that only commands write."""
