"""Reading and writing characters and forms, with plain values only: slow work for a worker thread."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.sheets.catalogue.game_metadata import display_name
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.editing.record_changes import change_at, label_at
from engine.sheets.exchange.character_file import (
    MOST_BYTES,
    CharacterFileError,
    PortableCharacter,
    picture_keys,
    read_character,
    write_character,
)
from engine.sheets.forms.form_entries import UnreadEntry
from engine.sheets.forms.form_import import FormChanges, form_changes, migrate_entries
from engine.sheets.model.field_paths import parse_path
from engine.sheets.model.filled_sheet import FilledSheet
from vtt.campaign.campaign_records import StoredPicture
from vtt.shared.pictures.picture_error import PictureError
from vtt.shared.pictures.picture_reader import read_bytes
from vtt.sheets.pdf_forms.pdf_form_reader import FormFileError, FormSheet, read_form
from vtt.sheets.print.pdf_writer import PrintFailed
from vtt.sheets.print.print_job import PrintableForm
from vtt.system.atomic_files import discard, part_file_for
from vtt.widgets.tasks.task_runner import Progress

EXPECTED = (FormFileError, CharacterFileError, PictureError, OSError)
"""Errors that are expected when files are read and written; each has one sentence."""


@dataclass(frozen=True, slots=True)
class FilledPdf:
    """A filled form that fits a character: its changes, the character that it was made for, and a chosen picture."""

    found: FormChanges
    name: str
    own: bool
    told: bool
    picture: StoredPicture | None = None


@dataclass(frozen=True, slots=True)
class IncomingCharacter:
    """A character from a file, and its picture if it brought one that can be shown."""

    portable: PortableCharacter
    picture: StoredPicture | None = None
    note: str = ""


def read_filled_pdf(path: Path, form: PrintableForm, progress: Progress | None = None) -> FilledPdf:
    """Read a filled PDF for a character.

    Args:
        path: the PDF.
        form: the character's sheet at present.
        progress: for cancelling.

    Raises:
        FormFileError: the file is no form, or one of another game or sheet.
        TaskCancelled: the user cancelled it.
    """
    assert form.record is not None
    part = _fitting(read_form(path, progress), form)
    sheet = form.source()
    assert isinstance(sheet, FilledSheet)
    entries = part.entries(sheet.description)
    if part.ruleset:
        entries = migrate_entries(sheet, part.version, entries)
    own = bool(part.actor) and part.actor == form.record.actor
    found, picture = _with_picture(sheet, part, form_changes(sheet, entries, own=own))
    return FilledPdf(found, part.name, own or not part.actor, bool(part.ruleset), picture)


def _with_picture(sheet: FilledSheet, part: FormSheet, found: FormChanges) -> tuple[FormChanges, StoredPicture | None]:
    """Return the changes of a form with that of the first picture chosen on it, and the picture."""
    for key, content in part.pictures():
        if key not in picture_keys(sheet.description) or not sheet.writable(key):
            continue
        try:
            picture = read_bytes(content, part.name[:80])
        except PictureError as error:
            label = label_at(sheet.plan, sheet.record, parse_path(key))
            unread = UnreadEntry(label=label, text=say(Message(key="sheets.exchange.picture")), why=str(error))
            return replace(found, unread=(*found.unread, unread)), None
        change = change_at(sheet.description, sheet.record, key, picture.id)
        if change.before != change.after:
            return replace(found, changes=(*found.changes, change)), picture
    return found, None


def write_character_file(portable: PortableCharacter, path: Path) -> None:
    """Write a character to a file, completely or not at all. Raises PrintFailed."""
    part = part_file_for(path)
    try:
        part.write_bytes(write_character(portable))
        part.replace(path)
    except OSError as error:
        raise PrintFailed("unwritable", path) from error
    finally:
        discard(part)


def read_incoming(path: Path) -> IncomingCharacter:
    """Read a character from a file. Raises CharacterFileError, OSError."""
    if path.stat().st_size > MOST_BYTES:
        raise CharacterFileError("too_large", most=MOST_BYTES >> 20)
    return incoming_character(path.read_bytes())


def incoming_character(content_of_file: bytes) -> IncomingCharacter:
    """Return the character in the content of a file. Raises CharacterFileError."""
    portable = read_character(content_of_file)
    content = portable.picture()
    if content is None:
        return IncomingCharacter(portable)
    try:
        return IncomingCharacter(portable, read_bytes(content, portable.name[:80]))
    except PictureError as error:  # better a character without its picture than none
        return IncomingCharacter(portable, note=str(error))


def _fitting(parts: tuple[FormSheet, ...], form: PrintableForm) -> FormSheet:
    """Return the sheet of a document that is a character's, or could be."""
    assert form.record is not None
    actor = form.record.actor
    of_game = [part for part in parts if part.ruleset in ("", form.ruleset)]
    if not of_game:
        raise FormFileError("other_game", game=display_name(parts[0].ruleset)[:60])
    of_sheet = [part for part in of_game if part.sheet in ("", form.description.id)]
    if not of_sheet:
        description = sheets_of(form.ruleset).get(of_game[0].sheet)
        title = description.title if description is not None else of_game[0].sheet
        raise FormFileError("other_sheet", sheet=title[:60], wanted=form.description.title)
    fitting = next((part for part in of_sheet if part.actor == actor), None)
    if fitting is None and len(of_sheet) > 1:
        fitting = next((part for part in of_sheet if not part.actor), None)
        if fitting is None:
            raise FormFileError("whose", names=[part.name[:40] for part in of_sheet[:8]], name=form.record.name[:60])
    fitting = fitting or of_sheet[0]
    if fitting.version > form.description.version:
        raise FormFileError("newer_sheet", version=fitting.version)
    return fitting
