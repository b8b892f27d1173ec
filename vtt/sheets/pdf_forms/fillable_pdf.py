"""Record sheets to fill in with any PDF viewer: the page as it is painted, with form fields over it.

Slow work: call it in a worker thread.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QPainter, QPdfWriter

from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.sheets.catalogue.game_metadata import game_name
from engine.sheets.forms.form_background import FormBackground
from engine.sheets.layout.page_geometry import Paper
from engine.sheets.layout.printable_sheet import PrintableSheet
from engine.sheets.printing.composed_pages import ComposedPage
from vtt.shared.print_style.print_fonts import PrintFonts
from vtt.sheets.pdf_forms.pdf_form_fields import (
    FORMAT,
    MARK,
    VERSION,
    FillablePage,
    FillableSheet,
    fields_on,
    without_rules,
)
from vtt.sheets.print.page_painting import PagePainter
from vtt.sheets.print.pdf_writer import RESOLUTION, PrintFailed, ignore_progress, keep_file
from vtt.sheets.print.print_device import page_layout, paint_side
from vtt.sheets.print.print_job import (
    CardFacesPart,
    CardsPart,
    EncounterPart,
    GmSummaryPart,
    HalfPagesPart,
    PrintableForm,
    PrintJob,
    PrintPart,
    ReferenceSheetPart,
    SheetPart,
    TextPart,
    faces_of,
    half_pages_of,
    impose_cards,
    part_sides,
)
from vtt.sheets.print.printed_portraits import printed_portraits
from vtt.widgets.tasks.task_runner import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class BackgroundForm(PrintableForm):
    """A form as it is painted below the fields, with its sheet."""

    sheet: PrintableSheet

    @property
    def name(self) -> str:
        """An empty name: the name is in its field, and nowhere else."""
        return ""

    def source(self) -> PrintableSheet:
        """Return the sheet without its values."""
        return FormBackground(self.sheet)


def write_fillable(job: PrintJob, path: Path, progress: Progress | None = None) -> int:
    """Write a job as a fillable PDF, completely or not at all, and return how many pages it has.

    In a document with one sheet, field names are those of the sheet; with several, each sheet's fields have a prefix:
    `s1.strength`, `s2.strength`.

    Raises:
        PrintFailed: the file cannot be written.
        TaskCancelled: the user cancelled it; there is no file, or still the old one.
    """
    from vtt.sheets.pdf_forms.pdf_form_writer import add_fields  # its library is slow to import

    progress = progress or Progress(ignore_progress)
    pages = fillable_pages(job, progress)
    try:
        painted = _paint(job, pages, progress)
    except OSError as error:
        raise PrintFailed("unwritable", path) from error
    keep_file(path, add_fields(painted, job.options, pages, _about(job, pages), progress))
    return len(pages)


def fillable_pages(job: PrintJob, progress: Progress | None = None) -> list[FillablePage]:
    """Return the pages of a job with their fields. Raises TaskCancelled."""
    letters = PrintFonts()
    several = sum(_count(part) for part in job.parts) > 1
    pages: list[FillablePage] = []
    number = 0
    for part in job.parts:
        if progress is not None:
            progress.check()
        if job.options.two_sided and len(pages) % 2:
            pages.append(FillablePage(None))
        prefixes = [f"s{number + at + 1}." if several else "" for at in range(_count(part))]
        number += len(prefixes)
        pages += _pages(part, prefixes, job.options.paper, letters, progress)
    return pages


def _count(part: PrintPart) -> int:
    """Return the number of sheets with fillable fields in a part."""
    match part:
        case SheetPart():
            return 1
        case HalfPagesPart(sheets=sheets):
            return len(sheets)
        case CardsPart(forms=forms):
            return len(forms)
        case GmSummaryPart() | EncounterPart() | CardFacesPart() | ReferenceSheetPart() | TextPart():
            return 0


def _pages(
    part: PrintPart, prefixes: Sequence[str], paper: Paper, letters: PrintFonts, progress: Progress | None
) -> Iterator[FillablePage]:
    match part:
        case SheetPart(form=form, picked=picked):
            source = form.source()
            for side in part_sides(SheetPart(form=_bare(form, source), picked=picked), paper, letters):
                assert isinstance(side, ComposedPage)
                page = without_rules(side)
                fields = tuple(fields_on(page, source, form.lists))
                yield FillablePage(page, (FillableSheet(form, source, prefixes[0], fields),))
        case HalfPagesPart():
            yield from _half_pages(part, prefixes, paper, letters)
        case CardsPart():
            yield from _cards(part, prefixes, paper, letters, progress)
        case GmSummaryPart() | EncounterPart() | CardFacesPart() | ReferenceSheetPart() | TextPart():
            yield from map(FillablePage, part_sides(part, paper, letters))


def _half_pages(
    part: HalfPagesPart, prefixes: Sequence[str], paper: Paper, letters: PrintFonts
) -> Iterator[FillablePage]:
    """Yield pages with two sheets each, and each sheet's fields."""
    forms = [sheet.form for sheet in part.sheets]
    sources = [form.source() for form in forms]
    pairs = zip(part.sheets, sources, strict=True)
    backgrounds = [(_bare(sheet.form, source), sheet.picked) for sheet, source in pairs]
    bare = half_pages_of(backgrounds, paper, letters)
    for side, owners in zip(bare.pages, bare.owners, strict=True):
        page = without_rules(side)
        found = []
        for owner in dict.fromkeys(owners):
            own = tuple(box for box, whose in zip(page.boxes, owners, strict=True) if whose == owner)
            fields = tuple(fields_on(replace(page, boxes=own), sources[owner], forms[owner].lists))
            found.append(FillableSheet(forms[owner], sources[owner], prefixes[owner], fields))
        yield FillablePage(page, tuple(found))


def _cards(
    part: CardsPart, prefixes: Sequence[str], paper: Paper, letters: PrintFonts, progress: Progress | None
) -> Iterator[FillablePage]:
    """Yield cards in their places on plain paper, each with its own fields, and their backs behind them."""
    made = []
    owners: dict[int, tuple[PrintableForm, PrintableSheet, str]] = {}
    for form, prefix in zip(part.forms, prefixes, strict=True):
        if progress is not None:
            progress.check()
        source = form.source()
        faces = [
            (without_rules(front), None if back is None else without_rules(back))
            for front, back in faces_of(_bare(form, source), letters, plain_backs=part.plain_backs)
        ]
        owners |= {id(face): (form, source, prefix) for pair in faces for face in pair if face is not None}
        made.append((form, faces))
    for side in impose_cards(made, paper):
        found = []
        for place, card in zip(side.grid.places, side.cards, strict=True):
            if isinstance(card, ComposedPage):
                form, source, prefix = owners[id(card)]
                fields = tuple(fields_on(card, source, form.lists))
                found.append(FillableSheet(form, source, prefix, fields, (place.x, place.y)))
        yield FillablePage(side, tuple(found))


def _bare(form: PrintableForm, sheet: PrintableSheet) -> BackgroundForm:
    return BackgroundForm(
        sheet=sheet,
        ruleset=form.ruleset,
        description=form.description,
        record=form.record,
        options=form.options,
        lists=form.lists,
    )


def _paint(job: PrintJob, pages: Sequence[FillablePage], progress: Progress) -> bytes:
    content = QBuffer()
    content.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(content)
    writer.setResolution(RESOLUTION)
    writer.setTitle(job.document_title)
    writer.setCreator("Kitchen Table")
    writer.setAuthor(job.author)
    writer.setPageLayout(page_layout(job.options.paper))
    pictures = printed_portraits(job)
    painter = QPainter()
    if not painter.begin(writer):
        raise OSError
    try:
        options = job.options
        hand = PagePainter(
            painter, float(writer.logicalDpiX()), PrintFonts(), pictures, grey=options.grey, saving=options.saving
        )
        for at, page in enumerate(pages):
            if at and not writer.newPage():
                raise OSError
            paint_side(hand, page.side, options.paper)
            progress(at + 1, len(pages) * 2)
            progress.check()
    finally:
        painter.end()
    return bytes(content.data().data())


def _about(job: PrintJob, pages: Sequence[FillablePage]) -> dict[str, str]:
    """Return the document's metadata: for people, and for the reader of the filled form."""
    sheets = {filled.prefix: filled.form for page in pages for filled in page.forms}
    told = [
        {
            "prefix": prefix,
            "ruleset": form.ruleset,
            "sheet": form.description.id,
            "sheet_version": form.description.version,
            "actor": form.record.actor if form.record is not None else "",
            "name": form.name,
        }
        for prefix, form in sheets.items()
    ]
    subjects = dict.fromkeys(
        say(
            Message(
                key="sheets.exchange.subject",
                params={
                    "game": game_name(form.ruleset),
                    "sheet": form.description.title,
                    "version": form.description.version,
                },
            )
        )
        for form in sheets.values()
    )
    return {
        "/Title": job.document_title,
        "/Subject": "; ".join(subjects)[:400],
        "/Author": job.author,
        "/Creator": "Kitchen Table",
        MARK: json.dumps({"format": FORMAT, "version": VERSION, "sheets": told}, ensure_ascii=True),
    }
