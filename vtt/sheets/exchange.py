"""Characters that leave the program and come back: the slow half, done in a worker thread, of plain values only."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.sheets.entering import ReadBack, brought_up, read_back
from engine.sheets.games import game_name
from engine.sheets.portable import MOST_BYTES, NotPortable, Portable, read, write
from engine.sheets.sheet import Sheet
from engine.sheets.shelf import sheets_of
from vtt.save.files import beside
from vtt.save.records import Picture
from vtt.sheets.job import Form
from vtt.sheets.pdf import PrintFailed
from vtt.sheets.pictures import NoPicture, read_bytes
from vtt.sheets.reading_back import FormSheet, NoForm, read_form
from vtt.widgets.work import Progress

EXPECTED = (NoForm, NotPortable, NoPicture, OSError)
"""What is part of life when files come and go; each of them says one sentence."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A filled form that fits a character: what it would change, and whose it was."""

    found: ReadBack
    name: str
    own: bool
    told: bool


@dataclass(frozen=True, slots=True)
class Arrival:
    """A character from a file, and its picture if it brought one that can be shown."""

    portable: Portable
    picture: Picture | None = None
    note: str = ""


def read_filled(path: Path, form: Form, progress: Progress | None = None) -> Filled:
    """Read a filled PDF for a character.

    Args:
        path: the PDF.
        form: the character's sheet as it stands now.
        progress: how it is stopped.

    Raises:
        NoForm: it is none, or of another game or sheet.
        Cancelled: somebody stopped it.
    """
    assert form.record is not None
    part = _fitting(read_form(path, progress), form)
    sheet = form.source()
    assert isinstance(sheet, Sheet)
    entries = part.entries(sheet.description)
    if part.ruleset:
        entries = brought_up(sheet, part.version, entries)
    own = bool(part.actor) and part.actor == form.record.actor
    return Filled(read_back(sheet, entries, own=own), part.name, own or not part.actor, bool(part.ruleset))


def export(portable: Portable, path: Path) -> None:
    """Write a character into a file, whole or not at all. Raises PrintFailed."""
    part = beside(path)
    try:
        part.write_bytes(write(portable))
        part.replace(path)
    except OSError as error:
        raise PrintFailed("unwritable", path) from error
    finally:
        part.unlink(missing_ok=True)


def arrival(path: Path) -> Arrival:
    """Read a character from a file. Raises NotPortable, OSError."""
    if path.stat().st_size > MOST_BYTES:
        raise NotPortable("too_large", most=MOST_BYTES >> 20)
    portable = read(path.read_bytes())
    content = portable.picture()
    if content is None:
        return Arrival(portable)
    try:
        return Arrival(portable, read_bytes(content, portable.name[:80]))
    except NoPicture as error:  # a character without its picture is better than none
        return Arrival(portable, note=str(error))


def _fitting(parts: tuple[FormSheet, ...], form: Form) -> FormSheet:
    """Return the sheet of a document that is a character's, or could be."""
    assert form.record is not None
    actor = form.record.actor
    here = [part for part in parts if part.ruleset in ("", form.ruleset)]
    if not here:
        raise NoForm("other_game", game=game_name(parts[0].ruleset)[:60])
    same = [part for part in here if part.sheet in ("", form.description.id)]
    if not same:
        known = sheets_of(form.ruleset).get(here[0].sheet)
        title = known.title if known is not None else here[0].sheet
        raise NoForm("other_sheet", sheet=title[:60], wanted=form.description.title)
    found = next((part for part in same if part.actor == actor), None)
    if found is None and len(same) > 1:
        found = next((part for part in same if not part.actor), None)
        if found is None:
            raise NoForm("whose", names=[part.name[:40] for part in same[:8]], name=form.record.name[:60])
    found = found or same[0]
    if found.version > form.description.version:
        raise NoForm("newer_sheet", version=found.version)
    return found
