"""One character as a table for spreadsheets, and back."""

from __future__ import annotations

from pathlib import Path

from engine.sheets.exchange.character_file import CharacterFileError
from engine.sheets.exchange.character_table import MOST_BYTES, read_table, write_table
from engine.sheets.forms.form_import import FormChanges, form_changes
from vtt.sheets.exchange.changes_preview import exchange_text
from vtt.sheets.exchange.current_character import CurrentCharacter
from vtt.widgets.plain_text import short
from vtt.widgets.tasks.task_runner import Task


class CharacterTableActions:
    """Writes the current character as CSV, and reads it back.

    Args:
        character: the current character.
    """

    def __init__(self, character: CurrentCharacter) -> None:
        self.current = character

    def ask_export(self) -> None:
        """Ask for the name of the table's file."""
        self.current.tasks.ask_new_file("export", "csv", self.current.name, self.export)

    def export(self, path: Path) -> Task | None:
        """Write the character's sheet into a file."""
        from vtt.sheets.print.pdf_writer import keep_file

        sheet = self.current.sheet
        if sheet is None:
            return None
        name = short(sheet.record.name, 60)

        def done(_nothing: None) -> None:
            self.current.tasks.say("export_title", exchange_text("export_done", name=name, file=path.name))

        return self.current.tasks.work(lambda _progress: keep_file(path, write_table(sheet)), done)

    def ask_import(self) -> None:
        """Ask for the table to read."""
        self.current.tasks.ask_file("import_table", "csv", self.take_in)

    def take_in(self, path: Path) -> Task | None:
        """Preview the changes that a table would make to the character."""
        sheet, actor = self.current.sheet, self.current.actor
        if sheet is None or actor is None:
            return None

        def task(_progress: object) -> FormChanges:
            if path.stat().st_size > MOST_BYTES:
                raise CharacterFileError("too_large", most=MOST_BYTES >> 20)
            return form_changes(sheet, read_table(path.read_bytes()), own=False)

        def done(found: FormChanges) -> None:
            title = exchange_text("import_title", name=short(actor.name, 60))
            self.current.preview(actor.id, title, (exchange_text("import_table_says"),), found)

        return self.current.tasks.work(task, done)
