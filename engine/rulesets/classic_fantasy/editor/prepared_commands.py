"""The command that saves prepared content: one command, one undo; only the GM reads of it (CF-UI-11, CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.kit.content_editor.content_library import errors_among
from engine.kit.content_editor.persistence import Row, Rows, without_row
from engine.kit.content_editor.save_content import SaveContent
from engine.kit.content_editor.view_models import Lists
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.editor import prepared_records
from engine.rulesets.classic_fantasy.editor.prepared_records import PLACES, SECRET, STRUCTS, VISITED_PLACES, Record
from engine.rulesets.classic_fantasy.editor.prepared_validation import faults_of
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import HAZARDS, IN_HAZARD
from engine.rulesets.classic_fantasy.settings import settings_of


class KeepPrepared(SaveContent):
    """Save or remove traps, hazards, foes and places of the GM."""

    RULES = ("CF-GEN-1", "CF-UI-11", "CF-UI-12")
    WORDS = "d100"
    FORMS = STRUCTS
    SECRET = SECRET
    SHAPES = prepared_records.FORMS

    def row_fault(self, table: Table, name: str, row: Row) -> str:
        """Return why a row cannot be saved: its form, its size or an error in it."""
        fault = super().row_fault(table, name, row)
        if fault:
            return fault
        record: Record = msgspec.convert(dict(row), STRUCTS[name])
        errors = errors_among(faults_of(record, table.lists, settings_of(table)))
        return say(errors[0].words) if errors else ""

    def verify_removal(self, table: Table) -> None:
        """Raise Refused for a hazard in use."""
        in_use = {condition.id for actor in table.actors.values() for condition in actor.conditions}
        for name in self.drop.get(HAZARDS, ()):
            if character_conditions.condition_id(IN_HAZARD, name) in in_use:
                raise Refused("d100_hazard_in_use", "CF-GEN-1", hazard=name)

    def changed_lists(self, lists: Lists) -> Iterator[tuple[str, Rows]]:
        """Yield the lists that change; a place that is removed is no longer a visited one."""
        yield from super().changed_lists(lists)
        visited = still_visited = tuple(lists.get(VISITED_PLACES, ()))
        for id_ in self.drop.get(PLACES, ()):
            still_visited = without_row(still_visited, id_)
        if still_visited != visited:
            yield VISITED_PLACES, still_visited
