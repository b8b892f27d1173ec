"""The content that every game has, whatever its rules are: its commands and its secret lists.

`full_content_editor` has its editors. A new kind of such content needs a line in each.

>>> sorted(SECRET_LISTS)
['handouts', 'notes', 'quick_notes', 'random_tables']
"""

from __future__ import annotations

from typing import Any

from engine.core.commands import Move, Request
from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.notes.note_commands import QuickNote, RollDiceForGM, SaveNotes
from engine.kit.random_tables.random_table_commands import RollRandomTable, SaveRandomTables

COMMANDS: tuple[Move[Any] | type[Request], ...] = (
    SaveHandouts,
    SaveRandomTables,
    RollRandomTable,
    SaveNotes,
    QuickNote,
    RollDiceForGM,
)
SECRET_LISTS: frozenset[str] = SaveHandouts.SECRET | SaveRandomTables.SECRET | SaveNotes.SECRET
"""The lists that only the GM may know."""
